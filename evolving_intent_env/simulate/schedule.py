"""Scheduling: from a chain and a scenario to a trajectory, before any words.

This is the paper's Algorithm 1 as a search. Its preferred choice comes first: the nearest predecessors, the shared arguments
revised before the others, the paper's placement. Where a chain does not allow that, the nearest choice that it does allow is
taken, so a request is met exactly, or refused with what is short.

Differences from the released code, each deliberate: the nearest predecessor is always the last before the source; nothing is
quietly shortened; an argument that a function needs is said while that function is active wherever possible, so that its
question can be answered; wrong values that would happen to give the true answer together are not chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice

from evolving_intent_env.errors import ProgramError, ScenarioError
from evolving_intent_env.intent.chain import Argument, Chain, Function
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.layout import (
    NEVER,
    Correction,
    Planned,
    Switching,
    event_orders,
    event_turns,
    group_events,
)
from evolving_intent_env.simulate.placement import Item, place
from evolving_intent_env.simulate.scenario import Scenario

_MOST_CHOICES = 200
"""How many choices of revised arguments are tried before a request is refused."""


@dataclass(frozen=True, slots=True)
class _Cast:
    """The functions of one conversation and who needs what.

    Attributes:
        functions: From the opening to the source.
        said: Every argument that will be said, in the chain's order.
        phases: By argument id, the phases whose function needs it, in ascending order; never empty.
    """

    functions: tuple[Function, ...]
    said: tuple[Argument, ...]
    phases: Mapping[str, tuple[int, ...]]

    @property
    def source_phase(self) -> int:
        """The phase of the source function."""
        return len(self.functions) - 1


def schedule(chain: Chain, scenario: Scenario, draws: Draws | None = None) -> Trajectory:
    """Schedules a chain.

    Args:
        chain: The chain.
        scenario: The request.
        draws: Where choices come from in training; None for evaluation, which always takes the preferred choice.

    Returns:
        A trajectory that meets the request exactly.

    Raises:
        ScenarioError: The chain cannot meet it; the message says what is short.
    """
    cast = _cast(chain, scenario.switches, draws)
    pool = _revisable(cast)
    available = sum(len(argument.counterfactuals) for argument in pool)
    if available < scenario.revisions:
        raise ScenarioError(
            f"task {chain.task_id}: {scenario} asks for {scenario.revisions} revisions, but the source's arguments have only "
            f"{available} counterfactual wordings"
        )
    turns = scenario.turns - scenario.repeats
    laid_out = False
    choices = _revision_choices(pool, scenario.revisions, draws)
    for choice in islice(choices, _MOST_CHOICES):
        wordings = _wordings(cast, choice, draws)
        if _cancels(chain, wordings):
            continue
        corrections = _corrections(cast, choice)
        for order in event_orders(scenario, corrections):
            laid_out = True
            groups = group_events(order, scenario.events_per_turn)
            if len(groups) > turns - 1 - (scenario.tail == "reveal"):
                continue
            for places in _placements(scenario, turns, order, len(groups), draws):
                said = _place_arguments(cast, turns, groups, places)
                if said is not None:
                    script = _emit(chain, cast, turns, zip(places, groups, strict=True), said, wordings)
                    return Trajectory(chain, cast.functions[0].id, (*script, *((),) * scenario.repeats))
    raise ScenarioError(f"task {chain.task_id}: {scenario} cannot be met: {_shortage(cast, scenario, laid_out)}")


def _cast(chain: Chain, switches: int, draws: Draws | None) -> _Cast:
    """The nearest predecessors, from far to near, then the source; in training any that end with the nearest."""
    before = chain.predecessors
    if len(before) < switches:
        raise ScenarioError(
            f"task {chain.task_id}: {switches} switches need as many predecessors, but the chain has {len(before)}"
        )
    if draws is None or switches < 2 or len(before) == switches:
        chosen = list(before[:switches])
    else:
        others = sorted(draws.sample(range(1, len(before)), switches - 1))
        chosen = [before[0], *(before[i] for i in others)]
    functions = (*reversed(chosen), chain.source)
    phases: dict[str, list[int]] = {}
    for phase, function in enumerate(functions):
        wanted = list(function.arguments)
        while wanted:
            id_ = wanted.pop()
            entry = phases.setdefault(id_, [])
            if not entry or entry[-1] != phase:
                entry.append(phase)
                wanted.extend(chain.by_id[id_].leans_on)
    said = tuple(argument for argument in chain.arguments if argument.id in phases)
    return _Cast(functions, said, {id_: tuple(entry) for id_, entry in phases.items()})


def _revisable(cast: _Cast) -> list[Argument]:
    """Source arguments with a counterfactual, those first that a predecessor of this conversation shares."""
    source = set(cast.functions[-1].arguments)
    pool = [argument for argument in cast.said if argument.counterfactuals and argument.id in source]
    pool.sort(key=lambda argument: len(cast.phases[argument.id]) == 1)
    return pool


def _revision_choices(pool: Sequence[Argument], count: int, draws: Draws | None) -> Iterator[Mapping[str, int]]:
    """How many corrections each revised argument gets: distinct arguments first, then several wordings of one."""
    if draws is not None and len(pool) >= count > 0:
        yield dict.fromkeys((argument.id for argument in draws.sample(pool, count)), 1)
    for distinct in combinations(pool, count):
        yield {argument.id: 1 for argument in distinct}
    limits = {argument.id: len(argument.counterfactuals) for argument in pool}
    for repeated in combinations_with_replacement([argument.id for argument in pool], count):
        counts = Counter(repeated)
        if len(counts) < count and all(number <= limits[id_] for id_, number in counts.items()):
            yield counts


def _wordings(cast: _Cast, choice: Mapping[str, int], draws: Draws | None) -> dict[str, tuple[str, ...]]:
    """By revised argument: the wordings the user goes through, wrong ones first, the true one last."""
    wordings = {}
    for argument in cast.said:
        number = choice.get(argument.id)
        if number:
            wrong = argument.counterfactuals
            chosen = wrong[:number] if draws is None else draws.sample(wrong, number)
            wordings[argument.id] = (*(variant.text for variant in chosen), argument.text)
    return wordings


def _cancels(chain: Chain, wordings: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether an agent that misses every revision would be right by accident, or the wrong values make no sense together."""
    if not wordings or chain.source.expr is None:
        return False
    said = chain.truth(chain.source.arguments)
    said.update((id_, texts[0]) for id_, texts in wordings.items())
    try:
        wrong = chain.source.expr.evaluate(chain.values(said))
        return wrong == chain.source.expr.evaluate(chain.values(chain.truth(chain.source.arguments)))
    except ProgramError:
        return True


def _corrections(cast: _Cast, choice: Mapping[str, int]) -> list[Correction]:
    """Each correction with the switch it must not come after: the next function that needs the argument."""
    corrections = []
    for position, argument in enumerate(cast.said):
        phases = cast.phases[argument.id]
        deadline = phases[1] if len(phases) > 1 else NEVER
        for step in range(choice.get(argument.id, 0)):
            corrections.append((deadline, position, step, argument.id))
    corrections.sort()
    return [Correction(id_, step, deadline) for deadline, _, step, id_ in corrections]


def _placements(
    scenario: Scenario, turns: int, order: Sequence[Planned], groups: int, draws: Draws | None
) -> Iterator[tuple[int, ...]]:
    ends_on_switch = bool(order) and isinstance(order[-1], Switching)
    corrects_after = bool(scenario.switches) and bool(order) and not ends_on_switch
    options = event_turns(turns, groups, ends_on_switch, corrects_after, scenario.tail)
    if draws is not None and len(options) > 1:
        yield draws.choice(options)
    yield from options


def _place_arguments(
    cast: _Cast, turns: int, groups: Sequence[Sequence[Planned]], places: Sequence[int]
) -> Mapping[str, int] | None:
    """The turn in which each argument is first said; None if some turn would have nothing to say."""
    starts = [0] * len(cast.functions)
    corrected: dict[str, int] = {}
    for turn, group in zip(places, groups, strict=True):
        for event in group:
            if isinstance(event, Switching):
                starts[event.phase] = turn
            else:
                corrected.setdefault(event.argument, turn)
    ends = [*(start - 1 for start in starts[1:]), turns - 1]
    items = [_item(argument, cast, starts, ends, corrected.get(argument.id)) for argument in cast.said]
    if any(item.widest[0] > item.widest[1] for item in items):
        return None
    busy = set(places)
    hungry = [turn for turn in range(turns) if turn not in busy]
    if not cast.functions[0].arguments:
        hungry = hungry[1:]
    return place(items, hungry)


def _item(argument: Argument, cast: _Cast, starts: Sequence[int], ends: Sequence[int], corrected: int | None) -> Item:
    """An argument with its windows.

    It reads best while the first function that needs it is active. One that the source needs may be said at any time; one that
    only predecessors need not before the first of them, and not after the last.
    """
    phases = cast.phases[argument.id]
    first, last = starts[phases[0]], ends[phases[0]]
    shared_with_source = phases[-1] == cast.source_phase
    widest = (0, ends[-1]) if shared_with_source else (first, ends[phases[-1]])
    if corrected is not None:
        # A wrong value is said in an earlier turn than its correction. One that is corrected before the function that needs
        # it can only have been mentioned ahead of time.
        early = corrected <= first
        widest = (0 if early or len(phases) == 1 else first, corrected - 1)
        first, last = (0, corrected - 1) if early else (first, min(last, corrected - 1))
    return Item(argument.id, (first, last), widest, argument.leans_on)


def _emit(
    chain: Chain,
    cast: _Cast,
    turns: int,
    events: Iterator[tuple[int, Sequence[Planned]]],
    said: Mapping[str, int],
    wordings: Mapping[str, tuple[str, ...]],
) -> list[tuple[Event, ...]]:
    """The events of each turn: function, then corrections, then reveals."""
    script: list[list[Event]] = [[] for _ in range(turns)]
    for turn, group in events:
        for event in sorted(group, key=lambda planned: isinstance(planned, Correction)):
            script[turn].append(_event(chain, cast, turn, event, wordings))
    for argument in cast.said:
        turn = said[argument.id]
        text = wordings[argument.id][0] if argument.id in wordings else argument.text
        script[turn].append(
            Reveal(
                event_id=f"reveal-{argument.id}",
                target_id=argument.id,
                scope="task" if argument.id in chain.source_ids else "function",
                source_turn=turn,
                value=text,
            )
        )
    return [tuple(entry) for entry in script]


def _event(
    chain: Chain, cast: _Cast, turn: int, event: Planned, wordings: Mapping[str, tuple[str, ...]]
) -> Switch | Revise:
    if isinstance(event, Correction):
        return Revise(
            event_id=f"revise-{event.argument}-{event.step}",
            target_id=event.argument,
            source_turn=turn,
            value=wordings[event.argument][event.step + 1],
        )
    function = cast.functions[event.phase]
    return Switch(
        event_id=f"switch-{event.phase}",
        target_id=function.id,
        source_turn=turn,
        task=chain.task_id,
        shares=function.arguments,
    )


def _shortage(cast: _Cast, scenario: Scenario, laid_out: bool) -> str:
    """Why a request that has enough predecessors and counterfactuals still cannot be met."""
    if not laid_out:
        wanted = " and ".join(f"{k}={v!r}" for k, v in (("order", scenario.order), ("tail", scenario.tail)) if v)
        late = [a.id for a in _revisable(cast) if len(cast.phases[a.id]) == 1]
        return (
            f"{wanted or 'it'} asks for revisions where the rules do not allow them: an argument that a predecessor shares is "
            f"corrected before the next function needs it, and only {late or 'none'} may be corrected after the last switch"
        )
    events = scenario.revisions + scenario.switches
    quiet = scenario.turns - scenario.repeats - 1 - -(-events // scenario.events_per_turn)
    return (
        f"the opening and {quiet} turns without an event must each say something new, but the {len(cast.said)} arguments of "
        "this conversation do not stretch that far under its corrections and switches"
    )
