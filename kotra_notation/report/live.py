"""Facts for the page's script: any stop on the large board as compact text, and words to say of it.

The stops stand in one string with bars between, each of fields with blanks between: the seat on roll and
the dice or what is on offer, the arrows (two letters each, `a` for 0), the men on the 26 places as seat 0
sees them (large letters its own, small ones the other's, numbers for so many empty places) unless they are
as the arrows before have led them, the cube's owner and value unless it is in the middle at 1, the marked
points, and what else the board remembers. An empty field is a dot, or left out at the end. On a page of
modern kotra the dice and arrows that the list of turns tells are left out too; a hyphen stands for no arrows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

from kotra_notation.board import BAR, OFF, Position, Turning
from kotra_notation.board.layout import drawn_name, fitting
from kotra_notation.board.points import TURNS
from kotra_notation.board.svg import table
from kotra_notation.replay.studies import hops_of
from kotra_notation.report.charts import all_stops
from kotra_notation.report.quiz import ASKED, HAND
from kotra_notation.report.studies import HEADINGS
from kotra_notation.report.text_layout import without_style, wording
from kotra_notation.report.view import Arrow, Page, Stop
from kotra_notation.statistics.questions import least_shown
from kotra_notation.words.tongues import N_, Tongue

CENTRED = "-1"
MOST = 26  # men on a point that a letter can tell
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # for the 26 places
OFFERS = {"double": "D", "beaver": "B", "raccoon": "R"}

# The sentences of the script on a board, and its other texts by the names it has for them.
SENTENCES = (
    *("to_play", "on_roll", "offers", "sides", "side", "on_point", "on_bar", "borne_off", "nothing"),
    *("comma", "cube_middle", "cube_owned", "pips"),
)
TEXTS = {
    "turn": N_("turn {number}"),
    "unsure": N_("The position is uncertain here."),
    "copied": N_("Copied: {text}"),
    "uncopied": N_("Could not copy; select the text yourself: {text}"),
    "hidden": N_("What would you play?"),
    "score": N_("The score is {white}–{black}."),
}
CRAWFORD_TEXTS = {"crawford_game": N_("Crawford game")}
# Its texts where another play may be tried on the board.
TRYING_TEXTS = {"undo": HAND["undo"], "back": N_("As played")}
# Its texts where an engine spoke.
WEIGHED_TEXTS = {
    "decisions": N_("Worst errors"),
    "more": N_("And {number} more errors, marked in the games."),
    "play": HEADINGS["play"],
    "ask": ASKED["play"],
    "equity": N_("Equity"),
    "loss": N_("Loss"),
    "level": N_("Depth"),
    "played": N_("played"),
    "heads": N_("% win G BG – lose G BG"),
    "progress": N_("{number} of {all}"),
    "right": N_("Right."),
    "wrong": N_("{loss} lost."),
    "best": N_("Best play."),
    "ranked": N_("Number {rank} of the plays analysed: {loss}."),
    "unknown": N_("Not among the plays analysed."),
    "told": N_("{right} of {asked} right so far, {loss} lost in total."),
    "end": N_("Finished: {right} of {asked} right, {loss} lost in total."),
    "ordered": N_("In the order of the match"),
    "again": N_("Start again"),
}
# Its other texts, and more, of the old game.
OLD_TEXTS = {"heads": "%", "equity": N_("Points"), "may_win": N_("may win"), "may_lose": N_("may lose")}


def live(page: Page, tongue: Tongue, *, spelled: bool = True) -> dict[str, Any]:
    """Return everything the script needs, ready for JSON; `spelled`: it reads plays in the list of turns."""
    start = page.final.position
    crawford = any(game.crawford for game in page.games)
    sentences = SENTENCES + ("dead",) * page.lettered + ("crawford",) * crawford
    texts = TEXTS | (CRAWFORD_TEXTS if crawford else {})
    # The names as there is room for them on the board, where there is not for all of them.
    short = [fitting(drawn_name(name)) for name in page.players]
    return {
        "names": page.players,
        **({"called": short} if short != list(page.players) else {}),
        "map": _map(start.turning),
        "view": page.view,
        "cube": not page.lettered,
        "men": start.men,
        "games": [game_standing(game.end.position) for game in page.games],
        "stops": "|".join(stop_texts(all_stops(page.games), spelled=spelled and not page.lettered)),
        "texts": {name: getattr(wording(tongue), name) for name in sentences}
        | {name: tongue.say(text) for name, text in texts.items()},
        **(
            {} if page.lettered else {"said": {name: tongue.say(text) for name, text in TRYING_TEXTS.items()}}
        ),
    } | (_evaluation_data(page, tongue) if page.evaluated else {})


def _evaluation_data(page: Page, tongue: Tongue) -> dict[str, Any]:
    """Return the questions, words for evaluations, and if the first chart is of chances or points."""
    texts = WEIGHED_TEXTS | TRYING_TEXTS | HAND | (OLD_TEXTS if page.lettered else {})
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


def bare_table(*, lettered: bool) -> Markup:
    """Return a board without checkers, with room for labels, names and the cube of modern kotra."""
    return without_style(table(cube=not lettered, labels=True, names=True))


def board_facts(tongue: Tongue, *, lettered: bool) -> dict[str, Any]:
    """Return what `board.js` and `telling.js` ask for in a page that draws boards of its own."""
    words = wording(tongue)
    return {
        "names": words.colours,
        "map": _map(Turning.TWELVE if lettered else Turning.MIRRORED),
        "view": "towards",
        "cube": not lettered,
        "men": (15, 15),
        "games": [[0, 0, 0, 0, 0]],
        "stops": "000 . 26",
        "texts": {name: getattr(words, name) for name in (*SENTENCES, "dead" if lettered else "crawford")}
        | {"score": tongue.say(TEXTS["score"])},
    }


def _map(turning: Turning) -> str:
    return "".join([LETTERS[turning.index(index)] for index in range(26)])


def game_standing(position: Position) -> list[int]:
    """Return what identifiers say of the match: the score, the length, Crawford, the rules for money."""
    standing = position.standing
    money = int(standing.jacoby) + 2 * int(standing.beavers)
    return [*standing.score, standing.length, int(standing.crawford), money]


def stop_texts(stops: Iterable[Stop], *, spelled: bool = False) -> Iterator[str]:
    """Yield each stop as text; `spelled`: its arrows are left out where its words are those of the play."""
    expected: list[int] = []
    for stop in stops:
        text = stop_text(stop.position, stop.arrows, stop.marked, expected)
        expected = _board_behind(stop, stop.arrows)
        yield _without_play(text, stop, expected) if spelled else text


def _without_play(text: str, stop: Stop, behind: list[int]) -> str:
    """Return a stop as text without what the list of turns tells of its roll and play."""
    head, *rest = text.split(" ")
    words = [(stop.position.seat, hop.source, hop.target) for hop in hops_of(stop.text) or ()]
    same = list(stop.arrows) == words or (bool(words) and _board_behind(stop, words) == behind)
    if same and (words or "/" not in stop.text):
        rest[:1] = ["."]
    elif not stop.arrows:
        rest[:1] = ["-"]
    known = head == f"{stop.seat}{stop.dice}"
    return " ".join(["" if known else head, *rest]).rstrip(" .")


def stop_text(
    position: Position, arrows: Sequence[Arrow] = (), marked: Sequence[int] = (), expected: Sequence[int] = ()
) -> str:
    """Return one stop as text; its men are left out where they are as `expected`."""
    cube = position.cube
    points = list(position.seen_by(0))
    first, second = position.dice or (0, 0)
    dice = OFFERS.get(position.offer, "00") if position.offer else f"{first}{second}"
    held = f"{'-' if cube.owner is None else cube.owner}{cube.value}"
    plain = position.turning is Turning.MIRRORED and position.men == (15, 15)
    fields = (
        f"{position.seat}{dice}",
        "".join([LETTERS[source] + LETTERS[target] for _, source, target in arrows]),
        "" if points == expected else men_text(points),
        "" if held == CENTRED else held,
        "".join([LETTERS[index] for index in marked]),
        "" if plain else "; ".join(position.text().split("; ")[2:]),
    )
    return " ".join([field or "." for field in fields]).rstrip(" .")


def _board_behind(stop: Stop, arrows: Sequence[Arrow]) -> list[int]:
    """Return the men behind a play as seat 0 sees them, as the script makes it."""
    points, seat = list(stop.position.seen_by(0)), stop.position.seat
    own, turns = -1 if seat else 1, TURNS[stop.position.turning]
    for _, source, target in arrows:
        points[turns[source] if seat else source] -= own
        if target == OFF:
            continue
        there = turns[target] if seat else target
        if points[there] * own < 0:
            points[BAR if seat else OFF] += points[there]
            points[there] = 0
        points[there] += own
    return points


def men_text(points: Sequence[int]) -> str:
    """Return the men on the 26 places, as the first seat sees them."""
    runs = (list(run) for _, run in groupby(points, bool))
    return "".join("".join(map(_letter, run)) if run[0] else str(len(run)) for run in runs)


@cache
def _letter(men: int) -> str:
    return chr((64 if men > 0 else 96) + min(abs(men), MOST))
