"""Rows of GSM8K from a file, a folder or the hub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from evolving_intent_env.domains.gsm8k.build import Row
from evolving_intent_env.errors import BankError, SourceError

HUB = "openai/gsm8k"
_CONFIGS = ("socratic", "main")
"""The hub's configurations, the one with sub-questions first."""


def folder_file(folder: Path, split: str) -> Path:
    """The file of a split in a folder, the one with sub-questions if there is one.

    Raises:
        SourceError: The folder has neither.
    """
    for name in (f"{split}_socratic.jsonl", f"{split}.jsonl"):
        if (folder / name).is_file():
            return folder / name
    raise SourceError(
        f"folder {folder} has neither {split}_socratic.jsonl nor {split}.jsonl; put the split there or give its file"
    )


def read_text(path: Path) -> str:
    """A file's text.

    Raises:
        SourceError: There is no such file, or it may not be read.
        BankError: It is not UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BankError("the file is not UTF-8 text", file=str(path)) from error
    except OSError as error:
        raise SourceError(
            f"cannot read {path}: {error.strerror or error}; give the path of a GSM8K file or folder"
        ) from error


def rows_in(text: str, split: str, file: str) -> list[Row]:
    """The rows of a JSONL file; blank lines are passed over.

    Raises:
        BankError: A line is no JSON object with a question and an answer.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return [_row(index, split, _json(line, file, number), file, number) for index, (number, line) in enumerate(lines)]


def _json(line: str, file: str, number: int) -> object:
    try:
        document: object = json.loads(line)
    except ValueError as error:
        raise BankError(f"the line is not JSON: {error}", file=file, task=f"line {number}") from error
    return document


def hub_rows(split: str) -> list[Row]:
    """The rows of a split from the hub, with sub-questions if the hub still has them.

    Raises:
        SourceError: The ``datasets`` package is missing, or the hub is out of reach.
    """
    try:
        datasets = import_module("datasets")
    except ImportError as error:
        raise SourceError(
            f"reading {HUB} from the hub needs the datasets package: pip install 'evolving-intent-env[data]', or "
            f"give the path "
            f"of a local copy as source"
        ) from error
    problems = []
    for config in _CONFIGS:
        rows = _config_rows(datasets, config, split)
        if isinstance(rows, list):
            return rows
        problems.append(f"{config}: {rows}")
    raise SourceError(
        f"cannot load split {split!r} of {HUB} from the hub ({'; '.join(problems)}); give the path of a local copy"
    )


def _config_rows(datasets: ModuleType, config: str, split: str) -> list[Row] | str:
    """The rows of one configuration, or what went wrong."""
    try:
        loaded: Iterable[Mapping[str, object]] = datasets.load_dataset(HUB, config, split=split)
    except (OSError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    file = f"{HUB} ({config})"
    return [_row(index, split, dict(document), file, index) for index, document in enumerate(loaded)]


def _row(index: int, split: str, document: object, file: str, line: int) -> Row:
    if not isinstance(document, dict):
        raise BankError("a row must be a JSON object with question and answer", file=file, task=f"line {line}")
    for field in ("question", "answer"):
        value = document.get(field)
        if not isinstance(value, str) or not value.strip():
            raise BankError("every row needs this field as text", file=file, task=f"line {line}", field=field)
    return Row(index, split, document["question"], document["answer"])
