"""Batched sampling from a transformers model that keeps its key-value cache between turns.

``model.generate`` reads the whole conversation anew at each turn. Here each turn reads only what was said since, which
for small models on a CPU is most of the work saved. The tokens are those of plain generation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import torch
from transformers import Cache
from transformers.cache_utils import DynamicLayer

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.rollout import Sample

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class CachedGenerator:
    """Samples replies; a :data:`~evolving_intent_env.integrations.rollout.Generate`.

    Contexts that extend those of the call before are recognised by their tokens, in the same order; the rest of the
    cache is dropped, and all of it once the weights have changed.

    Args:
        model: Any causal model of transformers with full attention.
        stops: Tokens that end a reply.
        max_new_tokens: The longest reply.
        temperature: The sampling temperature; 0 takes the likeliest token.
        random: Source of randomness; None for torch's global one.

    Raises:
        ConfigError: A number is not allowed.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        *,
        stops: Iterable[int],
        max_new_tokens: int,
        temperature: float = 1.0,
        random: torch.Generator | None = None,
    ) -> None:
        if max_new_tokens < 1 or temperature < 0:
            raise ConfigError(
                f"max_new_tokens={max_new_tokens} must be at least 1 and temperature={temperature} at least 0"
            )
        self._model = model
        self._max_new_tokens = max_new_tokens
        self._temperature = temperature
        self._random = random
        self._stops = torch.tensor(sorted(stops))
        self._forget()

    @torch.no_grad()
    def __call__(self, contexts: Sequence[Sequence[int]]) -> list[Sample]:
        """One reply for each context, with the log-probability of each token under the sampling distribution."""
        if not contexts:
            return []
        training = self._model.training
        self._model.eval()
        logits = self._read([list(context) for context in contexts])
        samples = self._sample(logits)
        self._model.train(training)
        return samples

    def _forget(self) -> None:
        self._cache = Cache(layer_class_to_replicate=_GrowingLayer)
        self._rows: list[list[int]] = []
        self._mask = torch.zeros(0, 0, dtype=torch.long)
        self._weights = self._version()

    def _version(self) -> int:
        """A number that goes up with each change of a weight."""
        return sum(parameter._version for parameter in self._model.parameters())

    def _read(self, contexts: list[list[int]]) -> torch.Tensor:
        """Feeds what is new in each context; returns the logits after its last token, [rows, vocabulary]."""
        kept = _extended(self._rows, contexts) if self._version() == self._weights else None
        if kept is None:
            self._forget()
            self._mask = torch.zeros(len(contexts), 0, dtype=torch.long)
            known = [0] * len(contexts)
        else:
            known = [len(self._rows[row]) for row in kept]
            if len(kept) < len(self._rows):
                chosen = torch.tensor(kept)
                self._mask = self._mask[chosen]
                for layer in self._cache.layers:
                    layer.select(chosen)
        self._rows = contexts
        new = [context[count:] for context, count in zip(contexts, known, strict=True)]
        width = max(map(len, new))
        ids = torch.zeros(len(new), width, dtype=torch.long)
        mask = torch.zeros(len(new), width, dtype=torch.long)
        for row, tokens in enumerate(new):
            ids[row, width - len(tokens) :] = torch.tensor(tokens)
            mask[row, width - len(tokens) :] = 1
        positions = (torch.tensor(known)[:, None] + mask.cumsum(1) - 1).clamp(min=0)
        return self._forward(ids, mask, positions)

    def _sample(self, logits: torch.Tensor) -> list[Sample]:
        rows = len(logits)
        going = torch.ones(rows, dtype=torch.bool)
        positions = torch.tensor([len(row) for row in self._rows])
        sampled: list[list[int]] = [[] for _ in range(rows)]
        logprobs: list[list[float]] = [[] for _ in range(rows)]
        for step in range(self._max_new_tokens):
            tokens, chances = self._choose(logits)
            alive = going.tolist()
            for row, (token, chance) in enumerate(zip(tokens.tolist(), chances.tolist(), strict=True)):
                if alive[row]:
                    sampled[row].append(token)
                    logprobs[row].append(chance)
            going &= ~torch.isin(tokens, self._stops)
            if step + 1 == self._max_new_tokens or not going.any():
                break
            logits = self._forward((tokens * going)[:, None], going.long()[:, None], positions[:, None])
            positions = positions + going
            for row, alive_now in enumerate(going.tolist()):
                if alive_now:
                    self._rows[row].append(sampled[row][-1])
        return [Sample(ids, chances) for ids, chances in zip(sampled, logprobs, strict=True)]

    def _choose(self, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if self._temperature == 0:
            tokens = logits.argmax(-1)
            logprobs = logits.log_softmax(-1)
        else:
            logprobs = (logits / self._temperature).log_softmax(-1)
            # By inversion: torch.multinomial draws a number for each entry of the vocabulary, and takes ten times as
            # long.
            bounds = logprobs.exp().cumsum(-1)
            points = torch.rand(len(logits), 1, generator=self._random) * bounds[:, -1:]
            tokens = torch.searchsorted(bounds, points, right=True)[:, 0].clamp(max=logits.shape[-1] - 1)
        return tokens, logprobs.gather(-1, tokens[:, None])[:, 0]

    def _forward(self, ids: torch.Tensor, mask: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        device = self._model.device
        self._mask = torch.cat([self._mask, mask], dim=1)
        output: Any = self._model(
            ids.to(device),
            attention_mask=self._mask.to(device),
            position_ids=positions.to(device),
            cache=self._cache,
            use_cache=True,
            logits_to_keep=1,
        )
        logits: torch.Tensor = output.logits[:, -1].float().cpu()
        return logits


def _extended(rows: Sequence[Sequence[int]], contexts: Sequence[Sequence[int]]) -> list[int] | None:
    """For each context the cached row that it extends, in ascending order; None if one extends none."""
    kept: list[int] = []
    row = 0
    for context in contexts:
        while row < len(rows) and not (len(rows[row]) < len(context) and context[: len(rows[row])] == rows[row]):
            row += 1
        if row == len(rows):
            return None
        kept.append(row)
        row += 1
    return kept


class _GrowingLayer(DynamicLayer):  # type: ignore[misc]  # transformers counts as untyped
    """A layer's keys and values in a buffer with room to grow: appending to a tensor copies all of it each time."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Appends new keys and values, [rows, heads, tokens, size]; returns all of them."""
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
            self._buffers = [key_states[:, :, :0], value_states[:, :, :0]]
            self._length = 0
        end = self._length + key_states.shape[-2]
        if end > self._buffers[0].shape[-2]:
            self._grow(2 * end)
        for buffer, states in zip(self._buffers, (key_states, value_states), strict=True):
            buffer[:, :, self._length : end] = states
        self._length = end
        self.keys, self.values = (buffer[:, :, :end] for buffer in self._buffers)
        return self.keys, self.values

    def select(self, rows: torch.Tensor) -> None:
        """Keeps only some rows."""
        self._buffers = [buffer[rows.to(buffer.device)] for buffer in self._buffers]
        self.keys, self.values = (buffer[:, :, : self._length] for buffer in self._buffers)

    def _grow(self, capacity: int) -> None:
        grown = []
        for buffer in self._buffers:
            wider = buffer.new_empty(*buffer.shape[:2], capacity, buffer.shape[-1])
            wider[:, :, : self._length] = buffer[:, :, : self._length]
            grown.append(wider)
        self._buffers = grown
