"""A collection of games of the old game, played by the engine: `python -m tools.old_collection samples/forn`.

A packed `.kotra` for each dialect, in sittings of ten games; the same seed gives the same bytes. The nets
choose the plays, at once, and the rules make them: every play is looked for among the legal ones, and what
it wins is what the rules say. The README beside them is written too.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

from kotra_notation import model as m
from kotra_notation.engine.lockstep import start_row
from kotra_notation.engine.old_arrays import OldArrays
from kotra_notation.engine.old_rows import BOARD, DECLARED, MARKED
from kotra_notation.engine.weighing import Weigher
from kotra_notation.fast.judges import legal_plays
from kotra_notation.formats import write_matches
from kotra_notation.jobs.engine import open_engine, use_one_thread
from kotra_notation.replay.begins import Begins
from kotra_notation.rules import RULESETS, CompletePlay, Node, Ruleset, throw_of
from kotra_notation.rules.old_outcome import half_wins
from kotra_notation.rules.ruleset import Course, Setting, Stakes, State
from referees.old_games import Making

DIALECTS = ("forn-1977", "forn-de", "davidsson")
GAMES, SEED, A_SITTING = 1_000, 1, 10
MOST_BYTES = 2_000_000

README = """# Games of old kotra

{games} games a dialect that the engine of kotra-notation played against itself, in sittings of {sitting},
one after the other in a `.kotra` ([the notation](../../docs/notation.md#the-old-game)) that is packed.
They are for trying programs on: nobody played them, the players are A and B, and no game was chosen or left
out. What they are games of stands in [docs/forn-kotra.md](../../docs/forn-kotra.md).

| file | rules | games | engine and nets |
|---|---|---|---|
{rows}

Made by `python -m tools.old_collection samples/forn --seed {seed}`; the same nets and seed give
the same bytes. Both sides play what the nets hold best, without looking ahead; the dice are those of Python's
`random.Random`. `xz -dk *.xz` unpacks them; `kotra check .` finds nothing in them.
"""


@dataclass
class Sitting:
    """One sitting as it is played: its games so far, and the game that is on."""

    random: Random
    ruleset: Ruleset
    games: int
    done: list[m.Game] = field(default_factory=list)
    score: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.begins = Begins(self.ruleset)
        self.start = start_row(self.ruleset)
        self.dice: tuple[int, int] | None = None
        self.begin()

    @property
    def over(self) -> bool:
        return len(self.done) == self.games

    def begin(self) -> None:
        """The next game, who begins being settled by the rules or by a throw (FORN-OPEN-1, FORN-OPEN-4)."""
        starter = self.begins.starter
        opening: list[m.Event] = []
        self.dice = None
        if starter is None:
            one, two = self.random.sample(range(1, 7), 2)
            opening.append(m.Opening(dice=(one, two)))
            low_begins = self.ruleset.options["opening.first"] == "low"
            starter = int((one < two) != low_begins)
            if self.ruleset.options["opening.dice"] == "keep":
                self.dice = max(one, two), min(one, two)
        facts = self.ruleset.facts
        state = State(
            points=facts.start,
            seat=starter,
            turns=0,
            stakes=Stakes(),
            setting=Setting(ruleset=self.ruleset, starter=self.begins.starter, main=self.begins.main),
            marks=facts.marks,
            course=Course(main=self.begins.main),
        )
        self.game = Making(self.random, self.ruleset, state, ("race", "race"), opening)
        self.row = self.start

    def thrown(self) -> tuple[int, int]:
        """The dice of the next turn."""
        dice = self.dice or (self.random.randint(1, 6), self.random.randint(1, 6))
        self.dice = None
        return dice

    def make(self, dice: tuple[int, int], after: list[int]) -> None:
        """Make the play that leads to a row, by the rules."""
        game = self.game
        seat = game.state.viewer
        node, half = game.state.node(seat), bool(after[DECLARED])
        play = self._play(node, dice, after, half=half)
        game.made(seat, node, play, dice, half=half)
        game.note()
        if game.state.ending is not None:
            self._end()

    def _play(self, node: Node, dice: tuple[int, int], after: list[int], *, half: bool) -> CompletePlay:
        throw = throw_of(self.ruleset, node, dice)
        found = (half_wins if half else legal_plays)(self.ruleset, throw).values()
        board, marks = tuple(after[:BOARD]), after[MARKED]
        return next(one for one in found if (tuple(one.node.points), one.node.marks) == (board, marks))

    def _end(self) -> None:
        game, ending = self.game, self.game.state.ending
        assert ending is not None
        course = game.state.course
        if ending.winner is None:
            game.events.append(m.Draw())
        head = m.ScoreClaim(score=self.score)
        self.done.append(m.Game(number=len(self.done) + 1, score=head, events=tuple(game.events)))
        self.score = (self.score[0] + course.total(0), self.score[1] + course.total(1))
        self.begins = self.begins.after(course, ending)
        if not self.over:
            self.begin()


def sittings(
    ruleset: Ruleset, engine: Weigher, games: int, seed: int, each: int = A_SITTING
) -> list[m.Match]:
    """So many games in sittings, all of which are played side by side."""
    arrays = engine.game
    assert isinstance(arrays, OldArrays)
    every = [
        Sitting(Random(f"{seed} {ruleset.name} {number}"), ruleset, min(A_SITTING, games - begin))
        for number, begin in enumerate(range(0, games, A_SITTING))
    ]
    on = every
    while on:
        rows, dice = np.array([one.row for one in on], np.int8), [one.thrown() for one in on]
        of = np.zeros(len(on), np.intp)
        thrown = np.array([sorted(one, reverse=True) for one in dice])
        after = engine.evaluator.evaluate_plays(rows, thrown, [arrays.stake], of).first_of_each().boards
        over = arrays.is_over(after).tolist()
        for one, fell, made, ends, row in zip(
            on, dice, after.tolist(), over, arrays.for_next_throw(after), strict=True
        ):
            game = one.game
            one.make(fell, made)
            assert ends == (game.state.ending is not None)
            if not ends:
                one.row = row
        on = [one for one in on if not one.over]
    return [_match(one, number, engine) for number, one in enumerate(every, 1)]


def _match(sitting: Sitting, number: int, engine: Weigher) -> m.Match:
    return m.Match(
        players=(m.Player(name="A"), m.Player(name="B")),
        rules=sitting.ruleset.name,
        info=(("event", "Self-play"), ("round", str(number)), ("annotator", engine.source)),
        games=tuple(sitting.done),
    )


def packed(matches: list[m.Match]) -> bytes:
    """All sittings in one record, packed; the same for the same ones."""
    writing = write_matches(matches, "kotra")
    assert not writing.findings
    return lzma.compress(str(writing.content).encode(), preset=9)


def main() -> None:
    """Write the collection."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    whole, rows = 0, []
    for name in DIALECTS:
        engine = open_engine().knowing(RULESETS[name])
        data = packed(sittings(RULESETS[name], engine, chosen.games, chosen.seed))
        (chosen.folder / f"{name}.kotra.xz").write_bytes(data)
        rows.append(f"| `{name}.kotra.xz` | `{name}` | {chosen.games} | {engine.source} |")
        whole += len(data)
        print(f"{name}: {len(data)} bytes")
    if whole > MOST_BYTES:
        sys.exit(f"{whole} bytes are too many; {MOST_BYTES} at most")
    readme = README.format(games=chosen.games, sitting=A_SITTING, rows="\n".join(rows), seed=chosen.seed)
    (chosen.folder / "README.md").write_text(readme, encoding="utf-8")


if __name__ == "__main__":
    use_one_thread()
    main()
