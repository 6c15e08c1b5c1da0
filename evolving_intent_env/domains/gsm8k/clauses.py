"""Sentences into statements: a sentence is cut only where both halves become good sentences of their own."""

from __future__ import annotations

import re
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.text import as_statement
from evolving_intent_env.domains.gsm8k.words import listed

_PRONOUNS = frozenset(listed("he she it they we i you there"))
_DETERMINERS = frozenset(
    listed(
        """
        the a an his her their its my our your each every one another this that these those both all some two
        three four five six seven eight nine ten twelve twenty
        """
    )
)
_ADVERBS = frozenset(
    listed(
        "also then already only usually always normally now just currently later still typically often "
        "initially originally first"
    )
)
_SUBORDINATE = re.compile(
    r"\b(if|when|whenever|because|since|until|unless|before|after|so|where|whether|that|who|which|how|what"
    r"|as long as|for every|for each|either|between|including|such as|once)\b",
    re.IGNORECASE,
)
_SHARED_LEAD = re.compile(
    r"(?P<lead>(?:Last|This|Every|Each|One|That) (?:night|day|week|month|year|morning|afternoon|evening"
    r"|weekend|summer|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
    r"|Today|Yesterday|Tomorrow|Over the weekend|(?:On|In|During|At|For) (?:the |his |her )?(?:[A-Za-z]+ "
    r"){0,2}[A-Za-z]+)(?P<comma>,?) (?P<rest>(?:[A-Z]|he |she |they |there |the |his |her ).*)$"
)
_SHARED_TAIL = re.compile(
    r" (?:(?:this|last|next) (?:week|month|year|morning|afternoon|evening|night|weekend)|today|yesterday"
    r"|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|in (?:January|February|March|April|May|June|July"
    r"|August|September|October|November|December)"
    r"|(?:at|in|from|to) (?:the|a|an|his|her|their) (?:[a-z]+ ){0,2}[a-z]+)$"
)
_OWN_TIME = re.compile(r"(?:On|In|At|During|Last|This|Today|Yesterday|Then) ", re.IGNORECASE)
_RELATIVE = re.compile(
    r"^(?P<left>.* (?:(?P<name>[A-Z][a-z]+)|(?<!from )(?<!in )(?<!at )(?<!of )(?<!on )(?<!to )an? "
    r"(?P<thing>(?:[a-z-]+ ){0,2}[a-z]+))),? (?:who|which|that) (?P<verb>[a-z]+) (?P<rest>.*)$"
)
_CONNECTOR = re.compile(
    r"(?:;\s*(?:(?:and|but|while|however,)\s+)?|,?\s+(?:and|but|while|whereas)\s+|,\s+)", re.IGNORECASE
)
_TO_ALL = re.compile(
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
_IRREGULAR_PLURALS = frozenset(listed("people children men women feet sheep fish deer geese mice teeth oxen dice"))


class Subject(NamedTuple):
    """A clause taken apart at its finite verb."""

    subject: str
    adverbs: str
    verb: str
    rest: str


_NO_SUBJECT = frozenset(listed("while and or than that who which if when as to because"))
_BARE_PLURAL = re.compile(
    r"(?P<subject>(?:[A-Za-z-]+ )?[a-z-]+s) (?P<verb>cost|are|were|have|had|weigh|sell|need|take|eat|make"
    r"|sold|took|ate) (?P<rest>.+)$"
)


def subject_of(clause: str) -> Subject | None:
    """Takes a clause apart at its finite verb; None unless it clearly starts with a simple subject."""
    tokens = clause.split(" ")
    if not tokens or not tokens[0]:
        return None
    head = tokens[0]
    low = head.lower()
    if low in _PRONOUNS:
        limit, index = 1, 1
    elif (
        head[0].isupper()
        and low not in _DETERMINERS
        and re.fullmatch(r"[A-Z][A-Za-z'.]+", head)
        and head not in lexicon.COMMON_OPENERS
    ):
        index = 1
        while index < len(tokens) and (
            re.fullmatch(r"[A-Z][A-Za-z'.]+,?", tokens[index])
            or (tokens[index] == "and" and index + 1 < len(tokens) and tokens[index + 1][:1].isupper())
        ):
            index += 1
        limit = 4 if any(token.endswith("'s") for token in tokens[:index]) else index
    elif low in _DETERMINERS or re.match(r"[\d$]", head):
        limit, index = 7, 1
    elif not re.match(r"[A-Za-z-]+ ", clause):
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
        if re.search(r"[,;:.]", tokens[index]) or token in _NO_SUBJECT:
            return None
        if token in _ADVERBS:
            index += 1
            continue
        if _finite(
            token,
            tokens[index + 1] if index + 1 < len(tokens) else "",
            strict=(index > start or low in _DETERMINERS) and not _several(tokens[index - 1]),
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
    return noun.endswith("s") and not noun.endswith(("'s", "ss")) and len(noun) > 3


def _finite(token: str, after: str, *, strict: bool) -> bool:
    """Whether a word is a finite verb; one that may be a noun only counts where a noun phrase follows it."""
    if token in lexicon.AUXILIARIES or token in ("isn't", "wasn't", "doesn't", "didn't", "hasn't", "weren't", "aren't"):
        return True
    if token not in lexicon.THIRD and token not in lexicon.PAST and not (token in lexicon.BASES and not strict):
        return False
    if (token in lexicon.NOUN_LIKE or token in lexicon.BASES) and (
        strict or (token in lexicon.BASES and token not in lexicon.PAST)
    ):
        return bool(re.match(r"[$\d]|(?:a|an|the|his|her|their|its|out|up|him|them)$", after) or numbers(after))
    return True


def _subordinate(text: str) -> bool:
    """Whether a clause inside would claim what follows for itself."""
    return bool(_SUBORDINATE.search(text)) or any(
        match.group(1) in lexicon.BASES for match in re.finditer(r"\bto ([a-z]+)", text)
    )


def _tense(verb: str) -> str:
    verb = verb.lower()
    if verb in ("is", "has", "does") or (verb in lexicon.THIRD and verb not in lexicon.PAST):
        return "third"
    if verb in ("was", "had", "did") or (verb in lexicon.PAST and verb not in lexicon.BASES):
        return "past"
    return "other"


def statements(sentence: str) -> list[str]:
    """The statements a sentence makes, each a whole sentence; the sentence itself where it is better left alone."""
    body = re.sub(r"^If (?!.*(?:,|\bthen\b|\?))", "", sentence.rstrip(" ."))
    body = _without_while(body)
    lead = _SHARED_LEAD.match(body)
    parts = _split(body)
    if lead and len(parts) == 1:
        parts = _split(lead["rest"])
        first, *others = parts
        parts = [
            f"{lead['lead']}{lead['comma']} {first}",
            *(part if _OWN_TIME.match(part) else f"{lead['lead']}{lead['comma']} {part}" for part in others),
        ]
    return [as_statement(part) for part in parts]


def _split(body: str) -> list[str]:
    spans = numbers(body)
    if len(spans) < 2:
        return [body]
    listed = _enumeration(body) or _priced(body) or _relative(body) or _lasting(body)
    if listed:
        return listed
    for match in _CONNECTOR.finditer(body):
        left, right = body[: match.start()], body[match.end() :]
        if spans[0].end > match.start() or spans[-1].start < match.end() or _inside(left):
            continue
        joint = match.group().strip().lower()
        whole = _independent(left, right, joint)
        if whole is None and joint != ";":
            whole = _shared_subject(left, right, joint)
        if whole is not None:
            return [*_split(_joined(left)), *_split(whole)]
    return [body]


def _without_while(body: str) -> str:
    """A sentence that starts with "While" and has no main clause is a plain statement."""
    if not body.startswith("While ") or subject_of(body[6:]) is None:
        return body
    later = re.split(r", (?:and )?", body)[1:]
    return body if any(subject_of(piece) for piece in later) else body[6].upper() + body[7:]


def _joined(left: str) -> str:
    """A left half whose own list lost its last "and" to the cut gets it back."""
    match = re.match(r"(?P<head>[^,]+(?:, [^,]+)*?), (?P<last>[^,]+)$", left)
    if match is None or subject_of(match["last"]):
        return left
    first = match["last"].split(" ")[0]
    if (
        re.match(r"[$\d]", first)
        or numbers(first)
        or first in lexicon.PAST
        or first in lexicon.THIRD
        or first in lexicon.BASES
    ):
        return f"{match['head']} and {match['last']}"
    return left


def _inside(left: str) -> bool:
    """Whether a place lies inside brackets or quotes."""
    return left.count("(") > left.count(")") or left.count('"') % 2 == 1


def _independent(left: str, right: str, joint: str) -> str | None:
    if (joint == "," and not re.match(r"(?:[A-Z][a-z]+|he|she|his \w+|her \w+|the \w+) ", right)) or re.match(
        r"(?:that|this|which|those|these)\b", right, re.IGNORECASE
    ):
        return None
    if subject_of(right) is None or subject_of(left) is None:
        return None
    if re.search(
        r"\b(if|when|whenever|because|since|until|unless|so|that|whether|for every|for each|as long as|how|what)\b",
        left,
        re.IGNORECASE,
    ):
        return None
    if _stranded(left):
        return None
    return right


def _stranded(left: str) -> bool:
    """Whether a left half would end in the middle of something."""
    return bool(re.search(r"(?:,|\b(?:and|or|of|the|a|an|in|at|for|with|to))$", left.strip()))


def _shared_subject(left: str, right: str, joint: str) -> str | None:
    found = subject_of(left)
    if (
        found is None
        or found.subject.lower() in ("there", "it", "this", "that", "these", "those")
        or _subordinate(found.rest)
    ):
        return None
    lead = re.match(r"(?:(?:and|then|also|later|still) )*", right)
    lead_text = (lead.group() if lead else "").replace("and ", "")
    verb_phrase = right[lead.end() if lead else 0 :]
    tokens = verb_phrase.split(" ")
    verb = tokens[0].lower()
    if joint == "," and "," not in right and " and " not in right and not lead_text and not right.startswith("and "):
        return None
    if (
        _tense(verb) == "other"
        or _tense(verb) != _tense(found.verb)
        or (verb in lexicon.NOUN_LIKE and not re.match(r"[$\d]|a\b|an\b|the\b", " ".join(tokens[1:])))
    ):
        return None
    if not _finite(verb, tokens[1] if len(tokens) > 1 else "", strict=True) or _stranded(left):
        return None
    if (
        verb in ("is", "was", "has", "had", "does", "did")
        and found.verb.lower() != verb
        and verb not in ("has", "had", "is", "was")
    ):
        return None
    return f"{_again(found.subject)} {lead_text}{verb_phrase}"


def _enumeration(body: str) -> list[str] | None:
    """As in "She bought 3 pens, 4 books and 2 rulers": one statement for each item."""
    found = subject_of(body)
    if found is None:
        return None
    verb = found.verb.lower()
    base = (
        "be"
        if verb in ("is", "are", "was", "were")
        else "have"
        if verb in ("has", "had")
        else lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    )
    if base not in LIST_VERBS or (base == "be" and found.subject.lower() != "there"):
        return None
    particle = re.match(r"(?:out|up|away|off|in|back) (?=\d)", found.rest)
    listed = found.rest[particle.end() :] if particle else found.rest
    items = _with_noun(re.split(r",? and |, ", listed))
    if len(items) < 2 or len({bool(_TO_ALL.search(item)) for item in items}) > 1 or '"' in body or "(" in body:
        return None
    counts = set()
    for item in items:
        spans = numbers(item)
        if not spans or spans[0].start != 0 or spans[0].kind not in ("digits", "word"):
            return None
        tail = item[spans[0].end :].strip().split(" ")
        if spans[0].text.startswith("$"):
            if tail[0] not in ("on", "for", "to", "from", "in"):
                return None
        elif (
            spans[0].value == 1
            or not any(_plural(word) for word in tail[:3])
            or re.match(r"(of|in|on|for|at|to|from|with)\b", tail[0])
        ):
            return None
        counts.add(len([span for span in spans if span.kind != "fixed"]))
        if re.search(r"\b(?:more|fewer|less|than|remaining|other)\b", item):
            return None
        if _SUBORDINATE.search(item) or any(
            word.lower() in lexicon.AUXILIARIES or word.lower() in _PRONOUNS for word in tail
        ):
            return None
    if re.search(r"\b[a-z]+ing\b", items[-1]) and not all(re.search(r"\b[a-z]+ing\b", item) for item in items):
        return None
    if len(counts) != 1 or max(counts) > 2 or (max(counts) == 2 and not all(_TO_ALL.search(item) for item in items)):
        return None
    shared = _SHARED_TAIL.search(items[-1])
    if shared and not any(re.search(r"\b(?:on|in|at|from|this|last|today|yesterday)\b", item) for item in items[:-1]):
        items = [*(f"{item}{shared.group()}" for item in items[:-1]), items[-1]]
    first, *others = items
    lead = " ".join(
        piece for piece in (found.adverbs, found.verb, particle.group().strip() if particle else "") if piece
    )
    return [f"{found.subject} {lead} {first}", *(f"{_again(found.subject)} {lead} {item}" for item in others)]


def _with_noun(items: list[str]) -> list[str]:
    """As in "40 pens to Ann", "80 to Bob": the noun that the later items leave out is put back."""
    first = _GIVEN.match(items[0])
    later = [_SHORT.match(item) for item in items[1:]]
    if first is None or not all(match and match["to"] == first["to"] for match in later):
        return items
    return [items[0], *(f"{match['number']} {first['noun']} {match['to']} {match['rest']}" for match in later if match)]


_GIVEN = re.compile(r"(?P<number>\S+) (?P<noun>(?:[a-z]+ )?[a-z]+s) (?P<to>to|on|for|in|from|with|at) ")
_SHORT = re.compile(r"(?P<number>[\d,]+|[a-z]+) (?P<to>to|on|for|in|from|with|at) (?P<rest>.+)$")


def _again(subject: str) -> str:
    """A subject said for the second time: "a shop" is now "the shop"."""
    return re.sub(r"^(?:an?|one|another) ", "The ", subject, flags=re.IGNORECASE)


def _relative(body: str) -> list[str] | None:
    """As in "Ann has 5 more than Bob, who has 3": what is said of Bob is a statement of its own."""
    match = _RELATIVE.match(body)
    if match is None or not numbers(match["left"]) or not numbers(match["rest"]) or _inside(match["left"]):
        return None
    verb = match["verb"]
    if verb not in ("is", "has", "was", "had", "costs", "cost") and not (
        verb in lexicon.THIRD or (verb in lexicon.PAST and verb not in lexicon.BASES)
    ):
        return None
    if (
        subject_of(match["left"]) is None
        or (re.search(r"\b(?:if|when|because|and|or|between|of|to) \S+$", match["left"]) and match["name"])
        or "," in match["rest"]
    ):
        return None
    if (
        _subordinate(match["rest"])
        or (_TO_ALL.search(match["rest"]) and match["thing"])
        or re.search(r"\b(?:each|every|that|which|who|if)\b", match["left"])
    ):
        return None
    subject = match["name"] or f"The {match['thing']}"
    return [*_split(match["left"]), *_split(f"{subject} {verb} {match['rest']}")]


_LASTING = re.compile(
    r"^(?P<rate>.*[\d.]+ (?:mph|(?:[a-z]+ ){0,2}?[a-z]+ (?:per|an?|each|every) "
    r"(?:hour|day|week|month|minute|year|night))),? for (?P<time>[\w.]+ "
    r"(?:hours|days|weeks|months|minutes|years|nights)(?: (?:a|per|each|every) (?:day|week|month|year))?)$"
)
_MOVING = frozenset(
    listed("drive travel walk run bike ride fly swim jog hike work sail cycle march row practice train")
)


def _lasting(body: str) -> list[str] | None:
    """As in "Ann runs 6 miles per hour for 2 hours": how fast, and for how long."""
    match = _LASTING.match(body)
    found = subject_of(body)
    if match is None or found is None or len(numbers(match["rate"])) != 1 or len(numbers(match["time"])) != 1:
        return None
    verb = found.verb.lower()
    base = lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    if base in _MOVING:
        return [match["rate"], f"{_again(found.subject)} {verb} for {match['time']}"]
    if verb in lexicon.AUXILIARIES or base in ("cost", "need"):
        return None
    does = {"past": "did", "third": "does"}.get(_tense(verb), "do")
    return [match["rate"], f"{_again(found.subject)} {does} this for {match['time']}"]


def _priced(body: str) -> list[str] | None:
    """As in "He buys 3 pens for $2 each and 4 cups at $5 each": what is bought, and what it costs, item by item."""
    found = subject_of(body)
    if found is None:
        return None
    verb = found.verb.lower()
    base = lexicon.THIRD.get(verb) or lexicon.PAST.get(verb) or verb
    if base not in ("buy", "sell", "purchase", "order", "want", "need", "get", "has", "had", "have"):
        return None
    items = [_PRICED.match(item) for item in re.split(r",? and (?=\d|[a-z]+ [a-z]+s)|, ", found.rest)]
    costs = "sold for" if verb == "sold" else "sell for" if base == "sell" else "cost"
    parts: list[str] = []
    subject = found.subject
    for item in items:
        if (
            item is None
            or len([span for span in numbers(item["goods"]) if span.kind != "fixed"]) != 1
            or numbers(item["number"])[:1] == ()
            or numbers(item["number"])[0].value == 1
        ):
            return None
        lead = " ".join(piece for piece in (subject, found.adverbs, found.verb) if piece)
        parts += [
            f"{lead} {item['goods']}",
            f"The {item['noun'].removeprefix('dozen ')} {item['sold'] or costs} {item['price']} {item['unit']}",
        ]
        subject = _again(subject)
    return parts


def _plural(word: str) -> bool:
    word = word.strip(".,").lower()
    return word in _IRREGULAR_PLURALS or (
        word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3
    )
