"""OGXM: what the codec takes and replays, what comes back, what strangers may send."""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.board import Cube, Position
from kotra_notation.board.position import position
from kotra_notation.formats import ogxm
from kotra_notation.formats.format import Source
from kotra_notation.formats.holding import reduce_matches
from kotra_notation.formats.ogxm import codec
from referees import models
from referees.games import quick_match, random_match
from referees.seeds import some
from tests.calls import kotra
from tests.records import SAMPLES, events, in_kotra, is_recognised, names, only, read, rows
from tests.test_command_facts import is_like
from tests.test_json_model import PAIR

package = pytest.importorskip("ogxm")
CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpus"
FIRST, SECOND = "W 31: 8/5 6/5", "B 63: 24/18 18/15"


def match_of(*lines: str, head: tuple[str, ...] = ("length: 5",)) -> model.Match:
    """A match of one game in lines of our own notation."""
    return only("\n".join(["kotra 1", *head, "game 1 0-0", *lines, ""]), "kotra")


def written(*matches: model.Match) -> bytes:
    writing = ogxm.write(matches)
    assert writing.findings == ()
    assert isinstance(writing.content, bytes)
    return writing.content


def document(*lines: str, head: tuple[str, ...] = ("length: 5",)) -> dict[str, Any]:
    return codec.decode(written(match_of(*lines, head=head)))


def read_plainly(document: dict[str, Any]) -> model.Match:
    """The match of a document from which our own notes were taken out."""
    notes = [note for note in document.get("annotations", ()) if "x-kotra" not in note.get("key", "")]
    (match,) = read(codec.encode({**document, "annotations": notes}), "ogxm").matches
    return match


def held(match: model.Match) -> model.Match:
    """The match as far as OGXM says it: without marks of hits, and all claims as in the position."""
    ((left,), _) = reduce_matches([match], ogxm.HOLDS)
    return left


@pytest.mark.middle
@given(models.matches)
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
def test_every_match_comes_back(match: model.Match) -> None:
    if PAIR.search(repr(match)) or (match.rules or "").startswith(("forn", "davidsson")):
        return
    ((left,), ledger) = reduce_matches([match], ogxm.HOLDS)
    writing = ogxm.write([match])
    assert list(writing.findings) == ledger.findings
    assert isinstance(writing.content, bytes)
    reading = ogxm.read(Source(writing.content))
    assert reading.findings == ()
    (again,) = reading.matches
    assert stated(again) == stated(left)
    assert ogxm.write([again]).content == writing.content


def stated(match: model.Match) -> model.Match:
    """The match with its claims as if all had been stated."""

    def plain(event: Any) -> Any:
        claim = isinstance(event, model.ResultClaim | model.ScoreClaim)
        return replace(event, derived=False) if claim else event

    games = [
        replace(game, score=plain(game.score), events=tuple(map(plain, game.events))) for game in match.games
    ]
    return replace(match, games=tuple(games))


@pytest.mark.middle
@pytest.mark.parametrize("seed", some(range(12), 3))
def test_a_lawful_match_comes_back_and_breaks_no_rule(seed: int) -> None:
    match = held(random_match(seed, said=bool(seed % 2)))
    data = written(match)
    told = codec.decode(data)
    assert (codec.problem(told), told["replay_complete"]) == (None, True)
    assert only(data) == match


@pytest.mark.middle
@pytest.mark.parametrize("count", [1, 3])
def test_several_matches_are_a_stream_and_the_json_form_says_the_same(count: int) -> None:
    matches = tuple(held(quick_match(seed, games=1)) for seed in range(count))
    text = str(ogxm.write(matches, "json").content)
    stream, form = read(written(*matches)), read(text)
    assert stream.matches == form.matches == matches
    assert (form.format, form.dialect, form.findings) == ("ogxm", "json", ())
    assert is_recognised(written(*matches), "ogxm")


# the codec's replay against ours


def held_against_the_codec(match: model.Match) -> None:
    told = codec.decode(written(match))
    for game, theirs in zip(kn.replay(match).games, told["games"], strict=True):
        ours = [frame for frame in game.frames if isinstance(frame.event, model.Turn)]
        turns = [ply for ply in theirs["plies"] if ply["action_id"] < 21]
        for frame, ply in zip(ours, turns, strict=True):
            assert isinstance(frame.event, model.Turn)
            seat = frame.event.seat
            assert position(ply["ogid_after"]).seen_by(seat) == frame.after.seen_by(seat), ply


@pytest.mark.middle
@pytest.mark.parametrize("seed", some(range(6), 2))
def test_generated_matches_are_replayed_alike(seed: int) -> None:
    held_against_the_codec(held(random_match(seed)))


@pytest.mark.middle
def test_matches_of_gnu_backgammon_are_replayed_alike() -> None:
    files = sorted((CORPUS / "gnubg" / "mat").glob("*.mat"))[:12]
    if not files:
        pytest.skip("the corpus is not here")
    for match in [match for path in files for match in kn.read(path).matches]:
        held_against_the_codec(held(kn.replay(match).match))


@rows
def test_actions(lines: tuple[str, ...], length: int, actions: tuple[int, ...]) -> None:
    head = (f"length: {length}", *(["rules: modern,beavers=on,raccoons=on"] if not length else []))
    told = document(*lines, head=head)
    assert [ply["action_id"] for ply in told["games"][0]["plies"]] == list(actions)
    assert only(written(match_of(*lines, head=head))) == match_of(*lines, head=head)
    if not length:
        assert in_kotra([read_plainly(told)])[-5:] == [FIRST, *lines[1:4], "B 63: 24/18/15"]


@rows
def test_a_record_is_this_document(lines: tuple[str, ...], document: str, back: tuple[str, ...]) -> None:
    match = only("\n".join(["kotra 1", *lines, ""]), "kotra")
    told: dict[str, Any] = {"annotations": []} | codec.decode(written(match))
    assert is_like(json.loads(document), told), told
    assert only(written(match)) == match
    assert in_kotra([read_plainly(told)]) == list(back)


def test_matches_begin_behind_others_with_automatic_doubles_and_set_boards() -> None:
    told = codec.decode(written(only(f"kotra 1\nlength: 5\ngame 1 3-1\n{FIRST}\n", "kotra")))
    assert (told["white_score_start"], told["black_score_start"], told["crawford"]) == (3, 1, True)
    shown = Position(points=position("sHPwATDgc/ABMA").points, seat=0, cube=Cube(value=2, owner=1))
    game = model.Game(
        events=(model.AutomaticDouble(), model.AutomaticDouble(), model.SetPosition(position=shown))
    )
    told = codec.decode(written(model.Match(length=0, games=(game,))))["games"][0]
    assert told["auto_doubles"] == 2
    assert (told["initial_cube_value"], told["initial_cube_owner"]) == (2, "black")
    assert sum(abs(count) for count in told["initial_board"]) == 30
    entering = Position(points=(0,) * 6 + (2,) + (0,) * 13 + (-2,) + (0,) * 4 + (1,), seat=0)
    (turn,) = match_of("W 65: 6/1 bar/19").games[0].events
    data = written(
        model.Match(length=5, games=(model.Game(events=(model.SetPosition(position=entering), turn)),))
    )
    assert codec.decode(data)["replay_complete"]
    assert only(data).games[0].events[1] == turn


def test_a_double_that_the_score_forbids_ends_the_plies() -> None:
    lines = (FIRST, "B resigns single", "W wins 1", "game 2 1-0", FIRST, "B doubles 2", "W takes", SECOND)
    match = match_of(*lines, head=("length: 2",))
    data = written(match)
    assert len(codec.decode(data)["games"][1]["plies"]) == 1
    assert only(data) == match


@pytest.mark.middle
def test_notes_that_were_added_are_read_and_changed_plies_said() -> None:
    told = document(FIRST, "mark !")
    told["annotations"].append({"scope": "ply", "ref": 0, "value": "added"})
    assert in_kotra([only(codec.encode(told))])[-2:] == [f"{FIRST} !", "# added"]
    told = document(FIRST, "mark !")
    told["games"][0]["plies"][0]["moves"] = [{"from": 19, "pips": 3}, {"from": 22, "pips": 1}]
    reading = read(codec.encode(told))
    assert names(reading.findings) == ["structure-broken"]
    assert [type(event) for event in reading.matches[0].games[0].events] == [model.Turn]


@pytest.mark.parametrize("value", ["", "no base85 ]", "x" * 4000])
def test_notes_of_ours_that_are_spoilt_are_said(value: str) -> None:
    told = document(FIRST, "mark !")
    told["annotations"][0]["value"] = value
    reading = read(codec.encode(told))
    assert names(reading.findings) == ["structure-broken"] * bool(value)
    assert reading.matches[0].games[0].events == match_of(FIRST).games[0].events


@pytest.mark.middle
def test_analyses_beyond_what_a_file_holds_are_said() -> None:
    random = Random(1)
    texts = ["".join(chr(random.randint(32, 0x2FFF)) for _ in range(20_000)) for _ in range(10)]
    noise = [model.Evaluation(aspect="position", source=text) for text in texts]
    kept = (*match_of(FIRST).games[0].events, model.Mark(sign="!"))
    writing = ogxm.write([model.Match(length=5, games=(model.Game(events=(kept[0], *noise, kept[1])),))])
    assert names(writing.findings) == ["annotation-lost"] * 10
    assert isinstance(writing.content, bytes)
    assert events(writing.content) == kept


def test_a_file_may_break_off_anywhere_and_what_stands_before_is_kept() -> None:
    data = written(held(quick_match(1, games=1)))
    for place in range(4, len(data), max(len(data) // 200, 1)):
        reading = read(data[:place], "ogxm")
        assert reading.findings, place
        assert reading.matches == ()
    assert names(read(data[:-10]).findings) == ["file-breaks-off"]
    matches = [held(quick_match(seed, games=1)) for seed in range(3)]
    reading = read(written(*matches)[:-10])
    assert list(reading.matches) == matches[:2]
    assert names(reading.findings) == ["file-breaks-off"]
    assert "match 3" in reading.findings[0].message
    first, second, third = map(written, matches)
    reading = read(first + second[:20] + bytes(20) + second[40:] + third + first[:-10])
    assert names(reading.findings) == ["structure-broken", "file-breaks-off"]
    assert ["match 2" in reading.findings[0].message, "match 4" in reading.findings[1].message] == [
        True,
        True,
    ]
    assert "match 1" in read(written(*matches)[:50], "ogxm").findings[0].message


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
    assert read(text, "ogxm").findings


@pytest.fixture
def without_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    there = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name == "ogxm":
            raise ImportError(name)
        return there(name, *rest, **named)

    codec.package.cache_clear()
    monkeypatch.setattr(builtins, "__import__", absent)
    yield
    codec.package.cache_clear()


@pytest.mark.middle
@pytest.mark.usefixtures("without_package")
def test_without_the_package_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    (found,) = read(b"OGXM\x02", "ogxm").findings
    assert "pip install 'kotra-notation[ogxm]'" in found.message
    target = tmp_path / "a.ogxm"
    result = kotra("convert", SAMPLES / "sound" / "reykjavik.mat", target)
    assert (result.exit_code, target.exists()) == (2, False)
    assert "pip install" in result.stderr


@pytest.mark.middle
def test_gammonview_opens_what_we_write() -> None:
    gvformat = pytest.importorskip("gvformat")
    match = held(random_match(4, length=5))
    told = gvformat.read_gvab(written(match))
    assert (told["player_white"], told["player_black"]) == tuple(player.name for player in match.players)
    turns = [event for game in match.games for event in game.events if isinstance(event, model.Turn)]
    plies = [ply for game in told["games"] for ply in game["plies"] if ply["action_id"] < 21]
    assert len(plies) == len(turns)
    assert json.dumps(told)


@pytest.mark.middle
def test_analyses_of_another_program_are_read_and_come_back() -> None:
    gvformat = pytest.importorskip("gvformat")
    files = sorted((CORPUS / "real" / "xg").glob("*Unger-Kozoman*.xg"))
    if not files:
        pytest.skip("the corpus is not here")
    reading = read(gvformat.write_gvab(gvformat.convert_xg(str(files[0]))))
    told = [event for game in reading.matches[0].games for event in game.events]
    said = [event for event in told if isinstance(event, model.Evaluation)]
    play = next(one for one in said if one.aspect == "play").candidates[0]
    extras = {"mwc": "0.500311", "played": "yes"}
    assert (play.choice, play.equity, play.extras) == ("24/23 13/8", 0.006406, extras)
    cube = next(one for one in said if one.aspect == "cube")
    assert [one.choice for one in cube.candidates] == ["no double", "double/take", "double/pass"]
    assert [one.equity for one in cube.candidates] == [-0.004594, -0.369498, 1.0]
    assert {one.aspect for one in said} == {"play", "cube", "luck"}
    assert read(written(*reading.matches)).matches == reading.matches


@pytest.mark.middle
def test_the_same_match_gives_the_same_bytes_in_every_process() -> None:
    command = [sys.executable, "-m", "kotra_notation", "convert", str(SAMPLES / "sound/skyringar.kotra"), "-"]
    seeded = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    command += ["--to", "ogxm"]
    made = [subprocess.run(command, env=env, capture_output=True, timeout=60).stdout for env in seeded]
    assert made[0] == made[1] != b""
