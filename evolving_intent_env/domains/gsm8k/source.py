"""The documents of a file, and rows of GSM8K from a file, a folder or the hub."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from evolving_intent_env.domains.gsm8k.build import Row
from evolving_intent_env.errors import BankError, ConfigError, SourceError

HUB = "openai/gsm8k"
_CONFIGS = ("socratic", "main")
"""The hub's configurations, the one with sub-questions first."""


Placed = tuple[str, object]
"""Where in a file a JSON document stands, such as ``line 3``, and the document."""


def file_of(source: str, split: str) -> Path:
    """The file that a path means for a split of the benchmark: itself, or the split's file in a folder.

    Raises:
        SourceError: There is no such path, or the folder has no file of the split.
        ConfigError: The file is named after the other split.
    """
    # os.path, not Path: what lies in a folder that may not be entered is out of reach, not an OSError.
    if not os.path.exists(source):
        raise SourceError(
            f"{source} does not exist or is out of reach; give the path of a GSM8K file or folder, or the hub id {HUB}"
        )
    path = Path(source)
    if os.path.isdir(source):
        return _folder_file(path, split)
    named = {"test", "train"}.intersection(re.split("[^a-z]+", path.name.lower()))
    if named and split not in named:
        other = named.pop()
        raise ConfigError(
            f"{path} is named after the split {other!r}, but its rows are wanted as {split!r}; load it as split "
            f"{other!r}, or give the {split} file (or rename this one if its name is wrong)"
        )
    return path


def _folder_file(folder: Path, split: str) -> Path:
    """The file of a split in a folder, the one with sub-questions if there is one."""
    for name in (f"{split}_socratic.jsonl", f"{split}.jsonl"):
        if os.path.isfile(folder / name):
            return folder / name
    raise SourceError(
        f"folder {folder} has neither {split}_socratic.jsonl nor {split}.jsonl; put the split there or give its file"
    )


def read_text(path: Path) -> str:
    """A file's text, without the byte-order mark that some editors put first.

    Raises:
        SourceError: There is no such file, or it may not be read.
        BankError: It is not UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BankError("the file is not UTF-8 text", file=str(path)) from error
    except OSError as error:
        raise SourceError(
            f"cannot read {path}: {error.strerror or error}; give the path of a GSM8K file or folder"
        ) from error


def documents_in(text: str, file: str) -> list[Placed]:
    """The JSON documents of a file: one on each line, or all in one list.

    Args:
        text: JSON lines (blank ones are passed over), a list, ``{"results": [...]}`` or a single object.
        file: Its name, for messages.

    Raises:
        BankError: It is empty, or none of these.
    """
    lines = [(f"line {number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise BankError("the file is empty", file=file)
    if len(lines) > 1 and _is_object(lines[0][1]):
        return [(place, _json(line, "the line is not JSON", file, place)) for place, line in lines]
    document = _json(text, "the file is neither JSON lines nor one JSON document", file, None)
    if isinstance(document, dict):
        document = document.get("results", [document])
    if not isinstance(document, list):
        raise BankError('expected JSON lines, a list of tasks, {"results": [...]} or one task', file=file)
    return [(f"item {number}", item) for number, item in enumerate(document, 1)]


def _is_object(line: str) -> bool:
    """Whether a line is a whole JSON object, rather than the beginning of one."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _json(text: str, problem: str, file: str, place: str | None) -> object:
    try:
        document: object = json.loads(text)
    except ValueError as error:
        raise BankError(f"{problem}: {error}", file=file, task=place) from error
    except RecursionError as error:
        raise BankError(f"{problem} that can be read: it is nested too deeply", file=file, task=place) from error
    return document


def rows_in(documents: Sequence[Placed], split: str, file: str) -> list[Row]:
    """The rows among the documents of a file, in its order.

    Raises:
        BankError: One is no JSON object with a question and an answer.
    """
    return [_row(index, split, document, file, place) for index, (place, document) in enumerate(documents)]


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
    return [_row(index, split, dict(document), file, f"row {index}") for index, document in enumerate(loaded)]


def _row(index: int, split: str, document: object, file: str, place: str) -> Row:
    if not isinstance(document, dict):
        raise BankError("a row must be a JSON object with question and answer", file=file, task=place)
    for field in ("question", "answer"):
        value = document.get(field)
        if not isinstance(value, str) or not value.strip():
            raise BankError("every row needs this field as text", file=file, task=place, field=field)
    return Row(index, split, document["question"], document["answer"])
