"""Output of `kotra watch`: lines about files that arrive, and the text of a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import typer

from kotra_notation.cli.failing import complain_at, sentence
from kotra_notation.cli.speaking import count, say
from kotra_notation.cli.streams import echo
from kotra_notation.features.check.output import TextPrinter
from kotra_notation.features.check.results import count_words
from kotra_notation.features.day.job import Across
from kotra_notation.features.watch.files import Outcome
from kotra_notation.features.watch.job import Arrived, Watch, WatchOptions
from kotra_notation.jobs.files import Trouble, printable
from kotra_notation.jobs.rows import document
from kotra_notation.words.phrases import told


def print_arrived(arrived: Iterable[Arrived | Across | Trouble], options: WatchOptions) -> None:
    """Say of each file what came of it, as soon as it is known, and what is new across them."""
    for event in arrived:
        if isinstance(event, Trouble):
            complain_at(event.path, event.why)
        elif isinstance(event, Across):
            if options.form == "json":
                typer.echo(document({"across": event.as_json(options.written)}, indent=None))
            else:
                TextPrinter(echo, coloured=False).findings_across(event)
        else:
            _print(event, options)


def _print(arrived: Arrived, options: WatchOptions) -> None:
    checked, verdict = arrived.outcome.checked, arrived.outcome.verdict
    trouble = checked.why if isinstance(checked, Trouble) else None
    if trouble:
        complain_at(arrived.path, trouble)
    if options.form == "json":
        line = {
            "path": printable(arrived.path),
            "status": verdict.status(strict=options.strict),
            "errors": verdict.errors,
            "warnings": verdict.warnings,
            "notes": verdict.notes,
            "trouble": told(trouble, options.written) if trouble else None,
            "result": printable(arrived.place) if arrived.place else None,
        }
        typer.echo(document(line, indent=None))
    elif not trouble:
        echo(f"{printable(arrived.path)}: {verdict.words(options.spoken)}")


def print_sum(work: Watch) -> None:
    """Say how many files there were, and how many findings in them."""
    total, failed, passed_over = work.total, work.failures, len(work.passed_over)
    if work.options.form == "json":
        numbers = {"checked": work.checked, "known": work.known, "passed_over": passed_over, "failed": failed}
        numbers |= {"errors": total.errors, "warnings": total.warnings, "notes": total.notes}
        typer.echo(document({"summary": numbers}, indent=None))
        return
    parts = [count("{number} file checked", "{number} files checked", work.checked)]
    parts += [say("{number} already checked", number=work.known)] if work.known else []
    if passed_over:
        parts.append(say("{number} skipped (unknown format)", number=passed_over))
    parts += [say("{number} could not be checked", number=failed)] if failed else []
    nothing = say("no problems found") if len(work.marks) > failed else say("nothing to check")
    findings = count_words(total.errors, total.warnings, total.notes, work.options.spoken)
    echo(f"{', '.join(parts)}: {findings or nothing}.")


def spelling(form: str) -> Callable[[Outcome], str]:
    """Return how a result is written in a form."""
    return Outcome.as_json if form == "json" else render_outcome


def render_outcome(outcome: Outcome) -> str:
    """A result as people read it, its mark behind it."""
    lines: list[str] = []
    if isinstance(outcome.checked, Trouble):
        lines.append(f"{printable(outcome.name)}: {sentence(outcome.checked.why)}")
    else:
        printer = TextPrinter(lines.append, coloured=False)
        printer.file(outcome.checked)
        printer.end([outcome.checked], 0)
    return "\n".join([*lines, "", str(outcome.mark), ""])
