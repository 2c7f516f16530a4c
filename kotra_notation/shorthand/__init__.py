"""Plays that are written short, written out: those of the legal plays that the board and the dice leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import islice, pairwise
from typing import NamedTuple

from kotra_notation import model
from kotra_notation.board import Points
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.implied import NOTATION, SHORTHAND, game_numbers, stated_shorthand
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.turns import hits_of, judge_turn, plays_of, put_men
from kotra_notation.rules import Node, Ruleset, Step, from_other_side, marks
from kotra_notation.rules.spelling import play_text, trips
from kotra_notation.shorthand.choices import BOTH, LonePoint, Manner, Shorthand, choices
from kotra_notation.shorthand.choices import MANNERS as MANNERS
from kotra_notation.shorthand.signs import TextSense
from kotra_notation.values import dataclass

MOST = 100  # from so many boards at once nothing is traced any further,
ENOUGH = 10_000  # nor behind so many in a game

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ShorthandManner:
    """The way the plays of a record are written, and their rules."""

    ruleset: Ruleset
    manner: Manner

    def shorthand(self, text: str, seat: int, before: Steps = ()) -> Shorthand:
        """A text of a side."""
        return Shorthand(text=text, seat=seat, manner=self.manner, before=before)

    def senses(self, event: model.Event) -> tuple[TextSense, ...]:
        """Return what a turn may say that is written short, nothing of any other event."""
        if isinstance(event, model.Turn) and isinstance(event.deed, model.Unread):
            return self.shorthand(event.deed.text, event.seat).senses(self.ruleset)
        return ()

    def in_full(self, turn: model.Turn) -> model.Play | None:
        """The play of a turn that is written in full among those written short."""
        text_senses = self.senses(turn)
        return text_senses[0].play if len(text_senses) == 1 else None


class ReachedBoard(NamedTuple):
    """A board that may have been reached, seen by a side, and the last play where one says `same` of it."""

    node: Node
    seat: int
    before: Steps = ()

    def seen_by(self, ruleset: Ruleset, seat: int) -> Node:
        """The board as a side sees it."""
        return self.node if self.seat == seat else from_other_side(ruleset, self.node)


class Played(NamedTuple):
    """A play that may have been made: from where, how, and where to."""

    start: ReachedBoard
    steps: Steps
    end: ReachedBoard


@dataclass(slots=True)
class Stage:
    """A turn traced: its place among the events, and the plays that it may have been.

    `astray`: nothing agrees with what is written, and any play may have been made. `alive` are the plays from
    which the rest of the game can be played as it is written.
    """

    place: int
    turn: model.Turn
    plays: list[Played]
    astray: bool = False
    begins: bool = False
    alive: list[Played] = field(default_factory=list)


def find_alive(stages: Sequence[Stage]) -> None:
    """Find the plays of each stage of a game that are alive."""
    wanted: set[ReachedBoard] | None = None
    for stage in reversed(stages):
        stage.alive = [play for play in stage.plays if wanted is None or play.end in wanted]
        wanted = None if stage.begins or not stage.alive else {play.start for play in stage.alive}


def trace(writing: ShorthandManner, game: model.Game) -> Iterator[Stage]:
    """The turns of a game with all they may have been; those behind too many boards are left out."""
    facts = writing.ruleset.facts
    standings, begins = [ReachedBoard(Node(facts.start, facts.marks), 0)], True
    left = ENOUGH
    remembers = any(sense.same for event in game.events for sense in writing.senses(event))
    for index, event in enumerate(game.events):
        if isinstance(event, model.SetPosition):
            seen = marks.marks_of(event.position.memory, 0)
            standings, begins = [ReachedBoard(Node(event.position.seen_by(0), seen), 0)], True
        elif isinstance(event, model.Turn) and standings:
            deed = _correction(game.events[index + 1 :]) or writing.in_full(event) or event.deed
            turn = replace(event, deed=deed)
            plays = list(_plays(writing, turn, standings, _agreeing_plays))
            wrong = not plays and not isinstance(deed, model.NotRecorded)
            plays = plays or list(_plays(writing, turn, standings, _any_plays))
            if not remembers:
                plays = [play._replace(end=play.end._replace(before=())) for play in plays]
            yield Stage(index, event, plays, wrong, begins)
            ends = dict.fromkeys(play.end for play in plays)
            left -= len(ends) - 1
            standings, begins = (list(ends) if len(ends) <= MOST and left > 0 else []), False


def _correction(behind: Iterable[model.Event]) -> model.Play | None:
    """Return the play that a ruling behind a turn puts in its place."""
    following = next((event for event in behind if isinstance(event, model.Turn | model.Ruling)), None)
    return (
        following.play if isinstance(following, model.Ruling) and following.outcome == "corrected" else None
    )


Ways = Callable[[ShorthandManner, Node, model.Turn, Steps], Iterator[tuple[Steps, Node]]]


def _plays(
    writing: ShorthandManner, turn: model.Turn, standings: Iterable[ReachedBoard], ways: Ways
) -> Iterator[Played]:
    for standing in standings:
        node = standing.seen_by(writing.ruleset, turn.seat)
        for steps, after in ways(writing, node, turn, standing.before):
            yield Played(standing, steps, ReachedBoard(after, turn.seat, steps))


def _agreeing_plays(
    writing: ShorthandManner, node: Node, turn: model.Turn, before: Steps
) -> Iterator[tuple[Steps, Node]]:
    """Yield the legal plays that agree with what is written, and where they lead."""
    ruleset = writing.ruleset
    if isinstance(turn.deed, model.Unread):
        if turn.has_possible_dice:
            written = writing.shorthand(turn.deed.text, turn.seat, before)
            yield from ((play.steps, play.node) for play in choices(ruleset, node, turn, written))
    elif not isinstance(turn.deed, model.NotRecorded):
        verdict = judge_turn(ruleset, node, turn)
        if verdict.lawful and verdict.node is not None:
            yield verdict.steps, verdict.node


def _any_plays(
    writing: ShorthandManner, node: Node, turn: model.Turn, before: Steps
) -> Iterator[tuple[Steps, Node]]:
    """Yield the boards behind a turn not played as written: men put where it says, else any legal play."""
    if isinstance(turn.deed, model.Play):
        if (reached := put_men(node, turn.deed.hops)) is not None:
            yield (), reached
    elif turn.has_possible_dice:
        yield from ((play.steps, play.node) for play in plays_of(writing.ruleset, node, turn).values())
    else:
        yield (), node


# What a point that stands alone says.
SENSES = {
    LonePoint.LANDINGS: phrase("the points landed on"),
    LonePoint.SOURCES: phrase("the points moved from"),
}

FEW = 5  # so many choices are named
CLEARER = 3  # so many more turns must fit one sense of plain points than the other


def expand(match: model.Match, ruleset: Ruleset) -> tuple[model.Match, tuple[Finding, ...]]:
    """Return the match with every play written out that can be one only, and findings where it cannot.

    A play is one of those that agree with what is written and let the rest of the game be played as it is
    written. What stays open is kept as it stands, and the match goes on saying that it is written short.
    """
    words = stated_shorthand(match.info) or ()
    stated = ShorthandManner(ruleset, Manner.of(words))
    writing, stages = _trace_match(match, stated)
    expansion = _Expansion(match, writing)
    if writing != stated:
        sense = SENSES[writing.manner.plain[0]]
        expansion.findings.append(finding("shorthand-sense", span=match.span, sense=sense))
    numbered = zip(match.games, stages, game_numbers(match.games), strict=True)
    games = tuple([expansion.game(*each) for each in numbered])
    info = tuple(pair for pair in match.info if stated_shorthand([pair]) is None)
    turns = (event for game in games for event in game.events if isinstance(event, model.Turn))
    if any(isinstance(turn.deed, model.Unread) for turn in turns):
        info = (*info, (NOTATION, ", ".join((SHORTHAND, *words))))
    return replace(match, info=info, games=games), tuple(expansion.findings)


Stages = list[list[Stage]]


def _trace_match(match: model.Match, stated: ShorthandManner) -> tuple[ShorthandManner, Stages]:
    """Return the manner and the traced games, by the sense of plain points that alone fits the record."""
    plain = any(sense.plain for event in _events(match) for sense in stated.senses(event))
    if stated.manner.plain != BOTH or not plain:
        return stated, _all_stages(match, stated)
    landings, sources = (replace(stated, manner=replace(stated.manner, plain=(point,))) for point in BOTH)
    stages = _all_stages(match, landings)
    faults = sum(stage.astray for game in stages for stage in game)
    clearly = faults + CLEARER if faults else 1
    astray = (stage for game in match.games for stage in trace(sources, game) if stage.astray)
    others = sum(1 for _ in islice(astray, clearly))
    if others == clearly:
        return landings, stages
    if faults and (not others or faults - others >= CLEARER):
        return sources, _all_stages(match, sources)
    return stated, _all_stages(match, stated)


def _all_stages(match: model.Match, writing: ShorthandManner) -> Stages:
    return [list(trace(writing, game)) for game in match.games]


def _events(match: model.Match) -> Iterator[model.Event]:
    return (event for game in match.games for event in game.events)


class _Expansion:
    """One match as it is being written out."""

    def __init__(self, match: model.Match, writing: ShorthandManner) -> None:
        self.writing = writing
        self.names = [player.name or COLOURS[seat] for seat, player in enumerate(match.players)]
        self.findings: list[Finding] = []
        # Hits are marked where the record marks some, or has no play that would look unmarked.
        in_full = any(
            isinstance(event, model.Turn) and isinstance(event.deed, model.Play) for event in _events(match)
        )
        marked = any(sense.hits for event in _events(match) for sense in writing.senses(event))
        self.marks_hits = marked or marks_hits(match) or not in_full

    def game(self, game: model.Game, stages: list[Stage], number: int) -> model.Game:
        """Return a game with its turns written out."""
        events = list(game.events)
        places = [indices for indices, event in enumerate(events) if isinstance(event, model.Turn)]
        find_alive(stages)
        for stage in stages:
            if not isinstance(stage.turn.deed, model.Unread):
                continue
            events[stage.place], note = self._turn(stage)
            if note:
                seat, turn = stage.turn.seat, places.index(stage.place) + 1
                note = note.at(game=number, turn=turn, seat=seat, player=self.names[seat])
                self.findings.append(note)
        return replace(game, events=tuple(events))

    def _turn(self, stage: Stage) -> tuple[model.Turn, Finding | None]:
        """Return a turn, its play written out if it can be one only, and a finding about it."""
        turn = stage.turn
        if in_full := self.writing.in_full(turn):
            return replace(turn, deed=in_full), None
        if stage.astray:
            name = "shorthand-unplayable" if self.writing.senses(turn) else "unreadable-cell"
            return turn, self._finding(name, stage, stage.alive)
        plays = _different(stage.alive)
        if len(plays) == 1:
            settled = _is_ambiguous(stage, stage.plays)
            note = self._finding("shorthand-settled", stage, plays) if settled else None
            return replace(turn, deed=self._deed(plays[0], turn)), note or self._hit_invented(plays[0], turn)
        ambiguous = _is_ambiguous(stage, stage.alive)
        return turn, self._finding("shorthand-ambiguous", stage, plays) if ambiguous else None

    def _deed(self, played: Played, turn: model.Turn) -> model.Play | model.CannotMove:
        """Return the play written out: a man's steps joined where nothing turns on the landing between."""
        if not played.steps:
            return model.CannotMove()
        hops = tuple(
            model.Hop(start[0], end[0], end[1] if self.marks_hits else 0)
            for trip in trips(self._points(played, turn.seat), played.steps)
            for start, end in pairwise(trip)
        )
        return model.Play(hops=hops, half=any(sense.half for sense in self.writing.senses(turn)))

    def _hit_invented(self, played: Played, turn: model.Turn) -> Finding | None:
        """Return a finding for a mark of a hit, in every sense, in a play that hits nobody."""
        senses = self.writing.senses(turn)
        if not all(sense.hits for sense in senses) or hits_of(self._points(played, turn.seat), played.steps):
            return None
        marked = {point for sense in senses for point in sense.hit_points}
        shown = ", ".join(str(point or "off") for point in sorted(marked, reverse=True))
        written = turn.deed.text if isinstance(turn.deed, model.Unread) else turn.text
        return finding("hit-invented", span=turn.span, written=written, point=shown)

    def _points(self, played: Played, seat: int) -> Points:
        return tuple(played.start.seen_by(self.writing.ruleset, seat).points)

    def _finding(self, name: str, stage: Stage, plays: list[Played]) -> Finding:
        """Return a finding on a turn written short, with the plays it may be where they are few."""
        turn, facts = stage.turn, self.writing.ruleset.facts
        assert isinstance(turn.deed, model.Unread)
        texts = dict.fromkeys(
            play_text(facts, self._points(play, turn.seat), play.steps, turn.seat) for play in plays
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


def _is_ambiguous(stage: Stage, plays: list[Played]) -> bool:
    """Return whether there are several plays from one board; several boards are due to an earlier turn."""
    starts = {play.start for play in stage.alive}
    return any(len(_different([play for play in plays if play.start == start])) > 1 for start in starts)


def _different(plays: list[Played]) -> list[Played]:
    """Return the plays without those that move the same men."""
    return list({tuple(sorted(play.steps)): play for play in reversed(plays)}.values())[::-1]
