"""The command line: what each command prints for people and for machines, and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evolving_intent_env import __version__
from evolving_intent_env.cli import app
