"""Rendering: a finished trajectory in words, by rule.

Every argument is said as the chain words it, every switch with the complete new question; phrases only lead into them.
A correction never mentions the old value, and shared arguments are not said again after a switch: carrying them over
is the agent's task. In evaluation the phrases depend on the task alone, in training they are sampled; in neither do
they depend on what was rendered before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.phrasebook import phrasebook

Choose = Callable[[str, int], int]
"""Picks one of ``n`` phrases of a kind."""

_LOWERED = frozenset(
    (
        "a about after again all altogether among an and another any are around as at because before besides between "
        "both breakfast by cooking cost could counting customers delivering did dinner do does during each eight "
        "entry every everyone everything few filling five for four from grass had half has he her here his how if in "
        "inside instead is it its larger last later leasing lunch many more most my near nearly next nine no none of "
        "on one only our out outside over per printing renting right second seven several she six so some someone "
        "sponsors taxes ten than that the their them then there these they third this those three to today together "
        "tomorrow twice two under until water we were what when where which while who whose why with within without "
        "would yesterday you your"
    ).split()
)
"""Words whose first letter may be lowered after a comma or a colon; a name never is."""


def render(trajectory: Trajectory, draws: Draws | None = None) -> tuple[str, ...]:
    """The user's words.

    Args:
        trajectory: What to say when.
        draws: Where phrases are sampled from in training; None for evaluation.

    Returns:
        One text per user turn.
    """
    chain = trajectory.chain
    choose = _in_turn(chain.task_id) if draws is None else _sampled(draws)
    function = trajectory.start
    opening = [chain.functions[function].text]
    opening.extend(str(event.value) for event in trajectory.turns[0] if isinstance(event, Reveal))
    texts = [_capitalized(" ".join(opening))]
    for events in trajectory.turns[1:]:
        if not events:
            texts.append(texts[-1])
            continue
        texts.append(_capitalized(_words(chain, function, events, choose)))
        if isinstance(events[0], Switch):
            function = events[0].target_id
    return tuple(texts)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _in_turn(task_id: str) -> Choose:
    """A task starts somewhere in each list of phrases and goes through it, so that nothing is said twice too soon."""
    starts = hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).digest()
    uses: dict[str, int] = {}

    def choose(kind: str, count: int) -> int:
        used = uses.get(kind)
        if used is None:
            used = starts[len(uses)]
        uses[kind] = used + 1
        return used % count

    return choose


def _sampled(draws: Draws) -> Choose:
    """A phrase at random, never the same twice in a row."""
    last: dict[str, int] = {}

    def choose(kind: str, count: int) -> int:
        before = last.get(kind)
        index = draws.below(count) if before is None else (before + 1 + draws.below(count - 1)) % count
        last[kind] = index
        return index

    return choose


def _words(chain: Chain, function: str, events: Sequence[Event], choose: Choose) -> str:
    """One turn after the opening: the switch, then the corrections, then what is new."""
    parts: list[str] = []
    lead = "reveal"
    for event in events:
        if isinstance(event, Switch):
            relation = _relation(chain, function, event.target_id)
            parts.append(_lead_in(f"switch-{relation}", choose, chain.functions[event.target_id].text))
            lead = "details"
        elif isinstance(event, Revise):
            again = lead == "news"
            parts.append(_lead_in("revise_again" if again else "revise", choose, str(event.value)))
            lead = "news"
        elif isinstance(event, Reveal):
            text = str(event.value)
            parts.append(text if lead == "" else _lead_in(lead, choose, text))
            lead = ""
    return " ".join(parts)


def _relation(chain: Chain, leaving: str, entering: str) -> str:
    """How the two functions relate; the chain only knows it of neighbours."""
    order = list(chain.functions)
    neighbours = order.index(leaving) == order.index(entering) + 1
    return chain.functions[leaving].relation if neighbours else "other"


def _lead_in(kind: str, choose: Choose, text: str) -> str:
    """A phrase and what it leads into; after a comma or a colon the text goes on in lower case, but for names."""
    phrases = phrasebook()[kind]
    phrase = phrases[choose(kind, len(phrases))]
    if phrase[-1] != ".":
        first = text.partition(" ")[0]
        if first[0].lower() + first[1:] in _LOWERED:
            text = text[0].lower() + text[1:]
    return f"{phrase} {text}"
