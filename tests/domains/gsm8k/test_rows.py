"""Properties of the chains that the real rows make."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.gsm8k.domain import GSM8K
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.text import clean
from evolving_intent_env.errors import ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.invariants import check_chain
from evolving_intent_env.intent.program import exact
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.simulate.schedule import schedule

pytestmark = pytest.mark.data


@lru_cache(maxsize=4)
def bank(folder: Path, split: str) -> ChainBank:
    made = GSM8K().load(str(folder / "gsm8k"), split)
    assert isinstance(made, ChainBank)
    return made


@pytest.fixture
def chains(data: Path) -> list[Chain]:
    loaded = bank(data, "test")
    return [loaded.chain(task_id) for task_id in loaded.task_ids]


def test_every_chain_is_valid(chains: list[Chain]) -> None:
    assert [violation for chain in chains for violation in check_chain(chain)] == []


def test_programs_give_the_benchmarks_answers(chains: list[Chain]) -> None:
    for chain in chains:
        assert exact(chain.gold("source", chain.truth()) or "nothing") == exact(chain.answer)


def test_no_number_of_a_question_is_lost(chains: list[Chain]) -> None:
    for chain in chains:
        said = Counter(exact(span.worth) for argument in chain.arguments for span in numbers(argument.text))
        question = clean(chain.question)
        for span in numbers(question):
            before = question[: span.start]
            how_many_there_are = re.search(r"\b(the|these|those|all|his|her|their|its|'s|than) $", before)
            if span.kind != "fixed" and not how_many_there_are:
                assert said[exact(span.worth)], (chain.task_id, span.text)


def test_functions_hold_no_numbers(chains: list[Chain]) -> None:
    for chain in chains:
        for function in chain.functions.values():
            assert not any(span.kind == "digits" for span in numbers(function.text)), function.text
            assert function.text.endswith("?")


def test_wrong_values_keep_every_function_sensible(chains: list[Chain]) -> None:
    for chain in chains:
        for function in chain.functions.values():
            true = exact(chain.gold(function.id, chain.truth()) or "nothing")
            for argument in chain.arguments:
                for wrong in argument.counterfactuals:
                    gold = exact(chain.gold(function.id, {**chain.truth(), argument.id: wrong.text}) or "nothing")
                    assert (gold > 0) == (true > 0), (chain.task_id, function.text, wrong.text)
                    assert isinstance(gold, int) or not isinstance(true, int), (
                        chain.task_id,
                        function.text,
                        wrong.text,
                    )


def test_enough_rows_become_chains(data: Path, chains: list[Chain]) -> None:
    assert len(chains) >= 1_000
    train = bank(data, "train")
    useful = sum(
        len(chain.arguments) >= 2 and any(argument.counterfactuals for argument in chain.arguments)
        for chain in map(train.chain, train.task_ids)
    )
    assert useful >= 4_900


def test_enough_rows_meet_the_evolve_scenario(chains: list[Chain]) -> None:
    met = 0
    for chain in chains:
        try:
            schedule(chain, PRESETS["evolve"])
        except ScenarioError:
            continue
        met += 1
    assert met >= 470


def test_the_papers_rows_are_loaded(data: Path) -> None:
    assert len(bank(data, "paper").task_ids) >= 145
