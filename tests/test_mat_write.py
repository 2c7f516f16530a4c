"""Writing match text: the layout, and a finding for whatever it cannot hold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from kotra_notation.board import Position
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.mat.dialects import LAYOUTS
from kotra_notation.model import (
    Annotation,
    AutomaticDouble,
    AwardClaim,
    Beaver,
    Blank,
    CannotMove,
    Clock,
    Comment,
    Deed,
    Double,
    Draw,
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
    Opening,
    PhaseStart,
    Play,
    Player,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Unread,
    Video,
    VoidThrow,
)
from referees import transcripts

NAMES = (Player(name="Anna"), Player(name="Þórdís"))


def match(
    *events: Event,
    length: int | None = 5,
    rules: str | None = None,
    info: tuple[tuple[str, str], ...] = (),
    remarks: tuple[Annotation, ...] = (),
) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=events)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), info=info, remarks=remarks)


def play(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return turn(seat, dice, Play(hops=tuple(Hop(*hop) for hop in hops)))


def turn(seat: int, dice: int, deed: Deed) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


text = partial(transcripts.written, notation="mat")


def rows(*events: Event) -> list[str]:
    return text(match(*events)).splitlines()[4:-1]


lost = partial(transcripts.lost, notation="mat")


def back(written: Match) -> Match:
    (read,) = read_source(Source(text(written).encode())).matches
    return read


def test_the_layout_of_gnu_backgammon() -> None:
    written = match(
        play(1, 31, (8, 5), (6, 5)),
        play(0, 66, (24, 18), (24, 18), (13, 7), (13, 7)),
        play(1, 52, (25, 20, 1), (2, 0)),
        Double(seat=0, value=2),
        Drop(seat=1),
        ResultClaim(seat=0, points=1),
        info=(("event", "Winter Open"), ("mat:Match ID", "7")),
        remarks=(Comment(text="a cold day"),),
    )
    assert text(written) == (
        '; [Event "Winter Open"]\n'
        '; [Match ID "7"]\n'
        "; a cold day\n"
        "\n"
        " 5 point match\n"
        "\n"
        " Game 1\n"
        " Anna : 0                       Þórdís : 0\n"
        "  1)                             31: 8/5 6/5 \n"
        "  2) 66: 24/18 24/18 13/7 13/7   52: 25/20* 2/0 \n"
        "  3)  Doubles => 2                Drops\n"
        "      Wins 1 point\n"
        "\n"
    )
    assert back(written) == written


def test_a_result_stands_beside_a_drop_of_the_left_side() -> None:
    events = (Double(seat=1, value=2), Drop(seat=0), ResultClaim(seat=1, points=1))
    assert rows(*events) == [
        "  1)                              Doubles => 2",
        "  2)  Drops                       Wins 1 point ",
    ]
    assert rows(ResultClaim(seat=1, points=3, match=True)) == [" " * 34 + "Wins 3 points and the match"]


def test_names_are_padded_in_bytes() -> None:
    names = Match(players=(Player(name="Þórdís"), Player(name="Æsa")), length=1, games=(Game(number=1),))
    assert text(names).splitlines()[3] == " Þórdís : 0" + " " * 18 + "Æsa : 0"


@pytest.mark.parametrize("dialect", list(LAYOUTS))
def test_two_blanks_at_the_least_part_two_names(dialect: str) -> None:
    for length in range(20, 50):
        players = (Player(name="A" * length), Player(name="Anna af Hóli"))
        writing = write_matches([replace(match(), players=players)], "mat", dialect)
        assert f"{players[0].name}{LAYOUTS[dialect].colon}0  " in str(writing.content)


def test_every_deed() -> None:
    position = Position(points=(0, -2, *(0,) * 22, 2, 0))
    for deed, said in (
        (CannotMove(), "Cannot Move"),
        (Blank(), ""),
        (NotRecorded(), "????"),
        (Reached(position=position), "Illegal play ("),
    ):
        written = match(turn(0, 31, deed))
        assert f"  1) 31: {said}" in text(written)
        (read,) = back(written).games[0].events
        assert isinstance(read, Turn)
        assert type(read.deed) is type(deed)
        if isinstance(read.deed, Reached):
            assert read.deed.position.points == position.points


def test_hops_are_written_as_they_stand() -> None:
    assert rows(play(0, 61, (13, 6))) == ["  1) 61: 13/6                    "]


def test_beavers_and_raccoons_have_no_takes() -> None:
    written = match(
        Double(seat=0, value=2),
        Beaver(seat=1, value=4),
        Beaver(seat=0, value=8, level=2),
        play(0, 31, (8, 5), (6, 5)),
        length=0,
    )
    assert back(written) == written


def test_rules_become_tags() -> None:
    rules = "modern,variant=nackgammon,texas=on,beavers=off,cube.limit=64"
    assert back(match(rules=rules, length=0)).rules == rules
    assert back(match(rules="modern,crawford=off")).rules == "modern,crawford=off"
    assert back(match(rules="modern")).rules is None


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("modern,auto_doubles=1", ["auto_doubles=1"]),
        ("modern,raccoons=on,dice.cocked=one", ["raccoons=on", "dice.cocked=one"]),
        ("modern,texas=on", ["texas=on"]),  # in a match
    ],
)
def test_rules_that_no_tag_states(rules: str, options: list[str]) -> None:
    assert lost(match(rules=rules)) == [("L605", option) for option in options]


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de,stack.latch=while", "davidsson"])
def test_the_old_game_is_refused(rules: str) -> None:
    assert lost(match(rules=rules)) == [("L608", rules)]
    assert write_matches([match(rules=rules)], "mat").content == ""


POSITION = Position(points=(0, -2, *(0,) * 22, 2, 0))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Comment(text="well played"), "L601"),
        (Mark(sign="??"), "L602"),
        (Evaluation(aspect="play"), "L602"),
        (Clock(seat=0, left=60.0), "L602"),
        (Video(seconds=1.0), "L602"),
        (Extra(key="mat:line", value="hm"), "L602"),
        (Opening(dice=(3, 3)), "L604"),
        (Opening(dice=(3, 1)), "L604"),  # no turn follows
        (VoidThrow(seat=0, dice=(3, 1), reason="cocked"), "L604"),
        (Ruling(outcome="stood"), "L604"),
        (AutomaticDouble(value=2), "L604"),
        (Resignation(seat=0, size=1), "L604"),
        (ResignationAnswer(seat=1, accepted=False), "L604"),
        (Settlement(seat=0, points=2), "L604"),
        (Forfeit(seat=0), "L604"),
        (Draw(), "L604"),
        (turn(0, 31, Unread(text="8/5 6/$")), "L604"),
        (turn(0, 31, Play(hops=(Hop(8, 5),), half=True)), "L604"),
        (Turn(seat=0, dice=(3, 1), deed=Blank(), singly=True), "L604"),
        (PhaseStart(phase="after", seat=0), "L604"),
        (SetPosition(position=POSITION), "L604"),
        (ScoreClaim(score=(1, 0)), "L609"),
        (AwardClaim(seat=0, kind="jan"), "L609"),
        (ResultClaim(seat=0), "L609"),
        (ResultClaim(seat=0, points=1.5), "L609"),
        (ResultClaim(seat=0, points=2, kind="gammon"), "L609"),
    ],
)
def test_what_is_lost_is_said(event: Event, code: str) -> None:
    writing = write_matches([match(event)], "mat")
    assert [(found.code, found.match, found.game) for found in writing.findings] == [(code, 1, 1)]


def test_what_other_lines_say_is_not_lost() -> None:
    opening = (Opening(dice=(1, 3)), play(1, 31, (8, 5), (6, 5)))
    assert rows(*opening) == rows(*opening[1:])
    resigned = (Resignation(seat=0, size=1), ResignationAnswer(seat=1, accepted=True))
    result = ResultClaim(seat=1, points=1)
    assert rows(*resigned, result) == rows(result)
    assert rows(ResultClaim(seat=0, points=1, lost=True), result) == rows(result)
    assert rows(ResultClaim(seat=0, points=1, lost=True)) == rows(result)


def test_a_refused_resignation_is_lost_even_if_the_game_ends() -> None:
    refused = (Resignation(seat=0, size=1), ResignationAnswer(seat=1, accepted=False))
    assert [code for code, _ in lost(match(*refused, ResultClaim(seat=1, points=1)))] == ["L604", "L604"]


@pytest.mark.parametrize(
    "header",
    [("title", "x"), ("event", 'say "x"]"'), ("mat:Event", "x"), ("mat:a]b", "x"), ("event", "a\nb")],
)
def test_headers_that_would_not_be_read_back(header: tuple[str, str]) -> None:
    codes = [code for code, _ in lost(match(info=(header,)))]
    kept = not codes and back(match(info=(header,))).info == (header,)
    assert codes == ["L603"] or kept


@pytest.mark.parametrize("name", ["Anna, 1612", "a : 5   b", "\x00Anna", "An\nna"])
def test_names_that_would_not_be_read_back(name: str) -> None:
    written = Match(players=(Player(name=name), Player(name="B")), length=1, games=(Game(number=1),))
    assert [code for code, _ in lost(written)] == ["L603"]


@pytest.mark.parametrize(
    "name", ["", "a:b", "Game 2", "1) x", "Ólöf & Co.", "; x", "31: 8/5", "-", "a,b", "()"]
)
def test_names_that_would(name: str) -> None:
    written = Match(
        players=(Player(name=name), Player(name=name)),
        length=1,
        games=(Game(number=1, score=ScoreClaim(score=(0, 3))),),
    )
    writing = write_matches([written], "mat")
    assert isinstance(writing.content, str)
    if not writing.findings:
        assert read_source(Source(writing.content.encode()), "mat").matches == (written,)


def test_ratings_and_remarks_of_others() -> None:
    players = (Player(name="A", rating="1612"), Player(name="B"))
    rated = Match(players=players, length=1, games=(Game(number=1),))
    assert lost(rated) == [("L603", "A: rating 1612")]
    remark = Comment(text="so", author="Anna")
    assert [code for code, _ in lost(match(remarks=(remark,)))] == ["L602"]
    assert [code for code, _ in lost(match(remarks=(Mark(sign="!"),)))] == ["L602"]
    assert [code for code, _ in lost(match(remarks=(Comment(text='[Event "x"]'),)))] == ["L601"]


def test_a_length_that_is_not_stated() -> None:
    assert lost(match(length=None)) == [("L603", "no length stated")]


def test_several_matches() -> None:
    both = [match(play(0, 31, (8, 5), (6, 5))), match(Take(seat=1), info=(("event", "Two"),))]
    content = write_matches(both, "mat").content
    assert isinstance(content, str)
    assert list(read_source(Source(content.encode())).matches) == both


def test_unknown_formats_and_dialects() -> None:
    with pytest.raises(ValueError, match="Did you mean mat"):
        write_matches([], "mta")
    with pytest.raises(ValueError, match="known: gnubg"):
        write_matches([], "mat", "snowy")
    with pytest.raises(ValueError, match="but not matches"):
        write_matches([], "positions")
