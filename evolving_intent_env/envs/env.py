"""The Gymnasium environment: one episode is one POMDP.

The hidden state is the scheduled intent trajectory, the observation the user's turn with the history, the action the
agent's text. The reward is the source verifier's score of the last reply; the user goes on with the script whatever
the agent says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium as gym
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.envs.script import Script, replay, write_script
from evolving_intent_env.envs.show import conversation_text, print_conversation
from evolving_intent_env.envs.spaces import UnicodeText
from evolving_intent_env.errors import BankError, ConfigError, ScenarioError
from evolving_intent_env.intent.serial import state_to_json
from evolving_intent_env.simulate.scenario import Scenario
from evolving_intent_env.simulate.shortage import shrink
from evolving_intent_env.verify.attribution import Cause, attribute
from evolving_intent_env.verify.verdict import MAX_REPLY, Verdict

Mode = Literal["eval", "train"]
RewardKind = Literal["final", "per_turn"]
OnShortage = Literal["error", "skip", "shrink"]
Observation = dict[str, Any]
Info = dict[str, Any]


_copy = dict.copy
_MAX_SCRIPTS = 4096
_MAX_SKIPPED = 10_000


class EvolvingIntentEnv(gym.Env[Observation, str]):
    """A conversation with a user whose intent evolves.

    Observations are ``{"user": str, "history": ({"role": str, "content": str}, ...)}``: the newest user turn, and
    everything said before it. After the last reply ``user`` is empty.

    Args:
        domain: Frames the first turn and scores answers.
        bank: The tasks.
        task_ids: The tasks to use, in this order; None for all of the bank.
        mode: ``"eval"`` walks the tasks in order and draws nothing; ``"train"`` samples tasks, schedules and phrases.
        scenario: What each conversation must hold.
        reward: ``"final"``: the score of the last reply, at the last turn. ``"per_turn"``: each turn that has a gold
            answer pays its score divided by the number of such turns, so that an episode's return stays between 0 and
            1.
        privileged: Puts the hidden state, every turn's gold and the causes of a wrong answer into ``info``.
        on_shortage: What to do with a task that cannot meet the scenario: raise, take the next task, or shrink the
            scenario.
        render_mode: ``"ansi"`` returns the conversation as text, ``"human"`` prints it.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        domain: Domain,
        bank: Bank,
        *,
        task_ids: Sequence[str] | None = None,
        mode: Mode = "eval",
        scenario: Scenario,
        reward: RewardKind = "final",
        privileged: bool = False,
        on_shortage: OnShortage = "skip",
        render_mode: str | None = None,
    ) -> None:
        self.domain = domain
        self.bank = bank
        self.task_ids = bank.task_ids if task_ids is None else tuple(task_ids)
        self._count = len(self.task_ids)
        if not self._count:
            raise ConfigError("task_ids is empty; name at least one task, or pass None for all of them")
        unknown = [id_ for id_ in task_ids or () if id_ not in bank]
        if unknown:
            raise BankError(
                f"{len(unknown)} of task_ids are not in split {bank.split!r}, such as {unknown[0]!r}", file=bank.source
            )
        self.mode = mode
        self.scenario = scenario
        self.reward = reward
        self.privileged = privileged
        self.on_shortage = on_shortage
        self.render_mode = render_mode
        text = UnicodeText(MAX_REPLY)
        message = spaces.Dict({"role": UnicodeText(16), "content": text})
        self.observation_space = spaces.Dict({"user": text, "history": spaces.Sequence(message)})
        self.action_space = text
        self._scripts: dict[int, Script] = {}
        self._cursor = 0
        self._script: Script | None = None
        self._facts: Info = {}
        # Nothing is asked for at a turn but the last: such steps are most of all, and take the short way.
        self._plain = reward == "final" and not privileged and render_mode != "human"
        self._texts: tuple[str, ...] = ()
        self._answer = ""
        self._turn = 0
        self._history: list[dict[str, str]] = []
        self._verdict: Verdict | None = None

    @property
    def script(self) -> Script:
        """The running episode's script.

        Raises:
            ResetNeeded: There is no episode yet.
        """
        if self._script is None:
            raise ResetNeeded("call reset() first: there is no episode yet")
        return self._script

    @property
    def episode(self) -> dict[str, Any]:
        """A small JSON value; ``reset(options={"episode": value})`` replays this very conversation, anywhere."""
        return self.script.episode(self.bank)

    @property
    def turn(self) -> int:
        """The number of replies so far."""
        return self._turn

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Starts an episode.

        Args:
            seed: Seeds the choices of ``"train"`` mode; in ``"eval"`` mode it is the position of the task to go on
                from.
            options: ``{"task_id": str}`` for one task, or ``{"episode": value}`` to replay an episode.

        Raises:
            ConfigError: An option is unknown, or the episode belongs elsewhere.
            BankError: There is no such task.
            ScenarioError: The task cannot meet the scenario and ``on_shortage`` is ``"error"``.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._cursor = seed % self._count
        script = self._chosen_script(options) if options else self._next_script()
        self._script = script
        self._texts = script.texts
        self._answer = script.trajectory.chain.answer
        self._turn = 0
        self._history = []
        self._verdict = None
        self._facts = {"task_id": script.task_id, "turns": len(script.texts), "source": self.bank.source}
        if self.render_mode == "human":
            self.render()
        return {"user": script.texts[0], "history": ()}, self._info()

    def step(self, action: str) -> tuple[Observation, float, bool, bool, Info]:
        """Takes the agent's reply to the user's turn, and gives the user's next turn.

        Args:
            action: Any text. What is not text counts as an empty reply, with the outcome ``invalid``.

        Returns:
            Observation, reward, terminated (after the last reply), truncated (never, here), info. After the last reply
            ``info`` holds ``outcome``, ``answer``, ``gold`` and ``score``.

        Raises:
            ResetNeeded: The episode is over, or none has begun.
        """
        turn, texts, history = self._turn, self._texts, self._history
        if turn == len(texts):
            raise ResetNeeded("the episode is over, or none has begun; call reset() before the next step()")
        history.append({"role": "user", "content": texts[turn]})
        history.append({"role": "assistant", "content": action[:MAX_REPLY] if isinstance(action, str) else ""})
        self._turn = turn = turn + 1
        # New messages at each step: callers keep observations, and may change them.
        said = tuple(map(_copy, history))
        if turn < len(texts) and self._plain:
            return {"user": texts[turn], "history": said}, 0.0, False, False, {**self._facts, "turn": turn}
        over = turn == len(texts)
        reward = 0.0
        if over:
            self._verdict = verdict = self.domain.score(action, self._answer)
            reward = verdict.score
        if self.reward == "per_turn":
            reward = self._turn_reward(turn - 1, action)
        if self.render_mode == "human":
            self.render()
        return {"user": "" if over else texts[turn], "history": said}, reward, over, False, self._info()

    def explain(self) -> tuple[Cause, ...]:
        """Which mistakes produce exactly the wrong answer of the episode that just ended; empty if it was right.

        Raises:
            ResetNeeded: The episode has not ended.
        """
        if self._verdict is None:
            raise ResetNeeded("an answer is explained after the last step of an episode")
        return attribute(self.script.trajectory, self._verdict)

    def render(self) -> str | None:
        """The conversation so far: returned as text in ``"ansi"`` mode, printed in ``"human"`` mode."""
        script = self.script
        pending = script.texts[self._turn] if self._turn < len(script.texts) else ""
        if self.render_mode == "human":
            print_conversation(self._history, pending, self._verdict)
            return None
        return conversation_text(self._history, pending, self._verdict) if self.render_mode == "ansi" else None

    def _chosen_script(self, options: dict[str, Any]) -> Script:
        """The conversation that reset's options ask for."""
        if isinstance(options, dict) and len(options) == 1:
            if isinstance(options.get("episode"), dict):
                return replay(self.domain, self.bank, options["episode"])
            if isinstance(options.get("task_id"), str):
                return self._write(options["task_id"])
        raise ConfigError(
            f'reset takes options={{"task_id": a text}} or options={{"episode": the value of env.unwrapped.episode}}, '
            f"not {str(options)[:120]}"
        )

    def _next_script(self) -> Script:
        """The next task that meets the scenario, or can be made to."""
        attempts = min(self._count, _MAX_SKIPPED) if self.on_shortage == "skip" else 1
        for _ in range(attempts):
            position = self._next_position()
            if position in self._scripts:
                return self._scripts[position]
            try:
                script = self._write(self.task_ids[position])
            except ScenarioError as error:
                if self.on_shortage != "skip":
                    raise
                shortage = error
                continue
            if self.mode == "eval":
                self._remember(position, script)
            return script
        raise ScenarioError(f"none of {attempts} tasks can meet the scenario; the last one: {shortage}")

    def _next_position(self) -> int:
        if self.mode == "train":
            return int(self.np_random.integers(self._count))
        position = self._cursor
        self._cursor = position + 1 if position + 1 < self._count else 0
        return position

    def _remember(self, position: int, script: Script) -> None:
        if len(self._scripts) == _MAX_SCRIPTS:
            self._scripts.clear()
        self._scripts[position] = script

    def _write(self, task_id: str) -> Script:
        seed = int(self.np_random.integers(2**31)) if self.mode == "train" else None
        return write_script(self.domain, self.bank, task_id, self._scenario_for(task_id), seed)

    def _scenario_for(self, task_id: str) -> Scenario:
        if self.on_shortage == "shrink":
            return shrink(self.bank.chain(task_id), self.scenario)
        return self.scenario

    def _info(self) -> Info:
        info: Info = {**self._facts, "turn": self._turn}
        verdict = self._verdict
        if verdict is not None:
            info["score"], info["outcome"], info["answer"] = verdict
            info["gold"] = self._answer
        if self.privileged:
            self._add_hidden(info)
        return info

    def _add_hidden(self, info: Info) -> None:
        trajectory = self.script.trajectory
        if self._verdict is None:
            info["intent"] = state_to_json(trajectory.states[self._turn])
            info["gold"] = trajectory.golds[self._turn]
        else:
            info["causes"] = tuple(str(cause) for cause in self.explain())

    def _turn_reward(self, turn: int, action: object) -> float:
        golds = self.script.trajectory.golds
        gold = golds[turn]
        return 0.0 if gold is None else self.domain.score(action, gold).score / sum(g is not None for g in golds)
