"""The notebook of the documentation runs from its first cell to its last, and draws three plots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.middle

NOTEBOOK = Path(__file__).parent.parent / "docs" / "notebook.ipynb"


def test_the_notebook_runs_and_draws_three_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="the extra `notebook` is not installed")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    monkeypatch.chdir(NOTEBOOK.parent)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pyplot.close("all")
    names: dict[str, object] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), f"{NOTEBOOK.name} {cell['id']}", "exec"), names)
    drawn = [figure.axes[0] for figure in map(pyplot.figure, pyplot.get_fignums())]
    assert [axes.get_title() for axes in drawn] == ["Findings by their codes", "The race", "What errors cost"]
    assert all(axes.patches or axes.lines for axes in drawn)
    pyplot.close("all")
