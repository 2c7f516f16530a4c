"""Files of eXtreme Gammon, real, damaged and hostile: all is read, or findings in bounded time."""

from __future__ import annotations

import tracemalloc
import zlib
from pathlib import Path
from random import Random
from struct import pack_into

import pytest

from kotra_notation import model
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.xg.container import GAME_FILE, LIMITS
from kotra_notation.model import Turn
from kotra_notation.replay import replay
from referees import xg_files as xg
from tests.records import names, read, rows

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


def test_no_play_is_only_known_by_where_it_led_and_comments_stand_behind_their_turns(
    events: list[model.Event],
) -> None:
    deeds = {type(event.deed) for event in events if isinstance(event, model.Turn)}
    assert deeds == {model.Play, model.CannotMove, model.NotRecorded}
    told = [event for event in events if not isinstance(event, model.Evaluation)]
    before = [type(told[at - 1]) for at, event in enumerate(told) if isinstance(event, model.Comment)]
    assert before == [model.Turn, model.Turn]
    sizes = [event.size for event in events if isinstance(event, model.Resignation)]
    assert sorted(sizes, key=str) == [1] * 8 + [2] + [None] * 3


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


def test_most_turns_are_evaluated_and_the_choice_made_is_a_candidate(
    events: list[model.Event], evaluations: list[model.Evaluation]
) -> None:
    turns = sum(isinstance(event, model.Turn) and not is_idle(event) for event in events)
    assert sum(said.aspect == "play" for said in evaluations) == turns
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


def read_xg(data: bytes) -> Reading:
    reading = read_source(Source(data), "xg")
    for match in reading.matches:
        replay(match)
    assert all(found.message for found in reading.findings)
    return reading


def codes(data: bytes) -> list[str]:
    return [found.kind.name for found in read_xg(data).findings]


def turns(reading: Reading) -> int:
    return sum(isinstance(one, Turn) for match in reading.matches for g in match.games for one in g.events)


def real_files(corpus: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((corpus / "real" / "xg").glob("*.xg"))]


def places(data: bytes) -> list[int]:
    return sorted({round(at * (len(data) - 1) / 199) for at in range(200)})


def test_a_truncated_sample_gives_findings() -> None:
    data = xg.sample()
    for place in places(data):
        assert codes(data[:place]), place


def test_a_torn_file_keeps_what_stands_before_the_tear(corpus: Path) -> None:
    data = max(real_files(corpus), key=len)
    torn = read_xg(data[: len(data) // 2])
    assert 50 < turns(torn) < turns(read_xg(data))
    assert "file-breaks-off" in [found.kind.name for found in torn.findings]


def test_flipped_bytes_of_records_raise_nothing() -> None:
    """The bytes behind the packing, where the checksum of the archive does not protect the reader."""
    match = xg.Recorder([xg.match_header(version=32)]).game()
    candidates = [xg.Weighed(xg.hops_of("8/5 6/5"), 0.2, level=100, rollout=0)]
    match.turn(1, "31", "8/5 6/5", candidates=candidates).turn(-1, "65", "24/18 18/13")
    match.add(xg.cube(1, match.board, doubled=1, answer=2, beaver=2, decision=xg.Decision((0.1, 0.2, 1.0))))
    match.add(xg.game_end((1, 0), 1, 1, 0), xg.match_end((3, 0), 1))
    records, random = b"".join(match.records), Random(6)
    used = [at for at in range(len(records)) if at % 2560 < 2560]
    for _ in range(300):
        damaged = bytearray(records)
        for _ in range(random.choice((1, 4, 60))):
            damaged[random.choice(used)] = random.choice((0, 1, 127, 128, 255, random.randrange(256)))
        read_xg(xg.container(bytes(damaged), rollouts=xg.rollout(36), comments=xg.rtf("Orð"), indexed=False))


@pytest.mark.parametrize("kind", range(8))
def test_records_of_nothing_but_ones_raise_nothing(kind: int) -> None:
    record = bytearray(b"\xff" * 2560)
    record[8] = kind
    assert codes(xg.container(xg.match_header() + xg.game_header() + bytes(record)))


def test_a_bomb_in_the_game_file_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LIMITS[GAME_FILE] == 1 << 28
    monkeypatch.setitem(LIMITS, GAME_FILE, 1 << 26)
    records = zlib.compressobj(9)
    bomb = b"".join(records.compress(bytes(1 << 24)) for _ in range(5)) + records.flush()
    head = xg.container(b"", indexed=False)[:8236]
    tracemalloc.start()
    found = codes(head + bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "limit-passed" in found
    assert peak < 1 << 24


def test_more_candidates_than_memory_can_hold_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotra_notation.formats.xg.MOST_CANDIDATES", 100)
    weighed = [xg.Weighed(xg.hops_of("8/5 6/5"), 0.1)] * 32
    move = xg.move(1, xg.START, xg.hops_of("8/5 6/5"), (3, 1), candidates=weighed)
    assert codes(xg.container(xg.match_header() + xg.game_header() + move * 10))[-1] == "limit-passed"


def test_bombs_of_comments_and_nested_rtf_are_stopped() -> None:
    data = xg.Recorder([xg.match_header()]).game().turn(1, "31", "8/5 6/5").file(comments=bytes(1 << 24))
    assert "limit-passed" in codes(data)
    comment = b"{\\rtf1 " + b"{" * 100_000
    nested = xg.Recorder([xg.match_header(comments=(0, -1))]).game().turn(1, "31", "8/5 6/5")
    assert codes(nested.file(comments=comment)) == []


@rows
def test_lengths_that_lie_are_said(offset: int, value: int) -> None:
    data = bytearray(xg.sample())
    pack_into("<I", data, offset, value)
    assert codes(bytes(data))


def test_a_wrong_index_does_not_lose_the_game() -> None:
    data = bytearray(xg.sample())
    pack_into("<i", data, len(data) - 24, 1 << 30)
    reading = read_xg(bytes(data))
    assert [found.kind.name for found in reading.findings] == ["structure-broken"]
    assert reading.matches == read_xg(xg.sample()).matches


def test_a_member_outside_the_archive_is_said() -> None:
    data = xg.sample()
    end = len(data) - 36
    length = int.from_bytes(data[end + 12 : end + 16], "little")
    index = bytearray(zlib.decompress(data[end - length : end]))
    pack_into("<i", index, 3 * 532 + 520, 1 << 20)  # the comments
    packed = zlib.compress(bytes(index))
    tail = bytearray(data[end:])
    pack_into("<i", tail, 12, len(packed))
    reading = read_xg(data[: end - length] + packed + bytes(tail))
    assert [found.facts["what"] for found in reading.findings] == ["temp.xgc"]
    assert turns(reading) == turns(read_xg(data))


def test_half_records_and_broken_ones_stop_the_reading() -> None:
    found = codes(xg.container(xg.match_header() + xg.record(9) * 5000))
    assert found[-1] == "limit-passed"
    assert len(found) == 1001
    match = xg.Recorder([xg.match_header()]).game().turn(1, "31", "8/5 6/5")
    assert codes(match.add(xg.record(2)[:100]).file()) == ["file-breaks-off"]
