"""The embedded bank: every story, its instances, and the splits."""

from __future__ import annotations

import contextlib
import re
from collections import Counter

import pytest

from evolving_intent_env.domains.grade_school.bank import INSTANCES, GradeSchool
from evolving_intent_env.domains.grade_school.instance import make_chain
from evolving_intent_env.domains.grade_school.stories import STORIES
from evolving_intent_env.domains.grade_school.story import Story
from evolving_intent_env.errors import BankError, ConfigError, ScenarioError, SourceError
from evolving_intent_env.intent.invariants import check_chain
from evolving_intent_env.simulate.scenario import PRESETS, Scenario
from evolving_intent_env.simulate.schedule import schedule

LEVELS = {"easy": (4, 40, 320), "medium": (5, 600, 6_000), "hard": (6, 20_000, 10_000_000)}
"""By level: the least number of facts, the greatest number in a fact, the greatest answer."""

every_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.id)


def test_the_bank_is_as_large_and_varied_as_it_says() -> None:
    assert len(STORIES) >= 80
    assert len({story.id for story in STORIES}) == len(STORIES)
    assert len({story.situation for story in STORIES}) >= 10
    for level in LEVELS:
        for split in ("train", "test"):
            assert sum(story.level == level and story.split == split for story in STORIES) >= 4
    relations = Counter(before.relation for story in STORIES for before in story.before)
    assert min(relations[relation] for relation in ("apply", "narrow", "extend", "reframe")) >= 20
    assert sum(bool(story.asides) for story in STORIES) >= 50


@every_story
def test_a_story_gives_sound_chains(story: Story) -> None:
    facts, greatest_number, greatest_answer = LEVELS[story.level]
    assert len(story.facts) >= facts
    assert len(story.before) >= 3
    questions = set()
    for index in range(40):
        chain = make_chain(story, index)
        assert check_chain(chain) == ()
        assert 0 < float(chain.answer) <= greatest_answer
        assert all(0 < value <= greatest_number for a in chain.arguments for _, value in a.values)
        assert not re.search(r"\{|\}|\s\s|\s[.,?]|\.\.", " ".join((chain.question, *chain.truth().values())))
        schedule(chain, PRESETS["evolve"])
        questions.add(chain.question)
    assert len(questions) >= 39
    assert make_chain(story, 7) == make_chain(story, 7)


@every_story
def test_every_gold_on_the_way_makes_sense(story: Story) -> None:
    cents = re.compile(r"\d+(\.\d\d?)?$")
    for index in range(15):
        for preset in ("revise", "switch", "evolve"):
            trajectory = schedule(make_chain(story, index), PRESETS[preset])
            for gold in trajectory.golds:
                assert gold is None or (cents.match(gold) and float(gold) > 0)
            assert trajectory.golds[-1] == trajectory.chain.answer


@every_story
def test_wrong_values_differ_and_every_function_asks_for_something_else(story: Story) -> None:
    chain = make_chain(story, 3)
    for argument in chain.arguments:
        assert len(set(argument.wordings)) == len(argument.wordings)
        assert len(argument.counterfactuals) in ((0, 2) if argument.id in chain.source_ids else (0,))
    golds = [chain.gold(id_, chain.truth()) for id_ in chain.functions]
    assert None not in golds
    assert len(set(golds)) == len(golds)


@pytest.mark.slow
@every_story
def test_a_story_has_a_thousand_distinct_instances(story: Story) -> None:
    assert len({make_chain(story, index).question for index in range(1_200)}) >= 1_000


def test_no_story_is_in_both_splits() -> None:
    domain = GradeSchool()
    stories = {
        split: {id_.rsplit("-", 1)[0] for id_ in domain.load("builtin", split).task_ids[:500]}
        for split in domain.splits
    }
    assert not stories["train"] & stories["test"]
    for split in ("train", "test"):
        parts = [stories[f"{split}-{level}"] for level in LEVELS]
        assert set().union(*parts) == stories[split]
        assert sum(map(len, parts)) == len(stories[split])


def test_task_ids_are_a_sequence() -> None:
    bank = GradeSchool().load("builtin", "test-easy")
    ids = bank.task_ids
    stories = len(ids) // INSTANCES
    assert len(set(ids[: 3 * stories])) == 3 * stories
    assert ids[-1] == ids[len(ids) - 1]
    assert ids[0] in ids
    assert ids.index(ids[stories + 1]) == stories + 1
    for wrong in ("", "nowhere-00001", ids[0][:-1], ids[0] + "0", ids[0][:-5] + "99999", ids[0][:-5] + "0x001", 3):
        assert wrong not in ids
    with pytest.raises(IndexError):
        ids[len(ids)]
    with pytest.raises(BankError, match="no such task"):
        bank.chain("nowhere-00001")


def test_bad_splits_and_sources_are_refused() -> None:
    with pytest.raises(ConfigError, match="allowed are test, train"):
        GradeSchool().load("builtin", "dev")
    with pytest.raises(SourceError, match="built in"):
        GradeSchool().load("openai/gsm8k", "test")


def test_longer_conversations_are_possible_too() -> None:
    bank = GradeSchool().load("builtin", "test")
    longer, met = Scenario(turns=10, revisions=3, switches=3), 0
    for task_id in bank.task_ids[:100]:
        with contextlib.suppress(ScenarioError):
            met += len(schedule(bank.chain(task_id), longer)) == longer.turns
    assert met >= 90
