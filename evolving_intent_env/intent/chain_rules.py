"""The rules of chains; ``invariants.check_chain`` says what each is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.program import Expr, Number, exact
from evolving_intent_env.intent.violation import Violation

_NUMBER_TOKEN = re.compile(r"(?<!\w)(?<!\d[.,])(?<![^\W\d_]-)\d[\d,]*(?:\.\d+)?(?!\w|[.,]\d)")
"""A number that stands for itself: not the 2 of "B2B", the 7 of "7th" or the 3 of "Omega-3"."""


def _labelled(chain: Chain) -> list[tuple[str, Function]]:
    """Every function with its path, the source first, then from near to far."""
    return [("source", chain.source), *((f"predecessors[{i}]", f) for i, f in enumerate(chain.predecessors))]


def ids(chain: Chain) -> Iterator[Violation]:
    """Ids that are taken or missing."""
    seen: set[str] = set()
    for place, argument in enumerate(chain.arguments):
        if argument.id in seen:
            yield Violation("ids", f"argument {argument.id!r} stands twice", f"arguments[{place}].id")
        seen.add(argument.id)
    functions: set[str] = set()
    for path, function in _labelled(chain):
        if function.id in functions:
            yield Violation("ids", f"function {function.id!r} stands twice", f"{path}.id")
        functions.add(function.id)
        if len(set(function.arguments)) < len(function.arguments):
            yield Violation("ids", f"function {function.id!r} names an argument twice", f"{path}.arguments")
        for unknown in [id_ for id_ in function.arguments if id_ not in seen]:
            yield Violation("ids", f"function {function.id!r} needs {unknown!r}, which is missing", f"{path}.arguments")
    for place, argument in enumerate(chain.arguments):
        for unknown in [id_ for id_ in argument.leans_on if id_ not in seen]:
            message = f"argument {argument.id!r} leans on {unknown!r}, which is missing"
            yield Violation("ids", message, f"arguments[{place}].leans_on")


def _programs(chain: Chain) -> Iterator[Violation]:
    owners = {name: argument.id for argument in chain.arguments for name, _ in argument.values}
    for path, function in _labelled(chain):
        try:
            expr = function.expr
            if expr is None:
                continue
            expr.evaluate(chain.true_values)
        except ProgramError as error:
            yield Violation("program", f"function {function.id!r}: {error}", f"{path}.program")
            continue
        for name in sorted(expr.names):
            if owners[name] in function.arguments:
                continue
            fault = f"{name!r}, a value of {owners[name]!r}, which is none of its arguments"
            rule = "preserved-answer" if function is chain.source else "program"
            yield Violation(rule, f"function {function.id!r} reads {fault}", f"{path}.program")


def _answers(chain: Chain) -> Iterator[Violation]:
    stated = _stated(chain.answer)
    values = chain.true_values
    answers = [_evaluated(_expr(function), values) for _, function in _labelled(chain)]
    if answers[0] is not None and stated is not None and answers[0] != stated:
        yield Violation("gold", f"the program gives {answers[0]}, the answer is {chain.answer}", "source.program")
    answers[0] = answers[0] if answers[0] is not None else stated
    for place, function in enumerate(chain.predecessors):
        others = {"the source": answers[0], "the function after it": answers[place]}
        for whose, answer in others.items():
            if answer is not None and answer == answers[place + 1]:
                message = f"function {function.id!r} has the same answer ({answer}) as {whose}"
                yield Violation("distinct-answers", message, f"predecessors[{place}].program")
                break


def _counterfactuals(chain: Chain) -> Iterator[Violation]:
    values = chain.true_values
    programs = [(f, expr) for f in chain.functions.values() if (expr := _expr(f)) is not None]
    answers = {function.id: _evaluated(expr, values) for function, expr in programs}
    for place, argument in enumerate(chain.arguments):
        for number, wrong in enumerate(argument.counterfactuals):
            path = f"arguments[{place}].counterfactuals[{number}]"
            whose = f"counterfactual {wrong.text!r} of {argument.id!r}"
            if not is_local_edit(argument.text, wrong):
                message = f"{whose} is not its text with {wrong.original!r} replaced by {wrong.replacement!r} once"
                yield Violation("local-edit", message, f"{path}.text")
            if (fault := _value_fault(argument, wrong)) is not None:
                yield Violation("local-edit", f"{whose} {fault}", f"{path}.values")
                continue
            for function, expr in programs:
                if argument.id not in function.arguments or answers[function.id] is None:
                    continue
                answer = _evaluated(expr, {**values, **dict(wrong.values)})
                if answer is None:
                    yield Violation("edit-matters", f"{whose} leaves {function.id!r} without an answer", path)
                elif function is chain.source and answer == answers[function.id]:
                    yield Violation("edit-matters", f"{whose} does not change the source's answer", path)


def is_local_edit(text: str, wrong: Counterfactual) -> bool:
    """Whether some occurrence of the original span in an argument's text, replaced, gives the wrong text."""
    if not wrong.original or wrong.original == wrong.replacement:
        return False
    start = text.find(wrong.original)
    while start >= 0:
        if text[:start] + wrong.replacement + text[start + len(wrong.original) :] == wrong.text:
            return True
        start = text.find(wrong.original, start + 1)
    return False


def _value_fault(argument: Argument, wrong: Counterfactual) -> str | None:
    true = dict(argument.values)
    if [name for name, _ in wrong.values] != [name for name, _ in argument.values]:
        return f"has values {[name for name, _ in wrong.values]}, its argument {list(true)}"
    changed = [name for name, value in wrong.values if value != true[name]]
    return f"changes {changed or 'no value'}, not exactly one value" if true and len(changed) != 1 else None


def _value_names(chain: Chain) -> Iterator[Violation]:
    seen: dict[str, str] = {}
    for place, argument in enumerate(chain.arguments):
        for name, _ in argument.values:
            if name in seen:
                message = f"{name!r} is a value of {seen[name]!r} and of {argument.id!r}"
                yield Violation("value-names", message, f"arguments[{place}].values")
            seen[name] = argument.id


def _leaning(chain: Chain) -> Iterator[Violation]:
    earlier: set[str] = set()
    for place, argument in enumerate(chain.arguments):
        for id_ in argument.leans_on:
            if id_ not in earlier:
                message = f"argument {argument.id!r} leans on {id_!r}, which does not stand before it"
                yield Violation("leaning", message, f"arguments[{place}].leans_on")
        earlier.add(argument.id)
    for path, function in _labelled(chain):
        for id_ in function.arguments:
            for other in chain.by_id[id_].leans_on:
                if other not in function.arguments and other not in chain.source_ids:
                    message = f"function {function.id!r} needs {id_!r} but not {other!r}, on which that leans"
                    yield Violation("leaning", message, f"{path}.arguments")


def _texts(chain: Chain) -> Iterator[Violation]:
    functions: dict[str, str] = {}
    numbers = {number for a in chain.arguments for wording in a.wordings for number in _numbers_in(wording)}
    for path, function in _labelled(chain):
        text = " ".join(function.text.casefold().split())
        if text in functions:
            message = f"functions {functions[text]!r} and {function.id!r} ask the same"
            yield Violation("distinct-texts", message, f"{path}.text")
        functions.setdefault(text, function.id)
        if shown := [str(number) for number in _numbers_in(function.text) if number in numbers]:
            message = f"function {function.id!r} holds {', '.join(shown)}, which an argument holds as well"
            yield Violation("numbers-in-question", message, f"{path}.text")
    wordings: dict[str, str] = {}
    for place, argument in enumerate(chain.arguments):
        for wording in argument.wordings:
            if wording in wordings:
                message = f"{wording!r} is a wording of {wordings[wording]!r} and again of {argument.id!r}"
                yield Violation("distinct-texts", message, f"arguments[{place}]")
            wordings[wording] = argument.id


def _numbers_in(text: str) -> list[Number]:
    return [number for token in _NUMBER_TOKEN.findall(text) if (number := _stated(token)) is not None]


def _stated(text: str) -> Number | None:
    """The number that a text is, thousands separators allowed."""
    try:
        return exact(text.replace(",", ""))
    except ProgramError:
        return None


def _expr(function: Function) -> Expr | None:
    try:
        return function.expr
    except ProgramError:
        return None


def _evaluated(expr: Expr | None, values: Mapping[str, Number]) -> Number | None:
    try:
        return None if expr is None else expr.evaluate(values)
    except ProgramError:
        return None


RULES: tuple[Callable[[Chain], Iterator[Violation]], ...] = (
    _programs,
    _answers,
    _counterfactuals,
    _value_names,
    _leaning,
    _texts,
)
"""Every rule that a chain with fitting ids is checked by, in order."""
