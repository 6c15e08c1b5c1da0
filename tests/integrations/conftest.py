"""Tokenizers with real chat templates, made offline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

QWEN_TEXTS = [
    "How many pens does Ines buy? Ines buys 5 boxes. There are 12 pens in every box. 5 * 12 = 60. \\boxed{60}",
    "user assistant system tool think it through step by step Sorry, Correction: one more thing",
] * 4

TEMPLATES = ("qwen3", "qwen3_training", "qwen3_instruct_2507", "qwen2_5")


def qwen_like(template: str) -> Any:
    """A tokenizer with Qwen's special tokens and one of the chat templates that TRL ships."""
    transformers = pytest.importorskip("transformers")
    trl = pytest.importorskip("trl")
    from training.models import train_tokenizer

    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=train_tokenizer(QWEN_TEXTS, 500, "\n\n\n").backend_tokenizer,
        pad_token="<|endoftext|>",
        eos_token="<|im_end|>",
        additional_special_tokens=["<|im_start|>"],
        clean_up_tokenization_spaces=False,
    )
    tokenizer.add_tokens(["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"])
    folder = Path(trl.__file__).parent / "chat_templates"
    tokenizer.chat_template = (folder / f"{template}.jinja").read_text(encoding="utf-8")
    return tokenizer


@pytest.fixture(params=TEMPLATES)
def qwen(request: pytest.FixtureRequest) -> Any:
    """One tokenizer for each template."""
    return qwen_like(request.param)


@pytest.fixture(scope="session")
def own_tokenizer() -> Any:
    """A tokenizer as the warm-up makes them."""
    pytest.importorskip("transformers")
    from training.models import train_tokenizer

    return train_tokenizer(QWEN_TEXTS, 500, "\n\n\n")
