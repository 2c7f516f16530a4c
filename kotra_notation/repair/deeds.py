"""What happens beside the turns, as verbs that go behind a name."""

from __future__ import annotations

from kotra_notation import model
from kotra_notation.findings import Nouns, Phrase, phrase
from kotra_notation.words.phrases import shortened


def cube_said(event: model.Event) -> Phrase | None:
    """An action with the cube; None where an event is none."""
    match event:
        case model.Double(value=value):
            return phrase("doubles to {value}", value=value) if value else phrase("doubles")
        case model.Beaver(value=value, level=1):
            return phrase("beavers to {value}", value=value) if value else phrase("beavers the cube")
        case model.Beaver(value=value):
            return phrase("raccoons to {value}", value=value) if value else phrase("raccoons the cube")
        case model.Take():
            return phrase("takes")
        case model.Drop():
            return phrase("drops")
        case model.AutomaticDouble(value=value):
            return phrase("Automatic double to {value}", value=value) if value else phrase("Automatic double")
        case _:
            return None


def ending_said(event: model.Event) -> Phrase | None:
    """What ends a game otherwise than by play; None where an event does not."""
    match event:
        case model.Resignation(size=1):
            return phrase("offers to resign a single game")
        case model.Resignation(size=2):
            return phrase("offers to resign a gammon")
        case model.Resignation(size=3):
            return phrase("offers to resign a backgammon")
        case model.Resignation():
            return phrase("offers to resign")
        case model.ResignationAnswer(accepted=accepted):
            return phrase("accepts the resignation") if accepted else phrase("refuses the resignation")
        case model.Settlement(points=points):
            return phrase("settles for {points}", points=points)
        case model.Forfeit(scope=scope):
            return phrase("forfeits the match") if scope == "match" else phrase("forfeits the game")
        case model.Draw():
            return phrase("Drawn")
        case _:
            return None


def other_said(event: model.Event, nouns: Nouns) -> Phrase:
    """Anything else, remarks by what they say."""
    match event:
        case model.Opening(dice=(first, second)):
            return phrase("Opening {roll} {first}–{second}", first=first, second=second).worded(nouns)
        case model.VoidThrow(reason=reason):
            return (
                phrase("has cocked dice") if reason == "cocked" else phrase("{rolls} too early").worded(nouns)
            )
        case model.Ruling(outcome="stood"):
            return phrase("Ruling: the play stands")
        case model.Ruling(outcome="corrected", text=text):
            return phrase("Ruling: corrected to {play}", play=shortened(text))
        case model.Ruling():
            return phrase("Ruling: in dispute")
        case model.SetPosition():
            return phrase("Position set up")
        case model.PhaseStart(phase=phase):
            return phrase("begins the after-throws") if phase == "after" else phrase("begins the last throw")
        case model.Evaluation():
            return phrase("an evaluation")
        case model.Clock():
            return phrase("a clock reading")
        case model.Video():
            return phrase("a place in a recording")
        case model.Comment(text=text) | model.Mark(sign=text) | model.Extra(value=text):
            return phrase("{word}", word=shortened(text))
        case _:
            raise TypeError(event)
