"""The public names, as another program uses them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kotra_notation as kn

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


def test_a_replay_is_a_value() -> None:
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


def test_what_was_hit_is_told_whatever_the_record_marks() -> None:
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
