"""A conversation as tokens that are only ever appended to.

Rendering the whole conversation anew at each turn changes tokens that were sampled earlier: templates drop think
blocks, and text does not tokenize back to the tokens it came from. So the opening is rendered once, and after each
reply comes what the chat template puts between an assistant's message and the next generation prompt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from evolving_intent_env.errors import ConfigError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Message = Mapping[str, Any]

_REPLY = "REPLYSTANDSHERE"
"""Stands for a reply whose surroundings are looked up; a plain word, so that no template trims or escapes it."""


class Reply(NamedTuple):
    """What an agent sampled in one turn, cut to what counts.

    Attributes:
        ids: The sampled tokens, with the end-of-turn token if it was sampled.
        text: What the agent said.
        complete: Whether the agent ended its turn; else it was cut off.
        ended: Whether ``ids`` end on the end-of-turn token. A tokenizer may have another token that ends all text; an
            agent that samples that one has ended its turn, but the template's own token is still to come.
        forged: Whether it went on to write a turn of somebody else, which was cut off.
    """

    ids: list[int]
    text: str
    complete: bool
    ended: bool
    forged: bool


class ChatTokens:
    """Turns messages into tokens for one tokenizer and chat template.

    Args:
        tokenizer: The model's tokenizer.
        template: A chat template to use instead of the tokenizer's own.
        options: Variables for the template, such as ``{"enable_thinking": False}``.
        tools: JSON schemas of the tools that the agent may call; None without any.

    Raises:
        ConfigError: The tokenizer has no chat template, or the template hides where a reply stands.
    """

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerBase,
        *,
        template: str | None = None,
        options: Mapping[str, Any] | None = None,
        tools: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        if template is None and not tokenizer.chat_template:
            raise ConfigError("the tokenizer has no chat template; pass template= or use a chat model's tokenizer")
        self.tokenizer = tokenizer
        self._template = template
        self._options = dict(options or {})
        self._tools = [dict(tool) for tool in tools] if tools else None
        self._following: dict[tuple[tuple[str, str], ...], list[int]] = {}
        # A tokenizer's named special tokens are not all: a turn's end may only be marked as special.
        special = {id_ for id_, token in tokenizer.added_tokens_decoder.items() if token.special}
        special.update(tokenizer.all_special_ids)
        between = self._after_reply([{"role": "user", "content": "next"}])
        self._end = self._end_of_turn(between, special)
        self._stops = {self._end, *([tokenizer.eos_token_id] if tokenizer.eos_token_id is not None else [])}
        # Any other special token that the template writes around turns can only be a forged turn inside a reply.
        self._openers = (special & set(between)) - self._stops

    @property
    def end(self) -> int:
        """The token that ends an assistant's turn."""
        return self._end

    @property
    def stops(self) -> frozenset[int]:
        """The tokens that a generator should stop at."""
        return frozenset(self._stops | self._openers)

    def opening(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a conversation up to where the agent's first reply begins."""
        return self._encode(self._render(messages))

    def following(self, messages: Sequence[Message], *, ended: bool) -> list[int]:
        """The tokens between a reply and the next one.

        Args:
            messages: What was said since the reply: the user's turn, or a tool's answers.
            ended: Whether the reply sampled its own end-of-turn token; if not, it is added here.
        """
        key = tuple((str(message["role"]), str(message["content"])) for message in messages)
        if key not in self._following:
            if len(self._following) > 4096:
                self._following.clear()
            self._following[key] = self._after_reply(messages)
        ids = self._following[key]
        return ids[1:] if ended else list(ids)

    def cut(self, sampled: Sequence[int], limit: int) -> Reply:
        """Cuts what a generator returned to one reply of at most ``limit`` tokens.

        Everything after the first end-of-turn token is dropped, and so is a turn of somebody else that the agent wrote
        itself: neither enters the context or the loss.
        """
        ids: list[int] = []
        complete = forged = False
        for token in sampled[:limit]:
            if token in self._openers:
                forged = True
                break
            complete = token in self._stops
            if token == self._end or not complete:
                ids.append(token)
            if complete:
                break
        ended = ids[-1:] == [self._end]
        text = self.tokenizer.decode(ids[:-1] if ended else ids, skip_special_tokens=True)
        return Reply(ids, str(text).strip(), complete, ended, forged)

    def _after_reply(self, messages: Sequence[Message]) -> list[int]:
        text = self._render([{"role": "user", "content": "?"}, {"role": "assistant", "content": _REPLY}, *messages])
        _, found, after = text.partition(_REPLY)
        if not found:
            raise ConfigError("the chat template does not show the assistant's messages, so replies cannot be kept")
        return self._encode(after)

    def _end_of_turn(self, between: Sequence[int], special: set[int]) -> int:
        if not between or between[0] not in special:
            shown = self.tokenizer.decode(between[:4])
            raise ConfigError(
                f"the chat template ends an assistant's turn with {shown!r}, which is no special token; such a "
                "turn's end cannot be told from its text"
            )
        return between[0]

    def _render(self, messages: Sequence[Message]) -> str:
        text = self.tokenizer.apply_chat_template(
            [dict(message) for message in messages],
            tools=self._tools,
            chat_template=self._template,
            add_generation_prompt=True,
            tokenize=False,
            **self._options,
        )
        return str(text)

    def _encode(self, text: str) -> list[int]:
        return list(self.tokenizer(text, add_special_tokens=False)["input_ids"])
