"""What `kotra fix` changes in a text beside its events: misspelt words, and games in the wrong order."""

from __future__ import annotations

import re

import pytest

import kotra_notation as kn
from kotra_notation.findings import Finding
from kotra_notation.repair.proposals import Proposal
from tests.records import rows

MATCH = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Takes
  3) 62: 24/18 13/11             21: bar/24 13/11
      Wins 2 points

 Game 2
 Anna : 2                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2) 41: 24/23 13/9               Doubles => 2
  3)  Drops                      Wins 1 point

 Game 3
 Anna : 2                       Bjarni : 1
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2) 41: 24/23 13/9               Doubles => 2
  3)  Takes                      21: 13/11 6/5
                                 Wins 2 points

 Game 4
 Anna : 2                       Bjarni : 3
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Takes
  3) 41: 24/23 13/9              21: 13/11 6/5
      Wins 4 points and the match
"""
NOTATIONS = {"mat": r" Game [0-9]", "kotra": r"game [0-9]", "sgf": r"\(;"}


def problems(text: str, format: str = "mat") -> list[Finding]:
    """What is found in a text, without notes."""
    return [one for one in kn.check(text.encode(), format=format).findings if one.severity != "note"]


def proposed(text: str, format: str = "mat") -> list[Proposal]:
    """What is proposed for a text."""
    return [place.proposal for place in kn.fix(text.encode(), format=format).proposed.places]


def blocks(text: str, notation: str, below: int) -> list[tuple[int, int]]:
    """The lines of each game without so many of its head, and without blank lines behind it."""
    lines = text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if re.match(NOTATIONS[notation], line)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        while not lines[end - 1].strip():
            end -= 1
        found.append((start + below, end))
    return found


def exchanged(text: str, notation: str, first: int, second: int, below: int = 0) -> str:
    """The text with two games, counted from 1, in each other's place."""
    lines, spans = text.splitlines(keepends=True), blocks(text, notation, below)
    (a, b), (c, d) = spans[first - 1], spans[second - 1]
    return "".join([*lines[:a], *lines[c:d], *lines[b:c], *lines[a:b], *lines[d:]])


def converted(notation: str) -> str:
    """The match in a notation."""
    return MATCH if notation == "mat" else str(kn.convert(MATCH.encode(), to=notation).content)


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("places", [(1, 2), (2, 3), (3, 4), (2, 4), (1, 4)])
def test_games_in_the_wrong_order_are_one_finding_and_are_moved(
    notation: str, places: tuple[int, int]
) -> None:
    truth = converted(notation)
    text = exchanged(truth, notation, *places)
    assert [one.code for one in problems(text, notation)] == ["S445"]
    assert kn.fix(text.encode(), format=notation).text == truth


@rows
def test_heads_that_are_in_order_stay(places: tuple[int, int], below: int, degree: str) -> None:
    text = exchanged(MATCH, "mat", *places, below)
    (proposal,) = proposed(text)
    assert (proposal.edit.kind, proposal.confidence) == ("games-swapped", degree)
    assert kn.fix(text.encode()).text == MATCH


def test_games_in_a_wheel_are_moved_and_numbers_beside_scores_stay() -> None:
    truth = converted("kotra")
    text = exchanged(truth, "kotra", 2, 3)
    text = text.replace("game 3", "game x").replace("game 2", "game 3").replace("game x", "game 2")
    assert kn.fix(text.encode()).text == truth
    text = exchanged(exchanged(MATCH, "mat", 1, 2), "mat", 2, 4)
    (found,) = problems(text)
    assert found.message == ("The games are in the wrong order: they were played in the order 4, 1, 3, 2.")
    assert kn.fix(text.encode()).text == MATCH
    truth = re.sub(r"(game [0-9]) .*", r"\1", converted("kotra"))
    text = exchanged(truth, "kotra", 2, 3)
    (proposal,) = proposed(text, "kotra")
    assert proposal.confidence == "likely"
    assert kn.fix(text.encode()).text == truth


def test_heads_that_are_wrong_themselves_are_no_wrong_order() -> None:
    """Games 1 and 4 might have been won by the same, so that their heads alone may be exchanged."""
    alike = MATCH.replace("Wins 4 points and the match", "Wins 2 points")
    heads = [line for line in alike.split("\n") if re.match(r" Anna : [0-9]", line)]
    text = alike.replace(heads[0], "first").replace(heads[3], heads[0]).replace("first", heads[3])
    assert all(one.confidence != "sure" for one in proposed(text))
    text = exchanged(MATCH, "mat", 2, 3, 2).replace("Bjarni : 1", "Bjarni : 2")
    assert "S445" not in [one.code for one in problems(MATCH.replace("Bjarni : 1", "Bjarni : 2"))]
    assert [one.code for one in problems(text)] == []
    even = MATCH.replace(
        "Anna : 2                       Bjarni : 1", "Anna : 2                       Bjarni : 2"
    )
    even = even.replace(
        "  3)  Drops                      Wins 1 point",
        "  3)  Takes                      61: 13/7 8/7\n                                 Wins 2 points",
    )
    text = even.replace(
        "Anna : 2                       Bjarni : 0", "Anna : 0                       Bjarni : 2"
    )
    assert [one.code for one in problems(text)][:1] == ["S403"]
    one = str(kn.convert(MATCH.encode(), to="sgf").content)
    assert len(kn.read((one + one).encode()).matches) == 2


def test_slips_and_words_in_games_that_are_moved_are_found_there() -> None:
    text = exchanged(MATCH, "mat", 2, 3).replace("6/5\n                ", "6/4\n                ", 1)
    assert [one.code for one in problems(text)] == ["S445", "P201"]
    assert proposed(text)[0].edit.kind == "games-swapped"
    assert [one.game for one in problems(text)] == [2, 2]
    text = exchanged(MATCH, "mat", 2, 3).replace("Drops ", "Drosp ")
    assert [one.code for one in problems(text)] == ["S445", "N103"]
    assert kn.fix(text.encode()).text == MATCH


@rows
def test_a_mistyped_word_is_one_finding_and_is_mended(was: str, now: str, near: str) -> None:
    text = MATCH.replace(was, now, 1)
    assert [(one.code, one.facts["near"]) for one in problems(text)] == [("N103", near)]
    assert kn.fix(text.encode()).text == MATCH.replace(
        was, was.replace("Dou", "dou") if "dobb" in now else was, 1
    )


def test_a_word_is_likely_where_the_game_is_not_sound_with_it() -> None:
    text = MATCH.replace("Doubles => 2                Takes", "Tkaes                       Takes", 1)
    assert "sure" not in [one.confidence for one in proposed(text) if one.edit.kind == "word"]
