"""GRPO with TRL: what the loss looks at, and which conversations the groups play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("trl")
pytest.importorskip("peft")

import gymnasium as gym
from datasets import Dataset
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
from trl import GRPOConfig, GRPOTrainer

import evolving_intent_env  # noqa: F401  # registers the environments
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.rollout import Limits, Rollout
from evolving_intent_env.integrations.trl import (
    EvolvingRollout,
    episode_dataset,
    episode_reward,
    episode_row,
)
from tests.training.tiny import save_model, trainer

ENV = "EvolvingIntent-GradeSchool-v0"
LIMITS = Limits(turn_tokens=6, total_tokens=500)
TEMPERATURE = 0.8
GROUP = 4
ADAPTERS = LoraConfig(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM", init_lora_weights=False)
Gradient = dict[str, Any]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "model"
    save_model(folder)
    return folder


def real_env() -> gym.Env[dict[str, Any], str]:
    return gym.make(ENV, source="builtin", split="train-easy", mode="train", scenario="revise")


class ToolEnv(gym.Env[dict[str, Any], str]):
    """Two user turns; the first reply is taken for a tool call, and the tool answers before the user does."""

    tools = ({"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {}}},)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(10_000))
        told = (options or {}).get("episode")
        self.episode = told or {"users": [f"Look up {number}.", f"And {number + 1}?"], "tool": f"found {number} apples"}
        self._said: list[dict[str, str]] = []
        self._replies = 0
        return {"user": self.episode["users"][0], "history": ()}, {"task_id": self.episode["tool"]}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        asked = [self.episode["users"][0], "", self.episode["users"][1]][self._replies]
        self._said += [{"role": "user", "content": asked}] if asked else []
        self._said.append({"role": "assistant", "content": action})
        self._replies += 1
        if self._replies == 1:
            self._said.append({"role": "tool", "content": self.episode["tool"]})
        user = self.episode["users"][1] if self._replies == 2 else ""
        over = self._replies == 3
        return {"user": user, "history": tuple(self._said)}, float(over), over, False, {"outcome": "ok"}


def uneven(prompts: list[Any], completion_ids: list[list[int]], env_mask: Any = None, **_: Any) -> list[float]:
    """A reward that differs within each group, whatever a random model says."""
    return [sum(ids) % 97 / 97 for ids in completion_ids]


class Watched(GRPOTrainer):
    """Keeps what each loss was computed from."""

    def compute_loss(self, model: Any, inputs: Any, *args: Any, **keywords: Any) -> Any:
        loss = super().compute_loss(model, inputs, *args, **keywords)
        self.batches = [*getattr(self, "batches", []), inputs]
        self.losses = [*getattr(self, "losses", []), float(loss.detach())]
        return loss


class Gradients(TrainerCallback):
    """Keeps the gradient of each step."""

    def __init__(self) -> None:
        self.steps: list[Gradient] = []

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:
        self.steps.append(gradient_of(model))


def gradient_of(model: Any) -> Gradient:
    return {n: p.grad.double().clone() for n, p in model.named_parameters() if p.requires_grad and p.grad is not None}


def make(
    model: Path,
    folder: Path,
    *,
    env: Callable[[], gym.Env[dict[str, Any], str]] = real_env,
    lora: bool = False,
    rollout: type[EvolvingRollout] = EvolvingRollout,
    dataset: Dataset | None = None,
    limits: Limits = LIMITS,
    reward: Any = uneven,
    **changes: Any,
) -> Watched:
    """A trainer of one step: two groups of four, in two parts."""
    arguments = GRPOConfig(
        output_dir=str(folder),
        max_completion_length=limits.turn_tokens,
        **trainer(max_steps=1, max_grad_norm=0.0, temperature=TEMPERATURE, shuffle_dataset=False, **changes),
    )
    torch.manual_seed(0)
    return Watched(
        AutoModelForCausalLM.from_pretrained(model, dtype=torch.double),
        reward_funcs=reward,
        args=arguments,
        train_dataset=episode_dataset(env(), 2, seed=3) if dataset is None else dataset,
        processing_class=AutoTokenizer.from_pretrained(model),
        peft_config=ADAPTERS if lora else None,
        rollout_func=rollout(env, limits),
    )


def by_hand(trained: Watched, start: Any, rollouts: list[Rollout], kind: str, *, masked: bool = True) -> Any:
    """The loss of GRPO written down once more: conversation by conversation, nothing padded, in double precision."""
    rewards = torch.tensor(uneven([], [one.completion_ids for one in rollouts]), dtype=torch.double)
    groups = rewards.view(-1, GROUP)
    advantages = ((groups - groups.mean(1, keepdim=True)) / (groups.std(1, keepdim=True) + 1e-4)).flatten()
    sums, counts = [], []
    for one, advantage in zip(rollouts, advantages, strict=True):
        ids = torch.tensor([one.prompt_ids + one.completion_ids])
        logprobs = (start(ids).logits[0, :-1] / TEMPERATURE).log_softmax(-1)
        chosen = logprobs.gather(1, ids[0, 1:, None])[:, 0][-len(one.completion_ids) :]
        weights = torch.tensor(one.mask if masked else [1] * len(one.mask), dtype=torch.double)
        ratio = torch.exp(chosen - chosen.detach())
        sums.append(-(advantage * ratio * weights).sum())
        counts.append(weights.sum())
    if kind == "dapo":
        return sum(sums) / sum(counts)
    if kind == "grpo":
        return sum(total / count for total, count in zip(sums, counts, strict=True)) / len(sums)
    return sum(sums) / (len(sums) * LIMITS.turn_tokens)


def twin(trained: Watched, model: Path, lora: bool) -> Any:
    """The same weights in double precision, in a model that TRL never touched."""
    start = AutoModelForCausalLM.from_pretrained(model)
    if lora:
        start = get_peft_model(start, ADAPTERS)
    start.load_state_dict(trained.model.state_dict())
    return start.double()


def distance(one: Gradient, other: Gradient) -> float:
    """The largest difference of two gradients, as a share of the largest entry of either."""
    assert one.keys() == other.keys()
    scale = max(float(value.abs().max()) for side in (one, other) for value in side.values())
    assert scale > 1e-4
    return max(float((one[name] - other[name]).abs().max()) for name in one) / scale


@pytest.mark.parametrize(
    ("env", "lora", "kind"),
    [
        (real_env, False, "dapo"),
        (real_env, True, "dapo"),
        (ToolEnv, False, "dapo"),
        (ToolEnv, True, "dapo"),
        (real_env, False, "grpo"),
        (real_env, True, "dr_grpo"),
    ],
)
def test_the_gradient_is_that_of_a_loss_on_the_agents_tokens_alone(
    model: Path, tmp_path: Path, env: Any, lora: bool, kind: str
) -> None:
    trained = make(model, tmp_path, env=env, lora=lora, loss_type=kind)
    start = twin(trained, model, lora)
    kept = Gradients()
    trained.add_callback(kept)
    trained.train()

    rollouts = trained.rollout_func.last
    assert any(0 in one.mask for one in rollouts)
    loss = by_hand(trained, start, rollouts, kind)
    loss.backward()
    expected = gradient_of(start)
    assert sum(trained.losses) == pytest.approx(float(loss), rel=1e-4, abs=1e-5)
    # TRL takes logarithms in single precision: 2e-7 to 2e-6, by the seed, is rounding.
    assert distance(kept.steps[0], expected) < 5e-6

    start.zero_grad()
    by_hand(trained, start, rollouts, kind, masked=False).backward()
    assert distance(kept.steps[0], gradient_of(start)) > 1e-2


def test_a_tools_words_are_masked(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path, env=ToolEnv)
    trained.train()
    for one in trained.rollout_func.last:
        tool, user = (m["content"] for m in one.messages if m["role"] in ("tool", "user") and m != one.messages[0])
        masked = [token for token, sampled in zip(one.completion_ids, one.mask, strict=True) if not sampled]
        words = trained.processing_class.decode(masked)
        assert tool in words
        assert user in words
        assert [m["role"] for m in one.messages] == ["user", "assistant", "tool", "assistant", "user", "assistant"]


def test_what_a_masked_token_is_worth_changes_nothing(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = make(model, tmp_path, beta=0.05)
    trained.train()
    plain = trained._get_per_token_logps_and_entropies
    place = {"masked": 0.0, "sampled": 0.0}

    def shifted(*args: Any, **keywords: Any) -> Any:
        logprobs, entropies, extra = plain(*args, **keywords)
        amount = torch.where(sampled.bool(), place["sampled"], place["masked"])
        return logprobs + amount * (0.1 + logprobs), entropies, extra

    monkeypatch.setattr(trained, "_get_per_token_logps_and_entropies", shifted)
    for inputs in trained.batches:
        sampled = inputs["completion_mask"] * inputs["tool_mask"]
        found = []
        for masked, agent in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5)):
            place.update(masked=masked, sampled=agent)
            trained.model.zero_grad()
            loss = trained._compute_loss(trained.model, inputs)
            loss.backward()
            found.append((float(loss), gradient_of(trained.model)))
        (loss, gradient), (same, unchanged), (other, changed) = found
        assert same == loss
        assert distance(gradient, unchanged) == 0
        assert other != loss
        assert distance(gradient, changed) > 1e-2


def _with_last_words(words: str) -> type[EvolvingRollout]:
    class LastWords(EvolvingRollout):
        """The user has the last word."""

        def __call__(self, prompts: list[Any], trainer: GRPOTrainer) -> dict[str, Any]:
            output = super().__call__(prompts, trainer)
            more = self.chat(trainer).following([{"role": "user", "content": words}], ended=True)
            output["completion_ids"] = [[*ids, *more] for ids in output["completion_ids"]]
            output["env_mask"] = [[*mask, *[0] * len(more)] for mask in output["env_mask"]]
            return output

    return LastWords


def _by_agent(prompts: list[Any], transcript: list[Any], **_: Any) -> list[float]:
    """A reward that depends on the agent's words alone."""
    said = ["".join(m["content"] for m in messages if m["role"] == "assistant") for messages in transcript]
    return [sum(text.encode()) % 97 / 97 for text in said]


def test_what_the_user_says_after_the_last_reply_changes_nothing(model: Path, tmp_path: Path) -> None:
    gradients, losses = [], []
    for words in ("Thanks.", "No, no: take 23 of the 7 apples, and all of it again from the start, please!"):
        trained = make(model, tmp_path, rollout=_with_last_words(words), reward=_by_agent)
        kept = Gradients()
        trained.add_callback(kept)
        trained.train()
        gradients.append(kept.steps[0])
        losses.append(sum(trained.losses))
    assert losses[0] == pytest.approx(losses[1], rel=1e-5, abs=1e-6)
    assert distance(*gradients) < 1e-5


def test_all_of_a_group_meet_the_same_user(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path, dataset=episode_dataset(real_env(), 2, seed=5))
    trained.train()
    users = [tuple(m["content"] for m in one.messages if m["role"] == "user") for one in trained.rollout_func.last]
    assert len(users) == 2 * GROUP
    assert len(set(users[:GROUP])) == len(set(users[GROUP:])) == 1
    assert users[0] != users[GROUP]
    replies = {tuple(one.completion_ids) for one in trained.rollout_func.last[:GROUP]}
    assert len(replies) == GROUP


def test_a_mixed_group_is_refused(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path)
    one, other = (row["prompt"] for row in trained.train_dataset)
    with pytest.raises(ConfigError, match="group 1 of 4 rollouts holds 2 different episodes"):
        trained.rollout_func([one] * 4 + [one, one, one, other], trained)


@pytest.mark.parametrize(
    "prompt",
    [
        [{"role": "user", "content": "How many?"}],
        [{"role": "user", "content": "How many?", "episode": None}],
        [],
        "How many?",
    ],
)
def test_a_row_without_an_episode_is_refused(model: Path, tmp_path: Path, prompt: Any) -> None:
    trained = make(model, tmp_path)
    with pytest.raises(ConfigError, match="episode_dataset"):
        trained.rollout_func([prompt] * GROUP, trained)


def test_training_on_a_row_without_an_episode_is_refused(model: Path, tmp_path: Path) -> None:
    rows = Dataset.from_list([{"prompt": [{"role": "user", "content": "How many?"}]}] * 2)
    with pytest.raises(ConfigError, match="episode_dataset"):
        make(model, tmp_path, dataset=rows).train()


def test_the_same_seed_gives_the_same_rows() -> None:
    rows = [list(episode_dataset(real_env(), 5, seed=seed)) for seed in (1, 1, 2)]
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]
    assert len({row["prompt"][0]["episode"] for row in rows[0]}) == 5


def test_a_row_replays_its_conversation() -> None:
    env = real_env()
    other = gym.make(ENV, source="builtin", split="train-easy")
    for seed in range(20):
        (message,) = episode_row(env, seed=seed)["prompt"]
        texts = env.unwrapped.script.texts
        observation, _ = other.reset(options={"episode": json.loads(message["episode"])})
        assert message["content"] == texts[0] == observation["user"]
        assert other.unwrapped.script.texts == texts


def test_a_row_is_of_the_task_that_was_asked_for() -> None:
    env = real_env()
    task_id = env.unwrapped.task_ids[7]
    (message,) = episode_row(env, seed=0, task_id=task_id)["prompt"]
    assert json.loads(message["episode"])["task_id"] == task_id


def test_the_environments_return_is_the_reward(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path, env=ToolEnv, reward=episode_reward)
    trained.train()
    (logged, *_) = trained.state.log_history
    assert logged["rewards/episode_reward/mean"] == 1.0


def test_what_trl_does_not_log_is_logged(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path)
    trained.train()
    logged = trained.state.log_history[0]
    rollouts = trained.rollout_func.last
    masks = [one.mask for one in rollouts]
    turns = sum(m["role"] == "assistant" for one in rollouts for m in one.messages)
    assert logged["rollout/masked_fraction"] == pytest.approx(1 - sum(map(sum, masks)) / sum(map(len, masks)))
    assert logged["rollout/cut_turns"] == pytest.approx(sum(one.cut_turns for one in rollouts) / turns)
    assert logged["rollout/cut_turns"] > 0
    assert logged["rollout/forged_turns"] == pytest.approx(sum(one.forged_turns for one in rollouts) / turns)
    assert logged["rollout/empty_turns"] == pytest.approx(sum(one.empty_turns for one in rollouts) / turns)
    assert logged["rollout/out_of_tokens"] == 0
    assert 0 < logged["rollout/env_seconds"] < 0.2 * logged["rollout/seconds"]


def test_episodes_that_grow_too_long_are_counted(model: Path, tmp_path: Path) -> None:
    trained = make(model, tmp_path, limits=Limits(turn_tokens=6, total_tokens=10))
    trained.train()
    assert trained.state.log_history[0]["rollout/out_of_tokens"] == 1
    assert {one.reward for one in trained.rollout_func.last} == {0.0}
