"""Wrappers: one for each memory aid.

They change what the agent reads, in the newest turn and in the history alike, and nothing else: ``render()`` shows the
user's own words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import gymnasium as gym

from evolving_intent_env.envs.env import EvolvingIntentEnv, Info, Observation
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.simulate.recap import Recap, dump_recap, oracle_recap, prompt_recap


class MemoryAid(gym.Wrapper[Observation, str, Observation, str], ABC):
    """Adds a paragraph to every user turn but the first.

    Args:
        env: An environment of this package, wrapped or not.

    Raises:
        ConfigError: It is some other environment.
    """

    def __init__(self, env: gym.Env[Observation, str]) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, EvolvingIntentEnv):
            other = type(env.unwrapped).__name__
            raise ConfigError(f"{type(self).__name__} wraps EvolvingIntent environments, not {other}")
        self._base = env.unwrapped
        self._users: list[str] = []

    @abstractmethod
    def aid(self) -> str:
        """The paragraph for the turn that the user is about to take; empty for none."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Starts an episode; see the wrapped environment."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._users = [observation["user"]]
        return observation, info

    def step(self, action: str) -> tuple[Observation, float, bool, bool, Info]:
        """Takes a reply; see the wrapped environment."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        user = observation["user"]
        if user:
            paragraph = self.aid()
            user = f"{user}\n\n{paragraph}" if paragraph else user
            self._users.append(user)
        users = iter(self._users)
        history = tuple(
            {"role": "user", "content": next(users)} if message["role"] == "user" else message
            for message in observation["history"]
        )
        return {"user": user, "history": history}, float(reward), terminated, truncated, info


class PromptRecap(MemoryAid):
    """Asks the agent to recall what applies."""

    def aid(self) -> str:
        """The request."""
        return prompt_recap()


class OracleRecap(MemoryAid):
    """States the current intent, read from the hidden state."""

    def aid(self) -> str:
        """The current question and facts, as far as the turn does not state them itself."""
        return oracle_recap(self._base.script.trajectory, self._base.turn)


class DumpRecap(MemoryAid):
    """Quotes every earlier user turn."""

    def aid(self) -> str:
        """The earlier turns in full."""
        return dump_recap(self._base.script.texts[: self._base.turn])


RECAPS: dict[Recap, type[MemoryAid]] = {"prompt": PromptRecap, "oracle": OracleRecap, "dump": DumpRecap}
