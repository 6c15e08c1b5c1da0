"""Files that a run leaves: whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_json(path: Path, value: Any) -> None:
    """Writes a JSON file so that nobody ever sees half of it."""
    partial = path.with_name(path.name + ".part")
    partial.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    os.replace(partial, path)


def append_json(path: Path, value: Any) -> None:
    """Adds one line to a JSON-lines file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(value) + "\n")
