"""Finding banks and tasks by what a person types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.domains.loading import load_bank
from evolving_intent_env.domains.registry import DOMAINS, ENV_IDS, get_domain
from evolving_intent_env.errors import BankError, ConfigError, SourceError

_MOST_COMPARED = 10_000
"""How many ids of a bank are compared with one that is unknown; the embedded bank has hundreds of thousands."""


def domain_name(domain: str | None, env_id: str | None = None) -> str:
    """The domain that is meant by its name or by an environment id.

    Raises:
        ConfigError: It is unknown, or the two contradict each other.
    """
    if env_id is None:
        return _known("domain", domain or "grade_school", DOMAINS)
    found = ENV_IDS[_known("environment", env_id, ENV_IDS)]
    if domain not in (None, found):
        raise ConfigError(f"{env_id} is of the domain {found}, not {domain}; give one of the two")
    return found


def find_task(domain: str, source: str, split: str | None, task_id: str) -> tuple[Domain, Bank]:
    """The bank that holds a task, and the domain that scores it.

    Args:
        domain: The domain's name.
        source: Where its tasks come from.
        split: The split to look in; None for each of them in turn.
        task_id: The task.

    Raises:
        BankError: There is no such task; the message names those most like it.
        SourceError: The source is out of reach.
    """
    banks = []
    for bank in _banks(domain, source, split):
        if task_id in bank.task_ids:
            return get_domain(bank.domain), bank
        banks.append(bank)
    known = dict.fromkeys(id_ for bank in banks for id_ in islice(bank.task_ids, _MOST_COMPARED))
    hint = _near(task_id, known) or f"ids look like {banks[0].task_ids[0]}"
    raise BankError(f"no split of {banks[0].domain} that was looked at has this task; {hint}", task=task_id)


def banks_to_check(bank: str, split: str | None) -> tuple[Domain, tuple[Bank, ...]]:
    """The domain and the banks that are meant by a domain's name or a path to GSM8K's rows.

    Args:
        bank: A domain, a path, or a hub id.
        split: One split; None for all that have tasks of their own.

    Raises:
        ConfigError: It is neither.
        SourceError: The source is out of reach.
    """
    if bank in DOMAINS:
        name, source = bank, "auto"
    elif "/" in bank or Path(bank).exists():
        name, source = "gsm8k", bank
    else:
        hint = _near(bank, DOMAINS) or f"domains are {', '.join(DOMAINS)}"
        raise ConfigError(f"{bank!r} is neither a domain nor a path; {hint}")
    banks: list[Bank] = []
    for loaded in _banks(name, source, split):
        if loaded.domain != name:
            raise SourceError(f"{name} cannot be had here; give the path to its rows")
        # Some splits are parts of others, such as test-easy of test.
        if not any(loaded.task_ids[0] in earlier.task_ids for earlier in banks):
            banks.append(loaded)
    return get_domain(name), tuple(banks)


def _banks(domain: str, source: str, split: str | None) -> Iterator[Bank]:
    """One split, or each one that the source holds; a single file holds one."""
    if split is not None or Path(source).is_file():
        yield load_bank(domain, source, split)
        return
    splits = get_domain(domain).splits
    errors = []
    for name in splits:
        # One at a time: a caller may have found its task before the next one is read.
        bank = _bank_or_error(domain, source, name)
        if isinstance(bank, SourceError):
            errors.append(bank)
        else:
            yield bank
    if len(errors) == len(splits):
        raise errors[0]


def _bank_or_error(domain: str, source: str, split: str) -> Bank | SourceError:
    try:
        return load_bank(domain, source, split)
    except SourceError as error:
        return error


def _known(what: str, name: str, names: Iterable[str]) -> str:
    allowed = tuple(names)
    if name not in allowed:
        hint = _near(name, allowed) or f"there are {', '.join(allowed)}"
        raise ConfigError(f"{what} {name!r} is unknown; {hint}")
    return name


def _near(name: str, names: Iterable[str]) -> str:
    """A question naming the closest of the known names; empty if none is close."""
    close = get_close_matches(name, list(names), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else ""
