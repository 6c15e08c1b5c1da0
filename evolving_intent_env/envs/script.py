"""What one episode will say: a scheduled and rendered conversation, and the small value that replays it anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.errors import BankError, ConfigError
from evolving_intent_env.intent.serial import chain_digest
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import Scenario, scenario_from_json
from evolving_intent_env.simulate.schedule import schedule

FORMAT = "evolving-intent/episode/1"


@dataclass(frozen=True)
class Script:
    """One conversation before any agent joins it.

    Attributes:
        trajectory: The hidden side: what changes when.
        texts: The user's turns as the agent sees them, the first one framed by the domain.
        scenario: The scenario that was met.
        seed: What the choices were drawn from; None in evaluation, where nothing is drawn.
    """

    trajectory: Trajectory
    texts: tuple[str, ...]
    scenario: Scenario
    seed: int | None

    @property
    def task_id(self) -> str:
        """The task's id."""
        return self.trajectory.chain.task_id

    def episode(self, bank: Bank) -> dict[str, Any]:
        """A small JSON value from which the same conversation can be made again, by :func:`replay`."""
        chain = self.trajectory.chain
        return {
            "format": FORMAT,
            "domain": bank.domain,
            "split": bank.split,
            "task_id": chain.task_id,
            "scenario": self.scenario.to_json(),
            "seed": self.seed,
            "digest": chain_digest(chain),
        }


def write_script(domain: Domain, bank: Bank, task_id: str, scenario: Scenario, seed: int | None) -> Script:
    """Schedules and renders one task.

    Args:
        domain: Frames the first turn.
        bank: Holds the task.
        task_id: The task.
        scenario: The request.
        seed: Samples choices and phrases; None takes the preferred ones.

    Raises:
        BankError: The bank has no such task.
        ScenarioError: The task cannot meet the scenario.
    """
    chain = bank.chain(task_id)
    draws = None if seed is None else Draws(bank.domain, bank.split, task_id, _name_of(scenario), seed)
    trajectory = schedule(chain, scenario, draws)
    first, *later = render(trajectory, draws)
    return Script(trajectory, (domain.frame(first), *later), scenario, seed)


@lru_cache(maxsize=256)
def _name_of(scenario: Scenario) -> str:
    return str(scenario)


def replay(domain: Domain, bank: Bank, episode: Mapping[str, Any]) -> Script:
    """The conversation that an episode value stands for.

    Raises:
        ConfigError: The value is not an episode of this domain.
        BankError: The bank has no such task, or it has changed since.
    """
    if episode.get("format") != FORMAT:
        raise ConfigError(f"an episode has the format {FORMAT!r}, this one has {episode.get('format')!r}")
    missing = {"domain", "split", "task_id", "scenario", "seed", "digest"} - set(episode)
    if missing:
        raise ConfigError(f"the episode lacks {', '.join(sorted(missing))}")
    for name, value in (("domain", bank.domain), ("split", bank.split)):
        if episode[name] != value:
            raise ConfigError(
                f"the episode is of {name} {episode[name]!r}, this environment has {value!r}; make one that fits it"
            )
    task_id, seed = episode["task_id"], episode["seed"]
    if not isinstance(task_id, str):
        raise ConfigError(f"the episode's task_id is {task_id!r}, not a text")
    if seed is not None and type(seed) is not int:
        raise ConfigError(f"the episode's seed is {seed!r}, not an integer or null")
    script = write_script(domain, bank, task_id, scenario_from_json(episode["scenario"]), seed)
    digest = chain_digest(script.trajectory.chain)
    if digest != episode["digest"]:
        raise BankError(
            f"the episode was recorded from other contents (digest {episode['digest']}, here {digest}); "
            "use the same data",
            file=bank.source,
            task=episode["task_id"],
        )
    return script
