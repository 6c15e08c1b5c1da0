"""One row of GSM8K into a chain by rule, or the reason why not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evolving_intent_env.domains.gsm8k.annotations import Equation, Tree, equations, literal
from evolving_intent_env.domains.gsm8k.asides import with_asides
from evolving_intent_env.domains.gsm8k.clauses import statements
from evolving_intent_env.domains.gsm8k.counterfactual import Sense, Variant, variants
from evolving_intent_env.domains.gsm8k.leaning import leans
from evolving_intent_env.domains.gsm8k.numbers import Span, numbers, tells
from evolving_intent_env.domains.gsm8k.people import people, resolve
from evolving_intent_env.domains.gsm8k.predecessors import further, predecessors, relation, sub_questions
from evolving_intent_env.domains.gsm8k.question import Asked, self_contained, split_question
from evolving_intent_env.domains.gsm8k.referents import counted_noun, group_of, protagonist
from evolving_intent_env.domains.gsm8k.simple_questions import simple_questions, variations
from evolving_intent_env.domains.gsm8k.spellings import named
from evolving_intent_env.domains.gsm8k.text import as_statement, clean, letter_runs, sentences, stems
from evolving_intent_env.domains.gsm8k.trace import readings, span_of, value_names
from evolving_intent_env.domains.gsm8k.words import listed
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.program import Expr, Number

_ENOUGH = 3
"""Statements without numbers are said together with others as long as so many arguments are left."""

NO_QUESTION = "no single question"
NO_ANSWER = "annotations do not reach the answer"
NOT_TRACED = "an operand cannot be traced"
OPEN_QUESTION = "question leaves open who or what is meant"
NO_ARGUMENTS = "no argument with a number"
TWICE = "two statements say the same"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the data set."""

    number: int
    split: str
    question: str
    answer: str


def build(row: Row) -> Chain | str:
    """The chain of a row, or a short reason why it makes none."""
    text = clean(row.question)
    parted = _parts(text)
    if isinstance(parted, str):
        return parted
    facts, question = parted
    body, _, answer = row.answer.rpartition("####")
    gold = literal(answer.strip())
    asked = sub_questions(body.strip().split("\n"))
    solution = _up_to_answer(equations([step for _, step in asked]), gold)
    if solution is None or gold is None:
        return NO_ANSWER
    cast = people(text)
    groups = group_of(cast, facts)
    counted = _noun(solution[-1]) or counted_noun((*question.facts, *facts))
    function = self_contained(question.text, protagonist(cast, facts), counted, groups)
    if function is None:
        return OPEN_QUESTION
    texts = _arguments(facts, question.facts)
    texts = [resolve(argument, cast) for argument in texts]
    if len(set(texts)) < len(texts):
        return TWICE
    spans, places = _spans(texts)
    if not spans:
        return NO_ARGUMENTS
    contexts = [
        stems(texts[place][max(0, span.start - 30) : span.end + 30]) for span, place in zip(spans, places, strict=True)
    ]
    found = readings(solution, spans, contexts, stems(text))
    truth = value_names(spans)
    if found is None:
        return NOT_TRACED
    programs = found[0].programs()
    if not programs[-1].names:
        return NOT_TRACED
    if programs[-1].evaluate(truth) != gold:
        return NO_ANSWER
    leaning = leans(texts, cast, function)
    questions = [question for question, _ in asked]
    introduced = frozenset[str]()
    if any(questions):
        introduced = stems(text) | stems(row.answer) | stems(" ".join(texts))
    subs = predecessors(
        questions,
        solution,
        programs,
        source=function,
        truth=truth,
        cast=cast,
        groups=groups,
        introduced=introduced,
        facts=question.facts,
        texts=texts,
    )
    source = (function, programs[-1])
    answered = [(asked_, expr, expr.evaluate(truth)) for asked_, expr in (source, *subs)]
    values = set(truth.values())
    priced = {f"n{index}" for index, span in enumerate(spans) if span.unit in ("$", "cents", "dollars")}
    other_forms = [
        list(variations(text_, expr, values, money=bool(expr.names & priced))) for text_, expr in (source, *subs)
    ]
    simple = [*simple_questions(texts, spans, places, answered), *(form for forms in other_forms[1:] for form in forms)]
    subs = further(subs, other_forms[0], simple, source=source, truth=truth)
    sense = Sense(found, [expr for _, expr in subs], truth)
    wrong = variants(spans, places, texts, _revisable(spans, places, texts, programs, truth), sense)
    assembly = _Assembly(row, texts, leaning, spans, places, programs, subs)
    return with_asides(assembly.chain(function, wrong, answer.strip()), assembly.programs)


def _up_to_answer(solution: list[Equation], gold: Number | None) -> list[Equation] | None:
    while solution and gold not in (solution[-1].result, solution[-1].stated):
        last = solution[-1]
        if gold is not None and last.result * 100 == gold and "%" in last.text:
            tree = Tree("*", parts=(last.tree, Tree("number", 100)))
            return [*solution[:-1], last._replace(tree=tree, result=gold, stated=gold)]
        solution = solution[:-1]
    return solution or None


def _parts(text: str) -> tuple[list[str], Asked] | str:
    """The sentences before the question, and the question."""
    pieces = sentences(text)
    asking = [index for index, piece in enumerate(pieces) if piece.endswith("?")]
    if len(asking) > 1 or (asking and asking[0] != len(pieces) - 1):
        return NO_QUESTION
    asked = split_question(pieces[-1])
    if isinstance(asked, str):
        return asked
    return pieces[:-1], asked


def _noun(equation: Equation) -> str:
    return equation.noun if equation.noun.endswith("s") and len(equation.noun) > 3 else ""


def _arguments(facts: Sequence[str], more: Sequence[str]) -> list[str]:
    """Every statement the task makes; where enough others are left, one without numbers is said with the next one."""
    around = " ".join((*facts, *more))
    parted = [(fact, statements(fact, around) if tells(fact) else [as_statement(fact)]) for fact in (*facts, *more)]
    surplus = sum(len(parts) for _, parts in parted) - _ENOUGH
    texts: list[str] = []
    waiting = ""
    for fact, parts in parted:
        if not tells(fact) and surplus > 0:
            surplus -= 1
            waiting = f"{waiting} {parts[0]}".strip()
            continue
        texts.append(f"{waiting} {parts[0]}".strip())
        texts.extend(parts[1:])
        waiting = ""
    if waiting:
        texts[-1:] = [f"{texts[-1]} {waiting}" if texts else waiting]
    return texts


def _spans(texts: Sequence[str]) -> tuple[list[Span], list[int]]:
    spans: list[Span] = []
    places: list[int] = []
    for place, text in enumerate(texts):
        here = numbers(text)
        spans.extend(here)
        places.extend([place] * len(here))
    return spans, places


_MEASURES = re.compile(
    r"\b(?:cups|ounces|inches|feet|minutes|hours|seconds|cents|pounds|grams|quarts|pints|meters|centimeters|yards"
    r"|tablespoons|teaspoons|kb|mb|days|weeks|months)\b (?:are )?(?:in|to|per|make|makes|equals?|is|are) "
    r"(?:an?|one|each|1|every|the) (?:gallon|pound|foot|hour|minute|dollar|cup|kilogram|kilometer|meter|yard|quart|pint"
    r"|mile|ton|ounce|week|month|year|mb|gb|day)\b"
    r"|\b(?:an?|one|1|each) (?:gallon|pound|foot|hour|minute|dollar|kilogram|kilometer|meter|yard|quart|pint|mile|ton"
    r"|mb|gb) (?:is|has|equals?|contains|weighs) ",
    re.IGNORECASE,
)
"""Statements of what a unit of measure is worth."""
_MEASURED = frozenset(
    listed(
        "gallon pound foot hour minute dollar cup kilogram kilometer meter yard quart pint mile ton ounce week month "
        "year mb gb day"
    )
)


def _is_measure(text: str) -> bool:
    return not _MEASURED.isdisjoint(letter_runs(text)) and _MEASURES.search(text) is not None


def _revisable(
    spans: Sequence[Span],
    places: Sequence[int],
    texts: Sequence[str],
    programs: Sequence[Expr],
    truth: dict[str, Number],
) -> list[int]:
    """The numbers whose wrong values cannot contradict anything else that is said."""
    used = sorted({span_of(name) for name in programs[-1].names})
    telling = {place for place in {places[index] for index in used} if _is_measure(texts[place])}
    fixed = {index for index in used if spans[index].kind == "fixed" or places[index] in telling}
    results = {step.evaluate(truth): step for step in programs}
    worths = [span.worth for span in spans]
    for index, span in enumerate(spans):
        if index in used or span.kind == "fixed":
            continue
        worth = worths[index]
        for one in used:
            a = worths[one]
            if a == worth and (spans[one].unit == span.unit or spans[one].kind == span.kind == "percent"):
                fixed.add(one)
            for other in used:
                b, units = worths[other], (spans[one].unit, spans[other].unit)
                if one < other and span.unit in units and worth in (a + b, a - b, b - a, a * b):
                    fixed.update((one, other))
        if worth in results:
            fixed.update(span_of(name) for name in results[worth].names)
    return [index for index in used if index not in fixed]


def _renamed(expr: Expr, names: Mapping[str, str]) -> Expr:
    if expr.kind == "name":
        return named(names[expr.name])
    return Expr(expr.kind, parts=tuple([_renamed(part, names) for part in expr.parts])) if expr.parts else expr


class _Assembly:
    """Puts the pieces of one row together under their final names.

    Attributes:
        programs: The programs of the chain's functions, by the functions' ids.
    """

    def __init__(
        self,
        row: Row,
        texts: list[str],
        leaning: Sequence[Sequence[int]],
        spans: list[Span],
        places: list[int],
        programs: Sequence[Expr],
        subs: Sequence[tuple[str, Expr]],
    ) -> None:
        self.row = row
        self.texts = texts
        self.leaning = leaning
        self.spans = spans
        self.places = places
        self.program = programs[-1]
        self.subs = subs
        read = frozenset[str]().union(*(program.names for program in (*programs, *(expr for _, expr in subs))))
        self.names: dict[str, str] = {}
        self.names_at: dict[int, list[str]] = {}
        counts: dict[int, int] = {}
        for index, place in enumerate(places):
            for name in (f"n{index}", f"n{index}_over"):
                if name in read or (name.endswith("_over") and f"n{index}" in read and spans[index].kind == "fraction"):
                    counts[place] = counts.get(place, 0) + 1
                    self.names_at.setdefault(place, []).append(name)
                    self.names[name] = f"a{place + 1}" + (f"_{counts[place]}" if counts[place] > 1 else "")

        self.wordings = set(texts)
        self.programs: dict[str, Expr] = {}

    def chain(self, function: str, wrong: dict[int, list[Variant]], answer: str) -> Chain:
        """The chain."""
        truth = value_names(self.spans)
        arguments = tuple(self._argument(place, truth, wrong.get(place, [])) for place in range(len(self.texts)))
        source = Function(
            "source", function, tuple([argument.id for argument in arguments]), self._program("source", self.program)
        )
        later, later_ids = self.program, list(range(len(self.texts)))
        earlier = []
        for number, (text, expr) in enumerate(self.subs, 1):
            ids = self._needed(expr)
            link = relation(later, expr, [str(i) for i in later_ids], [str(i) for i in ids])
            needed = tuple([f"a{place + 1}" for place in ids])
            earlier.append(Function(f"p{number}", text, needed, self._program(f"p{number}", expr), link))
            later, later_ids = expr, ids
        return Chain(
            task_id=f"gsm8k-{self.row.split}-{self.row.number}",
            domain="gsm8k",
            source=source,
            predecessors=tuple(earlier),
            arguments=arguments,
            answer=answer.replace(",", ""),
            question=self.row.question,
            original_id=str(self.row.number),
        )

    def _needed(self, expr: Expr) -> list[int]:
        wanted = [self.places[span_of(name)] for name in expr.names]
        ids: set[int] = set()
        while wanted:
            place = wanted.pop()
            if place not in ids:
                ids.add(place)
                wanted.extend(self.leaning[place])
        return sorted(ids)

    def _program(self, id_: str, expr: Expr) -> str:
        """A function's program under the final names, which is kept in ``programs`` as well."""
        self.programs[id_] = renamed = _renamed(expr, self.names)
        return str(renamed)

    def _argument(self, place: int, truth: dict[str, Number], wrong: Sequence[Variant]) -> Argument:
        mine = {name: truth[name] for name in self.names_at.get(place, ())}
        return Argument(
            id=f"a{place + 1}",
            text=self.texts[place],
            values=tuple((self.names[name], value) for name, value in mine.items()),
            counterfactuals=tuple(self._new(self._counterfactual(place, mine, variant) for variant in wrong)),
            leans_on=tuple(f"a{other + 1}" for other in self.leaning[place]),
        )

    def _new(self, wrong: Iterable[Counterfactual]) -> Iterator[Counterfactual]:
        """Those whose wording nothing else in the chain has."""
        for entry in wrong:
            if entry.text not in self.wordings:
                self.wordings.add(entry.text)
                yield entry

    def _counterfactual(self, place: int, mine: dict[str, Number], variant: Variant) -> Counterfactual:
        text, span = self.texts[place], self.spans[variant.span]
        start, end = _unique_window(text, span.start, span.end)
        original = text[start:end]
        replacement = text[start : span.start] + variant.change.text + text[span.end : end]
        values = {**mine, **{name: value for name, value in variant.values if name in mine}}
        return Counterfactual(
            text=text[:start] + replacement + text[end:],
            original=original,
            replacement=replacement,
            values=tuple((self.names[name], value) for name, value in values.items()),
        )


def _unique_window(text: str, start: int, end: int) -> tuple[int, int]:
    """The number with as many words after, then before it, as make it unique in the text."""
    while text.count(text[start:end]) > 1:
        if end < len(text):
            following = text.find(" ", end + 1)
            end = len(text) if following < 0 else following
        else:
            start = text.rfind(" ", 0, start - 1) + 1
    return start, end
