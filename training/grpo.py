"""GRPO on evolving conversations with TRL; one script from a laptop to several GPUs.

    python -m training.grpo configs/grpo/tiny_cpu.yaml [--set name=value ...] [--resume] [--dry-run]

What the paper (2607.20734, Table 6) tells of its training: Qwen3-4B, GRPO, an outcome reward, GSM8K in evolving form,
under 50 steps. It names no learning rate, group or batch size, adapters or full weights, token limits, KL weight,
number of tasks, nor how training conversations were drawn; each settings file says what was taken instead.

A run's folder holds ``settings.yaml``, ``log.jsonl`` (one line a logged step), ``transcripts.jsonl``,
``evaluations.jsonl``, checkpoints, ``model/`` and ``result.json`` with the table that is printed at the end.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import gymnasium as gym
import typer
import yaml
from datasets import Dataset
from rich.console import Console
from rich.table import Table
from transformers import TrainerCallback, TrainerControl, TrainerState, set_seed
from transformers.trainer_utils import get_last_checkpoint

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
from trl import GRPOConfig, GRPOTrainer  # the line above must come first

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv, RewardKind
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.evaluate.statistics import paired, wilson
from evolving_intent_env.integrations.cached import CachedGenerator
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Generate, Limits
from evolving_intent_env.integrations.trl import EvolvingRollout, episode_reward, episode_row, trainer_generate
from evolving_intent_env.seeding import Draws
from training.anchor import AnchoredRollout
from training.command import told_in_one_line
from training.config import GRPOSettings, Tasks, read_settings, scenario_named, trainer_arguments
from training.dry import LAYERS, dry_arguments, dry_model, dry_tokenizer
from training.files import append_json, keep_until, write_json
from training.measure import Measured, measure, outcomes
from training.models import load_model, load_tokenizer, lora_config
from training.tasks import bank_of, distinct_tasks, next_task, task_stream


def main(settings: GRPOSettings, *, resume: bool = False, dry: bool = False) -> None:
    """Trains and measures.

    Args:
        settings: The run.
        resume: Go on from the last checkpoint in the run's folder.
        dry: One step of the same run with random weights in a model of reduced depth, and no evaluation.

    Raises:
        ConfigError: A setting is wrong.
    """
    set_seed(settings.seed)
    output = Path(settings.output)
    bank = bank_of(settings.tasks)
    limits = Limits(settings.limits.turn_tokens, settings.limits.total_tokens)

    # A reply's length is capped through max_completion_length, which with a rollout function is the cap of one call;
    # the episode's length is capped by the rollout itself.
    arguments = trainer_arguments(
        GRPOConfig,
        dry_arguments(settings.trainer) if dry else settings.trainer,
        output_dir=str(output),
        seed=settings.seed,
        max_completion_length=limits.turn_tokens,
        shuffle_dataset=False,  # the curriculum is the order of the rows
        chat_template_kwargs=settings.model.template_options,
    )
    checkpoint = None if dry else _checkpoint(output, resume=resume)
    if arguments.process_index == 0 and not dry:
        _prepare(output, settings, checkpoint)

    # The model and its trainer.
    episodes = _episodes(settings, bank, arguments)
    if dry:
        texts = [prompt[0]["content"] for prompt in episodes["prompt"]]
        tokenizer = dry_tokenizer(settings.model, texts)
        model = dry_model(settings.model, tokenizer.eos_token_id)
    else:
        tokenizer, model = load_tokenizer(settings.model), load_model(settings.model)
    played = _rollout(settings, bank, limits)
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=episode_reward,
        args=arguments,
        train_dataset=episodes,
        processing_class=tokenizer,
        peft_config=lora_config(settings.model.lora),
        rollout_func=played,
    )
    if dry:
        trainer.train()
        print(f"dry run: one step was taken with {LAYERS} layers of random weights")
        return
    trainer.add_callback(_Log(output, played, settings.transcripts))

    # Before, during, after: the same tasks, the likeliest answers.
    exam = _Exam(settings, trainer, played, limits, output)
    before = exam.final("before", resume=resume)
    if settings.evaluation.every:
        trainer.add_callback(exam)
    trainer.train(resume_from_checkpoint=checkpoint)
    after = exam.final("after")
    trainer.save_model(str(output / "model"))
    if trainer.accelerator.is_main_process:
        tokenizer.save_pretrained(str(output / "model"))
        result = _result(before, after, settings.evaluation.scenarios)
        write_json(output / "result.json", result)
        Console().print(_table(result))


def _checkpoint(output: Path, *, resume: bool) -> str | None:
    """The checkpoint to go on from; None for a run from the start."""
    found: str | None = get_last_checkpoint(str(output)) if output.is_dir() else None
    if resume and found is None:
        raise ConfigError(f"{output} holds no checkpoint to go on from; start the run without --resume")
    if not resume and found is not None:
        raise ConfigError(f"{output} holds {Path(found).name} of an earlier run; add --resume or name another output")
    return found


def _prepare(output: Path, settings: GRPOSettings, checkpoint: str | None) -> None:
    """Writes the settings down, and cuts the logs back to the checkpoint: what came after it will come again."""
    output.mkdir(parents=True, exist_ok=True)
    (output / "settings.yaml").write_text(yaml.safe_dump(settings.model_dump(mode="json")), encoding="utf-8")
    step = -1 if checkpoint is None else int(checkpoint.rpartition("-")[2])
    for name in ("log", "transcripts", "evaluations"):
        keep_until(output / f"{name}.jsonl", step)


def _episodes(settings: GRPOSettings, bank: Bank, arguments: GRPOConfig) -> Dataset:
    """One row for each group of the whole run, in order: stage by stage, each with a scenario drawn by weight."""
    # The trainer asks for rollouts once in so many forward passes, and takes whole batches of rows only.
    groups = arguments.generation_batch_size // arguments.num_generations
    lasting = arguments.steps_per_generation * arguments.num_iterations
    batches = -(-arguments.max_steps * arguments.gradient_accumulation_steps // lasting)
    domain = get_domain(bank.domain)
    draws = Draws("curriculum", settings.seed)
    envs: dict[str, EvolvingIntentEnv] = {}
    tasks = task_stream(bank, settings.tasks, "grpo", settings.seed)
    rows = []
    for number in range(batches * groups):
        weights = _stage(settings, number // groups * lasting // arguments.gradient_accumulation_steps)
        name = _drawn(weights, draws)
        if name not in envs:
            envs[name] = EvolvingIntentEnv(domain, bank, mode="train", scenario=scenario_named(name))
        env = envs[name]
        chain = next_task(tasks, env.scenario, bank.source)
        rows.append(episode_row(env, seed=draws.below(2**31), task_id=chain.task_id))
    return Dataset.from_list(rows)


def _stage(settings: GRPOSettings, step: int) -> dict[str, float]:
    """The weights that hold at a step."""
    for stage in settings.curriculum:
        if stage.steps is None or step < stage.steps:
            return stage.weights
        step -= stage.steps
    raise ConfigError("the curriculum ends before the run; leave out the steps of its last stage")


def _drawn(weights: dict[str, float], draws: Draws) -> str:
    point = draws.below(2**31) / 2**31 * sum(weights.values())
    for name, weight in weights.items():
        point -= weight
        if point < 0:
            return name
    raise ConfigError(f"the weights {weights} must be positive")


def _rollout(settings: GRPOSettings, bank: Bank, limits: Limits) -> EvolvingRollout:
    """The rollout function that pays the reward of the settings."""
    domain = get_domain(bank.domain)
    kind: RewardKind = "per_turn" if settings.reward == "per_turn" else "final"

    def make_env() -> gym.Env[dict[str, Any], str]:
        # Episodes are replayed from the rows, whatever the environment's own scenario is.
        return EvolvingIntentEnv(domain, bank, mode="train", scenario=scenario_named("single"), reward=kind)

    generate = _backend(settings)
    if settings.reward == "anchor":
        return AnchoredRollout(make_env, limits, generate=generate, bank=bank)
    return EvolvingRollout(make_env, limits, generate=generate)


def _backend(settings: GRPOSettings) -> Any:
    """What makes the generator, for training and for evaluation."""
    return _cached_generate if settings.cached else trainer_generate


def _cached_generate(trainer: GRPOTrainer, chat: ChatTokens, *, greedy: bool = False) -> Generate:
    return CachedGenerator(
        trainer.accelerator.unwrap_model(trainer.model),
        stops=chat.stops,
        max_new_tokens=trainer.args.max_completion_length,
        temperature=0.0 if greedy else trainer.args.temperature,
    )


@dataclass
class _Exam(TrainerCallback):  # type: ignore[misc]  # transformers counts as untyped
    """Evaluations of one run."""

    settings: GRPOSettings
    trainer: GRPOTrainer
    played: EvolvingRollout
    limits: Limits
    output: Path

    def __post_init__(self) -> None:
        evaluation = self.settings.evaluation
        self._scenarios = {name: scenario_named(name) for name in evaluation.scenarios}
        self._during = self._choose(evaluation.tasks, evaluation.count, "during")
        self._final = self._choose(evaluation.final_tasks, evaluation.final_count, "final")

    def final(self, when: str, *, resume: bool = False) -> dict[str, Any]:
        """The evaluation before or after training; when resuming, the one that was written down."""
        kept = self.output / f"{when}.json"
        if resume and kept.exists():
            written: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
            return written
        bank, ids = self._final
        measured = self._measure(bank, ids)
        if not self.trainer.accelerator.is_main_process:
            return measured.to_json()
        write_json(kept, measured.to_json())
        for name, messages in measured.examples.items():
            append_json(self.output / "transcripts.jsonl", {"when": when, "scenario": name, "messages": messages})
        return measured.to_json()

    def on_step_end(self, args: Any, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Measures every so many steps."""
        if state.global_step % self.settings.evaluation.every == 0:
            bank, ids = self._during
            measured = self._measure(bank, ids)
            if not state.is_world_process_zero:
                return
            append_json(self.output / "evaluations.jsonl", {"step": state.global_step, **measured.to_json()})
            shares = {name: f"{100 * sum(r) / len(r):.1f}" for name, r in measured.right.items()}
            print(f"step {state.global_step}: {shares}")

    def _choose(self, tasks: Tasks, count: int, name: str) -> tuple[Bank, tuple[str, ...]]:
        bank = bank_of(tasks)
        return bank, distinct_tasks(bank, tasks, count, list(self._scenarios.values()), "grpo evaluation", name)

    def _measure(self, bank: Bank, ids: Sequence[str]) -> Measured:
        chat = self.played.chat(self.trainer)
        generate = _backend(self.settings)(self.trainer, chat, greedy=True)
        return measure(generate, chat, self.limits, bank, ids, self._scenarios, batch=self.settings.evaluation.batch)


@dataclass
class _Log(TrainerCallback):  # type: ignore[misc]  # transformers counts as untyped
    """One JSON line a logged step, and some of its conversations; whatever else the trainer reports to."""

    output: Path
    played: EvolvingRollout
    transcripts: int

    def on_log(
        self, args: Any, state: TrainerState, control: TrainerControl, logs: dict[str, Any] | None = None, **_: Any
    ) -> None:
        """Writes the step down."""
        if not state.is_world_process_zero:
            return
        append_json(self.output / "log.jsonl", {"step": state.global_step, **(logs or {})})
        if "loss" not in (logs or {}):
            return  # the summary at the end tells of no new conversations
        for one in self.played.last[: self.transcripts]:
            line = {"step": state.global_step, "reward": one.reward, "info": one.info, "messages": one.messages}
            append_json(self.output / "transcripts.jsonl", line)


def _result(before: dict[str, Any], after: dict[str, Any], scenarios: Sequence[str]) -> dict[str, Any]:
    """Before and after, scenario by scenario, on the same tasks."""
    rows = {}
    for name in scenarios:
        first, second = outcomes(before, name), outcomes(after, name)
        change = paired(first, second)
        rows[name] = {
            "before": str(wilson(sum(first), len(first))),
            "after": str(wilson(sum(second), len(second))),
            "change": str(change),
            "points": 100 * change.difference,
            "p": change.p_value,
        }
    return {"tasks": before["tasks"], "scenarios": rows}


def _table(result: dict[str, Any]) -> Table:
    table = Table(title=f"The same {result['tasks']} held-out tasks before and after")
    for column in ("scenario", "before", "after", "change"):
        table.add_column(column)
    for name, row in result["scenarios"].items():
        table.add_row(name, row["before"], row["after"], row["change"])
    return table


def command(
    settings: Annotated[Path, typer.Argument(help="A settings file, such as configs/grpo/tiny_cpu.yaml.")],
    change: Annotated[list[str] | None, typer.Option("--set", help="Change one setting: name=value.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on from the last checkpoint of the run.")] = False,
    dry_run: Annotated[bool, typer.Option(help="One step with a shallow model of random weights.")] = False,
) -> None:
    """Trains a model on users who change their minds."""
    with told_in_one_line():
        main(read_settings(GRPOSettings, settings, change), resume=resume, dry=dry_run)


if __name__ == "__main__":
    typer.run(command)
