"""In which turn each argument is first said.

Every argument has a window of turns. The opening and each turn without an event must introduce at least one argument,
so the question is a matching of those turns with arguments whose windows cover them. Windows are intervals, for which
going through the turns from the last to the first and taking the argument whose window opens latest finds a matching
whenever there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Item(NamedTuple):
    """An argument that has to be said.

    Attributes:
        id: The argument's position in its chain.
        natural: First and last turn in which it reads best: while the first function that needs it is active.
        widest: First and last turn that the rules allow.
        leans_on: Ids of items that must be said before it, or in the same turn.
    """

    id: int
    natural: tuple[int, int]
    widest: tuple[int, int]
    leans_on: tuple[int, ...]


def place(items: Sequence[Item], hungry: Sequence[int], *, natural: bool) -> Mapping[int, int] | None:
    """A turn for each item, so that no hungry turn goes without.

    Args:
        items: In the order a person would say them; an item leans only on earlier ones.
        hungry: Turns that must introduce something, in ascending order.
        natural: Whether items keep to their natural windows, or may use the widest.

    Returns:
        The turn by id; None if the hungry turns cannot all be fed.
    """
    windows = _lean(items, {item.id: item.natural if natural else item.widest for item in items})
    if windows is None:
        return None
    fed = _feed(items, windows, hungry)
    if fed is None:
        return None
    settled = _lean(items, {**windows, **{id_: (turn, turn) for id_, turn in fed.items()}})
    return None if settled is None else _settle(items, settled)


def _lean(items: Sequence[Item], windows: Mapping[int, tuple[int, int]]) -> dict[int, tuple[int, int]] | None:
    """The windows narrowed so that an item opens no earlier, and closes no earlier, than what it leans on."""
    tight = dict(windows)
    for item in items:
        for other in item.leans_on:
            first, last = tight[item.id]
            tight[item.id] = (max(first, tight[other][0]), last)
    for item in reversed(items):
        for other in item.leans_on:
            first, last = tight[other]
            tight[other] = (first, min(last, tight[item.id][1]))
    if any(first > last for first, last in tight.values()):
        return None
    return tight


def _feed(
    items: Sequence[Item], windows: Mapping[int, tuple[int, int]], hungry: Sequence[int]
) -> dict[int, int] | None:
    fed: dict[int, int] = {}
    for turn in reversed(hungry):
        best, opens = None, -1
        for item in items:
            first, last = windows[item.id]
            if first <= turn <= last and first >= opens and item.id not in fed:
                best, opens = item.id, first
        if best is None:
            return None
        fed[best] = turn
    return fed


def _settle(items: Sequence[Item], windows: Mapping[int, tuple[int, int]]) -> Mapping[int, int]:
    """Each item as soon as it reads well and what it leans on is said; items that feed a turn have no choice left."""
    turns: dict[int, int] = {}
    for item in items:
        first, last = windows[item.id]
        wanted = max(item.natural[0], first, *(turns[other] for other in item.leans_on))
        turns[item.id] = min(wanted, last)
    return turns
