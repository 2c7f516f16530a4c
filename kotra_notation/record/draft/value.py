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
    """A record of one match in `.kotra` while it is being written; methods return a new draft.

    docs/notation.md in the source, "Typing a record", lists the entries you can type.
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
        """Return the record with entries added at the end, or replacing a `line`.

        Raise ValueError for an entry that cannot be read, NotLegalError for an illegal play unless it
        `stands`.
        """
        text = self.text
        for entry in entries:
            text = draft.enter(text, entry, line=line, stands=stands)
        return Draft(text)

    def take_back(self) -> Draft:
        """Return the record without the last entry and its consequences."""
        return Draft(draft.take_back(self.text))

    def without(self, line: int) -> Draft:
        """Return the record without a line."""
        return Draft(draft.without(self.text, line))

    def standing(self, line: int | None = None, *, meant: bool = False) -> DraftStanding:
        """Return the state at the end or before a `line`; with `meant`, findings have suggestions."""
        return draft.standing(self.text, line=line, meant=meant)

    def ranked(self, level: str = "quick") -> tuple[RankedPlay, ...]:
        """Return the legal plays of the current roll, ranked by the engine."""
        return opponent.rank_plays(self.text, level)

    def hint(self, level: str = "quick") -> Hint:
        """Return what the engine would do next."""
        return opponent.hint(self.text, level)

    def answered(self, seat: int, level: str, dice: DiceSource) -> Draft:
        """Return the record with the engine's actions as `seat`; `dice` is a generator or a function."""
        return Draft(opponent.answer(self.text, seat, level, dice))

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        place = record(self.text).end
        return place.state.thrown(place.pending.dice if place.pending else None)._repr_html_()
