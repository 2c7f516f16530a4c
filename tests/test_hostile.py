"""Files of every notation cut short, flipped and shuffled: findings and nothing else, in bounded time.

What is hostile to one notation alone (a packed bomb, a lying length, deep nesting) stands in its own tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kotra_notation.formats import FORMATS, read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Event
from kotra_notation.replay import replay
from referees.samples import EACH
from referees.seeds import some

pytestmark = pytest.mark.middle
NOTATIONS = {read_source(Source(path.read_bytes())).format: path for path in EACH}
FOLDERS = (
    *("gnubg/analysed", "gnubg/mat", "gnubg/sgf", "gnubg/txt", "made"),
    *(f"real/{name}" for name in ("bgblitz-text", "gnubg-text", "mat", "sgf", "xg", "xg-text")),
)
# Where a later part of the file still tells of an event that stands far above it.
TOLD_LATER = ("gnubg-text", "sgf", "xg")
ALL_OR_NOTHING = ("json", "ogxm")  # a match that breaks off is no match
LAST = 3  # events at a tear, which what follows would have told
CUTS, FLIPPED = 200, 80
USED = 25  # of so many damaged files one is replayed and written again
BYTES = 400_000  # of one file of the corpus, in all its cuts
SECONDS = 20


@contextmanager
def bounded() -> Iterator[None]:
    begun = process_time()
    yield
    assert process_time() - begun < SECONDS


def read(data: bytes, format: str) -> Reading:
    """What is read of bytes in a named notation, every finding put into words."""
    reading = read_source(Source(data), format)
    assert reading.format == format
    assert all(found.message and (found.span is None or found.span.line >= 1) for found in reading.findings)
    return reading


def use(reading: Reading) -> None:
    """Replay what was read, and write it again where it can be written."""
    for match in reading.matches:
        assert all(found.message for found in replay(match).findings)
    if FORMATS[reading.format].write:
        write_matches(reading.matches, reading.format)


def events(reading: Reading) -> list[Event]:
    return [event for match in reading.matches[:1] for game in match.games for event in game.events]


def cuts(data: bytes, most: int = CUTS) -> list[bytes]:
    """The beginnings of a file, evenly spaced, the empty one first."""
    return [data[: at * len(data) // most] for at in range(most)]


@pytest.mark.parametrize("path", some(EACH, len(EACH) // 5), ids=lambda path: path.name)
def test_a_file_cut_short_is_read_as_far_as_it_goes(path: Path) -> None:
    data = path.read_bytes()
    whole = read_source(Source(data))
    most = 0  # events of a shorter beginning
    with bounded():
        for number, cut in enumerate(cuts(data)):
            reading = read(cut, whole.format)
            assert len(reading.findings) <= len(whole.findings) + 3
            if whole.format not in TOLD_LATER:
                told = events(reading)
                sure = max(len(told) - LAST, 0)
                assert told[:sure] == events(whole)[:sure], len(cut)
                assert len(told) >= most - LAST or whole.format in ALL_OR_NOTHING, len(cut)
                most = max(most, len(told))
            if number % USED == 0:
                use(reading)


@pytest.mark.parametrize("path", some(EACH, len(EACH) // 5), ids=lambda path: path.name)
def test_flipped_bytes_give_findings_only(path: Path) -> None:
    data, random = path.read_bytes(), Random(path.name)
    format = read_source(Source(data)).format
    with bounded():
        for number in range(FLIPPED):
            flipped = bytearray(data)
            for _ in range(random.choice((1, 1, 3, 10, 30))):
                flipped[random.randrange(len(flipped))] = random.randrange(256)
            recognise(Source(bytes(flipped)))
            reading = read(bytes(flipped), format)
            read(bytes(flipped[random.randrange(len(flipped)) :]), format)
            if number % USED == 0:
                use(reading)


@pytest.mark.parametrize("folder", some(FOLDERS, 3))
def test_real_files_may_break_off_anywhere(corpus: Path, folder: str) -> None:
    paths = sorted((corpus / folder).iterdir(), key=lambda path: (path.stat().st_size, path.name))
    chosen = paths if folder == "made" else paths[:: max(len(paths) // 3, 1)][:3]
    with bounded():
        for path in chosen:
            data = path.read_bytes()
            format = read_source(Source(data)).format
            if not format:
                continue  # of a notation that is read no more
            for cut in cuts(data, min(CUTS, BYTES // len(data) + 4)):
                read(cut, format)


@pytest.mark.parametrize("format", some(NOTATIONS, 6))
@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_words_in_any_order_give_findings_only(format: str, draw: st.DataObject) -> None:
    data = NOTATIONS[format].read_bytes()
    words = re.findall(rb"[0-9A-Za-z]+|[^0-9A-Za-z]|[^\n]+\n", data)
    piece = st.sampled_from(words) | st.text(max_size=8).map(lambda text: text.encode("utf-8", "replace"))
    begun = draw.draw(st.integers(0, len(data)))
    read(data[:begun] + b"".join(draw.draw(st.lists(piece | st.binary(max_size=8)))), format)
