"""Tables without the persons in them: each name becomes letters, the same wherever it stands in an export.

Texts that quote a record are rewritten by the names of its match, as `anonymous` does. What leads to
persons without naming them goes: places, sites, where files lay. Sentences of strangers may still tell who
somebody is; the board and the dice too, to whoever has the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import duckdb
import pyarrow as pa

from kotra_notation.anonymous import OTHERS, masking
from kotra_notation.archive.export.tables import pieces
from kotra_notation.archive.schema import arrow_schema
from kotra_notation.model import Match, Player

NAMED = ("player0", "player1", "header0", "header1", "transcriber")
# What may hold a person's name within other words.
TEXTS = {"matches": ("event", "round"), "findings": ("written", "message"), "comments": ("text",)}
TAKEN_OUT = {"matches": ("place", "site"), "comments": ("author",), "files": ("source", "stamp", "trouble")}

# The person that a spelling means: another spelling, or the same.
Person = Callable[[str], str]
Masking = Callable[[str], str]


def letters(number: int) -> str:
    """The letters for the person of a number, from 0: A to Z, then AA, AB and so on."""
    text = ""
    number += 1
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(ord("A") + last) + text
    return text


@dataclass(frozen=True, slots=True)
class MaskedNames:
    """Who has a name in an export, each with the letters that stand for it, by match and by file."""

    letters: Mapping[str, str]
    by_match: Mapping[int, tuple[str, ...]]
    by_file: Mapping[str, tuple[int, ...]]

    @staticmethod
    def of(base: duckdb.DuckDBPyConnection, person: Person) -> MaskedNames:
        """Those of the matches that the tables show, in the order in which they come."""
        found: dict[str, str] = {}
        persons: dict[str, str] = {}
        by_match: dict[int, tuple[str, ...]] = {}
        by_file: dict[str, tuple[int, ...]] = {}
        for piece in pieces(base, "matches"):
            columns = [piece[name].to_pylist() for name in ("match", "file", *NAMED)]
            for match, file, *names in zip(*columns, strict=True):
                for name in filter(None, names):
                    if name not in found:
                        found[name] = persons.setdefault(person(name), letters(len(persons)))
                by_match[match] = tuple(name or "" for name in names)
                by_file[file] = (*by_file.get(file, ()), match)
        return MaskedNames(found, by_match, by_file)

    def without_names(self, matches: Sequence[int]) -> Masking:
        """Return what takes the persons of some matches out of a text."""
        steps = [self._of_match(self.by_match[match]) for match in matches if match in self.by_match]

        def without(text: str) -> str:
            for step in steps:
                text = step(text)
            return text

        return without

    def _of_match(self, names: tuple[str, ...]) -> Masking:
        one, other, *headed, transcriber = names
        said = [("Player 2", headed[0]), ("Player 1", headed[1]), ("transcriber", transcriber)]
        info = tuple([(key, name) for key, name in said if name])
        match = Match(players=(Player(name=one), Player(name=other)), info=info, games=())
        return masking(match, (self.letters.get(one, OTHERS), self.letters.get(other, OTHERS)))


class Mask:
    """What takes the persons out of pieces of tables."""

    def __init__(self, base: duckdb.DuckDBPyConnection, person: Person) -> None:
        self._names = MaskedNames.of(base, person)
        self._files = 0
        self._last: tuple[tuple[int, ...], Masking] = ((), str)

    def __call__(self, table: str, piece: pa.RecordBatch) -> pa.RecordBatch:
        """The piece without persons."""
        columns = {name: piece[name] for name in piece.schema.names}
        for name in TAKEN_OUT.get(table, ()):
            columns[name] = pa.nulls(piece.num_rows, pa.string())
        if table == "matches":
            for name in NAMED:
                masked = [
                    None if one is None else self._names.letters[one] for one in columns[name].to_pylist()
                ]
                columns[name] = pa.array(masked, pa.string())
        if table == "files":
            columns["path"] = pa.array(self._numbered(piece.num_rows), pa.string())
        for name in TEXTS.get(table, ()):
            columns[name] = pa.array(self._texts(piece, name), pa.string())
        schema = arrow_schema(table)
        return pa.RecordBatch.from_arrays(
            [columns[field.name].cast(field.type) for field in schema], schema=schema
        )

    def _numbered(self, count: int) -> list[str]:
        self._files += count
        return [f"file-{number}" for number in range(self._files - count + 1, self._files + 1)]

    def _texts(self, piece: pa.RecordBatch, name: str) -> list[str | None]:
        files = piece["file"].to_pylist() if "file" in piece.schema.names else [None] * piece.num_rows
        rows = zip(piece["match"].to_pylist(), files, piece[name].to_pylist(), strict=True)
        return [text and self._masking(match, file)(text) for match, file, text in rows]

    def _masking(self, match: int | None, file: str | None) -> Masking:
        """Return what takes the persons out of a text about a match, or about a file; the last is kept."""
        about = (match,) if match is not None else self._names.by_file.get(file or "", ())
        if self._last[0] != about:
            self._last = about, self._names.without_names(about)
        return self._last[1]
