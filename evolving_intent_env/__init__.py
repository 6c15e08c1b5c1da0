"""A Gymnasium environment for language-model agents whose users change their minds.

Importing the package registers its environment ids::

    import gymnasium as gym
    import evolving_intent_env

    env = gym.make("EvolvingIntent-GradeSchool-v0", scenario="evolve")
"""

from __future__ import annotations

from evolving_intent_env.envs.messages import to_messages
from evolving_intent_env.envs.registration import register_all
from evolving_intent_env.simulate.scenario import Scenario

__all__ = ["Scenario", "to_messages"]
__version__ = "0.1.0"

register_all()
