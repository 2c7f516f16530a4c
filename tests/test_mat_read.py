"""Reading match text: every dialect and quirk by a transcript of a few lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotra_notation.formats import acts, plays, read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat import cells
from kotra_notation.model import Comment, Ruling

HEAD = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
"""


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


# what cannot be read


# texts


def test_bytes_of_another_encoding_are_doubtful_and_read() -> None:
    reading = read(HEAD.replace("Anna", "Æsa").encode() + b"; J\xf3n \x81\n")
    assert [(found.code, found.span) for found in reading.findings] == [("N105", (5, 4, 5))]
    assert reading.matches[0].games[0].events == (Comment(text="Jón \x81"),)


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
