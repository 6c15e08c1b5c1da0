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


@lru_cache(maxsize=8)
def load_bank(domain_name: str, source: str, split: str | None) -> Bank:
    """The bank of a domain, loaded once per process.

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
    if source != "auto" or domain.builtin:
        return domain.load(source, split)
    local = local_copy(domain_name)
    if local is not None:
        return domain.load(str(local), split)
    try:
        return domain.load(_HUB[domain_name], split)
    except SourceError as error:
        return _stand_in(domain, split, error)


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
        stacklevel=3,
    )
    bank = stand_in.load("builtin", split)
    bank.source = f"builtin:{_STAND_IN}"
    return bank
