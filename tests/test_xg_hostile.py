"""Damaged and hostile `.xg` files: findings in bounded time and memory, and what can be read is kept."""

from __future__ import annotations

import tracemalloc
import zlib
from pathlib import Path
from random import Random
from struct import pack_into

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.xg.container import GAME_FILE, LIMITS
from kotra_notation.model import Turn
from kotra_notation.replay import replay
from referees import xg_files as xg
from tests.records import rows

pytestmark = pytest.mark.middle


def read(data: bytes) -> Reading:
    reading = read_source(Source(data), "xg")
    for match in reading.matches:
        replay(match)
    assert all(found.message for found in reading.findings)
    return reading


def codes(data: bytes) -> list[str]:
    return [found.kind.name for found in read(data).findings]


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
    torn = read(data[: len(data) // 2])
    assert 50 < turns(torn) < turns(read(data))
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
        read(xg.container(bytes(damaged), rollouts=xg.rollout(36), comments=xg.rtf("Orð"), indexed=False))


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


def test_a_bomb_of_comments_is_stopped() -> None:
    data = xg.Recorder([xg.match_header()]).game().turn(1, "31", "8/5 6/5").file(comments=bytes(1 << 24))
    assert "limit-passed" in codes(data)


def test_nested_rtf_takes_no_stack() -> None:
    comment = b"{\\rtf1 " + b"{" * 100_000
    data = xg.Recorder([xg.match_header(comments=(0, -1))]).game().turn(1, "31", "8/5 6/5")
    assert codes(data.file(comments=comment)) == []


@rows
def test_lengths_that_lie_are_said(offset: int, value: int) -> None:
    data = bytearray(xg.sample())
    pack_into("<I", data, offset, value)
    assert codes(bytes(data))


def test_a_wrong_index_does_not_lose_the_game() -> None:
    data = bytearray(xg.sample())
    pack_into("<i", data, len(data) - 24, 1 << 30)
    reading = read(bytes(data))
    assert [found.kind.name for found in reading.findings] == ["structure-broken"]
    assert reading.matches == read(xg.sample()).matches


def test_a_member_outside_the_archive_is_said() -> None:
    data = xg.sample()
    end = len(data) - 36
    length = int.from_bytes(data[end + 12 : end + 16], "little")
    index = bytearray(zlib.decompress(data[end - length : end]))
    pack_into("<i", index, 3 * 532 + 520, 1 << 20)  # the comments
    packed = zlib.compress(bytes(index))
    tail = bytearray(data[end:])
    pack_into("<i", tail, 12, len(packed))
    reading = read(data[: end - length] + packed + bytes(tail))
    assert [found.facts["what"] for found in reading.findings] == ["temp.xgc"]
    assert turns(reading) == turns(read(data))


def test_reading_stops_where_nothing_but_broken_records_comes() -> None:
    found = codes(xg.container(xg.match_header() + xg.record(9) * 5000))
    assert found[-1] == "limit-passed"
    assert len(found) == 1001


def test_half_a_record_at_the_end_is_said() -> None:
    match = xg.Recorder([xg.match_header()]).game().turn(1, "31", "8/5 6/5")
    assert codes(match.add(xg.record(2)[:100]).file()) == ["file-breaks-off"]
