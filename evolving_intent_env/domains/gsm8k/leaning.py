"""Which earlier statements a statement leans on: whatever its words point back to must have been said before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.people import Person, unresolved
from evolving_intent_env.domains.gsm8k.text import letter_runs, stem, stems, words
from evolving_intent_env.domains.gsm8k.words import listed

_POINTS_BACK = re.compile(
    r"\b(it|its|they|them|their|theirs|this|these|those|one|ones|another|both|same|each|also|too|either"
    r"|neither|none|such|instead|"
    r"there(?! (?:is|are|was|were|will|has|have|had)\b)|again|another|someone else|everyone|everybody)\b",
    re.IGNORECASE,
)
_BACK_WORDS = frozenset(
    listed(
        "it its they them their theirs this these those one ones another both same each also too either neither none "
        "such instead there again someone everyone everybody"
    )
)
_THAT = re.compile(
    r"\bthat (?:(?:day|week|month|year|time|amount|number|many|much|is|was|same|morning|afternoon|evening"
    r"|night|price)\b|[.,]|$)|(?:^|\b(?:of|than|as|half|twice|for|at|to|after|before|with) )that\b",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\b(rest|remaining|remainder|remain|remains|remained|left|leftover|then|now|after|afterwards?"
    r"|altogether|total|other|others|next|"
    r"second|third|fourth|last|later|finally|additional|extra|else|more(?! than)|however|but|so|still|all"
    r"|every one|back|further|already)\b",
    re.IGNORECASE,
)
_STATE_WORDS = frozenset(
    listed(
        "rest remaining remainder remain remains remained left leftover then now after afterward afterwards altogether "
        "total other others next second third fourth last later finally additional extra else more however but so "
        "still all every back further already"
    )
)
_SELF_CONTAINED_EACH = re.compile(
    r"\beach (?!of (?:them|these|those|the)|other\b|one\b)[a-z]+|\b\w+s (?:\w+ ){0,6}each\b|\$[\d.,]+ each\b",
    re.IGNORECASE,
)
_SHORT_COMPARISON = re.compile(
    r"\b(?:as many|as much|as old|as long|as far|as tall|more|fewer|less|older|younger|taller|longer"
    r"|heavier|cheaper)\b(?!.*\b(?:as|than)\b [A-Za-z])",
    re.IGNORECASE,
)
_COMPARING_WORDS = frozenset(listed("as more fewer less older younger taller longer heavier cheaper"))
_BARE_NUMBER = re.compile(
    r"(?:(?<![$\d.,])\b\d+(?:\.\d+)?|\b(?:two|three|four|five|six|seven|eight|nine|ten|half))(?:[.,;]| "
    r"(?:on|in|at|for|from|to|of|and|the|with|by)\b)",
    re.IGNORECASE,
)
_BARE_SHARE = re.compile(
    r"(?:^|, )(?:\d+(?:/\d+)?%?|one|two|three|four|five|six|seven|eight|nine|ten|half|[a-z]+-(?:half|thirds?|quarters?"
    r"|fourths?|fifths?))(?: percent)? (?:is|are|was|were|have|has|had)\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"(?:^each|\b(?:the|that|those|these|this|such|his|her|their|its|\w+'s)) (?=([a-z]+)(?: ([a-z]+))?)", re.IGNORECASE
)


_ENDS = frozenset(
    listed("of in on at to for from with by and or is are was were has have had will can as than that who which")
) | frozenset(word for word in (*lexicon.THIRD, *lexicon.PAST) if word not in lexicon.NOUN_LIKE)


def leans(texts: Sequence[str], cast: tuple[Person, ...], function: str) -> list[tuple[int, ...]]:
    """For each statement, the indices of the earlier ones that it leans on.

    Args:
        texts: The statements in the order of the task.
        cast: Everybody in the task.
        function: The question; what it introduces needs no other statement.
    """
    known = stems(function)
    introduced: dict[str, int] = {}
    found: list[tuple[int, ...]] = []
    for index, text in enumerate(texts):
        back: set[int] = set()
        if index:
            said = letter_runs(text)
            if not _STATE_WORDS.isdisjoint(said) and any(map(_refers_to_state, text.split(". "))):
                back.update(range(index))
            elif _refers(text, said) or unresolved(text, cast):
                back.add(index - 1)
            for match in _DEFINITE.finditer(text):
                for word in match.groups():
                    if word is None or word.lower() in _ENDS:
                        break
                    first = introduced.get(stem(word.lower()))
                    if first is not None and stem(word.lower()) not in known:
                        back.add(first)
        for word in words(text):
            if len(word) > 2:
                introduced.setdefault(stem(word.lower()), index)
        found.append(tuple(sorted(back)))
    return found


def _refers(text: str, said: frozenset[str]) -> bool:
    """Whether a statement refers to the one before it; ``said`` are its words."""
    head, *later = text.split(". ")
    compares = not _COMPARING_WORDS.isdisjoint(said)
    if any((compares and _SHORT_COMPARISON.search(sentence)) or _BARE_SHARE.search(sentence) for sentence in later):
        return True
    if (
        ("that" in said and _THAT.search(head))
        or (compares and _SHORT_COMPARISON.search(head))
        or _BARE_SHARE.search(head)
        or _BARE_NUMBER.search(head.rstrip(".") + ".")
    ):
        return True
    if _BACK_WORDS.isdisjoint(said):
        return False
    eased = _SELF_CONTAINED_EACH.sub("", head) if "each" in said else head
    for match in _POINTS_BACK.finditer(eased):
        word = match.group().lower()
        if word in ("it", "its", "they", "them", "their", "theirs") and _has_antecedent(
            eased[: match.start()], plural=word not in ("it", "its")
        ):
            continue
        if word == "it" and re.match(
            r" (?:takes|took|costs|cost|will take|rained|snowed|rains|is \w+|was \w+) (?:[\w$.,]+ ){0,4}(?:to|for"
            r"|on)\b",
            eased[match.end() :],
        ):
            continue
        if (
            word == "one"
            and re.match(r" [a-z]+", eased[match.end() :])
            and not re.match(r" (?:of|is|was|has|had|on|in|for)\b", eased[match.end() :])
        ):
            continue
        if word == "both" and " and " in eased[match.end() :]:
            continue
        return True
    return False


def _has_antecedent(before: str, *, plural: bool) -> bool:
    """Whether something in the same sentence may be meant by a later it or they."""
    nouns = words(before)
    if plural:
        return any(word.endswith("s") and len(word) > 3 for word in nouns) or " and " in before
    return len(nouns) >= 3


def _refers_to_state(head: str) -> bool:
    for match in _STATE.finditer(head):
        word = match.group().lower()
        after, before = head[match.end() :], head[: match.start()]
        if word in (
            "left",
            "after",
            "all",
            "so",
            "last",
            "second",
            "third",
            "other",
            "back",
            "now",
            "more",
            "every one",
            "total",
            "but",
        ):
            if word == "total" and re.search(r"\ba $", before):
                continue
            if word == "left" and not re.search(r"\b(?:is|are|has|have|had|was|were|the|\w+s|much|many)\b", before):
                continue
            if word == "after" and re.match(r" (?:\w+ )?(?:school|work|dinner|lunch|breakfast|\w+ing)\b", after):
                continue
            if word == "all" and not re.match(r" (?:of )?(?:the|these|those|them|his|her|their)?\b", after):
                continue
            if word in ("so", "but", "now") and before:
                continue
            if word == "more" and not before.strip():
                continue
            if word == "last" and re.match(r" (?:year|week|month|night|weekend|summer)", after):
                continue
        return True
    return False
