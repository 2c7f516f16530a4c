"""Writing SGF as GNU Backgammon does: a tree for each game, a node for each action and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import takewhile
from math import isfinite

from kotra_notation import model
from kotra_notation.board import Position, Turning
from kotra_notation.dates import plain_header
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import check_written
from kotra_notation.formats.holding import Ledger, Thing, reduce_matches
from kotra_notation.formats.sgf import headers
from kotra_notation.formats.sgf.annotations import spell_cube_evaluation, spell_mark, spell_play_evaluation
from kotra_notation.formats.sgf.game import BLANK, NOT_RECORDED
from kotra_notation.formats.sgf.headers import ACTING, AT_ROOT, MI, RE, RU, spell_result
from kotra_notation.formats.sgf.read import Reader
from kotra_notation.formats.sgf.tree import PREFIX, as_read, escape, find_closing
from kotra_notation.formats.sgf.values import SEATS, spell_board, spell_hops
from kotra_notation.implied import game_numbers
from kotra_notation.values import dataclass

# Events that the results and the root of a tree say.
UNWRITTEN = model.AutomaticDouble | model.Resignation | model.ResignationAnswer | model.ResultClaim
# An extra that stands elsewhere than among what is said of a node, those that would not be read as extras.
VARIATION = "sgf:variation"
NEVER = frozenset(("FF", "GM", "CA", "AP", "ST", "W", "B", "KN", "PL", "DI", "AE", "AW", "AB"))
ALONE = frozenset(("CV", "CP", "CO"))  # mean something else at the root

_NAME = re.compile(r"[A-Z]{1,8}")
_ROLLED = re.compile(r"[0-9 ]*[0-9]|yes")  # which of the plays were rolled out


@dataclass(slots=True)
class NodeWriter:
    """The nodes of one game; `kept` are the extras that the root holds."""

    events: tuple[model.Event, ...]
    source: str  # whose evaluations the tree holds
    money: bool
    kept: Mapping[str, model.Extra]
    written: list[str] = field(default_factory=list)
    closing: list[list[str]] = field(default_factory=list)  # behind the main line where it branches
    names: set[str] = field(default_factory=set)  # of the properties in the node that is being written
    seat: int | None = None
    acted: model.Event | None = None
    cube_text: str = ""  # the evaluation behind the last double

    def text(self) -> str:
        """Return all nodes."""
        for index, event in enumerate(self.events):
            self._event(index, event)
        if self.written[-1:] == ["\n("]:
            self.written.append(";")
        return "".join([*self.written, *(part for parts in reversed(self.closing) for part in parts)])

    def _event(self, index: int, event: model.Event) -> None:
        match event:
            case model.Turn():
                self._turn(event, index)
            case model.Double() | model.Beaver():
                self._cube_action(event, "double", event.value)
            case model.Take():
                self._cube_action(event, "take")
            case model.Drop():
                self._cube_action(event, "drop")
            case model.SetPosition(position=position):
                self._position(event, position)
            case model.Comment():
                self._comment(index)
            case model.Mark():
                if marked := spell_mark(event, self.acted, self.seat):
                    self._add(*marked)
            case model.Evaluation():
                self._evaluation(event)
            case model.Extra():
                self._extra(event)
            case _:
                assert isinstance(event, UNWRITTEN), event

    def _open(self, text: str, event: model.Event, seat: int) -> None:
        self.written.append(f"\n;{text}")
        self.names.clear()
        self.acted, self.seat = event, seat

    def _add(self, name: str, values: str) -> None:
        """Put a property into the node, or into one without an action where it has such a one."""
        if name in self.names or name in ALONE or self.written[-1:] == ["\n("]:
            self.written.append("\n;")
            self.names.clear()
        self.names.add(name)
        self.written.append(name + values)

    def _turn(self, turn: model.Turn, index: int) -> None:
        seat, deed = turn.seat, turn.deed
        if not _is_dice(turn.dice):
            return
        dice = f"{turn.dice[0]}{turn.dice[1]}"
        side = SEATS[seat]
        if isinstance(deed, model.NotRecorded):
            self._open(f"PL[{side}]DI[{dice}]KN[{NOT_RECORDED}]", turn, seat)
        elif isinstance(deed, model.Blank):
            follows = next((event for event in self.events[index + 1 :] if isinstance(event, ACTING)), None)
            superseded = isinstance(follows, model.Turn) and follows.seat == seat
            explicit = superseded or isinstance(self.acted, model.SetPosition)
            self._open(f"PL[{side}]DI[{dice}]{f'KN[{BLANK}]' * explicit}", turn, seat)
        else:
            try:
                hops = spell_hops(deed.hops, seat) if isinstance(deed, model.Play) else ""
            except KeyError:
                hops = ""
            self._open(f"{side}[{dice}{hops}]", turn, seat)

    def _cube_action(self, event: model.CubeAction, word: str, value: int | None = None) -> None:
        stated = value is not None and 0 <= value < 10**9
        self._open(f"{SEATS[event.seat]}[{word}]{f'KN[{value}]' * stated}", event, event.seat)
        if isinstance(event, model.Take | model.Drop) and self.cube_text:
            self.written.append(f"DA[{self.cube_text}]")
            self.names.add("DA")
        self.cube_text = ""

    def _position(self, event: model.SetPosition, position: Position) -> None:
        points = position.seen_by(0) if position.turning is Turning.MIRRORED else None
        board = spell_board(points) if points is not None else None
        if board is None:
            return
        seat, cube, dice = position.seat, position.cube, position.dice
        nodes = [f"PL[{SEATS[seat]}]{board}"]
        if dice is not None and _is_dice(dice):
            nodes.append(f"PL[{SEATS[seat]}]DI[{dice[0]}{dice[1]}]")
        value = cube.value if 0 < cube.value < 10**9 else 1
        nodes += [f"CV[{value}]", f"CP[{'c' if cube.owner is None else 'wb'[cube.owner]}]"]
        self._open("\n;".join(nodes), event, seat)

    def _comment(self, index: int) -> None:
        """Write a comment with those that follow it directly, of which the first writes all."""
        if index and isinstance(self.events[index - 1], model.Comment):
            return
        comments = takewhile(lambda event: isinstance(event, model.Comment), self.events[index:])
        self._add("C", f"[{escape(headers.join_paragraphs(comments))}]")  # type: ignore[arg-type]

    def _evaluation(self, evaluation: model.Evaluation) -> None:
        """Write an evaluation, and beside it whether it was rolled out; a tree has those of one program."""
        if evaluation.source != self.source:
            return
        match evaluation.aspect:
            case "play" if self.seat is not None:
                if values := spell_play_evaluation(evaluation, self.seat, money=self.money):
                    self._add("A", "".join([f"[{value}]" for value in values]))
                    rolled = evaluation.extras.get("sgf:MR", "")
                    if _ROLLED.fullmatch(rolled):
                        self._add("MR", f"[{rolled} ]")
            case "cube":
                if value := spell_cube_evaluation(evaluation, money=self.money):
                    self._add("DA", f"[{value}]")
                    if evaluation.extras.get("sgf:CR") == "yes":
                        self._add("CR", "[]")
                    if isinstance(self.acted, model.Double) and not self.cube_text:
                        self.cube_text = value
            case "luck" if evaluation.luck is not None and isfinite(evaluation.luck):
                self._add("LU", f"[{evaluation.luck!r}]")

    def _extra(self, extra: model.Extra) -> None:
        if extra.key == VARIATION and self._variation(extra.value):
            return
        name = extra.key.removeprefix(PREFIX) if extra.key.startswith(PREFIX) else ""
        if name in NEVER or extra.key in AT_ROOT or self.kept.get(extra.key) is extra:
            return
        if _NAME.fullmatch(name) and headers.extra_values(extra):
            self._add(name, extra.value)

    def _variation(self, raw: str) -> bool:
        """Branch: the variation stands behind the main line, which follows; False where it is none."""
        if not raw.startswith("(") or find_closing(raw, 0) != len(raw) or as_read(raw) != raw:
            return False
        if self.written[-1:] == ["\n("]:
            self.closing[-1].append(raw)
        else:
            self.written.append("\n(")
            self.closing.append([")\n", raw])
            self.names.clear()
        return True


def _is_dice(dice: tuple[int, int]) -> bool:
    return all(0 <= die <= 9 for die in dice)


HOLDS = frozenset((
    Thing.CUBE, Thing.BEAVERS, Thing.AUTOMATIC, Thing.RESIGNATIONS, Thing.UNKNOWN_PLAYS, Thing.SETUPS,
    Thing.RESULTS, Thing.SCORES, Thing.REMARKS, Thing.COMMENTS, Thing.MARKS, Thing.ANALYSIS, Thing.EXTRAS,
))  # fmt: skip
MOST_DIGITS = 9


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Return matches one after the other."""
    left, ledger = reduce_matches(matches, HOLDS)
    return check_written(left, _texts(left, ledger), _read, ledger, between="", plain=str)


def _texts(matches: Iterable[model.Match], ledger: Ledger) -> Iterator[str]:
    before: model.Match | None = None
    for ledger.match, match in enumerate(matches, 1):
        yield "".join(Writer(match, ledger, before).trees())
        before = match


def _read(lines: list[str]) -> list[model.Match]:
    reader = Reader("\n".join(lines))
    reader.read()
    return reader.matches


class Writer:
    """One match as trees; what other programs read otherwise is noted."""

    def __init__(self, match: model.Match, ledger: Ledger, before: model.Match | None) -> None:
        self.match, self.ledger, self.before = match, ledger, before
        self.near_end = False
        self.number = 0  # of the last game
        length = match.length
        self.length = length if length is None or 0 <= length < 10**MOST_DIGITS else None
        self.rules = self._rules_as_read()

    def trees(self) -> Iterator[str]:
        """Yield the trees of all games; one without nodes where there is no game."""
        head = self._match_head()
        numbers = game_numbers(self.match.games)
        for index, game in enumerate(self.match.games, 1):
            self.ledger.game = numbers[index - 1]
            yield self._tree(index, game, head if index == 1 else self._names(first=False))
        if not self.match.games:
            yield f"(;{self._head(headers.OURS, self._items([]))}{head})\n"

    def _tree(self, index: int, game: model.Game, head: str) -> str:
        kept = headers.kept_extras(game.events)
        source = next((event.source for event in game.events if isinstance(event, model.Evaluation)), "")
        nodes = NodeWriter(game.events, source, not self.length, kept)

        stated = game.score.score if game.score else (None, None)
        crawford = headers.is_crawford(self.length, stated, self.near_end)
        self.near_end = self.near_end or crawford
        root = self._head(headers.program_of(source), self._match_items(index, game, kept))
        rules = self._rules(crawford, kept)
        doubles = _automatic_doubles(game)
        cube = f"CV[{2**doubles}]" if doubles else ""
        if RE in kept:
            result = f"RE{kept[RE].value}"
        else:
            result = spell_result(game.events, self.ledger, headers.men_of(self.match.rules))
        return f"(;{root}{head}{rules}{cube}{result}{nodes.text()})\n"

    @staticmethod
    def _head(program: str, items: str) -> str:
        return f"FF[4]GM[6]CA[UTF-8]AP[{escape(program)}]{items}"

    def _items(self, further: list[str]) -> str:
        items = [] if self.length is None else [f"[length:{self.length}]"]
        items += further
        return "MI" + "".join(items) if items else ""

    def _match_items(self, index: int, game: model.Game, kept: dict[str, model.Extra]) -> str:
        """Return the property MI: which game this is, and the score before it."""
        number = index if game.number is None else game.number
        first = index == 1
        joins = first and self.before is not None and self._would_join(self.before, number)
        if not 0 < number < 10**MOST_DIGITS or (not first and number <= self.number) or joins:
            number = 1 if first else self.number + 1
        self.number = number
        score: list[str] = []
        stated = game.score.score if game.score else ()
        if stated and all(abs(points) < 10**MOST_DIGITS and not points % 1 for points in stated):
            white, black = stated
            score = [f"[ws:{white:.0f}]", f"[bs:{black:.0f}]"]
        further = [f"[game:{number - 1}]", *score]
        taken = {"game", *(["ws", "bs"] if score else []), *([] if self.length is None else ["length"])}
        if MI in kept and headers.is_unknown(kept[MI], taken):
            further.append(kept[MI].value)
        else:
            kept.pop(MI, None)
        return self._items(further)

    def _would_join(self, before: model.Match, number: int) -> bool:
        """Return whether the first game would be read as the next of the match before."""
        names = [player.name for player in self.match.players]
        if names != [player.name for player in before.players] or before.length != self.match.length:
            return False
        last = before.games[-1].number if before.games else None
        return number > 1 and (last is None or number > last)

    def _match_head(self) -> str:
        """Return what only the first tree says."""
        info: dict[str, str] = {}
        for key, value in self.match.info:
            info.setdefault(headers.PROPERTIES.get(key, ""), plain_header(key, value))
        info.pop("", None)
        if comments := [remark for remark in self.match.remarks if isinstance(remark, model.Comment)]:
            info["GC"] = headers.join_paragraphs(comments)
        return self._names(first=True) + "".join([f"{name}[{escape(text)}]" for name, text in info.items()])

    def _names(self, *, first: bool) -> str:
        written: list[str] = []
        for name, rating, player in zip(headers.NAMES, headers.RATINGS, self.match.players, strict=True):
            written.append(f"{name}[{escape(player.name)}]")
            if first and player.rating is not None:
                written.append(f"{rating}[{escape(player.rating)}]")
        return "".join(written)

    def _rules_as_read(self) -> str | None:
        """Return the rules that the words of RU in the first tree state."""
        games = self.match.games
        first = headers.kept_extras(games[0].events).get(RU) if games else None
        rules = self.match.rules
        words = headers.kept_words(first) if first else headers.words_of_rules(rules, self.length, False)
        return headers.rules_of_words(words, self.length, headers.OURS)

    def _rules(self, crawford: bool, kept: dict[str, model.Extra]) -> str:
        extra = kept.get(RU)
        if extra and headers.has_odd_rules(extra, self.rules, self.length, crawford=crawford):
            return f"RU{extra.value}"
        kept.pop(RU, None)
        words = headers.words_of_rules(self.match.rules, self.length, crawford)
        return "" if words is None else f"RU[{':'.join(words)}]"


def _automatic_doubles(game: model.Game) -> int:
    """Return how often the cube turns before anything else is done, each time to twice its value."""
    doubles = 0
    for event in game.events:
        if isinstance(event, model.AutomaticDouble):
            doubles += event.value == 2 ** (doubles + 1) <= headers.HIGHEST_CUBE
        elif isinstance(event, model.Action | model.ResultClaim):
            break
    return doubles
