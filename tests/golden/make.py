"""Writes the golden file: ``python -m tests.golden.make``. Only for a new file; an existing one must never change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.script import write_script
from evolving_intent_env.simulate.scenario import PRESETS, Scenario

FILE = Path(__file__).with_name("conversations_v0.json")

SCENARIOS = {
    **PRESETS,
    "order": Scenario(turns=7, revisions=2, switches=2, order="revisions_first"),
    "tail": Scenario(turns=7, revisions=2, switches=2, tail="reveal"),
    "packed": Scenario(turns=4, revisions=2, switches=2, events_per_turn=2),
    "long": Scenario(turns=10, revisions=3, switches=3),
}


def conversations() -> list[dict[str, Any]]:
    """Forty conversations: each scenario twice in evaluation and twice in training, over forty different stories."""
    domain = get_domain("grade_school")
    rows = []
    position = 0
    for name, scenario in SCENARIOS.items():
        for split, seed in (("test", None), ("train", None), ("train", 1), ("train", 2)):
            bank = domain.load("builtin", split)
            task_id = bank.task_ids[position * 7 + 3]
            script = write_script(domain, bank, task_id, scenario, seed)
            rows.append(
                {
                    "scenario": name,
                    "episode": script.episode(bank),
                    "user": list(script.texts),
                    "gold": list(script.trajectory.golds),
                }
            )
            position += 1
    return rows


def document() -> str:
    """The golden file's text."""
    return json.dumps(conversations(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    if FILE.exists():
        raise SystemExit(
            f"{FILE.name} exists, and conversations of v0 never change; a change is v1, in a file of its own"
        )
    FILE.write_text(document(), encoding="utf-8")
