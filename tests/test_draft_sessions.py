"""Many sessions of writing at random, and sound records written by their entries alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.findings import Severity
from kotra_notation.record import draft
from kotra_notation.words import Phrase
from referees.games import random_match
from referees.old_games import random_old_match
from referees.seeds import SESSIONS, some
from referees.sessions import random_session
from referees.transcriber import keys
from tests.drafting import Session

SAMPLES = Path(__file__).parents[1] / "samples"
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
