"""JSON without loss, and refusals that name the field."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.errors import BankError, StateError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.events import EVENT_TYPES, Event, Reveal
from evolving_intent_env.intent.serial import (
    canonical_json,
    chain_digest,
    chain_from_json,
    chain_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
    trajectory_from_json,
    trajectory_to_json,
)
from evolving_intent_env.intent.state import IntentState
from evolving_intent_env.intent.trajectory import Trajectory
from tests.intent.walks import TAPES, Step, Tape, any_event, walks
from tests.strategies import chains, chains_without_programs, trajectories

PENS = Chain(
    task_id="pens",
    domain="toy",
    source=Function("spend", "How much does Inès spend?", ("pens",), "pens * 1.5"),
    predecessors=(),
    arguments=(
        Argument(
            "pens",
            "Inès buys 4 pens.",
            (("pens", 4),),
            (Counterfactual("Inès buys 4.5 pens.", "4", "4.5", (("pens", Fraction(9, 2)),)),),
        ),
    ),
    answer="6",
)


def through_json(document: Any) -> Any:
    """What another program would read from the file."""
    return json.loads(json.dumps(document))


@given(chains() | chains_without_programs())
def test_chains_come_back_whole(chain: Chain) -> None:
    assert chain_from_json(through_json(chain_to_json(chain))) == chain


@given(trajectories())
def test_trajectories_come_back_whole(trajectory: Trajectory) -> None:
    again = trajectory_from_json(through_json(trajectory_to_json(trajectory)))
    assert again == trajectory
    assert again.states == trajectory.states


@given(walks())
def test_states_come_back_whole(walk: tuple[Step, ...]) -> None:
    state = walk[-1].transition.state
    again = state_from_json(through_json(state_to_json(state)))
    # Equality takes 1, 1.0 and True for the same; their text does not.
    assert repr(again) == repr(state)
    assert again == state


@given(TAPES)
def test_events_come_back_whole(tape: Tape) -> None:
    for number in range(10):
        event = any_event(tape, IntentState(), f"e{number}", number)
        again = event_from_json(through_json(event_to_json(event)))
        assert repr(again) == repr(event)
        assert type(again) is type(event)


def test_the_walks_meet_every_kind_of_event() -> None:
    met = {type(any_event(Tape(bytes((kind,))), IntentState(), "e")) for kind in range(9)}
    assert met == set(EVENT_TYPES.values())


def test_a_chain_as_it_is_written() -> None:
    assert chain_to_json(PENS) == {
        "format": "evolving-intent/chain/1",
        "task_id": "pens",
        "domain": "toy",
        "source": {
            "id": "spend",
            "text": "How much does Inès spend?",
            "arguments": ["pens"],
            "program": "pens * 1.5",
            "relation": "other",
        },
        "predecessors": [],
        "arguments": [
            {
                "id": "pens",
                "text": "Inès buys 4 pens.",
                "values": [["pens", 4]],
                "counterfactuals": [
                    {
                        "text": "Inès buys 4.5 pens.",
                        "original": "4",
                        "replacement": "4.5",
                        "values": [["pens", "9/2"]],
                    }
                ],
                "leans_on": [],
            }
        ],
        "answer": "6",
        "question": "",
        "original_id": "",
    }


def test_an_event_as_it_is_written() -> None:
    event = Reveal(event_id="e", target_id="city", value=("a", 1, None))
    assert event_to_json(event) == {
        "format": "evolving-intent/event/1",
        "type": "reveal",
        "event_id": "e",
        "target_id": "city",
        "branch_id": "main",
        "scope": "task",
        "source_turn": 0,
        "value": ["a", 1, None],
        "candidates": [],
    }


DOCUMENTS: list[tuple[Callable[[Any], object], dict[str, Any], type[Exception]]] = [
    (chain_from_json, chain_to_json(PENS), BankError),
    (
        trajectory_from_json,
        trajectory_to_json(
            Trajectory(PENS, "spend", ((Reveal(event_id="e", target_id="pens", value="Inès buys 4 pens."),),))
        ),
        BankError,
    ),
    (event_from_json, event_to_json(Reveal(event_id="e", target_id="city", value="Bern")), StateError),
]


def _paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a document, the document itself left out."""
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from _paths(child, (*path, key))


def _named(path: tuple[Any, ...]) -> str:
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".")


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _cases(wanted: Callable[[Any, tuple[Any, ...]], bool]) -> list[Any]:
    return [
        pytest.param(number, path, id=f"{number}-{_named(path)}")
        for number, (_, document, _) in enumerate(DOCUMENTS)
        for path in _paths(document)
        if wanted(document, path)
    ]


FIELDS = _cases(lambda document, path: True)
MEMBERS = _cases(lambda document, path: isinstance(_at(document, path[:-1]), dict))
OBJECTS = _cases(lambda document, path: isinstance(_at(document, path), dict))


@pytest.mark.parametrize(("number", "path"), MEMBERS)
def test_a_missing_field_is_named(number: int, path: tuple[Any, ...]) -> None:
    read, whole, error = DOCUMENTS[number]
    document = through_json(whole)
    del _at(document, path[:-1])[path[-1]]
    with pytest.raises(error, match=r"is missing|is None; this version reads") as refused:
        read(document)
    assert _named(path) in str(refused.value)


@pytest.mark.parametrize("pair", [[], ["pens"], ["pens", 4, 5]])
def test_half_a_pair_is_refused(pair: list[object]) -> None:
    document = through_json(chain_to_json(PENS))
    document["arguments"][0]["values"][0] = pair
    with pytest.raises(BankError, match=r"arguments\[0\]\.values\[0\]: has . entries, not 2"):
        chain_from_json(document)


@pytest.mark.parametrize(("number", "path"), FIELDS)
@pytest.mark.parametrize("wrong", [{"a": 1}, [[[]]], float("nan")], ids=["object", "nested", "nan"])
def test_a_wrong_type_is_named(number: int, path: tuple[Any, ...], wrong: object) -> None:
    read, whole, error = DOCUMENTS[number]
    document = through_json(whole)
    _at(document, path[:-1])[path[-1]] = wrong
    with pytest.raises(error) as refused:
        read(document)
    assert _named(path) in str(refused.value)


@pytest.mark.parametrize(("number", "path"), OBJECTS)
def test_an_unknown_field_is_named(number: int, path: tuple[Any, ...]) -> None:
    read, whole, error = DOCUMENTS[number]
    document = through_json(whole)
    _at(document, path)["colour"] = "red"
    with pytest.raises(error, match="is unknown") as refused:
        read(document)
    assert _named((*path, "colour")) in str(refused.value)


@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
@pytest.mark.parametrize("stated", [None, "evolving-intent/chain/2", "evolving-intent/state/1", 1])
def test_another_format_is_refused(number: int, stated: object) -> None:
    read, whole, error = DOCUMENTS[number]
    with pytest.raises(error, match=r"format.*this version reads 'evolving-intent/"):
        read({**whole, "format": stated})
    with pytest.raises(error, match="not an object"):
        read([whole])


@pytest.mark.parametrize(
    "number", [True, 1.0, "1", "2/4", "4/2", "1/0", "0.5", " 1/2", None], ids=lambda number: repr(number)
)
def test_only_exact_numbers_in_lowest_terms_are_read(number: object) -> None:
    document = through_json(chain_to_json(PENS))
    document["arguments"][0]["values"][0][1] = number
    with pytest.raises(BankError, match=r"task pens, field arguments\[0\]\.values\[0\]\[1\]: is .*lowest terms"):
        chain_from_json(document)


def test_a_relation_or_event_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    document = through_json(chain_to_json(PENS))
    document["source"]["relation"] = "because"
    with pytest.raises(BankError, match=r"source\.relation: is 'because'; allowed are 'apply', 'narrow'"):
        chain_from_json(document)
    with pytest.raises(StateError, match=r"type: is 'shout'; allowed are 'reveal', 'revise'"):
        event_from_json({"format": "evolving-intent/event/1", "type": "shout"})
    with pytest.raises(StateError, match="type: is missing"):
        event_from_json({"format": "evolving-intent/event/1"})


def test_a_number_that_json_cannot_say_is_not_written() -> None:
    with pytest.raises(StateError, match="inf cannot be said"):
        event_to_json(Reveal(event_id="e", target_id="n", value=float("inf")))
    with pytest.raises(StateError, match="cannot be said"):
        event_to_json(Event(event_id="e", target_id=b"n"))  # type: ignore[arg-type]


def test_the_digest_is_pinned() -> None:
    """A digest that changes makes every saved reference to a chain point nowhere: raise the format version instead."""
    assert chain_digest(PENS) == "11b5a27ee9c7317c"


def test_the_digest_is_that_of_the_canonical_text() -> None:
    text = canonical_json(chain_to_json(PENS))
    assert text.startswith('{"answer":"6","arguments":[{"counterfactuals":[{"original":"4",')
    assert "Inès" in text
    assert json.loads(text) == chain_to_json(PENS)


def test_the_digest_is_the_same_in_every_process() -> None:
    program = (
        "import sys, json\n"
        "from evolving_intent_env.intent import chain_digest, chain_from_json\n"
        "print(chain_digest(chain_from_json(json.load(sys.stdin))))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(chain_to_json(PENS)),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == chain_digest(PENS)


@given(chains(), st.data())
def test_any_change_changes_the_digest(chain: Chain, data: st.DataObject) -> None:
    document = chain_to_json(chain)
    texts = [
        path
        for path in _paths(document)
        if isinstance(_at(document, path), str) and path[-1] not in ("format", "relation") and "values" not in path
    ]
    changed = through_json(document)
    path = data.draw(st.sampled_from(texts))
    _at(changed, path[:-1])[path[-1]] += "!"
    assert chain_digest(chain_from_json(changed)) != chain_digest(chain)


def test_half_a_surrogate_pair_has_a_digest_too() -> None:
    odd = Chain("\ud83d", "toy", PENS.source, (), PENS.arguments, "6")
    assert chain_from_json(through_json(chain_to_json(odd))) == odd
    assert len(chain_digest(odd)) == 16
