"""The public names as another program uses them, their reference, and the notebook."""

from __future__ import annotations

import doctest
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import getdoc, isfunction, signature
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.records import ROOT
from tools.api import DOCUMENT, behind, document, members_of

SAMPLE = Path(__file__).parent.parent / "samples" / "sound" / "reykjavik.mat"


def test_a_path_its_text_and_its_bytes_read_alike() -> None:
    readings = [
        kn.read(SAMPLE),
        kn.read(str(SAMPLE)),
        kn.read(SAMPLE.read_bytes()),
        kn.read(SAMPLE.read_text("utf-8")),
    ]
    assert all(reading.matches == readings[0].matches for reading in readings)
    assert (readings[0].format, readings[0].dialect, readings[0].findings) == ("mat", "gnubg", ())
    assert kn.read(SAMPLE, format="mat").matches == readings[0].matches
    with pytest.raises(ValueError, match="Did you mean mat"):
        kn.read(SAMPLE, format="nat")
    with pytest.raises(OSError, match="nowhere"):
        kn.read("nowhere.mat")
    with pytest.raises(ValueError, match="Unknown file format"):
        kn.read("Kaffi klukkan fjögur.\n")


def test_a_match_is_replayed_written_and_read_again() -> None:
    match = kn.read(SAMPLE).matches[0]
    replayed = kn.replay(match)
    assert replayed.findings == ()
    assert replayed.games[0].frames[12].after.position.pips(0) > 0
    assert kn.replay(match, rules="modern,crawford=off").ruleset.options["crawford"] is False
    for name in ("mat", "mat:gnubg", "kotra"):
        writing = kn.write(match, name)
        assert writing.findings == ()
        assert kn.read(writing.content).matches == (match,)
    assert kn.write([match, match], "kotra").content


def test_replays_are_values_and_tell_hits_whatever_is_marked() -> None:
    old = SAMPLE.parent / "forn-1977.kotra"
    for path in (SAMPLE, old):
        replayed = kn.replay(kn.read(path).matches[0])
        again = pickle.loads(pickle.dumps(replayed))
        assert again == replayed
        assert again.games[0].frames == replayed.games[0].frames
        assert again.games[0].again(again.match.games[0]) == replayed.games[0]
        assert replayed.games[0].frames is replayed.games[0].frames
        shown = [repr(replayed), repr(replayed.games[0]), *map(repr, replayed.games[0].frames)]
        assert max(map(len, shown)) < 200
        assert not any("\n" in one for one in shown)
    assert repr(kn.replay(kn.read(SAMPLE).matches[0])).startswith("<Replay ")
    text = " 3 point match\n\n Game 1\n Anna : 0    Björn : 0\n  1) 21: 13/11 6/5      54: 24/20{} 13/8\n"
    for mark in ("", "*"):
        first, second = kn.replay(kn.read(text.format(mark)).matches[0]).games[0].frames[:2]
        assert (first.hits, second.hits) == ((), (20,))


def test_positions_and_their_plays() -> None:
    position = kn.position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    assert (position.gnubg_id(), position.dice) == ("4HPwATDgc/ABMA", (3, 1))
    plays = kn.plays(position, (3, 1), rules="modern")
    assert len(plays) == 16
    assert {play.position.seat for play in plays} == {0}
    assert "8/5 6/5" in {play.text for play in plays}
    assert position._repr_svg_().startswith("<svg ")
    assert kn.plays("4HPwATDgc/ABMA", "3-1") == kn.plays(kn.position("4HPwATDgc/ABMA"), (3, 1))
    assert kn.plays(position, "31") == plays
    with pytest.raises(ValueError, match="Dice show 1 to 6"):
        kn.plays(position, (7, 1))
    for text in ("71", "3 and 1", ""):
        with pytest.raises(ValueError, match="are not dice; write two numbers from 1 to 6"):
            kn.plays(position, text)
    with pytest.raises(ValueError, match="no rule set"):
        kn.plays(position, (3, 1), rules="modren")
    with pytest.raises(ValueError, match="is not a position of"):
        kn.plays(kn.position("W: a15; B: m15"), (3, 1), rules="modern")


def test_a_name_that_is_also_a_module_stays_a_function() -> None:
    code = (
        "import kotra_notation.replay, kotra_notation.report\nimport kotra_notation as kn\n"
        "assert callable(kn.replay) and callable(kn.report)\n"
        "from kotra_notation.replay import complete_match\nassert 'read' in dir(kn)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
    with pytest.raises(AttributeError, match="nothing"):
        _ = kn.nothing  # type: ignore[attr-defined]


def test_no_command_line_is_imported_and_nothing_printed() -> None:
    code = (
        f"import sys, kotra_notation as kn\nkn.replay(kn.read({str(SAMPLE)!r}).matches[0])\n"
        f"kn.check({str(SAMPLE)!r}), kn.fix({str(SAMPLE)!r}), kn.convert({str(SAMPLE)!r}, 'sgf')\n"
        f"kn.diff({str(SAMPLE)!r}, {str(SAMPLE)!r}), kn.same({str(SAMPLE)!r})\n"
        "assert not {'typer', 'click', 'kotra_notation.cli'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


TEXT = DOCUMENT.read_text(encoding="utf-8")
PARTS = {part.partition("\n")[0]: part for part in reversed(re.split(r"^### ", TEXT, flags=re.M))}
TYPES = [name for name in kn.__all__ if isinstance(getattr(kn, name), type)]


def test_the_reference_is_as_the_code_is_whole_and_its_links_lead_somewhere() -> None:
    assert document() == TEXT, "python -m tools.api writes it anew"
    assert [name for name in kn.__all__ if name not in PARTS] == []
    headings = [
        re.sub(r"\W", "-", one.lower().replace(".", "")) for one in re.findall(r"^#+ (.+)", TEXT, re.M)
    ]
    anchors = {
        f"{one}-{before}" if (before := headings[:at].count(one)) else one for at, one in enumerate(headings)
    }
    assert [one for one in re.findall(r"\]\(#([^)]+)\)", TEXT) if one not in anchors] == []


FUNCTIONS = {
    **{name: value for name in kn.__all__ if isfunction(value := getattr(kn, name))},
    **{f"archive.{n}": value for n in kn.archive.__all__ if isfunction(value := getattr(kn.archive, n))},
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_stands_in_the_reference_and_is_explained(name: str) -> None:
    table = TEXT.split("## Common parameters", 1)[1].split("\n## ", 1)[0]
    common = set(
        re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in re.findall(r"^\|.*", table, re.M)))
    )
    for parameter in signature(FUNCTIONS[name]).parameters:
        assert re.search(rf"\b{parameter}\b:", PARTS[name])
        assert parameter in common or f"`{parameter}`" in (getdoc(FUNCTIONS[name]) or ""), parameter


@pytest.mark.parametrize("name", TYPES)
def test_every_field_and_method_stands_in_the_reference(name: str) -> None:
    cls, part = getattr(kn, name), PARTS[name]
    for member in members_of(cls):
        assert re.search(rf"[( ]{member.name}\b", part.partition("```\n")[0]), member.name
    for own, value in vars(cls).items():
        function = behind(value)
        if function is not None and not own.startswith("_"):
            assert re.search(rf"^- `{own}\b", part, re.M)
            assert getdoc(function), own


def examples() -> Iterator[doctest.Example]:
    """What the document shows, in its order."""
    for block in re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.M | re.S):
        yield from doctest.DocTestParser().get_examples(block)


def test_the_examples_give_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTest(list(examples()), {}, "docs/api.md", None, None, None)
    printed: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=printed.append)
    assert tried > 20
    assert not failed, "".join(printed)


NOTEBOOK = Path(__file__).parent.parent / "docs" / "notebook.ipynb"


@pytest.mark.middle
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
