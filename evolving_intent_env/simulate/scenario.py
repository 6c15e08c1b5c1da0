"""How many of which transitions over how many turns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, get_args

from evolving_intent_env.errors import ConfigError

Order = Literal["interleaved", "switches_first", "revisions_first"]
"""How revisions and switches follow one another. Without one, each revision comes just before the switch that needs it
(the paper's Algorithm 1)."""

Tail = Literal["switch", "reveal", "revision"]
"""What the last turn is: the switch back to the source function, or a reveal or revision that comes after it."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A request for a conversation; it is met exactly or refused.

    Attributes:
        turns: User turns, the opening and any repeats included.
        revisions: Corrections of an argument (the paper's p).
        switches: Changes of the function (the paper's g), the last one to the source function.
        order: How revisions and switches follow one another.
        tail: What the last turn is.
        events_per_turn: How many revisions and switches are packed into one turn, as far as the rules allow: never two
            switches, never two corrections of one argument.
        repeats: How many of the turns say the last words again, with nothing new in them (the paper's turn-matched
            control).

    Raises:
        ConfigError: A value is not allowed, or the counts contradict one another.
    """

    turns: int = 1
    revisions: int = 0
    switches: int = 0
    order: Order | None = None
    tail: Tail | None = None
    events_per_turn: int = 1
    repeats: int = 0

    def __post_init__(self) -> None:
        """Checks every value."""
        for name, least in (("turns", 1), ("revisions", 0), ("switches", 0), ("events_per_turn", 1), ("repeats", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ConfigError(f"{name}={value!r} is not an integer of at least {least}")
        for name, allowed in (("order", get_args(Order)), ("tail", get_args(Tail))):
            value = getattr(self, name)
            if value is not None and value not in allowed:
                raise ConfigError(f"{name}={value!r} is not allowed; use None or one of {', '.join(allowed)}")
        if self.order is not None and not (self.revisions and self.switches):
            raise ConfigError(f"order={self.order!r} places revisions among switches; ask for at least one of each")
        if self.tail == "switch" and not self.switches:
            raise ConfigError("tail='switch' ends on a switch; ask for at least one")
        if self.tail == "revision" and not self.revisions:
            raise ConfigError("tail='revision' ends on a revision; ask for at least one")
        if self.tail == "switch" and self.order == "switches_first":
            raise ConfigError("order='switches_first' puts revisions after the last switch; tail='switch' forbids that")
        if self.tail == "revision" and self.order == "revisions_first":
            raise ConfigError(
                "order='revisions_first' puts switches after the last revision; tail='revision' forbids that"
            )
        events = self.revisions + self.switches
        needed = 1 + -(-events // self.events_per_turn) + self.repeats + (self.tail == "reveal")
        if self.turns < needed:
            ending = " and a reveal at the end" if self.tail == "reveal" else ""
            raise ConfigError(
                f"{events} transitions, {self.events_per_turn} to a turn, with {self.repeats} repeats{ending} need at "
                f"least {needed} turns, not {self.turns}"
            )

    @property
    def label(self) -> str:
        """The kind of scenario, inferred from the counts as the paper does."""
        if self.revisions and self.switches:
            return "evolve"
        if self.revisions:
            return "revise"
        if self.switches:
            return "switch"
        return "single" if self.turns - self.repeats == 1 else "reveal"

    def to_json(self) -> dict[str, int | str | None]:
        """Every attribute by name."""
        return asdict(self)

    def __str__(self) -> str:
        """The label with its counts, such as ``evolve (7 turns, 2 revisions, 2 switches)``."""
        parts = [
            f"{count} {one if count == 1 else many}"
            for count, one, many in (
                (self.turns, "turn", "turns"),
                (self.revisions, "revision", "revisions"),
                (self.switches, "switch", "switches"),
                (self.repeats, "repeat", "repeats"),
            )
            if count
        ]
        parts += [f"order {self.order}"] if self.order else []
        parts += [f"tail {self.tail}"] if self.tail else []
        parts += [f"{self.events_per_turn} transitions in a turn"] if self.events_per_turn > 1 else []
        return f"{self.label} ({', '.join(parts)})"


PRESETS: dict[str, Scenario] = {
    "single": Scenario(),
    "reveal": Scenario(turns=3),
    "revise": Scenario(turns=3, revisions=2),
    "switch": Scenario(turns=3, switches=2),
    "evolve": Scenario(turns=7, revisions=2, switches=2),
    "repeat_control": Scenario(turns=7, revisions=1, switches=1, repeats=3),
}
"""The paper's settings: its lite sweep holds each transition twice, and ``evolve`` all of them."""


def resolve_scenario(
    scenario: str | Scenario | None = None,
    *,
    num_turns: int | None = None,
    num_revisions: int | None = None,
    num_switches: int | None = None,
) -> Scenario:
    """The scenario that a caller means: a preset's name, a Scenario, or the paper's three counts.

    Raises:
        ConfigError: The name is unknown, or both a scenario and counts were given.
    """
    counts = {"turns": num_turns, "revisions": num_revisions, "switches": num_switches}
    given = {name: value for name, value in counts.items() if value is not None}
    if scenario is not None and given:
        raise ConfigError("give either scenario= or num_turns=, num_revisions=, num_switches=, not both")
    if isinstance(scenario, Scenario):
        return scenario
    if isinstance(scenario, str):
        try:
            return PRESETS[scenario]
        except KeyError:
            raise ConfigError(f"scenario={scenario!r} is unknown; presets are {', '.join(PRESETS)}") from None
    if scenario is not None:
        raise ConfigError(f"scenario must be a preset's name or a Scenario, not {type(scenario).__name__}")
    if not given:
        return PRESETS["evolve"]
    return Scenario(turns=given.get("turns", 1), revisions=given.get("revisions", 0), switches=given.get("switches", 0))


def scenario_from_json(document: dict[str, int | str | None]) -> Scenario:
    """The scenario that :meth:`Scenario.to_json` wrote.

    Raises:
        ConfigError: A name is unknown or a value is not allowed.
    """
    if not isinstance(document, dict) or "turns" not in document:
        raise ConfigError(f"a scenario is an object with turns, revisions, switches, ..., not {document!r}")
    unknown = set(document) - set(Scenario.__dataclass_fields__)
    if unknown:
        raise ConfigError(f"a scenario has no {', '.join(sorted(unknown))}")
    return Scenario(**document)  # type: ignore[arg-type]  # every value is checked by __post_init__
