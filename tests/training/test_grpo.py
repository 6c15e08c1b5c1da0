"""Whole runs of the GRPO script, with a random model of a few thousand weights."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("trl")
pytest.importorskip("peft")

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.script import replay
from evolving_intent_env.errors import BankError, ConfigError
from evolving_intent_env.simulate.scenario import PRESETS
from tests.training.tiny import LORA, grpo_settings, trainer
from training import grpo
from training.config import GRPOSettings
from training.tasks import bank_of


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def steps(run: Path) -> list[dict[str, Any]]:
    """The log's lines of optimizer steps; a summary follows them."""
    return [line for line in lines(run / "log.jsonl") if "loss" in line]


def said(run: Path) -> list[Any]:
    """The conversations of each step."""
    return [line["messages"] for line in lines(run / "transcripts.jsonl") if "step" in line]


def rewarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reward that differs within each group, whatever a random model says: else there is no gradient."""

    def uneven(completion_ids: list[list[int]], **_: Any) -> list[float]:
        return [sum(ids) % 97 / 97 for ids in completion_ids]

    monkeypatch.setattr(grpo, "episode_reward", uneven)


@pytest.mark.parametrize("lora", [False, True], ids=["full", "lora"])
@pytest.mark.parametrize("cached", [True, False], ids=["cached", "transformers"])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lora: bool, cached: bool
) -> None:
    rewarded(monkeypatch)

    def settings(output: str, steps: int) -> GRPOSettings:
        return grpo_settings(
            model,
            tmp_path / output,
            model={"path": str(model), "lora": LORA if lora else None},
            cached=cached,
            trainer=trainer(
                max_steps=steps,
                lr_scheduler_type="constant",
                save_strategy="steps",
                save_steps=2,
                beta=0.05 if lora else 0.0,
            ),
        )

    grpo.main(settings("whole", 4))
    grpo.main(settings("parts", 4).model_copy(update={"trainer": {**settings("parts", 4).trainer, "max_steps": 2}}))
    grpo.main(settings("parts", 4), resume=True)
    whole, parts = steps(tmp_path / "whole"), steps(tmp_path / "parts")
    assert [line["step"] for line in whole] == [line["step"] for line in parts] == [1, 2, 3, 4]
    for name in ("loss", "grad_norm", "reward", "entropy", "completions/mean_length"):
        assert [line[name] for line in parts] == pytest.approx([line[name] for line in whole], abs=1e-5), name
    assert len({line["grad_norm"] for line in whole}) > 1
    said = [
        [line["messages"] for line in lines(tmp_path / run / "transcripts.jsonl") if "step" in line]
        for run in ("whole", "parts")
    ]
    assert said[0] == said[1]


def test_a_run_leaves_what_it_promises(model: Path, tmp_path: Path) -> None:
    output = tmp_path / "run"
    grpo.main(
        grpo_settings(model, output, evaluation={**grpo_settings(model, output).evaluation.model_dump(), "every": 1})
    )
    result = json.loads((output / "result.json").read_text(encoding="utf-8"))
    assert set(result["scenarios"]) == {"single", "revise"}
    assert [line["step"] for line in lines(output / "evaluations.jsonl")] == [1, 2]
    log = steps(output)
    for name in ("reward", "loss", "clip_ratio/region_mean", "rollout/masked_fraction", "rollout/cut_turns"):
        assert name in log[0]
    assert all(line["rollout/env_seconds"] < 0.05 for line in log)
    assert (output / "model" / "model.safetensors").exists()
    with pytest.raises(ConfigError, match="no checkpoint"):
        grpo.main(grpo_settings(model, output), resume=True)


def test_the_curriculum_is_played_in_order(model: Path, tmp_path: Path) -> None:
    settings = grpo_settings(
        model,
        tmp_path / "run",
        curriculum=[{"steps": 1, "weights": {"single": 1.0}}, {"weights": {"reveal": 1.0, "4/1/1": 0.0}}],
    )
    grpo.main(settings)
    turns = {
        line["step"]: sum(message["role"] == "user" for message in line["messages"])
        for line in lines(tmp_path / "run" / "transcripts.jsonl")
        if "step" in line
    }
    assert turns == {1: 1, 2: PRESETS["reveal"].turns}


def test_weights_are_shares(model: Path, tmp_path: Path) -> None:
    settings = grpo_settings(
        model, tmp_path, curriculum=[{"weights": {"single": 1.0, "evolve": 3.0}}], trainer=trainer(max_steps=100)
    )
    from training.config import trainer_arguments

    arguments = trainer_arguments(grpo.GRPOConfig, settings.trainer, output_dir=str(tmp_path))
    bank = bank_of(settings.tasks)
    rows = grpo._episodes(settings, bank, arguments)
    assert len(rows) == 200
    texts = []
    turns = []
    for prompt in rows["prompt"]:
        script = replay(get_domain(bank.domain), bank, json.loads(prompt[0]["episode"]))
        turns.append(len(script.texts))
        texts.append(script.texts[0])
        assert script.texts[0] == prompt[0]["content"]
    assert 120 <= turns.count(7) <= 175
    assert turns.count(1) + turns.count(7) == 200
    assert len(set(texts)) > 190
    assert grpo._episodes(settings, bank, arguments)["prompt"] == rows["prompt"]


def test_a_curriculum_that_ends_too_soon_is_refused(model: Path, tmp_path: Path) -> None:
    settings = grpo_settings(model, tmp_path, curriculum=[{"steps": 1, "weights": {"single": 1.0}}])
    with pytest.raises(ConfigError, match="curriculum ends before the run"):
        grpo.main(settings)


@pytest.mark.parametrize("reward", ["per_turn", "anchor"])
def test_other_rewards_are_paid(model: Path, tmp_path: Path, reward: str) -> None:
    grpo.main(grpo_settings(model, tmp_path / "run", reward=reward))
    assert all(0 <= line["reward"] <= 1 for line in steps(tmp_path / "run"))


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "training.grpo", str(tmp_path / "none.yaml")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "error: cannot read" in done.stderr


def test_what_was_logged_after_the_last_checkpoint_is_taken_again(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that dies between two checkpoints has logged steps that come again: each stands in the logs once."""
    rewarded(monkeypatch)

    def settings(output: str) -> GRPOSettings:
        some = grpo_settings(model, tmp_path / output)
        saving = trainer(max_steps=4, save_strategy="steps", save_steps=2)
        evaluation = some.evaluation.model_copy(update={"every": 1})
        return some.model_copy(update={"trainer": saving, "evaluation": evaluation})

    grpo.main(settings("whole"))
    told = grpo._Log.on_log

    def power_cut(self: Any, args: Any, state: Any, *rest: Any, **more: Any) -> None:
        told(self, args, state, *rest, **more)
        if state.global_step == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(grpo._Log, "on_log", power_cut)
    with pytest.raises(KeyboardInterrupt):
        grpo.main(settings("parts"))
    assert [line["step"] for line in steps(tmp_path / "parts")] == [1, 2, 3]
    monkeypatch.setattr(grpo._Log, "on_log", told)
    with pytest.raises(ConfigError, match="checkpoint-2 of an earlier run"):
        grpo.main(settings("parts"))
    grpo.main(settings("parts"), resume=True)

    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert said(parts) == said(whole)
    assert lines(parts / "evaluations.jsonl") == lines(whole / "evaluations.jsonl")
    assert [line["step"] for line in steps(parts)] == [1, 2, 3, 4]
    for name in ("loss", "grad_norm", "reward"):
        assert [line[name] for line in steps(parts)] == pytest.approx([line[name] for line in steps(whole)], abs=1e-5)
    assert (parts / "after.json").read_bytes() == (whole / "after.json").read_bytes()


@pytest.mark.parametrize(
    ("changes", "calls"),
    [
        ({}, 3),
        ({"gradient_accumulation_steps": 1, "steps_per_generation": 2}, 2),
        ({"steps_per_generation": 1}, 6),
        ({"num_iterations": 2}, 2),
        ({"gradient_accumulation_steps": 1, "generation_batch_size": 16}, 1),
    ],
)
def test_the_trainer_plays_the_rows_in_their_order_and_all_of_them(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], calls: int
) -> None:
    """However often a batch of conversations is used, no row is left out, taken twice or taken out of turn."""
    played: list[list[str]] = []
    rows: list[str] = []
    plain, listed = grpo.EvolvingRollout.__call__, grpo._episodes

    def watched(self: Any, prompts: list[Any], trainer: Any) -> dict[str, Any]:
        played.append([prompt[0]["episode"] for prompt in prompts])
        return plain(self, prompts, trainer)

    def written(*args: Any) -> Any:
        dataset = listed(*args)
        rows.extend(prompt[0]["episode"] for prompt in dataset["prompt"])
        return dataset

    monkeypatch.setattr(grpo.EvolvingRollout, "__call__", watched)
    monkeypatch.setattr(grpo, "_episodes", written)
    grpo.main(grpo_settings(model, tmp_path / "run", trainer=trainer(max_steps=3, **changes)))
    assert len(played) == calls
    assert [one for batch in played for one in batch] == [row for row in rows for _ in range(4)]


def test_most_of_a_rollout_is_not_the_environment(model: Path, tmp_path: Path) -> None:
    grpo.main(grpo_settings(model, tmp_path / "run"))
    log = steps(tmp_path / "run")
    assert sum(line["rollout/env_seconds"] for line in log) < 0.3 * sum(line["rollout/seconds"] for line in log)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"trainer": trainer(speed=3)}, "speed"),
        ({"trainer": trainer(seed=3)}, r"trainer\.seed"),
        ({"trainer": trainer(num_generations=3)}, "num_generations"),
        ({"curriculum": [{"weights": {"evolved": 1.0}}]}, "evolved"),
        ({"curriculum": [{"weights": {"single": 0.0}}]}, "must be positive"),
        ({"curriculum": []}, "curriculum"),
    ],
)
def test_a_run_that_cannot_be_is_refused_by_name(
    model: Path, tmp_path: Path, changes: dict[str, Any], named: str
) -> None:
    with pytest.raises(ConfigError, match=named):
        grpo.main(grpo_settings(model, tmp_path / "run", **changes))


def test_a_scenario_that_no_task_meets_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(BankError, match="40 revisions"):
        grpo.main(grpo_settings(model, tmp_path / "run", curriculum=[{"weights": {"80/40/39": 1.0}}]))
