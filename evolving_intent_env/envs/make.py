"""What ``gym.make`` calls."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from evolving_intent_env.domains.loading import load_bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.config import read_config
from evolving_intent_env.envs.env import EvolvingIntentEnv, Observation
from evolving_intent_env.envs.wrappers import RECAPS


def make_env(domain: str, **arguments: Any) -> gym.Env[Observation, str]:
    """Builds an environment.

    Args:
        domain: The domain's name.
        **arguments: See :class:`~evolving_intent_env.envs.config.EnvConfig`.

    Raises:
        ConfigError: An argument is unknown or its value is not allowed.
        SourceError: The source of the tasks is missing or out of reach.
        BankError: The source holds something that is not a bank.
    """
    config = read_config(arguments)
    scenario = config.request()
    env = EvolvingIntentEnv(
        get_domain(domain),
        load_bank(domain, config.source, config.split),
        task_ids=config.task_ids,
        mode=config.mode,
        scenario=scenario,
        reward=config.reward,
        privileged=config.privileged,
        on_shortage=config.on_shortage,
        render_mode=config.render_mode,
    )
    return env if config.recap is None else RECAPS[config.recap](env)
