"""Checks a bank: every chain, and in every preset scenario the schedule and the words made from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.errors import BankError, ConfigError, ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Revise, Switch
from evolving_intent_env.intent.invariants import Violation, check_chain, check_trajectory
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import PRESETS, Scenario
from evolving_intent_env.simulate.schedule import schedule
from evolving_intent_env.simulate.words import check_words

Tick = Callable[[int, int], None]
"""Told how much is done, and out of how much."""

EXAMPLES = 3
"""How many examples of each broken rule are kept."""

CHAINS, ANSWERS, SCHEDULES, WORDS = "chains", "gold answers", "schedules", "words"


@dataclass(frozen=True, slots=True)
class Example:
    """One thing that is wrong.

    Attributes:
        task_id: The task.
        scenario: The scenario under which it shows; empty for the chain itself.
        message: What is wrong.
        field: Where.
    """

    task_id: str
    scenario: str
    message: str
    field: str


@dataclass(slots=True)
class Check:
    """One kind of thing that was checked.

    Attributes:
        checked: How many things.
        broken: How many of them break some rule.
        rules: How many break each rule.
        examples: The first of them, by rule.
    """

    checked: int = 0
    broken: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Example]] = field(default_factory=dict)

    def record(self, task_id: str, scenario: str, violations: Sequence[Violation]) -> None:
        """Counts one thing with all that is wrong with it."""
        self.checked += 1
        self.broken += bool(violations)
        self.rules.update({violation.rule for violation in violations})
        for violation in violations:
            kept = self.examples.setdefault(violation.rule, [])
            if len(kept) < EXAMPLES:
                kept.append(Example(task_id, scenario, violation.message, violation.field))


@dataclass(slots=True)
class Reach:
    """How many chains can meet one scenario.

    Attributes:
        met: How many do.
        lacks: How many do not, by what they are short of.
    """

    met: int = 0
    lacks: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Validation:
    """What was found.

    Attributes:
        checks: By kind of thing: :data:`CHAINS`, :data:`ANSWERS`, :data:`SCHEDULES`, :data:`WORDS`.
        reach: By preset scenario, how many chains can meet it.
        left_out: Source rows that became no chain, by reason.
    """

    checks: dict[str, Check] = field(
        default_factory=lambda: {kind: Check() for kind in (CHAINS, ANSWERS, SCHEDULES, WORDS)}
    )
    reach: dict[str, Reach] = field(default_factory=lambda: {name: Reach() for name in PRESETS})
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def broken(self) -> int:
        """How many things break some rule."""
        return sum(check.broken for check in self.checks.values())


def validate(
    domain: Domain,
    banks: Sequence[Bank],
    *,
    count: int,
    scenarios: Mapping[str, Scenario] = PRESETS,
    tick: Tick | None = None,
) -> Validation:
    """Checks the chains of some banks.

    Args:
        domain: Scores the gold answers.
        banks: The banks, such as the splits of one benchmark.
        count: How many chains to check at most, shared evenly among the banks.
        scenarios: The scenarios to schedule each chain in, by name.
        tick: Called after every few chains.

    Raises:
        ConfigError: ``count`` is less than one.
    """
    if count < 1:
        raise ConfigError(f"count={count} is not allowed; check at least one chain")
    found = Validation(reach={name: Reach() for name in scenarios})
    for bank in banks:
        found.left_out.update(getattr(bank, "left_out", {}))
    shares = _shares([len(bank.task_ids) for bank in banks], count)
    total, done = sum(shares), 0
    for bank, share in zip(banks, shares, strict=True):
        for task_id in islice(bank.task_ids, share):
            _check_task(domain, bank, task_id, scenarios, found)
            done += 1
            if tick is not None and (done % 20 == 0 or done == total):
                tick(done, total)
    return found


def _shares(sizes: Sequence[int], count: int) -> list[int]:
    """How many of each to take: evenly, and what one cannot give is taken from the others."""
    shares = [0] * len(sizes)
    left = count
    for place, (size, position) in enumerate(sorted((size, position) for position, size in enumerate(sizes))):
        shares[position] = min(size, left // (len(sizes) - place))
        left -= shares[position]
    return shares


def _check_task(domain: Domain, bank: Bank, task_id: str, scenarios: Mapping[str, Scenario], found: Validation) -> None:
    try:
        chain = bank.chain(task_id)
    except BankError as error:
        found.checks[CHAINS].record(task_id, "", (Violation("unreadable", str(error), ""),))
        return
    violations = check_chain(chain)
    found.checks[CHAINS].record(task_id, "", violations)
    found.checks[ANSWERS].record(task_id, "", tuple(_answer(domain, chain)))
    if violations:
        # A schedule made from a broken chain says nothing about the scheduler.
        return
    for name, scenario in scenarios.items():
        try:
            trajectory = schedule(chain, scenario)
        except ScenarioError as error:
            found.reach[name].lacks[error.lacks] += 1
            continue
        found.reach[name].met += 1
        violations = (
            *check_trajectory(trajectory, events_per_turn=scenario.events_per_turn),
            *_request(trajectory, scenario),
        )
        found.checks[SCHEDULES].record(task_id, name, violations)
        found.checks[WORDS].record(task_id, name, check_words(trajectory, render(trajectory)))


def _answer(domain: Domain, chain: Chain) -> Iterator[Violation]:
    """The verifier must accept the gold answer."""
    verdict = domain.score(f"\\boxed{{{chain.answer}}}", chain.answer)
    if verdict.outcome != "correct":
        message = f"the verifier calls the gold answer {chain.answer!r} {verdict.outcome} (it read {verdict.answer!r})"
        yield Violation("verifier", message, "answer")


def _request(trajectory: Trajectory, scenario: Scenario) -> Iterator[Violation]:
    """A request is met exactly."""
    events = [event for turn in trajectory.turns for event in turn]
    got = {
        "turns": len(trajectory),
        "revisions": sum(isinstance(event, Revise) for event in events),
        "switches": sum(isinstance(event, Switch) for event in events),
        "repeats": sum(not turn for turn in trajectory.turns[1:]),
    }
    asked = {name: getattr(scenario, name) for name in got}
    wrong = [f"{number} {name} instead of {asked[name]}" for name, number in got.items() if number != asked[name]]
    if wrong:
        yield Violation("request", f"the conversation has {', '.join(wrong)}", "turns")
