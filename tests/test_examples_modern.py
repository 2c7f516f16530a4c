"""The worked examples of modern kotra, MX-01 to MX-23, as the rules give them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from kotra_notation.board import Cube, Position
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Double,
    Drop,
    Event,
    Game,
    Hop,
    Match,
    Opening,
    Play,
    Resignation,
    ResignationAnswer,
    Ruling,
    ScoreClaim,
    SetPosition,
    Take,
    Turn,
    VoidThrow,
)
from kotra_notation.replay import Replay, replay
from referees.oracle import Board, board, from_points, outcomes, side, to_points
from referees.transcripts import wrong
from tests.records import rows
from tests.test_legal_plays import legal_results

EXAMPLES = Path(__file__).parent / "examples" / "modern.txt"
W, B = 0, 1


class Plays(NamedTuple):
    """An example that lists every legal play: its text, and the men of the mover after it."""

    name: str
    position: Board
    dice: tuple[int, int]
    plays: list[tuple[str, str]]


def listed() -> list[Plays]:
    """Every example of the file that lists plays."""
    examples = []
    for part in re.split(r"^\*\*(?=MX-)", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        if found := re.search(r"pos:\s*(.+)\nturn:\s*W (\d)-(\d)\nplays\[modern\]:\n((?:  .+\n)+)", part):
            plays = [line.split("->") for line in found[4].splitlines()]
            after = [(play.strip(), men.strip().removeprefix("W: ")) for play, men in plays]
            dice = int(found[2]), int(found[3])
            examples.append(Plays(part[:5], board(found[1]), dice, after))
    return examples


def hops(text: str) -> tuple[Hop, ...]:
    """The hops of a play text; a chained one is a hop for each landing."""
    found = []
    for chain in text.replace("bar", "25").replace("off", "0").split():
        points = [int(point) for point in chain.split("/")]
        found += [Hop(source, target) for source, target in pairwise(points)]
    return tuple(found)


@pytest.mark.parametrize("example", listed(), ids=lambda example: example.name)
def test_the_plays_of_an_example_are_all_there_are(example: Plays) -> None:
    results = legal_results(to_points(example.position), example.dice)
    assert {from_points(points).mine for points in results} == {side(after) for _, after in example.plays}


@pytest.mark.parametrize("example", listed(), ids=lambda example: example.name)
def test_the_plays_of_an_example_lead_where_it_says(example: Plays) -> None:
    for text, after in example.plays:
        if not text.startswith("—"):
            (found,) = outcomes(example.position, example.dice, hops(text))
            assert found.board.mine == side(after), text


def test_every_example_with_plays_is_read() -> None:
    assert [example.name for example in listed()] == [f"MX-{number:02}" for number in range(3, 14)]


def turn(seat: int, dice: int, play: str) -> Turn:
    deed = Play(hops=hops(play))
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed, text=play)


W_31, B_42, W_52 = turn(W, 31, "8/5 6/5"), turn(B, 42, "8/4 6/4"), turn(W, 52, "13/8 24/22")


def played(*events: Event, rules: str | None = None, length: int = 0) -> Replay:
    return replay(Match(length=length, rules=rules, games=(Game(number=1, events=events),)))


def names(found: Replay) -> list[str]:
    """The kinds of what was found, except that these short records end where they do."""
    ends = "result-missing", "game-unfinished", "match-unfinished"
    return [one.kind.name for one in wrong(found) if one.kind.name not in ends]


def stakes(found: Replay) -> tuple[int, int | None]:
    """The cube at the end of the only game, and its owner."""
    cube = found.games[0].frames[-1].after.stakes.cube
    return cube.value, cube.owner


def won(found: Replay) -> tuple[int | None, float]:
    return found.games[0].winner, found.games[0].points


def test_mx_01_the_higher_die_begins_and_plays_both() -> None:
    assert names(played(Opening(dice=(6, 4)), turn(W, 64, "24/14"))) == []
    assert names(played(Opening(dice=(6, 4)), turn(B, 64, "24/14"))) != []
    assert names(played(Opening(dice=(6, 4)), W_31)) != []


def test_mx_01_equal_dice_are_thrown_again() -> None:
    assert names(played(Opening(dice=(3, 3)), Opening(dice=(2, 4)), B_42)) == []


def test_mx_02_one_automatic_double() -> None:
    ties = Opening(dice=(3, 3)), Opening(dice=(5, 5)), Opening(dice=(6, 2))
    found = played(*ties, turn(W, 62, "24/18 13/11"), rules="modern,auto_doubles=1")
    assert (names(found), stakes(found)) == ([], (2, None))


def test_mx_02_an_automatic_double_that_is_written_down_counts_once() -> None:
    ties = Opening(dice=(3, 3)), AutomaticDouble(value=2), Opening(dice=(6, 2))
    found = played(*ties, turn(W, 62, "24/18 13/11"), rules="modern,auto_doubles=1")
    assert (names(found), stakes(found)) == ([], (2, None))


def last_man(others: str, *before: Event, cube: int = 2, rules: str = "modern") -> Replay:
    """W bears off the last man against Black's men."""
    position = Position(points=to_points(Board(side("1x1 off14"), side(others))), cube=Cube(value=cube))
    return played(SetPosition(position=position), *before, turn(W, 21, "1/off"), rules=rules)


@rows
def test_mx_14_what_a_win_is_worth(others: str, kind: str, points: int) -> None:
    found = last_man(others)
    assert (won(found), found.games[0].kind) == ((W, points), kind)


def test_mx_15_declining_the_first_double() -> None:
    found = played(W_31, B_42, Double(seat=W, value=2), Drop(seat=B))
    assert (names(found), won(found), found.games[0].kind) == ([], (W, 1), "drop")


def test_mx_15_declining_a_redouble() -> None:
    cubes = Double(seat=W, value=2), Take(seat=B), W_52, Double(seat=B, value=4), Take(seat=W)
    back = turn(B, 61, "13/7 8/7"), Double(seat=W, value=8), Drop(seat=B)
    found = played(W_31, B_42, *cubes, *back)
    assert (names(found), won(found)) == ([], (W, 4))


def test_mx_15_declining_after_an_automatic_double() -> None:
    opening = Opening(dice=(3, 3)), Opening(dice=(3, 1)), W_31, B_42
    found = played(*opening, Double(seat=W, value=4), Drop(seat=B), rules="modern,auto_doubles=1")
    assert (names(found), won(found)) == ([], (W, 2))


BEAVER = W_31, B_42, Double(seat=W, value=2), Beaver(seat=B, value=4)


def test_mx_16_a_beaver_keeps_the_cube() -> None:
    found = played(*BEAVER, W_52, rules="modern,beavers=on")
    assert (names(found), stakes(found)) == ([], (4, B))


def test_mx_16_a_beaver_may_be_declined() -> None:
    found = played(*BEAVER, Drop(seat=W), rules="modern,beavers=on")
    assert (names(found), won(found)) == ([], (B, 2))


def test_mx_16_no_beaver_where_the_rules_do_not_know_it() -> None:
    assert names(played(*BEAVER, W_52, rules="modern,beavers=off")) == ["beaver-not-allowed"]


def test_mx_17_texas_without_a_double() -> None:
    assert won(last_man("20x1 3x14", cube=1, rules="modern,texas=on")) == (W, 1)


def test_mx_17_texas_with_an_automatic_double_alone() -> None:
    assert won(last_man("9x1 3x14", cube=2, rules="modern,texas=on,auto_doubles=1")) == (W, 2)


def test_mx_17_texas_after_a_double() -> None:
    doubled = Double(seat=W, value=2), Take(seat=B)
    assert won(last_man("9x1 3x14", *doubled, cube=1, rules="modern,texas=on")) == (W, 4)


def test_mx_18_no_double_after_throwing() -> None:
    (name,) = names(played(W_31, Double(seat=W, value=2), Take(seat=B), B_42))
    assert name in ("double-after-throw", "double-out-of-turn")


def test_mx_18_no_double_while_the_other_owns_the_cube() -> None:
    taken = Double(seat=B, value=2), Take(seat=W), B_42, W_52, Double(seat=B, value=4)
    assert names(played(W_31, *taken, Take(seat=W), turn(B, 61, "13/7 8/7"))) == ["cube-not-owned"]


def test_mx_18_a_double_before_the_throw() -> None:
    assert names(played(W_31, B_42, Double(seat=W, value=2), Take(seat=B), W_52)) == []


def test_mx_18_no_limit() -> None:
    position = Position(
        points=to_points(board("W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5")), cube=Cube(value=64, owner=W)
    )
    found = played(SetPosition(position=position), Double(seat=W, value=128), Take(seat=B))
    assert (names(found), stakes(found)) == ([], (128, B))


def test_mx_19_a_cocked_throw_is_made_again() -> None:
    assert names(played(W_31, VoidThrow(seat=B, dice=(6, 6), reason="cocked"), B_42, W_52)) == []


FAULTY = turn(W, 51, "24/20 6/5")


def test_mx_20_a_faulty_play_stands_once_the_other_side_throws() -> None:
    found = played(FAULTY, B_42)
    assert len(names(found)) == 1
    assert found.games[0].frames[0].findings
    assert from_points(found.games[0].frames[0].after.seen_by(W)).mine == side("24 20 13x5 8x3 6x4 5")


def test_mx_20_a_faulty_play_stands_once_the_other_side_doubles() -> None:
    assert len(names(played(FAULTY, Double(seat=B, value=2), Take(seat=W), B_42))) == 1


def test_mx_20_a_faulty_play_may_be_corrected() -> None:
    found = played(FAULTY, Ruling(outcome="corrected", play=Play(hops=hops("13/8 6/5"))), B_42)
    after = found.games[0].frames[1].after
    assert from_points(after.seen_by(W)).mine == side("24x2 13x4 8x4 6x4 5")
    assert len(names(found)) <= 1


def test_mx_21_a_throw_before_the_turn_has_ended_is_void() -> None:
    assert names(played(W_31, VoidThrow(seat=B, dice=(6, 6), reason="premature"), B_42, W_52)) == []


def test_mx_21_a_premature_throw_is_waived_when_contact_is_over() -> None:
    position = Position(points=to_points(board("W: 2x2 off13; B: 2x2 off13")))
    events = (
        SetPosition(position=position),
        turn(W, 21, "2/off 2/1"),
        VoidThrow(seat=B, dice=(6, 6), reason="premature"),
        turn(B, 31, "2/off 2/1"),
    )
    assert "throw-not-void" not in names(played(*events, rules="modern"))
    assert "throw-not-void" in names(played(*events, rules="modern,premature_roll.waive=on"))


def declined(number: int, score: tuple[int, int], seat: int) -> Game:
    """A game in which `seat` doubles and the other side declines."""
    events = W_31, B_42, W_52, Double(seat=B, value=2), Drop(seat=W)
    if seat == W:
        events = *events[:2], Double(seat=W, value=2), Drop(seat=B)  # type: ignore[assignment]
    return Game(number=number, score=ScoreClaim(score=score), events=events)


def test_mx_22_the_crawford_game() -> None:
    resigned = Game(
        number=2,
        score=ScoreClaim(score=(4, 2)),
        events=(W_31, Resignation(seat=W, size=1), ResignationAnswer(seat=B, accepted=True)),
    )
    sound = replay(Match(length=5, games=(declined(1, (3, 2), W), resigned, declined(3, (4, 3), B))))
    assert (names(sound), sound.score) == ([], (4, 4))
    doubled = replay(Match(length=5, games=(declined(1, (3, 2), W), declined(2, (4, 2), B))))
    assert names(doubled) == ["double-in-crawford"]


def test_mx_22_a_match_is_won() -> None:
    resigned = (
        *(W_31, B_42, Double(seat=W, value=2), Take(seat=B), W_52),
        *(Resignation(seat=B, size=1), ResignationAnswer(seat=W, accepted=True)),
    )
    found = replay(Match(length=5, games=(Game(score=ScoreClaim(score=(3, 3)), events=resigned),)))
    assert (names(found), found.score, found.winner, found.complete) == ([], (5, 3), W, True)


CUBE_2 = W_31, B_42, Double(seat=W, value=2), Take(seat=B), W_52, Resignation(seat=W, size=2)


def test_mx_23_a_resignation_accepted() -> None:
    found = played(*CUBE_2, ResignationAnswer(seat=B, accepted=True))
    assert (names(found), won(found), found.games[0].kind) == ([], (B, 4), "resign")


def test_mx_23_a_resignation_refused() -> None:
    found = played(*CUBE_2, ResignationAnswer(seat=B, accepted=False), turn(B, 61, "13/7 8/7"))
    assert (names(found), won(found)) == ([], (None, 0))
