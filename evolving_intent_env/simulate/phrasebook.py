"""The phrases that lead into what a user says; the facts and questions themselves come from the chain."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from evolving_intent_env.errors import BankError

FORMAT = "evolving-intent/phrases/1"


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Phrases by kind.

    Attributes:
        phrases: By kind: ``reveal``, ``revise``, ``revise_again`` (another correction in the same turn), ``details`` (facts
            after a switch), ``news`` (facts after a correction), and ``switch-`` with each relation between two functions.
    """

    phrases: dict[str, tuple[str, ...]]

    def __getitem__(self, kind: str) -> tuple[str, ...]:
        """The phrases of one kind."""
        return self.phrases[kind]


@lru_cache(maxsize=1)
def phrasebook() -> Phrasebook:
    """The package's own phrasebook.

    Raises:
        BankError: The data file has another format.
    """
    file = files("evolving_intent_env.simulate") / "phrases.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    if document.pop("format", None) != FORMAT:
        raise BankError(f"expected the format {FORMAT}", file="phrases.json", field="format")
    switches = document.pop("switch")
    phrases = {kind: tuple(texts) for kind, texts in document.items()}
    phrases.update((f"switch-{relation}", tuple(texts)) for relation, texts in switches.items())
    return Phrasebook(phrases)
