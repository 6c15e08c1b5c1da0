"""The environment: Gymnasium's contract on every id and scenario, determinism, and bad input."""

from __future__ import annotations

import json
import time
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env import Scenario, to_messages
from evolving_intent_env.domains.registry import ENV_IDS
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.errors import BankError, ConfigError, EvolvingIntentError, ScenarioError, SourceError
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.verify.verdict import MAX_REPLY

GRADE_SCHOOL = "EvolvingIntent-GradeSchool-v0"


def make(**arguments: Any) -> EvolvingIntentEnv:
    env = gym.make(GRADE_SCHOOL, **arguments).unwrapped
    assert isinstance(env, EvolvingIntentEnv)
    return env


def play(env: gym.Env[Any, Any], reply: str = "#### 1", **reset: Any) -> list[tuple[Any, ...]]:
    observation, info = env.reset(**reset)
    record: list[tuple[Any, ...]] = [(observation, info)]
    over = False
    while not over:
        observation, reward, terminated, truncated, info = env.step(reply)
        record.append((observation, reward, terminated, truncated, info))
        over = terminated or truncated
    return record


@pytest.mark.parametrize("scenario", PRESETS)
@pytest.mark.parametrize("mode", ["eval", "train"])
@pytest.mark.parametrize("env_id", list(ENV_IDS))
def test_check_env_finds_nothing(env_id: str, mode: str, scenario: str, recwarn: pytest.WarningsRecorder) -> None:
    check_env(gym.make(env_id, mode=mode, scenario=scenario, privileged=mode == "train").unwrapped)
    warned = {str(warning.message) for warning in recwarn}
    stand_in = {text for text in warned if "embedded grade_school bank" in text}
    assert warned == stand_in
    assert bool(stand_in) == (env_id != GRADE_SCHOOL)


def test_gsm8k_offline_falls_back_to_the_embedded_bank_and_says_so() -> None:
    for _ in range(2):
        with pytest.warns(UserWarning, match="embedded grade_school bank") as caught:
            env = gym.make("EvolvingIntent-GSM8K-v0")
        assert len([warning for warning in caught if "grade_school" in str(warning.message)]) == 1
    _, info = env.reset()
    assert info["source"] == "builtin:grade_school"


@pytest.mark.data
def test_real_rows_are_found_as_soon_as_the_variable_names_them(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.warns(UserWarning, match="embedded grade_school bank"):
        gym.make("EvolvingIntent-GSM8K-v0", split="test")
    monkeypatch.setenv("EVOLVING_INTENT_DATA", str(data))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make("EvolvingIntent-GSM8K-v0", split="test")
    _, info = env.reset()
    assert info["source"] == str(data / "gsm8k")


@pytest.mark.data
@pytest.mark.parametrize("scenario", PRESETS)
def test_check_env_finds_nothing_on_real_rows(data: Path, scenario: str, recwarn: pytest.WarningsRecorder) -> None:
    source = data / "gsm8k" / "test_socratic.jsonl"
    for mode in ("eval", "train"):
        env = gym.make("EvolvingIntent-GSM8K-v0", source=source, scenario=scenario, mode=mode, privileged=True)
        check_env(env.unwrapped)
        for _ in range(30):
            play(env)
    assert [str(warning.message) for warning in recwarn] == []


def test_the_papers_ids_are_never_replaced_by_made_up_tasks() -> None:
    with pytest.raises(SourceError, match="paper"):
        gym.make("EvolvingIntent-GSM8K-v0", split="paper")


@pytest.mark.parametrize("mode", ["eval", "train"])
def test_two_environments_agree(mode: str) -> None:
    first, second = gym.make(GRADE_SCHOOL, mode=mode), gym.make(GRADE_SCHOOL, mode=mode)
    for _ in range(2):
        assert play(first, seed=7) == play(second, seed=7)
        assert play(first) == play(second)
    check_environments_match(first, second, num_steps=40, seed=3)


def test_train_mode_samples_and_eval_mode_walks() -> None:
    train, walk = make(mode="train"), make(mode="eval")
    train.reset(seed=1)
    sampled = {json.dumps(play(train)[0][0], sort_keys=True) for _ in range(30)}
    assert len(sampled) > 25
    walked = [play(walk)[0][1]["task_id"] for _ in range(30)]
    assert walked == list(walk.bank.task_ids[:30])


def test_a_train_episode_of_one_task_varies_with_the_seed() -> None:
    env = make(mode="train")
    task_id = env.bank.task_ids[3]
    env.reset(seed=1)
    conversations = {play(env, options={"task_id": task_id})[-1][0]["history"][0]["content"] for _ in range(20)}
    assert len(conversations) > 1


@pytest.mark.parametrize("mode", ["eval", "train"])
@pytest.mark.parametrize("scenario", PRESETS)
def test_an_episode_value_replays_anywhere(mode: str, scenario: str) -> None:
    first, second = make(mode=mode, scenario=scenario), make(mode="eval", scenario="single")
    for seed in range(5):
        record = play(first, seed=seed)
        episode = json.loads(json.dumps(first.episode))
        again = play(second, options={"episode": episode})
        assert [entry[0] for entry in again] == [entry[0] for entry in record]
        assert second.episode == first.episode


def test_nothing_survives_a_reset() -> None:
    env = make()
    clean = play(env, seed=5)
    for noise in ("#### 99999", "", "\x00" * 50):
        env.reset(seed=6)
        env.step(noise)
        assert play(env, seed=5) == clean


def test_observations_already_given_do_not_change() -> None:
    env = make()
    observation, _ = env.reset(seed=0)
    seen = []
    for turn in range(7):
        seen.append((observation, json.dumps(observation)))
        observation, *_ = env.step(f"reply {turn}")
        for message in observation["history"]:
            assert set(message) == {"role", "content"}
    assert all(json.dumps(given_then) == text for given_then, text in seen)
    observation["history"][0]["content"] = "changed by the caller"
    assert env.render() is None
    assert env.script.texts[0] == seen[0][0]["user"]


def test_history_holds_the_conversation_word_for_word() -> None:
    env = make()
    record = play(env, "my reply", seed=2)
    messages = to_messages(record[-1][0])
    assert [m["content"] for m in messages[::2]] == list(env.script.texts)
    assert [m["role"] for m in messages] == ["user", "assistant"] * 7
    assert {m["content"] for m in messages[1::2]} == {"my reply"}
    assert to_messages(record[0][0]) == [{"role": "user", "content": env.script.texts[0]}]


def test_final_reward_is_sparse_and_comes_from_the_verifier() -> None:
    env = make()
    for seed in range(20):
        env.reset(seed=seed)
        gold = env.script.trajectory.chain.answer
        right = play(env, f"So it is \\boxed{{{gold}}}.", seed=seed)
        assert [entry[1] for entry in right[1:]] == [0.0] * 6 + [1.0]
        assert right[-1][2:4] == (True, False)
        assert right[-1][4]["outcome"] == "correct"
        wrong = play(env, f"So it is \\boxed{{{gold}1}}.", seed=seed)
        assert sum(entry[1] for entry in wrong[1:]) == 0.0
        assert wrong[-1][4]["gold"] == gold


def test_per_turn_reward_pays_each_answerable_turn_alike() -> None:
    env = make(reward="per_turn", privileged=True)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        total, answerable, over = 0.0, 0, False
        while not over:
            gold = info["gold"]
            answerable += gold is not None
            _, reward, over, _, info = env.step("no idea" if gold is None else f"#### {gold}")
            assert (reward > 0) == (gold is not None)
            total += reward
        assert answerable >= 1
        assert total == pytest.approx(1.0)


def test_privileged_information_is_only_given_when_asked_for() -> None:
    plain, privileged = play(make(), seed=1), play(make(privileged=True), seed=1)
    assert [entry[0] for entry in plain] == [entry[0] for entry in privileged]
    assert all("intent" not in entry[-1] and "causes" not in entry[-1] for entry in plain)
    assert "gold" not in plain[0][-1]
    assert all("intent" in entry[-1] for entry in privileged[:-1])
    assert privileged[-1][-1]["causes"]


BAD_REPLIES: list[Any] = [
    None,
    b"#### 1",
    42,
    ["#### 1"],
    "x" * 10_000_000,
    "\x1b[2J\x07\x00",
    "",
    " \n",
    "\ud800",
    "𝟛" * 100,
]


@pytest.mark.parametrize("reply", BAD_REPLIES, ids=lambda reply: repr(reply)[:20])
def test_no_reply_breaks_an_environment(reply: Any) -> None:
    env = make(render_mode="ansi", privileged=True)
    record = play(env, reply, seed=1)
    outcome = record[-1][-1]["outcome"]
    assert record[-1][1] == 0.0
    assert outcome in ("no_answer", "empty", "too_long", "invalid", "wrong")
    assert env.observation_space.contains(record[-1][0])
    rendered = env.render()
    assert rendered is not None
    assert "\x1b" not in rendered
    assert "\x07" not in rendered
    rendered.encode("utf-8")
    assert play(env, "#### 1", seed=1) == play(make(privileged=True), "#### 1", seed=1)


def test_an_overlong_reply_is_kept_cut_and_scored_too_long() -> None:
    record = play(make(), "9" * (MAX_REPLY + 1), seed=1)
    assert record[-1][-1]["outcome"] == "too_long"
    assert len(record[-1][0]["history"][-1]["content"]) == MAX_REPLY


@given(st.lists(st.text() | st.binary() | st.none() | st.integers(), min_size=7, max_size=7))
def test_any_replies_lead_to_an_outcome(replies: list[Any]) -> None:
    env = make()
    env.reset(seed=0)
    for reply in replies:
        observation, reward, terminated, _, info = env.step(reply)
        assert env.observation_space.contains(observation)
    assert terminated
    assert (info["outcome"] == "correct") == (reward == 1.0)


def test_steps_outside_an_episode_ask_for_a_reset() -> None:
    env = make()
    with pytest.raises(ResetNeeded):
        env.step("x")
    play(env)
    with pytest.raises(ResetNeeded):
        env.step("x")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"scenari": "evolve"}, "unknown argument scenari; allowed are source"),
        ({"scenario": "evolv"}, "presets are single, reveal"),
        ({"scenario": 3}, "scenario"),
        ({"mode": "test"}, "'eval' or 'train'"),
        ({"recap": "magic"}, "'prompt', 'oracle' or 'dump'"),
        ({"reward": "dense"}, "'final' or 'per_turn'"),
        ({"on_shortage": "ignore"}, "'error', 'skip' or 'shrink'"),
        ({"split": "dev"}, "allowed are test, train"),
        ({"num_turns": 2, "num_switches": 2}, "need at least 3 turns"),
        ({"num_turns": 0}, "num_turns|turns"),
        ({"scenario": "evolve", "num_turns": 7}, "not both"),
        ({"task_ids": ["no-such-task"]}, "no-such-task"),
        ({"task_ids": []}, "task_ids is empty"),
        ({"task_ids": "orchard"}, "task_ids"),
        ({"privileged": "perhaps"}, "privileged"),
        ({"num_turns": "7"}, "num_turns"),
        ({"num_turns": True}, "num_turns"),
        ({"task_ids": [1]}, "list of task ids"),
        ({"source": "no/such/file"}, "builtin"),
    ],
)
def test_bad_arguments_name_what_is_allowed(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(EvolvingIntentError, match=words):
        gym.make(GRADE_SCHOOL, **arguments)


def test_bad_reset_options_are_refused() -> None:
    env = make()
    with pytest.raises(ConfigError, match="task_id"):
        env.reset(options={"task": "x"})
    with pytest.raises(BankError, match="no such task"):
        env.reset(options={"task_id": "nowhere-00000"})
    env.reset()
    episode = env.episode
    for name, value, error in (
        ("format", "evolving-intent/episode/9", ConfigError),
        ("domain", "gsm8k", ConfigError),
        ("split", "train", ConfigError),
        ("digest", "0" * 16, BankError),
        ("scenario", {"turns": 7, "wishes": 2}, ConfigError),
    ):
        with pytest.raises(error):
            env.reset(options={"episode": {**episode, name: value}})
    for options in (
        {"task_id": None},
        {"task_id": 3},
        {"episode": None},
        {"episode": json.dumps(episode)},
        ["task_id"],
    ):
        with pytest.raises(ConfigError, match="reset takes options="):
            env.reset(options=options)  # type: ignore[arg-type]
    for name, value in (("seed", "7"), ("seed", 1.0), ("scenario", None), ("scenario", {}), ("task_id", 3)):
        with pytest.raises(ConfigError):
            env.reset(options={"episode": {**episode, name: value}})
    with pytest.raises(ConfigError, match="lacks"):
        env.reset(options={"episode": {"format": episode["format"]}})


def test_shortage_is_an_error_unless_the_caller_says_otherwise() -> None:
    wanted = Scenario(turns=14, revisions=6, switches=2)
    strict = make(scenario=wanted, on_shortage="error")
    with pytest.raises(ScenarioError, match="evolve \\(14 turns"):
        strict.reset()
    shrunk = make(scenario=wanted, on_shortage="shrink")
    shrunk.reset()
    assert 7 <= len(shrunk.script.texts) < 14
    assert shrunk.episode["scenario"]["switches"] == 2
    with pytest.raises(ScenarioError, match="none of"):
        make(scenario=Scenario(turns=90, switches=40), on_shortage="skip", task_ids=strict.bank.task_ids[:5]).reset()


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_environments_play_the_same_conversations(mode: str) -> None:
    options: dict[str, Any] = {"vector_kwargs": {"shared_memory": False}} if mode == "async" else {}
    vector = gym.make_vec(GRADE_SCHOOL, num_envs=3, vectorization_mode=mode, scenario="revise", **options)
    try:
        observations, _ = vector.reset(seed=[4, 5, 6])
        singles = [gym.make(GRADE_SCHOOL, scenario="revise") for _ in range(3)]
        firsts = [env.reset(seed=seed)[0] for env, seed in zip(singles, (4, 5, 6), strict=True)]
        assert list(observations["user"]) == [first["user"] for first in firsts]
        for turn in range(3):
            observations, _, terminations, _, infos = vector.step(tuple(f"#### {turn}" for _ in range(3)))
            steps = [env.step(f"#### {turn}") for env in singles]
            assert list(observations["user"]) == [step[0]["user"] for step in steps]
            assert [len(history) for history in observations["history"]] == [2 * turn + 2] * 3
            assert np.array_equal(terminations, [turn == 2] * 3)
        assert list(infos["outcome"]) == [step[4]["outcome"] for step in steps]
    finally:
        vector.close()


def test_shared_memory_is_refused_with_the_way_out() -> None:
    with pytest.raises(TypeError, match=r"disable .shared_memory"):
        gym.make_vec(GRADE_SCHOOL, num_envs=2, vectorization_mode="async")


def test_an_environment_id_needs_no_import_of_its_own() -> None:
    env = gym.make(f"evolving_intent_env:{GRADE_SCHOOL}")
    assert env.spec is not None
    assert env.spec.to_json()
    assert env.reset()[0]["user"]


def test_a_batch_of_observations_is_refused_with_the_way_to_take_it_apart() -> None:
    vector = gym.make_vec(GRADE_SCHOOL, num_envs=2, vectorization_mode="sync")
    batch, _ = vector.reset(seed=0)
    with pytest.raises(ConfigError, match="one at a time"):
        to_messages(batch)
    for user, history in zip(batch["user"], batch["history"], strict=True):
        assert to_messages({"user": user, "history": history}) == [{"role": "user", "content": user}]
    vector.close()


@pytest.mark.parametrize("turns", [20, 60, 10**9])
def test_what_is_plainly_too_long_is_refused_at_once(turns: int) -> None:
    env = make(scenario=Scenario(turns=turns, revisions=4, switches=2), task_ids=make().bank.task_ids[:100])
    start = time.process_time()
    with pytest.raises(ScenarioError, match="must each say something new"):
        env.reset()
    assert time.process_time() - start < 5
