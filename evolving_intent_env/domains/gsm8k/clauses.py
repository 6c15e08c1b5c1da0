"""Sentences into statements: a sentence is cut only where both halves become good sentences of their own."""

from __future__ import annotations

import re

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.listing import TO_ALL, described, enumeration, priced, spread, takes
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.packs import gapped, lasting, packed, within
from evolving_intent_env.domains.gsm8k.shares import of_which, shared_out
from evolving_intent_env.domains.gsm8k.subjects import Subject, again, finite, plural, subject_of, subordinate, tense
from evolving_intent_env.domains.gsm8k.text import as_statement, decapitalized
from evolving_intent_env.domains.gsm8k.words import listed

_SHARED_LEAD = re.compile(
    r"(?P<lead>(?:Last|This|Every|Each|One|That) (?:night|day|week|month|year|morning|afternoon|evening"
    r"|weekend|summer|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
    r"|Then|Today|Yesterday|Tomorrow|Over the weekend|(?:On|In|During|At|For) (?:the |his |her )?(?:[A-Za-z]+ "
    r"){0,2}[A-Za-z]+)(?P<comma>,?) (?P<rest>(?:[A-Z]|he |she |they |there |the |his |her ).*)$"
)
_OWN_TIME = re.compile(r"(?:On|In|At|During|Last|This|Today|Yesterday|Then) ", re.IGNORECASE)
_OTHER_TIME = re.compile(
    r" (?:on|in|during|for) the (?:second|third|fourth|next|following|last|other) [a-z]+$"
    r"|,? (?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$| (?:the next|the following|tomorrow|today)\b"
)
_RELATIVE = re.compile(
    r"^(?P<left>.* (?:(?P<name>[A-Z][a-z]+)|(?<!from )(?<!in )(?<!at )(?<!of )(?<!on )(?<!to )an? "
    r"(?P<thing>(?:[a-z-]+ ){0,2}[a-z]+))),? (?:who|which|that) (?P<verb>[a-z]+) (?P<rest>.*)$"
)
_CONNECTOR = re.compile(
    r"(?:;\s*(?:(?:and|but|while|however,)\s+)?|,?\s+(?:and|but|while|whereas)\s+|,\s+)", re.IGNORECASE
)


_BARE_IF = re.compile(r"^If (?!.*(?:,|\bthen\b|\?))")


def statements(sentence: str, around: str = "") -> list[str]:
    """The statements a sentence makes, each a whole sentence; the sentence itself where it is better left alone.

    Args:
        sentence: The sentence.
        around: All the sentences of the task, to tell whether "each box" could mean other boxes as well.
    """
    body = _without_while(_BARE_IF.sub("", sentence.rstrip(" .")))
    lead = _SHARED_LEAD.match(body)
    parts = _split(body)
    if lead and len(parts) == 1:
        parts = _split(lead["rest"])
        if lead["lead"] != "Then" and _OTHER_TIME.search(parts[0]):
            parts = [lead["rest"]]
        first, *others = parts
        parts = [
            f"{lead['lead']}{lead['comma']} {first}",
            *(_led(lead["lead"] + lead["comma"], part) for part in others),
        ]
    parts = [piece for part in parts for piece in (packed(part, around or sentence) or [part])]
    return [as_statement(part) for part in parts]


_AN_HOUR = re.compile(r"\bfor an hour\b")


def _led(lead: str, part: str) -> str:
    """A later part with the time or place that the sentence begins with, unless it has its own or needs none."""
    if (
        _OWN_TIME.match(part)
        or _OTHER_TIME.search(part)
        or (lead.startswith("Then") and re.match(r"(?:The|Each|This) ", part))
    ):
        return part
    return f"{lead} {decapitalized(part) if re.match(r'(?:The|Each|A|An|This) ', part) else part}"


def _split(body: str) -> list[str]:
    places = [(span.start, span.end) for span in numbers(body)]
    if "for an hour" in body:
        places = sorted([*places, *(match.span() for match in _AN_HOUR.finditer(body))])
    if len(places) < 2:
        return [body]
    parts = (
        of_which(body)
        or shared_out(body)
        or enumeration(body)
        or priced(body)
        or described(body)
        or takes(body)
        or _relative(body)
        or lasting(body)
        or gapped(body)
        or spread(body)
        or within(body)
    )
    if parts:
        return parts
    for match in _CONNECTOR.finditer(body):
        left, right = body[: match.start()], body[match.end() :]
        if places[0][1] > match.start() or places[-1][0] < match.end() or _inside(left):
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


_LIST = re.compile(r"(?P<head>[^,]+(?:, [^,]+)*?), (?P<last>[^,]+)$")
_AMOUNT = re.compile(r"[$\d]")


def _joined(left: str) -> str:
    """A left half whose own list lost its last "and" to the cut gets it back."""
    match = _LIST.match(left)
    if match is None or subject_of(match["last"]):
        return left
    first = match["last"].split(" ")[0]
    if (
        _AMOUNT.match(first)
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


_SOMEBODY = re.compile(r"(?:[A-Z][a-z]+|he|she|his \w+|her \w+|the \w+) ")
_DEPENDENT = re.compile(r"(?:that|this|which|those|these)\b|\S+ (?:more|fewer|less) .* than\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(if|when|whenever|because|since|until|unless|so|that|whether|for every|for each|as long as|how|what)\b",
    re.IGNORECASE,
)


def _independent(left: str, right: str, joint: str) -> str | None:
    if (joint == "," and not _SOMEBODY.match(right)) or _DEPENDENT.match(right):
        return None
    if subject_of(right) is None or subject_of(left) is None:
        return None
    if _OPEN.search(left):
        return None
    if _stranded(left):
        return None
    return right


_UNFINISHED = re.compile(r"(?:,|\b(?:and|or|of|the|a|an|in|at|for|with|to))$")


def _stranded(left: str) -> bool:
    """Whether a left half would end in the middle of something."""
    return bool(_UNFINISHED.search(left.strip()))


_MODALS = frozenset(("can", "could", "will", "would", "must", "should"))
_NO_VERBS = frozenset(
    listed(
        "cost about around at up to for in on with by of over from than nearly almost only just the a an another then "
        "also his her their its my each every all both that which"
    )
)


def _bare_verb(right: str, left: str) -> bool:
    """Whether both parts start with a verb in its base form: "can wash 6 cups a minute and dry 4 cups a minute"."""
    match = re.match(r"(?P<verb>[a-z]+) (?:an? additional |another )?(?=[$\d]|(?:a|an|the|his|her)\b)", right)
    if match is None or match["verb"] in _NO_VERBS or numbers(match["verb"]):
        return False
    known = match["verb"] in lexicon.BASES
    return (known or not match["verb"].endswith("s")) and re.match(
        r"[a-z]+ (?:[$\d]|an? |the |his |her )", left
    ) is not None


def _helper(found: Subject, verb: str, phrase: str) -> str | None:
    """The second predicate of a sentence with its helping verb, where one of the two has one; else None."""
    after = phrase.partition(" ")[2]
    if not _ADVERBIAL_AMOUNT.match(after):
        return None
    if verb in ("can", "could", "will", "would") and after.split(" ")[0] in lexicon.BASES:
        return phrase if found.verb.lower() not in _MODALS else None
    done = found.rest.split(" ")[0]
    if found.verb.lower() in ("has", "have", "had") and done in lexicon.PAST and verb in lexicon.PAST:
        return f"{found.verb.lower()} {phrase}"
    bases = (found.verb.lower(), verb)
    if (
        plural(found.subject.split(" ")[-1])
        and found.subject[0].isalpha()
        and all((word in lexicon.BASES and word not in lexicon.PAST) or word == "cost" for word in bases)
    ):
        return phrase
    return None


_SECOND_LEAD = re.compile(r"(?:(?:and|then|also|later|still) )*")
_ADVERBIAL_AMOUNT = re.compile(r"(?:at |in |for |up to |about )?[$\d]|[a-z]+ (?:at |for |up to )?[$\d]")


def _shared_subject(left: str, right: str, joint: str) -> str | None:
    found = subject_of(left)
    if (
        found is None
        or found.subject.lower() in ("there", "it", "this", "that", "these", "those")
        or subordinate(found.rest)
    ):
        return None
    lead = _SECOND_LEAD.match(right)
    lead_text = (lead.group() if lead else "").replace("and ", "")
    verb_phrase = right[lead.end() if lead else 0 :]
    tokens = verb_phrase.split(" ")
    verb = tokens[0].lower()
    if joint == "and" and found.verb.lower() in _MODALS and not lead_text and _bare_verb(verb_phrase, found.rest):
        return None if _stranded(left) else f"{again(found.subject)} {found.verb.lower()} {verb_phrase}"
    if (again_with := _helper(found, verb, verb_phrase)) and joint == "and" and not lead_text and not _stranded(left):
        return f"{again(found.subject)} {again_with}"
    if joint == "," and "," not in right and " and " not in right and not lead_text and not right.startswith("and "):
        return None
    if (
        tense(verb) == "other"
        or tense(verb) != tense(found.verb)
        or (verb in lexicon.NOUN_LIKE and not re.match(r"[$\d]|a\b|an\b|the\b", " ".join(tokens[1:])))
    ):
        return None
    if not finite(verb, tokens[1] if len(tokens) > 1 else "", strict=True) or _stranded(left):
        return None
    if (
        verb in ("is", "was", "has", "had", "does", "did")
        and found.verb.lower() != verb
        and verb not in ("has", "had", "is", "was")
    ):
        return None
    return f"{again(found.subject)} {lead_text}{verb_phrase}"


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
        subordinate(match["rest"])
        or (TO_ALL.search(match["rest"]) and match["thing"])
        or re.search(r"\b(?:each|every|that|which|who|if)\b", match["left"])
    ):
        return None
    subject = match["name"] or f"The {match['thing']}"
    return [*_split(match["left"]), *_split(f"{subject} {verb} {match['rest']}")]
