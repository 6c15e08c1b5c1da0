"""Causes of a wrong answer in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from evolving_intent_env.evaluate.hidden import hidden_turns
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.verify.attribution import Cause


def explain_cause(trajectory: Trajectory, cause: Cause) -> str:
    """One sentence on what the agent did wrong, quoting the conversation.

    Args:
        trajectory: The conversation that led to the answer.
        cause: A cause that ``verify.attribution`` found.
    """
    sentence = _OPENERS[cause.kind](trajectory, cause.targets)
    return ", and ".join((sentence, *(explain_cause(trajectory, other) for other in cause.also)))


def _residue(trajectory: Trajectory, targets: Sequence[str]) -> str:
    turns = hidden_turns(trajectory)
    stale = {fact.id: " or ".join(f"“{text}”" for text in fact.stale) for fact in turns[-1].facts}
    corrected = {change.target: turn.number for turn in turns for change in turn.changes if change.kind == "revise"}
    return f"it still used {'; '.join(f'{stale[id_]} (corrected in turn {corrected[id_]})' for id_ in targets)}"


def _omission(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return f"it left out {_quoted(trajectory, targets)}"


def _wrong_function(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return f"it answered the earlier question {_questions(trajectory, targets)}"


def _wrong_inheritance(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return f"it carried over what belonged to the earlier question alone: {_questions(trajectory, targets)}"


def _wrong_invalidation(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return f"it dropped what was said before a switch and still holds: {_quoted(trajectory, targets)}"


def _no_answer(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return "it gave no number"


def _other(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return "no single mistake of intent tracking gives that number"


_OPENERS = {
    "residue": _residue,
    "omission": _omission,
    "wrong_function": _wrong_function,
    "wrong_inheritance": _wrong_inheritance,
    "wrong_invalidation": _wrong_invalidation,
    "no_answer": _no_answer,
    "other": _other,
}


def _quoted(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return "; ".join(f"“{trajectory.chain.by_id[id_].text}”" for id_ in targets)


def _questions(trajectory: Trajectory, targets: Sequence[str]) -> str:
    return "; ".join(f"“{trajectory.chain.functions[id_].text}”" for id_ in targets)
