"""Writing SGF: the layout, and a finding for whatever does not come back."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings

from kotra_notation.api import supplied
from kotra_notation.board import Cube, Position
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.losses import EVALUATED
from kotra_notation.model import (
    Annotation,
    AutomaticDouble,
    Beaver,
    Blank,
    Candidate,
    CannotMove,
    Comment,
    Deed,
    Double,
    Draw,
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
    Play,
    Player,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    VoidThrow,
)
from referees import models, transcripts
from referees.games import quick_match, random_match
from referees.seeds import some
from tools.survival import roundtrip_match

NAMES = (Player(name="Anna"), Player(name="Þórdís"))
CHANCES = (0.5, 0.25, 0.125, 0.0625, 0.0)


def match(
    *events: Event,
    length: int | None = 5,
    rules: str | None = None,
    info: tuple[tuple[str, str], ...] = (),
    remarks: tuple[Annotation, ...] = (),
    players: tuple[Player, Player] = NAMES,
) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=events)
    return Match(players=players, length=length, rules=rules, games=(game,), info=info, remarks=remarks)


def turn(seat: int, dice: int, deed: Deed) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


def play(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return turn(seat, dice, Play(hops=tuple(Hop(*hop) for hop in hops)))


text = partial(transcripts.written, notation="sgf")


def nodes(*events: Event, length: int = 5) -> list[str]:
    return text(match(*events, length=length)).rstrip(")\n").split("\n")[1:]


def back(written: Match) -> Match:
    reading = read_source(Source(text(written).encode()), "sgf")
    assert [one for one in reading.findings if one.code != "N136"] == []
    (read,) = reading.matches
    return read


lost = partial(transcripts.lost, notation="sgf")


OPENING = play(0, 31, (8, 5), (6, 5))


def test_the_layout_of_gnu_backgammon() -> None:
    written = match(
        OPENING,
        Comment(text="so [it] begins \\"),
        Double(seat=1),
        Drop(seat=0),
        ResultClaim(seat=1, points=1),
        info=(("date", "2026-01-07"), ("event", "Winter Open")),
        remarks=(Comment(text="cold"),),
        players=(Player(name="Anna", rating="1612"), Player(name="Þórdís")),
    )
    assert text(written) == (
        "(;FF[4]GM[6]CA[UTF-8]AP[kotra-notation]MI[length:5][game:0][ws:0][bs:0]PW[Anna]WR[1612]PB[Þórdís]"
        "DT[2026-01-07]EV[Winter Open]GC[cold]RU[Crawford]RE[B+1]\n"
        ";W[31hefe]C[so [it\\] begins \\\\]\n"
        ";B[double]\n"
        ";W[drop])\n"
    )
    assert back(written) == written


@pytest.mark.parametrize(
    ("deed", "node"),
    [
        (CannotMove(), ";B[63]"),
        (Blank(), ";PL[B]DI[63]"),
        (NotRecorded(), ";PL[B]DI[63]KN[????]"),
        (Play(hops=(Hop(25, 19), Hop(3, 0))), ";B[63yfvz]"),
    ],
)
def test_every_deed(deed: Deed, node: str) -> None:
    assert nodes(turn(1, 63, deed)) == [node]
    assert back(match(turn(1, 63, deed))) == match(turn(1, 63, deed))


def test_a_blank_throw_before_the_same_sides_play_comes_back() -> None:
    written = match(turn(0, 63, Blank()), OPENING)
    assert back(written) == written


def test_an_illegal_play_is_written_as_it_is() -> None:
    assert nodes(play(0, 31, (5, 8))) == [";W[31eh]"]


def test_hits_are_not_written() -> None:
    assert nodes(play(0, 31, (8, 5, 1))) == [";W[31he]"]


def test_doubles_with_and_without_values_come_back() -> None:
    written = match(
        Double(seat=0, value=2),
        Beaver(seat=1, value=4),
        Beaver(seat=0, level=2),
        Take(seat=1),
        OPENING,
        length=0,
    )
    assert back(written) == written


def test_automatic_doubles() -> None:
    written = match(
        AutomaticDouble(value=2), AutomaticDouble(value=4), OPENING, length=0, rules="modern,auto_doubles=2"
    )
    assert "CV[4]" in text(written)
    assert back(written) == written


def test_results() -> None:
    resigned = (Resignation(seat=1), ResignationAnswer(seat=0, accepted=True))
    for events, result in (
        ((OPENING, *resigned, ResultClaim(seat=0, points=2)), "RE[W+2R]\n"),
        ((OPENING, ResultClaim(seat=0, points=2)), "RE[W+2R]KN[unsaid]\n"),
        ((OPENING, ResultClaim(seat=1, points=3, match=True)), "RE[B+3R]KN[unsaid][match]\n"),
        ((*CUBE_ON_2, *resigned, ResultClaim(seat=0, points=4)), "RE[W+4R]\n"),
        ((Double(seat=0), Drop(seat=1), ResultClaim(seat=0, points=1)), "RE[W+1]\n"),
        ((play(1, 11, *[(1, 0)] * 15), ResultClaim(seat=1, points=3)), "RE[B+3]\n"),
    ):
        assert result in text(match(*events))
        assert back(match(*events)) == match(*events)


def test_a_resignation_that_was_counted_as_needed_is_written_as_what_it_is_worth() -> None:
    resigned = (Resignation(seat=1), ResignationAnswer(seat=0, accepted=True))
    for events, result in (
        ((*CUBE_ON_2, ResultClaim(seat=1, points=3, match=True)), "RE[B+4R]KN[unsaid][match][points:3]\n"),
        ((*CUBE_ON_2, *resigned, ResultClaim(seat=0, points=1)), "RE[W+2R]KN[points:1]\n"),
    ):
        content = str(write_matches([match(*events)], "sgf").content)
        assert result in content
        assert read_source(Source(content.encode())).matches == (match(*events),)


def test_a_position() -> None:
    points = (-1, 2, *(0,) * 22, -3, 1)
    for position in (
        Position(points=points, seat=0, cube=Cube(value=4, owner=1), dice=(3, 1)),
        Position(points=points, seat=1),
    ):
        assert back(match(SetPosition(position=position))) == match(SetPosition(position=position))


def test_marks() -> None:
    signs = ("!", "!!", "?", "??", "?!", "!?")
    marks = [Mark(sign=sign) for sign in signs]
    for mark in (*marks, *(Mark(sign=sign, aspect="cube") for sign in ("?", "??", "?!"))):
        assert back(match(OPENING, mark)) == match(OPENING, mark)
    for mark in (Mark(sign=sign, aspect="luck") for sign in ("!", "!!", "?", "??")):
        for thrown in (OPENING, turn(1, 31, CannotMove())):
            assert back(match(thrown, mark)) == match(thrown, mark)
    for mark in (Mark(sign=sign, aspect="cube") for sign in signs):
        assert back(match(Double(seat=0), mark)) == match(Double(seat=0), mark)


def evaluated(*candidates: Candidate, **more: object) -> Evaluation:
    return Evaluation(aspect="play", candidates=candidates, **more)  # type: ignore[arg-type]


PLAYED = Candidate(choice="8/5 6/5", equity=0.1592, chances=CHANCES, level="2-ply", extras={"played": "yes"})
ROLLED = Candidate(
    choice="24/20",
    equity=0.1,
    chances=CHANCES,
    level="rollout",
    extras={"cubeless": "0.2", "mwc": "0.55", "trials": "1296", "mwc error": "0.003"},
)
WEIGHED = {"chances": CHANCES, "level": "3-ply", "extras": {"cubeless": "0.25", "mwc": "0.6"}}


@pytest.mark.parametrize(
    "said",
    [
        evaluated(PLAYED),
        evaluated(ROLLED, PLAYED, source="GNU Backgammon 1.07.001"),
        evaluated(PLAYED, extras={"sgf:MR": "1 2"}),
        evaluated(Candidate(choice="bar/22", equity=1e-9, chances=CHANCES, level="0-ply")),
        Evaluation(aspect="luck", luck=-0.06749),
        Evaluation(
            aspect="cube",
            candidates=tuple(
                Candidate(choice=choice, **WEIGHED)  # type: ignore[arg-type]
                for choice in ("no double", "double/take")
            ),
        ),
    ],
)
def test_evaluations_come_back(said: Evaluation) -> None:
    assert back(match(OPENING, said)) == match(OPENING, said)


@pytest.mark.parametrize(
    "said",
    [
        evaluated(Candidate(choice="8/5 6/5", equity=0.1, chances=CHANCES, level="XG Roller++")),
        evaluated(Candidate(choice="8/5 6/5", equity=0.1, level="3-ply")),
        evaluated(Candidate(choice="8/5 6/5", chances=CHANCES, level="3-ply")),
        evaluated(Candidate(choice="8/5*", equity=0.1, chances=CHANCES, level="3-ply")),
        evaluated(Candidate(choice="a]b", equity=0.1, chances=CHANCES, level="3-ply")),
        evaluated(Candidate(choice="8/5", equity=float("inf"), chances=CHANCES, level="3-ply")),
        evaluated(Candidate(choice="8/5", equity=0.1, chances=CHANCES, level="3-ply", extras={"a": "b"})),
        evaluated(Candidate(choice="8/5", equity=0.1, chances=CHANCES, level="rollout")),
        evaluated(Candidate(choice="8/5", equity=0.1, chances=CHANCES, outcomes={"jan": 0.4}, level="3-ply")),
        Evaluation(aspect="cube", candidates=(Candidate(choice="no double", equity=0.1),)),
        Evaluation(aspect="position", luck=0.1),
        Evaluation(aspect="luck"),
    ],
)
def test_evaluations_that_do_not_come_back_whole_are_said(said: Evaluation) -> None:
    ((code, written),) = lost(match(OPENING, said))
    assert (code, written.removeprefix("details of ")) == ("L602", EVALUATED[said.aspect])


def test_of_an_evaluation_that_comes_back_in_part_the_details_are_lost() -> None:
    rolled = evaluated(Candidate(choice="8/5 6/5", equity=0.1, chances=CHANCES, level="XG Roller++"))
    assert lost(match(OPENING, rolled)) == [("L602", "details of an evaluation of a play")]
    bare = evaluated(Candidate(choice="8/5 6/5", equity=0.1, level="3-ply"))
    assert lost(match(OPENING, bare)) == [("L602", "an evaluation of a play")]


def test_a_tree_holds_what_one_program_says() -> None:
    ours, theirs = (Evaluation(aspect="luck", luck=0.1, source=source) for source in ("Kotra 1", "GNU 1"))
    assert lost(match(OPENING, ours, theirs)) == [("L602", "the luck of a roll, by GNU 1")]
    content = write_matches([match(OPENING, ours, theirs)], "sgf").content
    assert content == text(match(OPENING, ours))


def test_variations_and_extras_come_back() -> None:
    written = match(
        Extra(key="sgf:GS", value="[M:1][C:2]"),
        OPENING,
        Extra(key="sgf:variation", value="(;B[21];W[11])"),
        Extra(key="sgf:variation", value="(;B[33]C[)])"),
        turn(1, 62, CannotMove()),
        Extra(key="sgf:XX", value="[a\\]]"),
        Extra(key="sgf:variation", value="(;B[33])"),
        Comment(text="so"),
    )
    assert back(written) == written


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Mark(sign="diagram"), "L602"),
        (Mark(sign="!", aspect="cube"), "L602"),
        (Extra(key="mat:line", value="hm"), "L602"),
        (Extra(key="sgf:XX", value="hm"), "L602"),
        (Extra(key="sgf:GM", value="[1]"), "L602"),
        (Extra(key="sgf:variation", value="(;W[31]"), "L602"),
        (Comment(text="so", author="Anna"), "L602"),
        (Comment(text="a\n\nb"), "L601"),
        (VoidThrow(seat=0, dice=(3, 1), reason="cocked"), "L604"),
        (AutomaticDouble(value=2), "L604"),
        (Resignation(seat=0, size=1), "L604"),
        (Settlement(seat=0, points=2), "L604"),
        (Forfeit(seat=0), "L604"),
        (Draw(), "L604"),
        (Beaver(seat=0, value=4), "L604"),
        (turn(1, 31, Reached(position=Position(points=(0,) * 26))), "L604"),
        (play(1, 31, (30, 2)), "L604"),
        (Turn(seat=1, dice=(12, 1), deed=Blank()), "L604"),
        (SetPosition(position=Position(points=(0, 20, *(0,) * 24))), "L604"),
        (ScoreClaim(score=(1, 0)), "L609"),
        (ResultClaim(seat=0, points=1.5), "L609"),
        (ResultClaim(seat=0, points=2, kind="gammon"), "L609"),
    ],
)
def test_what_is_lost_is_said(event: Event, code: str) -> None:
    writing = write_matches([match(OPENING, event, rules="modern,auto_doubles=1")], "sgf")
    told = [(found.code, found.match, found.game) for found in writing.findings if found.code != "L605"]
    assert told == [(code, 1, 1)]


def test_what_the_reader_takes_for_something_else_is_said() -> None:
    assert lost(match(Extra(key="sgf:PB", value="[Guðrún]"), OPENING)) == [("L602", "[Guðrún]")]
    said = Evaluation(
        aspect="cube",
        candidates=tuple(
            Candidate(choice=choice, **WEIGHED)  # type: ignore[arg-type]
            for choice in ("no double", "double/take")
        ),
    )
    assert lost(match(Double(seat=0), said, Drop(seat=1), said)) == [("L602", "an evaluation of the cube")]


CUBE_ON_2 = (OPENING, Double(seat=1, value=2), Take(seat=0))


@pytest.mark.parametrize(
    ("events", "points", "reads"),
    [
        (CUBE_ON_2, 2, None),
        (CUBE_ON_2, 4, None),
        (CUBE_ON_2, 3, 4),
        (CUBE_ON_2, 5, 6),
        (CUBE_ON_2, 8, 6),
        ((OPENING, Double(seat=1, value=2), Beaver(seat=0, value=4), turn(1, 21, CannotMove())), 4, None),
        ((OPENING, Double(seat=1, value=2)), 1, None),
        ((OPENING,), 4, 3),
    ],
)
def test_a_resignation_of_no_multiple_of_the_cube_is_said(
    events: tuple[Event, ...], points: int, reads: int | None
) -> None:
    """Each is what GNU Backgammon 1.07 makes of the file; here what was written is read again."""
    written = match(*events, ResultClaim(seat=0, points=points))
    expected = [] if reads is None else [("L609", f"{points} points (GNU Backgammon reads {reads})")]
    assert [one for one in lost(written) if one[0] == "L609"] == expected


def test_headers_and_rules_that_have_no_place_are_said() -> None:
    assert lost(match(info=(("time", "12.00"),))) == [("L603", "time: 12.00")]
    assert lost(match(info=(("event", "a\x00"),))) == [("L603", "event: a")]
    assert lost(match(rules="modern,beavers=on")) == [("L605", "beavers=on")]
    assert lost(match(players=(Player(extras={"club": "x"}), Player()))) == [("L603", ": club x")]
    assert [code for code, _ in lost(match(rules="forn-1977"))] == ["L608"]


def test_several_matches() -> None:
    both = [match(OPENING), match(OPENING, length=7), match(turn(0, 21, CannotMove()), length=7)]
    content = write_matches(both, "sgf").content
    assert isinstance(content, str)
    assert list(read_source(Source(content.encode())).matches) == both


def test_a_match_that_would_be_read_as_the_next_game_loses_the_number_of_its_first() -> None:
    first, other = match(OPENING), match(OPENING)
    other = replace(other, games=(replace(other.games[0], number=2),))
    writing = write_matches([first, other], "sgf")
    assert [(one.code, one.written) for one in writing.findings] == [("L603", "game number 2")]
    assert isinstance(writing.content, str)
    assert len(read_source(Source(writing.content.encode())).matches) == 2


def test_remarks_that_are_not_read_as_they_were_are_said() -> None:
    assert lost(match(remarks=(Comment(text="a\n\nb"),))) == [("L601", "a b")]
    assert lost(match(remarks=(Comment(text="a"), Comment(text="b")))) == []


def test_a_position_of_which_the_other_side_throws_is_said() -> None:
    position = Position(points=(0, *(0,) * 5, 2, 0, 2, *(0,) * 10, -14, *(0,) * 4, -1, 0)[:26], seat=0)
    set_up = SetPosition(position=position)
    assert [code for code, _ in lost(match(set_up, turn(1, 21, CannotMove())))] == ["L604"]
    assert lost(match(set_up, turn(0, 21, CannotMove()))) == []


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_legal_matches_come_back(seed: int) -> None:
    for written in (quick_match(seed, games=2), random_match(seed, 3, said=bool(seed % 2))):
        assert roundtrip_match(written, "sgf").proved
        content = write_matches([supplied(written, "sgf")], "sgf").content
        assert isinstance(content, str)
        (read,) = read_source(Source(content.encode())).matches
        assert write_matches([read], "sgf").content == content


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(models.matches)
def test_hostile_matches_come_back_or_are_said(written: Match) -> None:
    """Nothing raises, and where no loss is said every event comes back."""
    writing = write_matches([written], "sgf")
    assert isinstance(writing.content, str)
    reading = read_source(Source(writing.content.encode("utf-8", "replace")), "sgf")
    if writing.findings or not written.games:
        return
    (read,) = reading.matches
    for before, after in zip(written.games, read.games, strict=True):
        came = list(after.events)
        for event in before.events:
            plain = _without_hits(event)
            if (
                not isinstance(event, ResultClaim | Resignation | ResignationAnswer | Comment)
                and plain not in came
            ):
                raise AssertionError((event, came))


def _without_hits(event: Event) -> Event:
    if isinstance(event, Turn) and isinstance(event.deed, Play):
        hops = tuple(hop._replace(taken=0) for hop in event.deed.hops)
        return Turn(seat=event.seat, dice=event.dice, deed=Play(hops=hops))
    return event
