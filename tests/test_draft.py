"""A record as it is written: what is typed, taken back, corrected; and many sessions of writing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.findings import Severity
from kotra_notation.record import draft
from kotra_notation.record.draft import (
    NotLegalError,
    begin,
    enter,
    new_findings,
    open_draft,
    standing,
    take_back,
    without,
)
from kotra_notation.record.draft.view import mark_film
from kotra_notation.record.draft.words import ENTRIES, EntryHelp, PlayEntry, parse_entry
from kotra_notation.words import Phrase
from referees.games import random_match
from referees.old_games import random_old_match
from referees.seeds import SESSIONS, some
from referees.sessions import random_session
from referees.transcriber import keys
from tests.drafting import Session
from tests.records import SAMPLES, rows

HEAD = begin(("Anna", "Björn"), 3)


def after(text: str, *entries: str) -> str:
    for entry in entries:
        text = enter(text, entry)
    return text


@rows
def test_what_is_typed_is_written(
    length: str, rules: str, steps: tuple[Any, ...], done: str, wants: str, found: str
) -> None:
    text = begin(("Anna", "Björn"), int(length) if length else None, rules or "modern")
    for step in steps:
        if isinstance(step, str):
            text = enter(text, step)
        elif "without" in step:
            text = without(text, step["without"])
        elif "back" in step:
            text = take_back(text)
        else:
            text = enter(text, **step)
    assert text.partition("\n\n")[2] == done.replace(" | ", "\n") + "\n"
    here = standing(text)
    side = "" if here.seat is None else "WB"[here.seat]
    assert " ".join(filter(None, [here.wants, side, here.offer, here.phase])) == wants
    assert " ".join(one.code for one in kn.check(text).findings) == found


def test_an_illegal_play_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(NotLegalError) as refused:
        after(HEAD, "31", "8/4 6/5")
    assert "8/4 7/6" not in refused.value.plays
    assert refused.value.finding.code.startswith("P2")


def test_everything_is_taken_back() -> None:
    text = after(HEAD, "33", "31", "8/5 6/5", "d", "p")
    while text != HEAD:
        text = take_back(text)
    with pytest.raises(ValueError, match="Nothing has been written"):
        take_back(text)


def last(text: str) -> str:
    return text.splitlines()[-1]


FILMED = "kotra 1\nlength: 7\n\ngame 1 0-0\nW 31: 8/5 6/5\n{marks}B 64: 24/14\n"


@rows
def test_a_turn_is_marked_in_a_film(marks: str, times: dict[str, Any], marked: str) -> None:
    text = FILMED.format(marks=marks)
    if marked.endswith("."):
        with pytest.raises(ValueError, match=re.escape(marked)):
            mark_film(text, 5, **times)
    else:
        assert mark_film(text, 5, **times) == FILMED.format(marks=marked)
        with pytest.raises(ValueError, match="There is no turn in line 4"):
            mark_film(text, 4, **times)


def test_the_text_of_a_stranger_stays_but_for_the_line_that_changes() -> None:
    text = (
        "\ufeffkotra 1\r\nwhite: Æsa   \r\n# first\r\n\r\ngame 1\r\n  w 3-1: 8/5 6/5! # good\r\n"
        'eval play by "X"\r\nchoice "8/5 6/5" 0.1\r\nrubbish\r\nB 64: 24/14\r\n\r\n'
    )
    assert enter(text, "52") == text + "W 52:\r\n"
    changed = enter(text, "13/10 6/5", line=6)
    assert changed == text.replace("  w 3-1: 8/5 6/5! # good", "W 31: 13/10 6/5 ! # good")
    assert enter(text, "white: Jóna", line=2) == text.replace("white: Æsa   ", "white: Jóna")
    assert without(text, 9) == text.replace("rubbish\r\n", "")
    assert [one.line for one in standing(text).turns] == [6, 10]


def test_several_matches_are_refused_and_another_notation_is_made_one() -> None:
    with pytest.raises(ValueError, match="has 2 matches"):
        standing(HEAD + "\n" + HEAD)
    text = open_draft(Path("samples/sound/reykjavik.mat").read_bytes())
    assert standing(text).wants == "nothing"
    with pytest.raises(ValueError, match="Unknown file format"):
        open_draft("Kæra dagbók")


def test_a_play_is_typed_into_the_line_that_waits_and_no_throw_is_lost() -> None:
    text = after(HEAD, "31") + "# later\n"
    assert enter(text, "8/5 6/5") == text.replace("W 31:", "W 31: 8/5 6/5")
    with pytest.raises(ValueError, match="Line 7 has no roll"):
        enter(text, "13/9", line=7)
    with pytest.raises(ValueError, match="Björn is on roll"):
        enter(after(HEAD, "31", "8/5 6/5", "64"), "W 64: 24/14", stands=True)


def test_what_a_correction_breaks_is_told() -> None:
    text = after(HEAD, "31", "8/5 6/5", "52", "13/8 13/11", "# later")
    wrong = enter(text, "64: 24/14", line=8)
    assert not new_findings(text, wrong)
    wrong = enter(text, "B 52: 24/22 8/3", line=9)
    assert not new_findings(text, wrong)
    stood = enter(text, "8/4 6/5", line=8, stands=True)
    assert [one.code[0] for one in new_findings(text, stood)] == ["P"]


def test_where_it_stands_is_told() -> None:
    text = after(HEAD, "31")
    here = standing(text)
    assert (here.wants, here.seat, here.dice, here.game, here.may_double) == ("play", 0, "31", 1, False)
    assert here.stop == "031 . 1b4E1C3eE3c1e4B1"
    assert "8/5 6/5" in [one.text for one in here.plays]
    doubled = standing(after(text, "8/5 6/5", "d"))
    assert (doubled.wants, doubled.seat, doubled.offer) == ("answer", 0, "double")
    before = standing(after(text, "8/5 6/5", "64", "24/14"), line=9)
    assert (before.wants, before.seat) == ("dice", 1)


@rows
def test_what_cannot_be_is_refused_with_what_to_type(before: str, typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        enter(after(HEAD, *before.split()), typed)


def test_a_short_play_stays_short_and_the_value_does_what_the_functions_do() -> None:
    text = after(begin(("A", "B"), 3, info=[("notation", "shorthand, landings")]), "31", "5pt")
    assert last(text) == "W 31: 5pt"
    with pytest.raises(NotLegalError):
        after(text, "64", "17pt")
    record = kn.Draft.begin(("Anna", "Björn"), 3).enter("31", "8/5 6/5")
    assert record.text == after(HEAD, "31", "8/5 6/5")
    assert record.take_back().enter("8/5 6/5") == record
    assert record.standing().seat == 1
    assert kn.Draft.open(record.text) == record
    assert "<svg" in record._repr_html_()


def test_the_document_shows_all_that_may_be_typed() -> None:
    section = Path("docs/notation.md").read_text(encoding="utf-8").split("## Typing a record\n")[1]
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    games = {(True, True): "both", (True, False): "modern", (False, True): "old"}
    assert rows == [
        f"| `{one.keys}` | {f'`{one.example}`' if one.example else ''} | {one.meaning} "
        f"| {games[one.modern, one.old]} |"
        for one in ENTRIES
    ]


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.example], ids=lambda one: one.keys)
def test_every_example_of_what_may_be_typed_is_understood(entry: EntryHelp) -> None:
    read = parse_entry(entry.example)
    assert isinstance(read, PlayEntry) == (entry.keys in ("8/5 6/5", "a/g c/e", "????"))


SOUND = sorted((SAMPLES / "sound").iterdir())
# So many entries of a record are taken back: each costs as much as all before it.
FEW = 60
MAKERS: dict[str, Callable[[int], m.Match]] = {
    "modern": random_match,
    "session": random_session,
    "old": random_old_match,
}


@pytest.mark.parametrize("seed", some(range(SESSIONS), 4))
def test_a_session_at_random_says_what_was_done_and_is_checked_alike(seed: int) -> None:
    Session(seed).run()


def with_dances(match: m.Match) -> m.Match:
    """The match with a word for every throw that could not be played, which some makers leave out."""
    games = [
        replace(
            game,
            events=tuple(
                replace(one, deed=m.CannotMove())
                if isinstance(one, m.Turn) and isinstance(one.deed, m.Blank)
                else one
                for one in game.events
            ),
        )
        for game in match.games
    ]
    return replace(match, games=tuple(games), rules=match.rules or "modern")


def written(match: m.Match) -> str:
    """The record that comes of typing a match."""
    text = draft.begin(match.players, match.length, match.rules or "modern", match.info)
    for key in keys(match):
        text = draft.enter(text, key.text, stands=key.stands)
    return text


@pytest.mark.parametrize("path", some(SOUND, 1), ids=lambda path: path.name)
def test_a_sound_record_is_written_by_its_entries(path: Path) -> None:
    (match,) = kn.read(path).matches
    match = with_dances(match)
    assert kn.read(written(match)).matches == (match,)


@pytest.mark.middle
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", some(range(SESSIONS // 4), 1))
def test_a_lawful_match_is_written_by_its_entries(kind: str, seed: int) -> None:
    match = with_dances(MAKERS[kind](seed))
    if any(one.severity is not Severity.NOTE for one in kn.replay(match).findings):
        pytest.skip("what its maker knows of raccoons is not what the rules say")
    assert kn.read(written(match)).matches == (match,)


@pytest.mark.middle
@pytest.mark.parametrize("path", some(SOUND, 1), ids=lambda path: path.name)
def test_a_record_is_taken_back_to_its_head_and_written_again(path: Path) -> None:
    (match,) = kn.read(path).matches
    plain = [
        one for one in keys(with_dances(match)) if not one.text.startswith(("#", "eval", "choice", "mark"))
    ]
    del plain[FEW:]
    head = draft.begin(match.players, match.length, match.rules or "modern", match.info)
    text = head
    for key in plain:
        text = draft.enter(text, key.text, stands=key.stands)
    back = text
    while back != head:
        shorter = draft.take_back(back)
        assert back.startswith(shorter[:-1])
        assert len(shorter) < len(back)
        back = shorter
    for key in plain:
        back = draft.enter(back, key.text, stands=key.stands)
    assert back == text


BEGUN = [
    draft.begin(("Anna", "Björn"), 3),
    draft.begin(("", ""), 0, "modern,beavers=on"),
    draft.begin(("Ketill", "Þorgerður"), None, "forn-de,one_die=always"),
    "kotra 1\r\nwhite: Æsa\r\n\r\ngame 1\r\nW 31: 8/5 6/5\r\nB doubles\r\n",
    "\ufeffkotra 1\nrules: forn-1977\npoints: path\n\ngame 1\nopening 2-5\nW 31: 1/4\nB 22:\n",
    "kotra 1\nrules: nonsense\n\ngame 1 0-0\nW 99: 8/4\nrubbish\nB 31: ????",
    (SAMPLES / "faulty" / "stood.kotra").read_text(encoding="utf-8"),
]
WORDS = """
31 13 66 21 3+1 4+ 3-1 d t p b r r1 r2 y n g half W B w : / bar off 8/5 6/5 24/18* 13/11(2) a/g m/s c/e*2
x/off # ! ?? ???? - cannot move wins 2 by jan and the match takes drops doubles beavers accepts setup
resigns single gammon forfeits game draw settled score 2-1 scores stutti 7 after throws last throw ruling
stood void cocked eval choice clock 1:02 video extra kotra 1 white: opening 3-3 auto double H S vinnur sex
og kotra illegal [W: 6x2; B: 5x3] unread ( ) * = 999999999999999999999 -5 25 0 inf nan #[x; is] #+
"""
entries = st.one_of(
    st.lists(st.sampled_from(WORDS.split()), max_size=5).map(" ".join),
    st.text(max_size=12),
    st.lists(st.sampled_from(WORDS.split()), max_size=4).map("".join),
)
steps = st.tuples(
    st.sampled_from(["type", "type", "type", "line", "back", "without"]), entries, st.integers(-1, 30)
)


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(begun=st.sampled_from(BEGUN), typed=st.lists(steps, max_size=12), stands=st.booleans())
@example(begun=BEGUN[-2], typed=[("without", "", 2), ("line", "", 4)], stands=False)
@example(begun=BEGUN[3], typed=[("back", "", 0)] * 2 + [("without", "", 1), ("back", "", 0)], stands=False)
def test_whatever_is_typed_is_written_or_refused_with_a_sentence(
    begun: str, typed: list[tuple[str, str, int]], stands: bool
) -> None:
    text = begun
    for deed, entry, line in typed:
        try:
            match deed:
                case "type":
                    text = draft.enter(text, entry, stands=stands)
                case "line":
                    text = draft.enter(text, entry, line=line, stands=stands)
                case "back":
                    text = draft.take_back(text)
                case _:
                    text = draft.without(text, line)
        except ValueError as error:
            refused = error.args[0]
            assert isinstance(refused, Phrase), (deed, entry)
        draft.standing(text).as_json()
