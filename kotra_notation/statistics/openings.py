"""What good players usually play with the roll that opens a game of backgammon, by common knowledge."""

from __future__ import annotations

from kotra_notation.board import Points

# The men as the side on roll sees them, from 0 to its bar.
STANDARD: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)

# By the higher die and the lower; what is played most comes first.
USUAL: dict[tuple[int, int], tuple[str, ...]] = {
    (2, 1): ("24/23 13/11", "13/11 6/5"),
    (3, 1): ("8/5 6/5",),
    (4, 1): ("24/23 13/9", "13/9 6/5"),
    (5, 1): ("24/23 13/8", "13/8 6/5"),
    (6, 1): ("13/7 8/7",),
    (3, 2): ("24/21 13/11", "13/11 13/10"),
    (4, 2): ("8/4 6/4",),
    (5, 2): ("24/22 13/8", "13/11 13/8"),
    (6, 2): ("24/18 13/11",),
    (4, 3): ("24/20 13/10", "13/10 13/9", "24/21 13/9"),
    (5, 3): ("8/3 6/3",),
    (6, 3): ("24/15", "24/18 13/10"),
    (5, 4): ("24/20 13/8", "13/8 13/9"),
    (6, 4): ("24/14", "24/18 13/9", "8/2 6/2"),
    (6, 5): ("24/13",),
}
