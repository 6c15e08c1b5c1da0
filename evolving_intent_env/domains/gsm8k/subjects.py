"""Where the subject of a clause ends: its finite verb, found by word lists, and only where it is clear."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.words import listed

PRONOUNS = frozenset(listed("he she it they we i you there"))
_DETERMINERS = frozenset(
    listed(
        """
        the a an his her their its my our your each every one another this that these those both all some two
        three four five six seven eight nine ten twelve twenty
        """
    )
)
_ARTICLES = frozenset(listed("a an the his her its their my our your"))
_ADVERBS = frozenset(
    listed(
        "also then already only usually always normally now just currently later still typically often "
        "initially originally first"
    )
)
SUBORDINATE = re.compile(
    r"\b(if|when|whenever|because|since|until|unless|before|after|so|where|whether|that|who|which|how|what"
    r"|as long as|for every|for each|either|between|including|such as|once)\b",
    re.IGNORECASE,
)
_NO_PLURALS = frozenset(listed("has was gas its yes does as"))
_IRREGULAR_PLURALS = frozenset(listed("people children men women feet sheep fish deer geese mice teeth oxen dice"))


class Subject(NamedTuple):
    """A clause taken apart at its finite verb."""

    subject: str
    adverbs: str
    verb: str
    rest: str


_NAME = re.compile(r"[A-Z][A-Za-z'.]+")
_AMOUNT = re.compile(r"[\d$]")
_PLAIN_WORD = re.compile(r"[A-Za-z-]+ ")
_PUNCTUATION = re.compile(r"[,;:.]")
_NO_SUBJECT = frozenset(listed("while and or than that who which what if when as to because"))
_BARE_PLURAL = re.compile(
    r"(?P<subject>(?:[A-Za-z-]+ )?[a-z-]+s) (?P<verb>cost|are|were|have|had|weigh|sell|need|take|eat|make"
    r"|sold|took|ate) (?P<rest>.+)$"
)


@lru_cache(maxsize=4096)
def subject_of(clause: str) -> Subject | None:
    """Takes a clause apart at its finite verb; None unless it clearly starts with a simple subject."""
    tokens = clause.split(" ")
    if not tokens or not tokens[0]:
        return None
    head = tokens[0]
    low = head.lower()
    if low in PRONOUNS:
        limit, index = 1, 1
    elif head[0].isupper() and low not in _DETERMINERS and _NAME.fullmatch(head) and head not in lexicon.COMMON_OPENERS:
        index = 1
        while index < len(tokens) and (
            (tokens[index][:1].isupper() and _NAME.fullmatch(tokens[index].removesuffix(",")))
            or (tokens[index] == "and" and index + 1 < len(tokens) and tokens[index + 1][:1].isupper())
        ):
            index += 1
        limit = 4 if any(token.endswith("'s") for token in tokens[:index]) else index
    elif low in _DETERMINERS or _AMOUNT.match(head):
        limit, index = 7, 1
    elif not _PLAIN_WORD.match(clause):
        return None
    else:
        limit, index = 0, 1
    if plural := _BARE_PLURAL.match(clause):
        return Subject(plural["subject"], "", plural["verb"], plural["rest"])
    if limit == 0:
        return None
    start = index
    while index < len(tokens) and index <= max(limit, start) + 1:
        token = tokens[index].lower()
        if token in _NO_SUBJECT or _PUNCTUATION.search(token):
            return None
        if token in _ADVERBS or (
            index == start and (low in _ARTICLES or (low in ("one", "another") and token.endswith("ed")))
        ):
            index += 1
            continue
        if finite(
            token,
            tokens[index + 1] if index + 1 < len(tokens) else "",
            strict=(index > start or low in _DETERMINERS or not head[0].isalpha()) and not _several(tokens[index - 1]),
        ):
            first = index
            while first > start and tokens[first - 1].lower() in _ADVERBS:
                first -= 1
            return Subject(
                " ".join(tokens[:first]), " ".join(tokens[first:index]), tokens[index], " ".join(tokens[index + 1 :])
            )
        if index >= limit:
            return None
        index += 1
    return None


def _several(noun: str) -> bool:
    return noun in _IRREGULAR_PLURALS or (noun.endswith("s") and not noun.endswith(("'s", "ss")) and len(noun) > 3)


_OBJECT = re.compile(r"[$\d]|(?:a|an|the|his|her|their|its|out|up|him|them)$")


def finite(token: str, after: str, *, strict: bool) -> bool:
    """Whether a word is a finite verb; one that may be a noun only counts where a noun phrase follows it."""
    if token in lexicon.AUXILIARIES or token in ("isn't", "wasn't", "doesn't", "didn't", "hasn't", "weren't", "aren't"):
        return True
    if not strict and token.endswith("ed") and after[:1].isdecimal():
        return True
    if token not in lexicon.THIRD and token not in lexicon.PAST and not (token in lexicon.BASES and not strict):
        return False
    if (token in lexicon.NOUN_LIKE or token in lexicon.BASES) and (
        strict or (token in lexicon.BASES and token not in lexicon.PAST)
    ):
        return bool(_OBJECT.match(after) or numbers(after))
    return True


_INFINITIVE = re.compile(r"\bto ([a-z]+)")


def subordinate(text: str) -> bool:
    """Whether a clause inside would claim what follows for itself."""
    return bool(SUBORDINATE.search(text)) or any(word in lexicon.BASES for word in _INFINITIVE.findall(text))


def tense(verb: str) -> str:
    """Whether a verb's form is "third" person or "past"; "other" where it does not tell."""
    verb = verb.lower()
    if verb in ("is", "has", "does") or (verb in lexicon.THIRD and verb not in lexicon.PAST):
        return "third"
    if verb in ("was", "had", "did") or (verb in lexicon.PAST and verb not in lexicon.BASES):
        return "past"
    return "other"


_INDEFINITE = re.compile(r"^(?:an?|one(?! of)|another(?! of)) ", re.IGNORECASE)


def again(subject: str) -> str:
    """A subject said for the second time: "a shop" is now "the shop"."""
    return _INDEFINITE.sub("The ", subject)


def plural(word: str) -> bool:
    """Whether a word looks like a noun in the plural."""
    word = word.strip(".,").lower()
    return word in _IRREGULAR_PLURALS or (
        word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2 and word not in _NO_PLURALS
    )
