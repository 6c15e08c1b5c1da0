"""The user in other words: phrases that stand nowhere in the package's own phrasebook, for held-out evaluation."""

from __future__ import annotations

import re
from typing import Any

import gymnasium as gym

from evolving_intent_env.envs.env import Info, Observation
from evolving_intent_env.simulate.phrasebook import phrasebook

_REVEAL = ("I should also mention this:", "Another piece of the picture:", "There is more to know:")
_REVEAL_WHOLE = ("That was not all there is to say.", "You do not have the whole picture yet.")
_REVISE = ("No, that was not right:", "That came out wrong, so here it is again:", "Scratch what I told you there:")
_REVISE_WHOLE = ("I told you something false.", "One of my numbers was off.")
_AGAIN = ("That too was wrong:", "Another slip of mine:")
_AGAIN_WHOLE = ("There was yet another slip.",)
_DETAILS = ("Here you have to consider this:", "Part of this is the following:")
_DETAILS_WHOLE = ("You cannot do that without this.",)
_NEWS = ("You also have not heard this:", "To complete it:")
_NEWS_WHOLE = ("Now for a thing you could not know.",)
_SWITCH = ("Leave that aside, please:", "What I want by now is this:", "My real concern has become this one:")
_SWITCH_WHOLE = ("Enough of that.", "My interest has moved on.", "Put that one away for the moment.")

_OTHERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "reveal": (_REVEAL, _REVEAL_WHOLE),
    "revise": (_REVISE, _REVISE_WHOLE),
    "revise_again": (_AGAIN, _AGAIN_WHOLE),
    "details": (_DETAILS, _DETAILS_WHOLE),
    "news": (_NEWS, _NEWS_WHOLE),
    "switch": (_SWITCH, _SWITCH_WHOLE),
}
"""By kind: phrases that the sentence goes on after, and phrases that are sentences of their own."""


class OtherWords(gym.Wrapper[Observation, str, Observation, str]):
    """Replaces each phrase of the phrasebook in the user's turns by one that the phrasebook does not have.

    Facts and questions stay as they are, and so do kinds of phrases and how they end.
    """

    def __init__(self, env: gym.Env[Observation, str]) -> None:
        super().__init__(env)
        self._others = other_phrases()
        longest_first = sorted(self._others, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Starts an episode; see the wrapped environment."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._reworded(observation), info

    def step(self, action: str) -> tuple[Observation, float, bool, bool, Info]:
        """Takes a reply; see the wrapped environment."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._reworded(observation), float(reward), terminated, truncated, info

    def _reworded(self, observation: Observation) -> Observation:
        history = tuple(
            {"role": message["role"], "content": self._other(message["content"])}
            if message["role"] == "user"
            else message
            for message in observation["history"]
        )
        return {"user": self._other(observation["user"]), "history": history}

    def _other(self, text: str) -> str:
        return self._pattern.sub(lambda match: self._others[match.group()], text)


def other_phrases() -> dict[str, str]:
    """For each phrase of the phrasebook, another one of its kind that it does not hold."""
    found: dict[str, str] = {}
    for kind, phrases in phrasebook().items():
        going_on, whole = _OTHERS[kind.partition("-")[0]]
        for place, phrase in enumerate(phrases):
            others = whole if phrase.endswith(".") else going_on
            other = others[place % len(others)]
            found[phrase] = other[:-1] + phrase[-1] if phrase[-1] in ",:" else other
    return found
