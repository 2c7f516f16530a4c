"""What came of each file that was checked, as a table: a row for each match, one for a file without any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.features.day.results import FileResults
from kotra_notation.jobs.endings import ending
from kotra_notation.jobs.grid import grid
from kotra_notation.jobs.paths import printable, without_controls
from kotra_notation.words import phrase
from kotra_notation.words.tongues import N_, Tongue

HEADS = N_("file"), N_("players"), N_("length"), N_("games"), N_("score"), N_("verdict")
SHEETS = ".csv", ".json"
NUMBERS = False, False, True, True, True, False


def table(files: Iterable[FileResults], tongue: Tongue, room: int | None = None) -> Iterator[str]:
    """The lines of the table; where they have only so much room, long paths and names are cut."""
    cells = [row for file in files for row in rows(file, tongue)]
    return grid([tongue.say(head) for head in HEADS], cells, NUMBERS, room)


def csv_rows(files: Iterable[FileResults]) -> Iterator[Sequence[object]]:
    """The table for other programs: its heads, and then its rows."""
    yield (
        "file", "match", "player_1", "player_2", "length", "games", "score_1", "score_2", "complete",
        "checked", "errors", "warnings", "notes", "ignored",
    )  # fmt: skip
    for file in files:
        verdict = file.verdict
        counts = (not verdict.failed, verdict.errors, verdict.warnings, verdict.notes, verdict.ignored)
        for number, its in enumerate(file.results, 1):
            score = map(_whole, its.score)
            yield (
                printable(file.path), number, *its.players, its.length or None, its.games, *score,
                its.complete, *counts,
            )  # fmt: skip
        if not file.results:
            yield printable(file.path), *[None] * 8, *counts


def sheet(files: Iterable[FileResults], name: str) -> str:
    """The table as a file of that name holds it; ValueError for an ending that is neither of them."""
    from kotra_notation.jobs.cells import csv_line, json_text

    kind = ending(name)
    if kind not in SHEETS:
        raise ValueError(phrase("the table is written as CSV or JSON; name a file in .csv or .json"))
    heads, *rows = csv_rows(files)
    if kind == ".csv":
        return "".join(map(csv_line, [heads, *rows]))
    lines = [json_text(dict(zip(map(str, heads), row, strict=True))) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _whole(points: float) -> float:
    """Points as they are said: whole ones without a fraction."""
    return int(points) if points == int(points) else points


def rows(results: FileResults, tongue: Tongue) -> Iterator[list[str]]:
    """The rows of a file: a cell for each of the heads, the path and the verdict in the first row alone."""
    verdict = results.verdict.words(tongue)
    path = printable(results.path)
    if not results.results:
        yield [path, "", "", "", "", verdict]
    for its in results.results:
        first, second = its.players
        names = f"{first or tongue.say('White')} – {second or tongue.say('Black')}"
        yield [
            path,
            names if names.isprintable() else without_controls(names),
            str(its.length or ""),
            str(its.games),
            "–".join(map(tongue.number, its.score)) + ("" if its.complete else " …"),
            verdict,
        ]
        path = verdict = ""
