from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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


Keys = tuple[str | int, ...]
"""Keys that lead into an item."""


def item_with(path: Keys, value: object) -> dict[str, object]:
    """The release item with one value in it changed, or removed where the new one is ``...``."""
    item = copy.deepcopy(ITEM)
    inside: Any = item
    for key in path[:-1]:
        inside = inside[key]
    if value is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return item


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


def test_release_items_may_stand_one_on_a_line(tmp_path: Path) -> None:
    file = tmp_path / "release.jsonl"
    file.write_text("\n\n".join(json.dumps({**ITEM, "task_id": task_id}) for task_id in ("a", 7)))
    assert load(file).task_ids == ("a", "7")


@pytest.mark.parametrize("dump", [json.dumps, lambda rows: json.dumps({"results": rows}, indent=1)])
def test_rows_may_stand_in_one_list(tmp_path: Path, dump: Any) -> None:
    file = tmp_path / "rows.json"
    file.write_text(dump([ROW, ROW]))
    assert load(file).task_ids == ("gsm8k-test-0", "gsm8k-test-1")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROW), encoding="utf-8-sig")
    assert load(file).task_ids == ("gsm8k-test-0",)


@pytest.mark.parametrize("flag", ["verification_passed", "independence_passed"])
def test_release_items_marked_as_not_verified_are_counted(tmp_path: Path, flag: str) -> None:
    file = tmp_path / "release.json"
    failed = {**ITEM, "task_id": "b", flag: False, "arguments": None}
    file.write_text(json.dumps([{**ITEM, flag: None}, failed]))
    bank = load(file)
    assert bank.task_ids == (ITEM["task_id"],)
    assert bank.left_out == {"marked as not verified": 1}


def test_the_paper_split_of_a_release_file_keeps_the_papers_ids(tmp_path: Path) -> None:
    file = tmp_path / "release.json"
    ids = (PAPER_IDS[0], 9999, str(PAPER_IDS[-1]), 0)
    file.write_text(json.dumps([{**ITEM, "task_id": f"task {id_}", "original_id": id_} for id_ in ids]))
    assert load(file, "paper").task_ids == (f"task {PAPER_IDS[0]}", f"task {PAPER_IDS[-1]}")
    assert len(load(file, "test").task_ids) == 4
    file.write_text(json.dumps([ITEM]))
    with pytest.raises(BankError, match="no original_id is one of"):
        load(file, "paper")


def test_a_release_item_of_another_split_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps([ITEM]))
    with pytest.raises(BankError, match="load the file as split 'test', not 'train'"):
        load(file, "train")
    file.write_text(json.dumps([{**ITEM, "task_id": "extracted-gsm8k-train-1"}]))
    assert load(file, "train").task_ids == ("extracted-gsm8k-train-1",)
    with pytest.raises(BankError, match="load the file as split 'train', not 'test'"):
        load(file, "paper")


@pytest.mark.parametrize("name", ["train.jsonl", "train_socratic.jsonl", "gsm8k-Train-00000.json"])
@pytest.mark.parametrize("split", ["test", "paper"])
def test_a_file_named_after_train_is_only_that(tmp_path: Path, name: str, split: str) -> None:
    file = tmp_path / name
    file.write_text("\n".join([json.dumps(ROW)] * 20))
    with pytest.raises(ConfigError, match="load it as split 'train'"):
        load(file, split)
    assert len(load(file, "train").task_ids) == 20


@pytest.mark.parametrize("name", ["test.jsonl", "test_socratic.jsonl", "release_test.json"])
def test_a_file_named_after_test_is_not_train(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("\n".join([json.dumps(ROW)] * 20))
    with pytest.raises(ConfigError, match="load it as split 'test'"):
        load(file, "train")
    assert len(load(file, "test").task_ids) == 20
    assert load(file, "paper").task_ids[0] == f"gsm8k-test-{PAPER_IDS[0]}"


@pytest.mark.parametrize("name", ["latest.jsonl", "training.jsonl", "train_and_test.jsonl", "rows"])
@pytest.mark.parametrize("split", ["test", "train"])
def test_a_file_named_after_no_one_split_may_be_either(tmp_path: Path, name: str, split: str) -> None:
    file = tmp_path / name
    file.write_text(json.dumps(ROW))
    assert load(file, split).task_ids == (f"gsm8k-{split}-0",)


FIRST = ("arguments", 0)
WRONG = (*FIRST, "counterfactual_arguments", 0)
PART = ("predecessor_functions", 1, "counterfactual_arguments", 0)


def at(path: Keys, *values: object) -> list[tuple[Keys, object]]:
    return [(path, value) for value in values]


FAULTS: list[tuple[Keys, object]] = [
    *at(("task_id",), ..., None, "", True, 1.5, [1]),
    *at(("original_id",), ..., None, " ", False),
    *at(("function",), ..., None, "", "  ", 5, ["What?"]),
    *at(("answer",), ..., None, "", " ", True, [], {}, float("nan"), float("inf")),
    *at(("arguments",), ..., None, [], "Ines", {"1": "Ines"}),
    *at(("question",), 5, []),
    *at(("verification_passed",), "false", 0),
    *at(FIRST, None, "Ines buys 4 pens.", []),
    *at((*FIRST, "argument_id"), ..., None, "", True, {}),
    *at((*FIRST, "argument"), ..., None, "", 4, "Ines buys 6 pens."),
    *at((*FIRST, "counterfactual_arguments"), "Ines buys 5 pens.", {}),
    *at(WRONG, None, "Ines buys 5 pens."),
    *at((*WRONG, "counterfactual_argument"), ..., None, "", 5),
    *at((*WRONG, "original_value"), ..., None, 4),
    *at((*WRONG, "counterfactual_value"), ..., None, 5),
    *at(("predecessor_functions",), "Far?", {}),
    *at(("predecessor_functions", 0), None, "Far?"),
    *at(("predecessor_functions", 0, "predecessor_function"), ..., None, "", 5),
    *at(("predecessor_functions", 0, "taxonomy_type"), 1, ["T1"]),
    *at((*PART, "argument_id"), ..., None, 2),
    *at((*PART, "argument"), ..., None, "", "Ines buys 6 pens."),
]


@pytest.mark.parametrize(("path", "value"), FAULTS)
def test_a_wrong_release_item_is_refused_with_the_place(tmp_path: Path, path: Keys, value: object) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps([{**ITEM, "task_id": "right"}, item_with(path, value)]))
    with pytest.raises(BankError) as error:
        load(file)
    assert error.value.file == str(file)
    assert error.value.task == ("item 2" if path == ("task_id",) else ITEM["task_id"])
    assert error.value.field is not None
    # A text that differs between two places is reported at the second of them.
    if value not in ("Ines buys 6 pens.", 2):
        dotted = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
        assert error.value.field == dotted


def test_an_argument_id_stands_once_and_has_one_text(tmp_path: Path) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps(item_with(("arguments", 1, "argument_id"), "1")))
    with pytest.raises(BankError, match=r"'Ines buys 4 pens\.' elsewhere") as error:
        load(file)
    assert error.value.field == "arguments[1].argument"
    file.write_text(json.dumps(item_with(("arguments", 1), ITEM["arguments"][0])))  # type: ignore[index]
    with pytest.raises(BankError, match="argument_id once"):
        load(file)


@pytest.mark.parametrize(
    ("text", "original", "replacement"),
    [
        ("Ines buys 5 pens.", "3", "5"),
        ("Ines buys 5 books.", "4", "5"),
        ("Ines buys 4 pens.", "4", "4"),
        ("Ines buys 14 pens.", "", "1"),
        ("Ines buys 5 pens.", "4", "6"),
    ],
)
def test_a_counterfactual_that_is_no_replacement_is_dropped(
    tmp_path: Path, text: str, original: str, replacement: str
) -> None:
    file = tmp_path / "release.json"
    kept = ITEM["arguments"][0]["counterfactual_arguments"][0]  # type: ignore[index]
    wrong = {"counterfactual_argument": text, "original_value": original, "counterfactual_value": replacement}
    file.write_text(json.dumps(item_with((*FIRST, "counterfactual_arguments"), [wrong, kept])))
    bank = load(file)
    made = bank.chain("extracted-gsm8k-test-9999")
    assert [wrong.text for wrong in made.by_id["1"].counterfactuals] == ["Ines buys 5 pens."]
    assert list(bank.left_out.values()) == [1]


def test_a_counterfactual_may_replace_any_one_place(tmp_path: Path) -> None:
    file = tmp_path / "release.json"
    item = item_with(("arguments", 1, "argument"), "Each of 3 pens costs $3.")
    item["arguments"][1]["counterfactual_arguments"] = [  # type: ignore[index]
        {"counterfactual_argument": "Each of 3 pens costs $4.", "original_value": "3", "counterfactual_value": "4"}
    ]
    file.write_text(json.dumps(item))
    bank = load(file)
    assert len(bank.chain("extracted-gsm8k-test-9999").by_id["2"].counterfactuals) == 1
    assert bank.left_out == {}


@pytest.mark.parametrize(("answer", "gold"), [(12, "12"), (0, "0"), (1.5, "1.5"), ("1,200", "1200")])
def test_a_release_answer_is_a_number_or_a_text(tmp_path: Path, answer: object, gold: str) -> None:
    file = tmp_path / "release.json"
    file.write_text(json.dumps({**ITEM, "answer": answer}))
    assert load(file).chain("extracted-gsm8k-test-9999").answer == gold


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"question": "a", "answer": "b"}\n{oops', "line 2"),
        ('{"question": "a", "answer": "b"}\n' + "[" * 100_000, "line 2.*nested too deeply"),
        ('{"question": "a", "answer": "b"}\n5', "line 2.*JSON object"),
        ('{"question": "a"}\n', "field answer"),
        ('{"question": "a", "answer": 5}\n', "field answer"),
        ('[{"question": "a", "answer": "b"}, {"question": " ", "answer": "b"}]', "item 2, field question"),
        (json.dumps([ITEM, 5]), "item 2.*JSON object"),
        (json.dumps([ITEM, ROW]), "item 2, field task_id"),
        ("nothing of this", "JSON"),
        ("\x00\x01", "JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[\n" * 100_000, "nested too deeply"),
        ("5", "list of tasks"),
        ('{"results": null}', "list of tasks"),
        ("[]", "it is empty"),
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        ("\ufeff", "the file is empty"),
    ],
    ids=range(19),
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, where: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BankError, match=where) as error:
        load(file)
    assert error.value.file == str(file)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_text(path: Path, encoding: str) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROW))
    monkeypatch.setattr(Path, "read_text", read_text)
    with pytest.raises(SourceError, match=r"cannot read .*: Permission denied"):
        load(file)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BankError, match="UTF-8"):
        load(file)


def test_sources_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        load(tmp_path / "no.jsonl")
    with pytest.raises(SourceError, match="does not exist"):
        load(f"{tmp_path}/{'a' * 5000}")
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
