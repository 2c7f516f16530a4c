"""Our own notation: what is written is read back, the specification's examples, unreadable lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kotra_notation import model
from kotra_notation.board import Turning
from kotra_notation.features.check.job import check
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.kotra import FORMAT, read, spelling, write
from referees import models
from tests.records import ROOT

EXAMPLE = re.compile(r"```kotra(?: (N\d+):(\d+))?\n(.*?)```", re.DOTALL)
EXAMPLES = [found.groups() for found in EXAMPLE.finditer((ROOT / "docs/notation.md").read_text("utf-8"))]
# All but the one that is written in Icelandic words, which are read and not written.
SAMPLES = [
    path for path in sorted((ROOT / "samples" / "sound").glob("*.kotra")) if "islensk" not in path.name
]
START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


def reading(text: str) -> Reading:
    return read(Source(text.encode()))


def event(line: str) -> model.Event:
    """The one event of a line that is read without a finding."""
    found = reading(f"game\n{line}")
    assert not found.findings
    (only,) = found.matches[0].games[0].events
    return only


def written(*events: model.Event, dialect: str | None = None, rules: str | None = None) -> list[str]:
    """The lines of events, the heads of match and game left out."""
    text = write([model.Match(rules=rules, games=(model.Game(events=events),))], dialect).content
    assert isinstance(text, str)
    return text.partition("game\n")[2].splitlines()


def turn(*way: model.Hop, seat: int = 0, dice: tuple[int, int] = (3, 1), half: bool = False) -> model.Turn:
    return model.Turn(seat=seat, dice=dice, deed=model.Play(hops=way, half=half))


def quick(examples: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, suppress_health_check=slow)


def round_trip(matches: list[model.Match], dialect: str | None) -> None:
    content = write(matches, dialect).content
    assert isinstance(content, str)
    again = reading(content)
    assert list(again.matches) == matches
    assert write(again.matches, dialect).content == content
    # A header of any letters may be near one of ours.
    assert {found.kind.name for found in again.findings} <= {"empty-record", "header-near"}


@quick(60)
@given(st.lists(models.matches, max_size=2), st.sampled_from((None, *FORMAT.dialects)))
def test_what_is_written_is_read_back(matches: list[model.Match], dialect: str | None) -> None:
    round_trip(matches, dialect)


@quick(250)
@example(
    (model.AwardClaim(seat=0, kind="jan", points=float("inf")), model.AwardClaim(seat=1, kind="inf nan")),
    None,
)
@given(st.lists(models.events, max_size=8).map(tuple), st.sampled_from((None, *FORMAT.dialects)))
def test_every_event_is_read_back(events: tuple[model.Event, ...], dialect: str | None) -> None:
    round_trip([model.Match(games=(model.Game(events=events),))], dialect)


@quick(200)
@given(
    st.lists(
        st.text(max_size=20) | st.sampled_from(models.MEANINGFUL) | st.from_regex(r"[WB] [1-6]{2}: .{0,9}"),
        max_size=6,
    ).map("\n".join)
)
def test_no_text_makes_the_reader_raise(text: str) -> None:
    found = reading(text.encode("utf-8", "replace").decode())
    content = write(found.matches).content
    assert isinstance(content, str)
    assert reading(content).matches == found.matches


@pytest.mark.parametrize(("code", "line", "example"), EXAMPLES)
def test_the_specification_says_what_is_read(code: str | None, line: str | None, example: str) -> None:
    found = reading(example)
    expected = [(code, int(line))] if code and line else []
    assert [(one.code, one.span.line) for one in found.findings if one.span] == expected
    round_trip(list(found.matches), None)


@pytest.mark.parametrize("example", [example for *_, example in EXAMPLES if example.startswith("kotra 1")])
def test_a_whole_record_of_the_specification_is_sound(example: str) -> None:
    found = {finding.severity: finding.message for finding in check(example).findings}
    assert set(found) <= {Severity.NOTE}, found


def test_the_specification_has_examples_of_every_action() -> None:
    said = {type(one) for *_, example in EXAMPLES for game in games(example) for one in game.events}
    assert said >= set(model.Event.__args__)


def games(text: str) -> list[model.Game]:
    return [game for match in reading(text).matches for game in match.games]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_are_written_as_they_stand(path: Path) -> None:
    text = path.read_text("utf-8")
    found = reading(text)
    assert not found.findings
    assert write(found.matches).content == text


# Plays


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("8/5 6/5", [model.Hop(8, 5), model.Hop(6, 5)]),
        ("24/18*/13", [model.Hop(24, 18, 1), model.Hop(18, 13)]),
        ("24/13", [model.Hop(24, 13)]),
        ("8/5*(2)", [model.Hop(8, 5, 1), model.Hop(8, 5)]),
        ("8/5* 8/5*", [model.Hop(8, 5, 1), model.Hop(8, 5, 1)]),
        ("13/8/3(2)", [model.Hop(13, 8), model.Hop(8, 3), model.Hop(13, 8), model.Hop(8, 3)]),
        ("8/5(2) 5/2(2)", [model.Hop(8, 5), model.Hop(8, 5), model.Hop(5, 2), model.Hop(5, 2)]),
        ("bar/22 6/off", [model.Hop(25, 22), model.Hop(6, 0)]),
        ("12/6*4", [model.Hop(12, 6, 4)]),
        ("6/off off/6 8/bar bar/8", [model.Hop(6, 0), model.Hop(0, 6), model.Hop(8, 25), model.Hop(25, 8)]),
    ],
)
def test_plays_are_expanded_and_spelled_again(text: str, way: list[model.Hop]) -> None:
    assert event(f"W 31: {text}") == turn(*way)
    assert written(turn(*way)) == [f"W 31: {text}"]


@pytest.mark.parametrize(("seat", "text"), [(0, "a/d*/g l/m x/off bar/f"), (1, "m/p*/s x/a l/off bar/r")])
def test_letters_follow_the_own_path(seat: int, text: str) -> None:
    way = (model.Hop(24, 21, 1), model.Hop(21, 18), model.Hop(13, 12), model.Hop(1, 0), model.Hop(25, 19))
    assert event(f"{'WB'[seat]} 31: {text}") == turn(*way, seat=seat)
    assert written(turn(*way, seat=seat), rules="forn-de") == [f"{'WB'[seat]} 31: {text}"]


def test_letters_of_every_point_and_places_of_the_file_are_read() -> None:
    for seat in (0, 1):
        letters = [
            spelling.spell_hops([model.Hop(index, 0)], seat, spelling.Points.LETTERS)[0]
            for index in range(1, 25)
        ]
        assert sorted(letters) == list("abcdefghijklmnopqrstuvwx")
        assert [next(spelling.read_hops(f"{one}/off", seat)).source for one in letters] == list(range(1, 25))
    events = games("# a\r\n\r\n  W 31: 8/5 6/5 ?!  # b\rB takes ??\n")[0].events
    places = [(3, 3, 16), (3, 17, 19), (3, 21, 24), (4, 1, 8), (4, 9, 11)]
    assert [one.span for one in events] == [model.Span(*place) for place in places]
    assert events[1:3] == (model.Mark(sign="?!"), model.Comment(text="b"))
    assert events[4] == model.Mark(sign="??", aspect="cube")
    one = event("W 31: 8/5  6/5")
    assert isinstance(one, model.Turn)
    assert one.text == "8/5  6/5"


def test_positions_are_set_and_reached() -> None:
    one = event(f"W 31: illegal [{START}; B to play; cube 2 W]")
    assert isinstance(one, model.Turn)
    assert isinstance(one.deed, model.Reached)
    assert one.deed.illegal
    assert (one.deed.position.seat, one.deed.position.cube.value) == (1, 2)
    one = event("setup W: a11 g4; B: m15; v66 W; B to play")
    assert isinstance(one, model.SetPosition)
    assert one.position.turning is Turning.TWELVE
    assert one.position.seat == 1
    assert one.position.memory
    assert one.position.memory.stack == (True, False)


def test_what_can_come_of_the_old_game_stands_by_name() -> None:
    """Numbers without names stay those of modern kotra."""
    line = 'choice "a/e b/g" 3.41 (jan:0.43 -jan:0.41 -half_stutti:1e-05 "5 \\n":nan) at "0-ply" played="yes"'
    (said,) = games(f"game\neval play\n{line}\n")[0].events
    assert isinstance(said, model.Evaluation)
    (candidate,) = said.candidates
    names = ["jan", "-jan", "-half_stutti", "5 \n"]
    assert (list(candidate.outcomes), candidate.outcomes["-jan"], candidate.chances) == (names, 0.41, ())
    content = write([model.Match(games=(model.Game(events=(said,)),))]).content
    assert line in str(content)


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("opening 3-1", model.Opening(dice=(3, 1))),
        ("W doubles", model.Double(seat=0)),
        ("B raccoons 8", model.Beaver(seat=1, value=8, level=2)),
        ("auto double", model.AutomaticDouble()),
        ("B drops", model.Drop(seat=1)),
        ('W forfeits match "time" 3', model.Forfeit(seat=0, scope="match", reason="time", points=3)),
        ("W clock 1:02:05 used 0.5", model.Clock(seat=0, left=3725, used=0.5)),
        (
            "W loses 2 by gammon and the match derived",
            model.ResultClaim(seat=0, points=2, lost=True, match=True, kind="gammon", derived=True),
        ),
        (
            "ruling corrected m/p/q",
            model.Ruling(outcome="corrected", play=model.Play(hops=(model.Hop(12, 9), model.Hop(9, 8)))),
        ),
        ("W 6+: 8/2", model.Turn(seat=0, dice=(6, 0), singly=True, deed=model.Play(hops=(model.Hop(8, 2),)))),
        ("W 6+4:", model.Turn(seat=0, dice=(6, 4), singly=True, deed=model.Blank())),
        ("W 10-3:", model.Turn(seat=0, dice=(10, 3), deed=model.Blank())),
        ("W 31: —", model.Turn(seat=0, dice=(3, 1), deed=model.CannotMove())),
        ("W 31: ????", model.Turn(seat=0, dice=(3, 1), deed=model.NotRecorded())),
        ("W 31: ()", turn()),
        ("W 31: 6/5 half", turn(model.Hop(6, 5), half=True)),
        ('W 31: unread "8-5"', model.Turn(seat=0, dice=(3, 1), deed=model.Unread(text="8-5"))),
        ("W dobules 2", model.Extra(key="kotra:line", value="W dobules 2")),
    ],
)
def test_events_by_value(line: str, stated: model.Event) -> None:
    assert games(f"game\n{line}")[0].events == (stated,)
