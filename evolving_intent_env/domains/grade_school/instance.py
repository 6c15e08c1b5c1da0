"""Filling a story: names, things and numbers, so that every answer a turn may ask for is exact and sensible."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from evolving_intent_env.domains.grade_school.sensible import Sense
from evolving_intent_env.domains.grade_school.story import Fact, Filler, Story
from evolving_intent_env.errors import BankError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.program import Number, format_number
from evolving_intent_env.seeding import Draws

DOMAIN = "grade_school"
WRONG_VALUES = 2
"""How many counterfactuals a revisable fact gets."""

_ATTEMPTS = 2_000
_WRONG_ATTEMPTS = 24

Values = dict[str, Number]
Wrong = dict[str, list[Number]]


class Amount:
    """A number in a sentence; the format ``money`` writes whole dollars bare and others with two digits of cents."""

    __slots__ = ("value",)

    def __init__(self, value: Number) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        """The number as text."""
        if spec == "money" and isinstance(self.value, Fraction):
            whole, part = divmod(int(self.value * 100), 100)
            return f"{whole}.{part:02d}"
        return format_number(self.value)


def make_chain(story: Story, index: int) -> Chain:
    """The ``index``-th instance of a story.

    Raises:
        BankError: The story's numbers cannot meet its own constraints.
    """
    draws = Draws("grade_school story", story.id, index)
    fillers = _fill(story, draws)
    values, wrong = _numbers(story, draws)
    arguments = []
    for fact in story.all_facts:
        text = _say(fact, fillers, values[fact.id])
        counterfactuals = tuple(
            Counterfactual(
                text=_say(fact, fillers, value),
                original=_span(fact, values[fact.id]),
                replacement=_span(fact, value),
                values=((fact.id, value),),
            )
            for value in wrong.get(fact.id, ())
        )
        arguments.append(Argument(fact.id, text, ((fact.id, values[fact.id]),), counterfactuals))
    functions = []
    for position, task in enumerate(story.tasks):
        needed = tuple(fact.id for fact in story.all_facts if fact.id in task.expr.names)
        id_ = "source" if position == 0 else f"before{position}"
        functions.append(Function(id_, task.text.format_map(fillers), needed, str(task.expr), task.relation))
    source, *before = functions
    source_facts = " ".join(argument.text for argument in arguments[: len(story.facts)])
    return Chain(
        task_id=f"{story.id}-{index:05d}",
        domain=DOMAIN,
        source=Function(source.id, source.text, tuple(fact.id for fact in story.facts), source.program),
        predecessors=tuple(before),
        arguments=tuple(arguments),
        answer=format_number(story.tasks[0].expr.evaluate(values)),
        question=f"{source_facts} {source.text}",
        original_id=story.id,
    )


def _fill(story: Story, draws: Draws) -> Mapping[str, Filler]:
    """A filler for each slot; no person and no thing stands in two slots."""
    fillers: dict[str, Filler] = {}
    taken: set[str] = set()
    for slot, options in story.cast.items():
        free = [option for option in options if str(option) not in taken]
        filler = draws.choice(free)
        taken.add(str(filler))
        fillers[slot] = filler
    return fillers


def _say(fact: Fact, fillers: Mapping[str, Filler], value: Number) -> str:
    return fact.text.format_map({**fillers, fact.id: Amount(value)})


def _span(fact: Fact, value: Number) -> str:
    """The number as the fact's sentence writes it."""
    spec = "money" if f"{{{fact.id}:money}}" in fact.text else ""
    return format(Amount(value), spec)


def _numbers(story: Story, draws: Draws) -> tuple[Values, Wrong]:
    """True values and wrong ones.

    Every function's result is sensible under the true values, under each wrong one, and under each pair of wrong ones;
    the source's answer differs from the true one under all of these; and no two functions have the same true answer.
    """
    sense = _sense_of(story)
    for _ in range(_ATTEMPTS):
        values = {fact.id: draws.choice(fact.values) for fact in story.all_facts}
        answers = sense.answers(values)
        if answers is None or len(set(answers)) < len(answers):
            continue
        wrong = _wrong_values(story, sense, values, answers[0], draws)
        if wrong is not None:
            return values, wrong
    raise BankError(
        f"no numbers out of {_ATTEMPTS} draws meet the story's constraints; widen its values or drop a constraint",
        task=story.id,
        field="values",
    )


@lru_cache(maxsize=256)
def _sense_of(story: Story) -> Sense:
    return Sense(story)


def _wrong_values(story: Story, sense: Sense, values: Values, answer: Number, draws: Draws) -> Wrong | None:
    source_ids = {fact.id for fact in story.facts}
    wrong: Wrong = {}
    for fact in story.all_facts:
        if not fact.revisable or fact.id not in source_ids:
            continue
        found: list[Number] = []
        for _ in range(_WRONG_ATTEMPTS):
            value = draws.choice(fact.values)
            if value == values[fact.id] or value in found:
                continue
            if not _bears(sense, {**values, fact.id: value}, answer, wrong, fact.id):
                continue
            found.append(value)
            if len(found) == WRONG_VALUES:
                break
        if len(found) < WRONG_VALUES:
            return None
        wrong[fact.id] = found
    return wrong


def _bears(sense: Sense, values: Values, answer: Number, wrong: Wrong, id_: str) -> bool:
    """Whether a wrong value leaves everything sensible and the answer wrong, alone and beside each earlier one."""
    return sense.bears(values, frozenset((id_,)), answer) and all(
        sense.bears({**values, other: bad}, frozenset((id_, other)), answer)
        for other, bads in wrong.items()
        for bad in bads
    )
