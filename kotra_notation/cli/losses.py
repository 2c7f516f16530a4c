"""Findings on standard error, those that say the same told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.cli.failing import complain
from kotra_notation.cli.speaking import output_tongue, say, severity, user_tongue
from kotra_notation.cli.streams import put
from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs.files import printable
from kotra_notation.words.tongues import Tongue


def group_alike(findings: Iterable[Finding], tongue: Tongue) -> Iterator[tuple[Finding, str]]:
    """The findings, those that say the same once, where the first stands, with how often and where."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.message), []).append(finding)
    for group in groups.values():
        yield group[0], _often(group, tongue) if len(group) > 1 else ""


def _often(group: Sequence[Finding], tongue: Tongue) -> str:
    """Return how often something was found, and in which games, where no line says so."""
    times = tongue.count("{number} time", "{number} times", len(group))
    games = sorted({finding.game for finding in group if finding.game})
    if not games or (group[0].span and len(games) == 1):
        return f" ({times})"
    return f" ({times}, {tongue.count('game {games}', 'games {games}', len(games), games=_runs(games))})"


def _runs(numbers: Sequence[int]) -> str:
    """Numbers in their order, those that follow one another by the first and the last: 1–3, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def print_kinds(files: Iterable[tuple[str, Sequence[Finding]]]) -> None:
    """Print the findings of several files: errors each, of the rest a line for each kind."""
    kinds: dict[str, list[tuple[str, Finding]]] = {}
    for path, findings in files:
        print_losses([finding for finding in findings if finding.severity is Severity.ERROR], "text", path)
        for finding in findings:
            if finding.severity is not Severity.ERROR:
                kinds.setdefault(finding.code, []).append((path, finding))
    for _, group in sorted(kinds.items()):
        path, first = group[0]
        number = len({path for path, _ in group})
        if number == 1:
            print_losses([finding for _, finding in group], "text", path)
            continue
        message = first.told(user_tongue()).message
        where = say("{times} times in {number} files; --json lists each", times=len(group), number=number)
        sign = f"{severity(first)} {first.code} {first.kind.name}"
        complain(f"{sign}  {message} ({where})", about=printable(path))


def print_losses(findings: Iterable[Finding], output: str, source: str = "") -> None:
    """Print findings on standard error."""
    if output == "json":
        from kotra_notation.jobs.rows import document, json_value

        put(document({"findings": json_value(tuple(findings), output_tongue())}, indent=None), err=True)
        return
    for finding, often in group_alike(findings, user_tongue()):
        about = [printable(source)] if source else []
        about += [say("line {number}", number=finding.span.line)] if finding.span else []
        sign = f"{severity(finding)} {finding.code} {finding.kind.name}"
        complain(f"{sign}  {finding.told(user_tongue()).message}{often}", about=": ".join(about))
