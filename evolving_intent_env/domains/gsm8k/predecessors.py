"""Earlier functions of a chain, from the sub-questions of a socratic solution."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from evolving_intent_env.domains.gsm8k import words as lexicon
from evolving_intent_env.domains.gsm8k.annotations import Equation, Tree
from evolving_intent_env.domains.gsm8k.numbers import numbers, tells
from evolving_intent_env.domains.gsm8k.people import Person
from evolving_intent_env.domains.gsm8k.question import self_contained, without_counts, without_period
from evolving_intent_env.domains.gsm8k.text import clean, normalized, sentences, stem, stems
from evolving_intent_env.domains.gsm8k.words import listed
from evolving_intent_env.intent.chain import Relation
from evolving_intent_env.intent.program import Expr, Number

MOST = 4
"""At most so many sub-questions become functions."""
ENOUGH = 2
"""Simple questions are added up to so many functions."""
_MOST_WORDS = 35
_REST = re.compile(
    (
        r"\b(left|remain\w*|rest|more|fewer|less|difference|after|not|other|others|extra|without|over|change"
        r"|lose|lost|save\w*|still|need\w*|profit|only|longer|shorter|older|younger|before|between|discount\w*"
        r"|reduc\w*|decrease\w*|sale|now|new|regular|unsold|unused|remaining|final|net|keep|kept|how old|girls"
        r"|boys|women|men|start\w*|began|increase\w*|change\w*|cheaper|miss\w*|short|away|apart)\b"
    ),
    re.IGNORECASE,
)


def sub_questions(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The sub-question and the step of each line; an empty sub-question where a line has none."""
    pairs = []
    for line in lines:
        question, mark, step = line.partition(" ** ")
        pairs.append((clean(question), step) if mark else ("", line))
    return pairs


def predecessors(
    asked: Sequence[str],
    equations: Sequence[Equation],
    steps: Sequence[Expr],
    *,
    source: str,
    truth: Mapping[str, Number],
    cast: tuple[Person, ...],
    groups: tuple[str, ...],
    introduced: frozenset[str],
    facts: Sequence[str],
    texts: Sequence[str],
) -> list[tuple[str, Expr]]:
    """Usable sub-questions, the nearest to the source first, each with its program over number names.

    Args:
        asked: The sub-question of each line.
        equations: The equations.
        steps: The program of each equation under the best reading.
        source: The source function's text.
        truth: The true values.
        cast: Everybody in the task.
        groups: What "they" may mean.
        introduced: Content words of the whole task; a sub-question brings none of its own.
        texts: The arguments; what one of them states outright is not worked out.
        facts: What the source question said besides asking, such as how long the whole period is.
    """
    answer_of: dict[str, int] = {}
    broken: set[str] = set()
    previous = ""
    for index, equation in enumerate(equations):
        text = asked[equation.line]
        if text and text in answer_of and text != previous:
            broken.add(text)
        answer_of[text] = index
        previous = text
    found: list[tuple[str, Expr]] = []
    answer = steps[-1].evaluate(truth)
    after = answer
    seen = [source]
    for text, index in sorted(answer_of.items(), key=lambda item: -item[1]):
        if not text or text in broken or index == len(steps) - 1:
            continue
        expr = steps[index]
        worded = _worded(text, equations[index], cast, groups, facts)
        if worded is None or not expr.steps or not expr.names or expr.evaluate(truth) in (answer, after):
            continue
        if any(_alike(worded, other) for other in seen) or not _honest(
            worded, equations[index], texts, source, equations
        ):
            continue
        if stems(worded) - introduced or len(stems(worded)) < 2:
            continue
        after = expr.evaluate(truth)
        seen.append(worded)
        found.append((worded, expr))
        if len(found) == MOST:
            break
    return found


def further(
    found: Sequence[tuple[str, Expr]],
    variations: Iterable[tuple[str, Expr]],
    simple: Iterable[tuple[str, Expr]],
    *,
    source: tuple[str, Expr],
    truth: Mapping[str, Number],
) -> list[tuple[str, Expr]]:
    """What was found, and as many other questions as it takes to have a few; those in another unit come last.

    Args:
        found: Sub-questions, the nearest to the source first.
        variations: Other forms of the source's own question, which stand nearest to it.
        simple: Questions about plain facts, which stand farthest.
        source: The source's text and program.
        truth: The true values.
    """
    chosen = list(found)
    known = [source[1], *(expr for _, expr in found)]
    candidates = [*((asked, False) for asked in simple), *((asked, True) for asked in variations)]
    candidates.sort(key=lambda candidate: any(converts(candidate[0][1], expr) for expr in known))
    for (text, expr), nearest in candidates:
        if len(chosen) >= ENOUGH:
            break
        taken = [source[1].evaluate(truth), *(other.evaluate(truth) for _, other in chosen)]
        if expr.evaluate(truth) not in taken and not any(
            normalized(text) == normalized(other) for other, _ in (source, *chosen)
        ):
            chosen.insert(0 if nearest else len(chosen), (text, expr))
    return chosen


_UNCLEAN = re.compile(r"[<>=*#:]|\bStep\b|\bx\b")
_ASKS = re.compile(r"(?:How|What|By how|At what|In how|For how|Of|In|On|During|After)\b")


def _worded(
    text: str, equation: Equation, cast: tuple[Person, ...], groups: tuple[str, ...], facts: Sequence[str]
) -> str | None:
    """The sub-question as a function's text; None if it is not clean or cannot stand alone."""
    if not text.endswith("?") or len(sentences(text)) != 1 or _UNCLEAN.search(text):
        return None
    body = without_counts(text[:-1])
    if tells(body):
        body, period = without_period(body)
        if any(fact not in facts for fact in period):
            return None
    text = body + "?"
    if tells(text) or len(text.split(" ")) > _MOST_WORDS or not _ASKS.match(text):
        return None
    return self_contained(text, cast, equation.noun if equation.noun.endswith("s") else "", groups)


_PERIODS = frozenset(listed("day week month year hour minute night daily weekly"))
"""A question that only leaves out the period of another is not clear."""
_PADDING = frozenset(listed("money dollar total altogether together amount overall"))


def _alike(one: str, other: str) -> bool:
    """Whether two questions ask the same, as far as their content words tell."""
    if normalized(one) == normalized(other):
        return True
    left, right = ({_base(word) for word in stems(text)} - _PADDING for text in (one, other))
    return _kind(one) == _kind(other) and (left ^ right) <= _PERIODS


def _kind(text: str) -> str:
    words = text.lower().split(" ")
    return " ".join(words[:2])


_COMPARED = re.compile(
    r"(?<!times )\b(?:less|more|fewer|cheaper)\b(?: \w+){0,5} than\b|\boff\b|\bdiscount", re.IGNORECASE
)
_COMPARES = re.compile(
    r"\b(?:less|more|fewer|difference|discount\w*|off|increase\w*|decrease\w*|save\w*|reduc\w*|cheaper"
    r"|raise\w*|extra|additional|lose|lost|gain\w*)\b"
)
_LEFT = re.compile(r"\b(?:left|remain\w*|still)\b")


def _has_sum(tree: Tree) -> bool:
    return tree.kind == "+" or any(_has_sum(part) for part in tree.parts)


_UNSETTLED = re.compile(r"\b(?:end up|ends up|final|finally|in the end|now)\b")
_SUMMED = re.compile(r" and .*\b(?:total|together|combined|altogether)\b|\b(?:total|combined)\b.* and ")
_PLACED = re.compile(r"\b(?:after|when|before|on|once)\b")


_EACH = re.compile(r"\b(?:each|per|every|one of the) ((?:[a-z-]+ ){0,2}?[a-z-]+)\b")


def _totals_what_each_has(text: str, equation: Equation, texts: Sequence[str], others: Sequence[Equation]) -> bool:
    """Whether a question about each of some things goes with a product that counts all of them."""
    each = _EACH.search(text)
    if each is None or equation.tree.kind != "*" or _RATE.search(each.group()):
        return False
    things = {stem(word) for word in each.group(1).split(" ")}
    counts = {span.worth for piece in texts for span in numbers(piece) if stem(span.unit) in things}
    counts.update(other.result for other in others if stem(other.noun) in things)
    return any(part.result() in counts for part in equation.tree.parts)


def _honest(text: str, equation: Equation, texts: Sequence[str], source: str, others: Sequence[Equation]) -> bool:
    """Whether the question asks for what the step works out, as far as its words tell."""
    kind = equation.tree.kind
    only_a_difference = kind in ("*", "/") and _COMPARED.search(equation.text) and not _COMPARES.search(text)
    for_the_end = _UNSETTLED.search(text) and not text.startswith(("How old", "How tall"))
    not_summed = _SUMMED.search(text) and not _has_sum(equation.tree)
    some_rest = _LEFT.search(text) and _LEFT.search(source) and not _PLACED.search(text)
    unrelated = kind == "-" and not _REST.search(text) and not stems(text) & equation.stems
    if only_a_difference or for_the_end or not_summed or some_rest or unrelated:
        return False
    return not (stated(text, texts) or _totals_what_each_has(text, equation, texts, others))


_RELATIVE = re.compile(
    (
        r"\b(more|less|fewer|times|twice|half|thrice|double|triple|as|than|each|every|per|third|quarter|apiece"
        r"|of (?:them|those|the|his|her)|percent|rest|remaining|other|another)\b|[%/]"
    ),
    re.IGNORECASE,
)
_RATE = re.compile(r"\b(?:every|each|per) (?:day|week|month|year|night|hour|minute|morning|afternoon)\b")
_OFTEN = re.compile(r"(?<=[a-z] )(?:\d+|[a-z]+) times\.?$")
_ELIDED = frozenset(("", "to", "on", "in", "for", "from", "of", "at"))
_ASKING = frozenset(listed("long far fast tall old money cost total altogether together"))


_SUMMARIZES = re.compile(r"\b(?:each|per|every|total|altogether|in all|left|remain\w*)\b")
_COUNTED = re.compile(r"How many ((?:[a-z-]+ )*?)(?:of|do|does|did|are|is|were|was|will|would|can|has|have|had)\b")
_PIECES = re.compile(r", and |, | and |; |\. ")


def stated(question: str, texts: Sequence[str]) -> bool:
    """Whether an argument states outright what a question asks for, so that no other result can be its answer."""
    if _SUMMARIZES.search(question):
        return False
    counted = _COUNTED.match(question)
    nouns = (stems(counted.group(1)) or {stem(counted.group(1).strip())}) if counted else frozenset()
    asked = {_base(stem) for stem in stems(question)} - _ASKING
    for text in texts:
        head = " ".join(text.split(" ")[:3])
        for piece in _PIECES.split(text):
            spans = numbers(piece)
            if len(spans) != 1 or _RELATIVE.search(_OFTEN.sub("", _RATE.sub("", piece))):
                continue
            unit = spans[0].unit
            if not (
                stem(unit) in nouns or unit in _ELIDED
                if counted
                else unit == "$"
                if question.startswith("How much")
                else True
            ):
                continue
            if asked <= {_base(stem) for stem in stems(f"{head} {piece}")}:
                return True
    return False


def _base(word: str) -> str:
    return stem(lexicon.PAST.get(word) or lexicon.THIRD.get(word) or word)


def relation(later: Expr, earlier: Expr, later_arguments: Sequence[str], earlier_arguments: Sequence[str]) -> Relation:
    """How the later function relates to the earlier one; one that only had another unit is no larger whole."""
    if converts(earlier, later):
        return "other"
    if contains(later, earlier):
        return "extend"
    if contains(earlier, later):
        return "narrow"
    return "reframe" if set(later_arguments) & set(earlier_arguments) else "other"


_UNIT_FACTORS = frozenset((3, 4, 7, 12, 16, 60, 100, 1000))


def converts(expr: Expr, other: Expr) -> bool:
    """Whether a program is another one in a smaller unit."""
    if expr.kind != "*" or expr.parts[0] != other:
        return False
    factor = expr.parts[1]
    return factor.kind == "number" and factor.value in _UNIT_FACTORS


def contains(expr: Expr, part: Expr) -> bool:
    """Whether a part stands somewhere in a program."""
    return part.names <= expr.names and (expr == part or any(contains(child, part) for child in expr.parts))
