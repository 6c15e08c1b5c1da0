"""GSM8K as a domain: grade school word problems, each a chain by rule or from the official release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from evolving_intent_env.domains.base import Bank, ChainBank, check_split
from evolving_intent_env.domains.gsm8k.build import Row, build
from evolving_intent_env.domains.gsm8k.paper_ids import PAPER_IDS
from evolving_intent_env.domains.gsm8k.release import chains_in
from evolving_intent_env.domains.gsm8k.source import HUB, folder_file, hub_rows, read_text, rows_in
from evolving_intent_env.domains.numeric import NumericDomain
from evolving_intent_env.errors import SourceError
from evolving_intent_env.intent.chain import Chain


class GSM8K(NumericDomain):
    """The domain ``gsm8k``.

    Its splits are the benchmark's ``test`` and ``train``, and ``paper``: the 200 test rows of the paper's evaluation.
    Sources are a JSONL file (with or without sub-questions), a folder with ``{split}_socratic.jsonl`` or
    ``{split}.jsonl``, a JSON file of the official release, or the hub id ``openai/gsm8k``.
    """

    name = "gsm8k"
    splits = ("test", "train", "paper")
    builtin = False

    def load(self, source: str, split: str) -> Bank:
        """Loads a bank and turns its rows into chains; rows that make no good chain are counted in ``left_out``.

        Raises:
            SourceError: The source is missing or out of reach.
            BankError: A file is not GSM8K, or no row of it became a chain.
            ConfigError: The split is unknown.
        """
        check_split(self.name, self.splits, split)
        benchmark_split = "test" if split == "paper" else split
        if source == "builtin":
            raise SourceError(f"gsm8k is not built in; give the path of a local copy or the hub id {HUB} as source")
        if source == HUB:
            chains, left_out = chains_of(_selected(hub_rows(benchmark_split), split))
            return ChainBank(chains, domain=self.name, source=source, split=split, left_out=left_out)
        path = Path(source)
        if not path.exists():
            raise SourceError(f"{source} does not exist; give the path of a GSM8K file or folder, or the hub id {HUB}")
        file = folder_file(path, benchmark_split) if path.is_dir() else path
        text = read_text(file)
        if _is_rows(text):
            chains, left_out = chains_of(_selected(rows_in(text, benchmark_split, str(file)), split))
        else:
            chains, left_out = chains_in(text, str(file))
        return ChainBank(chains, domain=self.name, source=source, split=split, left_out=left_out)


def chains_of(rows: Iterable[Row]) -> tuple[list[Chain], Counter[str]]:
    """The chains that rows make, and how many rows were left out by reason."""
    chains, left_out = [], Counter[str]()
    for row in rows:
        made = build(row)
        if isinstance(made, str):
            left_out[made] += 1
        else:
            chains.append(made)
    return chains, left_out


def _selected(rows: list[Row], split: str) -> list[Row]:
    if split != "paper":
        return rows
    wanted = frozenset(PAPER_IDS)
    return [row for row in rows if row.number in wanted]


def _is_rows(text: str) -> bool:
    """Whether a text is JSON lines rather than one JSON document; a release item has a function, a row has none."""
    first = text.lstrip().partition("\n")[0].strip()
    if not first.startswith("{") or first == "{":
        return False
    return '"function"' not in first and '"results"' not in first
