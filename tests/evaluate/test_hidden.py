"""The hidden side of a conversation, row by row, against the state machine and the chain's golds."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from evolving_intent_env.errors import ScenarioError
from evolving_intent_env.evaluate.causes import explain_cause
from evolving_intent_env.evaluate.hidden import Change, Fact, hidden_turns
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.events import Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.simulate.schedule import schedule
from evolving_intent_env.verify.attribution import Cause
from tests.strategies import chains, chains_without_programs

PENS = Argument(
    "pens", "Ines buys 4 pens.", (("pens", 4),), (Counterfactual("Ines buys 5 pens.", "4", "5", (("pens", 5),)),)
)
PRICE = Argument("price", "Each pen costs $3.", (("price", 3),))
OWNED = Argument("owned", "Ines already owned 2 pens.", (("owned", 2),))
SOURCE = Function("source", "How much does Ines spend?", ("pens", "price"), "pens * price")
BEFORE = Function("before1", "How many pens does Ines own?", ("pens", "owned"), "pens + owned", "extend")
CHAIN = Chain("ines", "toy", SOURCE, (BEFORE,), (PENS, PRICE, OWNED), "12")
TRAJECTORY = Trajectory(
    CHAIN,
    "before1",
    (
        (Reveal(event_id="1", target_id="pens", value="Ines buys 5 pens."),),
        (Reveal(event_id="2", target_id="owned", value=OWNED.text, scope="function", source_turn=1),),
        (Revise(event_id="3", target_id="pens", value=PENS.text, source_turn=2),),
        (
            Switch(event_id="4", target_id="source", task="ines", shares=("pens", "price"), source_turn=3),
            Reveal(event_id="5", target_id="price", value=PRICE.text, source_turn=3),
        ),
        (),
    ),
)


def test_a_small_conversation_in_full() -> None:
    first, second, third, fourth, fifth = hidden_turns(TRAJECTORY)

    assert first.changes == (
        Change("ask", "before1", BEFORE.text),
        Change("reveal", "pens", "Ines buys 5 pens."),
    )
    assert first.facts == (Fact("pens", "Ines buys 5 pens.", "active", needed=True, changed=True),)
    assert (first.question, first.missing, first.gold, first.gold_text) == (
        BEFORE.text,
        ("owned",),
        None,
        "underspecified",
    )

    assert (second.missing, second.gold_text) == ((), "7")

    assert third.changes == (Change("revise", "pens", PENS.text, replaces="Ines buys 5 pens."),)
    assert third.facts[0] == Fact("pens", PENS.text, "active", needed=True, changed=True, stale=("Ines buys 5 pens.",))
    assert third.gold == "6"

    assert fourth.changes[0] == Change("switch", "source", SOURCE.text, replaces=BEFORE.text)
    assert fourth.facts == (
        Fact("pens", PENS.text, "active", needed=True, changed=False, stale=("Ines buys 5 pens.",)),
        Fact("owned", OWNED.text, "inactive", needed=False, changed=False),
        Fact("price", PRICE.text, "active", needed=True, changed=True),
    )
    assert (fourth.function, fourth.gold) == ("source", "12")

    assert fifth.changes == (Change("repeat"),)
    assert not any(fact.changed for fact in fifth.facts)


@given(st.one_of(chains(), chains_without_programs()), st.sampled_from(sorted(PRESETS)))
def test_rows_agree_with_the_state_and_the_golds(chain: Chain, scenario: str) -> None:
    try:
        trajectory = schedule(chain, PRESETS[scenario])
    except ScenarioError:
        assume(False)
    rows = hidden_turns(trajectory)
    assert [row.gold for row in rows] == list(trajectory.golds)
    assert [row.function for row in rows] == [state.function for state in trajectory.states]
    said: dict[str, list[str]] = {}
    for row, state, events in zip(rows, trajectory.states, trajectory.turns, strict=True):
        for event in events:
            if isinstance(event, Reveal | Revise):
                said.setdefault(event.target_id, []).append(str(event.value))
        assert {fact.id: [*fact.stale, fact.text] for fact in row.facts} == said
        assert {fact.id: fact.text for fact in row.facts if fact.status == "active"} == state.current()
        assert set(row.missing) == set(chain.functions[row.function].arguments) - set(said)
        if row.missing:
            assert row.gold is None


def test_causes_quote_the_conversation() -> None:
    explained = {
        Cause("residue", ("pens",)): "it still used “Ines buys 5 pens.” (corrected in turn 3)",
        Cause("omission", ("price",)): "it left out “Each pen costs $3.”",
        Cause("wrong_function", ("before1",)): "it answered the earlier question “How many pens does Ines own?”",
        Cause("wrong_inheritance", ("before1",)): (
            "it carried over what belonged to the earlier question alone: “How many pens does Ines own?”"
        ),
        Cause("wrong_invalidation", ("pens",)): (
            "it dropped what was said before a switch and still holds: “Ines buys 4 pens.”"
        ),
        Cause("no_answer"): "it gave no number",
        Cause("other"): "no single mistake of intent tracking gives that number",
        Cause("wrong_function", ("before1",), (Cause("residue", ("pens",)),)): (
            "it answered the earlier question “How many pens does Ines own?”, and it still used “Ines buys 5 pens.” "
            "(corrected in turn 3)"
        ),
    }
    assert {cause: explain_cause(TRAJECTORY, cause) for cause in explained} == explained
