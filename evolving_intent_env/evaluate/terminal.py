"""Conversations, their hidden side and verdicts on a terminal.

Texts of tasks and replies may hold anything: they are shown through ``rich.text.Text``, which reads no markup, and
``printable``, which makes control characters visible.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from evolving_intent_env.envs.show import printable
from evolving_intent_env.evaluate.causes import explain_cause
from evolving_intent_env.evaluate.hidden import Change, Fact, HiddenTurn, hidden_turns
from evolving_intent_env.evaluate.play import Played
from evolving_intent_env.intent.trajectory import Trajectory

STYLES = {
    "user": "bold cyan",
    "agent": "bold green",
    "ask": "bold cyan",
    "switch": "bold magenta",
    "revise": "bold yellow",
    "reveal": "bold green",
    "repeat": "dim",
    "stale": "strike red",
    "right": "bold green",
    "wrong": "bold red",
}


def conversation(
    trajectory: Trajectory,
    texts: Sequence[str],
    replies: Sequence[str] = (),
    correct: Sequence[bool | None] = (),
) -> Table:
    """A conversation beside its hidden side, one row for each turn.

    Args:
        trajectory: The hidden side.
        texts: The user's turns.
        replies: The agent's replies, as far as there are any.
        correct: Whether each reply met its turn's gold answer; None where there is none.
    """
    table = Table(box=box.ROUNDED, show_lines=True, expand=True, border_style="bright_black", padding=(0, 1))
    table.add_column("", justify="right", style="bold", no_wrap=True)
    table.add_column("What is said", ratio=1, header_style="bold")
    table.add_column("What the user wants by then (hidden)", ratio=1, header_style="bold")
    for index, row in enumerate(hidden_turns(trajectory)):
        said: list[RenderableType] = [_user(texts[index])]
        if index < len(replies):
            said.append(_agent(replies[index], correct[index] if index < len(correct) else None))
        table.add_row(str(row.number), Group(*said), _hidden(row))
    return table


def user_turn(text: str, number: int, count: int) -> Panel:
    """One user turn that waits for an answer."""
    return Panel(_user(text), title=Text(f"turn {number} of {count}"), title_align="left", border_style="cyan")


def legend() -> Text:
    """What the marks in a conversation mean."""
    return Text.assemble(
        "  ",
        ("•", "bold"),
        " holds   ",
        ("◦", "dim"),
        " holds, but not needed here   ",
        ("12", STYLES["stale"]),
        " → 15 was corrected",
        style="dim",
    )


def verdict(trajectory: Trajectory, played: Played, who: str = "The agent") -> Group:
    """The final score, and why the answer is wrong if it is."""
    gold = (printable(played.gold), "bold")
    if played.outcome == "correct":
        return Group(Hanging("✓", Text.assemble(f"{who} answered ", gold, ", which is right."), STYLES["right"]))
    if played.answer is None:
        answer = Text(f"{who} gave no answer ({played.outcome})")
    else:
        answer = Text.assemble(f"{who} answered ", (printable(played.answer), "bold"))
    lines = [Hanging("✗", Text.assemble(answer, "; the gold answer is ", gold, "."), STYLES["wrong"])]
    for place, cause in enumerate(played.causes):
        why = Text.assemble(printable(explain_cause(trajectory, cause)), (f" [{cause}]", "dim"))
        lines.append(Hanging("  Why:" if place == 0 else "  Or: ", why, "bold"))
    return Group(*lines)


class Hanging:
    """A mark with a text that hangs beside it.

    Args:
        mark: The mark.
        text: The text.
        style: The style of the mark.
        in_full: Whether a long text goes on in further lines or is cut to one.
    """

    def __init__(self, mark: str, text: Text, style: str = "dim", in_full: bool = True) -> None:
        self._mark = mark
        self._text = text
        self._style = style
        self._in_full = in_full

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, as wide as there is room."""
        indent = len(self._mark) + 1
        width = max(1, options.max_width - indent)
        if self._in_full:
            lines = list(self._text.wrap(console, width))
        else:
            line = self._text.copy()
            line.truncate(width, overflow="ellipsis")
            lines = [line]
        for place, line in enumerate(lines):
            mark = (self._mark, self._style) if place == 0 else " " * len(self._mark)
            yield Text.assemble(mark, " ", line)


def _user(text: str) -> Text:
    """The user's own words bright, the domain's frame below them dim."""
    words, gap, frame = printable(text).partition("\n\n")
    return Text.assemble(("user  ", STYLES["user"]), words, (gap + frame, "dim"))


def _agent(reply: str, correct: bool | None) -> Text:
    mark = {True: (" ✓", STYLES["right"]), False: (" ✗", STYLES["wrong"]), None: ("", "")}[correct]
    return Text.assemble(("agent ", STYLES["agent"]), printable(reply), mark)


def _hidden(row: HiddenTurn) -> Group:
    asked = any(change.kind in ("ask", "switch") for change in row.changes)
    lines: list[RenderableType] = [
        _changes(row.changes),
        Hanging("?", Text(printable(row.question), style="bold"), in_full=asked),
    ]
    lines += [_fact(fact) for fact in sorted(row.facts, key=lambda fact: not fact.needed)]
    if row.missing:
        lines.append(Hanging(" ", Text(f"{_facts(len(row.missing))} not said yet", style="dim italic")))
    gold = Text(printable(row.gold_text), style="bold" if row.gold is not None else "italic")
    lines.append(Text.assemble(("gold ", "dim"), gold))
    return Group(*lines)


def _changes(changes: Sequence[Change]) -> Text:
    """What a turn does in a few words, such as ``switches  revises 11 → 8  reveals 2 facts``."""
    parts = []
    for change in changes:
        if change.kind == "revise":
            _, (old, new), _ = _common([change.replaces, change.text])
            value = Text.assemble((printable(old), STYLES["stale"]), " → ", printable(new))
            parts.append(Text.assemble(("revises ", STYLES["revise"]), value))
        elif change.kind != "reveal":
            label = {"ask": "asks", "switch": "switches the question", "repeat": "says it again"}[change.kind]
            parts.append(Text(label, style=STYLES[change.kind]))
    revealed = sum(change.kind == "reveal" for change in changes)
    if revealed:
        parts.append(Text(f"reveals {_facts(revealed)}", style=STYLES["reveal"]))
    return Text(", ").join(parts)


def _facts(count: int) -> str:
    return "1 fact" if count == 1 else f"{count} facts"


def _fact(fact: Fact) -> RenderableType:
    head, (*old, new), tail = _common([*fact.stale, fact.text])
    holds = fact.status == "active" and fact.needed
    text = Text(printable(head))
    for value in old:
        text.append(printable(value), style=STYLES["stale"])
        text.append(" → ")
    text.append(printable(new), style="bold" if old else "")
    text.append(printable(tail))
    if fact.changed:
        text.stylize("yellow" if old else "green")
    elif not holds:
        text.stylize("dim")
    return Hanging("•" if holds else "◦", text, in_full=holds or fact.changed)


def _common(wordings: Sequence[str]) -> tuple[str, list[str], str]:
    """What wordings begin with in common, what is left of each, and what they end with; cut between words."""
    words = [wording.split(" ") for wording in wordings]
    shortest = min(map(len, words))
    head = min(_agreeing(words), shortest - 1)
    tail = min(_agreeing([entry[::-1] for entry in words]), shortest - 1 - head)
    middles = [" ".join(entry[head : len(entry) - tail]) for entry in words]
    before, after = " ".join(words[0][:head]), " ".join(words[0][len(words[0]) - tail :])
    return before + " " * bool(head), middles, " " * bool(tail) + after


def _agreeing(words: Sequence[Sequence[str]]) -> int:
    """How many words all begin with."""
    columns = list(zip(*words, strict=False))
    return next((place for place, column in enumerate(columns) if len(set(column)) > 1), len(columns))
