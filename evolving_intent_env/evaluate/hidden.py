"""The hidden side of a conversation, turn by turn, for people: what changed, what holds then, and the gold answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evolving_intent_env.errors import StateError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.state import Status
from evolving_intent_env.intent.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a user turn does.

    Attributes:
        kind: ``ask`` opens the conversation with a question, ``repeat`` says the last words again; the others are the
            events.
        target: Id of the function or argument that it is about; empty for a repeat.
        text: The question or statement said; empty for a repeat.
        replaces: What it takes the place of: the question that is left, or the statement that is corrected.
    """

    kind: Literal["ask", "switch", "revise", "reveal", "repeat"]
    target: str = ""
    text: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One argument as it stands after a turn.

    Attributes:
        id: The argument's id.
        text: The wording in force.
        status: Its status in the intent state.
        needed: Whether the active question needs it.
        changed: Whether this turn said it.
        stale: Wordings that were said earlier and no longer hold, the oldest first.
    """

    id: str
    text: str
    status: Status
    needed: bool
    changed: bool
    stale: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HiddenTurn:
    """The hidden side of one user turn.

    Attributes:
        number: The turn, from 1.
        changes: What the turn does, in the order it is said.
        function: Id of the active function after it.
        question: The active question.
        facts: Every argument said so far, in order of first mention.
        missing: Ids of the arguments that the question needs and nobody has said yet; the turn is then underspecified.
        gold: The gold answer of the turn; None where it is underspecified or no program tells it.
    """

    number: int
    changes: tuple[Change, ...]
    function: str
    question: str
    facts: tuple[Fact, ...]
    missing: tuple[str, ...]
    gold: str | None

    @property
    def gold_text(self) -> str:
        """The gold answer, or why there is none."""
        if self.gold is not None:
            return self.gold
        return "underspecified" if self.missing else "not computed"


def hidden_turns(trajectory: Trajectory) -> tuple[HiddenTurn, ...]:
    """The hidden side of every turn of a conversation.

    Raises:
        StateError: The trajectory holds an event that no scheduler emits.
    """
    chain = trajectory.chain
    wordings: dict[str, list[str]] = {}
    function = trajectory.start
    rows = []
    for turn, events in enumerate(trajectory.turns):
        changes = [Change("ask", function, chain.functions[function].text)] if turn == 0 else []
        if turn and not events:
            changes.append(Change("repeat"))
        for event in events:
            changes.append(_change(chain, function, wordings, event))
            if isinstance(event, Switch):
                function = event.target_id
            else:
                wordings.setdefault(event.target_id, []).append(changes[-1].text)
        rows.append(_row(trajectory, turn, function, wordings, tuple(changes)))
    return tuple(rows)


def _change(chain: Chain, function: str, wordings: dict[str, list[str]], event: Event) -> Change:
    if isinstance(event, Switch):
        return Change("switch", event.target_id, chain.functions[event.target_id].text, chain.functions[function].text)
    if isinstance(event, Revise):
        return Change("revise", event.target_id, str(event.value), wordings[event.target_id][-1])
    if isinstance(event, Reveal):
        return Change("reveal", event.target_id, str(event.value))
    raise StateError(f"event {event.event_id}: {type(event).__name__} is not an event of a scheduled conversation")


def _row(
    trajectory: Trajectory, turn: int, function: str, wordings: dict[str, list[str]], changes: tuple[Change, ...]
) -> HiddenTurn:
    state = trajectory.states[turn]
    active = trajectory.chain.functions[function]
    said = {change.target for change in changes}
    facts = []
    for id_, texts in wordings.items():
        field = state.find(id_)
        facts.append(
            Fact(
                id=id_,
                text=texts[-1],
                status="active" if field is None else field.status,
                needed=id_ in active.arguments,
                changed=id_ in said,
                stale=tuple(texts[:-1]),
            )
        )
    missing = tuple(id_ for id_ in active.arguments if id_ not in wordings)
    return HiddenTurn(turn + 1, changes, function, active.text, tuple(facts), missing, trajectory.golds[turn])
