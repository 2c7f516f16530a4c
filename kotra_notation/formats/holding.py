"""The things a notation can hold, and the rest of a match, which it leaves out.

A notation names the things it holds; `reduce_match` takes the others out of the match, each into the ledger.
What is said by something else that is kept, as accepted resignations are by results, is not lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from enum import StrEnum
from typing import Any, TypeVar, assert_never

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.findings import Finding, Phrase, Severity, finding, phrase
from kotra_notation.formats.plays import without_hits
from kotra_notation.implied import game_numbers, is_implied, with_thrower
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


_USUAL = "modern"
_OLD_GAME = ("forn", "davidsson")


class Thing(StrEnum):
    """Things a record may hold beside dice and plays: the columns of `kotra formats`."""

    HITS = "hits"
    OPENINGS = "openings"
    CUBE = "cube"
    BEAVERS = "beavers"
    AUTOMATIC = "automatic doubles"
    RESIGNATIONS = "resignations"
    SETTLEMENTS = "settlements"
    FORFEITS = "forfeits"
    DRAWS = "draws"
    VOID_THROWS = "void throws"
    RULINGS = "rulings"
    UNKNOWN_PLAYS = "unknown plays"
    REACHED = "illegal positions"
    UNREAD = "unread plays"
    SETUPS = "set-ups"
    RESULTS = "results"
    KINDS = "kinds of wins"
    SCORES = "scores"
    SCORES_WITHIN = "scores within games"
    REMARKS = "remarks before the games"
    COMMENTS = "comments"
    AUTHORS = "authors of comments"
    MARKS = "marks"
    ANALYSIS = "analysis"
    CLOCKS = "clocks"
    VIDEO = "video"
    EXTRAS = "extras"
    RULES = "rules by name"
    OLD_GAME = "old kotra"


EVERYTHING = frozenset(Thing)
AnyEvent = TypeVar("AnyEvent", bound=model.Event)


def is_old(match: model.Match) -> bool:
    """Return whether a match names rules of the old game."""
    return (match.rules or "").strip().lower().startswith(_OLD_GAME)


def refusal(match: model.Match, holds: frozenset[Thing]) -> Finding | None:
    """Return why a match cannot be written at all, None where it can."""
    if is_old(match) and Thing.OLD_GAME not in holds:
        return finding("game-not-expressible", written=clean(match.rules or "")[:SHOWN])
    if Thing.BEAVERS not in holds:
        # Without the beaver the double would stand unanswered, and nothing behind it could be followed.
        for number, game in zip(game_numbers(match.games), match.games, strict=True):
            if any(isinstance(event, model.Beaver) for event in game.events):
                return finding("game-not-expressible", written=phrase("a beaver")).at(game=number)
    return None


def reduce_match(match: model.Match, holds: frozenset[Thing], ledger: Ledger) -> model.Match:
    """The match without the things a notation does not hold; its head is left to the writer."""
    ledger.game = None
    if Thing.RULES not in holds and (name := unusual_rules(match.rules)):
        ledger.lose("rules-lost", name)
    rules = match.rules if holds == EVERYTHING else _without_overruled(match.rules, ledger)
    before = holds | {Thing.COMMENTS} if Thing.REMARKS in holds else frozenset()
    remarks = _reduce_events(match.remarks, before, ledger)
    games: list[model.Game] = []
    for ledger.game, game in zip(game_numbers(match.games), match.games, strict=True):
        score = game.score
        if score and not score.derived and Thing.SCORES not in holds and any(score.score):
            ledger.lose("claim-lost", event_words(score), score)
        left = score if Thing.SCORES in holds else None
        if Thing.SETUPS in holds and holds != EVERYTHING:
            for event, read in zip(game.events, with_thrower(game.events), strict=True):
                if read is not event:  # another side throws next than the position says, which is never read
                    ledger.lose("event-lost", event_words(event), event)
        games.append(replace(game, score=left, events=_reduce_events(game.events, holds, ledger)))
    ledger.game = None
    return replace(match, rules=rules, remarks=remarks, games=tuple(games))


def _without_overruled(rules: str | None, ledger: Ledger) -> str | None:
    """Return the rules with each option once: of two that contradict each other the last counts."""
    last = {option.partition("=")[0]: option for option in options(rules)}
    for option in options(rules):
        if option not in last.values():
            ledger.lose("rules-lost", option)
    return None if rules is None else ",".join([rules.partition(",")[0].strip(), *last.values()])


def _reduce_events(
    events: Sequence[AnyEvent], holds: frozenset[Thing], ledger: Ledger
) -> tuple[AnyEvent, ...]:
    left: list[Any] = []
    for index, event in enumerate(events):
        needed = needed_thing(event)
        if isinstance(event, model.Turn) and holds != EVERYTHING and _leaves_the_board(event):
            ledger.lose("event-lost", event_words(event), event)
            unread = replace(event, deed=model.Unread(text=event.text), text="", singly=False)
            left.append(unread if Thing.UNREAD in holds and event.text else _reduce_turn(unread, holds))
        elif needed is None or needed in holds:
            left.append(_reduce_details(event, holds, ledger))
        else:
            if not is_implied(events, index):
                ledger.lose(LOSSES.get(type(event), "event-lost"), event_words(event), event)
            if isinstance(event, model.Turn):
                left.append(_reduce_details(_reduce_turn(event, holds), holds, ledger))
    return tuple(left)


def _leaves_the_board(turn: model.Turn) -> bool:
    """Return whether a play names a point that no board has, as only our own notations write it."""
    hops = turn.deed.hops if isinstance(turn.deed, model.Play) else ()
    return not all(OFF <= point <= BAR for hop in hops for point in hop[:2])


def _reduce_turn(turn: model.Turn, holds: frozenset[Thing]) -> model.Turn:
    """Return what is left of a turn: its dice, and its play where that one can be held."""
    deed = model.NotRecorded() if Thing.UNKNOWN_PLAYS in holds else model.Blank()
    if isinstance(turn.deed, model.Play):
        return replace(turn, deed=replace(turn.deed, half=False), singly=False)
    return replace(turn, deed=deed, singly=False)


def _reduce_details(event: model.Event, holds: frozenset[Thing], ledger: Ledger) -> model.Event:
    """Return the event without the marks of hits, and the author, where these cannot be held."""
    match event:
        case model.Turn(deed=model.Play(hops=hops) as play) if Thing.HITS not in holds:
            if not any(hop.taken for hop in hops):
                return event
            return replace(event, deed=replace(play, hops=without_hits(hops)))
        case model.Comment(author=author, language=language) if Thing.AUTHORS not in holds:
            if author or language:
                ledger.lose("annotation-lost", words_of(event), event)
            return replace(event, author=None, language=None)
        case _:
            return event


# What a notation must hold for an event, by its class; turns by what was done.
NEEDED: dict[type[model.Event], Thing] = {
    model.AwardClaim: Thing.OLD_GAME,
    model.PhaseStart: Thing.OLD_GAME,
    model.Opening: Thing.OPENINGS,
    model.Double: Thing.CUBE,
    model.Take: Thing.CUBE,
    model.Drop: Thing.CUBE,
    model.Beaver: Thing.BEAVERS,
    model.AutomaticDouble: Thing.AUTOMATIC,
    model.Resignation: Thing.RESIGNATIONS,
    model.ResignationAnswer: Thing.RESIGNATIONS,
    model.Settlement: Thing.SETTLEMENTS,
    model.Forfeit: Thing.FORFEITS,
    model.Draw: Thing.DRAWS,
    model.VoidThrow: Thing.VOID_THROWS,
    model.Ruling: Thing.RULINGS,
    model.SetPosition: Thing.SETUPS,
    model.ResultClaim: Thing.RESULTS,
    model.ScoreClaim: Thing.SCORES_WITHIN,
    model.Comment: Thing.COMMENTS,
    model.Mark: Thing.MARKS,
    model.Evaluation: Thing.ANALYSIS,
    model.Clock: Thing.CLOCKS,
    model.Video: Thing.VIDEO,
    model.Extra: Thing.EXTRAS,
}
_DEEDS = {
    model.NotRecorded: Thing.UNKNOWN_PLAYS, model.Reached: Thing.REACHED, model.Unread: Thing.UNREAD
}  # fmt: skip


def needed_thing(event: model.Event) -> Thing | None:
    """Return what a notation must hold for an event; None for what every notation of plays holds."""
    if not isinstance(event, model.Turn):
        return NEEDED[type(event)]
    old = event.singly or (isinstance(event.deed, model.Play) and event.deed.half)
    return _DEEDS.get(type(event.deed), Thing.OLD_GAME if old else None)


def unusual_rules(rules: str | None) -> str:
    """The name of a rule set that is not what everybody supposes; empty where it is."""
    name = (rules or "").partition(",")[0].strip()
    return "" if name.lower() == _USUAL else name


def options(rules: str | None) -> list[str]:
    """The options of a specification such as `modern,texas=on`, spelled as there."""
    stated = (option.partition("=") for option in (rules or "").lower().split(",")[1:] if option.strip())
    return [f"{key.strip()}{sign}{value.strip()}" for key, sign, value in stated]


def reduce_matches(
    matches: Iterable[model.Match], holds: frozenset[Thing]
) -> tuple[list[model.Match], Ledger]:
    """Return what is kept of several matches, with one ledger; none if one cannot be written."""
    ledger = Ledger()
    left: list[model.Match] = []
    for ledger.match, match in enumerate(matches, 1):
        if refused := refusal(match, holds):
            ledger.findings.append(refused.at(match=ledger.match))
            return [], ledger
        left.append(reduce_match(match, holds, ledger))
    return left, ledger
