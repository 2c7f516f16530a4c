"""A record of one match as it is written: entries go into its text, and the text tells where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kotra_notation import model
from kotra_notation.errors import KotraError
from kotra_notation.features.convert.job import convert
from kotra_notation.findings import Finding, Severity, sentences
from kotra_notation.formats import recognise
from kotra_notation.formats.format import Source
from kotra_notation.formats.kotra.writing import spell_event, text_of
from kotra_notation.record import count_common
from kotra_notation.record.draft.entry import STOOD, Entering, LineEdit, throw_text
from kotra_notation.record.draft.open_record import DraftLines, Record, last_deed, record, refuse_broken
from kotra_notation.record.draft.plays import NotLegalError as NotLegalError
from kotra_notation.record.draft.view import DraftStanding, standing_of
from kotra_notation.replay.awards import new_awards
from kotra_notation.replay.frames import Frame, GameReplay
from kotra_notation.rules import named, outcome
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.ruleset import Ending

# Findings that a record is not at its end yet.
UNFINISHED = frozenset({"game-unfinished", "match-unfinished", "empty-record"})


def begin(
    players: tuple[str | model.Player, str | model.Player] = ("", ""),
    length: int | None = None,
    rules: str = "modern",
    info: Iterable[tuple[str, str]] = (),
) -> str:
    """Return the text of a new record: its head, and nothing else.

    `length` is the points of the match, 0 for a session, None where it is not said; `info` are further
    headers, such as ("event", "Vormót"). ValueError for unknown rules and a negative length.
    """
    if findings := named(rules).findings:
        raise ValueError(sentences(findings[0]))
    if length is not None and length < 0:
        raise KotraError("The length must be a number of points, or 0 for money.")
    white, black = (
        player if isinstance(player, model.Player) else model.Player(name=player) for player in players
    )
    return text_of([model.Match(players=(white, black), length=length, rules=rules, info=tuple(info))])


def enter(text: str, entry: str, *, line: int | None = None, stands: bool = False) -> str:
    """Return the text with what was typed behind its last line, or in the place of a line.

    ValueError, with what to type instead, where it cannot be understood; NotLegalError for a play that is not
    legal, unless it `stands`: it is then written with the ruling behind it.
    """
    refuse_broken(entry)
    if line is not None:
        _refuse_absent(record(text), line)
    for part in entry.splitlines() or [""]:
        text = _enter_line(text, part.strip(), line, stands=stands)
    return text


def _enter_line(text: str, entry: str, line: int | None, *, stands: bool) -> str:
    here = record(text)
    edit = Entering(here, line, stands=stands).edit(entry)
    changed = _apply_edit(here, edit)
    if changed == text:
        return text
    after = record(changed)
    if edit.short and (new := _new_findings(here, after)) and new[0].severity is Severity.ERROR:
        raise NotLegalError(new[0])
    known = here.reading.findings
    if len(after.reading.findings) > len(known):
        for finding in after.reading.findings:
            if finding not in known and finding.severity is Severity.ERROR:
                raise ValueError(sentences(finding))
    last = here.last_line
    at_end = edit.line is None or last is None or edit.line >= last
    return _with_consequences(changed) if edit.acts and at_end else changed


def _apply_edit(here: Record, edit: LineEdit) -> str:
    if edit.line is None:
        return here.lines.behind(edit.texts) if edit.texts else here.text
    changed = here.lines.replace_line(edit.line, *edit.texts)
    if edit.lawful and edit.line < here.lines.count and here.lines[edit.line + 1].strip() == STOOD:
        return DraftLines(changed).replace_line(edit.line + 1)
    return changed


def take_back(text: str) -> str:
    """Return the text without what was typed last, and without what was written by itself behind that.

    Of a throw and its play the play is taken back first, then the throw. What is left must be a record.
    """
    changed = _before_last(record(text))
    record(changed)
    return changed


def _before_last(here: Record) -> str:
    if here.last_line is None:
        raise KotraError("Nothing has been written yet.")
    place = _last_typed(here)
    if place is None:
        return here.lines.before(_with_blank(here, here.last_line))
    event = here.match.games[-1].events[place]
    line = event.span.line if event.span else here.last_line
    if isinstance(event, model.Turn) and not isinstance(event.deed, model.Blank | model.CannotMove):
        return here.lines.before(line) + f"{throw_text(event)}{here.lines.end}"
    line = _opening_line(here, place) or line
    heading = here.match.games[-1].span
    if heading is not None and line > heading.line:
        between = range(heading.line + 1, line)
        if not any(here.lines[number].strip() for number in between):  # nothing is left of the game
            line = heading.line
    return here.lines.before(_with_blank(here, line))


def _opening_line(here: Record, place: int) -> int | None:
    """Return the line of the opening throw that the turn at a place plays; it was written with it."""
    if not place:
        return None
    opening, turn = here.match.games[-1].events[place - 1 : place + 1]
    if not (isinstance(opening, model.Opening) and isinstance(turn, model.Turn) and opening.span):
        return None
    fresh = here.replay.ruleset.options["opening.dice"] == "fresh" or opening.dice[0] == opening.dice[1]
    return None if fresh else opening.span.line


def _with_blank(here: Record, line: int) -> int:
    """Return the blank line above the head of a game, or the line itself."""
    heading = here.match.games[-1].span if here.match.games else None
    begins = heading is not None and heading.line == line > 1
    return line - 1 if begins and not here.lines[line - 1].strip() else line


def without(text: str, line: int) -> str:
    """Return the text with one line taken out."""
    here = record(text)
    _refuse_absent(here, line)
    changed = here.lines.replace_line(line)
    record(changed)
    return changed


def _refuse_absent(here: Record, line: int) -> None:
    """Raise ValueError for a line that the text does not have."""
    if not 1 <= line <= here.lines.count:
        raise KotraError(
            "There is no line {line}; the text has {count} lines.", count=here.lines.count, line=line
        )


def standing(text: str, *, line: int | None = None, meant: bool = False) -> DraftStanding:
    """Return where the record stands at its end, or before a line.

    Its findings are those of `kotra check`; what was probably `meant` where something is wrong is looked for
    only if that is asked, which takes longer.
    """
    here = record(text)
    if line is not None:
        _refuse_absent(here, line)
    return standing_of(here, here.end if line is None else here.before(line), meant=meant)


def new_findings(before: str, after: str) -> list[Finding]:
    """Return the findings that a change of a record brings; that a record is not finished counts for none."""
    return _new_findings(record(before), record(after))


def _new_findings(before: Record, after: Record) -> list[Finding]:
    """Compare the findings of two texts of a record; a line is the same wherever it has been moved to."""
    old, new = before.text.splitlines(), after.text.splitlines()
    above = count_common(old, new)
    below = count_common(old[above:][::-1], new[above:][::-1])

    def key(finding: Finding, count: int) -> tuple[str, int, int | None]:
        line = finding.span.line if finding.span else 0  # behind the change it is counted from the end
        return finding.code, line - count - 1 if line > count - below else line, finding.seat

    known = Counter(key(finding, len(old)) for finding in before.findings)
    left: list[Finding] = []
    for finding in after.findings:
        if known[key(finding, len(new))]:
            known[key(finding, len(new))] -= 1
        elif finding.kind.name not in UNFINISHED:
            left.append(finding)
    return left


def open_draft(data: str | bytes) -> str:
    """Return a record as `.kotra` text to go on with, unchanged if it is; ValueError if not one match."""
    if isinstance(data, str):
        refuse_broken(data)
        data = data.encode()
    source = Source(data)
    format = recognise(source)
    if format is None:
        raise KotraError("Unknown file format.")
    if format.name != "kotra":
        text = str(convert(data, "kotra").content)
    else:
        text = data.decode() if source.encoding.startswith("utf-8") else source.text
    record(text)
    return text


def _with_consequences(text: str) -> str:
    """Return the text with what its last deed has led to, if it does not say so."""
    here = record(text)
    games = here.match.games
    place = last_deed(games[-1].events) if games else None
    if place is None or here.end.pending is not None:
        return text
    events = _behind(here, place, games[-1].events)
    return here.lines.behind([spell_event(event, here.points, 0) for event in events]) if events else text


def _last_typed(here: Record) -> int | None:
    """Return the place of the last deed in the last game, if nothing stands behind it by hand."""
    games = here.match.games
    events = games[-1].events if games else ()
    place = last_deed(events)
    if place is None:
        return None
    span = events[place].span
    rest = [
        event
        for event in events[place + 1 :]
        if event.span is None or span is None or event.span.line > span.line
    ]
    if rest and rest[0] == model.Ruling(outcome="stood"):
        del rest[0]
    return place if rest == _behind(here, place, events[: place + 1])[: len(rest)] else None


def _behind(here: Record, place: int, events: Sequence[model.Event]) -> list[model.Event]:
    """Return the consequences of the deed at a place that the `events` do not state behind it."""
    replayed = here.replay.games[-1]
    frame = here.frame(len(here.match.games) - 1, place)
    consequences = _consequences(here, replayed, frame, events)
    return [event for event in consequences if event not in events[place + 1 :]]


def _consequences(
    here: Record, replayed: GameReplay, frame: Frame, events: Sequence[model.Event]
) -> Iterator[model.Event]:
    before, after = frame.before, frame.after
    if after.stakes.automatic > before.stakes.automatic:
        yield model.AutomaticDouble(value=after.stakes.cube.value)
    course = after.course
    won = after.ending or course.won or _surrender(frame, replayed)
    if frame.certain:
        new = new_awards(before.course, course)
        mor = next((award.points for award in new if award.kind == "mor"), 0.0)
        for award in new:
            if award.kind in FORMS and (won is None or award in course.late):
                yield model.AwardClaim(seat=award.seat, kind=award.kind, points=award.points + mor)
    waits = after.ending is None and course.won is not None
    stated = any(isinstance(event, model.ResultClaim | model.Draw) for event in events)
    if won is not None and not stated and not (waits and course.phase == "last"):
        if won.winner is not None:
            yield _result(here, replayed, won)
        elif won.kind == "draw":
            yield model.Draw()
    if waits and course.phase_seat is not None and course.phase != before.course.phase:
        yield model.PhaseStart(phase="last" if course.phase == "last" else "after", seat=course.phase_seat)


def _surrender(frame: Frame, replayed: GameReplay) -> Ending | None:
    """Return the end of the game by a resignation without a size, or by a forfeit without points."""
    state = frame.after
    match frame.event:
        case model.Forfeit():
            return replayed.ending
        case model.ResignationAnswer(seat=seat, accepted=True) if frame.before.stakes.resigned:
            return Ending(winner=seat, kind="resign", points=outcome.worth(state.setting, state.stakes, 1))
        case _:
            return None


def _result(here: Record, replayed: GameReplay, won: Ending) -> model.ResultClaim:
    assert won.winner is not None
    white, black = replayed.score_before
    after = (white + won.points, black) if won.winner == 0 else (white, black + won.points)
    after = max(after, replayed.score_after, key=max)
    length = here.match.length or 0  # a record that does not say it has no word of a match
    forms = here.replay.ruleset.facts.forms and won.kind not in ("resign", "settled")
    return model.ResultClaim(
        seat=won.winner,
        points=won.points,
        kind=won.kind if forms else None,
        match=length > 0 and outcome.match_over(length, after),
    )
