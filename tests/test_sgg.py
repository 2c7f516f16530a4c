"""GamesGrid records: what a line says, what is written, and what GNU Backgammon makes of it."""

from __future__ import annotations

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
    Double,
    Draw,
    Drop,
    Evaluation,
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
from kotra_notation.replay import Wants, completed, replay
from referees import models, transcripts
from referees.games import quick_match, random_match
from referees.sessions import danced, implied_out, random_session
from referees.witness import imported, said_of, valued

HEAD = "anna vs. bjarni\nGame 1.0-0/5\n\n"
NAMES = (Player(name="anna"), Player(name="bjarni"))


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def test_of_a_letter_above_a_record_the_lines_without_a_meaning_are_said() -> None:
    found = read(f"Hæ Björn,\nhere it is!\nit was fun\n\n{HEAD}").findings
    assert [(one.code, one.severity, one.span and one.span.line) for one in found] == [
        ("N102", "note", 2),
        ("N102", "note", 3),
    ]


def events(rows: str, head: str = HEAD) -> tuple[Event, ...]:
    """What the lines of a game say, none of it in doubt."""
    reading = read(head + rows)
    assert (reading.format, reading.findings) == ("sgg", ())
    return reading.matches[0].games[0].events


def head(text: str, game: str = "Game 1.0-0/5") -> Match:
    reading = read(f"anna vs. bjarni\n{text}\n{game}\n")
    said = ["by hand"] if "by hand" in text else []  # a line without a meaning
    assert [one.written for one in reading.findings] == said
    return reading.matches[0]


def match(*acts: Event, length: int | None = 5, rules: str | None = None, **other: object) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=acts)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), **other)  # type: ignore[arg-type]


lost = partial(transcripts.lost, notation="sgg")


def rows(*acts: Event) -> list[str]:
    """The lines of a game, with nothing lost."""
    assert lost(match(*acts)) == []
    return [line for line in content(match(*acts)).split("Game", 1)[1].split("\n")[1:] if line]


def content(*matches: Match) -> str:
    written = write_matches(matches, "sgg").content
    assert isinstance(written, str)
    return written


def turn(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=Play(hops=tuple(Hop(*hop) for hop in hops)))


DANCE = Turn(seat=0, dice=(6, 2), deed=CannotMove())
OPENING = turn(0, 31, (8, 5), (6, 5))


# reading


@pytest.mark.parametrize(
    "lines",
    [
        "1\t31:\n1\t31: 8/5, 6/5\n",
        "1\t31: 8/5, 6/5\n",
        "1\t31: 8/5 6/5\n",
        "1\t31:\n1\t31:\n1\t31: 8/5, 6/5\n1\t31: 8/5, 6/5\n1\t31:\n",
        "1\t31: \n1\t31: 8/5,6/5.\n",
        "1\t31:\n\n1\t3-1: 8-5, 6-5\n",
        "  1      31:\n  1      31: 8/5, 6/5\n",
    ],
)
def test_a_throw_and_its_play_are_one_turn(lines: str) -> None:
    assert events(lines) == (OPENING,)


def test_two_tabs_are_the_second_side() -> None:
    assert events("1\t\t31:\n1\t\t31: 8/5, 6/5\n") == (turn(1, 31, (8, 5), (6, 5)),)
    assert events("1               31: 8/5, 6/5\n") == (turn(1, 31, (8, 5), (6, 5)),)


def test_every_kind_of_hop() -> None:
    assert events("9\t11: bar/24*, 8/7(2), 6/off\n") == (turn(0, 11, (25, 24, 1), (8, 7), (8, 7), (6, 0)),)


def test_a_dance_repeated_is_one() -> None:
    assert events("3\t62: O-O\n3\t62: O-O\n3\t\t62: O-O\n4\t62: o-o\n") == (
        DANCE,
        Turn(seat=1, dice=(6, 2), deed=CannotMove()),
        DANCE,
    )


@pytest.mark.parametrize("dice", [" -", " -:", " -: O-O"])
def test_a_side_closed_out_has_no_dice(dice: str) -> None:
    assert events(f"30\t{dice}\n") == (Turn(seat=0, dice=(0, 0), deed=CannotMove()),)


def test_the_cube() -> None:
    assert events(
        "2\tDouble to 2\n2\tDouble to 2\n2\t\tAccept\n2\t\tAccept\n5\t\tdouble to 4\n6\tBeaver to 8\n"
        "6\t\tRaccoon to 16\n7\tDouble to 32\n7\t\tPass\n"
    ) == (
        Double(seat=0, value=2),
        Take(seat=1),
        Double(seat=1, value=4),
        Beaver(seat=0, value=8),
        Beaver(seat=1, value=16, level=2),
        Double(seat=0, value=32),
        Drop(seat=1),
    )


def test_automatic_doubles() -> None:
    lines = "11: Automatic double\n1\t44: Automatic double to 4\n00: Automatic double\n"
    assert events(lines) == (
        Opening(dice=(1, 1)),
        AutomaticDouble(),
        Opening(dice=(4, 4)),
        AutomaticDouble(value=4),
        AutomaticDouble(),
    )


@pytest.mark.parametrize("lines", ["5\t62:\n5\tResign\n", "5\t62:\n5\t62: Resign\n", "5\t62: Resign\n"])
def test_a_resignation_behind_a_throw(lines: str) -> None:
    thrown = Turn(seat=0, dice=(6, 2), deed=Blank())
    assert events(lines + "bjarni wins 2 points.\n") == (
        thrown,
        Resignation(seat=0),
        ResultClaim(seat=1, points=2),
    )


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("bjarni wins 2 points.", ResultClaim(seat=1, points=2)),
        ("Anna  wins 1 point", ResultClaim(seat=0, points=1)),
        ("anna wins 3 points and the match.", ResultClaim(seat=0, points=3, match=True)),
    ],
)
def test_results(line: str, claim: ResultClaim) -> None:
    assert events(line + "\n") == (claim,)


def test_other_lines_are_comments() -> None:
    lines = "hello\n2 good rolls: yes\n\nsomebody wins 2 points.\n1\t31: 8/5, 6/5\nwell played\n"
    assert events(lines) == (
        Comment(text="hello\n2 good rolls: yes"),
        Comment(text="somebody wins 2 points."),
        OPENING,
        Comment(text="well played"),
    )


def test_headers() -> None:
    read_head = head(
        "Saturday March 07, 2026\nGamesGrid\nELO: 1650.50 120 1700 0\nRated: Yes\nTable: 5\nby hand\n"
    )
    assert read_head.info == (
        ("date", "2026-03-07"),
        ("place", "GamesGrid"),
        ("sgg:Rated", "Yes"),
        ("sgg:Table", "5"),
        ("sgg:line", "by hand"),
    )
    assert read_head.players == (
        Player(name="anna", rating="1650.50", extras={"sgg:Experience": "120"}),
        Player(name="bjarni", rating="1700"),
    )


@pytest.mark.parametrize(
    ("lines", "game", "rules"),
    [
        ("Jacoby: No\nCrawford: Yes\nDoubling Cube: Yes\nVariant: Backgammon", "Game 1.0-0/5", None),
        ("Crawford: No", "Game 1.0-0/5", "modern,crawford=off"),
        ("Crawford: No\nBeavers: No", "Game 1.0-0", "modern,beavers=off"),
        ("Jacoby: Yes\nBeavers: Yes\nRaccoons: No", "Game 1.0-0", "modern,texas=on,beavers=on,raccoons=off"),
        ("Automatic Doubles: Yes", "Game 1.0-0", "modern,auto_doubles=1"),
        ("Automatic Doubles: Yes", "Game 1.0-0\n33: Automatic double\n11: Automatic double",
         "modern,auto_doubles=2"),
        ("Doubling Cube: No\nVariant: NackGammon", "Game 1.0-0", "modern,cube.limit=1,variant=nackgammon"),
    ],
)  # fmt: skip
def test_rules(lines: str, game: str, rules: str | None) -> None:
    assert head(lines, game).rules == rules


def test_rules_of_money_in_a_match_are_kept_as_they_stand() -> None:
    read_head = head("Jacoby: Yes\nBeavers: No")
    assert (read_head.rules, read_head.info) == (None, (("sgg:Jacoby", "Yes"),))


def test_lengths() -> None:
    assert head("", "Game 1.0-0/7").length == 7
    assert head("", "Game 1.0-0").length == 0
    assert head("Match Length: 7", "Game 1.0-0").length == 7
    reading = read("a vs. b\nMatch Length: 5\nGame 1.0-0/7\n")
    assert ([found.kind.name for found in reading.findings], reading.matches[0].length) == (
        ["witness-disagrees"],
        7,
    )


def test_a_star_is_kept_where_the_score_does_not_put_it() -> None:
    def extras(games: str) -> list[list[str]]:
        return [
            [event.value for event in game.events if isinstance(event, Extra)]
            for game in read(f"a vs. b\n{games}").matches[0].games
        ]

    assert extras("Game 1.0-2*/3\nGame 2.1-2/3\n") == [[], []]
    assert extras("Game 1.0-2/3\nGame 2.1-2*/3\n") == [[""], ["*"]]


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        ("1\t31: 8/5, 6/$\n", ["unreadable-cell"]),
        ("1\t31:\n1\t31: 8/5, 6/$\n1\t31: 8/5, 6/$\n", ["unreadable-cell"]),
        ("1\t31: 8/5, 6/5\n1\t31: 24/23, 13/10\n", ["witness-disagrees"]),
        ("1\tDobule to 2\n", ["unreadable-cell"]),
        ("Game 2.1-0/7\n", ["witness-disagrees"]),
    ],
)
def test_what_is_said_of_a_faulty_record(lines: str, kinds: list[str]) -> None:
    assert [found.kind.name for found in read(HEAD + lines).findings] == kinds


def test_what_cannot_be_read_is_kept() -> None:
    kept = read(HEAD + "1\t31: 8/5, 6/$\n2\t$$\n").matches[0].games[0].events
    assert kept == (
        Turn(seat=0, dice=(3, 1), deed=Unread(text="8/5, 6/$")),
        Extra(key="sgg:line", value="2\t$$"),
    )


def test_several_matches() -> None:
    both = [match(OPENING), match(Take(seat=1), length=0)]
    assert list(read(content(*both)).matches) == both


@pytest.mark.parametrize(
    "text", ["anna vs. bjarni\n", " 5 point match\n\n Game 1\n a : 0    b : 0\n", "x\n" * 99]
)
def test_other_files_are_not_taken_for_it(text: str) -> None:
    assert read(text).format != "sgg"


# writing


def test_the_layout() -> None:
    written = Match(
        players=(Player(name="anna", rating="1650.50"), Player(name="bjarni")),
        length=3,
        info=(("date", "2026-03-07"), ("place", "GamesGrid"), ("sgg:Rated", "Yes")),
        games=(
            Game(
                number=1,
                score=ScoreClaim(score=(0, 2)),
                events=(
                    turn(1, 31, (8, 5), (6, 5)),
                    DANCE,
                    Comment(text="well"),
                    turn(1, 66, (25, 19, 1), (6, 0)),
                    Resignation(seat=0),
                    ResultClaim(seat=1, points=1, match=True),
                ),
            ),
        ),
    )
    assert lost(written) == []
    assert content(written) == (
        "                    anna vs. bjarni\n"
        "Saturday March 07, 2026\n"
        "GamesGrid\n"
        "Rated: Yes\n"
        "ELO: 1650.50 0 0 0\n"
        "Jacoby: No\n"
        "Automatic Doubles: No\n"
        "Crawford: Yes\n"
        "Beavers: No\n"
        "Raccoons: No\n"
        "Doubling Cube: Yes\n"
        "Variant: Backgammon\n"
        "Match Length: 3\n"
        "Game 1.0-2*/3\n"
        "\n"
        "1\t\t31:\n"
        "1\t\t31: 8/5, 6/5\n"
        "2\t62: O-O\n"
        "well\n"
        "2\t\t66:\n"
        "2\t\t66: 25/19*, 6/0\n"
        "3\tResign\n"
        "bjarni wins 1 point and the match.\n"
        "\n"
    )
    assert read(content(written)).matches == (written,)


def test_money_leaves_open_what_is_not_stated() -> None:
    written = content(match(length=0)).splitlines()
    assert written[1:-2] == [
        "Crawford: No",
        "Doubling Cube: Yes",
        "Variant: Backgammon",
        "Match Length: 0",
        "Game 1.0-0",
    ]


def test_what_results_and_first_turns_say_is_not_lost() -> None:
    thrown = Turn(seat=0, dice=(6, 2), deed=Blank())
    resigned = (Resignation(seat=0, size=2), ResignationAnswer(seat=1, accepted=True))
    result = ResultClaim(seat=1, points=2)
    assert rows(thrown, *resigned, result) == ["1\t62: Resign", "bjarni wins 2 points."]
    assert rows(Opening(dice=(3, 1)), OPENING) == rows(OPENING)
    assert rows(ResultClaim(seat=0, points=2, lost=True), result) == rows(result)


def test_automatic_doubles_are_written_with_their_dice() -> None:
    tie = (Opening(dice=(3, 3)), AutomaticDouble(value=2))
    assert rows(*tie, AutomaticDouble()) == ["33: Automatic double to 2", "00: Automatic double"]


@pytest.mark.parametrize("black", [0, 1])
def test_behind_a_tie_the_first_turn_tells_the_opening_throw(black: int) -> None:
    begun = turn(black, 31, (8, 5), (6, 5))
    (back,) = read(content(match(Opening(dice=(3, 3)), AutomaticDouble(value=2), begun))).matches
    events = back.games[0].events
    assert events[:3] == (
        Opening(dice=(3, 3)),
        AutomaticDouble(value=2),
        Opening(dice=(1, 3) if black else (3, 1)),
    )
    assert "tie-played" not in [found.kind.name for found in replay(back).findings]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Comment(text="1\t31: 8/5"), "L601"),
        (Comment(text=" leading"), "L601"),
        (Comment(text="anna wins 1 point."), "L601"),
        (Comment(text="Game 2.0-0/5"), "L601"),
        (Comment(text="a", author="Ari"), "L602"),
        (Evaluation(aspect="play"), "L602"),
        (Extra(key="mat:line", value="hm"), "L602"),
        (Opening(dice=(3, 3)), "L604"),
        (Resignation(seat=0, size=2), "L604"),
        (Settlement(seat=0, points=2), "L604"),
        (Forfeit(seat=0), "L604"),
        (Draw(), "L604"),
        (Beaver(seat=0, value=4, level=3), "L604"),
        (Turn(seat=0, dice=(3, 1), deed=NotRecorded()), "L604"),
        (Turn(seat=0, dice=(3, 1), deed=Unread(text="8/$")), "L604"),
        (Turn(seat=0, dice=(3, 1), deed=Play(hops=())), "L604"),
        (turn(0, 31, (30, 27)), "L604"),
        (Turn(seat=0, dice=(31, 1), deed=Blank()), "L604"),
        (ResultClaim(seat=0), "L609"),
        (ResultClaim(seat=0, points=1.5), "L609"),
        (ResultClaim(seat=0, points=2, kind="gammon"), "L609"),
        (ScoreClaim(score=(1, 0)), "L609"),
    ],
)
def test_what_is_lost_is_said(event: Event, code: str) -> None:
    assert [found[0] for found in lost(match(event))] == [code]


def test_a_refused_resignation_is_lost() -> None:
    refused = (Resignation(seat=0), ResignationAnswer(seat=1, accepted=False))
    assert [found[0] for found in lost(match(*refused, ResultClaim(seat=1, points=1)))] == ["L604", "L604"]


@pytest.mark.parametrize(
    "header",
    [
        ("event", "x"),
        ("place", "Rated: x"),
        ("date", "March"),
        ("sgg:a:b", "x"),
        ("sgg:ELO", "1 1 1 1"),
        ("place", ""),
    ],
)
def test_headers_that_are_lost(header: tuple[str, str]) -> None:
    assert [found[0] for found in lost(match(info=(header,)))] == ["L603"]


@pytest.mark.parametrize(
    ("rules", "length", "options"),
    [
        ("modern,texas=on", 5, ["texas=on"]),
        ("modern,auto_doubles=3", 0, ["auto_doubles=3"]),
        ("modern,cube.limit=64,dice.cocked=one", 5, ["cube.limit=64", "dice.cocked=one"]),
    ],
)
def test_rules_that_are_lost(rules: str, length: int, options: list[str]) -> None:
    assert lost(match(rules=rules, length=length)) == [("L605", option) for option in options]


@pytest.mark.parametrize("name", ["a vs. b", "An\nna", " anna"])
def test_names_that_would_be_read_otherwise(name: str) -> None:
    written = Match(players=(Player(name=name), Player(name="b")), length=1, games=(Game(number=1),))
    assert {found[0] for found in lost(written)} == {"L603"}


def test_a_result_between_sides_of_one_name_is_lost() -> None:
    twins = Match(
        players=(Player(name="a"), Player(name="a")),
        length=1,
        games=(Game(number=1, score=ScoreClaim(score=(0, 0)), events=(ResultClaim(seat=1, points=1),)),),
    )
    assert [found[0] for found in lost(twins)] == ["L609"]


# in both directions


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6))
def test_lawful_matches_come_back(seed: int) -> None:
    lawful, session = danced(random_match(seed, said=True)), danced(random_session(seed, games=2))
    assert lost(lawful) == []
    # Who resigns while a double is open did so by the result alone.
    assert {code for code, _ in lost(session)} <= {"L604"}
    for one in (lawful, session):
        (back,) = read(content(one)).matches
        resigned = not lost(one)
        assert implied_out(back, resigned=resigned) == implied_out(one, resigned=resigned)
        assert content(*read(content(one)).matches) == content(one)


@settings(max_examples=150, deadline=None)
@given(models.matches)
def test_whatever_is_not_said_to_be_lost_comes_back(one: Match) -> None:
    writing = write_matches([one], "sgg")
    reading = read_source(Source(content(one).encode("utf-8", "replace")), "sgg")
    if not writing.findings:
        (back,) = reading.matches
        assert [game.events for game in implied_out(back).games] == [
            game.events for game in implied_out(one).games
        ]
    again = content(*reading.matches)
    assert content(*read_source(Source(again.encode("utf-8", "replace")), "sgg").matches) == again


def test_a_match_text_becomes_a_record_without_loss() -> None:
    one = completed(replay(quick_match(7)), Wants(single_steps=True, says_dances=True))
    assert lost(one) == []
    assert not any(
        isinstance(event, Turn) and isinstance(event.deed, Blank)
        for game in read(content(one)).matches[0].games
        for event in game.events
    )


@pytest.mark.parametrize("seed", range(4))
def test_gnu_backgammon_imports_the_same_match(seed: int, tmp_path: Path) -> None:
    one = danced(random_match(seed, said=True)) if seed % 2 else danced(random_session(seed))
    assert said_of(imported("sgg", content(one), tmp_path), swapped=True) == said_of(valued(one))


def test_the_made_sample_is_read_as_gnu_backgammon_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.sgg").read_bytes()
    (one,) = read(data).matches
    assert said_of(imported("sgg", data, tmp_path), swapped=True) == said_of(one)


@pytest.mark.parametrize("line", ["hm\n", "1\t", "9\t31: 8/5,\n", " vs. ", "wins 1 ", "Game 1.0-0\n", "\n"])
def test_long_files_take_no_longer_than_they_are_long(line: str) -> None:
    read(HEAD + line * 20_000)
