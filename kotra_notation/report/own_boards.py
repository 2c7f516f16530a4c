"""What a page needs that draws boards of its own for either game: the bare table, facts for its script."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kotra_notation.board.points import Turning
from kotra_notation.board.svg import table
from kotra_notation.report.boards import bare_picture, wording
from kotra_notation.report.live import LETTERS, SENTENCES, TEXTS
from kotra_notation.words.tongues import Tongue


def bare_table(*, lettered: bool) -> Markup:
    """The picture of a board without checkers, with room for labels, names and the cube of modern kotra."""
    return bare_picture(table(cube=not lettered, labels=True, names=True))


def board_facts(tongue: Tongue, *, lettered: bool) -> dict[str, Any]:
    """Return what `board.js` and `telling.js` ask for beside what happens in a match."""
    turning = Turning.TWELVE if lettered else Turning.MIRRORED
    return {
        "names": wording(tongue).colours,
        "map": "".join([LETTERS[turning.index(index)] for index in range(26)]),
        "view": "towards",
        "cube": not lettered,
        "men": (15, 15),
        "games": [[0, 0, 0, 0, 0]],
        "stops": "000 . 26",
        "texts": {
            name: getattr(wording(tongue), name) for name in (*SENTENCES, "dead" if lettered else "crawford")
        }
        | {"score": tongue.say(TEXTS["score"])},
    }
