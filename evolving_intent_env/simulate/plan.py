"""From the shape of a chain to the conversations it can carry: who says what in which turn, without any words.

Plans depend on positions only, so chains of one shape (all instances of a story, say) share them, and each is found
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, islice
from typing import NamedTuple

from evolving_intent_env.intent.chain import Shape
from evolving_intent_env.simulate.layout import (
    NEVER,
    Correction,
    Group,
    Planned,
    Switching,
    event_orders,
    event_turns,
    group_events,
)
from evolving_intent_env.simulate.placement import Item, place
from evolving_intent_env.simulate.scenario import Scenario

MOST_CHOICES = 64
"""How many choices of revised arguments are considered."""

MOST_PLANS = 32
"""How many plans are kept for one choice; training picks among them."""

_MOST_TRIED = 1_000
"""How many layouts are tried for one choice, the preferred ones first; up to ten turns that is nearly always all."""

Choice = tuple[tuple[int, int], ...]
"""Revised arguments with the number of their corrections, by position."""


@dataclass(frozen=True, eq=False)
class Cast:
    """The functions of one conversation, and who needs what.

    Attributes:
        predecessors: Their positions in the chain, in the order of the conversation (the farthest first).
        said: Positions of every argument that will be said, ascending.
        phases: By position, the phases whose function needs the argument, ascending; phase 0 is the opening, the last
            phase the source.
        revisable: Positions of source arguments with a counterfactual, those first that a predecessor shares.
        counterfactuals: By position, how many wrong wordings there are.
        leans_on: By position, what the argument leans on.
    """

    predecessors: tuple[int, ...]
    said: tuple[int, ...]
    phases: Mapping[int, tuple[int, ...]]
    revisable: tuple[int, ...]
    counterfactuals: tuple[int, ...]
    leans_on: tuple[tuple[int, ...], ...]

    @cached_property
    def opens_with_facts(self) -> bool:
        """Whether the opening function needs any argument."""
        return any(phases[0] == 0 for phases in self.phases.values())

    @cached_property
    def revisable_wordings(self) -> int:
        """How many wrong wordings there are that the user could begin with."""
        return sum(self.counterfactuals[argument] for argument in self.revisable)

    @property
    def source_phase(self) -> int:
        """The phase of the source function."""
        return len(self.predecessors)


class Plan(NamedTuple):
    """One conversation by position.

    Attributes:
        events: By turn, its switch and corrections, in the order they are said.
        reveals: By turn, the arguments first said in it, ascending.
    """

    events: tuple[Group, ...]
    reveals: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16_384)
def cast_for(shape: Shape, predecessors: tuple[int, ...]) -> Cast:
    """Who needs what when these predecessors come before the source.

    Args:
        shape: The chain's shape.
        predecessors: Positions of predecessors, in the order of the conversation.
    """
    phases: dict[int, list[int]] = {}
    for phase, needed in enumerate((*(shape.predecessors[p] for p in predecessors), shape.source)):
        wanted = list(needed)
        while wanted:
            argument = wanted.pop()
            entry = phases.setdefault(argument, [])
            if not entry or entry[-1] != phase:
                entry.append(phase)
                wanted.extend(shape.leans_on[argument])
    revisable = sorted(
        (argument for argument in shape.source if shape.counterfactuals[argument]),
        key=lambda argument: (len(phases[argument]) == 1, argument),
    )
    return Cast(
        predecessors=predecessors,
        said=tuple(sorted(phases)),
        phases={argument: tuple(entry) for argument, entry in phases.items()},
        revisable=tuple(revisable),
        counterfactuals=shape.counterfactuals,
        leans_on=shape.leans_on,
    )


def hungry_turns(cast: Cast, scenario: Scenario) -> int:
    """How many turns must say something new at the least: the opening, and those that no transition can fill."""
    quiet = scenario.turns - scenario.repeats - 1 - scenario.revisions - scenario.switches
    return max(quiet, 0) + cast.opens_with_facts


@lru_cache(maxsize=16_384)
def choices_for(cast: Cast, revisions: int) -> tuple[Choice, ...]:
    """What could be revised: distinct arguments first, then several wordings of one."""
    return tuple(islice(_choices(cast, revisions), MOST_CHOICES))


def _choices(cast: Cast, revisions: int) -> Iterator[Choice]:
    for distinct in combinations(cast.revisable, revisions):
        yield tuple((argument, 1) for argument in distinct)
    for repeated in combinations_with_replacement(cast.revisable, revisions):
        counts = Counter(repeated)
        if len(counts) < revisions and all(n <= cast.counterfactuals[argument] for argument, n in counts.items()):
            yield tuple(counts.items())


@lru_cache(maxsize=16_384)
def plans_for(cast: Cast, scenario: Scenario, choice: Choice) -> tuple[Plan, ...]:
    """The plans for a choice of revisions, the preferred one first; empty if it cannot be placed.

    Plans that say each argument while a function that needs it is active are all that is returned, if there are any.
    """
    layouts = list(islice(_layouts(cast, scenario, choice), _MOST_TRIED))
    natural = tuple(islice(_plans(cast, scenario, layouts, natural=True), MOST_PLANS))
    return natural or tuple(islice(_plans(cast, scenario, layouts, natural=False), MOST_PLANS))


def _layouts(cast: Cast, scenario: Scenario, choice: Choice) -> Iterator[tuple[tuple[int, ...], tuple[Group, ...]]]:
    """Turns with the groups of events that fall on them, Algorithm 1's layout first."""
    turns = scenario.turns - scenario.repeats
    for order in event_orders(scenario, corrections_of(cast, choice)):
        groups = group_events(order, scenario.events_per_turn)
        if len(groups) > turns - 1 - (scenario.tail == "reveal"):
            continue
        ending = "plain" if not scenario.switches else "switch" if isinstance(order[-1], Switching) else "correction"
        for places in event_turns(turns, len(groups), ending, scenario.tail):
            yield places, groups


def _plans(
    cast: Cast, scenario: Scenario, layouts: Sequence[tuple[tuple[int, ...], tuple[Group, ...]]], *, natural: bool
) -> Iterator[Plan]:
    turns = scenario.turns - scenario.repeats
    for places, groups in layouts:
        said = _first_said(cast, turns, groups, places, natural=natural)
        if said is not None:
            yield _plan(turns, dict(zip(places, groups, strict=True)), said)


def corrections_of(cast: Cast, choice: Choice) -> list[Correction]:
    """Each correction; its deadline is the switch to the next function that needs the argument."""
    corrections: list[Correction] = []
    for argument, count in choice:
        phases = cast.phases[argument]
        deadline = phases[1] if len(phases) > 1 else NEVER
        corrections.extend(Correction(argument, step, deadline) for step in range(count))
    return sorted(corrections, key=lambda c: (c.deadline, c.argument, c.step))


def _first_said(
    cast: Cast, turns: int, groups: Sequence[Group], places: Sequence[int], *, natural: bool
) -> Mapping[int, int] | None:
    """The turn in which each argument is first said; None if some turn would have nothing to say."""
    starts = [0] * (cast.source_phase + 1)
    corrected: dict[int, int] = {}
    for turn, group in zip(places, groups, strict=True):
        for event in group:
            if isinstance(event, Switching):
                starts[event.phase] = turn
            else:
                corrected.setdefault(event.argument, turn)
    ends = [*(start - 1 for start in starts[1:]), turns - 1]
    items = [_item(cast, argument, starts, ends, corrected.get(argument)) for argument in cast.said]
    busy = set(places)
    hungry = [turn for turn in range(0 if cast.opens_with_facts else 1, turns) if turn not in busy]
    return place(items, hungry, natural=natural)


def _item(cast: Cast, argument: int, starts: Sequence[int], ends: Sequence[int], corrected: int | None) -> Item:
    """An argument with its windows.

    It reads best while the first function that needs it is active. One that the source needs may be said at any time;
    one that only predecessors need neither before the first of them nor after the last.
    """
    phases = cast.phases[argument]
    first, last = starts[phases[0]], ends[phases[0]]
    widest = (0, ends[-1]) if phases[-1] == cast.source_phase else (first, ends[phases[-1]])
    if corrected is not None:
        # A wrong value is said in an earlier turn than its correction. If the correction comes before the first
        # function that needs it, the wrong value was mentioned ahead of time; one that a later function shares must
        # not be, or that first function would already be a later one.
        early = corrected <= first
        widest = (0 if early or len(phases) == 1 else first, corrected - 1)
        first, last = (0, corrected - 1) if early else (first, min(last, corrected - 1))
    return Item(argument, (first, last), widest, cast.leans_on[argument])


def _plan(turns: int, groups: Mapping[int, Group], said: Mapping[int, int]) -> Plan:
    reveals: list[list[int]] = [[] for _ in range(turns)]
    for argument, turn in sorted(said.items()):
        reveals[turn].append(argument)
    events = (tuple(sorted(groups.get(turn, ()), key=_corrections_last)) for turn in range(turns))
    return Plan(tuple(events), tuple(tuple(entry) for entry in reveals))


def _corrections_last(event: Planned) -> bool:
    return isinstance(event, Correction)
