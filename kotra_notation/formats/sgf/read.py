"""Reading SGF: each tree a game, each node of its main line what happened, trees gathered into matches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation import model
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.formats.sgf import headers, values
from kotra_notation.formats.sgf.drafts import GameNumbers, Places, Root, TreesDraft
from kotra_notation.formats.sgf.game import REPEATED, TreeReader, first_of
from kotra_notation.formats.sgf.results import over
from kotra_notation.formats.sgf.text import unescaped
from kotra_notation.formats.sgf.tree import Broken, Property, Scanner, Tree

SHOWN = 80
MOST_SAID = 100  # lines outside the trees
LINE = re.compile(r"\S[^\n]*")
NODE = re.compile(r";\s*[A-Za-z]{1,8}\s*\[|[A-Z]{1,2}\[[^\]\n]*\]")
SKIPPED = frozenset(("FF", "GM", "CA", "AP", "ST"))
COUNTED = re.compile("[0-9]{1,6}")
NO_RESULTS = frozenset(("0", "draw", "void", "?", ""))  # of other games, and of unfinished ones


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
        said = 0
        for tree in self.scanner.trees():
            self._tree(tree)
            for broken in self.scanner.broken[said:]:
                self._broken(broken)
            said = len(self.scanner.broken)
        self._close()
        self._outside()

    def _tree(self, tree: Tree) -> None:
        node = tree.nodes[0] if tree.nodes else None
        stated = first_of(node.properties) if node else {}
        game = stated["GM"].value.strip() if "GM" in stated else ""
        if game != headers.BACKGAMMON and not (not game and self.match is not None):
            self._another_game(game, tree)
            return
        root = self._root(stated.get("MI"))
        match = self._match(tree, stated, root)
        for one in tree.nodes[0].properties:
            if one.name not in REPEATED:
                self._once(stated[one.name], one)
        for item in root.twice:
            self._say(header_twice(*item, root.span))
        if root.game is not None:
            match.waited.discard(root.game + 1)
            self.numbers.at += 1
        events = self._head(match, stated, root)
        reader = TreeReader(
            source=headers.source(self.program),
            money=not match.length,
            men=headers.men(match.rules),
            place=self.places.span,
            say=self._say,
            events=events,
        )
        reader.read(tree, root_properties=self._left(match, stated, tree))
        words = stated["KN"].values if "KN" in stated else []
        reader.events += self._result(match, stated.get("RE"), words, reader.events)
        if reader.events or root.game is not None or root.span is None:
            number = root.game + 1 if root.game is not None else None
            score = None
            if None not in root.score:
                score = model.ScoreClaim(score=root.score, span=root.span)  # type: ignore[arg-type]
            match.number = number
            match.games.append(
                model.Game(number=number, score=score, events=tuple(reader.events), span=self._span_of(tree))
            )

    def _span_of(self, tree: Tree) -> model.Span:
        return self.places.span(tree.start, tree.start + 1)

    # the root

    def _root(self, stated: Property | None) -> Root:
        """Return what the items of MI say."""
        root = Root()
        if stated is None:
            return root
        root.span = self.places.span(stated.start, stated.end)
        items: dict[str, int] = {}
        for value in stated.values:
            item = values.match_item(value)
            if item and item[0] in ("length", "game", "ws", "bs") and item[0] not in items:
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
        """The match a tree belongs to: the one that is open, or another that it begins."""
        self.program = unescaped(stated["AP"].value) if "AP" in stated else ""
        if self.match is not None and self._goes_on(self.match, stated, root):
            return self.match
        self._close()
        span = self._span_of(tree)
        words = values.rules(stated["RU"].value) if "RU" in stated else None
        rules = headers.rules(words, root.length, self.program)
        self.match = TreesDraft(span, self.program, root.length, rules, waited=self.numbers.next_match())
        if root.length is None:
            self._say(finding("length-missing", span=span))
        return self.match

    @staticmethod
    def _goes_on(match: TreesDraft, stated: dict[str, Property], root: Root) -> bool:
        names = tuple(unescaped(stated[name].value) if name in stated else "" for name in headers.NAMES)
        if names != match.names() or root.length != match.length:
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
        for name in (*headers.NAMES, *headers.RATINGS, *headers.INFO):
            if (one := stated.get(name)) is None:
                continue
            said = unescaped(one.value)
            if first and len(one.values) == 1:
                match.info[name] = said
            elif match.info.get(name) != said or len(one.values) > 1:
                events.append(self._extra(one))
        if (one := stated.get("GC")) is not None:
            span = self.places.span(one.start, one.end)
            remarks = [model.Comment(text=text, span=span) for text in headers.remarks(unescaped(one.value))]
            if first:
                match.remarks = remarks
            elif remarks != match.remarks:
                events.append(self._extra(one))
        if first:
            match.info = self._in_order(match.info, stated)
        if (one := stated.get("RU")) is not None and self._odd(one, match, root):
            events.append(self._extra(one))
        if root.unknown:
            events.append(model.Extra(key="sgf:MI", value=root.unknown, span=root.span))
        return events

    @staticmethod
    def _in_order(info: dict[str, str], stated: dict[str, Property]) -> dict[str, str]:
        return {name: info[name] for name in stated if name in info}

    def _odd(self, stated: Property, match: TreesDraft, root: Root) -> bool:
        """Return whether the rules of a tree are not those that its match and score let expect."""
        crawford = headers.is_crawford(match.length, root.score, match.near_end)
        match.near_end = match.near_end or crawford
        expected = headers.words(match.rules, match.length, crawford)
        words = values.rules(stated.value) or ("?",)
        if (rules := headers.rules(values.rules(stated.value), root.length, self.program)) != match.rules:
            span = self.places.span(stated.start, stated.end)
            one = phrase("the rules of the match are {rules}", rules=match.rules or "modern")
            other = phrase("those of this game are {rules}", rules=rules or "modern")
            self._say(finding("witness-disagrees", span=span, one=one, other=other))
        if "CrawfordGame" in words and not crawford and match.length and None not in root.score:
            self._say(self._no_crawford(match, root))
        return list(words) != (expected or []) or len(stated.values) > 1

    @staticmethod
    def _no_crawford(match: TreesDraft, root: Root) -> Finding:
        first, second = root.score
        other = phrase(
            "at {first}-{second} in this {length}-point match it is not",
            first=first,
            second=second,
            length=match.length,
        )
        one = phrase("the head says that this is the Crawford game")
        return finding("witness-disagrees", span=root.span, one=one, other=other, rule="MOD-MATCH-2")

    def _automatic(self, stated: Property) -> list[model.Event]:
        """The cube as it stands before the first throw: one automatic double for each turning of it."""
        text = stated.value.strip()
        value = int(text) if text.isdecimal() and len(text) < 11 else 0
        if value & (value - 1) or not 0 < value <= headers.HIGHEST_CUBE:
            self._unreadable(stated)
            return [self._extra(stated)]
        span = self.places.span(stated.start, stated.end)
        return [model.AutomaticDouble(value=2**power, span=span) for power in range(1, value.bit_length())]

    def _left(self, match: TreesDraft, stated: dict[str, Property], tree: Tree) -> list[Property]:
        """The properties of the root that say something of the game itself."""
        known = {*SKIPPED, "MI", "RU", "RE", "GC", *headers.NAMES, *headers.RATINGS, *headers.INFO}
        if "AE" not in stated:
            known.add("CV")
        return [one for one in tree.nodes[0].properties if one.name not in known] if tree.nodes else []

    def _result(
        self, match: TreesDraft, stated: Property | None, words: list[str], events: Sequence[model.Event]
    ) -> list[model.Event]:
        """The result; one without a resignation needs an end that the game shows."""
        if stated is None:
            return []
        text = unescaped(stated.value).strip()
        said = values.result(text) if len(stated.values) == 1 else None
        if said is None:
            if text.lower() not in NO_RESULTS:
                self._unreadable(stated)
            return [self._extra(stated)]
        span = self.places.span(stated.start, stated.end)
        counted = [word.removeprefix(headers.POINTS) for word in words if word.startswith(headers.POINTS)]
        points = int(counted[0]) if counted and COUNTED.fullmatch(counted[0]) else said.points
        claim = model.ResultClaim(seat=said.seat, points=points, match=headers.MATCH in words, span=span)
        if not (
            said.resigned or headers.UNSAID in words or over(events, said.seat, headers.men(match.rules))
        ):
            name = match.names()[said.seat]
            unsaid = finding("end-unrecorded", span=span, severity=Severity.WARNING, points=said.points)
            self._say(unsaid.at(seat=said.seat, player=name))
        if headers.UNSAID in words or not said.resigned:
            return [claim]
        return [
            model.Resignation(seat=1 - said.seat, span=span),
            model.ResignationAnswer(seat=said.seat, accepted=True, span=span),
            claim,
        ]

    # findings

    def _outside(self) -> None:
        """Say the lines that stand in no tree; those that look as if they should are errors."""
        text, outside = self.scanner.text, self.scanner.outside
        if len(outside) == 1:
            return  # there is no tree at all
        lines = (line for start, end in outside for line in LINE.finditer(text, start, end))
        for number, line in enumerate(lines):
            span = self.places.span(line.start(), line.end())
            severity = None if NODE.search(line[0]) else Severity.NOTE
            if number == MOST_SAID:
                what = phrase("the number of lines around the games")
                found = finding("limit-passed", span=span, severity=severity, what=what, limit=MOST_SAID)
                self.findings.append(found)
                return
            written = line[0].strip()[:SHOWN]
            self.findings.append(finding("unreadable-line", span=span, severity=severity, written=written))

    def _once(self, first: Property, one: Property) -> None:
        if first.raw != one.raw:
            self._say(header_twice(one.name, first.raw, one.raw, self.places.span(one.start, one.end)))

    def _extra(self, one: Property) -> model.Extra:
        return model.Extra(
            key=headers.PREFIX + one.name, value=one.raw, span=self.places.span(one.start, one.end)
        )

    def _unreadable(self, one: Property) -> None:
        span = self.places.span(one.start, one.end)
        self._say(finding("unreadable-cell", span=span, written=f"{one.name}{one.raw}"[:SHOWN], near=""))

    def _another_game(self, game: str, tree: Tree) -> None:
        name = headers.GAMES.get(game or "1", phrase("another game"))
        if name not in self.games_of_others:
            self.games_of_others.add(name)
            self.findings.append(
                finding(
                    "another-game", span=self._span_of(tree), game=phrase("a record of {game}", game=name)
                )
            )

    def _broken(self, broken: Broken) -> None:
        span = self.places.span(broken.start, broken.start + 1)
        self._say(finding(broken.kind, span=span, what=broken.what, why=broken.why, limit=broken.why))

    def _say(self, found: Finding) -> None:
        match = len(self.matches) + 1 if self.match is not None else None
        game = len(self.match.games) + 1 if self.match is not None else None
        self.findings.append(found.at(match=match, game=game))

    def _close(self) -> None:
        if self.match is not None:
            self.matches.append(self.match.finished())
            self.match = None
