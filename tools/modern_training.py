"""The nets of modern kotra: one for positions with contact, one for races, and a small one.

The small net ranks plays so that the others need to look at a few of them only; at last it learns from them
alone. Races are played whole and learned without their luck.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from kotra_notation.engine import bearoff
from kotra_notation.engine.evaluator import CUBELESS, Cubeless, Evaluator
from kotra_notation.engine.lockstep import Lockstep, dice
from kotra_notation.engine.many_plays import HOME, turned
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import MEN, inputs, inputs_in_contact, is_over, is_race, nested, other_side
from kotra_notation.engine.weights import MODERN
from tools.judged_plays import loss_of, read_decisions
from tools.self_play import SelfPlay, Stage

if TYPE_CHECKING:
    from kotra_notation.engine.game_arrays import GameArrays
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats

START = np.zeros(26, np.int8)
for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
    START[point] += count
    START[25 - point] -= count


STAGES = (
    Stage("small", 0.08, (128, 128), (1e-3, 7e-4), 256, 6),
    Stage("grown", 0.48, (256, 256, 128), (6e-4, 2e-4), 512, 5),
    Stage("settled", 0.20, (256, 256, 128), (2e-4, 1e-5), 1024, 4),
    Stage("exact", 0.12, (256, 256, 128), (5e-5, 2e-6), 256, 3, exact=True, passes=8),
    Stage("races", 0.08, (256, 256, 128), (3e-4, 3e-6), 512, 4, exact=True, passes=8, races=True),
    Stage("ranks", 0.04, (256, 256, 128), (4e-3, 1e-5), 512, 4, ranks=True),
)
RACE = (96, 48)
RANKING = (64,)
# Of games that are begun anew, how many begin where one side bears off against men that it has caught:
# from the start few games come so far, and what such positions are worth is known to players.
CAUGHT = 0.1
# How many plays the small net learns from at a time.
PLAYS = 1024


def races(count: int, chance: np.random.Generator) -> Boards:
    """Positions at random in which all men have passed each other, of any length."""
    found = np.zeros((count, 26), np.int8)
    for board, border in zip(found, chance.integers(HOME, 25 - HOME, count), strict=True):
        for sign, points in ((1, np.arange(1, border + 1)), (-1, np.arange(24, border, -1))):
            few = chance.integers(1, MEN + 1) if len(points) == HOME and chance.random() < 0.5 else MEN
            likely = chance.dirichlet(np.full(len(points), 0.7))
            board[points] += (sign * chance.multinomial(few, likely)).astype(np.int8)
    return found


def caught(count: int, chance: np.random.Generator) -> Boards:
    """Positions at random in which one side bears off, the other with men on the bar or in its way."""
    found = np.zeros((count, 26), np.int8)
    home = slice(1, HOME + 1)
    for board in found:
        board[home] = chance.multinomial(MEN - chance.integers(0, 13), chance.dirichlet(np.ones(HOME)))
        held = chance.integers(1, 4)
        places = np.append(np.flatnonzero(board[home] == 0) + 1, [0, 0])
        np.subtract.at(board, chance.choice(places, held), 1)
        begin, fewer = (19, chance.integers(0, 11)) if chance.random() < 0.5 else (7, 0)
        others = np.arange(begin, 25)
        board[others] -= chance.multinomial(MEN - held - fewer, chance.dirichlet(np.ones(len(others))))
    turns = chance.random(count) < 0.5
    found[turns] = turned(found[turns])
    return found


class ModernTraining(SelfPlay):
    """The three nets, and what they learn from."""

    stages = STAGES
    pace = MappingProxyType({False: 50_000_000, True: 6_000_000})
    remembered = 300_000
    main = "contact"
    stake: Cubeless = CUBELESS

    def __init__(self, seed: int) -> None:
        sizes = {"contact": STAGES[0].sizes, "race": RACE, "ranking": RANKING}
        super().__init__(MODERN, START, seed, sizes)
        self.decisions = read_decisions()

    def arrays(self) -> ModernArrays:
        """Modern kotra, with the nets as they stand."""
        return ModernArrays(self.nets)

    def begin(self, stage: Stage) -> None:
        """As many games as a stage wants, and of its kind."""
        if self.learners["ranking"].sizes != RANKING:
            self.learners["ranking"] = self.learners["ranking"].grown(RANKING, self.chance)
        if stage.races and not self.done:
            self.lessons, self.targets, self.oldest = self.lessons[:0], self.targets[:0], 0
        super().begin(stage)

    def step(self, stage: Stage, rate: float) -> None:
        """What a stage does over and over."""
        if stage.races:
            self._races(stage, rate)
        elif stage.ranks:
            self._ranks(rate)
        else:
            super().step(stage, rate)

    def _races(self, stage: Stage, rate: float) -> None:
        """Whole races, each without its luck: a net that learns from itself keeps what it gets wrong."""
        game, of = self.arrays(), np.zeros(stage.games, np.intp)
        games = Lockstep(Evaluator(game), races(stage.games, self.chance), [CUBELESS], of)
        turns = list(games.run(dice(stage.games, [int(self.chance.integers(1 << 32))])))
        worth = games.endings.results
        for turn in reversed(turns):
            worth[turn.games] -= games.of_first(turn.best, turn.first) - games.of_first(turn.mean, turn.first)
            self._remember(turn.boards, games.of_first(worth[turn.games], turn.first).clip(0, 1))
        count = sum(len(turn.games) for turn in turns)
        self._study(stage, rate, count)
        self.positions += count
        self.done += count
        self.games += stage.games

    def learn(self, boards: Boards, targets: Floats, stage: Stage, rate: float) -> None:
        """One step of all nets, or of that for races, towards what boards are worth."""
        seen, race = inputs(boards), is_race(boards)
        asked = race & ~bearoff.covers(boards)
        self.learners["race"].learn(seen[asked], targets[asked], rate)
        if not stage.races:
            self.learners["contact"].learn(inputs_in_contact(boards[~race]), targets[~race], rate)
            self.learners["ranking"].learn(seen, targets, rate)

    def _ranks(self, rate: float) -> None:
        """One turn of all games: the small net learns what the large ones say of every play."""
        game, of = self.arrays(), np.zeros(len(self.boards), np.intp)
        weighed = Evaluator(game).weighed(self.boards, self._dice(game), [CUBELESS], of)
        going = np.flatnonzero(~is_over(weighed.boards))
        for begin in range(0, len(going), PLAYS):
            some = weighed.rows(going[begin : begin + PLAYS])
            seen, targets = inputs(turned(some.boards)), other_side(some.chances)
            self.learners["ranking"].learn(seen, targets, rate, some.throws)
        self._go_on(game, self._made(weighed))

    def _go_on(self, game: GameArrays, reached: Boards) -> None:
        """The plays are made; some of the games that are over begin late."""
        super()._go_on(game, reached)
        late = np.flatnonzero(self.first & (self.chance.random(len(self.first)) < CAUGHT))
        self.boards[late], self.odd[late] = caught(len(late), self.chance), 0
        self.first[late] = False

    def measured(self) -> dict[str, Any]:
        """What the nets lose on decisions of the corpus, the small one too; nothing where it is absent."""
        arrays = self.arrays()
        ranked = loss_of(lambda boards: nested(self.nets["ranking"].chances(inputs(boards))), self.decisions)
        return {"loss": loss_of(arrays.chances, self.decisions), "ranking": ranked.get("all")}
