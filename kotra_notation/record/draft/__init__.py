"""A record of one match as it is written: what is typed goes into its text, which says where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation import model
from kotra_notation.features.convert.job import convert
from kotra_notation.findings import Finding, Severity, sentences
from kotra_notation.formats import recognise
from kotra_notation.formats.format import Source
from kotra_notation.formats.kotra.writing import text_of
from kotra_notation.jobs.rows import Row, row
from kotra_notation.record.draft.changes import DraftChange, changes
from kotra_notation.record.draft.closing import closed, done_last
from kotra_notation.record.draft.entry import STOOD, Entering, LineEdit, throw_text
from kotra_notation.record.draft.lines import DraftLines, refuse_broken
from kotra_notation.record.draft.open_record import Record, record
from kotra_notation.record.draft.plays import NotLegalError as NotLegalError
from kotra_notation.record.draft.view import DraftStanding, standing_of
from kotra_notation.rules import named
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import ENGLISH, Tongue


def begun(
    players: tuple[str | model.Player, str | model.Player] = ("", ""),
    length: int | None = None,
    rules: str = "modern",
    info: Iterable[tuple[str, str]] = (),
) -> str:
    """The text of a new record: its head, and nothing else.

    `length` is the points of the match, 0 for a session, None where it is not said; `info` are further
    headers, such as ("event", "Vormót"). ValueError for rules that there are not, and a negative length.
    """
    if findings := named(rules).findings:
        raise ValueError(sentences(findings[0]))
    if length is not None and length < 0:
        raise ValueError(phrase("A match goes to one point or more; 0 is a session."))
    white, black = (
        player if isinstance(player, model.Player) else model.Player(name=player) for player in players
    )
    match = model.Match(
        players=(white, black),
        length=length,
        rules=rules,
        info=tuple(info),
    )
    return text_of([match])


def entered(text: str, entry: str, *, line: int | None = None, stands: bool = False) -> str:
    """The text with what was typed behind its last line, or in the place of a line.

    ValueError, with what to type instead, where it cannot be understood; NotLegalError for a play that is not
    legal, unless it `stands`: it is then written with the ruling behind it.
    """
    refuse_broken(entry)
    if line is not None:
        _within(record(text), line)
    for one in entry.splitlines() or [""]:
        text = _entered(text, one.strip(), line, stands=stands)
    return text


def _entered(text: str, entry: str, line: int | None, *, stands: bool) -> str:
    here = record(text)
    edit = Entering(here, line, stands=stands).edit(entry)
    changed = _edited(here, edit)
    if changed == text:
        return text
    _refuse_unread(here, record(changed), short=edit.short)
    last = here.last_line
    at_end = edit.line is None or last is None or edit.line >= last
    return closed(changed) if edit.acts and at_end else changed


def _refuse_unread(before: Record, after: Record, *, short: bool) -> None:
    """Raise ValueError for a line that no reader takes where it stands, or a short play that is none."""
    if short and (broken := changes(before, after).new) and broken[0].severity is Severity.ERROR:
        raise NotLegalError(broken[0])
    known = before.reading.findings
    if len(after.reading.findings) > len(known):
        for finding in after.reading.findings:
            if finding not in known and finding.severity is Severity.ERROR:
                raise ValueError(sentences(finding))


def _edited(here: Record, edit: LineEdit) -> str:
    if edit.line is None and not edit.texts:
        return here.text
    if edit.line is None:
        return here.lines.behind(edit.texts)
    changed = here.lines.exchanged(edit.line, *edit.texts)
    if edit.lawful and edit.line < here.lines.count and here.lines[edit.line + 1].strip() == STOOD:
        return DraftLines(changed).exchanged(edit.line + 1)
    return changed


def taken_back(text: str) -> str:
    """The text without what was typed last, and without what was written by itself behind that.

    Of a throw and its play the play is taken back first, then the throw.
    """
    here = record(text)
    if here.last_line is None:
        raise ValueError(phrase("Nothing has been written yet."))
    games = here.match.games
    place = done_last(here)
    if place is None:
        return here.lines.before(_with_blank(here, here.last_line))
    event = games[-1].events[place]
    line = event.span.line if event.span else here.last_line
    if isinstance(event, model.Turn) and not isinstance(event.deed, model.Blank | model.CannotMove):
        return here.lines.before(line) + f"{throw_text(event)}{here.lines.end}"
    return _cut(here, _opening_line(here, place) or line)


def _opening_line(here: Record, place: int) -> int | None:
    """Return the line of the opening throw that the turn at a place plays; it was written with it."""
    if not place:
        return None
    opening, turn = here.match.games[-1].events[place - 1 : place + 1]
    if not (isinstance(opening, model.Opening) and isinstance(turn, model.Turn) and opening.span):
        return None
    fresh = here.replay.ruleset.options["opening.dice"] == "fresh" or opening.dice[0] == opening.dice[1]
    return None if fresh else opening.span.line


def _cut(here: Record, line: int) -> str:
    """The text up to a line; without the head of the game too where nothing is left below it."""
    heading = here.match.games[-1].span if here.match.games else None
    if heading is not None and line > heading.line and not _holds_any(here, heading.line, line):
        line = heading.line
    return here.lines.before(_with_blank(here, line))


def _with_blank(here: Record, line: int) -> int:
    """The blank line above the head of a game, or the line itself."""
    heading = here.match.games[-1].span if here.match.games else None
    begins = heading is not None and heading.line == line > 1
    return line - 1 if begins and not here.lines[line - 1].strip() else line


def _holds_any(here: Record, above: int, below: int) -> bool:
    return any(here.lines[number].strip() for number in range(above + 1, below))


def without(text: str, line: int) -> str:
    """The text with one line taken out."""
    here = record(text)
    _within(here, line)
    changed = here.lines.exchanged(line)
    record(changed)
    return changed


def _within(here: Record, line: int) -> None:
    """Raise ValueError for a line that the text does not have."""
    if not 1 <= line <= here.lines.count:
        raise ValueError(
            phrase("The text has {count} lines, and no line {line}.", count=here.lines.count, line=line)
        )


def standing(text: str, *, line: int | None = None, meant: bool = False) -> DraftStanding:
    """Return where the record stands at its end, or before a line.

    Its findings are those of `kotra check`; what was probably `meant` where something is wrong is looked for
    only if that is asked, which takes longer.
    """
    here = record(text)
    if line is not None:
        _within(here, line)
    return standing_of(here, here.end if line is None else here.before(line), meant=meant)


def broken(before: str, after: str) -> DraftChange:
    """Return what a change of a record breaks and mends: the findings that are new in it, and those gone."""
    return changes(record(before), record(after))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedDraft:
    """A record opened to be written on: its text, the notation it was in, and what was lost of it."""

    text: str
    format: str
    findings: tuple[Finding, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Its row."""
        return row(self, "text format findings", tongue)


def as_draft(data: str | bytes) -> OpenedDraft:
    """A record in any notation as the text of one that is written on, and what of it was lost.

    What is `.kotra` stays as it is, to the last byte. ValueError for what is no record, or holds several.
    """
    if isinstance(data, str):
        refuse_broken(data)
        data = data.encode()
    source = Source(data)
    format = recognise(source)
    if format is None:
        raise ValueError(phrase("This is a record in no known notation."))
    if format.name == "kotra":
        text = data.decode() if source.encoding.startswith("utf-8") else source.text
        return OpenedDraft(text=text, format=format.name, findings=record(text).reading.findings)
    conversion = convert(data, "kotra")
    text = str(conversion.content)
    record(text)
    return OpenedDraft(text=text, format=format.name, findings=conversion.findings)
