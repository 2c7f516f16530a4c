"""What a change of a record breaks and mends: the findings that are new, and those that are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kotra_notation.findings import Finding
from kotra_notation.jobs.rows import Row, row
from kotra_notation.record.draft.open_record import Record
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# What says that a record is not at its end yet, and where.
UNFINISHED = frozenset({"game-unfinished", "match-unfinished", "empty-record"})

FindingKey = tuple[str, int, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChange:
    """What a change has led to: findings that were not there `before`, by `new`, and those that are `gone`.

    That a record is not finished counts for neither.
    """

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Its row."""
        return row(self, "new gone", tongue)


def changes(before: Record, after: Record) -> DraftChange:
    """The findings of two texts of a record compared; a line is the same wherever it has been moved to."""
    old, new = before.text.splitlines(), after.text.splitlines()
    above = _common(old, new)
    below = _common(old[above:][::-1], new[above:][::-1])
    return DraftChange(
        new=_without(after.findings, before.findings, (len(new), len(old)), below),
        gone=_without(before.findings, after.findings, (len(old), len(new)), below),
    )


def _common(iterable: Iterable[str], other: Iterable[str]) -> int:
    """Return how many lines two texts begin with in common."""
    count = 0
    for here, there in zip(iterable, other, strict=False):
        if here != there:
            break
        count += 1
    return count


def _without(
    findings: Iterable[Finding], known: Iterable[Finding], counts: tuple[int, int], below: int
) -> tuple[Finding, ...]:
    """The findings that are not among those known, their lines counted from the end behind the change."""
    seen = Counter(_key(finding, counts[1], below) for finding in known)
    left: list[Finding] = []
    for finding in findings:
        key = _key(finding, counts[0], below)
        if seen[key]:
            seen[key] -= 1
        elif finding.kind.name not in UNFINISHED:
            left.append(finding)
    return tuple(left)


def _key(finding: Finding, count: int, below: int) -> FindingKey:
    line = finding.span.line if finding.span else 0
    return finding.code, line - count - 1 if line > count - below else line, finding.seat
