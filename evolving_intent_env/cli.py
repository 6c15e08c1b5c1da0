"""``evolving-intent``: see, play, check and measure conversations from the command line.

Only arguments and printing are here; what stands behind each command is in ``evaluate``, imported when the command
runs.
"""

from __future__ import annotations

import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from evolving_intent_env.errors import ConfigError, EvolvingIntentError

if TYPE_CHECKING:
    from rich.console import Console

    from evolving_intent_env.domains.base import Bank, Domain
    from evolving_intent_env.envs.script import Script
    from evolving_intent_env.simulate.scenario import Scenario


class _Commands(TyperGroup):
    """Turns our own errors into one line and the exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        """Runs a command."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # Tasks and replies hold characters that not every terminal can show.
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except EvolvingIntentError as error:
            _complain("error", str(error), "bold red")
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Conversations with a user whose intent evolves: see them, play them, check them, measure them.",
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
DomainOption = Annotated[str | None, typer.Option("--domain", "-d", help="grade_school (the default) or gsm8k.")]
Source = Annotated[
    str,
    typer.Option(help="Where the tasks come from: builtin, a path, a hub id, or auto (a local copy, else the hub)."),
]
Split = Annotated[str | None, typer.Option(help="A split of the domain; see the list command.")]
ScenarioOption = Annotated[
    str | None,
    typer.Option(help="single, reveal, revise, switch, evolve (the default) or repeat_control."),
]


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Conversations with a user whose intent evolves: see them, play them, check them, measure them."""
    if version:
        from evolving_intent_env import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.command()
def demo(
    domain: DomainOption = None,
    source: Source = "auto",
    split: Split = None,
    episodes: Annotated[int, typer.Option(help="How many tasks the policies answer.")] = 200,
    seed: Annotated[int, typer.Option(help="Which tasks.")] = 0,
    as_json: Json = False,
) -> None:
    """Show one evolving conversation, then what six reference policies get right and why they fail."""
    from evolving_intent_env.domains.registry import get_domain
    from evolving_intent_env.evaluate import documents, tables, terminal
    from evolving_intent_env.evaluate.demo import run_demo
    from evolving_intent_env.evaluate.find import domain_name

    bank = _load(domain_name(domain), source, split)
    with _progress("Six policies at work") as tick:
        shown = run_demo(get_domain(bank.domain), bank, episodes=episodes, seed=seed, tick=tick)
    if as_json:
        _print_json(documents.demo(bank, shown, seed))
        return
    console = _console()
    trajectory = shown.script.trajectory
    console.print("A user whose intent evolves, and what an agent should make of it\n", style="bold")
    _print_heading(console, bank, shown.script)
    console.print(terminal.conversation(trajectory, shown.script.texts, shown.answered.replies, shown.answered.correct))
    console.print(terminal.legend())
    console.print()
    console.print(terminal.verdict(trajectory, shown.answered, "The agent above, which tracks every change (ledger),"))
    console.print(terminal.verdict(trajectory, shown.contrast, "An agent that misses corrections (append_only)"))
    console.print()
    console.print(tables.accuracies(shown))
    console.print(tables.failures(shown))
    if shown.passed_over:
        console.print(f"{shown.passed_over:,} other tasks were drawn that cannot meet every scenario.", style="dim")


@app.command("list")
def list_(
    source: Annotated[
        str | None, typer.Option(help="Also count the tasks of domains that are not built in, from this source.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List environments, domains with their splits and sizes, and preset scenarios."""
    from evolving_intent_env.evaluate import catalogue, documents, tables

    with _progress("Counting tasks"):
        environments = catalogue.environments(source)
    if as_json:
        _print_json(documents.catalogue(environments))
        return
    console = _console()
    console.print(tables.environments(environments))
    console.print(tables.presets())


@app.command()
def tasks(
    domain: DomainOption = None,
    source: Source = "auto",
    split: Split = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to list.")] = 20,
    as_json: Json = False,
) -> None:
    """List task ids with their questions."""
    from evolving_intent_env.evaluate import tables
    from evolving_intent_env.evaluate.find import domain_name

    bank = _load(domain_name(domain), source, split)
    ids = bank.task_ids[:limit]
    if as_json:
        found = [{"task_id": id_, "question": bank.chain(id_).question} for id_ in ids]
        head = {"domain": bank.domain, "source": bank.source, "split": bank.split, "size": len(bank.task_ids)}
        _print_json({"format": "evolving-intent/tasks/1", **head, "tasks": found})
        return
    _console().print(tables.tasks(bank, ids))


@app.command()
def show(
    task: Annotated[str, typer.Argument(help="A task id; the tasks command lists them.")],
    domain: DomainOption = None,
    env: Annotated[str | None, typer.Option(help="An environment id instead of --domain.")] = None,
    source: Source = "auto",
    split: Annotated[str | None, typer.Option(help="The task's split; all are searched without it.")] = None,
    scenario: ScenarioOption = None,
    turns: Annotated[int | None, typer.Option(help="User turns, instead of --scenario.")] = None,
    revisions: Annotated[int | None, typer.Option(help="Revisions, instead of --scenario.")] = None,
    switches: Annotated[int | None, typer.Option(help="Switches, instead of --scenario.")] = None,
    order: Annotated[str | None, typer.Option(help="interleaved, switches_first or revisions_first.")] = None,
    tail: Annotated[str | None, typer.Option(help="What the last turn is: switch, reveal or revision.")] = None,
    events_per_turn: Annotated[int | None, typer.Option(help="Revisions and switches packed into one turn.")] = None,
    mode: Annotated[str | None, typer.Option(help="eval draws nothing; train samples, as --seed says.")] = None,
    seed: Annotated[int | None, typer.Option(help="What a train conversation is drawn from.")] = None,
    as_json: Json = False,
) -> None:
    """Show a task's conversation beside what the user wants, turn by turn."""
    from evolving_intent_env.evaluate import documents, terminal

    request = _scenario(scenario, turns, revisions, switches, order, tail, events_per_turn)
    _, bank, script = _script(domain, env, source, split, task, request, _seed(mode, seed))
    if as_json:
        _print_json(documents.conversation(bank, script))
        return
    console = _console()
    _print_heading(console, bank, script)
    console.print(terminal.conversation(script.trajectory, script.texts))
    console.print(terminal.legend())


@app.command()
def play(
    task: Annotated[str | None, typer.Argument(help="A task id; the split's first task without it.")] = None,
    domain: DomainOption = None,
    env: Annotated[str | None, typer.Option(help="An environment id instead of --domain.")] = None,
    source: Source = "auto",
    split: Split = None,
    scenario: ScenarioOption = None,
    as_json: Json = False,
) -> None:
    """Answer a user in the terminal; at the end see the verdict and everything that was hidden.

    Reads one line for each turn, from the keyboard or from a pipe. Ctrl-D or Ctrl-C ends the conversation.
    """
    from evolving_intent_env.evaluate import documents, terminal
    from evolving_intent_env.evaluate.person import Left, Person

    request = _scenario(scenario)
    if task is None:
        from evolving_intent_env.evaluate.find import domain_name

        task = _load(domain_name(domain, env), source, split).task_ids[0]
    domain_, bank, script = _script(domain, env, source, split, task, request, None)
    console = _console(stderr=as_json)
    try:
        played = Person(console).play(domain_, bank, script)
    except Left as left:
        console.print(
            f"\nYou left in turn {left.turn} of {len(script.texts)}; nothing was scored. Goodbye.", style="dim"
        )
        if as_json:
            _print_json({"format": "evolving-intent/played/1", "task_id": task, "finished": False})
        return
    if as_json:
        _print_json(documents.played(bank, script, played))
        return
    console.print(terminal.conversation(script.trajectory, script.texts, played.replies, played.correct))
    console.print(terminal.legend())
    console.print()
    console.print(terminal.verdict(script.trajectory, played, "You"))


@app.command()
def validate(
    bank: Annotated[
        str, typer.Argument(help="A domain, or the path to a file or folder of GSM8K rows.")
    ] = "grade_school",
    count: Annotated[int, typer.Option(help="How many chains to check at most, shared among the splits.")] = 10_000,
    split: Annotated[str | None, typer.Option(help="One split; all of them without it.")] = None,
    as_json: Json = False,
) -> None:
    """Check a bank: its chains, and the schedules and words made from them. Exits with 1 if anything is broken."""
    from rich.text import Text

    from evolving_intent_env.evaluate import documents, tables
    from evolving_intent_env.evaluate.find import banks_to_check
    from evolving_intent_env.evaluate.validate import validate as run

    with _progress(f"Loading {bank}"), _spoken_warnings():
        domain, banks = banks_to_check(bank, split)
    with _progress("Checking chains") as tick:
        found = run(domain, banks, count=count, tick=tick)
    if as_json:
        _print_json(documents.validation(banks, found))
    else:
        console = _console()
        console.print(
            Text(f"{bank}, {'splits' if len(banks) > 1 else 'split'} {', '.join(each.split for each in banks)}")
        )
        console.print(tables.checks(found))
        console.print(tables.reach(found))
        if found.left_out:
            console.print(tables.left_out(found.left_out))
        if found.broken:
            console.print(tables.examples(found))
    if found.broken:
        raise typer.Exit(1)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="How long each rate is measured, all repeats together.")] = 1.0,
    source: Annotated[
        str | None, typer.Option(help="The path to GSM8K's rows; without it that of EVOLVING_INTENT_DATA, if set.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure speed in one run, beside other text environments where they are installed."""
    from evolving_intent_env.domains.loading import local_copy
    from evolving_intent_env.evaluate import documents, tables
    from evolving_intent_env.evaluate.bench import run_bench

    local = local_copy("gsm8k")
    gsm8k = source if source is not None else None if local is None else str(local)
    with _progress("Measuring") as tick:
        rows = run_bench(seconds=seconds, gsm8k=gsm8k, tick=tick)
    if as_json:
        _print_json(documents.speeds(rows))
    else:
        _console().print(tables.rates(rows))


def _scenario(
    name: str | None,
    turns: int | None = None,
    revisions: int | None = None,
    switches: int | None = None,
    order: str | None = None,
    tail: str | None = None,
    events_per_turn: int | None = None,
) -> Scenario:
    """The scenario that options ask for: a preset or counts, with what is said about its layout."""
    from dataclasses import replace

    from evolving_intent_env.simulate.scenario import Scenario, resolve_scenario

    options = {"order": order, "tail": tail, "events_per_turn": events_per_turn}
    layout: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    counts = {"turns": turns, "revisions": revisions, "switches": switches}
    given: dict[str, Any] = {key: value for key, value in counts.items() if value is not None}
    if given and name is None:
        return Scenario(**given, **layout)
    preset = resolve_scenario(name, num_turns=turns, num_revisions=revisions, num_switches=switches)
    return replace(preset, **layout)


def _seed(mode: str | None, seed: int | None) -> int | None:
    """The seed of a train conversation; None in eval mode."""
    if mode not in (None, "eval", "train"):
        raise ConfigError(f"mode={mode!r} is unknown; allowed are eval and train")
    if mode == "eval" and seed is not None:
        raise ConfigError("eval mode draws nothing; leave out --seed, or use --mode train")
    return seed if seed is not None or mode != "train" else 0


def _script(
    domain: str | None,
    env: str | None,
    source: str,
    split: str | None,
    task_id: str,
    scenario: Scenario,
    seed: int | None,
) -> tuple[Domain, Bank, Script]:
    """The conversation that options ask for."""
    from evolving_intent_env.envs.script import write_script
    from evolving_intent_env.evaluate.find import domain_name, find_task

    with _progress("Loading tasks"), _spoken_warnings():
        found, bank = find_task(domain_name(domain, env), source, split, task_id)
    return found, bank, write_script(found, bank, task_id, scenario, seed)


def _load(domain: str, source: str, split: str | None) -> Bank:
    from evolving_intent_env.domains.loading import load_bank

    with _progress(f"Loading {domain}"), _spoken_warnings():
        return load_bank(domain, source, split)


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def _print_heading(console: Console, bank: Bank, script: Script) -> None:
    """Which conversation follows, and the task that it grew from."""
    from rich.text import Text

    from evolving_intent_env.envs.show import printable

    chain = script.trajectory.chain
    seed = "" if script.seed is None else f", train seed {script.seed}"
    where = f"  {bank.domain}, {bank.split}, {script.scenario}{seed}"
    console.print(Text.assemble((printable(chain.task_id), "bold"), (where, "dim")))
    question = Text.assemble(printable(chain.question), " → ", (printable(chain.answer), "bold"))
    console.print(Text("source task: ", style="dim").append_text(question))


def _print_json(document: dict[str, Any]) -> None:
    typer.echo(json.dumps(document, indent=2))


def _complain(label: str, message: str, style: str) -> None:
    from rich.text import Text

    from evolving_intent_env.envs.show import printable

    line = " ".join(printable(message).split())
    _console(stderr=True).print(Text.assemble((f"{label}: ", style), (line, style)), soft_wrap=True)


@contextmanager
def _spoken_warnings() -> Iterator[None]:
    """Warnings said in one line each instead of with a line of source code."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        yield
    for warning in caught:
        _complain("warning", str(warning.message), "yellow")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr while something runs, where somebody sees it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = _console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
