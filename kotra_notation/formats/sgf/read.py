"""Reading SGF: each tree a game, each node of its main line what happened, trees gathered into matches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from kotra_notation import model
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.formats.sgf import headers
from kotra_notation.formats.sgf.game import REPEATED, SHOWN, TreeReader, first_of, unreadable
from kotra_notation.formats.sgf.headers import is_over
from kotra_notation.formats.sgf.tree import Places, Property, Scanner, Tree, unescape
from kotra_notation.formats.sgf.values import parse_match_item, parse_result, parse_rules
from kotra_notation.values import dataclass

MOST_GAMES = 200  # so many games of a match are put in order
MOST_OUTSIDE = 100  # lines outside the trees
_GAME_NUMBER = re.compile(r"MI\s*(?:\[[^\]]*\]\s*){0,4}?\[\s*game\s*:\s*([0-9]{1,6})\s*\]")
_LINE = re.compile(r"\S[^\n]*")
_NODE = re.compile(r";\s*[A-Za-z]{1,8}\s*\[|[A-Z]{1,2}\[[^\]\n]*\]")
_COUNTED = re.compile("[0-9]{1,6}")
_NO_RESULTS = frozenset(("0", "draw", "void", "?", ""))  # of other games, and of unfinished ones
_HEADERS = (*headers.NAMES, *headers.RATINGS, *headers.INFO)
_OF_MATCH = {"FF", "GM", "CA", "AP", "ST", "MI", "RU", "RE", "GC", *_HEADERS}


class GameNumbers:
    """The numbers of all games of a file, to tell games in the wrong order from another match."""

    def __init__(self, text: str) -> None:
        self.numbers = [int(number) + 1 for number in _GAME_NUMBER.findall(text)]
        self.passed = 0  # how many games have been read

    def next_match(self) -> set[int]:
        """Return the numbers of the match that begins here, if each of 1 to the last stands there once."""
        numbers: set[int] = set()
        for number in self.numbers[self.passed : self.passed + MOST_GAMES]:
            if number in numbers:
                break
            numbers.add(number)
        return numbers if numbers == set(range(1, len(numbers) + 1)) else set()


@dataclass(slots=True)
class TreesDraft:
    """A match whose trees are being read."""

    span: model.Span
    length: int | None
    rules: str | None
    info: dict[str, str] = field(default_factory=dict)
    remarks: list[model.Comment] = field(default_factory=list)
    games: list[model.Game] = field(default_factory=list)
    number: int | None = None  # of the last game
    automatic: int = 0  # the most automatic doubles of a game
    near_end: bool = False  # whether a side has begun a game one point short
    waited: set[int] = field(default_factory=set)  # the numbers of games that are to come in whatever order

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        return self.info.get("PW", ""), self.info.get("PB", "")

    def finish(self) -> model.Match:
        """Return the match as far as it was read."""
        white, black = (
            model.Player(name=self.info.get(name, ""), rating=self.info.get(rating))
            for name, rating in zip(headers.NAMES, headers.RATINGS, strict=True)
        )
        info = [(headers.INFO[name], value) for name, value in self.info.items() if name in headers.INFO]
        rules = headers.with_automatic(self.rules, 0 if self.length else self.automatic)
        facts: dict[str, Any] = {
            "info": tuple(info),
            "remarks": tuple(self.remarks),
            "games": tuple(self.games),
        }
        return model.Match(players=(white, black), length=self.length, rules=rules, span=self.span, **facts)


@dataclass(slots=True)
class Root:
    """The place of a game in its match, as the root of its tree states it."""

    length: int | None = None
    game: int | None = None
    score: tuple[int | None, int | None] = (None, None)
    span: model.Span | None = None
    unknown: str = ""
    twice: list[tuple[str, str, str]] = field(default_factory=list)  # items with two values


class Reader:
    """The state of reading one file."""

    def __init__(self, text: str) -> None:
        self.places = Places(text)
        self.scanner = Scanner(text)
        self.numbers = GameNumbers(text)
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: TreesDraft | None = None
        self.games_of_others: set[str] = set()
        self.program = ""

    def read(self) -> None:
        """Read every tree, and close what is open."""
        known = 0
        for tree in self.scanner.trees():
            self._tree(tree)
            for broken in self.scanner.broken[known:]:
                span, why = self.places.span(broken.start, broken.start + 1), broken.why
                self._say(finding(broken.kind, span=span, what=broken.what, why=why, limit=why), ended=True)
            known = len(self.scanner.broken)
        self._close()
        self._outside()

    def _tree(self, tree: Tree) -> None:
        properties = tree.nodes[0].properties if tree.nodes else []
        stated = first_of(properties)
        game = stated["GM"].value.strip() if "GM" in stated else ""
        if game != headers.BACKGAMMON and (game or self.match is None):
            self._another_game(game, tree)
            return
        root = self._root(stated.get("MI"))
        match = self._match(tree, stated, root)
        for prop in properties:
            if prop.name not in REPEATED and (first := stated[prop.name]).raw != prop.raw:
                self._say(header_twice(prop.name, first.raw, prop.raw, self.places.span_of(prop)))
        for item in root.twice:
            self._say(header_twice(*item, root.span))
        number = None if root.game is None else root.game + 1
        if number is not None:
            match.waited.discard(number)
            self.numbers.passed += 1
        source, men = headers.source_of(self.program), headers.men_of(match.rules)
        events = self._head(match, stated, root)
        reader = TreeReader(source, not match.length, men, self.places, self._say, events)
        known = _OF_MATCH if "AE" in stated else {*_OF_MATCH, "CV"}
        reader.read(tree, root_properties=[prop for prop in properties if prop.name not in known])
        words = stated["KN"].values if "KN" in stated else []
        events += self._result(match, stated.get("RE"), words, events)
        if events or number is not None or root.span is None:
            score = None
            if None not in root.score:
                score = model.ScoreClaim(score=root.score, span=root.span)  # type: ignore[arg-type]
            match.number, span = number, self._span_of(tree)
            match.games.append(model.Game(number=number, score=score, events=tuple(events), span=span))

    def _span_of(self, tree: Tree) -> model.Span:
        return self.places.span(tree.start, tree.start + 1)

    def _root(self, stated: Property | None) -> Root:
        """Return what the items of MI say."""
        root = Root()
        if stated is None:
            return root
        root.span = self.places.span_of(stated)
        items: dict[str, int] = {}
        for value in stated.values:
            item = parse_match_item(value)
            if item and item[0] in headers.ITEMS and item[0] not in items:
                items[item[0]] = item[1]
                continue
            root.unknown += f"[{value}]"
            if item and items.get(item[0], item[1]) != item[1]:
                root.twice.append((item[0], str(items[item[0]]), str(item[1])))
        length = items.get("length")
        root.length = length if length is None or length >= 0 else None
        root.game = items.get("game")
        root.score = (items.get("ws"), items.get("bs"))
        return root

    def _match(self, tree: Tree, stated: dict[str, Property], root: Root) -> TreesDraft:
        """Return the match a tree belongs to: the one that is open, or another that it begins."""
        self.program = unescape(stated["AP"].value) if "AP" in stated else ""
        if self.match is not None and self._goes_on(self.match, stated, root):
            return self.match
        self._close()
        span = self._span_of(tree)
        words = parse_rules(stated["RU"].value) if "RU" in stated else None
        rules = headers.rules_of_words(words, root.length, self.program)
        self.match = TreesDraft(span, root.length, rules, waited=self.numbers.next_match())
        if root.length is None:
            self._say(finding("length-missing", span=span))
        return self.match

    @staticmethod
    def _goes_on(match: TreesDraft, stated: dict[str, Property], root: Root) -> bool:
        names = tuple(unescape(stated[name].value) if name in stated else "" for name in headers.NAMES)
        if names != match.names or root.length != match.length:
            return False
        if root.game is None or match.number is None:
            return True
        return root.game + 1 > max(match.number, 1) or root.game + 1 in match.waited

    def _head(self, match: TreesDraft, stated: dict[str, Property], root: Root) -> list[model.Event]:
        """Return what the root says of match and game beside its place: headers, the cube, odd rules."""
        events: list[model.Event] = []
        first = not match.games
        if "CV" in stated and "AE" not in stated:
            events += self._automatic(stated["CV"])
            match.automatic = max(match.automatic, len(events))
        for name in _HEADERS:
            if (prop := stated.get(name)) is None:
                continue
            value = unescape(prop.value)
            if first and len(prop.values) == 1:
                match.info[name] = value
            elif match.info.get(name) != value or len(prop.values) > 1:
                events.append(self.places.extra(prop))
        if (prop := stated.get("GC")) is not None:
            span = self.places.span_of(prop)
            texts = headers.paragraphs(unescape(prop.value))
            remarks = [model.Comment(text=text, span=span) for text in texts]
            if first:
                match.remarks = remarks
            elif remarks != match.remarks:
                events.append(self.places.extra(prop))
        if first:
            match.info = {name: match.info[name] for name in stated if name in match.info}
        if (prop := stated.get("RU")) is not None and self._has_odd_rules(prop, match, root):
            events.append(self.places.extra(prop))
        if root.unknown:
            events.append(model.Extra(key=headers.MI, value=root.unknown, span=root.span))
        return events

    def _has_odd_rules(self, stated: Property, match: TreesDraft, root: Root) -> bool:
        """Return whether the rules of a tree are not those that its match and score let expect."""
        crawford = headers.is_crawford(match.length, root.score, match.near_end)
        match.near_end = match.near_end or crawford
        expected = headers.words_of_rules(match.rules, match.length, crawford)
        parsed = parse_rules(stated.value)
        words = parsed or ("?",)
        if (rules := headers.rules_of_words(parsed, root.length, self.program)) != match.rules:
            span = self.places.span_of(stated)
            one = phrase("the rules of the match are {rules}", rules=match.rules or "modern")
            other = phrase("the rules of this game are {rules}", rules=rules or "modern")
            self._say(finding("witness-disagrees", span=span, one=one, other=other))
        if "CrawfordGame" in words and not crawford and match.length and None not in root.score:
            facts = {"first": root.score[0], "second": root.score[1], "length": match.length}
            other = phrase("at {first}-{second} in this {length}-point match it is not", **facts)
            one = phrase("the header says that this is the Crawford game")
            rule = "MOD-MATCH-2"
            self._say(finding("witness-disagrees", span=root.span, one=one, other=other, rule=rule))
        return list(words) != (expected or []) or len(stated.values) > 1

    def _automatic(self, stated: Property) -> list[model.Event]:
        """Return automatic doubles, one for each turning of the cube that stands before the first throw."""
        text = stated.value.strip()
        value = int(text) if text.isdecimal() and len(text) < 11 else 0
        if value & (value - 1) or not 0 < value <= headers.HIGHEST_CUBE:
            self._say(unreadable(stated, self.places))
            return [self.places.extra(stated)]
        span = self.places.span_of(stated)
        return [model.AutomaticDouble(value=2**power, span=span) for power in range(1, value.bit_length())]

    def _result(
        self, match: TreesDraft, stated: Property | None, words: list[str], events: Sequence[model.Event]
    ) -> list[model.Event]:
        """Return the result; one without a resignation needs an end that the game shows."""
        if stated is None:
            return []
        text = unescape(stated.value).strip()
        result = parse_result(text) if len(stated.values) == 1 else None
        if result is None:
            if text.lower() not in _NO_RESULTS:
                self._say(unreadable(stated, self.places))
            return [self.places.extra(stated)]
        seat, span, unsaid = result.seat, self.places.span_of(stated), headers.UNSAID in words
        counted = [word.removeprefix(headers.POINTS) for word in words if word.startswith(headers.POINTS)]
        points = int(counted[0]) if counted and _COUNTED.fullmatch(counted[0]) else result.points
        claim = model.ResultClaim(seat=seat, points=points, match=headers.MATCH in words, span=span)
        if not (result.resigned or unsaid or is_over(events, seat, headers.men_of(match.rules))):
            found = finding("end-unrecorded", span=span, severity=Severity.WARNING, games=phrase("this game"))
            self._say(found.at(seat=seat, player=match.names[seat]))
        if unsaid or not result.resigned:
            return [claim]
        offer, answer = model.Resignation(seat=1 - seat, span=span), model.ResignationAnswer
        return [offer, answer(seat=seat, accepted=True, span=span), claim]

    def _outside(self) -> None:
        """Say the lines that stand in no tree; those that look as if they should are errors."""
        text, outside = self.scanner.text, self.scanner.outside
        if len(outside) == 1:
            return  # there is no tree at all
        lines = (line for start, end in outside for line in _LINE.finditer(text, start, end))
        for number, line in enumerate(lines):
            span = self.places.span(line.start(), line.end())
            severity = None if _NODE.search(line[0]) else Severity.NOTE
            if number == MOST_OUTSIDE:
                what = phrase("the number of lines outside the games")
                found = finding("limit-passed", span=span, severity=severity, what=what, limit=number)
                self.findings.append(found)
                return
            written = line[0].strip()[:SHOWN]
            self.findings.append(finding("unreadable-line", span=span, severity=severity, written=written))

    def _another_game(self, game: str, tree: Tree) -> None:
        name = headers.GAMES.get(game or "1", phrase("another game"))
        if name not in self.games_of_others:
            self.games_of_others.add(name)
            what = phrase("a record of {game}", game=name)
            self.findings.append(finding("another-game", span=self._span_of(tree), game=what))

    def _say(self, found: Finding, *, ended: bool = False) -> None:
        """Keep a finding of the game that is read, or of one whose tree has `ended`."""
        match = len(self.matches) + 1 if self.match is not None else None
        game = (len(self.match.games) + (not ended) or None) if self.match is not None else None
        self.findings.append(found.at(match=match, game=game))

    def _close(self) -> None:
        if self.match is not None:
            self.matches.append(self.match.finish())
        self.match = None
