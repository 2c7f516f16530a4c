"""What is written by itself behind a deed: what was won, the result, throws that follow a win."""

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


def closed(text: str) -> str:
    """The text with what its last deed has led to, if it does not say so."""
    here = record(text)
    texts = [spelled_event(event, here.points, 0) for event in closing(here)]
    return here.lines.behind(texts) if texts else text


def closing(here: Record) -> list[model.Event]:
    """Return what the last deed of a record has led to, as far as the record does not say so."""
    games = here.match.games
    place = last_deed(games[-1].events) if games else None
    if place is None or here.end.pending is not None:
        return []
    return _behind(here, place, games[-1].events)


def done_last(here: Record) -> int | None:
    """The place of the last deed among the events of the last game, if nothing stands behind it by hand."""
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
    """Return what the deed at a place has led to, as far as the `events` do not say so behind it."""
    replayed = here.replay.games[-1]
    frame = here.frame(len(here.match.games) - 1, place)
    return [event for event in _led_to(here, replayed, frame, events) if event not in events[place + 1 :]]


def _led_to(
    here: Record, replayed: GameReplay, frame: Frame, events: Sequence[model.Event]
) -> Iterator[model.Event]:
    before, after = frame.before, frame.after
    if after.stakes.automatic > before.stakes.automatic:
        yield model.AutomaticDouble(value=after.stakes.cube.value)
    course = after.course
    won = after.ending or course.won or _given(frame, replayed)
    if frame.certain:
        new = gained(before.course, course)
        mor = next((one.points for one in new if one.kind == "mor"), 0.0)
        for award in new:
            if award.kind in FORMS and (won is None or award in course.late):
                yield model.AwardClaim(seat=award.seat, kind=award.kind, points=award.points + mor)
    waits = after.ending is None and course.won is not None
    said = any(isinstance(event, model.ResultClaim | model.Draw) for event in events)
    if won is not None and not said and not (waits and course.phase == "last"):
        if won.winner is not None:
            yield _result(here, replayed, won)
        elif won.kind == "draw":
            yield model.Draw()
    if waits and course.phase_seat is not None and course.phase != before.course.phase:
        yield model.PhaseStart(phase="last" if course.phase == "last" else "after", seat=course.phase_seat)


def _given(frame: Frame, replayed: GameReplay) -> Ending | None:
    """Return how the game ended by a resignation without a size, or by a forfeit without points."""
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
    gain = [0.0, 0.0]
    gain[won.winner] = won.points
    after = (replayed.score_before[0] + gain[0], replayed.score_before[1] + gain[1])
    after = max(after, replayed.score_after, key=max)
    length = here.match.length or 0  # a record that does not say it has no word of a match
    forms = here.replay.ruleset.facts.forms and won.kind not in ("resign", "settled")
    return model.ResultClaim(
        seat=won.winner,
        points=won.points,
        kind=won.kind if forms else None,
        match=length > 0 and outcome.match_over(length, after),
    )
