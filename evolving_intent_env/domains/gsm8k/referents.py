"""What a question's "they", "it" and bare "how many" mean, where the facts leave a single possibility."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.people import Person
from evolving_intent_env.domains.gsm8k.subjects import subject_of
from evolving_intent_env.domains.gsm8k.words import listed

_NO_NOUNS = frozenset(
    listed("is was has plus times hours minutes days weeks years months percents dollars cents less its as this")
)
COLLECTIVES = frozenset(
    listed(
        "library council family team company group class bakery club school band store shop restaurant couple crew "
        "government hospital troop truck theater museum factory salon farm office center company PTA "
        "organization charity committee army choir orchestra band duo business firm agency museum gym zoo"
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
            "magician wizard witch pirate knight singer bricklayer man woman boxer merchant reseller vampire dietitian "
            "hairstylist housewife groomer rancher firefighter quarterback executive reporter guy investor developer "
            "mathematician archer lumberjack mason bookseller adult fox bear tiger spider gecko alien secretary "
            "pharmacist architect designer dealer electrician fisherman goalie grocer jeweler journalist juggler "
            "model monk nanny novelist peddler photographer physicist policeman potter publisher ranger referee "
            "sculptor shepherd streamer supervisor thief trainee trucker veterinarian vet weightlifter "
            "woodworker contractor blogger barber bartender"
        )
    )
)
"""Nouns that a "he" or "she" may mean."""
_GROUP = re.compile(
    r"\b(?:friends|kids|children|students|people|siblings|brothers|sisters|family|classmates|others)\b", re.IGNORECASE
)
_PLURAL = re.compile(r"(?:s|children|men|women|people)$")
_DETERMINER = re.compile(r"(?:the|a|an|some|\d+|two|three|four|five|six|seven|eight|nine|ten) ", re.IGNORECASE)


def protagonist(cast: tuple[Person, ...], facts: Sequence[str]) -> tuple[Person, ...]:
    """The cast as the question sees it.

    Where one person of a gender has a name and is what a sentence is about, relatives and bystanders without a name are
    not meant by the question's "he" or "she".
    """
    subjects = {found.subject for fact in facts if (found := subject_of(fact)) is not None}
    kept = [person for person in cast if person.named]
    opening = facts[0] if facts else ""
    leads = [person for person in kept if person.name in subjects or _opens_with(person.name.split(" ")[0], opening)]
    acting = [person for person in kept if person.acts]
    for person in cast:
        known = acting if person.male and person.female else leads
        covered = any((lead.male and person.male) or (lead.female and person.female) for lead in known)
        if not person.named and not covered:
            kept.append(person)
    return tuple(kept)


def _opens_with(name: str, text: str) -> bool:
    return text.startswith(name) and name[-1] != "." and not text[len(name) : len(name) + 1].isalnum()


def group_of(cast: tuple[Person, ...], facts: Sequence[str]) -> tuple[str, ...]:
    """What "they" and "it" mean in the question: at most one group and one thing, each as it would be said there."""
    found = []
    text = " ".join(facts)
    names = [
        person.name if person.name.split(" ")[0] in lexicon.TITLES else person.name.split(" ")[0]
        for person in cast
        if person.named
    ]
    kin = [person.name for person in cast if not person.named]
    if len(names) == 1 and len(kin) == 1 and (own := _together_with(names[0], kin[0], text)):
        found.append(own)
    if len(names) == len(cast) and 2 <= len(names) <= 4 and not _GROUP.search(text):
        found.append(f"{', '.join(names[:-1])} and {names[-1]}")
    subjects = [found_.subject for fact in facts if (found_ := subject_of(fact)) is not None]
    phrases = {subject[match.end() :] for subject in subjects if (match := _DETERMINER.match(subject))}
    plural = {phrase for phrase in phrases if _PLURAL.search(phrase)}
    single = phrases - plural
    if not found and not cast and len(plural) == 1 and len(next(iter(plural)).split(" ")) <= 3:
        found.append(f"the {next(iter(plural))}")
    if len(single) == 1 and len(phrases) == 1 and len(next(iter(single)).split(" ")) <= 3:
        found.append(f"the {next(iter(single))}")
    return tuple(found)


def _together_with(name: str, kin: str, text: str) -> str | None:
    """As in "Nora and her brother", where a text has nobody else in it."""
    match = re.search(rf"\b([Hh]is|[Hh]er) (?:(?:older|younger|little|big|best|twin) )?{kin}\b(?!,? [A-Z])", text)
    return f"{name} and {match.group().lower()}" if match and not _GROUP.search(text) else None


def counted_noun(facts: Sequence[str]) -> str:
    """The noun that the facts count, when they count only one kind of thing; else ""."""
    nouns = {
        span.unit for fact in facts for span in numbers(fact) if span.unit.endswith("s") and span.unit not in _NO_NOUNS
    }
    return nouns.pop() if len(nouns) == 1 else ""
