"""Whole episodes as tokens, for anybody's RL loop: token ids, masks, rewards and infos; no TRL needed.

Episodes are played side by side: each turn is one call of the generator with the contexts of all episodes that are
still going on. Tokens are concatenated and never rendered anew (see :mod:`chat`), and everything that the agent did not
sample is masked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import gymnasium as gym

from evolving_intent_env.envs.messages import to_messages
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens


class Sample(NamedTuple):
    """What a generator sampled for one context.

    Attributes:
        ids: The tokens after the context; they may run on behind the end of the turn.
        logprobs: The log-probability of each token; None if the generator does not tell.
    """

    ids: Sequence[int]
    logprobs: Sequence[float] | None = None


Generate = Callable[[Sequence[Sequence[int]]], Sequence[Sample]]
"""Contexts in, one sample for each out. Any backend fits: each context of an episode extends its last one."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an episode may become.

    Attributes:
        turn_tokens: The longest reply, in tokens; a longer one is cut there and counted.
        total_tokens: The longest completion: all tokens after the opening, the user's included. An episode that would
            exceed it ends before its last turn, without the reward of that turn.

    Raises:
        ConfigError: A limit is not positive.
    """

    turn_tokens: int
    total_tokens: int

    def __post_init__(self) -> None:
        """Checks both limits."""
        for name in ("turn_tokens", "total_tokens"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}={getattr(self, name)} is not allowed; give at least 1")


@dataclass(slots=True)
class Rollout:
    """One episode as tokens.

    Attributes:
        prompt_ids: The opening: system words, the first user turn, the generation prompt.
        completion_ids: Everything after it, the agent's tokens and all others in order; never empty.
        mask: 1 for each token that the agent sampled, else 0; as long as ``completion_ids``.
        logprobs: The generator's log-probability of each sampled token, 0 elsewhere; None if it told none.
        reward: The sum of the environment's rewards.
        info: The environment's last info; ``outcome`` is ``"out_of_tokens"`` if the limits ended the episode.
        messages: The transcript: ``{"role": str, "content": str}``.
        cut_turns: Replies cut off at the limit.
        forged_turns: Replies that went on to write somebody else's turn.
        empty_turns: Replies without a word.
        env_seconds: Time spent in the environment.
    """

    prompt_ids: list[int]
    completion_ids: list[int] = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    logprobs: list[float] | None = None
    reward: float = 0.0
    info: dict[str, Any] = field(default_factory=dict)
    messages: list[dict[str, str]] = field(default_factory=list)
    cut_turns: int = 0
    forged_turns: int = 0
    empty_turns: int = 0
    env_seconds: float = 0.0


def rollout(
    generate: Generate,
    envs: Sequence[gym.Env[dict[str, Any], str]],
    chat: ChatTokens,
    limits: Limits,
    *,
    options: Sequence[Mapping[str, Any] | None] | None = None,
    goes_on: Callable[[bool], bool] = bool,
) -> list[Rollout]:
    """Plays one episode in each environment.

    Args:
        generate: Samples the agent's replies.
        envs: The environments; all different objects.
        chat: The model's chat format.
        limits: How long episodes may become.
        options: The options of each ``reset``, such as ``{"episode": value}``; None for each environment's next task.
        goes_on: Told before each call of the generator whether an episode here is still going on; answers whether one
            is anywhere. Where generators of several processes work in step, those that are done call theirs without
            contexts until all are.

    Returns:
        One rollout for each environment, in order.

    Raises:
        ConfigError: The counts do not match, or the generator returned another number of samples.
    """
    wanted = [None] * len(envs) if options is None else list(options)
    if len(wanted) != len(envs) or len({id(env) for env in envs}) != len(envs):
        raise ConfigError(
            f"{len(wanted)} options for {len(envs)} environments; give one each, and no environment twice"
        )
    episodes = [_Episode(env, chat, limits, option) for env, option in zip(envs, wanted, strict=True)]
    going = [episode for episode in episodes if not episode.over]
    while goes_on(bool(going)):
        samples = generate([episode.context for episode in going])
        if len(samples) != len(going):
            raise ConfigError(f"the generator returned {len(samples)} samples for {len(going)} contexts")
        for episode, sample in zip(going, samples, strict=True):
            episode.take(sample)
        going = [episode for episode in going if not episode.over]
    return [episode.finished() for episode in episodes]


class _Episode:
    """One episode while it is played."""

    def __init__(
        self,
        env: gym.Env[dict[str, Any], str],
        chat: ChatTokens,
        limits: Limits,
        options: Mapping[str, Any] | None,
    ) -> None:
        self._env = env
        self._chat = chat
        self._limits = limits
        self.over = False
        started = time.perf_counter()
        observation, info = env.reset(options=None if options is None else dict(options))
        self._seen = to_messages(observation)
        seconds = time.perf_counter() - started
        self._result = Rollout(chat.opening(self._seen), info=info, env_seconds=seconds)
        self._logprobs: list[float] | None = []

    @property
    def context(self) -> list[int]:
        """All tokens so far."""
        return self._result.prompt_ids + self._result.completion_ids

    def take(self, sample: Sample) -> None:
        """Adds a reply and what the user says to it."""
        result, limits = self._result, self._limits
        room = limits.total_tokens - len(result.completion_ids)
        reply = self._chat.cut(sample.ids, min(limits.turn_tokens, room))
        self._append(reply.ids, 1, sample.logprobs)
        result.cut_turns += not (reply.complete or reply.forged)
        result.forged_turns += reply.forged
        result.empty_turns += not reply.text
        started = time.perf_counter()
        observation, reward, terminated, truncated, info = self._env.step(reply.text)
        messages = to_messages(observation)
        result.env_seconds += time.perf_counter() - started
        result.reward += float(reward)
        result.info = info
        self.over = terminated or truncated
        new = messages[len(self._seen) + 1 :]
        self._seen = messages
        if self.over:
            return
        following = self._chat.following(new, ended=reply.ended)
        if len(result.completion_ids) + len(following) >= limits.total_tokens:
            self.over = True
            result.info = {**info, "outcome": "out_of_tokens", "score": 0.0}
            return
        self._append(following, 0, None)

    def finished(self) -> Rollout:
        """The rollout, once the episode is over."""
        result = self._result
        if not result.completion_ids:
            # An agent that said nothing at all: trainers need a token to look at, and this one bears no loss.
            self._append([self._chat.end], 0, None)
        result.messages = [{"role": m["role"], "content": m["content"]} for m in self._seen]
        result.logprobs = self._logprobs
        if len(result.mask) != len(result.completion_ids):
            raise AssertionError(f"{len(result.mask)} mask entries for {len(result.completion_ids)} tokens")
        return result

    def _append(self, ids: Sequence[int], sampled: int, logprobs: Sequence[float] | None) -> None:
        self._result.completion_ids += ids
        self._result.mask += [sampled] * len(ids)
        if self._logprobs is not None:
            if not sampled:
                self._logprobs += [0.0] * len(ids)
            elif logprobs is None and ids:
                self._logprobs = None
            else:
                self._logprobs += list(logprobs or ())[: len(ids)]
