"""Files of every notation cut short, flipped, shuffled, long: findings and nothing else, in bounded time.

What only bytes can do to a notation (a packed bomb, a lying length) stands in its own tests.
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

NINES = "9" * 5000
START = "setup W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"
MAT = " 5 point match\n\n Game 1\n Anna : 0                       Bjarni : 0\n"
SGF = "(;FF[4]GM[6]CA[UTF-8]AP[x:1]MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Crawford]"
SGG = "anna vs. bjarni\nGame 1.0-0/5\n\n"
TMG = "Player1: 1 anna 0.0\nPlayer2: 2 bjarni 0.0\nLength: 5\n\nGame 1: 0-0\n"
EXPORTS = ("gnubg-text", "xg-text", "bgblitz-text")


def times(number: int, *lines: str) -> tuple[str, ...]:
    return tuple([line * number for line in lines])


# What a file of a notation begins with, and how it goes on.
LONG: dict[str, tuple[str, tuple[str, ...]]] = {
    "kotra": (
        "",
        (
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
        ),
    ),
    "sgf": (
        SGF,
        (
            "(" * 10**5,
            ";" * 10**5,
            "XX[a]" * 10**5,
            "W[31" * 4 * 10**4,
            ";W[31" * 4 * 10**4 + "]",
            "(;B[31])" * 4 * 10**4,
            "(;" * 4 * 10**4,
            "[" * 10**5,
            "A" * 10**5,
            "C[" + "\\" * 10**5,
            ";DA[" + "1 " * 10**5 + "])",
            "x(x)" * 4 * 10**4,
            ";W[31hefe])\n" + "nothing\n" * 10_000,
        ),
    ),
    "mat": (
        MAT,
        (
            "²) 31: 8/5 6/5",
            "  1) ٣١: 8/5",
            NINES + ") 31: 8/5",
            "  1) 31: " + "8/5 " * 600,
            f"Wins {NINES} points",
            f"Game {NINES}",
            f" Anna : {NINES}     Bjarni : 0",
            f'; [CubeLimit "{NINES}"]',
            f"  1) Doubles => {NINES}",
            f"{NINES} point match",
            "; Set Pos=" + "-" * 26 + f"/{NINES}",
            "  1) 31: Illegal play (" + "9;" * 40 + ")",
            f"  1) 31: Illegal play ({NINES}" + ";" * 40 + ")",
            "  1) 31: \ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
        ),
    ),
    "gam": ("a b\n", ("x" + " " * 100_000 + "\n" * 50_000 + "y  z\n" * 3,)),
    "sgg": (SGG, times(20_000, "hm\n", "1\t", "9\t31: 8/5,\n", " vs. ", "wins 1 ", "Game 1.0-0\n", "\n")),
    "tmg": (TMG, times(20_000, "hm\n", "1\t", "1 4 8/5 ", "Player1: 1 ", "Game 1: 0-0\n", "0/0 ", "\n")),
}
LINES = (
    " " * 5000,
    "1. " * 5000,
    "0.1 " * 5000,
    "XGID=" + "-" * 20000,
    "Anna " * 5000 + "wins",
    "Annotation:",
    "The score (after 0 games) is: " + "A 1, " * 4000,
    "X:" + " a" * 9000 + " O:",
    "* " + "8/5 " * 5000,
    "Player: " + "1.0% (G:" * 3000,
    "a word",
)


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    begun = process_time()
    yield
    assert process_time() - begun < seconds


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


@pytest.mark.parametrize(
    ("name", "begun", "rest"),
    [
        pytest.param(name, head, text, id=f"{name}-{n}")
        for name, (head, more) in LONG.items()
        for n, text in enumerate(more)
    ],
)
def test_long_files_take_no_longer_than_they_are_long(name: str, begun: str, rest: str) -> None:
    texts = (f"{begun}{rest}\n", f"{rest}\n{begun}") if name == "mat" else (begun + rest,)
    for text in texts:
        with bounded(10):
            reading = read(text.encode("utf-8", "replace"), name)
        assert name != "sgf" or len(reading.findings) < 200


@pytest.mark.parametrize(
    "part", ["\n", "\n ", "(", "( \n", ";", "; \n", "i ", "i 1", "1 ", "31 ", "31:", "1) "]
)
def test_signs_of_notations_are_sought_in_time(part: str) -> None:
    with bounded(2):
        list(FORMATS.likely((part * 200_000).encode()))


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_long_lines_and_many_cost_no_more_than_they_must(name: str, line: str) -> None:
    sample = NOTATIONS[name].read_text(encoding="utf-8")
    with bounded(5):
        read((sample + f"\n{line}\n" * max(3, 20_000 // len(line)) + sample).encode(), name)


@pytest.mark.parametrize("name", some(NOTATIONS, 6))
def test_lines_in_any_order_give_findings_only(name: str) -> None:
    lines, random = NOTATIONS[name].read_bytes().split(b"\n"), Random(name)
    with bounded():
        for number in range(30):
            random.shuffle(lines)
            reading = read(b"\n".join(lines), name)
            if number % USED == 0:
                use(reading)
