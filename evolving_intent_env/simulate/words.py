"""What must hold of the words of a conversation, whoever wrote them: they carry the scheduled events and nothing else.

A turn contains, word for word, every statement it makes and the question it asks (only the first letter may change its
case), so names and quoted strings are kept with them. It contains no other statement or question of the chain, no
number that its own statements and question do not hold, and not the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Reveal, Revise, Switch
from evolving_intent_env.intent.program import Number, exact
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.intent.violation import Violation

_TO_TWELVE = "two three four five six seven eight nine ten eleven twelve"
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPELLED = {word: value for value, word in enumerate(f"{_TO_TWELVE} {_TEENS}".split(), start=2)} | {
    word: value * 10 for value, word in enumerate(_TENS.split(), start=2)
}
"""Number words without "one", which is no number in most places: "one more thing"."""

_DIGITS = re.compile(r"[0-9][0-9,]{0,40}(?:\.[0-9]{1,40})?")
_WORD = re.compile(r"[a-z]+")


def check_words(trajectory: Trajectory, texts: Sequence[str]) -> tuple[Violation, ...]:
    """Everything that is wrong with the words of a conversation.

    * ``turns``: there is one text for each turn.
    * ``statement``, ``question``: what a turn says and asks stands in its text.
    * ``repeat``: a turn without events says the words before it again.
    * ``leak``: no other statement or question of the chain stands there.
    * ``answer``: nor does the answer, unless something said in the turn holds it.
    * ``number``: nor does any other number that nothing said in the turn holds.

    Args:
        trajectory: The conversation.
        texts: The user's own words, turn by turn, without the domain's frame around the first.
    """
    if len(texts) != len(trajectory):
        return (Violation("turns", f"{len(trajectory)} turns have {len(texts)} texts", "turns"),)
    chain = trajectory.chain
    everything = _everything(chain)
    solution = _number(chain.answer)
    found: list[Violation] = []
    for turn, (events, text) in enumerate(zip(trajectory.turns, texts, strict=True)):
        path = f"turns[{turn}]"
        if turn and not events:
            if text != texts[turn - 1]:
                found.append(Violation("repeat", "a turn without events has other words than the turn before it", path))
            continue
        questions = [chain.functions[trajectory.start].text] if turn == 0 else []
        questions += [chain.functions[event.target_id].text for event in events if isinstance(event, Switch)]
        statements = [str(event.value) for event in events if isinstance(event, Reveal | Revise)]
        spans: list[tuple[int, int]] = []
        for rule, said in (("question", questions), ("statement", statements)):
            for sentence in said:
                places = list(_occurrences(sentence, text))
                spans += places
                if not places:
                    found.append(Violation(rule, f"the text lacks {sentence!r}", path))
        found += _leaks(everything, {*questions, *statements}, text, spans, path)
        own = frozenset[Number]().union(*map(_numbers, (*questions, *statements)))
        for number in sorted(_numbers(text) - own):
            what = "the answer " if number == solution else ""
            rule = "answer" if what else "number"
            found.append(Violation(rule, f"the text holds {what}{number}, which nothing said in this turn does", path))
        if solution is None and _holds(text, chain.answer, spans):
            found.append(Violation("answer", f"the text holds the answer {chain.answer!r}", path))
    return tuple(found)


def _everything(chain: Chain) -> tuple[str, ...]:
    """Every question and every wording of every argument."""
    questions = (function.text for function in chain.functions.values())
    return (*questions, *(wording for argument in chain.arguments for wording in argument.wordings))


def _occurrences(sentence: str, text: str) -> Iterator[tuple[int, int]]:
    """The spans at which a sentence stands in a text, its first letter small or capital."""
    first, rest = sentence[:1], sentence[1:]
    firsts = (first, first.lower(), first.upper())
    start = text.find(rest, 1)
    while start > 0:
        if text[start - 1] in firsts:
            yield start - 1, start + len(rest)
        start = text.find(rest, start + 1)


def _leaks(
    everything: Sequence[str], said: set[str], text: str, spans: Sequence[tuple[int, int]], path: str
) -> Iterator[Violation]:
    """Sentences of the chain that the turn does not say; one that is a part of what it says is no leak."""
    for sentence in everything:
        if sentence[1:] not in text or sentence in said:
            continue
        if not all(_inside(span, spans) for span in _occurrences(sentence, text)):
            yield Violation("leak", f"the text holds {sentence!r}, which this turn does not say", path)


def _holds(text: str, answer: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an answer in words stands in a text outside the spans."""
    places = re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE) if answer else ()
    return any(not _inside(match.span(), spans) for match in places)


def _inside(span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= span[0] and span[1] <= last for first, last in spans)


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[Number]:
    """The numbers that a text holds in digits or in words."""
    tokens = (token.replace(",", "") for token in _DIGITS.findall(text))
    digits = (int(token) if token.isdecimal() else exact(token) for token in tokens)
    words = _SPELLED.keys() & _WORD.findall(text.lower())
    return frozenset((*digits, *(_SPELLED[word] for word in words)))


def _number(answer: str) -> Number | None:
    try:
        return exact(answer.replace(",", ""))
    except ProgramError:
        return None
