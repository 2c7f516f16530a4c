"""The state of a game between two events: the men, whose turn it is, the stakes, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.board import CENTRED, Cube, Points, Position, Standing, on_board, turned
from kotra_notation.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What stays the same through a game: its rules, the score it starts at, whether it is Crawford."""

    ruleset: Ruleset
    score: tuple[float, float] = (0, 0)
    length: int = 0
    crawford: bool = False
    men: tuple[int, int] = (15, 15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A cube turned and not yet answered; `keeper` owns it once it is accepted.

    `level` is 0 for a double, 1 for a beaver, 2 for a raccoon.
    """

    seat: int
    value: int
    keeper: int
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The cube, what is on offer, and whether anybody has doubled."""

    cube: Cube = CENTRED
    offer: Offer | None = None
    resigned: tuple[int, int | None] | None = None
    doubled: bool = False
    automatic: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a game ended: the kind is a word of the public face, the points what the winner scores."""

    winner: int | None
    kind: str
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game between two events, the men seen by `seat`, who is to act; None before anybody has thrown."""

    points: Points
    seat: int | None
    turns: int
    stakes: Stakes
    setting: Setting
    ending: Ending | None = None

    @property
    def viewer(self) -> int:
        """The seat whose view `points` is."""
        return self.seat or 0

    def seen_by(self, seat: int) -> Points:
        """The men as `seat` sees them."""
        turning = self.setting.ruleset.facts.turning
        return self.points if seat == self.viewer else turned(self.points, turning)

    def off(self, seat: int) -> int:
        """How many men of `seat` have been borne off."""
        return self.setting.men[seat] - on_board(self.seen_by(seat))

    @property
    def position(self) -> Position:
        """The state as a position that can be spelled, drawn and set up again."""
        setting, offer, options = self.setting, self.stakes.offer, self.setting.ruleset.options
        money = not setting.length
        return Position(
            points=self.points,
            seat=self.viewer,
            men=setting.men,
            turning=setting.ruleset.facts.turning,
            cube=self.stakes.cube,
            offer=("double", "beaver", "raccoon")[min(offer.level, 2)] if offer else None,
            standing=Standing(
                score=(int(setting.score[0]), int(setting.score[1])),
                length=setting.length,
                crawford=setting.crawford,
                jacoby=money and bool(options["texas"]),
                beavers=money and bool(options["beavers"]),
            ),
        )
