"""SGF on files of GNU Backgammon and real ones: agreement with `.mat`, the truth, and that program."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.api import supplied
from kotra_notation.findings import Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Double,
    Drop,
    Evaluation,
    Event,
    Match,
    Play,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import replay
from referees.seeds import part
from referees.witness import run
from tools.survival import roundtrip_match

pytestmark = pytest.mark.middle


# Files of `real` that hold one match.
# Game 5 has `CV[8]` and `RE[W+16]`, and game 6 begins at 7-8.
TWICE_AS_MUCH = (
    "S444 game 6: The score leaves out the automatic double of the previous game: it is 21-8, not 7-8."
)
CHARLOT = "charlot1-charlot2_7p_2025-11-08-2305"
SAME = (
    f"sgf/kevung+gnubgparser__{CHARLOT}.sgf",
    f"mat/kevung+gnubgparser__{CHARLOT}.mat",
    f"xg/kevung+gbf__{CHARLOT}.xg",
)


def read(path: Path) -> Reading:
    return read_source(Source(path.read_bytes()))


@pytest.fixture(scope="module")
def gnubg(corpus: Path) -> dict[str, Match]:
    paths = part(sorted((corpus / "gnubg" / "sgf").glob("*.sgf")))
    return {path.stem: read(path).matches[0] for path in paths}


@pytest.fixture(scope="module")
def truth(corpus: Path) -> dict[tuple[str, int], dict[str, str]]:
    with (corpus / "gnubg" / "TRUTH.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {(row["file"], int(row["game"])): row for row in rows}


def left_out(row: dict[str, str]) -> bool:
    """Whether a game contradicts itself, by the README of the corpus."""
    return row["start_cube"] != "1" or row["next_header_agrees"] == "0"


def acted(match: Match) -> list[tuple[object, list[object]]]:
    """What happened in each game: sides, dice, the ways of men without order, cube, results."""
    return [(game.score and game.score.score, list(_acted(game.events))) for game in match.games]


def _without_points(games: list[tuple[object, list[object]]]) -> list[tuple[object, list[object]]]:
    return [(None, events[:-1]) for _, events in games]


def _acted(events: tuple[Event, ...]) -> Iterator[object]:
    for event in events:
        match event:
            case Turn(seat=seat, dice=dice, deed=deed):
                hops = deed.hops if isinstance(deed, Play) else ()
                yield seat, sorted(dice), sorted((hop.source, hop.target) for hop in hops)
            case Double() | Beaver() | Take() | Drop():
                yield type(event).__name__, event.seat
            case ResultClaim(seat=seat, points=points):
                yield seat, points


def test_gnubg_files_say_what_their_match_texts_say(corpus: Path, gnubg: dict[str, Match]) -> None:
    for name, match in gnubg.items():
        (other,) = read(corpus / "gnubg" / "mat" / f"{name}.mat").matches
        turned = any(isinstance(event, AutomaticDouble) for game in match.games for event in game.events)
        mine, theirs = acted(match), acted(other)
        if turned:
            mine, theirs = _without_points(mine), _without_points(theirs)
        assert mine == theirs, name
        assert [player.name for player in match.players] == [player.name for player in other.players]


def test_gnubg_files_are_replayed_to_the_truth(
    gnubg: dict[str, Match], truth: dict[tuple[str, int], dict[str, str]]
) -> None:
    games = 0
    for name, match in gnubg.items():
        replayed = replay(match)
        behind = {number for (file, number), row in truth.items() if file == name and left_out(row)}
        for game in replayed.games:
            row = truth[name, game.number]
            if not left_out(row):
                games += 1
                won = (int(row["winner_seat"]) - 1, int(row["points"]))
                assert (game.ending.winner, game.ending.points) == won, (name, game.number)
        serious = [one for one in replayed.findings if one.severity is not Severity.NOTE]
        assert [one.message for one in serious if (one.game or 0) - 1 not in behind] == [], name
    assert games == sum(name in gnubg and not left_out(row) for (name, _), row in truth.items()) > 40


def test_real_and_analysed_files_are_sound(corpus: Path) -> None:
    paths = [*(corpus / "real" / "sgf").glob("kevung*"), *(corpus / "gnubg" / "analysed").glob("*.sgf")]
    for path in part(sorted(paths)):
        reading = read(path)
        assert reading.findings == ()
        # Automatic doubles stand there without the opening throws, which is said and no more. One session
        # contradicts itself.
        serious = [one for one in replay(reading.matches[0]).findings if one.severity is not Severity.NOTE]
        said = [TWICE_AS_MUCH] if path.name.startswith("s035-money") else []
        assert [f"{one.code} game {one.game}: {one.message}" for one in serious] == said, path.name
        weighed = [
            event
            for game in reading.matches[0].games
            for event in game.events
            if isinstance(event, Evaluation)
        ]
        assert len(weighed) >= 100, path.name  # the shortest has just as many


def test_another_game_in_a_real_file_is_refused(corpus: Path) -> None:
    reading = read(corpus / "real" / "sgf" / "zmetcalf+backgammon_sgf__demo_file.sgf")
    assert [found.code for found in reading.findings] == ["N115"]


@pytest.mark.slow
def test_every_file_comes_back_as_it_was(corpus: Path) -> None:
    paths = [*(corpus / "gnubg").glob("*/*.sgf"), *(corpus / "real" / "sgf").glob("*.sgf")]
    assert len(paths) > 70
    for path in paths:
        matches = read(path).matches
        writing = write_matches(matches, "sgf")
        assert writing.findings == (), path.name
        assert isinstance(writing.content, str)
        assert read_source(Source(writing.content.encode()), "sgf").matches == matches, path.name


def test_real_files_of_one_match_agree(corpus: Path) -> None:
    mine, *others = (supplied(read(corpus / "real" / name).matches[0], "sgf") for name in SAME)
    for other in others:
        assert acted(mine) == acted(other)


def test_match_texts_come_back_from_sgf(corpus: Path) -> None:
    for path in part(sorted((corpus / "gnubg" / "mat").glob("*.mat")), 16):
        survival = roundtrip_match(read(path).matches[0], "sgf")
        assert survival.proved, path.name
        assert survival.findings == (), path.name


@pytest.mark.parametrize(
    "name",
    [
        "mat/m060-03pt.mat",
        "mat/m295-25pt.mat",
        "mat/s014-money.mat",
        "sgf/s035-money.sgf",
        "analysed/m060-03pt-an0.sgf",
    ],
)
def test_gnu_backgammon_reads_what_is_written(corpus: Path, tmp_path: Path, name: str) -> None:
    """It loads the file, and saves it again with the same events, winners and points."""
    match = supplied(read(corpus / "gnubg" / name).matches[0], "sgf")
    content = write_matches([match], "sgf").content
    assert isinstance(content, str)
    (tmp_path / "ours.sgf").write_text(content, encoding="utf-8")
    run(["load match ours.sgf", "save match theirs.sgf"], tmp_path)
    (theirs,) = read(tmp_path / "theirs.sgf").matches
    assert acted(theirs) == acted(match)
