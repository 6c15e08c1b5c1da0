"""The models that are trained: loaded, or made here with a tokenizer of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
    Qwen3Config,
    Qwen3ForCausalLM,
)

from evolving_intent_env.errors import ConfigError
from training.config import LoRA, Model, NewModel, NumberWaves

_PAD, _END, _USER, _ASSISTANT, _TOOL = "<|pad|>", "<|end|>", "<|user|>", "<|assistant|>", "<|tool|>"
_TEMPLATE = (
    "{%- for message in messages -%}"
    "{{- '<|' + message.role + '|>' + message.content -}}"
    "{%- if message.role == 'assistant' -%}{{- '<|end|>' -}}{%- endif -%}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{- '<|assistant|>' -}}{%- endif -%}"
)
_PIECES = (
    r"\\[a-z]+\{| ?[A-Za-z']+| ?[0-9](?=(?:[0-9]{2})+(?![0-9]))| ?[0-9]{2}(?=(?:[0-9]{2})*(?![0-9]))| ?[0-9]"
    r"| ?[^\sA-Za-z0-9\\]+|\s+"
)
"""What a token may at most be: a word, two digits of a number counted from its end, or a run of punctuation, each with
the blank before it. With whole numbers as tokens, a small model learns to multiply by heart and never learns to add."""


def train_tokenizer(texts: Iterable[str], vocabulary: int, whole: str) -> PreTrainedTokenizerFast:
    """A byte-level tokenizer, trained on ``texts``, in which each frequent word and number is one token.

    Args:
        texts: What it is trained on.
        vocabulary: The most tokens.
        whole: A text that becomes a single token: the constant words with which a domain frames each first turn.

    Returns:
        A tokenizer with a chat template of its own: ``<|user|>...<|assistant|>...<|end|>``.
    """
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    core.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary - 1,  # ``whole`` is one more
        min_frequency=2,
        special_tokens=[_PAD, _END, _USER, _ASSISTANT, _TOOL],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    core.train_from_iterator(texts, trainer)
    core.add_tokens([whole])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core,
        pad_token=_PAD,
        eos_token=_END,
        additional_special_tokens=[_USER, _ASSISTANT, _TOOL],
        clean_up_tokenization_spaces=False,
    )
    tokenizer.chat_template = _TEMPLATE
    return tokenizer


def new_model(settings: NewModel, tokenizer: PreTrainedTokenizerBase, seed: int) -> Qwen3ForCausalLM:
    """A Qwen3 with random weights for this tokenizer.

    Raises:
        ConfigError: There are more waves than an embedding has room for.
    """
    torch.manual_seed(seed)
    model = Qwen3ForCausalLM(_architecture(settings, tokenizer))
    if settings.number_waves is not None:
        _start_numbers_from_waves(model, tokenizer, settings.number_waves)
    return model


@torch.no_grad()
def _start_numbers_from_waves(
    model: Qwen3ForCausalLM, tokenizer: PreTrainedTokenizerBase, settings: NumberWaves
) -> None:
    """Lets each number token start from the cosines and sines of its value.

    Large models come to such embeddings by themselves and add with them (arXiv 2406.03445); a small one spends most of
    its training on finding them.
    """
    embeddings = model.get_input_embeddings().weight
    needed, room = 2 * len(settings.periods), embeddings.shape[1]
    if needed > room:
        raise ConfigError(
            f"model.new.number_waves takes {needed} of an embedding's {room} dimensions; name fewer periods"
        )
    for token, text in enumerate(tokenizer.batch_decode([[token] for token in range(len(tokenizer))])):
        if re.fullmatch(r" ?[0-9]+", text):
            angles = 2 * torch.pi * int(text) / torch.tensor(settings.periods)
            embeddings[token, :needed] = settings.amplitude * torch.stack([angles.cos(), angles.sin()], dim=1).flatten()


def load_tokenizer(settings: Model) -> PreTrainedTokenizerBase:
    """The tokenizer of a model that exists already, with the chat template of the settings as its own.

    Raises:
        ConfigError: There is no model at the path, or no such template.
    """
    if settings.path is None:
        raise ConfigError("model.path is missing: only the warm-up (training/sft.py) makes new models")
    try:
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(settings.path)
    except (OSError, ValueError) as error:
        raise ConfigError(f"no model can be read at {settings.path!r}: {error}") from error
    if tokenizer.pad_token_id is None or tokenizer.pad_token_id == tokenizer.eos_token_id:
        raise ConfigError(f"the tokenizer of {settings.path!r} needs a padding token that is not its end token")
    # It is saved beside the trained model, which should be served with the template that it was trained with.
    tokenizer.chat_template = chat_template(settings) or tokenizer.chat_template
    return tokenizer


def load_model(settings: Model) -> PreTrainedModel:
    """The model at a path, with its data type.

    Raises:
        ConfigError: There is none.
    """
    try:
        model: PreTrainedModel = AutoModelForCausalLM.from_pretrained(
            settings.path, dtype=getattr(torch, settings.dtype)
        )
    except (OSError, ValueError) as error:
        raise ConfigError(f"no model can be read at {settings.path!r}: {error}") from error
    return model


def lora_config(settings: LoRA | None) -> Any:
    """The adapters as peft wants them; None without any."""
    if settings is None:
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=settings.targets,
        task_type="CAUSAL_LM",
    )


def chat_template(settings: Model) -> str | None:
    """The chat template that the settings name; None for the tokenizer's own.

    Raises:
        ConfigError: There is no such template.
    """
    if settings.template is None:
        return None
    path = Path(settings.template)
    if not path.exists():
        import trl

        path = Path(trl.__file__).parent / "chat_templates" / f"{settings.template}.jinja"
    if not path.exists():
        raise ConfigError(f"template {settings.template!r} is neither a file nor a chat template of TRL")
    return path.read_text(encoding="utf-8")


def _architecture(settings: NewModel, tokenizer: PreTrainedTokenizerBase) -> Qwen3Config:
    return Qwen3Config(
        vocab_size=len(tokenizer),
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        **settings.architecture,
    )
