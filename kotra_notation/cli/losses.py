"""Findings on standard error, as they are printed beside what a command writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import complain
from kotra_notation.cli.speaking import say, severity, spoken, written
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.loss_words import alike

if TYPE_CHECKING:
    from kotra_notation.findings import Finding


def print_losses(findings: Iterable[Finding], output: str, source: str = "") -> None:
    """Print findings on standard error."""
    if output == "json":
        from kotra_notation.jobs.rows import document, plain

        typer.echo(document({"findings": plain(tuple(findings), written())}, indent=None), err=True)
        return
    for finding, often in alike(findings, spoken()):
        about = [printable(source)] if source else []
        about += [say("line {number}", number=finding.span.line)] if finding.span else []
        sign = f"{severity(finding)} {finding.code} {finding.kind.name}"
        complain(f"{sign}  {finding.told(spoken()).message}{often}", about=": ".join(about))
