"""Sentences that share something out: each share becomes a statement that says what it is a share of."""

from __future__ import annotations

import re

from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.subjects import plural, subject_of

_AMOUNT = (
    r"(?:[\d,]+(?:\.\d+)?%?|\d+/\d+|half|an? (?:third|quarter|fourth|fifth|sixth|eighth|tenth)"
    r"|(?:one|two|three|four|five|six|seven)(?:-(?:half|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?))?)"
)
_VERB = (
    r"(?:is|are|was|were|have|has|had|went|go|got|live|enrolled|like|prefer|want|play|quit|died|die|came|wear"
    r"|work|speak|chose|choose|passed|failed|broke|bought|ordered|need|cost|sold)"
)
_REST = r"the (?:rest|others|remainder|remaining [a-z]+) "
_SHARE = re.compile(
    rf"{_AMOUNT} of (?:what (?:is|was) left|(?:the|them|those|these|his|her|their) ?(?:[a-z'-]+ ){{0,4}}?)"
    rf" ?{_VERB} .+$",
    re.IGNORECASE,
)
_BORDER = re.compile(rf",? and (?:then )?(?={_AMOUNT} of )|, (?:then )?(?={_AMOUNT} of )")
_OPEN = re.compile(r"\b(?:if|when|each|every|who|which|that|because|so|either|where|of whom)\b", re.IGNORECASE)


def shared_out(body: str) -> list[str] | None:
    """As in "Half of the hats are red, 2/5 of the remaining hats are blue": one statement for each share."""
    first, *others = _BORDER.split(body) if " of " in body else (body,)
    if not others or _OPEN.search(body) or not numbers(first):
        return None
    last = first.split(", ")[-1]
    if (
        not _SHARE.match(last)
        and not re.match(rf"{_AMOUNT} {_VERB} ", last, re.IGNORECASE)
        and subject_of(first) is None
    ):
        return None
    if not all(_SHARE.match(other) and not re.search(rf", (?!and )(?!{_REST})", other) for other in others):
        return None
    return [first, *others]


_OF_WHICH = re.compile(
    rf"^(?P<whole>.* (?P<noun>[a-z]+))(?:,? (?:out )?(?:of|among) which (?P<plain>{_AMOUNT} {_VERB} .+)"
    rf"|,? (?P<each>{_AMOUNT} of (?:which|whom) .+))$"
)


def of_which(body: str) -> list[str] | None:
    """As in "She has 9 cups, 3 of which are red": the whole, and what is said of its parts."""
    match = _OF_WHICH.match(body) if "which" in body or "whom" in body else None
    if match is None or not plural(match["noun"]) or subject_of(match["whole"]) is None or not numbers(match["whole"]):
        return None
    if _OPEN.search(match["whole"]) or re.search(r",| and [a-z]+$", match["whole"]):
        return None
    noun = match["noun"]
    border = rf",? and (?={_AMOUNT} )|, (?={_AMOUNT} )"
    parts = []
    for piece in re.split(border, match["plain"] or match["each"]):
        share = re.match(rf"(?P<amount>{_AMOUNT})(?P<of> of (?:which|whom|them))? (?P<rest>{_VERB} .+)$", piece)
        if share is None or re.search(rf"\b(?:and|but|if|which|,)\b(?! {_REST})", share["rest"]):
            return None
        parts.append(f"{share['amount']} of the {noun} {share['rest']}")
    return [match["whole"], *parts]
