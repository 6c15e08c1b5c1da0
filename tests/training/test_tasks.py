"""Which tasks a run uses, and that held-out numbers are held out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.errors import BankError, ConfigError
from evolving_intent_env.simulate.scenario import PRESETS, Scenario

pytest.importorskip("yaml")

from training.config import Tasks
from training.tasks import bank_of, distinct_tasks, meets, next_task, part_of, task_stream

EASY = Tasks(env="EvolvingIntent-GradeSchool-v0", source="builtin", split="train-easy")


@pytest.fixture(scope="module")
def bank() -> Bank:
    return bank_of(EASY)


def test_the_parts_are_a_tenth_a_tenth_and_the_rest(bank: Bank) -> None:
    # 6,000 tasks: four standard deviations of a share of a tenth are 1.6 points.
    counts = Counter(part_of(bank.chain(task_id)) for task_id in bank.task_ids[::40])
    total = sum(counts.values())
    assert counts["dev"] / total == pytest.approx(0.1, abs=0.016)
    assert counts["test"] / total == pytest.approx(0.1, abs=0.016)
    assert counts["train"] / total == pytest.approx(0.8, abs=0.021)


def test_a_part_is_the_same_everywhere(bank: Bank) -> None:
    """Written down once: a change moves held-out tasks into training."""
    parts = [part_of(bank.chain(task_id)) for task_id in bank.task_ids[:12]]
    assert parts == ["dev", "test", "train", "train", "dev", *["train"] * 7]


def test_tasks_of_a_story_with_the_same_numbers_are_in_one_part(bank: Bank) -> None:
    parts: dict[tuple[object, ...], set[str]] = {}
    several = 0
    for task_id in bank.task_ids[:6_000]:
        chain = bank.chain(task_id)
        numbers = (chain.original_id, *sorted((name, str(value)) for name, value in chain.true_values.items()))
        several += numbers in parts
        parts.setdefault(numbers, set()).add(part_of(chain))
    assert several > 2
    assert {len(found) for found in parts.values()} == {1}


def test_a_part_depends_on_no_words(bank: Bank) -> None:
    for task_id in bank.task_ids[:50]:
        chain = bank.chain(task_id)
        assert part_of(replace(chain, task_id="another", question="Something else?")) == part_of(chain)


def test_no_task_of_one_part_comes_in_another(bank: Bank) -> None:
    seen = {}
    for part in ("train", "dev", "test"):
        tasks = EASY.model_copy(update={"part": part, "stories": ["dog-walks"]})
        chains = list(islice(task_stream(bank, tasks, "here"), 300))
        assert {part_of(chain) for chain in chains} == {part}
        assert {chain.original_id for chain in chains} == {"dog-walks"}
        seen[part] = {str(sorted(chain.true_values.items())) for chain in chains}
    assert not seen["train"] & seen["dev"]
    assert not seen["train"] & seen["test"]
    assert not seen["dev"] & seen["test"]


def test_a_stream_depends_on_its_identity_alone(bank: Bank) -> None:
    one, same, other = (
        [chain.task_id for chain in islice(task_stream(bank, EASY, *identity), 50)]
        for identity in (("a", 1), ("a", 1), ("a", 2))
    )
    assert one == same
    assert one != other


def test_a_request_that_no_task_fits_ends(bank: Bank) -> None:
    with pytest.raises(BankError, match="no-such-story"):
        next(task_stream(bank, EASY.model_copy(update={"stories": ["no-such-story"]}), 0))
    impossible = Scenario(turns=80, revisions=40, switches=39)
    with pytest.raises(BankError, match="40 revisions"):
        next_task(task_stream(bank, EASY, 0), impossible, bank.source)
    with pytest.raises(BankError, match="only 0 of 3"):
        distinct_tasks(bank, EASY, 3, [impossible], 0)


def test_more_tasks_than_there_are_cannot_be_had() -> None:
    few = Few(bank_of(EASY), 5)
    with pytest.raises(BankError, match="only 5 of 6"):
        distinct_tasks(few, EASY, 6, [PRESETS["single"]], 0)
    assert sorted(distinct_tasks(few, EASY, 5, [PRESETS["single"]], 0)) == sorted(few.task_ids)


class Few:
    """The first tasks of a bank."""

    def __init__(self, bank: Bank, count: int) -> None:
        self.domain, self.source, self.split, self.chain = bank.domain, bank.source, bank.split, bank.chain
        self.task_ids = bank.task_ids[:count]

    def __contains__(self, task_id: object) -> bool:
        return task_id in self.task_ids


def test_distinct_tasks_are_distinct_and_meet_every_scenario(bank: Bank) -> None:
    scenarios = [PRESETS["single"], PRESETS["evolve"]]
    ids = distinct_tasks(bank, EASY, 100, scenarios, "here")
    assert len(set(ids)) == 100
    assert all(meets(bank.chain(task_id), scenario) for task_id in ids for scenario in scenarios)
    assert ids == distinct_tasks(bank, EASY, 100, scenarios, "here")


def test_the_next_task_is_the_first_that_fits(bank: Bank) -> None:
    scenario = PRESETS["evolve"]
    chains = list(islice(task_stream(bank, EASY, 4), 200))
    expected = next(chain for chain in chains if meets(chain, scenario))
    assert next_task(task_stream(bank, EASY, 4), scenario, bank.source) == expected


@pytest.mark.parametrize(("name", "value"), [("env", "EvolvingIntent-None-v0"), ("source", "auto"), ("split", "none")])
def test_a_bank_that_is_not_there_is_named(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=value):
        bank_of(EASY.model_copy(update={name: value}))
