"""What our pages print in Icelandic is read back: every label of an event, a claim, a header and a game."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import pytest

import kotra_notation as kn
from kotra_notation import model
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import Span
from kotra_notation.replay import replay
from kotra_notation.report.contrast import WHATS
from kotra_notation.report.event_words import event_parts, event_words, remark
from kotra_notation.words.tongues import DOMAIN, Tongue, tongue
from tools.catalogues import collected, untranslated


@cache
def lacking() -> frozenset[str]:
    return frozenset(untranslated("is", DOMAIN, collected(DOMAIN)))


class Translated:
    """The Icelandic catalogue; a test of a text of ours that is not translated yet is skipped."""

    def gettext(self, message: str) -> str:
        if tongue("is").catalogue.gettext(message) == message and message in lacking():
            pytest.skip(f"not translated yet: {message}")
        return tongue("is").catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.gettext(msgid1)
        return tongue("is").catalogue.ngettext(msgid1, msgid2, n)


IS = Tongue("is", Translated())
LETTERS = ("H", "S")
SILENT = (*get_args(model.Annotation), model.ScoreClaim, model.ResultClaim, model.AwardClaim)

# Every kind of event that is done and not said, in records as short as they can be.
RECORDS = (
    "opening 5-2\nW 52: 24/22 13/8\nB 64: 24/14\nW doubles 2\nB takes\nW 31: 8/5 6/5\nB doubles 4\nW drops",
    "W 31: 8/5 6/5\nB doubles 2\nW beavers 4\nB raccoons 8\nW takes\nB 64: 24/14\nW resigns single",
    "auto double 2\nW 31: 8/5 6/5\nB resigns gammon\nW accepts",
    "W 31: 8/5 6/5\nB resigns backgammon\nW refuses\nB 66: cannot move\nW 21: ????",
    "W 31: 8/5 6/5\nB 31:\nW resigns\nB accepts",
    'W 31: 8/5 6/5\nB forfeits game "tími"',
    "W 31: 8/5 6/5\nB forfeits match",
    "W 31: 8/5 6/5\nW forfeits game",
    'W 31: 8/5 6/5\nW forfeits match "kom ekki: \\"veikur\\""',
    "W 31: 8/5 6/5\nB void cocked 64\nB 31: 8/5 6/5\nW void premature 21\nsettled B 3",
    "W 31: 8/5 6/4\nruling stood\nB 64: 24/13\nruling corrected 24/14\nW 21: 13/10\nruling disputed\ndraw",
    "setup W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; B to play; cube 2 W\nB 64: 24/14",
    "W 31: illegal [W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; B to play]\nB 64: 24/14",
    "W 31: reaches [W: 24x2 13x5 8x2 6x4 5x2; B: 24x2 13x5 8x3 6x5; B to play]\nB 64: 24/14",
)
LAST = "setup W: w1 x1 off13; B: k1 l1 off13; W to play; began W\nW 62: w/off x/off\nB last throw"
OLD = (
    "setup W: w1 x1 off13; B: g1 l14; W to play\nW 62: w/off x/off\nB after throws\nB 5+3: g/l half",
    f"{LAST}\nB 61: k/off l/off",
)


def read(lines: str, rules: str) -> model.Match:
    (match,) = read_source(Source(f"kotra 1\nrules: {rules}\n{lines}\n".encode()), "kotra").matches
    return match


def printed(frame: Any, event: model.Event, line: str) -> str:
    """The line a page has for an event, what it shows elsewhere put in: the side, the dice, the board."""
    dice, words = event_parts(frame, LETTERS, IS)
    seat = getattr(event, "seat", None)
    if isinstance(event, model.Turn):
        board = line[line.index(" [") :] if isinstance(event.deed, model.Reached) else ""
        thrown = "+".join(dice) if event.singly else dice
        return f"{LETTERS[event.seat]} {thrown}: {words}{board}"
    if isinstance(event, model.SetPosition):
        return f"{words} {line.removeprefix('setup ')}"
    if isinstance(event, model.VoidThrow) and event.dice:
        words += f" {event.dice[0]}{event.dice[1]}"
    return words if seat is None else f"{LETTERS[seat]} {words}"


def same(read_again: model.Event, event: model.Event) -> bool:
    """Whether two events say the same; a page prints a dash for a throw without a word."""
    if isinstance(event, model.Turn) and isinstance(event.deed, model.Blank):
        return isinstance(read_again, model.Turn) and isinstance(read_again.deed, model.CannotMove)
    return read_again == event


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        *((lines, "modern,beavers=on,raccoons=on,auto_doubles=1") for lines in RECORDS),
        *((lines, "forn-de,dice.throw=one-by-one") for lines in OLD),
    ],
)
def test_what_a_page_prints_of_an_event_is_read_back(lines: str, rules: str) -> None:
    match = read(lines, rules)
    frames = replay(match).games[0].frames
    before: list[str] = []
    for index, (frame, line) in enumerate(zip(frames, lines.split("\n"), strict=True)):
        again = read("\n".join([*before, printed(frame, frame.event, line)]), rules)
        assert same(again.games[0].events[index], frame.event), printed(frame, frame.event, line)
        before.append(line)


def test_every_kind_of_event_that_a_page_has_words_for_is_among_these() -> None:
    matches = [read(lines, "modern") for lines in (*RECORDS, *OLD)]
    shown = {type(frame.event) for match in matches for frame in replay(match).games[0].frames}
    assert shown == set(get_args(model.Event)) - set(SILENT)
    silent = read('W wins 1\nscore 1-0\nW scores jan 15\n# x\nmark ?\nclock W 1:00\nextra a "b"', "modern")
    assert all(event_words(frame, IS) is None for frame in replay(silent).games[0].frames)


@pytest.mark.parametrize("points", ["1", "2.5", "0.5"])
@pytest.mark.parametrize(
    "kind", ["", " by gammon", " by backgammon", " by single", " by jan", ' by "langi múkur"']
)
def test_what_a_page_prints_of_a_result_is_read_back(points: str, kind: str) -> None:
    event = read(f"B wins {points}{kind}", "modern").games[0].events[0]
    assert isinstance(event, model.ResultClaim)
    assert (event.kind or "") == kind.removeprefix(" by ").strip('"')
    assert read(remark(event, LETTERS, IS), "modern").games[0].events[0] == event


@pytest.mark.parametrize("how", ["drop", "resign", "settled"])
def test_how_a_game_ended_is_no_word_for_the_win(how: str) -> None:
    event = model.ResultClaim(seat=0, points=2, kind=how)
    again = read(remark(event, LETTERS, IS), "modern").games[0].events[0]
    assert again == model.ResultClaim(seat=0, points=2)


@pytest.mark.parametrize("award", ["jan 15", "mor 2", "langi múkur 5", "stutti múkur 3.5", "úttekt 2"])
def test_what_a_page_prints_of_an_award_is_read_back(award: str) -> None:
    event = read(f"B scores {award}", "forn-1977").games[0].events[0]
    assert read(remark(event, LETTERS, IS), "forn-1977").games[0].events[0] == event


@pytest.mark.parametrize(("key", "label"), [(key, label) for key, label in WHATS.items() if key != "rating"])
def test_what_a_page_prints_of_a_header_is_read_back(key: str, label: str) -> None:
    value = {"length": "7", "rules": "forn-de"}.get(key, "x")
    text = f"kotra 1\n{IS.say(label)}: {value}\ngame 1\nW 31: 8/5 6/5\n"
    reading = read_source(Source(text.encode()), "kotra")
    assert reading.findings == ()
    (match,) = reading.matches
    assert {"length": str(match.length), "rules": match.rules, **dict(match.info)}[key] == value


@pytest.mark.parametrize("key", ["mót", "Mót", "lengd", "Lengd", "Úrskurður", "svartur", "event"])
def test_a_header_that_would_be_read_as_another_is_quoted(key: str) -> None:
    match = model.Match(info=((key, "leikurinn stendur"),))
    content = write_matches([match], "kotra").content
    assert isinstance(content, str)
    assert read_source(Source(content.encode())).matches[0].info == match.info


@pytest.mark.parametrize("words", ["er leiklaus", "der Wurf verfällt", "inget drag"])
def test_what_stands_behind_a_deed_in_other_words_has_its_place(words: str) -> None:
    reading = kn.read(f"kotra 1\ngame 1 0-0\nW 31: 8/5 6/5\nB 66: {words} ?! zz\n")
    assert [finding.span for finding in reading.findings] == [Span(4, 11 + len(words), 13 + len(words))]
    turn, mark = kn.read(f"kotra 1\ngame 1 0-0\nW 66: {words} ?!\n").matches[0].games[0].events
    assert (turn.span, mark.span) == (Span(3, 1, 7 + len(words)), Span(3, 8 + len(words), 10 + len(words)))
