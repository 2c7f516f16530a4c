"""What stands in several tables of the pages: days, lengths, scores, how a match went."""

from __future__ import annotations

from kotra_notation.archive.pages.page import Cell, cell
from kotra_notation.words.tongues import Tongue


def day(text: str | None, speech: Tongue) -> Cell:
    """A date as people write it; what is none as it stands."""
    return cell(speech.date(text) if text else "")


def length(points: int | None, modern: bool, speech: Tongue) -> str:
    """How far a match goes."""
    if points:
        return speech.count("{number} point", "{number} points", points)
    if points is None:
        return speech.say("not stated")
    return speech.say("money session") if modern else speech.say("sitting")


def score(mine: float | None, theirs: float | None, speech: Tongue) -> str:
    """Two numbers against each other."""
    return f"{speech.points(mine or 0)}–{speech.points(theirs or 0)}"


def outcome(won: bool | None, complete: bool | None, errors: int, speech: Tongue) -> Cell:
    """How a match went, and whether its record is sound."""
    if won is not None:
        text = speech.say("won") if won else speech.say("lost")
    else:
        text = speech.say("undecided") if complete else speech.say("unfinished")
    note = (
        speech.count("{number} error in the record", "{number} errors in the record", errors)
        if errors
        else ""
    )
    return Cell(text=text, note=note)
