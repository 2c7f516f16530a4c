"""Writing SGF as GNU Backgammon does: a tree for each game, a node for each action and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation import model
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import Thing, several
from kotra_notation.formats.losses import Ledger
from kotra_notation.formats.sgf import headers, roots
from kotra_notation.formats.sgf.nodes import NodeWriter
from kotra_notation.formats.sgf.read import Reader
from kotra_notation.formats.sgf.text import escaped

HOLDS = frozenset(
    {
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.AUTOMATIC,
        Thing.RESIGNATIONS,
        Thing.UNKNOWN_PLAYS,
        Thing.SETUPS,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.REMARKS,
        Thing.COMMENTS,
        Thing.MARKS,
        Thing.ANALYSIS,
        Thing.EXTRAS,
    }
)
MOST_DIGITS = 9


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Matches one after the other."""
    left, ledger = several(matches, HOLDS)
    return checked(left, _texts(left, ledger), _read, ledger, between="", plain=str)


def _texts(matches: Iterable[model.Match], ledger: Ledger) -> Iterator[str]:
    before: model.Match | None = None
    for ledger.match, match in enumerate(matches, 1):
        yield "".join(Writer(match, ledger, before).trees())
        before = match


def _read(text_lines: list[str]) -> list[model.Match]:
    reader = Reader("\n".join(text_lines))
    reader.read()
    return reader.matches


class Writer:
    """One match as trees; what other programs read otherwise is noted."""

    def __init__(self, match: model.Match, ledger: Ledger, before: model.Match | None) -> None:
        self.match = match
        self.ledger = ledger
        self.before = before
        self.near_end = False
        self.number = 0  # of the last game
        length = match.length
        self.length = length if length is None or 0 <= length < 10**MOST_DIGITS else None
        self.rules = self._rules_as_read()

    def trees(self) -> Iterator[str]:
        """The trees of all games; one without nodes where there is no game."""
        head = self._match_head()
        for place, game in enumerate(self.match.games, 1):
            self.ledger.game = place
            yield self._tree(place, game, head if place == 1 else self._names(first=False))
        if not self.match.games:
            yield f"(;{self._head(headers.OURS, self._items([]))}{head})\n"

    def _tree(self, place: int, game: model.Game, head: str) -> str:
        kept = roots.kept(game.events)
        source = next((one.source for one in game.events if isinstance(one, model.Evaluation)), "")
        men = headers.men(self.match.rules)
        nodes = NodeWriter(game, self.ledger, source=source, money=not self.length, men=men, kept=kept)
        crawford, score = self._crawford(game), self._score(game)
        turned = _turned(game)
        written = [
            self._head(headers.program(source), self._place(place, game, score, kept)),
            head,
            self._words(crawford, kept),
            f"CV[{2**turned}]" if turned else "",
            nodes.result.text(),
        ]
        return f"(;{''.join(written)}{nodes.text()})\n"

    # the root

    @staticmethod
    def _head(program: str, items: str) -> str:
        return f"FF[4]GM[6]CA[UTF-8]AP[{escaped(program)}]{items}"

    def _items(self, further: list[str]) -> str:
        items = [] if self.length is None else [f"[length:{self.length}]"]
        items += further
        return "MI" + "".join(items) if items else ""

    def _place(self, place: int, game: model.Game, score: list[str], kept: dict[str, model.Extra]) -> str:
        """The property MI: which game this is, and the score before it."""
        number = place if game.number is None else game.number
        first = place == 1
        joins = first and self.before is not None and self._would_join(self.before, number)
        if not 0 < number < 10**MOST_DIGITS or (not first and number <= self.number) or joins:
            number = 1 if first else self.number + 1
        self.number = number
        further = [f"[game:{number - 1}]", *score]
        taken = {"game", *(["ws", "bs"] if score else []), *([] if self.length is None else ["length"])}
        if roots.MI in kept and roots.unknown(kept[roots.MI], taken):
            further.append(kept[roots.MI].value)
        else:
            kept.pop(roots.MI, None)
        return self._items(further)

    def _would_join(self, before: model.Match, number: int) -> bool:
        """Whether the first game would be read as the next of the match before."""
        names = [player.name for player in self.match.players]
        if names != [player.name for player in before.players] or before.length != self.match.length:
            return False
        last = before.games[-1].number if before.games else None
        return number > 1 and (last is None or number > last)

    def _score(self, game: model.Game) -> list[str]:
        if game.score is None:
            return []
        white, black = game.score.score
        if not (_whole(white) and _whole(black)):
            return []
        return [f"[ws:{white:.0f}]", f"[bs:{black:.0f}]"]

    def _crawford(self, game: model.Game) -> bool:
        score = game.score.score if game.score else (None, None)
        crawford = headers.is_crawford(self.length, score, self.near_end)
        self.near_end = self.near_end or crawford
        return crawford

    def _match_head(self) -> str:
        """What only the first tree says."""
        info: dict[str, str] = {}
        for key, value in self.match.info:
            info.setdefault(headers.PROPERTIES.get(key, ""), value)
        info.pop("", None)
        if comments := [one for one in self.match.remarks if isinstance(one, model.Comment)]:
            info["GC"] = headers.joined(comments)
        return self._names(first=True) + "".join([f"{name}[{escaped(said)}]" for name, said in info.items()])

    def _names(self, *, first: bool) -> str:
        """Names, and in the first tree ratings."""
        written: list[str] = []
        for name, rating, player in zip(headers.NAMES, headers.RATINGS, self.match.players, strict=True):
            written.append(f"{name}[{escaped(player.name)}]")
            if first and player.rating is not None:
                written.append(f"{rating}[{escaped(player.rating)}]")
        return "".join(written)

    def _rules_as_read(self) -> str | None:
        """The rules that the words of RU in the first tree state."""
        games = self.match.games
        first = roots.kept(games[0].events).get(roots.RU) if games else None
        words = roots.words(first) if first else headers.words(self.match.rules, self.length, False)
        return headers.rules(words, self.length, headers.OURS)

    def _words(self, crawford: bool, kept: dict[str, model.Extra]) -> str:
        extra = kept.get(roots.RU)
        if extra and roots.odd(extra, self.rules, self.length, crawford=crawford):
            return f"RU{extra.value}"
        kept.pop(roots.RU, None)
        words = headers.words(self.match.rules, self.length, crawford)
        return "" if words is None else f"RU[{':'.join(words)}]"


def _turned(game: model.Game) -> int:
    """How often automatic doubles turn the cube before anything else is done, each to twice its value."""
    turned = 0
    for event in game.events:
        if isinstance(event, model.AutomaticDouble):
            turned += event.value == 2 ** (turned + 1) <= headers.HIGHEST_CUBE
        elif isinstance(event, model.Action | model.ResultClaim):
            break
    return turned


def _whole(number: float) -> bool:
    """Whether a reader takes a number for points."""
    return abs(number) < 10**MOST_DIGITS and not number % 1
