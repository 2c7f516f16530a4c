"""A table of results as a director keeps it, read: CSV in the separators people use, or JSON."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from math import isfinite
from os.path import basename
from typing import Any

from kotra_notation.compare.naming import Words, words
from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import decode
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Span
from kotra_notation.report.cleaning import FORMULA, TEXT_MARK
from kotra_notation.values import dataclass
from kotra_notation.words import phrase, reason

# The columns of a table of results by the names that people give them, in the languages we speak.


_LETTERS = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"(\D+?)(1|2|one|two|a|b)")
_SIDES = {"1": 1, "one": 1, "a": 1, "2": 2, "two": 2, "b": 2}
_KINDS = {
    word: kind
    for kind, words in {
        # These come twice, with a number behind them or the same name again.
        "player": "player name spieler spelare spiller spilari leikmaður joueur jugador giocatore",
        "score": "score points point pts result punkte ergebnis poäng resultat stig úrslit staða",
        "player1": "home white left weiß weiss vit hvid hvítur",
        "player2": "away black right opponent against gegner schwarz motståndare svart modstander sort"
        " mótspilari andstæðingur svartur",
        "winner": "winner sieger gewinner vinnare vinder sigurvegari",
        "loser": "loser verlierer förlorare taber tapari",
        "length": "length matchlength länge längd længde lengd",
        "round": "round rd runde runda omgång umferð",
        "file": "file datei fil skrá",
        "match": "match",
    }.items()
    for word in words.split()
}
_TWICE = "player", "score"


def columns(heads: Sequence[object]) -> dict[str, int]:
    """The places of the columns that are known: `player1`, `player2`, `score1` or `score`, and others.

    None of them where the players have no columns.
    """
    places: dict[str, int] = {}
    for index, head in enumerate(heads):
        name = _name("".join(_LETTERS.findall(str(head or "").casefold())))
        if name in _TWICE:
            name += "2" if f"{name}1" in places else "1"
        if name:
            places.setdefault(name, index)
    if "score1" in places and "score2" not in places:
        places["score"] = places.pop("score1")
    paired = {"player1", "player2"} <= places.keys() or {"winner", "loser"} <= places.keys()
    return places if paired else {}


def _name(word: str) -> str:
    """Return what a column is called here; `player` and `score` where it does not say whose."""
    if word in _KINDS:
        return _KINDS[word]
    numbered = _NUMBERED.fullmatch(word)
    kind = _KINDS.get(numbered[1], "") if numbered else ""
    return f"{kind}{_SIDES[numbered[2]]}" if numbered and kind in _TWICE else ""


SEPARATORS = ",;\t|"
# The columns are named within so many lines; a title and empty lines may stand before.
_HEADS_WITHIN = 20
_SCORE = re.compile(r"\s*(\d{1,4}(?:[.,]\d)?)\s*(?:[-–—−:/]|\s)\s*(\d{1,4}(?:[.,]\d)?)\s*")
_POINTS = re.compile(r"\s*(\d{1,4})(?:[.,](\d{1,2}))?\s*")
# What stands for a match that was not played: nobody recorded it.
_NOT_PLAYED = " w/o wo walkover bye forfeit ff dnp n/a - – — ? kampløs frítt freilos kampflos "
NO_COLUMNS = phrase(
    "unknown columns; the first line must name them, such as player_1, player_2, score_1, score_2"
)

# A line of the table: what it names, by the names of columns, and where it stands.
Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A line about a match: a score, a winner, or neither yet; `number` counts from 1."""

    number: int
    players: tuple[str, str]
    names: tuple[Words, Words]
    score: tuple[float, float] | None = None
    winner: int | None = None
    length: int = 0
    round: str = ""
    file: str = ""
    match: int = 1


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """The lines of a table, and what was found where one is unread; `lined`: it is a text of lines."""

    path: str
    lines: tuple[ResultLine, ...]
    findings: tuple[Finding, ...]
    lined: bool = True

    @property
    def name(self) -> str:
        """Return what the file is called."""
        return printable(basename(self.path))

    def span(self, line: ResultLine) -> Span | None:
        """Return where a line stands."""
        return Span(line.number, 1, 1) if self.lined else None

    def place(self, line: ResultLine) -> str:
        """Return where a line stands, in words."""
        if self.lined:
            return phrase("line {number}", number=line.number)
        return phrase("entry {number}", number=line.number)


def results_table(source: Given) -> ResultsTable:
    """A table that is named, or given as text or bytes; ValueError with a sentence where it is none."""
    return read_results(open_source(source))


def results_at(path: str, max_size: int = MAX_SIZE * MEGABYTE) -> ResultsTable:
    """The table in a file; ValueError with a sentence where it is none."""
    from kotra_notation.jobs.records import record_file

    return read_results(record_file(path, max_size))


def read_results(file: Opened) -> ResultsTable:
    """The table in the bytes of a file; ValueError with a sentence where it is none."""
    if file.data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise _refusal(file, phrase("it is not text; save the sheet as CSV"))
    text = decode(file.data).text
    lined = text.lstrip()[:1] not in ("[", "{")
    try:
        rows = list(_csv_rows(text) if lined else _json_rows(text))
    except csv.Error as error:
        raise _refusal(file, phrase("it is not CSV: {why}", why=str(error))) from None
    except ValueError as error:
        raise _refusal(file, reason(error)) from None
    lines: list[ResultLine] = []
    findings: list[Finding] = []
    for number, cells in rows:
        try:
            line = _line(number, cells)
        except ValueError as error:
            span = Span(number, 1, 1) if lined else None
            findings.append(finding("results-line-unread", span=span, why=reason(error)))
            continue
        if line:
            lines.append(line)
    return ResultsTable(file.path, tuple(lines), tuple(findings), lined)


def _refusal(file: Opened, why: str) -> ValueError:
    return KotraError("{file}: {why}.", file=printable(file.path), why=why)


def _csv_rows(text: str) -> Iterator[tuple[int, Cells]]:
    """The rows behind the names of the columns, each with the number of its first line."""
    for separator in SEPARATORS:
        rows = _number_rows(text, separator)
        for _, row in islice(rows, _HEADS_WITHIN):
            if known := columns(row):
                yield from ((number, _cells_by_name(known, cells)) for number, cells in rows if any(cells))
                return
    raise ValueError(NO_COLUMNS)


def _number_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=False)
    before = 0
    for row in reader:
        yield before + 1, row
        before = reader.line_num


def _cells_by_name(known: Mapping[str, int], row: Sequence[str]) -> Cells:
    return {name: _plain(row[at]) for name, at in known.items() if at < len(row)}


def _plain(cell: str) -> str:
    """A cell without the sign that keeps a spreadsheet from working it out."""
    bare = cell.strip()
    return bare[1:] if bare.startswith(TEXT_MARK) and bare[1:].lstrip().startswith(FORMULA) else bare


def _json_rows(text: str) -> Iterator[tuple[int, Cells]]:
    """The entries of a list, or the matches of what `kotra check --json` prints."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise KotraError("it is not JSON") from None
    files = data.get("files") if isinstance(data, dict) else None
    entries = list(_of_check(files)) if isinstance(files, list) else data
    if not isinstance(entries, list):
        raise ValueError(NO_COLUMNS)
    some = False
    for number, entry in enumerate(entries, 1):
        known = columns(list(entry)) if isinstance(entry, dict) else {}
        some = some or bool(known)
        if known:
            cells = ["" if isinstance(cell, dict | list | None) else str(cell) for cell in entry.values()]
            yield number, _cells_by_name(known, cells)
    if entries and not some:
        raise ValueError(NO_COLUMNS)


def _of_check(files: list[Any]) -> Iterator[dict[str, Any]]:
    """The matches of a check, with the names of the columns."""
    for file in files:
        matches = file.get("matches") if isinstance(file, dict) else None
        for number, match in enumerate(matches if isinstance(matches, list) else (), 1):
            if isinstance(match, dict):
                yield {
                    "file": file.get("path"),
                    "match": number,
                    "length": match.get("length"),
                    **{
                        f"{name}_{side + 1}": value
                        for name, pair in (("player", match.get("players")), ("score", match.get("score")))
                        for side, value in enumerate(pair if isinstance(pair, list) else ())
                        if side < 2
                    },
                }


def _line(number: int, cells: Cells) -> ResultLine | None:
    """Return what a line says; None of one that names nobody, ValueError where it cannot be read."""
    first, second = cells.get("player1", ""), cells.get("player2", "")
    winner = loser = ""
    if "winner" in cells:
        winner, loser = cells["winner"], cells.get("loser", "")
        if "player2" not in cells:
            first, second = winner, loser
    file = cells.get("file", "")
    # Who has no opponent has a bye; what names nobody is no line.
    if not (file or (first and second)) or (not first and not second and not cells.get("score1")):
        return None
    players = first, second
    names = words(first), words(second)
    score = _score(cells)
    return ResultLine(
        number=number,
        players=players,
        names=names,
        score=score,
        winner=None if score or not winner else _winner(winner, players, names),
        length=_whole(cells.get("length", "")),
        round=cells.get("round", "").casefold(),
        file=file,
        match=_whole(cells.get("match", "")) or 1,
    )


def _score(cells: Cells) -> tuple[float, float] | None:
    """The score that is written in one cell or in two; None where there is none yet."""
    first = cells.get("score", cells.get("score1", "")).casefold()
    if first and f" {first} " in _NOT_PLAYED:
        return None
    if written := cells.get("score", ""):
        score = _SCORE.fullmatch(written)
        if not score:
            raise KotraError("“{written}” is not a score", written=written)
        return _number(score[1]), _number(score[2])
    pair = cells.get("score1", ""), cells.get("score2", "")
    if not any(pair):
        return None
    for points in pair:
        if not _POINTS.fullmatch(points):
            raise KotraError("“{written}” is not a number of points", written=points)
    return _number(pair[0]), _number(pair[1])


def _number(text: str) -> float:
    number = float(text.strip().replace(",", "."))
    return number if isfinite(number) else 0


def _whole(text: str) -> int:
    number = _POINTS.fullmatch(text)
    return int(number[1]) if number else 0


def _winner(written: str, players: tuple[str, str], names: tuple[Words, Words]) -> int:
    """Return which of the two a cell names; ValueError where it is neither, or both."""
    if written in ("1", "2"):
        return int(written) - 1
    if written in players:
        return players.index(written)
    winner = words(written)
    if names.count(winner) != 1:
        raise KotraError("“{written}” is not one of the two players", written=written)
    return names.index(winner)
