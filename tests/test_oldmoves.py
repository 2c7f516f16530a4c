"""FIBS oldmoves: read in both numberings, written, and read by GNU Backgammon as the same match."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Blank,
    CannotMove,
    Double,
    Drop,
    Event,
    Extra,
    Game,
    Hop,
    Match,
    Play,
    Player,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees import transcripts
from referees.witness import imported

HEAD = "Score is 0-0 in a 5 point match.\nanna is X - bjarni is O\n"
NEXT = "Score is {} in a 5 point match.\n{} is X - {} is O\n"


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


only = partial(transcripts.only, notation="oldmoves")


def events(text: str) -> tuple[Event, ...]:
    return only(HEAD + text).games[0].events


def turn(seat: int, dice: tuple[int, int], *hops: tuple[int, ...]) -> Turn:
    return Turn(seat=seat, dice=dice, deed=Play(hops=tuple(Hop(*hop) for hop in hops)))


def match(*stated: Event, length: int | None = 5) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=stated)
    return Match(players=(Player(name="anna"), Player(name="bjarni")), length=length, games=(game,))


def written(*matches: Match) -> tuple[str, list[str]]:
    writing = write_matches(matches, "oldmoves")
    assert isinstance(writing.content, str)
    return writing.content, [f"{found.code} {found.written}" for found in writing.findings]


# reading


def test_the_head_names_players_score_and_length() -> None:
    whole = only(HEAD)
    assert whole.players == (Player(name="anna"), Player(name="bjarni"))
    assert (whole.length, whole.games[0].score) == (5, ScoreClaim(score=(0, 0)))


@pytest.mark.parametrize("tail", ["", " in an unlimited match.", " in a money game"])
def test_no_length_is_money(tail: str) -> None:
    assert only(f"Score is 3-4{tail}\nanna is X - bjarni is O\n").length == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("X: (3 1) 8-5* 6-5", turn(0, (3, 1), (8, 5, 1), (6, 5))),
        ("O: (6 4) 1-7 7-11", turn(1, (6, 4), (24, 18), (18, 14))),
        ("O: (6 4) 24-18 18-14", turn(1, (6, 4), (24, 18), (18, 14))),
        ("X: (6 4) 1-7 7-11", turn(0, (6, 4), (24, 18), (18, 14))),
        ("O: (6 2) bar-2 12-18", turn(1, (6, 2), (25, 23), (13, 7))),
        ("O: (6 2) bar-23 13-7", turn(1, (6, 2), (25, 23), (13, 7))),
        ("X: (6 2) bar-23 13-7", turn(0, (6, 2), (25, 23), (13, 7))),
        ("O: (6 2) 19-off 23-off", turn(1, (6, 2), (6, 0), (2, 0))),
        ("O: (6 2) 6-off 2-off", turn(1, (6, 2), (6, 0), (2, 0))),
        ("X: (6 2) 6-off 2-off", turn(0, (6, 2), (6, 0), (2, 0))),
        (" o : (3, 1) 17/20(2)", None),
        ("O: (3, 1)  17/20(2)", turn(1, (3, 1), (8, 5), (8, 5))),
    ],
)
def test_the_direction_tells_whose_numbers_are_written(line: str, expected: Turn | None) -> None:
    found = read(HEAD + line + "\n")
    assert (found.matches[0].games[0].events == (expected,)) is (expected is not None)


def test_a_dance_and_a_throw_alone_are_two_things() -> None:
    assert events("X: (5 5) can't move\nO: (3 1)\n") == (
        Turn(seat=0, dice=(5, 5), deed=CannotMove()),
        Turn(seat=1, dice=(3, 1), deed=Blank()),
    )


def test_doubles_go_to_twice_the_cube() -> None:
    assert events("X: doubles\nO: accepts\nO: doubles\nX: rejects\nO: wins 2 points\n") == (
        Double(seat=0, value=2),
        Take(seat=1),
        Double(seat=1, value=4),
        Drop(seat=0),
        ResultClaim(seat=1, points=2),
    )


def test_a_resignation_has_its_size_from_the_result() -> None:
    said = events("X: doubles\nO: accepts\nO: wants to resign\nX: accepts\nX: wins 4 points\n")
    assert said[2:] == (
        Resignation(seat=1, size=2),
        ResignationAnswer(seat=0, accepted=True),
        ResultClaim(seat=0, points=4),
    )


def test_a_refused_resignation_has_no_size() -> None:
    said = events("O: wants to resign\nX: rejects\nX: doubles\nO: rejects\nX: wins 1 point\n")
    assert said[:3] == (
        Resignation(seat=1),
        ResignationAnswer(seat=0, accepted=False),
        Double(seat=0, value=2),
    )


def test_the_next_score_tells_what_an_end_without_result_brought() -> None:
    whole = only(HEAD + "O: wants to resign\n\n" + NEXT.format("2-0", "anna", "bjarni"))
    assert whole.games[0].events == (Resignation(seat=1, size=2), ResultClaim(seat=0, points=2, derived=True))


def test_sides_change_between_the_games_of_a_match() -> None:
    swapped = NEXT.format("0-2", "bjarni", "anna") + "X: (3 1) 8-5 6-5\nO: wins 1 point\n"
    second = only(HEAD + "X: wins 2 points\n\n" + swapped).games[1]
    assert second.score == ScoreClaim(score=(2, 0))
    assert second.events == (turn(1, (3, 1), (8, 5), (6, 5)), ResultClaim(seat=0, points=1))


def test_scores_in_the_other_order_are_turned_and_said() -> None:
    reading = read(HEAD + "X: wins 2 points\n\n" + NEXT.format("2-0", "bjarni", "anna"))
    assert reading.matches[0].games[1].score == ScoreClaim(score=(2, 0))
    assert [(found.code, found.severity, found.span and found.span.line) for found in reading.findings] == [
        ("N116", "note", 5)
    ]


@pytest.mark.parametrize(
    "head",
    [
        NEXT.format("2-0", "anna", "cecilia"),
        NEXT.format("0-0", "anna", "bjarni"),
        "Score is 2-0 in a 7 point match.\nanna is X - bjarni is O\n",
    ],
    ids=["names", "score", "length"],
)
def test_what_does_not_go_on_begins_another_match(head: str) -> None:
    assert len(read(HEAD + "X: wins 2 points\n\n" + head).matches) == 2


@pytest.mark.parametrize("line", ["X: (3 1) 8-77", "X: hm", "Z: (3 1)", "hello", "X: (3 x) 8-5", "O: wins"])
def test_a_line_that_cannot_be_read_is_said_and_kept(line: str) -> None:
    reading = read(HEAD + line + "\nO: (2 1)\n")
    assert [(found.code, found.span and found.span.line) for found in reading.findings] == [("N102", 3)]
    assert reading.matches[0].games[0].events == (
        Extra(key="oldmoves:line", value=line),
        Turn(seat=1, dice=(2, 1), deed=Blank()),
    )


def test_missing_names_are_said() -> None:
    assert [
        found.code for found in read("Score is 0-0 in a 5 point match.\nX: (3 1) 8-5 6-5\n").findings
    ] == ["N111"]


def test_the_made_sample_is_read_as_gnubg_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.oldmoves").read_bytes()
    (whole,) = read_source(Source(data)).matches
    assert [found.code for found in kn.replay(whole).findings if found.severity == "error"] == []
    assert boards(whole) == boards(imported("oldmoves", data, tmp_path))


# writing


def boards(whole: Match) -> list[list[object]]:
    """The score of each game, and what its turns and cube actions lead to."""
    said: list[list[object]] = []
    for game, replayed in zip(whole.games, kn.replay(whole).games, strict=True):
        said.append([game.score.score if game.score else None])
        for frame in replayed.frames:
            match frame.event:
                case Turn(seat=seat, dice=dice):
                    said[-1].append((seat, sorted(dice), tuple(frame.after.seen_by(seat))))
                case Double(seat=seat) | Take(seat=seat) | Drop(seat=seat) as event:
                    said[-1].append((type(event).__name__, seat))
                case _:
                    pass
    return said


@pytest.mark.parametrize("text", ["", " 5 point match\n", "Score is even\n", "anna is X\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "oldmoves"
