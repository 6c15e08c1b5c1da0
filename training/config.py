"""Typed settings of the training scripts: every number of a run stands in its YAML file under ``configs/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.simulate.scenario import PRESETS, Scenario, scenario_from_json

Part = Literal["train", "dev", "test"]


class Section(BaseModel):
    """A part of a settings file; unknown names are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LoRA(Section):
    """Low-rank adapters; without this section all weights are trained.

    Attributes:
        rank: Rank of each adapter.
        alpha: Scale; adapters count ``alpha / rank``.
        dropout: Dropout on the adapters' input.
        targets: Names of the layers, or ``"all-linear"``.
    """

    rank: int = Field(ge=1)
    alpha: int = Field(ge=1)
    dropout: float = Field(default=0.0, ge=0, lt=1)
    targets: str | list[str] = "all-linear"


class NumberWaves(Section):
    """Embeddings of numbers that start as cosines and sines of the number.

    Attributes:
        periods: The waves' periods.
        amplitude: The waves' amplitude.
    """

    periods: list[Annotated[float, Field(gt=1)]]
    amplitude: float = Field(gt=0)


class NewModel(Section):
    """A model that is made here, with random weights and a tokenizer trained on its own demonstrations.

    Attributes:
        vocabulary: The most tokens of the tokenizer.
        sample: How many demonstrations the tokenizer is trained on.
        architecture: Arguments of ``transformers.Qwen3Config``.
        number_waves: What the embeddings of number tokens start from; None for random numbers, as all others do.
    """

    vocabulary: int = Field(ge=300)
    sample: int = Field(ge=1)
    architecture: dict[str, Any]
    number_waves: NumberWaves | None = None


class Model(Section):
    """Which model.

    Attributes:
        path: A hub id or a folder; None with ``new``.
        new: A model to make instead.
        dtype: Data type of the weights.
        lora: Adapters to train instead of all weights.
        template: A chat template of TRL by name (``qwen3_training``), a path to one, or None for the tokenizer's own.
        template_options: Variables of the chat template.
        architecture: The model's ``transformers.Qwen3Config``, for dry runs where the hub is out of reach.
    """

    path: str | None = None
    new: NewModel | None = None
    dtype: Literal["float32", "bfloat16"] = "float32"
    lora: LoRA | None = None
    template: str | None = None
    template_options: dict[str, Any] = Field(default_factory=dict)
    architecture: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _comes_from_one_place(self) -> Model:
        if (self.path is None) == (self.new is None):
            raise ValueError("give either path or new")
        return self


class Tasks(Section):
    """Which tasks.

    Attributes:
        env: The environment's id.
        source: Where its tasks come from; never ``"auto"``, so that a run names its data.
        split: The split.
        stories: Only tasks of these stories (a chain's ``original_id``); None for all.
        part: Only tasks whose numbers fall into this part by a hash over them; None for all. Tasks of the same story
            with the same numbers are always in the same part, so that held-out numbers are held out.
        largest: Only tasks in which no number, said or come to on the way to any of their answers, is larger; None for
            all.
    """

    env: str
    source: str
    split: str
    stories: list[str] | None = None
    part: Part | None = None
    largest: int | None = Field(default=None, ge=1)


class Mix(Section):
    """A stage of the curriculum.

    Attributes:
        steps: How many optimizer steps it lasts; None for all that are left.
        weights: How often each scenario comes: presets by name, or ``"turns/revisions/switches"``.
    """

    steps: int | None = Field(default=None, ge=1)
    weights: dict[str, Annotated[float, Field(ge=0)]]


class TokenLimits(Section):
    """See :class:`~evolving_intent_env.integrations.rollout.Limits`."""

    turn_tokens: int = Field(ge=1)
    total_tokens: int = Field(ge=1)


class Evaluation(Section):
    """Greedy answers to the same tasks under every scenario.

    Attributes:
        tasks: The tasks.
        count: How many of them.
        scenarios: The scenarios; each task meets all of them.
        batch: How many episodes are played side by side.
    """

    tasks: Tasks
    count: int = Field(ge=1)
    scenarios: list[str] = ["single", "evolve"]
    batch: int = Field(ge=1)


class RunEvaluation(Evaluation):
    """Evaluations before, during (by the fields of :class:`Evaluation`) and after a run.

    Attributes:
        every: How many steps lie between two evaluations during the run; 0 for none.
        final_tasks: The tasks of the evaluations before and after.
        final_count: How many of them.
    """

    every: int = Field(ge=0)
    final_tasks: Tasks
    final_count: int = Field(ge=1)


class GRPOSettings(Section):
    """Settings of ``training/grpo.py``.

    Attributes:
        seed: Seeds the episodes, the sampling and the trainer.
        output: The run's folder.
        model: The model.
        tasks: The training tasks.
        curriculum: Stages, one after the other.
        reward: ``"outcome"``: the verifier's score of the last reply (the paper's). ``"per_turn"``: each turn with a
            gold answer pays its share. ``"anchor"``: agreement of the last answer with the answer that the same model
            gives most often when it is told everything in one turn; no gold answer is used.
        limits: How long an episode may become.
        cached: Sample with a key-value cache that is kept between turns (small models on a CPU) instead of TRL's
            backend.
        trainer: Arguments of ``trl.GRPOConfig``, by their own names.
        evaluation: What is measured.
        transcripts: How many conversations to write down at each logged step.
    """

    seed: int
    output: str
    model: Model
    tasks: Tasks
    curriculum: list[Mix]
    reward: Literal["outcome", "per_turn", "anchor"] = "outcome"
    limits: TokenLimits
    cached: bool = False
    trainer: dict[str, Any]
    evaluation: RunEvaluation
    transcripts: int = Field(default=1, ge=0)


class SFTSettings(Section):
    """Settings of ``training/sft.py``.

    Attributes:
        seed: Seeds the demonstrations and the trainer.
        output: The run's folder; the model is saved in it.
        model: The model.
        tasks: The tasks that are demonstrated.
        step_mix: How many conversations of each kind one optimizer step holds: ``single`` (everything in one turn),
            ``original`` (the same in the task's own order, the question last), ``reveal`` (facts over several turns),
            ``several`` (two or three of a task's questions one after the other), ``drill`` (one of its calculations by
            itself). Nobody ever takes back a fact or a question in them.
        longest: The most user turns of a conversation.
        trainer: Arguments of ``transformers.TrainingArguments``, by their own names.
        limits: How long an episode may become in evaluation.
        evaluation: What is measured, after training.
    """

    seed: int
    output: str
    model: Model
    tasks: Tasks
    step_mix: dict[Literal["single", "original", "reveal", "several", "drill"], int]
    longest: int = Field(ge=2)
    trainer: dict[str, Any]
    limits: TokenLimits
    evaluation: Evaluation


Settings = TypeVar("Settings", bound=Section)
Arguments = TypeVar("Arguments")


def read_settings(kind: type[Settings], path: str | Path, changes: list[str] | None = None) -> Settings:
    """Reads a settings file.

    Args:
        kind: :class:`GRPOSettings` or :class:`SFTSettings`.
        path: The YAML file.
        changes: Single settings to change, such as ``"trainer.max_steps=10"``; values are YAML.

    Raises:
        ConfigError: The file cannot be read, or a setting is unknown or not allowed; the message names it.
    """
    try:
        document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
        for change in changes or []:
            _change(document, change)
        return kind.model_validate(document)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not text in UTF-8: {error}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{path}: {where}: {first['msg']}") from error


def trainer_arguments(kind: Callable[..., Arguments], given: Mapping[str, Any], **own: Any) -> Arguments:
    """The settings object of a trainer.

    Args:
        kind: ``trl.GRPOConfig`` or ``transformers.TrainingArguments``.
        given: The section ``trainer`` of a settings file.
        **own: Arguments that the script itself sets.

    Raises:
        ConfigError: An argument is unknown, has a value that the trainer refuses, or is the script's to set; or
            ``max_steps`` is missing, without which a run has no length.
    """
    for name in given:
        if name in own:
            raise ConfigError(f"trainer.{name}: the script sets this itself, from other settings; leave it out")
    if not isinstance(given.get("max_steps"), int) or given["max_steps"] < 1:
        raise ConfigError(f"trainer.max_steps must be an integer of at least 1, not {given.get('max_steps')!r}")
    try:
        return kind(**given, **own)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"trainer: {error}") from error


def scenario_named(name: str) -> Scenario:
    """A preset, or counts, such as ``"10/3/3"`` (turns, revisions, switches) or ``"7/2/2 order=switches_first"``.

    Raises:
        ConfigError: It is neither, or the counts contradict one another.
    """
    if name in PRESETS:
        return PRESETS[name]
    first, *more = name.split(" ")
    counts = first.split("/")
    further = dict(part.partition("=")[::2] for part in more)
    if len(counts) != 3 or not all(count.isdecimal() for count in counts) or not further.keys() <= {"order", "tail"}:
        raise ConfigError(
            f"{name!r} is no scenario; use one of {', '.join(PRESETS)}, "
            "or turns/revisions/switches with order= or tail="
        )
    document: dict[str, Any] = {
        **dict(zip(("turns", "revisions", "switches"), map(int, counts), strict=True)),
        **further,
    }
    return scenario_from_json(document)


def _change(document: Any, change: str) -> None:
    name, found, value = change.partition("=")
    if not found:
        raise ConfigError(f"{change!r} is not of the form name=value")
    *path, last = name.split(".")
    for step in path:
        if not isinstance(document, dict):
            break
        document = document.setdefault(step, {})
    if not isinstance(document, dict):
        raise ConfigError(f"{name!r} names nothing that could be set")
    try:
        document[last] = yaml.safe_load(value)
    except yaml.YAMLError as error:
        raise ConfigError(f"the value of {name!r} is not YAML: {value!r}") from error
