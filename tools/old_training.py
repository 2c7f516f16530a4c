"""The nets of the old game, one for each dialect: a single net that tells every outcome."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from kotra_notation.engine.old_arrays import OldArrays, PointsStake, kind
from kotra_notation.engine.old_rows import BEGAN, BOARD, MARKED, WIDTH, outcomes_won
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.rules import RULESETS
from tools.old_players import hits
from tools.self_play import SelfPlay, Stage

if TYPE_CHECKING:
    from kotra_notation.engine.evaluator import GameArrays, Weighed
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules import Ruleset

ALL = 10_000
STAGES = (
    Stage("small", 0.10, (64,), (2e-3, 1e-3), 128, ALL, passes=2),
    Stage("grown", 0.50, (128, 64), (1e-3, 3e-4), 256, ALL, passes=2),
    Stage("settled", 0.35, (128, 64), (3e-4, 1e-5), 512, ALL, passes=2),
    Stage("exact", 0.05, (128, 64), (5e-5, 5e-6), 256, ALL, exact=True, passes=8),
)
# What a new net takes outcomes for, as a logit: what hardly ever comes is slow to be learned by play.
LIKELY = {"jan": -0.3, "uttekt": -2.5}
UNLIKELY = -7.0


def start(ruleset: Ruleset) -> Boards:
    """The row that a game begins with, seen by who begins."""
    row = np.zeros(WIDTH, np.int8)
    row[:BOARD] = ruleset.facts.start
    row[MARKED], row[BEGAN] = ruleset.facts.marks, 1
    return row


class OldTraining(SelfPlay):
    """The net of a dialect, and how the games end that it plays."""

    stages = STAGES
    pace = MappingProxyType({False: 40_000_000, True: 2_500_000})
    remembered = 100_000
    main = "play"
    kept = (*SelfPlay.kept, "hitting")

    def __init__(self, game: str, seed: int) -> None:
        ruleset = RULESETS[game]
        super().__init__(kind(game), start(ruleset), seed, {"play": STAGES[0].sizes})
        self.learners["play"].arrays[-1][:] = [
            LIKELY.get(name.removeprefix("-"), UNLIKELY) for name in OUTCOMES
        ]
        self.old = OldArrays(ruleset.options, self.nets)
        self.ended = np.zeros(len(OUTCOMES))
        self.hitting = np.zeros(0, bool)  # in games against a hitter: whether it throws next

    def begin(self, stage: Stage) -> None:
        """Every third game is played against a hitter."""
        super().begin(stage)
        self.hitting = np.resize(self.hitting, len(self.boards)) if len(self.hitting) else self.first & False

    def arrays(self) -> OldArrays:
        """The dialect, with the net as it stands."""
        self.old.nets = self.nets
        return self.old

    @property
    def stake(self) -> PointsStake:
        """PointsStake."""
        return self.old.stake

    def learn(self, boards: Boards, targets: Floats, stage: Stage, rate: float) -> None:
        """One step of the net."""
        self.learners["play"].learn(self.old.inputs(boards), targets, rate)

    def _remember(self, boards: Boards, targets: Floats) -> None:
        """As chances: an outcome that may come twice counts as sure."""
        super()._remember(boards, targets.clip(0, 1))

    def _made(self, weighed: Weighed) -> Boards:
        """The boards behind the plays that are made; a hitter wins or takes what it likes best."""
        made = super()._made(weighed)
        liked = hits(weighed.boards) + 1000 * self.old.flat(outcomes_won(weighed.boards))
        begins = np.flatnonzero(np.diff(weighed.throws, prepend=-1))
        best = np.repeat(np.maximum.reduceat(liked, begins), np.diff(begins, append=len(liked)))
        rows = np.flatnonzero(liked == best)
        of_each = rows[np.flatnonzero(np.diff(weighed.throws[rows], prepend=-1))]
        hitting = np.flatnonzero(self.hitting & (np.arange(len(made)) % 3 == 0))
        made[hitting] = weighed.boards[of_each[hitting]]
        return made

    def _go_on(self, game: GameArrays, reached: Boards) -> None:
        """The plays are made; how games end is counted."""
        again = game.throws_again(reached)
        super()._go_on(game, reached)
        over = np.flatnonzero(self.first)
        self.hitting ^= ~again
        self.hitting[over] = self.chance.random(len(over)) < 0.5
        self.ended += outcomes_won(reached[self.first]).sum(axis=0)

    def measured(self) -> dict[str, Any]:
        """How often the games since the last time ended in each way, turns at random among them."""
        ended, self.ended = self.ended, np.zeros(len(OUTCOMES))
        own, other = ended[: len(OUTCOMES) // 2], ended[len(OUTCOMES) // 2 : -1]
        whole = max(float(ended.sum()), 1.0)
        shares = zip(OUTCOMES, (own + other).tolist(), strict=False)
        return {"ended": {name: round(count / whole, 4) for name, count in shares if count}}
