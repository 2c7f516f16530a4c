"""The page of an audit: words, and bars in thousandths of the longest; it has no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from kotra_notation.archive.audit.figures import Audit, FileGroups, Period, Sight, Suspicion
from kotra_notation.archive.audit.tables import EARLIER, MOST_PERIODS
from kotra_notation.archive.audit.wording import (
    SEVERITIES,
    STATUSES,
    amount,
    commands,
    describe_suspicion,
    gain,
    group_cells,
    lead,
    lesson,
    named_groups,
    percent,
    reasons,
    so_many,
    whole,
)
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.templating import render
from kotra_notation.words.tongues import N_, Tongue

# Bars and columns are drawn in thousandths of the largest.
FULL = 1000
LONGEST_PATH = 240
CONDITIONS = {
    "error": N_("with errors"),
    "warning": N_("with warnings, no error"),
    "note": N_("with notes only"),
    "sound": N_("no findings"),
    "unread": N_("unknown or not read"),
}


@dataclass(frozen=True, slots=True)
class PeriodColumn:
    """A period: how high its matches stand, how high those with errors, how high errors by throws."""

    label: str
    matches: str
    faulty: str
    share: str
    errors: str
    rate: str
    height: int
    faulty_height: int
    rate_height: int


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of the bar of all files: where it begins and how wide it is, and what it says."""

    name: str
    label: str
    number: str
    share: str
    start: int
    width: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a table that is a bar too."""

    label: str
    cells: tuple[str, ...]
    width: int


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of finding, with what its page says of it, in English."""

    anchor: str
    code: str
    name: str
    severity: str
    severity_word: str
    cells: tuple[str, ...]
    width: int
    meaning: str
    mended: str


@dataclass(frozen=True, slots=True)
class MendItem:
    """A file to be mended."""

    path: str
    format: str
    width: int
    reasons: tuple[str, ...]
    codes: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """A kind of thing that is worth a look; each example is a path and what is said of it."""

    title: str
    meaning: str
    number: str
    examples: tuple[tuple[str, str], ...]
    more: str


@dataclass(frozen=True, slots=True)
class View:
    """All that the page shows."""

    title: str
    lead: tuple[str, ...]
    limits: tuple[tuple[str, str], ...]
    parts: tuple[BarPart, ...]
    gain: str
    based: bool
    mends: tuple[MendItem, ...]
    shares: tuple[Bar, ...]
    kinds: tuple[KindRow, ...]
    folders: tuple[Bar, ...]
    notations: tuple[Bar, ...]
    programs: tuple[Bar, ...]
    columns: tuple[PeriodColumn, ...]
    undated: str
    odd: tuple[Odd, ...]
    throws: bool
    statuses: tuple[tuple[str, str, str], ...]
    unread: tuple[tuple[str, str, str], ...]
    unknown: tuple[tuple[str, str], ...]


def html(audit: Audit, tongue: Tongue, title: str | None = None) -> str:
    """Return the page; the same audit gives the same bytes."""
    return render("audit.html.j2", tongue, view=view(audit, tongue, title), full=FULL)


def view(audit: Audit, tongue: Tongue, title: str | None) -> View:
    """Return the content of the page, in words and in thousandths."""
    say = tongue.say
    return View(
        title=clipped(title or "") or _title(audit, tongue),
        lead=tuple(lead(audit, tongue)),
        limits=_limits(audit, tongue),
        parts=_parts(audit, tongue),
        gain=gain(audit, tongue),
        based=bool(audit.base),
        mends=_mends(audit, tongue),
        shares=_shares(audit, tongue),
        kinds=_kinds(audit, tongue),
        folders=_bars(audit.folders, say("(the folder itself)"), tongue),
        notations=_bars(audit.notations, "", tongue),
        programs=_bars(audit.programs, say("(none named)"), tongue),
        columns=columns(audit.periods, tongue),
        undated=so_many(audit.undated, "undated", tongue) if audit.undated else "",
        odd=tuple(_odd(suspicion, tongue) for suspicion in audit.suspicions),
        throws=audit.throws,
        statuses=tuple(
            (status.status, whole(status.files), say(STATUSES.get(status.status, "")))
            for status in audit.statuses
        ),
        unread=tuple((path_shown(file.path), file.status, file.trouble or "") for file in audit.unread),
        unknown=tuple((suffix or say("(no extension)"), whole(files)) for suffix, files in audit.unknown),
    )


def path_shown(path: str) -> str:
    """Return a path, cut in the middle where nobody would read it to its end."""
    return path if len(path) <= LONGEST_PATH else f"{path[: LONGEST_PATH - 80]}…{path[-79:]}"


def _title(audit: Audit, tongue: Tongue) -> str:
    name = clipped((audit.wishes.folder or audit.base).rstrip("/").rpartition("/")[2])
    return tongue.say("Audit of {name}", name=name) if name else tongue.say("Audit of an archive")


def _limits(audit: Audit, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Return the limits of the audit, each with its label."""
    wishes = audit.wishes
    limits = (
        (tongue.say("Only in"), wishes.folder or ""),
        (tongue.say("Only findings"), ", ".join(wishes.select)),
        (tongue.say("Without findings"), ", ".join(wishes.ignore)),
    )
    return tuple((label, words) for label, words in limits if words)


def _parts(audit: Audit, tongue: Tongue) -> tuple[BarPart, ...]:
    files, numbers = audit.totals.files, asdict(audit.condition)
    numbers["unread"] = files - sum(numbers.values())
    parts: list[BarPart] = []
    end = 0
    for name, number in numbers.items():
        if number:
            start, end = FULL * end // files, end + number
            parts.append(
                BarPart(
                    name=name,
                    label=tongue.say(CONDITIONS[name]),
                    number=whole(number),
                    share=percent(number / files),
                    start=start,
                    width=max(3, FULL * end // files - start),
                )
            )
    return tuple(parts)


def _mends(audit: Audit, tongue: Tongue) -> tuple[MendItem, ...]:
    heaviest = max([mend.weight for mend in audit.mending.first], default=0)
    return tuple(
        MendItem(
            path=path_shown(mend.path),
            format=", ".join(filter(None, (mend.format, mend.dialect))),
            width=_size(mend.weight, heaviest),
            reasons=tuple(reasons(mend, tongue, clipped)),
            codes=tuple((code, whole(number)) for code, number in mend.codes),
            commands=tuple(commands(mend, str)),
        )
        for mend in audit.mending.first
    )


def _shares(audit: Audit, tongue: Tongue) -> tuple[Bar, ...]:
    def label(files: int) -> str:
        return tongue.count("the first file", "the first {number} files", files, number=whole(files))

    return tuple(
        Bar(label(share.files), (percent(share.share),), round(FULL * share.share))
        for share in audit.mending.shares
    )


def _kinds(audit: Audit, tongue: Tongue) -> tuple[KindRow, ...]:
    most = max([kind.findings for kind in audit.kinds], default=0)
    rows: list[KindRow] = []
    anchors: set[str] = set()
    for kind in audit.kinds:
        meaning, mended = lesson(kind.code, tongue)
        rows.append(
            KindRow(
                anchor="" if kind.code in anchors else kind.code,
                code=kind.code,
                name=kind.name,
                severity=kind.severity,
                severity_word=tongue.say(SEVERITIES[kind.severity]),
                cells=(whole(kind.findings), whole(kind.files), whole(kind.matches)),
                width=_size(kind.findings, most),
                meaning=meaning,
                mended=mended,
            )
        )
        anchors.add(kind.code)
    return tuple(rows)


def _bars(groups: FileGroups, unnamed: str, tongue: Tongue) -> tuple[Bar, ...]:
    named = named_groups(groups, unnamed, path_shown, tongue)
    most = max([group.errors_a_thousand for _, group in named], default=0)
    return tuple(
        Bar(name, group_cells(group, tongue), _size(group.errors_a_thousand, most)) for name, group in named
    )


def columns(periods: Sequence[Period], tongue: Tongue) -> tuple[PeriodColumn, ...]:
    """Return the columns of the chart of time, heights in thousandths of the highest."""
    drawn = list(_fill_gaps(periods))
    most = max([period.matches for period in drawn], default=0)
    worst = max([period.errors_a_thousand for period in drawn], default=0)
    return tuple(
        PeriodColumn(
            label=tongue.say("earlier") if period.period == EARLIER else period.period,
            matches=whole(period.matches),
            faulty=whole(period.faulty),
            share=percent(period.faulty / period.matches) if period.matches else "",
            errors=whole(period.errors),
            rate=tongue.number(period.errors_a_thousand, 2),
            height=_size(period.matches, most, 8),
            faulty_height=_size(period.faulty, most, 8),
            rate_height=_size(period.errors_a_thousand, worst, 8),
        )
        for period in drawn
    )


def _fill_gaps(periods: Sequence[Period]) -> Iterator[Period]:
    """Yield the periods, and where they are not too many those without a match between them."""
    known = {period.period: period for period in periods}
    dated = [name for name in known if name != EARLIER]
    between = list(_between(dated[0], dated[-1])) if dated else []
    if not set(dated) <= set(between) or len(between) > MOST_PERIODS:
        yield from periods
        return
    if EARLIER in known:
        yield known[EARLIER]
    for name in between:
        yield known.get(name) or Period(name, matches=0, faulty=0, errors=0, turns=0)


def _between(first: str, last: str) -> Iterator[str]:
    if len(first) == len(last) == 4:
        yield from map(str, range(int(first), int(last) + 1))
    elif len(first) == len(last):
        start, end = (12 * int(month[:4]) + int(month[5:]) - 1 for month in (first, last))
        for month in range(start, end + 1):
            yield f"{month // 12}-{month % 12 + 1:02}"


def _odd(suspicion: Suspicion, tongue: Tongue) -> Odd:
    title, meaning = describe_suspicion(suspicion, tongue)
    more = suspicion.matches - len(suspicion.first)
    return Odd(
        title=title,
        meaning=meaning,
        number=so_many(suspicion.matches, "match", tongue),
        examples=tuple(
            (path_shown(sight.path), _sight(suspicion.name, sight, tongue)) for sight in suspicion.first
        ),
        more=tongue.say("and {number} more", number=whole(more)) if more else "",
    )


def _sight(kind: str, sight: Sight, tongue: Tongue) -> str:
    names = " – ".join(clipped(player or "?") for player in sight.players)
    parts = (names, tongue.say("match {number}", number=sight.match), amount(kind, sight.amount, tongue))
    return ", ".join(filter(None, parts))


def _size(number: float, most: float, least: int = 5) -> int:
    """Return the length of a bar or the height of a column, which is `least` where there is anything."""
    return max(least, round(FULL * number / most)) if number and most else 0
