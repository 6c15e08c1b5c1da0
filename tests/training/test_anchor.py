"""What each reward pays, with an agent that says what it is told to say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")
pytest.importorskip("trl")
pytest.importorskip("peft")

from transformers import AutoTokenizer

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits, Sample
from evolving_intent_env.integrations.trl import EvolvingRollout, episode_row
from evolving_intent_env.simulate.scenario import PRESETS
from tests.training.tiny import grpo_settings
from training import grpo
from training.tasks import bank_of

LIMITS = Limits(turn_tokens=30, total_tokens=600)


class Parrot:
    """A generator that answers turn by turn from a list for each member, which all members have the same length of."""

    def __init__(self, chat: ChatTokens, replies: Sequence[Sequence[str]]) -> None:
        self._chat = chat
        self._turns = iter(list(zip(*replies, strict=True)))

    def __call__(self, contexts: Sequence[Sequence[int]]) -> list[Sample]:
        if not contexts:
            return []
        said = next(self._turns)
        assert len(said) == len(contexts)
        encode = self._chat.tokenizer
        return [Sample([*encode(text, add_special_tokens=False)["input_ids"], self._chat.end]) for text in said]


class Table:
    """A task, its golds turn by turn, and a rollout function whose agent says what is written down for it."""

    def __init__(self, model: Path, folder: Path, reward: str, *, members: int) -> None:
        settings = grpo_settings(model, folder, reward=reward)
        bank = bank_of(settings.tasks)
        env = EvolvingIntentEnv(get_domain(bank.domain), bank, mode="train", scenario=PRESETS["switch"])
        row = episode_row(env, seed=0)
        self.golds = env.script.trajectory.golds
        self.chat = ChatTokens(AutoTokenizer.from_pretrained(model))
        self._prompts = [row["prompt"]] * members
        self._settings, self._bank = settings, bank
        # What the rollout function asks of a trainer.
        self._trainer = SimpleNamespace(
            processing_class=self.chat.tokenizer,
            chat_template=None,
            chat_template_kwargs={},
            model=SimpleNamespace(training=True),
            num_generations=members,
            accelerator=SimpleNamespace(num_processes=1),
            _metrics={"train": _Any()},
        )

    def paid(self, *talks: Sequence[Sequence[str]], limits: Limits = LIMITS) -> list[float]:
        """The rewards, when the generators say these things one after the other."""
        played: EvolvingRollout = grpo._rollout(self._settings, self._bank, limits)
        parrots = iter([Parrot(self.chat, talk) for talk in talks])
        played._make_generate = lambda trainer, chat: next(parrots)
        output = played(self._prompts, self._trainer)  # type: ignore[arg-type]
        self.played = played
        assert next(parrots, None) is None
        return list(output["reward"])


class _Any(dict[str, list[float]]):
    def __missing__(self, key: str) -> list[float]:
        return self.setdefault(key, [])


def boxed(value: object) -> str:
    return f"\\boxed{{{value}}}"


def answers(golds: Sequence[str | None], right: Sequence[bool]) -> list[str]:
    """A reply to each turn, right or wrong."""
    return [boxed(gold if ok and gold is not None else 987654) for gold, ok in zip(golds, right, strict=True)]


def test_the_outcome_reward_is_the_score_of_the_last_reply(model: Path, tmp_path: Path) -> None:
    table = Table(model, tmp_path, "outcome", members=4)
    T, F = True, False
    talks = [answers(table.golds, right) for right in ([T, T, T], [T, T, F], [F, F, T], [F, F, F])]
    assert table.paid(talks) == [1.0, 0.0, 1.0, 0.0]


def test_each_turn_with_a_gold_pays_its_share(model: Path, tmp_path: Path) -> None:
    table = Table(model, tmp_path, "per_turn", members=4)
    T, F = True, False
    rights = ([T, T, T], [T, T, F], [F, F, T], [F, F, F])
    count = sum(gold is not None for gold in table.golds)
    assert count >= 2
    expected = [
        sum(ok and gold is not None for ok, gold in zip(right, table.golds, strict=True)) / count for right in rights
    ]
    assert table.paid([answers(table.golds, right) for right in rights]) == pytest.approx(expected)
    assert len(set(expected)) > 2


def test_the_anchor_is_the_answer_given_most_often_in_one_turn(model: Path, tmp_path: Path) -> None:
    table = Table(model, tmp_path, "anchor", members=4)
    gold = table.golds[-1]
    last = [boxed(41), boxed(gold), "I need to know more.", boxed("41.0")]
    talks = [["Hm.", "Hm.", said] for said in last]
    singles = [[boxed(41)], [boxed(gold)], ["No idea."], [boxed(41)]]
    # The model's own answer, although it is wrong: no gold answer has a part in it.
    assert table.paid(talks, singles) == [1.0, 0.0, 0.0, 1.0]
    assert [one.reward for one in table.played.last] == [1.0, 0.0, 0.0, 1.0]


def test_without_any_answer_in_one_turn_nobody_is_paid(model: Path, tmp_path: Path) -> None:
    table = Table(model, tmp_path, "anchor", members=2)
    talks = [["Hm.", "Hm.", boxed(table.golds[-1])]] * 2
    assert table.paid(talks, [["No idea."], ["None."]]) == [0.0, 0.0]


def test_what_the_user_says_is_no_answer(model: Path, tmp_path: Path) -> None:
    """An episode that grows too long ends on the user's words; numbers in them must not count as the agent's."""
    table = Table(model, tmp_path, "anchor", members=2)
    full = Table(model, tmp_path, "outcome", members=2)
    full.paid([answers(full.golds, [True] * 3)] * 2)
    users = [m["content"] for m in full.played.last[0].messages if m["role"] == "user"]
    number = next(word.strip(".,?!$") for word in reversed(users[1].split()) if word.strip(".,?!$").isdigit())
    reply = table.chat.tokenizer("Hm.", add_special_tokens=False)["input_ids"]
    limits = Limits(turn_tokens=30, total_tokens=len(reply) + 9)
    assert table.paid([["Hm."]] * 2, [[boxed(number)]] * 2, limits=limits) == [0.0, 0.0]
    assert {one.info["outcome"] for one in table.played.last} == {"out_of_tokens"}
