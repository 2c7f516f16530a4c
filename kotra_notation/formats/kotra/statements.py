"""The statements a line of `.kotra` can make, each from the tree of its grammar rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.findings import reason
from kotra_notation.formats.kotra import icelandic, positions, spelling
from kotra_notation.formats.kotra.spelling import Note, read_note
from kotra_notation.formats.parsers import parser

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


Remembered = TypeVar("Remembered")


def or_raise(remembered: Remembered | UnreadableError) -> Remembered:
    """Return what was remembered of a text; raises what was remembered against it."""
    if isinstance(remembered, UnreadableError):
        raise UnreadableError(remembered.start, remembered.kind, remembered.why)
    return remembered


def parsed(text: str, start: str) -> Tree[Token]:
    """The tree of a text; UnreadableError at the first character that fits nothing."""
    from lark.exceptions import UnexpectedInput  # as in `parsers`: only who reads pays for it

    try:
        return parser("kotra", *STARTS).parse(text, start=start)
    except UnexpectedInput as error:
        ended = getattr(getattr(error, "token", None), "type", "") == "$END"
        raise UnreadableError(len(text) if ended else error.pos_in_stream or 0) from None


def facts(tree: Tree[Token]) -> dict[str, str]:
    """The first token of each kind in a tree, and the token of each named part of it."""
    said: dict[str, str] = {}
    for child in tree.children:
        if isinstance(child, str):
            said.setdefault(child.type, str(child))
        else:
            said[str(child.data)] = str(child.children[0])
    return said


def part(tree: Tree[Token]) -> Tree[Token] | None:
    """The first part of a tree that is not a token."""
    return next((child for child in tree.children if not isinstance(child, str)), None)


def tokens(tree: Tree[Token], kind: str) -> list[Token]:
    """All tokens of one kind that stand in a tree itself."""
    return [child for child in tree.children if isinstance(child, str) and child.type == kind]


SEATS = "WB"
SPOKEN_SEATS = {"W": 0, "B": 1, "H": 0, "S": 1}
PEOPLE = {"white": 0, "hvítur": 0, "black": 1, "svartur": 1}
# Answers that are about the cube where nothing was offered, as in the article on today's game.
OF_THE_CUBE: dict[str, type[model.Take | model.Drop]] = {"samþykkir": model.Take, "neitar": model.Drop}
SIZES = {"single": 1, "gammon": 2, "backgammon": 3}


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
    """`þiggur` or `hafnar`: to a double or to an offer to resign, whichever was made last.

    `alone` is what the word says where nothing is open, if not an answer to an offer to resign.
    """

    seat: int
    accepted: bool
    alone: type[model.Take | model.Drop | model.Resignation] | None


class MadeStatement(NamedTuple):
    """An event but for its place."""

    kind: Callable[..., model.Event]
    said: dict[str, Any]

    def event(self, span: model.Span, **more: Any) -> model.Event:
        """The event at its place."""
        return self.kind(**self.said, **more, span=span)


Statement = (
    Version
    | HeaderStatement
    | Heading
    | ThrowStatement
    | VerdictStatement
    | AnswerStatement
    | Note
    | model.Candidate
    | SetUp
    | MadeStatement
)


def build(kind: Callable[..., model.Event], /, **said: Any) -> MadeStatement:
    """An event but for its place."""
    return MadeStatement(kind, said)


def _seat(said: dict[str, str]) -> int:
    return SPOKEN_SEATS[said["SEAT"][0].upper()]


def _int(said: dict[str, str]) -> int | None:
    return int(said["INT"]) if "INT" in said else None


def _number(said: dict[str, str], name: str = "NUMBER") -> float | None:
    return float(said[name]) if name in said else None


def _time(said: dict[str, str], name: str) -> float | None:
    return spelling.read_seconds(said[name]) if name in said else None


def _pair(said: dict[str, str]) -> tuple[float, float] | None:
    return spelling.read_pair(said["PAIR"]) if "PAIR" in said else None


def _properties(tree: Tree[Token]) -> dict[str, str]:
    return dict(spelling.property_of(token) for token in tokens(tree, "PROPERTY"))


def _cell(tree: Tree[Token]) -> tuple[str, int]:
    """The unread rest of a line and its offset."""
    for token in tokens(tree, "REST"):
        return str(token), token.start_pos or 0
    return "", 0


def _header(tree: Tree[Token]) -> HeaderStatement:
    said = facts(tree)
    key = said["KEY"][:-1].rstrip()
    seat = PEOPLE.get(said.get("PERSON", ""))
    value = spelling.read_rest(said.get("REST", ""))
    own = not key.startswith('"')
    return HeaderStatement(icelandic.header(key) if own else spelling.read_word(key), value, own, seat)


def _heading(tree: Tree[Token]) -> Heading:
    said = facts(tree)
    return Heading(_int(said), _pair(said), "DERIVED" in said)


def _throw(tree: Tree[Token]) -> ThrowStatement:
    said = facts(tree)
    thrown, singly = spelling.read_dice(said["DICE"])
    return ThrowStatement(_seat(said), thrown, singly, *_cell(tree))


def _spoken_throw(tree: Tree[Token]) -> ThrowStatement:
    (spoken,) = tokens(tree, "SPOKEN")
    thrown = spelling.dice_named(spoken.split())
    if thrown is None:
        raise UnreadableError(spoken.start_pos or 0)
    return ThrowStatement(_seat(facts(tree)), thrown, False, *_cell(tree))


def _verdict(tree: Tree[Token]) -> VerdictStatement:
    outcome: Any = facts(tree)["OUTCOME"]
    return VerdictStatement(outcome, *_cell(tree))


def _candidate(tree: Tree[Token]) -> model.Candidate:
    said = facts(tree)
    return model.Candidate(
        choice=spelling.unquoted(said["STRING"]),
        equity=_number(said),
        chances=tuple(map(float, said.get("CHANCES", "()")[1:-1].split())),
        outcomes=spelling.read_shares(said.get("OUTCOMES", "")),
        level=spelling.unquoted(said.get("at", '""')),
        extras=_properties(tree),
    )


def _evaluation(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    source = spelling.unquoted(said.get("source", '""'))
    luck = _number(said, "luck")
    return build(model.Evaluation, aspect=said["ASPECT"], luck=luck, source=source, extras=_properties(tree))


def _mark(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    sign = spelling.read_word(said.get("MARK") or said.get("WORD") or said["STRING"])
    return build(model.Mark, sign=sign, aspect=said.get("ASPECT", "play"))


def _award(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    kind = " ".join(tokens(tree, "WORD")) or spelling.unquoted(said["STRING"])
    return build(model.AwardClaim, seat=_seat(said), kind=kind, points=_number(said))


def _setup(tree: Tree[Token]) -> MadeStatement | SetUp:
    cell, at = _cell(tree)
    try:
        position = positions.read(cell)
        return build(model.SetPosition, position=position) if positions.says_side(cell) else SetUp(position)
    except ValueError as error:
        raise UnreadableError(at, "unreadable-position", reason(error)) from None


def _result(tree: Tree[Token], lost: bool) -> MadeStatement:
    said = facts(tree)
    named = next((child for child in tree.find_data("kind")), None)
    kind = None if named is None else " ".join(spelling.read_word(str(word)) for word in named.children)
    return build(
        model.ResultClaim,
        seat=_seat(said),
        points=_number(said),
        lost=lost,
        match="MATCH" in said,
        kind=kind,
        derived="DERIVED" in said,
    )


def _answer(tree: Tree[Token]) -> AnswerStatement:
    said = facts(tree)
    if "GIVES" in said:
        return AnswerStatement(_seat(said), False, model.Resignation)
    word = said.get("YES") or said["NO"]
    return AnswerStatement(_seat(said), "YES" in said, OF_THE_CUBE.get(word))


def _beaver(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    return build(model.Beaver, seat=_seat(said), value=_int(said), level=int(said.get("level", 1)))


def _resignation(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    size = SIZES[said["SIZE"]] if "SIZE" in said else _int(said)
    return build(model.Resignation, seat=_seat(said), size=size)


def _forfeit(tree: Tree[Token]) -> MadeStatement:
    said = facts(tree)
    reason = spelling.unquoted(said.get("STRING", '""'))
    scope = said.get("SCOPE", "game")
    return build(model.Forfeit, seat=_seat(said), scope=scope, reason=reason, points=_number(said))


def _of(
    kind: Callable[..., model.Event], /, **named: Callable[[dict[str, str]], Any]
) -> Callable[[Tree[Token]], MadeStatement]:
    """A maker of events whose values each come from the facts of the line alone."""

    def maker(tree: Tree[Token]) -> MadeStatement:
        said = facts(tree)
        return MadeStatement(kind, {name: value(said) for name, value in named.items()})

    return maker


def _constant(value: Any) -> Callable[[dict[str, str]], Any]:
    return lambda said: value


CUBE = frozenset({"double", "beaver", "raccoon", "take", "drop", "automatic"})

STATEMENTS: dict[str, Callable[[Tree[Token]], Statement]] = {
    "version": lambda tree: Version(int(facts(tree)["INT"])),
    "header": _header,
    "person": _header,
    "game": _heading,
    "comment": lambda tree: read_note(facts(tree)["NOTE"]),
    "choice": _candidate,
    "opening": _of(model.Opening, dice=lambda said: spelling.read_dice(said["DICE"])[0]),
    "turn": _throw,
    "spoken_turn": _spoken_throw,
    "void": _of(
        model.VoidThrow,
        seat=_seat,
        reason=lambda said: said["REASON"],
        dice=lambda said: spelling.read_dice(said["DICE"])[0] if "DICE" in said else None,
    ),
    "ruling": _verdict,
    "double": _of(model.Double, seat=_seat, value=_int),
    "beaver": _beaver,
    "raccoon": _of(model.Beaver, seat=_seat, value=_int, level=_constant(2)),
    "take": _of(model.Take, seat=_seat),
    "drop": _of(model.Drop, seat=_seat),
    "automatic": _of(model.AutomaticDouble, value=_int),
    "resignation": _resignation,
    "accept": _of(model.ResignationAnswer, seat=_seat, accepted=_constant(True)),
    "refuse": _of(model.ResignationAnswer, seat=_seat, accepted=_constant(False)),
    "answer": _answer,
    "settlement": _of(model.Settlement, seat=_seat, points=_number),
    "forfeit": _forfeit,
    "draw": _of(model.Draw),
    "setup": _setup,
    "after": _of(model.PhaseStart, phase=_constant("after"), seat=_seat),
    "last": _of(model.PhaseStart, phase=_constant("last"), seat=_seat),
    "win": partial(_result, lost=False),
    "loss": partial(_result, lost=True),
    "score": _of(model.ScoreClaim, score=_pair, derived=lambda said: "DERIVED" in said),
    "award": _award,
    "mark": _mark,
    "evaluation": _evaluation,
    "clock": _of(
        model.Clock, seat=_seat, left=lambda said: _time(said, "left"), used=lambda said: _time(said, "used")
    ),
    "video": _of(
        model.Video,
        seconds=lambda said: spelling.read_seconds(said.get("TIME") or said["NUMBER"]),
        source=lambda said: spelling.unquoted(said.get("STRING", '""')),
    ),
    "extra": _of(
        model.Extra,
        key=lambda said: said.get("NAME") or spelling.unquoted(said["keyed"]),
        value=lambda said: spelling.unquoted(said["STRING"]),
    ),
}
