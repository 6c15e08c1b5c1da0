"""The worked examples of the state algebra, each state written out."""

from __future__ import annotations

import pytest

from evolving_intent_env.errors import StaleVersionError, StateError
from evolving_intent_env.intent.events import (
    MAIN,
    Confirm,
    Fork,
    Merge,
    Retract,
    Reveal,
    Revise,
    Switch,
)
from evolving_intent_env.intent.ledger import commit, holds, rebase, register
from evolving_intent_env.intent.state import (
    ALL,
    FUNCTION,
    UNSAID,
    Branch,
    Dependent,
    Field,
    FieldVersion,
    Inheritance,
    IntentState,
    Key,
    Record,
    Transition,
)
from evolving_intent_env.intent.update import apply


def test_sales_analysis_in_four_turns() -> None:
    region = Reveal(event_id="1", target_id="region", value="east", scope="function", source_turn=0)
    period = Reveal(event_id="2", target_id="period", value="Q2", source_turn=1)
    no_q3 = Revise(event_id="3", target_id="period", value="Q3", source_turn=2)
    compare = Switch(event_id="4", target_id="compare-return-rates", shares=("region",), source_turn=3)
    both = Revise(event_id="5", target_id="region", value=("east", "south"), source_turn=3)

    state = apply(IntentState(function="analyze-sales", task="sales"), region).state
    assert state == IntentState(
        function="analyze-sales",
        task="sales",
        version=1,
        fields=(Field(MAIN, "region", "east", 1, "function"),),
        history=(Record(1, region),),
    )

    state = apply(state, period).state
    assert state.version == 2
    assert state.fields == (
        Field(MAIN, "region", "east", 1, "function"),
        Field(MAIN, "period", "Q2", 2, "task", source_turn=1),
    )
    cleaning = Dependent("cleaning", "result", rests_on=(FieldVersion(MAIN, "region", 1),), version=2)
    sql = Dependent("sql", "plan", rests_on=state.at_versions("region", "period"), after=("cleaning",), version=2)
    assert sql.rests_on == (FieldVersion(MAIN, "region", 1), FieldVersion(MAIN, "period", 2))
    publish = Dependent("publish", "side_effect", after=("sql",), version=2)
    state = register(state, cleaning, sql, publish)

    transition = apply(state, no_q3)
    state = transition.state
    assert transition.invalidated == ("sql", "publish")
    assert state.version == 3
    assert state.fields == (
        Field(MAIN, "region", "east", 1, "function"),
        Field(MAIN, "period", "Q3", 3, "task", source_turn=2),
    )
    assert state.current() == {"region": "east", "period": "Q3"}
    assert state.history[-1] == Record(3, no_q3, before=(Field(MAIN, "period", "Q2", 2, "task", source_turn=1),))
    assert [entry.status for entry in state.dependents] == ["valid", "stale", "stale"]
    new_sql = Dependent("sql-q3", "plan", rests_on=state.at_versions("region", "period"), version=3)
    new_publish = Dependent("publish-q3", "side_effect", after=("sql-q3",), version=3)
    state = register(state, new_sql, new_publish)

    transition = apply(state, compare, both)
    assert transition.inheritance == Inheritance(kept=frozenset({Key(MAIN, "region"), Key(MAIN, "period")}))
    assert transition.invalidated == ("cleaning", "sql-q3", "publish-q3")
    after = transition.state
    assert after.version == 4
    assert (after.function, after.function_version) == ("compare-return-rates", 4)
    assert after.fields == (
        Field(MAIN, "region", ("east", "south"), 4, "function", source_turn=3),
        Field(MAIN, "period", "Q3", 3, "task", source_turn=2),
    )
    with pytest.raises(StaleVersionError):
        commit(after, "publish-q3", version=3)
    with pytest.raises(StaleVersionError):
        rebase(after, "sql-q3")


def test_finished_work_that_rests_on_nothing_that_changed_is_kept() -> None:
    state = apply(IntentState(function="analyze-sales"), Reveal(event_id="1", target_id="period", value="Q2")).state
    cleaning = Dependent("cleaning", "result", version=1)
    sql = Dependent("sql", "plan", rests_on=state.at_versions("period"), after=("cleaning",), version=1)
    transition = apply(register(state, cleaning, sql), Revise(event_id="2", target_id="period", value="Q3"))
    assert transition.invalidated == ("sql",)
    assert holds(transition.state, "cleaning")


def test_from_new_york_to_a_booking_in_brooklyn() -> None:
    city = Reveal(event_id="1", target_id="city", value="New York")
    no_payment = Reveal(event_id="2", target_id="no automatic payment", value=True, scope="session")
    diet = Reveal(event_id="3", target_id="diet", value="vegan", source_turn=1)
    nearest_first = Reveal(event_id="4", target_id="sort", value="distance", scope="function", source_turn=1)
    brooklyn = Revise(event_id="5", target_id="city", value="Brooklyn", source_turn=2)
    pick = Reveal(event_id="6", target_id="restaurant", value="Fig & Fern", scope="function", source_turn=3)
    book = Switch(event_id="7", target_id="book", task="booking", shares=("city", "diet", "restaurant"), source_turn=4)
    friday = Reveal(event_id="8", target_id="time", value="Friday 7 pm", scope="function", source_turn=4)

    state = apply(IntentState(function="find", task="finding"), city, no_payment).state
    assert (state.version, state.current()) == (1, {"city": "New York", "no automatic payment": True})
    state = apply(state, diet, nearest_first).state
    assert state.version == 2
    search = Dependent("search", "result", rests_on=state.at_versions("city", "diet"), version=2)
    assert search.rests_on == (FieldVersion(MAIN, "city", 1), FieldVersion(MAIN, "diet", 2))
    state = register(state, search, Dependent("reserve", "side_effect", after=("search",), version=2))

    transition = apply(state, brooklyn)
    state = transition.state
    assert transition.invalidated == ("search", "reserve")
    assert (state.version, state.current()["city"]) == (3, "Brooklyn")
    with pytest.raises(StaleVersionError):
        commit(state, "reserve", version=3)

    transition = apply(apply(state, pick).state, book, friday)
    assert transition.inheritance == Inheritance(
        kept=frozenset(Key(MAIN, name) for name in ("city", "diet", "restaurant", "no automatic payment")),
        dropped=frozenset({Key(MAIN, "sort")}),
    )
    assert transition.state.fields == (
        Field(MAIN, "city", "Brooklyn", 3, "task", source_turn=2),
        Field(MAIN, "no automatic payment", True, 1, "session"),
        Field(MAIN, "diet", "vegan", 2, "task", source_turn=1),
        Field(MAIN, "sort", "distance", 5, "function", "inactive", source_turn=1),
        Field(MAIN, "restaurant", "Fig & Fern", 4, "function", source_turn=3),
        Field(MAIN, "time", "Friday 7 pm", 5, "function", source_turn=4),
    )
    assert "sort" not in transition.state.current()


def test_a_field_of_the_old_task_that_nobody_vouched_for_needs_confirmation() -> None:
    state = apply(
        IntentState(function="find", task="finding"),
        Reveal(event_id="1", target_id="city", value="Brooklyn"),
        Reveal(event_id="2", target_id="party", value=4, scope="function"),
    ).state
    transition = apply(state, Switch(event_id="3", target_id="book", task="booking", unsure=("party",)))
    assert transition.inheritance == Inheritance(needs_confirmation=frozenset({Key(MAIN, "city"), Key(MAIN, "party")}))
    assert transition.state.current() == {}
    after = apply(transition.state, Confirm(event_id="4", target_id="party", value=4, asked_at=2, source_turn=2)).state
    assert after.own("party") == Field(MAIN, "party", 4, 3, "function", source_turn=2, confirmed=True)


@pytest.fixture
def trips() -> IntentState:
    """Two branches, each with a city, a budget of 200 and a plan; a budget of 200 for the whole trip at the root."""
    state = apply(
        IntentState(function="plan", task="trip"),
        Reveal(event_id="1", target_id="budget", value=200),
    ).state
    state = apply(
        state,
        Fork(event_id="2", target_id="NY", pins=("budget",)),
        Reveal(event_id="3", target_id="city", value="New York", branch_id="NY"),
        Fork(event_id="4", target_id="BOS", pins=("budget",)),
        Reveal(event_id="5", target_id="city", value="Boston", branch_id="BOS"),
    ).state
    assert state.version == 2
    unsaid = FieldVersion("NY", "red-eye flights", UNSAID)
    return register(
        state,
        Dependent("plan-NY", "plan", "NY", (*state.at_versions("city", "budget", branch_id="NY"), unsaid), version=2),
        Dependent("plan-BOS", "plan", "BOS", state.at_versions(ALL, branch_id="BOS"), version=2),
        Dependent("visa", "plan", rests_on=state.at_versions(FUNCTION), version=2),
    )


def test_two_branches_hold_fields_of_the_same_name(trips: IntentState) -> None:
    assert trips.branches == (Branch(MAIN), Branch("NY", MAIN), Branch("BOS", MAIN))
    assert trips.fields == (
        Field(MAIN, "budget", 200, 1, "task"),
        Field("NY", "budget", 200, 2, "task"),
        Field("NY", "city", "New York", 2, "task"),
        Field("BOS", "budget", 200, 2, "task"),
        Field("BOS", "city", "Boston", 2, "task"),
    )


def test_new_york_up_to_260_touches_that_branch_only(trips: IntentState) -> None:
    transition = apply(trips, Revise(event_id="6", target_id="budget", value=260, branch_id="NY"))
    assert transition.invalidated == ("plan-NY",)
    assert transition.state.current("NY") == {"budget": 260, "city": "New York"}
    assert transition.state.current("BOS") == {"budget": 200, "city": "Boston"}
    assert transition.state.current() == {"budget": 200}


def test_no_red_eye_flights_on_either_is_the_parents_and_makes_both_plans_stale(trips: IntentState) -> None:
    no_red_eye = Reveal(event_id="6", target_id="red-eye flights", value="none")
    transition = apply(trips, no_red_eye)
    assert transition.invalidated == ("plan-NY", "plan-BOS")
    assert transition.state.own("red-eye flights") == Field(MAIN, "red-eye flights", "none", 3, "task")
    assert transition.state.current("NY") == {"budget": 200, "city": "New York", "red-eye flights": "none"}
    assert transition.state.current("BOS") == {"budget": 200, "city": "Boston", "red-eye flights": "none"}


def test_a_pinned_field_does_not_follow_the_parents(trips: IntentState) -> None:
    transition = apply(trips, Revise(event_id="6", target_id="budget", value=500))
    assert transition.invalidated == ()
    assert [transition.state.current(branch)["budget"] for branch in (MAIN, "NY", "BOS")] == [500, 200, 200]


def test_both_plans_in_one_table_leave_both_goals_alone(trips: IntentState) -> None:
    table = Merge(event_id="6", target_id="table", sources=("NY", "BOS"), how="collect")
    state = apply(trips, table).state
    assert state.branches == trips.branches
    assert state.fields == trips.fields
    assert state.dependents[-1] == Dependent(
        "table", "merge", MAIN, (FieldVersion("NY", ALL, 2), FieldVersion("BOS", ALL, 2)), version=3
    )


@pytest.mark.parametrize("how", ["collect", "combine"])
@pytest.mark.parametrize(
    "change",
    [
        Revise(event_id="7", target_id="budget", value=260, branch_id="NY"),
        Reveal(event_id="7", target_id="hotel", value="central", branch_id="BOS"),
        Reveal(event_id="7", target_id="red-eye flights", value="none"),
        Retract(event_id="7", target_id="BOS", extent="branch"),
        Retract(event_id="7", target_id="trip", extent="task"),
    ],
)
def test_a_merge_goes_stale_when_an_input_changes(
    trips: IntentState, how: str, change: Revise | Reveal | Retract
) -> None:
    merge = Merge(event_id="6", target_id="merged", sources=("NY", "BOS"), how=how)  # type: ignore[arg-type]
    merged = apply(trips, merge).state
    brochure = Dependent("brochure", "result", after=("merged",), version=3)
    transition = apply(register(merged, brochure), change)
    assert transition.invalidated[-2:] == ("merged", "brochure")


def test_one_itinerary_from_both_is_a_goal_of_its_own(trips: IntentState) -> None:
    itinerary = Merge(event_id="6", target_id="itinerary", sources=("NY", "BOS"), how="combine")
    state = apply(trips, itinerary).state
    assert state.branches == (*trips.branches, Branch("itinerary", MAIN))
    assert state.fields == trips.fields
    assert state.dependents[-1].branch == "itinerary"
    inner = apply(state, Revise(event_id="7", target_id="budget", value=450, branch_id="itinerary"))
    assert inner.invalidated == ()
    assert [inner.state.current(branch)["budget"] for branch in ("itinerary", "NY")] == [450, 200]
    gone = apply(state, Retract(event_id="7", target_id="itinerary", extent="branch"))
    assert gone.invalidated == ("itinerary",)


def test_a_withdrawn_branch_takes_its_work_with_it_and_nothing_else(trips: IntentState) -> None:
    transition = apply(trips, Retract(event_id="6", target_id="NY", extent="branch"))
    assert transition.invalidated == ("plan-NY",)
    assert transition.state.branches == (Branch(MAIN), Branch("NY", MAIN, open=False), Branch("BOS", MAIN))
    assert [entry.status for entry in transition.state.fields] == [
        "active",
        "retracted",
        "retracted",
        "active",
        "active",
    ]
    assert transition.state.current("BOS") == {"budget": 200, "city": "Boston"}


@pytest.fixture
def ambiguous() -> IntentState:
    """The user has had plans for New York and Boston, is at Chicago, and says: the one before after all."""
    state = apply(
        IntentState(function="plan", task="trip"), Reveal(event_id="1", target_id="city", value="New York")
    ).state
    state = apply(state, Revise(event_id="2", target_id="city", value="Boston")).state
    state = apply(state, Revise(event_id="3", target_id="city", value="Chicago")).state
    return apply(state, Revise(event_id="4", target_id="city", candidates=("New York", "Boston"), source_turn=3)).state


def test_the_one_before_is_pending_while_two_could_be_meant(ambiguous: IntentState) -> None:
    assert ambiguous.fields == (
        Field(MAIN, "city", None, 4, "task", "pending", source_turn=3, candidates=("New York", "Boston")),
    )
    assert ambiguous.current() == {}


def test_a_search_may_go_on_but_a_payment_waits_for_the_users_word(ambiguous: IntentState) -> None:
    search = Dependent("search", "result", rests_on=ambiguous.at_versions("city"), version=4)
    pay = Dependent("pay", "side_effect", after=("search",), version=4)
    state = register(ambiguous, search, pay)
    assert holds(state, "search")
    with pytest.raises(StateError, match=r"\['city'\].*not in force") as refused:
        commit(state, "pay", version=4)
    assert not isinstance(refused.value, StaleVersionError)

    transition = apply(state, Confirm(event_id="5", target_id="city", value="Boston", asked_at=4, source_turn=4))
    assert transition.invalidated == ("search", "pay")
    assert transition.state.fields == (Field(MAIN, "city", "Boston", 5, "task", source_turn=4, confirmed=True),)
    again = Dependent("pay again", "side_effect", rests_on=transition.state.at_versions("city"), version=5)
    paid = commit(register(transition.state, again), "pay again", version=5)
    assert paid.dependent("pay again").status == "committed"


def test_a_payment_that_does_not_rest_on_the_open_question_goes_on(ambiguous: IntentState) -> None:
    state = apply(ambiguous, Reveal(event_id="5", target_id="insurance", value="basic")).state
    pay = Dependent("pay", "side_effect", rests_on=state.at_versions("insurance"), version=5)
    assert commit(register(state, pay), "pay", version=5).dependent("pay").status == "committed"


def test_an_answer_that_comes_after_another_change_is_stale(ambiguous: IntentState) -> None:
    moved_on = apply(ambiguous, Revise(event_id="5", target_id="city", value="Denver")).state
    with pytest.raises(StaleVersionError, match="at version 4"):
        apply(moved_on, Confirm(event_id="6", target_id="city", value="Boston", asked_at=4))
    assert moved_on.current() == {"city": "Denver"}


def test_keeping_new_york_as_a_comparison_is_a_fork_and_no_revision() -> None:
    state = apply(IntentState(function="find"), Reveal(event_id="1", target_id="city", value="New York")).state
    state = apply(state, Revise(event_id="2", target_id="city", value="Brooklyn")).state
    search = Dependent("search", "result", rests_on=state.at_versions("city"), version=2)
    transition = apply(
        register(state, search),
        Fork(event_id="3", target_id="comparison"),
        Revise(event_id="4", target_id="city", value="New York", branch_id="comparison"),
    )
    assert transition.invalidated == ()
    assert transition.state.version == 3
    assert transition.state.fields == (
        Field(MAIN, "city", "Brooklyn", 2, "task"),
        Field("comparison", "city", "New York", 3, "task"),
    )


def test_keeping_new_york_while_moving_on_pins_it() -> None:
    state = apply(IntentState(function="find"), Reveal(event_id="1", target_id="city", value="New York")).state
    after = apply(
        state,
        Fork(event_id="2", target_id="comparison", pins=("city",)),
        Revise(event_id="3", target_id="city", value="Brooklyn"),
    ).state
    assert (after.current(), after.current("comparison")) == ({"city": "Brooklyn"}, {"city": "New York"})


def test_mentioning_an_old_value_again_is_no_event() -> None:
    state = apply(IntentState(function="find"), Reveal(event_id="1", target_id="city", value="New York")).state
    state = apply(state, Revise(event_id="2", target_id="city", value="Brooklyn")).state
    state = register(state, Dependent("search", "result", rests_on=state.at_versions("city"), version=2))
    # "New York was too loud, as I said": nothing happens in the state.
    assert apply(state) == Transition(state)
    # "Brooklyn, yes": the value in force said again changes nothing either.
    assert apply(state, Revise(event_id="3", target_id="city", value="Brooklyn")) == Transition(state)


def test_a_withdrawn_task_leaves_the_safety_constraint_of_the_project() -> None:
    state = apply(
        IntentState(function="migrate", task="database"),
        Reveal(event_id="1", target_id="never delete production data", value=True, scope="session"),
        Reveal(event_id="2", target_id="table", value="orders"),
        Reveal(event_id="3", target_id="batch", value=500, scope="function"),
    ).state
    state = register(
        state,
        Dependent("script", "plan", rests_on=state.at_versions("table", FUNCTION), version=1),
        Dependent("run", "side_effect", after=("script",), version=1),
        Dependent("policy", "result", rests_on=state.at_versions("never delete production data"), version=1),
    )
    withdraw = Retract(event_id="4", target_id="database", extent="task", source_turn=1)
    transition = apply(state, withdraw)
    after = transition.state
    assert transition.invalidated == ("script", "run")
    assert (after.function, after.task, after.version, after.function_version) == (None, "", 2, 2)
    assert after.fields == (
        Field(MAIN, "never delete production data", True, 1, "session"),
        Field(MAIN, "table", "orders", 2, "task", "retracted", source_turn=1),
        Field(MAIN, "batch", 500, 2, "function", "retracted", source_turn=1),
    )
    assert after.current() == {"never delete production data": True}
    with pytest.raises(StaleVersionError):
        commit(after, "run", version=2)
    with pytest.raises(StateError, match="no task to withdraw"):
        apply(after, Retract(event_id="5", target_id="database", extent="task"))


def test_a_withdrawn_field_is_narrower_than_a_withdrawn_task() -> None:
    state = apply(
        IntentState(function="book", task="booking"),
        Reveal(event_id="1", target_id="city", value="Brooklyn"),
        Reveal(event_id="2", target_id="diet", value="vegan"),
    ).state
    after = apply(state, Retract(event_id="3", target_id="city")).state
    assert after.current() == {"diet": "vegan"}
    assert after.function == "book"
    # It may be revealed again, and is then a new version though the value is the old one.
    again = apply(after, Reveal(event_id="4", target_id="city", value="Brooklyn")).state
    assert again.own("city") == Field(MAIN, "city", "Brooklyn", 3, "task")


def test_the_version_gate() -> None:
    state = IntentState(function="ship", task="orders", version=11)
    state = apply(state, Reveal(event_id="1", target_id="address", value="Main St")).state
    assert state.version == 12
    ship = Dependent("ship", "side_effect", rests_on=state.at_versions("address"), version=12)
    state = register(state, ship)

    unrelated = apply(state, Reveal(event_id="2", target_id="gift wrap", value=True)).state
    assert unrelated.version == 13
    with pytest.raises(StaleVersionError, match="version 13"):
        commit(unrelated, "ship", version=12)
    with pytest.raises(StaleVersionError, match="version 13"):
        commit(unrelated, "ship", version=13)
    shipped = commit(rebase(unrelated, "ship"), "ship", version=13)
    assert shipped.dependent("ship").status == "committed"
    with pytest.raises(StateError, match="committed before"):
        commit(shipped, "ship", version=13)

    moved = apply(state, Revise(event_id="2", target_id="address", value="Elm St"))
    assert moved.invalidated == ("ship",)
    with pytest.raises(StaleVersionError, match="make it again"):
        rebase(moved.state, "ship")


def test_a_result_that_comes_back_late_is_no_fact_any_more() -> None:
    state = apply(IntentState(function="find"), Reveal(event_id="1", target_id="city", value="New York")).state
    asked = Dependent("slow query", "result", rests_on=state.at_versions("city"), version=1)
    state = apply(state, Revise(event_id="2", target_id="city", value="Brooklyn")).state
    with pytest.raises(StaleVersionError, match="'city' of branch 'main' at version 1; it is at version 2 now"):
        register(state, asked)
