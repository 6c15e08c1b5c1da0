"""Earlier functions with an argument of their own, which the source does not need.

A row whose solution has too few sub-questions, or whose facts are too few to be said one by one, gets an *aside*:
somebody who is not in the row, with a quantity like the one that the source asks for. The aside's question adds up or
compares the source's own quantity and this one, so the source's answer cannot depend on it, and an agent that carries
the aside's number over into the source gives a number that tells so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k.aside_wording import Side, Wording, wordings
from evolving_intent_env.domains.gsm8k.compiled import compiled
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.predecessors import ENOUGH, converts, relation
from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Argument, Chain, Function, Relation
from evolving_intent_env.intent.program import Expr, Number

ARGUMENTS = 3
"""So many arguments let an opening and two later turns each say something new."""
_NAMES = ("Nadia", "Omar", "Ingrid", "Felix", "Leila", "Marco", "Yara", "Anton", "Tessa", "Hugo")
"""Names that few rows use."""
_LEAST = 2
"""Nobody guesses less."""


Programs = Mapping[str, Expr]
"""The programs of a chain's functions, by the functions' ids."""


def with_asides(chain: Chain, programs: Programs | None = None) -> Chain:
    """The chain with as many asides as it lacks functions or arguments, nearest to the source.

    A question that only converts a unit gives way to them.

    Args:
        chain: A chain; one that has a function without a program, or such an argument already, is left as it is.
        programs: Its functions' programs; they are parsed where they are not given.
    """
    if len(chain.arguments) > len(chain.source.arguments):
        return chain
    if programs is None:
        programs = {function.id: function.expr for function in chain.functions.values() if function.expr is not None}
    if len(programs) <= len(chain.predecessors):
        return chain
    converting = [function for function in chain.predecessors if _only_converts(function, chain, programs)]
    plain = [function for function in chain.predecessors if function not in converting]
    missing = min(ENOUGH, max(ENOUGH - len(plain), ARGUMENTS - len(chain.source.arguments)))
    added = list(islice(_asides(chain, programs), missing)) if missing > 0 else []
    if not added:
        return chain
    arguments = (*chain.arguments, *(aside.argument for aside in added))
    values = dict(pair for argument in arguments for pair in argument.values)
    programs = {**programs, **{aside.function.id: aside.program for aside in added}}
    kept: list[Function] = []
    source = after = programs[chain.source.id].evaluate(values)
    for function in (*(aside.function for aside in added), *plain, *converting):
        result = programs[function.id].evaluate(values)
        if result not in (source, after) and (function not in converting or len(kept) < ENOUGH):
            kept.append(function)
            after = result
    return replace(chain, arguments=arguments, predecessors=_linked(chain.source, kept, converting, programs))


def _linked(
    source: Function, functions: Sequence[Function], converting: Sequence[Function], programs: Programs
) -> tuple[Function, ...]:
    """The functions with new ids, each with its relation to the one after it."""
    linked = []
    later = source
    for number, function in enumerate(functions, 1):
        link: Relation = (
            "other"
            if function in converting
            else relation(programs[later.id], programs[function.id], later.arguments, function.arguments)
        )
        linked.append(Function(f"p{number}", function.text, function.arguments, function.program, link))
        later = function
    return tuple(linked)


def _only_converts(function: Function, chain: Chain, programs: Programs) -> bool:
    return any(converts(programs[function.id], program) for id_, program in programs.items() if id_ != function.id)


class _Aside(NamedTuple):
    """A statement about somebody else, and a question that needs it, with its program."""

    argument: Argument
    function: Function
    program: Expr


def _asides(chain: Chain, programs: Programs) -> Iterator[_Aside]:
    """Asides to the source, each with a person and a number of its own."""
    expr = programs[chain.source.id]
    turn = sum(map(ord, chain.task_id))
    money = any(
        "$" in argument.text and any(name in expr.names for name, _ in argument.values) for argument in chain.arguments
    )
    found = wordings(chain.source.text, money=money, turn=turn)
    if not found:
        return
    least, most = _range(chain, expr)
    if least <= 0:
        return
    names = _new_names(chain, turn % len(_NAMES))
    answer = expr.evaluate(chain.true_values)
    taken = _numbers_of(chain, programs)
    made = 0
    for side, wording in found.items():
        number = _number(side, least, most, answer, taken)
        name = next(names, None) if number is not None else None
        if number is None or name is None:
            continue
        made += 1
        aside = _aside(chain, expr, side, wording, name, number, made)
        taken |= {number, aside.program.evaluate({**chain.true_values, f"b{made}": number})}
        yield aside


def _new_names(chain: Chain, first: int) -> Iterator[str]:
    """Names that the chain does not have, from a place in the list of names on."""
    texts = " ".join([chain.question, *(text for argument in chain.arguments for text in argument.wordings)])
    for name in (*_NAMES[first:], *_NAMES[:first]):
        if name not in texts or not re.search(rf"\b{name}\b", texts):
            yield name


def _aside(chain: Chain, expr: Expr, side: Side, wording: Wording, name: str, number: int, place: int) -> _Aside:
    own = Expr("name", name=f"b{place}")
    program = (
        Expr("+", parts=(expr, own))
        if side == "together"
        else Expr("-", parts=(expr, own) if side == "more" else (own, expr))
    )
    argument = Argument(f"b{place}", wording.statement(name, f"{number:,}"), values=((own.name, number),))
    function = Function(f"aside{place}", wording.question(name), (*chain.source.arguments, argument.id), str(program))
    return _Aside(argument, function, program)


def _range(chain: Chain, expr: Expr) -> tuple[Number, Number]:
    """The smallest and the largest answer of the source while up to two arguments stand at a wrong value."""
    run = compiled(expr)
    truth = chain.true_values
    wrong = [
        (argument.id, dict(entry.values))
        for argument in chain.arguments
        for entry in argument.counterfactuals
        if any(name in expr.names for name, _ in entry.values)
    ]
    found = [run(truth)]
    try:
        found.extend(run({**truth, **values}) for _, values in wrong)
        found.extend(
            run({**truth, **values, **more}) for (one, values), (other, more) in combinations(wrong, 2) if one != other
        )
    except ProgramError:
        return 0, 0  # without a value under some of them, it has no aside
    return min(found), max(found)


def _numbers_of(chain: Chain, programs: Programs) -> set[Number]:
    """Every number that the chain says or that one of its functions comes to."""
    texts = [
        chain.question,
        *(function.text for function in chain.functions.values()),
        *(argument.text for argument in chain.arguments),
        *(entry.replacement for argument in chain.arguments for entry in argument.counterfactuals),
    ]
    taken: set[Number] = set(chain.true_values.values())
    for text in texts:
        for span in numbers(text):
            taken.add(span.value)
            if span.over != 1:
                taken.add(span.worth)
    taken.update(program.evaluate(chain.true_values) for program in programs.values())
    return taken


def _number(side: Side, least: Number, most: Number, answer: Number, taken: set[Number]) -> int | None:
    """A plausible number for an aside: on its side of whatever the source may come to, new, and as round as that."""
    if side == "fewer":
        low, high, aim = math.floor(most) + 1, math.ceil(most * 2) + 2, most * 5 / 4
    else:
        low, high, aim = _LEAST, math.ceil(least) - 1, least * 3 / 4
    step = _step(answer)
    near = int(aim // step)
    for distance in range(12):
        for multiple in (near - distance, near + distance):
            number = multiple * step
            results = (number + answer, abs(number - answer))
            if low <= number <= high and number not in taken and not any(result in taken for result in results):
                return number
    return None


def _step(answer: Number) -> int:
    """How round a guess at an answer of this size is."""
    if answer < 10:
        return 1
    unit = int(10 ** (len(str(math.floor(answer))) - 2))
    return 5 * unit if answer >= 20 * unit else unit
