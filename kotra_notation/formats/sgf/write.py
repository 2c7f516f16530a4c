"""Writing SGF as GNU Backgammon does: a tree for each game, a node for each action and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotra_notation import model
from kotra_notation.findings import phrase
from kotra_notation.formats.format import Writing
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import NO_GAME, Ledger, said, stated_length, stated_number
from kotra_notation.formats.sgf import headers, roots
from kotra_notation.formats.sgf.nodes import Nodes
from kotra_notation.formats.sgf.text import as_read, escaped

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
    texts: list[str] = []
    before: model.Match | None = None
    for ledger.match, match in enumerate(left, 1):
        texts += Sheet(match, ledger, before).trees()
        before = match
    return Writing(content="".join(texts), findings=tuple(ledger.findings))


class Sheet:
    """One match as trees; what of it is lost is noted."""

    def __init__(self, match: model.Match, ledger: Ledger, before: model.Match | None) -> None:
        self.match = match
        self.ledger = ledger
        self.before = before
        self.near_end = False
        self.number = 0  # of the last game
        self.rules: str | None = None  # as they will be read
        length = match.length
        self.length = length if length is None or 0 <= length < 10**MOST_DIGITS else None

    def trees(self) -> Iterator[str]:
        """The trees of all games; one without nodes where there is no game."""
        self.ledger.game = None
        self._rules()
        if self.length != self.match.length:
            self.ledger.lose("header-lost", stated_length(self.match.length))
        head = self._match_head()
        for place, game in enumerate(self.match.games, 1):
            self.ledger.game = place
            yield self._tree(place, game, head if place == 1 else self._names(first=False))
        if not self.match.games:
            if self.length is None:  # a tree that says nothing of its place holds a game
                self.ledger.lose("event-lost", NO_GAME)
            yield f"(;{self._head(headers.OURS, self._items([]))}{head})\n"
        self.ledger.game = None

    def _tree(self, place: int, game: model.Game, head: str) -> str:
        kept = roots.kept(game.events)
        nodes = Nodes(game, self.ledger, money=not self.length, men=headers.men(self.match.rules), kept=kept)
        source = next((one.source for one in game.events if isinstance(one, model.Evaluation)), "")
        if headers.source(headers.program(source)) != source or as_read(source) != source:
            source = ""
        nodes.source = source
        crawford, score = self._crawford(game), self._score(game)
        written = [
            self._head(headers.program(source), self._place(place, game, score, kept)),
            head,
            self._words(crawford, kept),
            self._cube(game),
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
            self.ledger.lose("header-lost", stated_number(number))
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
            self.ledger.lose(
                "claim-lost", phrase("the score {first} to {second}", first=white, second=black), game.score
            )
            return []
        return [f"[ws:{white:.0f}]", f"[bs:{black:.0f}]"]

    def _crawford(self, game: model.Game) -> bool:
        score = game.score.score if game.score else (None, None)
        crawford = headers.is_crawford(self.length, score, self.near_end)
        self.near_end = self.near_end or crawford
        return crawford

    def _match_head(self) -> str:
        """What only the first tree says."""
        written = [self._names(first=True)]
        for key, value in self.match.info:
            name = headers.PROPERTIES.get(key, "")
            if not name or as_read(value) != value or f"{name}[" in "".join(written):
                self.ledger.lose("header-lost", f"{key}: {value}")
            else:
                written.append(f"{name}[{escaped(value)}]")
        written.append(self._remarks())
        return "".join(written)

    def _names(self, *, first: bool) -> str:
        """Names, and in the first tree ratings."""
        written: list[str] = []
        for name, rating, player in zip(headers.NAMES, headers.RATINGS, self.match.players, strict=True):
            written_name = as_read(player.name)
            if first and written_name != player.name:
                self.ledger.lose("header-lost", player.name)
            for key, value in player.extras.items() if first else ():
                self.ledger.lose("header-lost", f"{player.name}: {key} {value}")
            written.append(f"{name}[{escaped(written_name)}]")
            if first and player.rating is not None:
                if as_read(player.rating) == player.rating:
                    written.append(f"{rating}[{escaped(player.rating)}]")
                else:
                    self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
        return "".join(written)

    def _remarks(self) -> str:
        remarks: list[model.Comment] = []
        for remark in self.match.remarks:
            if not isinstance(remark, model.Comment):
                self.ledger.lose("annotation-lost", said(remark), remark)
                continue
            remarks.append(remark)
        if not remarks:
            return ""
        text = as_read(headers.joined(remarks))
        if headers.remarks(text) != [remark.text for remark in remarks]:
            for remark in remarks:
                self.ledger.lose("comment-lost", remark.text, remark)
        return f"GC[{escaped(text)}]"

    def _rules(self) -> None:
        """Note the options that no word of RU states."""
        games = self.match.games
        words = headers.words(self.match.rules, self.length, False) if games else None
        if games and (first := roots.kept(games[0].events).get(roots.RU)):
            words = roots.words(first)
        self.rules = headers.rules(words, self.length, headers.OURS)
        automatic = 0 if self.length else max((len(_turned(game)) for game in games), default=0)
        stated = options(headers.with_automatic(self.rules, automatic))
        for option in options(self.match.rules):
            if option not in stated:
                self.ledger.lose("rules-lost", option)

    def _words(self, crawford: bool, kept: dict[str, model.Extra]) -> str:
        extra = kept.get(roots.RU)
        if extra and roots.odd(extra, self.rules, self.length, crawford=crawford):
            return f"RU{extra.value}"
        kept.pop(roots.RU, None)
        words = headers.words(self.match.rules, self.length, crawford)
        return "" if words is None else f"RU[{':'.join(words)}]"

    def _cube(self, game: model.Game) -> str:
        """The cube as automatic doubles at the head of the game leave it."""
        turned = _turned(game)
        for event in game.events:
            if isinstance(event, model.AutomaticDouble) and not any(event is one for one in turned):
                self.ledger.lose("event-lost", said(event), event)
        return f"CV[{2 ** len(turned)}]" if turned else ""


def _turned(game: model.Game) -> list[model.AutomaticDouble]:
    """The automatic doubles that a game begins with, each of twice the cube before."""
    turned: list[model.AutomaticDouble] = []
    for event in game.events:
        if isinstance(event, model.Action | model.ResultClaim) and not isinstance(
            event, model.AutomaticDouble
        ):
            break
        value = 2 ** (len(turned) + 1)
        if isinstance(event, model.AutomaticDouble) and event.value == value <= headers.HIGHEST_CUBE:
            turned.append(event)
    return turned


def _whole(number: float) -> bool:
    """Whether a reader takes a number for points."""
    return abs(number) < 10**MOST_DIGITS and not number % 1
