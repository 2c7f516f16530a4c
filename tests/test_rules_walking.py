"""Why a play is not lawful, and where its text leads all the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from kotra_notation.board import Points
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Hop, Play, Turn
from kotra_notation.replay import replay
from kotra_notation.replay.objections import Objection, first_objection, nearest
from kotra_notation.replay.turns import displace_men, off_the_board, step_as_written, walks
from kotra_notation.rules import RULESETS, Node, Throw, throw_of
from kotra_notation.rules.modern import win_size
from kotra_notation.rules.ruleset import Step
from kotra_notation.rules.spelling import hop_text, play_text, point_text
from referees.boards import board
from referees.transcripts import read
from tests.records import rows

MODERN = RULESETS["modern"]
START = "x 24:2 13:5 8:3 6:5; o 24:2 13:5 8:3 6:5"


def hops(text: str) -> list[tuple[int, int, int]]:
    """Hops from a text such as `8/5* 6/off`."""
    names = {"bar": 25, "off": 0}
    found = []
    for word in text.split():
        source, target = (
            names.get(part) or (0 if part == "off" else int(part)) for part in word.rstrip("*").split("/")
        )
        found.append((source, target, int("*" in word)))
    return found


def throw(points: Points, dice: tuple[int, int]) -> Throw:
    return throw_of(MODERN, Node(points), dice)


def the_board(text: str) -> Points:
    """The board of a text in which each side counts its own points."""
    own, other = text.split("; o ")
    turned_round = " ".join(
        f"{25 - int(index)}:{count}" for index, count in (word.split(":") for word in other.split())
    )
    return board(f"{own}; o {turned_round}")


@rows
def test_what_the_rules_object_to(
    position: str, dice: tuple[int, int], play: str, objection: dict[str, Any]
) -> None:
    play = play.replace("8/5(3)", "8/5 8/5 8/5")
    found = first_objection(MODERN, throw(the_board(position), dice), hops(play))
    assert found == Objection(**objection)


def test_men_are_put_where_the_text_says_on_the_board() -> None:
    points = the_board("x 8:1 6:2 25:1; o 20:1 21:2 12:1")
    for play, changed in (
        ("8/5", {8: -1, 5: 2, 0: -1}),
        ("6/3 8/6", {8: -1, 3: 1}),
        ("bar/5", {25: -1, 5: 2, 0: -1}),
        ("6/off 6/off", {6: -2}),
        ("6/13", {6: -1, 13: 2, 0: -1}),
        ("8/5 6/13", {8: -1, 5: 2, 6: -1, 13: 2, 0: -2}),
        ("8/25", {8: -1, 25: 1}),
    ):
        put = displace_men(points, hops(play))
        assert put is not None
        assert {i: put[i] - points[i] for i in range(26) if put[i] != points[i]} == changed, play
    for play in ("7/5", "6/5 6/4 6/3", "8/4", "6/30", "0/5", "8/6 25/off 25/3"):
        assert displace_men(points, hops(play)) is None, play
    assert displace_men(the_board("x 6:1; o 24:2"), hops("6/1")) is None
    assert displace_men(the_board("x 25:1; o 1:2"), hops("bar/24")) is None
    assert off_the_board(hops("8/5 6/off bar/20")) is None
    assert off_the_board(hops("8/5 26/20")) == (26, 20, 0)
    assert off_the_board([(5, -1, 0)]) == (5, -1, 0)
    assert off_the_board([(-1, 5, 0)]) == (-1, 5, 0)
    assert off_the_board([(5, 26, 0)]) == (5, 26, 0)
    assert off_the_board([(0, 5, 0), (5, 25, 0)]) is None


def test_a_play_is_stepped_as_it_is_written() -> None:
    points = the_board("x 24:1 8:2 6:2; o 20:1 6:2")
    walk = step_as_written(MODERN, throw(points, (3, 1)), hops("8/5* 6/5"))
    assert walk is not None
    assert (walk.steps, walk.hits, walk.left) == ((Step(8, 5, 3), Step(6, 5, 1)), (5,), ())
    assert (walk.node.points[5], walk.node.points[0], walk.node.points[8], walk.node.points[6]) == (
        2,
        -1,
        1,
        1,
    )
    part = step_as_written(MODERN, throw(points, (3, 1)), hops("8/5*"))
    assert part is not None
    assert part.left == (1,)
    for play in ("8/4", "8/5 8/5", "24/19", "9/6 6/5", "8/5 6/5 6/5"):
        assert step_as_written(MODERN, throw(points, (3, 1)), hops(play)) is None, play
    home = the_board("x 4:1 2:1; o 6:2")
    off = step_as_written(MODERN, throw(home, (6, 5)), hops("4/off 2/off"))
    assert off is not None
    assert (off.steps, off.hits) == ((Step(4, 0, 6), Step(2, 0, 5)), ())
    exact = step_as_written(MODERN, throw(home, (4, 5)), hops("4/off 2/off"))
    assert exact is not None
    assert exact.steps == (Step(4, 0, 4), Step(2, 0, 5))
    assert step_as_written(MODERN, throw(the_board("x 6:1; o 1:1"), (3, 1)), hops("6/off")) is None
    for beyond in ((26, 23, 0), (2, -1, 0)):
        assert step_as_written(MODERN, throw(points, (3, 1)), [beyond]) is None
    three = throw(the_board("x 2:3; o 6:2"), (6, 5))
    assert step_as_written(MODERN, three, hops("2/off 2/off 2/off")) is None


def test_a_joined_hop_goes_every_way_that_is_open() -> None:
    points = the_board("x 24:1 6:2; o 6:2 5:1")
    found = walks(MODERN, throw(points, (5, 1)), hops("24/18"))
    assert {(walk.steps, walk.hits, walk.left) for walk in found} == {
        ((Step(24, 23, 1), Step(23, 18, 5)), (), ())
    }
    hit = walks(MODERN, throw(the_board("x 24:1 6:2; o 2:1"), (5, 1)), hops("24/18"))
    assert {walk.hits for walk in hit} == {(23,), ()}
    assert walks(MODERN, throw(points, (5, 1)), hops("24/18 6/5 6/5")) == []
    late = walks(MODERN, throw(the_board("x 21:2; o 6:1"), (5, 5)), hops("21/16 16/11 21/16 16/11"))
    assert [walk.node.points[11] for walk in late] == [2]
    assert len(walks(MODERN, throw(the_board("x 21:2; o 6:1"), (5, 5)), hops("16/11 21/16 21/16 16/11"))) == 1


def test_a_way_of_stepping_is_whole_where_it_ends_the_game_or_uses_every_number() -> None:
    (through,) = walks(MODERN, throw(the_board("x 24:1 6:2; o 6:2 5:1"), (5, 1)), hops("24/18"))
    assert (through.whole, through.over, through.stands) == (True, False, True)
    (part,) = walks(MODERN, throw(the_board("x 24:1 6:2; o 6:2 5:1"), (5, 1)), hops("24/23"))
    assert (part.whole, part.stands) == (False, True)
    (last,) = walks(MODERN, throw(the_board("x 3:1; o 25:1 6:1"), (5, 1)), hops("3/off"))[:1]
    assert (last.whole, last.over, last.hits) == (True, True, ())


def test_the_nearest_plays_come_first() -> None:
    points = the_board(START)
    plays = list(legal_plays(MODERN, throw_of(MODERN, Node(points), (3, 1))).values())
    close = nearest(plays, hops("8/5 6/4"))
    assert len(close) == 5
    assert all(any(step[:2] == (8, 5) for step in play.steps) for play in close[:4])
    assert nearest(plays, hops("8/5 6/5"), 1)[0].steps in {
        (Step(8, 5, 3), Step(6, 5, 1)),
        (Step(6, 5, 1), Step(8, 5, 3)),
    }


@rows
def test_a_play_is_spelled_as_people_read_it(
    position: str, steps: tuple[tuple[int, int, int], ...], text: str
) -> None:
    spelled = play_text(MODERN.facts, the_board(position), [Step(*step) for step in list(steps)])
    assert spelled == text or (text.startswith("bar/22*") and sorted(spelled.split())[0].startswith("bar/22"))


def test_points_have_names_also_where_no_board_has_them() -> None:
    assert [point_text(MODERN.facts, index) for index in (25, 24, 1, 0)] == ["bar", "24", "1", "off"]
    assert hop_text(MODERN.facts, (25, 22, 0)) == "bar/22"
    assert hop_text(MODERN.facts, (6, 0, 0)) == "6/off"
    assert [hop_text(MODERN.facts, (8, 5, taken)) for taken in (1, 4)] == ["8/5*", "8/5*4"]
    assert [point_text(RULESETS["forn-de"].facts, index) for index in (-1, 0, 1, 24, 25, 26)] == [
        *("-1", "off", "x", "a", "bar", "26")
    ]


def test_mod_win_1_a_man_in_the_winner_s_home_board_is_a_kotra() -> None:
    for point, size in ((18, 2), (19, 3), (24, 3), (25, 3)):
        assert win_size(the_board(f"x {point}:1 1:1; o 12:1"), 0) == size
        assert win_size(the_board(f"x {point}:1; o 12:1"), 1) == 1


NO_POINTS = (-(10**6), -122, -25, -24, -1, 26, 49, 10**6)


@rows
def test_a_point_that_no_board_has_is_never_played(rules: str, first: str) -> None:
    match = read(f"kotra 1\nrules: {rules}\ngame 1 0-0\n{first}\n")
    (begun,) = match.games
    for wrong, right in product(NO_POINTS, (*NO_POINTS, 0, 1, 6, 24, 25)):
        for hops in ((Hop(wrong, right),), (Hop(right, wrong),), (Hop(24, 23), Hop(wrong, right))):
            turn = Turn(seat=0, dice=(5, 1), deed=Play(hops=hops))
            game = replace(begun, events=(*begun.events, turn))
            replayed = replay(replace(match, games=(game,)))
            assert [found.message for found in replayed.findings if found.severity == "error"], hops
