"""Reference policies: agents that make one mistake each, and two that make none.

They read only the observation and the bank's vocabulary (how it words every question and fact), never the schedule;
only ``oracle`` may look at the hidden state. They prove that the environment measures what it says it measures: a
policy fails exactly where its mistake matters, and its wrong answers are traced to that mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.program import Expr, format_number
from evolving_intent_env.verify.attribution import Kind

Agent = Callable[[Mapping[str, Any]], str]
"""Observation in, reply out."""


@dataclass(frozen=True)
class Heard:
    """What a reader makes of some user turns.

    Attributes:
        functions: Ids of the questions asked, in order; each at least once.
        first: By argument id, the first wording heard.
        last: By argument id, the last wording heard.
    """

    functions: tuple[str, ...]
    first: Mapping[str, str]
    last: Mapping[str, str]


class Vocabulary:
    """How a chain words its questions and facts, true and wrong ones alike.

    Args:
        chain: The chain; programs are what the policies calculate with.
    """

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        known = {_key(function.text): (function.id, "") for function in chain.functions.values()}
        for argument in chain.arguments:
            known.update((_key(text), (argument.id, text)) for text in argument.wordings)
        self._known = known
        longest_first = sorted(known, key=len, reverse=True)
        self._pattern = re.compile("|".join(_pattern(text) for text in longest_first))

    def listen(self, turns: Sequence[str]) -> Heard:
        """Finds the questions and facts in user turns; only the first paragraph of a turn is the user's own words."""
        functions: list[str] = []
        first: dict[str, str] = {}
        last: dict[str, str] = {}
        for turn in turns:
            for match in self._pattern.finditer(turn.split("\n\n", 1)[0]):
                id_, text = self._known[_key(match.group())]
                if text:
                    first.setdefault(id_, text)
                    last[id_] = text
                else:
                    functions.append(id_)
        return Heard(tuple(functions), first, last)


def _key(text: str) -> str:
    """The text with its first letter small: in a sentence it may be either."""
    return text[:1].lower() + text[1:]


def _pattern(text: str) -> str:
    return f"(?:{re.escape(text[:1])}|{re.escape(text[:1].upper())}){re.escape(text[1:])}"


class ReferencePolicy:
    """Tracks the conversation without a mistake; the others override where they go wrong.

    Args:
        env: The environment, after its ``reset``.
    """

    def __init__(self, env: EvolvingIntentEnv) -> None:
        self.env = env
        self.vocabulary = Vocabulary(env.script.trajectory.chain)

    def __call__(self, observation: Mapping[str, Any]) -> str:
        """The reply to an observation."""
        heard = self.vocabulary.listen(self.hears(observation))
        function = self.function(heard)
        program = None if function is None else self.program(heard, function)
        if program is None:
            return "I do not know yet what you would like me to work out."
        values = self.vocabulary.chain.values(self.facts(heard))
        missing = program.names - set(values)
        if missing:
            return "Something is still missing for that; could you tell me more?"
        try:
            return f"The answer is \\boxed{{{format_number(program.evaluate(values))}}}."
        except ProgramError:
            return "These facts do not go together; could you check them?"

    def hears(self, observation: Mapping[str, Any]) -> Sequence[str]:
        """The user turns it attends to."""
        earlier = [message["content"] for message in observation["history"] if message["role"] == "user"]
        return [*earlier, observation["user"]]

    def function(self, heard: Heard) -> str | None:
        """The question it answers."""
        return heard.functions[-1] if heard.functions else None

    def facts(self, heard: Heard) -> Mapping[str, str]:
        """The wordings it calculates with."""
        return heard.last

    def program(self, heard: Heard, function: str) -> Expr | None:
        """The calculation it carries out."""
        return self.vocabulary.chain.functions[function].expr


class Ledger(ReferencePolicy):
    """Tracks every event from the words alone."""


class Oracle(ReferencePolicy):
    """Reads the hidden state."""

    def function(self, heard: Heard) -> str | None:
        """The active function."""
        return self.env.script.trajectory.states[self.env.turn].function

    def facts(self, heard: Heard) -> Mapping[str, str]:
        """The values in force."""
        state = self.env.script.trajectory.states[self.env.turn]
        return {name: str(value) for name, value in state.current().items()}


class AppendOnly(ReferencePolicy):
    """The first stated value wins: revisions pass it by."""

    def facts(self, heard: Heard) -> Mapping[str, str]:
        """The first wordings."""
        return heard.first


class LastTurnOnly(ReferencePolicy):
    """Reads the newest turn alone and calculates with whatever is in it."""

    def hears(self, observation: Mapping[str, Any]) -> Sequence[str]:
        """The newest turn."""
        return [observation["user"]]

    def program(self, heard: Heard, function: str) -> Expr | None:
        """The calculation without what this turn does not say."""
        program = super().program(heard, function)
        return (
            None if program is None else program.without(program.names - set(self.vocabulary.chain.values(heard.last)))
        )


class FirstFunction(ReferencePolicy):
    """Never switches: it goes on answering the question that the user opened with."""

    def function(self, heard: Heard) -> str | None:
        """The first question."""
        return heard.functions[0] if heard.functions else None


class InheritAll(ReferencePolicy):
    """Carries every quantity of earlier questions into the current one."""

    def program(self, heard: Heard, function: str) -> Expr | None:
        """The calculation with the earlier questions' own quantities worked in."""
        chain = self.vocabulary.chain
        program = super().program(heard, function)
        needed = chain.functions[function].arguments
        foreign = set(chain.values({id_: text for id_, text in heard.last.items() if id_ not in needed}))
        for earlier in dict.fromkeys(heard.functions):
            expr = chain.functions[earlier].expr
            if program is not None and expr is not None and earlier != function:
                program = program.inheriting(expr, foreign - program.names)
        return program


REFERENCE_POLICIES: dict[str, type[ReferencePolicy]] = {
    "oracle": Oracle,
    "ledger": Ledger,
    "append_only": AppendOnly,
    "last_turn_only": LastTurnOnly,
    "first_function": FirstFunction,
    "inherit_all": InheritAll,
}

OWN_MISTAKES: dict[str, tuple[Kind, ...]] = {
    "oracle": (),
    "ledger": (),
    "append_only": ("residue",),
    "last_turn_only": ("omission", "wrong_invalidation", "no_answer"),
    "first_function": ("wrong_function",),
    "inherit_all": ("wrong_inheritance",),
}
"""The mistakes that each policy's wrong answers should be traced to."""
