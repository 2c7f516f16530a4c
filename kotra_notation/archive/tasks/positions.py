"""The rolls of an archive before which a board stood so: where they are, what was played, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kotra_notation.archive.pages import share
from kotra_notation.archive.tasks import asking
from kotra_notation.board import Position, Turning
from kotra_notation.board.position import position as read_position
from kotra_notation.legal import dice_of
from kotra_notation.report.table_page import Section, cell, number
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_, tongue

START = "start"

if TYPE_CHECKING:
    from kotra_notation.archive.ask.find import Clause, FoundThrow, ThrowPlace
    from kotra_notation.archive.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRolls:
    """Rolls that are looked for: at a position, or at such as it, or where a pattern is met; of some dice.

    `within` so many checkers may stand elsewhere.
    """

    position: Position | None
    clauses: tuple[Clause, ...]
    within: int
    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowsFound:
    """The first rolls found at a position or pattern, and whether there are `more`.

    Of the records of one match it has the rolls of one; `copies` is how many others have some too.
    """

    position: Position | None
    throws: tuple[FoundThrow, ...]
    more: bool
    copies: int = 0

    @property
    def of_today(self) -> bool:
        """Return whether it is a position of today's game."""
        return self.position is not None and self.position.turning is Turning.MIRRORED

    def plays_section(self, language: str) -> Section:
        """Return what was played, by dice, frequent ones first; of each the frequent plays come first."""
        speech = tongue(language)
        by_play: dict[tuple[tuple[int, int], str], list[FoundThrow]] = {}
        for throw in self.throws:
            by_play.setdefault(((max(throw.dice), min(throw.dice)), throw.play), []).append(throw)
        times: Counter[tuple[int, int]] = Counter()
        for (dice, _), throws in by_play.items():
            times[dice] += len(throws)
        rows = []
        for (dice, play), throws in sorted(
            by_play.items(), key=lambda item: (-times[item[0][0]], item[0][0], -len(item[1]), item[0])
        ):
            # The share of the games with a winner that were won by who played so.
            won = [throw.winner == throw.place.seat for throw in throws if throw.winner is not None]
            rows.append(
                (
                    cell("-".join(map(str, dice))),
                    cell(play or speech.say("cannot move")),
                    number(len(throws), speech),
                    share(len(throws), times[dice], speech),
                    share(sum(won), len(won), speech),
                )
            )
        heads = (N_("Roll"), N_("Play"), N_("How often"), N_("Share"), N_("Won"))
        return Section(
            anchor="played",
            title=speech.say("What was played"),
            columns=tuple(map(speech.say, heads)),
            numbers=frozenset((2,)),
            rows=tuple(rows),
        )


def set_up(written: str) -> Position:
    """Return the position of a text, if it is one of today's game; else that in which such games begin."""
    start = read_position(START)
    try:
        wanted = read_position(written) if written else start
    except ValueError:
        return start
    return wanted if wanted.turning is start.turning else start


def positions_found(
    folder: str,
    position: Position | str | None,
    side: int | None,
    pattern: str,
    within: int,
    dice: str,
    most: int,
) -> ThrowsFound:
    """Find the rolls at a position, perhaps as it is typed, or where a pattern is met if there is none."""
    board = read_position(position, side) if isinstance(position, str) and position else position or None
    wanted = wanted_rolls(board, pattern, within, dice)
    with asking(folder) as store:
        return throws_found(store, wanted, most)


def wanted_rolls(
    position: Position | None = None, pattern: str = "", within: int = 0, dice: str = ""
) -> WantedRolls:
    """Return the rolls to look for; ValueError for what is no pattern, or no dice.

    A position may have the dice, such as an XGID; `dice` counts before them.
    """
    from kotra_notation.archive.ask.find import pattern as read_pattern

    clauses = () if position else read_pattern(pattern)
    rolled = dice_of(dice) if dice else position.dice if position else None
    return WantedRolls(position=position, clauses=clauses, within=within, dice=rolled)


def is_pattern(text: str) -> bool:
    """Return whether a text can be read as a pattern."""
    from kotra_notation.archive.ask.find import pattern as read_pattern

    try:
        return bool(read_pattern(text))
    except ValueError:
        return False


def throws_found(store: Store, wanted: WantedRolls, most: int) -> ThrowsFound:
    """Return the first rolls before which the board stood so, or met a pattern."""
    from kotra_notation.archive.ask.find import at_position, found_throws, nearest, of_pattern
    from kotra_notation.archive.sameness import copy_groups

    copies = {match for group in copy_groups(store) for match in group[1:]}
    left_out: set[int] = set()

    def is_kept(place: ThrowPlace) -> bool:
        """Return whether a roll is of no copy, and note the copy."""
        if place.match in copies:
            left_out.add(place.match)
        return place.match not in copies

    limit = most + 1 + len(copies)
    if wanted.position is None:
        places = of_pattern(store, wanted.clauses)
    elif wanted.within:
        places = iter(nearest(store, wanted.position, wanted.within, limit, wanted.dice))
    else:
        places = at_position(store, wanted.position)
    throws = found_throws(store, filter(is_kept, places), most + 1, wanted.dice)
    return ThrowsFound(
        position=wanted.position, throws=tuple(throws[:most]), more=len(throws) > most, copies=len(left_out)
    )
