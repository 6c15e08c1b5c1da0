"""The largest scenario that a chain can meet, for callers who would rather have less than nothing."""

from __future__ import annotations

from dataclasses import replace

from evolving_intent_env.errors import ConfigError, ScenarioError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.simulate.scenario import Scenario
from evolving_intent_env.simulate.schedule import schedule


def shrink(chain: Chain, scenario: Scenario) -> Scenario:
    """The nearest scenario within reach: as many switches as possible, then revisions, then turns.

    Args:
        chain: The chain.
        scenario: The request; order, tail and the packing of events are kept.

    Raises:
        ScenarioError: Not even the smallest such scenario can be met.
    """
    for switches in range(min(scenario.switches, len(chain.predecessors)), -1, -1):
        for revisions in range(scenario.revisions, -1, -1):
            for turns in range(scenario.turns, 0, -1):
                try:
                    smaller = replace(scenario, switches=switches, revisions=revisions, turns=turns)
                    schedule(chain, smaller)
                except (ConfigError, ScenarioError):
                    continue
                return smaller
    raise ScenarioError(f"task {chain.task_id}: no part of {scenario} can be met")
