"""Every rule of chains and trajectories: it passes what is right, and names what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.events import Event, Retract, Reveal, Revise, Switch
from evolving_intent_env.intent.invariants import check_chain, check_trajectory
from evolving_intent_env.intent.trajectory import Trajectory
from tests.strategies import chains, chains_without_programs, trajectories

LOAVES = Argument(
    "loaves",
    "Noor bakes 20 loaves at 20 degrees.",
    (("loaves", 20), ("degrees", 20)),
    (
        Counterfactual("Noor bakes 30 loaves at 20 degrees.", "20", "30", (("loaves", 30), ("degrees", 20))),
        Counterfactual("Noor bakes 25 loaves at 20 degrees.", "20", "25", (("loaves", 25), ("degrees", 20))),
    ),
)
PRICE = Argument(
    "price",
    "She sells each for $3.",
    (("price", 3),),
    (Counterfactual("She sells each for $4.", "$3", "$4", (("price", 4),)),),
    leans_on=("loaves",),
)
RENT = Argument(
    "rent",
    "The 7th stall costs $9.",
    (("rent", 9),),
    (Counterfactual("The 7th stall costs $8.", "9", "8", (("rent", 8),)),),
)
TIPS = Argument("tips", "B2B customers tip $5.", (("tips", 5),))
FLOUR = Argument("flour", "A loaf takes 500 grams of flour.", (("flour", 500),))
BAKERY = Chain(
    task_id="bakery",
    domain="toy",
    source=Function("profit", "What does Noor earn?", ("loaves", "price", "rent"), "loaves * price - rent"),
    predecessors=(
        Function("income", "What do B2B customers pay?", ("loaves", "price", "tips"), "loaves * price + tips"),
        Function("dough", "How much flour goes into the 7th batch?", ("loaves", "flour"), "loaves * flour"),
    ),
    arguments=(LOAVES, PRICE, RENT, TIPS, FLOUR),
    answer="51",
)


def with_argument(place: int, **changes: Any) -> Chain:
    arguments = list(BAKERY.arguments)
    arguments[place] = replace(arguments[place], **changes)
    return replace(BAKERY, arguments=tuple(arguments))


def with_wrong(place: int, **changes: Any) -> Chain:
    first, *others = BAKERY.arguments[place].counterfactuals
    return with_argument(place, counterfactuals=(replace(first, **changes), *others))


def with_source(**changes: Any) -> Chain:
    return replace(BAKERY, source=replace(BAKERY.source, **changes))


def with_income(**changes: Any) -> Chain:
    return replace(BAKERY, predecessors=(replace(BAKERY.predecessors[0], **changes), BAKERY.predecessors[1]))


@given(chains() | chains(repeated_numbers=False) | chains_without_programs())
def test_the_chains_of_the_other_tests_are_right(chain: Chain) -> None:
    assert check_chain(chain) == ()


def test_the_bakery_is_right() -> None:
    assert check_chain(BAKERY) == ()
    assert check_chain(replace(BAKERY, answer="$51 in all")) == ()
    assert check_chain(replace(BAKERY, answer="51.00")) == ()


BROKEN_CHAINS: list[tuple[str, str, Chain]] = [
    ("ids", "arguments[5].id", replace(BAKERY, arguments=(*BAKERY.arguments, TIPS))),
    ("ids", "predecessors[0].id", with_income(id="profit")),
    ("ids", "source.arguments", with_source(arguments=("loaves", "price", "rent", "tax"))),
    ("ids", "source.arguments", with_source(arguments=("loaves", "price", "rent", "rent"))),
    ("ids", "arguments[1].leans_on", with_argument(1, leans_on=("bread",))),
    ("gold", "source.program", replace(BAKERY, answer="52")),
    (
        "gold",
        "source.program",
        replace(BAKERY, answer="52", predecessors=(replace(BAKERY.predecessors[0], program=None),)),
    ),
    ("program", "predecessors[0].program", with_income(program="loaves ** price")),
    ("program", "predecessors[0].program", with_income(program="loaves * price + tax")),
    ("program", "predecessors[0].program", with_income(program="tips / (loaves - degrees)")),
    ("program", "predecessors[0].program", with_income(program="loaves * price + rent * tips")),
    ("preserved-answer", "source.program", with_source(program="loaves * price - rent + tips - tips")),
    ("distinct-answers", "predecessors[0].program", with_income(program="loaves * price - tips - 4")),
    ("distinct-answers", "predecessors[1].program", with_income(program="loaves * 500")),
    ("local-edit", "arguments[0].counterfactuals[0].text", with_wrong(0, text="Noor makes 30 loaves at 20 degrees.")),
    ("local-edit", "arguments[0].counterfactuals[0].text", with_wrong(0, text="Noor bakes 30 loaves at 30 degrees.")),
    ("local-edit", "arguments[0].counterfactuals[0].text", with_wrong(0, original="")),
    ("local-edit", "arguments[2].counterfactuals[0].text", with_wrong(2, text=RENT.text, replacement="9")),
    ("local-edit", "arguments[0].counterfactuals[0].values", with_wrong(0, values=(("loaves", 30), ("degrees", 30)))),
    ("local-edit", "arguments[0].counterfactuals[0].values", with_wrong(0, values=LOAVES.values)),
    ("local-edit", "arguments[0].counterfactuals[0].values", with_wrong(0, values=(("loaves", 30),))),
    ("local-edit", "arguments[2].counterfactuals[0].values", with_wrong(2, values=(("fee", 8),))),
    (
        "edit-matters",
        "arguments[0].counterfactuals[0]",
        with_wrong(0, text="Noor bakes 20 loaves at 30 degrees.", values=(("loaves", 20), ("degrees", 30))),
    ),
    ("edit-matters", "arguments[1].counterfactuals[0]", with_income(program="tips * loaves / (price - 4)")),
    ("value-names", "arguments[3].values", with_argument(3, values=(("price", 5),))),
    ("leaning", "arguments[0].leans_on", with_argument(0, leans_on=("price",))),
    ("leaning", "arguments[1].leans_on", with_argument(1, leans_on=("price",))),
    ("leaning", "predecessors[1].arguments", with_argument(4, leans_on=("tips",))),
    (
        "leaning",
        "source.arguments",
        replace(BAKERY, arguments=(TIPS, LOAVES, PRICE, replace(RENT, leans_on=("tips",)), FLOUR)),
    ),
    ("distinct-texts", "predecessors[0].text", with_income(text="what does noor  earn?")),
    ("distinct-texts", "arguments[3]", with_argument(3, text=RENT.text)),
    ("distinct-texts", "arguments[3]", with_argument(3, text=RENT.counterfactuals[0].text)),
    ("numbers-in-question", "source.text", with_source(text="What does Noor earn on 20 loaves?")),
    ("numbers-in-question", "source.text", with_source(text="What is left of $4?")),
    ("numbers-in-question", "source.text", with_source(text="Is it over 500.0?")),
]


@pytest.mark.parametrize(("rule", "field", "chain"), BROKEN_CHAINS)
def test_what_is_wrong_with_a_chain_is_named(rule: str, field: str, chain: Chain) -> None:
    violations = check_chain(chain)
    assert (rule, field) in [(violation.rule, violation.field) for violation in violations]
    assert all(violation.message for violation in violations)


def test_numbers_that_nobody_could_write_are_violations_and_no_errors() -> None:
    huge = with_argument(3, text=f"B2B customers tip ${'9' * 5_000}.", values=(("tips", 10**4_000),))
    assert [violation.rule for violation in check_chain(huge)] == ["program"]


@pytest.mark.parametrize(
    "text",
    [
        "Do 7th graders buy B2B bread?",
        "Is Omega-3 in 3D, or 3x?",
        "What about 1,020 loaves?",
        "What about 20.5 or 2020 loaves?",
    ],
)
def test_a_number_inside_a_word_or_another_number_is_no_leak(text: str) -> None:
    assert check_chain(with_source(text=text)) == ()


def test_a_chain_without_programs_is_held_to_its_words_only() -> None:
    plain = replace(
        BAKERY,
        source=replace(BAKERY.source, program=None),
        predecessors=tuple(replace(function, program=None) for function in BAKERY.predecessors),
        answer="a lot",
    )
    assert check_chain(plain) == ()


TRUE = BAKERY.truth()
LOAVES_WRONG, LOAVES_LESS_WRONG = (wrong.text for wrong in LOAVES.counterfactuals)
(PRICE_WRONG,) = (wrong.text for wrong in PRICE.counterfactuals)
(RENT_WRONG,) = (wrong.text for wrong in RENT.counterfactuals)


def say(turn: int, id_: str, text: str | None = None) -> Reveal:
    scope: Any = "task" if id_ in BAKERY.source_ids else "function"
    value = TRUE[id_] if text is None else text
    return Reveal(event_id=f"say-{id_}-{turn}", target_id=id_, scope=scope, source_turn=turn, value=value)


def correct(turn: int, id_: str, text: str | None = None) -> Revise:
    value = TRUE[id_] if text is None else text
    return Revise(event_id=f"correct-{id_}-{turn}", target_id=id_, source_turn=turn, value=value)


def switch(turn: int, function: str) -> Switch:
    shares = BAKERY.functions[function].arguments if function in BAKERY.functions else ()
    return Switch(event_id=f"switch-{turn}", target_id=function, source_turn=turn, task="bakery", shares=shares)


DAY: tuple[tuple[Event, ...], ...] = (
    (say(0, "loaves", LOAVES_WRONG), say(0, "flour")),
    (correct(1, "loaves"),),
    (switch(2, "income"), say(2, "price", PRICE_WRONG), say(2, "tips")),
    (correct(3, "price"),),
    (switch(4, "profit"),),
    (say(5, "rent", RENT_WRONG),),
    (correct(6, "rent"),),
    (),
)


def day(turns: dict[int, tuple[Event, ...]] | None = None, start: str = "dough") -> Trajectory:
    """The trajectory of the bakery, with some turns replaced."""
    changed = dict(enumerate(DAY)) | (turns or {})
    return Trajectory(BAKERY, start, tuple(changed[turn] for turn in sorted(changed)))


@given(trajectories())
def test_the_trajectories_of_the_other_tests_are_right(trajectory: Trajectory) -> None:
    assert check_trajectory(trajectory) == ()


RIGHT: list[Trajectory] = [
    day(),
    # One function, all at once; or nothing at first, and then one thing after another.
    Trajectory(BAKERY, "profit", ((say(0, "loaves"), say(0, "price"), say(0, "rent")),)),
    Trajectory(BAKERY, "profit", ((), (say(1, "loaves"),), (say(2, "price"), say(2, "rent")))),
    # A turn without events repeats the one before.
    day({3: (), 2: (switch(2, "income"), say(2, "price"), say(2, "tips"))}),
    # Said under the first function although only the later two need it: corrected before the second of them.
    day(
        {
            0: (say(0, "loaves", LOAVES_WRONG), say(0, "price", PRICE_WRONG), say(0, "flour")),
            2: (switch(2, "income"), say(2, "tips")),
        }
    ),
    # Two wrong wordings before the true one.
    day(
        {
            0: (say(0, "loaves", LOAVES_WRONG), say(0, "flour")),
            1: (correct(1, "loaves", LOAVES_LESS_WRONG),),
            2: (correct(2, "loaves"),),
            3: (switch(3, "income"), say(3, "price"), say(3, "tips")),
        }
    ),
    # From the nearest predecessor alone.
    Trajectory(
        BAKERY,
        "income",
        ((say(0, "loaves"), say(0, "price")), (say(1, "tips"),), (switch(2, "profit"), say(2, "rent"))),
    ),
]


@pytest.mark.parametrize("trajectory", RIGHT)
def test_what_is_right_with_a_trajectory_passes(trajectory: Trajectory) -> None:
    assert check_trajectory(trajectory) == ()


BROKEN_DAYS: list[tuple[str, str, Trajectory]] = [
    ("events", "start", day(start="breakfast")),
    ("events", "turns", Trajectory(BAKERY, "profit", ())),
    ("events", "turns[7][0]", day({7: (DAY[6][0],)})),
    ("events", "turns[7][0]", day({7: (replace(say(7, "rent"), source_turn=6),)})),
    ("events", "turns[7][0]", day({7: (replace(correct(7, "rent"), branch_id="left"),)})),
    ("events", "turns[7][0]", day({7: (switch(7, "breakfast"),)})),
    ("events", "turns[7][0]", day({7: (say(7, "jam", "Jam."),)})),
    ("events", "turns[7][0]", day({7: (correct(7, "rent", "The stall is free."),)})),
    ("events", "turns[7][0]", day({7: (Retract(event_id="x", target_id="rent", source_turn=7),)})),
    ("order", "turns[2]", day({2: (say(2, "price", PRICE_WRONG), switch(2, "income"), say(2, "tips"))})),
    ("order", "turns[6]", day({5: (), 6: (say(6, "rent", RENT_WRONG), correct(6, "rent"))})),
    ("order", "turns[0]", day({0: (switch(0, "dough"), *DAY[0])}, start="income")),
    ("order", "turns[4]", day({4: (switch(4, "income"), replace(switch(4, "profit"), event_id="x"))})),
    ("events-per-turn", "turns[4]", day({3: (), 4: (switch(4, "profit"), correct(4, "price"))})),
    (
        "functions",
        "turns[4][0]",
        day({4: (switch(4, "dough"),)}),
    ),
    ("functions", "start", Trajectory(BAKERY, "dough", ((say(0, "loaves"), say(0, "flour")),))),
    ("functions", "turns[1][0]", day({1: (switch(1, "dough"),)}, start="income")),
    (
        "functions",
        "start",
        Trajectory(
            BAKERY,
            "dough",
            ((say(0, "loaves"), say(0, "flour")), (switch(1, "profit"), say(1, "price"), say(1, "rent"))),
        ),
    ),
    ("introduced-once", "turns", day({5: (), 6: ()})),
    ("introduced-once", "turns", day({2: (switch(2, "income"), say(2, "price", PRICE_WRONG))})),
    ("introduced-once", "turns[7][0]", day({7: (say(7, "tips"),)})),
    ("introduced-once", "turns[2][1]", day({0: DAY[0][:1], 2: (switch(2, "income"), say(2, "flour"), *DAY[2][1:])})),
    (
        "introduced-once",
        "turns[1][0]",
        Trajectory(BAKERY, "profit", ((say(0, "loaves"), say(0, "price"), say(0, "rent")), (say(1, "tips"),))),
    ),
    ("wrong-first", "turns[6][0]", day({5: (), 6: (correct(6, "rent"), say(6, "rent", RENT_WRONG))})),
    ("wrong-first", "turns[5][0]", day({5: (correct(5, "rent"),), 6: (say(6, "rent", RENT_WRONG),)})),
    ("wrong-first", "turns[6][0]", day({5: (say(5, "rent"),), 6: (correct(6, "rent", RENT_WRONG),)})),
    ("wrong-first", "turns[7][0]", day({7: (correct(7, "rent", RENT_WRONG),)})),
    (
        "wrong-first",
        "turns[3][0]",
        day({2: (correct(2, "loaves", LOAVES_LESS_WRONG),), 1: (), 3: (correct(3, "loaves", LOAVES_WRONG),)}),
    ),
    ("corrected-in-time", "turns[3][0]", day({1: (), 3: (correct(3, "loaves"),)})),
    ("corrected-in-time", "turns[5][0]", day({3: (), 5: (correct(5, "price"), say(5, "rent", RENT_WRONG))})),
    (
        "corrected-in-time",
        "turns[5][0]",
        day(
            {
                0: (say(0, "loaves", LOAVES_WRONG), say(0, "price", PRICE_WRONG), say(0, "flour")),
                2: (switch(2, "income"), say(2, "tips")),
                3: (),
                5: (correct(5, "price"), say(5, "rent", RENT_WRONG)),
            }
        ),
    ),
    (
        "leaning",
        "turns[0][0]",
        day({0: (say(0, "price", PRICE_WRONG), *DAY[0]), 2: (switch(2, "income"), say(2, "tips"))}),
    ),
    ("anchor", "turns", day({6: ()})),
    ("anchor", "turns", day({4: (replace(switch(4, "profit"), shares=("loaves", "price", "tips")),)})),
    ("anchor", "turns", day({4: (replace(switch(4, "profit"), task="other", shares=("loaves",)),)})),
    ("anchor", "turns", day({7: (say(7, "rent"),)})),
]


@pytest.mark.parametrize(("rule", "field", "trajectory"), BROKEN_DAYS)
def test_what_is_wrong_with_a_trajectory_is_named(rule: str, field: str, trajectory: Trajectory) -> None:
    violations = check_trajectory(trajectory)
    assert (rule, field) in [(violation.rule, violation.field) for violation in violations]
    assert all(violation.message for violation in violations)


def test_more_events_to_a_turn_may_be_asked_for() -> None:
    busy = day({3: (), 4: (switch(4, "profit"), correct(4, "price"))})
    assert {violation.rule for violation in check_trajectory(busy)} == {"events-per-turn"}
    assert check_trajectory(busy, events_per_turn=2) == ()


@given(trajectories(), st.data())
def test_a_trajectory_that_leaves_something_out_is_wrong(trajectory: Trajectory, data: st.DataObject) -> None:
    needed: list[tuple[int, int]] = []
    last: dict[str, tuple[int, int]] = {}
    for turn, events in enumerate(trajectory.turns):
        for place, event in enumerate(events):
            if isinstance(event, Reveal):
                needed.append((turn, place))
            elif isinstance(event, Revise):
                last[event.target_id] = (turn, place)
            elif event.target_id == trajectory.chain.source.id:
                needed.append((turn, place))
    turn, place = data.draw(st.sampled_from([*needed, *last.values()]))
    turns = list(trajectory.turns)
    turns[turn] = (*turns[turn][:place], *turns[turn][place + 1 :])
    assert check_trajectory(replace(trajectory, turns=tuple(turns))) != ()


@given(trajectories(), st.data())
def test_a_trajectory_whose_turns_are_swapped_is_wrong(trajectory: Trajectory, data: st.DataObject) -> None:
    turns = list(trajectory.turns)
    spoken = [turn for turn, events in enumerate(turns) if events]
    one = data.draw(st.sampled_from(spoken))
    other = data.draw(st.sampled_from(range(len(turns))))
    turns[one], turns[other] = turns[other], turns[one]
    wrong = check_trajectory(replace(trajectory, turns=tuple(turns)))
    assert (wrong == ()) == (one == other)


CHECKS: list[Callable[[], object]] = [lambda: check_chain(BAKERY), lambda: check_trajectory(day())]


@pytest.mark.parametrize("check", CHECKS)
def test_checks_say_the_same_every_time(check: Callable[[], object]) -> None:
    assert check() == check() == ()
