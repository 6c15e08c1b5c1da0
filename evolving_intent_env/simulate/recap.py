"""Memory aids: what a user could add to a turn so that the agent finds its way (the paper's recap study).

``prompt`` asks the agent to list what applies before it answers; ``oracle`` states the intent as it is, printed from
the hidden state; ``dump`` quotes every earlier user turn. None of them is ever added to the first turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from evolving_intent_env.intent.events import Switch
from evolving_intent_env.intent.trajectory import Trajectory

Recap = Literal["prompt", "oracle", "dump"]

_PROMPT = "Before you answer, list everything from our conversation that still applies to my current question."


def prompt_recap() -> str:
    """A request to recall, the same at every turn."""
    return _PROMPT


def dump_recap(earlier: Sequence[str]) -> str:
    """Every earlier user turn, word for word.

    Args:
        earlier: The user's turns before this one, without any recap.
    """
    quoted = "\n".join(f"{number}. {text}" for number, text in enumerate(earlier, start=1))
    return f"For reference, this is what I said before:\n{quoted}"


def oracle_recap(trajectory: Trajectory, turn: int) -> str:
    """The current intent, as far as this turn does not state it: the question, and each fact it needs.

    Args:
        trajectory: The hidden side of the conversation.
        turn: The user turn, from 0.

    Returns:
        The recap; empty where there is nothing to recall.
    """
    state = trajectory.states[turn]
    function = trajectory.chain.functions[str(state.function)]
    events = trajectory.turns[turn]
    stated = {event.target_id for event in events}
    lines = []
    if not any(isinstance(event, Switch) for event in events):
        lines.append(f"my question now is: {function.text}")
    current = state.current()
    facts = [str(current[id_]) for id_ in function.arguments if id_ in current and id_ not in stated]
    if facts:
        lines.append("these facts hold: " + " ".join(facts))
    return f"To recall, {'; and '.join(lines)}" if lines else ""
