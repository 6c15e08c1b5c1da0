"""Every notebook runs from its first cell to its last; those that train do so with the few steps given here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
pytest.importorskip("trl")
import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
SHORT = {"03_train": {"WARM_UP_STEPS": 6, "GRPO_STEPS": 1, "TASKS": 4}}


def test_every_notebook_is_run_here() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(SHORT)


@pytest.mark.parametrize("name", SHORT)
def test_a_notebook_runs(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    (parameters,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ())]
    for variable, value in SHORT[name].items():
        parameters.source, found = re.subn(rf"(?m)^{variable} = \d+", f"{variable} = {value}", parameters.source)
        assert found == 1
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": NOTEBOOKS}}).execute()


@pytest.mark.parametrize("name", SHORT)
def test_a_notebook_is_shown_with_what_it_printed(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not any(output.output_type == "error" for cell in code for output in cell.outputs)
    assert str(Path.home()) not in nbformat.writes(notebook)
