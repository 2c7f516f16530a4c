"""First steps in the old game: `python -m tools.old_teaching` plays out what the page of that name teaches.

A lesson is a decision, or positions that differ in one thing; each is played out by the engine with the same
throws, luck taken out. What a lesson says is held to the figures by a test. So is the opening book, the best
two plays of each first throw: they are played on for some turns, and then the net is asked. The figures stand
in `docs/forn-first-steps.json`; `--only-write` writes the tables of those that are there, `--only lessons` or
`--only openings` plays one half anew.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import kotra_notation as kn
from kotra_notation.board import Position
from kotra_notation.engine.lockstep import Lockstep, even_dice
from kotra_notation.engine.many_plays import THROWS
from kotra_notation.engine.old_arrays import OldArrays
from kotra_notation.engine.old_rows import SIDE
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.engine.weighing import Weigher
from kotra_notation.jobs.engine import open_engine, use_one_thread
from kotra_notation.jobs.rows import document
from kotra_notation.rules import RULESETS
from kotra_notation.words.tongues import tongue

if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats

DOCS = Path(__file__).parent.parent / "docs"
DATA = DOCS / "forn-first-steps.json"
GUIDES = {"en": DOCS / "forn-first-steps.md", "is": DOCS / "forn-first-steps.is.md"}
DIALECTS = ("forn-1977", "forn-de", "davidsson")
GAMES, SEED, BEST = 108, 1, 2
# So many turns an opening is played on.
TURNS = 12
BLOCK = re.compile(r"(<!-- (lesson|opening): (\S+) -->\n).*?(<!-- end of (?:lesson|opening) -->)", re.S)
# A play that looks so much worse is not played out, in points.
WITHIN = 2.5
JAN = [OUTCOMES.index(name) for name in ("jan", "stor_jan")]
START = "W: a15; B: m15; first W; first B"


@dataclass(frozen=True)
class Lesson:
    """What is played out, by the account of 1977, and which row must come out better than which.

    Rows are plays of the dice by White, or positions with a name in each language; of these White throws
    next, or Black. What is hard to tell apart is played out so many `times` more often.
    """

    better: tuple[int, int]
    position: str = ""
    dice: tuple[int, int] | None = None
    plays: tuple[str, ...] = ()
    cases: tuple[tuple[str, str, str], ...] = ()
    heads: tuple[str, str] = ("play", "leikur")
    white_throws: bool = True
    times: int = 1


LESSONS = {
    "out": Lesson((0, 1), START, (3, 1), ("a/b a/d", "a/e"), times=4),
    "hit": Lesson(
        (0, 2),
        "W: a11 d1 g1 k1 l1; B: m11 p1 t1 w1 h1",
        (4, 3),
        ("d/h* g/j", "a/d d/h*", "g/j l/p*", "l/p*/s"),
    ),
    "lone": Lesson(
        (0, 4),
        heads=("a lone man", "stök tafla"),
        cases=tuple(
            (
                f"on {point}, {away}" if away else f"on {point}, behind Black's start",
                f"á {point}, {thus}" if away else f"á {point}, aftan við uppsetningarreit svarts",
                f"W: a12 d1 k1 {point}1; B: m14 h1",
            )
            for point, away, thus in (
                ("l", "", ""),
                ("n", "1 before it", "1 framan við hann"),
                ("p", "3 before it", "3 framan við hann"),
                ("s", "6 before it", "6 framan við hann"),
                ("x", "11 before it", "11 framan við hann"),
            )
        ),
        white_throws=False,
    ),
    "entry": Lesson(
        (0, 3),
        heads=("own men on", "eigin töflur á"),
        cases=tuple(
            (
                ("none", "`b`", "`b` `c`", "`b` `c` `d`")[held],
                ("engin", "`b`", "`b` `c`", "`b` `c` `d`")[held],
                f"W: a9 {' '.join(['b1', 'c1', 'd1'][:held] + ['h1', 'i1', 'j1', 'k1', 'l1'][held:])} bar1; "
                "B: m11 o1 r1 v1 x1",
            )
            for held in range(4)
        ),
    ),
    "jan": Lesson(
        (3, 0),
        heads=("dead men of Black", "dauðar töflur svarts"),
        cases=tuple(
            (
                str(dead),
                str(dead),
                f"W: a8 g1 h1 i1 j1 k1 n1 p1; B: m{11 - dead} o1 r1 v1 x1" + (f" bar{dead}" if dead else ""),
            )
            for dead in range(4)
        ),
        white_throws=False,
    ),
}


class Rolled:
    """Positions of one rule set played out, or on for so many turns, all with the same throws."""

    def __init__(self, engine: Weigher, games: int, seed: int, turns: int = 0) -> None:
        game = engine.game
        assert isinstance(game, OldArrays)
        self.engine = engine
        self.arrays: OldArrays = game
        self.games = games
        self.seed = seed
        self.turns = turns
        self.known: dict[bytes, Floats] = {}

    def rows(self, boards: Boards) -> Iterator[dict[str, float]]:
        """What each board is worth to the side on roll, and how often either side is jan.

        `more` is by how much it is worth more than the first board, game by game, with its own error.
        """
        if new := [one for one in boards if one.tobytes() not in self.known]:
            self._play(np.array(new))
        every = [self.known[one.tobytes()] for one in boards]
        first = every[0] @ self.arrays.rows.points
        for free in every:
            points = free @ self.arrays.rows.points
            yield {
                "points": float(points.mean()),
                "error": float(points.std(ddof=1)) / self.games**0.5,
                "more": float((points - first).mean()),
                "more_error": float((points - first).std(ddof=1)) / self.games**0.5,
                "jan": float(free[:, JAN].sum(axis=1).mean()),
                "their_jan": float(free[:, [one + SIDE for one in JAN]].sum(axis=1).mean()),
            }

    def _play(self, boards: Boards) -> None:
        """The games of these boards."""
        many = np.repeat(boards, self.games, axis=0)
        play = Lockstep(self.engine.evaluator, many, [self.arrays.stake], np.zeros(len(many), np.intp))
        dice = even_dice(0, self.games, self.seed)
        for _ in islice(play.run(np.tile(some, len(boards)) for some in dice), self.turns or None):
            pass
        play.stop()
        for board, free in zip(boards, np.split(play.endings.without_luck, len(boards)), strict=True):
            self.known[board.tobytes()] = free

    def plays(self, position: Position, chosen: Sequence[str] = ()) -> list[dict[str, Any]]:
        """The plays of its dice that are chosen, or the best ones, as they come out."""
        (throw,) = self.engine.throws([position], [None])
        near = [one for one in throw.plays[:BEST] if throw.plays[0].equity - one.equity <= WITHIN]
        texts = {one.text: one for one in throw.plays}
        made = [texts[text] for text in chosen] or near
        told = [list(one.key) for one in made]
        behind = self.arrays.plays(self.arrays.arrays_of([position]).boards, np.array([position.dice])).boards
        places = behind[:, self.arrays.key_columns].tolist()
        after = self.arrays.for_next_throw(behind[[places.index(one) for one in told]])
        worths = [turned(one) for one in self.rows(after)]
        found = [{"name": play.text, **worth} for play, worth in zip(made, worths, strict=True)]
        return found if chosen else sorted(found, key=lambda one: -one["points"])


def turned(row: dict[str, float]) -> dict[str, float]:
    """What a board is worth to the other side."""
    other = {"points": -row["points"], "more": -row["more"], "jan": row["their_jan"], "their_jan": row["jan"]}
    return {**row, **other}


def lesson_rows(lesson: Lesson, rolled: Rolled) -> list[dict[str, Any]]:
    """The rows of a lesson, as White sees them."""
    rolled = Rolled(rolled.engine, rolled.games * lesson.times, rolled.seed)
    if lesson.dice:
        return rolled.plays(replace(kn.position(lesson.position), dice=lesson.dice), lesson.plays)
    positions = [kn.position(text) for _, _, text in lesson.cases]
    seen = positions if lesson.white_throws else [one.passed() for one in positions]
    worths = rolled.rows(rolled.arrays.arrays_of(seen).boards)
    return [
        {"name": name, **(worth if lesson.white_throws else turned(worth))}
        for (name, _, _), worth in zip(lesson.cases, worths, strict=True)
    ]


def openings(name: str, rolled: Rolled) -> Iterator[dict[str, Any]]:
    """The best plays of each first throw."""
    start = kn.position(START)
    for one, two in THROWS:
        print(f"\r{name} {one}{two} ", end="", file=sys.stderr)
        yield {"throw": f"{one}{two}", "plays": rolled.plays(replace(start, dice=(one, two)))}


def written(text: str, data: dict[str, Any], language: str) -> str:
    """A guide with the tables of these figures in their places."""

    def block(match: re.Match[str]) -> str:
        kind, name = match[2], match[3]
        table = lesson_table(name, data, language) if kind == "lesson" else opening_table(data, language)
        lines = "\n".join(table)
        return f"{match[1]}{lines}\n{match[4]}"

    return BLOCK.sub(block, text)


HEADS = {
    "en": ("points for White", "White wins by jan", "Black wins by jan"),
    "is": ("tölur hvíts umfram svartan", "hvítur vinnur með jani", "svartur vinnur með jani"),
}
OPENING = {"en": ("throw", "next"), "is": ("kast", "næst")}
MADE = {
    "en": "Played out {games} times each, with seed {seed}.",
    "is": "Leikið {games} sinnum til enda, með fræi {seed}.",
}
MADE_OPENING = {
    "en": "Played on {games} times each for {turns} turns, with seed {seed}.",
    "is": "Leikið {games} sinnum áfram, {turns} köst í hvert sinn, með fræi {seed}.",
}
NO_OTHER = "–"


def lesson_table(name: str, data: dict[str, Any], language: str) -> Iterator[str]:
    """The rows of a lesson."""
    lesson, speech = LESSONS[name], tongue(language)
    yield _row([lesson.heads[language == "is"], *HEADS[language]])
    yield "|---|---|---|---|"
    for at, row in enumerate(data["lessons"][name]):
        case = lesson.cases[at] if lesson.cases else None
        shown = case[0 if language == "en" else 1] if case else f"`{row['name']}`"
        shares = [f"{speech.number(100 * min(max(row[key], 0), 1), 0)} %" for key in ("jan", "their_jan")]
        yield _row([shown, worth(row, language), *shares])
    by = data["lessons_by"]
    yield ""
    yield MADE[language].format(**{**by, "games": by["games"] * lesson.times})


def opening_table(data: dict[str, Any], language: str) -> Iterator[str]:
    """The best plays of the first throws, in every dialect."""
    throw, following = OPENING[language]
    yield _row([throw, *(head for name in DIALECTS for head in (f"`{name}`", following))])
    yield "|---|" + "---|---|" * len(DIALECTS)
    for every in zip(*(data["openings"][name] for name in DIALECTS), strict=True):
        cells = (cell for one in every for cell in _two_plays(*one["plays"], language=language))
        yield _row([every[0]["throw"], *cells])
    yield ""
    yield MADE_OPENING[language].format(**data["openings_by"])


def _two_plays(
    first: dict[str, Any], second: dict[str, Any] | None = None, *, language: str
) -> tuple[str, str]:
    """The best play with its points, and the next best with what it loses."""
    best = f"`{first['name']}` {worth(first, language)}"
    if second is None:
        return best, NO_OTHER
    loss = {"points": second["more"] - first["more"], "error": max(second["more_error"], first["more_error"])}
    return best, f"`{second['name']}` {worth(loss, language)}"


def worth(row: dict[str, Any], language: str) -> str:
    """Points with their standard error."""
    points, error = (tongue(language).number(row[key], 2) for key in ("points", "error"))
    return f"{'+' if row['points'] > 0 else ''}{points} ± {error}"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def played(asked: argparse.Namespace, data: dict[str, Any]) -> dict[str, Any]:
    """All that is to be played, put in place of what there was."""
    engine = open_engine("normal")
    engines = {name: engine.knowing(RULESETS[name]) for name in DIALECTS}
    found = dict(data)
    found["engines"] = {name: one.source for name, one in engines.items()}
    by = {"games": asked.games, "seed": asked.seed}
    if asked.only != "openings":
        rolled = Rolled(engines[DIALECTS[0]], asked.games, asked.seed)
        found["lessons_by"] = by
        found["lessons"] = {name: lesson_rows(one, rolled) for name, one in LESSONS.items()}
    if asked.only != "lessons":
        found["openings_by"] = by | {"turns": asked.turns}
        found["openings"] = {
            name: list(openings(name, Rolled(engine, asked.games, asked.seed, asked.turns)))
            for name, engine in engines.items()
        }
    return found


def main() -> None:
    """Play out what is taught, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--turns", type=int, default=TURNS, help="so many turns openings are played on")
    parser.add_argument("--only", choices=("lessons", "openings"))
    parser.add_argument("--only-write", action="store_true")
    asked = parser.parse_args()
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    if not asked.only_write:
        data = played(asked, data)
        DATA.write_text(document(data) + "\n", encoding="utf-8")
    if not {"lessons", "openings"} <= data.keys():
        return
    for language, path in GUIDES.items():
        path.write_text(written(path.read_text(encoding="utf-8"), data, language), encoding="utf-8")


if __name__ == "__main__":
    use_one_thread()
    main()
