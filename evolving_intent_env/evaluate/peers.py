"""Other text environments, where they are installed, under the same loop: a fixed action, a reset when an episode ends.

None of them is a dependency. Versions these were written for: gem-llm 0.1.0 (with ``requests``), textarena 0.7.4,
skyrl-gym 0.4.0. CartPole comes with Gymnasium and is a yardstick, not a text environment.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

Batch = Callable[[], int]
"""Does some work and returns how much."""

STEPS = 500
"""Environment steps in one batch."""


def gem() -> Batch:
    """``game:GuessTheNumber-v0-easy`` of gem-llm."""
    import_module("gem.envs")
    env = import_module("gem").make("game:GuessTheNumber-v0-easy")
    env.reset()

    def batch() -> int:
        for _ in range(STEPS):
            _, _, terminated, truncated, _ = env.step("\\boxed{5}")
            if terminated or truncated:
                env.reset()
        return STEPS

    return batch


def textarena() -> Batch:
    """``GuessTheNumber-v0-raw`` of TextArena, without its observation wrapper."""
    env = import_module("textarena").make("GuessTheNumber-v0-raw")
    env.reset(num_players=1)

    def batch() -> int:
        for _ in range(STEPS):
            env.get_observation()
            done, _ = env.step(action="[5]")
            if done:
                env.reset(num_players=1)
        return STEPS

    return batch


def skyrl_gym() -> Batch:
    """``gsm8k_multi_turn`` of SkyRL-gym, which makes a new environment for each episode."""
    make = import_module("skyrl_gym.envs.gsm8k.multi_turn_env").GSM8kMultiTurnEnv
    extras = {"reward_spec": {"ground_truth": "7"}, "max_turns": 7}
    prompt = [{"role": "user", "content": "How many pens does Ines buy?"}]

    def batch() -> int:
        env = make(extras=extras)
        env.init(prompt)
        for _ in range(STEPS):
            if env.step("#### 5")["done"]:
                env = make(extras=extras)
                env.init(prompt)
        return STEPS

    return batch


def cartpole() -> Batch:
    """Gymnasium's ``CartPole-v1`` without wrappers."""
    env = import_module("gymnasium").make("CartPole-v1").unwrapped
    env.reset(seed=0)

    def batch() -> int:
        for _ in range(STEPS):
            _, _, terminated, truncated, _ = env.step(0)
            if terminated or truncated:
                env.reset()
        return STEPS

    return batch


PEERS: dict[str, tuple[str, Callable[[], Batch]]] = {
    "gem-llm GuessTheNumber": ("gem", gem),
    "textarena GuessTheNumber, raw": ("textarena", textarena),
    "skyrl-gym gsm8k_multi_turn": ("skyrl_gym", skyrl_gym),
}
"""By name: the module that must be installed, and what makes the batch."""


def installed(module: str) -> bool:
    """Whether a module can be found; it is not imported."""
    return find_spec(module) is not None
