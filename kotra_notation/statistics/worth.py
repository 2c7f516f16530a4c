"""What equity is worth at a score and a cube: chances to win the match, or points in a session for money."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.equity.match_table import kazaross
from kotra_notation.replay import GameReplay
from kotra_notation.rules.ruleset import Setting, State

TABLE = "Kazaross-XG2"
DIGITS = 6  # of the chances in the files of programs
UNIT = 10**-DIGITS


class Scale(NamedTuple):
    """Chances of seat 0 are `slope` times its equity, and `middle`."""

    slope: float
    middle: float

    def equity(self, mwc: float, seat: int) -> float:
        """The equity of a side at chances of its own; that of a pass where they are alike in all digits."""
        if abs(mwc - self.won(seat)) < UNIT / 2:
            return 1.0
        mine = (mwc if seat == 0 else 1 - mwc) - self.middle
        return round((mine if seat == 0 else -mine) / self.slope, DIGITS)

    def won(self, seat: int) -> float:
        """The chances of a side that has won the cube as it stands."""
        return round(self.middle + self.slope if seat == 0 else 1 - self.middle + self.slope, DIGITS)

    def worth(self, equity: float | None) -> float | None:
        """Return what so much equity is worth in chances."""
        return None if equity is None else self.slope * equity

    def chance(self, equity: float) -> float:
        """The chances of seat 0 at an equity of its own."""
        return min(max(self.middle + self.slope * equity, 0.0), 1.0)

    def agrees(self, other: Scale) -> bool:
        """Return whether two scales say the same, but for what the digits of a file leave open."""
        return all(abs(self.won(seat) - other.won(seat)) < 20 * UNIT for seat in (0, 1))


def table_scale(state: State) -> Scale | None:
    """The scale of a score and a cube by the match equity table; None for money and for what is decided."""
    setting, cube = state.setting, state.stakes.cube.value
    won, lost = _chance(setting, (cube, 0)), _chance(setting, (0, cube))
    if won is None or lost is None or won - lost < UNIT:
        return None
    return Scale((won - lost) / 2, (won + lost) / 2)


def after(game: GameReplay, setting: Setting) -> float | None:
    """The chance of seat 0 to win the match behind a game; None where it did not end, or no table tells."""
    if game.kind == "unfinished":
        return None
    mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
    return _chance(setting, (mine, other))


def gain(game: GameReplay, setting: Setting) -> float | None:
    """What seat 0 has gained by a game, in chances to win the match or in points; None if it did not end."""
    if game.kind == "unfinished":
        return None
    mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
    if not setting.length or not setting.ruleset.facts.cube:
        return mine - other
    before, behind = _chance(setting, (0, 0), begun=False), _chance(setting, (mine, other))
    return None if before is None or behind is None else behind - before


def _chance(setting: Setting, points: tuple[float, float], *, begun: bool = True) -> float | None:
    """The chance of seat 0 to win the match where so many points are added; None where no table tells it.

    `begun`: they are won in this game, behind which it is after Crawford if this is that game.
    """
    options, score = setting.ruleset.options, setting.score
    if not setting.length or not setting.ruleset.facts.cube or any(one % 1 for one in (*score, *points)):
        return None
    need, other = (int(setting.length - score[seat]) for seat in (0, 1))
    after = not options["crawford"] or (min(need, other) == 1 and (begun or not setting.crawford))
    return kazaross().chance(need - int(points[0]), other - int(points[1]), after=after)
