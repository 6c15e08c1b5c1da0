r"""Finds the answer that a reply meant.

In order, the first of these that the reply holds:

1. the last closed ``\boxed{...}`` (also ``\fbox{...}``, ``\boxed 5``) that is not empty; it beats every later number;
2. the last ``#### x`` whose line begins with a number (a heading of Markdown does not);
3. the last sentence that announces the answer (``The answer is x``, ``Answer: x``, ``final answer ... is x``) and holds
   a number: the right side of its equation, else its first number that is not denied (``not 5 but 7`` means 7);
4. the last number that stands by itself in the final 4,000 characters, unless the reply ends on a question or says
   that it cannot answer.

Only what follows the last ``</think>`` counts. A ``<think>`` that is never closed means that the reply was cut off
before it answered. Every step looks at a bounded part of the reply, so its cost is at worst linear in its length.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evolving_intent_env.intent.program import Number
from evolving_intent_env.verify.arithmetic import evaluate, is_arithmetic
from evolving_intent_env.verify.notation import clean
from evolving_intent_env.verify.parse import DENIED_REACH, MAX_LENGTH, numbers_in, parse_clean, parse_number, right_side

_MAX_BOX = 1_000
_TRIES = 8
"""How many boxes, ``####`` or announcements are looked at, from the end: more of them is no answer but noise."""
_TAILS = (80, 400, 4_000)
_MAX_SENTENCE = 240

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BOX = re.compile(r"\\(?:boxed|fbox)\s{0,8}\{")
_PLAIN_BOX = re.compile(r"\\boxed\{(-?[0-9]{1,18})\}")
_BARE_BOX = re.compile(r"\\(?:boxed|fbox)\s{0,8}(-?\\?\$?-?[0-9](?:[0-9.,]{0,60}[0-9])?)(?![0-9])")

_HASHES = re.compile(r"####(?!#)\s{0,8}([^\n]{1,240})")
_PLAIN_LINE = re.compile(r"[ *_$]{0,4}(-?[0-9]{1,18})[ *_$]{0,4}\.?[ *_$]{0,4}(?:\n|\Z)")
_PLAIN_SENTENCE = re.compile(r"[ *_$]{0,4}(-?[0-9]{1,18})[*_$]{0,4}(?:\.(?=[\s*_$]|\Z)|\n|\Z)")

_VERB = r"(?:is|are|was|equals|becomes|(?:would|will|should|must)\ be|comes\ (?:out\ )?to)\b"
_ANNOUNCED = re.compile(
    rf"""s?[*_"'`)\]}}]{{0,4}}\s?(?:
      (?:is|[:=])(?![a-zA-Z'’])
    | {_VERB}
    | (?:to|for|of|in|here|now|then|thus|therefore)\b[^\n.:=!?]{{0,80}}?(?:\b{_VERB}|:)
    | (?P<heading>[:*_ ]{{0,4}}\n)
    )[\s*_:"'`]{{0,12}}""",
    re.VERBOSE | re.IGNORECASE,
)
_FINAL = re.compile(rf"""[^\n.:=!?]{{0,80}}?(?:\b{_VERB}|[:=])[\s*_:"'`]{{0,12}}""", re.VERBOSE | re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=[\s*_\"'`$)\\]|\Z)")
_CLAUSE_END = re.compile(r",\s|;|\b(?:because|since)\b")
_UNANSWERED = re.compile(
    r"\b(?:can(?:not|'t|’t| not)|unable to) (?:yet )?(?:answer|say|tell|know|determine|calculate|compute|work)\b"
    r"|\bnot enough (?:information|details|facts)\b|\b(?:is|are) (?:still )?missing\b"
    r"|\bI (?:still )?need (?:more|to know)\b",
    re.IGNORECASE,
)
_WORDY = re.compile(r"[^0-9\\^+*<>=_{}]*")


class Answer(NamedTuple):
    """What a reply meant.

    Attributes:
        text: The answer, as far as possible as it was written.
        value: Its exact number; None when it has no rational value, or is no number at all.
    """

    text: str
    value: Number | None


def extract_answer(reply: str) -> str | None:
    """The text of the answer that a reply meant, or None when it holds none; the module says how it is found."""
    answer = find_answer(reply)
    return None if answer is None else answer.text


def find_answer(reply: str) -> Answer | None:
    """The answer that a reply meant, with its number."""
    if "think>" in reply:
        end = reply.rfind("</think>")
        if reply.rfind("<think>") > end:
            return None
        if end >= 0:
            reply = reply[end + len("</think>") :]
    return _boxed(reply) or _after_hashes(reply) or _announced(reply) or (None if _asks(reply) else _last_number(reply))


def _asks(reply: str) -> bool:
    """Whether the reply ends on a question, or says that it cannot answer: a number in it is then no answer."""
    return reply.rstrip().endswith("?") or _UNANSWERED.search(reply, max(0, len(reply) - _TAILS[1])) is not None


def _boxed(reply: str) -> Answer | None:
    end = len(reply)
    for _ in range(_TRIES):
        start = max(reply.rfind("\\boxed", 0, end), reply.rfind("\\fbox", 0, end))
        if start < 0:
            return None
        if plain := _PLAIN_BOX.match(reply, start):
            return Answer(plain[1], int(plain[1]))
        content = _box_content(reply, start)
        if content:
            return _read_box(content)
        end = start
    return None


def _box_content(reply: str, start: int) -> str:
    """What stands in the box that opens at ``start``; nothing when it was cut off."""
    opened = _BOX.match(reply, start)
    if opened is None:
        bare = _BARE_BOX.match(reply, start)
        return bare[1] if bare else ""
    depth = 1
    for brace in _BRACE.finditer(reply, opened.end(), opened.end() + _MAX_BOX):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return reply[opened.end() : brace.start()].strip()
    return ""


def _read_box(content: str) -> Answer:
    r"""A box may hold words around one number, as in ``\boxed{\text{Total: } 18}``; two numbers are no answer."""
    value = parse_number(content)
    if value is not None or len(content) > MAX_LENGTH:
        return Answer(content, value)
    text = clean(content)
    side = right_side(text)
    if is_arithmetic(side):
        return Answer(_bare(side), evaluate(side))
    found = list(numbers_in(text))
    if len(found) == 1:
        number, value, start = found[0]
        if _WORDY.fullmatch(text[:start] + text[start + len(number) :]):
            return Answer(number, value)
    return Answer(content, None)


def _after_hashes(reply: str) -> Answer | None:
    end = len(reply)
    for _ in range(_TRIES):
        end = reply.rfind("####", 0, end)
        if end < 0:
            return None
        match = _HASHES.match(reply, end)
        if match is None or reply[end - 1 : end] == "#":
            continue
        if plain := _PLAIN_LINE.match(reply, match.start(1)):
            return Answer(plain[1], int(plain[1]))
        text = clean(match[1])
        value = parse_clean(text)
        if value is not None:
            return Answer(match[1].strip(), value)
        first = next(numbers_in(text), None)
        if first is not None and not text[: first[2]].strip(" *_"):
            return Answer(first[0], first[1])
    return None


def _announced(reply: str) -> Answer | None:
    end = len(reply)
    for _ in range(_TRIES):
        end = max(reply.rfind("nswer", 0, end), reply.rfind("NSWER", 0, end))
        if end < 1:
            return None
        before = reply[max(0, end - 7) : end - 1].lower()
        match = None if before.endswith("to ") else _ANNOUNCED.match(reply, end + 5)
        if match is None and before == "final ":
            match = _FINAL.match(reply, end + 5)
        if match is None:
            continue
        if plain := _PLAIN_SENTENCE.match(reply, match.end()):
            return Answer(plain[1], int(plain[1]))
        line, _, _ = reply[match.end() : match.end() + _MAX_SENTENCE].partition("\n")
        if len(line) == _MAX_SENTENCE:
            line = line.rpartition(" ")[0]
        answer = _read_sentence(clean(line), whole=match.lastgroup == "heading")
        if answer is not None:
            return answer
    return None


def _read_sentence(line: str, *, whole: bool) -> Answer | None:
    """The answer in what follows an announcement; after a mere heading the line must be nothing but the answer."""
    value = parse_clean(line)
    if value is not None:
        return Answer(_bare(line), value)
    if whole:
        return None
    sentence = _SENTENCE_END.split(line, maxsplit=1)[0]
    clause = _CLAUSE_END.split(sentence, maxsplit=1)[0]
    side = right_side(clause)
    value = parse_clean(side)
    if value is not None or is_arithmetic(side):
        return Answer(_bare(side), evaluate(side) if value is None else value)
    first = next(numbers_in(side), None) or next(numbers_in(sentence), None)
    return None if first is None else Answer(first[0], first[1])


def _bare(text: str) -> str:
    return right_side(text).strip(" \t*_.")


def _last_number(reply: str) -> Answer | None:
    for size in _TAILS:
        last = next(numbers_in(clean(reply[-size:]), backwards=True), None)
        if last is not None and (size >= len(reply) or last[2] >= DENIED_REACH):
            return Answer(last[0], last[1])
        if size >= len(reply):
            break
    value = parse_number(reply)
    return None if value is None else Answer(reply.strip(), value)
