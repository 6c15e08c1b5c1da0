"""The command line's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from evolving_intent_env.domains.base import Bank
from evolving_intent_env.envs.show import printable
from evolving_intent_env.evaluate.bench import Row
from evolving_intent_env.evaluate.catalogue import Environment
from evolving_intent_env.evaluate.demo import SCENARIOS, Demo
from evolving_intent_env.evaluate.reference import OWN_MISTAKES, REFERENCE_POLICIES
from evolving_intent_env.evaluate.terminal import Hanging
from evolving_intent_env.evaluate.validate import Validation
from evolving_intent_env.simulate.scenario import PRESETS

_GOOD, _BAD = "green", "bold red"


def table(title: str, *columns: str, right: Iterable[str] = (), caption: str = "") -> Table:
    """An empty table in the house style; columns named in ``right`` are aligned to the right."""
    made = Table(
        title=Text(title, style="bold"),
        title_justify="left",
        caption=Text(caption, style="dim") if caption else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        pad_edge=False,
    )
    aligned = set(right)
    for column in columns:
        made.add_column(column, justify="right" if column in aligned else "left", overflow="fold")
    return made


def accuracies(demo: Demo) -> Table:
    """Policies by scenarios."""
    count = len(demo.task_ids)
    what = (f"{name}: {(REFERENCE_POLICIES[name].__doc__ or '').partition(chr(10))[0]}" for name in REFERENCE_POLICIES)
    made = table(
        f"Right final answers in %, the same {count} tasks in every column",
        "policy",
        *SCENARIOS,
        right=SCENARIOS,
        caption="\n".join(what),
    )
    for result in demo.policies:
        made.add_row(Text(result.policy, style="bold"), *(_percent(result.right[name], count) for name in SCENARIOS))
    return made


def failures(demo: Demo) -> Table:
    """Why the policies failed."""
    count = len(demo.task_ids)
    made = table(
        "Why the wrong answers are wrong",
        "policy",
        "wrong",
        "causes, with the share of wrong answers",
        "its own mistake",
        right=("wrong", "its own mistake"),
        caption=(
            f"Out of {count * len(SCENARIOS):,} answers each. What several causes explain equally well counts for each "
            "of them; the last column is the share traced to the mistake which the policy was built to make."
        ),
    )
    for result in demo.policies:
        causes = ", ".join(f"{kind} {_share(number, result.wrong)}" for kind, number in result.kinds.items())
        own = Text(_share(result.own, result.wrong)) if result.wrong and OWN_MISTAKES[result.policy] else Text("")
        made.add_row(Text(result.policy, style="bold"), f"{result.wrong:,}", causes or "none", own)
    return made


def checks(found: Validation) -> Table:
    """What was checked and what broke."""
    made = table("What was checked", "what", "checked", "broken", "rules broken", right=("checked", "broken"))
    for kind, check in found.checks.items():
        rules = ", ".join(f"{rule} {number:,}" for rule, number in check.rules.most_common())
        broken = Text(f"{check.broken:,}", style=_BAD if check.broken else _GOOD)
        made.add_row(kind, f"{check.checked:,}", broken, Text(rules or "none", style="" if rules else "dim"))
    return made


def examples(found: Validation) -> Table:
    """The first examples of every broken rule."""
    made = table("First examples", "rule", "task", "scenario", "where", "what is wrong")
    for check in found.checks.values():
        for rule, kept in check.examples.items():
            for example in kept:
                cells = (example.task_id, example.scenario, example.field, example.message)
                made.add_row(Text(rule, style=_BAD), *(Text(printable(cell)) for cell in cells))
    return made


def reach(found: Validation) -> Table:
    """How many chains can meet each scenario."""
    made = table("Chains that meet each scenario", "scenario", "meet it", "do not, for lack of", right=("meet it",))
    for name, entry in found.reach.items():
        lacks = ", ".join(f"{what or 'other reasons'} {number:,}" for what, number in entry.lacks.most_common())
        made.add_row(name, f"{entry.met:,}", Text(lacks or "none", style="" if lacks else "dim"))
    return made


def left_out(reasons: Mapping[str, int]) -> Table:
    """Source rows that became no chain."""
    made = table("Rows that became no chain", "reason", "rows", right=("rows",))
    for reason, number in sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0])):
        made.add_row(Text(printable(reason)), f"{number:,}")
    return made


def rates(rows: Sequence[Row]) -> Table:
    """What was measured."""
    made = table(
        "Speed, medians",
        "what",
        "measured",
        "unit",
        "goal",
        "met",
        "note",
        right=("measured",),
        caption="All times are CPU times: a machine that is busy with other things does not look like a slow one.",
    )
    for row in rows:
        met = {True: Text("yes", style=_GOOD), False: Text("no", style=_BAD), None: Text("")}[row.met]
        value = (
            ""
            if row.value is None
            else f"{row.value:,.0f}"
            if row.value >= 100 or row.unit == ""
            else f"{row.value:.2f}"
        )
        made.add_row(
            row.name, Text(value, style="bold"), row.unit, row.goal, met, Text(printable(row.note), style="dim")
        )
    return made


def _percent(part: int, whole: int) -> Text:
    value = 100 * part / whole
    return Text(f"{value:.1f}", style=_GOOD if value == 100 else "red" if value == 0 else "yellow")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else ""


def environments(found: Sequence[Environment]) -> Table:
    """Environments with their splits and sizes."""
    made = table("Environments", "id", "domain", "tasks", "splits, the default first")
    made.columns[0].no_wrap = True  # it is there to be copied
    for entry in found:
        sizes = [split if size is None else f"{split} {size:,}" for split, size in entry.splits.items()]
        made.add_row(
            Text(entry.env_id, style="bold"),
            entry.domain,
            "built in" if entry.builtin else "--source",
            "\n".join(sizes),
        )
    return made


def presets() -> Table:
    """Preset scenarios."""
    counts = ("turns", "revisions", "switches", "repeats")
    made = table("Scenarios", "name", *counts, "turns that only reveal", right=(*counts, "turns that only reveal"))
    for name, scenario in PRESETS.items():
        numbers = scenario.to_json()
        quiet = scenario.turns - 1 - scenario.revisions - scenario.switches - scenario.repeats
        made.add_row(Text(name, style="bold"), *(str(numbers[count] or "") for count in counts), str(quiet or ""))
    return made


def tasks(bank: Bank, ids: Sequence[str]) -> Table:
    """Task ids with the beginnings of their questions."""
    caption = f"{len(ids):,} of {len(bank.task_ids):,} tasks of {bank.domain}, split {bank.split}"
    made = table("Tasks", "task", "source task", caption=caption)
    made.columns[0].no_wrap = True
    for id_ in ids:
        made.add_row(
            Text(printable(id_), style="bold"), Hanging("", Text(printable(bank.chain(id_).question)), in_full=False)
        )
    return made
