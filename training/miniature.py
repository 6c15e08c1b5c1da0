"""The paper's Table 6 in miniature, and what it leaves open; one command remakes everything under ``results/``.

    python -m training.miniature configs/miniature.yaml                 # everything: hours on two cores
    python -m training.miniature configs/miniature.yaml --seed 0        # one seed; several may run side by side
    python -m training.miniature configs/miniature.yaml --report        # only tables and figures, from what there is

For each seed a small model learns to answer users who do not change their minds (``training/sft.py``). From there GRPO
starts anew for each run of the settings file (rewards, curricula, the ablation without evolving users), and every model
is measured on held-out tasks and on what no run ever trained on. What has been run is not run again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from transformers import AutoModelForCausalLM, AutoTokenizer

from evolving_intent_env.integrations.cached import CachedGenerator
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits
from training import grpo, sft
from training.command import told_in_one_line
from training.config import GRPOSettings, Section, SFTSettings, Tasks, TokenLimits, read_settings, scenario_named
from training.files import write_json
from training.measure import measure
from training.other_words import OtherWords
from training.report import WARM_UP, draw, read_findings, tables, write_page
from training.tasks import bank_of, distinct_tasks


class Condition(Section):
    """Something to be measured.

    Attributes:
        tasks: The tasks.
        scenarios: The scenarios; each task meets all of them.
        other_words: Whether the user speaks in phrases that no training used.
        count: How many tasks.
    """

    tasks: Tasks
    scenarios: list[str]
    other_words: bool = False
    count: int


class MiniatureSettings(Section):
    """Settings of the whole study.

    Attributes:
        output: Where figures go, one JSON file for each model.
        work: Where models and logs go.
        sft: Settings file of the warm-up.
        grpo: Settings file of GRPO.
        seeds: The seeds.
        runs: By name, settings that differ from the GRPO file, such as ``reward: per_turn``.
        limits: How long an episode may become when measured.
        batch: How many episodes are played side by side when measured.
        conditions: By name, what is measured for every model.
    """

    output: str
    work: str
    sft: str
    grpo: str
    seeds: list[int]
    runs: dict[str, dict[str, Any]]
    limits: TokenLimits
    batch: int
    conditions: dict[str, Condition]


def run_seed(settings: MiniatureSettings, seed: int) -> None:
    """Everything that one seed takes."""
    for condition in settings.conditions.values():
        bank_of(condition.tasks)  # a missing source should not come to light after hours
    work = Path(settings.work) / f"seed-{seed}"
    start = work / WARM_UP
    _trained_and_measured(settings, seed, WARM_UP, start / "model", lambda: sft.main(_sft(settings, seed, start)))
    for name, changes in settings.runs.items():
        folder = work / name
        _trained_and_measured(
            settings,
            seed,
            name,
            folder / "model",
            lambda folder=folder, changes=changes: grpo.main(_grpo(settings, seed, start, folder, changes)),
        )


def _trained_and_measured(settings: MiniatureSettings, seed: int, name: str, model: Path, train: Any) -> None:
    """Trains and measures one model, unless its figures are there already."""
    result = Path(settings.output) / f"{name}-{seed}.json"
    if result.exists():
        return
    result.parent.mkdir(parents=True, exist_ok=True)
    if not model.exists():
        train()
    figures = {name_: _measured(settings, condition, model) for name_, condition in settings.conditions.items()}
    log = _log(model.parent)
    rewards = [round(float(entry["reward"]), 4) for entry in log if "reward" in entry]
    minutes = round(float(log[-1]["train_runtime"]) / 60, 1)
    document = {"run": name, "seed": seed, "training_minutes": minutes, "rewards": rewards, "conditions": figures}
    write_json(result, document)


def _log(folder: Path) -> list[dict[str, Any]]:
    """What a warm-up or a run of GRPO logged, step by step, a summary in the end."""
    warm_up = folder / "losses.json"
    if warm_up.exists():
        losses: list[dict[str, Any]] = json.loads(warm_up.read_text(encoding="utf-8"))
        return losses
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def _sft(settings: MiniatureSettings, seed: int, folder: Path) -> SFTSettings:
    return read_settings(SFTSettings, settings.sft, [f"seed={seed}", f"output={folder}"])


def _grpo(settings: MiniatureSettings, seed: int, start: Path, folder: Path, changes: dict[str, Any]) -> GRPOSettings:
    fixed = [f"seed={seed}", f"output={folder}", f"model.path={start / 'model'}"]
    return read_settings(GRPOSettings, settings.grpo, [*fixed, *(f"{k}={json.dumps(v)}" for k, v in changes.items())])


def _measured(settings: MiniatureSettings, condition: Condition, path: Path) -> dict[str, Any]:
    """One model under one condition."""
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForCausalLM.from_pretrained(path)
    chat = ChatTokens(tokenizer)
    limits = Limits(settings.limits.turn_tokens, settings.limits.total_tokens)
    generate = CachedGenerator(model, stops=chat.stops, max_new_tokens=limits.turn_tokens, temperature=0.0)
    scenarios = {name: scenario_named(name) for name in condition.scenarios}
    bank = bank_of(condition.tasks)
    ids = distinct_tasks(bank, condition.tasks, condition.count, list(scenarios.values()), "miniature")
    wrap = OtherWords if condition.other_words else None
    return measure(generate, chat, limits, bank, ids, scenarios, batch=settings.batch, wrap=wrap).to_json()


def command(
    settings: Annotated[Path, typer.Argument(help="The study's settings: configs/miniature.yaml.")],
    change: Annotated[list[str] | None, typer.Option("--set", help="Change one setting: name=value.")] = None,
    seed: Annotated[int | None, typer.Option(help="Only this seed.")] = None,
    only_report: Annotated[bool, typer.Option("--report", help="Only make the tables and figures anew.")] = False,
) -> None:
    """Trains small models on users who change their minds, and measures what they learn."""
    with told_in_one_line():
        study = read_settings(MiniatureSettings, settings, change)
        if not only_report:
            for one in study.seeds if seed is None else [seed]:
                run_seed(study, one)
        folder = Path(study.output)
        found = read_findings(folder, {name: one.scenarios for name, one in study.conditions.items()})
        write_page(found, folder)
        draw(found, folder)
        for table in tables(found):
            Console(width=160).print(table)


if __name__ == "__main__":
    typer.run(command)
