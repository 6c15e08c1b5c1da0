"""REINFORCE in forty lines: your own loop around the environment, without TRL.

    python -m training.reinforce runs/tiny/sft-0/model

Any policy that turns token contexts into tokens plays through ``rollout``; what comes back is all that a policy
gradient needs: token ids, a mask of the tokens that the policy chose, and a reward.
"""

from __future__ import annotations

import sys

import gymnasium as gym
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from evolving_intent_env.integrations.cached import CachedGenerator
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits, Rollout, rollout


def main(path: str, *, scenario: str = "single", steps: int = 60, group: int = 8, groups: int = 12) -> list[float]:
    """Trains the model at ``path``; returns the mean reward of each step."""
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_pretrained(path)
    chat = ChatTokens(AutoTokenizer.from_pretrained(path))
    envs = [
        gym.make("EvolvingIntent-GradeSchool-v0", source="builtin", split="train-easy", mode="train", scenario=scenario)
        for _ in range(group * groups)
    ]
    generate = CachedGenerator(model, stops=chat.stops, max_new_tokens=40)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    rewards = []
    for step in range(steps):
        for env in envs[:1] if step == 0 else []:
            env.reset(seed=0)
        # One conversation for each group: the first of its environments draws it, the others replay it.
        episodes = []
        for env in envs[::group]:
            env.reset()
            episodes += [{"episode": env.unwrapped.episode}] * group  # type: ignore[attr-defined]
        played = rollout(generate, envs, chat, Limits(40, 1_000), options=episodes)
        reward = torch.tensor([one.reward for one in played]).view(groups, group)
        advantage = (reward - reward.mean(1, keepdim=True)).flatten()
        optimizer.zero_grad()
        loss = -(advantage * log_probabilities(model, played)).mean()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        rewards.append(reward.mean().item())
        print(f"step {step + 1}: reward {rewards[-1]:.3f}")
    return rewards


def log_probabilities(model: torch.nn.Module, played: list[Rollout]) -> torch.Tensor:
    """The log-probability of each episode's own tokens, summed: [episodes]."""
    rows = [one.prompt_ids + one.completion_ids for one in played]
    masks = [[0] * len(one.prompt_ids) + one.mask for one in played]
    width = max(map(len, rows))
    ids = torch.tensor([row + [0] * (width - len(row)) for row in rows])
    mask = torch.tensor([row + [0] * (width - len(row)) for row in masks])
    filled = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
    logits = model(ids, attention_mask=filled).logits[:, :-1]
    chosen = logits.log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0]
    total: torch.Tensor = (chosen * mask[:, 1:]).sum(1)
    return total


if __name__ == "__main__":
    main(sys.argv[1])
