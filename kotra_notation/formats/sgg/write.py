"""Writing a GamesGrid record as GNU Backgammon reads it; what it cannot hold is said.

How much is resigned, and that it was accepted, the result says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation.formats.format import Writing, lasting
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import Ledger, clean, said, stated_length, stated_number
from kotra_notation.formats.sgg import headers, lines
from kotra_notation.formats.sgg.drafts import CRAWFORD
from kotra_notation.formats.sgg.rows import MOST, Rows
from kotra_notation.model import (
    AutomaticDouble,
    Extra,
    Game,
    Match,
    ScoreClaim,
)

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
    texts: list[str] = []
    for ledger.match, match in enumerate(left, 1):
        texts.append("\n".join([*Sheet(match, ledger).lines(), ""]))
    return Writing(content="\n".join(texts), findings=tuple(ledger.findings))


class Sheet:
    """One match as lines; what of it is lost is noted."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self.ledger = ledger
        self.names = (clean(match.players[0].name), clean(match.players[1].name))
        self.read_names = ("", "")
        self.length = match.length or 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        self.ledger.game = None
        if (self.match.length is None and self.match.games) or not 0 <= self.length < MOST:
            self.ledger.lose("header-lost", stated_length(self.length or None))
            self.length = 0
        yield self._versus()
        yield from self._head()
        games = self.match.games
        scores = [game.score.score if game.score else (0.0, 0.0) for game in games]
        stars = headers.starred(scores, self.length)
        for number, (game, star) in enumerate(zip(games, stars, strict=True), 1):
            self.ledger.game = number
            yield self._game(number, game, star)
            yield ""
            yield from Rows(game.events, self.names, self.read_names, self.ledger).lines()
            yield ""

    # the head

    def _versus(self) -> str:
        line = f"{INDENT}{self.names[0]}{lines.VERSUS}{self.names[1]}"
        self.read_names = lines.versus(line) or ("", "")
        for player, name in zip(self.match.players, self.read_names, strict=True):
            if name != player.name:
                self.ledger.lose("header-lost", player.name)
        return line

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        for key, value in self.match.info:
            line = headers.line(key, value)
            name = key.removeprefix(headers.PREFIX)
            if line is None or not lasting(line) or not self._free(key, name, value, taken):
                self.ledger.lose("header-lost", f"{key}: {value}")
                continue
            if key == "date" and headers.heading(line)[1] != value:
                self.ledger.lose("header-lost", f"{key}: {value}")  # the day is kept, not how it was spelled
            taken.add(name)
            yield line
        yield from self._ratings(taken)
        yield from self._rules(taken)
        if headers.LENGTH not in taken:
            yield f"{headers.LENGTH}: {self.length}"

    def _free(self, key: str, name: str, value: str, taken: set[str]) -> bool:
        """Whether a header would be read as itself beside those written and those still to be written."""
        if key in ("place", headers.LINE):
            return not lines.GAME.match(value) and ("place" in taken) == (key == headers.LINE)
        if name == headers.LENGTH:
            return not value.isdigit()
        if name in headers.RULES:
            return name not in taken and headers.stated(name, value, self.length, 0) is None
        return name != headers.ELO or headers.ratings(value) is None

    def _ratings(self, taken: set[str]) -> Iterator[str]:
        line = headers.rating_line(self.match.players)
        for player in self.match.players:
            rating, games = headers.rating_of(player)
            if player.rating and player.rating != rating:
                self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
            for key, value in player.extras.items():
                if (key, value) != (headers.EXPERIENCE, games):
                    self.ledger.lose("header-lost", f"{player.name}: {key} {value}")
        if line and headers.ELO not in taken:
            yield line

    def _rules(self, taken: set[str]) -> Iterator[str]:
        stated = options(self.match.rules)
        written = headers.rule_lines(stated, self.length, taken)
        automatic = max(
            (sum(isinstance(event, AutomaticDouble) for event in game.events) for game in self.match.games),
            default=0,
        )
        read = headers.read_rules(written, self.length, automatic)
        for option in stated:
            if option not in read:
                self.ledger.lose("rules-lost", option)
        for key, value in written.items():
            yield f"{key}: {value}"

    # games

    def _game(self, place: int, game: Game, star: bool) -> str:
        number = place if game.number is None else game.number
        if not 0 <= number < MOST:
            self.ledger.lose("header-lost", stated_number(number))
            number = place
        marks = [extra.value for extra in game.events if isinstance(extra, Extra) and extra.key == CRAWFORD]
        star = bool(marks[0]) if marks else star
        first, second = self._score(game.score)
        ahead = first >= second
        tail = f"/{self.length}" if self.length else ""
        return f"Game {number}.{first}{'*' * (star and ahead)}-{second}{'*' * (star and not ahead)}{tail}"

    def _score(self, score: ScoreClaim | None) -> tuple[int, int]:
        if score is None:
            return 0, 0
        if all(0 <= points < MOST and not points % 1 for points in score.score):
            return int(score.score[0]), int(score.score[1])
        self.ledger.lose("claim-lost", said(score), score)
        return 0, 0
