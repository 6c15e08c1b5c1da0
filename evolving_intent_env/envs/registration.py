"""Registers every environment id with Gymnasium."""

from __future__ import annotations

import gymnasium as gym

from evolving_intent_env.domains.registry import ENV_IDS


def register_all() -> None:
    """Registers the ids that are not registered yet.

    A ``-v0`` never changes its conversations; a change to them is a ``-v1``.
    """
    for env_id, domain in ENV_IDS.items():
        if env_id not in gym.registry:
            gym.register(env_id, entry_point="evolving_intent_env.envs.make:make_env", kwargs={"domain": domain})
