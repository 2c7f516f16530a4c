"""OGXM: what the codec takes and replays, what comes back, what strangers may send."""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.board import Cube, Position
from kotra_notation.board.position import position
from kotra_notation.cli.app import app
from kotra_notation.formats import FORMATS, ogxm, recognise
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.holding import reduce_matches
from kotra_notation.formats.ogxm import codec
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    Clock,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Forfeit,
    Game,
    Hop,
    Mark,
    Match,
    NotRecorded,
    Play,
    Player,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Video,
)
from referees import models
from referees.games import quick_match, random_match
from referees.seeds import some
from tests.test_json_model import PAIR

pytestmark = pytest.mark.middle


package = pytest.importorskip("ogxm")
CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpus"

FIRST = Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5))))
SECOND = Turn(seat=1, dice=(6, 3), deed=Play(hops=(Hop(24, 18), Hop(18, 15))))


def match_of(*events: Event, **facts: Any) -> Match:
    head = ScoreClaim(score=(0.0, 0.0))
    return Match(**{"length": 5, "games": (Game(number=1, score=head, events=events),), **facts})


def written(*matches: Match) -> bytes:
    writing = ogxm.write(matches)
    assert writing.findings == ()
    assert isinstance(writing.content, bytes)
    return writing.content


def document(*events: Event, **facts: Any) -> dict[str, Any]:
    return codec.decode(written(match_of(*events, **facts)))


def plies(*events: Event, **facts: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document(*events, **facts)["games"][0]["plies"]
    return found


def read(data: bytes) -> Reading:
    return ogxm.read(Source(data))


def read_plainly(document: dict[str, Any]) -> Match:
    """The match of a document from which our own notes were taken out."""
    notes = [note for note in document.get("annotations", ()) if "x-kotra" not in note.get("key", "")]
    (match,) = read(codec.encode({**document, "annotations": notes})).matches
    return match


def held(match: Match) -> Match:
    """The match as far as OGXM says it: without marks of hits, and all claims as in the position."""
    ((left,), _) = reduce_matches([match], ogxm.HOLDS)
    return left


# what comes back


@given(models.matches)
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
def test_every_match_comes_back(match: Match) -> None:
    if PAIR.search(repr(match)) or (match.rules or "").startswith(("forn", "davidsson")):
        return
    ((left,), ledger) = reduce_matches([match], ogxm.HOLDS)
    writing = ogxm.write([match])
    assert list(writing.findings) == ledger.findings
    assert isinstance(writing.content, bytes)
    reading = read(writing.content)
    assert reading.findings == ()
    (again,) = reading.matches
    assert stated(again) == stated(left)
    assert ogxm.write([again]).content == writing.content


def stated(match: Match) -> Match:
    """The match with its claims as if all had been stated."""

    def plain(event: Any) -> Any:
        return replace(event, derived=False) if isinstance(event, ResultClaim | ScoreClaim) else event

    games = [
        replace(game, score=plain(game.score), events=tuple(map(plain, game.events))) for game in match.games
    ]
    return replace(match, games=tuple(games))


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_a_lawful_match_comes_back_and_breaks_no_rule(seed: int) -> None:
    match = held(random_match(seed, said=bool(seed % 2)))
    content = written(match)
    told = codec.decode(content)
    assert (codec.problem(told), told["replay_complete"]) == (None, True)
    assert read(content).matches == (match,)


def test_several_matches_are_a_stream() -> None:
    matches = tuple(held(quick_match(seed, games=1)) for seed in range(3))
    assert read(written(*matches)).matches == matches


@pytest.mark.parametrize("count", [1, 2])
def test_the_json_form_says_the_same(count: int) -> None:
    matches = tuple(held(quick_match(seed, games=1)) for seed in range(count))
    content = str(ogxm.write(matches, "json").content)
    reading = ogxm.read(Source(content.encode()))
    assert (reading.matches, reading.dialect, reading.findings) == (matches, "json", ())


# the codec's replay against ours


def held_against_the_codec(match: Match) -> None:
    replay = kn.replay(match)
    told = codec.decode(written(match))
    for game, theirs in zip(replay.games, told["games"], strict=True):
        ours = [frame for frame in game.frames if isinstance(frame.event, Turn)]
        turns = [ply for ply in theirs["plies"] if ply["action_id"] < 21]
        assert len(ours) == len(turns)
        for frame, ply in zip(ours, turns, strict=True):
            assert isinstance(frame.event, Turn)
            after = position(ply["ogid_after"])
            seat = frame.event.seat
            assert after.seen_by(seat) == frame.after.seen_by(seat), ply


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_generated_matches_are_replayed_alike(seed: int) -> None:
    held_against_the_codec(held(random_match(seed)))


def test_matches_of_gnu_backgammon_are_replayed_alike() -> None:
    files = sorted((CORPUS / "gnubg" / "mat").glob("*.mat"))[:12]
    if not files:
        pytest.skip("the corpus is not here")
    for path in files:
        for match in kn.read(path).matches:
            held_against_the_codec(held(kn.replay(match).match))


# where things stand in a document


def test_white_is_seat_0() -> None:
    first, second = plies(FIRST, SECOND)
    assert (first["color"], first["moves"]) == (1, [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}])
    assert (second["color"], second["moves"]) == (0, [{"from": 24, "pips": 6}, {"from": 18, "pips": 3}])


def test_cube_actions() -> None:
    actions = (FIRST, Double(seat=1, value=2), Take(seat=0), SECOND, Double(seat=0, value=4), Drop(seat=1))
    assert [ply["action_id"] for ply in plies(*actions)] == [2, 21, 22, 14, 21, 23]


def test_beavers_and_raccoons() -> None:
    said = (FIRST, Double(seat=1, value=2), Beaver(seat=0, value=4), Beaver(seat=1, value=8, level=2), SECOND)
    told = document(*said, length=0, rules="modern,beavers=on,raccoons=on")
    assert [ply["action_id"] for ply in told["games"][0]["plies"]] == [2, 21, 32, 33, 14]
    assert read_plainly(told).games[0].events == said


def test_a_resignation_that_was_accepted() -> None:
    told = document(
        FIRST,
        Resignation(seat=1, size=2),
        ResignationAnswer(seat=0, accepted=True),
        ResultClaim(seat=0, points=2),
    )
    assert told["games"][0]["plies"][1]["resign_value"] == "gammon"
    assert (told["games"][0]["winner"], told["games"][0]["points_won"]) == (0, 2)
    assert "annotations" not in told


def test_a_refused_resignation_ends_nothing() -> None:
    said = (FIRST, Resignation(seat=1, size=1), ResignationAnswer(seat=0, accepted=False), SECOND)
    assert [ply["action_id"] for ply in plies(*said)] == [2, 14]


def test_settlement_and_forfeit() -> None:
    assert plies(FIRST, Settlement(seat=1, points=1.5), length=0)[1]["settle_value"] == 1.5
    assert plies(FIRST, Forfeit(seat=1))[1]["action_id"] == 29


def test_automatic_doubles_and_a_board_that_was_set() -> None:
    shown = Position(points=position("sHPwATDgc/ABMA").points, seat=0, cube=Cube(value=2, owner=1))
    told = document(AutomaticDouble(), AutomaticDouble(), SetPosition(position=shown), length=0)["games"][0]
    assert told["auto_doubles"] == 2
    assert (told["initial_cube_value"], told["initial_cube_owner"]) == (2, "black")
    assert sum(abs(count) for count in told["initial_board"]) == 30


def test_an_illegal_play_is_the_board_it_led_to() -> None:
    wrong = replace(FIRST, deed=Play(hops=(Hop(8, 5), Hop(8, 5))))
    ply, after = plies(wrong, SECOND)
    assert (ply["action_id"], ply["illegal"], ply["d1"], ply["d2"]) == (31, True, 1, 3)
    assert ply["set_position"][20] == 2
    assert "ogid_after" in after


def test_steps_are_put_in_an_order_that_can_be_replayed() -> None:
    entering = Position(points=(0,) * 6 + (2,) + (0,) * 13 + (-2,) + (0,) * 4 + (1,), seat=0)
    turn = Turn(seat=0, dice=(6, 5), deed=Play(hops=(Hop(6, 1), Hop(25, 19))))
    content = written(match_of(SetPosition(position=entering), turn))
    assert codec.decode(content)["replay_complete"]
    assert read(content).matches[0].games[0].events[1] == turn


def test_a_play_that_is_not_known_ends_the_plies_and_not_the_record() -> None:
    content = written(match_of(FIRST, replace(SECOND, deed=NotRecorded()), FIRST))
    assert len(codec.decode(content)["games"][0]["plies"]) == 1
    assert len(read(content).matches[0].games[0].events) == 3


def test_a_double_that_the_score_forbids_ends_the_plies() -> None:
    won = (FIRST, Resignation(seat=1, size=1), ResultClaim(seat=0, points=1))
    crawford = (FIRST, Double(seat=1, value=2), Take(seat=0), SECOND)
    games = tuple(
        Game(number=number, score=ScoreClaim(score=(number - 1.0, 0.0)), events=events)
        for number, events in enumerate((won, crawford), 1)
    )
    match = Match(length=2, games=games)
    content = written(match)
    assert len(codec.decode(content)["games"][1]["plies"]) == 1
    assert read(content).matches == (match,)


def test_a_throw_before_a_resignation_is_not_played() -> None:
    said = (FIRST, replace(SECOND, deed=Blank()), Resignation(seat=1, size=1), ResultClaim(seat=0, points=1))
    assert plies(*said)[1]["unplayed_roll"]


def test_rules_and_the_score_at_the_beginning() -> None:
    rules = "modern,texas=on,beavers=on,auto_doubles=1,cube.limit=64"
    told = document(FIRST, length=0, rules=rules)
    assert (told["jacoby"], told["beavers"], told["auto_doubles"], told["cube_limit"]) == (
        True,
        True,
        True,
        64,
    )
    assert read_plainly(told).rules == rules
    begun = replace(match_of(FIRST), games=(Game(number=1, score=ScoreClaim(score=(3, 1)), events=(FIRST,)),))
    told = codec.decode(written(begun))
    assert (told["white_score_start"], told["black_score_start"]) == (3, 1)
    assert told["crawford"]


def test_headers_and_players() -> None:
    info = (
        ("event", "Íslandsmót"), ("stage", "úrslit"), ("round", "3"), ("table", "7"), ("place", "Akureyri"),
        ("country", "IS"), ("date", "2026-11-21"),
    )  # fmt: skip
    players = (Player(name="Þórdís", rating="1712.25"), Player(name="Ögmundur"))
    told = document(FIRST, info=info, players=players)
    assert (told["event"], told["stage"], told["round"], told["table"]) == ("Íslandsmót", "úrslit", 3, "7")
    assert (told["city"], told["country"], told["date_precision"]) == ("Akureyri", "IS", "day")
    again = read_plainly(told)
    assert (again.info, again.players) == (info, players)
    assert "annotations" not in told


def test_comments_are_annotations() -> None:
    said = (
        FIRST,
        Comment(text="Gott", author="Ýmir", language="is"),
        Extra(key="ogxm:at", value="1700000000000"),
    )
    told = document(*said, remarks=(Comment(text="Fyrir"),))
    at_ply = {"scope": "ply", "ref": 0, "value": "Gott", "author": "Ýmir", "lang": "is", "at": 1700000000000}
    assert told["annotations"] == [{"scope": "match", "ref": 0, "value": "Fyrir"}, at_ply]
    assert read_plainly(told).games[0].events == said


def test_the_time_used_is_a_clock() -> None:
    said = (FIRST, SECOND, Clock(seat=1, used=12.34))
    told = document(*said)
    assert [ply["timestamp_ms"] for ply in told["games"][0]["plies"]] == [0, 12340]
    assert read_plainly(told).games[0].events == said


def test_a_recording() -> None:
    film = "https://upptaka.is/kotra"
    said = (FIRST, Video(seconds=1.5, source=film), SECOND, Video(seconds=20.25, source=film))
    told = document(*said)
    assert told["video_info"]["url"] == film
    assert read_plainly(told).games[0].events == said


def test_notes_of_other_programs_stay() -> None:
    said = (FIRST, Extra(key="ogxm:x-annad-lykill", value="gildi"))
    told = document(*said)
    assert told["annotations"] == [{"scope": "ply", "ref": 0, "key": "x-annad-lykill", "value": "gildi"}]
    assert read_plainly(told).games[0].events == said


# what others have changed


def test_a_note_that_was_added_is_read_beside_ours() -> None:
    told = document(FIRST, Mark(sign="!"))
    told["annotations"].append({"scope": "ply", "ref": 0, "value": "added"})
    (match,) = read(codec.encode(told)).matches
    assert match.games[0].events == (FIRST, Mark(sign="!"), Comment(text="added"))


def test_what_belongs_to_a_ply_that_was_changed_is_said_and_left_out() -> None:
    told = document(FIRST, Mark(sign="!"))
    told["games"][0]["plies"][0]["moves"] = [{"from": 19, "pips": 3}, {"from": 22, "pips": 1}]
    reading = read(codec.encode(told))
    assert [one.kind.name for one in reading.findings] == ["structure-broken"]
    assert [type(event) for event in reading.matches[0].games[0].events] == [Turn]


@pytest.mark.parametrize("value", ["", "no base85 ]", "x" * 4000])
def test_notes_of_ours_that_are_spoilt_are_said(value: str) -> None:
    told = document(FIRST, Mark(sign="!"))
    told["annotations"][0]["value"] = value
    reading = read(codec.encode(told))
    assert [one.kind.name for one in reading.findings] == ["structure-broken"] * bool(value)
    assert reading.matches[0].games[0].events == (FIRST,)


# what is lost


def test_analyses_beyond_what_a_file_holds_are_said() -> None:
    random = Random(1)
    noise = tuple(
        Evaluation(aspect="position", source="".join(chr(random.randint(32, 0x2FFF)) for _ in range(20_000)))
        for _ in range(10)
    )
    writing = ogxm.write([match_of(FIRST, *noise, Mark(sign="!"))])
    assert [one.kind.name for one in writing.findings] == ["annotation-lost"] * 10
    assert isinstance(writing.content, bytes)
    assert read(writing.content).matches[0].games[0].events == (FIRST, Mark(sign="!"))


def test_the_old_game_is_refused() -> None:
    writing = ogxm.write([Match(rules="forn-de")])
    assert [one.kind.name for one in writing.findings] == ["game-not-expressible"]


# recognition, and what strangers send


def test_files_and_the_json_form_are_recognised() -> None:
    content = written(match_of(FIRST))
    assert recognise(Source(content)) is FORMATS["ogxm"]
    assert recognise(Source(str(ogxm.write([match_of(FIRST)], "json").content).encode())) is FORMATS["ogxm"]


@pytest.mark.parametrize("text", ["{}", '{"plies": []}', '{"kotra": 1, "matches": []}', "OGX", "[1]"])
def test_others_are_not(text: str) -> None:
    assert not ogxm.looks_like(Source(text.encode()))


def test_a_file_may_break_off_anywhere() -> None:
    whole = held(quick_match(1, games=1))
    content = written(whole)
    for place in range(4, len(content), max(len(content) // 200, 1)):
        reading = read(content[:place])
        assert reading.findings, place
        assert reading.matches == ()
    (found,) = read(content[:-10]).findings
    assert found.kind.name == "file-breaks-off"


def test_what_stands_before_a_break_in_a_stream_is_kept() -> None:
    matches = [held(quick_match(seed, games=1)) for seed in range(3)]
    reading = read(written(*matches)[:-10])
    assert list(reading.matches) == matches[:2]
    assert [one.kind.name for one in reading.findings] == ["file-breaks-off"]


@pytest.mark.parametrize(
    "text",
    [
        '{"match_length": 5, "games": [{"plies": [{"action_id": 99}]}]}',
        '{"match_length": 5, "games": [{"plies": [5]}]}',
        '[5, {"match_length": 5, "games": 7}]',
        '{"match_length": 5, "games": [{"plies": [',
        '{"plies": ' + "[" * 100_000,
        '{"player_white": "\\ud800", "games": [{"plies": []}]}',
    ],
)
def test_broken_documents_raise_nothing(text: str) -> None:
    reading = ogxm.read(Source(text.encode()))
    assert reading.findings


# without the package


@pytest.fixture
def without_package(monkeypatch: pytest.MonkeyPatch) -> Any:
    there = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name == "ogxm":
            raise ImportError(name)
        return there(name, *rest, **named)

    codec.package.cache_clear()
    monkeypatch.setattr(builtins, "__import__", absent)
    yield
    codec.package.cache_clear()


@pytest.mark.usefixtures("without_package")
def test_reading_without_the_package_says_how_to_get_it() -> None:
    (found,) = read(b"OGXM\x02").findings
    assert "pip install 'kotra-notation[ogxm]'" in found.message


@pytest.mark.usefixtures("without_package")
def test_converting_without_the_package_ends_with_status_2(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent / "samples" / "sound" / "reykjavik.mat"
    result = CliRunner().invoke(app, ["convert", str(source), str(tmp_path / "a.ogxm")])
    assert result.exit_code == 2
    assert "pip install" in result.stderr
    assert not (tmp_path / "a.ogxm").exists()


# the other program that reads the format


def test_gammonview_opens_what_we_write() -> None:
    gvformat = pytest.importorskip("gvformat")
    match = held(random_match(4, length=5))
    told = gvformat.read_gvab(written(match))
    assert (told["player_white"], told["player_black"]) == tuple(player.name for player in match.players)
    turns = [event for game in match.games for event in game.events if isinstance(event, Turn)]
    plies = [ply for game in told["games"] for ply in game["plies"] if ply["action_id"] < 21]
    assert len(plies) == len(turns)
    assert json.dumps(told)


def test_analyses_of_another_program_are_read_and_come_back() -> None:
    gvformat = pytest.importorskip("gvformat")
    files = sorted((CORPUS / "real" / "xg").glob("*Unger-Kozoman*.xg"))
    if not files:
        pytest.skip("the corpus is not here")
    reading = read(gvformat.write_gvab(gvformat.convert_xg(str(files[0]))))
    said = [
        event for game in reading.matches[0].games for event in game.events if isinstance(event, Evaluation)
    ]
    play = next(one for one in said if one.aspect == "play").candidates[0]
    assert (play.choice, play.equity, play.extras) == (
        "24/23 13/8",
        0.006406,
        {"mwc": "0.500311", "played": "yes"},
    )
    cube = next(one for one in said if one.aspect == "cube")
    assert [one.choice for one in cube.candidates] == ["no double", "double/take", "double/pass"]
    assert [one.equity for one in cube.candidates] == [-0.004594, -0.369498, 1.0]
    assert {one.aspect for one in said} == {"play", "cube", "luck"}
    assert read(written(*reading.matches)).matches == reading.matches


def test_the_sample_is_a_sound_match() -> None:
    reading = kn.read(Path(__file__).parent.parent / "samples" / "notations" / "reykjavik.ogxm")
    assert reading.findings == ()
    assert kn.replay(reading.matches[0]).findings == ()


def test_the_same_match_gives_the_same_bytes_in_every_process() -> None:
    sample = Path(__file__).parent.parent / "samples/sound/skyringar.kotra"
    made = [
        subprocess.run(
            [sys.executable, "-m", "kotra_notation", "convert", str(sample), "-", "--to", "ogxm"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1] != b""
