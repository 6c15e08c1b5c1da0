"""The study in miniature: its settings, and its tables from figures on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("trl")

from tests.training.tiny import TASKS, grpo_settings, sft_settings
from training.config import read_settings, scenario_named
from training.miniature import MiniatureSettings, run_seed
from training.report import read_findings, tables

STUDY = Path(__file__).parents[2] / "configs" / "miniature.yaml"


def test_the_projects_own_study_is_valid() -> None:
    settings = read_settings(MiniatureSettings, STUDY)
    assert {scenario for one in settings.conditions.values() for scenario in one.scenarios} >= {"single", "evolve"}
    for condition in settings.conditions.values():
        for scenario in condition.scenarios:
            scenario_named(scenario)


def small_study(tmp_path: Path) -> MiniatureSettings:
    sft, grpo = tmp_path / "sft.yaml", tmp_path / "grpo.yaml"
    sft.write_text(json.dumps(sft_settings(tmp_path).model_dump(mode="json", exclude_none=True)), encoding="utf-8")
    document = grpo_settings(tmp_path, tmp_path).model_dump(mode="json", exclude_none=True)
    grpo.write_text(json.dumps(document), encoding="utf-8")
    return MiniatureSettings.model_validate(
        {
            "output": str(tmp_path / "results"),
            "work": str(tmp_path / "work"),
            "sft": str(sft),
            "grpo": str(grpo),
            "seeds": [0],
            "runs": {"outcome": {}, "single_only": {"curriculum": [{"weights": {"single": 1.0}}]}},
            "limits": {"turn_tokens": 6, "total_tokens": 600},
            "batch": 4,
            "conditions": {
                "own": {"tasks": {**TASKS, "part": "test"}, "scenarios": ["single", "4/1/1"], "count": 4},
                "words": {"tasks": TASKS, "scenarios": ["revise"], "other_words": True, "count": 3},
            },
        }
    )


def test_a_study_runs_once_and_shows_what_it_found(tmp_path: Path) -> None:
    settings = small_study(tmp_path)
    results = tmp_path / "results"
    run_seed(settings, 0)
    files = sorted(path.name for path in results.iterdir())
    assert files == ["outcome-0.json", "sft-0.json", "single_only-0.json"]
    stamps = {name: (results / name).stat().st_mtime_ns for name in files}
    run_seed(settings, 0)
    assert stamps == {name: (results / name).stat().st_mtime_ns for name in files}
    found = read_findings(results, {name: one.scenarios for name, one in settings.conditions.items()})
    assert len(found.right("outcome", 0, "own", "single") or ()) == 4
    assert len(found.models["outcome", 0]["rewards"]) == 2
    assert [table.row_count for table in tables(found)] == [3, 3]
