"""What the page's script needs to show any stop on the large board, as compact text.

The stops stand in one string with bars between, each of fields with blanks between: the seat on roll and
the dice or what is on offer, the arrows (two letters each, `a` for 0), the men on the 26 places as seat 0
sees them (large letters its own, small ones the other's, numbers for so many empty places) unless they are
as the arrows before have led them, the cube's owner and value unless it is in the middle at 1, the marked
points, and what else the board remembers. An empty field is a dot, or left out at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from kotra_notation.board import BAR, OFF, Position, Turning
from kotra_notation.board.layout import drawn_name, fitting
from kotra_notation.board.points import TURNS
from kotra_notation.board.svg import table
from kotra_notation.report.boards import bare_picture, wording
from kotra_notation.report.charts import all_stops
from kotra_notation.report.quiz import ASKED, HAND
from kotra_notation.report.studies import HEADINGS
from kotra_notation.report.view import Arrow, Page, Stop
from kotra_notation.statistics.questions import least_shown
from kotra_notation.words.tongues import N_, Tongue

CENTRED = "-1"
MOST = 26  # men on a point that a letter can tell
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # for the 26 places
OFFERS = {"double": "D", "beaver": "B", "raccoon": "R"}

# What the script says of a board, and what else it says by the name it has for it.
SENTENCES = (
    *("to_play", "on_roll", "offers", "sides", "side", "on_point", "on_bar", "borne_off", "nothing"),
    *("comma", "cube_middle", "cube_owned", "pips"),
)
TEXTS = {
    "turn": N_("turn {number}"),
    "unsure": N_("The position is uncertain here."),
    "copied": N_("Copied: {text}"),
    "uncopied": N_("Could not be copied; select it yourself: {text}"),
    "hidden": N_("What would you play?"),
    "score": N_("The score is {white}–{black}."),
}
CRAWFORD_TEXTS = {"crawford_game": N_("Crawford game")}
# What the script says where an engine spoke.
WEIGHED_TEXTS = {
    "decisions": N_("Decisions"),
    "play": HEADINGS["play"],
    "ask": ASKED["play"],
    "equity": N_("Equity"),
    "loss": N_("Loss"),
    "level": N_("Depth"),
    "played": N_("played"),
    "wins": N_("wins, gammons, backgammons"),
    "loses": N_("loses, gammons, backgammons"),
    "progress": N_("{number} of {all}"),
    "right": N_("Right."),
    "wrong": N_("{loss} lost."),
    "told": N_("{right} of {asked} right so far, {loss} lost in all."),
    "end": N_("That was all: {right} of {asked} right, {loss} lost in all."),
    "next": N_("Next question"),
    "ordered": N_("In the order of the match"),
}

# What it says otherwise, and besides, of the old game.
OLD_TEXTS = {"equity": N_("Points"), "may_win": N_("may win"), "may_lose": N_("may lose")}


def live(page: Page, tongue: Tongue) -> dict[str, Any]:
    """Everything the script needs, ready for JSON."""
    start = page.final.position
    turning = start.turning
    standing = [game_standing(game.end.position) for game in page.games]
    crawford = any(game.crawford for game in page.games)
    sentences = SENTENCES + ("dead",) * page.lettered + ("crawford",) * crawford
    texts = TEXTS | (CRAWFORD_TEXTS if crawford else {})
    return {
        "names": page.players,
        **called(page.players),
        "map": "".join([LETTERS[turning.index(index)] for index in range(26)]),
        "view": page.view,
        "cube": not page.lettered,
        "men": start.men,
        "games": standing,
        "stops": "|".join(spelled(all_stops(page.games))),
        "texts": {name: getattr(wording(tongue), name) for name in sentences}
        | {name: tongue.say(text) for name, text in texts.items()},
    } | (_weighed(page, tongue) if page.evaluated else {})


def _weighed(page: Page, tongue: Tongue) -> dict[str, Any]:
    """What is asked, whether the first chart is of chances or points, and words for what an engine said.

    Of a question whose answers stand in the table of its stop the data have their rows alone.
    """
    texts = WEIGHED_TEXTS | HAND | (OLD_TEXTS if page.lettered else {})
    return {
        "chances": bool(page.charts) and page.charts[0].name in ("chances", "points"),
        "quiz": [
            [question.anchor, question.rows]
            if question.rows
            else [
                question.anchor,
                question.ask,
                [[text, float(f"{loss:.{page.places}f}")] for text, loss in question.answers],
            ]
            for question in page.questions
        ],
        "right": least_shown(page.places),
        "comma": tongue.number(0.5, 1)[1],
        "said": {name: tongue.say(text) for name, text in texts.items()},
        **({"places": page.places} if page.lettered else {}),
    }


def called(names: tuple[str, str]) -> dict[str, list[str]]:
    """The names as there is room for them on the board, where there is not for all of them."""
    short = [fitting(drawn_name(name)) for name in names]
    return {"called": short} if short != list(names) else {}


def game_standing(position: Position) -> list[int]:
    """Return what identifiers say of the match: the score, the length, Crawford, the rules for money."""
    standing = position.standing
    return [
        *standing.score,
        standing.length,
        int(standing.crawford),
        int(standing.jacoby) + 2 * int(standing.beavers),
    ]


def spelled(stops: Iterable[Stop]) -> Iterator[str]:
    """Each stop as text."""
    expected: list[int] = []
    for stop in stops:
        yield spelled_one(stop.position, stop.arrows, stop.marked, expected)
        expected = list(stop.position.seen_by(0))
        play(expected, stop.position.seat, stop.arrows, stop.position.turning)


def spelled_one(
    position: Position,
    arrows: Sequence[Arrow] = (),
    marked: Sequence[int] = (),
    expected: Sequence[int] = (),
) -> str:
    """One stop as text; its men are left out where they are as `expected`."""
    cube = position.cube
    points = list(position.seen_by(0))
    held = f"{'-' if cube.owner is None else cube.owner}{cube.value}"
    fields = (
        f"{position.seat}{dice(position)}",
        "".join([LETTERS[source] + LETTERS[target] for _, source, target in arrows]),
        "" if points == expected else board(points),
        "" if held == CENTRED else held,
        "".join([LETTERS[index] for index in marked]),
        memory(position),
    )
    return " ".join([field or "." for field in fields]).rstrip(" .")


def play(points: list[int], seat: int, arrows: Sequence[Arrow], turning: Turning) -> None:
    """Make a play on a board as seat 0 sees it, as the script does."""
    own = -1 if seat else 1
    turns = TURNS[turning]
    for _, source, target in arrows:
        points[turns[source] if seat else source] -= own
        if target == OFF:
            continue
        there = turns[target] if seat else target
        if points[there] * own < 0:
            points[BAR if seat else OFF] += points[there]
            points[there] = 0
        points[there] += own


def board(points: Sequence[int]) -> str:
    """The men on the 26 places, as the first seat sees them."""
    signs: list[str] = []
    empty = 0
    for men in points:
        if not men:
            empty += 1
            continue
        if empty:
            signs.append(str(empty))
            empty = 0
        signs.append(sign(men))
    if empty:
        signs.append(str(empty))
    return "".join(signs)


@cache
def sign(men: int) -> str:
    """The letter for so many men."""
    return chr((64 if men > 0 else 96) + min(abs(men), MOST))


def dice(position: Position) -> str:
    """The dice as an XGID writes them, or the letter of what is on offer."""
    if position.offer:
        return OFFERS.get(position.offer, "00")
    first, second = position.dice or (0, 0)
    return f"{first}{second}"


def memory(position: Position) -> str:
    """Return what the position text says beyond the men."""
    if position.turning is Turning.MIRRORED and position.men == (15, 15):
        return ""
    return "; ".join(position.text().split("; ")[2:])


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
