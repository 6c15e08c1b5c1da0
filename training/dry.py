"""Stand-ins for a dry run: the settings' model with few layers and random weights, wherever it runs.

A dry run shows that settings, data, rollout and trainer go together before anybody pays for a GPU. Where the hub is out
of reach, the architecture comes from the settings and the tokenizer is trained here, with the special tokens and the
chat template of the model's family; where there is no vLLM, the trainer's transformers backend samples.
"""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import Any

import torch
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
    Qwen3Config,
)

from evolving_intent_env.errors import ConfigError
from training.config import Model
from training.models import chat_template, load_tokenizer, train_tokenizer

LAYERS = 2
_REPLY_TOKENS = 30


def dry_model(settings: Model, end: int) -> PreTrainedModel:
    """The architecture with random weights and :data:`LAYERS` layers, whose replies end after about thirty tokens.

    Args:
        settings: The model.
        end: The token that ends a reply.

    Raises:
        ConfigError: The hub is out of reach and the settings do not tell the architecture.
    """
    try:
        config = AutoConfig.from_pretrained(settings.path)
    except (OSError, ValueError) as error:
        if settings.architecture is None:
            raise ConfigError(
                f"{settings.path!r} cannot be read, and model.architecture is not given either: {error}"
            ) from error
        config = Qwen3Config(**settings.architecture)
    config.num_hidden_layers = LAYERS
    if getattr(config, "layer_types", None):
        config.layer_types = config.layer_types[:LAYERS]
    model: PreTrainedModel = AutoModelForCausalLM.from_config(config, dtype=getattr(torch, settings.dtype))
    _let_replies_end(model, end)
    return model


@torch.no_grad()
def _let_replies_end(model: PreTrainedModel, end: int) -> None:
    """Gives the end token its chance: weights drawn at random would talk up to the limit, for hours on a CPU.

    A large number in the first dimension of every embedding is what all hidden states come to share; the output row of
    the end token looks for it.
    """
    embeddings = model.get_input_embeddings().weight
    tokens, size = embeddings.shape
    embeddings[:, 0] = model.config.initializer_range * size**0.5
    hidden = model.get_decoder()(torch.arange(tokens)[None, -256:]).last_hidden_state[0].float().mean(0)
    lead = math.log(tokens / _REPLY_TOKENS)
    model.get_output_embeddings().weight[end] += (lead * hidden / hidden.square().sum()).to(embeddings.dtype)


def dry_tokenizer(settings: Model, texts: list[str]) -> PreTrainedTokenizerBase:
    """The model's tokenizer, or one with the special tokens and the chat template of its family.

    Args:
        settings: The model.
        texts: What a stand-in is trained on.
    """
    try:
        return load_tokenizer(settings)
    except ConfigError:
        print(f"dry run: {settings.path} is out of reach; its tokenizer is replaced by one trained here")
    return qwen_like_tokenizer(texts, chat_template(settings))


def qwen_like_tokenizer(texts: list[str], template: str | None) -> PreTrainedTokenizerBase:
    """A small tokenizer with the special tokens of the Qwen family.

    Args:
        texts: What it is trained on.
        template: Its chat template.
    """
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=train_tokenizer(texts, 1_000, "\n\n").backend_tokenizer,
        pad_token="<|endoftext|>",
        eos_token="<|im_end|>",
        additional_special_tokens=["<|im_start|>"],
        clean_up_tokenization_spaces=False,
    )
    tokenizer.add_tokens(["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"])
    tokenizer.chat_template = template
    return tokenizer


def dry_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """The trainer's arguments for one step, without what this machine lacks."""
    kept = {**arguments, "max_steps": 1, "save_strategy": "no"}
    if kept.get("use_vllm") and find_spec("vllm") is None:
        print("dry run: vLLM is not installed; the transformers backend samples instead")
        kept = {name: value for name, value in kept.items() if "vllm" not in name}
    if not torch.cuda.is_available():
        kept["use_cpu"] = True
    return kept
