"""What an engine said of a match: decisions with their choices, the luck of throws, the chances to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kotra_notation.model import shares_by_name
from kotra_notation.statistics.cubes import CubeVerdict

# What the digits of a record leave open: a smaller loss is none.
ROUNDING = 0.000005


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedChoice:
    """A play or a cube action that was weighed, with its numbers as they stand in the record.

    `loss` is what is missing from the best in `equity`, `mwc_loss` the same in match winning chances. Of the
    old game `equity` is in points, and `outcomes` are in place of `chances`.
    """

    text: str
    equity: float | None = None
    loss: float | None = None
    mwc: float | None = None
    mwc_loss: float | None = None
    chances: tuple[float, ...] = ()
    outcomes: Mapping[str, float] = field(default_factory=dict, hash=False)
    level: str = ""
    played: bool = False
    extras: Mapping[str, str] = field(default_factory=dict)

    @property
    def shares(self) -> dict[str, float]:
        """Return what can come of a game, by name, for both games."""
        return shares_by_name(self.chances, self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What `seat` lost by a decision: `kind` is a key of `FAULTS`, `loss` is above 0.

    `loss` is None where the record counts in match winning chances only. `stake` is the cube of a session for
    money, by which the loss is multiplied to have it in points; None in a match.
    """

    seat: int
    kind: str
    loss: float | None
    mwc_loss: float | None = None
    stake: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedDecision:
    """One decision that was weighed.

    `game` is the place of the game in the match, `place` that of the turn or the double in its frames, both
    from 0; a cube that was not turned stands at the turn it came before. `turn` counts the throws of the
    game. `seat` decided: who played, or who might double; what the other side answered stands in `cube`.
    `choices` are the best first. `loss` and `mwc_loss` are what `seat` lost, 0 for the best choice, None
    where the record does not tell. `engine` is the program that weighed, `level` how deeply. `lawful` is
    False for a play against the rules. `again`: the same decision has been weighed before in this record,
    and sums leave this one out. `stake` is the cube of a session for money, None in a match. `phase` is that
    of the board `seat` saw, a key of `PHASES`.
    """

    game: int
    place: int
    turn: int
    seat: int
    aspect: Literal["play", "cube"]
    choices: tuple[WeighedChoice, ...]
    loss: float | None = None
    mwc_loss: float | None = None
    cube: CubeVerdict | None = None
    engine: str = ""
    level: str = ""
    lawful: bool = True
    again: bool = False
    stake: int | None = None
    phase: str | None = None

    @property
    def best(self) -> WeighedChoice:
        """The best choice."""
        return self.choices[0]

    @property
    def played(self) -> WeighedChoice | None:
        """The choice that was made, None where it is not known or was not weighed."""
        return next((choice for choice in self.choices if choice.played), None)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return what was lost by it, by whom: for a play at most one, for a cube also that of the answer."""
        if self.cube is None:
            made = [self._fault(self.seat, "play", self.loss, self.mwc_loss)]
        else:
            cube = self.cube
            made = [
                self._fault(self.seat, cube.double_fault, self.loss, self.mwc_loss),
                self._fault(1 - self.seat, cube.answer_fault, cube.answer_loss, cube.answer_mwc_loss),
            ]
        return tuple(fault for fault in made if max(fault.loss or 0, fault.mwc_loss or 0) > ROUNDING)

    def _fault(self, seat: int, kind: str | None, loss: float | None, mwc_loss: float | None) -> Fault:
        return Fault(seat=seat, kind=kind or "", loss=loss, mwc_loss=mwc_loss, stake=self.stake)

    @property
    def worst(self) -> float:
        """The greatest loss of either side in equity, 0 where none is known."""
        return max((fault.loss or 0 for fault in self.faults), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """The luck of a throw of `seat`: in equity and in match winning chances; `stake` as of a decision.

    `played` is False where the record has nothing that was done with the throw, as before a resignation.
    """

    game: int
    place: int
    turn: int
    seat: int
    luck: float | None
    mwc: float | None = None
    stake: int | None = None
    played: bool = True
    engine: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The chance of seat 0 to win the game, 0 to 1, with the play made at `place` or the cube before it.

    `equity` is what that is worth to seat 0, in the old game with what has been awarded in the game so far;
    `mwc` is its chance to win the match, None for money and where the record does not tell.
    """

    game: int
    place: int
    turn: int
    chance: float
    equity: float | None = None
    mwc: float | None = None
