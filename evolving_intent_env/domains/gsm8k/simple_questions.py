"""Earlier functions made from the facts alone: totals, differences and rates that the stated facts answer at once.

A row whose solution has too few sub-questions still lets a user ask something else first. Only facts of the plainest shape
("Ann has 5 pens.", "A cup costs $3.", "He runs 4 miles a day.") are asked about, so that the answer cannot be in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.clauses import LIST_VERBS, subject_of
from evolving_intent_env.domains.gsm8k.numbers import Span, spelled
from evolving_intent_env.domains.gsm8k.text import decapitalized
from evolving_intent_env.intent.program import Expr

_COUNT = re.compile(r"(?P<noun>(?:[a-z-]+ ){0,2}[a-z-]+s|people|children|fish)$")
_RATE = re.compile(r"(?:(?P<noun>(?:[a-z-]+ ){0,2}[a-z]+s) )?(?:per|a|an|each|every) (?P<unit>day|week|month|hour|minute)$")
_LONGER = {"day": ("a week", 7), "week": ("ten weeks", 10), "month": ("a year", 12), "hour": ("ten hours", 10), "minute": ("an hour", 60)}
_MONEY_VERBS = frozenset("earn make save spend charge pay get".split())
_NO_COUNTS = frozenset("years hours minutes days weeks months dollars cents percent times more fewer less pairs".split())


@dataclass(frozen=True, slots=True)
class _Fact:
    """A plain fact: who, does what, how many, of what."""

    subject: str
    verb: str
    base: str
    span: int
    kind: str
    noun: str = ""
    unit: str = ""

    @property
    def plural(self) -> bool:
        """Whether its subject takes a plural verb."""
        return " and " in self.subject or self.verb in ("are", "were", "have") or self.base == self.verb and self.verb not in lexicon.PAST

    def ask(self, *, together: bool = False) -> str:
        """The auxiliary verb of a question about it."""
        if self.verb in ("had", "was", "were") or self.verb in lexicon.PAST and self.verb not in lexicon.BASES:
            return "did"
        return "do" if together or self.plural else "does"


def simple_questions(texts: Sequence[str], spans: Sequence[Span], places: Sequence[int]) -> Iterator[tuple[str, Expr]]:
    """Questions with their programs over number names, the most telling first."""
    facts = [fact for place, text in enumerate(texts) if (fact := _fact(text, [i for i, p in enumerate(places) if p == place], spans))]
    for one, other in combinations(facts, 2):
        yield from _pair(one, other, spans)
    values = {span.worth for span in spans}
    for fact in facts:
        if fact.kind == "rate":
            length, factor = _LONGER[fact.unit]
            if factor in values:
                continue
            what = f"How many {fact.noun}" if fact.noun else "How much money"
            yield f"{what} {fact.ask()} {decapitalized_subject(fact.subject)} {fact.base} in {length}?", _times(fact.span, factor)
        elif fact.kind == "price":
            several = _several(fact.subject)
            factor = 10 if 10 not in values else 20
            if several and factor not in values:
                yield f"How much would {spelled(factor)} {several} cost?", _times(fact.span, factor)


def _fact(text: str, mine: Sequence[int], spans: Sequence[Span]) -> _Fact | None:
    body = text.rstrip(".")
    found = subject_of(body) if ". " not in body and len(mine) == 1 else None
    if found is None or found.adverbs or "'" in found.verb or re.match(r"(?:he|she|it|they|we|this|that|these|those|his|her|its|their|another|both|all|some)\b", found.subject, re.IGNORECASE):
        return None
    index = mine[0]
    span = spans[index]
    verb = found.verb.lower()
    base = "be" if verb in ("is", "are", "was", "were") else "have" if verb in ("has", "had", "have") else lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    if span.kind not in ("digits", "word") or span.value <= 1 or not found.rest.startswith(span.text):
        return None
    rest = found.rest[len(span.text) :].strip()
    money = span.text.startswith("$")
    if money and base == "cost" and rest in ("", "each", "apiece"):
        return _Fact(found.subject, verb, base, index, "price")
    rate = _RATE.match(rest)
    if rate and (rate["noun"] is not None) != money and (base in _MONEY_VERBS if money else base not in ("be", "have", "need")):
        return _Fact(found.subject, verb, base, index, "rate", rate["noun"] or "", rate["unit"])
    if base == "be" and rest == "years old" and verb == "is":
        return _Fact(found.subject, verb, base, index, "age")
    count = _COUNT.match(rest)
    if not money and count and base in LIST_VERBS and not set(count["noun"].split(" ")) & _NO_COUNTS and (base != "be" or found.subject == "There"):
        return _Fact(found.subject, verb, base, index, "count", count["noun"])
    return None


def _pair(one: _Fact, other: _Fact, spans: Sequence[Span]) -> Iterator[tuple[str, Expr]]:
    """The total of two facts of one kind, and their difference."""
    if one.kind != other.kind or one.kind == "rate" or one.base != other.base or one.ask() == "did" != other.ask():
        return
    total = Expr("+", parts=(_name(one.span), _name(other.span)))
    more, less = (one, other) if spans[one.span].worth > spans[other.span].worth else (other, one)
    same = spans[one.span].worth == spans[other.span].worth
    difference = Expr("-", parts=(_name(more.span), _name(less.span)))
    first, second = decapitalized_subject(one.subject), decapitalized_subject(other.subject)
    bigger, smaller = decapitalized_subject(more.subject), decapitalized_subject(less.subject)
    if one.kind == "price":
        yield f"How much {one.ask(together=True)} {first} and {second} cost together?", total
        if not same:
            yield f"How much more {more.ask()} {bigger} cost than {smaller}?", difference
    elif one.kind == "age":
        yield f"What is the combined age of {first} and {second}?", total
        if not same:
            yield f"How many years older is {bigger} than {smaller}?", difference
    elif one.subject == other.subject and one.noun != other.noun:
        tail = "are there" if one.base == "be" else f"{one.ask()} {first} {one.base}"
        yield f"How many {one.noun} and {other.noun} {tail} in total?", total
        if not same:
            yield f"How many more {more.noun} than {less.noun} {tail}?", difference
    elif one.subject != other.subject and one.noun == other.noun and one.base != "be":
        yield f"How many {one.noun} {one.ask(together=True)} {first} and {second} {one.base} together?", total
        if not same:
            yield f"How many more {one.noun} {more.ask()} {bigger} {one.base} than {smaller}?", difference


def _name(index: int) -> Expr:
    return Expr("name", name=f"n{index}")


def _times(index: int, factor: int) -> Expr:
    return Expr("*", parts=(_name(index), Expr("number", factor)))


def decapitalized_subject(subject: str) -> str:
    """A subject as it stands within a sentence."""
    return decapitalized(subject) if subject.split(" ")[0] in lexicon.COMMON_OPENERS else subject


def _several(subject: str) -> str:
    """The plural of "a pen", "each pen" or "the pens"; "" where it is not plain."""
    match = re.fullmatch(r"(?:A|An|One|Each|Every) ((?:[a-z-]+ ){0,2})([a-z-]+)", subject)
    if match and not match.group(2).endswith(("s", "x", "ch", "sh", "y", "f", "fe", "man")):
        return f"{match.group(1)}{match.group(2)}s"
    plural = re.fullmatch(r"The ((?:[a-z-]+ ){0,2}[a-z-]+s)", subject)
    return plural.group(1) if plural else ""
