"""What a run leaves on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from training.files import append_json, keep_until, write_json


def test_json_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": 1}
    assert [file.name for file in tmp_path.iterdir()] == ["one.json"]


def test_lines_are_added_in_order(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for step in range(3):
        append_json(path, {"step": step})
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] == [
        {"step": 0},
        {"step": 1},
        {"step": 2},
    ]


def test_later_steps_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    keep_until(path, 5)
    assert not path.exists()
    lines = [{"when": "before"}, {"step": 1}, {"step": 2, "text": "a\u2028b"}, {"step": 3}, {"when": "after"}]
    for line in lines:
        append_json(path, line)
    keep_until(path, 2)
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line] == [
        lines[0],
        lines[1],
        lines[2],
        lines[4],
    ]
    keep_until(path, -1)
    assert path.read_text(encoding="utf-8") == ""
