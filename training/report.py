"""What the study in miniature found: tables for people, a page and figures to keep beside the numbers.

All of it is made from the JSON files of :mod:`training.miniature` alone.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.evaluate.statistics import paired, wilson
from training.files import write_text
from training.measure import outcomes

WARM_UP = "sft"
"""The run that all others start from, and are compared with."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The figures of a study.

    Attributes:
        models: By run and seed, what was written of the model.
        conditions: By name, the scenarios that were measured.
    """

    models: Mapping[tuple[str, int], Mapping[str, Any]]
    conditions: Mapping[str, Sequence[str]]

    @property
    def runs(self) -> list[str]:
        """The runs that there are, the warm-up first."""
        return sorted({run for run, _ in self.models}, key=lambda run: (run != WARM_UP, run != "outcome", run))

    def right(self, run: str, seed: int, condition: str, scenario: str) -> list[bool] | None:
        """Whether each task was answered right; None where it was not measured."""
        figures = self.models.get((run, seed), {}).get("conditions", {}).get(condition)
        return None if figures is None or scenario not in figures["scenarios"] else outcomes(figures, scenario)

    def shares(self, run: str, condition: str, scenario: str) -> list[float]:
        """The share of right answers in %, seed by seed."""
        found = (self.right(run, seed, condition, scenario) for one, seed in self.models if one == run)
        return [100 * sum(right) / len(right) for right in found if right]


def read_findings(folder: Path, conditions: Mapping[str, Sequence[str]]) -> Findings:
    """Reads the files of a study.

    Args:
        folder: Where they are.
        conditions: By name, the scenarios that the study measures.

    Raises:
        ConfigError: There are none.
    """
    models = {}
    for path in sorted(folder.glob("*-*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        models[document["run"], document["seed"]] = document
    if not models:
        raise ConfigError(f"{folder} holds no figures yet; run the study first")
    return Findings(models, conditions)


def tables(found: Findings) -> list[Table]:
    """One table for each condition: every model with its intervals, and what it gained over its warm-up."""
    made = []
    for condition, scenarios in found.conditions.items():
        table = Table(title=f"{condition}: right answers in %, and points gained over the warm-up on the same tasks")
        table.add_column("run")
        table.add_column("seed", justify="right")
        for scenario in scenarios:
            table.add_column(scenario)
        for run, seed in found.models:
            cells = [_cell(found, run, seed, condition, scenario) for scenario in scenarios]
            if any(cells):
                table.add_row(run, str(seed), *cells)
        made.append(table)
    return made


def write_page(found: Findings, folder: Path) -> None:
    """Writes ``README.md``: means over the seeds, then every model by itself."""
    runs = found.runs
    lines = [
        "# The study in miniature",
        "",
        "Made by `python -m training.miniature configs/miniature.yaml --report`.",
        "",
    ]
    lines += ["Right answers in %, greedy, means over the seeds (lowest to highest); `sft` is the warm-up.", ""]
    lines += _row(["condition", "scenario", *runs]) + _row(["---"] * (2 + len(runs)))
    for condition, scenarios in found.conditions.items():
        for scenario in scenarios:
            cells = [_spread(found.shares(run, condition, scenario)) for run in runs]
            if any(cells):
                lines += _row([condition, scenario, *cells])
    for table in tables(found):
        if table.row_count:
            heads = [str(column.header) for column in table.columns]
            rows = zip(*(column.cells for column in table.columns), strict=True)
            lines += ["", f"## {table.title}", "", *_row(heads), *_row(["---"] * len(heads))]
            lines += [line for row in rows for line in _row([str(cell) for cell in row])]
    minutes = {key: document.get("training_minutes") for key, document in found.models.items()}
    lines += ["", "Minutes of training: " + ", ".join(f"{run} {seed}: {m}" for (run, seed), m in minutes.items()) + "."]
    write_text(folder / "README.md", "\n".join(lines) + "\n")


def draw(found: Findings, folder: Path) -> None:
    """Draws ``effect.svg`` (scenarios of the first condition, run by run) and ``learning.svg`` (reward by step)."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "miniature"  # the same figures give the same bytes
    import matplotlib.pyplot as plt

    condition, scenarios = next(iter(found.conditions.items()))
    colours = dict(zip(found.runs, ["#767676", "#c2410c", "#1d4ed8", "#15803d", "#7e22ce", "#a16207"], strict=False))

    figure, axes = plt.subplots(figsize=(7.5, 3.4))
    width = 0.8 / len(found.runs)
    for place, run in enumerate(found.runs):
        for at, scenario in enumerate(scenarios):
            shares = found.shares(run, condition, scenario)
            if shares:
                x = at - 0.4 + width * (place + 0.5)
                label = "warm-up" if run == WARM_UP else run
                mean = sum(shares) / len(shares)
                axes.bar(x, mean, 0.9 * width, color=colours[run], alpha=0.45, label=None if at else label)
                axes.plot([x] * len(shares), shares, ".", color=colours[run])
    axes.set_xticks(range(len(scenarios)), scenarios)
    axes.set_ylabel("right answers, %")
    axes.set_ylim(0, 100)
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.25))
    _save(figure, axes, folder / "effect.svg")

    figure, axes = plt.subplots(figsize=(7.5, 3.0))
    named = set()
    for (run, _), document in found.models.items():
        rewards = document.get("rewards")
        if rewards:
            smooth = [
                100 * sum(rewards[max(0, i - 4) : i + 1]) / len(rewards[max(0, i - 4) : i + 1])
                for i in range(len(rewards))
            ]
            axes.plot(range(1, len(smooth) + 1), smooth, color=colours[run], label=None if run in named else run)
            named.add(run)
    axes.set_xlabel("GRPO step")
    axes.set_ylabel("reward, % (mean of five steps)")
    axes.legend(frameon=False)
    _save(figure, axes, folder / "learning.svg")


def _save(figure: Any, axes: Any, path: Path) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", bbox_inches="tight", metadata={"Date": None})
    write_text(path, drawn.getvalue())


def _cell(found: Findings, run: str, seed: int, condition: str, scenario: str) -> str:
    right = found.right(run, seed, condition, scenario)
    if right is None:
        return ""
    share = wilson(sum(right), len(right))
    cell = f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]"
    start = found.right(WARM_UP, seed, condition, scenario)
    if run == WARM_UP or start is None:
        return cell
    change = paired(start, right)
    return f"{cell}  {100 * change.difference:+.1f} (p={change.p_value:.1g})"


def _spread(shares: list[float]) -> str:
    if len(shares) < 2:
        return "".join(f"{share:.1f}" for share in shares)
    return f"{sum(shares) / len(shares):.1f} ({min(shares):.1f} to {max(shares):.1f})"


def _row(cells: Sequence[str]) -> list[str]:
    return ["| " + " | ".join(cells) + " |"]
