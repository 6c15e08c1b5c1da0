"""What the domains with a number for an answer share: how they frame the first turn, and how they score."""

from __future__ import annotations

from evolving_intent_env.verify.number import score_number
from evolving_intent_env.verify.verdict import Verdict

_ANSWER_FORMAT = (
    "Please think it through step by step and end each reply with your answer in \\boxed{}. "
    "If you cannot know the answer yet, say what is missing."
)


class NumericDomain:
    """The two methods of :class:`~evolving_intent_env.domains.base.Domain` that all numeric domains share."""

    def frame(self, text: str) -> str:
        """The first user turn with the answer format below it."""
        return f"{text}\n\n{_ANSWER_FORMAT}"

    def score(self, reply: object, gold: str) -> Verdict:
        """Exact comparison of the number that the reply means; see :mod:`evolving_intent_env.verify.number`."""
        return score_number(reply, gold)
