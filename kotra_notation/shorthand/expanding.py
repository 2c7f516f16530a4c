"""A match whose plays are written short, with the plays written out that the board and the dice decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from kotra_notation import model
from kotra_notation.board import Points
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.implied import NOTATION, SHORTHAND, stated_shorthand
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.turns import hits_of
from kotra_notation.rules import Ruleset
from kotra_notation.rules.spelling import play_text, trips
from kotra_notation.shorthand.choices import BOTH, LonePoint, Manner
from kotra_notation.shorthand.tracing import Played, ShorthandManner, Stage, looked_back, traced

# What a point that stands alone says.
SENSES = {
    LonePoint.LANDINGS: phrase("the points landed on"),
    LonePoint.SOURCES: phrase("the points left"),
}

FEW = 5  # so many choices are named
CLEARER = 3  # so many more turns must fit one sense of plain points than the other


@dataclass(slots=True)
class _Expansion:
    """One match as it is being written out."""

    writing: ShorthandManner
    names: list[str]
    hits_marked: bool
    findings: list[Finding] = field(default_factory=list)


def expanded(match: model.Match, ruleset: Ruleset) -> tuple[model.Match, tuple[Finding, ...]]:
    """The match with every play written out that can be one only, and what is found where it cannot.

    A play is one of those that agree with what is written and let the rest of the game be played as it is
    written. What stays open is kept as it stands, and the match goes on saying that it is written short.
    """
    words = stated_shorthand(match.info) or ()
    stated = ShorthandManner(ruleset, Manner.of(words))
    writing, stages = _traced(match, stated)
    names = [player.name or COLOURS[seat] for seat, player in enumerate(match.players)]
    work = _Expansion(writing, names, _marks_hits(match, writing))
    if writing != stated:
        sense = SENSES[writing.manner.plain[0]]
        work.findings.append(finding("shorthand-sense", span=match.span, sense=sense))
    games = tuple(_game(work, game, stages[place], place + 1) for place, game in enumerate(match.games))
    info = tuple(pair for pair in match.info if stated_shorthand([pair]) is None)
    if any(_open(event) for game in games for event in game.events):
        info = (*info, (NOTATION, ", ".join((SHORTHAND, *words))))
    return replace(match, info=info, games=games), tuple(work.findings)


def _marks_hits(match: model.Match, writing: ShorthandManner) -> bool:
    """Whether hits are to be marked: the record marks some, or has no play that would look unmarked."""
    in_full = any(isinstance(one, model.Turn) and isinstance(one.deed, model.Play) for one in _events(match))
    marked = any(sense.hits for event in _events(match) for sense in writing.senses(event))
    return marked or marks_hits(match) or not in_full


def _open(event: model.Event) -> bool:
    return isinstance(event, model.Turn) and isinstance(event.deed, model.Unread)


Stages = list[list[Stage]]


def _traced(match: model.Match, stated: ShorthandManner) -> tuple[ShorthandManner, Stages]:
    """How a record is written, and its games traced: by the sense of plain points that alone fits it."""
    plain = any(sense.plain for event in _events(match) for sense in stated.senses(event))
    if stated.manner.plain != BOTH or not plain:
        return stated, _all_stages(match, stated)
    landings, sources = (replace(stated, manner=replace(stated.manner, plain=(one,))) for one in BOTH)
    stages = _all_stages(match, landings)
    faults = sum(stage.astray for game in stages for stage in game)
    clearly = faults + CLEARER if faults else 1
    others = sum(1 for _ in islice(_astray(match, sources), clearly))
    if others == clearly:
        return landings, stages
    if faults and (not others or faults - others >= CLEARER):
        return sources, _all_stages(match, sources)
    return stated, _all_stages(match, stated)


def _all_stages(match: model.Match, writing: ShorthandManner) -> Stages:
    return [list(traced(writing, game)) for game in match.games]


def _astray(match: model.Match, writing: ShorthandManner) -> Iterator[Stage]:
    """The turns that nothing agrees with."""
    return (stage for game in match.games for stage in traced(writing, game) if stage.astray)


def _events(match: model.Match) -> Iterator[model.Event]:
    return (event for game in match.games for event in game.events)


def _game(work: _Expansion, game: model.Game, stages: list[Stage], number: int) -> model.Game:
    events = list(game.events)
    places = [place for place, event in enumerate(events) if isinstance(event, model.Turn)]
    looked_back(stages)
    for stage in stages:
        if not isinstance(stage.turn.deed, model.Unread):
            continue
        events[stage.place], found = _turn(work, stage)
        if found:
            seat = stage.turn.seat
            player, turn = work.names[seat], places.index(stage.place) + 1
            work.findings.append(found.at(game=number, turn=turn, seat=seat, player=player))
    return replace(game, events=tuple(events))


def _turn(work: _Expansion, stage: Stage) -> tuple[model.Turn, Finding | None]:
    """A turn with its play written out if that can be one only, and what is to be said of it."""
    turn = stage.turn
    if in_full := work.writing.in_full(turn):
        return replace(turn, deed=in_full), None
    if stage.astray:
        name = "shorthand-unplayable" if work.writing.senses(turn) else "unreadable-cell"
        return turn, _found(work, name, stage, stage.alive)
    plays = _different(stage.alive)
    if len(plays) == 1:
        found = _found(work, "shorthand-settled", stage, plays) if _parted(stage, stage.plays) else None
        return replace(turn, deed=_deed(work, plays[0], turn)), found or _hit_invented(work, plays[0], turn)
    return turn, _found(work, "shorthand-ambiguous", stage, plays) if _parted(stage, stage.alive) else None


def _parted(stage: Stage, plays: list[Played]) -> bool:
    """Whether there is more than one play from one board; boards that differ are told of an earlier turn."""
    starts = {one.start for one in stage.alive}
    return any(len(_different(_from(plays, start))) > 1 for start in starts)


def _from(plays: list[Played], start: object) -> list[Played]:
    return [one for one in plays if one.start == start]


def _different(plays: list[Played]) -> list[Played]:
    """The plays without those that move the same men."""
    return list({tuple(sorted(one.steps)): one for one in reversed(plays)}.values())[::-1]


def _deed(work: _Expansion, played: Played, turn: model.Turn) -> model.Play | model.CannotMove:
    """The play as it is written out: a man's steps joined where nothing turns on the landing between."""
    if not played.steps:
        return model.CannotMove()
    hops = tuple(
        model.Hop(start[0], end[0], end[1] if work.hits_marked else 0)
        for trip in trips(_points(work, played, turn.seat), played.steps)
        for start, end in pairwise(trip)
    )
    return model.Play(hops=hops, half=any(sense.half for sense in work.writing.senses(turn)))


def _hit_invented(work: _Expansion, played: Played, turn: model.Turn) -> Finding | None:
    """A mark of a hit, whatever the text may mean, in a play that hits nobody."""
    senses = work.writing.senses(turn)
    points = _points(work, played, turn.seat)
    if not all(sense.hits for sense in senses) or hits_of(points, played.steps):
        return None
    marked = {point for sense in senses for point in sense.marked}
    shown = ", ".join(str(point or "off") for point in sorted(marked, reverse=True))
    written = turn.deed.text if isinstance(turn.deed, model.Unread) else turn.text
    return finding("hit-invented", span=turn.span, written=written, point=shown)


def _points(work: _Expansion, played: Played, seat: int) -> Points:
    return tuple(played.start.seen_by(work.writing.ruleset, seat).points)


def _found(work: _Expansion, name: str, stage: Stage, plays: list[Played]) -> Finding:
    """A finding on a turn written short, with the plays it may be where they are few."""
    turn, ruleset = stage.turn, work.writing.ruleset
    assert isinstance(turn.deed, model.Unread)
    texts = dict.fromkeys(
        play_text(ruleset.facts, _points(work, one, turn.seat), one.steps, turn.seat) for one in plays
    )
    guess = stage.astray and len(texts) > FEW
    return finding(
        name,
        span=turn.span,
        written=turn.deed.text,
        expected=() if guess else list(texts)[:FEW],
        dice=f"{turn.dice[0]}{turn.dice[1]}",
        count=len(texts),
        meant=next(iter(texts), ""),
    )
