"""Earlier functions made from facts and answers alone: totals, differences, other units and longer times.

A row whose solution has too few sub-questions still lets a user ask something else first. Only quantities of the
plainest shape are asked about ("Ann has 5 pens.", "A cup costs $3.", "How many pens does Bob have?"), so that the
answer cannot be in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.listing import LIST_VERBS
from evolving_intent_env.domains.gsm8k.numbers import Span, spelled
from evolving_intent_env.domains.gsm8k.predecessors import contains
from evolving_intent_env.domains.gsm8k.subjects import subject_of
from evolving_intent_env.domains.gsm8k.text import decapitalized
from evolving_intent_env.domains.gsm8k.words import listed
from evolving_intent_env.intent.program import Expr, Number

Asked = tuple[str, Expr]
"""A question and its program over number names."""

_NOUN = r"(?:[a-z-]+ ){0,2}?(?:[a-z-]+s|people|children|fish)"
_TAIL = r"(?: (?P<tail>(?:on [A-Z][a-z]+|in the (?:morning|afternoon|evening))))?"
_COUNT = re.compile(rf"(?P<noun>{_NOUN}){_TAIL}$")
_RATE = re.compile(rf"(?:(?P<noun>{_NOUN}) )?(?:per|a|an|each|every) (?P<unit>day|week|month|hour|minute)$")
_LONGER = {
    "day": ("a week", 7),
    "week": ("ten weeks", 10),
    "month": ("a year", 12),
    "hour": ("ten hours", 10),
    "minute": ("an hour", 60),
}
_TEN = {"day": "ten days", "week": "ten weeks", "month": "ten months", "year": "ten years", "night": "ten nights"}
_MONEY_VERBS = frozenset(listed("earn make save spend charge pay get"))
_NO_COUNTS = frozenset(
    listed("years hours minutes days weeks months dollars cents percent times more fewer less pairs as")
)
_SMALLER: dict[str, tuple[str, int]] = {
    "hours": ("minutes", 60),
    "minutes": ("seconds", 60),
    "weeks": ("days", 7),
    "years": ("months", 12),
    "feet": ("inches", 12),
    "yards": ("feet", 3),
    "kilograms": ("grams", 1000),
    "meters": ("centimeters", 100),
    "kilometers": ("meters", 1000),
    "liters": ("milliliters", 1000),
    "gallons": ("quarts", 4),
    "dollars": ("cents", 100),
    "pounds": ("ounces", 16),
}
_ANSWERED = re.compile(
    rf"How (?P<how>many (?P<noun>{_NOUN})|much money) (?P<aux>does|did|do|will) (?P<subject>[A-Z][a-z]+"
    rf"|the [a-z]+(?: [a-z]+)?) (?P<base>[a-z]+){_TAIL}\?$"
)


_MONEY_ASKED = re.compile(
    r"How much\b(?! (?:of|time|water|weight|longer|older|taller))|What (?:is|was|will|are|were|would) "
    r"[^?]*\b(?:cost|price|profit|amount of money|salary|earnings|pay)\b"
)


@dataclass(frozen=True, slots=True)
class _Quantity:
    """Who does what, how many, of what; and the program of it."""

    subject: str
    aux: str
    base: str
    kind: str
    expr: Expr
    worth: Number
    noun: str = ""
    tail: str = ""
    unit: str = ""


def simple_questions(
    texts: Sequence[str], spans: Sequence[Span], places: Sequence[int], answered: Sequence[tuple[str, Expr, Number]]
) -> Iterator[Asked]:
    """Questions that the facts and what was worked out from them answer, the most telling first.

    Args:
        texts: The arguments.
        spans: Their numbers.
        places: The argument of each number.
        answered: Functions that the chain has already, with their programs and true answers, the source first.
    """
    facts = [
        fact
        for place, text in enumerate(texts)
        if (fact := _fact(text, [i for i, p in enumerate(places) if p == place], spans))
    ]
    known = [found for text, expr, worth in answered if (found := _answered(text, expr, worth))]
    for one, other in combinations([*known, *facts], 2):
        yield from _pair(one, other)
    values = {span.worth for span in spans}
    for fact in facts:
        if fact.kind == "rate":
            length, factor = _LONGER[fact.unit]
            if factor not in values:
                what = f"How many {fact.noun}" if fact.noun else "How much money"
                yield f"{what} {fact.aux} {fact.subject} {fact.base} in {length}?", _times(fact.expr, factor)
        elif fact.kind == "price":
            several = _several(fact.subject)
            factor = 10 if 10 not in values else 20
            if several and factor not in values:
                yield f"How much would {spelled(factor)} {several} cost?", _times(fact.expr, factor)


_UNIT = re.compile(r"How many ([a-z]+) (?=(?:does|do|did|will|would|can|is|are|was|were|of|in|long|it)\b)")
_IN_UNIT = re.compile(r", in ([a-z]+)(?=[,?])")
_PERIOD = re.compile(r" (?:in an?|in one|per|an?|each|every) (day|week|month|year|night)\?$")
_NO_AMOUNT = re.compile(r"What|Which|How (?:old|tall|fast|long)")
_HOW_OLD = re.compile(r"How old is [^?]*\?$")
_TODAY = re.compile(r"\b(?:now|today)\b")
_NO_PLAIN_MONEY = re.compile(r"\b(?:dollars|cents|percent|weigh)\b|,")


def variations(source: str, expr: Expr, values: set[Number], *, money: bool) -> Iterator[Asked]:
    """A question in a smaller unit, or for a longer time.

    Args:
        source: The question.
        expr: Its program.
        values: The numbers of the task, none of which a variation may use.
        money: Whether its answer is an amount of money.
    """
    unit = _UNIT.match(source)
    inside = _IN_UNIT.search(source)
    for match in (unit, inside):
        if match and match.group(1) in _SMALLER:
            smaller, factor = _SMALLER[match.group(1)]
            if factor not in values:
                yield f"{source[: match.start(1)]}{smaller}{source[match.end(1) :]}", _times(expr, factor)
                return
    period = _PERIOD.search(source)
    if period and 10 not in values and not _NO_AMOUNT.match(source):
        yield f"{source[: period.start()]} in {_TEN[period.group(1)]}?", _times(expr, 10)
    elif _HOW_OLD.match(source) and 10 not in values and not _TODAY.search(source):
        yield (
            f"{source[:-1].replace('How old is', 'How old will')} be in ten years?",
            Expr("+", parts=(expr, Expr("number", 10))),
        )
    elif money and 100 not in values and _MONEY_ASKED.match(source) and not _NO_PLAIN_MONEY.search(source):
        yield f"{source[:-1]}, in cents?", _times(expr, 100)


_NOT_NAMED = re.compile(
    r"(?:he|she|it|they|we|this|that|these|those|his|her|its|their|another|both|all|some)\b", re.IGNORECASE
)


def _fact(text: str, mine: Sequence[int], spans: Sequence[Span]) -> _Quantity | None:
    """The quantity that a plain statement gives."""
    body = text.rstrip(".")
    found = subject_of(body) if ". " not in body and len(mine) == 1 else None
    if found is None or found.adverbs or "'" in found.verb or _NOT_NAMED.match(found.subject):
        return None
    index = mine[0]
    span = spans[index]
    verb = found.verb.lower()
    base = (
        "be"
        if verb in ("is", "are", "was", "were")
        else "have"
        if verb in ("has", "had", "have")
        else lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    )
    if span.kind not in ("digits", "word") or span.value <= 1 or not found.rest.startswith(span.text):
        return None
    rest = found.rest[len(span.text) :].strip()
    subject = decapitalized(found.subject) if found.subject.split(" ")[0] in lexicon.COMMON_OPENERS else found.subject
    past = verb in ("had", "was", "were") or (verb in lexicon.PAST and verb not in lexicon.BASES)
    plural = " and " in subject or verb in ("are", "were", "have") or (base == verb and not past)
    aux = "did" if past else "do" if plural else "does"
    expr = Expr("name", name=f"n{index}")
    money = span.text.startswith("$")
    if money and base == "cost" and rest in ("", "each", "apiece"):
        return _Quantity(subject, aux, base, "price", expr, span.worth)
    rate = _RATE.match(rest)
    if (
        rate
        and (rate["noun"] is not None) != money
        and (base in _MONEY_VERBS if money else base not in ("be", "have", "need"))
    ):
        return _Quantity(subject, aux, base, "rate", expr, span.worth, rate["noun"] or "", unit=rate["unit"])
    if base == "be" and rest == "years old" and verb == "is":
        return _Quantity(subject, aux, base, "age", expr, span.worth)
    count = _COUNT.match(rest)
    if (
        not money
        and count
        and base in LIST_VERBS
        and not set(count["noun"].split(" ")) & _NO_COUNTS
        and (base != "be" or subject == "there")
    ):
        return _Quantity(subject, aux, base, "count", expr, span.worth, count["noun"], count["tail"] or "")
    return None


_AGE_ASKED = re.compile(r"How old is (?P<subject>[A-Z][a-z]+)\?$")


def _answered(text: str, expr: Expr, worth: Number) -> _Quantity | None:
    """The quantity that a plain question asks for."""
    match = _ANSWERED.match(text)
    if (
        match is None
        or (match["noun"] and set(match["noun"].split(" ")) & _NO_COUNTS)
        or match["base"] not in lexicon.BASES
    ):
        old = _AGE_ASKED.match(text)
        return _Quantity(old["subject"], "does", "be", "age", expr, worth) if old else None
    return _Quantity(
        match["subject"],
        match["aux"],
        match["base"],
        "count" if match["noun"] else "money",
        expr,
        worth,
        match["noun"] or "",
        match["tail"] or "",
    )


def _pair(one: _Quantity, other: _Quantity) -> Iterator[Asked]:
    """The total of two quantities of one kind, and their difference; a whole and its part are no two quantities."""
    if (
        one.kind != other.kind
        or one.kind == "rate"
        or one.base != other.base
        or ((one.aux in ("did", "will") or other.aux in ("did", "will")) and one.aux != other.aux)
        or (one.subject == other.subject and (contains(one.expr, other.expr) or contains(other.expr, one.expr)))
    ):
        return
    more, less = (one, other) if one.worth > other.worth else (other, one)
    total = Expr("+", parts=(one.expr, other.expr))
    difference = Expr("-", parts=(more.expr, less.expr))
    apart = one.worth != other.worth
    both = one.aux if one.aux in ("did", "will") else "do"
    if one.kind == "price":
        yield f"How much {both} {one.subject} and {other.subject} cost together?", total
        if apart:
            yield f"How much more {more.aux} {more.subject} cost than {less.subject}?", difference
    elif one.kind == "age" and one.subject != other.subject:
        yield f"What is the combined age of {one.subject} and {other.subject}?", total
        if apart:
            yield f"How many years older is {more.subject} than {less.subject}?", difference
    elif one.kind in ("count", "money"):
        yield from _counts(one, other, more, less, total, difference, both)


def _counts(
    one: _Quantity, other: _Quantity, more: _Quantity, less: _Quantity, total: Expr, difference: Expr, both: str
) -> Iterator[Asked]:
    tail = f" {one.tail}" if one.tail else ""
    much = one.kind == "money"
    if one.subject == other.subject and one.noun == other.noun:
        if one.tail and other.tail and one.tail != other.tail and one.base != "be":
            yield f"How many {one.noun} {one.aux} {one.subject} {one.base} {one.tail} and {other.tail} together?", total
    elif one.subject == other.subject and one.tail == other.tail:
        end = f"are there{tail}" if one.base == "be" else f"{one.aux} {one.subject} {one.base}{tail}"
        yield f"How many {one.noun} and {other.noun} {end} in total?", total
        if one.worth != other.worth:
            yield f"How many more {more.noun} than {less.noun} {end}?", difference
    elif one.noun == other.noun and one.tail == other.tail and one.base != "be":
        yield (
            (
                f"How {'much money' if much else 'many ' + one.noun} {both} {one.subject} and {other.subject} "
                f"{one.base}{tail} together?"
            ),
            total,
        )
        if one.worth != other.worth:
            yield (
                (
                    f"How {'much more money' if much else 'many more ' + one.noun} {more.aux} {more.subject} "
                    f"{one.base}{tail} than {less.subject}?"
                ),
                difference,
            )


def _times(expr: Expr, factor: int) -> Expr:
    return Expr("*", parts=(expr, Expr("number", factor)))


def _several(subject: str) -> str:
    """The plural of "a pen", "each pen" or "the pens"; "" where it is not plain."""
    match = re.fullmatch(r"(?:a|an|one|each|every) ((?:[a-z-]+ ){0,2})([a-z-]+)", subject)
    if match and not match.group(2).endswith(("s", "x", "ch", "sh", "y", "f", "fe", "man")):
        return f"{match.group(1)}{match.group(2)}s"
    plural = re.fullmatch(r"the ((?:[a-z-]+ ){0,2}[a-z-]+s)", subject)
    return plural.group(1) if plural else ""
