"""Who is meant: names in a word problem, and pronouns put back to them where there is exactly one possible referent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.text import letter_runs, sentences
from evolving_intent_env.domains.gsm8k.words import listed

_NAME = re.compile(
    r"(?=[A-Z])(?:(?:Mr|Mrs|Ms|Dr)\. |(?:Miss|Uncle|Aunt|Grandma|Grandpa|Farmer|Coach|Professor|Captain|Doctor|Mr"
    r"|Mrs|Ms|Dr) )?[A-Z][a-z]+(?:-[A-Z][a-z]+)?(?: (?=[A-Z][a-z]+\b)[A-Z][a-z]+)?"
)
_PRONOUN = re.compile(r"[HhSs](?<!\w.)(?:(?<=[Hh])(?i:e|im|is|ers?)|(?<=[Ss])(?i:he))\b")
"""He, she, him, her, his or hers; the first letter stands first in the pattern so that the search is quick."""
_NOUNS = lexicon.MALE_NOUNS | lexicon.FEMALE_NOUNS | lexicon.PEOPLE_NOUNS
_SINGLE = re.compile(
    r"\b(?:a|an|the|his|her|my|their|our|one|another|each|\w+'s) (?:\w+ ){0,2}?"
    rf"({'|'.join(sorted(_NOUNS))})\b(?:'s)?(?: (\w+))?",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"(?:^|[.!] )([A-Z][a-z]{2,})(?:(?:'s \w+)? [a-z]*(?:ed|s|as)\b|, (?:an?|who|the) )")
_ACTOR = re.compile(
    r"(?:^|[.,;!] |\b(?:[Ii]f|and|that|as|than|[Ww]hen|while|but|does|did|will|do|has|is|can) )"
    r"((?:(?:Mr|Mrs|Ms|Dr)\. |(?:Miss|Uncle|Aunt|Grandma|Grandpa|Farmer|Coach|Professor|Captain|Doctor|Mr"
    r"|Mrs|Ms|Dr) )?[A-Z][a-z]+)"
    r"(?: [A-Z][a-z]+)?(?=('s|,)?(?: (\w+))?)"
)
_ADVERBS = frozenset(listed("also then only already usually always just now currently still"))
_MALE_PRONOUNS = frozenset(("he", "him", "his"))
_KNOWN = lexicon.MALE | lexicon.FEMALE | lexicon.UNISEX_NAMES


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a problem talks of: a name, or a noun phrase such as "his brother"."""

    name: str
    male: bool
    female: bool
    named: bool
    acts: bool = True


def people(text: str) -> tuple[Person, ...]:
    """Everybody in a text that a pronoun could mean, the named ones in order of appearance, then the others."""
    names: dict[str, Person] = {}
    acting = _acting(text)
    for sentence in sentences(text):
        for match in _NAME.finditer(sentence):
            for name in _person_name(match.group(), sentence, match.start(), match.end(), text):
                names.setdefault(name, _gendered(name, acting))
    if not names and _PRONOUN.search(text):
        first = _SOMEBODY.search(text)
        if first and first.group(1) not in lexicon.COMMON_OPENERS | lexicon.PLACES_AND_DAYS | lexicon.NOT_NAMES:
            names[first.group(1)] = Person(first.group(1), True, True, True)
    for name in list(names):  # "Ann Lee" and "Ann" are one person
        if any(other != name and name in other.split(" ") for other in names):
            del names[name]
    return (*names.values(), *_unnamed(text))


def _person_name(found: str, sentence: str, start: int, end: int, text: str) -> list[str]:
    pieces = found.split(" ")
    titled = pieces[0] in lexicon.TITLES
    if not titled:
        while pieces and pieces[0] in lexicon.COMMON_OPENERS:
            start += len(pieces[0]) + 1
            pieces = pieces[1:]
        pieces = (
            pieces[:1]
            if len(pieces) > 1 and (pieces[0] not in _KNOWN or pieces[1] in lexicon.PLACES_AND_DAYS)
            else pieces
        )
    if not pieces or (not titled and (pieces[0] in lexicon.PLACES_AND_DAYS or pieces[0] in lexicon.COMMON_OPENERS)):
        return []
    name = " ".join(pieces)
    if titled or pieces[0] in _KNOWN:
        return [name]
    if pieces[0] in lexicon.NOT_NAMES:
        return []
    after = sentence[start + len(name) :]
    if len(pieces[0]) > 2 and re.search(r"(?:\bthan|\bas (?:many|much|old)\b[a-z -]* as) $", sentence[:start]):
        return [pieces[0]]
    acts = re.match(r"'s? |'s\b| (?:and|or) [A-Z]| (?:also |then |only )?([a-z]+)\b", after)
    verb = acts.group(1) if acts and acts.group(1) else ""
    is_actor = bool(acts) and (not verb or verb in lexicon.AUXILIARIES or verb in lexicon.THIRD or verb in lexicon.PAST)
    elsewhere = any(text[place - 1].islower() for place in _places(f" {pieces[0]} ", text) if place)
    return (
        [pieces[0]]
        if is_actor
        and (start > 0 or elsewhere or verb or after.startswith("'"))
        and not re.search(r"\b(the|a|an) $", sentence[:start])
        else []
    )


def _places(part: str, text: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def _acting(text: str) -> frozenset[str]:
    """Names that do something, own something or are listed, rather than only being spoken to or of."""
    found = set()
    for match in _ACTOR.finditer(text):
        word = match.group(3) or ""
        if match.group(2) or not word or word in ("and", "or") or word in _ADVERBS or _acts(word):
            found.add(match.group(1))
    return frozenset(found)


def _gendered(name: str, acting: frozenset[str]) -> Person:
    first = name.split(" ")[0]
    acts = name in acting or first in acting
    if first in lexicon.MALE_TITLES or first in lexicon.FEMALE_TITLES:
        return Person(name, first in lexicon.MALE_TITLES, first in lexicon.FEMALE_TITLES, True, acts)
    male, female = first in lexicon.MALE, first in lexicon.FEMALE
    if first in lexicon.UNISEX_NAMES or male == female:
        return Person(name, True, True, True, acts)
    return Person(name, male, female, True, acts)


def _unnamed(text: str) -> list[Person]:
    """Single people without a name: gendered ones wherever they stand, others only where they act."""
    if _NOUNS.isdisjoint(letter_runs(text)):
        return []
    found = []
    for match in _SINGLE.finditer(text):
        noun = match.group(1).lower()
        acts = bool(match.group(2)) and _acts(match.group(2).lower())
        if noun in lexicon.MALE_NOUNS or noun in lexicon.FEMALE_NOUNS:
            found.append(Person(noun, noun in lexicon.MALE_NOUNS, noun in lexicon.FEMALE_NOUNS, False, acts))
        elif acts:
            found.append(Person(noun, True, True, False))
    return list(dict.fromkeys(found))


def _acts(word: str) -> bool:
    return word in lexicon.AUXILIARIES or word in lexicon.THIRD or word in lexicon.PAST


def referents(cast: tuple[Person, ...], pronoun: str) -> tuple[Person, ...]:
    """Everybody a pronoun could mean; those who never act are only meant where nobody does."""
    male = pronoun.lower() in _MALE_PRONOUNS
    possible = tuple(person for person in cast if (person.male if male else person.female))
    return tuple(person for person in possible if person.acts) or possible


def resolve(text: str, cast: tuple[Person, ...]) -> str:
    """Puts the first pronoun of each person that alone can be meant back to the name, unless that stands there too."""
    out, at, seen = "", 0, set[str]()
    for match in _PRONOUN.finditer(text):
        pronoun = match.group().lower()
        possible = referents(cast, pronoun)
        if len(possible) != 1 or not possible[0].named:
            continue
        name = possible[0].name
        short = name if name.split(" ")[0] in lexicon.TITLES else name.split(" ")[0]
        if (
            name in seen
            or f"{short} " in text[: match.start()]
            or f"{short}'" in text[: match.start()]
            or f"{short}," in text[: match.start()]
        ):
            continue
        if f" {short}" in text[match.end() :].split(". ")[0]:
            continue
        seen.add(name)
        out += text[at : match.start()] + _in_place(pronoun, short, text[match.end() :])
        at = match.end()
    return out + text[at:]


def _in_place(pronoun: str, name: str, after: str) -> str:
    if pronoun in ("he", "she"):
        if re.match(r"'s\b", after):
            return name
        return name
    if pronoun in ("his", "hers"):
        return f"{name}'s"
    if pronoun == "her":
        follows = re.match(r" (\$?\d|[A-Za-z]+)", after)
        own = follows is not None and not _object_follows(follows.group(1).lower())
        return f"{name}'s" if own else name
    return name


_AFTER_OBJECT = frozenset(
    listed(
        """
        to a an the for in on at from with of and or if when while after before how by each every about all
        some more as that than what which this these another only just almost exactly around approximately over
        under twice half double until because so back out up is was will would has can did does
        """
    )
)


def _object_follows(word: str) -> bool:
    """Whether the word after a "her" shows that it stands alone, as in "It took her sixteen seconds to row"."""
    return word in _AFTER_OBJECT or bool(numbers(word))


def unresolved(text: str, cast: tuple[Person, ...]) -> bool:
    """Whether a he or she in the text points at somebody outside it, or could mean two people inside it."""
    for match in _PRONOUN.finditer(text):
        before = text[: match.start()].lower()
        male = match.group().lower() in _MALE_PRONOUNS
        inside = any(
            (p.male if male else p.female) and (p.name if not p.named else p.name.split(" ")[0]).lower() in before
            for p in cast
        )
        later = any(
            p.named and (p.male if male else p.female) and p.name.split(" ")[0] in text[match.end() :] for p in cast
        )
        if not inside and not later:
            return True
    return False
