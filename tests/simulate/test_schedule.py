"""The scheduler: every invariant on random chains, requests met exactly, refusals justified by exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evolving_intent_env.errors import ConfigError, ProgramError, ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.invariants import check_trajectory
from evolving_intent_env.intent.serial import canonical_json, trajectory_to_json
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.scenario import PRESETS, Scenario, resolve_scenario, scenario_from_json
from evolving_intent_env.simulate.schedule import schedule
from tests.strategies import chains, chains_without_programs


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    revisions, switches = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    order = draw(st.sampled_from([None, "interleaved", "switches_first", "revisions_first"]))
    tail = draw(st.sampled_from([None, None, "switch", "reveal", "revision"]))
    try:
        return Scenario(
            turns=draw(st.integers(1, 10)),
            revisions=revisions,
            switches=switches,
            order=order if revisions and switches else None,
            tail=tail,
            events_per_turn=draw(st.sampled_from([1, 1, 1, 2, 3])),
            repeats=draw(st.sampled_from([0, 0, 0, 2])),
        )
    except ConfigError:
        return PRESETS[draw(st.sampled_from(list(PRESETS)))]


def try_schedule(chain: Chain, scenario: Scenario, draws: Draws | None = None) -> Trajectory | None:
    try:
        return schedule(chain, scenario, draws)
    except ScenarioError:
        return None


def assert_met(trajectory: Trajectory, scenario: Scenario) -> None:
    events = [event for turn in trajectory.turns for event in turn]
    kinds = [type(event) for event in events if isinstance(event, Revise | Switch)]
    assert len(trajectory) == scenario.turns
    assert kinds.count(Revise) == scenario.revisions
    assert kinds.count(Switch) == scenario.switches
    said = trajectory.turns[: scenario.turns - scenario.repeats]
    assert all(said[1:])
    assert trajectory.turns[len(said) :] == ((),) * scenario.repeats
    if trajectory.chain.functions[trajectory.start].arguments:
        assert said[0]
    last = said[-1]
    revised = [turn for turn, turn_events in enumerate(said) for e in turn_events if isinstance(e, Revise)]
    switched = [turn for turn, turn_events in enumerate(said) for e in turn_events if isinstance(e, Switch)]
    if scenario.order == "switches_first":
        assert max(switched) <= min(revised)
    if scenario.order == "revisions_first":
        assert max(revised) <= min(switched)
    if scenario.order == "interleaved" and scenario.revisions == scenario.switches and scenario.events_per_turn == 1:
        kinds_in_turn = [turn in revised for turn in sorted(revised + switched)]
        assert all(before != after for before, after in pairwise(kinds_in_turn))
    if scenario.tail == "switch":
        assert any(isinstance(event, Switch) and event.target_id == "source" for event in last)
    if scenario.tail == "reveal":
        assert all(isinstance(event, Reveal) for event in last)
    if scenario.tail == "revision":
        assert any(isinstance(event, Revise) for event in last)


@settings(max_examples=400)
@given(chains() | chains_without_programs(), scenarios(), st.none() | st.integers(0, 50))
def test_a_request_is_met_exactly_or_refused(chain: Chain, scenario: Scenario, seed: int | None) -> None:
    trajectory = try_schedule(chain, scenario, None if seed is None else Draws("test", seed))
    assume(trajectory is not None)
    assert trajectory is not None
    assert_met(trajectory, scenario)
    assert check_trajectory(trajectory, events_per_turn=scenario.events_per_turn) == ()
    assert trajectory.golds[-1] == chain.answer


@settings(max_examples=100)
@given(chains(), scenarios(), st.integers(0, 10**9))
def test_the_same_request_gives_the_same_bytes_whatever_came_before(
    chain: Chain, scenario: Scenario, seed: int
) -> None:
    def attempt() -> list[str | None]:
        made = [try_schedule(chain, scenario), try_schedule(chain, scenario, Draws("x", seed))]
        return [None if t is None else canonical_json(trajectory_to_json(t)) for t in made]

    before = attempt()
    for preset in PRESETS.values():
        try_schedule(chain, preset, Draws("noise", seed))
    assert attempt() == before


@settings(max_examples=150)
@given(chains(), st.integers(0, 2), st.integers(0, 2), st.integers(1, 4))
def test_a_refusal_is_justified(chain: Chain, revisions: int, switches: int, turns: int) -> None:
    assume(len(chain.arguments) <= 4)
    assume(turns >= 1 + revisions + switches)
    scenario = Scenario(turns=turns, revisions=revisions, switches=switches)
    if try_schedule(chain, scenario) is None:
        assert next(lawful_trajectories(chain, scenario), None) is None


def lawful_trajectories(chain: Chain, scenario: Scenario) -> Iterator[Trajectory]:
    """Every trajectory of a small request that the invariants allow, found by trying everything."""
    if len(chain.predecessors) < scenario.switches:
        return
    functions = [*reversed(chain.predecessors[: scenario.switches]), chain.source]
    said = {id_ for function in functions for id_ in function.arguments}
    for argument in reversed(chain.arguments):
        if argument.id in said:
            said.update(argument.leans_on)
    ids = [argument.id for argument in chain.arguments if argument.id in said]
    revisable = [id_ for id_ in chain.source.arguments if chain.by_id[id_].counterfactuals]
    for choice in combinations_with_replacement(revisable, scenario.revisions):
        if any(choice.count(id_) > len(chain.by_id[id_].counterfactuals) for id_ in choice) or cancels(chain, choice):
            continue
        kinds = ["switch"] * scenario.switches + list(choice)
        for places in combinations(range(1, scenario.turns), len(kinds)):
            for order in set(permutations(kinds)):
                for turns in product(range(scenario.turns), repeat=len(ids)):
                    script = dict(zip(places, order, strict=True))
                    if all(turn in script or turn in turns for turn in range(1, scenario.turns)):
                        trajectory = build(chain, functions, script, dict(zip(ids, turns, strict=True)), scenario.turns)
                        opens = bool(trajectory.turns[0]) or not functions[0].arguments
                        if opens and not check_trajectory(trajectory):
                            yield trajectory


def cancels(chain: Chain, choice: tuple[str, ...]) -> bool:
    if len(set(choice)) < 2 or chain.source.expr is None:
        return False
    said = chain.truth()
    said.update((id_, chain.by_id[id_].counterfactuals[0].text) for id_ in choice)
    try:
        return chain.gold("source", said) == chain.answer
    except ProgramError:
        return True


def build(chain: Chain, functions: list, script: dict[int, str], said: dict[str, int], turns: int) -> Trajectory:
    steps: dict[str, int] = {}
    wordings = {}
    for id_ in said:
        argument = chain.by_id[id_]
        count = list(script.values()).count(id_)
        wordings[id_] = (*(c.text for c in argument.counterfactuals[:count]), argument.text)
    phase = 0
    rows: list[tuple[Event, ...]] = []
    for turn in range(turns):
        events: list[Event] = []
        what = script.get(turn)
        if what == "switch":
            phase += 1
            events.append(
                Switch(
                    event_id=f"s{phase}",
                    target_id=functions[phase].id,
                    source_turn=turn,
                    task=chain.task_id,
                    shares=functions[phase].arguments,
                )
            )
        elif what is not None:
            steps[what] = steps.get(what, 0) + 1
            value = wordings[what][steps[what]]
            events.append(Revise(event_id=f"r{turn}", target_id=what, source_turn=turn, value=value))
        for id_, at in said.items():
            if at == turn:
                scope = "task" if id_ in chain.source_ids else "function"
                events.append(
                    Reveal(event_id=f"v-{id_}", target_id=id_, scope=scope, source_turn=turn, value=wordings[id_][0])
                )
        rows.append(tuple(events))
    return Trajectory(chain, functions[0].id, tuple(rows))


def test_an_impossible_request_says_what_is_short() -> None:
    from evolving_intent_env.domains.grade_school.bank import GradeSchool

    bank = GradeSchool().load("builtin", "test-easy")
    chain = bank.chain(bank.task_ids[0])
    for scenario, words in (
        (Scenario(turns=30, switches=20), "20 switches need as many predecessors"),
        (Scenario(turns=30, revisions=20), "20 revisions, but the source's arguments have only"),
        (Scenario(turns=30), "must each say something new"),
        (Scenario(turns=30, revisions=9, switches=1, order="switches_first"), "asks for|revisions"),
    ):
        with pytest.raises(ScenarioError, match=words):
            schedule(chain, scenario)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"turns": 0}, "turns=0"),
        ({"turns": True}, "turns=True"),
        ({"turns": 2.0}, "turns=2.0"),
        ({"turns": 3, "revisions": -1}, "revisions=-1"),
        ({"turns": 3, "revisions": 3}, "need at least 4 turns"),
        (
            {"turns": 3, "revisions": 1, "switches": 1, "order": "random"},
            "interleaved, switches_first, revisions_first",
        ),
        ({"turns": 3, "order": "interleaved"}, "at least one of each"),
        ({"turns": 3, "tail": "switch"}, "at least one"),
        ({"turns": 3, "tail": "revision"}, "at least one"),
        ({"turns": 3, "revisions": 1, "switches": 1, "order": "switches_first", "tail": "switch"}, "forbids"),
        ({"turns": 3, "revisions": 1, "switches": 1, "order": "revisions_first", "tail": "revision"}, "forbids"),
        ({"turns": 3, "revisions": 2, "tail": "reveal"}, "reveal at the end"),
    ],
)
def test_a_scenario_that_contradicts_itself_is_refused(arguments: dict, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Scenario(**arguments)


@given(scenarios())
def test_a_scenario_survives_json(scenario: Scenario) -> None:
    assert scenario_from_json(scenario.to_json()) == scenario


@pytest.mark.parametrize(
    ("turns", "revisions", "switches", "label"),
    [
        (1, 0, 0, "single"),
        (3, 0, 0, "reveal"),
        (3, 2, 0, "revise"),
        (3, 0, 2, "switch"),
        (7, 2, 2, "evolve"),
    ],
)
def test_the_kind_of_scenario_is_inferred_from_the_counts(
    turns: int, revisions: int, switches: int, label: str
) -> None:
    scenario = resolve_scenario(num_turns=turns, num_revisions=revisions, num_switches=switches)
    assert scenario.label == label
    assert scenario == PRESETS[label]
