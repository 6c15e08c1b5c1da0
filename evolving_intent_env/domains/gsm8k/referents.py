"""What a question's "they", "it" and bare "how many" mean, where the facts leave a single possibility."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.clauses import subject_of
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.people import Person
from evolving_intent_env.domains.gsm8k.words import listed

_NO_NOUNS = frozenset(
    listed("is was has plus times hours minutes days weeks years months percents dollars cents less its as this")
)
COLLECTIVES = frozenset(
    listed(
        "family team company group class bakery club school band store shop restaurant couple crew "
        "government hospital troop"
    )
)
"""Nouns in the singular that a "they" may mean."""
PERSONS = frozenset(
    lexicon.PEOPLE_NOUNS
    | lexicon.MALE_NOUNS
    | lexicon.FEMALE_NOUNS
    | frozenset(
        listed(
            "trader zookeeper builder postman merchant builder custodian janitor musician dentist surgeon "
            "realtor investor landlord tourist traveler explorer hiker biker cyclist racer skater dancer "
            "magician wizard witch pirate knight singer bricklayer man woman"
        )
    )
)
"""Nouns that a "he" or "she" may mean."""
_GROUP = re.compile(
    r"\b(?:friends|kids|children|students|people|siblings|brothers|sisters|family|classmates|others)\b", re.IGNORECASE
)
_PLURAL = re.compile(r"(?:s|children|men|women|people)$")


def protagonist(cast: tuple[Person, ...], facts: Sequence[str]) -> tuple[Person, ...]:
    """The cast as the question sees it.

    Where one person of a gender has a name and is what a sentence is about, relatives and bystanders without a name are
    not meant by the question's "he" or "she".
    """
    subjects = {found.subject for fact in facts if (found := subject_of(fact)) is not None}
    kept = [person for person in cast if person.named]
    leads = [person for person in kept if person.name in subjects]
    for person in cast:
        covered = any((lead.male and person.male) or (lead.female and person.female) for lead in leads)
        if not person.named and not covered:
            kept.append(person)
    return tuple(kept)


def group_of(cast: tuple[Person, ...], facts: Sequence[str]) -> tuple[str, ...]:
    """What "they" and "it" mean in the question: at most one group and one thing, each as it would be said there."""
    found = []
    text = " ".join(facts)
    names = [
        person.name if person.name.split(" ")[0] in lexicon.TITLES else person.name.split(" ")[0]
        for person in cast
        if person.named
    ]
    if len(names) == len(cast) and 2 <= len(names) <= 4 and not _GROUP.search(text):
        found.append(f"{', '.join(names[:-1])} and {names[-1]}")
    subjects = [found_.subject for fact in facts if (found_ := subject_of(fact)) is not None]
    phrases = {
        re.sub(
            r"^(?:the|a|an|some|\d+|two|three|four|five|six|seven|eight|nine|ten) ", "", subject, flags=re.IGNORECASE
        )
        for subject in subjects
        if re.match(r"(?:the|a|an|some|\d+|two|three|four|five|six|seven|eight|nine|ten) ", subject, re.IGNORECASE)
    }
    plural = {phrase for phrase in phrases if _PLURAL.search(phrase)}
    single = phrases - plural
    if not found and not cast and len(plural) == 1 and len(next(iter(plural)).split(" ")) <= 3:
        found.append(f"the {next(iter(plural))}")
    if len(single) == 1 and len(phrases) == 1 and len(next(iter(single)).split(" ")) <= 3:
        found.append(f"the {next(iter(single))}")
    return tuple(found)


def counted_noun(facts: Sequence[str]) -> str:
    """The noun that the facts count, when they count only one kind of thing; else ""."""
    nouns = {
        span.unit for fact in facts for span in numbers(fact) if span.unit.endswith("s") and span.unit not in _NO_NOUNS
    }
    return nouns.pop() if len(nouns) == 1 else ""
