"""Which event comes when: orders of corrections and switches, and the turns they fall on.

This is the first half of the paper's Algorithm 1 (SPEC of the release: event order and placement), written as a search: the
algorithm's own layout comes first, and where the arguments do not fit it, the layouts nearest to it follow. So a request that
can be met is met exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from evolving_intent_env.simulate.scenario import Order, Scenario


class Correction(NamedTuple):
    """One scheduled correction.

    Attributes:
        argument: The argument's id.
        step: 0 for the first correction of this argument, 1 for the next.
        deadline: The switch that it must not come after (1 is the first switch); ``NEVER`` for none.
    """

    argument: str
    step: int
    deadline: int


class Switching(NamedTuple):
    """The switch into phase ``phase``; phase 0 is the opening function."""

    phase: int


Planned = Correction | Switching

NEVER = 1_000_000


def event_orders(scenario: Scenario, corrections: Sequence[Correction]) -> Iterator[tuple[Planned, ...]]:
    """Every order of the events that the scenario and the deadlines allow, the preferred one first.

    Args:
        scenario: The request.
        corrections: The corrections by deadline, those of one argument in their own order.
    """
    switches = scenario.switches
    if scenario.tail == "switch":
        corrections = [c._replace(deadline=min(c.deadline, switches)) for c in corrections]
    if scenario.order is None:
        patterns: Sequence[str] = (_by_deadline(switches, corrections),)
    else:
        patterns = _patterns(scenario.order, switches, len(corrections))
    for pattern in patterns:
        order = _fill(pattern, corrections)
        if order is None or (scenario.tail == "switch" and pattern[-1] != "S"):
            continue
        if scenario.tail == "revision" and pattern[-1] != "R":
            continue
        yield order


def _by_deadline(switches: int, corrections: Sequence[Correction]) -> str:
    """Algorithm 1: before each switch the corrections that it needs, the others at the end."""
    pattern = ""
    for switch in range(1, switches + 1):
        pattern += "R" * sum(c.deadline == switch for c in corrections) + "S"
    return pattern + "R" * sum(c.deadline > switches for c in corrections)


@lru_cache(maxsize=256)
def _patterns(order: Order, switches: int, revisions: int) -> tuple[str, ...]:
    """The sequences of S and R that an order means."""
    if order == "switches_first":
        return ("S" * switches + "R" * revisions,)
    if order == "revisions_first":
        return ("R" * revisions + "S" * switches,)
    length = switches + revisions
    arranged = []
    for places in combinations(range(length), revisions):
        pattern = "".join("R" if i in places else "S" for i in range(length))
        longest = max(len(run) for run in pattern.replace("RS", "R S").replace("SR", "S R").split())
        arranged.append((longest, pattern))
    shortest = min(arranged)[0]
    return tuple(pattern for longest, pattern in arranged if longest == shortest)


def _fill(pattern: str, corrections: Sequence[Correction]) -> tuple[Planned, ...] | None:
    """The pattern with its events; None if a correction would come after its deadline."""
    waiting = iter(corrections)
    order: list[Planned] = []
    switched = 0
    for kind in pattern:
        if kind == "S":
            switched += 1
            order.append(Switching(switched))
            continue
        correction = next(waiting)
        if correction.deadline <= switched:
            return None
        order.append(correction)
    return tuple(order)


def group_events(order: Sequence[Planned], per_turn: int) -> tuple[tuple[Planned, ...], ...]:
    """Packs the events into turns: at most ``per_turn`` to a turn, one switch at most, no argument corrected twice."""
    groups: list[list[Planned]] = []
    for event in order:
        if groups and len(groups[-1]) < per_turn and _may_join(event, groups[-1]):
            groups[-1].append(event)
        else:
            groups.append([event])
    return tuple(tuple(group) for group in groups)


def _may_join(event: Planned, group: Sequence[Planned]) -> bool:
    if isinstance(event, Switching):
        return not any(isinstance(other, Switching) for other in group)
    return all(isinstance(other, Switching) or other.argument != event.argument for other in group)


@lru_cache(maxsize=4096)
def event_turns(turns: int, groups: int, ends_on_source_switch: bool, corrects_after: bool, tail: str | None) -> tuple[
    tuple[int, ...], ...
]:
    """The turns that the groups of events may fall on, the paper's placement first, then by distance from it.

    Args:
        turns: User turns without repeats.
        groups: Groups of events.
        ends_on_source_switch: Whether the last event is the switch to the source function.
        corrects_after: Whether a correction follows that switch.
        tail: The scenario's tail.
    """
    if groups == 0:
        return ((),)
    last = turns - 1
    if tail == "reveal":
        usable = range(1, last)
        first_choice = tuple(1 + i * (turns - 2) // groups for i in range(groups))
    else:
        usable = range(1, turns)
        if tail is not None or (ends_on_source_switch and not corrects_after):
            spread = [1 + i * (turns - 2) // max(groups - 1, 1) for i in range(groups - 1)]
            first_choice = (*spread, last)
        elif corrects_after:
            first_choice = tuple(1 + i * (turns - 2) // max(groups - 1, 1) for i in range(groups))
        else:
            first_choice = tuple(1 + i * (turns - 1) // groups for i in range(groups))
    options = [places for places in combinations(usable, groups) if tail in (None, "reveal") or places[-1] == last]
    options.sort(key=lambda places: (sum(abs(a - b) for a, b in zip(places, first_choice, strict=True)), places))
    return tuple(options)
