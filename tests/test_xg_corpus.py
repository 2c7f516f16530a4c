"""Real `.xg` files: everything in them is read, they replay, and their evaluations agree with themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation import model
from kotra_notation.formats import write_matches
from kotra_notation.formats.format import Reading
from kotra_notation.replay import replay
from tests.records import names, read

pytestmark = pytest.mark.middle

DEMO = "Insti+xgdatatools__demo.xg"
CHARLOT = "charlot1-charlot2_7p_2025-11-08-2305"


@pytest.fixture(scope="module")
def files(corpus: Path) -> dict[str, Reading]:
    return {path.name: read(path.read_bytes()) for path in sorted((corpus / "real" / "xg").glob("*.xg"))}


@pytest.fixture(scope="module")
def matches(files: dict[str, Reading]) -> dict[str, model.Match]:
    return {name: reading.matches[0] for name, reading in files.items() if name != DEMO}


@pytest.fixture(scope="module")
def events(matches: dict[str, model.Match]) -> list[model.Event]:
    return [event for match in matches.values() for game in match.games for event in game.events]


@pytest.fixture(scope="module")
def evaluations(events: list[model.Event]) -> list[model.Evaluation]:
    return [event for event in events if isinstance(event, model.Evaluation)]


def test_nothing_is_wrong_with_files_of_the_program(files: dict[str, Reading]) -> None:
    """A tool's author packed the fields of one without their boundaries."""
    assert len(files) >= 5
    for name, reading in files.items():
        assert reading.format == "xg"
        assert {*names(reading.findings)} == ({"structure-broken"} if name == DEMO else set()), name


def test_every_record_of_a_play_is_a_turn(files: dict[str, Reading], corpus: Path) -> None:
    """The index of the corpus counts the move records."""
    for line in (corpus / "real" / "INDEX.tsv").read_text(encoding="utf-8").splitlines():
        file, _, _, count, *_, note = line.split("\t")
        if not file.startswith("xg/") or file.endswith(DEMO):
            continue
        games = files[file[3:]].matches[0].games
        turns = sum(isinstance(event, model.Turn) for game in games for event in game.events)
        assert (str(len(games)), f" {turns} move +" in note) == (count, True), file


def test_only_what_is_wrong_in_the_files_is_found(matches: dict[str, model.Match]) -> None:
    """One play uses a number that was not thrown; the file itself marks it, and the game went on."""
    replays = [replay(match) for match in matches.values()]
    found = [(one.code, one.severity, one.game, one.turn) for each in replays for one in each.findings]
    assert found == [("P201", "warning", 7, 26)]
    assert all(each.complete for each in replays)


def test_no_play_is_only_known_by_where_it_led(events: list[model.Event]) -> None:
    deeds = {type(event.deed) for event in events if isinstance(event, model.Turn)}
    assert deeds == {model.Play, model.CannotMove, model.NotRecorded}


def test_comments_stand_behind_their_turns(events: list[model.Event]) -> None:
    told = [event for event in events if not isinstance(event, model.Evaluation)]
    before = [type(told[at - 1]) for at, event in enumerate(told) if isinstance(event, model.Comment)]
    assert before == [model.Turn, model.Turn]


def test_writing_in_our_own_notation_loses_nothing(matches: dict[str, model.Match]) -> None:
    for name, match in matches.items():
        written = write_matches([match], "kotra")
        assert written.findings == (), name
        assert read(str(written.content)).matches == (match,), name


def test_throws_without_a_play_are_those_of_the_match_text(
    corpus: Path, matches: dict[str, model.Match]
) -> None:
    path = next((corpus / "real" / "mat").glob(f"*{CHARLOT}.mat"))
    (own,) = (match for name, match in matches.items() if CHARLOT in name)
    idle = [
        sum(is_idle(event) for game in match.games for event in game.events)
        for match in (own, read(path.read_bytes()).matches[0])
    ]
    assert idle[0] == idle[1] > 10


def is_idle(event: model.Event) -> bool:
    return isinstance(event, model.Turn) and isinstance(event.deed, model.CannotMove | model.Blank)


def test_most_turns_are_evaluated(events: list[model.Event], evaluations: list[model.Evaluation]) -> None:
    turns = sum(isinstance(event, model.Turn) and not is_idle(event) for event in events)
    assert sum(said.aspect == "play" for said in evaluations) == turns


def test_the_choice_made_is_among_the_candidates(events: list[model.Event]) -> None:
    for at, event in enumerate(events):
        if isinstance(event, model.Turn) and isinstance(event.deed, model.Play):
            said = next(
                one for one in events[at:] if isinstance(one, model.Evaluation) and one.aspect == "play"
            )
            assert sum(one.extras.get("played") == "yes" for one in said.candidates) == 1, event


def test_shares_of_wins_and_losses_are_cumulative(evaluations: list[model.Evaluation]) -> None:
    """Only the network's own numbers, without looking ahead, contradict each other now and then."""
    for one in [one for said in evaluations for one in said.candidates]:
        if one.choice == "double/pass":
            assert one.chances == ()
        elif one.level != "1-ply":
            won, gammon, backgammon, lost_gammon, lost_backgammon = one.chances
            assert 1 >= won >= gammon - 1e-6 >= backgammon - 2e-6 >= -2e-6
            assert 1 - won + 1e-6 >= lost_gammon >= lost_backgammon >= 0


def test_equities_without_the_cube_follow_from_the_shares(matches: dict[str, model.Match]) -> None:
    """At the first scores of a match a gammon is worth about twice a single game."""
    first = [event for match in matches.values() for event in match.games[0].events]
    cubes = [said for said in first if isinstance(said, model.Evaluation) and said.aspect == "cube"]
    assert len(cubes) > 30
    for said in cubes:
        one = next(one for one in said.candidates if one.choice == "no double")
        won, gammon, backgammon, lost_gammon, lost_backgammon = one.chances
        equity = 2 * won - 1 + gammon - lost_gammon + backgammon - lost_backgammon
        assert float(one.extras["cubeless"]) == pytest.approx(equity, abs=0.12)


def test_the_error_of_a_double_is_the_difference_of_its_equities(evaluations: list[model.Evaluation]) -> None:
    costly = [said for said in evaluations if "XG:double error" in said.extras]
    assert len(costly) > 10
    for said in costly:
        equity = {one.choice: one.equity or 0.0 for one in said.candidates}
        cost = abs(equity["no double"] - min(equity["double/take"], equity["double/pass"]))
        assert abs(float(said.extras["XG:double error"])) == pytest.approx(cost, abs=1.1e-4)


def test_resignations_are_offered_and_accepted_before_the_result(events: list[model.Event]) -> None:
    sizes = [event.size for event in events if isinstance(event, model.Resignation)]
    assert sorted(sizes, key=str) == [1] * 8 + [2] + [None] * 3
