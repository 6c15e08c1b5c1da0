"""Tokens that are only appended to: what they must equal, and where replies are cut."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("transformers")

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens
from tests.integrations.conftest import qwen_like

TALK = [
    {"role": "user", "content": "How many pens does Ines buy? Ines buys 5 boxes."},
    {"role": "assistant", "content": "I need to know more to answer that."},
    {"role": "user", "content": "One more thing: there are 12 pens in every box."},
    {"role": "assistant", "content": "5 * 12 = 60. \\boxed{60}"},
    {"role": "user", "content": "Correction: Ines buys 6 boxes."},
]
WITH_TOOL = [
    {"role": "user", "content": "How many pens?"},
    {"role": "assistant", "content": "<tool_call>\n{}\n</tool_call>"},
    {"role": "tool", "content": "12 rows"},
    {"role": "assistant", "content": "12"},
    {"role": "user", "content": "And boxes?"},
]


def appended(chat: ChatTokens, talk: list[dict[str, str]]) -> list[int]:
    """The talk as a rollout puts it together; every reply has sampled its own end."""
    ids: list[int] = []
    waiting: list[dict[str, str]] = []
    for message in talk:
        if message["role"] != "assistant":
            waiting.append(message)
            continue
        ids += chat.following(waiting, ended=True) if ids else chat.opening(waiting)
        ids += [*chat.tokenizer(message["content"], add_special_tokens=False)["input_ids"], chat.end]
        waiting = []
    return ids + chat.following(waiting, ended=True)


def rendered(tokenizer: Any, talk: list[dict[str, str]], **options: Any) -> str:
    text = tokenizer.apply_chat_template(talk, tokenize=False, add_generation_prompt=True, **options)
    return str(text)


@pytest.mark.parametrize("template", ["qwen3", "qwen3_instruct_2507", "qwen2_5"])
@pytest.mark.parametrize("talk", [TALK, WITH_TOOL], ids=["user", "tool"])
def test_equals_the_whole_conversation_rendered_at_once(template: str, talk: list[dict[str, str]]) -> None:
    tokenizer = qwen_like(template)
    chat = ChatTokens(tokenizer)
    assert tokenizer.decode(appended(chat, talk)) == rendered(tokenizer, talk)


@pytest.mark.parametrize("thinking", [True, False])
def test_a_think_block_stays_where_it_was_sampled(qwen: Any, thinking: bool) -> None:
    chat = ChatTokens(qwen, options={"enable_thinking": thinking})
    reply = "<think>\n5 boxes\n</think>\n\n60"
    talk = [TALK[0], {"role": "assistant", "content": reply}, TALK[2]]
    text = qwen.decode(appended(chat, talk))
    assert reply in text
    assert text.endswith(rendered(qwen, [TALK[2]], enable_thinking=thinking).partition(TALK[2]["content"])[2])


def test_the_stock_template_would_drop_it() -> None:
    tokenizer = qwen_like("qwen3")
    talk = [TALK[0], {"role": "assistant", "content": "<think>\n5 boxes\n</think>\n\n60"}, TALK[2]]
    assert "5 boxes\n</think>" not in rendered(tokenizer, talk)


def test_own_template(own_tokenizer: Any) -> None:
    chat = ChatTokens(own_tokenizer)
    assert own_tokenizer.decode(appended(chat, TALK)) == rendered(own_tokenizer, TALK)
    assert own_tokenizer.convert_ids_to_tokens(chat.end) == "<|end|>"


def test_an_unfinished_reply_gets_its_end(qwen: Any) -> None:
    chat = ChatTokens(qwen)
    assert chat.following(TALK[2:3], ended=False) == [chat.end, *chat.following(TALK[2:3], ended=True)]
    assert qwen.convert_ids_to_tokens(chat.end) == "<|im_end|>"


@given(length=st.integers(0, 12), limit=st.integers(0, 14), end=st.integers(0, 14), forged=st.integers(0, 14))
def test_a_reply_is_cut_at_whatever_comes_first(length: int, limit: int, end: int, forged: int) -> None:
    tokenizer = qwen_like("qwen3")
    chat = ChatTokens(tokenizer)
    words = tokenizer("pens boxes", add_special_tokens=False)["input_ids"]
    opener = tokenizer.convert_tokens_to_ids("<|im_start|>")
    sampled = [words[place % len(words)] for place in range(length)]
    for place, token in sorted([(end, chat.end), (forged, opener)], reverse=True):
        if place <= len(sampled):
            sampled.insert(place, token)
    reply = chat.cut(sampled, limit)
    assert reply.ids == sampled[: len(reply.ids)]
    assert len(reply.ids) <= limit
    assert opener not in reply.ids
    assert chat.end not in reply.ids[:-1]
    assert reply.ended == (reply.ids[-1:] == [chat.end])
    assert reply.complete == reply.ended
    if not reply.complete and not reply.forged:
        assert len(reply.ids) == min(limit, len(sampled))
    if reply.forged:
        assert sampled[len(reply.ids)] == opener
    said = [token for token in reply.ids if token != chat.end]
    assert reply.text == tokenizer.decode(said).strip()
    assert "<|im" not in reply.text


def test_another_token_that_ends_all_text_is_dropped() -> None:
    tokenizer = qwen_like("qwen3")
    tokenizer.eos_token = "<|endoftext|>"
    chat = ChatTokens(tokenizer)
    words = tokenizer("pens", add_special_tokens=False)["input_ids"]
    reply = chat.cut([*words, tokenizer.eos_token_id, *words], 10)
    assert reply.ids == words
    assert reply.complete
    assert not reply.ended


def test_stops_hold_the_end_and_what_opens_a_turn(qwen: Any) -> None:
    stops = ChatTokens(qwen).stops
    assert stops >= set(qwen.convert_tokens_to_ids(["<|im_end|>", "<|im_start|>"]))
    assert not stops & set(qwen("pens <think>", add_special_tokens=False)["input_ids"])


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (None, "no chat template"),
        ("{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}{% endfor %}", "does not show"),
        ("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: ", "no special token"),
    ],
)
def test_templates_that_cannot_serve(template: str | None, message: str) -> None:
    tokenizer = qwen_like("qwen3")
    tokenizer.chat_template = template
    with pytest.raises(ConfigError, match=message):
        ChatTokens(tokenizer)
