"""Match text on real files and on those of GNU Backgammon: every game is found, and nothing is garbled."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from kotra_notation.findings import Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Double, Drop, Match, ResultClaim, Take, Turn
from referees.seeds import part

pytestmark = pytest.mark.middle


PRODUCERS = {
    "BackgammonGalaxy": {"galaxy"},
    "Backgammon Studio": {"studio", "jellyfish", "gridgammon"},  # some sign another producer's body
    'GridGammon/GamesGrid style "name,rating"': {"gridgammon"},
    "GNU Backgammon": {"gnubg"},
    "none (plain JellyFish-style)": {"jellyfish"},
    "PlayOK": {"playok"},
    "XG Mobile": {"xg"},
}


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def read(path: Path) -> Reading:
    return read_source(Source(path.read_bytes()))


@pytest.fixture(scope="module")
def real(corpus: Path) -> list[tuple[dict[str, str], Reading]]:
    index = [row for row in rows(corpus / "real" / "INDEX.tsv") if row["format"] == "mat"]
    assert len(index) > 100
    return [(row, read(corpus / "real" / row["file"])) for row in part(index)]


@pytest.fixture(scope="module")
def gnubg(corpus: Path) -> dict[str, Reading]:
    return {path.stem: read(path) for path in part(sorted((corpus / "gnubg" / "mat").glob("*.mat")))}


def test_real_files_are_recognised(real: list[tuple[dict[str, str], Reading]]) -> None:
    assert {reading.format for _, reading in real} == {"mat"}


def test_every_game_of_real_files_is_read(real: list[tuple[dict[str, str], Reading]]) -> None:
    wrong = [
        (row["file"], row["games"], found)
        for row, reading in real
        if (found := sum(len(match.games) for match in reading.matches)) != int(row["games"])
    ]
    assert wrong == []


def test_nothing_in_real_files_is_unreadable(real: list[tuple[dict[str, str], Reading]]) -> None:
    serious = [
        (row["file"], found.code, found.span)
        for row, reading in real
        for found in reading.findings
        if found.severity is not Severity.NOTE
    ]
    assert serious == []


def test_dialects_of_real_files(real: list[tuple[dict[str, str], Reading]]) -> None:
    wrong = [
        (row["file"], row["producer"], reading.dialect)
        for row, reading in real
        if reading.dialect not in PRODUCERS.get(row["producer"], {reading.dialect})
    ]
    assert wrong == []


def test_names_of_real_files_stand_in_both_columns(real: list[tuple[dict[str, str], Reading]]) -> None:
    nameless = [row["file"] for row, reading in real if not any(p.name for p in reading.matches[0].players)]
    assert nameless == []


def test_no_turn_of_real_files_is_on_the_wrong_side(real: list[tuple[dict[str, str], Reading]]) -> None:
    """In match text the sides take turns cell by cell, whatever stands in the cells."""
    for row, reading in real:
        for match in reading.matches:
            for game in match.games:
                actors = [
                    (event.seat, event.span)
                    for event in game.events
                    if isinstance(event, Turn | Double | Take | Drop)
                ]
                for (before, _), (after, place) in pairwise(actors):
                    assert before != after, (row["file"], place)


def test_gnubg_results_are_read(corpus: Path, gnubg: dict[str, Reading]) -> None:
    truth = [row for row in rows(corpus / "gnubg" / "TRUTH.tsv") if row["file"] in gnubg]
    doubtful = {(row["file"], int(row["game"])) for row in truth if row["start_cube"] != "1"}
    said = {(row["file"], int(row["game"]), int(row["winner_seat"]) - 1, int(row["points"])) for row in truth}
    read = {(name, *result) for name, reading in gnubg.items() for result in _results(reading.matches[0])}
    assert {row for row in said ^ read if row[:2] not in doubtful} == set()


def _results(match: Match) -> list[tuple[int | None, int, float | None]]:
    return [
        (game.number, event.seat, event.points)
        for game in match.games
        for event in game.events
        if isinstance(event, ResultClaim)
    ]


def test_gnubg_files_give_no_finding(gnubg: dict[str, Reading]) -> None:
    assert {name: reading.findings for name, reading in gnubg.items() if reading.findings} == {}


def test_gnubg_files_come_back_as_they_were(gnubg: dict[str, Reading]) -> None:
    for name, reading in gnubg.items():
        written = write_matches(reading.matches, "mat", "gnubg")
        assert written.findings == (), name
        assert isinstance(written.content, str)
        assert read_source(Source(written.content.encode())).matches == reading.matches, name


def test_gnubg_files_are_written_to_the_byte(corpus: Path, gnubg: dict[str, Reading]) -> None:
    for name, reading in gnubg.items():
        written = write_matches(reading.matches, "mat", "gnubg").content
        assert written == (corpus / "gnubg" / "mat" / f"{name}.mat").read_text(encoding="utf-8"), name
