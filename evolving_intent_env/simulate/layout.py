"""Which event comes when: orders of corrections and switches, and the turns they fall on.

This is the first half of the paper's Algorithm 1 written as a search: the algorithm's own layout comes first, and
where the arguments do not fit it, the layouts nearest to it follow. So a request that can be met is met exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from math import comb
from operator import lt
from typing import NamedTuple

from evolving_intent_env.simulate.scenario import Order, Scenario, Tail

NEVER = 1_000_000
"""The deadline of a correction that may come after every switch."""


_ALL_PLACES = 2_000
"""Up to so many, every way to place the events is an option; beyond, those within a turn of the preferred one."""


class Correction(NamedTuple):
    """One correction to be placed.

    Attributes:
        argument: The argument's position in its chain.
        step: 0 for the first correction of this argument, 1 for the next.
        deadline: The switch that it must not come after (1 is the first switch), or :data:`NEVER`.
    """

    argument: int
    step: int
    deadline: int


class Switching(NamedTuple):
    """The switch into ``phase``; phase 0 is the opening function."""

    phase: int


Planned = Correction | Switching
Group = tuple[Planned, ...]
"""The events of one turn."""


def event_orders(scenario: Scenario, corrections: Sequence[Correction]) -> Iterator[tuple[Planned, ...]]:
    """Every order of the events that the scenario and the deadlines allow, the preferred one first.

    Without an ``order`` in the scenario the first is Algorithm 1's, and the others serve chains that it does not fit.

    Args:
        scenario: The request.
        corrections: The corrections by deadline, those of one argument in their own order.
    """
    switches = scenario.switches
    if scenario.tail == "switch":
        corrections = [c._replace(deadline=min(c.deadline, switches)) for c in corrections]
    if scenario.order is None:
        preferred = _by_deadline(switches, corrections)
        others = _arrangements(switches, len(corrections))
        patterns: Sequence[str] = (preferred, *(pattern for pattern in others if pattern != preferred))
    else:
        patterns = _patterns(scenario.order, switches, len(corrections))
    last = {"switch": "S", "revision": "R"}.get(scenario.tail or "")
    for pattern in patterns:
        order = _fill(pattern, corrections)
        if order is not None and (last is None or pattern[-1:] == last):
            yield order


def _by_deadline(switches: int, corrections: Sequence[Correction]) -> str:
    """Algorithm 1: before each switch the corrections that it needs, the others at the end."""
    pattern = ""
    for switch in range(1, switches + 1):
        pattern += "R" * sum(c.deadline == switch for c in corrections) + "S"
    return pattern + "R" * sum(c.deadline > switches for c in corrections)


@lru_cache(maxsize=256)
def _patterns(order: Order, switches: int, revisions: int) -> tuple[str, ...]:
    """The sequences of S and R that an order means; interleaved are those with the shortest runs."""
    if order == "switches_first":
        return ("S" * switches + "R" * revisions,)
    if order == "revisions_first":
        return ("R" * revisions + "S" * switches,)
    by_run: dict[int, list[str]] = {}
    for pattern in _arrangements(switches, revisions):
        runs = pattern.replace("RS", "R S").replace("SR", "S R").split()
        by_run.setdefault(max(map(len, runs)), []).append(pattern)
    return tuple(by_run[min(by_run)])


@lru_cache(maxsize=256)
def _arrangements(switches: int, revisions: int) -> tuple[str, ...]:
    """Every sequence of so many S and R, those with early R first."""
    length = switches + revisions
    places = combinations(range(length), revisions)
    return tuple("".join("R" if i in chosen else "S" for i in range(length)) for chosen in places)


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


def group_events(order: Sequence[Planned], per_turn: int) -> tuple[Group, ...]:
    """Packs the events into turns: ``per_turn`` to a turn, but one switch at most, and no argument corrected twice."""
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


@lru_cache(maxsize=1024)
def event_turns(turns: int, groups: int, ending: str, tail: Tail | None) -> tuple[tuple[int, ...], ...]:
    """The turns that the groups of events may fall on, the paper's placement first, then by distance from it.

    Args:
        turns: User turns without repeats.
        groups: Groups of events.
        ending: How the events end: on the ``"switch"`` to the source, on a ``"correction"`` after it, or, without any
            switch, ``"plain"``.
        tail: The scenario's tail.
    """
    if groups == 0:
        return ((),)
    last = turns - 1
    pinned = tail in ("switch", "revision") or (tail is None and ending == "switch")
    usable = range(1, last if tail == "reveal" else turns)
    if tail == "reveal":
        preferred = tuple(1 + i * (turns - 2) // groups for i in range(groups))
    elif pinned:
        preferred = (*(1 + i * (turns - 2) // max(groups - 1, 1) for i in range(groups - 1)), last)
    elif ending == "correction":
        preferred = tuple(1 + i * (turns - 2) // max(groups - 1, 1) for i in range(groups))
    else:
        preferred = tuple(1 + i * (turns - 1) // groups for i in range(groups))
    must_end = tail in ("switch", "revision")
    if comb(len(usable), groups) <= _ALL_PLACES:
        options = [places for places in combinations(usable, groups) if not must_end or places[-1] == last]
    else:
        shifts = islice(product((0, -1, 1), repeat=groups), _ALL_PLACES)
        moved = (tuple(place + shift for place, shift in zip(preferred, s, strict=True)) for s in shifts)
        options = [p for p in moved if p[0] >= 1 and all(map(lt, p, p[1:])) and p[-1] in usable]
        options = [places for places in options if not must_end or places[-1] == last]
    options.sort(key=lambda places: (sum(abs(a - b) for a, b in zip(places, preferred, strict=True)), places))
    return tuple(options)
