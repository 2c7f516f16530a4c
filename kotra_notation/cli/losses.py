"""Findings on standard error, as they are printed beside what a command writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    for found, often in alike(findings):
        place = [printable(source)] if source else []
        place += [say("line {number}", number=found.span.line)] if found.span else []
        sign = f"{severity(found)} {found.code} {found.kind.name}"
        complain(f"{sign}  {found.told(spoken()).message}{often}", about=": ".join(place))


def alike(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """The findings, those that say the same once, where the first stands, with how often and where."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for found in findings:
        groups.setdefault((found.code, found.message), []).append(found)
    for group in groups.values():
        yield group[0], _often(group) if len(group) > 1 else ""


def _often(group: Sequence[Finding]) -> str:
    """How often something was found, and in which games, where no line says so."""
    times = count("{number} time", "{number} times", len(group))
    games = sorted({found.game for found in group if found.game})
    if not games or (group[0].span and len(games) == 1):
        return f" ({times})"
    return f" ({times}, {count('game {games}', 'games {games}', len(games), games=_runs(games))})"


def _runs(numbers: Sequence[int]) -> str:
    """Numbers in their order, those that follow one another by the first and the last: 1–3, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
