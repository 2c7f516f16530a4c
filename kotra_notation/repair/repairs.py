"""The games of a match in which something is wrong, and what each of them may have been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kotra_notation.findings import Finding
from kotra_notation.model import Game, Match, ScoreClaim
from kotra_notation.repair.effort import Effort, Purse
from kotra_notation.repair.game import Account, accounts, also, unread
from kotra_notation.repair.rows import JUMP, TELLING, row_jumps
from kotra_notation.repair.scores import Misstated, begun, mended, misstated, unended
from kotra_notation.replay import GameReplay, Replay, replay
from kotra_notation.replay.folding import marks_hits
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRepair:
    """What a game with findings may have been: its accounts, the likeliest first."""

    number: int
    readings: tuple[Account, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """The games of a match that something was found in.

    So much is wrong before those numbered `hurried` that they were searched with little effort, and before
    those `passed_over` that they were not searched. `found` is what was said in reading the match.
    """

    replayed: Replay
    games: tuple[GameRepair, ...]
    hurried: tuple[int, ...] = ()
    passed_over: tuple[int, ...] = ()
    found: tuple[Finding, ...] = ()


def repair(
    match: Match,
    rules: str | Ruleset | None = None,
    effort: Callable[[], Effort] | None = None,
    found: Iterable[Finding] = (),
) -> Repairs:
    """What was probably played in every game of a match in which something is wrong.

    The matches of one file share one `Purse`. `found` in reading the match is evidence: the numbers of rows.
    """
    return repairs(replay(match, rules), effort or Purse.of([match]), found)


def repairs(written: Replay, effort: Callable[[], Effort] = Effort, found: Iterable[Finding] = ()) -> Repairs:
    """The same of a match that is replayed already, with so much effort spent on each game.

    Games for which none is left are not looked at.
    """
    found = tuple(found)
    games: list[GameRepair] = []
    hurried: list[int] = []
    passed_over: list[int] = []
    for wrong in wrong_games(written, found):
        left = effort()
        if left.spent:
            passed_over.append(wrong.number)
            continue
        if not left.full:
            hurried.append(wrong.number)
        games.append(wrong.repaired(left))
    return Repairs(
        replayed=written,
        games=tuple(games),
        hurried=tuple(hurried),
        passed_over=tuple(passed_over),
        found=found,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongGame:
    """A game in which something is wrong, as it is looked at: with the scores mended that are `misstated`.

    `numbers` was found of the numbers of its rows, `here` is what is misstated in the game itself.
    """

    number: int
    game: Game
    replay: GameReplay
    following: ScoreClaim | None
    hits_marked: bool
    numbers: tuple[Finding, ...]
    misstated: bool
    here: Misstated | None

    def repaired(self, effort: Effort) -> GameRepair:
        """What it may have been."""
        made_of = accounts(
            self.game,
            self.replay,
            self.following,
            hits_marked=self.hits_marked,
            effort=effort,
            jumps=row_jumps(self.game, self.numbers),
        )
        if self.here:
            made_of = [also(one, self.here.edit, self.here.share) for one in made_of]
        return GameRepair(number=self.number, readings=tuple(made_of))


def wrong_games(written: Replay, found: Iterable[Finding] = ()) -> Iterator[WrongGame]:
    """Yield the games that something was found in, in the order they were played, numbered as they stand."""
    played = written.reordered.replay if written.reordered else written
    places = written.reordered.order.places if written.reordered else range(len(written.games))
    match = played.match
    wrong = misstated(played) or begun(played) or unended(played)
    mended_match = mended(match, wrong.place, (wrong.edit,)) if wrong else match
    stated = replay(mended_match, played.ruleset) if wrong else played
    hits_marked = marks_hits(match)
    numbered = [one for one in found if one.kind.name == JUMP and one.facts["slip"] in TELLING]
    for at, (game, made) in enumerate(zip(mended_match.games, stated.games, strict=True)):
        here = wrong if wrong and wrong.place == at else None
        numbers = tuple([one for one in numbered if one.game == places[at] + 1])
        if here or played.games[at].findings or unread(game) or numbers:
            yield WrongGame(
                number=places[at] + 1,
                game=game,
                replay=made,
                following=mended_match.games[at + 1].score if at + 1 < len(match.games) else None,
                hits_marked=hits_marked,
                numbers=numbers,
                misstated=wrong is not None,
                here=here,
            )
