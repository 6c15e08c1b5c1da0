"""One tiny model for all tests of the training scripts."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny random model; see :mod:`tests.training.tiny`."""
    pytest.importorskip("torch")
    pytest.importorskip("trl")
    from tests.training.tiny import save_model

    folder = tmp_path_factory.mktemp("tiny") / "model"
    save_model(folder)
    return folder
