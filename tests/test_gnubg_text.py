"""GNU Backgammon's text export: its lines by short transcripts, and whole matches against other notations."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Source
from kotra_notation.formats.gnubg_text import parse_date
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Double,
    Drop,
    Evaluation,
    Event,
    Match,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import GameReplay, replay
from referees.seeds import part

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def said(event: Event) -> str:
    """An event in a few letters."""
    match event:
        case Turn(seat=seat, dice=dice, text=text):
            return f"{seat} {dice[0]}{dice[1]} {text}"
        case Double(seat=seat, value=value):
            return f"{seat} doubles {value}"
        case Beaver(seat=seat, value=value, level=level):
            return f"{seat} beaver {level} {value}"
        case Take(seat=seat) | Drop(seat=seat):
            return f"{seat} {type(event).__name__.lower()}"
        case ResultClaim(seat=seat, points=points):
            return f"{seat} wins {points}"
        case _:
            return type(event).__name__


# heads


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("28/08/2023", "2023-08-28"),
        ("05/06/2023", "2023-06-05"),
        ("08/28/2023", "2023-08-28"),
        ("01/05/26", "2026-01-05"),
        ("13/05/99", "1999-05-13"),
        ("31/31/2023", "31/31/2023"),
        ("a day in May", "a day in May"),
    ],
)
def test_dates(written: str, date: str) -> None:
    assert parse_date(written) == date


# whole files


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def course(played: GameReplay) -> list[object]:
    """Turns with the boards they lead to, and cube actions."""
    return [
        (event.seat, sorted(event.dice), frame.after.points) if isinstance(event, Turn) else said(event)
        for frame in played.frames
        if isinstance(event := frame.event, Turn | Double | Beaver | Take | Drop)
    ]


@pytest.fixture(scope="module")
def exported(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Match]]:
    """Matches of the corpus, other ones in each run, as GNU Backgammon exports them, a file a game."""
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    folder = tmp_path_factory.mktemp("exported")
    names = part(path.stem for path in sorted((corpus / "gnubg" / "sgf").glob("*.sgf")))
    commands = [
        f"new session\nload match {corpus / 'gnubg' / 'sgf' / name}.sgf\n"
        f"export match text {folder / name}.txt\n"
        for name in names
    ]
    (folder / "commands").write_text("".join(commands))
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", folder / "commands"], capture_output=True, timeout=300)
    return {
        name: [whole(path) for path in (folder / f"{name}.txt", *sorted(folder.glob(f"{name}_*.txt")))]
        for name in names
    }


def whole(path: Path) -> Match:
    """The one match of a file that is recognised and reads without findings."""
    reading = read_source(Source(path.read_bytes()))
    assert (reading.format, reading.findings) == ("gnubg-text", ())
    (match,) = reading.matches
    return match


def test_exports_are_the_matches_they_were_made_of(corpus: Path, exported: dict[str, list[Match]]) -> None:
    different = []
    for name, matches in exported.items():
        source = Source((corpus / "gnubg" / "mat" / f"{name}.mat").read_bytes())
        games = replay(read_source(source).matches[0]).games
        assert len(games) == len(matches) > 0
        for game, match in zip(games, matches, strict=True):
            doubled = any(isinstance(one, AutomaticDouble) for one in match.games[0].events)
            if course(game) != course(replay(match).games[0]) and not doubled:
                different.append((name, match.games[0].number))
    assert different == []


def test_the_results_of_exports_are_true(corpus: Path, exported: dict[str, list[Match]]) -> None:
    different = []
    for row in rows(corpus / "gnubg" / "TRUTH.tsv"):
        if row["file"] not in exported:
            continue
        match = exported[row["file"]][int(row["game"]) - 1]
        ending = replay(match).games[0].ending
        if (ending.winner, ending.points) != (int(row["winner_seat"]) - 1, int(row["points"])):
            different.append((row["file"], row["game"]))
    assert different == []


def test_nothing_is_wrong_with_exports(exported: dict[str, list[Match]]) -> None:
    found = [
        (name, one.code, one.message)
        for name, matches in exported.items()
        for match in matches
        for one in replay(match).findings
        if one.severity != Severity.NOTE
    ]
    assert found == []


@pytest.fixture(scope="module")
def real(corpus: Path) -> dict[str, Match]:
    return {path.name: whole(path) for path in sorted((corpus / "real" / "gnubg-text").iterdir())}


def test_nothing_is_wrong_with_real_files(real: dict[str, Match]) -> None:
    found = [
        (name, one.code, one.message)
        for name, match in real.items()
        for one in replay(match).findings
        if one.severity != Severity.NOTE
    ]
    assert len(real) == 10
    assert found == []


def test_every_number_of_real_files_is_read(corpus: Path, real: dict[str, Match]) -> None:
    for name, match in real.items():
        text = (corpus / "real" / "gnubg-text" / name).read_text(encoding="utf-8")
        weighed = [one for one in match.games[0].events if isinstance(one, Evaluation)]
        plays = [one for said in weighed if said.aspect == "play" for one in said.candidates]
        cubes = [one for said in weighed if said.aspect == "cube" for one in said.candidates]
        assert len(plays) == text.count("Eq.: ")
        assert all(one.equity is not None and len(one.chances) == 5 and one.level for one in plays)
        answers = sum(isinstance(one, Take | Drop) for one in match.games[0].events)
        assert len(cubes) == 3 * (text.count("Cube analysis") - answers)
        assert all(one.equity is not None and one.level for one in cubes)


@pytest.mark.parametrize("name", ["m060-03pt-an0", "m084-03pt-an0"])
def test_evaluations_are_those_of_the_sgf(corpus: Path, tmp_path: Path, name: str) -> None:
    if "sgf" not in FORMATS:
        pytest.skip("SGF is not read yet")
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    sgf = corpus / "gnubg" / "analysed" / f"{name}.sgf"
    (tmp_path / "commands").write_text(f"load match {sgf}\nexport match text {tmp_path / name}.txt\n")
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", tmp_path / "commands"], capture_output=True, timeout=60)
    texts = [whole(path) for path in (tmp_path / f"{name}.txt", *sorted(tmp_path.glob(f"{name}_*.txt")))]
    (match,) = read_source(Source(sgf.read_bytes())).matches
    pairs = [
        pair
        for game, text in zip(match.games, texts, strict=True)
        for pair in zip(weighed_plays(game.events), weighed_plays(text.games[0].events), strict=True)
    ]
    assert len(pairs) > 100
    for ours, theirs in pairs:
        for index, one in enumerate(theirs.candidates):
            rank = int(one.extras.get("rank", index + 1))
            other = ours.candidates[rank - 1]
            assert one.equity == pytest.approx(other.equity, abs=0.00051)
            assert one.chances == pytest.approx(other.chances, abs=0.00051)
            assert ("played" in one.extras, one.level) == ("played" in other.extras, other.level)


def weighed_plays(events: tuple[Event, ...]) -> list[Evaluation]:
    """The evaluations of plays in a game."""
    return [one for one in events if isinstance(one, Evaluation) and one.aspect == "play"]
