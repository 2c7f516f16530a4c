"""The measures of a drawn board, in the picture's own units.

The corner of the table, top left, is 0, 0; what lies left of it and above it has negative numbers, so that
nothing moves when a picture has a cube beside the table or names above and below it.
"""

from __future__ import annotations

from typing import NamedTuple


class Measures(NamedTuple):
    """The numbers of one board; `y` counts downwards, a `_step` goes from one thing to the next."""

    # The table.
    right: int = 526
    foot: int = 408
    middle: int = 204
    point: int = 40  # width of a point, and from one column to the next
    point_height: int = 166
    half: int = 240  # width of six points
    bar_left: int = 240
    bar_width: int = 46
    bar_x: int = 263
    tray_left: int = 536
    tray_width: int = 46
    tray_height: int = 182
    # Columns count from 0 to 11 from the left: the first six from one place, the others from another.
    column_x: int = 20
    column_x_right_half: int = 66
    # Men: the first on a point lies so far from its edge; on the bar, so far from the middle.
    man: int = 17
    man_edge: int = 19
    man_step: int = 36
    man_bar: int = 21
    man_bar_step: int = 37
    stack: int = 5  # more men than so many on one place are told by a number on the last of them
    ring: int = 11
    number_size: int = 17
    number_drop: int = 6  # from the centre of a number to its line
    # Men borne off lie on their edges in the trays, the first so far from the edge.
    slab_left: int = 541
    slab_width: int = 36
    slab_height: int = 10
    slab_edge: int = 4
    slab_step: int = 12
    # Dice and the cube on offer lie in the half of the one who throws: the left or the right.
    left_half_x: int = 120
    right_half_x: int = 406
    die: int = 34
    die_round: int = 6
    die_step: int = 42
    spot: int = 3
    spot_step: int = 9
    # The cube beside the table.
    cube: int = 36
    cube_left: int = -46
    cube_round: int = 6
    # The triangle that points to the side on roll.
    turn_x: int = 559
    turn_width: int = 18
    turn_height: int = 14
    # Labels and names.
    label_above: int = -9
    label_below: int = 427
    label_size: int = 15
    name_above: int = -33
    name_below: int = 453
    name_x: int = 26
    name_size: int = 18
    name_man: int = 8
    name_man_x: int = 9
    name_man_lift: int = 6
    # The paper around it.
    margin: int = 10
    margin_cube: int = 56
    margin_labels: int = 31
    margin_names: int = 58

    def column(self, number: int) -> int:
        """The middle of the point so many places from the left."""
        return (self.column_x_right_half if number > 5 else self.column_x) + number * self.point

    def on_point(self, slot: int, above: bool) -> int:
        """The height of a man on a point, the one at the edge being 0."""
        y = self.man_edge + self.man_step * min(slot, self.stack - 1)
        return y if above else self.foot - y

    def on_bar(self, slot: int, above: bool) -> int:
        """The height of a man on the bar, the one nearest to the middle being 0."""
        y = self.man_bar + self.man_bar_step * min(slot, self.stack - 1)
        return self.middle - y if above else self.middle + y

    def slab(self, slot: int, above: bool) -> int:
        """The upper edge of a man borne off."""
        y = self.slab_edge + self.slab_step * slot
        return y if above else self.foot - self.slab_height - y


BOARD = Measures()
MEASURES: dict[str, int] = BOARD._asdict()
