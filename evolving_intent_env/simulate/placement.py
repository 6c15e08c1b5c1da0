"""In which turn each argument is first said.

Every argument has a window of turns. The opening and each turn without an event must introduce at least one argument, so the
question is a matching of those turns with arguments whose windows cover them. Windows are intervals, for which going through
the turns from the last to the first and taking the argument whose window opens latest finds a matching whenever there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Item(NamedTuple):
    """An argument that has to be said.

    Attributes:
        id: The argument's id.
        natural: First and last turn in which it reads best: while the first function that needs it is active.
        widest: First and last turn that the rules allow.
        leans_on: Ids of items that must be said before it, or in the same turn.
    """

    id: str
    natural: tuple[int, int]
    widest: tuple[int, int]
    leans_on: tuple[str, ...]


def place(items: Sequence[Item], hungry: Sequence[int]) -> Mapping[str, int] | None:
    """A turn for each item, so that no hungry turn goes without.

    Args:
        items: In the order a person would say them; an item leans only on earlier ones.
        hungry: Turns that must introduce something, in ascending order.

    Returns:
        The turn by id, in natural windows if possible, else in the widest; None if the hungry turns cannot all be fed.
    """
    for windows in ({i.id: i.natural for i in items}, {i.id: i.widest for i in items}):
        leaning = _lean(items, windows)
        if leaning is None:
            continue
        fed = _feed(items, leaning, hungry)
        if fed is not None:
            return _settle(items, leaning, fed)
    return None


def _lean(items: Sequence[Item], windows: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]] | None:
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
    items: Sequence[Item], windows: Mapping[str, tuple[int, int]], hungry: Sequence[int]
) -> dict[str, int] | None:
    fed: dict[str, int] = {}
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


def _settle(items: Sequence[Item], windows: Mapping[str, tuple[int, int]], fed: dict[str, int]) -> Mapping[str, int]:
    """Items that feed no turn are said as soon as they read well, and not before what they lean on."""
    turns: dict[str, int] = {}
    for item in items:
        if item.id in fed:
            turns[item.id] = fed[item.id]
            continue
        first, last = windows[item.id]
        wanted = max(item.natural[0], *(turns[other] for other in item.leans_on), first)
        turns[item.id] = min(wanted, last)
    return turns
