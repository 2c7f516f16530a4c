"""Real `.xg` files: everything in them is read, they replay, and they say what their counterparts say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Beaver,
    Blank,
    CannotMove,
    Comment,
    Double,
    Drop,
    Evaluation,
    Event,
    Match,
    NotRecorded,
    Play,
    Resignation,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import Replay, replay

pytestmark = pytest.mark.middle


DEMO = "Insti+xgdatatools__demo.xg"
CHARLOT = "charlot1-charlot2_7p_2025-11-08-2305"


@pytest.fixture(scope="module")
def files(corpus: Path) -> dict[str, Reading]:
    return {
        path.name: read_source(Source(path.read_bytes()))
        for path in sorted((corpus / "real" / "xg").glob("*.xg"))
    }


@pytest.fixture(scope="module")
def matches(files: dict[str, Reading]) -> dict[str, Match]:
    return {name: reading.matches[0] for name, reading in files.items() if name != DEMO}


@pytest.fixture(scope="module")
def replays(matches: dict[str, Match]) -> dict[str, Replay]:
    return {name: replay(match) for name, match in matches.items()}


def events(matches: dict[str, Match]) -> Iterator[Event]:
    return (event for match in matches.values() for game in match.games for event in game.events)


def test_all_are_recognised(files: dict[str, Reading]) -> None:
    assert len(files) >= 5
    assert {reading.format for reading in files.values()} == {"xg"}


def test_nothing_is_wrong_with_files_of_the_program(files: dict[str, Reading]) -> None:
    found = {name: [one.message for one in reading.findings] for name, reading in files.items()}
    assert {name: said for name, said in found.items() if said and name != DEMO} == {}


def test_a_file_with_records_of_another_layout_is_said_to_be_broken(files: dict[str, Reading]) -> None:
    """A tool's author packed the fields of this one without their boundaries."""
    assert {one.kind.name for one in files[DEMO].findings} == {"structure-broken"}


def test_every_record_of_a_play_is_a_turn(files: dict[str, Reading], corpus: Path) -> None:
    """The index of the corpus counts the move records."""
    for line in (corpus / "real" / "INDEX.tsv").read_text(encoding="utf-8").splitlines():
        file, _, _, count, *_, note = line.split("\t")
        if not file.startswith("xg/") or file.endswith(DEMO):
            continue
        games = files[file[3:]].matches[0].games
        turns = sum(isinstance(event, Turn) for game in games for event in game.events)
        assert (str(len(games)), f" {turns} move +" in note) == (count, True), file


def test_only_what_is_wrong_in_the_files_is_found(replays: dict[str, Replay]) -> None:
    """One play uses a number that was not thrown; the file itself marks it, and the game went on."""
    found = [(one.code, one.severity, one.game, one.turn) for r in replays.values() for one in r.findings]
    assert found == [("P201", "warning", 7, 26)]


def test_every_match_is_complete(replays: dict[str, Replay]) -> None:
    assert all(one.complete for one in replays.values())


def test_no_play_is_only_known_by_where_it_led(matches: dict[str, Match]) -> None:
    deeds = {type(event.deed) for event in events(matches) if isinstance(event, Turn)}
    assert deeds == {Play, CannotMove, NotRecorded}


def test_comments_stand_behind_their_turns(matches: dict[str, Match]) -> None:
    told = [
        type(next(e for e in reversed(game.events[:at]) if not isinstance(e, Evaluation)))
        for match in matches.values()
        for game in match.games
        for at, event in enumerate(game.events)
        if isinstance(event, Comment)
    ]
    assert told == [Turn, Turn]


def test_writing_in_our_own_notation_loses_nothing(matches: dict[str, Match]) -> None:
    for name, match in matches.items():
        written = write_matches([match], "kotra")
        assert written.findings == (), name
        content = written.content
        data = content if isinstance(content, bytes) else content.encode()
        assert read_source(Source(data)).matches == (match,), name


# the same match from another program


def said(match: Match) -> list[list[object]]:
    """What was done in each game, and the board after each turn as the next player sees it."""
    told: list[list[object]] = [[player.name for player in match.players]]
    for game in replay(match).games:
        done: list[object] = [game.score_before]
        for frame in game.frames:
            event = frame.event
            if isinstance(event, Turn):
                unknown = isinstance(event.deed, NotRecorded)
                done.append((event.seat, sorted(event.dice), None if unknown else frame.after.points))
            elif isinstance(event, Double | Beaver):
                done.append((type(event), event.seat, event.value))
            elif isinstance(event, Take | Drop):
                done.append((type(event), event.seat))
            elif isinstance(event, ResultClaim):
                done.append((event.seat, event.points))
        told.append(done)
    return told


def test_gnu_backgammon_says_the_same_of_the_match(corpus: Path, matches: dict[str, Match]) -> None:
    own = next(match for name, match in matches.items() if CHARLOT in name)
    path = next((corpus / "real" / "mat").glob(f"*{CHARLOT}.mat"))
    assert said(own) == said(read_source(Source(path.read_bytes())).matches[0])


def test_both_throws_without_a_play_stand_for_none(corpus: Path, matches: dict[str, Match]) -> None:
    path = next((corpus / "real" / "mat").glob(f"*{CHARLOT}.mat"))
    other = read_source(Source(path.read_bytes())).matches[0]
    own = next(match for name, match in matches.items() if CHARLOT in name)
    idle = [
        [type(e.deed) for game in one.games for e in game.events if isinstance(e, Turn) and deed(e)]
        for one in (own, other)
    ]
    assert len(idle[0]) == len(idle[1]) > 10


def deed(turn: Turn) -> bool:
    return isinstance(turn.deed, CannotMove | Blank)


# evaluations


def plays(matches: dict[str, Match]) -> list[Evaluation]:
    return [e for e in events(matches) if isinstance(e, Evaluation) and e.aspect == "play"]


def test_most_turns_are_evaluated(matches: dict[str, Match]) -> None:
    turns = sum(isinstance(event, Turn) and not deed(event) for event in events(matches))
    assert len(plays(matches)) == turns


def test_the_choice_made_is_among_the_candidates(matches: dict[str, Match]) -> None:
    for at, event in enumerate(told := list(events(matches))):
        if isinstance(event, Turn) and isinstance(event.deed, Play):
            weighed = next(e for e in told[at:] if isinstance(e, Evaluation) and e.aspect == "play")
            assert sum(one.extras.get("played") == "yes" for one in weighed.candidates) == 1, event


def test_shares_of_wins_and_losses_are_cumulative(matches: dict[str, Match]) -> None:
    """Only the network's own numbers, without looking ahead, contradict each other now and then."""
    for event in events(matches):
        for one in event.candidates if isinstance(event, Evaluation) else ():
            if one.choice == "double/pass":
                assert one.chances == ()
                continue
            if one.level == "1-ply":
                continue
            won, gammon, backgammon, lost_gammon, lost_backgammon = one.chances
            assert 1 >= won >= gammon - 1e-6 >= backgammon - 2e-6 >= -2e-6
            assert 1 - won + 1e-6 >= lost_gammon >= lost_backgammon >= 0


def test_equities_without_the_cube_follow_from_the_shares(matches: dict[str, Match]) -> None:
    """At the first scores of a match a gammon is worth about twice a single game."""
    checked = 0
    for match in matches.values():
        for event in match.games[0].events:
            if not (isinstance(event, Evaluation) and event.aspect == "cube"):
                continue
            one = next(c for c in event.candidates if c.choice == "no double")
            won, gammon, backgammon, lost_gammon, lost_backgammon = one.chances
            equity = 2 * won - 1 + gammon - lost_gammon + backgammon - lost_backgammon
            assert float(one.extras["cubeless"]) == pytest.approx(equity, abs=0.12)
            checked += 1
    assert checked > 30


def test_the_error_of_a_double_is_the_difference_of_its_equities(matches: dict[str, Match]) -> None:
    checked = 0
    for event in events(matches):
        if not (isinstance(event, Evaluation) and "XG:double error" in event.extras):
            continue
        equity = {one.choice: one.equity or 0.0 for one in event.candidates}
        doubled = min(equity["double/take"], equity["double/pass"])
        cost = abs(equity["no double"] - doubled)
        assert abs(float(event.extras["XG:double error"])) == pytest.approx(cost, abs=1.1e-4)
        checked += 1
    assert checked > 10


def test_resignations_are_offered_and_accepted_before_the_result(matches: dict[str, Match]) -> None:
    sizes = [event.size for event in events(matches) if isinstance(event, Resignation)]
    assert sorted(sizes, key=str) == [1] * 8 + [2] + [None] * 3
