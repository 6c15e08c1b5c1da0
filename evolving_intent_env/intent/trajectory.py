"""A scheduled chain: which event happens in which user turn.

Made by a scheduler, worded by a renderer, changed by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.state import IntentState
from evolving_intent_env.intent.update import apply


@dataclass(frozen=True)
class Trajectory:
    """What the user will say and when, before any words.

    Attributes:
        chain: The chain that was scheduled.
        start: Id of the function that the user opens with.
        turns: The events of each user turn, in the order they are said: function, then corrections, then reveals. A
            turn without events repeats the words of the turn before it.
    """

    chain: Chain
    start: str
    turns: tuple[tuple[Event, ...], ...]

    def __len__(self) -> int:
        """The number of user turns."""
        return len(self.turns)

    @cached_property
    def states(self) -> tuple[IntentState, ...]:
        """The hidden state after each turn."""
        state = IntentState(function=self.start, task=self.chain.task_id)
        states = []
        for events in self.turns:
            if events:
                state = apply(state, *events).state
            states.append(state)
        return tuple(states)

    @cached_property
    def golds(self) -> tuple[str | None, ...]:
        """The gold answer after each turn; None where the turn is underspecified or has no exact gold.

        The last is the source benchmark's own gold answer, which a trajectory that ``check_trajectory`` passes ends on.
        """
        earlier = list(self.progress())[:-1]
        return (*(self.chain.gold(function, said) for function, said in earlier), self.chain.answer)

    def progress(self) -> Iterator[tuple[str, dict[str, str]]]:
        """After each turn: the active function and the wording in force of every argument said."""
        function, said = self.start, dict[str, str]()
        for events in self.turns:
            for event in events:
                if isinstance(event, Switch):
                    function = event.target_id
                elif isinstance(event, Reveal | Revise):
                    said[event.target_id] = str(event.value)
            yield function, dict(said)
