"""What a verifier says of a reply."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["correct", "wrong", "no_answer", "empty", "too_long", "invalid"]
"""``no_answer``: words, but no answer in them; ``empty``: nothing at all; ``too_long``: refused unread; ``invalid``:
not text."""


MAX_REPLY = 1_000_000
"""A reply of more characters is refused unread, and kept cut to this."""


class Verdict(NamedTuple):
    """The score of one reply.

    Attributes:
        score: 1.0 if correct, else 0.0.
        outcome: Why.
        answer: The answer that the reply meant, in plain form; None when it holds none.
    """

    score: float
    outcome: Outcome
    answer: str | None = None
