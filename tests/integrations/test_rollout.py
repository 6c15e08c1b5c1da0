"""Episodes as tokens: what is masked, what is cut, what is paid."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import gymnasium as gym
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("transformers")

import evolving_intent_env  # noqa: F401  # registers the environments
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.rollout import Limits, Rollout, Sample, rollout
from tests.integrations.conftest import qwen_like

CHAT = ChatTokens(qwen_like("qwen3_instruct_2507"))
WIDE = Limits(turn_tokens=200, total_tokens=10_000)
OPENER = CHAT.tokenizer.convert_tokens_to_ids("<|im_start|>")

Script = Callable[[int, int], list[int]]
"""Call and place in it to sampled tokens."""


def tokens(text: str) -> list[int]:
    ids: list[int] = CHAT.tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids


def make_envs(count: int, scenario: str = "evolve", **arguments: Any) -> list[gym.Env[Any, Any]]:
    return [
        gym.make("EvolvingIntent-GradeSchool-v0", source="builtin", scenario=scenario, **arguments)
        for _ in range(count)
    ]


def tasks(count: int) -> list[dict[str, Any]]:
    ids = make_envs(1)[0].unwrapped.task_ids  # type: ignore[attr-defined]
    return [{"task_id": ids[place]} for place in range(count)]


class Agent:
    """Samples by a script, and keeps what it was shown."""

    def __init__(self, script: Script, *, logprobs: bool = True) -> None:
        self.script = script
        self.logprobs = logprobs
        self.contexts: list[list[list[int]]] = []
        self.said: list[list[list[int]]] = []

    def __call__(self, contexts: Sequence[Sequence[int]]) -> list[Sample]:
        call = len(self.contexts)
        self.contexts.append([list(context) for context in contexts])
        said = [self.script(call, place) for place in range(len(contexts))]
        self.said.append(said)
        return [Sample(ids, [-0.5] * len(ids) if self.logprobs else None) for ids in said]


def runs(one: Rollout, value: int) -> list[list[int]]:
    """Stretches of the completion with this mask."""
    found: list[list[int]] = []
    before = 1 - value
    for token, mask in zip(one.completion_ids, one.mask, strict=True):
        if mask == value:
            if before != value:
                found.append([])
            found[-1].append(token)
        before = mask
    return found


def answer(number: int) -> list[int]:
    return [*tokens(f"So it is {number}. \\boxed{{{number}}}"), CHAT.end]


def test_the_mask_covers_what_was_sampled_and_nothing_else() -> None:
    agent = Agent(lambda call, place: answer(10 * place + call))
    envs = make_envs(3)
    for place, one in enumerate(rollout(agent, envs, CHAT, WIDE, options=tasks(3))):
        assert runs(one, 1) == [answer(10 * place + call) for call in range(7)]
        user = [message["content"] for message in one.messages if message["role"] == "user"]
        between = [CHAT.tokenizer.decode(ids) for ids in runs(one, 0)]
        assert len(between) == 6
        for text, words in zip(between, user[1:], strict=True):
            assert text == f"\n<|im_start|>user\n{words}<|im_end|>\n<|im_start|>assistant\n"
        assert user[0] in CHAT.tokenizer.decode(one.prompt_ids)
        assert len(one.mask) == len(one.completion_ids) == len(one.logprobs or [])
        assert one.logprobs == [-0.5 * mask for mask in one.mask]
        assert one.cut_turns == one.forged_turns == one.empty_turns == 0


def test_each_context_extends_the_one_before() -> None:
    draws = random.Random(0)
    agent = Agent(lambda call, place: tokens("pens " * draws.randrange(1, 9)) + [CHAT.end] * draws.randrange(2))
    rollout(agent, make_envs(4), CHAT, WIDE, options=tasks(4))
    for earlier, later in pairwise(agent.contexts):
        for before, after in zip(earlier, later, strict=True):
            assert after[: len(before)] == before
            assert len(after) > len(before)


def test_rewards_are_those_of_the_same_replies_played_by_hand() -> None:
    env = make_envs(1)[0]
    options = tasks(5)
    golds = []
    for option in options:
        env.reset(options=option)
        golds.append(env.unwrapped.script.trajectory.golds)  # type: ignore[attr-defined]
    replies = [[f"\\boxed{{{gold or 0}}}" for gold in golds_] for golds_ in golds]
    replies[1][-1] = "\\boxed{123456}"
    for kind, expected in (("final", [1, 0, 1, 1, 1]), ("per_turn", None)):
        agent = Agent(lambda call, place: [*tokens(replies[place][call]), CHAT.end])
        played = rollout(agent, make_envs(5, reward=kind), CHAT, WIDE, options=options)
        if expected is not None:
            assert [one.reward for one in played] == expected
        by_hand = make_envs(1, reward=kind)[0]
        for one, option, said in zip(played, options, replies, strict=True):
            by_hand.reset(options=option)
            assert one.reward == pytest.approx(sum(float(by_hand.step(reply)[1]) for reply in said))


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    turn_tokens=st.integers(1, 30),
    total_tokens=st.integers(1, 400),
    ending=st.sampled_from(["always", "never", "sometimes"]),
)
def test_no_limit_is_ever_exceeded(seed: int, turn_tokens: int, total_tokens: int, ending: str) -> None:
    draws = random.Random(seed)

    def script(call: int, place: int) -> list[int]:
        ids = tokens("pens boxes " * 20)[: draws.randrange(0, 40)]
        ends = ending == "always" or (ending == "sometimes" and draws.random() < 0.5)
        return [*ids, CHAT.end] if ends else ids

    for one in rollout(Agent(script), make_envs(2), CHAT, Limits(turn_tokens, total_tokens), options=tasks(2)):
        assert 1 <= len(one.completion_ids) <= total_tokens
        assert all(len(run) <= turn_tokens for run in runs(one, 1))
        assert len(one.mask) == len(one.completion_ids) == len(one.logprobs or [])
        replies = sum(message["role"] == "assistant" for message in one.messages)
        assert one.cut_turns + one.forged_turns + one.empty_turns <= 2 * replies
        if replies < 7:
            assert one.info["outcome"] == "out_of_tokens"
            assert one.reward == 0


def test_cut_forged_and_empty_turns_are_counted_and_cut() -> None:
    long, forged = tokens("pens " * 50), [*tokens("60"), OPENER, *tokens("user\nIt is 5"), CHAT.end]
    said = [long, forged, [CHAT.end], [], answer(1), answer(2), answer(3)]
    agent = Agent(lambda call, place: said[call])
    one = rollout(agent, make_envs(1), CHAT, Limits(turn_tokens=30, total_tokens=10_000), options=tasks(1))[0]
    assert (one.cut_turns, one.forged_turns, one.empty_turns) == (2, 1, 2)
    assert runs(one, 1) == [long[:30], tokens("60"), [CHAT.end], *said[4:]]
    assert OPENER not in [token for token, mask in zip(one.completion_ids, one.mask, strict=True) if mask]
    assert [m["content"] for m in one.messages if m["role"] == "assistant"][1:4] == ["60", "", ""]
    # Each reply that did not end itself is ended for it, and the user goes on after it.
    assert CHAT.tokenizer.decode(one.completion_ids).count("<|im_start|>assistant") == 6


def test_an_agent_that_says_nothing_at_all_leaves_one_masked_token() -> None:
    one = rollout(Agent(lambda call, place: []), make_envs(1, "single"), CHAT, WIDE, options=tasks(1))[0]
    assert one.completion_ids == [CHAT.end]
    assert one.mask == [0]
    assert one.reward == 0
    assert one.info["outcome"] == "empty"


def test_a_generator_need_not_tell_log_probabilities() -> None:
    agent = Agent(lambda call, place: answer(1), logprobs=False)
    assert rollout(agent, make_envs(1), CHAT, WIDE, options=tasks(1))[0].logprobs is None


class Shop(gym.Env[Any, str]):
    """A user with two turns, and a tool that answers calls."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.turns = ["How many pens?", "And how many boxes?"]
        self.history: list[dict[str, str]] = []
        return self._observation(), {"task_id": "shop"}

    def step(self, action: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.history or self.history[-1]["role"] == "assistant":
            self.history.append({"role": "user", "content": self.turns[0]})
        self.history.append({"role": "assistant", "content": action})
        if "<tool_call>" in action:
            self.history.append({"role": "tool", "content": "12 rows"})
            return {"user": "", "history": tuple(self.history)}, 0.0, False, False, {}
        self.turns.pop(0)
        over = not self.turns
        return self._observation(), float(over), over, False, {"outcome": "correct"}

    def _observation(self) -> dict[str, Any]:
        return {"user": self.turns[0] if self.turns else "", "history": tuple(self.history)}


def test_what_a_tool_answers_is_masked_as_the_users_words_are() -> None:
    call = [*tokens("<tool_call>"), CHAT.end]
    said = [call, call, answer(12), answer(3)]
    one = rollout(Agent(lambda number, place: said[number]), [Shop()], CHAT, WIDE)[0]
    assert runs(one, 1) == said
    between = [CHAT.tokenizer.decode(ids) for ids in runs(one, 0)]
    assert ["12 rows" in text for text in between] == [True, True, False]
    assert "And how many boxes?" in between[2]
    assert one.reward == 1
    assert [message["role"] for message in one.messages] == [
        "user", "assistant", "tool", "assistant", "tool", "assistant", "user", "assistant",
    ]  # fmt: skip


def test_a_process_that_is_done_goes_on_as_long_as_others_do() -> None:
    agent = Agent(lambda call, place: answer(1))
    asked: list[bool] = []

    def goes_on(here: bool) -> bool:
        asked.append(here)
        return len(asked) < 10

    rollout(agent, make_envs(1), CHAT, WIDE, options=tasks(1), goes_on=goes_on)
    assert asked == [True] * 7 + [False] * 3
    assert [len(contexts) for contexts in agent.contexts] == [1] * 7 + [0] * 2


def test_the_same_options_give_the_same_bytes() -> None:
    def played() -> list[Rollout]:
        return rollout(Agent(lambda call, place: answer(call)), make_envs(2), CHAT, WIDE, options=tasks(2))

    first, second = played(), played()
    for a, b in zip(first, second, strict=True):
        assert (a.prompt_ids, a.completion_ids, a.mask, a.reward) == (b.prompt_ids, b.completion_ids, b.mask, b.reward)


def test_what_cannot_be_played_is_refused() -> None:
    agent = Agent(lambda call, place: answer(1))
    envs = make_envs(2)
    with pytest.raises(ConfigError, match="1 options for 2 environments"):
        rollout(agent, envs, CHAT, WIDE, options=tasks(1))
    with pytest.raises(ConfigError, match="no environment twice"):
        rollout(agent, [envs[0], envs[0]], CHAT, WIDE, options=tasks(2))
    with pytest.raises(ConfigError, match="1 samples for 2 contexts"):
        rollout(lambda contexts: [Sample([CHAT.end])], envs, CHAT, WIDE, options=tasks(2))
    for limits in ((0, 5), (5, 0)):
        with pytest.raises(ConfigError, match="give at least 1"):
            Limits(*limits)
