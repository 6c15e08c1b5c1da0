"""The reference policies: two are never wrong, the others exactly where their mistake matters."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from evolving_intent_env.domains.base import ChainBank
from evolving_intent_env.domains.numeric import NumericDomain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.errors import ScenarioError
from evolving_intent_env.evaluate.play import Played, play
from evolving_intent_env.evaluate.reference import OWN_MISTAKES, REFERENCE_POLICIES
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.simulate.scenario import PRESETS
from tests.strategies import chains

SCENARIOS = st.sampled_from(sorted(PRESETS))
MODES = st.sampled_from(["eval", "train"])


class Toy(NumericDomain):
    name = "toy"
    splits = ("test",)
    builtin = True

    def load(self, source: str, split: str) -> Any:
        raise NotImplementedError


def answer(chain: Chain, scenario: str, mode: Any, policy: str) -> tuple[EvolvingIntentEnv, Played]:
    assume(all(function.program is not None for function in chain.functions.values()))
    bank = ChainBank([chain], domain="toy", source="memory", split="test")
    env = EvolvingIntentEnv(Toy(), bank, scenario=PRESETS[scenario], mode=mode)
    try:
        return env, play(env, REFERENCE_POLICIES[policy])
    except ScenarioError:
        assume(False)
        raise


@given(chains(), SCENARIOS, MODES, st.sampled_from(["oracle", "ledger"]))
def test_who_tracks_every_change_is_right_in_every_turn(chain: Chain, scenario: str, mode: str, policy: str) -> None:
    _, played = answer(chain, scenario, mode, policy)
    assert played.outcome == "correct"
    assert played.causes == ()
    assert False not in played.correct


@given(chains(), SCENARIOS, MODES, st.sampled_from(sorted(REFERENCE_POLICIES)))
def test_in_a_single_turn_and_without_events_of_its_kind_nobody_goes_wrong(
    chain: Chain, scenario: str, mode: str, policy: str
) -> None:
    harmless = {
        "append_only": ("single", "reveal", "switch"),
        "first_function": ("single", "reveal", "revise"),
        "inherit_all": ("single", "reveal", "revise"),
        "last_turn_only": ("single",),
    }
    assume(scenario in harmless.get(policy, PRESETS))
    _, played = answer(chain, scenario, mode, policy)
    assert played.outcome == "correct"


@given(chains(), SCENARIOS, MODES)
def test_who_misses_corrections_is_wrong_whenever_there_is_one(chain: Chain, scenario: str, mode: str) -> None:
    _, played = answer(chain, scenario, mode, "append_only")
    assert (played.outcome == "correct") == (not PRESETS[scenario].revisions)


@given(chains(), SCENARIOS, MODES)
def test_who_never_switches_answers_the_first_question(chain: Chain, scenario: str, mode: str) -> None:
    env, played = answer(chain, scenario, mode, "first_function")
    trajectory = env.script.trajectory
    *_, (_, said) = trajectory.progress()
    assert played.answer == chain.gold(trajectory.start, said)


def test_every_policy_names_the_mistake_it_makes() -> None:
    assert list(OWN_MISTAKES) == list(REFERENCE_POLICIES)
    assert {policy for policy, kinds in OWN_MISTAKES.items() if not kinds} == {"oracle", "ledger"}
