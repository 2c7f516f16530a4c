"""Shares and outcomes as the pages of an archive show them."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.report.table_page import PageCell
from kotra_notation.statistics.uncertainty import share_bound
from kotra_notation.words.tongues import Tongue


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the true share may well lie: all of what is possible where nothing was seen."""
        if not self.whole:
            return 0.0, 1.0
        return share_bound(self.part, self.whole, -1), share_bound(self.part, self.whole, 1)


def share(part: int, whole: int, speech: Tongue) -> PageCell:
    """A cell with a share in percent and its bounds."""
    if not whole:
        return PageCell(text="–")
    one = Share(part, whole)
    low, high = one.bounds
    note = speech.say("{low} to {high} %", low=round(100 * low), high=round(100 * high))
    return PageCell(
        text=f"{round(100 * one.value)} %",
        note=note,
        bar=(round(100 * low), round(100 * one.value), round(100 * high)),
    )


def outcome(won: bool | None, complete: bool | None, errors: int, speech: Tongue) -> PageCell:
    """Return how a match went, and whether its record is sound."""
    if won is not None:
        text = speech.say("won") if won else speech.say("lost")
    else:
        text = speech.say("undecided") if complete else speech.say("unfinished")
    note = (
        speech.count("{number} error in the record", "{number} errors in the record", errors)
        if errors
        else ""
    )
    return PageCell(text=text, note=note)
