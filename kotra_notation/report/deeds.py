"""One event in the words a score sheet has for it."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Double,
    Draw,
    Drop,
    Forfeit,
    Opening,
    Play,
    Reached,
    Resignation,
    ResignationAnswer,
    Ruling,
    SetPosition,
    Settlement,
    Take,
    Turn,
    VoidThrow,
)
from kotra_notation.replay import Frame
from kotra_notation.rules.spelling import hop_text

SIZES = {1: "a single game", 2: "a gammon", 3: "a backgammon", None: ""}
ANIMALS = {1: "Beavers", 2: "Raccoons"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What one side did: dice and words, an anchor, and the worst that was found."""

    seat: int
    dice: str = ""
    words: str = ""
    anchor: str = ""
    severity: str = ""
    codes: tuple[str, ...] = ()
    certain: bool = True


def deed(frame: Frame, game: int) -> Deed | None:
    """The deed of a frame, None for what is no deed of either side."""
    event = frame.event
    if isinstance(event, Turn):
        return Deed(
            seat=event.seat,
            dice=f"{event.dice[0]}-{event.dice[1]}",
            words=_played(event, frame),
            anchor=f"g{game}-t{frame.before.turns + 1}",
            severity=_worst(frame),
            codes=tuple(found.code for found in frame.findings),
            certain=frame.certain,
        )
    words = words_of(frame)
    if words is None:
        return None
    seat = getattr(event, "seat", 0)
    return Deed(seat=seat, words=words, severity=_worst(frame), codes=tuple(f.code for f in frame.findings))


def _worst(frame: Frame) -> str:
    present = {found.severity.value for found in frame.findings}
    return next((level for level in ("error", "warning", "note") if level in present), "")


def _played(turn: Turn, frame: Frame) -> str:
    match turn.deed:
        case Play(hops=hops, half=half):
            ruleset = frame.before.setting.ruleset
            words = " ".join(hop_text(ruleset, hop, turn.seat) for hop in hops)
            return f"{words} half" if half else words
        case CannotMove():
            return "cannot move"
        case Blank():
            return "–"
        case Reached():
            return "illegal play"
        case deed if hasattr(deed, "text"):
            return str(deed.text)
        case _:
            return "????"


def words_of(frame: Frame) -> str | None:
    """What an event other than a turn is called; None for remarks and claims."""
    event = frame.event
    match event:
        case Double(value=value):
            return f"Doubles to {value}" if value else "Doubles"
        case Beaver(value=value, level=level):
            word = ANIMALS[min(level, 2)]
            return f"{word} to {value}" if value else word
        case Take():
            return "Takes"
        case Drop():
            return "Drops"
        case AutomaticDouble(value=value):
            return f"Automatic double to {value}" if value else "Automatic double"
        case Opening(dice=dice):
            return f"Opening throw {dice[0]}–{dice[1]}"
        case Resignation(size=size):
            return f"Offers to resign {SIZES[size]}".rstrip()
        case ResignationAnswer(accepted=accepted):
            return "Accepts" if accepted else "Refuses"
        case Settlement(points=points):
            return f"Settled for {points:g}"
        case Forfeit(scope=scope, reason=reason):
            return f"Forfeits the {scope}{': ' + reason if reason else ''}"
        case Draw():
            return "Drawn"
        case VoidThrow(reason=reason):
            return f"Throw void ({reason})"
        case Ruling(outcome=outcome, text=text):
            return f"Ruling: {outcome}{' to ' + text if text else ''}"
        case SetPosition():
            return "Position set up"
        case _:
            return None
