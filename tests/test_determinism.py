"""The same request gives the same bytes: against the golden file, and from processes with different hash seeds."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from tests.golden.make import FILE, conversations, document

PROGRAM = """
import hashlib, sys
sys.path.insert(0, ".")
from tests.golden.make import document
print(hashlib.sha256(document().encode()).hexdigest())
"""


def test_conversations_of_v0_never_change() -> None:
    assert document() == FILE.read_text(encoding="utf-8")


def test_the_golden_file_holds_forty_different_conversations() -> None:
    rows = conversations()
    assert len(rows) == 40
    assert len({row["user"][0] for row in rows}) == 40
    assert all(len(row["user"]) == row["episode"]["scenario"]["turns"] == len(row["gold"]) for row in rows)


def test_processes_with_different_hash_seeds_agree() -> None:
    here = hashlib.sha256(document().encode()).hexdigest()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        output = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
        ).stdout
        assert output.strip() == here


def test_order_of_use_does_not_matter() -> None:
    once = {str(row["episode"]): row["user"] for row in conversations()}
    again = {str(row["episode"]): row["user"] for row in reversed(conversations())}
    assert once == again
