"""Words: they carry the events and nothing else, and depend on nothing but the request."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evolving_intent_env.domains.grade_school.bank import GradeSchool
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import Reveal, Revise, Switch
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.phrasebook import phrasebook
from evolving_intent_env.simulate.recap import dump_recap, oracle_recap, prompt_recap
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import PRESETS, Scenario
from evolving_intent_env.simulate.schedule import schedule
from evolving_intent_env.simulate.words import check_words
from tests.simulate.test_schedule import scenarios, try_schedule
from tests.strategies import chains, chains_without_programs

KINDS = ("reveal", "revise", "revise_again", "details", "news")
RELATIONS = ("apply", "narrow", "extend", "reframe", "other")


@settings(max_examples=250)
@given(chains(repeated_numbers=False) | chains_without_programs(), scenarios(), st.none() | st.integers(0, 50))
def test_words_carry_the_events_and_nothing_else(chain: Chain, scenario: Scenario, seed: int | None) -> None:
    draws = None if seed is None else Draws("test", seed)
    trajectory = try_schedule(chain, scenario, draws)
    assume(trajectory is not None)
    assert trajectory is not None
    texts = render(trajectory, draws)
    assert len(texts) == scenario.turns
    assert check_words(trajectory, texts) == ()
    for events, text in zip(trajectory.turns, texts, strict=True):
        for event in events:
            if isinstance(event, Reveal | Revise):
                assert str(event.value)[1:] in text
            elif isinstance(event, Switch):
                assert chain.functions[event.target_id].text[1:] in text
        assert text[0] == text[0].upper()
    assert texts[scenario.turns - scenario.repeats :] == (texts[-1],) * scenario.repeats


@given(chains(), st.sampled_from(list(PRESETS)), st.integers(0, 1000))
def test_wording_does_not_depend_on_what_was_rendered_before(chain: Chain, preset: str, seed: int) -> None:
    trajectory = try_schedule(chain, PRESETS[preset])
    assume(trajectory is not None)
    assert trajectory is not None
    alone, sampled = render(trajectory), render(trajectory, Draws(seed))
    for other in range(5):
        render(trajectory, Draws("other", other))
    assert render(trajectory) == alone
    assert render(trajectory, Draws(seed)) == sampled


def test_there_are_enough_phrases_and_none_of_them_says_anything() -> None:
    book = phrasebook()
    for kind in (*KINDS, *(f"switch-{relation}" for relation in RELATIONS)):
        assert len(set(book[kind])) == len(book[kind]) >= 8
    for kind, phrases in book.items():
        for phrase in phrases:
            assert not re.search(r"\d", phrase), (kind, phrase)
            assert phrase[-1] in ".:", (kind, phrase)
            words = re.findall(r"[A-Za-z']+", phrase)
            assert [w for w in words[1:] if w[0].isupper() and w not in ("I", "I'm")] == [], (kind, phrase)


def test_training_uses_every_phrase_and_never_one_twice_in_a_row() -> None:
    bank = GradeSchool().load("builtin", "train")
    seen: set[str] = set()
    every = [phrase for phrases in phrasebook().values() for phrase in phrases]
    for position in range(400):
        chain = bank.chain(bank.task_ids[position])
        draws = Draws("all phrases", position)
        try:
            texts = render(schedule(chain, Scenario(turns=9, revisions=3, switches=2, events_per_turn=2), draws), draws)
        except ValueError:
            continue
        used = [[phrase for phrase in every if phrase in text] for text in texts]
        seen.update(phrase for phrases in used for phrase in phrases)
        quiet = [phrases for phrases in used if len(phrases) == 1]
        assert all(a != b for a, b in pairwise(quiet))
    usable = {p for kind, ps in phrasebook().items() if kind != "switch-other" for p in ps}
    assert len(usable - seen) <= 0.1 * len(usable)


def test_evaluation_spreads_its_phrases_over_tasks() -> None:
    bank = GradeSchool().load("builtin", "test")
    openings = {render(schedule(bank.chain(id_), PRESETS["revise"]))[1].split(":")[0] for id_ in bank.task_ids[:100]}
    assert len(openings) >= 8


@pytest.mark.parametrize("preset", ["reveal", "revise", "switch", "evolve"])
def test_the_oracle_recap_states_exactly_the_intent(preset: str) -> None:
    bank = GradeSchool().load("builtin", "test")
    for task_id in bank.task_ids[:40]:
        trajectory = schedule(bank.chain(task_id), PRESETS[preset])
        texts = render(trajectory)
        for turn, (function_id, said) in enumerate(trajectory.progress()):
            recap = oracle_recap(trajectory, turn)
            function = trajectory.chain.functions[function_id]
            together = texts[turn] + "\n" + recap
            assert function.text[1:] in together
            for argument in trajectory.chain.arguments:
                for wording in argument.wordings:
                    relevant = argument.id in function.arguments and said.get(argument.id) == wording
                    stated_now = wording[1:] in texts[turn]
                    assert (wording in recap) == (relevant and not stated_now)


def test_the_other_recaps() -> None:
    assert "list" in prompt_recap()
    recap = dump_recap(["First words.", "Second words."])
    assert recap.index("First words.") < recap.index("Second words.")
