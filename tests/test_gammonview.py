"""GammonView's OGXM 1 (`.gvab`) and JSON (`.gva`). The record is invented, the bytes are made here.

`KOTRA_GAMMONVIEW` may name the folder `samples` of the package gammonview: the forms of a match are compared.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.formats.ogxm.reading import evaluations
from kotra_notation.model import Evaluation, Match, Turn
from tests.records import codes, read

pytest.importorskip("ogxm")
pytestmark = pytest.mark.middle

SAMPLES = os.environ.get("KOTRA_GAMMONVIEW", "")
STEPS = [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]  # 8/5 6/5 of the side that is counted upwards
WORSE = [{"from": 1, "pips": 3}, {"from": 4, "pips": 1}]  # 24/20
OTHER = [{"from": 24, "pips": 6}, {"from": 18, "pips": 4}]  # 24/14 of the other side
# Equity, probabilities and whether it was played, of each alternative.
ALTERNATIVES = [(0.5, True), (-0.25, False)]
CUBE = (0.4, -0.3, 1.0)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack("<4sIHH", kind, len(body), kind in (b"MHDR", b"GAME", b"CSUM"), 0) + body


def text(said: str) -> bytes:
    return bytes([len(said.encode())]) + said.encode()


def packed(steps: list[dict[str, int]], room: int = 2) -> bytes:
    return bytes([step["from"] | step["pips"] << 5 for step in steps]).ljust(room, b"\0")


def ply(color: int, action: int, steps: list[dict[str, int]]) -> bytes:
    made = packed(steps)
    return bytes([action | color << 5 | (made[0] & 3) << 6]) + made


def game(number: int) -> bytes:
    plies = ply(1, 2, STEPS) + ply(0, 17, OTHER) + bytes([21 | 1 << 5, 23])
    return chunk(b"GAME", struct.pack("<BHBBBBB", number, 4, 0, 1, 0, 1, 0) + b"\xff\xff" + plies)


def analysis(luck: tuple[float | None, ...], version: int = 3) -> bytes:
    """A block of analysis: both plays of both games, each with two alternatives and a cube."""
    plays, alternatives, cubes = b"", b"", b""
    for number in range(len(luck)):
        place = (number // 2, number % 2)
        plays += struct.pack("<BHHHHHHhHBBB", *place, 5000, 0, 0, 0, 0, 5000, 0, 2, 2, 0)
        for (equity, played), steps in zip(ALTERNATIVES, [STEPS, WORSE], strict=True):
            worth = round(equity * 10_000)
            alternatives += struct.pack("<4sh5HB", packed(steps, 4), worth, 5000, 0, 0, 0, 0, played)
        values = [round(equity * 10_000) for equity in CUBE]
        cubes += struct.pack("<BHBhhhHHHHHHBBB3s", *place, 4, *values, 5000, 0, 0, 0, 0, 0, 0, 0, 2, b"")
    extra = b"" if version == 3 else bytes(4)
    rolls = b"".join(
        struct.pack("<Bh", 2 * (one is not None), round((one or 0) * 10_000)) + extra for one in luck
    )
    head = struct.pack("<BBHHIIH8s", 2, 0, len(luck), len(luck), 0, 0, 0, b"") + text("engine")
    own = bytes([version, 2, 1, 1]) + rolls
    return (
        chunk(b"ANAL", head)
        + chunk(b"EVAL", plays)
        + chunk(b"ALTS", alternatives)
        + chunk(b"CUBE", cubes)
        + chunk(b"GVAN", own)
    )


def file(length: int = 7, *, own: bool = True, blocks: tuple[bytes, ...] = ()) -> bytes:
    """A file of two games; `own`: with the texts that only GammonView writes."""
    limit = struct.pack("<H", 64) + bytes(6)
    head = (
        struct.pack("<HBBHHBBIH8s", length, 2, 1 | 4, 2, 0, 0, 1, 0, 8, limit) + text("Anna") + text("Bjarni")
    )
    head += text("Hrafnamót") + text("Reykjavík") if own else b""
    body = chunk(b"MHDR", head) + game(0) + game(1) + b"".join(blocks)
    size = 20 + len(body) + 12 + 8 + 8
    begin = struct.pack("<4sHHHHII", b"OGXM", 1, 3, 1, 3 * (len(blocks) > 1), size, bool(blocks)) + body
    return (
        begin + chunk(b"CSUM", struct.pack("<II", 0, zlib.crc32(begin))) + struct.pack("<4sI", b"END!", size)
    )


def document(length: int = 7) -> dict[str, Any]:
    """The same as GammonView's JSON."""
    alternatives = [
        {"move": steps, "equity": equity, "is_played": played, "eval": {"win": 0.5}, "eval_level": "2ply"}
        for (equity, played), steps in zip(ALTERNATIVES, [STEPS, WORSE], strict=True)
    ]
    names = ("no_double_equity", "double_take_equity", "double_pass_equity")
    cube = dict(zip(names, CUBE, strict=True))
    weighed = {"alternatives": alternatives, "luck": 0.125, "cube_decision": cube}
    plies = [
        {"color": 1, "action_id": 2, "moves": STEPS, "analysis": weighed},
        {"color": 0, "action_id": 17, "moves": OTHER},
        {"color": 1, "action_id": 21},
        {"color": 0, "action_id": 23},
    ]
    games = [{"winner": 0, "points_won": 1, "plies": plies} for _ in range(2)]
    rules = {"crawford": True, "beaver": True, "raccoon": False, "cube_limit": 64}
    players = {"player_white": "Anna", "player_black": "Bjarni", "site": "Reykjavík", "event": None}
    engine = {"analysis_info": {"model_id": "engine"}}
    told = {"match_length": length, **players, **rules, **engine, "games": games}
    copy: dict[str, Any] = json.loads(json.dumps(told))
    return copy


def only(data: bytes | dict[str, Any]) -> Match:
    (match,) = read(data if isinstance(data, bytes) else json.dumps(data)).matches
    return match


def said(match: Match, aspect: str) -> list[Evaluation]:
    events = [event for game in match.games for event in game.events]
    return [event for event in events if isinstance(event, Evaluation) and event.aspect == aspect]


BLOCK = analysis((0.125, -0.5, None, 0.25))


@pytest.mark.parametrize("length", [0, 7])
@pytest.mark.parametrize(
    "data", [lambda length: file(length, blocks=(BLOCK,)), document], ids=["gvab", "gva"]
)
def test_the_match_is_read_as_it_is(data: Any, length: int) -> None:
    match = only(data(length))
    assert kn.replay(match).score == (2, 0)
    assert match.rules == "modern,beavers=on,cube.limit=64"
    assert dict(match.info)["ogxm:site"] == "Reykjavík"
    (first, *_) = said(match, "play")
    assert [(one.choice, one.equity, one.extras) for one in first.candidates] == [
        ("8/5 6/5", 0.5, {"played": "yes"}),
        ("24/21 21/20", -0.25, {}),
    ]
    (cube, *_) = said(match, "cube")
    assert [one.equity for one in cube.candidates] == list(CUBE)
    assert said(match, "luck")[0].luck == 0.125


def test_an_event_is_read_and_each_engine_has_its_luck() -> None:
    assert dict(only(file()).info)["event"] == "Hrafnamót"
    match = only(file(blocks=(analysis((0.125,)), analysis((0.25,)))))
    assert [one.luck for one in said(match, "luck")] == [0.125, 0.25]


@pytest.mark.parametrize("version", [2, 3])
def test_luck_stands_beside_its_roll(version: int) -> None:
    match = only(file(blocks=(analysis((0.125, -0.5, None, 0.25), version),)))
    assert [one.luck for one in said(match, "luck")] == [0.125, -0.5, 0.25]


@pytest.mark.parametrize("version", [1, 9])
def test_no_luck_is_guessed_at(version: int) -> None:
    match = only(file(blocks=(analysis((0.125, 0.25), version),)))
    assert said(match, "luck") == []
    assert said(match, "play")[0].candidates[0].equity == 0.5


def test_who_else_wrote_ogxm_1_began_at_a_score() -> None:
    match = only(file(own=False))
    assert match.games[0].score is not None
    assert match.games[0].score.score == (64, 0)
    assert codes(kn.replay(match).findings) == ["S443"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"equity": "much"},
        {"equity": float("inf")},
        {"move": [{"from": 99, "pips": 1}]},
        {"move": [{"from": 17, "pips": 0}]},
        {"move": None},
        {"eval": {"win": []}},
    ],
)
def test_an_analysis_that_cannot_be_read_is_left_out(wrong: dict[str, Any]) -> None:
    told = document()
    told["games"][0]["plies"][0]["analysis"]["alternatives"][0] |= wrong
    match = only(told)
    assert len(said(match, "play")) == 1
    assert kn.replay(match).score == (2, 0)


@pytest.mark.parametrize(
    ("anchors", "equities"), [({}, [None, None, None]), ({"emg_anchors": [0.25, 0.75]}, [0.2, -0.4, 1.0])]
)
def test_chances_are_no_equities(anchors: dict[str, Any], equities: list[float | None]) -> None:
    cube = {"no_double_equity": 0.55, "double_take_equity": 0.4, "double_pass_equity": 0.75, **anchors}
    (found,) = evaluations({"analysis": {"cube_decision": cube}}, 0, "", "cubeful_match")
    assert [one.equity for one in found.candidates] == equities
    assert [one.extras["mwc"] for one in found.candidates] == ["0.55", "0.4", "0.75"]
    assert evaluations({"analysis": cube}, 0, "", "cubeful_match") == [found]


@pytest.mark.skipif(not SAMPLES, reason="KOTRA_GAMMONVIEW names no folder with GammonView's samples")
def test_the_forms_of_a_match_are_the_same_match() -> None:
    names = {path.stem for path in Path(SAMPLES).glob("gv/*.gvab")}
    assert names
    for name in sorted(names):
        paths = [next(Path(SAMPLES).glob(f"{form}/{name}.*")) for form in ("mat", "xg", "gv")]
        results = []
        for path in paths:
            replayed = kn.replay(kn.read(path).matches[0])
            winners = [
                None if one.winner is None else replayed.match.players[one.winner].name
                for one in replayed.games
            ]
            turns = [sum(isinstance(event, Turn) for event in game.events) for game in replayed.match.games]
            results.append((sorted(replayed.score), winners, turns))
        assert results[1:] == results[:-1], name
