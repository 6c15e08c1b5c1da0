"""One episode from start to end, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.evaluate.reference import Agent
from evolving_intent_env.verify.attribution import Cause
from evolving_intent_env.verify.verdict import Outcome

MakeAgent = Callable[[EvolvingIntentEnv], Agent]
"""An agent for one episode; called after the environment's ``reset``."""


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that was played to its end.

    Attributes:
        task_id: The task.
        score: The verifier's score of the last reply.
        outcome: The verifier's word on it.
        answer: The answer that the last reply meant; None if it held none.
        gold: The source task's gold answer.
        causes: The mistakes that give exactly the wrong answer; empty for a right one.
        replies: The agent's replies.
        correct: For each turn whether the reply met the turn's own gold answer; None where the turn has none.
    """

    task_id: str
    score: float
    outcome: Outcome
    answer: str | None
    gold: str
    causes: tuple[Cause, ...]
    replies: tuple[str, ...]
    correct: tuple[bool | None, ...]


def play(env: EvolvingIntentEnv, make_agent: MakeAgent, *, options: Mapping[str, Any] | None = None) -> Played:
    """Lets an agent answer one conversation.

    Args:
        env: The environment.
        make_agent: Called once, after the reset.
        options: The reset's options, such as ``{"task_id": ...}``; None for the environment's next task.
    """
    observation, _ = env.reset(options=None if options is None else dict(options))
    agent = make_agent(env)
    replies: list[str] = []
    terminated = False
    info: dict[str, Any] = {}
    while not terminated:
        replies.append(agent(observation))
        observation, _, terminated, _, info = env.step(replies[-1])
    golds = env.script.trajectory.golds
    return Played(
        task_id=info["task_id"],
        score=info["score"],
        outcome=info["outcome"],
        answer=info["answer"],
        gold=info["gold"],
        causes=env.explain(),
        replies=tuple(replies),
        correct=tuple(
            None if gold is None else env.domain.score(reply, gold).outcome == "correct"
            for reply, gold in zip(replies, golds, strict=True)
        ),
    )
