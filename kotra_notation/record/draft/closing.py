"""The lines that write themselves behind a deed: what was won, the result, throws that follow a win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation import model
from kotra_notation.formats.kotra.writing import spelled_event
from kotra_notation.record.draft.open_record import Record, last_deed, record
from kotra_notation.replay.awards import gained
from kotra_notation.replay.frames import Frame, GameReplay
from kotra_notation.rules import outcome
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.ruleset import Ending


def with_consequences(text: str) -> str:
    """Return the text with what its last deed has led to, if it does not say so."""
    here = record(text)
    games = here.match.games
    place = last_deed(games[-1].events) if games else None
    if place is None or here.end.pending is not None:
        return text
    events = _behind(here, place, games[-1].events)
    return here.lines.behind([spelled_event(event, here.points, 0) for event in events]) if events else text


def last_typed(here: Record) -> int | None:
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
        new = gained(before.course, course)
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
