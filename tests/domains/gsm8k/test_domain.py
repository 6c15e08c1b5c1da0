from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.gsm8k.domain import GSM8K
from evolving_intent_env.domains.gsm8k.paper_ids import PAPER_IDS
from evolving_intent_env.errors import BankError, ConfigError, SourceError
from tests.domains.gsm8k.test_build import ANSWER, QUESTION

ROW = {"question": QUESTION, "answer": ANSWER}
ITEM = {
    "task_id": "extracted-gsm8k-test-9999",
    "original_id": 9999,
    "function": "How much does Ines spend on pens?",
    "answer": "12",
    "question": "Ines buys 4 pens. Each pen costs $3. How much does Ines spend on pens?",
    "arguments": [
        {
            "argument_id": 1,
            "argument": "Ines buys 4 pens.",
            "counterfactual_arguments": [
                {"counterfactual_argument": "Ines buys 5 pens.", "original_value": "4", "counterfactual_value": "5"}
            ],
        },
        {"argument_id": 2, "argument": "Each pen costs $3.", "counterfactual_arguments": []},
    ],
    "predecessor_functions": [
        {"predecessor_function": "Far?", "taxonomy_type": "T1", "counterfactual_arguments": []},
        {
            "predecessor_function": "How many pens does Ines own in total?",
            "taxonomy_type": "T3",
            "counterfactual_arguments": [
                {"argument_id": 1, "argument": "Ines buys 4 pens.", "is_shared": True},
                {"argument_id": 103, "argument": "Ines already owned 2 pens.", "is_shared": False},
            ],
        },
    ],
    "verification_passed": True,
}


def load(source: Path | str, split: str = "test") -> ChainBank:
    bank = GSM8K().load(str(source), split)
    assert isinstance(bank, ChainBank)
    return bank


def test_a_folder_prefers_the_file_with_sub_questions(tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text(json.dumps({**ROW, "answer": "12*20=<<12*20=240>>240\n#### 240"}) + "\n")
    (tmp_path / "test_socratic.jsonl").write_text(json.dumps(ROW) + "\n\n")
    bank = load(tmp_path)
    assert bank.task_ids == ("gsm8k-test-0",)
    assert len(bank.chain("gsm8k-test-0").predecessors) == 3


def test_rows_left_out_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in (ROW, {"question": "Why? What?", "answer": ANSWER})))
    assert load(file, "train").left_out == {"no single question": 1}


def test_the_paper_split_keeps_the_papers_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join([json.dumps(ROW)] * 20))
    assert load(file, "paper").task_ids == tuple(f"gsm8k-test-{number}" for number in PAPER_IDS if number < 20)
    assert len(set(PAPER_IDS)) == 200


@pytest.mark.parametrize("wrap", [lambda item: item, lambda item: [item], lambda item: {"results": [item]}])
def test_a_release_file_loads_as_it_is(tmp_path: Path, wrap: object) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps(wrap(ITEM)))  # type: ignore[operator]
    made = load(file).chain("extracted-gsm8k-test-9999")
    assert [function.text for function in made.predecessors] == ["How many pens does Ines own in total?", "Far?"]
    assert [function.relation for function in made.predecessors] == ["extend", "apply"]
    assert [argument.id for argument in made.arguments] == ["1", "2", "103"]
    assert made.source.arguments == ("1", "2")
    assert made.gold("source", made.truth()) == "12"
    assert made.by_id["1"].counterfactuals[0].text == "Ines buys 5 pens."


def test_release_items_that_failed_verification_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps([ITEM, {**ITEM, "verification_passed": False}, {"function": "What?"}]))
    assert load(file).left_out == {"marked as not verified": 1, "no function or no arguments": 1}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"question": "a", "answer": "b"}\n{oops', "line 2"),
        ('{"question": "a"}\n', "answer"),
        ('{"question": "a", "answer": 5}\n', "answer"),
        ("nothing of this", "JSON"),
        ("5", "list of tasks"),
        ("", "JSON"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, where: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(text)
    with pytest.raises(BankError, match=where) as error:
        load(file)
    assert error.value.file == str(file)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BankError, match="UTF-8"):
        load(file)


def test_sources_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        load(tmp_path / "no.jsonl")
    with pytest.raises(SourceError, match=r"test_socratic\.jsonl"):
        load(tmp_path)
    with pytest.raises(SourceError, match="not built in"):
        load("builtin")
    with pytest.raises(ConfigError, match="test, train, paper"):
        load(tmp_path, "dev")


def test_the_hub_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(SourceError, match=r"evolving-intent-env\[data\]"):
        load("openai/gsm8k")


def test_the_hub_falls_back_to_rows_without_sub_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def load_dataset(name: str, config: str, *, split: str) -> list[dict[str, str]]:
        asked.append((name, config, split))
        if config == "socratic":
            raise ValueError("no such configuration")
        return [ROW]

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load_dataset))
    assert load("openai/gsm8k").task_ids == ("gsm8k-test-0",)
    assert asked == [("openai/gsm8k", "socratic", "test"), ("openai/gsm8k", "main", "test")]


def test_the_hub_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_dataset(name: str, config: str, *, split: str) -> list[dict[str, str]]:
        raise ConnectionError("offline")

    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load_dataset))
    with pytest.raises(SourceError, match="offline"):
        load("openai/gsm8k")


def test_framing_and_scoring() -> None:
    framed = GSM8K().frame("How many plums?")
    assert framed.startswith("How many plums?")
    assert r"\boxed{}" in framed
    assert GSM8K().score(r"It is \boxed{160}.", "160").score == 1.0
