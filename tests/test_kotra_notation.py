"""Our own notation: what is written is read back, the specification's examples, unreadable lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kotra_notation.board import Position, Turning
from kotra_notation.features.check.job import check
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.kotra import FORMAT, read, spelling, write
from kotra_notation.model import (
    AutomaticDouble,
    AwardClaim,
    Beaver,
    Blank,
    CannotMove,
    Clock,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Forfeit,
    Game,
    Hop,
    Mark,
    Match,
    NotRecorded,
    Opening,
    Play,
    Reached,
    ResultClaim,
    Ruling,
    SetPosition,
    Span,
    Turn,
    Unread,
)
from referees import models

ROOT = Path(__file__).parent.parent
EXAMPLE = re.compile(r"```kotra(?: (N\d+):(\d+))?\n(.*?)```", re.DOTALL)
EXAMPLES = [found.groups() for found in EXAMPLE.finditer((ROOT / "docs/notation.md").read_text("utf-8"))]
# All but the one that is written in Icelandic words, which are read and not written.
SAMPLES = [
    path for path in sorted((ROOT / "samples" / "sound").glob("*.kotra")) if "islensk" not in path.name
]
START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


def reading(text: str) -> Reading:
    return read(Source(text.encode()))


def test_icelandic_words_are_read_as_the_english_ones() -> None:
    icelandic = """kotra 1
hvítur: Ketill
svartur: "Þ"
reglur: forn-de
mót: Vökukvöld
leikur 1 0-0
upphafskast 2-5
S fimm og daus: m/r/t
Hvítur sexin öll: leiklaus
H 63: s/v hálfur
H vinnur 3.5 tölur með hálfur múkur
S fær stór jan 15 tölur
S aukaköst
S eitt kast
S gefst upp
H þiggur
H tapar 2
jafntefli
staðan 7-2
uppstilling W: a15; B: m15
S 21: dauð/m x/út
H vinnur 2 og keppnina
"""
    english = """kotra 1
white: Ketill
black: "Þ"
rules: forn-de
event: Vökukvöld
game 1 0-0
opening 2-5
B 52: m/r/t
W 66: cannot move
W 63: s/v half
W wins 3.5 by "hálfur múkur"
B scores stór jan 15
B after throws
B last throw
B resigns
W accepts
W loses 2
draw
score 7-2
setup W: a15; B: m15
B 21: bar/m x/off
W wins 2 and the match
"""
    assert reading(icelandic).findings == ()
    assert reading(icelandic).matches == reading(english).matches


def event(line: str) -> Event:
    """The one event of a line that is read without a finding."""
    found = reading(f"game\n{line}")
    assert not found.findings
    (only,) = found.matches[0].games[0].events
    return only


def written(*events: Event, dialect: str | None = None, rules: str | None = None) -> list[str]:
    """The lines of events, the heads of match and game left out."""
    text = write([Match(rules=rules, games=(Game(events=events),))], dialect).content
    assert isinstance(text, str)
    return text.partition("game\n")[2].splitlines()


def turn(*way: Hop, seat: int = 0, dice: tuple[int, int] = (3, 1), half: bool = False) -> Turn:
    return Turn(seat=seat, dice=dice, deed=Play(hops=way, half=half))


# Properties


def quick(examples: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, suppress_health_check=slow)


def round_trip(matches: list[Match], dialect: str | None) -> None:
    content = write(matches, dialect).content
    assert isinstance(content, str)
    again = reading(content)
    assert list(again.matches) == matches
    assert write(again.matches, dialect).content == content
    # A header of any letters may be near one of ours.
    assert {found.kind.name for found in again.findings} <= {"empty-record", "header-near"}


@quick(60)
@given(st.lists(models.matches, max_size=2), st.sampled_from((None, *FORMAT.dialects)))
def test_what_is_written_is_read_back(matches: list[Match], dialect: str | None) -> None:
    round_trip(matches, dialect)


@quick(250)
@example((AwardClaim(seat=0, kind="jan", points=float("inf")), AwardClaim(seat=1, kind="inf nan")), None)
@given(st.lists(models.events, max_size=8).map(tuple), st.sampled_from((None, *FORMAT.dialects)))
def test_every_event_is_read_back(events: tuple[Event, ...], dialect: str | None) -> None:
    round_trip([Match(games=(Game(events=events),))], dialect)


@quick(100)
@given(models.positions)
def test_every_position_is_read_back(position: Position) -> None:
    round_trip([Match(games=(Game(events=(SetPosition(position=position),)),))], None)


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


@quick(60)
@given(st.binary(max_size=60))
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    read(Source(b"kotra 1\nW 31: " + data))


# The specification and the samples


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
    assert said >= set(Event.__args__)


def games(text: str) -> list[Game]:
    return [game for match in reading(text).matches for game in match.games]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_are_written_as_they_stand(path: Path) -> None:
    text = path.read_text("utf-8")
    found = reading(text)
    assert not found.findings
    assert write(found.matches).content == text


# Recognising


@pytest.mark.parametrize("text", ["kotra 1", "\ufeffkotra 1\n", "\r\n# a\r\n  # b\r\n\r\nkotra 1\r\n"])
def test_recognised_by_the_first_line_that_is_no_comment(text: str) -> None:
    assert FORMAT.looks_like(Source(text.encode()))


@pytest.mark.parametrize("text", ["", "kotra", "kotrast 1", " 7 point match\n", "# kotra 1", "W 31: 8/5"])
def test_other_files_are_not_recognised(text: str) -> None:
    assert not FORMAT.looks_like(Source(text.encode()))


# Plays


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("8/5 6/5", [Hop(8, 5), Hop(6, 5)]),
        ("24/18*/13", [Hop(24, 18, 1), Hop(18, 13)]),
        ("24/13", [Hop(24, 13)]),
        ("8/5*(2)", [Hop(8, 5, 1), Hop(8, 5)]),
        ("8/5* 8/5*", [Hop(8, 5, 1), Hop(8, 5, 1)]),
        ("13/8/3(2)", [Hop(13, 8), Hop(8, 3), Hop(13, 8), Hop(8, 3)]),
        ("8/5(2) 5/2(2)", [Hop(8, 5), Hop(8, 5), Hop(5, 2), Hop(5, 2)]),
        ("bar/22 6/off", [Hop(25, 22), Hop(6, 0)]),
        ("12/6*4", [Hop(12, 6, 4)]),
        ("6/off off/6 8/bar bar/8", [Hop(6, 0), Hop(0, 6), Hop(8, 25), Hop(25, 8)]),
    ],
)
def test_plays_are_expanded_and_spelled_again(text: str, way: list[Hop]) -> None:
    assert event(f"W 31: {text}") == turn(*way)
    assert written(turn(*way)) == [f"W 31: {text}"]


def test_many_men_are_counted_to_fifteen() -> None:
    assert written(turn(*[Hop(6, 5)] * 17)) == ["W 31: 6/5(15) 6/5(2)"]


@pytest.mark.parametrize(("seat", "text"), [(0, "a/d*/g l/m x/off bar/f"), (1, "m/p*/s x/a l/off bar/r")])
def test_letters_follow_the_own_path(seat: int, text: str) -> None:
    way = (Hop(24, 21, 1), Hop(21, 18), Hop(13, 12), Hop(1, 0), Hop(25, 19))
    assert event(f"{'WB'[seat]} 31: {text}") == turn(*way, seat=seat)
    assert written(turn(*way, seat=seat), rules="forn-de") == [f"{'WB'[seat]} 31: {text}"]


def test_letters_of_every_point_are_read_back() -> None:
    for seat in (0, 1):
        letters = [
            spelling.spell_hops([Hop(index, 0)], seat, spelling.Points.LETTERS)[0] for index in range(1, 25)
        ]
        assert sorted(letters) == list("abcdefghijklmnopqrstuvwx")
        assert [next(spelling.read_hops(f"{one}/off", seat)).source for one in letters] == list(range(1, 25))


def test_path_numbers_count_the_other_way() -> None:
    found = reading("points: path\ngame\nB 64: 1/7/11 bar/3 24/off")
    way = (Hop(24, 18), Hop(18, 14), Hop(25, 22), Hop(1, 0))
    assert found.matches[0].games[0].events == (turn(*way, seat=1, dice=(6, 4)),)
    assert written(turn(*way, seat=1, dice=(6, 4)), dialect="path") == ["B 64: 1/7/11 bar/3 24/off"]


def test_a_ruling_has_the_letters_of_who_threw() -> None:
    events = games("B 31: m/p m/n\nruling corrected m/p/q")[0].events
    assert events[1] == Ruling(outcome="corrected", play=Play(hops=(Hop(24, 21), Hop(21, 20))))
    assert written(*events, rules="davidsson")[1] == "ruling corrected m/p/q"


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("", Blank()),
        ("cannot move", CannotMove()),
        ("—", CannotMove()),
        ("-", CannotMove()),
        ("can't move", CannotMove()),
        ("no play", CannotMove()),
        ("dance", CannotMove()),
        ("????", NotRecorded()),
        ("???", NotRecorded()),
        ("()", Play(hops=())),
        ("6/5 half", Play(hops=(Hop(6, 5),), half=True)),
        ('unread "8-5"', Unread(text="8-5")),
    ],
)
def test_what_was_done_with_the_dice(text: str, deed: object) -> None:
    one = event(f"W 31: {text}")
    assert isinstance(one, Turn)
    assert one.deed == deed


def test_a_position_after_the_play() -> None:
    one = event(f"W 31: illegal [{START}; B to play; cube 2 W]")
    assert isinstance(one, Turn)
    assert isinstance(one.deed, Reached)
    assert one.deed.illegal
    assert (one.deed.position.seat, one.deed.position.cube.value) == (1, 2)


# Dice


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("31", (3, 1)),
        ("3-1", (3, 1)),
        ("sex og kotra", (6, 4)),
        ("kvotra sex", (4, 6)),
        ("daus og ás", (2, 1)),
        ("dís og treyja", (2, 3)),
        ("ásar allir", (1, 1)),
        ("Treiur allar", (3, 3)),
        ("fimmin öll", (5, 5)),
        ("tólfin", (6, 6)),
        ("10-3", (10, 3)),
    ],
)
def test_dice_in_figures_and_words(text: str, dice: tuple[int, int]) -> None:
    assert event(f"W {text}:") == Turn(seat=0, dice=dice, deed=Blank())


def test_dice_thrown_singly() -> None:
    first, both = games("W 6+: 8/2\nW 6+4:")[0].events
    assert first == Turn(seat=0, dice=(6, 0), singly=True, deed=Play(hops=(Hop(8, 2),)))
    assert both == Turn(seat=0, dice=(6, 4), singly=True, deed=Blank())


# Places


def test_places_are_those_of_the_file() -> None:
    events = games("# a\r\n\r\n  W 31: 8/5 6/5 ?!  # b\rB takes ??\n")[0].events
    assert [one.span for one in events] == [
        Span(3, 3, 16),
        Span(3, 17, 19),
        Span(3, 21, 24),
        Span(4, 1, 8),
        Span(4, 9, 11),
    ]
    assert events[1:3] == (Mark(sign="?!"), Comment(text="b"))
    assert events[4] == Mark(sign="??", aspect="cube")


def test_the_text_of_a_play_is_kept_as_written() -> None:
    one = event("W 31: 8/5  6/5")
    assert isinstance(one, Turn)
    assert one.text == "8/5  6/5"


@pytest.mark.parametrize(
    ("text", "name", "column"),
    [
        ("W dobules 2", "unreadable-line", 3),
        ("W 31 8/5", "unreadable-line", 6),
        ("  Wx 31: 8/5", "unreadable-line", 3),
        ("W doubles 2 3", "unreadable-line", 13),
        ("W scores", "unreadable-line", 9),
        ("W sjö og kotra: 8/5", "unreadable-line", 3),
        ('# a\nextra a "b', "unreadable-line", 9),
        ('choice "8/5"', "unreadable-line", 1),
        ("ruling corrected 8/5 6-5", "unreadable-line", 22),
        ("kotra 2", "unreadable-line", 1),
        ("white: a\nwhite: b", "unreadable-line", 1),
        ("game\nwhite: b", "unreadable-line", 1),
        ("length: long", "unreadable-line", 1),
        ("points: up", "unreadable-line", 1),
        ("W 31: 8/5 6-5", "unreadable-cell", 11),
        ("W 31: 8/5/", "unreadable-cell", 7),
        ("W 31: 8/5 half half", "unreadable-cell", 16),
        ("W 31: 8/5(16)", "unreadable-cell", 7),
        ("W 31: a/y", "unreadable-cell", 7),
        ("setup W: 24x2", "unreadable-position", 7),
        (f'setup {START}"', "unreadable-position", 7),
        ("W 31: illegal [nonsense]", "unreadable-position", 15),
        (f"W 31: 8/5 {' ' * 200_000}", "unreadable-line", 1),
        ("# a\0b", "control-character", 4),
    ],
)
def test_what_cannot_be_read_is_one_finding_at_its_place(text: str, name: str, column: int) -> None:
    (found,) = reading(text).findings
    assert found.span
    assert (found.kind.name, found.span.column) == (name, column)
    assert found.span.line == text.count("\n") + 1
    assert found.match == 1


def test_a_line_that_cannot_be_read_is_kept_and_the_next_is_read() -> None:
    found = reading("kotra 1\ngame 1\nW 31: 8/5 6/5\nB dobules 2\nB 64: 24/14 x\nW 21: 6/5")
    assert [(one.code, one.game, one.seat) for one in found.findings] == [("N102", 1, None), ("N103", 1, 1)]
    _, line, unread, after = found.matches[0].games[0].events
    assert line == Extra(key="kotra:line", value="B dobules 2")
    assert unread == Turn(seat=1, dice=(6, 4), deed=Unread(text="24/14 x"))
    assert isinstance(after, Turn)


def test_nothing_at_all_is_an_empty_record() -> None:
    assert [found.code for found in reading("\n \n").findings] == ["N106"]
    assert [found.code for found in reading("kotra 1\n").findings] == ["N106"]


# Lines that go on


def test_comments_and_evaluations_go_on() -> None:
    comment, evaluation = games('game\n#[Anna; is] a\n#+\n\n#+ b\neval play\nchoice "x"\n')[0].events
    assert comment == Comment(text="a\n\nb", author="Anna", language="is")
    assert isinstance(evaluation, Evaluation)
    assert [one.choice for one in evaluation.candidates] == ["x"]


def test_what_can_come_of_the_old_game_stands_by_name() -> None:
    """Numbers without names stay those of modern kotra."""
    line = 'choice "a/e b/g" 3.41 (jan:0.43 -jan:0.41 -half_stutti:1e-05 "5 \\n":nan) at "0-ply" played="yes"'
    (said,) = games(f"game\neval play\n{line}\n")[0].events
    assert isinstance(said, Evaluation)
    (candidate,) = said.candidates
    names = ["jan", "-jan", "-half_stutti", "5 \n"]
    assert (list(candidate.outcomes), candidate.outcomes["-jan"], candidate.chances) == (names, 0.41, ())
    content = write([Match(games=(Game(events=(said,)),))]).content
    assert line in str(content)
    for wrong in ("(jan:0.4 0.2)", "(jan: 0.4)", "(jan:)", "(jan:0.4 , uttekt:0.2)", "(-:0.2)"):
        assert reading(f'eval play\nchoice "x" {wrong}').findings


def test_a_line_that_goes_on_with_nothing_is_a_comment() -> None:
    assert games("game\nW takes\n#+ b")[0].events[1] == Comment(text="b")


# Matches


def test_several_matches_in_a_file() -> None:
    found = reading("# a\nkotra 1\nwhite: A\nkotra 1\nwhite: B\ngame 1\n")
    assert [match.players[0].name for match in found.matches] == ["A", "B"]
    assert found.matches[0].remarks == (Comment(text="a"),)


def test_a_match_may_do_without_its_first_line() -> None:
    assert [match.games[0].events for match in reading("draw\nkotra 1\nwins: x").matches[:1]] != [()]


def test_keys_that_could_be_ours_are_quoted() -> None:
    match = Match(info=(("white", "x"), ("points", "path"), ("white rating", "y"), ("event", "z")))
    content = write([match]).content
    assert isinstance(content, str)
    assert content.splitlines()[1:] == ['"white": x', '"points": path', '"white rating": y', "event: z"]
    round_trip([match], None)


# Leniencies


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("12. w 3-1: BAR/22 A/B", None),
        ("1) W 31: 25/22 6/0", "W 31: bar/22 6/off"),
        ("W 31: Bar/22 6/Off", "W 31: bar/22 6/off"),
        ("W 31: A/b", "W 31: a/b"),
        ("W 31: 8/5*1(1)", "W 31: 8/5*"),
        ("W redoubles => 4", "W doubles 4"),
        ("W doubles to 4", "W doubles 4"),
        ("W passes", "W drops"),
        ("automatic double 2", "auto double 2"),
        ("W wins 2 points", "W wins 2"),
        ("W wins 1 point and the match", "W wins 1 and the match"),
        ("W forfeits", "W forfeits game"),
        ("opening 31", "opening 3-1"),
        ("opening 3+1", "opening 3-1"),
        ("settled W +1.50", "settled W 1.5"),
        ("W clock 90", "W clock 1:30"),
        ("\u00a0 W takes\t", "W takes"),
        ('eval play a="1" a="2"', 'eval play a="2"'),
    ],
)
def test_leniencies(text: str, same: str | None) -> None:
    if same is None:
        assert [found.code for found in reading(text).findings] == ["N103"]
    else:
        assert event(text) == event(same)


def test_some_events_by_value() -> None:
    assert event("opening 3-1") == Opening(dice=(3, 1))
    assert event("W doubles") == Double(seat=0)
    assert event("B raccoons 8") == Beaver(seat=1, value=8, level=2)
    assert event("auto double") == AutomaticDouble()
    assert event("B drops") == Drop(seat=1)
    assert event('W forfeits match "time" 3') == Forfeit(seat=0, scope="match", reason="time", points=3)
    assert event("W clock 1:02:05 used 0.5") == Clock(seat=0, left=3725, used=0.5)
    assert event("W loses 2 by gammon and the match derived") == ResultClaim(
        seat=0, points=2, lost=True, match=True, kind="gammon", derived=True
    )


def test_a_set_position_of_the_old_game() -> None:
    one = event("setup W: a11 g4; B: m15; v66 W; B to play")
    assert isinstance(one, SetPosition)
    assert one.position.turning is Turning.TWELVE
    assert one.position.seat == 1
    assert one.position.memory
    assert one.position.memory.stack == (True, False)


# Hostile files


@pytest.mark.parametrize(
    "text",
    [
        "\0" * 300_000,
        "# " + "a" * 3_000_000,
        "W 31: " + "8/5 " * 300_000,
        'setup W: "' + '\\"' * 50_000,
        'W 31: illegal ["' + '["' * 50_000,
        "#[" + " " * 100_000 + "\n#[" + '""' * 100_000,
        "white " + "a" * 190_000,
        '"' + "a-." * 60_000,
        'choice "x" (' + "1 " * 50_000,
        'eval play\nchoice "x" (' + "jan:1 " * 50_000,
        "x\n" * 5_000,
        "#+ a\n" * 20_000,
        "kotra 1\n" * 5_000,
    ],
    ids=range(13),
)
def test_hostile_files_are_read_in_linear_time(text: str) -> None:
    reading(text)
