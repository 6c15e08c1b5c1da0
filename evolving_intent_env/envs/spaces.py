"""The space of texts that people and models write."""

from __future__ import annotations

import string
from typing import Any

from gymnasium import spaces


class UnicodeText(spaces.Text):
    """Any text up to a length.

    ``Text`` checks each character against a charset, which costs 42 microseconds per thousand characters and needs the
    whole of Unicode listed to admit a typographic quote. Here membership is the type and the length; samples stay
    printable ASCII.

    Args:
        max_length: The greatest length in characters.
        seed: For sampling.
    """

    def __init__(self, max_length: int, *, seed: int | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=string.printable, seed=seed)

    def contains(self, x: Any) -> bool:
        """Whether ``x`` is a text that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        """Without the charset, which only samples keep to."""
        return f"UnicodeText({self.max_length})"
