"""The package's shop window: one evolving conversation, and six reference policies over many.

All policies answer the same tasks under every scenario, so that each difference in the table is the scenario's or the
policy's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.envs.script import Script, write_script
from evolving_intent_env.errors import ConfigError, ScenarioError
from evolving_intent_env.evaluate.play import Played, play
from evolving_intent_env.evaluate.reference import OWN_MISTAKES, REFERENCE_POLICIES
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.simulate.schedule import schedule
from evolving_intent_env.verify.attribution import Kind

SCENARIOS = ("single", "evolve", "reveal", "revise", "switch")
"""The paper's comparison first, then each transition by itself."""

Tick = Callable[[int, int], None]
"""Told how much is done, and out of how much."""

_MOST_LOOKED_AT = 20
"""How many tasks are looked at for each one that is wanted."""


@dataclass(frozen=True, slots=True)
class PolicyResult:
    """How one policy did.

    Attributes:
        policy: Its name.
        right: Right final answers, by scenario.
        wrong: Wrong final answers in all scenarios together.
        kinds: How many of the wrong answers have a cause of each kind, the most frequent first; an answer that several
            kinds explain equally well counts for each.
        own: How many of the wrong answers are traced to the mistake that the policy was built to make.
    """

    policy: str
    right: Mapping[str, int]
    wrong: int
    kinds: Mapping[Kind, int]
    own: int


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demonstration showed.

    Attributes:
        task_ids: The tasks, the same ones for every policy and scenario.
        passed_over: How many other tasks were drawn but cannot meet every scenario.
        script: An evolving conversation.
        answered: That conversation as answered by the ``ledger`` policy.
        contrast: The same conversation as answered by the ``append_only`` policy.
        policies: How each policy did.
    """

    task_ids: tuple[str, ...]
    passed_over: int
    script: Script
    answered: Played
    contrast: Played
    policies: tuple[PolicyResult, ...]


def run_demo(domain: Domain, bank: Bank, *, episodes: int = 200, seed: int = 0, tick: Tick | None = None) -> Demo:
    """Lets every reference policy answer the same tasks under every scenario.

    Args:
        domain: The domain.
        bank: Its tasks.
        episodes: How many tasks.
        seed: Which tasks.
        tick: Called after each task.

    Raises:
        ConfigError: ``episodes`` is less than one.
        ScenarioError: No task that was looked at meets every scenario.
    """
    if episodes < 1:
        raise ConfigError(f"episodes={episodes} is not allowed; a demonstration needs at least one")
    task_ids, passed_over = _choose_tasks(bank, episodes, seed)
    envs = {name: EvolvingIntentEnv(domain, bank, scenario=PRESETS[name]) for name in SCENARIOS}
    played: dict[str, list[tuple[str, Played]]] = {policy: [] for policy in REFERENCE_POLICIES}
    for done, task_id in enumerate(task_ids):
        for name, env in envs.items():
            for policy, make_agent in REFERENCE_POLICIES.items():
                played[policy].append((name, play(env, make_agent, options={"task_id": task_id})))
        if tick is not None:
            tick(done + 1, len(task_ids))
    evolve = {policy: [episode for name, episode in results if name == "evolve"] for policy, results in played.items()}
    scripts = [write_script(domain, bank, task_id, PRESETS["evolve"], None) for task_id in task_ids]
    shown = _best_to_show(scripts, evolve["append_only"])
    return Demo(
        task_ids=task_ids,
        passed_over=passed_over,
        script=scripts[shown],
        answered=evolve["ledger"][shown],
        contrast=evolve["append_only"][shown],
        policies=tuple(_summary(policy, results) for policy, results in played.items()),
    )


def _best_to_show(scripts: Sequence[Script], wrong: Sequence[Played]) -> int:
    """The conversation whose wrong answer has the fewest explanations; of those, the shortest: it fits on a screen."""

    def key(place: int) -> tuple[int, int]:
        return len(wrong[place].causes), sum(map(len, scripts[place].texts))

    return min(range(len(scripts)), key=key)


def _choose_tasks(bank: Bank, count: int, seed: int) -> tuple[tuple[str, ...], int]:
    """Tasks that meet every scenario, in random order, and how many were passed over."""
    chosen: list[str] = []
    passed_over = 0
    for position in shuffled(len(bank.task_ids), Draws("demo", bank.domain, bank.split, seed)):
        chain = bank.chain(bank.task_ids[position])
        try:
            for name in SCENARIOS:
                schedule(chain, PRESETS[name])
        except ScenarioError:
            passed_over += 1
        else:
            chosen.append(chain.task_id)
        if len(chosen) == count or len(chosen) + passed_over == count * _MOST_LOOKED_AT:
            break
    if not chosen:
        raise ScenarioError(f"none of {passed_over} tasks of {bank.source} meets all of {', '.join(SCENARIOS)}")
    return tuple(chosen), passed_over


def shuffled(count: int, draws: Draws) -> Iterator[int]:
    """The numbers from 0 to ``count - 1`` in random order, one at a time, without a list of them all."""
    moved: dict[int, int] = {}
    for i in range(count):
        j = i + draws.below(count - i)
        yield moved.get(j, j)
        moved[j] = moved.get(i, i)


def _summary(policy: str, results: Sequence[tuple[str, Played]]) -> PolicyResult:
    wrong = [episode for _, episode in results if episode.outcome != "correct"]
    kinds = Counter(kind for episode in wrong for kind in dict.fromkeys(cause.kind for cause in episode.causes))
    own = OWN_MISTAKES[policy]
    return PolicyResult(
        policy=policy,
        right={
            name: sum(scenario == name and episode.outcome == "correct" for scenario, episode in results)
            for name in SCENARIOS
        },
        wrong=len(wrong),
        kinds=dict(kinds.most_common()),
        own=sum(any(cause.kind in own for cause in episode.causes) for episode in wrong),
    )
