"""The benchmark: every row is there and says what it measured; whether a goal is met is the machine's affair."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from evolving_intent_env.errors import ConfigError, SourceError
from evolving_intent_env.evaluate import bench
from evolving_intent_env.evaluate.bench import HEAVY, OURS, Row, run_bench
from evolving_intent_env.evaluate.peers import PEERS, cartpole, installed


@pytest.fixture(scope="module")
def rows() -> Iterator[list[Row]]:
    ticks: list[tuple[int, int]] = []
    yield run_bench(seconds=0.02, tick=lambda done, total: ticks.append((done, total)))
    assert ticks[-1][0] == ticks[-1][1] == len(ticks)


def test_everything_of_ours_is_measured(rows: list[Row]) -> None:
    ours = [row for row in rows if row.name not in PEERS and "GSM8K" not in row.name and row.unit]
    assert len(ours) == 11
    for row in ours:
        assert row.value is not None, row
        assert row.value > 0, row
        if row.goal:
            assert row.met is not None, row


def test_a_goal_is_met_by_its_own_number(rows: list[Row]) -> None:
    step = next(row for row in rows if row.name == OURS)
    assert step.value is not None
    assert (step.goal, step.met) == ("at least 500,000", step.value >= 500_000)


def test_importing_the_package_imports_nothing_heavy(rows: list[Row]) -> None:
    heavy = next(row for row in rows if row.name == "heavy modules that it imports")
    assert (heavy.value, heavy.met) == (0, True), heavy.note
    assert "torch" in HEAVY


def test_peers_that_are_not_installed_are_said_to_be_so(rows: list[Row]) -> None:
    by_name = {row.name: row for row in rows}
    for name, (module, _) in PEERS.items():
        if installed(module):
            assert by_name[name].goal == "slower than ours"
        else:
            assert (by_name[name].value, by_name[name].note) == (None, "not installed")


def test_a_peer_that_cannot_be_imported_does_not_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bench.Batch:
        raise ImportError("it needs something that is not here")

    monkeypatch.setitem(PEERS, "broken peer", ("json", broken))
    _, missing = bench._peers()
    note = "cannot be imported: it needs something that is not here"
    assert Row("broken peer", None, "steps/s", note=note) in missing


def test_gsm8k_is_left_out_without_a_source(rows: list[Row]) -> None:
    row = next(row for row in rows if row.name == "GSM8K into chains by rule")
    assert (row.value, row.met) == (None, None)
    assert "EVOLVING_INTENT_DATA" in row.note


@pytest.mark.data
def test_gsm8k_is_built_in_a_process_of_its_own(data: Path, tmp_path: Path) -> None:
    for split in ("train", "test"):
        rows = (data / "gsm8k" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / f"{split}.jsonl").write_text("".join(rows[:30]), encoding="utf-8")
    seconds, memory = bench._gsm8k_rows(str(tmp_path))
    assert seconds.value is not None
    assert seconds.value > 0
    assert seconds.note.endswith("chains from 60 rows")
    assert memory.value is None or memory.value > 1


def test_gsm8k_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="/no/such/folder does not exist"):
        bench._gsm8k_rows("/no/such/folder")


def test_the_rate_is_work_over_time() -> None:
    assert bench._rate(lambda: 0, 0.001) == 0
    assert bench._rate(lambda: 3, 0.001) > 3


def test_a_batch_says_how_much_it_did() -> None:
    batch = cartpole()
    assert batch() == batch() > 0


def test_seconds_must_be_positive() -> None:
    with pytest.raises(ConfigError, match="seconds=0"):
        run_bench(seconds=0)


def test_the_command_line_starts_without_heavy_modules() -> None:
    code = f"import json, sys, evolving_intent_env.cli; print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert json.loads(done.stdout) == []
