"""Observations as chat messages."""

from __future__ import annotations

from typing import Any


def to_messages(observation: dict[str, Any]) -> list[dict[str, str]]:
    """The chat messages that an agent should answer: the history, then the newest user turn.

    Args:
        observation: ``{"user": str, "history": ({"role": str, "content": str}, ...)}``.

    Returns:
        New dicts with ``role`` and ``content``; the last one is the user's, unless the episode is over.
    """
    messages = [dict(message) for message in observation["history"]]
    if observation["user"]:
        messages.append({"role": "user", "content": observation["user"]})
    return messages
