"""Files that a run leaves: whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_text(path: Path, text: str) -> None:
    """Writes a text file so that nobody ever sees half of it."""
    partial = path.with_name(path.name + ".part")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def write_json(path: Path, value: Any) -> None:
    """Writes a JSON file, whole or not at all."""
    write_text(path, json.dumps(value, indent=1) + "\n")


def keep_until(path: Path, step: int) -> None:
    """Drops what a JSON-lines file tells of later steps, which are about to be taken again; there may be no file."""
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        write_text(path, "".join(line for line in lines if json.loads(line).get("step", 0) <= step))


def append_json(path: Path, value: Any) -> None:
    """Adds one line to a JSON-lines file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(value) + "\n")
