"""What ``--json`` prints: one JSON document for each command, each saying its format and version."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.envs.script import Script
from evolving_intent_env.evaluate.bench import Row
from evolving_intent_env.evaluate.catalogue import Environment
from evolving_intent_env.evaluate.causes import explain_cause
from evolving_intent_env.evaluate.demo import SCENARIOS, Demo
from evolving_intent_env.evaluate.hidden import hidden_turns
from evolving_intent_env.evaluate.play import Played
from evolving_intent_env.evaluate.validate import Validation
from evolving_intent_env.simulate.scenario import PRESETS

Document = dict[str, Any]


def conversation(bank: Bank, script: Script) -> Document:
    """A conversation with its hidden side."""
    return {"format": "evolving-intent/conversation/1", **_conversation(bank, script)}


def played(bank: Bank, script: Script, result: Played) -> Document:
    """A conversation that was answered."""
    return {
        "format": "evolving-intent/played/1",
        "task_id": result.task_id,
        "finished": True,
        "result": _result(script, result),
        "conversation": _conversation(bank, script),
    }


def demo(bank: Bank, shown: Demo, seed: int) -> Document:
    """A demonstration."""
    return {
        "format": "evolving-intent/demo/1",
        **_where(bank),
        "seed": seed,
        "task_ids": list(shown.task_ids),
        "passed_over": shown.passed_over,
        "example": {
            "conversation": _conversation(bank, shown.script),
            "ledger": _result(shown.script, shown.answered),
            "append_only": _result(shown.script, shown.contrast),
        },
        "policies": [
            {
                "policy": result.policy,
                "accuracy": {name: result.right[name] / len(shown.task_ids) for name in SCENARIOS},
                "wrong": result.wrong,
                "causes": dict(result.kinds),
                "own_mistake": result.own,
            }
            for result in shown.policies
        ],
    }


def catalogue(environments: Sequence[Environment]) -> Document:
    """What there is."""
    return {
        "format": "evolving-intent/list/1",
        "environments": [asdict(environment) for environment in environments],
        "scenarios": {name: {"label": preset.label, **preset.to_json()} for name, preset in PRESETS.items()},
    }


def validation(banks: Sequence[Bank], found: Validation) -> Document:
    """What validation found."""
    return {
        "format": "evolving-intent/validation/1",
        "banks": [_where(bank) for bank in banks],
        "broken": found.broken,
        "checks": {
            kind: {
                "checked": check.checked,
                "broken": check.broken,
                "rules": dict(check.rules),
                "examples": {rule: [asdict(example) for example in kept] for rule, kept in check.examples.items()},
            }
            for kind, check in found.checks.items()
        },
        "scenarios": {name: {"met": entry.met, "lacks": dict(entry.lacks)} for name, entry in found.reach.items()},
        "left_out": dict(found.left_out),
    }


def speeds(rows: Sequence[Row]) -> Document:
    """What was measured, and on what."""
    return {
        "format": "evolving-intent/bench/1",
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "gymnasium": version("gymnasium"),
        "rows": [asdict(row) for row in rows],
    }


def _where(bank: Bank) -> Document:
    return {"domain": bank.domain, "source": bank.source, "split": bank.split}


def _conversation(bank: Bank, script: Script) -> Document:
    chain = script.trajectory.chain
    turns = zip(hidden_turns(script.trajectory), script.texts, strict=True)
    return {
        **_where(bank),
        "task_id": chain.task_id,
        "question": chain.question,
        "answer": chain.answer,
        "scenario": script.scenario.to_json(),
        "seed": script.seed,
        "episode": script.episode(bank),
        "turns": [{**asdict(row), "user": text} for row, text in turns],
    }


def _result(script: Script, result: Played) -> Document:
    return {
        "score": result.score,
        "outcome": result.outcome,
        "answer": result.answer,
        "gold": result.gold,
        "replies": list(result.replies),
        "correct": list(result.correct),
        "causes": [
            {**asdict(cause), "explanation": explain_cause(script.trajectory, cause)} for cause in result.causes
        ],
    }
