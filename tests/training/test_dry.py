"""Dry runs: a stand-in that behaves as a model would, and a step of GRPO with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("trl")

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.cached import CachedGenerator
from tests.training.tiny import grpo_settings
from training import dry, grpo
from training.config import Model

ARCHITECTURE: dict[str, Any] = {
    "hidden_size": 256,
    "intermediate_size": 512,
    "num_hidden_layers": 6,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "vocab_size": 5_000,
    "max_position_embeddings": 4096,
}


@pytest.mark.parametrize("tied", [True, False])
def test_replies_of_a_stand_in_end_after_about_thirty_tokens(tmp_path: Path, tied: bool) -> None:
    settings = Model(path=str(tmp_path / "none"), architecture={**ARCHITECTURE, "tie_word_embeddings": tied})
    torch.manual_seed(0)
    model = dry.dry_model(settings, end=3)
    assert model.config.num_hidden_layers == len(model.get_decoder().layers) == dry.LAYERS
    random = torch.Generator().manual_seed(0)
    generate = CachedGenerator(model, stops=[3], max_new_tokens=200, random=random)
    lengths = [len(sample.ids) for sample in generate([[token] * 5 for token in range(10, 110)])]
    assert 15 < sum(lengths) / len(lengths) < 60


def test_a_stand_in_needs_an_architecture(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"model\.architecture is not given"):
        dry.dry_model(Model(path=str(tmp_path / "none")), end=3)


def test_only_what_this_machine_lacks_is_left_out() -> None:
    given = {"max_steps": 50, "use_vllm": True, "vllm_mode": "colocate", "learning_rate": 1e-5, "save_steps": 10}
    kept = dry.dry_arguments(given)
    assert kept["max_steps"] == 1
    assert kept["learning_rate"] == 1e-5
    assert kept["save_strategy"] == "no"
    assert ("vllm_mode" in kept) == bool(dry.find_spec("vllm"))
    assert given["max_steps"] == 50


def test_a_dry_run_takes_a_step_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "run"
    settings = grpo_settings(
        tmp_path,
        output,
        model={"path": str(tmp_path / "none"), "template": "qwen3_training", "architecture": ARCHITECTURE},
    )
    grpo.main(settings, dry=True)
    shown = capsys.readouterr().out
    assert "is out of reach; its tokenizer is replaced" in shown
    assert f"one step was taken with {dry.LAYERS} layers" in shown
    assert not list(output.glob("*.json*"))
