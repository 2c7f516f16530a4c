"""Every notation: it is recognised in whatever bytes, nothing else is, and what is not of it is said.

Damage to files of every notation is in `test_hostile.py`, what comes back in `test_roundtrip.py`, what is
read and written of each in `tests/facts`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.notations import NOTATIONS, module_of
from referees.samples import EACH
from tests.calls import kotra
from tests.records import ROOT, SAMPLES, codes, in_kotra, is_recognised, names, read

CORPUS = ROOT.parent / "shared" / "corpus"
TEXTS = [path for path in EACH if b"\0" not in path.read_bytes()]
NOTHING = {
    "nothing": b"",
    "blank lines": b"\n \n",
    "prose": b"Dear Anna,\nthis is a letter about nothing.\nYours, B.\n",
    "a page": b"<!DOCTYPE html><html><body>x</body></html>",
    "numbers": b"1 2 3\n4 5 6\n",
    "a table": b"a;b;c\n1;2;3\n",
    "brackets": b"()[]{};;;",
    "every byte": bytes(range(256)),
    "a document": b'{"a": [1, 2]}',
    "noughts": b"\0" * 100,
    "a mark": b"KP\3\4" + bytes(500),
    "a match of another program": b'{"match_length": 7}',
}
# What is nearly of a notation.
NEARLY = {
    "bgammon": ["i am no replay\n", "bgammon\n"],
    "fibs-log": ["board: maple\n", "You roll 3 and 1.\n"],
    "json": ["{}", "[]", '{"match_length": 7}', '{"kotra": "x"}', "kotra 1\n"],
    "kotra": ["kotra", "kotrast 1", "# kotra 1", "W 31: 8/5"],
    "ogxm": ["{}", '{"plies": []}', '{"kotra": 1, "matches": []}', "OGX", "[1]"],
    "oldmoves": ["Score is even\n", "anna is X\n"],
    "pos": ["~", "~\0", "~~", "~\0" + "x" * 500, "~\0 \0a\0n\0n\0a\0" * 40],
    "positions": ["hello there\n"],
    "snowie": ["5;0;1\n", "W: 24x2; B: 24x2\n"],
    "xg": ["XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10\n"],
}
UNKNOWN = "þetta er ekki leikur"
# What becomes of a line that no notation knows, where it is not kept as it stands and said.
UNKNOWN_LINES = {
    "bgblitz-text": (f"# {UNKNOWN}", ""),
    "fibs-log": ("", ""),  # chat
    "sgf": ("", "structure-broken"),
    "sgg": (f"# {UNKNOWN}", ""),
    "snowie": ("", "unreadable-position"),
    "xg-text": (f"# {UNKNOWN}", ""),
}
# What a notation begins with, and no game behind it.
WITHOUT_A_GAME = {
    "mat": b'; [Site "x"]\n 7 point match\n',
    "kotra": b"kotra 1\nplayers: Anna, Bjarni\n",
    "json": b'{"kotra": 1, "matches": []}',
}


def shown_to_all(source: Source) -> str | None:
    """The first notation that a file looks like, its sign not asked for."""
    return next((name for name, format in FORMATS.items() if format.looks_like(source)), None)


def recognised(source: Source) -> str | None:
    format = recognise(source)
    return format.name if format else None


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_is_known_by_its_own_name(name: str) -> None:
    assert FORMATS[name].name == name


def test_a_grammar_is_named_for_its_notation_and_no_notation_repeats_its_name() -> None:
    assert {path.stem for path in (ROOT / "grammar").glob("*.lark")} <= {*NOTATIONS, "common"}
    # The table of the names is their one place; readers and `FORMAT`s are given them.
    modules = [ROOT / "kotra_notation" / "formats" / module_of(name).replace(".", "/") for name in NOTATIONS]
    files = [path / "__init__.py" if path.is_dir() else path.with_suffix(".py") for path in modules]
    assert [
        path.name for path in files if re.search(r"^    name=|format=", path.read_text("utf-8"), re.M)
    ] == []


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.name)
def test_no_sign_leaves_a_sample_out(path: Path) -> None:
    data = path.read_bytes()
    assert recognised(Source(data)) == shown_to_all(Source(data)) is not None


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_no_sign_leaves_a_record_of_the_corpus_out() -> None:
    sources = [Source(path.read_bytes()) for path in sorted(CORPUS.rglob("*.*"))[::2] if path.is_file()]
    assert [recognised(one) for one in sources] == [shown_to_all(one) for one in sources]


def test_a_match_text_is_shown_to_few() -> None:
    data = (ROOT / "samples/sound/reykjavik.mat").read_bytes()
    assert "sgf" not in list(FORMATS.likely(data))
    code = "import sys; from kotra_notation.formats import *; import kotra_notation as kn; "
    code += "kn.read('samples/sound/reykjavik.mat'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "kotra_notation.formats.mat" in done.stdout
    assert "kotra_notation.formats.sgf" not in done.stdout


def what_is_read(reading: Reading) -> tuple[object, ...]:
    """Return what is read of a file, whatever its encoding."""
    return reading.format, reading.dialect, reading.matches, reading.positions, reading.findings


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_whatever_ends_its_lines_a_file_says_the_same(path: Path, end: str) -> None:
    text = path.read_text("utf-8")
    assert what_is_read(read(text.replace("\n", end))) == what_is_read(read(text))


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("cp1252", "windows-1252")]
)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_in_whatever_encoding_a_file_says_the_same(path: Path, encoding: str, name: str) -> None:
    text = path.read_text("utf-8")
    source = Source(text.encode(encoding, "replace"))
    reading = read(source.data)
    assert recognised(source) == shown_to_all(source)
    if source.data.decode(encoding) == text:
        assert what_is_read(reading) == what_is_read(read(text))
        assert reading.encoding == ("utf-8" if text.isascii() and encoding == "cp1252" else name)


@pytest.mark.parametrize(
    ("more", "name"), [(b"\x01", "control-character"), (b"\xff\xc3\xb3", "encoding-doubtful")]
)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_what_is_doubtful_about_a_text_is_said_once(path: Path, more: bytes, name: str) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[len(lines) // 2] += more
    reading = read(b"\n".join(lines), read(path.read_bytes()).format)
    assert names(reading.findings).count(name) == 1


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_an_unknown_line_is_kept_or_said_and_all_else_is_read(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    reading, place = read("\n".join(lines)), len(lines) // 2
    name = reading.format or ""
    if name == "json":
        return
    changed = read("\n".join([*lines[:place], UNKNOWN, *lines[place:]]), name)
    was, now = (in_kotra(each.matches, each.positions) for each in (reading, changed))
    kept, found = UNKNOWN_LINES.get(name, (f'extra {name}:line "{UNKNOWN}"', "unreadable-line"))
    assert [line for line in now if UNKNOWN in line] == ([kept] if kept else [])
    assert [one.kind.name for one in changed.findings if one.span and one.span.line == place + 1] == (
        [found] if found else []
    )
    # A choice that is parted from its evaluation is of none.
    assert [line for line in was if line not in now and not line.startswith("choice ")] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_event_has_its_place_in_the_file(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, reading = text.split("\n"), read(text)
    for event in [event for match in reading.matches for game in match.games for event in game.events]:
        if event.span is None:
            assert reading.format == "json"
        else:
            line = lines[event.span.line - 1]
            assert 1 <= event.span.column <= event.span.end_column <= len(line) + 1, line


def test_bytes_of_another_encoding_are_doubtful_and_read() -> None:
    head = " 5 point match\n\n Game 1\n Æsa : 0                       Bjarni : 0\n"
    reading = read(head.encode() + b"; J\xf3n \x81\n")
    assert [(found.code, found.span) for found in reading.findings] == [("N105", (5, 4, 5))]
    assert in_kotra(reading.matches)[-1] == r'# "Jón \u{81}"'
    broken = read((head + "; ").encode("utf-16") + b"\x00")
    assert (codes(broken.findings), broken.matches[0].players[0].name) == (["N105"], "Æsa")


@pytest.mark.parametrize("name", NOTHING)
def test_what_is_of_no_notation_is_said_once(name: str) -> None:
    known = {"nothing": "N106", "blank lines": "N106", "a page": "N115"}
    assert codes(read(NOTHING[name]).findings) == [known.get(name, "N101")]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in NEARLY for text in NEARLY[name]])
def test_what_is_nearly_of_a_notation_is_not_taken_for_it(name: str, text: str) -> None:
    assert not FORMATS[name].looks_like(Source(text.encode()))
    assert not is_recognised(text, name)
    assert not is_recognised("", name)
    assert name == "mat" or not is_recognised(" 5 point match\n", name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("kotra", text) for text in ("kotra 1", "\ufeffkotra 1\n", "\r\n# a\r\n  # b\r\n\r\nkotra 1\r\n")),
        ("json", '{"$schema": "x", "kotra": 1, "matches": []}'),
        ("json", '{"matches":[],"kotra":1}'),
    ],
)
def test_our_own_notations_are_known_by_their_first_words(name: str, text: str) -> None:
    assert is_recognised(text, name)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("other", NOTHING)
def test_what_is_not_of_a_notation_is_an_error_in_it(name: str, other: str) -> None:
    reading = read(NOTHING[other], name)
    grave = [found.code for found in reading.findings if found.severity is Severity.ERROR]
    assert grave
    assert len(grave) == len(set(grave)) or "N132" not in grave
    assert not {"N106", "N132"} <= {*codes(reading.findings)}


@pytest.mark.parametrize("path", sorted((SAMPLES / "notations").iterdir()), ids=lambda path: path.name)
def test_a_record_of_another_notation_is_an_error(path: Path) -> None:
    data = path.read_bytes()
    others = [name for name in FORMATS if name != read(data).format]
    errors = {name: [found.severity for found in read(data, name).findings] for name in others}
    assert [name for name in others if Severity.ERROR not in errors[name]] == []


@pytest.mark.parametrize("name", WITHOUT_A_GAME)
def test_a_file_without_a_game_is_said(name: str) -> None:
    reading = read(WITHOUT_A_GAME[name])
    assert reading.format == name
    assert {"N106", "N132"} & {*codes(reading.findings)} == {"N106"}


def test_unknown_formats_and_dialects() -> None:
    with pytest.raises(ValueError, match="Did you mean mat"):
        write_matches([], "mta")
    with pytest.raises(ValueError, match="known: gnubg"):
        write_matches([], "mat", "snowy")
    with pytest.raises(ValueError, match="but not matches"):
        write_matches([], "positions")
    with pytest.raises(ValueError, match="can be read but not written"):
        write_matches([], "xg")


def test_the_command_names_the_notation_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(NOTHING["prose"])
    result = kotra("check", path, "--from", "sgf")
    assert result.exit_code == 1
    assert "error N132 format-mismatch  Nothing in this file can be read as SGF" in result.stdout
    assert "See why with `kotra formats`" in result.stdout
