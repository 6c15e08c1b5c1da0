"""GSM8K as a domain: grade school word problems, each a chain by rule or from the official release."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from evolving_intent_env.domains.base import Bank, ChainBank, check_split
from evolving_intent_env.domains.gsm8k.build import Row, build
from evolving_intent_env.domains.gsm8k.paper_ids import PAPER_IDS
from evolving_intent_env.domains.gsm8k.release import are_items, chains_in
from evolving_intent_env.domains.gsm8k.source import HUB, documents_in, file_of, hub_rows, read_text, rows_in
from evolving_intent_env.domains.numeric import NumericDomain
from evolving_intent_env.errors import SourceError
from evolving_intent_env.intent.chain import Chain


class GSM8K(NumericDomain):
    """The domain ``gsm8k``.

    Its splits are the benchmark's ``test`` and ``train``, and ``paper``: the 200 test rows of the paper's evaluation.
    Sources are a file of rows (with or without sub-questions), a folder with ``{split}_socratic.jsonl`` or
    ``{split}.jsonl``, a file of the official release, or the hub id ``openai/gsm8k``. Files are JSON lines or one JSON
    list; one whose name says ``test`` or ``train`` loads as that split only.
    """

    name = "gsm8k"
    splits = ("test", "train", "paper")
    builtin = False

    def load(self, source: str, split: str) -> Bank:
        """Loads a bank and turns its rows into chains; rows that make no good chain are counted in ``left_out``.

        Raises:
            SourceError: The source is missing or out of reach.
            BankError: A file is not GSM8K, an item of a release file is wrong, or none became a chain.
            ConfigError: The split is unknown, or the file is named after another one.
        """
        check_split(self.name, self.splits, split)
        benchmark_split = "test" if split == "paper" else split
        if source == "builtin":
            raise SourceError(f"gsm8k is not built in; give the path of a local copy or the hub id {HUB} as source")
        if source == HUB:
            chains, left_out = chains_of(_selected(hub_rows(benchmark_split), split))
        else:
            chains, left_out = _chains_of_file(file_of(source, benchmark_split), benchmark_split, split)
        return ChainBank(chains, domain=self.name, source=source, split=split, left_out=left_out)


def _chains_of_file(path: Path, benchmark_split: str, split: str) -> tuple[list[Chain], Counter[str]]:
    file = str(path)
    documents = documents_in(read_text(path), file)
    if are_items(documents):
        return chains_in(documents, split, file)
    return chains_of(_selected(rows_in(documents, benchmark_split, file), split))


def chains_of(rows: Iterable[Row]) -> tuple[list[Chain], Counter[str]]:
    """The chains that rows make, and how many rows were left out by reason."""
    chains, left_out = [], Counter[str]()
    with _collection_paused():
        for row in rows:
            made = build(row)
            if isinstance(made, str):
                left_out[made] += 1
            else:
                chains.append(made)
    return chains, left_out


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Puts off the search for garbage in cycles: chains hold none, and each search passes over all made so far."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _selected(rows: list[Row], split: str) -> list[Row]:
    if split != "paper":
        return rows
    wanted = frozenset(PAPER_IDS)
    return [row for row in rows if row.number in wanted]
