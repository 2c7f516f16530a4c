"""The readers given one changed record after the other; what fails or lasts is kept with its input.

A share of the inputs may go the whole way: replay, hints and writers, which take a hundred times as long.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from random import Random

from kotra_notation.alarm import OutOfTime, at_most
from kotra_notation.formats import FORMATS, recognise
from kotra_notation.formats.format import Reading, Source
from tools.fuzz.mutating import Mutator, grammar_words
from tools.fuzz.target import one_input, read_alone

HERE = Path(__file__).parent
CORPUS = HERE / "readers"
RECORDS = HERE / "corpus"
SAMPLES = HERE.parent.parent / "samples"
# Seconds of processor time for a few thousand bytes; so many times as long on a machine with other work.
SLOW, PATIENCE = 5.0, 20
WHOLE_WAY = 4  # times as long as reading alone may take replay, hints and all writers
# How often an input is given to the reader of another format, and to none in particular.
ASTRAY, UNNAMED = 0.05, 0.1
MOST = 4_000  # so many inputs that showed something new are gone on from


@dataclass(frozen=True, slots=True)
class Seed:
    """A record to begin from, and the format it is in."""

    data: bytes
    format: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that ended in something else than findings, what it was read as, and what happened."""

    data: bytes
    format: str | None
    what: str
    trace: str

    @property
    def name(self) -> str:
        """A name for a file: the format, and a digest of the input."""
        return f"{named(self.data)}.{self.format or 'any'}"


@dataclass(slots=True)
class Hunt:
    """What came of some inputs."""

    seed: int
    inputs: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    fresh: list[Seed] = field(default_factory=list)
    failures: dict[str, Failure] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The figures in a line."""
        rate, own = (self.inputs / max(one, 1e-9) for one in (self.seconds, self.processor))
        return (
            f"{self.inputs} inputs in {self.seconds:.0f} s, {rate:.0f} a second"
            f" ({own:.0f} a second of processor time),"
            f" {len(self.fresh)} showed something new, {len(self.failures)} failed"
        )


def named(data: bytes) -> str:
    """A name for a file that holds these bytes."""
    return blake2b(data, digest_size=5).hexdigest()


def seeds(folders: Iterable[Path], formats: Sequence[str] = ()) -> list[Seed]:
    """The records in some folders, their format told by an ending that is its name, else by their content."""
    found: list[Seed] = []
    for place in folders:
        for path in sorted(path for path in place.rglob("*") if path.is_file()):
            data, ending = path.read_bytes(), path.suffix[1:]
            known = ending if ending in FORMATS and place != SAMPLES else None
            format = known or getattr(recognise(Source(data)), "name", "")
            if format and (not formats or format in formats):
                found.append(Seed(data, format))
    return found


def hunt(
    begun: Sequence[Seed],
    seed: int,
    *,
    seconds: float | None = None,
    inputs: int | None = None,
    whole: float = 0.0,
    found: Path,
) -> Hunt:
    """Give inputs to the readers for some time, or so many; failing ones are written to a folder at once."""
    random = Random(seed)
    mutator = Mutator(random, grammar_words())
    by_format: dict[str, list[Seed]] = {}
    for one in begun:
        by_format.setdefault(one.format, []).append(one)
    formats = sorted(by_format)
    seen: Counter[object] = Counter()
    done = Hunt(seed)
    clock, processor = time.monotonic(), time.process_time()
    while (inputs is None or done.inputs < inputs) and (seconds is None or done.seconds < seconds):
        format = random.choice(formats)
        same = by_format[format]
        base = random.choice(same)
        other = random.choice(same if random.random() < 0.7 else by_format[random.choice(formats)])
        data = mutator.mutated(base.data, other.data)
        read_as = _read_as(random, format)
        reading = _tried(data, read_as, done, found, whole=random.random() < whole)
        done.inputs += 1
        if reading is not None and _is_new(seen, read_as, reading):
            done.fresh.append(Seed(data, reading.format or format))
            if len(same) < MOST:
                same.append(Seed(data, format))
        if not done.inputs % 16:
            done.seconds = time.monotonic() - clock
            done.processor = time.process_time() - processor
    return done


def _read_as(random: Random, format: str) -> str | None:
    which = random.random()
    if which < ASTRAY:
        return random.choice(list(FORMATS))
    return None if which < ASTRAY + UNNAMED else format


def _tried(data: bytes, format: str | None, done: Hunt, found: Path, *, whole: bool) -> Reading | None:
    """What a reader says of an input; None where it fails, which is noted once for each place in the code."""
    begun, most = time.process_time(), SLOW * (WHOLE_WAY if whole else 1)
    try:
        with at_most(PATIENCE * most):
            reading = read_alone(data, format)
            if whole:
                one_input(data, format)
        if time.process_time() - begun > most:
            raise OutOfTime
        return reading
    except OutOfTime:
        # Where the machine has other work, the time on the wall says nothing.
        if (spent := time.process_time() - begun) <= most:
            return None
        what, trace = f"slow in {format}", f"it took {spent:.1f} seconds of processor time"
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
        trace = traceback.format_exc()
    if what not in done.failures:
        failure = done.failures[what] = Failure(data, format, what, trace)
        found.mkdir(parents=True, exist_ok=True)
        (found / failure.name).write_bytes(data)
        print(f"{what}: {found / failure.name}\n{trace}", flush=True)
    return None


def _is_new(seen: Counter[object], format: str | None, reading: Reading) -> bool:
    """Whether a reading has a trait that none before had: what was read and found, in which company."""
    new = False
    for trait in traits(reading):
        key = format, trait
        seen[key] += 1
        new = new or seen[key] == 1
    return new


def traits(reading: Reading) -> set[object]:
    """What is to be seen of the way a reader went: kinds of findings and events, and which follows which."""
    found: set[object] = {reading.format, reading.dialect, len(reading.matches), len(reading.positions)}
    kinds = [
        (one.kind.name, *(getattr(fact, "original", "") for fact in one.facts.values()))
        for one in reading.findings
    ]
    found.update(pairwise([None, *kinds, None]))
    for match in reading.matches[:20]:
        found.add(
            ("head", bool(match.length), bool(match.rules), tuple(sorted(key for key, _ in match.info))[:6])
        )
        for game in match.games[:20]:
            steps = [(type(one).__name__, type(getattr(one, "deed", None)).__name__) for one in game.events]
            found.update(pairwise([None, *steps, None]))
    return found
