"""Scheduling: from a chain and a scenario to a trajectory, before any words.

This is the paper's Algorithm 1 as a search (see ``plan`` and ``layout``). Its preferred choice comes first: the nearest
predecessors, shared arguments revised before others, the paper's placement. Where a chain does not allow that, the
nearest choice that it does allow is taken, so a request is met exactly, or refused with what is short.

Differences from the released code, each deliberate: the nearest predecessor is always the last before the source;
nothing is quietly shortened; an argument is said while a function that needs it is active wherever possible, so that
its question can be answered; wrong values that would happen to give the true answer together are not chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evolving_intent_env.errors import ProgramError, ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.layout import Planned, Switching, event_orders
from evolving_intent_env.simulate.plan import (
    Cast,
    Choice,
    Plan,
    cast_for,
    choices_for,
    corrections_of,
    hungry_turns,
    plans_for,
)
from evolving_intent_env.simulate.scenario import Scenario

Wordings = Mapping[int, tuple[str, ...]]
"""By revised argument: the wordings the user goes through, wrong ones first, the true one last."""


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
    cast = cast_for(chain.shape, _predecessors(chain, scenario.switches, draws))
    if cast.revisable_wordings < scenario.revisions:
        raise ScenarioError(
            f"task {chain.task_id}: {scenario} asks for {scenario.revisions} revisions, but the source's arguments "
            f"have only {cast.revisable_wordings} counterfactual wordings",
            lacks="counterfactuals",
        )
    choices = _choices(cast, scenario.revisions, draws) if hungry_turns(cast, scenario) <= len(cast.said) else ()
    for choice in choices:
        plans = plans_for(cast, scenario, choice)
        if not plans:
            continue
        wordings = _wordings(chain, choice, draws)
        if not _cancels(chain, wordings):
            plan = plans[0] if draws is None else draws.choice(plans)
            return _emit(chain, cast, plan, wordings, scenario.repeats)
    lacks, why = _shortage(chain, cast, scenario)
    raise ScenarioError(f"task {chain.task_id}: {scenario} cannot be met: {why}", lacks=lacks)


def _predecessors(chain: Chain, switches: int, draws: Draws | None) -> tuple[int, ...]:
    """The nearest predecessors from far to near; in training any that end with the nearest."""
    stored = len(chain.predecessors)
    if stored < switches:
        raise ScenarioError(
            f"task {chain.task_id}: {switches} switches need as many predecessors, but the chain has {stored}",
            lacks="predecessors",
        )
    if draws is None or switches < 2 or stored == switches:
        return tuple(range(switches - 1, -1, -1))
    return (*sorted(draws.sample(range(1, stored), switches - 1), reverse=True), 0)


def _choices(cast: Cast, revisions: int, draws: Draws | None) -> Iterator[Choice]:
    choices = choices_for(cast, revisions)
    if draws is not None and len(choices) > 1:
        yield draws.choice(choices)
    yield from choices


def _wordings(chain: Chain, choice: Choice, draws: Draws | None) -> Wordings:
    wordings = {}
    for position, count in choice:
        argument = chain.arguments[position]
        wrong = argument.counterfactuals
        chosen = wrong[:count] if draws is None else draws.sample(wrong, count)
        wordings[position] = (*(variant.text for variant in chosen), argument.text)
    return wordings


def _cancels(chain: Chain, wordings: Wordings) -> bool:
    """Whether an agent that misses every revision would be right by accident.

    A single wrong value always changes the answer, so only several can cancel.
    """
    if len(wordings) < 2 or chain.source.expr is None:
        return False
    values = dict(chain.true_values)
    for position, texts in wordings.items():
        values.update(chain.arguments[position].values_in(texts[0]))
    try:
        return chain.source.expr.evaluate(values) == chain.true_value
    except ProgramError:
        return True


def _emit(chain: Chain, cast: Cast, plan: Plan, wordings: Wordings, repeats: int) -> Trajectory:
    """The events of each turn: function, then corrections, then reveals."""
    functions = (*(chain.predecessors[position] for position in cast.predecessors), chain.source)
    script: list[tuple[Event, ...]] = []
    for turn, (planned, revealed) in enumerate(zip(plan.events, plan.reveals, strict=True)):
        events: list[Event] = []
        for event in planned:
            if isinstance(event, Switching):
                function = functions[event.phase]
                events.append(
                    Switch(
                        event_id=f"switch-{event.phase}",
                        target_id=function.id,
                        source_turn=turn,
                        task=chain.task_id,
                        shares=function.arguments,
                    )
                )
            else:
                id_ = chain.arguments[event.argument].id
                value = wordings[event.argument][event.step + 1]
                events.append(
                    Revise(event_id=f"revise-{id_}-{event.step}", target_id=id_, source_turn=turn, value=value)
                )
        for position in revealed:
            argument = chain.arguments[position]
            events.append(
                Reveal(
                    event_id=f"reveal-{argument.id}",
                    target_id=argument.id,
                    scope="task" if argument.id in chain.source_ids else "function",
                    source_turn=turn,
                    value=wordings[position][0] if position in wordings else argument.text,
                )
            )
        script.append(tuple(events))
    return Trajectory(chain, functions[0].id, (*script, *((),) * repeats))


def _shortage(chain: Chain, cast: Cast, scenario: Scenario) -> tuple[str, str]:
    """Why a request that has enough predecessors and counterfactuals still cannot be met: in a word, and in full."""
    choices = choices_for(cast, scenario.revisions)
    hungry = hungry_turns(cast, scenario)
    if hungry > len(cast.said):
        return "arguments", (
            f"{hungry} turns, the opening and those without a transition, must each say something new, but this "
            f"conversation has {len(cast.said)} arguments"
        )
    if not any(_has_order(cast, scenario, choice) for choice in choices):
        wanted = " and ".join(f"{k}={v!r}" for k, v in (("order", scenario.order), ("tail", scenario.tail)) if v)
        free = [chain.arguments[p].id for p in cast.revisable if len(cast.phases[p]) == 1]
        return "places for revisions", (
            f"{wanted} asks for revisions where the rules do not allow them: an argument that a predecessor shares is "
            f"corrected before the next function needs it, and only {', '.join(free) or 'none'} may be corrected after "
            "the last switch"
        )
    if any(plans_for(cast, scenario, choice) for choice in choices):
        return "counterfactuals", "every choice of wrong values would give the true answer"
    packed = f", {scenario.events_per_turn} transitions to a turn" if scenario.events_per_turn > 1 else ""
    return "arguments", (
        f"the opening and each turn without a transition must say something new, and the {len(cast.said)} arguments of "
        f"this conversation do not stretch that far around its corrections and switches{packed}"
    )


def _has_order(cast: Cast, scenario: Scenario, choice: Choice) -> bool:
    orders: Iterator[tuple[Planned, ...]] = event_orders(scenario, corrections_of(cast, choice))
    return next(orders, None) is not None
