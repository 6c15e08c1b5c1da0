"""Random choices that depend on an identity and on nothing else.

The words are SHA-512 digests of the identity and a counter: the same identity gives the same choices on every machine,
process and version of Python and numpy, whatever ran before. ``numpy.random.SeedSequence`` would promise as much, but
takes three times as long for the dozen words that an episode needs, and an episode is made in some fifty microseconds.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_UNPACK = struct.Struct("<16I").unpack


class Draws:
    """A stream of choices.

    Args:
        identity: What the choices depend on: any mix of texts and integers.
    """

    __slots__ = ("_block", "_identity", "_words")

    def __init__(self, *identity: str | int) -> None:
        # repr() tells "1" from 1 and ("a", "b") from ("a, b",): different identities never share a stream.
        self._identity = repr(identity).encode("utf-8", "surrogatepass")
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound - 1``; no value is preferred by more than ``bound / 2**32``."""
        if not self._words:
            digest = hashlib.sha512(b"%d:%b" % (self._block, self._identity)).digest()
            self._words.extend(_UNPACK(digest))
            self._block += 1
        return self._words.pop() * bound >> 32

    def choice(self, options: Sequence[T]) -> T:
        """One of ``options``."""
        return options[self.below(len(options))]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """``count`` different positions of ``options``, in random order."""
        pool = list(options)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]
