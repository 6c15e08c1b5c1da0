"""Observations as chat messages."""

from __future__ import annotations

from typing import Any

from evolving_intent_env.errors import ConfigError


def to_messages(observation: dict[str, Any]) -> list[dict[str, str]]:
    """The chat messages that an agent should answer: the history, then the newest user turn.

    Args:
        observation: ``{"user": str, "history": ({"role": str, "content": str}, ...)}``.

    Raises:
        ConfigError: It is a batch of observations from a vector environment.

    Returns:
        New dicts with ``role`` and ``content``; the last one is the user's, unless the episode is over.
    """
    if not isinstance(observation["user"], str):
        raise ConfigError(
            "this is a batch of observations; take one at a time: "
            "for user, history in zip(batch['user'], batch['history']): to_messages({'user': user, 'history': history})"
        )
    messages = [dict(message) for message in observation["history"]]
    if observation["user"]:
        messages.append({"role": "user", "content": observation["user"]})
    return messages
