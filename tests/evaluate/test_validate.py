"""Validation: a sound bank passes, each planted fault is found and counted, and shortages are told by reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import BankError, ConfigError
from evolving_intent_env.evaluate import validate as module
from evolving_intent_env.evaluate.validate import ANSWERS, CHAINS, EXAMPLES, SCHEDULES, WORDS, Validation, validate
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import PRESETS, Scenario
from evolving_intent_env.simulate.schedule import schedule
from tests.strategies import chains

DOMAIN = get_domain("grade_school")


def good(number: int = 0) -> Chain:
    return DOMAIN.load("builtin", "test").chain(f"spring-planting-rows-{number:05d}")


def check(*chains: Chain) -> Validation:
    return validate(DOMAIN, [ChainBank(chains, domain="toy", source="memory", split="test")], count=100)


@pytest.mark.parametrize("split", ["test", "train"])
def test_the_embedded_bank_is_sound(split: str) -> None:
    found = validate(DOMAIN, [DOMAIN.load("builtin", split)], count=40)
    assert found.broken == 0
    assert {kind: entry.checked for kind, entry in found.checks.items()} == {
        CHAINS: 40,
        ANSWERS: 40,
        SCHEDULES: 40 * len(PRESETS),
        WORDS: 40 * len(PRESETS),
    }
    assert {name: entry.met for name, entry in found.reach.items()} == dict.fromkeys(PRESETS, 40)


@given(chains())
def test_every_valid_chain_is_found_sound(chain: Chain) -> None:
    found = check(chain)
    assert found.broken == 0
    for name, entry in found.reach.items():
        assert entry.met + sum(entry.lacks.values()) == 1, name


def test_a_chain_with_a_wrong_answer_is_found_and_not_scheduled() -> None:
    bad = replace(good(), answer="1")
    found = check(bad, good(1))
    assert found.checks[CHAINS].broken == 1
    assert dict(found.checks[CHAINS].rules) == {"gold": 1}
    assert [example.task_id for example in found.checks[CHAINS].examples["gold"]] == [bad.task_id]
    assert found.checks[SCHEDULES].checked == len(PRESETS)
    assert found.broken == 1


def test_a_gold_answer_that_the_verifier_refuses_is_found() -> None:
    found = check(replace(good(), answer=""))
    assert "verifier" in found.checks[ANSWERS].rules


def test_examples_are_kept_for_the_first_few_only() -> None:
    bad = [replace(good(number), answer="0") for number in range(EXAMPLES + 2)]
    entry = check(*bad).checks[CHAINS]
    assert entry.rules["gold"] == len(bad)
    assert [example.task_id for example in entry.examples["gold"]] == [chain.task_id for chain in bad[:EXAMPLES]]


def test_a_renderer_that_gives_the_answer_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(trajectory: Trajectory) -> tuple[str, ...]:
        first, *later = render(trajectory)
        return (f"{first} It should come to {trajectory.chain.answer}.", *later)

    monkeypatch.setattr(module, "render", leaky)
    found = check(good())
    assert dict(found.checks[WORDS].rules) == {"answer": len(PRESETS)}
    assert {example.scenario for example in found.checks[WORDS].examples["answer"]} <= set(PRESETS)


def test_a_scheduler_that_shortens_a_request_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(chain: Chain, scenario: Scenario) -> Trajectory:
        return schedule(chain, Scenario(turns=2) if scenario.turns > 2 else scenario)

    monkeypatch.setattr(module, "schedule", short)
    found = check(good())
    assert dict(found.checks[SCHEDULES].rules) == {"request": len(PRESETS) - 1}
    message = found.checks[SCHEDULES].examples["request"][0].message
    assert message == "the conversation has 2 turns instead of 3"


def test_a_chain_that_cannot_be_made_is_found() -> None:
    class Broken(ChainBank):
        def chain(self, task_id: str) -> Chain:
            raise BankError("no numbers meet the constraints", task=task_id)

    found = validate(DOMAIN, [Broken([good()], domain="toy", source="memory", split="test")], count=5)
    assert dict(found.checks[CHAINS].rules) == {"unreadable": 1}


def test_what_chains_are_short_of_is_counted_by_reason() -> None:
    no_predecessors = replace(good(), task_id="a", predecessors=())
    exact = replace(
        good(1), task_id="b", arguments=tuple(replace(argument, counterfactuals=()) for argument in good(1).arguments)
    )
    found = check(no_predecessors, exact)
    assert found.broken == 0
    assert dict(found.reach["switch"].lacks) == {"predecessors": 1}
    assert dict(found.reach["revise"].lacks) == {"counterfactuals": 1}
    assert dict(found.reach["evolve"].lacks) == {"predecessors": 1, "counterfactuals": 1}
    assert found.reach["single"].met == 2


def test_rows_left_out_are_added_up() -> None:
    banks = [
        ChainBank(
            [good(number)], domain="toy", source="memory", split="test", left_out={"no question": 2, "odd": number}
        )
        for number in range(2)
    ]
    assert dict(validate(DOMAIN, banks, count=10).left_out) == {"no question": 4, "odd": 1}


def test_count_is_shared_among_banks_and_ticks_reach_it() -> None:
    small = ChainBank([good(0), good(1)], domain="toy", source="memory", split="small")
    ticks: list[tuple[int, int]] = []
    found = validate(
        DOMAIN, [DOMAIN.load("builtin", "test"), small], count=30, tick=lambda done, total: ticks.append((done, total))
    )
    assert found.checks[CHAINS].checked == 30
    assert ticks[-1] == (30, 30)
    with pytest.raises(ConfigError, match="count=0"):
        validate(DOMAIN, [small], count=0)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=5), st.integers(1, 300))
def test_shares_are_even_and_waste_nothing(sizes: list[int], count: int) -> None:
    shares = module._shares(sizes, count)
    assert sum(shares) == min(count, sum(sizes))
    assert all(share <= size for share, size in zip(shares, sizes, strict=True))
    most = max(shares)
    assert all(share == size or share >= most - 1 for share, size in zip(shares, sizes, strict=True))
