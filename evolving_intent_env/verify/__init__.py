"""Scores an answer; nothing an agent wrote makes it raise."""

from evolving_intent_env.verify.number import extract_answer, parse_number, score_number
from evolving_intent_env.verify.verdict import Outcome, Verdict

__all__ = ["Outcome", "Verdict", "extract_answer", "parse_number", "score_number"]
