"""Models and tokenizers: made here, loaded, refused."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import AutoTokenizer

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens
from tests.training.tiny import NEW
from training.config import LoRA, Model, NewModel, NumberWaves
from training.models import chat_template, load_model, load_tokenizer, lora_config, new_model, train_tokenizer

FRAME = get_domain("grade_school").frame("")


def test_a_tokenizer_of_our_own_keeps_every_text(model: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)
    for text in ("", "  two  blanks", "12 * 1234 = 14808. \\boxed{14808}", "Ça coûte 5 €\n\tnaïve 数", f"Why?{FRAME}"):
        assert tokenizer.decode(tokenizer(text, add_special_tokens=False)["input_ids"]) == text


def test_the_frame_is_one_token(model: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)
    assert len(tokenizer(FRAME, add_special_tokens=False)["input_ids"]) == 1


def test_a_tokenizer_holds_no_more_than_it_may() -> None:
    texts = [f"{a} times {b} is {a * b}." for a in range(60) for b in range(60)]
    assert len(train_tokenizer(texts, 310, "Say it.")) == 310


def test_numbers_are_read_two_digits_at_a_time(model: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)

    def pieces(text: str) -> list[str]:
        return [tokenizer.decode([token]) for token in tokenizer(text, add_special_tokens=False)["input_ids"]]

    # Never more than two digits in a token, and never across the boundary counted from the end.
    for number, parts in (
        (7, ["7"]),
        (42, ["42"]),
        (342, ["3", "42"]),
        (1342, ["13", "42"]),
        (51342, ["5", "13", "42"]),
    ):
        found = pieces(str(number))
        assert "".join(found) == str(number)
        ends = {len("".join(parts[: i + 1])) for i in range(len(parts))}
        assert ends <= {len("".join(found[: i + 1])) for i in range(len(found))}


def test_a_conversation_in_the_own_template_reads_as_it_should(model: Path) -> None:
    chat = ChatTokens(AutoTokenizer.from_pretrained(model))
    tokenizer = chat.tokenizer
    assert tokenizer.decode(chat.opening([{"role": "user", "content": "Hi."}])) == "<|user|>Hi.<|assistant|>"
    following = chat.following([{"role": "tool", "content": "7"}, {"role": "user", "content": "So?"}], ended=False)
    assert tokenizer.decode(following) == "<|end|><|tool|>7<|user|>So?<|assistant|>"
    assert tokenizer.pad_token_id != tokenizer.eos_token_id == chat.end


def test_the_same_seed_gives_the_same_weights(model: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)
    one, same, other = (new_model(NewModel(**NEW), tokenizer, seed).get_input_embeddings().weight for seed in (0, 0, 1))
    assert torch.equal(one, same)
    assert not torch.equal(one, other)
    assert torch.equal(one, load_model(Model(path=str(model))).get_input_embeddings().weight)


def test_numbers_start_from_waves_and_nothing_else_changes(model: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(model)
    plain = new_model(NewModel(**NEW), tokenizer, seed=0).get_input_embeddings().weight
    waves = (
        new_model(NewModel(**NEW, number_waves=NumberWaves(periods=[10, 100], amplitude=0.5)), tokenizer, seed=0)
        .get_input_embeddings()
        .weight
    )
    numbers = 0
    for token, text in enumerate(tokenizer.batch_decode([[token] for token in range(len(tokenizer))])):
        if text.strip().isdecimal():
            numbers += 1
            angles = [2 * math.pi * int(text) / period for period in (10, 100)]
            wanted = [wave(angle) for angle in angles for wave in (math.cos, math.sin)]
            assert waves[token, :4].tolist() == pytest.approx([0.5 * one for one in wanted], abs=1e-5)
            assert torch.equal(waves[token, 4:], plain[token, 4:])
        else:
            assert torch.equal(waves[token], plain[token])
    assert numbers > 20


def test_waves_without_room_are_refused(model: Path) -> None:
    waves = NumberWaves(periods=[2.0 + i for i in range(9)], amplitude=0.5)
    with pytest.raises(ConfigError, match=r"number_waves takes 18 of an embedding's 16 dimensions"):
        new_model(NewModel(**NEW, number_waves=waves), AutoTokenizer.from_pretrained(model), 0)


def test_a_model_is_loaded_with_its_type(model: Path) -> None:
    assert load_model(Model(path=str(model), dtype="bfloat16")).dtype == torch.bfloat16


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    for load in (load_model, load_tokenizer):
        with pytest.raises(ConfigError, match="nothing-here"):
            load(Model(path=str(tmp_path / "nothing-here")))


def test_a_model_yet_to_be_made_cannot_be_loaded() -> None:
    with pytest.raises(ConfigError, match=r"model\.path is missing"):
        load_tokenizer(Model(new=NewModel(**NEW)))


def test_a_tokenizer_that_pads_with_its_end_is_refused(model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model, folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.pad_token = tokenizer.eos_token
    tokenizer.save_pretrained(folder)
    with pytest.raises(ConfigError, match="padding token"):
        load_tokenizer(Model(path=str(folder)))


def test_the_template_of_the_settings_is_saved_with_the_tokenizer(model: Path, tmp_path: Path) -> None:
    pytest.importorskip("trl")
    settings = Model(path=str(model), template="qwen3_training")
    tokenizer = load_tokenizer(settings)
    tokenizer.save_pretrained(tmp_path)
    assert AutoTokenizer.from_pretrained(tmp_path).chat_template == chat_template(settings) != None  # noqa: E711
    assert chat_template(Model(path=str(model))) is None
    own = tmp_path / "own.jinja"
    own.write_text("{{ messages }}", encoding="utf-8")
    assert chat_template(Model(path="x", template=str(own))) == "{{ messages }}"
    with pytest.raises(ConfigError, match="no-such"):
        chat_template(Model(path="x", template="no-such"))


def test_adapters_are_those_of_the_settings() -> None:
    pytest.importorskip("peft")
    made = lora_config(LoRA(rank=4, alpha=8, dropout=0.1, targets=["q_proj"]))
    assert (made.r, made.lora_alpha, made.lora_dropout, made.target_modules) == (4, 8, 0.1, {"q_proj"})
    assert lora_config(None) is None
