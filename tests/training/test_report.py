"""The study's tables, page and figures, from made-up findings whose figures are known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scipy")
pytest.importorskip("torch")

from evolving_intent_env.errors import ConfigError
from training.report import Findings, draw, read_findings, tables, write_page

CONDITIONS = {"own": ["single", "evolve"], "other": ["evolve"]}


def figures(**right: str) -> dict[str, Any]:
    """A condition's figures, as a study writes them."""
    return {"tasks": 4, "scenarios": {name: {"right": text} for name, text in right.items()}}


def save(folder: Path, run: str, seed: int, rewards: list[float], **conditions: Any) -> None:
    document = {"run": run, "seed": seed, "training_minutes": 1.5, "rewards": rewards, "conditions": conditions}
    (folder / f"{run}-{seed}.json").write_text(json.dumps(document), encoding="utf-8")


@pytest.fixture
def found(tmp_path: Path) -> Findings:
    save(tmp_path, "sft", 0, [], own=figures(single="1111", evolve="1000"), other=figures(evolve="0000"))
    save(tmp_path, "sft", 1, [], own=figures(single="1110", evolve="0000"), other=figures(evolve="0000"))
    save(tmp_path, "outcome", 0, [0.0, 0.5], own=figures(single="1111", evolve="1111"), other=figures(evolve="0011"))
    return read_findings(tmp_path, CONDITIONS)


def test_shares_and_outcomes_are_those_of_the_files(found: Findings) -> None:
    assert found.runs == ["sft", "outcome"]
    assert found.right("outcome", 0, "other", "evolve") == [False, False, True, True]
    assert found.right("outcome", 1, "own", "evolve") is None
    assert found.right("outcome", 0, "other", "single") is None
    assert sorted(found.shares("sft", "own", "single")) == [75.0, 100.0]
    assert found.shares("outcome", "own", "evolve") == [100.0]


def test_a_table_compares_each_model_with_its_own_warm_up(found: Findings) -> None:
    own, other = tables(found)
    rows = list(zip(*(column.cells for column in own.columns), strict=True))
    assert [row[:2] for row in rows] == [("outcome", "0"), ("sft", "0"), ("sft", "1")]
    # Three of four tasks turned right and none wrong: of two equally likely ways, all three one way is 2 in 8.
    assert rows[0][3].startswith("100.0 [")
    assert rows[0][3].endswith("+75.0 (p=0.2)")
    assert rows[1][3].startswith("25.0 [")
    assert "p=" not in rows[1][3]
    assert other.row_count == 3


def test_the_page_gives_means_and_spreads(found: Findings, tmp_path: Path) -> None:
    write_page(found, tmp_path)
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| own | single | 87.5 (75.0 to 100.0) | 100.0 |" in page
    assert "| other | evolve | 0.0 (0.0 to 0.0) | 50.0 |" in page
    assert "outcome 0: 1.5" in page


def test_figures_are_the_same_bytes_each_time(found: Findings, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(found, tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    assert set(first) == {"effect.svg", "learning.svg"}
    draw(found, tmp_path)
    assert first == {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}


def test_a_study_without_figures_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no figures yet"):
        read_findings(tmp_path, CONDITIONS)
