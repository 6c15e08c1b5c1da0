"""Where the real benchmark rows are, and a stand-in for a hub that is out of reach."""

from __future__ import annotations

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # read once, when the hub's client is first imported: before any test module

import pytest
from hypothesis import settings

settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
"""The same examples at every run, so that a test says the same of the same code; ``explore`` draws new ones."""

DATA_VARIABLE = "EVOLVING_INTENT_DATA"


def data_folder() -> Path | None:
    """The folder with the real rows: from the environment, else beside the repository."""
    named = os.environ.get(DATA_VARIABLE)
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the real rows; tests that need it are marked ``data``."""
    folder = data_folder()
    if folder is None:
        pytest.skip(f"the real benchmark rows are not here; set {DATA_VARIABLE} to their folder")
    return folder


@pytest.fixture(autouse=True)
def _no_ambient_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """``source="auto"`` must not find real rows by accident: the same tests pass with and without them."""
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
