"""The command line: what each command prints for people and for machines, and how it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evolving_intent_env import __version__
from evolving_intent_env.cli import app
from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.registry import ENV_IDS, get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.evaluate import find
from evolving_intent_env.evaluate.demo import SCENARIOS
from evolving_intent_env.evaluate.reference import REFERENCE_POLICIES
from evolving_intent_env.simulate.scenario import PRESETS

TASK = "spring-planting-rows-00000"
BANK = get_domain("grade_school").load("builtin", "test")


def run(*arguments: str, stdin: str | None = None, code: int = 0, columns: int = 100) -> Any:
    result = CliRunner().invoke(app, list(arguments), input=stdin, env={"COLUMNS": str(columns)})
    if result.exit_code != code and result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def run_json(*arguments: str, stdin: str | None = None, code: int = 0) -> Any:
    result = run(*arguments, "--json", stdin=stdin, code=code)
    return json.loads(result.stdout)


def fails(*arguments: str, saying: str) -> None:
    """The command says what is wrong in one line on stderr, in either form, and nothing else."""
    for form in ((), ("--json",)):
        result = run(*arguments, *form, code=1)
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert saying in result.stderr


# demo


@pytest.mark.parametrize("columns", [80, 100, 160])
def test_demo_shows_a_conversation_and_a_table(columns: int) -> None:
    out = run("demo", "--episodes", "3", columns=columns).stdout
    assert "What is said" in out
    assert max(map(len, out.splitlines())) <= columns
    for policy in REFERENCE_POLICIES:
        assert f"\n {policy} " in out
    oracle = next(line for line in out.splitlines() if line.startswith(" oracle"))
    assert oracle.split()[1:6] == ["100.0"] * 5
    assert "residue(" in out


def test_demo_for_machines() -> None:
    document = run_json("demo", "--episodes", "3", "--seed", "4", "--domain", "grade_school")
    assert document["format"] == "evolving-intent/demo/1"
    assert (document["domain"], document["source"], document["split"], document["seed"]) == (
        "grade_school",
        "builtin",
        "test",
        4,
    )
    assert len(set(document["task_ids"])) == 3
    assert [entry["policy"] for entry in document["policies"]] == list(REFERENCE_POLICIES)
    by_policy = {entry["policy"]: entry for entry in document["policies"]}
    assert by_policy["oracle"]["accuracy"] == dict.fromkeys(SCENARIOS, 1.0)
    assert by_policy["append_only"]["accuracy"]["revise"] == 0.0
    assert by_policy["append_only"]["causes"]["residue"] == by_policy["append_only"]["own_mistake"] == 6
    example = document["example"]
    assert example["ledger"]["outcome"] == "correct"
    assert example["append_only"]["causes"][0]["explanation"].startswith("it still used")
    assert len(example["conversation"]["turns"]) == 7


def test_demo_depends_on_the_seed_alone() -> None:
    assert run("demo", "--episodes", "2").stdout == run("demo", "--episodes", "2", "--seed", "0").stdout
    assert (
        run_json("demo", "--episodes", "2")["task_ids"]
        != run_json("demo", "--episodes", "2", "--seed", "1")["task_ids"]
    )


# list and tasks


def test_list() -> None:
    out = run("list", columns=160).stdout
    for name in (*ENV_IDS, *PRESETS, "built in", "--source"):
        assert name in out
    document = run_json("list")
    assert document["format"] == "evolving-intent/list/1"
    environments = {entry["env_id"]: entry for entry in document["environments"]}
    assert set(environments) == set(ENV_IDS)
    embedded = environments["EvolvingIntent-GradeSchool-v0"]
    assert embedded["builtin"]
    assert embedded["splits"]["test"] == len(BANK.task_ids)
    assert next(iter(embedded["splits"])) == "test"
    assert environments["EvolvingIntent-GSM8K-v0"]["splits"]["test"] is None
    assert document["scenarios"]["evolve"] == {"label": "evolve", **PRESETS["evolve"].to_json()}


def test_tasks() -> None:
    out = run("tasks", "--limit", "3").stdout
    for id_ in BANK.task_ids[:3]:
        assert id_ in out
    document = run_json("tasks", "--limit", "3", "--split", "train-hard")
    train = get_domain("grade_school").load("builtin", "train-hard")
    assert document["size"] == len(train.task_ids)
    assert [entry["task_id"] for entry in document["tasks"]] == list(train.task_ids[:3])
    assert document["tasks"][0]["question"] == train.chain(train.task_ids[0]).question


# show


def test_show() -> None:
    out = run("show", TASK, columns=200).stdout
    assert TASK in out
    assert BANK.chain(TASK).answer in out
    assert "evolve (7 turns, 2 revisions, 2 switches)" in out
    for word in ("asks", "reveals 1 fact", "revises", "switches the question", "underspecified"):
        assert word in out


@pytest.mark.parametrize("scenario", PRESETS)
def test_show_for_machines_is_the_environments_own_conversation(scenario: str) -> None:
    document = run_json("show", TASK, "--env", "EvolvingIntent-GradeSchool-v0", "--scenario", scenario)
    assert document["format"] == "evolving-intent/conversation/1"
    env = EvolvingIntentEnv(get_domain("grade_school"), BANK, scenario=PRESETS[scenario])
    env.reset(options={"episode": document["episode"]})
    assert [turn["user"] for turn in document["turns"]] == list(env.script.texts)
    assert [turn["gold"] for turn in document["turns"]] == list(env.script.trajectory.golds)
    assert document["scenario"] == PRESETS[scenario].to_json()
    assert set(document["turns"][0]) == {
        "number",
        "user",
        "changes",
        "function",
        "question",
        "facts",
        "missing",
        "gold",
    }


def test_show_a_scenario_by_its_counts_and_layout() -> None:
    counts = ("--turns", "5", "--revisions", "2", "--switches", "2", "--order", "interleaved")
    scenario = run_json("show", "orchard-baskets-00003", *counts, "--tail", "switch")["scenario"]
    assert (scenario["turns"], scenario["revisions"], scenario["switches"]) == (5, 2, 2)
    assert (scenario["order"], scenario["tail"], scenario["events_per_turn"]) == ("interleaved", "switch", 1)
    packed = run_json("show", TASK, "--turns", "3", "--revisions", "2", "--switches", "2", "--events-per-turn", "2")
    assert len(packed["turns"]) == 3


def test_show_samples_in_train_mode() -> None:
    def texts(*options: str) -> list[str]:
        return [turn["user"] for turn in run_json("show", TASK, *options)["turns"]]

    assert texts() == texts("--mode", "eval")
    assert texts("--mode", "train") == texts("--mode", "train", "--seed", "0") == texts("--seed", "0")
    assert len({tuple(texts("--seed", str(seed))) for seed in range(5)}) > 1
    fails("show", TASK, "--mode", "eval", "--seed", "1", saying="leave out --seed")
    fails("show", TASK, "--mode", "both", saying="allowed are eval and train")


def test_show_says_what_is_wrong() -> None:
    fails("show", "spring-planting-row-00000", saying=f"did you mean {TASK}")
    fails("show", TASK, "--domain", "grad_school", saying="did you mean grade_school?")
    fails("show", TASK, "--scenario", "evolved", saying="presets are")
    fails("show", TASK, "--scenario", "evolve", "--turns", "3", saying="not both")
    fails("show", TASK, "--turns", "2", "--revisions", "3", saying="need at least 4 turns")
    fails("show", TASK, "--order", "random", saying="use None or one of interleaved")
    fails("show", TASK, "--split", "dev", saying="allowed are test")
    fails("show", TASK, "--turns", "40", saying="must each say something new")


# play


def test_play_through_a_pipe() -> None:
    gold = BANK.chain(TASK).answer
    out = run("play", TASK, "--scenario", "reveal", stdin=f"what?\nhm\n\\boxed{{{gold}}}\n").stdout
    for turn in (1, 2, 3):
        assert f"turn {turn} of 3" in out
    assert "you > what?" in out
    assert f"✓ You answered {gold}, which is right." in out
    assert "✗" not in out.partition("What is said")[2].replace("✗ You", "")


def test_play_for_machines_keeps_stdout_for_the_document() -> None:
    result = run("play", "--scenario", "single", "--json", stdin="[bold]7[/bold]\n")
    document = json.loads(result.stdout)
    assert document["finished"]
    assert document["task_id"] == BANK.task_ids[0]
    assert document["result"]["replies"] == ["[bold]7[/bold]"]
    assert (document["result"]["score"], document["result"]["answer"]) == (0.0, "7")
    assert document["result"]["gold"] == BANK.chain(BANK.task_ids[0]).answer
    assert "turn 1 of 1" in result.stderr


def test_play_ends_politely_when_the_input_does() -> None:
    result = run("play", TASK, stdin="one answer\n")
    assert "You left in turn 2 of 7; nothing was scored. Goodbye." in result.stdout
    assert run_json("play", TASK, stdin="") == {
        "format": "evolving-intent/played/1",
        "task_id": TASK,
        "finished": False,
    }


def test_play_ends_politely_on_control_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert "You left in turn 1 of 7" in run("play", TASK).stdout


# validate


def test_validate_the_embedded_bank() -> None:
    out = run("validate", "--count", "20").stdout
    assert "grade_school, splits test, train" in out
    document = run_json("validate", "grade_school", "--count", "20", "--split", "test-easy")
    assert document["format"] == "evolving-intent/validation/1"
    assert [bank["split"] for bank in document["banks"]] == ["test-easy"]
    assert document["broken"] == 0
    assert {name: entry["met"] for name, entry in document["scenarios"].items()} == dict.fromkeys(PRESETS, 20)
    assert document["checks"]["words"] == {"checked": 20 * len(PRESETS), "broken": 0, "rules": {}, "examples": {}}


def test_validate_finds_a_planted_fault_and_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    good = BANK.chain(TASK)
    bad = replace(good, task_id="[red]bad[/red]", answer="1")
    planted = ChainBank([good, bad], domain="grade_school", source="memory", split="test", left_out={"no question": 3})
    monkeypatch.setattr(find, "load_bank", lambda domain, source, split: planted)
    out = run("validate", "grade_school", "--split", "test", code=1, columns=160).stdout
    assert "gold 1" in out
    assert "[red]bad[/red]" in out
    assert "no question" in out
    document = run_json("validate", "grade_school", "--split", "test", code=1)
    assert document["broken"] == 1
    assert document["checks"]["chains"]["rules"] == {"gold": 1}
    assert document["checks"]["chains"]["examples"]["gold"][0]["task_id"] == "[red]bad[/red]"
    assert document["left_out"] == {"no question": 3}


def test_validate_says_what_is_wrong() -> None:
    fails("validate", "grade_scool", saying="did you mean grade_school?")
    fails("validate", "--count", "0", saying="at least one chain")


# bench


def test_bench_for_machines() -> None:
    document = run_json("bench", "--seconds", "0.01")
    assert document["format"] == "evolving-intent/bench/1"
    assert document["python"] == ".".join(map(str, sys.version_info[:3]))
    assert set(document["rows"][0]) == {"name", "value", "unit", "goal", "met", "note"}
    fails("bench", "--seconds", "0", saying="give a positive number")


# everything


def test_help_and_version() -> None:
    assert run("--version").stdout == f"{__version__}\n"
    out = run("--help").stdout
    for command in ("demo", "list", "tasks", "show", "play", "validate", "bench"):
        assert f" {command} " in out
        assert "--json" in run(command, "--help").stdout


def test_a_pipe_with_a_poor_encoding_and_no_home_for_data() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "100"}
    code = "from evolving_intent_env.cli import app; app()"
    command = [sys.executable, "-c", code, "show", TASK, "--scenario", "revise"]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert b"revises" in done.stdout
    done.stdout.decode("ascii")


@pytest.mark.data
def test_real_rows_from_a_path(data: Path) -> None:
    source = str(data / "gsm8k")
    document = run_json("demo", "--domain", "gsm8k", "--source", source, "--episodes", "5")
    by_policy = {entry["policy"]: entry for entry in document["policies"]}
    for policy in ("oracle", "ledger"):
        assert by_policy[policy]["accuracy"] == dict.fromkeys(SCENARIOS, 1.0)
    task = document["task_ids"][0]
    shown = run_json("show", task, "--domain", "gsm8k", "--source", source, "--split", "test")
    assert shown["task_id"] == task
    fails("show", f"{task}x", "--domain", "gsm8k", "--source", source, "--split", "test", saying=task)
    found = run_json("validate", source, "--count", "50", "--split", "test")
    assert found["broken"] == 0
    assert found["left_out"]
