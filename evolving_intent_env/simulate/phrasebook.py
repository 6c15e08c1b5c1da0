"""The phrases that lead into what a user says; the facts and questions themselves come from the chain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from evolving_intent_env.errors import BankError

FORMAT = "evolving-intent/phrases/1"


@lru_cache(maxsize=1)
def phrasebook() -> Mapping[str, tuple[str, ...]]:
    """The package's own phrases, by kind.

    The kinds are ``reveal``, ``revise``, ``revise_again`` (another correction in the same turn), ``details`` (facts
    after a switch), ``news`` (facts after a correction), and ``switch-`` with each relation between two functions.

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
    return phrases
