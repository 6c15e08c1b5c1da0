"""What a user could come to want: the source task, wrong earlier values of its arguments, earlier related functions.

The words are the paper's (section 3): a *function* is a question, an *argument* one fact it needs, the *anchor* the
source function under its true arguments, a *counterfactual* a wrong earlier value of one argument, a *predecessor* an
earlier, related function. A chain holds all of them for one source task; nothing in it is scheduled yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, Number, format_number, parse_program

Relation = Literal["apply", "narrow", "extend", "reframe", "other"]
"""How the next function relates to the one the user leaves (the paper's four archetypes T1 to T4, and the rest).

``apply``: the next uses what the former set up (T1); ``narrow``: it looks at a part (T2); ``extend``: it goes one step
further (T3); ``reframe``: it looks at the same facts from another side (T4).
"""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A wrong earlier wording of an argument: the true one with a single localized value replaced.

    Attributes:
        text: The whole statement with the wrong value in it.
        original: The span of the true statement that was replaced.
        replacement: What stands there instead.
        values: Numeric values under this wording, by name; the names are those of the argument's own ``values``.
    """

    text: str
    original: str
    replacement: str
    values: tuple[tuple[str, Number], ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """One fact that a function needs.

    Attributes:
        id: Unique in its chain.
        text: The true statement, a whole sentence.
        values: Numeric values that programs read, by name; empty for facts that no program reads.
        counterfactuals: Wrong earlier wordings, the most plausible first.
        leans_on: Ids of arguments whose words this one refers back to ("he", "it", "the rest"); it is never said before
            them.
    """

    id: str
    text: str
    values: tuple[tuple[str, Number], ...] = ()
    counterfactuals: tuple[Counterfactual, ...] = ()
    leans_on: tuple[str, ...] = ()

    @property
    def wordings(self) -> tuple[str, ...]:
        """The true statement, then every wrong one."""
        return (self.text, *(wrong.text for wrong in self.counterfactuals))

    def values_in(self, wording: str) -> tuple[tuple[str, Number], ...]:
        """The numeric values under one of this argument's wordings.

        Raises:
            ProgramError: The wording is none of this argument's.
        """
        if wording == self.text:
            return self.values
        for wrong in self.counterfactuals:
            if wording == wrong.text:
                return wrong.values
        raise ProgramError(f"argument {self.id} has no wording {wording!r}")


@dataclass(frozen=True)
class Function:
    """A question, and what it takes to answer it.

    Attributes:
        id: Unique in its chain.
        text: The question as the user asks it, complete and free of the arguments' values.
        arguments: Ids of the arguments it needs, in the order a person would say them.
        program: Arithmetic over the arguments' value names, or None where the domain has no numeric program.
        relation: How the function that follows this one in the chain relates to it; unused on the source.
    """

    id: str
    text: str
    arguments: tuple[str, ...] = ()
    program: str | None = None
    relation: Relation = "other"

    @cached_property
    def expr(self) -> Expr | None:
        """The parsed program."""
        return None if self.program is None else parse_program(self.program)


class Shape(NamedTuple):
    """Who needs what in a chain, by position; all that scheduling depends on besides the choice of wordings.

    Attributes:
        source: Positions of the source's arguments, ascending.
        predecessors: The same for each predecessor, the nearest first.
        leans_on: By argument, the positions of those it leans on.
        counterfactuals: By argument, how many wrong wordings it has.
    """

    source: tuple[int, ...]
    predecessors: tuple[tuple[int, ...], ...]
    leans_on: tuple[tuple[int, ...], ...]
    counterfactuals: tuple[int, ...]


@dataclass(frozen=True)
class Chain:
    """Everything that can be scheduled for one source task.

    Attributes:
        task_id: Unique in its bank.
        domain: The domain it belongs to, such as ``"gsm8k"``.
        source: The anchor's function; its ``arguments`` are the source arguments.
        predecessors: Earlier functions, the nearest to the source first.
        arguments: Every argument, the source's and those that only predecessors need.
        answer: The source benchmark's gold answer.
        question: The source task in its original words.
        original_id: The task's id in the source benchmark.
    """

    task_id: str
    domain: str
    source: Function
    predecessors: tuple[Function, ...]
    arguments: tuple[Argument, ...]
    answer: str
    question: str = ""
    original_id: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, Argument]:
        """Arguments by id."""
        return {argument.id: argument for argument in self.arguments}

    @cached_property
    def functions(self) -> Mapping[str, Function]:
        """Functions by id, the source first, then the predecessors from near to far."""
        return {function.id: function for function in (self.source, *self.predecessors)}

    @cached_property
    def shape(self) -> Shape:
        """Who needs what, by position in ``arguments``."""
        place = {argument.id: position for position, argument in enumerate(self.arguments)}
        return Shape(
            source=tuple(sorted(place[id_] for id_ in self.source.arguments)),
            predecessors=tuple(tuple(sorted(place[id_] for id_ in f.arguments)) for f in self.predecessors),
            leans_on=tuple(tuple(place[id_] for id_ in argument.leans_on) for argument in self.arguments),
            counterfactuals=tuple(len(argument.counterfactuals) for argument in self.arguments),
        )

    @cached_property
    def source_ids(self) -> frozenset[str]:
        """Ids of the source arguments."""
        return frozenset(self.source.arguments)

    @cached_property
    def true_values(self) -> Mapping[str, Number]:
        """Every numeric value under the true wordings, by name."""
        return dict(pair for argument in self.arguments for pair in argument.values)

    @cached_property
    def true_value(self) -> Number | None:
        """The exact value of the source program under the true wordings; None without a program that has one."""
        if self.source.expr is None:
            return None
        try:
            return self.source.expr.evaluate(self.true_values)
        except ProgramError:
            return None

    def values(self, said: Mapping[str, str]) -> dict[str, Number]:
        """Numeric values under the wordings said.

        Args:
            said: Wording by argument id; arguments that are absent have no value.

        Raises:
            ProgramError: An argument has no such wording.
        """
        return {name: value for id_, text in said.items() for name, value in self.by_id[id_].values_in(text)}

    def truth(self, ids: Iterable[str] | None = None) -> dict[str, str]:
        """The true wording of each argument, or of those named."""
        return {id_: self.by_id[id_].text for id_ in (self.by_id if ids is None else ids)}

    def gold(self, function_id: str, said: Mapping[str, str]) -> str | None:
        """The exact answer of a function under the wordings said so far.

        Args:
            function_id: The function that is asked.
            said: Wording by argument id, of at least the arguments said so far.

        Returns:
            The answer as plain text; None when not all the function's arguments have been said (the turn is
            *underspecified*: saying so, or asking, is then the right reply), when it has no program and is not the
            source under its true arguments, or when wrong values leave it without an answer (a divisor of zero).

        Raises:
            ProgramError: An argument has no such wording.
        """
        function = self.functions[function_id]
        if any(id_ not in said for id_ in function.arguments):
            return None
        if function.expr is None:
            true = function_id == self.source.id and said_truly(self, function, said)
            return self.answer if true else None
        values = self.values({id_: said[id_] for id_ in function.arguments})
        try:
            return format_number(function.expr.evaluate(values))
        except ProgramError:
            return None


def said_truly(chain: Chain, function: Function, said: Mapping[str, str]) -> bool:
    """Whether each argument of ``function`` stands at its true wording."""
    return all(said.get(id_) == chain.by_id[id_].text for id_ in function.arguments)
