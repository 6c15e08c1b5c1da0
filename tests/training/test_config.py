"""Settings files: what is wrong is said by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("yaml")
pytest.importorskip("pydantic")

import yaml

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.simulate.scenario import PRESETS, Scenario
from training.config import GRPOSettings, SFTSettings, read_settings, scenario_named, trainer_arguments

CONFIGS = Path(__file__).parents[2] / "configs"
TINY = CONFIGS / "grpo" / "tiny_cpu.yaml"


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("grpo/*.yaml")), ids=lambda path: path.stem)
def test_every_grpo_file_of_the_project_is_valid(path: Path) -> None:
    settings = read_settings(GRPOSettings, path)
    for stage in settings.curriculum:
        assert all(isinstance(scenario_named(name), Scenario) for name in stage.weights)
    assert settings.tasks.source != "auto"
    assert settings.trainer["max_steps"] > 0


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("sft/*.yaml")), ids=lambda path: path.stem)
def test_every_warm_up_file_of_the_project_is_valid(path: Path) -> None:
    settings = read_settings(SFTSettings, path)
    assert settings.trainer["train_sampling_strategy"] == "sequential"
    parts = settings.trainer["per_device_train_batch_size"] * settings.trainer["gradient_accumulation_steps"]
    assert parts == sum(settings.step_mix.values())


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("colour=red", "colour"),
        ("limits.turns=3", "limits.turns"),
        ("limits.turn_tokens=many", "limits.turn_tokens"),
        ("limits.turn_tokens=0", "limits.turn_tokens"),
        ("reward=money", "reward"),
        ("tasks.part=all", "tasks.part"),
        ("model.lora={rank: 0, alpha: 1}", "model.lora.rank"),
        ("model.dtype=int8", "model.dtype"),
        ("model.path=null", "model: .*path or new"),
        ("model.new={vocabulary: 500, sample: 9, architecture: {}}", "model: .*path or new"),
        ("curriculum=[{weights: {evolve: -1.0}}]", "curriculum.0.weights.evolve"),
        ("curriculum=[{steps: 0, weights: {evolve: 1.0}}]", "curriculum.0.steps"),
        ("evaluation.every=-1", "evaluation.every"),
        ("seed=1.5", "seed"),
        ("transcripts=[1]", "transcripts"),
        ("curriculum.0.steps=1", "curriculum.0.steps"),
        ("seed", "name=value"),
        ("seed=[1", "seed"),
    ],
)
def test_what_is_wrong_is_named(change: str, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        read_settings(GRPOSettings, TINY, [change])


def test_a_missing_setting_is_named(tmp_path: Path) -> None:
    document = yaml.safe_load(TINY.read_text(encoding="utf-8"))
    del document["limits"]
    path = tmp_path / "some.yaml"
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"some\.yaml: limits: "):
        read_settings(GRPOSettings, path)


@pytest.mark.parametrize("content", [b"", b"just words", b"[1, 2]", b"seed: [1", b"a: b: c", b"\xff\xfe\x00", b"\t- x"])
def test_what_is_no_settings_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"some\.yaml"):
        read_settings(GRPOSettings, path)
    with pytest.raises(ConfigError):
        read_settings(GRPOSettings, path, ["seed=1"])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.yaml: No such file"):
        read_settings(GRPOSettings, tmp_path / "missing.yaml")
    with pytest.raises(ConfigError, match="cannot read"):
        read_settings(GRPOSettings, tmp_path)


def test_changes_reach_their_places() -> None:
    changes = ["seed=7", "trainer.max_steps=3", "model.lora={rank: 2, alpha: 4}", "model.template_options.thinking=no"]
    plain, settings = read_settings(GRPOSettings, TINY), read_settings(GRPOSettings, TINY, changes)
    assert settings.seed == 7
    assert settings.model.lora is not None
    assert (settings.model.lora.rank, settings.model.lora.alpha) == (2, 4)
    assert settings.model.template_options == {"thinking": False}
    assert settings.trainer == {**plain.trainer, "max_steps": 3}
    assert settings.evaluation == plain.evaluation


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_a_scenario(name: str) -> None:
    assert scenario_named(name) == PRESETS[name]


def test_counts_are_a_scenario() -> None:
    assert scenario_named("10/3/2") == Scenario(turns=10, revisions=3, switches=2)


@pytest.mark.parametrize("name", ["", "evolved", "7/2", "7/2/2/2", "7/x/2", "7/-1/2", "1/2/2", "0/0/0", "²/0/0"])
def test_what_is_no_scenario_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        scenario_named(name)


def _kind(max_steps: int, rate: float = 1.0, seed: int = 0) -> tuple[Any, ...]:
    if rate < 0:
        raise ValueError("rate is negative")
    return max_steps, rate, seed


def test_a_trainers_arguments_are_passed_on() -> None:
    assert trainer_arguments(_kind, {"max_steps": 2, "rate": 0.5}, seed=9) == (2, 0.5, 9)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "max_steps"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": "3"}, "max_steps"),
        ({"max_steps": 1, "speed": 1}, "speed"),
        ({"max_steps": 1, "seed": 1}, r"trainer\.seed.*leave it out"),
        ({"max_steps": 1, "rate": -1.0}, "rate is negative"),
    ],
)
def test_a_trainers_wrong_argument_is_named(given: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        trainer_arguments(_kind, given, seed=9)
