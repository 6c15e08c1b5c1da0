"""Speed, measured in one run: every row is the median of several repeats, and the repeats of all rows take turns.

Rows that are compared thus share whatever else the machine is doing. Time is CPU time: everything here computes and
nothing waits, and a machine that is busy with other things shall not look like a slow environment. Goals are for one
process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count, cycle
from statistics import median

import gymnasium as gym

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.domains.loading import load_bank
from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.envs.script import write_script
from evolving_intent_env.errors import ConfigError, EvolvingIntentError, SourceError
from evolving_intent_env.evaluate.peers import PEERS, STEPS, Batch, cartpole, installed
from evolving_intent_env.simulate.plan import cast_for, choices_for, plans_for
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.verify.number import score_number

REPEATS = 5
HEAVY = ("torch", "transformers", "datasets", "pandas", "sqlglot", "sympy")
"""Modules that importing the package must not import."""

OURS = "env steps, one env"
"""The row that peers are compared with."""

_DOMAIN = "grade_school"
_ENV_ID = "EvolvingIntent-GradeSchool-v0"
_ACTION = "\\boxed{5}"
_TASKS = 64
_SHAPES = 64
_VECTOR = 8

Tick = Callable[[int, int], None]
"""Told how much is done, and out of how much."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing.

    Attributes:
        name: What was measured.
        value: The median; None where it could not be measured.
        unit: The unit of ``value``.
        goal: The goal in words; empty without one.
        met: Whether it is met; None without a goal or a value.
        note: Anything that the number needs to be understood.
    """

    name: str
    value: float | None
    unit: str
    goal: str = ""
    met: bool | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Probe:
    """A rate that is measured in turns with others; ``least`` is its goal."""

    name: str
    unit: str
    batch: Batch
    least: float | None = None
    note: str = ""


def run_bench(*, seconds: float = 1.0, gsm8k: str | None = None, tick: Tick | None = None) -> list[Row]:
    """Measures everything.

    Args:
        seconds: How long each rate is measured, all repeats together.
        gsm8k: A path to GSM8K's rows; None to leave that row out.
        tick: Called after each measurement.

    Raises:
        ConfigError: ``seconds`` is not positive.
        SourceError: There are no rows at ``gsm8k``.
    """
    if seconds <= 0:
        raise ConfigError(f"seconds={seconds} is not allowed; give a positive number")
    peers, missing = _peers()
    probes = [*_own_probes(), *peers]
    total = REPEATS * (len(probes) + 1) + (gsm8k is not None)
    done = count(1)
    built = _gsm8k_rows(gsm8k)
    if gsm8k is not None:
        _tell(tick, next(done), total)
    samples: dict[str, list[float]] = {probe.name: [] for probe in probes}
    imports: list[tuple[float, list[str]]] = []
    for probe in probes:
        probe.batch()
    for _ in range(REPEATS):
        for probe in probes:
            samples[probe.name].append(_rate(probe.batch, seconds / REPEATS))
            _tell(tick, next(done), total)
        imports.append(_import_once())
        _tell(tick, next(done), total)
    rows = [_row(probe, median(samples[probe.name])) for probe in probes if probe not in peers]
    rows += [*_import_rows(imports), *built]
    ours = median(samples[OURS])
    rows += [_against(probe, ours, median(samples[probe.name])) for probe in peers]
    return rows + missing


def _tell(tick: Tick | None, done: int, total: int) -> None:
    if tick is not None:
        tick(done, total)


def _rate(batch: Batch, seconds: float) -> float:
    """Units of work per second."""
    work = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        work += batch()
    return work / elapsed


def _row(probe: _Probe, value: float) -> Row:
    if probe.least is None:
        return Row(probe.name, value, probe.unit, note=probe.note)
    return Row(probe.name, value, probe.unit, f"at least {probe.least:,.0f}", value >= probe.least, probe.note)


def _own_probes() -> Iterator[_Probe]:
    """Everything of this package that is measured as a rate."""
    domain = get_domain(_DOMAIN)
    bank = load_bank(_DOMAIN, "builtin", None)
    ids = bank.task_ids[:_TASKS]
    raw = EvolvingIntentEnv(domain, bank, task_ids=ids, scenario=PRESETS["evolve"])
    wrapped = gym.make(_ENV_ID, source="builtin", scenario="evolve", task_ids=ids)
    evolve = "evolve conversations, eval mode, fixed reply"
    yield _Probe(OURS, "steps/s", _steps(raw), 500_000, f"{evolve}; resets included")
    yield _Probe("env steps, through gym.make", "steps/s", _steps(wrapped), note="with Gymnasium's checks around it")
    yield _Probe(f"env steps, make_vec sync {_VECTOR}", "steps/s", _vector_steps(ids), note="autoreset steps included")
    fresh = _fresh(domain, bank, ids[:_SHAPES])
    yield _Probe("fresh conversations, chain given", "1/s", fresh, 15_000, "schedule and render, once plans are found")
    search = _plan_search(bank, ids[:_SHAPES])
    yield _Probe("plans found for a new shape", "1/s", search, note="once for each choice of revisions, then kept")
    yield _Probe("fresh conversations, chain made too", "1/s", _resets(domain, bank), note="reset() in train mode")
    yield _Probe("verification, plain number", "1/s", _scoring("So 6 * 7 = 42. The answer is {}."), 100_000)
    yield _Probe("verification, boxed number", "1/s", _scoring("So 6 * 7 = 42, and that is \\boxed{{{}}}."), 100_000)
    latex = "\\boxed{{\\frac{{\\sqrt{{16}}}}{{2}} + {}}}"
    yield _Probe("verification, LaTeX by math-verify", "1/s", _scoring(latex), note="only what is not plain gets there")


def _steps(env: gym.Env[dict[str, object], str]) -> Batch:
    env.reset(seed=0)

    def batch() -> int:
        step, reset = env.step, env.reset
        for _ in range(STEPS):
            _, _, terminated, _, _ = step(_ACTION)
            if terminated:
                reset()
        return STEPS

    return batch


def _vector_steps(ids: Sequence[str]) -> Batch:
    envs = gym.make_vec(
        _ENV_ID,
        num_envs=_VECTOR,
        vectorization_mode="sync",
        source="builtin",
        scenario="evolve",
        task_ids=tuple(ids),
    )
    envs.reset(seed=0)
    actions = (_ACTION,) * _VECTOR

    def batch() -> int:
        for _ in range(STEPS // _VECTOR):
            envs.step(actions)
        return STEPS // _VECTOR * _VECTOR

    return batch


def _fresh(domain: Domain, bank: Bank, ids: Sequence[str]) -> Batch:
    tasks = cycle(ids)
    seeds = count()

    def batch() -> int:
        for _ in range(100):
            write_script(domain, bank, next(tasks), PRESETS["evolve"], next(seeds))
        return 100

    for _ in range(100):  # until nearly all plans that these shapes can ask for have been found
        batch()
    return batch


def _plan_search(bank: Bank, ids: Sequence[str]) -> Batch:
    """Finds the plans of a shape for one choice of revisions, without remembering them."""
    casts = [cast_for(bank.chain(id_).shape, (1, 0)) for id_ in ids]
    searches = cycle([(cast, choices_for(cast, PRESETS["evolve"].revisions)[0]) for cast in casts])

    def batch() -> int:
        cast, choice = next(searches)
        plans_for.__wrapped__(cast, PRESETS["evolve"], choice)
        return 1

    return batch


def _resets(domain: Domain, bank: Bank) -> Batch:
    env = EvolvingIntentEnv(domain, bank, mode="train", scenario=PRESETS["evolve"])
    env.reset(seed=0)

    def batch() -> int:
        for _ in range(10):
            env.reset()
        return 10

    return batch


def _scoring(template: str) -> Batch:
    """Scores replies, each with another number, so that nothing is answered from a cache."""
    numbers = count(10)

    def batch() -> int:
        for number in (next(numbers) for _ in range(50)):
            score_number(template.format(number), "42")
        return 50

    return batch


def _import_once() -> tuple[float, list[str]]:
    """Seconds that importing the package takes in a fresh process, and which heavy modules come with it."""
    code = (
        "import json, sys, time; start = time.process_time(); import evolving_intent_env; "
        f"print(json.dumps([time.process_time() - start, [m for m in {HEAVY!r} if m in sys.modules]]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, modules = json.loads(done.stdout)
    return seconds, modules


def _import_rows(imports: Sequence[tuple[float, list[str]]]) -> list[Row]:
    seconds = median(seconds for seconds, _ in imports)
    heavy = imports[0][1]
    return [
        Row("import evolving_intent_env", seconds, "s", "under 0.5", seconds < 0.5, "in a fresh process"),
        Row("heavy modules that it imports", len(heavy), "", "none", not heavy, ", ".join(heavy or HEAVY)),
    ]


def _gsm8k_rows(source: str | None) -> list[Row]:
    """All of GSM8K into chains by rule, in a fresh process of its own."""
    name = "GSM8K into chains by rule"
    if source is None:
        return [Row(name, None, "s", "under 10", note="needs --source or EVOLVING_INTENT_DATA")]
    code = "import sys; from evolving_intent_env.evaluate.bench import build_gsm8k; build_gsm8k(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", code, source], capture_output=True, text=True, check=True)
    built = json.loads(done.stdout)
    if "error" in built:
        raise SourceError(built["error"])
    seconds, memory = built["seconds"], built["megabytes"]
    note = f"{built['chains']:,} chains from {built['chains'] + built['left_out']:,} rows"
    return [
        Row(name, seconds, "s", "under 10", seconds < 10, note),
        Row("peak memory of that process", memory, "MB", "under 500", None if memory is None else memory < 500),
    ]


def build_gsm8k(source: str) -> None:
    """Builds every chain of GSM8K's train and test rows; prints how long it took, or what is wrong, as JSON."""
    start = time.process_time()
    try:
        banks = [get_domain("gsm8k").load(source, split) for split in ("train", "test")]
    except EvolvingIntentError as error:
        print(json.dumps({"error": str(error)}))
        return
    seconds = time.process_time() - start
    print(
        json.dumps(
            {
                "seconds": seconds,
                "megabytes": _peak_megabytes(),
                "chains": sum(len(bank.task_ids) for bank in banks),
                "left_out": sum(sum(getattr(bank, "left_out", {}).values()) for bank in banks),
            }
        )
    )


def _peak_megabytes() -> float | None:
    """The most memory this process has held; None where the system does not tell (Windows)."""
    if find_spec("resource") is None:
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _peers() -> tuple[list[_Probe], list[Row]]:
    """What can be measured beside us, and rows for what is not installed."""
    probes = [_Probe("gymnasium CartPole-v1", "steps/s", cartpole(), note="a yardstick, no text")]
    missing = []
    for name, (module, make) in PEERS.items():
        if not installed(module):
            missing.append(Row(name, None, "steps/s", note="not installed"))
            continue
        try:
            probes.append(_Probe(name, "steps/s", make(), note="same loop, fixed action"))
        except ImportError as error:
            missing.append(Row(name, None, "steps/s", note=f"cannot be imported: {error}"))
    return probes, missing


def _against(probe: _Probe, ours: float, theirs: float) -> Row:
    if probe.name not in PEERS:
        return Row(probe.name, theirs, probe.unit, note=probe.note)
    return Row(
        probe.name, theirs, probe.unit, "slower than ours", theirs < ours, f"we take {ours / theirs:.1f}x as many"
    )
