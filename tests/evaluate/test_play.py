"""Playing an episode: what is recorded of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.evaluate.play import play
from evolving_intent_env.simulate.scenario import PRESETS


def grade_school(scenario: str = "evolve", **arguments: Any) -> EvolvingIntentEnv:
    domain = get_domain("grade_school")
    return EvolvingIntentEnv(domain, domain.load("builtin", "test"), scenario=PRESETS[scenario], **arguments)


def test_each_turn_is_held_against_its_own_gold() -> None:
    env = grade_school()
    env.reset()
    golds = env.script.trajectory.golds
    replies = [f"\\boxed{{{gold}}}" if gold and turn != 3 else "wait" for turn, gold in enumerate(golds)]
    heard: list[Mapping[str, Any]] = []

    def agent(observation: Mapping[str, Any]) -> str:
        heard.append(observation)
        return replies[len(heard) - 1]

    played = play(env, lambda given: agent, options={"task_id": env.script.trajectory.chain.task_id})
    assert played.replies == tuple(replies)
    assert played.correct == tuple(None if gold is None else turn != 3 for turn, gold in enumerate(golds))
    assert (played.score, played.outcome, played.answer) == (1.0, "correct", golds[-1])
    assert played.causes == ()
    assert [len(observation["history"]) for observation in heard] == [2 * turn for turn in range(len(golds))]


def test_without_options_it_is_the_next_task() -> None:
    env = grade_school("single")
    ids = [play(env, lambda given: lambda observation: "no idea").task_id for _ in range(3)]
    assert ids == list(env.bank.task_ids[:3])


def test_a_wrong_answer_has_causes() -> None:
    env = grade_school()
    played = play(env, lambda given: lambda observation: "I would rather not say.")
    assert (played.score, played.outcome, played.answer) == (0.0, "no_answer", None)
    assert [cause.kind for cause in played.causes] == ["no_answer"]
    assert played.gold == env.script.trajectory.chain.answer
