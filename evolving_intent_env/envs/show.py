"""A conversation for people: plain text, or printed in colour."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evolving_intent_env.verify.verdict import Verdict

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SHOWN = 4_000


def printable(text: str) -> str:
    """The text with control characters made visible, cut where nobody would read on: a reply may hold anything."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    text = _CONTROL.sub(lambda match: f"\\x{ord(match.group()):02x}", text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} [... {len(text) - _SHOWN:,} more characters]"


def conversation_text(history: Sequence[dict[str, str]], pending: str, verdict: Verdict | None) -> str:
    """The conversation as plain text.

    Args:
        history: Messages with ``role`` and ``content``.
        pending: The user turn that waits for a reply; empty if none does.
        verdict: The final score, once there is one.
    """
    return "\n".join(f"{speaker}: {printable(text)}" for speaker, text in _lines(history, pending, verdict))


def print_conversation(history: Sequence[dict[str, str]], pending: str, verdict: Verdict | None) -> None:
    """Prints what is new: the newest reply and the turn that waits, or the verdict."""
    from rich.console import Console
    from rich.text import Text

    console = Console()
    styles = {"user": "bold cyan", "assistant": "green", "verdict": "bold magenta"}
    for speaker, text in _lines(history[-1:], pending, verdict):
        console.print(Text.assemble((f"{speaker}: ", styles[speaker]), printable(text)))


def _lines(history: Sequence[dict[str, str]], pending: str, verdict: Verdict | None) -> list[tuple[str, str]]:
    lines = [(message["role"], message["content"]) for message in history]
    if pending:
        lines.append(("user", pending))
    if verdict is not None:
        lines.append(("verdict", f"{verdict.outcome} (score {verdict.score:g}, answer {verdict.answer})"))
    return lines
