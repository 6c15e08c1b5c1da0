"""Why a final answer is wrong: the mistake that produces exactly that number.

A chain with a program lets every mistake of intent tracking be computed: answering with a value that was corrected,
without a fact, for a function that was left, with a quantity carried over that should have been left behind, or
without what was said before a switch. The mistakes that give exactly the number that the agent gave are its causes.
Where several do, the simplest are all reported: a tie is a tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Reveal, Revise, Switch
from evolving_intent_env.intent.program import Expr, Number, exact
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.verify.verdict import Verdict

Kind = Literal["residue", "omission", "wrong_function", "wrong_inheritance", "wrong_invalidation", "no_answer", "other"]
"""``residue``: a corrected value is still in use; ``omission``: a fact is left out; ``wrong_function``: an earlier
question is answered; ``wrong_inheritance``: what belongs to an earlier question alone is carried into this one;
``wrong_invalidation``: what was said before a switch is dropped though it still holds; ``no_answer``: no number was
given; ``other``: none of these gives that number."""


@dataclass(frozen=True, slots=True, repr=False)
class Cause:
    """One explanation of a wrong answer.

    Attributes:
        kind: The kind of mistake.
        targets: The arguments or functions it is about.
        also: A second mistake made together with the first, such as an earlier question answered with a stale value.
        decisions: How many single decisions it takes. Never correcting anything is one, and so is dropping everything
            from before a switch; keeping one stale value of several, or leaving out one fact, is one for each.
    """

    kind: Kind
    targets: tuple[str, ...] = ()
    also: tuple[Cause, ...] = ()
    decisions: int = 1

    def __repr__(self) -> str:
        """Such as ``residue(price)`` or ``wrong_function(before1) + residue(price)``."""
        own = f"{self.kind}({', '.join(self.targets)})" if self.targets else self.kind
        return " + ".join((own, *(str(cause) for cause in self.also)))


def attribute(trajectory: Trajectory, verdict: Verdict) -> tuple[Cause, ...]:
    """The simplest mistakes that produce exactly the wrong answer.

    Args:
        trajectory: The conversation that led to the answer.
        verdict: The verifier's word on the last reply.

    Returns:
        Every explanation with the fewest decisions; empty for a right answer, ``other`` where nothing fits or the
        chain has no program.
    """
    if verdict.outcome == "correct":
        return ()
    if verdict.answer is None:
        return (Cause("no_answer"),)
    try:
        number = exact(verdict.answer)
    except ProgramError:
        return (Cause("other"),)
    fitting = {cause: None for cause, value in hypotheses(trajectory) if value == number}
    if not fitting:
        return (Cause("other"),)
    fewest = min(cause.decisions for cause in fitting)
    return tuple(cause for cause in fitting if cause.decisions == fewest)


def hypotheses(trajectory: Trajectory) -> Iterator[tuple[Cause, Number]]:
    """Every mistake that this conversation invites, with the number it leads to."""
    story = _Story(trajectory)
    program = story.chain.source.expr
    if program is None:
        return
    for residue, stale in _residues(story, program):
        yield from _result(residue, program, {**story.values, **stale})
    for size in (1, 2):
        for dropped in combinations(story.chain.source.arguments, size):
            omission = Cause("omission", dropped, decisions=size)
            yield from _result(omission, program.without(story.names(dropped)), story.values)
    for left in story.left:
        earlier = story.chain.functions[left].expr
        yield from _result(Cause("wrong_function", (left,)), earlier, story.values)
        for residue, stale in _residues(story, earlier):
            cause = Cause("wrong_function", (left,), (residue,), decisions=1 + residue.decisions)
            yield from _result(cause, earlier, {**story.values, **stale})
    yield from _inheritances(story, program)
    for before in story.said_before_switches:
        dropped = tuple(id_ for id_ in story.chain.source.arguments if id_ in before)
        if dropped:
            yield from _result(
                Cause("wrong_invalidation", dropped), program.without(story.names(dropped)), story.values
            )


class _Story:
    """What was said in a conversation, as far as mistakes depend on it.

    Attributes:
        values: Every value that was said, the corrected ones as they are in the end.
        stale: By revised argument, the wrong wordings that were said.
        left: Functions that were left, in order.
        said_before_switches: For each switch, the arguments said in earlier turns.
    """

    def __init__(self, trajectory: Trajectory) -> None:
        self.chain: Chain = trajectory.chain
        self.left: list[str] = []
        self.said_before_switches: list[frozenset[str]] = []
        wordings: dict[str, list[str]] = {}
        function = trajectory.start
        for events in trajectory.turns:
            earlier = frozenset(wordings)
            for event in events:
                if isinstance(event, Switch):
                    self.left.append(function)
                    function = event.target_id
                    self.said_before_switches.append(earlier)
                elif isinstance(event, Reveal | Revise):
                    wordings.setdefault(event.target_id, []).append(str(event.value))
        self.values = self.chain.values({id_: texts[-1] for id_, texts in wordings.items()})
        self.stale = {id_: texts[:-1] for id_, texts in wordings.items() if len(texts) > 1}

    def names(self, argument_ids: tuple[str, ...]) -> list[str]:
        """The value names of some arguments."""
        return [name for id_ in argument_ids for name, _ in self.chain.by_id[id_].values]


def _residues(story: _Story, program: Expr | None) -> Iterator[tuple[Cause, dict[str, Number]]]:
    """Every way to keep at least one corrected value that the program reads, with the stale values."""
    read = frozenset() if program is None else program.names
    revised = sorted(id_ for id_ in story.stale if not read.isdisjoint(story.names((id_,))))
    for kept in product(*((None, *story.stale[id_]) for id_ in revised)):
        said = {id_: text for id_, text in zip(revised, kept, strict=True) if text is not None}
        if said:
            never_corrected = kept == tuple(story.stale[id_][0] for id_ in revised)
            decisions = 1 if never_corrected else len(said)
            yield Cause("residue", tuple(said), decisions=decisions), story.chain.values(said)


def _inheritances(story: _Story, program: Expr) -> Iterator[tuple[Cause, Number]]:
    """Carrying over what one earlier function had to itself, or what all of them had."""
    own = {}
    for left in story.left:
        earlier = story.chain.functions[left]
        names = story.names(tuple(id_ for id_ in earlier.arguments if id_ not in story.chain.source_ids))
        if earlier.expr is not None and names:
            own[left] = (earlier.expr, names)
    for left, (expr, names) in own.items():
        yield from _result(Cause("wrong_inheritance", (left,)), program.inheriting(expr, names), story.values)
    if len(own) > 1:
        everything = program
        for expr, names in own.values():
            everything = everything.inheriting(expr, set(names) - everything.names)
        yield from _result(Cause("wrong_inheritance", tuple(own)), everything, story.values)


def _result(cause: Cause, program: Expr | None, values: Mapping[str, Number]) -> Iterator[tuple[Cause, Number]]:
    """The cause with its number; nothing where the mistaken computation cannot be carried out."""
    if program is None:
        return
    try:
        yield cause, program.evaluate(values)
    except ProgramError:
        return
