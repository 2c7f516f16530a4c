"""What `kotra fix` says of the files of a folder."""

from __future__ import annotations

from dataclasses import dataclass, field

import typer

from kotra_notation.cli import fix_text
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain_at, fail
from kotra_notation.cli.files import watched
from kotra_notation.cli.speaking import because, count, written
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.fix import VERSION, Fixed, fix_row, patch
from kotra_notation.jobs.fix_folder import FixOptions, fix_folder
from kotra_notation.jobs.rows import document


@dataclass(slots=True)
class FixTally:
    """What became of the files so far."""

    records: int = 0
    changed: int = 0
    open: int = 0
    errors: int = 0
    passed_over: int = 0
    failed: bool = False
    rows: list[dict[str, object]] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The status that the command ends with."""
        return FAILED if self.failed else FOUND if self.errors else DONE

    def add(self, fixed: Fixed) -> None:
        """Count one record."""
        self.records += 1
        self.errors += fixed.errors_left
        self.changed += fixed.changed
        self.open += any(place.proposal.confidence == "open" for place in fixed.proposed.places)


def print_fixed_folder(options: FixOptions, output: str) -> int:
    """Repair every record below a folder, and say what became of each; the status to end with."""
    tally = FixTally()
    try:
        for one in watched(fix_folder(options)):
            if one.trouble is not None:
                complain_at(one.trouble.path, one.trouble.why)
                tally.failed = True
            if one.fixed is not None:
                tally.add(one.fixed)
                _print(
                    one.fixed, printable(one.target) if one.target else one.fixed.proposed.name, output, tally
                )
            elif one.trouble is None:
                tally.passed_over += 1
    except ValueError as error:
        fail(because(error))
    if output == "json":
        typer.echo(document({"version": VERSION, "files": tally.rows}))
    _summarise(tally)
    return tally.status


def _print(fixed: Fixed, target: str, output: str, tally: FixTally) -> None:
    proposed, data = fixed.proposed, fixed.data
    if output == "json":
        tally.rows.append(fix_row(proposed, fixed.decide, data, target, written()))
    elif output == "diff":
        typer.echo(patch(proposed, data, target), nl=False)
    elif proposed.places or fixed.errors_left:
        fix_text.print_places(proposed, fixed.errors_left, err=False)
        fix_text.print_difference(proposed, data, target, err=False)


def _summarise(tally: FixTally) -> None:
    said = [count("{number} record", "{number} records", tally.records)]
    if tally.changed:
        said.append(count("{number} fixed", "{number} fixed", tally.changed))
    if tally.open:
        said.append(count("{number} with a place to decide", "{number} with places to decide", tally.open))
    if tally.errors:
        said.append(count("{number} error is left", "{number} errors are left", tally.errors))
    if tally.passed_over:
        said.append(count("{number} passed over", "{number} passed over", tally.passed_over))
    typer.echo(", ".join(said), err=True)
