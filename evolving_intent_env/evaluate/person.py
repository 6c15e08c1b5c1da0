"""A person as the agent: reads the user's turns on a console and answers line by line."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from evolving_intent_env.domains.base import Bank, Domain
from evolving_intent_env.envs.env import EvolvingIntentEnv
from evolving_intent_env.envs.script import Script
from evolving_intent_env.envs.show import printable
from evolving_intent_env.evaluate import terminal
from evolving_intent_env.evaluate.play import Played, play


class Left(Exception):
    """The person ended the conversation early.

    Args:
        turn: The turn that went without an answer, from 1.
    """

    def __init__(self, turn: int) -> None:
        self.turn = turn
        super().__init__(f"left in turn {turn}")


class Person:
    """Asks whoever sits at the console.

    Args:
        console: Where the user's turns are shown; answers are read from standard input.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._turn = 0
        self._turns = 0

    def play(self, domain: Domain, bank: Bank, script: Script) -> Played:
        """One conversation to its end.

        Raises:
            Left: The person pressed Ctrl-C or Ctrl-D, or the input ended.
        """
        self._turns = len(script.texts)
        env = EvolvingIntentEnv(domain, bank, scenario=script.scenario)
        return play(env, lambda _: self._answer, options={"task_id": script.trajectory.chain.task_id})

    def _answer(self, observation: Mapping[str, Any]) -> str:
        self._turn += 1
        self._console.print(terminal.user_turn(observation["user"], self._turn, self._turns))
        try:
            reply = self._console.input(Text("you > ", style=terminal.STYLES["agent"]))
        except (EOFError, KeyboardInterrupt):
            raise Left(self._turn) from None
        if not sys.stdin.isatty():
            # Nobody typed this on the screen, so it is shown.
            self._console.print(Text(printable(reply)))
        return reply
