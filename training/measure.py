"""How often a model's last answer is right: the same tasks under every scenario, answered greedily."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.evaluate.statistics import wilson
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Generate, Limits, Rollout, rollout
from evolving_intent_env.simulate.scenario import Scenario

Env = gym.Env[dict[str, Any], str]


@dataclass(frozen=True, slots=True)
class Measured:
    """The outcome of an evaluation.

    Attributes:
        task_ids: The tasks, in order.
        right: By scenario, whether each task's last answer was right.
        turns: By scenario, the share of all turns with a gold answer that were answered right.
        cut: By scenario, the share of replies that were cut off.
        examples: By scenario, one conversation.
    """

    task_ids: tuple[str, ...]
    right: Mapping[str, tuple[bool, ...]]
    turns: Mapping[str, float]
    cut: Mapping[str, float]
    examples: Mapping[str, Sequence[Mapping[str, str]]]

    def to_json(self) -> dict[str, Any]:
        """Accuracies with their intervals and counts, and every single outcome as a text of 0 and 1."""
        return {
            "tasks": len(self.task_ids),
            "scenarios": {
                name: {
                    "accuracy": wilson(sum(right), len(right)).value,
                    "low": wilson(sum(right), len(right)).low,
                    "high": wilson(sum(right), len(right)).high,
                    "turn_accuracy": self.turns[name],
                    "cut_replies": self.cut[name],
                    "right": "".join(str(int(one)) for one in right),
                }
                for name, right in self.right.items()
            },
        }


def measure(
    generate: Generate,
    chat: ChatTokens,
    limits: Limits,
    bank: Bank,
    task_ids: Sequence[str],
    scenarios: Mapping[str, Scenario],
    *,
    batch: int,
    wrap: Callable[[Env], Env] | None = None,
) -> Measured:
    """Plays every task under every scenario.

    Args:
        generate: The model; should take the likeliest token, so that the answer is the model's own.
        chat: Its chat format.
        limits: How long episodes may become.
        bank: The bank.
        task_ids: Tasks that meet all scenarios.
        scenarios: Scenarios by name.
        batch: How many episodes are played side by side.
        wrap: Changes each environment, such as its user's words.
    """
    right: dict[str, tuple[bool, ...]] = {}
    turns: dict[str, float] = {}
    cut: dict[str, float] = {}
    examples: dict[str, Sequence[Mapping[str, str]]] = {}
    domain = get_domain(bank.domain)
    for name, scenario in scenarios.items():
        envs = [EvolvingIntentEnv(domain, bank, scenario=scenario, on_shortage="error") for _ in range(batch)]
        played: list[tuple[Rollout, tuple[str | None, ...]]] = []
        for start in range(0, len(task_ids), batch):
            ids = task_ids[start : start + batch]
            here = envs[: len(ids)]
            faces = [env if wrap is None else wrap(env) for env in here]
            done = rollout(generate, faces, chat, limits, options=[{"task_id": id_} for id_ in ids])
            played += zip(done, (env.script.trajectory.golds for env in here), strict=True)
        right[name] = tuple(one.info.get("score") == 1.0 for one, _ in played)
        scores = [
            domain.score(reply, gold).score
            for one, golds in played
            for reply, gold in zip(_replies(one), golds, strict=False)
            if gold is not None
        ]
        turns[name] = sum(scores) / max(1, len(scores))
        replies = sum(len(_replies(one)) for one, _ in played)
        cut[name] = sum(one.cut_turns for one, _ in played) / max(1, replies)
        examples[name] = played[0][0].messages
    return Measured(tuple(task_ids), right, turns, cut, examples)


def outcomes(figures: Mapping[str, Any], scenario: str) -> list[bool]:
    """Whether each task's last answer was right, read back from :meth:`Measured.to_json`."""
    return [one == "1" for one in figures["scenarios"][scenario]["right"]]


def _replies(one: Rollout) -> list[str]:
    return [message["content"] for message in one.messages if message["role"] == "assistant"]
