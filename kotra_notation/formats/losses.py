"""What was lost in writing: a finding for each loss at its place, and the words for what was lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import assert_never

from kotra_notation.findings import Finding, finding
from kotra_notation.model import (
    AutomaticDouble,
    AwardClaim,
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
    Play,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    Ruling,
    ScoreClaim,
    SetPosition,
    Settlement,
    Take,
    Turn,
    Unread,
    Video,
    VoidThrow,
)

SHOWN = 80
_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f\x85\u2028\u2029]+")


@dataclass(slots=True)
class Ledger:
    """What a writer could not hold: a finding for each loss, at its place."""

    match: int | None = None
    game: int | None = None
    findings: list[Finding] = field(default_factory=list)

    def lose(self, name: str, written: str, event: Event | None = None) -> None:
        """Note a loss under the name of its finding."""
        found = finding(name, span=event.span if event else None, written=clean(written)[:SHOWN])
        self.findings.append(found.at(match=self.match, game=self.game))


def clean(text: str) -> str:
    """The text in one line, of characters that can be written."""
    return _UNPRINTABLE.sub(" ", text).strip().encode("utf-8", "replace").decode()


# The finding that tells the loss of an event; of every other kind, `event-lost`.
LOSSES: dict[type, str] = {
    Comment: "comment-lost",
    Mark: "annotation-lost",
    Evaluation: "annotation-lost",
    Clock: "annotation-lost",
    Video: "annotation-lost",
    Extra: "annotation-lost",
    ResultClaim: "claim-lost",
    ScoreClaim: "claim-lost",
    AwardClaim: "claim-lost",
}


def said(event: Event) -> str:
    """What an event is called where it is lost."""
    match event:
        case Turn(deed=Unread(text=text)):
            return text
        case Turn(deed=Play(half=True)):
            return "half"
        case Turn(singly=True, text=text):
            return f"dice thrown one after the other: {text}"
        case Turn(dice=dice, text=text):
            return text or f"the throw {dice[0]}{dice[1]}"
        case Opening(dice=dice):
            return f"the opening throws {dice[0]} and {dice[1]}"
        case VoidThrow(reason=reason):
            return f"a throw that did not count ({reason})"
        case Ruling(outcome=outcome):
            return f"a ruling ({outcome})"
        case Double() | Beaver() | Take() | Drop():
            return f"a {type(event).__name__.lower()}"
        case AutomaticDouble():
            return "an automatic double"
        case Resignation():
            return "an offer to resign"
        case ResignationAnswer(accepted=accepted):
            return "a resignation accepted" if accepted else "a resignation refused"
        case Settlement(points=points):
            return f"a settlement for {points:g}"
        case Forfeit(reason=reason):
            return f"a forfeit {reason}".rstrip()
        case Draw():
            return "a draw"
        case PhaseStart(phase=phase):
            return f"the beginning of a phase ({phase})"
        case SetPosition(position=position):
            return f"the position {position.text()}"
        case ResultClaim(points=None):
            return "a result without points"
        case ResultClaim(points=points, kind=kind):
            return f"{points:g} points, {kind}" if kind else f"{points:g} points"
        case ScoreClaim(score=score):
            return f"the score {score[0]:g} to {score[1]:g}"
        case AwardClaim(kind=kind):
            return kind
        case Comment(text=text):
            return text
        case Mark(sign=sign):
            return sign
        case Evaluation(source=source):
            return f"an evaluation {source}".rstrip()
        case Clock():
            return "a clock reading"
        case Video():
            return "a place in a recording"
        case Extra(value=value):
            return value
        case _:
            assert_never(event)


def words_of(comment: Comment) -> str:
    """What is said of a comment whose author or language is lost."""
    return f"whose words: {comment.author or comment.language}"
