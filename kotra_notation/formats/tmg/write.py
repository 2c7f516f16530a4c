"""Writing a TrueMoneyGames file as GNU Backgammon reads it; what it cannot hold is said.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kotra_notation.formats.format import Writing, lasting
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import clean
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.read import LINE, Reader
from kotra_notation.formats.tmg.rows import MOST, GameRecords
from kotra_notation.model import Match

HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.AUTOMATIC,
        Thing.FORFEITS,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.EXTRAS,
    }
)


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other."""
    left, ledger = several(matches, HOLDS)
    sheets = ("\n".join([*Writer(match).lines(), ""]) for match in left)
    return checked(left, sheets, lambda lines: Reader().read(lines), ledger)


class Writer:
    """One match as lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.length = match.length if match.length and 0 <= match.length < MOST else 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        yield from self._head()
        names = (clean(self.match.players[0].name), clean(self.match.players[1].name))
        for place, game in enumerate(self.match.games, 1):
            number = game.number if game.number is not None and 0 <= game.number < MOST else place
            score = game.score.score if game.score else (0, 0)
            whole = all(abs(points) < MOST and not points % 1 for points in score)
            first, second = score if whole else (0, 0)
            yield from ("", f"Game {number}: {first:.0f}-{second:.0f}")
            yield from GameRecords(game.events, names).lines()

    # the head

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        lines: list[str] = []
        for key, value in self.match.info:
            name = key.removeprefix(headers.PREFIX)
            if self._is_moment(key, value):
                continue
            if key.startswith(headers.PREFIX) and self._would_be_read(name, value, taken):
                lines.append(value if key == LINE else f"{name}: {value}")
                taken.add(name)
        yield from [line for line in lines if line.startswith(f"{headers.MATCH}:")]
        for seat, player in enumerate(self.match.players):
            yield headers.player_line(replace(player, name=clean(player.name)), seat)
        yield from [line for line in lines if not line.startswith(f"{headers.MATCH}:")]
        moment = headers.moment_line(dict(self.match.info))
        yield from [moment] if moment else []
        for key, value in headers.rule_lines(options(self.match.rules), self.length, taken).items():
            yield f"{key}: {value}"
        yield f"{headers.LENGTH}: {self.length}"

    def _is_moment(self, key: str, value: str) -> bool:
        """Whether a header is told by the line of the beginning."""
        info = self.match.info
        if key not in ("date", "time") or sum(key == other for other, _ in info) > 1:
            return False
        pattern = headers.DAY if key == "date" else headers.TIME
        return pattern.fullmatch(value) is not None and headers.moment_line(dict(info)) is not None

    def _would_be_read(self, name: str, value: str, taken: set[str]) -> bool:
        """Whether a line of this key and value would be read as itself and nothing else."""
        line = f"{name}: {value}"
        if headers.PREFIX + name == LINE:
            fresh = headers.keyed(value) is None and not records.GAME.match(value)
            return fresh and value != "" and value == value.strip() and lasting(value)
        if headers.keyed(line) != (name, value) or not lasting(line) or records.GAME.match(line):
            return False
        if name in headers.PLAYERS or (name == headers.LENGTH and value.isdigit()):
            return False
        if name == headers.START:
            return headers.moment(value) == [(headers.PREFIX + name, value)]
        supposed = name in headers.RULES and (
            name in taken or headers.option_of(name, value, self.length, cube=True) is not None
        )
        return not supposed
