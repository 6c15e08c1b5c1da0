"""GRPO with TRL on evolving conversations.

TRL's ``rollout_func`` is the one hook that lets a user speak several turns; ``env_mask`` keeps the user's words out of
the loss. A dataset row is one scheduled episode, so all members of a group play the very same conversation::

    env = gym.make("EvolvingIntent-GSM8K-v0", source=..., split="train", mode="train")
    trainer = GRPOTrainer(
        model, reward_funcs=episode_reward, args=GRPOConfig(...),
        train_dataset=episode_dataset(env, 1_000, seed=0),
        rollout_func=EvolvingRollout(lambda: gym.make(...), Limits(turn_tokens=512, total_tokens=8_192)),
    )

The backend (transformers, vLLM in the same process or on a server) is the trainer's own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from statistics import fmean
from typing import TYPE_CHECKING, Any

import gymnasium as gym

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Generate, Limits, Rollout, Sample, rollout

if TYPE_CHECKING:
    from datasets import Dataset
    from trl import GRPOTrainer

MakeEnv = Callable[[], gym.Env[dict[str, Any], str]]
Row = dict[str, Any]


def episode_row(env: gym.Env[dict[str, Any], str], *, seed: int | None = None, task_id: str | None = None) -> Row:
    """Starts an episode and writes it down as a row of a training set.

    Args:
        env: An environment of this package.
        seed: Passed to ``reset``.
        task_id: The task; None for the environment's next one.

    Returns:
        ``{"prompt": [{"role": "user", "content": str, "episode": str}]}``. Columns of their own do not reach TRL's
        rollout function, keys inside a message do; ``episode`` is the JSON that replays the conversation.
    """
    observation, _ = env.reset(seed=seed, options=None if task_id is None else {"task_id": task_id})
    episode = json.dumps(env.unwrapped.episode, sort_keys=True)  # type: ignore[attr-defined]  # ours has it
    return {"prompt": [{"role": "user", "content": observation["user"], "episode": episode}]}


def episode_dataset(env: gym.Env[dict[str, Any], str], count: int, *, seed: int) -> Dataset:
    """A training set of ``count`` scheduled episodes.

    Args:
        env: An environment of this package, in ``"train"`` mode to sample schedules and phrases.
        count: How many episodes.
        seed: Seeds the environment; the same seed gives the same rows.
    """
    from datasets import Dataset

    rows = [episode_row(env, seed=seed if place == 0 else None) for place in range(count)]
    return Dataset.from_list(rows)


def episode_reward(prompts: Sequence[object], reward: Sequence[float], **_: object) -> list[float]:
    """The environment's own return of each episode: a reward function for ``GRPOTrainer``."""
    return list(reward)


class EvolvingRollout:
    """A ``rollout_func`` for ``GRPOTrainer``.

    Args:
        make_env: Makes an environment in which the dataset's episodes can be replayed.
        limits: How long episodes may become. ``turn_tokens`` should be the trainer's ``max_completion_length``, which
            with a rollout function caps each call of the generator.
        generate: Makes the generator from the trainer; None for the trainer's own backend.

    Attributes:
        limits: As given.
        last: The rollouts of the last call, for logs and transcripts.
    """

    def __init__(
        self,
        make_env: MakeEnv,
        limits: Limits,
        *,
        generate: Callable[[GRPOTrainer, ChatTokens], Generate] | None = None,
    ) -> None:
        self._make_env = make_env
        self.limits = limits
        self._make_generate = generate or trainer_generate
        self._envs: list[gym.Env[dict[str, Any], str]] = []
        self._chat: ChatTokens | None = None
        self.last: list[Rollout] = []

    def __call__(self, prompts: list[Any], trainer: GRPOTrainer) -> dict[str, Any]:
        """Plays one episode for each prompt.

        Args:
            prompts: Conversations whose first message holds an ``episode``; each group stands together.
            trainer: The trainer that calls.

        Returns:
            ``prompt_ids``, ``completion_ids``, ``logprobs`` and ``env_mask`` for TRL; ``reward``, ``info`` and
            ``transcript`` for reward functions.

        Raises:
            ConfigError: A prompt holds no episode, or the members of a group differ.
        """
        started = time.perf_counter()
        episodes = [_episode(prompt) for prompt in prompts]
        _check_groups(episodes, trainer)
        while len(self._envs) < len(prompts):
            self._envs.append(self._make_env())
        self.last = rollout(
            self.generate(trainer),
            self._envs[: len(prompts)],
            self.chat(trainer),
            self.limits,
            options=[{"episode": json.loads(episode)} for episode in episodes],
            goes_on=lambda here: self.goes_on(here, trainer),
        )
        _log(self.last, trainer, time.perf_counter() - started)
        logprobs = [one.logprobs for one in self.last]
        return {
            "prompt_ids": [one.prompt_ids for one in self.last],
            "completion_ids": [one.completion_ids for one in self.last],
            "logprobs": None if any(values is None for values in logprobs) else logprobs,
            "env_mask": [one.mask for one in self.last],
            "reward": [one.reward for one in self.last],
            "info": [one.info for one in self.last],
            "transcript": [one.messages for one in self.last],
        }

    def chat(self, trainer: GRPOTrainer) -> ChatTokens:
        """The chat format of the trainer's model."""
        if self._chat is None:
            self._chat = ChatTokens(
                trainer.processing_class,
                template=trainer.chat_template,
                options=trainer.chat_template_kwargs,
                tools=getattr(self._make_env().unwrapped, "tools", None),
            )
        return self._chat

    def generate(self, trainer: GRPOTrainer) -> Generate:
        """The generator for one batch of episodes."""
        return self._make_generate(trainer, self.chat(trainer))

    def goes_on(self, here: bool, trainer: GRPOTrainer) -> bool:
        """Whether any process still plays."""
        if trainer.accelerator.num_processes == 1:
            return here
        import torch

        flag = torch.tensor([int(here)], device=trainer.accelerator.device)
        return bool(trainer.accelerator.gather(flag).max().item())


def trainer_generate(trainer: GRPOTrainer, chat: ChatTokens, *, greedy: bool = False) -> Generate:
    """The trainer's own backend: transformers, vLLM in the same process, or a vLLM server.

    TRL has no public way to it. This function uses its private one, and TRL is pinned for that.

    Args:
        trainer: The trainer.
        chat: Its model's chat format.
        greedy: Take the likeliest token instead of sampling as the trainer does.
    """
    idle = chat.opening([{"role": "user", "content": "-"}])

    def generate(contexts: Sequence[Sequence[int]]) -> list[Sample]:
        # A process whose episodes are over still takes part in the call: the backend works in step with the others.
        asked = [list(context) for context in contexts] or [idle]
        with _likeliest(trainer) if greedy else nullcontext():
            ids, logprobs = trainer._generate_single_turn(asked, None, {}, 1)
        told = logprobs if logprobs is not None else [None] * len(ids)
        return [Sample(one, chances) for one, chances in zip(ids, told, strict=True)][: len(contexts)]

    return generate


@contextmanager
def _likeliest(trainer: GRPOTrainer) -> Iterator[None]:
    """The backend takes the likeliest token as long as this lasts."""
    backend, name, value = (
        (trainer.vllm_generation, "temperature", 0.0)
        if trainer.use_vllm
        else (trainer.generation_config, "do_sample", False)
    )
    before = getattr(backend, name)
    setattr(backend, name, value)
    try:
        yield
    finally:
        setattr(backend, name, before)


def _episode(prompt: Any) -> str:
    first = prompt[0] if isinstance(prompt, list) and prompt else None
    episode = first.get("episode") if isinstance(first, dict) else None
    if not isinstance(episode, str):
        raise ConfigError("each prompt must be a row of episode_dataset: a message with the key 'episode'")
    return episode


def _check_groups(episodes: Sequence[str], trainer: GRPOTrainer) -> None:
    """Advantages are relative within a group: its members must have met the same user."""
    size = trainer.num_generations if trainer.model.training else trainer.num_generations_eval
    everywhere = list(episodes)
    if trainer.accelerator.num_processes > 1:
        from accelerate.utils import gather_object

        everywhere = gather_object(everywhere)
    for start in range(0, len(everywhere), size):
        group = everywhere[start : start + size]
        if len(set(group)) != 1:
            raise ConfigError(
                f"group {start // size} of {size} rollouts holds {len(set(group))} different episodes; all members "
                "of a group must play the same one"
            )


def _log(rollouts: Sequence[Rollout], trainer: GRPOTrainer, seconds: float) -> None:
    """Adds what TRL does not log by itself; it looks at the last token of a completion only."""
    turns = sum(sum(message["role"] == "assistant" for message in one.messages) for one in rollouts)
    sampled = sum(sum(one.mask) for one in rollouts)
    tokens = sum(len(one.mask) for one in rollouts)
    values = {
        "rollout/masked_fraction": 1 - sampled / tokens,
        "rollout/cut_turns": sum(one.cut_turns for one in rollouts) / turns,
        "rollout/forged_turns": sum(one.forged_turns for one in rollouts) / turns,
        "rollout/empty_turns": sum(one.empty_turns for one in rollouts) / turns,
        "rollout/out_of_tokens": fmean(one.info.get("outcome") == "out_of_tokens" for one in rollouts),
        "rollout/seconds": seconds,
        "rollout/env_seconds": sum(one.env_seconds for one in rollouts),
    }
    metrics = trainer._metrics["train" if trainer.model.training else "eval"]
    for name, value in values.items():
        metrics[name].append(value)
