"""Random choices that depend on an identity and on nothing else.

The words come straight from ``numpy.random.SeedSequence``, whose output numpy promises never to change; the distributions of a
``Generator`` carry no such promise. The same identity gives the same choices on every machine, process and version,
whatever ran before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np

T = TypeVar("T")

_BLOCK = 64


@lru_cache(maxsize=16_384)
def _words_of(text: str) -> tuple[int, ...]:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return tuple(int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4))


class Draws:
    """A stream of choices.

    Args:
        identity: What the choices depend on: any mix of texts and integers. Integers may be negative or large.
    """

    __slots__ = ("_block", "_entropy", "_next", "_words")

    def __init__(self, *identity: str | int) -> None:
        entropy: list[int] = []
        for part in identity:
            if isinstance(part, str):
                entropy.extend(_words_of(part))
            elif 0 <= part < 2**32:
                entropy.extend((1, part))
            else:
                entropy.extend(_words_of(f"int {part}"))
        self._entropy = entropy
        self._block = 0
        self._words: list[int] = []
        self._next = 0

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound - 1``; the bias is below ``bound / 2**32``."""
        if self._next == len(self._words):
            sequence = np.random.SeedSequence(self._entropy, spawn_key=(self._block,))
            self._words = sequence.generate_state(_BLOCK).tolist()
            self._block += 1
            self._next = 0
        word = self._words[self._next]
        self._next += 1
        return word * bound >> 32

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
