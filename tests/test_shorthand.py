"""Plays written short: what they can be on a board, and whole games written short in every way."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation import shorthand as shorthand_room
from kotra_notation.formats.format import Source
from kotra_notation.model import Match, Play, Turn, Unread
from kotra_notation.reading import read_in_full
from kotra_notation.rules import RULESETS, Node, Step
from kotra_notation.rules.spelling import play_text
from kotra_notation.shorthand import expand
from kotra_notation.shorthand.choices import LonePoint, Manner, Shorthand, choices
from kotra_notation.shorthand.signs import senses
from referees import shorthand
from referees.boards import board
from referees.seeds import some
from tests.calls import kotra
from tests.records import rows

MODERN, OLD = RULESETS["modern"], RULESETS["forn-de"]
START = Node(MODERN.facts.start)
LANDINGS = Manner(plain=(LonePoint.LANDINGS,))
MANNERS = {
    "landings": LANDINGS,
    "sources": Manner(plain=(LonePoint.SOURCES,)),
    "in order": Manner(plain=(LonePoint.LANDINGS,), in_dice_order=True),
}


def told(
    text: str,
    dice: tuple[int, int],
    node: Node = START,
    *,
    manner: Manner = LANDINGS,
    before: tuple[Step, ...] = (),
    seat: int = 0,
) -> list[str]:
    """The plays a text can be, in full."""
    turn = Turn(seat=seat, dice=dice, deed=Unread(text=text))
    said = Shorthand(text=text, seat=seat, manner=manner, before=before)
    plays = choices(MODERN, node, turn, said)
    return [play_text(MODERN.facts, tuple(node.points), play.steps) for play in plays]


@rows
def test_what_is_written_short_is_these_plays(
    men: str, text: str, dice: str, manner: str, plays: tuple[str, ...]
) -> None:
    node = Node(board(men)) if men else START
    assert told(text, (int(dice[0]), int(dice[1])), node, manner=MANNERS[manner]) == list(plays)


def test_the_other_side_s_play_once_more() -> None:
    before = (Step(8, 5, 3), Step(6, 5, 1))
    for text in ("same", "ditto", "8/5 same"):
        assert told(text, (3, 1), before=before) == ["8/5 6/5"]
    assert told("same", (3, 1)) == []


def test_sides_of_the_board_and_own_paths_are_counted() -> None:
    assert senses("r5", 0, False)[0].parts == senses("20", 0, False)[0].parts
    assert senses("r5", 1, False)[0].parts == senses("5", 1, False)[0].parts
    assert senses("1/7", 0, True, path=True) == senses("a/g", 0, True)


@pytest.mark.parametrize(
    "text", ["", "hello", "8/5/", "99", "30/24", "24/20 ?", "5" * 100, "/" * 50, "m" * 60]
)
def test_what_is_no_shorthand_says_nothing(text: str) -> None:
    assert senses(text, 0, False) == ()


# whole records


def record(*lines: str, head: str = "notation: shorthand, landings") -> bytes:
    return "\n".join(["kotra 1", "length: 0", head, "game 1 0-0", *lines, "W wins 1"]).encode()


def read(*lines: str, head: str = "notation: shorthand, landings") -> tuple[Match, list[str]]:
    reading = kn.read(record(*lines, head=head))
    return reading.matches[0], [found.code for found in reading.findings]


def plays(match: Match) -> list[str]:
    """The deeds of the turns of the first game, hops as numbers."""
    told = []
    for event in match.games[0].events:
        if isinstance(event, Turn):
            deed = event.deed
            told.append(
                " ".join(f"{hop.source}/{hop.target}" for hop in deed.hops)
                if isinstance(deed, Play)
                else deed.text
                if isinstance(deed, Unread)
                else "-"
            )
    return told


@rows
def test_a_record_written_short_is_read(
    head: str, lines: tuple[str, ...], made: tuple[str, ...], found: str, is_short: bool
) -> None:
    match, codes = read(*lines, head=head)
    assert (tuple(plays(match)), " ".join(codes), bool(match.info)) == (made, found, is_short)


def test_what_stays_open_is_kept_and_the_record_goes_on_saying_that_it_is_short() -> None:
    match, codes = read("W 31: 5", "B 55: 3 8")
    assert (plays(match), codes) == (["8/5 6/5", "3 8"], ["P227"])
    assert match.info == (("notation", "shorthand, landings"),)
    again = kn.read(str(kn.write(match, "kotra").content))
    assert again.matches[0] == match
    assert [found.code for found in again.findings] == codes


def test_an_open_play_tells_its_choices() -> None:
    (found,) = kn.read(record("W 31: 5", "B 55: 3 8")).findings
    assert found.expected == ("13/8(2) 13/3", "13/3(2)", "13/3 8/3(2)")
    assert (found.game, found.turn, found.seat, found.player) == (1, 2, 1, "Black")


def test_rows_written_short_are_read_where_that_is_said() -> None:
    rows = (
        " 0 point match\n\n Game 1\n Anna : 0                          Bjarni : 0\n"
        "  1) 31: 5pt                     62 24/18 11\n  2) 42P                         33: 10(2) 5(2)\n"
    )
    reading = read_in_full(Source(rows.encode(), shorthand=True))
    assert plays(reading.matches[0]) == ["8/5 6/5", "24/18 13/11", "8/4 6/4", "13/10 13/10 8/5 8/5"]
    assert [turn.seat for turn in shorthand.turns(reading.matches[0].games[0])] == [0, 1, 0, 1]


@pytest.mark.middle
def test_convert_writes_rows_out(tmp_path: Path) -> None:
    source, target = tmp_path / "hand.mat", tmp_path / "full.mat"
    source.write_text(
        " 0 point match\n\n Game 1\n Anna : 0                          Bjarni : 0\n"
        "  1) 31: 5pt                     62: 18 11\n  2) 21: 22/20 oops\n"
    )
    result = kotra("convert", "--shorthand", source, target)
    assert "8/5 6/5" in target.read_text()
    assert "24/18 13/11" in target.read_text()
    assert "N103" in result.stderr


@pytest.mark.middle
def test_every_command_reads_a_record_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "hand.kotra"
    path.write_bytes(record("W 31: 5", "B 62: 17"))
    for command in (["check"], ["report", "-o", str(tmp_path / "x.html")]):
        result = kotra(command[0], path, *command[1:])
        assert result.exit_code < 2, result.output
    assert "P228" in kotra("check", path).stdout
    assert "P228" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_rules_that_are_asked_for_hold_for_what_is_short_and_nothing_else_is_expanded(tmp_path: Path) -> None:
    path = tmp_path / "hand.kotra"
    path.write_bytes(record("W 64: k e"))
    told = kotra("check", path, "--rules", "forn-de").stdout
    assert "P228" not in told
    assert "N103" not in told
    match = kn.read(record("W 31: 8/5 6/5", head="event: x")).matches[0]
    assert expand(match, MODERN) == (match, ())


# whole games, written short in every way


@pytest.mark.middle
@pytest.mark.parametrize("name", some(shorthand.STYLES, len(shorthand.STYLES) // 2))
def test_a_lawful_game_written_short_is_never_read_wrongly(name: str) -> None:
    style = shorthand.STYLES[name]
    (match,) = shorthand.matches(3, 1, old=False)
    found = shorthand.outcome(match, style)
    assert not found.wrong
    assert not found.lost
    assert found.turns["read"] > sum(found.turns.values()) / 4


@pytest.mark.middle
@pytest.mark.parametrize("name", some([name for name, style in shorthand.STYLES.items() if style.old], 2))
def test_a_lawful_old_game_written_short_is_never_read_wrongly(name: str) -> None:
    (match,) = shorthand.matches(5, 1, old=True)
    found = shorthand.outcome(match, shorthand.STYLES[name])
    assert not found.wrong
    assert not found.lost


@pytest.mark.middle
def test_rows_of_a_lawful_game_written_short_are_never_read_wrongly() -> None:
    (match,) = shorthand.matches(3, 1, old=False)
    found = shorthand.outcome(match, shorthand.STYLES["landings with counts"], mat=True)
    assert not found.wrong


@pytest.mark.parametrize("limit", ["MOST", "ENOUGH"])
def test_behind_too_many_boards_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(shorthand_room, limit, 1)
    match, codes = read("W 31: 5", "B 55: 3 8", "W 62: 18 11", "B 33: 13/10(4)")
    assert plays(match) == ["8/5 6/5", "3 8", "18 11", "13/10 13/10 13/10 13/10"]
    assert codes == ["P227"]
