"""What is printed: it fits the terminal, and no text can style it or control it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.script import write_script
from evolving_intent_env.evaluate import terminal
from evolving_intent_env.evaluate.play import Played
from evolving_intent_env.evaluate.terminal import Hanging
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.verify.attribution import Cause

DOMAIN = get_domain("grade_school")
BANK = DOMAIN.load("builtin", "test")
TASK = "spring-planting-rows-00000"
ANSWER = BANK.chain(TASK).answer
HOSTILE = "[red]not red[/red] [/] \x1b[31mescape\x07 \u202eright to left [link=http://x]:smile: \ud800"


def printed(renderable: RenderableType, width: int = 100) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False).print(renderable)
    return out.getvalue()


@pytest.mark.parametrize("width", [50, 80, 100, 160])
@pytest.mark.parametrize("scenario", PRESETS)
def test_a_conversation_fits_and_holds_every_word(scenario: str, width: int) -> None:
    script = write_script(DOMAIN, BANK, "community-garden-year-00000", PRESETS[scenario], None)
    text = printed(terminal.conversation(script.trajectory, script.texts), width)
    assert max(map(cell_len, text.splitlines())) <= width
    left = " ".join(" ".join(line.split("│")[2:3]).strip() for line in text.splitlines()).split()
    said = " ".join(" ".join(script.texts).split())
    assert [word for word in left if word != "user"][3:] == said.split()


def test_hostile_text_is_shown_and_not_obeyed() -> None:
    script = write_script(DOMAIN, BANK, TASK, PRESETS["single"], None)
    texts = [HOSTILE]
    played = Played("task", 0.0, "wrong", HOSTILE, HOSTILE, (Cause("other"),), (HOSTILE,), (False,))
    for renderable in (
        terminal.conversation(script.trajectory, texts, [HOSTILE], [False]),
        terminal.verdict(script.trajectory, played),
        terminal.user_turn(HOSTILE, 1, 1),
    ):
        text = printed(renderable, 400)
        assert "[red]not red[/red] [/] \\x1b[31mescape\\x07 \\x202eright to left [link=http://x]:smile: \\ud800" in text
        assert not set(text) & set("\x1b\x07\u202e\ud800")


def test_stale_values_are_struck_through_beside_the_ones_in_force() -> None:
    script = write_script(DOMAIN, BANK, TASK, PRESETS["revise"], None)
    table = terminal.conversation(script.trajectory, script.texts)
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="standard", record=True)
    console.print(table)
    html = console.export_html(inline_styles=True)
    wrong, right = script.trajectory.turns[0][0], script.trajectory.turns[1][0]
    old = set(str(wrong.value).split()) - set(str(right.value).split())  # type: ignore[attr-defined]  # a Reveal, a Revise
    assert len(old) == 1
    assert f'text-decoration: line-through">{old.pop()}</span>' in html


@pytest.mark.parametrize(
    ("answer", "outcome", "causes", "expected"),
    [
        (ANSWER, "correct", (), f"✓ You answered {ANSWER}, which is right."),
        ("7", "wrong", (Cause("other"),), f"✗ You answered 7; the gold answer is {ANSWER}."),
        (None, "empty", (Cause("no_answer"),), f"✗ You gave no answer (empty); the gold answer is {ANSWER}."),
    ],
)
def test_verdicts(answer: str | None, outcome: str, causes: tuple[Cause, ...], expected: str) -> None:
    script = write_script(DOMAIN, BANK, TASK, PRESETS["single"], None)
    played = Played("task", float(outcome == "correct"), "wrong", answer, ANSWER, causes, ("x",), (False,))
    text = printed(terminal.verdict(script.trajectory, replace(played, outcome=outcome), "You"))  # type: ignore[arg-type]
    assert text.splitlines()[0] == expected
    assert text.count("Why:") == bool(causes)


def test_several_causes_are_all_given() -> None:
    script = write_script(DOMAIN, BANK, TASK, PRESETS["single"], None)
    causes = (Cause("omission", ("rows",)), Cause("omission", ("others",)))
    text = printed(
        terminal.verdict(script.trajectory, Played("t", 0.0, "wrong", "7", ANSWER, causes, ("7",), (False,)))
    )
    assert [line.split()[0] for line in text.splitlines() if line.startswith("  ") and ":" in line] == ["Why:", "Or:"]


WORD = st.text("ab.", min_size=1, max_size=3)


@given(st.lists(st.lists(WORD, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4))
def test_what_wordings_have_in_common_is_cut_out_of_each(wordings: list[str]) -> None:
    head, middles, tail = terminal._common(wordings)
    assert [f"{head}{middle}{tail}" for middle in middles] == wordings
    assert all(middles) or len(wordings) == 1
    if len(wordings) > 1 and len(set(wordings)) == len(wordings) and all(len(m.split(" ")) == 1 for m in middles):
        assert len(set(middles)) == len(middles)


@given(st.lists(WORD, min_size=1, max_size=20).map(" ".join), st.integers(8, 40), st.booleans())
def test_hanging_text_stays_within_its_width(text: str, width: int, in_full: bool) -> None:
    lines = printed(Hanging("Why:", Text(text), in_full=in_full), width).splitlines()
    assert max(map(len, lines)) <= width
    assert lines[0].startswith("Why: ")
    assert all(line.startswith("     ") for line in lines[1:])
    if in_full:
        assert " ".join(line[5:].strip() for line in lines).split() == text.split()
    else:
        assert len(lines) == 1
