"""Tokenizers with real chat templates, made offline."""

from __future__ import annotations

from typing import Any

import pytest

QWEN_TEXTS = [
    "How many pens does Ines buy? Ines buys 5 boxes. There are 12 pens in every box. 5 * 12 = 60. \\boxed{60}",
    "user assistant system tool think it through step by step Sorry, Correction: one more thing",
] * 4

TEMPLATES = ("qwen3", "qwen3_training", "qwen3_instruct_2507", "qwen2_5")


def qwen_like(template: str) -> Any:
    """A tokenizer with Qwen's special tokens and one of the chat templates that TRL ships."""
    pytest.importorskip("transformers")
    pytest.importorskip("trl")
    from training.config import Model
    from training.dry import qwen_like_tokenizer
    from training.models import chat_template

    return qwen_like_tokenizer(QWEN_TEXTS, chat_template(Model(path="-", template=template)))


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
