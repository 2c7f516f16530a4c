"""Writing a TrueMoneyGames file as GNU Backgammon reads it; what it cannot hold is said.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation.formats.format import Writing, lasting
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import Ledger, clean, said, stated_length, stated_number
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.read import LINE
from kotra_notation.formats.tmg.rows import MOST, Rows
from kotra_notation.model import (
    Game,
    Match,
    Player,
    ScoreClaim,
)

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
    texts: list[str] = []
    for ledger.match, match in enumerate(left, 1):
        texts.append("\n".join([*Sheet(match, ledger).lines(), ""]))
    return Writing(content="\n".join(texts), findings=tuple(ledger.findings))


class Sheet:
    """One match as lines; what of it is lost is noted."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self.ledger = ledger
        self.length = match.length or 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        self.ledger.game = None
        if (self.match.length is None and self.match.games) or not 0 <= self.length < MOST:
            self.ledger.lose("header-lost", stated_length(self.length or None))
            self.length = 0
        yield from self._head()
        names = (clean(self.match.players[0].name), clean(self.match.players[1].name))
        for number, game in enumerate(self.match.games, 1):
            self.ledger.game = number
            yield ""
            yield self._game(number, game)
            yield from Rows(game.events, names, self.ledger).lines()

    # the head

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        lines: list[str] = []
        for key, value in self.match.info:
            name = key.removeprefix(headers.PREFIX)
            if self._is_moment(key, value):
                if key == "date" and "." in value:
                    self.ledger.lose("header-lost", f"{key}: {value}")  # the day is kept, not its spelling
                continue
            if key.startswith(headers.PREFIX) and self._would_be_read(name, value, taken):
                lines.append(value if key == LINE else f"{name}: {value}")
                taken.add(name)
            else:
                self.ledger.lose("header-lost", f"{key}: {value}")
        yield from [line for line in lines if line.startswith(f"{headers.MATCH}:")]
        for seat, player in enumerate(self.match.players):
            yield self._player(player, seat)
        yield from [line for line in lines if not line.startswith(f"{headers.MATCH}:")]
        moment = headers.moment_line(dict(self.match.info))
        yield from [moment] if moment else []
        yield from self._rules(taken)
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
            name in taken or headers.stated(name, value, self.length, cube=True) is not None
        )
        return not supposed

    def _player(self, player: Player, seat: int) -> str:
        one = Player(name=clean(player.name), extras=player.extras)
        line = headers.player_line(one, seat)
        read = headers.player(line.partition(": ")[2], seat)
        if read is None or read.name != player.name:
            self.ledger.lose("header-lost", player.name)
        if player.rating:
            self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
        for key, value in player.extras.items():
            if read is None or read.extras.get(key) != value:
                self.ledger.lose("header-lost", f"{player.name}: {key} {value}")
        return line

    def _rules(self, taken: set[str]) -> Iterator[str]:
        stated = options(self.match.rules)
        written = headers.rule_lines(stated, self.length, taken)
        automatic = max((headers.automatic(game.events) for game in self.match.games), default=0)
        read = headers.read_rules(written, self.length, automatic)
        for option in stated:
            if option not in read:
                self.ledger.lose("rules-lost", option)
        for key, value in written.items():
            yield f"{key}: {value}"

    # games

    def _game(self, place: int, game: Game) -> str:
        number = place if game.number is None else game.number
        if not 0 <= number < MOST:
            self.ledger.lose("header-lost", stated_number(number))
            number = place
        first, second = self._score(game.score)
        return f"Game {number}: {first}-{second}"

    def _score(self, score: ScoreClaim | None) -> tuple[int, int]:
        if score is None:
            return 0, 0
        if all(abs(points) < MOST and not points % 1 for points in score.score):
            return int(score.score[0]), int(score.score[1])
        self.ledger.lose("claim-lost", said(score), score)
        return 0, 0
