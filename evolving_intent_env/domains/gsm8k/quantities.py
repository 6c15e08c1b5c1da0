"""Amounts that a question carries inside its noun phrases and purposes, taken out as statements of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.numbers import Span, numbers
from evolving_intent_env.domains.gsm8k.words import listed

Told = tuple[str, list[str]]
"""What is left of a question, and the statements taken out of it."""

_PLURALS = frozenset(listed("people children men women feet fish deer sheep geese mice teeth"))
_TIMES = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?)"
_LENGTHS = r"(?:miles?|kilometers?|km|meters?|m|feet|foot|yards?|inch|inches|cm|centimeters?)"
_AIMS = frozenset(listed("save earn reach raise get break complete finish achieve win collect"))
_NO_AIMS = frozenset(listed("have be do give pay show go work be spend charge sell let"))
_AIM = re.compile(
    r"^(?P<asks>(?:(?:in|for|at|by) )?(?:how|what)\b.*?\S),? to (?P<aim>(?P<verb>[a-z]+) (?P<object>.+))$",
    re.IGNORECASE,
)
_NO_PURPOSE = re.compile(
    r"\b(?:have|has|had|left|able|going|want|wants|wanted|try|trying|used|supposed|expect|expected|plan|plans|like"
    r"|likes|decide|decides|compared|due|according|close|up|next|from|added|need to|equal|addition|possible|is|are)$"
)


_HARMLESS = frozenset(listed("both pair pairs couple single once dozens"))


def carries(text: str) -> bool:
    """Whether a text holds a number that is part of what is told, rather than a way of speaking."""
    return any(
        span.kind != "fixed" or (span.value > 1 and span.text.lower() not in _HARMLESS) for span in numbers(text)
    )


_COUNTED = re.compile(
    r"\b(?P<det>all of the|all the|all|the|these|those|her|his|their|its|[A-Z]\w+'s) (?P<number>[\w-]+) "
    r"(?P<noun>(?:[a-z]+ )?(?:[a-z]+s|people|children|men|women))\b"
)


_TIME_SPANS = re.compile(r"\b(?:days|weeks|months|years|hours)$")
_ALL_SO_MANY = re.compile(r"\ball (?:two|three|four|five|six|seven) of (?=the|them)")


def without_counts(body: str) -> str:
    """As in "the two farms", which becomes "both farms": how many there are is no part of what is asked."""

    def shorter(match: re.Match[str]) -> str:
        spans = numbers(match["number"])
        if len(spans) == 1 and spans[0].text == match["number"] and spans[0].kind in ("digits", "word", "fixed"):
            det = match["det"].lower()
            apart = match.string[: match.start()].endswith("between ")
            if spans[0].value == 2 and not apart and det in ("the", "these", "those", "all the", "all"):
                return f"both {match['noun']}"
            if det in ("all", "all the") or _TIME_SPANS.search(match["noun"]):
                return f"all the {match['noun']}"
            return f"{match['det']} {match['noun']}"
        return match.group()

    return _COUNTED.sub(shorter, _ALL_SO_MANY.sub("all of ", body))


def _plain(spans: tuple[Span, ...]) -> bool:
    """Whether numbers are there, all of them amounts that a statement can hold."""
    told = [span for span in spans if span.kind != "fixed" or (span.value > 1 and span.text.lower() not in _HARMLESS)]
    return bool(told) and all(span.kind in ("digits", "word", "fraction", "percent", "fixed") for span in told)


def without_aim(body: str) -> Told:
    """As in "How long does it take to paint 9 walls": what it takes it for is the plan, or the goal."""
    match = _AIM.match(body)
    if (
        match is None
        or carries(match["asks"])
        or not _plain(numbers(match["aim"]))
        or match["verb"] not in lexicon.BASES | _AIM_VERBS
    ):
        return body, []
    asks, aim = match["asks"], match["aim"]
    later = re.match(r"(?P<first>.*\S),? to (?P<aim>(?P<verb>[a-z]+) .*)$", aim)
    if later and later["verb"] in lexicon.BASES | _AIM_VERBS and not numbers(later["first"]):
        asks, aim = f"{asks} to {later['first']}", later["aim"]
    verb = aim.split(" ")[0]
    if verb in _NO_AIMS or _NO_PURPOSE.search(asks) or not numbers(_object_start(aim)):
        return body, []
    if re.search(r"\b(?:if|when|compared|than|each|per|every|that|which)\b", aim) or re.search(
        r" it (?:cost|take)s? to$", asks
    ):
        return body, []
    word, do = ("goal", "reach the goal") if verb in _AIMS or "$" in aim else ("plan", "carry out the plan")
    if re.search(r", in [a-z ]+$", asks):
        asks = f"{asks},"
    trail = re.search(r",? (?:in total|altogether|in all)$", aim)
    if trail:
        aim = aim[: trail.start()]
    return f"{asks} to {do}{trail.group() if trail else ''}", [f"The {word} is to {aim}."]


def _object_start(aim: str) -> str:
    """The first words of a verb's object, which must be the amount so that the verb has its object with it."""
    words = aim.split(" ")[1:]
    skipped = 0
    while skipped < min(4, len(words)) and words[skipped].lower() in _BEFORE_AMOUNT:
        skipped += 1
    return " ".join(words[skipped : skipped + 1])


_BEFORE_AMOUNT = frozenset(
    listed("a an total of at least up to another additional exactly all the only out off his her their")
)
_AIM_VERBS = frozenset(
    listed(
        "fold peel fry frost groom decorate bake feed fill produce travel cover burn fund afford buy accommodate"
        " transport seat dye mow wrap cut bike fit load unload carve prepare assemble wash score last hold"
    )
)

_FOR_CHANGE = re.compile(
    r"^(?P<asks>(?:how much|what)(?: money)?(?: in)? change\b.*?|how much\b.* (?:left|back)(?: over)?) (?:from"
    r"|for|out of|with) "
    r"(?:an? |his |her |their |the )?(?P<paid>\$[\d,.]*\d(?: bills?)?|(?:[a-z]+-dollar|[a-z]+ dollar) bill"
    r"|[\w-]+ dollars)$",
    re.IGNORECASE,
)


def without_payment(body: str) -> Told:
    """As in "How much change does he get from a $20 bill": what is handed over."""
    match = _FOR_CHANGE.match(body)
    if match is None or not numbers(match["paid"]):
        return body, []
    article = "a " if re.search(r"bill$", match["paid"]) else ""
    return match["asks"], [f"The amount handed over is {article}{match['paid']}."]


_LATER = re.compile(
    r",? (?:(?:after|in) (?P<in>[\w-]+) years?(?: from now|'? time| time)?|(?P<from>[\w-]+) years? (?:from"
    r" (?:now|today)"
    r"|later|on|hence))(?=$|[,?]| if )"
)
_AGE = re.compile(
    r"\b(?:be|is|turn|turns|reach|reaches) (?:at )?(?P<age>\d+|[a-z]+(?:-[a-z]+)?)(?: years old| years of age)?$"
)


def without_age(body: str) -> Told:
    """As in "How old will Ann be 3 years from now" or "In how many years will Ann be 25"."""
    match = _LATER.search(body)
    number = (match["in"] or match["from"]) if match else ""
    if match and re.search(r"\b(?:old|age|ages|older|younger)\b", body) and _amount(number):
        rest = f"{body[: match.start()]} at the time in question{body[match.end() :]}"
        return rest, [f"The time in question is {number} years from now."]
    match = _AGE.search(body)
    if (
        match
        and re.match(r"(?:in )?how (?:many (?:more )?years|long|old)\b", body, re.IGNORECASE)
        and _amount(match["age"])
    ):
        return f"{body[: match.start()]}reach the age in question", [f"The age in question is {match['age']} years."]
    return body, []


def _amount(text: str) -> bool:
    spans = numbers(text)
    return len(spans) == 1 and spans[0].text == text and spans[0].kind in ("digits", "word") and spans[0].value > 1


_SIZED = re.compile(
    r"\b(?P<det>an?|the|one|each|his|her|their|this) (?P<how>(?:single |full |regular |normal "
    r"|whole )?)(?P<n>[\d,.]*\d|[a-z]+(?:-[a-z]+)?)"
    r"[- ](?P<unit>hour|day|minute|second|week|month|year|mile|kilometer|km|meter|m|foot|yard|inch|page|piece"
    r"|slice|story"
    r"|gallon|ounce|liter|pound|kilogram|kg|ml|oz|serving|question|seat|bedroom|room|player"
    r"|person)(?P<old>-old)?[- ](?P<noun>[a-z]+(?: [a-z]+)?)(?=$|[ ,])"
)
_LONG = frozenset(listed("hour day minute second week month year mile kilometer km meter m foot yard inch"))
_LASTING = frozenset(
    listed("day shift trip ride race sale week workday workweek drive movie run hike flight tour stay stretch")
)
_NOT_NOUNS = frozenset(
    listed("for to in at on of by from and with if when than per during more less of is are was each")
)
_WHOLE = {
    "foot": "feet",
    "inch": "inches",
    "story": "stories",
    "person": "people",
    "kg": "kg",
    "km": "km",
    "ml": "ml",
    "oz": "oz",
    "m": "m",
}


def without_size(body: str) -> Told:
    """As in "How long does she need for a 250-page book": how large that is."""
    match = _SIZED.search(body)
    if match is None or not _amount(match["n"]) or match["old"]:
        return body, []
    noun, rest = match["noun"], body[match.end() :]
    last = noun.split(" ")[-1]
    if last in _NOT_NOUNS or last in lexicon.AUXILIARIES or last in lexicon.THIRD or last in lexicon.BASES:
        noun = noun.split(" ")[0]
        rest = body[match.start("noun") + len(noun) :]
    if noun.endswith("s") or noun.split(" ")[0] in _NOT_NOUNS or noun in ("old",):
        return body, []
    if match["det"] not in ("a", "an", "one", "each") and noun.split(" ")[-1] not in _LASTING:
        return f"{body[: match.start('n')]}{body[match.start('noun') :]}", []
    noun = noun.removeprefix("long ")
    unit = _WHOLE.get(match["unit"], f"{match['unit']}s")
    size = f"is {match['n']} {unit} long" if match["unit"] in _LONG else f"has {match['n']} {unit}"
    if match["unit"] in ("pound", "kilogram", "kg", "ounce", "oz"):
        size = f"weighs {match['n']} {unit}"
    if match["unit"] in ("gallon", "liter", "ml"):
        size = f"holds {match['n']} {unit}"
    return f"{body[: match.start()]}the {noun} in question{rest}", [f"The {noun} in question {size}."]


_COUNT = re.compile(
    r"(?<![\w$%.,/-])(?P<n>\d[\d,]*|[a-z]+(?:-[a-z]+)?) (?P<noun>(?:(?!of\b|and\b"
    r"|or\b)[a-z-]+ ){0,2}?(?:[a-z]{2,}s|people|children|men|women)(?: of (?!the\b|his\b|her\b|each\b|these\b"
    r"|their\b|those\b|them\b)[a-z]+)?)"
    r"(?=$|[ ,.])"
)
_BEFORE_COUNT = re.compile(
    r"(?:\b(?:the|these|those|his|her|their|its|my|our|every|each|than|first|last|next|another|least|most|many|much"
    r"|additional|exactly|about|only|more|fewer|less|by|or|and|of|are|is|be|were|was|how|from|between|top|final"
    r"|previous|past|other|all)|'s|,)$",
    re.IGNORECASE,
)
_OF_COUNT = re.compile(
    r"\b(?:costs?|price|weight|value|ages?|number|wages|length|area|volume|in each|one) of$", re.IGNORECASE
)
_AFTER_COUNT = re.compile(
    r" (?:old|ago|long|tall|wide|high|away|later|from now|more|fewer|less|apart|earlier|each|and|or|per|of age|a|an"
    r"|younger|older|than|left|of|every|in (?:length|width|height)|deep|thick|without|who|that|which|with)\b|,? and\b"
)
_UNITS = re.compile(
    rf"^(?:{_TIMES}|{_LENGTHS}|miles|dollars|cents|ounces|pounds|grams|kilograms|kilos|kg|liters|gallons|cups|quarts"
    r"|pints|tablespoons|teaspoons|degrees|times|points|percent|bucks|acres|lbs|tons|ml|hundreds|mph|square \w+"
    r"|calories|inches|units)$"
)


def without_count(body: str) -> Told:
    """As in "How many letters do 9 clerks write": the clerks in question, of whom there are 9."""
    facts: list[str] = []
    for match in reversed(list(_COUNT.finditer(body))):
        before = body[: match.start()].rstrip()
        noun = match["noun"]
        words_ = noun.split(" ")
        if (
            not _amount(match["n"])
            or not before
            or (_BEFORE_COUNT.search(before) and not _OF_COUNT.search(before))
            or _AFTER_COUNT.match(body[match.end() :])
            or any(_UNITS.match(part) for part in (noun, noun.partition(" of ")[0].split(" ")[-1]))
            or noun.endswith(("ss", "us", "is"))
            or any(
                (word in _NOT_NOUNS and word != "of") or word in lexicon.AUXILIARIES or word in lexicon.THIRD
                for word in words_
            )
        ):
            continue
        body = f"{body[: match.start()]}the {noun} in question{body[match.end() :]}"
        facts.insert(0, f"There are {match['n']} {noun} in question.")
    return body, facts


_NO_KIND = re.compile(r"(?:ss|us|is|ths|thirds|halves|quarters)$|(?:ible|able|ful|ing|ous|ed|more|other) ")


def counted(facts: list[str]) -> str | None:
    """What a question's own facts count, where that is a single kind of thing."""
    nouns = {
        match["noun"].partition(" of ")[0] for fact in facts for match in _COUNT.finditer(fact) if _amount(match["n"])
    }
    nouns = {noun for noun in nouns if not _UNITS.match(noun) and not _NO_KIND.search(noun)}
    if len(nouns) != 1:
        return None
    noun = nouns.pop()
    return None if any(word in _NOT_NOUNS for word in noun.split(" ")) else noun


_RANKED = re.compile(
    r"\b(?P<det>the) (?P<rank>first|last|final|next|past|previous) (?P<n>[\w-]+)"
    r" (?P<noun>[a-z-]+s)\b(?P<of> of the (?:day|week|month|year|season|game))?(?! (?:ago|old|of))"
)


def without_rank(body: str) -> Told:
    """As in "the first 3 days": the days in question, which are the first 3."""
    matches = list(_RANKED.finditer(body))
    if len(matches) != 1 or not _amount(matches[0]["n"]):
        return body, []
    match = matches[0]
    fact = f"The {match['noun']} in question are the {match['rank']} {match['n']}{match['of'] or ''}."
    return f"{body[: match.start()]}the {match['noun']} in question{body[match.end() :]}", [fact]


_ITEM = (
    r"(?:\d[\d,]*|an?|[a-z]+(?:-[a-z]+)?) (?!more\b|less\b|times\b|and\b|for\b|of\b|to\b|in\b)[a-z][a-z/'-]*(?:"
    r" (?!for\b|to\b|in\b|with\b|and\b|at\b|on\b|cost\b|weigh\b|if\b|from\b|per\b|each\b|than\b)[a-z/'-]+){0,4}?"
)
_GOODS = rf"(?P<goods>{_ITEM}(?:, {_ITEM})*(?:,? and {_ITEM})*)"
_ALL = r"(?P<all>,? (?:in total|altogether|in all|combined|together|total|in dollars))?"
_ORDERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?P<asks>how much(?: money)? (?:do|does|will|would|did)) {_GOODS} (?P<verb>cost|weigh){_ALL}$",
        rf"^(?P<asks>how (?:much|many|long) (?:[a-z-]+ ){{0,3}}(?:do|does|will|would|did|can)) {_GOODS} "
        rf"(?P<verb>weigh|last|take|hold){_ALL}$",
        rf"^(?P<asks>how much(?: money)? .*\b(?:pay|spend|paid|spent|owe|charge|cost \w+)) (?:for|on) {_GOODS}{_ALL}$",
        rf"^(?P<asks>how much .*\b(?:cost|be|need)(?: \w+)?) to (?:buy|order|purchase|get) {_GOODS}{_ALL}$",
        rf"^(?P<asks>what (?:is|was|will be|would be) the (?:total )?(?:cost|price|weight|value)) of {_GOODS}{_ALL}$",
        rf"^(?P<asks>how much .*\b(?:make|earn|get|receive|profit)) (?:for|from|by|after|when|if he"
        rf"|if she)(?: selling| sells)? {_GOODS}{_ALL}$",
    )
)


def without_order(body: str) -> Told:
    """As in "How much do 3 pens and a cup cost": what the whole order is for."""
    for place, pattern in enumerate(_ORDERS):
        match = pattern.match(body)
        if match is None:
            continue
        goods, spans = match["goods"], numbers(match["goods"])
        if not _plain(spans) or any(span.kind not in ("digits", "word", "fixed") for span in spans):
            continue
        if re.search(rf"\b{_TIMES}\b|\b(?:the|his|her|their|its|them)\b", goods) or not _counts(goods):
            continue
        all_ = match["all"] or ""
        if place <= 1:
            aux = re.sub(r"\bdo$", "does", match["asks"])
            lot = "order" if match["verb"] == "cost" else "lot"
            return f"{aux} the whole {lot} {match['verb']}{all_}", [f"The whole {lot} is {goods}."]
        if place == 3:
            return f"{match['asks']} to buy the whole order{all_}", [f"The whole order is for {goods}."]
        joint = "of" if place == 4 else "for"
        return f"{match['asks']} {joint} the whole order{all_}", [f"The whole order is for {goods}."]
    return body, []


def _counts(goods: str) -> bool:
    """Whether every item starts with how many of it there are."""
    for item in re.split(r",? and |, ", goods):
        first = item.split(" ")[0].lower()
        if first not in ("a", "an", "one") and not _amount(first):
            return False
    return True


_RATED = re.compile(
    r"\b(?P<det>an?|the|this|his|her|their) (?P<n>\d+(?:\.\d+)?%) (?P<noun>[a-z]+(?: (?:fee|tax|tip|discount"
    r"|rate|bill|raise))?)(?=$|[ ,])"
)


def without_rate(body: str) -> Told:
    """As in "after a 20% tip": how large the tip is."""
    match = _RATED.search(body)
    if match is None or match["noun"] in _NOT_NOUNS:
        return body, []
    noun = match["noun"].split(" ")[0] if match["noun"].split(" ")[-1] in _NOT_NOUNS else match["noun"]
    det = "the" if match["det"] in ("a", "an") else match["det"]
    facts = [f"The {noun} is {match['n']}."] if det == "the" and match["det"] != "the" else []
    return f"{body[: match.start()]}{det} {noun}{body[match.start('noun') + len(noun) :]}", facts


MOVES: tuple[Callable[[str], Told], ...] = (
    without_age,
    without_payment,
    without_order,
    without_rate,
    without_aim,
    without_size,
    without_rank,
    without_count,
)
"""Every way to take an amount out of a question, in the order in which they are tried."""
