"""`python -m tools.archive_io`: builds during which the n-th call of the system fails, for every n.

It fails once, or for ever on, as a damaged disk does (EIO) or a full one (ENOSPC). The build has to end well
or to say why not; the archive is then as before or as it was to be, but for files that are said not to have
been read; and the next build makes it whole.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

from kotra_notation.archive.build import inventory
from kotra_notation.archive.build.items import PASSING
from kotra_notation.archive.manifest import DamagedError
from kotra_notation.archive.store import PARTS, ArchiveError, Store
from referees.archives import generated, made, rows
from tests.test_archive_build import SOUND
from tools.failing_disk import WAYS, Disk, failing

Rows = dict[str, list[str]]


class Trial:
    """An archive before a build and after it, and the build disturbed."""

    def __init__(self, folder: Path, prepared: Callable[[Path], None]) -> None:
        self.folder = folder
        self.sources = folder / "matches"
        self._before, self._disturbed = folder / "before", folder / "disturbed"
        prepared(folder)
        self._old = _state(self._before)
        self._restored()
        self._build()
        self._new = rows(self._disturbed)
        self.wrong: list[str] = []
        self.ends: dict[str, int] = {}

    def fail_at(self, number: int, way: str, *, lasting: bool) -> bool:
        """Whether the call of this number was reached, and failed."""
        self._restored()
        disk = Disk((str(self.sources), str(self._disturbed)), number, way, lasting)
        ended = "well"
        try:
            with failing(disk):
                self._build()
        except (OSError, ArchiveError) as error:
            ended = f"with {type(error).__name__}"
        except Exception as error:
            ended = f"in a traceback: {error!r}"
            self._wrong(disk, ended)
        if disk.failed:
            self.ends[ended] = self.ends.get(ended, 0) + 1
            self._look(disk, ended)
        return bool(disk.failed)

    def _restored(self) -> None:
        shutil.rmtree(self._disturbed, ignore_errors=True)
        if self._before.exists():
            shutil.copytree(self._before, self._disturbed)

    def _build(self) -> None:
        with patch.object(inventory, "MOST_SMALL", 2):
            made(self._disturbed, self.sources)

    def _look(self, disk: Disk, ended: str) -> None:
        """What the archive is after it, and after the next build."""
        there = _state(self._disturbed)
        said = there not in (self._old, self._new) and isinstance(there, dict) and _says(there)
        if there != self._new and (ended == "well" or there != self._old) and not said:
            self._wrong(disk, f"ended {ended}, and is neither as before nor as it was to be")
        self._build()
        if rows(self._disturbed) != self._new:
            self._wrong(disk, f"ended {ended}, and the next build made something else")
        store = Store.open(self._disturbed)
        left = {path.name for path in (self._disturbed / PARTS).iterdir()}
        parts, retired = set(store.manifest.parts), set(store.manifest.retired)
        if list(store.find_damage(deep=True)) or not parts <= left <= parts | retired:
            self._wrong(disk, f"ended {ended}, and the next build left it damaged or untidy")

    def _wrong(self, disk: Disk, what: str) -> None:
        self.wrong.append(f"{disk.way} at call {disk.number} ({disk.failed}): {what}")


def _state(folder: Path) -> Rows | str:
    """The tables of an archive, or what it says of itself; that one is damaged, whichever it is."""
    try:
        return rows(folder)
    except DamagedError:
        return "damaged"
    except ArchiveError as error:
        return str(error).replace(str(folder), "")


def _says(there: Rows) -> bool:
    """Whether some file is said not to have been read."""
    return any(f"'{status}'" in row for row in there["files"] for status in PASSING)


def first(folder: Path) -> None:
    """Nothing is there yet."""
    generated(folder / "matches", 1, 1)


def changed(folder: Path) -> None:
    """Files have come, changed and gone, small parts are put together, and a build was killed before."""
    matches = folder / "matches"
    matches.mkdir()
    (matches / "a.kotra").write_text(SOUND, "utf-8")
    made(folder / "other", matches)
    (left,) = (folder / "other" / PARTS).iterdir()
    (matches / "a.kotra").rename(folder / "a.kotra")
    for number in range(3):
        generated(matches, number + 1, 0)
        made(folder / "before", matches)
    (folder / "a.kotra").rename(matches / "a.kotra")
    (matches / "modern-000.mat").unlink()
    (matches / "modern-001.mat").touch()
    shutil.copytree(left, folder / "before" / PARTS / left.name)
    (folder / "before" / PARTS / ".draft").mkdir()


def damaged(folder: Path) -> None:
    """A table is gone."""
    matches = folder / "matches"
    for number in range(2):
        generated(matches, number + 1, 0)
        made(folder / "before", matches)
    Path(Store.open(folder / "before").paths("turns")[0]).unlink()


SCENES = (first, changed, damaged)


def every(trial: Trial, numbers: Iterable[int], *, ways: Iterable[str] = WAYS) -> Iterator[int]:
    """Let each of these calls fail in each way, as long as a build makes so many; how many did."""
    for way in ways:
        for lasting in (False, True):
            for number in numbers:
                if not trial.fail_at(number, way, lasting=lasting):
                    break
                yield number


def main() -> None:
    """Let every call fail, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=10_000, help="no more than so many calls a build")
    parser.add_argument("--scene", choices=[scene.__name__ for scene in SCENES], help="this one only")
    parser.add_argument("--step", type=int, default=1, help="every so many calls")
    chosen = parser.parse_args()
    for scene in SCENES:
        if chosen.scene not in (None, scene.__name__):
            continue
        with tempfile.TemporaryDirectory() as place:
            trial = Trial(Path(place), scene)
            times = sum(1 for _ in every(trial, range(1, chosen.most, chosen.step)))
            print(
                f"{scene.__name__}: {times} calls failed, {len(trial.wrong)} wrong: {trial.ends}", flush=True
            )
            for said in trial.wrong:
                print(f"    {said}", flush=True)


if __name__ == "__main__":
    main()
