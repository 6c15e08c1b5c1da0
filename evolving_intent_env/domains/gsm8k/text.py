"""Plain text helpers: cleaning, sentences, words."""

from __future__ import annotations

import re
from functools import lru_cache

from evolving_intent_env.domains.gsm8k.words import listed

_QUOTES = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u00a0": " "}
)
_ABBREVIATIONS = frozenset(
    listed(
        "Mr. Mrs. Ms. Dr. St. Jr. Sr. vs. lb. lbs. oz. ft. in. No. a.m. p.m. U.S. Ave. etc. approx. sq. mt. "
        "Mt. hrs. hr. min. mins. yrs."
    )
)
_UNITS = frozenset(("a.m.", "p.m.", "lbs.", "lb.", "oz.", "ft.", "etc.", "in.", "hrs.", "min."))
_END = re.compile(r"[.!?](?:[.!?]*[\"')]*(?=\s)|(?=[A-Z][a-z]+\s))")
_STRAY_BLANK = re.compile(r" (?<=[\w)%] )(?=[,.;?!](?: |$))")
_INITIAL = re.compile(r"(?:^|[A-Z]\. |[A-Z][a-z]+ )[A-Z]\.$")
_CAPITAL = re.compile(r"[A-Z][a-z]*\b(?! \d)")
_LETTERS = re.compile(r"[a-z]+")
_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")


def clean(text: str) -> str:
    """One line, straight quotes, single blanks, no blank before punctuation."""
    return _STRAY_BLANK.sub("", " ".join(text.translate(_QUOTES).split()))


def sentences(text: str) -> list[str]:
    """The sentences of a cleaned text; a full stop inside a number or after an abbreviation does not end one."""
    found, start = [], 0
    for match in _END.finditer(text):
        end, mark = match.end(), match.group()
        sentence = text[start:end].strip()
        before = sentence[sentence.rfind(" ") + 1 :]
        if mark[0] == "." and before.strip("\"'(") in _ABBREVIATIONS and not _may_end(before, text[end:].lstrip()):
            continue
        if text[end - 2 : end - 1].isupper() and _INITIAL.search(text[start:end]):
            continue
        if mark[0] != "?" and end < len(text) and text[end:].lstrip()[:1].islower():
            continue
        found.append(sentence)
        start = end
    rest = text[start:].strip()
    if rest:
        found.append(rest)
    return found


def _may_end(abbreviation: str, after: str) -> bool:
    """Whether an abbreviation ends its sentence: a unit or a time of day does where a capital follows."""
    return abbreviation in _UNITS and _CAPITAL.match(after) is not None


def words(text: str) -> list[str]:
    """The words of a text, without punctuation and numbers."""
    return _WORD.findall(text)


def letter_runs(text: str) -> frozenset[str]:
    """The runs of letters in a text, in lower case: a quick look for the words that a costly pattern needs."""
    return frozenset(_LETTERS.findall(text.lower()))


def capitalized(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


_FIRST_WORD = re.compile(r"[A-Za-z']+")


def decapitalized(text: str, keep: frozenset[str] | set[str] = frozenset()) -> str:
    """The text with its first letter in lower case, unless the first word is "I" or a name in ``keep``."""
    first = _FIRST_WORD.match(text)
    word = first.group() if first else ""
    if word.split("'")[0] in keep or word in ("I", "I'm", "I've", "I'd", "I'll") or (len(word) > 1 and word.isupper()):
        return text
    return text[:1].lower() + text[1:]


_OPENING = re.compile(r"(?:[Aa]nd|[Bb]ut|[Ss]o|[Nn]ow|[Hh]owever),? (?=\w)")
_LOOSE_END = re.compile(r",? (?:so|and|then)$")


def as_statement(text: str) -> str:
    """A whole sentence: capitalised, ended by a full stop."""
    text = text.strip().rstrip(",;: ").strip()
    if opening := _OPENING.match(text):
        text = text[opening.end() :]
    if text.endswith((" so", " and", " then")):
        text = _LOOSE_END.sub("", text)
    if not text.endswith((".", "!", '."', '!"')):
        text = text.rstrip(".") + "."
    return capitalized(text)


_ALPHANUMERIC = re.compile(r"[a-z0-9]+")


@lru_cache(maxsize=1024)
def normalized(text: str) -> str:
    """Lower case words and numbers only, to tell whether two texts say the same."""
    return " ".join(_ALPHANUMERIC.findall(text.lower().replace("'s", "")))


_STOP = frozenset(
    listed(
        """
        a an the of in on at to for from with by and or but is are was were be been has have had do does did
        will would can could it its he she they them his her their this that these those there how many much
        what which who when if each every per all than as more less fewer total number amount one two three
        four five six seven eight nine ten half some not no so then also after before into out up over only
        just he's she's
        """
    )
)


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Content words in a rough base form (no plural or tense endings)."""
    return frozenset([stem(word) for word in words(text.lower()) if word not in _STOP])


_PLURALS = (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("oes", "o"), ("ves", "f"))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A rough base form of a lower-case word."""
    word = word[:-2] if word.endswith("'s") else word.removesuffix("'")
    if word.endswith("es"):
        for ending, by in _PLURALS:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                return word[: -len(ending)] + by
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    if word.endswith("ing") and len(word) > 5:
        return word[:-3]
    if word.endswith("ed") and len(word) > 4:
        return word[:-2]
    return word
