"""What the command lines of the scripts share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from evolving_intent_env.errors import EvolvingIntentError


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """An error of our own ends the command with its message and exit status 2, without a traceback."""
    try:
        yield
    except EvolvingIntentError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
