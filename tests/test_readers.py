"""What a reader does beside its facts: memory, columns and rulings of match text, SGF, logs, exports."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.api import supplied
from kotra_notation.findings import Severity
from kotra_notation.formats import plays, recorder, write_matches
from kotra_notation.formats.exports import Labels, choice, share
from kotra_notation.formats.mat import cells
from kotra_notation.formats.mat.lines import LAYOUTS
from kotra_notation.model import Match, Player, Ruling, Turn
from kotra_notation.replay import replay
from referees import fibs_session, models
from referees.fibs_session import View
from referees.games import quick_match, random_match
from referees.seeds import some
from referees.told import told
from tests.records import SAMPLES, codes, content, only, read
from tools.survival import roundtrip_match

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


@pytest.mark.parametrize(
    ("charset", "encoding"), [("UTF-8", "utf-8"), ("ISO-8859-1", "cp1252"), ("ISO-8859-2", "iso8859_2")]
)
def test_charsets(charset: str, encoding: str) -> None:
    name = "Łukasz" if encoding == "iso8859_2" else "Þórdís"
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[{name}];W[31])"
    (match,) = read(text.encode(encoding)).matches
    assert match.players[0].name == name


@pytest.mark.parametrize("charset", ["UTF-8", "nothing", "idna", "unicode_escape", "zlib", "..", "UTF-16"])
def test_a_charset_that_does_not_fit_is_passed_over(charset: str) -> None:
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[Ása];W[31])"
    (match,) = read(text.encode("cp1252" if charset == "UTF-8" else "utf-8")).matches
    assert match.players[0].name == "Ása"


def test_no_more_than_a_hundred_lines_around_the_trees_are_said() -> None:
    reading = read("(;FF[4]GM[6]MI[length:5]PW[Anna]PB[Bjarni];W[31hefe])\n" + "nothing\n" * 10_000)
    assert codes(reading.findings) == ["N102"] * 100 + ["N114"]


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_legal_matches_come_back(seed: int) -> None:
    for written in (quick_match(seed, games=2), random_match(seed, 3, said=bool(seed % 2))):
        assert roundtrip_match(written, "sgf").proved
        text = content([supplied(written, "sgf")], "sgf")
        assert content(read(text).matches, "sgf") == text


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(models.matches)
def test_hostile_matches_come_back_or_are_said(written: model.Match) -> None:
    """Nothing raises, and where no loss is said every event comes back."""
    writing = write_matches([written], "sgf")
    reading = read(str(writing.content).encode("utf-8", "replace"), "sgf")
    if writing.findings or not written.games:
        return
    (match,) = reading.matches
    for before, after in zip(written.games, match.games, strict=True):
        told_otherwise = model.ResultClaim | model.Resignation | model.ResignationAnswer | model.Comment
        events = [without_hits(event) for event in before.events if not isinstance(event, told_otherwise)]
        assert [event for event in events if event not in after.events] == []


def without_hits(event: model.Event) -> model.Event:
    if isinstance(event, model.Turn) and isinstance(event.deed, model.Play):
        hops = tuple(hop._replace(taken=0) for hop in event.deed.hops)
        return model.Turn(seat=event.seat, dice=event.dice, deed=model.Play(hops=hops))
    return event


@pytest.mark.parametrize("direction", [-1, 1])
@pytest.mark.parametrize("colour", [-1, 1])
@pytest.mark.parametrize("first", ["anna", "You"])
@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_match_is_read_from_its_log(seed: int, first: str, colour: int, direction: int) -> None:
    stated = random_match(seed)
    again = only(fibs_session.log(stated, View(first=first, colour=colour, direction=direction)))
    assert told(again, hits=False).games == told(stated, hits=False).games


@pytest.mark.parametrize("seed", range(3))
def test_own_plays_are_told_by_the_boards_alone(seed: int) -> None:
    stated = random_match(seed, 3)
    again = only(fibs_session.log(stated, View(first="You", tells_plays=False)))
    assert positions(again) == positions(stated)
    assert [found.code for found in kn.replay(again).findings if found.severity != "note"] == []


def positions(whole: Match) -> list[tuple[int, ...]]:
    """The men behind each turn."""
    frames = [frame for game in kn.replay(whole).games for frame in game.frames]
    return [tuple(frame.after.seen_by(0)) for frame in frames if isinstance(frame.event, Turn)]


def test_a_log_is_written_in_other_notations() -> None:
    again = only(fibs_session.log(random_match(1), View()))
    assert codes(kn.write(supplied(again, "mat"), "mat").findings) == []


EXPORTS = {"gnubg-text": "thordis.txt", "xg-text": "stada-xg.txt", "bgblitz-text": "stada-bgblitz.txt"}
XG = """\
XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:1:2:0:5:10

X:Freyja   O:Kári
Score is X:1 O:{score} 5 pt.(s) match.
"""


def test_labels_are_whole_words_and_numbers_keep_their_digits() -> None:
    labels = Labels(
        {"Double": ("Doppeln",), "No double": ("Nicht Doppeln",), "Pass": ("パス",), ":": ("：",)}
    )
    assert labels.english("Nicht Doppeln, Doppeln, Doppelnde：パス") == "No double, Double, Doppelnde:Pass"
    assert share("25.40%") == "0.2540"
    assert share(" 0,50") == "0.0050"
    assert choice("24/20*/15, 6/off(2)") == "24/20* 20/15 6/off 6/off"
    assert choice("24/x") is None


@pytest.mark.parametrize(("name", "sample"), EXPORTS.items())
def test_a_file_that_breaks_off_is_read_up_to_there(name: str, sample: str) -> None:
    data = (SAMPLES / "notations" / sample).read_bytes()
    whole = read(data).matches[0].games[0].events
    for place in range(0, len(data), max(1, len(data) // 200)):
        reading = read(data[:place], name)
        events = reading.matches[0].games[0].events if reading.matches else ()
        assert len(events) <= len(whole) + 1
        assert sum(finding.severity == Severity.ERROR for finding in reading.findings) <= 1


def test_a_position_that_cannot_be_read_belongs_to_no_match() -> None:
    """The next one is match 2 of the file, and nothing said of the unreadable one is said of it."""
    first = XG.format(dice="31", score=2)
    unread = first.replace("e----B-", "e----C-") + "    1. 2-ply  8/5 6/5  eq:hm\n"
    reading = read("\n".join([first, unread, XG.format(dice="42", score=3)]))
    found = [(finding.code, finding.match) for finding in reading.findings]
    assert found == [("N110", None), ("N102", None), ("N116", 2)]
    assert len(reading.matches) == 2
