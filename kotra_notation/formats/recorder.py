"""The recorder of a reader of lines: matches being read, what is found and kept; and the acts of a side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from kotra_notation import model
from kotra_notation.alarm import heed_stop
from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import read_die
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Reading
from kotra_notation.formats.plays import LONGEST, REMEMBERED, Way, hops_in, parse_hops_by_word, parser
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.late import late_pattern
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from lark import Token, Tree


UNKNOWN_DICE = (0, 0)
_DIE = late_pattern("[0-9?]")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them."""

    dice: tuple[int, int]
    deed: model.Deed


@dataclass(frozen=True, slots=True)
class Did:
    """An action without dice, by the rule of the grammar; with the value of the cube, and a mark on it."""

    verb: str
    value: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Doubled:
    """A double and whether it was taken, where one line says both."""

    taken: bool
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A result; `kind` is the word for the win, where one is written."""

    points: int | None
    lost: bool = False
    match: bool = False
    kind: str | None = None


Act = Threw | Did | Ended
Acted = (
    model.Turn | model.Double | model.Beaver | model.Take | model.Drop
    | model.Resignation | model.Forfeit | model.ResultClaim
)  # fmt: skip


class Remembered(dict[str, T]):
    """A cache of what texts say; where it grows too large the older half goes."""

    def __init__(self, read: Callable[[str], T]) -> None:
        self.read = read

    def __missing__(self, text: str) -> T:
        if len(self) >= REMEMBERED:
            for old in list(islice(self, len(self) // 2)):
                del self[old]
        content = self[text] = self.read(text)
        return content


def tree_of(
    grammar: str, text: str, start: str = "start", starts: tuple[str, ...] = ("start",)
) -> Tree[Token] | None:
    """Return the tree of a text from one of the starts of a grammar, None if it does not fit."""
    from lark import Tree, UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        tree = parser(grammar, *starts).parse(text, start=start)
    except UnexpectedInput:
        return None
    return tree if isinstance(tree, Tree) else None


def words(tree: Tree[Token]) -> dict[str, str]:
    """Return the words of a tree by the names of their terminals."""
    return {part.type: str(part) for part in tree.children if isinstance(part, str)}


def plain_roll(pattern: re.Pattern[str], text: str) -> tuple[tuple[int, int], Way] | None:
    """Return dice and hops of a roll that fits a pattern of two dice and a play; None for others."""
    roll = pattern.fullmatch(text)
    hops = parse_hops_by_word(roll[3]) if roll else None
    return None if roll is None or hops is None else ((int(roll[1]), int(roll[2])), hops)


@lru_cache(maxsize=REMEMBERED)
def act(grammar: str, text: str) -> Act | None:
    """Return the action of a text in a grammar, None if it has none."""
    tree = tree_of(grammar, text)
    return act_of(tree) if tree else None


def act_of(tree: Tree[Token]) -> Act | None:
    """Return the action of a tree, None if it names a point that no board has."""
    terminals = words(tree)
    match tree.data:
        case "turn":
            first, second = _DIE.findall(str(tree.children[0]))
            part = next((part for part in tree.children if not isinstance(part, str)), None)
            deed = deed_of(part) if part else model.Blank()
            return Threw((read_die(first), read_die(second)), deed) if deed else None
        case "not_recorded":
            return Threw(UNKNOWN_DICE, model.NotRecorded())
        case "result":
            kind = terminals.get("KIND", "").strip("()").lower() or None
            return Ended(int(terminals["POINTS"]), "LOSES" in terminals, "AND_THE_MATCH" in terminals, kind)
        case verb:
            value = terminals.get("VALUE")
            return Did(str(verb), int(value) if value else None, terminals.get("MARK", ""))


def deed_of(tree: Tree[Token]) -> model.Deed | None:
    """Return the deed of a tree, None if it names a point that no board has."""
    match tree.data:
        case "hops":
            hops = hops_in(tree)
            within = all(OFF <= point <= BAR for hop in hops for point in hop[:2])
            return model.Play(hops=hops) if within else None
        case "no_play":
            return model.CannotMove()
        case "not_recorded":
            return model.NotRecorded()
        case _:
            return model.Blank()


def event(act: Act, seat: int, text: str, span: model.Span, before: object = None) -> Acted:
    """Return the event of a seat; the one `before` it tells a beaver from the answer to one."""
    if isinstance(act, Threw):
        return model.Turn(seat=seat, dice=act.dice, deed=act.deed, text=text, span=span)
    if isinstance(act, Ended):
        return model.ResultClaim(
            seat=seat, points=act.points, lost=act.lost, match=act.match, kind=act.kind, span=span
        )
    match act.verb:
        case "double":
            return model.Double(seat=seat, value=act.value, span=span)
        case "beaver" | "raccoon" as verb:
            level = before.level + 1 if isinstance(before, model.Beaver) else 1 + (verb == "raccoon")
            return model.Beaver(seat=seat, value=act.value, level=level, span=span)
        case "take":
            return model.Take(seat=seat, span=span)
        case "drop":
            return model.Drop(seat=seat, span=span)
        case "forfeits":
            scope: Literal["game", "match"] = "match" if "match" in text.lower() else "game"
            reason = "time" if "time" in text.lower() else ""
            return model.Forfeit(seat=seat, scope=scope, reason=reason, span=span)
        case _:
            return model.Resignation(seat=seat, span=span)


def answer_double(
    double: Doubled, seat: int, span: model.Span
) -> tuple[model.Double, model.Take | model.Drop]:
    """Return a double and its answer."""
    answer = model.Take if double.taken else model.Drop
    return model.Double(seat=seat, value=double.value, span=span), answer(seat=1 - seat, span=span)


SHOWN = 80  # characters of a text in a finding


@dataclass(slots=True)
class GameDraft:
    """A game being read."""

    number: int | None
    span: model.Span
    score: model.ScoreClaim | None = None
    events: list[model.Event] = field(default_factory=list)

    def finish(self) -> model.Game:
        """The game as far as it was read."""
        return model.Game(number=self.number, score=self.score, events=tuple(self.events), span=self.span)


@dataclass(slots=True)
class MatchDraft:
    """A match being read, with the options of its rules; a player of whom nothing has been read is None."""

    span: model.Span
    players: list[model.Player | None] = field(default_factory=lambda: [None, None])
    length: int | None = None
    options: list[str] = field(default_factory=list)
    info: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[model.Annotation] = field(default_factory=list)
    games: list[GameDraft] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides, empty where they are not known."""
        first, second = self.players
        return first.name if first else "", second.name if second else ""

    @property
    def nameless(self) -> bool:
        """Return whether nothing has told the players."""
        return self.players == [None, None]

    @property
    def next_number(self) -> int:
        """The number of the next game."""
        return (self.games[-1].number or 0) + 1 if self.games else 1

    @property
    def automatic(self) -> int:
        """Return how often the cube has turned by itself in a game at most."""
        turned = ([isinstance(event, model.AutomaticDouble) for event in game.events] for game in self.games)
        return max(map(sum, turned), default=0)

    def state_rule(self, option: str) -> None:
        """Take an option that the file states."""
        if option not in self.options:
            self.options.append(option)

    def finish(self) -> model.Match:
        """The match as far as it was read."""
        first, second = (player or model.Player() for player in self.players)
        return model.Match(
            players=(first, second), length=self.length,
            rules=",".join(["modern", *self.options]) if self.options else None, info=tuple(self.info),
            remarks=tuple(self.remarks), games=tuple([game.finish() for game in self.games]),
            span=self.span,
        )  # fmt: skip


def last_event(events: Sequence[model.Event]) -> model.Event | None:
    """Return the last event that could be read."""
    return next((event for event in reversed(events) if not isinstance(event, model.Extra)), None)


def parse_length(value: str) -> int | None:
    """The length a header states; None where it is no number."""
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 6 else None


class Recorder:
    """Matches and findings of a reader of lines; `line` is being read, `shift` is its first column."""

    def __init__(self, notation: str, *, lengthless: bool = False) -> None:
        self.notation, self.lengthless = notation, lengthless
        self.matches: list[model.Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.line, self.number, self.shift = "", 1, 0
        self.stated: dict[str, str] = {}  # the headers of the match that is open, where each stands once

    def find(self, name: str, span: model.Span | None = None, **facts: Any) -> None:
        """Note a finding in the line being read, or at another place."""
        self.say(finding(name, span=span or self.span, **facts))

    def once(self, key: str, value: str) -> None:
        """Say that a header of the match stands a second time, with another value."""
        first = self.stated.setdefault(key, value)
        if first != value:
            self.say(header_twice(key, first, value, self.span), whole=True)

    def lines(self, text_lines: Sequence[str]) -> Iterator[str]:
        """The lines that say anything, each in its turn the one being read."""
        for number, line in enumerate(text_lines, 1):
            if line and not line.isspace():
                heed_stop()
                self.number, self.line = number, line
                yield line

    @property
    def span(self) -> model.Span:
        """The line being read, from its first character to its last."""
        stripped = self.line.rstrip()
        start = self.shift + len(stripped) - len(stripped.lstrip())
        return model.Span(self.number, start + 1, self.shift + len(stripped) + 1)

    @property
    def game(self) -> GameDraft | None:
        """The game that is open."""
        return self.match.games[-1] if self.match and self.match.games else None

    def draft(self) -> MatchDraft:
        """The match that is open, or a new one."""
        if self.match is None:
            self.match = MatchDraft(self.span)
        return self.match

    def begin(self, number: int | None, score: tuple[int, int] | None = None) -> GameDraft:
        """Begin a game."""
        score_claim = None if score is None else model.ScoreClaim(score=score, span=self.span)
        self.draft().games.append(game := GameDraft(number, self.span, score_claim))
        return game

    def say(self, found: Finding, *, whole: bool = False) -> None:
        """Note a finding in the game that is open, or in the match as a whole."""
        games = len(self.match.games) if self.match and not whole else 0
        self.findings.append(found.at(match=len(self.matches) + 1, game=games or found.game))

    def keep(self, annotation: model.Annotation) -> None:
        """Keep what is no action where it stands: in the game that is open, else in the head of the match."""
        if self.game is not None:
            self.game.events.append(annotation)
        else:
            self.draft().remarks.append(annotation)

    def unreadable(self, *, kept: bool = True) -> None:
        """Say that the line cannot be read, and keep it."""
        span, text = self.span, self.line.strip()
        self.find("unreadable-line", written=text[:SHOWN])
        if kept:
            self.keep(model.Extra(key=f"{self.notation}:line", value=text, span=span))

    def unreadable_part(
        self, text: str, span: model.Span, seat: int | None = None, near: str = "", **facts: str
    ) -> None:
        """Say that a part of the line cannot be read; `near` is what it may stand for."""
        self.find("unreadable-cell", span, seat=seat, written=text[:SHOWN], near=near, **facts)

    def close(self, *findings: Finding, bare: bool = False) -> None:
        """Finish the match that is open, with what is found of it; `bare`: though nobody has played."""
        draft = self.match
        if draft is not None and (draft.games or bare or not draft.nameless):
            if draft.length is None and not self.lengthless:
                self.say(finding("length-missing", span=draft.span), whole=True)
            for found in findings:
                self.say(found, whole=True)
            self.matches.append(draft.finish())
        self.match, self.stated = None, {}

    def reading(self, dialect: str | None = None, *, silent: bool = False) -> Reading:
        """Return what the file says; `silent`: that it holds no match is said only where nothing else is."""
        if not self.matches and not (silent and self.findings):
            self.findings.append(finding("empty-record"))
        return Reading(matches=tuple(self.matches), findings=tuple(self.findings), dialect=dialect)
