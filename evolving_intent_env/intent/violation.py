"""What a broken rule looks like."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that does not hold.

    Attributes:
        rule: The rule's name.
        message: What is wrong.
        field: Where, as a path into the chain (``arguments[2].text``) or the trajectory (``turns[3][0]``).
    """

    rule: str
    message: str
    field: str
