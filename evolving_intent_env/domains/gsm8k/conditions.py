"""What a question says before or after what it asks: conditions, times and deeds, taken out as statements."""

from __future__ import annotations

import re

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers, tells
from evolving_intent_env.domains.gsm8k.quantities import carries, without_counts
from evolving_intent_env.domains.gsm8k.text import as_statement
from evolving_intent_env.domains.gsm8k.words import listed

HOW = r"(?:how\b|what\b|what's\b|by how\b|in how\b|at what\b|for how\b|by what\b|on what\b)"
ASKS = (
    rf"(?:(?:(?:in total|altogether|on average|together|in all|overall|combined|collectively|between them|in dollars"
    rf"|as a percentage),? )?(?:{HOW}|which\b|who\b|calculate\b|find\b|determine\b|to the nearest\b))"
)
NO_STATEMENT = "the question's condition is no statement"

_FRONT = re.compile(
    rf"^(?P<lead>[^?]*?)(?:(?:, then,? |, (?:and |so |but )?|; )(?P<asks>{ASKS}.*)|(?: then,?)? (?P<bare>{HOW}.*))$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:and |but |so |now,? |finally,? )*(?:if|assuming(?: that)?|given(?: that)?|suppose(?: that)?"
    r"|supposing(?: that)?|considering(?: that)?|knowing(?: that)?|since|provided(?: that)?|seeing that)\b,?"
    r" (?P<fact>.+)$",
    re.IGNORECASE,
)
_LATE_CONDITION = re.compile(r"^(?P<where>[A-Z][^,]*), (?:if|assuming|given that) (?P<fact>.+)$")
_TAIL = re.compile(
    r"^(?P<asks>.+?),?(?: and)? (?:if|assuming(?: that)?|given that|considering(?: that)?|knowing that"
    r"|provided that|when|supposing(?: that)?|since) (?P<fact>.+)$",
    re.IGNORECASE,
)
_FRONT_PERIOD = re.compile(
    r"^(?P<when>(?:after|in|over|for|during|by the end of|at the end of|within) (?:these |those |the |the first "
    r"|the next |all )?"
    r"[\w-]+ (?:days?|weeks?|months?|years?|hours?|minutes?|seconds?)(?: time)?),? (?P<asks>(?:how|what)\b[^?]*)$",
    re.IGNORECASE,
)
_WHEN = re.compile(r"^(?:when|once|by the time|the day|the year)(?: that)? (?P<fact>.+)$", re.IGNORECASE)
_WHEN_AT_END = re.compile(r"^(?P<asks>.+?),? (?P<by>once|by the time(?: that)?|after|by) (?P<fact>.+)$", re.IGNORECASE)
_AFTER = re.compile(r"^(?:and |but |so )?(?:after|by|when|while)(?: then| also)? (?P<fact>.+)$", re.IGNORECASE)
_AIM = re.compile(r"^(?:in order )?to (?P<aim>[a-z]+ .+)$", re.IGNORECASE)
_DOER = re.compile(
    r"\b(?P<aux>do|does|did|will|would|can|could|should|must|has|have|had|is|are|was|were) "
    r"(?P<who>he|she|they|we|you|I|(?:Mr|Mrs|Ms|Dr)\. [A-Z][a-z]+|[A-Z][a-z]+(?: and [A-Z][a-z]+)?|the [a-z]+)\b"
)
_PERIOD_LIKE = re.compile(
    r"(?:[\w-]+ )?(?:[\w-]+) (?:days?|weeks?|months?|years?|hours?|minutes?|seconds?)\b", re.IGNORECASE
)


def leading(body: str) -> tuple[str, list[str]] | str:
    """Takes what is said before the question proper; a reason where that carries a number and cannot be stated."""
    moved = _FRONT_PERIOD.match(body)
    if moved and " after " not in moved["asks"]:
        asks = moved["asks"]
        later = re.search(r",? (?:if|assuming|given that|considering|knowing|when)\b", asks)
        at = later.start() if later else len(asks)
        return f"{asks[:at]} {moved['when'][0].lower()}{moved['when'][1:]}{asks[at:]}", []
    front = _FRONT.match(body)
    if front is None or not front["lead"].strip():
        return body, []
    lead, asks = front["lead"].strip(), front["asks"] or front["bare"]
    condition = _CONDITION.match(lead)
    if not tells(lead):
        if condition is None and states(lead) and not _WHEN.match(lead) and not _HANGING.match(lead):
            return asks, [as_statement(lead)]
        return body, []
    late = _LATE_CONDITION.match(lead) if condition is None else None
    if late and not tells(late["where"]) and supposed(late["fact"]):
        return asks, [as_statement(f"{late['where']}, {late['fact']}")]
    if condition is not None:
        if not supposed(condition["fact"]):
            return NO_STATEMENT
        return asks, [as_statement(_real(condition["fact"]))]
    if states(lead):
        return asks, [as_statement(lead)]
    return _timed(lead, asks) or NO_STATEMENT


_HANGING = re.compile(r"(?:after|before|when|while|once|by|in|at|for|with|until)\b", re.IGNORECASE)


def _timed(lead: str, asks: str) -> tuple[str, list[str]] | None:
    """A lead that says when, after what deed, or what for."""
    when = _WHEN.match(lead)
    if when and states(when["fact"]):
        return f"{asks} at the time in question", [f"At the time in question, {_lowered(when['fact'])}."]
    where, _, clause = lead.partition(", ")
    if (
        clause
        and not tells(where)
        and not where.split(" ")[-1].endswith("ing")
        and states(clause)
        and _SUBJECTS.match(clause)
    ):
        return asks, [as_statement(lead)]
    after = _AFTER.match(lead)
    if after and states(after["fact"]) and "," not in after["fact"] and not after["fact"].split(" ")[0].endswith("ing"):
        return asks, [as_statement(after["fact"])]
    if after and (done := deed(after["fact"], asks)):
        return asks, [done]
    aim = _AIM.match(lead)
    if (
        aim
        and aim["aim"].split(" ")[0] in lexicon.BASES
        and re.match(r"how (?:many|much|long|far|fast)\b", asks, re.IGNORECASE)
    ):
        return f"{asks} to carry out the plan", [f"The plan is to {aim['aim']}."]
    return None


_STRANDED = re.compile(r"(?:\bif|,|\band)$")


def trailing(body: str) -> tuple[str, list[str]]:
    """Takes the conditions and deeds said after the question proper, as long as it carries numbers."""
    facts: list[str] = []
    while carries(body):
        tail = _TAIL.match(body)
        if tail is None or not tells(tail["fact"]) or not supposed(tail["fact"]):
            break
        facts.append(as_statement(_it_named(_real(tail["fact"]), tail["asks"])))
        body = tail["asks"]
    late = _WHEN_AT_END.match(body) if numbers(body) else None
    if (
        late is None
        or not carries(without_counts(late["fact"]))
        or carries(late["asks"])
        or _PERIOD_LIKE.match(late["fact"])
        or _STRANDED.search(late["asks"])
    ):
        return body, facts
    if late["by"] in ("after", "by") and (done := deed(late["fact"], late["asks"])):
        return late["asks"], [*facts, done]
    if late["by"] == "after" and _SUBJECTS.match(late["fact"]) and states(late["fact"]):
        return late["asks"], [*facts, as_statement(late["fact"])]
    if late["by"] not in ("after", "by") and states(late["fact"]):
        at = "by" if late["by"].startswith("by") else "at"
        return f"{late['asks']} {at} the time in question", [
            *facts,
            f"At the time in question, {_lowered(late['fact'])}.",
        ]
    return body, facts


def deed(phrase: str, asks: str) -> str | None:
    """As in "after selling 5 pens, how many does she have": that she sells 5 pens; None if it is unclear who does."""
    verb, _, rest = phrase.partition(" ")
    base = lexicon.GERUNDS.get(verb.lower())
    doer = _DOER.search(asks)
    if base is None or doer is None or not rest or re.search(r"\b(?:if|when)\b", rest):
        return None
    who, aux = doer["who"], doer["aux"]
    several = (
        who.lower() in ("they", "we", "you", "i") or " and " in who or (who.startswith("the ") and who.endswith("s"))
    )
    if aux in ("did", "had", "was", "were"):
        said = lexicon.IRREGULAR_PAST.get(base) or lexicon.past(base)
    else:
        said = base if several else lexicon.third(base)
    return as_statement(f"{who} {said} {rest}")


def _it_named(fact: str, asks: str) -> str:
    """As in "How heavy is the box if it holds ...": the fact is about "the box"."""
    match = re.match(r"it(?:'s)? ", fact, re.IGNORECASE)
    things = re.findall(r"\b(?:the|a|an|his|her) (?:\w+ )?\w+(?=\s|$)", asks)
    if match is None or len(things) != 1:
        return fact
    words = things[0].strip().split(" ")
    if len(words) == 3 and words[-1] in lexicon.BASES:
        words = words[:2]
    thing = re.sub(r"^an? ", "the ", " ".join(words))
    verb = " is" if match.group().endswith("s ") else ""
    return f"{thing}{verb} {fact[match.end() :]}"


def _lowered(fact: str) -> str:
    return fact[0].lower() + fact[1:] if re.match(r"(?:The|A|An|He|She|They|It|All|His|Her|Their) ", fact) else fact


_WOULD = re.compile(r"\bwould(?! (?:like|have|rather|ideally|prefer))\b")
_COULD = re.compile(r"\bcould(?! have)\b")


def _real(fact: str) -> str:
    """A supposition as a statement: "would get" is "will get", "could hold" is "can hold"."""
    return _COULD.sub("can", _WOULD.sub("will", fact))


_NO_SUBJECT = frozenset(
    listed(
        "before when while once in order to of with using including based compared instead not at "
        "least until as possible any no"
    )
)
_SUBJECTS = re.compile(
    r"(?:(?i:only|just|about|exactly|the|a|an|his|her|their|its|this|that|these|those|each|every|both|all|half"
    r"|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|he|she|they|it|we|you|i|there|another|everyone|some|records)\b|[A-Z][a-z]+|[\d$])",
)


_BEGINS = re.compile(r"[A-Za-z$\d\"]")
_HYPOTHETICAL = re.compile(r"\b(?:were to|might|would have|could have|would've)\b")
_MODAL = re.compile(r"\b(?:were to|would|could|should|might)\b")
_NO_CLAUSE = re.compile(
    r"(?:after|before|when|while|once|by|in order|to|of|with|using|including|based|compared|only|instead"
    r"|not|at least|for|until|as)\b",
    re.IGNORECASE,
)


def supposed(text: str) -> bool:
    """Whether the clause after an "if" can be said as a statement; grammar gives it a finite verb."""
    if _HYPOTHETICAL.search(text) or not _BEGINS.match(text):
        return False
    words = [word.lower().strip(",") for word in text.split(" ")]
    if states(_real(text)):
        return True
    if words[0].endswith("ing"):
        return any(word in lexicon.AUXILIARIES or word in lexicon.THIRD for word in words[2:])
    if words[0] in _NO_SUBJECT or len(words) < 4:
        return False
    return bool(_SUBJECTS.match(text)) or words[0].endswith("s")


def states(text: str) -> bool:
    """Whether a clause is a statement with a finite verb and nothing hypothetical about it."""
    if _MODAL.search(text) or not _BEGINS.match(text) or _NO_CLAUSE.match(text):
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
