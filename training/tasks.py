"""Which tasks a run uses: by split, story, and a hash over their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.domains.loading import load_bank
from evolving_intent_env.domains.registry import ENV_IDS
from evolving_intent_env.errors import BankError, ConfigError, ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.program import Expr, Number
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.scenario import Scenario
from evolving_intent_env.simulate.schedule import schedule
from training.config import Part, Tasks

_HELD_OUT = 0.1
"""The share of each of the parts ``dev`` and ``test``."""
_MOST_LOOKED_AT = 10_000
"""How many tasks in a row may fail to fit before a request counts as impossible."""


def bank_of(tasks: Tasks) -> Bank:
    """The bank that the tasks come from.

    Raises:
        ConfigError: There is no such environment, or its tasks were left to be found.
    """
    if tasks.env not in ENV_IDS:
        raise ConfigError(f"env {tasks.env!r} is unknown; there are {', '.join(ENV_IDS)}")
    if tasks.source == "auto":
        raise ConfigError("source 'auto' may mean other data elsewhere; name the source in the settings")
    return load_bank(ENV_IDS[tasks.env], tasks.source, tasks.split)


def task_stream(bank: Bank, tasks: Tasks, *identity: str | int) -> Iterator[Chain]:
    """Tasks in random order, without end and with repetition.

    Args:
        bank: The bank.
        tasks: Which of its tasks.
        *identity: What the order depends on.

    Raises:
        BankError: No task fits.
    """
    draws = Draws("training tasks", *identity)
    stories = None if tasks.stories is None else frozenset(tasks.stories)
    refused = 0
    while refused < _MOST_LOOKED_AT:
        task_id = bank.task_ids[draws.below(len(bank.task_ids))]
        # The bank names a task after its story; making each chain just to see whose it is would take long.
        fits = stories is None or task_id.rpartition("-")[0] in stories
        chain = bank.chain(task_id) if fits else None
        if chain is None or not _fits(chain, tasks):
            refused += 1
            continue
        refused = 0
        yield chain
    raise BankError(f"none of {refused} tasks in a row fits {tasks}", file=bank.source)


def next_task(tasks: Iterator[Chain], scenario: Scenario, source: str) -> Chain:
    """The next task of a stream that can meet a scenario.

    Args:
        tasks: The stream.
        scenario: The scenario.
        source: Where the tasks come from, for the message.

    Raises:
        BankError: None of many tasks in a row can.
    """
    for chain in islice(tasks, _MOST_LOOKED_AT):
        if meets(chain, scenario):
            return chain
    raise BankError(f"none of {_MOST_LOOKED_AT} tasks in a row can meet {scenario}", file=source)


def distinct_tasks(
    bank: Bank, tasks: Tasks, count: int, scenarios: list[Scenario], *identity: str | int
) -> tuple[str, ...]:
    """Ids of ``count`` different tasks that can meet every scenario.

    Raises:
        BankError: There are not so many.
    """
    chosen: dict[str, None] = {}
    refused = 0
    for chain in task_stream(bank, tasks, *identity):
        if chain.task_id in chosen or not all(meets(chain, scenario) for scenario in scenarios):
            refused += 1
            if refused == _MOST_LOOKED_AT:
                raise BankError(f"only {len(chosen)} of {count} tasks were found for {tasks}", file=bank.source)
            continue
        refused = 0
        chosen[chain.task_id] = None
        if len(chosen) == count:
            break
    return tuple(chosen)


def meets(chain: Chain, scenario: Scenario) -> bool:
    """Whether a task can meet a scenario."""
    try:
        schedule(chain, scenario)
    except ScenarioError:
        return False
    return True


def _fits(chain: Chain, tasks: Tasks) -> bool:
    if tasks.part is not None and part_of(chain) != tasks.part:
        return False
    return tasks.largest is None or largest_number(chain) <= tasks.largest


def largest_number(chain: Chain) -> Number:
    """The largest number that the task says, or that is come to on the way to any of its answers."""
    values = chain.true_values
    programs = [function.expr for function in chain.functions.values() if function.expr is not None]
    return max([*values.values(), *(result for program in programs for result in _results(program, values))])


def _results(expr: Expr, values: Mapping[str, Number]) -> Iterator[Number]:
    yield expr.evaluate(values)
    for part in expr.parts:
        yield from _results(part, values)


def part_of(chain: Chain) -> Part:
    """The part that a task falls into: by its story and its numbers, not by names, things or wording."""
    key = repr((chain.original_id, sorted((name, str(value)) for name, value in chain.true_values.items())))
    share = int.from_bytes(sha256(key.encode()).digest()[:8], "big") / 2**64
    return "dev" if share < _HELD_OUT else "test" if share < 2 * _HELD_OUT else "train"
