"""Numbers that multiply, taken apart: how many packs and what is in each, how fast and for how long."""

from __future__ import annotations

import re

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.subjects import again, plural, subject_of, tense
from evolving_intent_env.domains.gsm8k.text import stem
from evolving_intent_env.domains.gsm8k.words import listed

_NUMBER = r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)"
_PACK = (
    r"(?:boxes|bags|packs|cartons|cases|crates|bunches|packages|packets|clusters|bundles|jars|trays|baskets|rows"
    r"|stacks|piles|sets|sheets|albums|groups|teams|pages)"
)
_PACKS_OF = re.compile(
    rf"(?P<head>.* )(?P<n>{_NUMBER}) (?P<pack>{_PACK}) of (?P<m>{_NUMBER}) (?P<thing>(?:[a-z-]+ ){{0,2}}[a-z]+s)"
    r"(?: (?:each|for (?P<price>\$[\d.]*\d each)))?$"
)
_WITH_EACH = re.compile(
    rf"(?P<head>.* )(?P<n>{_NUMBER}) (?P<pack>(?:(?!of\b|and\b|for\b|in\b|with\b)[a-z-]+ ){{0,2}}[a-z]+s),? "
    rf"(?:with|that (?:have|hold|contain)|(?:each )?containing|each with|holding) (?P<m>{_NUMBER}) "
    r"(?P<thing>(?:(?!in\b|and\b|for\b|with\b)[a-z-]+ ){0,3}[a-z]+s)"
    r"(?: (?:each|apiece|(?:in|inside|on|per) (?:each )?[a-z]+))?$"
)
_ROUNDS = re.compile(
    rf"(?P<head>.* )(?P<n>{_NUMBER}) (?P<pack>rounds|sessions|quarters|classes|shifts|periods|lessons|episodes) of "
    r"(?P<m>[\d.]+) (?P<thing>minutes|hours|seconds)(?: each)?$"
)
_EACH = re.compile(r"\b(?:each|apiece|per)\b")
_NO_HEAD = re.compile(r"\b(?:if|when|each|every|per|that|which|who|and|or|than|either)\b", re.IGNORECASE)


def packed(body: str, around: str) -> list[str] | None:
    """As in "She has 5 boxes with 6 pens in each box": how many there are, and what each of them has.

    Only where the task counts such packs once, so that "each box" can mean no other boxes.
    """
    of = " of " in body
    lasting = _ROUNDS.match(body) if of else None
    filled = _WITH_EACH.match(body) if _EACH.search(body) else None
    found = lasting or filled or (_PACKS_OF.match(body) if of else None)
    if found is None or len(numbers(body)) != (3 if found.groupdict().get("price") else 2):
        return None
    if _NO_HEAD.search(found["head"]):
        return None
    kind = found["pack"].split(" ")[-1]
    if len(re.findall(rf"\b{kind}\b", around)) > 1 or subject_of(body) is None or not plural(kind):
        return None
    one = " ".join((*found["pack"].split(" ")[:-1], stem(kind)))
    parts = [f"{found['head']}{found['n']} {found['pack']}", f"Each {one} has {found['m']} {found['thing']}"]
    if lasting:
        parts[1] = f"Each {one} lasts {found['m']} {found['thing']}"
    elif not filled:
        parts[0] += f" of {found['thing']}"
        if found["price"]:
            parts.append(f"They cost {found['price']}")
    return parts


_RATE = re.compile(
    r"^(?P<rate>.*[\d.]+ (?:mph|(?:[a-z]+ ){0,2}?[a-z]+ (?:per|an?|each|every) "
    r"(?:hour|day|week|month|minute|year|night))),? for (?P<time>[\w.]+ "
    r"(?:hours|days|weeks|months|minutes|years|nights)(?: (?:a|per|each|every) (?:day|week|month|year))?)$"
)
_SPEED = re.compile(
    r"^(?P<first>.*?) for (?P<time>[\w.]+ (?:hours|minutes|seconds)) (?P<speed>at (?:an? (?:average |constant )?"
    r"(?:speed|rate|pace) of )?[\d.]+ "
    r"(?:mph|(?:miles|kilometers|meters|feet|yards) (?:per|an?) (?:hour|minute|second)))$"
)
_MOVING = frozenset(
    listed("drive travel walk run bike ride fly swim jog hike work sail cycle march row practice train")
)


def lasting(body: str) -> list[str] | None:
    """As in "Ann runs 6 miles per hour for 2 hours": how fast, and for how long."""
    found = subject_of(body)
    if found is None:
        return None
    verb = found.verb.lower()
    base = lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    moves = base in _MOVING or verb.removesuffix("d") in _MOVING
    if moves and (speed := _SPEED.match(body)) and len(numbers(speed["first"])) == 0:
        return [f"{speed['first']} for {speed['time']}", f"{again(found.subject)} {verb} {speed['speed']}"]
    match = _RATE.match(body)
    if match is None or len(numbers(match["rate"])) != 1 or len(numbers(match["time"])) != 1:
        return None
    if moves:
        return [match["rate"], f"{again(found.subject)} {verb} for {match['time']}"]
    if verb in lexicon.AUXILIARIES or base in ("cost", "need"):
        return None
    does = {"past": "did", "third": "does"}.get(tense(verb), "do")
    return [match["rate"], f"{again(found.subject)} {does} this for {match['time']}"]


_WITHIN = re.compile(
    r"(?P<did>.*[\d,.]+ [a-z]+(?: [a-z]+)?) in "
    r"(?P<time>(?:[\d.]+|two|three|four|five|six) (?:hours|minutes|days|weeks))$"
)


def within(body: str) -> list[str] | None:
    """As in "Ann drove 90 miles in 2 hours": what was done, and how long it took."""
    match = _WITHIN.match(body) if " in " in body else None
    found = subject_of(body)
    if match is None or found is None or tense(found.verb) != "past" or len(numbers(body)) != 2:
        return None
    verb = found.verb.lower()
    if lexicon.PAST.get(verb) not in _MOVING | {"read", "write"} or re.search(r"\b(?:if|when|each|every|per)\b", body):
        return None
    whom = (
        found.subject
        if re.match(r"[A-Z][a-z]+$", found.subject) and found.subject not in _PRONOUNS
        else _OBJECT.get(found.subject)
    )
    return [match["did"], f"This took {whom} {match['time']}"] if whom else None


_OBJECT = {"He": "him", "She": "her", "They": "them", "he": "him", "she": "her", "they": "them"}
_PRONOUNS = frozenset(("He", "She", "They", "It", "We", "You", "There", "This", "That"))
_COSTING = re.compile(
    r"(?P<goods>.+?) (?P<verb>costs?|is sold (?:at|for)|sells? for|are sold (?:at|for)) (?P<price>\$.+)$"
)
_ALSO_COSTING = re.compile(
    r"(?P<goods>(?:an?|the|one|each|\d+) [a-z -]+?)(?: (?:at|for|is|costs?))? (?P<price>\$[\d.,]*\d.*)$"
)


_THINGS = re.compile(r",? and (?=an? |the |one |each |\d+ )|, (?=an? |the |one |each |\d+ )")


def gapped(body: str) -> list[str] | None:
    """As in "A pen costs $2, a cup $3 and a map $4": the verb that the later things leave out is put back."""
    first, *others = _THINGS.split(body)
    match = _COSTING.match(first) if others else None
    if match is None:
        return None
    more = [_ALSO_COSTING.match(other) for other in others]
    if re.search(r"\b(?:if|when|that|which|who|,)\b", match["goods"]):
        return None
    parts = [first]
    for other in more:
        if other is None or plural(other["goods"].split(" ")[-1]) != plural(match["goods"].split(" ")[-1]):
            return None
        if re.search(r"\b(?:and|but|if)\b", other["price"]) or re.search(
            r"\b(?:is|are|was|were|sold)\b", other["goods"]
        ):
            return None
        parts.append(f"{other['goods']} {match['verb']} {other['price']}")
    return parts
