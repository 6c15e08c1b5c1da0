"""A random model of a few thousand weights with a tokenizer of its own, and settings of runs that take seconds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from transformers import PreTrainedTokenizerBase

from evolving_intent_env.domains.registry import get_domain
from training.config import GRPOSettings, SFTSettings
from training.models import new_model, train_tokenizer
from training.sft import demonstrations

TASKS: dict[str, Any] = {
    "env": "EvolvingIntent-GradeSchool-v0",
    "source": "builtin",
    "split": "train-easy",
    "stories": ["dog-walks", "quiz-points"],
    "part": "train",
}
NEW: dict[str, Any] = {
    "vocabulary": 500,
    "sample": 100,
    "architecture": {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 8,
        "intermediate_size": 32,
        "tie_word_embeddings": True,
        "max_position_embeddings": 2048,
        "initializer_range": 0.2,  # far from uniform, so that gradients are no matter of rounding
    },
}
LORA: dict[str, Any] = {"rank": 4, "alpha": 8}


DEV = {**TASKS, "part": "dev"}


def evaluation(**changes: Any) -> dict[str, Any]:
    """Two tasks under two scenarios, before and after a run."""
    return {"tasks": DEV, "count": 2, "every": 0, "final_tasks": DEV, "final_count": 2, "batch": 2, **changes}


def sft_settings(output: Path, **changes: Any) -> SFTSettings:
    """A warm-up of two steps."""
    document = {
        "seed": 0,
        "output": str(output),
        "model": {"new": NEW},
        "tasks": TASKS,
        "step_mix": {"single": 3, "reveal": 3},
        "longest": 5,
        "trainer": {
            "max_steps": 2,
            "per_device_train_batch_size": 3,
            "gradient_accumulation_steps": 2,
            "learning_rate": 1e-3,
            "train_sampling_strategy": "sequential",
            "bf16": False,
            "use_cpu": True,
            "save_strategy": "no",
            "report_to": "none",
            "disable_tqdm": True,
        },
        "limits": {"turn_tokens": 6, "total_tokens": 600},
        "evaluation": {"tasks": DEV, "count": 2, "batch": 2},
        **changes,
    }
    return SFTSettings.model_validate(document)


def trainer(**changes: Any) -> dict[str, Any]:
    """Arguments of GRPO for two groups of four conversations a step, in two parts."""
    return {
        "max_steps": 2,
        "num_generations": 4,
        "per_device_train_batch_size": 4,
        "gradient_accumulation_steps": 2,
        "learning_rate": 1e-2,
        "loss_type": "dapo",
        "bf16": False,
        "use_cpu": True,
        "gradient_checkpointing": False,
        "logging_steps": 1,
        "save_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        **changes,
    }


def grpo_settings(path: Path, output: Path, **changes: Any) -> GRPOSettings:
    """Two steps of GRPO."""
    document = {
        "seed": 0,
        "output": str(output),
        "model": {"path": str(path)},
        "tasks": TASKS,
        "curriculum": [{"weights": {"revise": 1.0, "switch": 1.0}}],
        "limits": {"turn_tokens": 6, "total_tokens": 400},
        "cached": True,
        "trainer": trainer(),
        "evaluation": evaluation(scenarios=["single", "revise"]),
        "transcripts": 8,
        **changes,
    }
    return GRPOSettings.model_validate(document)


def save_model(folder: Path) -> PreTrainedTokenizerBase:
    """Makes the tokenizer from a few demonstrations and a random model, and saves both in the folder."""
    texts = (text for talk in islice(demonstrations(sft_settings(folder)), 60) for turn in talk for text in turn)
    settings = sft_settings(folder).model.new
    assert settings is not None
    tokenizer = train_tokenizer(texts, settings.vocabulary, get_domain("grade_school").frame(""))
    new_model(settings, tokenizer, seed=0).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return tokenizer
