"""Evaluations: the figures are those of what was said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import AutoTokenizer

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits, Sample
from evolving_intent_env.simulate.scenario import PRESETS
from tests.training.tiny import TASKS
from training.config import Tasks
from training.measure import Measured, measure, outcomes
from training.tasks import bank_of, distinct_tasks

SCENARIOS = {name: PRESETS[name] for name in ("single", "evolve")}


class Oracle:
    """Knows the gold answer to each user turn, and leaves out what it is told to leave out."""

    def __init__(self, chat: ChatTokens, bank: Bank, ids: Sequence[str], *, wrong_at_last: set[str], cut: bool) -> None:
        self._chat, self._cut = chat, cut
        self._golds: dict[tuple[int, ...], str] = {}
        domain = get_domain(bank.domain)
        for scenario in SCENARIOS.values():
            env = EvolvingIntentEnv(domain, bank, scenario=scenario)
            for task_id in ids:
                env.reset(options={"task_id": task_id})
                texts, golds = env.script.texts, env.script.trajectory.golds
                for turn, gold in enumerate(golds):
                    said = "?" if gold is None else f"\\boxed{{{gold}}}"
                    if turn == len(golds) - 1 and len(golds) > 1 and task_id in wrong_at_last:
                        said = "\\boxed{987654}"
                    self._golds[texts[0], turn] = said  # type: ignore[index]

    def __call__(self, contexts: Sequence[Sequence[int]]) -> list[Sample]:
        tokenizer = self._chat.tokenizer
        samples = []
        for context in contexts:
            first, *more = tokenizer.decode(context).split("<|user|>")[1:]
            said = self._golds[first.partition("<|assistant|>")[0], len(more)]  # type: ignore[index]
            ids = tokenizer(said, add_special_tokens=False)["input_ids"]
            samples.append(Sample([*ids, *([] if self._cut else [self._chat.end])]))
        return samples


@pytest.fixture(scope="module")
def bank() -> Bank:
    return bank_of(Tasks(**TASKS))


def _measured(model: Path, bank: Bank, count: int, wrong: int, *, cut: bool = False, batch: int = 4) -> Measured:
    ids = distinct_tasks(bank, Tasks(**TASKS), count, list(SCENARIOS.values()), "test")
    chat = ChatTokens(AutoTokenizer.from_pretrained(model))
    oracle = Oracle(chat, bank, ids, wrong_at_last=set(ids[:wrong]), cut=cut)
    return measure(oracle, chat, Limits(40, 900), bank, ids, SCENARIOS, batch=batch)


def test_an_oracle_is_always_right(model: Path, bank: Bank) -> None:
    found = _measured(model, bank, 5, 0)
    assert found.right == {"single": (True,) * 5, "evolve": (True,) * 5}
    assert found.turns == {"single": 1.0, "evolve": 1.0}
    assert found.cut == {"single": 0.0, "evolve": 0.0}


def test_wrong_answers_are_counted_task_by_task(model: Path, bank: Bank) -> None:
    found = _measured(model, bank, 5, 2)
    assert found.right == {"single": (True,) * 5, "evolve": (False, False, True, True, True)}
    assert 0.6 < found.turns["evolve"] < 1
    written = found.to_json()["scenarios"]["evolve"]
    assert written["right"] == "00111"
    assert written["accuracy"] == pytest.approx(0.6)
    assert written["low"] < 0.6 < written["high"]
    assert outcomes(found.to_json(), "evolve") == list(found.right["evolve"])


def test_replies_that_were_cut_off_are_counted(model: Path, bank: Bank) -> None:
    assert _measured(model, bank, 3, 0, cut=True).cut == {"single": 1.0, "evolve": 1.0}


def test_how_many_are_played_side_by_side_changes_nothing(model: Path, bank: Bank) -> None:
    assert _measured(model, bank, 5, 1, batch=1) == _measured(model, bank, 5, 1, batch=100)
