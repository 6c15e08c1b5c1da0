"""What a user wants and how it changes: pure values, no text, no I/O, no randomness.

A :class:`Chain` holds all that can be scheduled for one source task; a :class:`Trajectory` is a scheduled chain; an
:class:`IntentState` is the hidden state that its events lead to, one :func:`apply` per user turn. Dependents are what
an agent made from a state: :func:`register` them, and every update says which it invalidated.
"""

from __future__ import annotations

from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function, Relation, Shape
from evolving_intent_env.intent.events import (
    MAIN,
    Confirm,
    Event,
    Fork,
    Merge,
    Retract,
    Reveal,
    Revise,
    Scope,
    Switch,
    Value,
)
from evolving_intent_env.intent.invariants import Violation, check_chain, check_trajectory
from evolving_intent_env.intent.ledger import broken, commit, holds, rebase, register
from evolving_intent_env.intent.program import Expr, Number, exact, format_number, parse_program
from evolving_intent_env.intent.serial import (
    canonical_json,
    chain_digest,
    chain_from_json,
    chain_to_json,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
    trajectory_from_json,
    trajectory_to_json,
)
from evolving_intent_env.intent.state import (
    ALL,
    FUNCTION,
    UNSAID,
    Branch,
    Dependent,
    Field,
    FieldVersion,
    Inheritance,
    IntentState,
    Key,
    Record,
    Status,
    Transition,
)
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.intent.update import apply

__all__ = [
    "ALL",
    "FUNCTION",
    "MAIN",
    "UNSAID",
    "Argument",
    "Branch",
    "Chain",
    "Confirm",
    "Counterfactual",
    "Dependent",
    "Event",
    "Expr",
    "Field",
    "FieldVersion",
    "Fork",
    "Function",
    "Inheritance",
    "IntentState",
    "Key",
    "Merge",
    "Number",
    "Record",
    "Relation",
    "Retract",
    "Reveal",
    "Revise",
    "Scope",
    "Shape",
    "Status",
    "Switch",
    "Trajectory",
    "Transition",
    "Value",
    "Violation",
    "apply",
    "broken",
    "canonical_json",
    "chain_digest",
    "chain_from_json",
    "chain_to_json",
    "check_chain",
    "check_trajectory",
    "commit",
    "event_from_json",
    "event_to_json",
    "exact",
    "format_number",
    "holds",
    "parse_program",
    "rebase",
    "register",
    "state_from_json",
    "state_to_json",
    "trajectory_from_json",
    "trajectory_to_json",
]
