"""The question of a word problem apart from the facts it carries."""

from __future__ import annotations

import re
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k.conditions import ASKS, leading, trailing
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.people import Person, resolve, unresolved
from evolving_intent_env.domains.gsm8k.quantities import MOVES, carries, counted
from evolving_intent_env.domains.gsm8k.quantities import without_counts as without_counts
from evolving_intent_env.domains.gsm8k.referents import COLLECTIVES, PERSONS
from evolving_intent_env.domains.gsm8k.text import capitalized
from evolving_intent_env.domains.gsm8k.words import BASES

_IMPERATIVE = re.compile(r"^(?:calculate|find|determine) (?P<what>.+)$", re.IGNORECASE)
_PERIOD = re.compile(
    (
        r",? ?\b(?P<how>in|for|over|during|across|within|throughout|after|at the end of|by the end of"
        r"|every)(?: (?:a|an|the|the next|the first|those|these|the course of|all|a period of|his|her"
        r"|their))?(?: full| whole| total of)? (?P<number>[\w,.-]+?)[ -](?P<unit>days?|weeks?|months?|years?"
        r"|hours?|minutes?|seconds?)(?P<more>-period|-long period| period| of \w+)?(?=[\s,?]|$)"
    ),
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:all of )?(?:the|all)(?: of the)? (?P<number>two|three|four|five|[2-5])(?P<them> of them)?"
    r"(?=$|[,?]| (?:have|had|has|own|owned|pick|picked|bought|buy|consume|take|took|spend|spent|scored?|exceeded"
    r"|can|will|are|is"
    r"|were|in|on|together|combined|altogether|put|collect|get|make|made|give|gave|sold|sell|add|total|do|did"
    r"|all|run|ran"
    r"|contribute|donated?|need|eat|ate|each|for|by|working)\b)"
)
"""As in "the three of them": a group that names can stand for."""
_LABEL = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)\b|(?:two|three|four|double|triple|quadruple)[- ](?:point(?:er)?s?|story|flips?"
    r"|player|person)\b)"
)
"""Numbers that name a kind or a place in a row."""


class Asked(NamedTuple):
    """A question without numbers, and the facts it carried as statements."""

    text: str
    facts: tuple[str, ...]


_OPENING = re.compile(r"^(?:so|and|then|but|now),? (?=how|what|if)", re.IGNORECASE)
_IF_AFTER_ALL = re.compile(r"\bif, after all, ")
_HOW_OR_WHAT = re.compile(r"(?:how|what)\b")
_ASKS = re.compile(
    rf"{ASKS}|(?:in|at|on|by|for|after|to|of|when|if|once|until|before|with|assuming|given|considering|while|since)\b",
    re.IGNORECASE,
)


def split_question(sentence: str) -> Asked | str:
    """Takes a question apart into a question free of numbers and statements; a reason where that fails."""
    body = _IF_AFTER_ALL.sub("if ", _OPENING.sub("", sentence.rstrip(" ?.!")))
    led = leading(body)
    if isinstance(led, str):
        led = leading(without_counts(body))
    if isinstance(led, str):
        return led
    body, facts = led
    body, late = trailing(body)
    facts.extend(late)
    for told_apart in _FIRST if numbers(body) else ():
        body, told = told_apart(body)
        facts.extend(told)
    body = without_counts(body)
    for move in MOVES:
        if not carries(body):
            break
        body, told = move(body)
        facts.extend(told)
    bare = _BARE_HOW_MANY.match(capitalized(body))
    if bare and bare.group(1) == "many" and (noun := counted(facts)):
        body = f"How many {bare.group(2) + ' ' if bare.group(2) else ''}{noun} {body[bare.end() :]}"
    imperative = _IMPERATIVE.match(body)
    if imperative:
        what = imperative["what"]
        body = what if _HOW_OR_WHAT.match(what) else f"What is {what}"
        body = re.sub(r"^how (many|much)(.*)", r"How \1\2", body)
    if numbers(body) and carries(_TOGETHER.sub("", _LABEL.sub("", body))):
        return "question keeps a number"
    if not _ASKS.match(body):
        return "no single question"
    return Asked(capitalized(body.strip(" ,")) + "?", tuple(facts))


_DATE = re.compile(
    r",? (?:in (?P<in>[\w-]+) years(?: from now|' time| time)?|(?P<from>[\w-]+) years from (?:now"
    r"|today))(?=$|[,?]| if )"
)


def _without_date(body: str) -> tuple[str, list[str]]:
    """As in "How old will Ann be in 3 years": the time asked for is a fact of its own."""
    match = _DATE.search(body)
    number = (match["in"] or match["from"]) if match else ""
    if match is None or not re.search(r"\b(?:old|age|ages|older)\b", body) or not _is_number(number):
        return body, []
    rest = f"{body[: match.start()]} at the time in question{body[match.end() :]}"
    return rest, [f"The time in question is {number} years from now."]


_LENGTH = re.compile(
    r"\b(?P<det>a|one|the) (?:(?P<before>[\w-]+)[ -](?P<unit>day|week)s?[ -](?P<whole>month|week|year)"
    r"|(?P<same>month|week|year) (?:with|of|that has|having) (?P<after>[\w-]+) (?P<units>days|weeks))(?=$|[ ,?])"
)


def _without_length(body: str) -> tuple[str, list[str]]:
    """As in "in a month with 30 days": how long the month is, is a fact of its own."""
    match = _LENGTH.search(body)
    number = (match["before"] or match["after"]) if match else ""
    if match is None or not _is_number(number):
        return body, []
    whole = match["whole"] or match["same"]
    units = match["units"] or f"{match['unit']}s"
    return f"{body[: match.start()]}{match['det']} {whole}{body[match.end() :]}", [f"The {whole} has {number} {units}."]


def _is_number(text: str) -> bool:
    spans = numbers(text)
    return len(spans) == 1 and spans[0].text == text and spans[0].kind in ("digits", "word") and spans[0].value > 1


_NO_PERIOD = re.compile(r"\b(?:old|age|ages|older|younger|per|until)\b")
_AFTER_PERIOD = re.compile(
    r"[,?]| (?:if|when|assuming|and|than|with|at|on|from|for|to|combined|altogether|together|in total|after|working)\b"
)
_NO_LENGTH = re.compile(r" (?:old|ago|from|later|before|after)\b")


def without_period(body: str) -> tuple[str, list[str]]:
    """As in "... in 4 weeks": now "... over the whole period", and "The whole period is 4 weeks."."""
    match = _PERIOD.search(body)
    if match is None or len(_PERIOD.findall(body)) > 1 or _NO_PERIOD.search(body):
        return body, []
    spans = numbers(match["number"])
    if len(spans) != 1 or spans[0].text != match["number"] or spans[0].kind not in ("digits", "word"):
        return body, []
    unit = match["unit"].rstrip("s") + ("" if spans[0].value == 1 else "s")
    at_end = match["how"].lower() in ("after", "at the end of", "by the end of")
    new = "by the end of the whole period" if at_end else "over the whole period"
    rest = body[match.end() :]
    before = body[: match.start()].rstrip(" ,")
    if rest and not _AFTER_PERIOD.match(rest):
        return body, []
    if match["how"].lower() == "every" or _NO_LENGTH.match(rest) or not before:
        return body, []
    return f"{before} {new}{rest}", [f"The whole period is {match['number']} {unit}."]


_SOME = (
    r"(?P<goods>(?:\d[\d,]*|[a-z]+) (?!of\b|more\b|less\b|times\b)[a-z][a-z -]*?(?:,? and (?:\d[\d,]*"
    r"|[a-z]+) (?!more\b)[a-z][a-z -]*)?)"
)
_COST = re.compile(rf"^How much(?P<money> money)? (?P<aux>do|does|will|would|did) {_SOME} cost$")
_PAY = re.compile(rf"^(?P<asks>How much .*\b(?:pay|spend|paid|spent)\b.*) (?:for|on) {_SOME}$")
_WORK = re.compile(
    rf"^(?P<asks>How (?:long|many (?:hours|minutes|days|weeks|seconds)) .*\btake\b.* to [a-z]+(?: and "
    rf"[a-z]+)?) {_SOME}$"
)


def _without_goods(body: str) -> tuple[str, list[str]]:
    """As in "How much do 6 pens cost" or "... to peel 90 eggs": what is ordered, or to be done, is a fact."""
    for pattern in (_COST, _PAY, _WORK):
        match = pattern.match(body)
        spans = numbers(match["goods"]) if match else ()
        if (
            match is None
            or not spans
            or spans[0].start
            or any(span.kind not in ("digits", "word") or span.value <= 1 for span in spans)
        ):
            continue
        if pattern is _WORK:
            return f"{match['asks']} the whole lot", [f"The whole lot is {match['goods']}."]
        fact = [f"The whole order is for {match['goods']}."]
        if pattern is _PAY:
            return f"{match['asks']} for the whole order", fact
        aux = "does" if match["aux"] == "do" else match["aux"]
        return f"How much{match['money'] or ''} {aux} the whole order cost", fact
    return body, []


_FIRST = (_without_date, _without_length, without_period, _without_goods)
"""Ways to take amounts out that are tried on every question, before ``MOVES``."""


_BARE_HOW_MANY = re.compile(
    r"^How (many|much)(?: (more|fewer|less))? (?=(?:do|does|did|are|is|were|was|will|would|can|could|has|have|had)\b)"
)
_EXPLETIVE = re.compile(
    r"\b(?:does|did|will|would|can|could|is|was) it (?:take|cost)\b.*\b(?:to|for)\b|\bit (?:takes|took"
    r"|will take|would take)\b|\bit be (?:before|until)\b|\bit (?:would|will)? ?costs? .*\bto\b|\bis "
    r"it\b.*\bto\b|take (?:him|her|them|\w+) to\b"
)


_SEVERAL = re.compile(
    r"\b(?:(?!does\b|has\b|was\b|this\b)\w{3,}s|people|children|family|team|class|group|company|couple|everyone"
    r"|everybody|each person)\b(?! many| much)|\band [A-Z]"
)
"""What a "they" further on may mean."""


_POINTS_BACK = re.compile(
    r"\b(they|them|their|it|its|this|that|these|those|one|ones|the other|the others|the rest|the first"
    r"|the second)\b",
    re.IGNORECASE,
)
_DETERMINED = re.compile(r"\b(?:the|a|an|his|her|\w+'s) \w+")
_NEXT_WORD = re.compile(r" [A-Za-z]")
_OF_WHAT = re.compile(r" (?:of the |of his |of her )?[a-z]")
_ONES = re.compile(r"^(How many \w+) ones\b")


def self_contained(question: str, cast: tuple[Person, ...], noun: str, groups: tuple[str, ...]) -> str | None:
    """A question that can be understood on its own: names for pronouns, a noun after "how many"; None where that fails.

    Args:
        question: A question free of numbers.
        cast: Everybody in the task.
        noun: What the answer counts, or "".
        groups: What "they" may mean, when there is only one such group.
    """
    bare = _BARE_HOW_MANY.match(question)
    if bare and bare.group(1) == "many":
        if not noun:
            return None
        question = f"How many {bare.group(2) + ' ' if bare.group(2) else ''}{noun} {question[bare.end() :]}"
    if noun:
        question = _ONES.sub(rf"\1 {noun}", question)
    joined = _together_named(question, groups)
    if joined is None:
        return None
    text = _group_named(resolve(joined, cast), groups)
    if unresolved(text, cast):
        return None
    for match in _POINTS_BACK.finditer(text):
        word, before = match.group().lower(), text[: match.start()]
        after = text[match.end() :]
        if word in ("they", "them", "their") and _SEVERAL.search(_past_subject(before)):
            continue
        if word in ("it", "its") and (_EXPLETIVE.search(text) or _DETERMINED.search(before)):
            continue
        if (
            word in ("this", "that", "these", "those", "one")
            and _NEXT_WORD.match(after)
            and not (word == "one" and after.startswith((" of them", " of the")))
        ):
            continue
        if word in ("that", "this") and not after.strip("?"):
            return None
        if word in ("the first", "the second", "the other", "the others", "the rest") and _OF_WHAT.match(after):
            continue
        return None
    return text


def _together_named(question: str, groups: tuple[str, ...]) -> str | None:
    """Puts the names in the place of "the three of them"; None unless there are as many names."""
    match = _TOGETHER.search(question)
    if match is None:
        return question
    count = numbers(match["number"])[0].value
    for group in groups:
        if not group.startswith("the ") and len(re.split(r", | and ", group)) == count:
            return f"{question[: match.start()]}{group}{question[match.end() :]}"
    named = re.findall(r"[A-Z][a-z]+", question[: match.start()])
    return f"{question[: match.start()]}both{question[match.end() :]}" if count == 2 and len(named) > 2 else None


_SINGULAR = {"do": "does", "are": "is", "have": "has", "were": "was"}


_ASKED_THING = re.compile(
    r"^How (?:many|much)(?: \w+){0,4}? (?=(?:do|does|did|are|is|were|was|will|would|can|could|has|have|had)\b)"
)


def _past_subject(before: str) -> str:
    """What stands before a pronoun, less the thing that is asked for ("How many apples do they ...")."""
    return _ASKED_THING.sub("", before)


_THEY = re.compile(
    r"\b(both of them|all of them|they both|they all|they|them|their|(?:all )?(?:the )?(?:two|three|four)(?: of them)?"
    r"(?= (?:have|eat|spend|make|earn|get|buy|do|own|need|in total|together|combined|altogether)\b))"
)
_THEY_ALONE = re.compile(r"\b(both of them|they both|they all|they)\b")
_KIN = re.compile(r" and (?:his|her) ")
_IT = re.compile(r"\b(it|its)\b")
_HE_OR_SHE = re.compile(r"\b(he|she)\b")
_AND_NAME = re.compile(r"\band [A-Z]")


def _group_named(text: str, groups: tuple[str, ...]) -> str:
    """Puts a group's name in the place of the first "they", and a thing's in the place of the first "it"."""
    for group in groups:
        thing = group.startswith("the ") and not group.endswith("s") and " and " not in group
        noun = group.split(" ")[-1]
        person = _HE_OR_SHE.search(text) if thing and noun in PERSONS else None
        if person:
            text = text[: person.start()] + group + text[person.end() :]
        elif thing and noun in COLLECTIVES and "they" in text:
            text = _collective_named(text, group)
        else:
            match = (_IT if thing else _THEY_ALONE if _KIN.search(group) else _THEY).search(text)
            named = not thing and match is not None and _AND_NAME.search(text[: match.start()])
            if match is None or named or _things_done(match, text) or (thing and _EXPLETIVE.search(text)):
                continue
            own = "'" if group.endswith("s") else "'s"
            new = group + own if match.group() in ("their", "its") else group
            text = text[: match.start()] + new + text[match.end() :]
    return text


def _things_done(match: re.Match[str], text: str) -> bool:
    """Whether a "them" is what something is done to, as in "to wash all of them", so that it means things."""
    verb = text[: match.start()].rstrip().rpartition(" ")[2].lower()
    return (
        match.group().endswith("them")
        and verb in BASES
        and verb not in ("take", "give", "cost", "leave", "pay", "do", "have")
    )


def _collective_named(text: str, group: str) -> str:
    """Names a group that is said in the singular: "do they" becomes "does the team"."""
    match = re.search(r"\b(do|are|have|were) they\b", text)
    if match:
        return f"{text[: match.start()]}{_SINGULAR[match.group(1)]} {group}{text[match.end() :]}"
    return re.sub(r"\b(did|will|can|could|would) they\b", rf"\1 {group}", text, count=1)
