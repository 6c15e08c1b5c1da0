"""The arguments of ``gym.make``, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, ValidationError, field_validator

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.simulate.scenario import PRESETS, Scenario, resolve_scenario


class EnvConfig(BaseModel):
    """What may be passed to ``gym.make("EvolvingIntent-...-v0", ...)``.

    Attributes:
        source: Where tasks come from: ``"builtin"``, a path, a hub id, or ``"auto"`` (a local copy, else the hub, else
            the embedded bank with a warning).
        split: A split of the domain; None for its first one.
        mode: ``"eval"`` walks the tasks in order and draws nothing, ``"train"`` samples.
        scenario: A preset's name or a Scenario.
        num_turns: User turns; with the next two instead of ``scenario``, those not given being 1, 0 and 0.
        num_revisions: Revisions.
        num_switches: Switches.
        recap: A memory aid added to the user's turns: None, ``"prompt"``, ``"oracle"`` or ``"dump"``.
        task_ids: The tasks to use, in this order.
        reward: ``"final"`` or ``"per_turn"``.
        privileged: Puts the hidden state into ``info``.
        on_shortage: What to do with a task that cannot meet the scenario: ``"skip"`` it, raise an ``"error"``, or
            ``"shrink"`` the scenario.
        render_mode: ``"ansi"``, ``"human"`` or None.
    """

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, frozen=True)

    source: str = "auto"
    split: str | None = None
    mode: Literal["eval", "train"] = "eval"
    scenario: str | Scenario | None = None
    num_turns: StrictInt | None = None
    num_revisions: StrictInt | None = None
    num_switches: StrictInt | None = None
    recap: Literal["prompt", "oracle", "dump"] | None = None
    task_ids: tuple[str, ...] | None = None
    reward: Literal["final", "per_turn"] = "final"
    privileged: StrictBool = False
    on_shortage: Literal["error", "skip", "shrink"] = "skip"
    render_mode: Literal["ansi", "human"] | None = None

    @field_validator("source", mode="before")
    @classmethod
    def _path_as_text(cls, value: object) -> object:
        return value.__fspath__() if hasattr(value, "__fspath__") else value

    @field_validator("task_ids", mode="plain")
    @classmethod
    def _ids_as_a_tuple(cls, value: object) -> object:
        if value is None:
            return None
        if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(id_, str) for id_ in value):
            raise ValueError("must be a list of task ids, each a text")
        return tuple(value)

    @field_validator("scenario", mode="plain")
    @classmethod
    def _scenario_as_it_is(cls, value: object) -> object:
        if value is None or isinstance(value, str | Scenario):
            return value
        raise ValueError(f"must be one of {', '.join(PRESETS)} or a Scenario")

    def request(self) -> Scenario:
        """The scenario that the arguments ask for.

        Raises:
            ConfigError: They contradict one another, or name none.
        """
        return resolve_scenario(
            self.scenario,
            num_turns=self.num_turns,
            num_revisions=self.num_revisions,
            num_switches=self.num_switches,
        )


def read_config(arguments: Mapping[str, Any]) -> EnvConfig:
    """Checks the arguments of ``gym.make``.

    Raises:
        ConfigError: An argument is unknown or its value is not allowed; the message names those that are.
    """
    unknown = [name for name in arguments if name not in EnvConfig.model_fields]
    if unknown:
        raise ConfigError(f"unknown argument {', '.join(unknown)}; allowed are {', '.join(EnvConfig.model_fields)}")
    try:
        return EnvConfig(**arguments)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "arguments"
        raise ConfigError(f"{name}={arguments.get(name)!r} is not allowed: {first['msg']}") from error
