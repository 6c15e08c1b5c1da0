"""The question of a word problem apart from the facts it carries."""

from __future__ import annotations

import re
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers, tells
from evolving_intent_env.domains.gsm8k.people import Person, resolve, unresolved
from evolving_intent_env.domains.gsm8k.referents import COLLECTIVES, PERSONS
from evolving_intent_env.domains.gsm8k.text import as_statement, capitalized
from evolving_intent_env.domains.gsm8k.words import listed

_HOW = r"(?:how\b|what\b|what's\b|by how\b|in how\b|at what\b|for how\b|by what\b)"
_ASKS = (
    rf"(?:(?:(?:in total|altogether|on average|together|in all|overall|combined),? )?(?:{_HOW}|which\b"
    rf"|who\b|calculate\b|find\b|determine\b|to the nearest\b))"
)
_FRONT = re.compile(
    rf"^(?P<lead>[^?]*?)(?:(?:, then,? |, (?:and |so |but )?|; )(?P<asks>{_ASKS}.*)|(?: then,?)? (?P<bare>{_HOW}.*))$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    (
        r"^(?:and |but |so |now,? |finally,? )*(?:if|assuming(?: that)?|given(?: that)?|suppose(?: that)?"
        r"|supposing(?: that)?|considering(?: that)?|knowing(?: that)?|since|provided(?: that)?|seeing "
        r"that)\b,? (?P<fact>.+)$"
    ),
    re.IGNORECASE,
)
_TAIL = re.compile(
    (
        r"^(?P<asks>.+?),?(?: and)? (?:if|assuming(?: that)?|given that|considering(?: that)?|knowing that"
        r"|provided that|when|supposing(?: that)?|since) (?P<fact>.+)$"
    ),
    re.IGNORECASE,
)
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
_COUNTED = re.compile(
    r"\b(?P<det>all of the|all the|all|the|these|those|her|his|their|its|[A-Z]\w+'s) (?P<number>[\w-]+) "
    r"(?P<noun>(?:[a-z]+ )?(?:[a-z]+s|people|children|men|women))\b"
)


_FRONT_PERIOD = re.compile(
    (
        r"^(?P<when>(?:after|in|over|for|during) [\w-]+ (?:days|weeks|months|years|hours|minutes)), "
        r"(?P<asks>how (?:many|much|far)\b[^?]*)$"
    ),
    re.IGNORECASE,
)


_HARMLESS = frozenset(listed("both pair pairs couple single once dozens"))


class Asked(NamedTuple):
    """A question without numbers, and the facts it carried as statements."""

    text: str
    facts: tuple[str, ...]


def split_question(sentence: str) -> Asked | str:
    """Takes a question apart into a question free of numbers and statements; a reason where that fails."""
    body = sentence.rstrip(" ?.!")
    facts: list[str] = []
    front = _FRONT.match(body)
    moved = _FRONT_PERIOD.match(body)
    if moved:
        asks, condition_, rest = moved["asks"].partition(" if ")
        body = f"{asks} {moved['when'].lower()}{condition_}{rest}"
    elif front and front["lead"].strip():
        lead = front["lead"].strip()
        condition = _CONDITION.match(lead)
        fact = condition["fact"] if condition else lead
        if tells(lead):
            if not _states(fact) or (not condition and not _states(lead)):
                return "the question's condition is no statement"
            facts.append(as_statement(fact))
            body = front["asks"] or front["bare"]
        elif (
            condition is None
            and _states(lead)
            and not re.match(r"(?:after|before|when|while|once|by|in|at|for|with|until)\b", lead, re.IGNORECASE)
        ):
            facts.append(as_statement(lead))
            body = front["asks"] or front["bare"]
    while tells(body):
        tail = _TAIL.match(body)
        if tail is None or not tells(tail["fact"]) or not _states(tail["fact"]):
            break
        facts.append(as_statement(_it_named(tail["fact"], tail["asks"])))
        body = tail["asks"]
    for told_apart in (_without_date, _without_length, without_period, _without_goods):
        body, told = told_apart(body)
        facts.extend(told)
    body = without_counts(body)
    imperative = _IMPERATIVE.match(body)
    if imperative:
        what = imperative["what"]
        body = what if re.match(r"(?:how|what)\b", what) else f"What is {what}"
        body = re.sub(r"^how (many|much)(.*)", r"How \1\2", body)
    if any(span.kind != "fixed" or (span.value > 1 and span.text.lower() not in _HARMLESS) for span in numbers(body)):
        return "question keeps a number"
    if not re.match(rf"{_ASKS}", body, re.IGNORECASE) and not re.match(
        r"(?:in|at|on|by|for|after|to|of|when|if|once|until|before|with|assuming|given|considering|while|since)\b",
        body,
        re.IGNORECASE,
    ):
        return "no single question"
    return Asked(capitalized(body.strip(" ,")) + "?", tuple(facts))


def _it_named(fact: str, asks: str) -> str:
    """As in "How heavy is the box if it holds ...": the fact is about "the box"."""
    match = re.match(r"it(?:'s)? ", fact, re.IGNORECASE)
    things = re.findall(r"\b(?:the|a|an|his|her) (?:\w+ )?\w+(?=\s|$)", asks)
    if match is None or len(things) != 1:
        return fact
    thing = re.sub(r"^an? ", "the ", things[0].strip())
    verb = " is" if match.group().endswith("s ") else ""
    return f"{thing}{verb} {fact[match.end() :]}"


def _states(text: str) -> bool:
    """Whether a clause is a statement with a finite verb and nothing hypothetical about it."""
    if re.search(r"\b(?:were to|would|could|should|might)\b", text) or not re.match(r"[A-Za-z$\d\"]", text):
        return False
    if re.match(
        (
            r"(?:after|before|when|while|once|by|in order|to|of|with|using|including|based|compared|only|instead"
            r"|not|at least|for|until|as)\b"
        ),
        text,
        re.IGNORECASE,
    ):
        return False
    low = [word.lower().strip(",") for word in text.split(" ")[:12]]
    if low[0] in lexicon.THIRD or low[0] in lexicon.PAST or low[0].endswith("ing"):
        return False
    return any(
        word in lexicon.AUXILIARIES
        or word in lexicon.THIRD
        or word in lexicon.PAST
        or (index and word in lexicon.BASES)
        for index, word in enumerate(low)
    )


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


def without_period(body: str) -> tuple[str, list[str]]:
    """As in "... in 4 weeks": now "... over the whole period", and "The whole period is 4 weeks."."""
    match = _PERIOD.search(body)
    if match is None or len(_PERIOD.findall(body)) > 1 or re.search(r"\b(?:old|age|ages|older|younger|per)\b", body):
        return body, []
    spans = numbers(match["number"])
    if len(spans) != 1 or spans[0].text != match["number"] or spans[0].kind not in ("digits", "word"):
        return body, []
    unit = match["unit"].rstrip("s") + ("" if spans[0].value == 1 else "s")
    at_end = match["how"].lower() in ("after", "at the end of", "by the end of")
    new = "by the end of the whole period" if at_end else "over the whole period"
    rest = body[match.end() :]
    before = body[: match.start()].rstrip(" ,")
    if rest and not re.match(r"[,?]| (?:if|when|assuming|and|than|with|at|on|from|for|to)\b", rest):
        return body, []
    if match["how"].lower() == "every" or re.match(r" (?:old|ago|from|later|before|after)\b", rest) or not before:
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


def without_counts(body: str) -> str:
    """As in "the two farms", which becomes "both farms": how many there are is no part of what is asked."""

    def shorter(match: re.Match[str]) -> str:
        spans = numbers(match["number"])
        if len(spans) == 1 and spans[0].text == match["number"] and spans[0].kind in ("digits", "word", "fixed"):
            det = match["det"].lower()
            apart = match.string[: match.start()].endswith("between ")
            if spans[0].value == 2 and not apart and det in ("the", "these", "those", "all the", "all"):
                return f"both {match['noun']}"
            if det in ("all", "all the") or re.search(r"\b(?:days|weeks|months|years|hours)$", match["noun"]):
                return f"all the {match['noun']}"
            return f"{match['det']} {match['noun']}"
        return match.group()

    body = re.sub(r"\ball (?:two|three|four|five|six|seven) of (?=the|them)", "all of ", body)
    return _COUNTED.sub(shorter, body)


_BARE_HOW_MANY = re.compile(
    r"^How (many|much)(?: (more|fewer|less))? (?=(?:do|does|did|are|is|were|was|will|would|can|could|has|have|had)\b)"
)
_EXPLETIVE = re.compile(
    r"\b(?:does|did|will|would|can|could|is|was) it (?:take|cost)\b.*\b(?:to|for)\b|\bit (?:takes|took"
    r"|will take|would take)\b|\bit be (?:before|until)\b|\bit (?:would|will)? ?costs? .*\bto\b|\bis "
    r"it\b.*\bto\b|take (?:him|her|them|\w+) to\b"
)


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
        question = re.sub(r"^(How many \w+) ones\b", rf"\1 {noun}", question)
    text = _group_named(resolve(question, cast), groups)
    if unresolved(text, cast):
        return None
    for match in re.finditer(
        (
            r"\b(they|them|their|it|its|this|that|these|those|one|ones|the other|the others|the rest|the first"
            r"|the second)\b"
        ),
        text,
        re.IGNORECASE,
    ):
        word, before = match.group().lower(), text[: match.start()]
        after = text[match.end() :]
        if word in ("they", "them", "their") and re.search(
            r"\b(?:\w{3,}s|people|children|family|team|class|group|company|couple)\b(?! many| much)|\band [A-Z]",
            _past_subject(before),
        ):
            continue
        if word in ("it", "its") and (
            _EXPLETIVE.search(text) or re.search(r"\b(?:the|a|an|his|her|\w+'s) \w+", before)
        ):
            continue
        if (
            word in ("this", "that", "these", "those", "one")
            and re.match(r" [A-Za-z]+", after)
            and not (word == "one" and re.match(r" of (?:them|the)", after))
        ):
            continue
        if word in ("that", "this") and not after.strip("?"):
            return None
        if word in ("the first", "the second", "the other", "the others", "the rest") and re.match(
            r" (?:of the |of his |of her )?[a-z]+", after
        ):
            continue
        return None
    return text


_SINGULAR = {"do": "does", "are": "is", "have": "has", "were": "was"}


def _past_subject(before: str) -> str:
    """What stands before a pronoun, less the thing that is asked for ("How many apples do they ...")."""
    return re.sub(
        r"^How (?:many|much)(?: \w+){0,4}? (?=(?:do|does|did|are|is|were|was|will|would|can|could|has|have|had)\b)",
        "",
        before,
    )


_THEY = re.compile(
    r"\b(both of them|all of them|they both|they all|they|them|their|(?:all )?(?:the )?(?:two|three|four)(?: of them)?"
    r"(?= (?:have|eat|spend|make|earn|get|buy|do|own|need|in total|together|combined|altogether)\b))"
)
_IT = re.compile(r"\b(it|its)\b")


def _group_named(text: str, groups: tuple[str, ...]) -> str:
    """Puts a group's name in the place of the first "they", and a thing's in the place of the first "it"."""
    for group in groups:
        thing = group.startswith("the ") and not re.search(r"s$| and ", group)
        noun = group.split(" ")[-1]
        person = re.search(r"\b(he|she)\b", text) if thing and noun in PERSONS else None
        if person:
            text = text[: person.start()] + group + text[person.end() :]
        elif thing and noun in COLLECTIVES:
            text = _collective_named(text, group)
        else:
            match = (_IT if thing else _THEY).search(text)
            named = not thing and match is not None and re.search(r"\band [A-Z]", text[: match.start()])
            if match is None or named or (thing and _EXPLETIVE.search(text)):
                continue
            own = "'" if group.endswith("s") else "'s"
            new = group + own if match.group() in ("their", "its") else group
            text = text[: match.start()] + new + text[match.end() :]
    return text


def _collective_named(text: str, group: str) -> str:
    """Names a group that is said in the singular: "do they" becomes "does the team"."""
    match = re.search(r"\b(do|are|have|were) they\b", text)
    if match:
        return f"{text[: match.start()]}{_SINGULAR[match.group(1)]} {group}{text[match.end() :]}"
    return re.sub(r"\b(did|will|can|could|would) they\b", rf"\1 {group}", text, count=1)
