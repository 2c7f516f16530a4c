"""Times of a turn in a film: when the dice were rolled, and when the play was made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from kotra_notation import model
from kotra_notation.formats.kotra.spelling import Points
from kotra_notation.formats.kotra.writing import spell_event
from kotra_notation.record.draft.entry import STOOD
from kotra_notation.record.draft.open_record import DraftLines, Record, record
from kotra_notation.words import phrase


def film_lines(seat: int | None, roll: float, play: float | None, source: str = "") -> tuple[str, ...]:
    """Return the lines of a turn that began at a roll and ended at a play; ValueError if that is earlier."""
    lines = [_line_of(model.Video(seconds=float(round(roll)), source=source))]
    if play is not None and seat is not None:
        if play < roll:
            raise ValueError(phrase("The play comes after its roll; mark the roll again."))
        lines.append(_line_of(model.Clock(seat=seat, used=float(round(play) - round(roll)))))
    return tuple(lines)


def mark_film(
    text: str, line: int, *, roll: float | None = None, play: float | None = None, source: str = ""
) -> str:
    """Return the text with the roll or the play of the turn in a line marked anew; the other mark stays."""
    here = record(text)
    event, remarks = _event_in(here, line)
    video = next((remark for remark in remarks if isinstance(remark, model.Video)), None)
    clock = next(
        (remark for remark in remarks if isinstance(remark, model.Clock) and remark.left is None), None
    )
    if video is not None and clock is not None and clock.used is not None and play is None:
        play = video.seconds + clock.used
    roll = video.seconds if roll is None and video is not None else roll
    if roll is None:
        raise ValueError(phrase("Mark the roll first, then the play."))
    seat = event.seat if isinstance(event, model.Turn) else None
    name = video.source if video is not None and not source else source
    lines = here.lines
    old = [remark.span.line for remark in (video, clock) if remark is not None and remark.span]
    for number in sorted(old, reverse=True):
        lines = DraftLines(lines.replace_line(number))
    above = line + (line < lines.count and lines[line + 1].strip() == STOOD)
    return lines.replace_line(above, lines[above], *film_lines(seat, roll, play, name))


def _event_in(here: Record, line: int) -> tuple[model.Event, list[model.Event]]:
    """Return the turn or cube action in a line, and what is said of it; ValueError where there is none."""
    for event, remarks in _turns(here):
        if event.span and event.span.line == line:
            return event, remarks
    raise ValueError(phrase("There is no turn in line {line}.", line=line))


def _turns(here: Record) -> Iterator[tuple[model.Event, list[model.Event]]]:
    for game in here.match.games:
        for index, event in enumerate(game.events):
            if isinstance(event, model.Turn | model.CubeAction):
                behind = game.events[index + 1 :]
                yield event, [*takewhile(_is_remark, behind)]


def _is_remark(event: model.Event) -> bool:
    """Return whether an event speaks of the one before it."""
    return isinstance(event, model.Annotation | model.Ruling)


def _line_of(event: model.Video | model.Clock) -> str:
    return spell_event(event, Points.NUMBERS, 0)
