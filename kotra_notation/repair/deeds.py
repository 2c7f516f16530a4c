"""What happens beside the turns, as verbs that go behind a name."""

from __future__ import annotations

from kotra_notation.findings import Nouns, Phrase, phrase
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Clock,
    Comment,
    Double,
    Draw,
    Drop,
    Evaluation,
    Event,
    Extra,
    Forfeit,
    Mark,
    Opening,
    PhaseStart,
    Resignation,
    ResignationAnswer,
    Ruling,
    SetPosition,
    Settlement,
    Take,
    Video,
    VoidThrow,
)
from kotra_notation.words.phrases import shortened


def cube_said(event: Event) -> Phrase | None:
    """An action with the cube; None where an event is none."""
    match event:
        case Double(value=value):
            return phrase("doubles to {value}", value=value) if value else phrase("doubles")
        case Beaver(value=value, level=1):
            return phrase("beavers to {value}", value=value) if value else phrase("beavers the cube")
        case Beaver(value=value):
            return phrase("raccoons to {value}", value=value) if value else phrase("raccoons the cube")
        case Take():
            return phrase("takes")
        case Drop():
            return phrase("drops")
        case AutomaticDouble(value=value):
            return phrase("Automatic double to {value}", value=value) if value else phrase("Automatic double")
        case _:
            return None


def ending_said(event: Event) -> Phrase | None:
    """What ends a game otherwise than by play; None where an event does not."""
    match event:
        case Resignation(size=1):
            return phrase("offers to resign a single game")
        case Resignation(size=2):
            return phrase("offers to resign a gammon")
        case Resignation(size=3):
            return phrase("offers to resign a backgammon")
        case Resignation():
            return phrase("offers to resign")
        case ResignationAnswer(accepted=accepted):
            return phrase("accepts the resignation") if accepted else phrase("refuses the resignation")
        case Settlement(points=points):
            return phrase("settles for {points}", points=points)
        case Forfeit(scope=scope):
            return phrase("forfeits the match") if scope == "match" else phrase("forfeits the game")
        case Draw():
            return phrase("Drawn")
        case _:
            return None


def other_said(event: Event, nouns: Nouns) -> Phrase:
    """Anything else, remarks by what they say."""
    match event:
        case Opening(dice=(first, second)):
            return phrase("Opening {roll} {first}–{second}", first=first, second=second).worded(nouns)
        case VoidThrow(reason=reason):
            return (
                phrase("has cocked dice") if reason == "cocked" else phrase("{rolls} too early").worded(nouns)
            )
        case Ruling(outcome="stood"):
            return phrase("Ruling: the play stands")
        case Ruling(outcome="corrected", text=text):
            return phrase("Ruling: corrected to {play}", play=shortened(text))
        case Ruling():
            return phrase("Ruling: in dispute")
        case SetPosition():
            return phrase("Position set up")
        case PhaseStart(phase=phase):
            return phrase("begins the after-throws") if phase == "after" else phrase("begins the last throw")
        case Evaluation():
            return phrase("an evaluation")
        case Clock():
            return phrase("a clock reading")
        case Video():
            return phrase("a place in a recording")
        case Comment(text=text) | Mark(sign=text) | Extra(value=text):
            return phrase("{word}", word=shortened(text))
        case _:
            raise TypeError(event)
