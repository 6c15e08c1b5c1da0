"""Earlier functions with an argument of their own, which the source does not need.

A row whose solution has too few sub-questions, or whose facts are too few to be said one by one, gets an *aside*:
somebody who is not in the row, with a quantity like the one that the source asks for. The aside's question adds up or
compares the source's own quantity and this one, so the source's answer cannot depend on it, and an agent that carries
the aside's number over into the source gives a number that tells so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from evolving_intent_env.domains.gsm8k.aside_wording import Side, Wording, wordings
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


def with_asides(chain: Chain) -> Chain:
    """The chain with as many asides as it lacks functions or arguments, nearest to the source.

    A question that only converts a unit gives way to them.

    Args:
        chain: A chain; one whose source has no program, or that has such an argument already, is left as it is.
    """
    if len(chain.arguments) > len(chain.source.arguments):
        return chain
    plain = [function for function in chain.predecessors if not _only_converts(chain, function)]
    missing = min(ENOUGH, max(ENOUGH - len(plain), ARGUMENTS - len(chain.source.arguments)))
    expr = chain.source.expr if missing > 0 else None
    if expr is None:
        return chain
    added = list(islice(_asides(chain, expr), missing))
    if not added:
        return chain
    arguments = (*chain.arguments, *(argument for argument, _ in added))
    values = dict(pair for argument in arguments for pair in argument.values)
    kept: list[Function] = []
    source = expr.evaluate(values)
    converting = [function for function in chain.predecessors if function not in plain]
    for function in (*(function for _, function in added), *plain, *converting):
        result = _program(function).evaluate(values)
        after = _program(kept[-1]).evaluate(values) if kept else source
        if result not in (source, after) and (function not in converting or len(kept) < ENOUGH):
            kept.append(function)
    return replace(chain, arguments=arguments, predecessors=_linked(chain.source, kept, converting))


def _linked(source: Function, functions: Sequence[Function], converting: Sequence[Function]) -> tuple[Function, ...]:
    """The functions with new ids, each with its relation to the one after it."""
    linked = []
    later = source
    for number, function in enumerate(functions, 1):
        link: Relation = (
            "other"
            if function in converting
            else relation(_program(later), _program(function), later.arguments, function.arguments)
        )
        linked.append(replace(function, id=f"p{number}", relation=link))
        later = function
    return tuple(linked)


def _only_converts(chain: Chain, function: Function) -> bool:
    if not re.search(r" \* \d+$", function.program or ""):  # parsing every program would take long
        return False
    others = [chain.source, *(other for other in chain.predecessors if other is not function)]
    return any(converts(_program(function), _program(other)) for other in others)


def _program(function: Function) -> Expr:
    if function.expr is None:
        raise ProgramError(f"function {function.id} has no program")
    return function.expr


def _asides(chain: Chain, expr: Expr) -> Iterator[tuple[Argument, Function]]:
    """Asides to the source, each with a person and a number of its own."""
    turn = sum(map(ord, chain.task_id))
    money = any("$" in argument.text for argument in chain.arguments if expr.names & dict(argument.values).keys())
    found = wordings(chain.source.text, money=money, turn=turn)
    if not found:
        return
    least, most = _range(chain, expr)
    if least <= 0:
        return
    texts = " ".join([chain.question, *(text for argument in chain.arguments for text in argument.wordings)])
    names = [
        name
        for name in (*_NAMES[turn % len(_NAMES) :], *_NAMES)
        if name not in texts or not re.search(rf"\b{name}\b", texts)
    ]
    taken = _numbers_of(chain)
    answer = expr.evaluate(chain.true_values)
    made = 0
    for side, wording in found.items():
        number = _number(side, least, most, answer, taken)
        if number is None:
            continue
        made += 1
        aside, function = _aside(chain, expr, side, wording, names[0], number, made)
        names = [name for name in names if name != names[0]]
        taken |= {number, _program(function).evaluate({**chain.true_values, f"b{made}": number})}
        yield aside, function


def _aside(
    chain: Chain, expr: Expr, side: Side, wording: Wording, name: str, number: int, place: int
) -> tuple[Argument, Function]:
    own = Expr("name", name=f"b{place}")
    program = (
        Expr("+", parts=(expr, own))
        if side == "together"
        else Expr("-", parts=(expr, own) if side == "more" else (own, expr))
    )
    argument = Argument(f"b{place}", wording.statement(name, f"{number:,}"), values=((own.name, number),))
    function = Function(f"aside{place}", wording.question(name), (*chain.source.arguments, argument.id), str(program))
    return argument, function


def _range(chain: Chain, expr: Expr) -> tuple[Number, Number]:
    """The smallest and the largest answer of the source while up to two arguments stand at a wrong value."""
    truth = dict(chain.true_values)
    wrong = [(argument.id, dict(entry.values)) for argument in chain.arguments for entry in argument.counterfactuals]
    found = [expr.evaluate(truth)]
    found.extend(_evaluated(expr, {**truth, **values}) for _, values in wrong)
    for (one, values), (other, more) in combinations(wrong, 2):
        if one != other:
            found.append(_evaluated(expr, {**truth, **values, **more}))
    return min(found), max(found)


def _evaluated(expr: Expr, values: dict[str, Number]) -> Number:
    """The program's value; 0, which allows no aside, where it has none."""
    try:
        return expr.evaluate(values)
    except ProgramError:
        return 0


def _numbers_of(chain: Chain) -> set[Number]:
    """Every number that the chain says or that one of its functions comes to."""
    texts = [
        chain.question,
        *(function.text for function in chain.functions.values()),
        *(argument.text for argument in chain.arguments),
        *(entry.replacement for argument in chain.arguments for entry in argument.counterfactuals),
    ]
    taken: set[Number] = {value for text in texts for span in numbers(text) for value in (span.value, span.worth)}
    taken.update(chain.true_values.values())
    taken.update(_program(function).evaluate(chain.true_values) for function in chain.functions.values())
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
