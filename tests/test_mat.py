"""Match text: what its memory and its columns need, and rulings; the rest is in `tests/facts`."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from kotra_notation.formats import plays, recorder, write_matches
from kotra_notation.formats.mat import cells
from kotra_notation.formats.mat.lines import LAYOUTS
from kotra_notation.model import Player, Ruling
from kotra_notation.replay import replay
from referees.games import quick_match
from tests.records import codes, content, only, read

ENDS = ("5*", "off(4)")
HEAD = " 5 point match\n\n Game 1\n Anna : 0                       Bjarni : 0\n"
LEFT_WINS = f"""\
; [Site "BackgammonGalaxy"]

{HEAD}\
  1) 31: 8/5 6/5                 52: 24/22 13/8
  2) 64: 24/14                   21:
 Losses 1 point

      Wins 1 point
"""
DECLARED = "; Game 1, Move 2 of Anna --> 33: 8/5(2) 6/2(2) was illegal\n"
PLAYED = f"""\
{HEAD}\
  1) 33: 8/5 8/5 6/2 6/2         64: 24/14
  2) 33: 8/5 8/5 6/2 6/2        64: 24/14
"""


@pytest.mark.parametrize("notation", ["mat", "sgf", "kotra"])
def test_a_loss_without_a_number_is_the_other_sides_than_the_win_in_every_notation(notation: str) -> None:
    match = only(LEFT_WINS)
    assert codes(replay(match).findings) == ["S416"]
    (game,) = replay(read(content([match], notation)).matches[0]).games
    assert (game.winner, game.points) == (0, 1)


@pytest.mark.parametrize("dialect", ["gnubg", "xg", "studio"])
@pytest.mark.parametrize("declared", ["", DECLARED])
def test_a_ruling_is_written_as_the_remark_it_is_read_from(dialect: str, declared: str) -> None:
    match = only(DECLARED + PLAYED)
    if not declared:
        match = replace(match, remarks=())
    writing = write_matches([match], "mat", dialect)
    assert (writing.findings, str(writing.content).count("was illegal")) == ((), 1)
    (game,) = match.games
    assert read(str(writing.content)).matches[0].games[0].events == game.events
    other = replace(match, games=(replace(game, events=(game.events[0], Ruling(outcome="disputed"))),))
    assert codes(write_matches([other], "mat").findings) == ["L604"]


@pytest.mark.parametrize("dialect", list(LAYOUTS))
def test_two_blanks_at_the_least_part_two_names(dialect: str) -> None:
    match = quick_match(1, games=1)
    for length in range(20, 50):
        players = (Player(name="A" * length), Player(name="Anna af Hóli"))
        text = content([replace(match, players=players)], f"mat:{dialect}")
        assert f"{players[0].name}{LAYOUTS[dialect].colon}0  " in text


def test_memory_of_cells_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "REMEMBERED", 2)
    memo = recorder.Remembered(cells.content)
    for die in "123456":
        assert memo[f"{die}1: 8/5"] == cells.content(f"{die}1: 8/5")
        assert len(memo) <= 2


def test_ordinary_words_say_what_the_grammar_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is read with the grammar asked, and without."""
    places = ["0", "1", "6", "24", "25", "26", "05", "bar", "Bar", "off", "OFF"]
    words = [f"{one}/{two}{end}" for one in places for two in places for end in ("", "*", "(2)", "*(3)")]
    words += [f"{one}/{two}*/{end}" for one in ("bar", "13", "30") for two, end in product(("8", "31"), ENDS)]
    words += ["8/5**", "8/5x2", "b/22", "8/5(5)", "8-5", "8/", "8/5/", "/5", "8/5 ", "100/2"]
    plays_written = ("Cannot Move", "????", "???", "cannot move")
    texts = [f"{dice}: {play}" for dice in ("31", "07") for play in plays_written]
    texts += ["Doubles", "Doubles => 2", "Doubles =>2", "Takes", "Takes => 2", "Drops", "drops", "Doubles?"]
    won = (" point", " points and the match", "")
    texts += [f"Wins {points}{end}" for points in (0, 1, 12) for end in won]

    def asked() -> list[object]:
        return [*[cells._way.__wrapped__(word) for word in words], *map(cells._parse, texts)]

    ordinary = asked()
    assert sum(one is not None for one in map(plays.parse_ordinary_hops, words)) > 200
    monkeypatch.setattr(cells, "parse_ordinary_hops", lambda word: None)
    monkeypatch.setattr(cells, "_ordinary", lambda text: None)
    assert asked() == ordinary
