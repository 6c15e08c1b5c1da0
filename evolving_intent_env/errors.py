"""Every error this package raises on purpose.

All derive from :class:`EvolvingIntentError`, so that one ``except`` clause separates "you asked for something
impossible" from a bug. What an agent writes never raises: it gets an outcome (see ``verify``).

* :class:`ConfigError`: an argument is unknown or has a value that is not allowed.
* :class:`ScenarioError`: a chain cannot give the requested turns, revisions or switches.
* :class:`BankError`: a file of tasks cannot be read, or says something impossible.
* :class:`SourceError`: the place tasks should come from (a path, a hub) is missing or out of reach.
* :class:`ProgramError`: an arithmetic program cannot be parsed or evaluated.
* :class:`StateError`: an event does not apply to the intent state it meets.
* :class:`StaleVersionError`: an action or an answer rests on a version of the intent that has passed.
"""

from __future__ import annotations


class EvolvingIntentError(Exception):
    """Base of all errors raised by this package."""


class ConfigError(EvolvingIntentError, ValueError):
    """An argument is unknown, or its value is not one of those allowed."""


class ScenarioError(EvolvingIntentError, ValueError):
    """A chain cannot meet the requested scenario; the message names what is short.

    Args:
        problem: What is short and what was asked for.
        lacks: What is short in a word or two, the same for every task, so that tasks can be counted by it.
    """

    def __init__(self, problem: str, *, lacks: str = "") -> None:
        self.lacks = lacks
        super().__init__(problem)


class BankError(EvolvingIntentError, ValueError):
    """A bank of chains is unreadable or wrong.

    Args:
        problem: What is wrong and what to do about it.
        file: The file, if the bank came from one.
        task: The task id or the row number at fault.
        field: The field at fault.
    """

    def __init__(
        self, problem: str, *, file: str | None = None, task: str | None = None, field: str | None = None
    ) -> None:
        self.problem = problem
        self.file = file
        self.task = task
        self.field = field
        where = [f"{name} {value}" for name, value in (("file", file), ("task", task), ("field", field)) if value]
        super().__init__(f"{', '.join(where)}: {problem}" if where else problem)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that the error crosses process boundaries whole."""
        return (_rebuild_bank_error, (self.problem, self.file, self.task, self.field))


def _rebuild_bank_error(problem: str, file: str | None, task: str | None, field: str | None) -> BankError:
    return BankError(problem, file=file, task=task, field=field)


class SourceError(EvolvingIntentError, OSError):
    """The source of a bank is missing or out of reach."""


class ProgramError(EvolvingIntentError, ValueError):
    """An arithmetic program cannot be parsed or evaluated."""


class StateError(EvolvingIntentError, ValueError):
    """An event does not apply to the intent state it meets."""


class StaleVersionError(StateError):
    """An action or a confirmation rests on a version of the intent that has passed."""
