"""The demonstration: its table on a few episodes, its tasks, its example."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import ConfigError, ScenarioError
from evolving_intent_env.evaluate.demo import SCENARIOS, Demo, run_demo, shuffled
from evolving_intent_env.evaluate.reference import REFERENCE_POLICIES
from evolving_intent_env.intent.chain import Argument, Chain, Function
from evolving_intent_env.seeding import Draws

EPISODES = 15


@pytest.fixture(scope="module")
def shown() -> Demo:
    domain = get_domain("grade_school")
    return run_demo(domain, domain.load("builtin", "test"), episodes=EPISODES, seed=1)


def test_accuracy_of_every_policy_in_every_scenario(shown: Demo) -> None:
    wrong_where = {
        "oracle": (),
        "ledger": (),
        "append_only": ("evolve", "revise"),
        "last_turn_only": ("evolve", "reveal", "revise", "switch"),
        "first_function": ("evolve", "switch"),
        "inherit_all": ("evolve", "switch"),
    }
    assert {result.policy: dict(result.right) for result in shown.policies} == {
        policy: {name: 0 if name in wrong else EPISODES for name in SCENARIOS} for policy, wrong in wrong_where.items()
    }
    assert [result.policy for result in shown.policies] == list(REFERENCE_POLICIES)


def test_wrong_answers_are_traced_to_the_policys_own_mistake(shown: Demo) -> None:
    for result in shown.policies:
        assert result.wrong == sum(EPISODES - right for right in result.right.values())
        assert result.own >= 0.95 * result.wrong
        assert list(result.kinds.values()) == sorted(result.kinds.values(), reverse=True)
        assert not result.kinds.get("other")


def test_the_example_is_an_evolving_conversation_that_append_only_gets_wrong(shown: Demo) -> None:
    assert shown.script.scenario.label == "evolve"
    assert shown.script.trajectory.chain.task_id in shown.task_ids
    assert shown.answered.outcome == "correct"
    assert len(shown.answered.replies) == len(shown.script.texts)
    assert shown.contrast.outcome == "wrong"
    assert "residue" in {cause.kind for cause in shown.contrast.causes}


def test_the_seed_chooses_the_tasks(shown: Demo) -> None:
    domain = get_domain("grade_school")
    bank = domain.load("builtin", "test")
    ticks: list[tuple[int, int]] = []
    again = run_demo(domain, bank, episodes=3, seed=1, tick=lambda done, total: ticks.append((done, total)))
    assert again.task_ids == shown.task_ids[:3]
    assert ticks == [(1, 3), (2, 3), (3, 3)]
    assert run_demo(domain, bank, episodes=3, seed=2).task_ids != again.task_ids


def test_tasks_that_cannot_meet_every_scenario_are_passed_over() -> None:
    domain = get_domain("grade_school")
    full = domain.load("builtin", "test").chain("spring-planting-rows-00000")
    fact = Argument("a", "Ines buys 4 pens.", (("pens", 4),))
    poor = Chain("poor", "toy", Function("source", "How many pens?", ("a",), "pens"), (), (fact,), "4")
    bank = ChainBank([full, poor], domain="toy", source="memory", split="test")
    both = run_demo(domain, bank, episodes=2)
    assert (both.task_ids, both.passed_over) == ((full.task_id,), 1)
    with pytest.raises(ScenarioError, match="none of 1 tasks"):
        run_demo(domain, ChainBank([poor], domain="toy", source="memory", split="test"))


def test_at_least_one_episode() -> None:
    domain = get_domain("grade_school")
    with pytest.raises(ConfigError, match="episodes=0"):
        run_demo(domain, domain.load("builtin", "test"), episodes=0)


@given(st.integers(0, 60), st.integers(0, 5))
def test_shuffled_gives_every_number_once(count: int, seed: int) -> None:
    assert sorted(shuffled(count, Draws(seed))) == list(range(count))


def test_shuffled_gives_every_order() -> None:
    orders = {tuple(shuffled(3, Draws(seed))) for seed in range(200)}
    assert len(orders) == 6
