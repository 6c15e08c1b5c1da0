"""The words invariant: rendered conversations keep it, and every planted violation is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import ScenarioError
from evolving_intent_env.intent.chain import Argument, Chain, Function
from evolving_intent_env.intent.events import Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.simulate.schedule import schedule
from evolving_intent_env.simulate.words import check_words
from tests.strategies import chains, chains_without_programs

SCENARIOS = st.sampled_from(sorted(PRESETS))


def scheduled(chain: Chain, scenario: str, seed: int | None = None) -> tuple[Trajectory, tuple[str, ...]]:
    draws = None if seed is None else Draws("test", seed)
    try:
        trajectory = schedule(chain, PRESETS[scenario], draws)
    except ScenarioError:
        assume(False)
    return trajectory, render(trajectory, draws)


def example(scenario: str = "evolve") -> tuple[Trajectory, list[str]]:
    bank = get_domain("grade_school").load("builtin", "test")
    trajectory = schedule(bank.chain("spring-planting-rows-00000"), PRESETS[scenario])
    return trajectory, list(render(trajectory))


def rules(trajectory: Trajectory, texts: list[str]) -> list[tuple[str, str]]:
    return [(violation.rule, violation.field) for violation in check_words(trajectory, texts)]


@given(st.one_of(chains(), chains_without_programs()), SCENARIOS, st.none() | st.integers(0, 9))
def test_rendered_words_keep_the_invariant(chain: Chain, scenario: str, seed: int | None) -> None:
    trajectory, texts = scheduled(chain, scenario, seed)
    assert check_words(trajectory, texts) == ()


@given(chains(), SCENARIOS, st.data())
def test_a_turn_that_lacks_what_it_says_is_found(chain: Chain, scenario: str, data: st.DataObject) -> None:
    trajectory, texts = scheduled(chain, scenario)
    turn = data.draw(st.sampled_from([turn for turn, events in enumerate(trajectory.turns) if events]))
    event = data.draw(st.sampled_from(trajectory.turns[turn]))
    said = chain.functions[event.target_id].text if isinstance(event, Switch) else str(event.value)
    broken = list(texts)
    broken[turn] = broken[turn].replace(said[1:], said[1:-1])
    rule = "question" if isinstance(event, Switch) else "statement"
    assert (rule, f"turns[{turn}]") in rules(trajectory, broken)


@given(chains(), SCENARIOS, st.data())
def test_a_turn_that_says_something_else_of_the_chain_is_found(
    chain: Chain, scenario: str, data: st.DataObject
) -> None:
    trajectory, texts = scheduled(chain, scenario)
    turn = data.draw(st.sampled_from([turn for turn, events in enumerate(trajectory.turns) if events]))
    others = [function.text for function in chain.functions.values()]
    others += [wording for argument in chain.arguments for wording in argument.wordings]
    leaked = data.draw(st.sampled_from([text for text in others if text[1:] not in texts[turn]] or [""]))
    assume(leaked)
    for spelled in (leaked, leaked[0].lower() + leaked[1:]):
        broken = [*texts[:turn], f"{texts[turn]} By the way, {spelled}", *texts[turn + 1 :]]
        assert ("leak", f"turns[{turn}]") in rules(trajectory, broken)


@pytest.mark.parametrize(
    ("foreign", "rule"),
    [("7777", "number"), ("7,777.50", "number"), ("seventeen", "number"), ("Ninety", "number"), ("{answer}", "answer")],
)
def test_a_number_that_nothing_said_holds_is_found(foreign: str, rule: str) -> None:
    trajectory, texts = example()
    texts[2] += f" That makes {foreign.format(answer=trajectory.chain.answer)}, I think."
    assert rules(trajectory, texts) == [(rule, "turns[2]")]


def test_a_number_may_be_said_again_in_its_own_turn() -> None:
    trajectory, texts = example("single")
    number = trajectory.chain.arguments[0].values[0][1]
    assert f" {number} " in texts[0]
    texts[0] += f" Mind the {number}! One more time: {number}.0, {number}."
    assert rules(trajectory, texts) == []


def test_only_the_first_letter_may_change_its_case() -> None:
    trajectory, texts = example()
    revision = next(turn for turn, events in enumerate(trajectory.turns) if isinstance(events[0], Revise))
    statement = str(trajectory.turns[revision][0].value)  # type: ignore[attr-defined]  # it is a Revise
    lowered = f"No: {statement[0].lower()}{statement[1:]}"
    assert rules(trajectory, [*texts[:revision], lowered, *texts[revision + 1 :]]) == []
    shouted = f"No: {statement.upper()}"
    assert ("statement", f"turns[{revision}]") in rules(
        trajectory, [*texts[:revision], shouted, *texts[revision + 1 :]]
    )


def test_a_repeat_says_the_same_words() -> None:
    trajectory, texts = example("repeat_control")
    assert trajectory.turns[-1] == ()
    texts[-1] = f"As I said: {texts[-1]}"
    assert rules(trajectory, texts) == [("repeat", "turns[6]")]


def test_every_turn_needs_a_text() -> None:
    trajectory, texts = example()
    assert rules(trajectory, texts[:-1]) == [("turns", "turns")]


def test_a_statement_inside_one_that_is_said_is_no_leak_but_one_around_it_is() -> None:
    short = Argument("a", "Ines buys pens.")
    long = Argument("b", "Ines buys pens. They are green.")
    chain = Chain("t", "toy", Function("source", "What does Ines buy?", ("a", "b")), (), (short, long), "Pens")
    says_long = Trajectory(
        chain,
        "source",
        (
            (Reveal(event_id="1", target_id="b", value=long.text),),
            (Reveal(event_id="2", target_id="a", value=short.text),),
        ),
    )
    assert rules(says_long, [f"{chain.source.text} {long.text}", short.text]) == []
    assert rules(says_long, [f"{chain.source.text} {long.text}", long.text]) == [("leak", "turns[1]")]


def test_an_answer_in_words_may_only_stand_in_what_is_said() -> None:
    fact = Argument("a", "The capital that Ines visits lies on the Seine.")
    chain = Chain("t", "toy", Function("source", "Which capital is it?", ("a",)), (), (fact,), "Paris")
    trajectory = Trajectory(chain, "source", ((Reveal(event_id="1", target_id="a", value=fact.text),),))
    text = f"{chain.source.text} {fact.text}"
    assert rules(trajectory, [text]) == []
    assert rules(trajectory, [f"{text} No comparisons, please."]) == []
    assert rules(trajectory, [f"{text} I love paris!"]) == [("answer", "turns[0]")]
    named = replace(chain, source=replace(chain.source, text="Which capital is it, Paris or Rome?"))
    assert rules(replace(trajectory, chain=named), [f"{named.source.text} {fact.text}"]) == []
