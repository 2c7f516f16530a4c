"""`kn.edit`: the players' names, the event, the round and other facts about a match changed in a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from kotra_notation.dates import iso_date, plain_header
from kotra_notation.errors import KotraError
from kotra_notation.features.fix.job import render_diff
from kotra_notation.findings import Finding
from kotra_notation.formats import find_format, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching.sheet import LEAST_GAP, ClashError, Sheet
from kotra_notation.jobs.files import Given, Opened, printable
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.notations import ConvertOptions, write_contents
from kotra_notation.jobs.records import read_matches
from kotra_notation.jobs.rows import Row, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Comment, Extra, Match
from kotra_notation.values import dataclass
from kotra_notation.words import nearest_word
from kotra_notation.words.tongues import ENGLISH, Tongue

# The facts about a match that can be set; names are changed by renaming.
HEADERS = ("event", "round", "date", "place", "title", "annotator", "transcriber")
GAPS = re.compile(r"( {2,})")


class RecordChanges(NamedTuple):
    """Changes of a record: names from old to new, whether players change seats, headers (empty: removed)."""

    rename: Mapping[str, str]
    swap: bool
    headers: Mapping[str, str]

    def match(self, match: Match) -> Match:
        """Return a match with the changes."""
        first, second = [
            replace(player, name=self.rename.get(player.name, player.name)) for player in match.players
        ]
        info = {**dict(match.info), **self.headers}
        return replace(
            match,
            players=(second, first) if self.swap else (first, second),
            info=tuple([(name, text) for name, text in info.items() if text or name not in self.headers]),
        )

    def names(self, matches: Sequence[Match]) -> dict[str, str]:
        """Return each name, with what stands in its place afterwards."""
        return {
            old.name: new.name
            for match in matches
            for old, new in zip(match.players, self.match(match).players, strict=True)
            if old.name
        }


@dataclass(frozen=True, slots=True)
class Edited:
    """A record before and after a change, and what its notation could not hold."""

    path: str
    before: bytes
    data: bytes
    findings: tuple[Finding, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Return whether anything is different now."""
        return self.data != self.before

    def diff(self, target: str = "") -> str:
        """Return what changed in the text, as a unified diff; empty for a file that is no text."""
        if b"\0" in self.before or b"\0" in self.data:
            return ""
        before, after = (Source(data, self.path).text for data in (self.before, self.data))
        name = printable(self.path)
        return render_diff(before, after, name, printable(target) or name)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return whether the file changed, the difference, and what was lost."""
        return row(
            self, "findings", tongue, path=printable(self.path), changed=self.is_changed, diff=self.diff()
        )


def edit(
    source: Given,
    *,
    rename: Mapping[str, str] | None = None,
    swap: bool = False,
    headers: Mapping[str, str] | None = None,
    format: str | None = None,
) -> Edited:
    """Change facts about a match; return the new record in `data`. No file is written.

    `rename` has old names and new ones. With `swap`, the players change seats. `headers` sets event, round,
    date, place, title, annotator or transcriber; an empty text removes one.
    """
    changes = changes_of(rename or {}, headers or {}, swap=swap)
    file = open_source(source)
    with guard(LIMIT, len(file.data)):
        reading = read_matches(file, format)
        if missing := missing_names(changes, reading):
            raise no_such_player(missing, players_of(reading))
        return edit_record(file, reading, changes)


def changes_of(rename: Mapping[str, str], headers: Mapping[str, str], *, swap: bool) -> RecordChanges:
    """Return the changes that are asked for; KotraError where there are none, or one cannot be made."""
    if not (rename or headers or swap):
        raise KotraError("There is nothing to change.")
    for name in headers:
        if name not in HEADERS:
            raise KotraError(
                "There is no header {name}; there are {known}.", name=repr(name), known=", ".join(HEADERS)
            )
    if day := headers.get("date", ""):
        headers = {**headers, "date": iso_date(day)}
        if not headers["date"]:
            raise KotraError("{date} is not a date such as 2026-11-27.", date=repr(day))
    for text in (*rename.values(), *headers.values()):
        if not text.isprintable():
            raise KotraError("{text} has characters that a record cannot hold.", text=repr(text))
    if not all(new.strip() for new in rename.values()):
        raise KotraError("A player needs a name; kotra anonymize hides names.")
    return RecordChanges(rename, swap, headers)


def players_of(reading: Reading) -> list[str]:
    """Return the names of the players of a record, each once."""
    return list(dict.fromkeys(player.name for match in reading.matches for player in match.players))


def missing_names(changes: RecordChanges, reading: Reading) -> set[str]:
    """Return the names to change that no player of a record has."""
    return {*changes.rename} - {*players_of(reading)}


def no_such_player(missing: set[str], players: list[str]) -> KotraError:
    """Return the error for a name that no player has."""
    name = min(missing)
    near = nearest_word(name, players)
    if near:
        return KotraError(
            "No player is called {name}. Did you mean {near}?", name=repr(name), near=repr(near)
        )
    return KotraError("No player is called {name}.", name=repr(name))


def edit_record(file: Opened, reading: Reading, changes: RecordChanges) -> Edited:
    """Change a record: in place where that is enough; else it is written anew in its notation."""
    wanted = tuple([changes.match(match) for match in reading.matches])
    if wanted == reading.matches:
        return Edited(file.path, file.data, file.data)
    for match, new in zip(reading.matches, wanted, strict=True):
        first, second = (player.name for player in new.players)
        if first and first == second and len({player.name for player in match.players}) > 1:
            raise KotraError("Both players would be called {name}.", name=repr(first))
    if not find_format(reading.format).can_write:
        raise KotraError(
            "{format} files cannot be changed; kotra convert makes another.", format=reading.format
        )
    source = Source(file.data, file.path)
    if not find_format(reading.format).file.binary and (data := _change_lines(source, reading, changes)):
        return Edited(file.path, file.data, data)
    data, lost = _write(replace(reading, matches=wanted))
    again = read_source(Source(data, file.path), reading.format).matches
    if [match.players for match in again] != [match.players for match in wanted]:
        raise KotraError("A {format} file cannot hold these names.", format=reading.format)
    return Edited(file.path, file.data, data, tuple(lost))


def _write(reading: Reading) -> tuple[bytes, list[Finding]]:
    """Write a record in its own notation, and say what that could not hold."""
    (content, *_), lost = write_contents(reading, ConvertOptions(name=""))
    return content.encode() if isinstance(content, str) else content, lost


def _change_lines(source: Source, reading: Reading, changes: RecordChanges) -> bytes | None:
    """Return the file with other names and headers and all else as it was; None where that is not enough."""
    sheet = Sheet(source, reading.encoding)
    names = changes.names(reading.matches)
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")

    def respell(text: str) -> str:
        return pattern.sub(lambda name: names[name[0]], text)

    for number in range(1, len(sheet) + 1):
        line = sheet.line(number)
        if (respelled := _keep_columns(line, respell)) != line:
            sheet.exchange_line(number, respelled)
    if changes.headers and not _change_headers(sheet, reading, changes):
        return None
    try:
        data = sheet.edited_bytes()
    except (ClashError, UnicodeError):
        return None
    again = read_source(replace(source, data=data), reading.format).matches
    asked = [changes.match(_respell_headers(match, respell)) for match in reading.matches]
    return data if [*map(_without_texts, again)] == [*map(_without_texts, asked)] else None


def _change_headers(sheet: Sheet, reading: Reading, changes: RecordChanges) -> bool:
    """Change the lines of headers as our own writer would; False where they stand otherwise in this file."""
    headers = changes._replace(rename={}, swap=False)
    old, new = [
        _write(replace(reading, matches=matches))[0].decode().splitlines()
        for matches in (reading.matches, tuple([headers.match(match) for match in reading.matches]))
    ]
    numbers = {sheet.line(number).strip(): number for number in range(len(sheet), 0, -1)}
    for kind, begin, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        before = numbers.get(old[begin - 1].strip(), 0) if begin else 0
        here = [numbers.get(line.strip(), 0) for line in old[begin:end]]
        if not all(here) or (not here and begin and not before):
            return False
        for number in here:
            sheet.drop(number)
        sheet.insert(here[0] if here else before + 1, new[first:last])
    return True


def _respell_headers(match: Match, respell: Callable[[str], str]) -> Match:
    """Return a match with the names in its headers respelled."""
    return replace(match, info=tuple([(name, respell(text)) for name, text in match.info]))


def _keep_columns(line: str, respell: Callable[[str], str]) -> str:
    """Respell the cells of a line, and keep each further cell in its column."""
    parts = GAPS.split(line)
    for at in range(0, len(parts), 2):
        cell, parts[at] = parts[at], respell(parts[at])
        if at + 1 < len(parts) and cell:
            gap = len(parts[at + 1]) + len(cell) - len(parts[at])
            parts[at + 1] = " " * max(gap, LEAST_GAP)
    return "".join(parts)


def _without_texts(match: Match) -> Match:
    """Return a match without comments and lines that were not understood, which may speak of its players.

    Its dates are in one spelling.
    """
    games = [
        replace(
            game, events=tuple([event for event in game.events if not isinstance(event, Comment | Extra)])
        )
        for game in match.games
    ]
    info = tuple([(name, plain_header(name, text)) for name, text in match.info])
    return replace(match, remarks=(), info=info, games=tuple(games))
