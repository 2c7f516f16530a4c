"""Losses in writing: a finding for each loss at its place, and words for it."""

from __future__ import annotations

from dataclasses import field
from typing import assert_never

from kotra_notation import model
from kotra_notation.findings import Finding, Phrase, Severity, finding, phrase
from kotra_notation.late import late_pattern
from kotra_notation.values import dataclass

SHOWN = 80
_UNPRINTABLE = late_pattern(r"[\x00-\x20\x7f\x85\u2028-\u202e\u2066-\u2069]+")


@dataclass(slots=True)
class Ledger:
    """The losses of a writer: a finding for each, at its place."""

    match: int | None = None
    game: int | None = None
    findings: list[Finding] = field(default_factory=list)

    def lose(
        self, name: str, written: str, event: model.Event | None = None, *, severity: Severity | None = None
    ) -> None:
        """Note a loss under the name of its finding; one that only readers elsewhere suffer is a note."""
        span = event.span if event else None
        loss = finding(name, span=span, severity=severity, written=short(written))
        self.findings.append(loss.at(match=self.match, game=self.game))


def short(written: str) -> str:
    """Return what was lost, in one line and not too long; a phrase remains one."""
    text = clean(written)
    text = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    return written.reading(text) if isinstance(written, Phrase) else text


def clean(text: str) -> str:
    """The text in one line, of characters that can be written."""
    return _UNPRINTABLE.sub(" ", text).strip().encode("utf-8", "replace").decode()


GOES_ON = phrase("the continuation of the match")  # where a game is read as the first of another match
NO_GAME = phrase("a match without games")

# The finding that tells the loss of an event; of every other kind, `event-lost`.
_ANNOTATIONS = (model.Mark, model.Evaluation, model.Clock, model.Video, model.Extra)
LOSSES: dict[type, str] = {
    model.Comment: "comment-lost",
    **dict.fromkeys(_ANNOTATIONS, "annotation-lost"),
    **dict.fromkeys((model.ResultClaim, model.ScoreClaim, model.AwardClaim), "claim-lost"),
}

RULED: dict[str, str] = {
    "cocked": phrase("a roll that did not count (cocked dice)"),
    "premature": phrase("a roll that did not count (rolled early)"),
    "stood": phrase("a ruling (allowed to stand)"),
    "corrected": phrase("a ruling (corrected)"),
    "disputed": phrase("a ruling (disputed)"),
    "after": phrase("the beginning of the after-throws"),
    "last": phrase("the beginning of the last throw"),
}

EVALUATED: dict[str, Phrase] = {
    "play": phrase("an evaluation of a play"),
    "cube": phrase("an evaluation of the cube"),
    "luck": phrase("the luck of a roll"),
    "position": phrase("an evaluation of a position"),
}


def stated_length(length: int | None) -> Phrase:
    """The length of a match, where that is lost."""
    return phrase("no length stated") if length is None else phrase("the length {length}", length=length)


def event_words(event: model.Event) -> str:
    """Return what an event is called where it is lost."""
    match event:
        case model.Turn(deed=model.Unread(text=text)):
            return text
        case model.Turn(deed=model.Play(half=True)):
            return phrase("half")
        case model.Turn(singly=True, text=text):
            return phrase("dice thrown one after the other: {text}", text=text)
        case model.Turn(dice=dice, text=text):
            return text or phrase("the roll {first}{second}", first=dice[0], second=dice[1])
        case model.Opening(dice=dice):
            return phrase("the opening rolls {first} and {second}", first=dice[0], second=dice[1])
        case model.VoidThrow(reason=word) | model.Ruling(outcome=word) | model.PhaseStart(phase=word):
            return RULED[word]
        case model.Double():
            return phrase("a double")
        case model.Beaver():
            return phrase("a beaver")
        case model.Take():
            return phrase("a take")
        case model.Drop():
            return phrase("a drop")
        case model.AutomaticDouble():
            return phrase("an automatic double")
        case model.Resignation():
            return phrase("an offer to resign")
        case model.Draw():
            return phrase("a draw")
        case model.Clock():
            return phrase("a clock reading")
        case model.Video():
            return phrase("a place in a recording")
        case model.ResignationAnswer(accepted=accepted):
            return phrase("a resignation accepted") if accepted else phrase("a resignation refused")
        case model.Settlement(points=points):
            return phrase("a settlement for {points}", points=points)
        case model.Forfeit(reason=reason):
            return phrase("a forfeit ({reason})", reason=reason) if reason else phrase("a forfeit")
        case model.SetPosition(position=position):
            return phrase("the position {position}", position=position.text())
        case model.ResultClaim(points=None):
            return phrase("a result without points")
        case model.ResultClaim(points=points, kind=kind):
            points_won = phrase("{points} points", points=points)
            return phrase("{points}, {kind}", points=points_won, kind=kind) if kind else points_won
        case model.ScoreClaim(score=score):
            return phrase("the score {first} to {second}", first=score[0], second=score[1])
        case model.AwardClaim(kind=text) | model.Comment(text=text) | model.Mark(sign=text):
            return text
        case model.Evaluation(aspect=aspect, source=source):
            what = EVALUATED[aspect]
            return phrase("{what}, by {source}", what=what, source=source) if source else what
        case model.Extra(value=text):
            return text
        case _:
            assert_never(event)


def details_of(words: str) -> Phrase:
    """Return what is lost of something that is kept otherwise."""
    return phrase("details of {what}", what=words)


def part_of(event: model.Event) -> Phrase:
    """Return what is lost of an event that is there again in other respects."""
    if isinstance(event, model.Double):
        return phrase("the value of a double ({value})", value=event.value)
    return details_of(event_words(event))


def stated_number(number: int) -> Phrase:
    """The number of a game, where that is lost."""
    return phrase("game number {number}", number=number)


def words_of(comment: model.Comment) -> str:
    """Return what is said of a comment whose author or language is lost."""
    return phrase("the author {author}", author=comment.author or comment.language)
