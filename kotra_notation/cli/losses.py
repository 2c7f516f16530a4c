"""Findings on standard error, as they are printed beside what a command writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import complain
from kotra_notation.cli.speaking import count, say, severity, spoken, written
from kotra_notation.jobs.files import printable

if TYPE_CHECKING:
    from kotra_notation.findings import Finding


def print_losses(findings: Iterable[Finding], output: str, source: str = "") -> None:
    """Print findings on standard error."""
    if output == "json":
        from kotra_notation.jobs.rows import document, plain

        typer.echo(document({"findings": plain(tuple(findings), written())}, indent=None), err=True)
        return
    for found, times in alike(findings):
        place = [printable(source)] if source else []
        place += [say("line {number}", number=found.span.line)] if found.span else []
        sign = f"{severity(found)} {found.code} {found.kind.name}"
        often = f" ({count('{number} time', '{number} times', times)})" if times > 1 else ""
        complain(f"{sign}  {found.told(spoken()).message}{often}", about=": ".join(place))


def alike(findings: Iterable[Finding]) -> list[tuple[Finding, int]]:
    """The findings, those that say the same once, where the first stands, with their number."""
    first: dict[tuple[str, str], Finding] = {}
    times: Counter[tuple[str, str]] = Counter()
    for found in findings:
        said = found.code, found.message
        first.setdefault(said, found)
        times[said] += 1
    return [(found, times[said]) for said, found in first.items()]
