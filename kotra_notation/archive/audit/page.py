"""The page of an audit: words, and bars in thousandths of the longest; it has no script, knows its style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kotra_notation.archive.audit.figures import Audit, FileGroups, Period, Sight, Suspicion
from kotra_notation.archive.audit.tables import EARLIER, MOST_PERIODS
from kotra_notation.archive.audit.wording import (
    SEVERITIES,
    STATUSES,
    amount,
    commands,
    gain,
    lead,
    lesson,
    percent,
    reasons,
    so_many,
    suspected,
    whole,
)
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.templating import render
from kotra_notation.words.tongues import N_, Tongue

# The columns of the chart of time: one for each year or month between the first and the last.


HEIGHT = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
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


def columns(periods: Sequence[Period], tongue: Tongue) -> tuple[PeriodColumn, ...]:
    """The columns, heights in thousandths of the highest."""
    shown = list(_filled(periods))
    most = max([period.matches for period in shown], default=0)
    worst = max(map(_rate, shown), default=0)
    return tuple(
        [
            PeriodColumn(
                label=tongue.say("earlier") if period.period == EARLIER else period.period,
                matches=whole(period.matches),
                faulty=whole(period.faulty),
                share=percent(period.faulty / period.matches) if period.matches else "",
                errors=whole(period.errors),
                rate=tongue.number(_rate(period), 2),
                height=_height(period.matches, most),
                faulty_height=_height(period.faulty, most),
                rate_height=_height(_rate(period), worst),
            )
            for period in shown
        ]
    )


def _filled(periods: Sequence[Period]) -> Iterator[Period]:
    """The periods, and where they are not too many those without a match between them."""
    known = {one.period: one for one in periods}
    dated = [one.period for one in periods if one.period != EARLIER]
    between = list(_between(dated[0], dated[-1])) if dated else []
    if not set(dated) <= set(between) or len(between) > MOST_PERIODS:
        yield from periods
        return
    if EARLIER in known:
        yield known[EARLIER]
    for period in between:
        yield known.get(period) or Period(period=period, matches=0, faulty=0, errors=0, turns=0)


def _between(first: str, last: str) -> Iterator[str]:
    if len(first) == len(last) == 4:
        yield from map(str, range(int(first), int(last) + 1))
    elif len(first) == len(last):
        start, end = (12 * int(one[:4]) + int(one[5:]) - 1 for one in (first, last))
        for month in range(start, end + 1):
            yield f"{month // 12}-{month % 12 + 1:02}"


def _rate(period: Period) -> float:
    return 1000 * period.errors / period.turns if period.turns else 0.0


def _height(number: float, most: float) -> int:
    return max(8, round(HEIGHT * number / most)) if number and most else 0


# Bars and columns are drawn in thousandths of the largest.
FULL = 1000
LONGEST_PATH = 240
CONDITIONS = {
    "error": N_("with errors"),
    "warning": N_("with warnings, no error"),
    "note": N_("with notes only"),
    "sound": N_("nothing was found"),
    "unread": N_("unknown or not read"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of the bar of all files: where it begins and how wide it is, and what it says."""

    name: str
    label: str
    number: str
    share: str
    start: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A row of a table that is a bar too."""

    label: str
    cells: tuple[str, ...]
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MendItem:
    """A file to be mended."""

    path: str
    format: str
    width: int
    reasons: tuple[str, ...]
    codes: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd:
    """A kind of thing that is worth a look; each example is a path and what is said of it."""

    title: str
    meaning: str
    number: str
    examples: tuple[tuple[str, str], ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
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


def view(audit: Audit, tongue: Tongue, title: str | None = None) -> View:
    """Return what the page shows, in words and in thousandths."""
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
        folders=_bars(audit.folders, tongue.say("(the folder itself)"), tongue),
        notations=_bars(audit.notations, "", tongue),
        programs=_bars(audit.programs, tongue.say("(none named)"), tongue),
        columns=columns(audit.periods, tongue),
        undated=so_many(audit.undated, "undated", tongue) if audit.undated else "",
        odd=tuple([_odd(suspicion, tongue) for suspicion in audit.suspicions]),
        throws=audit.throws,
        statuses=tuple(
            [
                (status.status, whole(status.files), tongue.say(STATUSES.get(status.status, "")))
                for status in audit.statuses
            ]
        ),
        unread=tuple([(path_shown(file.path), file.status, file.trouble or "") for file in audit.unread]),
        unknown=tuple(
            [(suffix or tongue.say("(no ending)"), whole(files)) for suffix, files in audit.unknown]
        ),
    )


def path_shown(path: str) -> str:
    """A path as it is shown: one that nobody would read to its end is cut in the middle."""
    return path if len(path) <= LONGEST_PATH else f"{path[: LONGEST_PATH - 80]}…{path[-79:]}"


def _title(audit: Audit, tongue: Tongue) -> str:
    name = clipped((audit.wishes.folder or audit.base).rstrip("/").rpartition("/")[2])
    return tongue.say("Audit of {name}", name=name) if name else tongue.say("Audit of an archive")


def _limits(audit: Audit, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Return what the audit was told to look at, or to leave out."""
    wishes = audit.wishes
    said = (
        (tongue.say("Only in"), wishes.folder or ""),
        (tongue.say("Only findings"), ", ".join(wishes.select)),
        (tongue.say("Without findings"), ", ".join(wishes.ignore)),
    )
    return tuple([(label, words) for label, words in said if words])


def _parts(audit: Audit, tongue: Tongue) -> tuple[BarPart, ...]:
    condition, all_files = audit.condition, audit.totals.files
    read = condition.error + condition.warning + condition.note + condition.sound
    numbers = {
        "error": condition.error,
        "warning": condition.warning,
        "note": condition.note,
        "sound": condition.sound,
        "unread": all_files - read,
    }
    parts: list[BarPart] = []
    so_far = 0
    for name, number in numbers.items():
        if number:
            start, so_far = FULL * so_far // all_files, so_far + number
            parts.append(
                BarPart(
                    name=name,
                    label=tongue.say(CONDITIONS[name]),
                    number=whole(number),
                    share=percent(number / all_files),
                    start=start,
                    width=max(3, FULL * so_far // all_files - start),
                )
            )
    return tuple(parts)


def _mends(audit: Audit, tongue: Tongue) -> tuple[MendItem, ...]:
    heaviest = max([one.weight for one in audit.mending.first], default=0)
    return tuple(
        [
            MendItem(
                path=path_shown(one.path),
                format=", ".join(filter(None, (one.format, one.dialect))),
                width=_width(one.weight, heaviest),
                reasons=tuple(reasons(one, tongue, clipped)),
                codes=tuple([(code, whole(number)) for code, number in one.codes]),
                commands=tuple(commands(one, lambda path: path)),
            )
            for one in audit.mending.first
        ]
    )


def _shares(audit: Audit, tongue: Tongue) -> tuple[Bar, ...]:
    return tuple(
        [
            Bar(
                label=tongue.count(
                    "the first file", "the first {number} files", share.files, number=whole(share.files)
                ),
                cells=(percent(share.share),),
                width=round(FULL * share.share),
            )
            for share in audit.mending.shares
        ]
    )


def _kinds(audit: Audit, tongue: Tongue) -> tuple[KindRow, ...]:
    most = max([kind.findings for kind in audit.kinds], default=0)
    rows: list[KindRow] = []
    known: set[str] = set()
    for kind in audit.kinds:
        meaning, mended = lesson(kind.code, tongue)
        rows.append(
            KindRow(
                anchor="" if kind.code in known else kind.code,
                code=kind.code,
                name=kind.name,
                severity=kind.severity,
                severity_word=tongue.say(SEVERITIES[kind.severity]),
                cells=(whole(kind.findings), whole(kind.files), whole(kind.matches)),
                width=_width(kind.findings, most),
                meaning=meaning,
                mended=mended,
            )
        )
        known.add(kind.code)
    return tuple(rows)


def _bars(groups: FileGroups, unnamed: str, tongue: Tongue) -> tuple[Bar, ...]:
    named = [(path_shown(group.name) or unnamed, group) for group in groups.listed]
    if groups.others:
        number = whole(groups.number - len(groups.listed))
        named.append((tongue.say("{number} others", number=number), groups.others))
    most = max([group.errors_a_thousand for _, group in named], default=0)
    return tuple(
        [
            Bar(
                label=name,
                cells=(
                    *map(whole, (group.files, group.turns, group.lost, group.errors, group.warnings)),
                    tongue.number(group.errors_a_thousand, 2),
                ),
                width=_width(group.errors_a_thousand, most),
            )
            for name, group in named
        ]
    )


def _odd(suspicion: Suspicion, tongue: Tongue) -> Odd:
    title, meaning = suspected(suspicion, tongue)
    more = suspicion.matches - len(suspicion.first)
    return Odd(
        title=title,
        meaning=meaning,
        number=so_many(suspicion.matches, "match", tongue),
        examples=tuple(
            [(path_shown(sight.path), _sight(suspicion.name, sight, tongue)) for sight in suspicion.first]
        ),
        more=tongue.say("and {number} more", number=whole(more)) if more else "",
    )


def _sight(kind: str, sight: Sight, tongue: Tongue) -> str:
    names = " – ".join(clipped(player or "?") for player in sight.players)
    parts = (names, tongue.say("match {number}", number=sight.match), amount(kind, sight.amount, tongue))
    return ", ".join(filter(None, parts))


def _width(number: float, most: float) -> int:
    return max(5, round(FULL * number / most)) if number and most else 0


def html(audit: Audit, tongue: Tongue, title: str | None = None) -> str:
    """The page; the same audit gives the same bytes."""
    return render("audit.html.j2", tongue, view=view(audit, tongue, title), full=FULL)
