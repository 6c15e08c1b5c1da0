r"""Conversations answered by the symbolic solver, for supervised warm-up.

Every numeric chain carries exact programs, so each user turn can be answered with its working:
``5 + 9 = 14, 14 * 6 = 84. \boxed{84}``. Where facts are missing, the right reply says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.intent.chain import Chain, Function
from evolving_intent_env.intent.program import Expr, Number, format_number
from evolving_intent_env.intent.trajectory import Trajectory

MISSING = "I need to know more to answer that."
"""The reply to a turn whose question cannot be answered yet."""

_ROUNDINGS = {"floor": "rounded down", "ceil": "rounded up"}


def solver_replies(trajectory: Trajectory) -> tuple[str, ...]:
    """The right reply to each user turn, with brief working.

    Args:
        trajectory: A scheduled chain whose functions all have programs.

    Returns:
        One reply a turn; :data:`MISSING` where the turn has no gold answer.

    Raises:
        ConfigError: A function of the chain has no program.
    """
    chain = trajectory.chain
    replies = []
    for function_id, said in trajectory.progress():
        program = program_of(chain, chain.functions[function_id])
        gold = chain.gold(function_id, said)
        replies.append(MISSING if gold is None else worked_answer(program, chain.values(said)))
    return tuple(replies)


def program_of(chain: Chain, function: Function) -> Expr:
    """The program of one of a chain's functions.

    Raises:
        ConfigError: It has none.
    """
    if function.expr is None:
        raise ConfigError(f"function {function.id} of task {chain.task_id} has no program, so nothing can solve it")
    return function.expr


def worked_answer(expr: Expr, values: Mapping[str, Number]) -> str:
    r"""A program's value with every step that leads to it.

    Args:
        expr: The program.
        values: A value for each name it reads.

    Returns:
        Such as ``5 + 9 = 14, 14 * 6 = 84. \boxed{84}``.

    Raises:
        ProgramError: A name has no value, or a divisor is zero.
    """
    steps = worked_steps(expr, values)
    answer = f"\\boxed{{{format_number(expr.evaluate(values))}}}"
    return f"{', '.join(steps)}. {answer}" if steps else answer


def worked_steps(expr: Expr, values: Mapping[str, Number]) -> list[str]:
    """Every calculation of a program in order, such as ``5 + 9 = 14``; none for a single value.

    Raises:
        ProgramError: A name has no value, or a divisor is zero.
    """
    return list(_steps(expr, values))


def _steps(expr: Expr, values: Mapping[str, Number]) -> Iterator[str]:
    for part in expr.parts:
        yield from _steps(part, values)
    if expr.parts:
        operands = [format_number(part.evaluate(values)) for part in expr.parts]
        result = format_number(expr.evaluate(values))
        if expr.kind in _ROUNDINGS:
            yield f"{operands[0]} {_ROUNDINGS[expr.kind]} = {result}"
        else:
            yield f"{operands[0]} {expr.kind} {operands[1]} = {result}"


def question_alone(chain: Chain, function_id: str, also: Iterable[str] = ()) -> Chain:
    """One of a chain's questions as a task of its own, without predecessors or wrong values.

    Single and reveal-only conversations about it teach a question without showing how users change their minds.

    Args:
        chain: The chain.
        function_id: The question.
        also: Ids of arguments to be said although the question does not need them.

    Raises:
        ConfigError: The question has no exact answer under the true arguments.
    """
    function = chain.functions[function_id]
    gold = chain.gold(function_id, chain.truth())
    if gold is None:
        raise ConfigError(f"function {function_id} of task {chain.task_id} has no exact answer")
    wanted = {*function.arguments, *also}
    arguments = tuple(replace(argument, counterfactuals=()) for argument in chain.arguments if argument.id in wanted)
    return replace(
        chain,
        source=Function("source", function.text, tuple(argument.id for argument in arguments), function.program),
        predecessors=(),
        arguments=arguments,
        answer=gold,
        question=" ".join([*(argument.text for argument in arguments), function.text]),
    )
