"""`python -m tools.fuzz.minimising FOLDER ...`: the corpus of the readers, made anew out of more inputs.

Kept is what reaches a step from line to line of the readers that no smaller input reaches, made as short as
it can be without showing less.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import kotra_notation
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Source
from tools.fuzz.hunting import CORPUS, RECORDS, SAMPLES, Seed, named, seeds, traits

PACKAGE = str(Path(kotra_notation.__file__).parent)
READERS = tuple(f"{PACKAGE}/{name}" for name in ("formats", "board", "model", "shorthand"))
LARGEST = 6_000
MOST_TRIES = 400

Step = tuple[CodeType, int, int]


class Steps:
    """The steps from line to line that were taken in the readers."""

    def __init__(self) -> None:
        self.seen: set[Step] = set()

    def grow(self, work: Callable[[], object]) -> bool:
        """Whether some work takes a step that none before took."""
        before = len(self.seen)
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(None)
        return len(self.seen) > before

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(READERS):
            return None
        seen, last = self.seen, 0

        def line(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal last
            if event == "line":
                seen.add((code, last, frame.f_lineno))
                last = frame.f_lineno
            return line

        return line


def read(one: Seed) -> set[object]:
    """What is to be seen of the reading of an input."""
    return traits(read_source(Source(one.data), one.format))


def reaching(inputs: Iterable[Seed], steps: Steps) -> list[Seed]:
    """The inputs, small ones first, that reach something that those before do not."""
    return [
        one
        for one in sorted(inputs, key=lambda one: (len(one.data), one.data))
        if steps.grow(lambda one=one: read(one))  # type: ignore[misc]
    ]


def shortened(one: Seed) -> Seed:
    """An input without the lines that show nothing, then without such words; binary ones as they are."""
    if FORMATS[one.format].file.binary or b"\0" in one.data:
        return one
    whole, tries = read(one), MOST_TRIES
    for between in (b"\n", b" "):
        parts = one.data.split(between)
        size = max(1, len(parts) // 2)
        while size and tries:
            at = 0
            while at < len(parts) and tries:
                tries -= 1
                left = [*parts[:at], *parts[at + size :]]
                if left and read(Seed(between.join(left), one.format)) == whole:
                    parts = left
                else:
                    at += size
            size //= 2
        one = Seed(between.join(parts), one.format)
    return one


def main() -> None:
    """Write the corpus anew, and say how much is left of what."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.minimising")
    parser.add_argument("folders", nargs="*", type=Path, help="further inputs, such as those of --fresh")
    chosen = parser.parse_args()
    begun = [one for one in seeds([CORPUS, RECORDS, SAMPLES, *chosen.folders]) if len(one.data) <= LARGEST]
    steps = Steps()
    kept = reaching(begun, steps)
    print(f"{len(begun)} inputs, {len(kept)} reach {len(steps.seen)} steps", flush=True)
    short = {shortened(one) for one in kept}
    for path in CORPUS.iterdir() if CORPUS.is_dir() else ():
        path.unlink()
    CORPUS.mkdir(exist_ok=True)
    for one in short:
        (CORPUS / f"{named(one.data)}.{one.format}").write_bytes(one.data)
    size = sum(len(one.data) for one in short)
    print(f"{len(short)} kept, {size} bytes")


if __name__ == "__main__":
    main()
