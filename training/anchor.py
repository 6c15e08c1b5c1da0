"""The single-turn anchor: a reward without gold answers.

A model that solves a task when it is told everything at once should come to the same answer when it is told bit by
bit, with corrections and detours. So each group's tasks are also asked in a single turn, the answer given most often
is the anchor, and an episode is rewarded for ending on it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from trl import GRPOTrainer

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.integrations.rollout import Rollout, rollout
from evolving_intent_env.integrations.trl import EvolvingRollout
from evolving_intent_env.simulate.scenario import PRESETS


class AnchoredRollout(EvolvingRollout):
    """Replaces the environment's reward by agreement with the model's own single-turn answer.

    Takes what :class:`~evolving_intent_env.integrations.trl.EvolvingRollout` takes, and the bank of the tasks.
    """

    def __init__(self, *args: Any, bank: Bank, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self._bank = bank
        self._domain = get_domain(bank.domain)
        self._single_envs: list[EvolvingIntentEnv] = []

    def __call__(self, prompts: list[Any], trainer: GRPOTrainer) -> dict[str, Any]:
        """The rollouts, each rewarded 1 if its last answer is its group's anchor, else 0."""
        output = super().__call__(prompts, trainer)
        while len(self._single_envs) < len(prompts):
            self._single_envs.append(EvolvingIntentEnv(self._domain, self._bank, scenario=PRESETS["single"]))
        task_ids = [one.info["task_id"] for one in self.last]
        singles = rollout(
            self.generate(trainer),
            self._single_envs[: len(prompts)],
            self.chat(trainer),
            self.limits,
            options=[{"task_id": task_id} for task_id in task_ids],
            goes_on=lambda here: self.goes_on(here, trainer),
        )
        anchors = _anchors(task_ids, singles)
        for one, task_id in zip(self.last, task_ids, strict=True):
            one.reward = self._agreement(one, anchors.get(task_id))
        output["reward"] = [one.reward for one in self.last]
        return output

    def _agreement(self, one: Rollout, anchor: str | None) -> float:
        # The limits may end an episode after a user's turn, and what the user said is no answer.
        if anchor is None or one.messages[-1]["role"] != "assistant":
            return 0.0
        return self._domain.score(one.messages[-1]["content"], anchor).score


def _anchors(task_ids: list[str], singles: list[Rollout]) -> dict[str, str]:
    """By task, the answer given most often; tasks without any answer have none."""
    given: dict[str, Counter[str]] = {}
    for task_id, one in zip(task_ids, singles, strict=True):
        answer = one.info.get("answer")
        if answer is not None:
            given.setdefault(task_id, Counter())[answer] += 1
    return {task_id: counts.most_common(1)[0][0] for task_id, counts in given.items()}
