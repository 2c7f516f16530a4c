"""eXtreme Gammon's binary files, read from made-up records: one reason to fail each."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation.board import Cube, Position
from kotra_notation.findings import Finding
from kotra_notation.formats import FORMATS, read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.xg import FORMAT, read
from kotra_notation.formats.xg.container import plain
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    CannotMove,
    Clock,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Extra,
    Hop,
    Match,
    NotRecorded,
    Play,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
)
from kotra_notation.replay import replay
from referees import xg_files as xg

FIRST = Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5))))


def reading(*records: bytes, rollouts: bytes = b"", comments: bytes = b"") -> Reading:
    return read(Source(xg.container(b"".join(records), rollouts=rollouts, comments=comments)))


def match(*records: bytes, **more: bytes) -> Match:
    found = reading(*records, **more)
    assert found.findings == ()
    return found.matches[0]


def opened(**more: object) -> xg.Recorder:
    """A match with its first game begun."""
    return xg.Recorder([xg.match_header(**more)]).game()  # type: ignore[arg-type]


def events(recorder: xg.Recorder, **more: bytes) -> list[Event]:
    """The events of the only game, of a file nothing is wrong with."""
    (game,) = match(*recorder.records, **more).games
    return list(game.events)


def names(findings: tuple[Finding, ...]) -> list[str]:
    return [found.kind.name for found in findings]


# the container


def test_a_file_is_known_by_its_mark() -> None:
    assert recognise(Source(xg.sample())) is FORMATS["xg"]


def test_a_text_is_not_taken_for_it() -> None:
    assert not FORMAT.looks_like(Source(b"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10\n"))


def test_it_is_not_written() -> None:
    with pytest.raises(ValueError, match="can be read but not written"):
        write_matches([], "xg")


def test_an_archive_without_an_index_is_read_stream_by_stream() -> None:
    recorder = opened(comments=(0, -1)).turn(1, "31", "8/5 6/5")
    records = b"".join(recorder.records)
    comments = xg.rtf("Orð")
    bare = read(Source(xg.container(records, comments=comments, indexed=False)))
    assert bare == read(Source(xg.container(records, comments=comments)))
    assert bare.matches[0].remarks == (Comment(text="Orð"),)


def test_remarks_of_the_container_stand_before_the_games() -> None:
    data = xg.container(xg.match_header() + xg.game_header(), remark="Úr sjónvarpi")
    assert read(Source(data)).matches[0].remarks == (Comment(text="Úr sjónvarpi"),)


def test_a_file_without_records_is_empty() -> None:
    assert names(reading().findings) == ["empty-record"]


# the match header


def test_player_1_sits_on_the_left() -> None:
    assert [player.name for player in match(xg.match_header()).players] == [xg.ONE, xg.TWO]


def test_names_of_old_versions() -> None:
    assert match(xg.match_header(version=20)).players[0].name == xg.ONE


def test_ratings_and_experience() -> None:
    left, right = match(xg.match_header()).players
    assert (left.rating, left.extras) == ("1712.50", {"experience": "120"})
    assert (right.rating, right.extras) == ("1650.25", {"experience": "45"})


def test_headers_in_the_words_of_the_text_export() -> None:
    assert match(xg.match_header()).info == (
        ("place", "Hóll"),
        ("XG:Match ID", "12345"),
        ("event", "Vormót"),
        ("round", "2"),
        ("date", "2025.12.09"),
        ("time", "12.00"),
        ("transcriber", "Ritari Ritarason"),
    )


def test_the_site_of_an_imported_match() -> None:
    assert ("XG:Site", "GridGammon") in match(xg.match_header(more=[(608, "i", 3)])).info


def test_stakes_of_a_match_for_money() -> None:
    info = match(xg.match_header(more=[(588, "2f", (20.0, -25.5)), (600, "f", 1.0)])).info
    assert info[-3:] == (("XG:Win", "20"), ("XG:Loss", "-25.5"), ("XG:Fee", "1"))


def test_a_clock() -> None:
    more = [(1912, "i", 2), (1920, "3i", (720, 12, 1))]
    assert match(xg.match_header(more=more)).info[-1] == (
        "XG:Clock",
        "Bronstein 720+12 seconds, 1 points for running out",
    )


def test_the_length() -> None:
    assert match(xg.match_header(length=7)).length == 7


def test_money_has_no_length_and_names_its_options() -> None:
    money = match(xg.match_header(length=xg.MONEY, jacoby=True))
    assert (money.length, money.rules) == (0, "modern,texas=on,beavers=off")


def test_options_of_money() -> None:
    money = match(xg.match_header(length=xg.MONEY, beavers=True, automatic=2, cube_limit=6))
    assert money.rules == "modern,texas=off,beavers=on,auto_doubles=2,cube.limit=64"


def test_a_match_as_usual_names_no_rules() -> None:
    assert match(xg.match_header(jacoby=True, beavers=True)).rules is None


def test_a_match_without_the_crawford_rule() -> None:
    assert match(xg.match_header(crawford=False)).rules == "modern,crawford=off"


def test_a_match_without_the_cube() -> None:
    assert match(xg.match_header(cube_limit=0)).rules == "modern,cube.limit=1"


@pytest.mark.parametrize(("number", "name"), [(1, "nackgammon"), (2, "hypergammon")])
def test_variations(number: int, name: str) -> None:
    assert match(xg.match_header(variation=number)).rules == f"modern,variant={name}"


def test_a_header_without_its_mark_is_said_and_its_names_are_kept() -> None:
    found = reading(xg.match_header(mark=0, version=0))
    assert names(found.findings) == ["structure-broken"]
    assert found.matches[0].players[0].name == xg.ONE


def test_an_impossible_length_is_not_stated() -> None:
    found = reading(xg.match_header(length=-3))
    assert (names(found.findings), found.matches[0].length) == (["length-missing"], None)


# game headers


def test_the_score_by_seat() -> None:
    (game,) = match(xg.match_header(), xg.game_header((1, 2), number=4)).games
    assert (game.number, game.score) == (4, ScoreClaim(score=(1, 2)))


def test_the_usual_position_is_not_set_up() -> None:
    assert events(opened().turn(1, "31", "8/5 6/5")) == [FIRST]


def test_an_empty_position_stands_for_the_usual_one() -> None:
    recorder = xg.Recorder([xg.match_header(), xg.game_header(board=xg.NOTHING)])
    assert events(recorder.turn(1, "31", "8/5 6/5")) == [FIRST]


def test_another_position_is_set_up() -> None:
    board = (0, *(0,) * 23, 2, 0)
    recorder = xg.Recorder([xg.match_header(), xg.game_header(board=board)], board)
    setup, _ = events(recorder.turn(-1, "31", ""))
    assert setup == SetPosition(position=Position(points=xg.board_of(board, -1), seat=1))


def test_the_position_of_nackgammon_is_usual_there() -> None:
    board = (0, -2, -2, 0, 0, 0, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 0, 2, 2, 0)
    recorder = xg.Recorder([xg.match_header(variation=1), xg.game_header(board=board)], board)
    assert events(recorder.turn(1, "31", "8/5 6/5")) == [FIRST]


def test_automatic_doubles_stand_first_and_count_for_the_cube() -> None:
    recorder = xg.Recorder([xg.match_header(length=xg.MONEY, automatic=2), xg.game_header(automatic=2)])
    recorder.turn(1, "31", "8/5 6/5").add(xg.cube(-1, recorder.board, doubled=1, answer=1))
    assert events(recorder) == [
        AutomaticDouble(value=2),
        AutomaticDouble(value=4),
        FIRST,
        Double(seat=1, value=8),
        Take(seat=0),
    ]


def test_a_crawford_game_at_another_score_is_said() -> None:
    found = reading(xg.match_header(length=5), xg.game_header((1, 0), crawford=True))
    assert names(found.findings) == ["witness-disagrees"]


def test_a_crawford_game_that_is_not_marked_is_said() -> None:
    found = reading(xg.match_header(), xg.game_header(), xg.game_header((2, 0), number=2))
    assert names(found.findings) == ["witness-disagrees"]


def test_a_record_from_the_middle_of_a_match_tells_whether_the_crawford_game_has_been() -> None:
    (game,) = match(xg.match_header(length=5), xg.game_header((4, 3))).games
    assert game.events == (Extra(key="XG:Crawford", value="off"),)


def test_comments_on_a_game() -> None:
    recorder = xg.Recorder([xg.match_header(), xg.game_header(comments=(1, 0))]).turn(1, "31", "8/5 6/5")
    recorder.add(xg.game_end((1, 0), 1, 1, 101))
    told = events(recorder, comments=xg.rtf("á eftir") + b"\r\n" + xg.rtf("á undan"))
    assert (told[0], told[-1]) == (Comment(text="á undan"), Comment(text="á eftir"))


# turns


def test_turns_of_both_sides_have_their_own_points() -> None:
    _, turn = events(opened().turn(1, "31", "8/5 6/5").turn(-1, "65", "24/18 18/13"))
    assert turn == Turn(seat=1, dice=(6, 5), deed=Play(hops=(Hop(24, 18), Hop(18, 13))))


def test_a_throw_without_a_play() -> None:
    assert events(opened().turn(1, "31", "8/5 6/5").turn(-1, "66", ""))[1] == Turn(
        seat=1, dice=(6, 6), deed=CannotMove()
    )


def test_bar_and_off() -> None:
    board = (0, *(0,) * 5, 2, *(0,) * 18, 1)
    recorder = xg.Recorder([xg.match_header(), xg.game_header(board=board)], board)
    turn = events(recorder.turn(1, "64", "bar/21"))[1]
    assert isinstance(turn, Turn)
    assert turn.deed == Play(hops=(Hop(25, 21),))


def test_men_borne_off_by_numbers_below_nought() -> None:
    board = (0, 0, 2, *(0,) * 23)
    play = list(xg.coded([(2, 0), (2, 0)], -1))
    play[1] = -3  # a 4 from the 2-point
    move = bytearray(xg.move(1, board, [(2, 0), (2, 0)], (4, 2)))
    move[68:100] = b"".join(number.to_bytes(4, "little", signed=True) for number in play)
    turn = match(xg.match_header(), xg.game_header(board=board), bytes(move)).games[0].events[1]
    assert isinstance(turn, Turn)
    assert turn.deed == Play(hops=(Hop(2, 0), Hop(2, 0)))


def test_a_throw_before_a_resignation() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    recorder.add(xg.move(-1, recorder.board, [], (6, 6), played=False), xg.game_end((3, 0), 1, 3, 103))
    assert events(recorder)[1:] == [
        Turn(seat=1, dice=(6, 6), deed=NotRecorded()),
        Resignation(seat=1, size=3),
        ResignationAnswer(seat=0, accepted=True),
        ResultClaim(seat=0, points=3, kind="resign"),
    ]


def test_a_play_marked_illegal_stood() -> None:
    recorder = opened().turn(1, "31", "8/5 6/4", invalid=2)
    assert events(recorder)[1] == Ruling(outcome="stood")
    (found,) = replay(match(*recorder.records)).findings[:1]
    assert (found.code, found.severity) == ("P201", "warning")


def test_hops_that_do_not_lead_to_the_position_written() -> None:
    after = xg.made(xg.START, xg.hops_of("13/10 6/5"))
    (turn,) = events(opened().add(xg.move(1, xg.START, xg.hops_of("8/5 6/5"), (3, 1), after=after)))
    assert isinstance(turn, Turn)
    assert isinstance(turn.deed, Reached)
    assert turn.deed.position.seen_by(0) == after


def test_a_board_that_was_edited_is_set_up() -> None:
    board = (*[0] * 6, 3, *[0] * 17, -1, 0)
    recorder = opened().turn(1, "31", "8/5 6/5")
    recorder.add(xg.cube(-1, board, doubled=-2, power=1, edited=True))
    setup = events(recorder)[1]
    assert setup == SetPosition(
        position=Position(points=xg.board_of(board, -1), seat=1, cube=Cube(value=2, owner=0))
    )


def test_a_board_that_changes_unsaid_is_set_up_and_said() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5").add(xg.cube(-1, xg.START, doubled=-2))
    found = reading(*recorder.records)
    assert names(found.findings) == ["witness-disagrees"]
    assert isinstance(found.matches[0].games[0].events[1], SetPosition)


def test_flags_and_comments_on_a_play() -> None:
    told = events(opened().turn(1, "31", "8/5 6/5", flagged=True, comment=0), comments=xg.rtf("Gott"))
    assert told[1:] == [Extra(key="XG:flagged", value="play"), Comment(text="Gott")]


def test_impossible_dice_are_said() -> None:
    found = reading(xg.match_header(), xg.game_header(), xg.move(1, xg.START, [], (77, 1)))
    assert names(found.findings) == ["structure-broken"]


def test_a_play_from_no_point_is_said() -> None:
    found = reading(
        xg.match_header(), xg.game_header(), xg.move(1, xg.START, [(8, 30)], (3, 1), after=xg.START)
    )
    assert names(found.findings) == ["structure-broken"]


# the cube


def cube_events(**answer: int) -> list[Event]:
    recorder = opened(length=xg.MONEY, beavers=True).turn(1, "31", "8/5 6/5")
    return events(recorder.add(xg.cube(-1, recorder.board, doubled=1, **answer)))[1:]  # type: ignore[arg-type]


def test_a_double_taken() -> None:
    assert cube_events(answer=1) == [Double(seat=1, value=2), Take(seat=0)]


def test_a_double_dropped() -> None:
    assert cube_events(answer=0) == [Double(seat=1, value=2), Drop(seat=0)]


def test_a_redouble() -> None:
    assert cube_events(answer=1, power=-2) == [Double(seat=1, value=8), Take(seat=0)]


def test_a_beaver_accepted() -> None:
    assert cube_events(answer=2, beaver=1) == [Double(seat=1, value=2), Beaver(seat=0, value=4)]


def test_a_beaver_refused() -> None:
    assert cube_events(answer=2, beaver=0)[2:] == [Drop(seat=1)]


def test_a_raccoon() -> None:
    assert cube_events(answer=2, beaver=2, raccoon=1)[1:] == [
        Beaver(seat=0, value=4),
        Beaver(seat=1, value=8, level=2),
    ]


def test_a_raccoon_is_allowed_where_one_happened() -> None:
    recorder = opened(length=xg.MONEY, beavers=True).turn(1, "31", "8/5 6/5")
    recorder.add(xg.cube(-1, recorder.board, doubled=1, answer=2, beaver=2, raccoon=1))
    assert match(*recorder.records).rules == "modern,texas=off,beavers=on,raccoons=on"


def test_an_impossible_cube_is_said() -> None:
    found = reading(xg.match_header(), xg.game_header(), xg.cube(1, xg.START, power=99))
    assert names(found.findings) == ["structure-broken"]


def test_times_left() -> None:
    recorder = opened(version=30).add(xg.cube(1, xg.START, doubled=-2, times=(600, 540)))
    assert events(recorder.turn(1, "31", "8/5 6/5"))[:2] == [Clock(seat=0, left=600), Clock(seat=1, left=540)]


# evaluations


def weighed(recorder: xg.Recorder, aspect: str, **more: bytes) -> Evaluation:
    found = [e for e in events(recorder, **more) if isinstance(e, Evaluation) and e.aspect == aspect]
    assert len(found) == 1
    return found[0]


CANDIDATES = (
    xg.Weighed(xg.hops_of("13/10 6/5"), 0.25, (0.01, 0.125, 0.375, 0.625, 0.25, 0.02), 1002),
    xg.Weighed(xg.hops_of("8/5 6/5"), 0.125, level=2),
)


def test_candidates_of_a_play() -> None:
    first, second = weighed(opened().turn(1, "31", "8/5 6/5", candidates=CANDIDATES), "play").candidates
    assert (first.choice, first.equity, first.level) == ("13/10 6/5", 0.25, "XG Roller++")
    assert first.chances == (0.625, 0.25, 0.02, 0.125, 0.01)
    assert (second.choice, second.extras) == ("8/5 6/5", {"played": "yes"})


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "1-ply"), (6, "7-ply"), (12, "3-ply red"), (1000, "XG Roller"), (998, "Book"), (55, "level 55")],
)
def test_levels(number: int, name: str) -> None:
    candidates = [xg.Weighed(xg.hops_of("8/5 6/5"), 0.1, level=number)]
    (one,) = weighed(opened().turn(1, "31", "8/5 6/5", candidates=candidates), "play").candidates
    assert one.level == name


def test_a_rollout() -> None:
    candidates = [xg.Weighed(xg.hops_of("8/5 6/5"), 0.1, level=100, rollout=1)]
    recorder = opened().turn(1, "31", "8/5 6/5", candidates=candidates)
    (one,) = weighed(recorder, "play", rollouts=xg.rollout(5) + xg.rollout(1296, error=0.0125)).candidates
    assert one.level == "rollout"
    assert one.extras["trials"] == "1296"
    assert one.extras["XG:95%"] == "0.0125"


def test_a_forced_pass_is_not_evaluated() -> None:
    candidates = [xg.Weighed([(1, 1)] * 4, -0.3)]
    told = events(opened().turn(1, "31", "8/5 6/5").turn(-1, "66", "", candidates=candidates))
    assert told[2:] == []


def test_luck() -> None:
    luck = weighed(opened().turn(1, "31", "8/5 6/5", luck=-0.0625), "luck")
    assert luck.luck == -0.0625


def test_a_double_is_evaluated_behind_it() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    decision = xg.Decision((0.5, 0.75, 1.0))
    recorder.add(xg.cube(-1, recorder.board, doubled=1, answer=1, decision=decision, errors=(0.0, 0.0)))
    told = events(recorder)[1:]
    assert [type(event) for event in told] == [Double, Evaluation, Take]
    evaluation = told[1]
    assert isinstance(evaluation, Evaluation)
    assert [(one.choice, one.equity) for one in evaluation.candidates] == [
        ("double/take", 0.75),
        ("no double", 0.5),
        ("double/pass", 1.0),
    ]
    assert [one.choice for one in evaluation.candidates if one.extras.get("played")] == ["double/take"]


def test_a_decision_not_to_double_is_evaluated_behind_the_turn() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    recorder.add(xg.cube(-1, recorder.board, decision=xg.Decision((0.8, 0.7, 1.0)), comment=0))
    recorder.add(xg.move(-1, recorder.board, xg.hops_of("24/18 18/13"), (6, 5)))
    told = events(recorder, comments=xg.rtf("Of snemmt"))[1:]
    assert [type(event) for event in told] == [Turn, Evaluation, Comment]
    evaluation = told[1]
    assert isinstance(evaluation, Evaluation)
    assert (evaluation.aspect, evaluation.candidates[0].choice) == ("cube", "no double")
    assert evaluation.candidates[0].extras == {"cubeless": "0.25", "played": "yes"}


@pytest.mark.parametrize(
    ("equities", "best"),
    [((0.9, 1.2, 1.0), "double/pass"), ((1.1, 1.4, 1.0), "no double"), ((0.1, -0.2, 1.0), "no double")],
)
def test_the_best_cube_action_stands_first(equities: tuple[float, float, float], best: str) -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    recorder.add(xg.cube(-1, recorder.board, decision=xg.Decision(equities)))
    assert weighed(recorder, "cube").candidates[0].choice == best


def test_a_decision_that_was_not_analysed_is_absent() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    assert events(recorder.add(xg.cube(-1, recorder.board)))[1:] == []


def test_costs_of_cube_decisions() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5")
    decision = xg.Decision((0.5, 0.25, 1.0))
    recorder.add(xg.cube(-1, recorder.board, doubled=1, answer=0, decision=decision, errors=(0.25, -0.75)))
    assert weighed(recorder, "cube").extras == {"XG:double error": "0.25", "XG:take error": "-0.75"}


def test_numbers_that_are_none_are_absent() -> None:
    candidates = [xg.Weighed(xg.hops_of("8/5 6/5"), float("nan"), (5.0, 0, 0, 0, 0, 0))]
    (one,) = weighed(opened().turn(1, "31", "8/5 6/5", candidates=candidates), "play").candidates
    assert (one.equity, one.chances) == (None, ())


# the ends of games and matches


def ending(way: int, points: int, score: tuple[int, int]) -> list[Event]:
    recorder = opened(length=7).turn(1, "31", "8/5 6/5")
    return events(recorder.add(xg.game_end(score, 1, points, way)))[1:]


@pytest.mark.parametrize(("way", "kind"), [(1, "single"), (2, "gammon"), (3, "backgammon")])
def test_a_win_on_the_board(way: int, kind: str) -> None:
    assert ending(way, way, (way, 0)) == [ResultClaim(seat=0, points=way, kind=kind)]


def test_a_settlement() -> None:
    assert ending(1001, 2, (2, 0)) == [
        Settlement(seat=0, points=2),
        ResultClaim(seat=0, points=2, kind="settled"),
    ]


def test_a_resignation_of_the_match_has_no_size_of_its_own() -> None:
    assert ending(104, 3, (3, 0))[0] == Resignation(seat=1, size=None)


def test_points_that_the_score_contradicts_are_said() -> None:
    recorder = opened(length=7).turn(1, "31", "8/5 6/5").add(xg.game_end((5, 0), 1, 2, 1))
    assert names(reading(*recorder.records).findings) == ["witness-disagrees"]


def test_a_result_that_ends_the_match() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5").add(xg.game_end((3, 0), 1, 3, 103), xg.match_end((3, 0), 1))
    assert events(recorder)[-1] == ResultClaim(seat=0, points=3, kind="resign", match=True)


def test_a_final_score_that_contradicts_the_last_game_is_said() -> None:
    recorder = opened().turn(1, "31", "8/5 6/5").add(xg.game_end((3, 0), 1, 3, 103), xg.match_end((2, 0), 1))
    assert names(reading(*recorder.records).findings) == ["witness-disagrees"]


def test_a_game_in_progress_has_no_result() -> None:
    assert events(opened().turn(1, "31", "8/5 6/5").add(xg.game_end((0, 0), 0, 0, 0))) == [FIRST]


def test_records_without_a_game_header_make_a_game() -> None:
    found = reading(xg.match_header(), xg.move(1, xg.START, xg.hops_of("8/5 6/5"), (3, 1)))
    assert names(found.findings) == ["structure-broken"]
    assert found.matches[0].games[0].events == (FIRST,)


# samples


@pytest.mark.parametrize(("name", "made"), [("skafl.xg", xg.sample()), ("stada.xgp", xg.sample_position())])
def test_samples_are_made_by_the_builder(name: str, made: bytes) -> None:
    path = Path(__file__).parent.parent / "samples" / "notations" / name
    assert read(Source(path.read_bytes())) == read(Source(made))


def test_a_sample_is_sound() -> None:
    assert replay(read(Source(xg.sample())).matches[0]).findings == ()


def test_a_sample_comes_back_from_our_own_notation() -> None:
    matches = read(Source(xg.sample())).matches
    written = write_matches(matches, "kotra")
    assert written.findings == ()
    assert isinstance(written.content, str)
    assert read_source(Source(written.content.encode())).matches == matches


# single positions


def test_a_position_with_a_throw() -> None:
    (position,) = read(Source(xg.sample_position())).matches
    (game,) = position.games
    setup, evaluation = game.events
    assert isinstance(setup, SetPosition)
    assert [player.name for player in position.players] == [xg.TWO, xg.ONE]
    assert game.score == ScoreClaim(score=(4, 2))
    assert setup.position.xgid() == "XGID=-b---BD-B---eE---c-d--a-B-:0:0:1:64:2:4:0:7:10"
    assert isinstance(evaluation, Evaluation)
    assert [one.choice for one in evaluation.candidates] == ["24/20 13/7", "24/14", "13/3"]


def test_a_position_of_a_cube_decision() -> None:
    board = xg.made(xg.START, xg.hops_of("8/5 6/5"))
    decision = xg.Decision((0.4, 0.6, 1.0))
    game = match(
        xg.match_header(length=xg.MONEY, jacoby=True, beavers=True),
        xg.game_header(board=board),
        xg.cube(-1, board, doubled=-1, power=-1, decision=decision),
    ).games[0]
    setup, evaluation = game.events
    assert isinstance(setup, SetPosition)
    assert setup.position.cube == Cube(value=2, owner=0)
    assert setup.position.standing.jacoby
    assert isinstance(evaluation, Evaluation)
    assert evaluation.aspect == "cube"


# comments


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"{\rtf1\ansi hæ}", "hæ"),
        (r"{\rtf1 fyrst\par svo\par}", "fyrst\nsvo"),
        (r"{\rtf1\ansicpg1252 \'e9t\'e9}", "été"),
        (r"{\rtf1\ansicpg1251 \'e9}", "й"),
        (r"{\rtf1\uc1 \u254?orn}", "þorn"),
        (r"{\rtf1\uc2 \u254\'3f?orn}", "þorn"),
        (r"{\rtf1 \{a\} \\ b}", r"{a} \ b"),
        (r"{\rtf1{\fonttbl{\f0 Arial;}}{\*\generator Riched;}{\colortbl;}orð}", "orð"),
        (r"{\rtf1 a\emdash b\tab c}", "a—b\tc"),
        (r"{\rtf1 \u-10179?\u-8704?}", "😀"),
        ("ekkert rtf", "ekkert rtf"),
    ],
)
def test_rtf_as_plain_text(text: str, words: str) -> None:
    assert plain(text) == words
