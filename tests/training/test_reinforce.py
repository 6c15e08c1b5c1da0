"""The REINFORCE example: its log-probabilities and its groups, on a random model of a few thousand weights."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import gymnasium as gym
from transformers import AutoModelForCausalLM, AutoTokenizer

import evolving_intent_env  # noqa: F401  # registers the environments
from evolving_intent_env.integrations.cached import CachedGenerator
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits, rollout
from training import reinforce


def test_log_probabilities_are_those_of_sampling(model: Path) -> None:
    net = AutoModelForCausalLM.from_pretrained(model)
    chat = ChatTokens(AutoTokenizer.from_pretrained(model))
    envs = [
        gym.make("EvolvingIntent-GradeSchool-v0", source="builtin", split="train-easy", scenario="reveal")
        for _ in range(3)
    ]
    generate = CachedGenerator(net, stops=chat.stops, max_new_tokens=5)
    played = rollout(generate, envs, chat, Limits(5, 500), options=[{"task_id": id_} for id_ in _some_tasks(3)])
    assert len({len(one.completion_ids) for one in played}) > 1  # rows of different lengths, so that filling matters
    with torch.no_grad():
        found = reinforce.log_probabilities(net, played)
    for one, total in zip(played, found.tolist(), strict=True):
        own = [chance for chance, mine in zip(one.logprobs, one.mask, strict=True) if mine]
        assert total == pytest.approx(sum(own), abs=1e-4)


def test_a_run_takes_its_steps(model: Path) -> None:
    rewards = reinforce.main(str(model), steps=2, group=2, groups=2)
    assert len(rewards) == 2
    assert all(0 <= reward <= 1 for reward in rewards)


def _some_tasks(count: int) -> tuple[str, ...]:
    env = gym.make("EvolvingIntent-GradeSchool-v0", source="builtin", split="train-easy")
    ids: tuple[str, ...] = env.unwrapped.task_ids[:count]  # type: ignore[attr-defined]
    return ids
