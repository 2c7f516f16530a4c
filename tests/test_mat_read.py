"""Reading match text: every dialect and quirk by a transcript of a few lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotra_notation.formats import acts, plays, read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat import cells
from kotra_notation.model import (
    Beaver,
    Blank,
    Comment,
    Double,
    Drop,
    Event,
    Extra,
    Forfeit,
    Mark,
    Play,
    Resignation,
    ResultClaim,
    Ruling,
    SetPosition,
    Take,
    Turn,
    Unread,
)
from kotra_notation.replay import replay

HEAD = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
"""


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def said(event: Event) -> str:
    """An event in a few letters: the side, the dice, what was done."""
    match event:
        case Turn(seat=seat, dice=dice, deed=deed):
            return f"{'LR'[seat]} {dice[0]}{dice[1]} {_deed(deed)}".rstrip()
        case Double(seat=seat, value=value):
            return f"{'LR'[seat]} doubles {value}"
        case Beaver(seat=seat, value=value, level=level):
            return f"{'LR'[seat]} {'beaver' if level == 1 else 'raccoon'} {value}"
        case Take(seat=seat) | Drop(seat=seat) | Resignation(seat=seat):
            return f"{'LR'[seat]} {type(event).__name__.lower()}"
        case Forfeit(seat=seat, scope=scope, reason=reason):
            return f"{'LR'[seat]} forfeits {scope} {reason}".rstrip()
        case ResultClaim(seat=seat, points=points, lost=lost, match=match):
            return f"{'LR'[seat]} {'loses' if lost else 'wins'} {points}{' match' * match}"
        case Comment(text=text):
            return f"; {text}"
        case Mark(sign=sign, aspect=aspect):
            return f"{aspect} {sign}"
        case Extra(key=key, value=value):
            return f"{key} {value}"
        case _:
            return type(event).__name__


def _deed(deed: object) -> str:
    match deed:
        case Play(hops=hops):
            return " ".join(f"{hop.source}/{hop.target}{'*' * hop.taken}" for hop in hops)
        case Unread(text=text):
            return f"unread {text}"
        case Blank():
            return ""
        case _:
            return type(deed).__name__


def events(text: str | bytes, game: int = 0, match: int = 0) -> list[str]:
    return [said(event) for event in read(text).matches[match].games[game].events]


def codes(text: str | bytes) -> list[str]:
    return [found.code for found in read(text).findings]


def row(text: str) -> list[str]:
    """What one row says, none of it in doubt."""
    assert codes(HEAD + text) == []
    return events(HEAD + text)


# plays


# the cube and the end


# whose cell it is


LEFT_WINS = """\
; [Site "BackgammonGalaxy"]

3 point match

 Game 1
 anna : 0                        bjorn : 0
  1) 31: 8/5 6/5                 52: 24/22 13/8
  2) 64: 24/14                   21:
 Losses 1 point

      Wins 1 point

 Game 2
 anna : 1                        bjorn : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Drops
      Wins 1 point
"""


@pytest.mark.parametrize("notation", ["mat", "sgf", "kotra"])
def test_a_loss_without_a_number_is_the_other_sides_than_the_win_in_every_notation(notation: str) -> None:
    match = read(LEFT_WINS).matches[0]
    assert [found.code for found in replay(match).findings] == ["S416"]
    written = write_matches([match], notation).content
    again = replay(read_source(Source(written.encode() if isinstance(written, str) else written)).matches[0])
    assert [(game.winner, game.points) for game in again.games] == [(0, 1), (0, 1)]


# heads


# several games and matches


def test_a_jump_in_the_numbers_of_games_is_noted() -> None:
    text = HEAD + "      Wins 1 point\n Game 3\n Anna : 1                       Bjarni : 0\n"
    found = [(one.code, one.game) for one in replay(read(text).matches[0]).findings]
    assert ("N107", 2) in found


# what is no row


def test_xg_sets_positions() -> None:
    """The large letters are the left player's men, and a negative cube is the left player's."""
    text = HEAD + " ; Set Pos=----cBD-D-B--A--Abcdc---A-/-1\n  1) 21: 16/15 15/13             61: 7/1 6/5\n"
    match = read(text).matches[0]
    event = match.games[0].events[0]
    assert isinstance(event, SetPosition)
    assert (event.position.seen_by(0)[16], event.position.seen_by(1)[7]) == (1, 3)
    assert (event.position.cube.value, event.position.cube.owner) == (2, 0)
    assert [found.code for found in replay(match).findings] == ["P244", "S408"]
    assert codes(HEAD + " ; Set Pos=-b----E/0\n") == ["N110"]


SNOWIE = "5;0;0;0;0;Anna;Bjarni;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;2;1;"


# what cannot be read


# Behind 21: 13/11 6/5 from the start of Nackgammon.
NACK = "5;0;0;0;0;Bjarni;Anna;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-3;4;-1;0;0;-3;0;-3;-1;0;0;2;2;0;6;4;"


@pytest.mark.parametrize(
    ("first", "further", "expected"),
    [
        (NACK, "", ["D504", "S408"]),
        (NACK, "      Wins 1 point\n Game 2\n Anna : 1     Bjarni : 0\n  1) 64: 8/2 6/2\n", ["P221", "S408"]),
        (NACK.replace("4;0;3;", "5;0;2;"), "", ["P221", "S408"]),
        (SNOWIE, "", ["P221", "S408"]),
    ],
)
def test_a_first_play_written_as_illegal_may_be_one_of_nackgammon(
    first: str, further: str, expected: list[str]
) -> None:
    """Only where all games begin so, and where a lawful play of that game leads there."""
    text = HEAD + f"  1) 21: Illegal play ({first})     64: 24/18 13/9\n{further}"
    replayed = replay(read(text).matches[0])
    assert [found.code for found in replayed.findings] == expected
    assert (replayed.ruleset.options["variant"] == "nackgammon") == ("D504" in expected)


# texts


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Þórdís Æ.".encode(), "utf-8"),
        ("\ufeffÞórdís Æ.".encode(), "utf-8-sig"),
        ("Þórdís Æ.".encode("utf-16"), "utf-16"),
        ("Þórdís Æ.".encode("cp1252"), "windows-1252"),
    ],
)
def test_encodings(data: bytes, encoding: str) -> None:
    name = data.decode(encoding)
    reading = read(HEAD.replace("Anna", name).encode(encoding))
    assert reading.encoding == encoding
    assert reading.findings == ()
    assert reading.matches[0].players[0].name == "Þórdís Æ."


def test_bytes_of_another_encoding_are_doubtful_and_read() -> None:
    reading = read(HEAD.replace("Anna", "Æsa").encode() + b"; J\xf3n \x81\n")
    assert [(found.code, found.span) for found in reading.findings] == [("N105", (5, 4, 5))]
    assert reading.matches[0].games[0].events == (Comment(text="Jón \x81"),)


def test_a_control_character_is_one_finding() -> None:
    reading = read(HEAD + "  1) 31: 8/5\x00 6/5                64: 24/14\x00\x01\n")
    assert [found.code for found in reading.findings] == ["N109"]
    assert len(reading.matches[0].games[0].events) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines(end: str) -> None:
    text = HEAD + "  1) 31: 8/5 6/5                 64: 24/14\n\n      Wins 1 point"
    reading = read(text.replace("\n", end))
    assert reading == read(text)
    assert reading.matches[0].games[0].events[-1].span == (7, 7, 19)


@pytest.mark.parametrize("data", [b"hello", bytes(range(256)), b"\0" * 100, b"KP\3\4" + bytes(500)])
def test_no_known_format(data: bytes) -> None:
    assert codes(data) == ["N101"]


@pytest.mark.parametrize(
    "line",
    [
        "²) 31: 8/5 6/5",
        "  1) ٣١: 8/5",
        "9" * 5000 + ") 31: 8/5",
        "  1) 31: " + "8/5 " * 600,
        "Wins " + "9" * 5000 + " points",
        "Game " + "9" * 5000,
        " Anna : " + "9" * 5000 + "     Bjarni : 0",
        '; [CubeLimit "' + "9" * 5000 + '"]',
        "  1) Doubles => " + "9" * 5000,
        "9" * 5000 + " point match",
        "; Set Pos=" + "-" * 26 + "/" + "9" * 5000,
        "  1) 31: Illegal play (" + "9;" * 40 + ")",
        "  1) 31: Illegal play (" + "9" * 5000 + ";" * 40 + ")",
        "  1) 31: \ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_nothing_raises(line: str) -> None:
    assert read(f"{HEAD}{line}\n").format == "mat"
    assert read(f"{line}\n{HEAD}").format == "mat"


def test_broken_utf16_is_doubtful_and_read() -> None:
    reading = read((HEAD + "; ").encode("utf-16") + b"\x00")
    assert [found.code for found in reading.findings] == ["N105"]
    assert reading.matches[0].players[0].name == "Anna"


def test_memory_of_cells_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "REMEMBERED", 2)
    memo = acts.Remembered(cells.content)
    for die in "123456":
        assert memo[f"{die}1: 8/5"] == cells.content(f"{die}1: 8/5")
        assert len(memo) <= 2


# plays declared illegal

DECLARED = "Game 1, Move 2 of Anna --> 33: 8/5(2) 6/2(2) was illegal"
PLAYED = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 33: 8/5 8/5 6/2 6/2         64: 24/14
  2) 33: 8/5 8/5 6/2 6/2        64: 24/14
"""


@pytest.mark.parametrize(
    "text",
    [
        f"; {DECLARED}\n{PLAYED}",
        f"; +----+\n; |  Remarks:  |\n; |   {DECLARED}   |\n; +----+\n{PLAYED}",
        f"{PLAYED}; {DECLARED.replace('-->', '=>').replace(', M', ' m')}\n",
    ],
)
def test_a_play_declared_illegal_stood(text: str) -> None:
    """It is found by its words; of two that are alike the number of the row chooses."""
    assert codes(text) == []
    game = [said(event) for event in read(text).matches[0].games[0].events if not isinstance(event, Comment)]
    assert game[2:4] == ["L 33 8/5 8/5 6/2 6/2", "Ruling"]
    assert game.count("Ruling") == 1


@pytest.mark.parametrize("dialect", ["gnubg", "xg", "studio"])
@pytest.mark.parametrize("declared", ["", f"; {DECLARED}\n"])
def test_a_ruling_is_written_as_the_remark_it_is_read_from(dialect: str, declared: str) -> None:
    match = read(f"; {DECLARED}\n{PLAYED}").matches[0]
    if not declared:
        match = replace(match, remarks=())
    writing = write_matches([match], "mat", dialect)
    assert writing.findings == ()
    assert isinstance(writing.content, str)
    assert writing.content.count("was illegal") == 1
    assert read(writing.content).matches[0].games[0].events == match.games[0].events
    other = replace(match.games[0], events=(match.games[0].events[0], Ruling(outcome="disputed")))
    lost = write_matches([replace(match, games=(other,))], "mat").findings
    assert [found.code for found in lost] == ["L604"]


# what people put into a record by hand


LONE = """\
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/14
      Wins 1 point
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("record", [HEAD + LONE.split("\n", 1)[1], LONE, LONE.split("\n", 1)[1]])
def test_a_record_is_known_whatever_ends_its_lines(record: str, end: str) -> None:
    reading = read(record.replace("\n", end))
    assert [len(game.events) for game in reading.matches[0].games] == [3]


@pytest.mark.parametrize(
    "text",
    [
        # Galaxy: a loss beside the win, on a cube of 1 with 4 needed
        " 5 point match\n\n Game 1\n Anna : 1                       Bjarni : 1\n"
        "  1) 31: 8/5 6/5                 64: 24/14\n"
        "  2) 52:                          \n"
        "  3)  Losses 4 point                Wins 4 point and the match\n",
        # OpenGammon: a match that nobody came to
        '; [Site "OpenGammon"]\n\n5 point match\n\n Game 1\n Anna: 0                         Bjarni: 0\n'
        "  1)                             \n      Wins 5 points and the match\n",
        # GridGammon: a gammon on a cube of 4 with 5 needed, and no word on the match
        " 5 point match\n\n Game 1\n Anna, 1500 : 0                 Bjarni, 1600 : 0\n"
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       64: 24/14\n"
        "  3)  Doubles => 4                Takes\n  4) 52: 13/8 6/4                 \n      Wins 5 points\n",
    ],
    ids=["galaxy", "opengammon", "gridgammon"],
)
def test_what_was_needed_of_the_match_is_one_note_in_every_dialect(text: str) -> None:
    replayed = replay(read(text).matches[0])
    beside = {"score-from-before", "game-without-throws"}
    assert [found.code for found in replayed.findings if found.kind.name not in beside] == ["S406"]
    assert replayed.complete


def test_ordinary_words_say_what_the_grammar_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is read with the grammar asked, and without."""
    places = ["0", "1", "6", "24", "25", "26", "05", "bar", "Bar", "off", "OFF"]
    words = [f"{one}/{two}{end}" for one in places for two in places for end in ("", "*", "(2)", "*(3)")]
    words += [
        f"{one}/{two}*/{end}"
        for one in ("bar", "13", "30")
        for two in ("8", "31")
        for end in ("5*", "off(4)")
    ]
    words += ["8/5**", "8/5x2", "b/22", "8/5(5)", "8-5", "8/", "8/5/", "/5", "8/5 ", "100/2"]
    texts = [
        f"{dice}: {play}" for dice in ("31", "07") for play in ("Cannot Move", "????", "???", "cannot move")
    ]
    texts += ["Doubles", "Doubles => 2", "Doubles =>2", "Takes", "Takes => 2", "Drops", "drops", "Doubles?"]
    texts += [
        f"Wins {points}{end}" for points in (0, 1, 12) for end in (" point", " points and the match", "")
    ]

    def asked() -> list[object]:
        return [*[cells._way.__wrapped__(word) for word in words], *map(cells._parse, texts)]

    ordinary = asked()
    assert sum(one is not None for one in map(plays.parse_ordinary_hops, words)) > 200
    monkeypatch.setattr(cells, "parse_ordinary_hops", lambda word: None)
    monkeypatch.setattr(cells, "_ordinary", lambda text: None)
    assert asked() == ordinary
