"""The rules of trajectories; ``invariants.check_trajectory`` says what each is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from evolving_intent_env.errors import StateError
from evolving_intent_env.intent.chain import Chain, Function
from evolving_intent_env.intent.events import MAIN, Event, Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.intent.violation import Violation


class Phase(NamedTuple):
    """A stretch of turns in which one function is active."""

    function: Function
    start: int
    path: str


class Saying(NamedTuple):
    """One time that an argument is said: by its reveal or by a revision."""

    turn: int
    wording: str
    event: Event
    path: str


class Story:
    """What a trajectory says, in the shape its rules ask for.

    Attributes:
        trajectory: The trajectory.
        chain: The chain that was scheduled.
        phases: The functions in the order they are active.
        said: By argument, each time it is said, in order.
        needed: By argument, the last phase whose function needs it, itself or for the words of what it needs.
    """

    def __init__(self, trajectory: Trajectory) -> None:
        self.trajectory = trajectory
        self.chain = trajectory.chain
        self.phases = [Phase(self.chain.functions[trajectory.start], 0, "start")]
        self.said: dict[str, list[Saying]] = {}
        for turn, place, event in _walk(trajectory):
            path = f"turns[{turn}][{place}]"
            if isinstance(event, Switch):
                self.phases.append(Phase(self.chain.functions[event.target_id], turn, path))
            elif isinstance(event, Reveal | Revise):
                self.said.setdefault(event.target_id, []).append(Saying(turn, str(event.value), event, path))
        self.needed: dict[str, int] = {}
        for number, phase in enumerate(self.phases):
            wanted = list(phase.function.arguments)
            while wanted:
                id_ = wanted.pop()
                if self.needed.get(id_) != number:
                    self.needed[id_] = number
                    wanted.extend(self.chain.by_id[id_].leans_on)

    def phase_at(self, turn: int) -> int:
        """The phase in which the reveals of a turn are said."""
        return max(number for number, phase in enumerate(self.phases) if phase.start <= turn)


def _walk(trajectory: Trajectory) -> Iterator[tuple[int, int, Event]]:
    for turn, events in enumerate(trajectory.turns):
        for place, event in enumerate(events):
            yield turn, place, event


def events(trajectory: Trajectory) -> Iterator[Violation]:
    """Events that do not belong to this chain or this turn."""
    chain = trajectory.chain
    if trajectory.start not in chain.functions:
        yield Violation("events", f"the chain has no function {trajectory.start!r}", "start")
    if not trajectory.turns:
        yield Violation("events", "there is no turn", "turns")
    seen: set[str] = set()
    for turn, place, event in _walk(trajectory):
        path = f"turns[{turn}][{place}]"
        if event.event_id in seen:
            yield Violation("events", f"event {event.event_id!r} stands twice", path)
        seen.add(event.event_id)
        fault = _event_fault(chain, turn, event)
        if fault is not None:
            yield Violation("events", f"event {event.event_id!r} {fault}", path)


def _event_fault(chain: Chain, turn: int, event: Event) -> str | None:
    if not isinstance(event, Reveal | Revise | Switch):
        return f"is a {type(event).__name__}, which no trajectory of a chain holds"
    if event.source_turn != turn or event.branch_id != MAIN:
        return f"says turn {event.source_turn} and branch {event.branch_id!r}; it is in turn {turn} of {MAIN!r}"
    if isinstance(event, Switch):
        return (
            None if event.target_id in chain.functions else f"switches to {event.target_id!r}, no function of the chain"
        )
    if event.target_id not in chain.by_id:
        return f"is about {event.target_id!r}, no argument of the chain"
    if event.value not in chain.by_id[event.target_id].wordings:
        return f"says {event.value!r}, no wording of {event.target_id!r}"
    return None


def order(trajectory: Trajectory, events_per_turn: int) -> Iterator[Violation]:
    """Turns whose events are too many or in the wrong order."""
    ranks: dict[type[Event], int] = {Switch: 0, Revise: 1, Reveal: 2}
    for turn, events in enumerate(trajectory.turns):
        kinds = [ranks[type(event)] for event in events]
        if kinds != sorted(kinds):
            yield Violation("order", "a turn says its function first, then corrections, then reveals", f"turns[{turn}]")
        if kinds.count(0) > (1 if turn else 0):
            message = (
                "a turn switches at most once" if turn else "the first turn opens with a function, it switches to none"
            )
            yield Violation("order", message, f"turns[{turn}]")
        scheduled = len(kinds) - kinds.count(2)
        if scheduled > events_per_turn:
            message = f"{scheduled} switches and revisions in one turn, at most {events_per_turn} are allowed"
            yield Violation("events-per-turn", message, f"turns[{turn}]")


def _functions(story: Story) -> Iterator[Violation]:
    """Places count from the source (0) to the farthest predecessor: they must fall to 1 and then 0."""
    near_to_far = list(story.chain.functions)
    places = [near_to_far.index(phase.function.id) for phase in story.phases]
    for phase, before, place in zip(story.phases[1:], places, places[1:], strict=False):
        if place >= before:
            message = f"function {phase.function.id!r} is not nearer to the source than the one before it"
            yield Violation("functions", message, phase.path)
    if places[-1] != 0:
        yield Violation("functions", "the last function is not the source", story.phases[-1].path)
    elif len(places) > 1 and places[-2] != 1:
        yield Violation("functions", "the last function before the source is not the nearest", story.phases[-2].path)


def _introductions(story: Story) -> Iterator[Violation]:
    for id_ in sorted(set(story.needed) - set(story.said)):
        yield Violation("introduced-once", f"argument {id_!r} is needed, but never said", "turns")
    for id_, sayings in story.said.items():
        reveals = sum(isinstance(saying.event, Reveal) for saying in sayings)
        if reveals != 1:
            yield Violation("introduced-once", f"argument {id_!r} is introduced {reveals} times", sayings[-1].path)
        if id_ not in story.needed:
            message = f"argument {id_!r} is said, but no function of the trajectory needs it"
            yield Violation("introduced-once", message, sayings[0].path)
        elif story.phase_at(sayings[0].turn) > story.needed[id_]:
            message = f"argument {id_!r} is said after the last function that needs it was left"
            yield Violation("introduced-once", message, sayings[0].path)


def _corrections(story: Story) -> Iterator[Violation]:
    for id_, sayings in story.said.items():
        true = story.chain.by_id[id_].text
        for place, saying in enumerate(sayings):
            if not isinstance(saying.event, Revise):
                continue
            earlier = [other.wording for other in sayings[:place]]
            if not earlier or sayings[place - 1].turn >= saying.turn:
                yield Violation("wrong-first", f"{id_!r} is corrected, but no earlier turn said it", saying.path)
            elif earlier[-1] == true or saying.wording in earlier:
                message = f"{id_!r} is corrected from {earlier[-1]!r} to {saying.wording!r}, which is no correction"
                yield Violation("wrong-first", message, saying.path)


def _deadlines(story: Story) -> Iterator[Violation]:
    for id_, sayings in story.said.items():
        if len(sayings) == 1:
            continue
        first_said, last = story.phase_at(sayings[0].turn), sayings[-1]
        users = [number for number, phase in enumerate(story.phases) if id_ in phase.function.arguments]
        for number in users[1:]:
            function, start, _ = story.phases[number]
            if number > first_said and last.turn > start:
                message = (
                    f"{id_!r} is corrected in turn {last.turn}, after turn {start} switched to {function.id!r}, "
                    "which shares it with an earlier function"
                )
                yield Violation("corrected-in-time", message, last.path)
                break


def _leaning(story: Story) -> Iterator[Violation]:
    said = list(story.said)
    for place, id_ in enumerate(said):
        for other in story.chain.by_id[id_].leans_on:
            if other not in said[:place]:
                message = f"{id_!r} is said, but {other!r}, on which its words lean, has not been said"
                yield Violation("leaning", message, story.said[id_][0].path)


def _anchor(story: Story) -> Iterator[Violation]:
    chain = story.chain
    try:
        state = story.trajectory.states[-1]
    except StateError as error:
        yield Violation("anchor", f"the events do not apply: {error}", "turns")
        return
    if state.function != chain.source.id:
        yield Violation("anchor", f"the last function is {state.function!r}, not the source", "turns")
    current, wanted = state.current(), chain.truth(chain.source.arguments)
    for id_ in dict.fromkeys((*wanted, *current)):
        if current.get(id_) != wanted.get(id_):
            message = f"in the end {id_!r} stands at {current.get(id_)!r}, in the source task at {wanted.get(id_)!r}"
            yield Violation("anchor", message, "turns")


RULES: tuple[Callable[[Story], Iterator[Violation]], ...] = (
    _functions,
    _introductions,
    _corrections,
    _deadlines,
    _leaning,
    _anchor,
)
"""Every rule about the whole of a trajectory whose events fit its chain, in order."""
