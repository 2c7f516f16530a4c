"""The statements a line of `.kotra` can make, each from the tree of its grammar rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.findings import reason
from kotra_notation.formats.kotra import other_words, positions, spelling
from kotra_notation.formats.kotra.spelling import Note
from kotra_notation.formats.plays import parser

if TYPE_CHECKING:
    from lark import Token, Tree

STARTS = ("line", "deed", "short", "ways")


class UnreadableError(ValueError):
    """A text that could not be read: from which offset, and the kind of finding it is."""

    def __init__(self, start: int, kind: str = "", why: str = "") -> None:
        super().__init__(why)
        self.start = start
        self.kind = kind
        self.why = why


def parse(text: str, start: str) -> Tree[Token]:
    """Return the tree of a text; UnreadableError at the first character that fits nothing."""
    from lark.exceptions import UnexpectedInput  # as in `parsers`: only who reads pays for it

    try:
        return parser("kotra", *STARTS).parse(text, start=start)
    except UnexpectedInput as error:
        ended = getattr(getattr(error, "token", None), "type", "") == "$END"
        raise UnreadableError(len(text) if ended else error.pos_in_stream or 0) from None


SEATS = "WB"
SPOKEN_SEATS = {"W": 0, "B": 1, "H": 0, "S": 1}
PEOPLE = {"white": 0, "hvítur": 0, "black": 1, "svartur": 1}
# Answers that are about the cube where nothing was offered, as in the article on today's game.
OF_THE_CUBE: dict[str, type[model.Take | model.Drop]] = {"samþykkir": model.Take, "neitar": model.Drop}
SIZES = {"single": 1, "gammon": 2, "backgammon": 3}


def part(tree: Tree[Token]) -> Tree[Token] | None:
    """Return the first part of a tree that is not a token."""
    return next((child for child in tree.children if not isinstance(child, str)), None)


def tokens(tree: Tree[Token], kind: str) -> list[Token]:
    """Return all tokens of one kind that stand in a tree itself."""
    return [child for child in tree.children if isinstance(child, str) and child.type == kind]


class LineFacts(dict[str, str]):
    """The first token of each kind in a tree, and the token of each named part of it."""

    def __init__(self, tree: Tree[Token]) -> None:
        self.tree = tree
        for child in tree.children:
            if isinstance(child, str):
                self.setdefault(child.type, str(child))
            else:
                self[str(child.data)] = str(child.children[0])

    @property
    def seat(self) -> int:
        """The seat of the side that is named."""
        return SPOKEN_SEATS[self["SEAT"][0].upper()]

    @property
    def whole(self) -> int | None:
        """The whole number, where there is one."""
        return int(self["INT"]) if "INT" in self else None

    @property
    def dice(self) -> tuple[int, int]:
        """The dice in figures."""
        return spelling.read_dice(self["DICE"])[0]

    @property
    def properties(self) -> dict[str, str]:
        """Every `key="value"`."""
        return dict(spelling.property_of(token) for token in tokens(self.tree, "PROPERTY"))

    @property
    def rest(self) -> tuple[str, int]:
        """The unread rest of the line and its offset."""
        for token in tokens(self.tree, "REST") or tokens(self.tree, "BARE"):
            return str(token), token.start_pos or 0
        return "", 0

    def number(self, name: str = "NUMBER") -> float | None:
        """Return a number, where there is one."""
        return float(self[name]) if name in self else None

    def pair(self) -> tuple[float, float] | None:
        """Return two numbers, where they are there."""
        return spelling.read_pair(self["PAIR"]) if "PAIR" in self else None

    def seconds(self, name: str) -> float | None:
        """Return a time, where there is one."""
        return spelling.read_seconds(self[name]) if name in self else None

    def unquote(self, name: str = "STRING") -> str:
        """Return what stands between quotes, nothing where there are none."""
        return spelling.unquote(self.get(name, '""'))

    def words(self) -> str:
        """Return words as they stand, else what stands between quotes."""
        return " ".join(tokens(self.tree, "WORD")) or self.unquote()


class Version(NamedTuple):
    """`kotra 1`: a match begins."""

    number: int


class HeaderStatement(NamedTuple):
    """`key: value`; `own` where the key is not quoted and may be one of ours, `seat` for a player's."""

    key: str
    value: str
    own: bool
    seat: int | None = None


class Heading(NamedTuple):
    """`game 1 0-0`: a game begins."""

    number: int | None
    score: tuple[float, float] | None
    derived: bool


class ThrowStatement(NamedTuple):
    """`W 31:` and, unread, what was done with it, from offset `at`."""

    seat: int
    dice: tuple[int, int]
    singly: bool
    cell: str
    at: int


class VerdictStatement(NamedTuple):
    """`ruling corrected` and, unread, the play it names, from offset `at`."""

    outcome: Literal["stood", "corrected", "disputed"]
    cell: str
    at: int


class SetUp(NamedTuple):
    """`setup …` without a word on who is to play: whoever throws next."""

    position: Position


class AnswerStatement(NamedTuple):
    """`þiggur` or `hafnar`, to the last double or offer; `alone` is what the word says without one."""

    seat: int
    accepted: bool
    alone: type[model.Take | model.Drop | model.Resignation] | None


class MadeStatement(NamedTuple):
    """An event but for its place."""

    kind: Callable[..., model.Event]
    said: dict[str, Any]

    def event(self, span: model.Span, **more: Any) -> model.Event:
        """Return the event at its place."""
        return self.kind(**self.said, **more, span=span)


Statement = (
    Version | HeaderStatement | Heading | ThrowStatement | VerdictStatement | AnswerStatement | Note
    | model.Candidate | SetUp | MadeStatement
)  # fmt: skip


def build(kind: Callable[..., model.Event], /, **fields: Any) -> MadeStatement:
    """Return an event but for its place."""
    return MadeStatement(kind, fields)


def _header(facts: LineFacts) -> HeaderStatement:
    key, value = facts["KEY"][:-1].rstrip(), spelling.read_rest(facts.get("REST", ""))
    own = not key.startswith('"')
    key = other_words.header(key) if own else spelling.read_word(key)
    return HeaderStatement(key, value, own, PEOPLE.get(facts.get("PERSON", "")))


def _throw(facts: LineFacts) -> ThrowStatement:
    return ThrowStatement(facts.seat, *spelling.read_dice(facts["DICE"]), *facts.rest)


def _spoken_throw(facts: LineFacts) -> ThrowStatement:
    (spoken,) = tokens(facts.tree, "SPOKEN")
    dice = spelling.dice_named(spoken.split())
    if dice is None:
        raise UnreadableError(spoken.start_pos or 0)
    return ThrowStatement(facts.seat, dice, False, *facts.rest)


def _verdict(facts: LineFacts) -> VerdictStatement:
    outcome: Any = facts["OUTCOME"]
    return VerdictStatement(outcome, *facts.rest)


def _candidate(facts: LineFacts) -> model.Candidate:
    return model.Candidate(
        choice=facts.unquote(), equity=facts.number(),
        chances=tuple(map(float, facts.get("CHANCES", "()")[1:-1].split())),
        outcomes=spelling.read_shares(facts.get("OUTCOMES", "")), level=facts.unquote("at"),
        extras=facts.properties,
    )  # fmt: skip


def _set_up(facts: LineFacts) -> MadeStatement | SetUp:
    text, start = facts.rest
    try:
        position = positions.read(text)
        return build(model.SetPosition, position=position) if positions.says_side(text) else SetUp(position)
    except ValueError as error:
        raise UnreadableError(start, "unreadable-position", reason(error)) from None


def _result(facts: LineFacts, lost: bool) -> MadeStatement:
    named = next(facts.tree.find_data("kind"), None)
    kind = None if named is None else " ".join([spelling.read_word(str(word)) for word in named.children])
    claim = {"seat": facts.seat, "points": facts.number(), "match": "MATCH" in facts}
    return build(model.ResultClaim, **claim, lost=lost, kind=kind, derived="DERIVED" in facts)


def _answer(facts: LineFacts) -> AnswerStatement:
    if "GIVES" in facts:
        return AnswerStatement(facts.seat, False, model.Resignation)
    word = facts.get("YES") or facts["NO"]
    return AnswerStatement(facts.seat, "YES" in facts, OF_THE_CUBE.get(word))


CUBE = frozenset({"double", "beaver", "raccoon", "take", "drop", "automatic"})

STATEMENTS: dict[str, Callable[[LineFacts], Statement]] = {
    "version": lambda said: Version(int(said["INT"])),
    "header": _header,
    "person": _header,
    "game": lambda said: Heading(said.whole, said.pair(), "DERIVED" in said),
    "comment": lambda said: spelling.read_note(said["NOTE"]),
    "choice": _candidate,
    "opening": lambda said: build(model.Opening, dice=said.dice),
    "turn": _throw,
    "spoken_turn": _spoken_throw,
    "void": lambda said: build(
        model.VoidThrow, seat=said.seat, reason=said["REASON"], dice=said.dice if "DICE" in said else None
    ),
    "ruling": _verdict,
    "double": lambda said: build(model.Double, seat=said.seat, value=said.whole),
    "beaver": lambda said: build(
        model.Beaver, seat=said.seat, value=said.whole, level=int(said.get("level", 1))
    ),
    "raccoon": lambda said: build(model.Beaver, seat=said.seat, value=said.whole, level=2),
    "take": lambda said: build(model.Take, seat=said.seat),
    "drop": lambda said: build(model.Drop, seat=said.seat),
    "automatic": lambda said: build(model.AutomaticDouble, value=said.whole),
    "resignation": lambda said: build(
        model.Resignation, seat=said.seat, size=SIZES[said["SIZE"]] if "SIZE" in said else said.whole
    ),
    "accept": lambda said: build(model.ResignationAnswer, seat=said.seat, accepted=True),
    "refuse": lambda said: build(model.ResignationAnswer, seat=said.seat, accepted=False),
    "answer": _answer,
    "settlement": lambda said: build(model.Settlement, seat=said.seat, points=said.number()),
    "forfeit": lambda said: build(
        model.Forfeit,
        seat=said.seat,
        scope=said.get("SCOPE", "game"),
        reason=said.unquote(),
        points=said.number(),
    ),
    "draw": lambda said: build(model.Draw),
    "setup": _set_up,
    "after": lambda said: build(model.PhaseStart, phase="after", seat=said.seat),
    "last": lambda said: build(model.PhaseStart, phase="last", seat=said.seat),
    "win": partial(_result, lost=False),
    "loss": partial(_result, lost=True),
    "score": lambda said: build(model.ScoreClaim, score=said.pair(), derived="DERIVED" in said),
    "award": lambda said: build(model.AwardClaim, seat=said.seat, kind=said.words(), points=said.number()),
    "mark": lambda said: build(
        model.Mark,
        sign=spelling.read_word(said.get("MARK") or said.get("WORD") or said["STRING"]),
        aspect=said.get("ASPECT", "play"),
    ),
    "evaluation": lambda said: build(
        model.Evaluation,
        aspect=said["ASPECT"],
        luck=said.number("luck"),
        source=said.unquote("source"),
        extras=said.properties,
    ),
    "clock": lambda said: build(
        model.Clock, seat=said.seat, left=said.seconds("left"), used=said.seconds("used")
    ),
    "video": lambda said: build(
        model.Video, seconds=spelling.read_seconds(said.get("TIME") or said["NUMBER"]), source=said.unquote()
    ),
    "extra": lambda said: build(
        model.Extra, key=said.get("NAME") or said.unquote("keyed"), value=said.unquote()
    ),
}
