"""The user in other words says the same."""

from __future__ import annotations

import gymnasium as gym
import pytest

pytest.importorskip("yaml")

import evolving_intent_env  # noqa: F401  # registers the environments
from evolving_intent_env.simulate.phrasebook import phrasebook
from training.other_words import OtherWords, other_phrases

ENV = "EvolvingIntent-GradeSchool-v0"


def test_no_phrase_of_the_phrasebook_is_left_and_none_is_used() -> None:
    others = other_phrases()
    known = {phrase for phrases in phrasebook().values() for phrase in phrases}
    assert set(others) == known
    assert not known & set(others.values())
    assert all(phrase[-1] == other[-1] for phrase, other in others.items())


@pytest.mark.parametrize("scenario", ["reveal", "revise", "switch", "evolve"])
def test_facts_and_questions_stay_as_they_are(scenario: str) -> None:
    plain = gym.make(ENV, source="builtin", scenario=scenario)
    reworded = OtherWords(gym.make(ENV, source="builtin", scenario=scenario))
    others = other_phrases()
    for _ in range(20):
        (said, _), (other, _) = plain.reset(), reworded.reset()
        assert said["user"] == other["user"]  # the opening has no phrase
        over = False
        while not over:
            said, reward, over, _, _ = plain.step("\\boxed{5}")
            other, same, _, _, _ = reworded.step("\\boxed{5}")
            assert reward == same
            for before, after in [*zip(said["history"], other["history"], strict=True), (said, other)]:
                text, new = (m["content"] if "content" in m else m["user"] for m in (before, after))
                for phrase, replacement in others.items():
                    assert phrase not in new
                    text = text.replace(phrase, replacement)
                assert text == new
