"""The figures of an audit: plain values, as they are printed as JSON. Paths stand as seen from `base`.

Everything is counted file by file, as `kotra check` does: what lies in an archive twice counts twice. Only
where files are put in order does the same content stand once, with the number of its copies.
"""

from __future__ import annotations

from kotra_notation.values import dataclass

# Written into the JSON; what is taken away or changes its meaning makes it one more.
VERSION = 1


@dataclass(frozen=True, slots=True)
class AuditWishes:
    """The wishes for an audit.

    `top` is how many are listed of what can be many, `folder` the only one to be looked at, `select` and
    `ignore` beginnings of codes, as in `kotra check`.
    """

    top: int = 20
    folder: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums over all files; `copies` are those whose bytes are in another file too, the first left out."""

    files: int
    bytes: int
    copies: int
    matches: int
    positions: int
    games: int
    turns: int
    lost: int
    errors: int
    warnings: int
    notes: int


@dataclass(frozen=True, slots=True)
class Condition:
    """The numbers of files that were read and hold an error; else a warning, else a note; or nothing."""

    error: int
    warning: int
    note: int
    sound: int


@dataclass(frozen=True, slots=True)
class Status:
    """A status with the number of files that have it, containers among them."""

    status: str
    files: int


@dataclass(frozen=True, slots=True)
class FindingPlace:
    """A place in a file: match and game from 1, the roll, the line; `code` is what is there."""

    match: int | None
    game: int | None
    turn: int | None
    line: int | None
    code: str


@dataclass(frozen=True, slots=True)
class Knot:
    """The game of a file to begin with, its first finding, its `lost` plays and its `errors`."""

    place: FindingPlace
    lost: int
    errors: int


@dataclass(frozen=True, slots=True)
class Mend:
    """A file to be mended. `unsure` of the `lost` plays are in games whose board was lost on the way.

    `weight` is what the files are ordered by: `unsure` plays and errors together. `touched` games have one.
    `container` is the zip or tar that it lies in.
    """

    path: str
    container: str | None
    copies: int
    format: str
    dialect: str | None
    matches: int
    games: int
    touched: int
    turns: int
    lost: int
    unsure: int
    errors: int
    warnings: int
    notes: int
    weight: int
    codes: tuple[tuple[str, int], ...]
    knot: Knot | None


@dataclass(frozen=True, slots=True)
class MendingShare:
    """The share of all weight, from 0 to 1, that the first so many files have."""

    files: int
    share: float


@dataclass(frozen=True, slots=True)
class Mending:
    """The files to be mended, the first of them; `files` is how many there are, `weight` that of them all."""

    files: int
    weight: int
    first: tuple[Mend, ...]
    shares: tuple[MendingShare, ...]


@dataclass(frozen=True, slots=True)
class FindingCount:
    """The count of a kind of finding, and of the files and matches it is met in."""

    code: str
    name: str
    severity: str
    findings: int
    files: int
    matches: int


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that could not be read, and why."""

    path: str
    status: str
    trouble: str | None


@dataclass(frozen=True, slots=True)
class FileGroup:
    """The sums over the files of a folder, of a notation, or of a program."""

    name: str
    files: int
    matches: int
    turns: int
    lost: int
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class FileGroups:
    """The groups of one sort: the worst, how many there are, and all others summed up in one."""

    number: int
    listed: tuple[FileGroup, ...]
    others: FileGroup | None


@dataclass(frozen=True, slots=True)
class Period:
    """The matches of a year or a month, such as 2026 or 2026-11; of those before the first, `earlier`."""

    period: str
    matches: int
    faulty: int
    errors: int
    turns: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A match that is worth a look."""

    path: str
    match: int
    players: tuple[str | None, str | None]
    amount: float | None


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A kind of thing that is worth a look: how many matches have it, and the first of them."""

    name: str
    matches: int
    first: tuple[Sight, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit; `throws` is whether the archive holds single rolls."""

    version: int
    base: str
    wishes: AuditWishes
    totals: Totals
    condition: Condition
    statuses: tuple[Status, ...]
    mending: Mending
    kinds: tuple[FindingCount, ...]
    unread: tuple[UnreadFile, ...]
    unknown: tuple[tuple[str, int], ...]
    folders: FileGroups
    notations: FileGroups
    programs: FileGroups
    periods: tuple[Period, ...]
    undated: int
    throws: bool
    suspicions: tuple[Suspicion, ...]
