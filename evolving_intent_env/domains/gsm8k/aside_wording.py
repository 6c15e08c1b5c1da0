"""How somebody else's quantity, and a question that needs it, are worded: by the shape of the source's question.

"How many pens did Ann buy?" can come after "How many pens did Ann and Omar buy in total?" ("Omar bought 12 pens.") or
after "How many more pens did Ann buy than Omar guesses?" ("Omar guesses 12 pens."). The source's own question names
neither Omar nor his number, so it is plain that it leaves them out. Few shapes are worded; all others have no aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.words import listed

Side = Literal["more", "fewer", "together"]
"""Whether the source's quantity is the larger or the smaller one, or both are added up."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words around a name and a number; both are put in later.

    Attributes:
        statement: From a name and a number in digits to the statement.
        question: From a name to the question.
    """

    statement: Callable[[str, str], str]
    question: Callable[[str], str]


_AUX = r"(?:did|does|do|will|would|can|could|is|are|was|were|has|have|had|should|must)"
_NOUN = r"(?:[a-z][a-z'-]*)(?: [a-z][a-z'-]*){0,3}?"
_BEFORE = r"(?P<before>^|^[A-Z][^?]*, )"
_HOW_MANY = re.compile(
    rf"{_BEFORE}(?P<how>[Hh]ow many) (?:total )?(?P<noun>{_NOUN})(?: in total)?"
    rf"(?P<rest> (?:{_AUX}|of|in|on|an?|per) [^?]*)\?$"
)
_HOW_MANY_DO = re.compile(
    rf"{_BEFORE}(?P<how>[Hh]ow many) (?P<noun>[a-z]+s|people|children)(?P<rest> (?P<verb>[a-z]+)\b[^?]*)\?$"
)
_HOW_MUCH = re.compile(
    rf"{_BEFORE}(?P<how>[Hh]ow much)(?P<what> (?:money|profit|change|cash))?(?P<rest> {_AUX} [^?]*)\?$"
)
_HOW_LONG = re.compile(rf"How long, in (?P<noun>minutes|hours|days|seconds),(?P<rest> {_AUX} [^?]*)\?$")
_WHAT_IS = re.compile(r"What(?: (?P<be>is|was|will|are)|'s)(?P<rest> (?:the|[A-Z][a-z]+(?:'s|')) [^?]*)\?$")
_HOW_OLD = re.compile(r"How old(?P<rest> (?:is|was|will) [^?]*)\?$")
_SPENDS = re.compile(
    r"\b(?:cost|costs|pay|paid|paying|spend|spent|earn|make|charge|owe|save|raise|contribute|have|receive|give|get|left"
    r"|tips|bill|price|sales|pension|money|revenue|profit|salary)\b"
)
_COMPARES = re.compile(
    r"\b(?:more|less|fewer|than|difference|compared|earlier|early|later|longer|older|younger|ago|percent|percentage"
    r"|least|most|minimum|maximum|fraction|ratio|average \w+|additional|another|extra|because|since|until|unless|once"
    r"|assuming|where|as|I|you|we|me|us|my|your|our|each other|such|so|they|it(?! (?:take|cost))"
    r"|that(?! (?:day|week|month|year|time)))\b"
)
"""Words that a comparison put around them would make hard to read."""
_NO_NOUN = frozenset(
    listed("long tall wide old big more total different dozen pairs of the his her their its those these")
)
_MORE_THAN_NOUN = re.compile(r"'|(?:[^s']s|people|children) ")
"""A plural with something after it, such as a verb."""
_ALIKE = re.compile(
    rf"How (?:many (?P<noun>{_NOUN})|much money) (?P<aux>did|does|do|will) (?P<subject>[A-Z][a-z]+) (?P<base>[a-z]+)"
    r"(?: in total| in all| altogether)?(?P<tail> left| (?:a|an|each|every|per) (?:day|week|month|year))?\?$"
)
_DOES_ALIKE = frozenset(
    listed(
        """
        have own make buy sell eat read collect bake earn save spend score catch pick write run walk drive paint
        plant draw count find receive bike ride swim drink visit see win throw knit sew cook order need use
        """
    )
)
_GUESSES = ("guesses", "expects", "predicts")


def wordings(source: str, *, money: bool, turn: int) -> dict[Side, Wording]:
    """The asides that fit a question, by side, the most telling first.

    Args:
        source: The question.
        money: Whether its program reads an amount of money.
        turn: Which of several equally good verbs is taken.
    """
    found: dict[Side, Wording] = {}
    alike = _ALIKE.match(source)
    if alike and (together := _together(alike)):
        found["together"] = together
    verb = _GUESSES[turn % len(_GUESSES)]
    if (parsed := _parsed(source, money=money)) is not None:
        found["more"] = _compared(parsed, parsed.larger, verb)
        found["fewer"] = _compared(parsed, parsed.smaller, verb)
    return found


def _together(match: re.Match[str]) -> Wording | None:
    """Somebody else does the same, and both are added up."""
    noun, aux, base, tail = match["noun"] or "", match["aux"], match["base"], match["tail"] or ""
    if (
        base not in _DOES_ALIKE
        or set(noun.split(" ")) & _NO_NOUN
        or _MORE_THAN_NOUN.search(noun)
        or (tail == " left" and base != "have")
    ):
        return None
    third = next(form for form, of in lexicon.THIRD.items() if of == base)
    past = lexicon.IRREGULAR_PAST.get(base) or next(form for form, of in lexicon.PAST.items() if of == base)
    verb = past if aux == "did" else f"will {base}" if aux == "will" else third
    both = "do" if aux == "does" else aux
    what = f"many {noun}" if noun else "much money"
    subject = match["subject"]
    return Wording(
        lambda name, number: f"{name} {verb} {_amount(number, noun)}{tail}.",
        lambda name: f"How {what} {both} {subject} and {name} {base}{tail} in total?",
    )


class _Parsed(NamedTuple):
    """The source's question as it stands in a comparison; somebody guesses what it asks for, and is wrong by so much.

    Attributes:
        larger: How it starts where the source's quantity is the larger one.
        smaller: How it starts where that is the smaller one.
        asks: What comes before the "than".
        after: What comes after the other's guess.
        noun: What is counted, "" for money.
    """

    larger: str
    smaller: str
    asks: str
    noun: str
    after: str = ""


def _compared(parsed: _Parsed, head: str, verb: str) -> Wording:
    return Wording(
        lambda name, number: f"{name} {verb} {_amount(number, parsed.noun)}.",
        lambda name: f"{head}{parsed.asks} than {name} {verb}{parsed.after}?",
    )


_CLAUSE = re.compile(
    r",? (?:when|if|after|before|while|once|given)\b|, (?:altogether|together|combined|total|in (?:total|all|dollars))$"
)
"""What comes after the comparison rather than before it."""
_COMPARED = re.compile(r"\b(?:than|compared)\b")


def _parsed(source: str, *, money: bool) -> _Parsed | None:
    parsed = _count(source) or _measure(source) or (_money(source) if money else None)
    if parsed is None:
        return None
    rest = parsed.asks
    clause = _CLAUSE.search(rest)
    asks, after = (rest[: clause.start()], rest[clause.start() :]) if clause else (rest, "")
    if "," in asks or _COMPARES.search(asks) or _COMPARED.search(after):
        return None
    return parsed._replace(asks=asks, after=after)


def _count(source: str) -> _Parsed | None:
    match = _HOW_MANY.match(source)
    if match is None or _MORE_THAN_NOUN.search(match["noun"]):
        match = _HOW_MANY_DO.match(source)
        if match is None or not (match["verb"] in lexicon.PAST or match["verb"] in lexicon.BASES):
            return None
    noun = match["noun"]
    if set(noun.split(" ")) & _NO_NOUN:
        return None
    how = match["before"] + match["how"]
    return _Parsed(f"{how} more {noun}", f"{how} fewer {noun}", match["rest"], noun)


_COUNTED = re.compile(r" the (?:total )?number of ([a-z-]+s|people|children)\b")


def _measure(source: str) -> _Parsed | None:
    if match := _HOW_OLD.match(source):
        return _Parsed("How many years older", "How many years younger", match["rest"], "years")
    if match := _HOW_LONG.match(source):
        noun = match["noun"]
        return _Parsed(f"How many {noun} longer", f"How many {noun} shorter", match["rest"], noun)
    match = _WHAT_IS.match(source)
    counted = _COUNTED.match(match["rest"]) if match else None
    return _higher(match, counted.group(1)) if match and counted else None


def _money(source: str) -> _Parsed | None:
    match = _HOW_MUCH.match(source)
    if match and (match["what"] or _SPENDS.search(match["rest"])):
        how, what = match["before"] + match["how"], match["what"] or ""
        return _Parsed(f"{how} more{what}", f"{how} less{what}", match["rest"], "")
    match = _WHAT_IS.match(source)
    if match and _SPENDS.search(match["rest"]) and " number " not in match["rest"]:
        return _higher(match, "")
    return None


def _higher(match: re.Match[str], noun: str) -> _Parsed:
    be = match["be"] or "is"
    return _Parsed(f"How much higher {be}", f"How much lower {be}", match["rest"], noun)


def _amount(number: str, noun: str) -> str:
    if noun in ("", "dollars"):
        return f"${number}"
    return f"{number} {'dozen' if noun == 'dozens' else noun}"
