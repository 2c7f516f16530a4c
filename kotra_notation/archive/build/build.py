"""Building an archive: what is new is judged, what is gone taken out, and then all counts at once.

Where a table of the archive is damaged, what was in its part is found new in the sources: in those that are
named, and in all that the archive was ever made from.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from kotra_notation.archive.build.inventory import Keeper
from kotra_notation.archive.build.items import CONTAINER, MEGABYTE, PASSING, READ, SourceFile
from kotra_notation.archive.build.sources import find_files, root_of
from kotra_notation.archive.build.tasks import Limits, Task
from kotra_notation.archive.build.weighing import settings_for
from kotra_notation.archive.build.workers import Engine
from kotra_notation.archive.manifest import TABLES, Damage
from kotra_notation.archive.store import ArchiveError, Store
from kotra_notation.errors import KotraError
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

# A task is an eighth of what came before it, within these bounds: so all workers end at about one time. Those
# that are analysed take longer, and what is under way when a build is stopped is lost.
BOUNDS: Mapping[str | None, tuple[int, int]] = {
    None: (64, 1_000),
    "quick": (16, 150),
    "normal": (8, 100),
    "deep": (4, 100),
}
MOST_BYTES = 16 * MEGABYTE
USUAL = Limits()
LOST = phrase("It was in a damaged table of the archive, and its source is gone.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a build: files and bytes that were found new, files as before, and what is done."""

    files: int
    bytes: int
    unchanged: int
    done: Mapping[str, int]
    listed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The result of a build: how many files were judged, new, changed, unchanged or gone.

    `again` were unchanged but are now analysed. `damaged` tables were rebuilt; `lost` could not be read
    again. The archive now has `files`, `faulty` ones among them.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    unchanged: int = 0
    gone: int = 0
    new: int = 0
    changed: int = 0
    again: int = 0
    damaged: tuple[Damage, ...] = ()
    lost: tuple[str, ...] = ()
    files: int = 0
    faulty: int = 0


def tables_without(names: Iterable[str]) -> tuple[str, ...]:
    """Return the tables of an archive that does without some; ValueError for one that all need."""
    left_out = set(names)
    for name in left_out:
        if name not in TABLES or not TABLES[name].deep:
            deep = ", ".join(table.name for table in TABLES.values() if table.deep)
            raise KotraError("{name} cannot be left out; these can: {deep}.", name=name, deep=deep)
    return tuple(name for name in TABLES if name not in left_out)


def build(
    store: Store,
    sources: Sequence[str],
    engine: Engine,
    *,
    tables: tuple[str, ...] | None = None,
    limits: Limits = USUAL,
    verify: bool = False,
    level: str | None = None,
    told: Callable[[Progress], None] = lambda progress: None,
) -> Built:
    """Bring an archive up to date with its sources, analysed at a `level`; ArchiveError if it is refused."""
    with store.lock():
        if store.exists:
            store.load()
            if tables is not None and set(tables) != set(store.manifest.tables):
                raise ArchiveError(
                    "{folder}: this archive has different tables ({tables}). Build a separate archive.",
                    folder=store.folder,
                    tables=", ".join(store.manifest.tables),
                )
        store.sweep()
        wanted = store.manifest.tables if store.exists else tables or tuple(TABLES)
        template = Task(
            items=(), tables=wanted, limits=limits, into=os.path.abspath(store.folder), level=level
        )
        run = _Run(store, sources, template, verify, told)
        run.judge(engine)
        return run.finish()


class _Run:
    """A build under way."""

    def __init__(
        self,
        store: Store,
        sources: Sequence[str],
        template: Task,
        verify: bool,
        told: Callable[[Progress], None],
    ) -> None:
        analysis = partial(settings_for, template.level) if template.level else None
        self._store, self._template, self._verify, self._told = store, template, verify, told
        self._keeper = Keeper(store, template.tables, verify=verify, analysis=analysis)
        self._roots = [root_of(source) for source in sources]
        self._sources = list(sources)
        # What is known to be there, or gone, as a whole.
        self._whole: list[str] = []
        self._counts: Counter[str] = Counter()
        self._listed: Counter[str] = Counter()
        self._all_listed = False
        self._lost: list[str] = []
        if self._keeper.damaged:
            self._take_all(store.manifest.sources)

    def judge(self, engine: Engine) -> None:
        """Have everything judged that is new or changed."""
        for judged in engine(self._tasks()):
            self._keeper.keep(judged)
            self._counts.update(judged.counts)
            self._told(
                Progress(
                    files=self._listed["files"],
                    bytes=self._listed["bytes"],
                    unchanged=self._listed["unchanged"],
                    done=self._counts,
                    listed=self._all_listed,
                )
            )

    def finish(self) -> Built:
        """Take out what is gone, and let the rest count."""
        # A path that is known lies in a source and is not there any more.
        gone = [
            path
            for path in self._keeper.paths
            if path not in self._keeper.seen
            and any(_within(path, root) for root in self._roots)
            and not any(_within(path, folder) for folder in self._whole)
        ]
        self._keeper.settle(gone, self._roots)
        return Built(
            counts=self._counts,
            unchanged=self._listed["unchanged"],
            gone=len(gone),
            new=self._listed["new"],
            changed=self._listed["changed"],
            again=self._listed["again"],
            damaged=tuple(self._keeper.damaged),
            lost=tuple(self._lost),
            files=sum(part.files for part in self._store.manifest.parts.values()),
            faulty=self._store.faulty(),
        )

    def _take_all(self, sources: Iterable[str]) -> None:
        """Read every source of the archive; one that is gone gives nothing back, and loses nothing else."""
        named = set(self._roots)
        for source in sources:
            if source in named:
                continue
            self._roots.append(source)
            if "://" in source or os.path.lexists(source):
                self._sources.append(source)
                continue
            self._whole.append(source)
            if self._keeper.unlisted:
                self._keeper.missing.add(source)

    def _tasks(self) -> Iterator[Task]:
        items: list[SourceFile] = []
        size = 0
        least, largest = BOUNDS[self._template.level]
        for item in self._new():
            self._listed.update(files=1, bytes=item.size)
            items.append(item)
            size += item.size
            most = min(largest, max(least, self._listed["files"] // 8))
            if len(items) >= most or size >= MOST_BYTES:
                yield replace(self._template, items=tuple(items))
                items, size = [], 0
        self._all_listed = True
        if items:
            yield replace(self._template, items=tuple(items))

    def _new(self) -> Iterator[SourceFile]:
        for source in self._sources:
            own, max_size = self._template.into or "", self._template.limits.max_size
            for item in find_files(source, max_size, self._is_known, own):
                if item.path in self._keeper.seen:
                    continue
                self._keeper.seen.add(item.path)
                if item.noted and item.noted[0] != CONTAINER:
                    self._whole.append(item.path)
                known = self._keeper.known_file(item.path)
                same = bool(known and known.is_as(item.stamp) and known.status not in PASSING)
                lacking = bool(known and known.lacking)
                if same and not lacking and not self._verify:
                    self._listed["unchanged"] += 1
                    continue
                self._listed["again" if same and lacking else "changed" if known else "new"] += 1
                told = known.file if known and known.status in READ and not lacking else None
                yield replace(item, known=told) if told else item
        yield from self._not_there()

    def _not_there(self) -> Iterator[SourceFile]:
        """Yield what was in damaged parts and cannot be read now, to be noted as that."""
        for path in sorted(self._keeper.missing - self._keeper.seen):
            source = next((place for place in self._whole if _within(path, place)), None)
            if source is not None:
                self._keeper.seen.add(path)
                self._lost.append(path)
                yield SourceFile(path=path, source=source, stamp="", size=0, noted=("vanished", LOST))

    def _is_known(self, container: str, stamp: str) -> bool:
        known = self._keeper.known_file(container)
        if self._verify or self._keeper.lacking or known is None or not known.counts:
            return False
        if (known.stamp, known.status) != (hash(stamp), CONTAINER):
            return False
        self._keeper.seen.add(container)
        self._whole.append(container)
        return True


def _within(path: str, root: str) -> bool:
    return path == root or path.startswith(root if root.endswith("/") else f"{root}/")
