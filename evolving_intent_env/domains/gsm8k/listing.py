"""Sentences that list things: one statement for each item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.subjects import PRONOUNS, SUBORDINATE, again, plural, subject_of
from evolving_intent_env.domains.gsm8k.words import listed

_SHARED_TAIL = re.compile(
    r" (?:(?:this|last|next) (?:week|month|year|morning|afternoon|evening|night|weekend)|today|yesterday"
    r"|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|in (?:January|February|March|April|May|June|July"
    r"|August|September|October|November|December)"
    r"|(?:at|in|from|to) (?:the|a|an|his|her|their) (?:[a-z]+ ){0,2}[a-z]+)$"
)
TO_ALL = re.compile(
    r"\b(each|apiece|respectively|total|altogether|all|per|every|daily|weekly|monthly|both|together"
    r"|combined|a (?:day|week|month|year|night|piece|pound)|an hour|for \$|more|fewer|less|than)\b"
)
_PRICED = re.compile(
    r"^(?P<goods>(?P<number>[\d,]+|[a-z]+(?:-[a-z]+)?) (?P<noun>(?:[a-z-]+ ){0,3}?[a-z]+s(?: of [a-z]+)?)) "
    r"(?:for|at|that cost|which cost|costing|priced at|worth|at a (?:cost|price|rate) of|which "
    r"(?P<sold>can be sold (?:at|for))) (?P<price>\$[\d.,]*\d|\d+ (?:dollars|cents)) (?P<unit>each|apiece"
    r"|a piece|per [a-z]+)$"
)
LIST_VERBS = frozenset(
    listed(
        """
        buy have own sell eat need want order make bake plant collect catch pick see find receive get purchase
        wash harvest score win lose drink paint knit write count use pack produce carry contain be give
        distribute bring donate read run walk ride swim drive spend invite deliver save earn take send throw
        grow manufacture solve kill work practice get pay rent hire cook fill cut
        """
    )
)


_MORE_VERBS = LIST_VERBS | frozenset(
    listed(
        """
        tutor study wear include observe notice teach attend watch finish complete type edit lift slice trim shear
        hold adopt rescue own record place mow plow chop iron fold paint recycle mail print copy lose gain load
        raise hunt shoot spot teach date babysit jog hike dance sing exercise consume gather grab trade borrow
        prepare photograph charge
        """
    )
)
"""Verbs that say of each thing in a list what they say of all."""
_FORMS = frozenset(
    form
    for verb in _MORE_VERBS
    for form in (f"{verb}ing", f"{verb.removesuffix('e')}ing", f"{verb}{verb[-1]}ing", verb)
) - frozenset(listed("have own use contain"))
_WISHES = frozenset(listed("want need plan decide hope manage wish have intend prepare"))
_ASIDE = re.compile(r"(?:(?:only )?(?:able|going|planning|supposed) to )?(?P<word>[a-z]+) ")
_COMPARED = re.compile(
    r"(?:(?:\d+/\d+(?:rd|th)?s?|twice|thrice|half|double|triple|[a-z]+ times|an? (?:third|quarter|fourth|fifth)"
    r"|[a-z]+-[a-z]+) (?:as (?:many|much)|that (?:many|much|number|amount)|the (?:number|amount) of)"
    r"|(?P<count>[\d,]+|[a-z]+) (?:more|fewer|less)) (?P<noun>.+)$"
)
_DOING = re.compile(r"(?:\S+) (?:[a-z-]+ )?(?P<noun>[a-z]+) (?P<doing>[a-z]{2,}ing\b.*)$")


_BORDER = re.compile(r",? and |, ")


def enumeration(body: str) -> list[str] | None:
    """As in "She bought 3 pens, 4 books and 2 rulers": one statement for each item."""
    found = subject_of(body)
    if found is None or '"' in body or "(" in body:
        return None
    lead = _list_verb(found.subject, found.verb.lower(), found.rest)
    if lead is None:
        return None
    items = _with_noun(_BORDER.split(found.rest[len(lead) :]))
    if len(items) < 2 or not _each_fits(items) or _parts_of_first(items):
        return None
    if " and " not in found.rest and (
        " from " in body or "every" in items[0] or any(_COMPARED.match(item) for item in items[1:])
    ):
        return None
    if found.subject.lower() == "it" and " from " in items[-1]:
        return None
    if found.subject.lower() == "there":
        items = _all_doing(items)
    elif re.search(r"\b[a-z]+ing\b", items[-1]) and not all(re.search(r"\b[a-z]+ing\b", item) for item in items):
        return None
    shared = _SHARED_TAIL.search(items[-1])
    if shared and not any(
        re.search(r"\b(?:on|in|at|from|to|this|last|today|yesterday)\b", item) for item in items[:-1]
    ):
        items = [*(f"{item}{shared.group()}" for item in items[:-1]), items[-1]]
    said = " ".join(piece for piece in (found.adverbs, found.verb, lead.strip()) if piece)
    subjects = [found.subject, *[again(found.subject)] * (len(items) - 1)]
    return [_said(subject, said, item) for subject, item in zip(subjects, items, strict=True)]


def _parts_of_first(items: Sequence[str]) -> bool:
    """As in "3 cups, one red, one blue and one white": the later items are what the first one consists of."""
    first, *others = (numbers(item)[0].worth for item in items)
    return len(items) > 2 and all(worth == 1 for worth in others) and first == len(others)


def _said(subject: str, said: str, item: str) -> str:
    """One item with its subject and verb."""
    if subject.lower() == "there" and (doing := re.match(r"(twice that number|half that many) ([a-z]+ing .*)", item)):
        return f"{doing[1]} {said} {doing[2]}"
    if subject.lower() == "there" and item.startswith(("1 ", "one ")):
        said = {"are": "is", "were": "was"}.get(said, said)
    return f"{subject} {said} {item}"


_TO_DO_SO = re.compile(r"to (?P<word>[a-z]+) ")
_PARTICLE = re.compile(r"(?:out|up|away|off|in|back) (?=\d)")


def _list_verb(subject: str, verb: str, rest: str) -> str | None:
    """What stands between a finite verb and its list, None where the verb is not one that takes lists."""
    base = (
        "be"
        if verb in ("is", "are", "was", "were")
        else "have"
        if verb in ("has", "had")
        else lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb.removesuffix("d")
    )
    if verb in lexicon.AUXILIARIES:
        aside = _ASIDE.match(rest)
        if aside and aside["word"] in _FORMS and (base == "be") == (aside["word"].endswith("ing") or "to " in aside[0]):
            return aside.group()
        if aside and base == "have" and lexicon.PAST.get(aside["word"]) in _MORE_VERBS:
            return aside.group()
    if base in _WISHES and (wish := _TO_DO_SO.match(rest)):
        return wish.group() if wish["word"] in _MORE_VERBS else None
    if base == "be":
        return "" if subject.lower() == "there" else None
    if base not in _MORE_VERBS:
        return None
    if base in ("charge", "pay", "give", "send", "owe") and (
        whom := re.match(r"(?:[A-Z][a-z]+|him|her|them) (?=[$\d])", rest)
    ):
        return whom.group()
    particle = _PARTICLE.match(rest)
    return particle.group() if particle else ""


_THAT_MANY = re.compile(r"\bthat (?:many|much|number|amount)\b")


def _each_fits(items: Sequence[str]) -> bool:
    """Whether every item is a quantity of its own that the verb can be repeated for."""
    counts = set()
    compared = [bool(_COMPARED.match(item) and (place or _EXPLICIT.search(item))) for place, item in enumerate(items)]
    plain = [item for item, is_compared in zip(items, compared, strict=True) if not is_compared]
    if len({bool(TO_ALL.search(item)) for item in plain}) > 1:
        return False
    for place, item in enumerate(items):
        spans = numbers(item)
        if not spans or spans[0].start != 0 or spans[0].kind == "percent":
            return False
        tail = item[spans[0].end :].strip().split(" ")
        if SUBORDINATE.search(_THAT_MANY.sub("", item)) or any(
            word.lower() in lexicon.AUXILIARIES or word.lower() in PRONOUNS for word in tail
        ):
            return False
        if compared[place]:
            if not _comparison_fits(item, place) or (plain and "each" in plain[0]):
                return False
            continue
        if not _quantity_fits(item, tail, place):
            return False
        counts.add(len([span for span in spans if span.kind != "fixed"]) or 1)
    return not plain or (
        len(counts) == 1
        and (
            max(counts) == 1 or (max(counts) == 2 and len(plain) == len(items) and all(TO_ALL.search(i) for i in items))
        )
    )


_EXPLICIT = re.compile(r"\b(?:as|than) (?!many|much)(?:the )?[a-z]+(?: [a-z]+)?$")


def _comparison_fits(item: str, place: int) -> bool:
    """A comparison without its "than" is clear only right after what it compares to."""
    explicit = _EXPLICIT.search(item)
    if len(numbers(item)) != 1 or re.search(r"\b(?:remaining|other|each|per)\b", item):
        return False
    return bool(explicit) or (place == 1 and not re.search(r"\b(?:than|as [a-z]+ as)\b", item))


_RELATIVE = re.compile(r"\b(?:more|fewer|less|than|remaining|other)\b")
_PREPOSITION = re.compile(r"(of|in|on|for|at|to|from|with)\b")


def _quantity_fits(item: str, tail: Sequence[str], place: int) -> bool:
    """Whether an item is a plain amount of something."""
    first = numbers(item)[0]
    if first.kind == "fraction":
        return place > 0 and bool(re.match(r"of (?:the|his|her|their) [a-z]+", " ".join(tail)))
    if first.kind not in ("digits", "word", "fixed") or _RELATIVE.search(item):
        return False
    if first.text.startswith("$"):
        return tail[0] in ("on", "for", "to", "from", "in", "per")
    if _PREPOSITION.match(tail[0]):
        return False
    if first.value == 1:
        return place > 0 and re.match(r"(?:1|one) (?:[a-z-]+ )?[a-z]+$", item) is not None
    return first.kind != "fixed" and any(plural(word) for word in tail[:3])


def _all_doing(items: list[str]) -> list[str]:
    """As in "16 boys and 22 girls playing chess": what the last item does, all of them do."""
    doing = _DOING.match(items[-1])
    if doing is None or not plural(doing["noun"]) or any(re.search(r"\b[a-z]+ing\b", item) for item in items[:-1]):
        return items
    if not all(plural(item.split(" ")[-1]) for item in items[:-1]):
        return items
    return [*(f"{item} {doing['doing']}" for item in items[:-1]), items[-1]]


def _with_noun(items: list[str]) -> list[str]:
    """As in "40 pens to Ann", "80 to Bob": the noun that the later items leave out is put back."""
    first = _GIVEN.match(items[0])
    later = [_SHORT.match(item) for item in items[1:]]
    if first is None or not all(match and match["to"] == first["to"] for match in later):
        return items
    return [items[0], *(f"{match['number']} {first['noun']} {match['to']} {match['rest']}" for match in later if match)]


_GIVEN = re.compile(r"(?P<number>\S+) (?P<noun>(?:[a-z]+ )?[a-z]+s) (?P<to>to|on|for|in|from|with|at) ")
_SHORT = re.compile(r"(?P<number>[\d,]+|[a-z]+) (?P<to>to|on|for|in|from|with|at) (?P<rest>.+)$")


_ONE_PRICE = re.compile(
    r"(?:an?|one|1|another|\d+|two|three|four|five|six|seven|eight|nine|ten) (?:[a-z-]+ ){0,5}?[a-z-]+ "
    r"(?:for|at|that costs?|which costs?|costing|priced at|worth|valued at) "
    r"(?:[$\u20ac\u00a3][\d.,]*\d|\d+ (?:dollars|cents))$"
)
_BARE_PRICE = re.compile(r"(?:[a-z-]+ ){1,3}for (?:\$[\d.,]*\d|\d+ (?:dollars|cents))$")
_PRICED_LIST = re.compile(r",? and (?=\d|an? |one |another |[a-z]+ [a-z]+s|[a-z ]+ for )|, ")
_DEALING = frozenset(listed("buy sell purchase order want need get has had have take pick choose find see"))


def priced(body: str) -> list[str] | None:
    """As in "He buys 3 pens for $2 each and a cup for $5": what is bought, and what it costs, item by item."""
    found = subject_of(body)
    if found is None:
        return None
    verb = found.verb.lower()
    base = lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    if base not in _DEALING:
        return None
    items = _PRICED_LIST.split(found.rest)
    costs = "sold for" if verb == "sold" else "sell for" if base == "sell" else "cost"
    parts: list[str] = []
    subject = found.subject
    for item in items:
        lead = " ".join(piece for piece in (subject, found.adverbs, found.verb) if piece)
        if match := _PRICED.match(item):
            if base in ("take", "pick", "choose", "find", "see") and len(items) == 1:
                return None
            if (
                len([span for span in numbers(match["goods"]) if span.kind != "fixed"]) != 1
                or numbers(match["number"])[:1] == ()
                or numbers(match["number"])[0].value == 1
            ):
                return None
            noun = match["noun"].removeprefix("dozen ")
            if weighed := _WEIGHED.match(noun):
                noun = weighed["stuff"]
                costs_it = costs if plural(noun) or costs == "sold for" else {"cost": "costs"}.get(costs, "sells for")
            else:
                costs_it = costs
            parts += [
                f"{lead} {match['goods']}",
                f"The {noun} {match['sold'] or costs_it} {match['price']} {match['unit']}",
            ]
        elif _single_price(item):
            parts.append(f"{lead} {item}")
        else:
            return None
        subject = again(subject)
    return parts if len(parts) > 1 else None


def _single_price(item: str) -> bool:
    """Whether an item is one thing, or one kind of thing, with its price."""
    words = item.split(" ")
    if words[0] in lexicon.THIRD or words[0] in lexicon.PAST or any(word in _NO_GOODS for word in words):
        return False
    if re.search(r"\b(?:that|which) (?!costs?\b)", item):
        return False
    return bool(_ONE_PRICE.match(item) or _BARE_PRICE.match(item))


_NO_GOODS = PRONOUNS | frozenset(listed("them him her each every all both and or who more"))
_WEIGHED = re.compile(
    r"(?:pounds|ounces|gallons|kilograms|kilos|kg|liters|grams|yards|meters|quarts) of (?P<stuff>[a-z ]+)$"
)
_DESCRIBED = re.compile(
    r"(?:an?|one|another|the other|\d+|two|three|four|five) (?:[a-z'-]+ ){1,4}(?:that|which|who) "
    r"(?:is|are|was|were|costs?|has|have|had|weighs?|takes?|contains?|holds?|sells?) (?P<rest>.+)$"
)


_ANOTHER = re.compile(r",? and (?=an? |another |one |the other |\d+ )|, (?=an? |another |one |\d+ )")


def described(body: str) -> list[str] | None:
    """As in "He has one cat that weighs 9 pounds and another cat that weighs 8": one statement for each thing."""
    found = subject_of(body)
    if (
        found is None
        or found.subject.lower() == "it"
        or found.verb.lower() in lexicon.AUXILIARIES - {"has", "had", "have", "is", "are"}
    ):
        return None
    items = _ANOTHER.split(found.rest)
    if len(items) < 2 or "," in found.rest.replace(", a", "").replace(", one", ""):
        return None
    lead = re.match(r"(?:with |of )?", items[0])
    said = " ".join(piece for piece in (found.adverbs, found.verb, lead.group().strip() if lead else "") if piece)
    for item in items:
        match = _DESCRIBED.match(item)
        if match is None or not numbers(match["rest"]) or re.search(r"\b(?:and|if|but|when)\b", item):
            return None
    return [
        f"{subject} {said} {item}"
        for subject, item in zip((found.subject, *[again(found.subject)] * (len(items) - 1)), items, strict=True)
    ]


_IT_TAKES = re.compile(
    r"(?P<lead>It (?:takes|took|costs|will take|cost) (?:(?:[A-Z][a-z]+|him|her|them|his \w+|her \w+) )?)(?P<rest>.+)$"
)
_TO_DO = re.compile(r"(?:[$\d.,]+|[a-z]+)(?: (?:minutes|hours|days|seconds|weeks|dollars))? to [a-z]+ .+$")


def takes(body: str) -> list[str] | None:
    """As in "It takes Ann 3 minutes to wash a cup and 5 minutes to wash a pan": one statement for each."""
    match = _IT_TAKES.match(body)
    if match is None or re.search(r"\b(?:if|when|but|each of|then|either|from)\b|, and [a-z]+ [a-z]+ ", body):
        return None
    items = re.split(r",? and (?=\d|\$|[a-z]+ (?:minutes|hours|days|seconds) to )|, (?=\d|\$)", match["rest"])
    if len(items) < 2 or not all(
        _TO_DO.match(item) and numbers(item) and numbers(item)[0].start == 0 for item in items
    ):
        return None
    return [f"{match['lead']}{item}" for item in items]


_WHEN = re.compile(
    r"(?:[\d.]+|[a-z]+) (?:hours?|minutes?|miles?|days?|times|kilometers|laps) "
    r"(?P<to>on|in|during) (?:the |his |her |each )?[A-Za-z]+(?: [a-z]+)?$"
)


_MORE_TIMES = re.compile(r",? and (?:for )?(?=\d|[a-z]+ (?:hours|minutes|miles|days) )|, (?:for )?(?=\d)")
_FOR_SO_LONG = re.compile(r"(?P<head>.+ for )(?P<item>.+)$")


def spread(body: str) -> list[str] | None:
    """As in "Ann had lessons for 1 hour on Mondays and 2 hours on Fridays": one statement for each time."""
    first, *others = _MORE_TIMES.split(body)
    match = _FOR_SO_LONG.match(first) if others else None
    if match is None or numbers(match["head"]) or subject_of(match["head"]) is None:
        return None
    if re.search(r"\b(?:if|when|each|every|and|that|who)\b|,", match["head"]):
        return None
    times = [_WHEN.match(item) for item in (match["item"], *others)]
    if not all(time and numbers(time.group()) and numbers(time.group())[0].start == 0 for time in times):
        return None
    return [first, *(f"{match['head']}{other}" for other in others)]
