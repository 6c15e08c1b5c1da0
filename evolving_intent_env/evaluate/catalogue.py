"""What there is: environments, domains with their splits, preset scenarios, tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evolving_intent_env.domains.loading import load_bank
from evolving_intent_env.domains.registry import ENV_IDS, get_domain


@dataclass(frozen=True, slots=True)
class Environment:
    """One environment id.

    Attributes:
        env_id: The id for ``gym.make``.
        domain: Its domain.
        builtin: Whether its tasks come with the package.
        splits: How many tasks each split has, the default split first; None where that takes a source to tell.
    """

    env_id: str
    domain: str
    builtin: bool
    splits: Mapping[str, int | None]


def environments(source: str | None = None) -> tuple[Environment, ...]:
    """Every environment.

    Args:
        source: Where the tasks of domains that are not built in are counted; None not to count them.

    Raises:
        SourceError: The source is out of reach.
    """
    found = []
    for env_id, name in ENV_IDS.items():
        domain = get_domain(name)
        place = "builtin" if domain.builtin else source
        sizes = {
            split: None if place is None else len(load_bank(name, place, split).task_ids) for split in domain.splits
        }
        found.append(Environment(env_id, name, domain.builtin, sizes))
    return tuple(found)
