"""TrueMoneyGames files: what a record says, what is written, and what GNU Backgammon makes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Comment,
    Deed,
    Double,
    Drop,
    Event,
    Extra,
    Forfeit,
    Game,
    Hop,
    Match,
    NotRecorded,
    Opening,
    Play,
    Player,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Settlement,
    Take,
    Turn,
    Unread,
)
from referees import models, transcripts
from referees.games import random_match
from referees.sessions import danced, implied_out, random_session
from referees.witness import imported, said_of, valued

HEAD = "Player1: 1 anna 0.0\nPlayer2: 2 bjarni 0.0\nLength: 5\n\nGame 1: 0-0\n"
NAMES = (Player(name="anna"), Player(name="bjarni"))


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def events(rows: str) -> tuple[Event, ...]:
    """What the records of a game say, none of it in doubt."""
    reading = read(HEAD + rows)
    assert (reading.format, reading.findings) == ("tmg", ())
    return reading.matches[0].games[0].events


def head(text: str) -> Match:
    reading = read(f"Player1: 1 anna 0.0\nPlayer2: 2 bjarni 0.0\n{text}\nGame 1: 0-0\n")
    assert reading.findings == ()
    return reading.matches[0]


def match(*acts: Event, length: int | None = 5, rules: str | None = None, **other: object) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=acts)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), **other)  # type: ignore[arg-type]


lost = partial(transcripts.lost, notation="tmg")


def content(*matches: Match) -> str:
    written = write_matches(matches, "tmg").content
    assert isinstance(written, str)
    return written


def rows(*acts: Event) -> list[str]:
    """The records of a game, with nothing lost."""
    assert lost(match(*acts)) == []
    return content(match(*acts)).split("Game", 1)[1].splitlines()[1:]


def turn(seat: int, dice: int, deed: Deed | None = None, *hops: tuple[int, ...]) -> Turn:
    played = deed or Play(hops=tuple(Hop(*hop) for hop in hops))
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=played)


OPENING = turn(0, 31, None, (8, 5), (6, 5))


# reading


@pytest.mark.parametrize(
    "lines",
    [
        "   1  1 31:\n   1  4 8/5 6/5\n",
        "1 1 3-1\n1 4 8-5 6-5\n",
        "\t7 1 31:\n\n\t7 4 8/5, 6/5 \n",
    ],
)
def test_a_throw_and_its_play_are_one_turn(lines: str) -> None:
    assert events(lines) == (OPENING,)


@pytest.mark.parametrize(
    ("written", "deed"),
    [
        ("-2 4 bar/24* 8/7(2) 6/off", Play(hops=(Hop(25, 24, 1), Hop(8, 7), Hop(8, 7), Hop(6, 0)))),
        ("-2 4 0/0", CannotMove()),
        ("-2 4 0/0 0/0", CannotMove()),
        ("-2 4 Cannot move", CannotMove()),
        ("-2 4", Blank()),
        ("", Blank()),
    ],
)
def test_deeds(written: str, deed: Deed) -> None:
    assert events(f"  -2  1 11:\n{written}\n") == (turn(1, 11, deed),)


def test_the_cube() -> None:
    lines = (
        "0 2 Automatic to 2\n1 5 Double to 4\n-2 7 Take\n-3 5 Double to 8\n4 8 Beaver to 16\n"
        "-5 8 Beaver to 32\n6 7 Take\n7 5 Double\n-8 10 Pass\n"
    )
    assert events(lines) == (
        AutomaticDouble(value=2),
        Double(seat=0, value=4),
        Take(seat=1),
        Double(seat=1, value=8),
        Beaver(seat=0, value=16),
        Beaver(seat=1, value=32, level=2),
        Double(seat=0),
        Drop(seat=1),
    )


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("-9 14 2 bjarni wins 2 points", ResultClaim(seat=1, points=2)),
        ("9 15 4 anna wins 4 points", ResultClaim(seat=0, points=4, kind="gammon")),
        ("0 16 3 bjarni wins 3 points", ResultClaim(seat=1, points=3, kind="backgammon")),
        ("9 14 1", ResultClaim(seat=0, points=1)),
        ("9 14 1 anna wins 1 point and the match", ResultClaim(seat=0, points=1, match=True)),
    ],
)
def test_results(line: str, claim: ResultClaim) -> None:
    assert events(line + "\n") == (claim,)


def test_automatic_doubles_that_are_written_are_allowed() -> None:
    reading = read(HEAD + "0 2 Automatic to 2\n0 2 Automatic to 4\n")
    assert reading.matches[0].rules == "modern,auto_doubles=2"
    assert lost(match(AutomaticDouble(), length=0, rules="modern,auto_doubles=1")) == []


def test_a_side_is_out_of_time() -> None:
    lines = "-8 1 ?\n-8 17 bjarni is out of time\n0 22 anna\n"
    forfeits = (Forfeit(seat=1, reason="time"), Forfeit(seat=0, reason="time"))
    assert events(lines) == (Extra(key="tmg:row", value="-8 1 ?"), *forfeits)


def test_what_a_game_holds_beside_its_turns_is_kept() -> None:
    lines = "Beavers: 1\n0 19 57.68 0.00 43.57 0.00 Settlement\n"
    assert events(lines) == (
        Extra(key="tmg:Beavers", value="1"),
        Extra(key="tmg:row", value="0 19 57.68 0.00 43.57 0.00 Settlement"),
    )


def test_headers() -> None:
    read_head = read(
        "MatchID: 12\nPlayer1: 1 anna 100.0\nPlayer2: 77 Jón Ari 5\nStake: 1\n"
        "Startdate: 2026-03-07 10:00:00\nLength: 3\nNew: x\nCube: 1\n"
    ).matches[0]
    assert (
        read_head.players
        == (
            Player(name="anna", extras={"tmg:Table stake": "100.0"}),
            Player(name="Jón Ari", extras={"tmg:Table stake": "5", "tmg:Number": "77"}),
        )
        or read_head.games
    )  # a head alone is not recognised; see below
    assert read_head.info == (
        ("tmg:MatchID", "12"),
        ("tmg:Stake", "1"),
        ("date", "2026-03-07"),
        ("time", "10:00:00"),
        ("tmg:New", "x"),
    )


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        ("Length: 3\nJacoby: 0\nCrawford: 1\nCube: 1\nVariant: 1", None),
        ("Length: 3\nCrawford: 0\nMaxCube: 64", "modern,crawford=off,cube.limit=64"),
        ("Length: 0\nJacoby: 1\nBeavers: 1\nRaccoons: 0", "modern,texas=on,beavers=on,raccoons=off"),
        ("Length: 0\nCube: 0\nVariant: 2", "modern,cube.limit=1,variant=nackgammon"),
    ],
)
def test_rules(lines: str, rules: str | None) -> None:
    assert (head(lines).rules, head(lines).info) == (rules, ())


def test_rules_that_say_nothing_known_are_kept_as_they_stand() -> None:
    read_head = head("Length: 3\nJacoby: 1\nCube: 0\nMaxCube: 64")
    assert read_head.rules == "modern,cube.limit=1"
    assert read_head.info == (("tmg:Jacoby", "1"), ("tmg:MaxCube", "64"))


@pytest.mark.parametrize(
    ("lines", "kinds", "kept"),
    [
        ("1 1 31:\n1 4 8/$\n", ["unreadable-cell"], turn(0, 31, Unread(text="8/$"))),
        ("1 99 what\n", ["unreadable-line"], Extra(key="tmg:row", value="1 99 what")),
        ("1 5 Double two\n", ["unreadable-line"], Extra(key="tmg:row", value="1 5 Double two")),
        ("1 14 nobody\n", ["unreadable-line"], Extra(key="tmg:row", value="1 14 nobody")),
        ("hello\n", ["unreadable-line"], Extra(key="tmg:line", value="hello")),
        ("1 14 1 bjarni wins 1 point\n", ["witness-disagrees"], ResultClaim(seat=0, points=1)),
        ("1 4 8/5\n", [], Turn(seat=0, dice=(0, 0), deed=Play(hops=(Hop(8, 5),)))),
    ],
)
def test_what_is_said_of_a_faulty_record(lines: str, kinds: list[str], kept: Event) -> None:
    reading = read(HEAD + lines)
    assert [found.kind.name for found in reading.findings] == kinds
    assert reading.matches[0].games[0].events == (kept,)


def test_a_match_without_length_or_names() -> None:
    found = read_source(Source(b"Jacoby: 0\nGame 1: 0-0\n"), "tmg").findings
    assert [one.kind.name for one in found] == ["names-missing", "length-missing"]


def test_several_matches() -> None:
    both = [match(OPENING), match(Take(seat=1), length=0, info=(("tmg:MatchID", "2"),))]
    assert list(read(content(*both)).matches) == both


@pytest.mark.parametrize("text", ["Player1: a\nPlayer2: b\n", "Game 1: 0-0\n", "Event: x\nLength: 3\n"])
def test_other_files_are_not_taken_for_it(text: str) -> None:
    assert read(text).format != "tmg"


# writing


def test_the_layout() -> None:
    written = match(
        turn(1, 31, None, (8, 5), (6, 5)),
        turn(0, 62, CannotMove()),
        Double(seat=1, value=2),
        Beaver(seat=0, value=4),
        turn(1, 66, None, (25, 19, 1), (6, 0)),
        ResultClaim(seat=1, points=8, kind="gammon", match=True),
        info=(("tmg:MatchID", "7"), ("date", "2026-03-07"), ("time", "10:00")),
        length=0,
        rules="modern,texas=on,beavers=on,cube.limit=64",
    )
    assert lost(written) == []
    assert content(written) == (
        "MatchID: 7\n"
        "Player1: 1 anna 0.0\n"
        "Player2: 2 bjarni 0.0\n"
        "Startdate: 2026-03-07 10:00\n"
        "Jacoby: 1\n"
        "Beavers: 1\n"
        "Crawford: 0\n"
        "Cube: 1\n"
        "MaxCube: 64\n"
        "Variant: 1\n"
        "Length: 0\n"
        "\n"
        "Game 1: 0-0\n"
        "  -1  1 31:\n"
        "  -1  4 8/5 6/5\n"
        "   2  1 62:\n"
        "   2  4 0/0\n"
        "  -3  5 Double to 2\n"
        "   4  8 Beaver to 4\n"
        "  -5  7 Take\n"
        "  -6  1 66:\n"
        "  -6  4 25/19* 6/0\n"
        "  -7 15 8 bjarni wins 8 points and the match\n"
    )
    (back,) = read(content(written)).matches
    assert back == written


def test_what_results_and_first_turns_say_is_not_lost() -> None:
    resigned = (Resignation(seat=0, size=2), ResignationAnswer(seat=1, accepted=True))
    result = ResultClaim(seat=1, points=2)
    assert rows(Opening(dice=(3, 1)), OPENING, *resigned, result) == rows(OPENING, result)


def test_what_was_kept_is_written_as_it_stood() -> None:
    kept = (
        Extra(key="tmg:Beavers", value="1"),
        Extra(key="tmg:row", value="-8 1 ?"),
        Extra(key="tmg:row", value="0 19 5 0 4 0 Settlement"),
        Extra(key="tmg:row", value="1 99 what"),
        Extra(key="tmg:line", value="hello"),
    )
    assert read(content(match(*kept))).matches[0].games[0].events == kept


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Comment(text="well"), "L601"),
        (Extra(key="mat:line", value="hm"), "L602"),
        (Extra(key="tmg:row", value="1 7 Take"), "L602"),
        (Extra(key="tmg:Player1", value="1 x"), "L602"),
        (Opening(dice=(3, 3)), "L604"),
        (Resignation(seat=0, size=2), "L604"),
        (Settlement(seat=0, points=2), "L604"),
        (Forfeit(seat=0), "L604"),
        (Forfeit(seat=0, scope="match", reason="time"), "L604"),
        (Beaver(seat=0, value=4, level=2), "L604"),
        (turn(0, 31, NotRecorded()), "L604"),
        (turn(0, 31, Unread(text="8/$")), "L604"),
        (turn(0, 31, Play(hops=())), "L604"),
        (turn(0, 31, None, (30, 27)), "L604"),
        (turn(0, 31, None, (0, 0)), "L604"),
        (Turn(seat=0, dice=(31, 1), deed=Blank()), "L604"),
        (ResultClaim(seat=0), "L609"),
        (ResultClaim(seat=0, points=1.5), "L609"),
        (ResultClaim(seat=0, points=2, kind="single"), "L609"),
        (ScoreClaim(score=(1, 0)), "L609"),
    ],
)
def test_what_is_lost_is_said(event: Event, code: str) -> None:
    assert [found[0] for found in lost(match(event))] == [code]


def test_a_take_of_a_beaver_is_lost() -> None:
    acts = (Double(seat=0, value=2), Beaver(seat=1, value=4), Take(seat=0), OPENING)
    assert [found[0] for found in lost(match(*acts))] == ["L604"]


@pytest.mark.parametrize(
    "header",
    [
        ("event", "x"),
        ("date", "2026.03.07"),
        ("time", "10:00"),
        ("date", "March"),
        ("tmg:Length", "3"),
        ("tmg:Variant", "2"),
    ],
)
def test_headers_that_are_lost(header: tuple[str, str]) -> None:
    assert [found[0] for found in lost(match(info=(header,)))] == ["L603"]


@pytest.mark.parametrize(
    ("rules", "length", "options"),
    [
        ("modern,texas=on", 5, ["texas=on"]),
        ("modern,auto_doubles=3", 0, ["auto_doubles=3"]),
        ("modern,variant=hypergammon,cube.limit=0", 5, ["variant=hypergammon", "cube.limit=0"]),
    ],
)
def test_rules_that_are_lost(rules: str, length: int, options: list[str]) -> None:
    assert lost(match(rules=rules, length=length)) == [("L605", option) for option in options]


@pytest.mark.parametrize(
    "player", [Player(name="An\nna"), Player(name="a", rating="1500"), Player(name="a", extras={"x": "y"})]
)
def test_what_a_line_of_a_player_cannot_hold(player: Player) -> None:
    written = Match(players=(player, Player(name="b")), length=1, games=(Game(number=1),))
    assert [found[0] for found in lost(written)] == ["L603"]


# in both directions


def unsaid(one: Match) -> Match:
    """Return the match without what this notation cannot hold: opening rolls and offers to resign."""
    games = tuple(
        replace(game, events=tuple(event for event in game.events if not isinstance(event, Opening)))
        for game in implied_out(one, resigned=False).games
    )
    return replace(one, games=games)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_lawful_matches_come_back(seed: int) -> None:
    lawful, session = danced(random_match(seed)), danced(random_session(seed, games=2))
    assert lost(lawful) == []
    assert {code for code, _ in lost(session)} <= {"L604", "L605"}  # L605: more allowed than there were
    for one in (lawful, session):
        (back,) = read(content(one)).matches
        assert replace(back, rules=one.rules) == unsaid(one)
        assert content(*read(content(one)).matches) == content(one)


@settings(max_examples=150, deadline=None)
@given(models.matches)
def test_whatever_is_not_said_to_be_lost_comes_back(one: Match) -> None:
    writing = write_matches([one], "tmg")
    reading = read_source(Source(content(one).encode("utf-8", "replace")), "tmg")
    if not writing.findings:
        (back,) = reading.matches
        expected = implied_out(one, resigned=False)
        assert [game.events for game in back.games] == [game.events for game in expected.games]
    again = content(*reading.matches)
    assert content(*read_source(Source(again.encode("utf-8", "replace")), "tmg").matches) == again


def test_a_line_in_the_head_that_cannot_be_read_is_said_once() -> None:
    found = read(f"Hæ Björn,\n{HEAD}").findings
    assert [(one.code, one.span and one.span.line) for one in found] == [("N102", 1)]


@pytest.mark.parametrize("seed", range(4))
def test_gnu_backgammon_imports_the_same_match(seed: int, tmp_path: Path) -> None:
    one = danced(random_match(seed, said=True)) if seed % 2 else danced(random_session(seed))
    assert said_of(imported("tmg", content(one), tmp_path), swapped=True) == said_of(valued(one))


def test_the_made_sample_is_read_as_gnu_backgammon_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.tmg").read_bytes()
    (one,) = read(data).matches
    assert said_of(imported("tmg", data, tmp_path), swapped=True) == said_of(one)


@pytest.mark.parametrize("line", ["hm\n", "1\t", "1 4 8/5 ", "Player1: 1 ", "Game 1: 0-0\n", "0/0 ", "\n"])
def test_long_files_take_no_longer_than_they_are_long(line: str) -> None:
    read(HEAD + line * 20_000)
