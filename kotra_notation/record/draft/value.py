"""`kn.Draft`: a record that is being written as a value; every change of it is another one."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation.model import Player
from kotra_notation.record import draft, opponent
from kotra_notation.record.draft.open_record import record
from kotra_notation.record.draft.view import DraftStanding
from kotra_notation.record.opponent import DiceSource, Hint, RankedPlay
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """A record of one match in `.kotra` as it is written: its `text`, and what may be done with it.

    The entries that may be typed stand in docs/notation.md, "Typing a record".
    """

    text: str

    @classmethod
    def begin(
        cls,
        players: tuple[str | Player, str | Player] = ("", ""),
        length: int | None = None,
        rules: str = "modern",
        info: Iterable[tuple[str, str]] = (),
    ) -> Draft:
        """Begin a record: White and Black, the `length` of the match (0 for a session), further headers."""
        return cls(draft.begin(players, length, rules, info))

    @classmethod
    def open(cls, data: str | bytes) -> Draft:
        """Open a record in any notation to write on; ValueError for what is none, or holds several."""
        return cls(draft.open_draft(data))

    def enter(self, *entries: str, line: int | None = None, stands: bool = False) -> Draft:
        """Return the record with what is typed behind its end, or in the place of a `line`.

        ValueError, which says what to type instead, for what cannot be understood; NotLegalError for a play
        that is not legal, unless it `stands`.
        """
        text = self.text
        for entry in entries:
            text = draft.enter(text, entry, line=line, stands=stands)
        return Draft(text)

    def take_back(self) -> Draft:
        """Return the record without what was typed last, and what followed from that by the rules."""
        return Draft(draft.take_back(self.text))

    def without(self, line: int) -> Draft:
        """Return the record without one of its lines."""
        return Draft(draft.without(self.text, line))

    def standing(self, line: int | None = None, *, meant: bool = False) -> DraftStanding:
        """Return its standing at its end or before a `line`; its findings with what was probably `meant`."""
        return draft.standing(self.text, line=line, meant=meant)

    def ranked(self, level: str = "quick") -> tuple[RankedPlay, ...]:
        """Return the legal plays of the throw that waits, as the engine ranks them at a `level`."""
        return opponent.rank_plays(self.text, level)

    def hint(self, level: str = "quick") -> Hint:
        """Return what the engine would do at its end."""
        return opponent.hint(self.text, level)

    def answered(self, seat: int, level: str, dice: DiceSource) -> Draft:
        """Return the record with all that the engine does as `seat`; `dice` is a generator or a function."""
        return Draft(opponent.answer(self.text, seat, level, dice))

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        place = record(self.text).end
        return place.state.thrown(place.pending.dice if place.pending else None)._repr_html_()
