"""The page of an audit: words, and bars in thousandths of the longest; it has no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from kotra_notation.archive.audit import EARLIER, MOST_PERIODS, wording
from kotra_notation.archive.audit.figures import Audit, FileGroups, Period
from kotra_notation.archive.audit.wording import STATUSES, AuditWords, commands, percent, rate, whole
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.templating import render
from kotra_notation.values import dataclass
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
    """A period: how high its matches stand, how high those with errors, how high errors by rolls."""

    period: Period
    label: str
    share: str
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


def html(audit: Audit, tongue: Tongue, title: str | None = None) -> str:
    """Return the page; the same audit gives the same bytes."""
    say, words = tongue.say, AuditWords(tongue, clipped)
    return render(
        "audit.html.j2",
        tongue,
        own_filters=(("path", path_shown), ("whole", whole), ("size", size)),
        audit=audit,
        words=words,
        commands=lambda mend: commands(mend, str),
        full=FULL,
        title=clipped(title or "") or _title(audit, tongue),
        limits=_limits(audit, tongue),
        parts=_parts(audit, tongue),
        shares=_shares(audit, tongue),
        first_of_code={kind.code: kind for kind in reversed(audit.kinds)},
        severities={name: say(word) for name, word in wording.SEVERITIES.items()},
        folders=_bars(audit.folders, say("(the folder itself)"), words),
        notations=_bars(audit.notations, "", words),
        programs=_bars(audit.programs, say("(none named)"), words),
        columns=columns(audit.periods, tongue),
        meanings={status.status: say(STATUSES.get(status.status, "")) for status in audit.statuses},
        no_extension=say("(no extension)"),
    )


def path_shown(path: str) -> str:
    """Return a path, cut in the middle where nobody would read it to its end."""
    return path if len(path) <= LONGEST_PATH else f"{path[: LONGEST_PATH - 80]}…{path[-79:]}"


def _title(audit: Audit, tongue: Tongue) -> str:
    name = clipped((audit.wishes.folder or audit.base).rstrip("/").rpartition("/")[2])
    return tongue.say("Audit of {name}", name=name) if name else tongue.say("Audit of an archive")


def _limits(audit: Audit, tongue: Tongue) -> tuple[tuple[str, str], ...]:
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


def _shares(audit: Audit, tongue: Tongue) -> tuple[Bar, ...]:
    def label(files: int) -> str:
        return tongue.count("the first file", "the first {number} files", files, number=whole(files))

    return tuple(
        Bar(label(share.files), (percent(share.share),), round(FULL * share.share))
        for share in audit.mending.shares
    )


def _bars(groups: FileGroups, unnamed: str, words: AuditWords) -> tuple[Bar, ...]:
    rows = words.groups(groups, unnamed, path_shown)
    most = max([errors for _, _, errors in rows], default=0)
    return tuple(Bar(name, cells, size(errors, most)) for name, cells, errors in rows)


def columns(periods: Sequence[Period], tongue: Tongue) -> tuple[PeriodColumn, ...]:
    """Return the columns of the chart of time, heights in thousandths of the highest."""
    drawn = list(_fill_gaps(periods))
    most = max([period.matches for period in drawn], default=0)
    worst = max([rate(period) for period in drawn], default=0)
    return tuple(
        PeriodColumn(
            period=period,
            label=tongue.say("earlier") if period.period == EARLIER else period.period,
            share=percent(period.faulty / period.matches) if period.matches else "",
            rate=tongue.number(rate(period), 2),
            height=size(period.matches, most, 8),
            faulty_height=size(period.faulty, most, 8),
            rate_height=size(rate(period), worst, 8),
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


def size(number: float, most: float, least: int = 5) -> int:
    """Return the length of a bar or the height of a column, which is `least` where there is anything."""
    return max(least, round(FULL * number / most)) if number and most else 0
