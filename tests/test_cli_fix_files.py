"""`kotra fix` on files as they come: encodings, notations, several matches, names of strangers, no record."""

from __future__ import annotations

import codecs
import json
import os
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.fix import job as fixing
from kotra_notation.formats import FORMATS
from kotra_notation.jobs.records import read_matches, record_file
from kotra_notation.model import Double, Drop, Event, Match, Take, Turn
from kotra_notation.repair.edits import apply_edits
from kotra_notation.repair.effort import Purse
from kotra_notation.repair.proposals import proposals
from kotra_notation.repair.repairs import repair
from referees.seeds import ALL
from referees.slips import slips
from tests.calls import kotra
from tests.records import SAMPLES, full_disk, write_files

pytestmark = pytest.mark.middle


SOUND = """\
 7 point match

 Game 1
 Anna : 0                        Bjarni : 0
  1) 52: 8/3 8/6                 64: 6/2 24/18
  2) 32: 8/5 5/3                 52: 13/8 18/16
  3) 53: 6/3 13/8                42: 13/11 6/2
  4) 63: 24/18 6/3               53: 8/5 16/11
  5) 62: 24/18 3/1*              62: 25/23 23/17*
  6) 63: 25/22 13/7              64: 13/9 11/5
  7) 54: 22/18 18/13             43: 13/9 13/10
  8) 62: 3/1 13/7                 Doubles => 2
  9)  Drops
                                  Wins 1 point
"""
RIGHT, WRONG = "62: 25/23 23/17*", "62: 25/23 23/16*"
SLIP = SOUND.replace(RIGHT, WRONG)
# Notations that are written, and not anew as a whole.
PATCHED = [one.name for one in FORMATS.values() if one.write and not one.file.binary and one.file.habits]


def file(folder: Path, data: str | bytes, name: str = "slip.mat") -> Path:
    return write_files(folder, {name: data}) / name


def applied(diff: bytes, data: bytes) -> bytes:
    """The bytes with a unified diff applied as `patch` does it, every line of it held against them."""
    old, new, at = data.split(b"\n"), [], 0
    unended = b"\\ No newline at end of file"
    rows = diff.split(b"\n")[:-1]
    assert rows[0].startswith(b"--- ")
    assert rows[1].startswith(b"+++ ")
    for row, behind in zip(rows[2:], [*rows[3:], b""], strict=True):
        if row.startswith(b"@@"):
            start = int(row.split()[1].split(b",")[0][1:]) - 1
            new += old[at:start]
            at = start
        elif row != unended:
            sign, line = row[:1], row[1:]
            if sign in b" -":
                assert old[at] == line
                assert (behind == unended) == (at == len(old) - 1)
                at += 1
            if sign in b" +":
                new.append(line)
    return b"\n".join([*new, *old[at:]])


# the bytes of a file

BYTES = {
    "utf-8": SLIP.replace("Anna", "Þórdís").encode(),
    "marked utf-8": codecs.BOM_UTF8 + SLIP.replace("Anna", "Þórdís").encode(),
    "latin-1": SLIP.replace("Anna", "Þórdís").encode("latin-1"),
    "utf-16": SLIP.encode("utf-16"),
    "ends of DOS": SLIP.replace("\n", "\r\n").encode(),
    "no end of the last line": SLIP.rstrip("\n").encode(),
    "other parters of lines": SLIP.replace("  4)", "\x0c 4)").replace("Anna", "An\u2028na\x85").encode(),
    "cut short at the slip": SLIP[: SLIP.index(WRONG) + len(WRONG)].encode(),
}


@pytest.mark.parametrize("name", BYTES)
def test_one_byte_is_all_that_a_wrong_digit_changes_and_the_diff_says_so(name: str, tmp_path: Path) -> None:
    data, target = BYTES[name], tmp_path / "mended.mat"
    source = file(tmp_path, data)
    result = kotra("fix", source, "-o", target, "--output-format", "diff")
    written = target.read_bytes()
    assert applied(result.stdout_bytes, data) == written if result.stdout_bytes else data == written
    assert source.read_bytes() == data
    pairs = [(chr(old), chr(new)) for old, new in zip(data, written, strict=True) if old != new]
    assert pairs == [("6", "7")]


# every notation


NOTATIONS = [one for one in sorted((SAMPLES / "notations").iterdir()) if kn.read(one).matches]


@pytest.mark.parametrize("sample", NOTATIONS, ids=lambda sample: sample.name)
def test_a_sound_record_of_any_notation_is_left_or_refused(sample: Path, tmp_path: Path) -> None:
    result = kotra("fix", sample, "--output-format", "diff")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    written = kotra("fix", sample, "-o", tmp_path / "new")
    if kn.read(sample).format in PATCHED:
        assert written.stdout.startswith(f"{sample}: no suggestion")
        assert (tmp_path / "new").read_bytes() == sample.read_bytes()
    else:
        assert (written.exit_code, written.stdout, list(tmp_path.iterdir())) == (2, "", [])
        assert written.stderr.startswith(f"kotra: {sample}: ")
        assert written.stderr.count("\n") == 1


def deeds(match: Match) -> list[Event]:
    """What was done in a match, without what is claimed of it."""
    events = (event for game in match.games for event in game.events)
    return [event for event in events if isinstance(event, Turn | Double | Take | Drop)]


@pytest.mark.parametrize("notation", [name for name in PATCHED if name != "gam"])
def test_a_slip_in_any_notation_is_mended_in_it(notation: str, tmp_path: Path) -> None:
    slip, truth = (
        file(tmp_path, str(kn.write(kn.read(text).matches, notation).content), name)
        for text, name in ((SLIP, "slip"), (SOUND, "truth"))
    )
    target = tmp_path / "mended"
    kotra("fix", slip, "-o", target, "--from", notation)
    mended, lawful = (kn.read(path, format=notation).matches[0] for path in (target, truth))
    assert deeds(mended) == deeds(lawful)


def test_what_is_written_reads_back_as_the_first_choices(tmp_path: Path) -> None:
    often = 8 if ALL else 1
    for number, slip in enumerate([*slips(often, 7, every=12), *slips(often, 7, game="old")]):
        source, target = file(tmp_path, slip.text), tmp_path / f"mended{number}"
        match = kn.read(source).matches[0]
        made = [one for one in proposals(repair(match)) if one.confidence in ("sure", "likely")]
        games = [
            apply_edits(game, [one.edit for one in made if one.game == place])
            for place, game in enumerate(match.games, 1)
        ]
        kotra("fix", source, "-o", target)
        assert list(kn.read(target).matches[0].games) == games, slip.kind


# strangers

HOSTILE = f"""\
kotra 1
white: An\u202ena \u009b31m
black: {"Ö" * 400}

game 1 0-0
W 31: 8/5 6/5
B 64: 24/18 \u009b31m\u202ezz
W 52: 13/8 13/11 {"x" * 400}
"""


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_words_of_a_record_reach_a_terminal_as_text(words: tuple[str, ...], tmp_path: Path) -> None:
    result = kotra("fix", file(tmp_path, HOSTILE, "\u202ex\x1b.kotra"), "--make", "likely", *words)
    assert result.exit_code == 1
    lines = result.stdout.splitlines() if not words else [json.loads(result.stdout)["path"]]
    assert [line for line in lines if not line.isprintable()] == []
    assert max(map(len, lines)) < 700


@pytest.mark.parametrize("name", ["-o", "a b.mat", "x" * 200 + ".mat", "ö\n--- a.mat"])
def test_names_of_files_are_names(name: str, tmp_path: Path) -> None:
    source, target = file(tmp_path, SLIP, name), tmp_path / "mended.mat"
    result = kotra("fix", "--output-format", "diff", "-o", target, "--", source)
    assert result.exit_code == 0
    assert applied(result.stdout_bytes, SLIP.encode()) == SOUND.encode()


# much is wrong, and no room

THREE = "kotra 1\n" + "".join(
    f"\ngame {number}\nW 31: 8/5 6/4\nB 64: 24/18 13/9\nW 21: 13/10\n" for number in (1, 2, 3)
)


def test_of_a_file_in_which_much_is_wrong_it_is_said_what_was_searched_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = file(tmp_path, THREE, "three.kotra")
    assert kotra("fix", source).stderr == ""
    monkeypatch.setattr(Purse, "of", lambda matches: Purse(in_full=1, behind=1))
    result = kotra("fix", source, "--json")
    assert result.stderr == (
        f"kotra: {source}: 1 game was searched only briefly, because too much is wrong before it.\n"
        f"kotra: {source}: 1 game with findings was not searched, because too much is wrong before it.\n"
    )
    document = json.loads(result.stdout)
    assert document["searched_less"] == {"hurried": 1, "passed_over": 1}
    assert {one["game"] for one in document["proposals"]} == {1, 2}


def test_of_several_matches_only_the_one_that_is_wanted_is_searched(tmp_path: Path) -> None:
    source = file(tmp_path, f"{THREE}\n{THREE}", "two.kotra")
    opened = record_file(str(source), 100_000)
    done = fixing.fixing(opened, read_matches(opened, None), None, 2)
    assert list(done.repairs) == [1]
    assert {place.match for place in done.places} == {1}


def test_a_new_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = file(tmp_path, SLIP), file(tmp_path, "mine", "new.mat")
    monkeypatch.setattr(os, "replace", full_disk)
    refused = kotra("fix", source, "-o", target)
    assert "new.mat already exists; use --force" in refused.stderr
    result = kotra("fix", source, "-o", target, "--force")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the disk is full" in result.stderr
    assert target.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.mat", "slip.mat"]
