"""Where a domain's tasks come from, ``source="auto"`` included."""

from __future__ import annotations

import os
import warnings
from functools import lru_cache
from pathlib import Path

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import SourceError

DATA_VARIABLE = "EVOLVING_INTENT_DATA"
"""The environment variable that names a folder with one folder per benchmark, such as ``gsm8k/test.jsonl``."""

_HUB = {"gsm8k": "openai/gsm8k"}
_STAND_IN = "grade_school"


def load_bank(domain_name: str, source: str, split: str | None) -> Bank:
    """The bank of a domain.

    A source is read once in a process, until the file or folder changes. ``"auto"`` is looked up at every call.

    Args:
        domain_name: The domain.
        source: ``"builtin"``, a path, a hub id, or ``"auto"``.
        split: One of the domain's splits; None for the first.

    Raises:
        SourceError: The source is missing or out of reach.
        ConfigError: The split is unknown.
    """
    domain = get_domain(domain_name)
    split = domain.splits[0] if split is None else split
    if source != "auto":
        return _load(domain_name, source, split, _state_of(source))
    if domain.builtin:
        return _load(domain_name, "builtin", split, ())
    local = local_copy(domain_name)
    if local is not None:
        return _load(domain_name, str(local), split, _state_of(str(local)))
    try:
        return _load(domain_name, _HUB[domain_name], split, ())
    except SourceError as error:
        return _stand_in(domain, split, error)


@lru_cache(maxsize=8)
def _load(domain_name: str, source: str, split: str, state: tuple[tuple[str, int, int], ...]) -> Bank:
    """Loads a bank; ``state`` is only there to load it again when it has changed."""
    return get_domain(domain_name).load(source, split)


def _state_of(source: str) -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the files of a source; empty for what is not on this disk."""
    path = Path(source)
    files = sorted(path.iterdir()) if path.is_dir() else [path] if path.is_file() else []
    return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files)


def local_copy(domain_name: str) -> Path | None:
    """The domain's folder in :data:`DATA_VARIABLE`, if there is one."""
    root = os.environ.get(DATA_VARIABLE)
    folder = Path(root) / domain_name if root else None
    return folder if folder is not None and folder.is_dir() else None


def _stand_in(domain: Domain, split: str, error: SourceError) -> Bank:
    """The embedded bank in place of a benchmark that cannot be had, said aloud."""
    stand_in = get_domain(_STAND_IN)
    if split not in stand_in.splits:
        raise SourceError(
            f"split {split!r} of {domain.name} needs the real rows, which cannot be had ({error}); give source= a path"
        ) from error
    warnings.warn(
        f"{domain.name} cannot be had here ({error}); these are made-up tasks of the embedded {_STAND_IN} bank "
        "instead. Give source= a path to use the real rows, or make EvolvingIntent-GradeSchool-v0 to have these on "
        "purpose.",
        UserWarning,
        stacklevel=4,
    )
    bank = stand_in.load("builtin", split)
    bank.source = f"builtin:{_STAND_IN}"
    return bank
