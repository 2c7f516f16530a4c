"""What GNU Backgammon is given of a match, and what of an answer is believed; without the program."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kotra_notation as kn
from kotra_notation.features.analyse.gnubg_pieces import Answer, GamePiece, match_answer, pieces
from kotra_notation.formats import write_matches
from kotra_notation.model import Evaluation, Match
from kotra_notation.replay import Replay, replay
from tests.records import rows

HEAD = " 3 point match\n\n Game 1\n Anna : 0   Bjarni : 0\n"
OPENING = "  1) 31: 8/5 6/5              42: 8/4 6/4\n"
LAWFUL = f"{HEAD}{OPENING}  2) 63: 24/15                65: 24/13\n"
UNLAWFUL = f"{HEAD}{OPENING}  2) 63: 24/16                65: 24/13\n"
UNKNOWN = f"{HEAD}{OPENING}  2) 63: ????                 65: 24/13\n"
DOUBLED = f"{HEAD}{OPENING}  2) Doubles => 2             Takes\n  3) 63: 24/15                65: 24/13\n"
DANCE = f"{HEAD}  1) 31: 8/5 6/5              66: 24/18 24/18 13/7 13/7\n"

AP = "AP[kotra-notation]"
THEIRS = "AP[GNU Backgammon:1.0]"


def of(text: str) -> Replay:
    return replay(kn.read(text).matches[0])


def spelled(piece: GamePiece) -> str:
    content = write_matches([piece.match], "sgf").content
    assert isinstance(content, str)
    return content


def sgf(text: str) -> tuple[Match, ...]:
    return kn.read(text.encode(), format="sgf").matches


def answered(replayed: Replay, changed: Callable[[str], str], number: int = 0) -> Answer:
    """What is believed where the answer to the first piece is what was sent, with luck, and then changed."""
    piece = pieces(replayed, number)[0]
    text = spelled(piece)
    answer = changed(text.replace(AP, THEIRS).replace("\n;", "LU[0.5]\n;"))
    return match_answer(piece, replayed.games[number].frames, sgf(answer), sgf(text)[0], every=False)


def test_a_game_is_one_piece_from_its_score_or_nought() -> None:
    (piece,) = pieces(of(LAWFUL), 0)
    assert piece.places == (0, 1, 2, 3)
    assert [player.name for player in piece.match.players] == ["g1p1", "opponent"]
    assert "Anna" not in spelled(piece)
    (piece,) = pieces(of(LAWFUL.replace("Anna : 0", "Anna : 5")), 0)
    assert "[ws:0][bs:0]" in spelled(piece)


@pytest.mark.parametrize("text", [UNLAWFUL, UNKNOWN])
def test_behind_an_unlawful_or_unknown_play_the_board_is_set_up_where_it_is_known(text: str) -> None:
    replayed = of(text)
    found = pieces(replayed, 0)
    assert [piece.places for piece in found] == ([(0, 1), (3,)] if text is UNLAWFUL else [(0, 1)])
    assert ["AE[a:y]" in spelled(piece) for piece in found] == [False, True][: len(found)]


def test_a_cube_stands_in_a_piece_with_its_answer_or_ends_it() -> None:
    text = spelled(pieces(of(DOUBLED), 0)[0])
    assert "\n;W[double]\n;B[take]\n;W[63" in text
    text = DOUBLED.replace("             Takes\n  3)", "\n  3)")
    found = pieces(of(text), 0)
    assert found[0].places[-1] == 2
    assert spelled(found[0]).endswith("\n;W[double])\n")
    text = "(;FF[4]GM[6]AP[GNU Backgammon:1.0]MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]CV[2]\n;W[31hefe])"
    (piece,) = pieces(replay(sgf(text)[0]), 0)
    assert "RU[Jacoby]CV[2]\n" in spelled(piece)


@rows
def test_the_crawford_game_is_the_one_that_is_played_as_such(score: str, rules: str) -> None:
    games = [
        f" Game {number}\n Anna : {line.split()[0]}   Bjarni : {line.split()[1]}\n{OPENING}"
        for number, line in enumerate(score.splitlines(), 1)
    ]
    replayed = of(" 3 point match\n\n" + "\n".join(games))
    (piece,) = pieces(replayed, len(games) - 1)
    assert f"{rules}\n" in spelled(piece)


@pytest.mark.parametrize(("length", "cube", "places"), [(9, 32, [1, 2, 3]), (9, 64, []), (0, 64, [1, 2, 3])])
def test_a_cube_that_a_match_does_not_know_is_not_asked_about(
    length: int, cube: int, places: list[int]
) -> None:
    board = "PL[W]AE[a:y]AW[e][e][x]AB[s][s][l]"
    text = (
        f"(;FF[4]GM[6]MI[length:{length}][game:0]\n;{board}\n;CV[{cube}]\n;W[double]\n;B[take]\n;W[63xrro])"
    )
    found = pieces(replay(sgf(text)[0]), 0)
    assert [place for piece in found for place in piece.places] == places


@pytest.mark.parametrize(
    ("side", "play"), [("PL[W]AE[a:y]AW[f][f]", "W[63fzfc]"), ("PL[B]AE[a:y]AB[s][s]", "B[63szsv]")]
)
def test_a_board_without_men_of_a_side_is_not_asked_about(side: str, play: str) -> None:
    text = f"(;FF[4]GM[6]MI[length:3][game:0]\n;{side}\n;{play})"
    assert pieces(replay(sgf(text)[0]), 0) == []


def test_dice_that_were_not_played_and_dice_that_could_not_be_are_told_apart() -> None:
    text = f"{HEAD}{OPENING}".replace("8/4 6/4", "     ")
    for end in (text, text.replace("42:", "42: ????")):
        assert spelled(pieces(of(end), 0)[0]).endswith("\n;W[31hefe]\n;PL[B]DI[42])\n")
    board = "PL[W]AE[a:y]AW[y]AB[s][s]"
    text = f"(;FF[4]GM[6]MI[length:3][game:0]\n;{board}\n;W[66])"
    assert "\n;W[66])" in spelled(pieces(replay(sgf(text)[0]), 0)[0])


def test_an_answer_that_fits_is_taken_over_as_far_as_it_goes() -> None:
    answer = answered(of(LAWFUL), lambda text: text)
    assert set(answer.said) == {0, 1, 2, 3}
    assert answer.why == ""
    assert answer.said[2] == [Evaluation(aspect="luck", luck=0.5, source="GNU Backgammon 1.0")]
    answer = answered(of(LAWFUL), lambda text: text[: text.index("\n;W[63")] + ")")
    assert set(answer.said) == {0, 1}
    assert "ends before" in answer.why


@rows
def test_from_where_an_answer_differs_nothing_is_taken_over(old: str, new: str, why: str) -> None:
    answer = answered(of(LAWFUL), lambda text: text.replace(old, new))
    assert why in answer.why
    assert set(answer.said) == {0, 1}


@rows
def test_an_answer_about_another_game_is_not_taken_over(old: str, new: str) -> None:
    answer = answered(of(LAWFUL), lambda text: text.replace(old, new))
    assert answer.said == {}
    assert "not the game that was sent" in answer.why


def test_of_the_plays_five_are_kept_and_the_one_that_was_made() -> None:
    plays = ["xurr", "xuro", "hehb", "fcfx", "hbhe", "xumg", "xrro"]
    listed = "".join(f"[{play} E ver 3 0.5 0.1 0 0.1 0 0.1 0C 0 1 0.000000 1]" for play in plays)

    def change(text: str) -> str:
        return text.replace("W[63xrro]", f"W[63xrro]A[6]{listed}")

    said, _ = answered(of(LAWFUL), change).said[2]
    assert [one.extras.get("played") for one in said.candidates] == [None] * 5 + ["yes"]


def test_an_answer_that_calls_another_play_the_one_made_is_not_taken_over() -> None:
    listed = "[xurr E ver 3 0.5 0.1 0 0.1 0 0.1 0C 0 1 0.000000 1]"

    def change(text: str) -> str:
        return text.replace("W[63xrro]", f"W[63xrro]A[0]{listed}")

    answer = answered(of(LAWFUL), change)
    assert set(answer.said) == {0, 1}
    assert "different play" in answer.why
