"""Real files and those of GNU Backgammon: all is read, and it is what is known of them or what others say."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kotra_notation import model
from kotra_notation.api import supplied
from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.replay import GameReplay, Replay, replay
from referees.seeds import part
from referees.witness import run
from tests import records
from tests.records import codes, content, only, read
from tools.survival import roundtrip_match

pytestmark = pytest.mark.middle
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
PRODUCERS = {
    "BackgammonGalaxy": {"galaxy"},
    "Backgammon Studio": {"studio", "jellyfish", "gridgammon"},  # some sign another producer's body
    'GridGammon/GamesGrid style "name,rating"': {"gridgammon"},
    "GNU Backgammon": {"gnubg"},
    "none (plain JellyFish-style)": {"jellyfish"},
    "PlayOK": {"playok"},
    "XG Mobile": {"xg"},
}
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
EXPORTS = ("gnubg-text", "xg-text", "bgblitz-text")

Truth = dict[tuple[str, int], dict[str, str]]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def read_file(path: Path) -> Reading:
    return read(path.read_bytes())


def serious(replayed: Replay) -> list[str]:
    """What is found beside notes, with its game."""
    found = [finding for finding in replayed.findings if finding.severity is not Severity.NOTE]
    return [f"{finding.code} game {finding.game}: {finding.message}" for finding in found]


def evaluations(match: model.Match) -> list[model.Evaluation]:
    return [event for game in match.games for event in game.events if isinstance(event, model.Evaluation)]


def acted(match: model.Match, *, points: bool = True) -> list[tuple[object, list[object]]]:
    """What happened in each game: sides, dice, the ways of men without order, cube, results."""
    games: list[tuple[object, list[object]]] = [
        (game.score and game.score.score, list(acts(game.events))) for game in match.games
    ]
    return games if points else [(None, events[:-1]) for _, events in games]


def acts(events: tuple[model.Event, ...]) -> Iterator[object]:
    for event in events:
        match event:
            case model.Turn(seat=seat, dice=dice, deed=deed):
                hops = deed.hops if isinstance(deed, model.Play) else ()
                yield seat, sorted(dice), sorted((hop.source, hop.target) for hop in hops)
            case model.Double() | model.Beaver() | model.Take() | model.Drop():
                yield type(event).__name__, event.seat
            case model.ResultClaim(seat=seat, points=points):
                yield seat, points


def course(played: GameReplay) -> list[object]:
    """Turns with the boards they lead to, and cube actions."""
    told: list[object] = []
    for frame in played.frames:
        match frame.event:
            case model.Turn(seat=seat, dice=dice):
                told.append((seat, sorted(dice), frame.after.points))
            case model.Double(value=value) | model.Beaver(value=value):
                told.append((type(frame.event), frame.event.seat, value))
            case model.Take(seat=seat) | model.Drop(seat=seat):
                told.append((type(frame.event), seat))
    return told


@pytest.fixture(scope="module")
def truth(corpus: Path) -> Truth:
    return {(row["file"], int(row["game"])): row for row in rows(corpus / "gnubg" / "TRUTH.tsv")}


def is_contradictory(row: dict[str, str]) -> bool:
    """Return whether a game contradicts itself, by the README of the corpus."""
    return row["start_cube"] != "1" or row["next_header_agrees"] == "0"


@pytest.fixture(scope="module")
def real(corpus: Path) -> list[tuple[dict[str, str], Reading]]:
    index = [row for row in rows(corpus / "real" / "INDEX.tsv") if row["format"] == "mat"]
    assert len(index) > 100
    return [(row, read_file(corpus / "real" / row["file"])) for row in part(index)]


def test_every_game_of_real_match_texts_is_read_in_its_dialect(
    real: list[tuple[dict[str, str], Reading]],
) -> None:
    for row, reading in real:
        name = row["file"]
        assert reading.format == "mat", name
        assert sum(len(match.games) for match in reading.matches) == int(row["games"]), name
        assert [found for found in reading.findings if found.severity is not Severity.NOTE] == [], name
        assert reading.dialect in PRODUCERS.get(row["producer"], {reading.dialect}), name
        assert any(player.name for player in reading.matches[0].players), name


def test_no_turn_of_real_match_texts_is_on_the_wrong_side(real: list[tuple[dict[str, str], Reading]]) -> None:
    """In match text the sides take turns cell by cell, whatever stands in the cells."""
    for row, reading in real:
        for game in [game for match in reading.matches for game in match.games]:
            acting = model.Turn | model.Double | model.Take | model.Drop
            actors = [event for event in game.events if isinstance(event, acting)]
            for before, after in pairwise(actors):
                assert before.seat != after.seat, (row["file"], after.span)


@pytest.fixture(scope="module")
def gnubg(corpus: Path) -> dict[str, Reading]:
    return {path.stem: read_file(path) for path in part(sorted((corpus / "gnubg" / "mat").glob("*.mat")))}


def test_match_texts_of_gnubg_have_true_results_and_are_written_to_the_byte(
    gnubg: dict[str, Reading], truth: Truth, corpus: Path
) -> None:
    said = {
        (name, number, int(row["winner_seat"]) - 1, int(row["points"]))
        for (name, number), row in truth.items()
        if name in gnubg
    }
    found = {
        (name, game.number, event.seat, event.points)
        for name, reading in gnubg.items()
        for game in reading.matches[0].games
        for event in game.events
        if isinstance(event, model.ResultClaim)
    }
    doubtful = {place for place, row in truth.items() if row["start_cube"] != "1"}
    assert {row for row in said ^ found if row[:2] not in doubtful} == set()
    for name, reading in gnubg.items():
        assert reading.findings == (), name
        written = write_matches(reading.matches, "mat", "gnubg")
        text = (corpus / "gnubg" / "mat" / f"{name}.mat").read_text(encoding="utf-8")
        assert (written.findings, written.content) == ((), text), name


@pytest.fixture(scope="module")
def trees(corpus: Path) -> dict[str, model.Match]:
    paths = part(sorted((corpus / "gnubg" / "sgf").glob("*.sgf")))
    return {path.stem: read_file(path).matches[0] for path in paths}


def test_trees_of_gnubg_say_what_its_match_texts_say_and_are_replayed_to_the_truth(
    corpus: Path, trees: dict[str, model.Match], truth: Truth
) -> None:
    for name, match in trees.items():
        (other,) = read_file(corpus / "gnubg" / "mat" / f"{name}.mat").matches
        turned = any(
            isinstance(event, model.AutomaticDouble) for game in match.games for event in game.events
        )
        assert acted(match, points=not turned) == acted(other, points=not turned), name
        assert [player.name for player in match.players] == [player.name for player in other.players]
    games = 0
    for name, match in trees.items():
        replayed = replay(match)
        behind = {number for (file, number), row in truth.items() if file == name and is_contradictory(row)}
        for game in replayed.games:
            row = truth[name, game.number]
            if not is_contradictory(row):
                games += 1
                won = (int(row["winner_seat"]) - 1, int(row["points"]))
                assert (game.ending.winner, game.ending.points) == won, (name, game.number)
        found = [one for one in replayed.findings if one.severity is not Severity.NOTE]
        assert [one.message for one in found if (one.game or 0) - 1 not in behind] == [], name
    sound = [name for (name, _), row in truth.items() if name in trees and not is_contradictory(row)]
    assert games == len(sound) > 40


def test_real_trees_are_sound_and_another_game_in_one_is_refused(corpus: Path) -> None:
    """One session contradicts itself; automatic doubles without the opening throws are only noted."""
    paths = [*(corpus / "real" / "sgf").glob("kevung*"), *(corpus / "gnubg" / "analysed").glob("*.sgf")]
    for path in part(sorted(paths)):
        match = only(path.read_bytes())
        told = [TWICE_AS_MUCH] if path.name.startswith("s035-money") else []
        assert serious(replay(match)) == told, path.name
        assert len(evaluations(match)) >= 100, path.name  # the shortest has just as many
    reading = read_file(corpus / "real" / "sgf" / "zmetcalf+backgammon_sgf__demo_file.sgf")
    assert codes(reading.findings) == ["N115"]


@pytest.mark.slow
def test_every_tree_comes_back_as_it_was(corpus: Path) -> None:
    paths = [*(corpus / "gnubg").glob("*/*.sgf"), *(corpus / "real" / "sgf").glob("*.sgf")]
    assert len(paths) > 70
    for path in paths:
        matches = read_file(path).matches
        writing = write_matches(matches, "sgf")
        assert writing.findings == (), path.name
        assert read(str(writing.content), "sgf").matches == matches, path.name


def test_real_files_of_one_match_agree(corpus: Path) -> None:
    first, *others = (supplied(read_file(corpus / "real" / name).matches[0], "sgf") for name in SAME)
    for other in others:
        assert acted(first) == acted(other)
    _, text, own = (read_file(corpus / "real" / name).matches[0] for name in SAME)
    mine, theirs = (replay(match) for match in (own, text))
    assert [player.name for player in own.players] == [player.name for player in text.players]
    assert [game.score_before for game in mine.games] == [game.score_before for game in theirs.games]
    assert list(map(course, mine.games)) == list(map(course, theirs.games))


def test_match_texts_come_back_from_trees(corpus: Path) -> None:
    for path in part(sorted((corpus / "gnubg" / "mat").glob("*.mat")), 16):
        survival = roundtrip_match(read_file(path).matches[0], "sgf")
        assert survival.proved, path.name
        assert survival.findings == (), path.name


@records.rows
def test_gnu_backgammon_reads_the_trees_we_write(corpus: Path, tmp_path: Path, name: str) -> None:
    """It loads the file, and saves it again with the same events, winners and points."""
    match = supplied(read_file(corpus / "gnubg" / name).matches[0], "sgf")
    (tmp_path / "ours.sgf").write_text(content([match], "sgf"), encoding="utf-8")
    run(["load match ours.sgf", "save match theirs.sgf"], tmp_path)
    (theirs,) = read_file(tmp_path / "theirs.sgf").matches
    assert acted(theirs) == acted(match)


def exports(sgf: Path, folder: Path) -> list[model.Match]:
    """The matches of the files, one a game, as which a tree is exported."""
    if GNUBG is None:
        pytest.skip("GNU Backgammon is not installed")
    text = folder / f"{sgf.stem}.txt"
    (folder / "commands").write_text(f"new session\nload match {sgf}\nexport match text {text}\n")
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", folder / "commands"], capture_output=True, timeout=300)
    return [exported(path) for path in (text, *sorted(folder.glob(f"{sgf.stem}_*.txt")))]


def exported(path: Path) -> model.Match:
    reading = read_file(path)
    assert (reading.format, reading.findings) == ("gnubg-text", ())
    (match,) = reading.matches
    return match


def test_exports_are_the_matches_they_were_made_of(corpus: Path, truth: Truth, tmp_path: Path) -> None:
    for sgf in part(sorted((corpus / "gnubg" / "sgf").glob("*.sgf"))):
        texts = exports(sgf, tmp_path)
        games = replay(read_file(corpus / "gnubg" / "mat" / f"{sgf.stem}.mat").matches[0]).games
        for game, match in zip(games, texts, strict=True):
            place, replayed = (sgf.stem, match.games[0].number), replay(match)
            doubled = any(isinstance(event, model.AutomaticDouble) for event in match.games[0].events)
            assert doubled or course(game) == course(replayed.games[0]), place
            row, ending = truth[sgf.stem, game.number], replayed.games[0].ending
            assert (ending.winner, ending.points) == (int(row["winner_seat"]) - 1, int(row["points"])), place
            assert serious(replayed) == [], place


@pytest.mark.parametrize("name", ["m060-03pt-an0", "m084-03pt-an0"])
def test_evaluations_are_those_of_the_tree(corpus: Path, tmp_path: Path, name: str) -> None:
    sgf = corpus / "gnubg" / "analysed" / f"{name}.sgf"
    texts = [play for match in exports(sgf, tmp_path) for play in plays(match)]
    pairs = list(zip(plays(only(sgf.read_bytes())), texts, strict=True))
    assert len(pairs) > 100
    for ours, theirs in pairs:
        for index, one in enumerate(theirs.candidates):
            other = ours.candidates[int(one.extras.get("rank", index + 1)) - 1]
            assert one.equity == pytest.approx(other.equity, abs=0.00051)
            assert one.chances == pytest.approx(other.chances, abs=0.00051)
            assert ("played" in one.extras, one.level) == ("played" in other.extras, other.level)


def plays(match: model.Match) -> list[model.Evaluation]:
    return [said for said in evaluations(match) if said.aspect == "play"]


def test_every_number_of_real_exports_is_read(corpus: Path) -> None:
    paths = sorted((corpus / "real" / "gnubg-text").iterdir())
    assert len(paths) == 10
    for path in paths:
        match, text = exported(path), path.read_text(encoding="utf-8")
        assert serious(replay(match)) == [], path.name
        chosen = [one for said in plays(match) for one in said.candidates]
        cubes = [one for said in evaluations(match) if said.aspect == "cube" for one in said.candidates]
        assert len(chosen) == text.count("Eq.: ")
        assert all(one.equity is not None and len(one.chances) == 5 and one.level for one in chosen)
        answers = sum(isinstance(one, model.Take | model.Drop) for one in match.games[0].events)
        assert len(cubes) == 3 * (text.count("Cube analysis") - answers)
        assert all(one.equity is not None and one.level for one in cubes)


def nameless(match: model.Match) -> model.Match:
    """A match without names and the program's version, which is not that of every file of a position."""
    events = [
        replace(event, source="") if isinstance(event, model.Evaluation) else event
        for event in match.games[0].events
    ]
    games = (replace(match.games[0], events=tuple(events)),)
    return replace(match, players=(model.Player(), model.Player()), games=games)


@pytest.mark.parametrize("kind", ["xg-text", "bgblitz-text"])
@pytest.mark.parametrize("number", ["01", "06"])
def test_real_exports_say_the_same_in_every_language(corpus: Path, kind: str, number: str) -> None:
    readings = [read_file(path) for path in sorted((corpus / "real" / kind).glob(f"*__{number}_*"))]
    assert [(reading.format, reading.findings) for reading in readings] == [(kind, ())] * 4
    first, *others = (nameless(reading.matches[0]) for reading in readings)
    assert all(other == first for other in others)


@pytest.mark.parametrize("number", ["01", "06"])
def test_real_exports_of_both_programs_show_one_position(corpus: Path, number: str) -> None:
    first, second = (
        only(next((corpus / "real" / kind).glob(f"*__{number}_*_EN*")).read_bytes())
        for kind in ("xg-text", "bgblitz-text")
    )
    assert first.games[0].events[0] == second.games[0].events[0]
    assert (first.length, first.rules) == (second.length, second.rules)
    assert first.games[0].score == second.games[0].score


def test_every_candidate_of_real_exports_has_its_numbers(corpus: Path) -> None:
    for path in sorted(path for kind in EXPORTS[1:] for path in (corpus / "real" / kind).iterdir()):
        match = read_file(path).matches[0]
        (found,) = evaluations(match)
        assert len(found.candidates) == (5 if found.aspect == "play" else 3)
        assert all(each.equity is not None for each in found.candidates)
        assert all(len(each.chances) == 5 for each in found.candidates if found.aspect == "play")
        assert serious(replay(match)) == []


def test_no_other_notation_claims_an_export_nor_an_export_another(corpus: Path) -> None:
    for path in [*sorted((corpus / "real").glob("*/*")), *sorted((corpus / "gnubg").glob("*/*.*"))]:
        source, kind = Source(path.read_bytes()), path.parent.name if "real" in path.parts else ""
        claiming = [name for name in EXPORTS if FORMATS[name].looks_like(source)]
        assert claiming == ([kind] if kind in EXPORTS else []), path.name
