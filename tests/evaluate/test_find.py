"""Finding domains, tasks and banks by what a person types."""

from __future__ import annotations

from pathlib import Path

import pytest

from evolving_intent_env.errors import BankError, ConfigError, SourceError
from evolving_intent_env.evaluate.find import banks_to_check, domain_name, find_task


@pytest.mark.parametrize(
    ("domain", "env_id", "name"),
    [
        (None, None, "grade_school"),
        ("gsm8k", None, "gsm8k"),
        (None, "EvolvingIntent-GSM8K-v0", "gsm8k"),
        ("gsm8k", "EvolvingIntent-GSM8K-v0", "gsm8k"),
    ],
)
def test_a_domain_by_its_name_or_by_an_environment(domain: str | None, env_id: str | None, name: str) -> None:
    assert domain_name(domain, env_id) == name


@pytest.mark.parametrize(
    ("domain", "env_id", "message"),
    [
        ("grad_school", None, "did you mean grade_school?"),
        ("xyz", None, "there are gsm8k, grade_school"),
        (None, "EvolvingIntent-GSM8k-v0", "did you mean EvolvingIntent-GSM8K-v0"),
        ("grade_school", "EvolvingIntent-GSM8K-v0", "is of the domain gsm8k, not grade_school"),
    ],
)
def test_an_unknown_domain(domain: str | None, env_id: str | None, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        domain_name(domain, env_id)


def test_a_task_is_found_in_whichever_split_has_it() -> None:
    for task_id, split in (("spring-planting-rows-00042", "test"), ("orchard-baskets-09999", "train")):
        domain, bank = find_task("grade_school", "auto", None, task_id)
        assert (domain.name, bank.split) == ("grade_school", split)
        assert bank.chain(task_id).task_id == task_id


def test_an_unknown_task_is_answered_with_near_matches() -> None:
    with pytest.raises(BankError, match="did you mean orchard-baskets-00000"):
        find_task("grade_school", "builtin", None, "orchard-basket-00000")
    with pytest.raises(BankError, match="ids look like"):
        find_task("grade_school", "builtin", None, "???")
    with pytest.raises(BankError):
        find_task("grade_school", "builtin", "test", "orchard-baskets-00000")


def test_splits_that_are_parts_of_others_are_not_checked_twice() -> None:
    domain, banks = banks_to_check("grade_school", None)
    assert domain.name == "grade_school"
    assert [bank.split for bank in banks] == ["test", "train"]
    _, (easy,) = banks_to_check("grade_school", "test-easy")
    assert easy.split == "test-easy"


def test_neither_a_domain_nor_a_path() -> None:
    with pytest.raises(ConfigError, match="neither a domain nor a path; did you mean grade_school"):
        banks_to_check("gradeschool", None)


@pytest.mark.data
def test_a_folder_that_lacks_a_split_and_a_single_file(data: Path, tmp_path: Path) -> None:
    rows = (data / "gsm8k" / "test.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "test.jsonl").write_text("".join(rows[:40]), encoding="utf-8")
    _, folder = banks_to_check(str(tmp_path), None)
    assert folder[0].split == "test"
    assert "train" not in [bank.split for bank in folder]
    _, (file,) = banks_to_check(str(tmp_path / "test.jsonl"), None)
    assert list(file.task_ids) == list(folder[0].task_ids)
    task = file.task_ids[-1]
    _, found = find_task("gsm8k", str(tmp_path), None, task)
    assert found.chain(task) == file.chain(task)


def test_a_source_that_holds_nothing() -> None:
    with pytest.raises(SourceError, match="does not exist"):
        find_task("gsm8k", "/no/such/folder", None, "gsm8k-test-0")
