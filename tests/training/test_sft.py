"""The warm-up: what its conversations hold, and what its loss looks at."""

from __future__ import annotations

import json
import operator as op
import re
from itertools import islice
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import AutoModelForCausalLM, AutoTokenizer

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.demonstrations import MISSING
from evolving_intent_env.simulate.phrasebook import phrasebook
from tests.training.tiny import sft_settings
from training import sft

OPERATIONS = {"+": op.add, "-": op.sub, "*": op.mul, "/": op.truediv}


def test_a_demonstration_is_right_and_nobody_changes_their_mind(tmp_path: Path) -> None:
    forbidden = [phrase for kind, phrases in phrasebook().items() if kind != "reveal" for phrase in phrases]
    frame = get_domain("grade_school").frame("")
    lengths, asked = set(), set()
    for talk in islice(sft.demonstrations(sft_settings(tmp_path, step_mix={"single": 1, "reveal": 2})), 300):
        lengths.add(len(talk))
        assert talk[0][0].endswith(frame)
        users = [user for user, _ in talk]
        (asking,) = [turn for turn, user in enumerate(users) if "?" in user]
        asked.add((asking > 0, asking == len(talk) - 1))
        assert not any(phrase in user for user in users for phrase in forbidden)
        replies = [reply for _, reply in talk]
        assert replies[:-1] == [MISSING] * (len(talk) - 1)
        for left, operator, right, result in re.findall(r"([\d.]+) ([-+*/]) ([\d.]+) = ([\d.]+)", replies[-1]):
            assert OPERATIONS[operator](float(left), float(right)) == pytest.approx(float(result))
        assert (
            replies[-1].endswith(f"\\boxed{{{replies[-1].rpartition('= ')[2].partition('.')[0]}}}")
            or "=" not in replies[-1]
        )
    assert {1, 2, 3, 5} <= lengths
    assert len(asked) == 4  # first, in between and last, and first and last at once


def test_in_its_original_order_a_task_ends_on_its_question(tmp_path: Path) -> None:
    frame = get_domain("grade_school").frame("")
    for talk in islice(sft.demonstrations(sft_settings(tmp_path, step_mix={"original": 1})), 100):
        ((user, reply),) = talk
        words = user.removesuffix(frame)
        assert words.endswith("?")
        assert words.count("?") == 1
        assert ". " in words
        assert "\\boxed{" in reply


def test_several_questions_are_answered_from_facts_that_are_told_once(tmp_path: Path) -> None:
    frame = get_domain("grade_school").frame("")
    asked, without_a_question = set(), set()
    for talk in islice(sft.demonstrations(sft_settings(tmp_path, longest=7, step_mix={"several": 1})), 200):
        assert len(talk) <= 7
        assert talk[0][0].endswith(frame)
        users = [user.removesuffix(frame) for user, _ in talk]
        sentences = [sentence for user in users for sentence in re.findall(r"[^.?]+[.?]", user)]
        assert len(sentences) == len({sentence.strip() for sentence in sentences})
        asked.add(sum("?" in user for user in users))
        for turn, (user, reply) in enumerate(talk):
            if "?" not in user and turn > 0:  # the facts that were missing, or facts that are not needed yet
                missing = talk[turn - 1][1] == MISSING
                without_a_question.add(missing)
                assert missing or reply == talk[turn - 1][1]
            numbers = {int(number) for user in users[: turn + 1] for number in re.findall(r"\d+", user)}
            results: set[int] = set()
            for left, operator, right, result in re.findall(r"(\d+) ([-+*/]) (\d+) = (\d+)", reply):
                assert OPERATIONS[operator](int(left), int(right)) == int(result)
                assert {int(left), int(right)} <= numbers | results | {2}  # 2 as in "twice"
                results.add(int(result))
    assert {1, 2, 3} >= asked >= {2, 3}
    assert without_a_question == {True, False}


def test_a_drill_is_one_calculation(tmp_path: Path) -> None:
    for talk in islice(sft.demonstrations(sft_settings(tmp_path, step_mix={"drill": 1})), 100):
        ((user, reply),) = talk
        asked = re.fullmatch(r"What is (\d+) ([-+*/]) (\d+)\?", user)
        assert asked
        left, operator, right = int(asked[1]), asked[2], int(asked[3])
        value = OPERATIONS[operator](left, right)
        assert reply == f"{left} {operator} {right} = {value:g}. \\boxed{{{value:g}}}"


def test_the_loss_is_on_the_replies_and_equals_the_models_own(model: Path, tmp_path: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)
    chat = ChatTokens(tokenizer)
    talks = list(islice(sft.demonstrations(sft_settings(tmp_path)), 6))
    examples = [sft.tokens_of(talk, chat) for talk in talks]
    for talk, example in zip(talks, examples, strict=True):
        labelled = [label for label in example["labels"] if label != -100]
        assert tokenizer.decode(labelled) == "".join(f"{reply}<|end|>" for _, reply in talk)
        whole = [
            m
            for user, reply in talk
            for m in ({"role": "user", "content": user}, {"role": "assistant", "content": reply})
        ]
        assert tokenizer.decode(example["input_ids"]) == tokenizer.apply_chat_template(whole, tokenize=False)
    batch = sft._padded(examples, tokenizer.pad_token_id)
    net = AutoModelForCausalLM.from_pretrained(model)
    ours = sft._ReplyTrainer.compute_loss(None, net, batch)
    assert ours.item() == pytest.approx(net(**batch).loss.item(), abs=1e-5)


def test_a_warm_up_saves_a_model_and_measures_it(tmp_path: Path) -> None:
    sft.main(sft_settings(tmp_path))
    measured = json.loads((tmp_path / "measured.json").read_text(encoding="utf-8"))
    assert measured["tasks"] == 2
    assert set(measured["scenarios"]) == {"single", "evolve"}
    net = AutoModelForCausalLM.from_pretrained(tmp_path / "model")
    assert net.config.vocab_size == len(AutoTokenizer.from_pretrained(tmp_path / "model"))


def test_steps_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="step_mix holds 5 conversations, the trainer takes 6"):
        sft.main(sft_settings(tmp_path, step_mix={"single": 5}))


@pytest.mark.parametrize("lora", [None, {"rank": 4, "alpha": 8}], ids=["full", "lora"])
def test_the_loss_of_a_step_is_a_mean_over_all_its_replies(model: Path, tmp_path: Path, lora: object) -> None:
    """Two parts of a step hold different numbers of reply tokens: the logged loss weighs tokens, not parts."""
    settings = sft_settings(tmp_path, model={"path": str(model), "lora": lora})
    settings = settings.model_copy(
        update={"trainer": {**settings.trainer, "max_steps": 1, "logging_steps": 1, "learning_rate": 0.0}}
    )
    sft.main(settings)
    (logged, *_) = json.loads((tmp_path / "losses.json").read_text(encoding="utf-8"))

    chat = ChatTokens(AutoTokenizer.from_pretrained(model))
    net = AutoModelForCausalLM.from_pretrained(model)
    total, count, parts = 0.0, 0, []
    for talk in islice(sft.demonstrations(settings), 6):
        example = {name: torch.tensor([value]) for name, value in sft.tokens_of(talk, chat).items()}
        logprobs = net(example["input_ids"]).logits[0, :-1].log_softmax(-1)
        targets = example["labels"][0, 1:]
        kept = targets != -100
        total -= float(logprobs[kept].gather(1, targets[kept][:, None]).sum().detach())
        count += int(kept.sum())
        parts.append(int(kept.sum()))
    assert len(set(parts)) > 1
    assert logged["loss"] == pytest.approx(total / count, rel=1e-5)


def test_demonstrations_out_of_order_are_refused(tmp_path: Path) -> None:
    settings = sft_settings(tmp_path)
    shuffled = {**settings.trainer, "train_sampling_strategy": "random"}
    with pytest.raises(ConfigError, match="sequential"):
        sft.main(settings.model_copy(update={"trainer": shuffled}))
