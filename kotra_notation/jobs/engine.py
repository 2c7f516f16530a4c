"""The engine opened for a job: with its package, at a level, and only for games that it knows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from kotra_notation.engine.results import MOST_MEN, ONE_THREAD, knows
from kotra_notation.errors import KotraError
from kotra_notation.legal import MODERN as MODERN
from kotra_notation.legal import rules_of
from kotra_notation.rules import named
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import ProcessPoolExecutor

    from kotra_notation.board import Position
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.model import Match
    from kotra_notation.repair.proposals import Losses
    from kotra_notation.replay import Frame
    from kotra_notation.rules import Ruleset
    from kotra_notation.words.phrases import Phrase


class Engine(Protocol):
    """An engine that analyses matches, by nets that may be others for each game."""

    def knowing(self, ruleset: Ruleset) -> Self:
        """Return the engine with the nets for a game."""


E = TypeVar("E", bound=Engine)
INSTALL = 'pip install "kotra-notation[engine]"'
LEVEL_NAMES = ("quick", "normal", "deep")


def open_engine(level: str = "quick", nets: str | None = None) -> Weigher:
    """Return the engine at a level, for modern kotra with the nets of a file if one is named.

    ValueError where there is no such level, the package numpy is not there, or the file holds no nets.
    """
    check_level(level)
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise KotraError(
            "The engine needs the package {package}: {command}", package="numpy", command=INSTALL
        ) from None
    from kotra_notation.engine.evaluator import Evaluator
    from kotra_notation.engine.modern_arrays import ModernArrays
    from kotra_notation.engine.nets import read_file, shipped_nets
    from kotra_notation.engine.weighing import LEVELS, Weigher

    return Weigher(Evaluator(ModernArrays(read_file(nets) if nets else shipped_nets())), LEVELS[level])


def losses_of(frames: Sequence[Frame]) -> Sequence[Losses | None]:
    """Return what the plays of turns lose, for `repair.proposals`; None each where no engine can.

    How people err in the old game nobody has counted: there it is None, too.
    """
    try:
        for ruleset in (frame.before.setting.ruleset for frame in frames):
            check_rules(ruleset)
            if ruleset.facts.forms:
                return [None] * len(frames)
        engine = open_engine()
    except ValueError:
        return [None] * len(frames)
    from kotra_notation.engine.analysing import losses

    return losses(frames, engine)


def use_one_thread() -> None:
    """Have numpy, if it is not loaded yet, do its sums on one thread: several take longer for so little."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")


def pool(workers: int) -> ProcessPoolExecutor:
    """Processes that ask the engine, each on a thread of its own."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    use_one_thread()
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def engine_for(engine: E, match: Match, rules: Ruleset | None = None) -> E:
    """The engine with the nets for the game of a match; as it is for rules that it does not know."""
    ruleset = rules or named(match.rules or MODERN).ruleset
    return engine.knowing(ruleset) if knows(ruleset) else engine


def check_rules(ruleset: Ruleset) -> None:
    """ValueError for rules under which the engine does not know what plays there are, or what they win."""
    if not knows(ruleset):
        raise KotraError("The engine does not know these rules: {rules}.", rules=ruleset.title)
    if ruleset.facts.men != MOST_MEN:
        raise KotraError("The engine only plays games with {most} checkers a side.", most=MOST_MEN)


def rules_for_engine(position: Position, rules: str | None = None) -> Ruleset:
    """The rules of a position, of the old game those of 1977 unless named; ValueError for unknown ones."""
    ruleset = rules_of(position, rules)
    check_rules(ruleset)
    return ruleset


def learned_under(rules: str) -> str:
    """The rules of the old game under which the nets learned that play by these."""
    return rules.partition(",")[0]


def learned_elsewhere(rules: str) -> Phrase | None:
    """Return what is to be known of nets that learned to play by others of the old game's rules.

    What a game pays is asked for anew: under other points they play well.
    """
    if all(option.startswith("points.") for option in rules.split(",")[1:]):
        return None
    return phrase(
        "The engine's nets were trained on {learned}, not {rules}: it plays as trained.",
        rules=rules,
        learned=learned_under(rules),
    )


def check_position(position: Position) -> Position:
    """A position that the engine can weigh; ValueError for others."""
    goes_on = position.memory is not None and position.memory.phase != "play"
    for seat in (0, 1):
        men = sum(count for count in position.seen_by(seat) if count > 0)
        if not men and not goes_on:
            raise KotraError("A side has no checkers left: the game is over.")
        if men > MOST_MEN:
            raise KotraError(
                "A side has {men} checkers; the engine knows up to {most}.", men=men, most=MOST_MEN
            )
    return position


def check_level(level: str) -> None:
    """Raises ValueError for what is no level."""
    if level not in LEVEL_NAMES:
        raise KotraError(
            "There is no level {level}; known: {levels}.", level=repr(level), levels=", ".join(LEVEL_NAMES)
        )
