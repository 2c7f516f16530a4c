"""Writing a GamesGrid record as GNU Backgammon reads it; what it cannot hold is said.

How much is resigned, and that it was accepted, the result says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation.formats.format import Writing, lasting
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import clean
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.read import Reader
from kotra_notation.formats.sgg.rows import MOST, GameLines
from kotra_notation.model import Extra, Game, Match

HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.OPENINGS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.AUTOMATIC,
        Thing.RESIGNATIONS,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.COMMENTS,
        Thing.EXTRAS,
    }
)
INDENT = " " * 20


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other."""
    left, ledger = several(matches, HOLDS)
    sheets = ("\n".join([*Writer(match).lines(), ""]) for match in left)
    return checked(left, sheets, lambda lines: Reader().read(lines), ledger)


class Writer:
    """One match as lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = (clean(match.players[0].name), clean(match.players[1].name))
        self.length = match.length if match.length and 0 <= match.length < MOST else 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        versus = f"{INDENT}{self.names[0]}{lines.VERSUS}{self.names[1]}"
        read_names = lines.versus(versus) or ("", "")
        yield versus
        yield from self._head()
        games = self.match.games
        scores = [game.score.score if game.score else (0.0, 0.0) for game in games]
        stars = headers.starred(scores, self.length)
        for number, (game, star) in enumerate(zip(games, stars, strict=True), 1):
            yield from (self._game(number, game, star), "")
            yield from GameLines(game.events, self.names, read_names).lines()
            yield ""

    # the head

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        for key, value in self.match.info:
            line = headers.line(key, value)
            name = key.removeprefix(headers.PREFIX)
            if line is not None and lasting(line) and self._free(key, name, value, taken):
                taken.add(name)
                yield line
        ratings = headers.rating_line(self.match.players)
        if ratings and headers.ELO not in taken:
            yield ratings
        for key, value in headers.rule_lines(options(self.match.rules), self.length, taken).items():
            yield f"{key}: {value}"
        if headers.LENGTH not in taken:
            yield f"{headers.LENGTH}: {self.length}"

    def _free(self, key: str, name: str, value: str, taken: set[str]) -> bool:
        """Whether a header would be read as itself beside those written and those still to be written."""
        if key in ("place", headers.LINE):
            return not lines.GAME.match(value) and ("place" in taken) == (key == headers.LINE)
        if name == headers.LENGTH:
            return not value.isdigit()
        if name in headers.RULES:
            return name not in taken and headers.option_of(name, value, self.length, 0) is None
        return name != headers.ELO or headers.ratings(value) is None

    # games

    def _game(self, place: int, game: Game, star: bool) -> str:
        number = game.number if game.number is not None and 0 <= game.number < MOST else place
        marks = [one for one in game.events if isinstance(one, Extra) and one.key == headers.STAR]
        star = bool(marks[0].value) if marks else star
        score = game.score.score if game.score else (0, 0)
        first, second = score if all(0 <= one < MOST and not one % 1 for one in score) else (0, 0)
        ahead = first >= second
        stars = "*" * (star and ahead), "*" * (star and not ahead)
        tail = f"/{self.length}" if self.length else ""
        return f"Game {number}.{first:.0f}{stars[0]}-{second:.0f}{stars[1]}{tail}"
