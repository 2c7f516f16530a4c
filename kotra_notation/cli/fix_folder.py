"""A folder repaired: each record in it into another folder under its own name, or where it stands."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field

import typer

from kotra_notation.cli import fix_data, fix_text
from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail
from kotra_notation.cli.files import (
    BACKUP,
    Opened,
    Trouble,
    opened,
    shown,
    watched,
    why_unwritten,
    write_whole,
)
from kotra_notation.cli.fixing import Fixing, by_degree, data_of, errors_left, fixing, mended, patch
from kotra_notation.cli.guarding import NotDoneError, guarded
from kotra_notation.cli.speaking import because, count, tell
from kotra_notation.findings import phrase
from kotra_notation.formats.format import Source
from kotra_notation.reading import read_in_full
from kotra_notation.rules import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How the records of a folder are to be repaired, and where they go: nowhere without a target."""

    source: str
    target: str | None
    in_place: bool
    degree: str
    from_: str | None
    rules: Ruleset | None
    output: str
    max_size: int
    time_limit: float

    def target_of(self, path: str) -> str | None:
        """The file that a record is written to; ValueError where it would lie outside the target folder."""
        if self.in_place:
            return path
        if self.target is None:
            return None
        name = os.path.join(self.target, os.path.relpath(path, self.source))
        if not os.path.realpath(name).startswith(os.path.realpath(self.target) + os.sep):
            raise ValueError(
                phrase(
                    "{name} leads out of the target folder by a link; take the link away.", name=shown(name)
                )
            )
        return name


@dataclass(slots=True)
class Tally:
    """What became of the files so far."""

    records: int = 0
    changed: int = 0
    open: int = 0
    errors: int = 0
    passed_over: int = 0
    failed: bool = False
    documents: list[dict[str, object]] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The status that the command ends with."""
        return FAILED if self.failed else FOUND if self.errors else DONE


def fix_folder(wish: Wish) -> int:
    """Repair every record below a folder; the status to end with."""
    if wish.target is not None:
        _not_a_file(wish)
    tally = Tally()
    root = os.path.realpath(wish.target) + os.sep if wish.target else None
    for file in watched(opened([wish.source], wish.max_size)):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            tally.failed = True
        elif root is None or not os.path.realpath(file.path).startswith(root):
            try:
                with guarded(wish.time_limit, len(file.data)):
                    _fix(file, wish, tally)
            except NotDoneError as error:
                complain(because(error), about=shown(file.path))
                tally.failed = True
    if wish.output == "json":
        document = {"version": fix_data.VERSION, "files": tally.documents}
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    _summarise(tally)
    return tally.status


def _not_a_file(wish: Wish) -> None:
    target = wish.target or ""
    if os.path.exists(target) and not os.path.isdir(target):
        fail("a folder is mended into a folder; name one with -o.", about=shown(target))
    if os.path.realpath(target) == os.path.realpath(wish.source):
        fail("the target is the source itself; name another folder, or use --in-place.", about=shown(target))


def _fix(file: Opened, wish: Wish, tally: Tally) -> None:
    """Repair one file, tell of it, and write it."""
    reading = read_in_full(Source(file.data, file.path), wish.from_, wish.rules)
    if not reading.matches:
        tally.passed_over += 1
        return
    tally.records += 1
    fixed = fixing(file, reading, wish.rules, None)
    decide = by_degree(wish.degree)
    try:
        data = data_of(fixed, mended(fixed, decide)) if fixed.places else file.data
        target = wish.target_of(file.path)
    except ValueError as error:
        complain(because(error), about=fixed.name)
        tally.failed = True
        return
    left = errors_left(fixed, data, wish.rules)
    tally.errors += left
    tally.changed += data != file.data
    tally.open += any(place.proposal.confidence == "open" for place in fixed.places)
    _tell(fixed, data, shown(target) if target else fixed.name, left, wish, tally)
    if target is not None and not written(file, target, data):
        tally.failed = True


def _tell(fixed: Fixing, data: bytes, target: str, left: int, wish: Wish, tally: Tally) -> None:
    if wish.output == "json":
        tally.documents.append(fix_data.document(fixed, by_degree(wish.degree), data, target))
    elif wish.output == "diff":
        typer.echo(patch(fixed, data, target), nl=False)
    elif fixed.places or left:
        fix_text.print_places(fixed, left, err=False)
        fix_text.print_difference(fixed, data, target, err=False)


def written(file: Opened, target: str, data: bytes) -> bool:
    """Write a mended record; False, with a complaint, where that cannot be done.

    One that takes the place of its source is written only where it is another, and what was there is kept.
    """
    in_place = os.path.exists(target) and os.path.samefile(file.path, target)
    if in_place and data == file.data:
        return True
    kept = f"{file.path}{BACKUP}" if in_place else target
    if os.path.lexists(kept):
        complain("it is there already; move it away.", about=shown(kept))
        return False
    try:
        if in_place:
            write_whole(kept, file.data)
        else:
            os.makedirs(os.path.dirname(target) or os.curdir, exist_ok=True)
        write_whole(target, data)
    except OSError as error:
        complain("not written: {why}.", about=shown(target), why=tell(why_unwritten(error)))
        return False
    return True


def _summarise(tally: Tally) -> None:
    said = [count("{number} record", "{number} records", tally.records)]
    if tally.changed:
        said.append(count("{number} mended", "{number} mended", tally.changed))
    if tally.open:
        said.append(count("{number} with a place to decide", "{number} with places to decide", tally.open))
    if tally.errors:
        said.append(count("{number} error is left", "{number} errors are left", tally.errors))
    if tally.passed_over:
        said.append(count("{number} passed over", "{number} passed over", tally.passed_over))
    typer.echo(", ".join(said), err=True)
