"""The plays of a game that is written short, traced over all boards that what is written may have led to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from kotra_notation.model import Event, Game, NotRecorded, Play, Ruling, SetPosition, Turn, Unread
from kotra_notation.replay.turns import judged, plays_of, possible_dice, put
from kotra_notation.rules import Node, Ruleset, Step, marks, passed
from kotra_notation.shorthand.choices import Manner, Shorthand, choices
from kotra_notation.shorthand.signs import TextSense

MOST = 100  # from so many boards at once nothing is traced any further,
ENOUGH = 10_000  # nor behind so many in a game

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ShorthandManner:
    """How the plays of a record are written, and the rules they were made by."""

    ruleset: Ruleset
    manner: Manner

    def shorthand(self, text: str, seat: int, before: Steps = ()) -> Shorthand:
        """A text of a side."""
        return Shorthand(text=text, seat=seat, manner=self.manner, before=before)

    def senses(self, event: Event) -> tuple[TextSense, ...]:
        """What a turn may say that is written short, nothing of any other event."""
        if isinstance(event, Turn) and isinstance(event.deed, Unread):
            return self.shorthand(event.deed.text, event.seat).senses(self.ruleset)
        return ()

    def in_full(self, turn: Turn) -> Play | None:
        """The play of a turn that is written in full among those written short."""
        said = self.senses(turn)
        return said[0].play if len(said) == 1 else None


class ReachedBoard(NamedTuple):
    """A board that may have been reached, seen by a side, and the last play where one says `same` of it."""

    node: Node
    seat: int
    before: Steps = ()

    def seen_by(self, ruleset: Ruleset, seat: int) -> Node:
        """The board as a side sees it."""
        return self.node if self.seat == seat else passed(ruleset, self.node)


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
    turn: Turn
    plays: list[Played]
    astray: bool = False
    begins: bool = False
    alive: list[Played] = field(default_factory=list)


def looked_back(stages: Sequence[Stage]) -> None:
    """Note of the stages of a game which plays are alive."""
    wanted: set[ReachedBoard] | None = None
    for stage in reversed(stages):
        stage.alive = [one for one in stage.plays if wanted is None or one.end in wanted]
        wanted = None if stage.begins or not stage.alive else {one.start for one in stage.alive}


def traced(writing: ShorthandManner, game: Game) -> Iterator[Stage]:
    """The turns of a game with all they may have been; those behind too many boards are left out."""
    facts = writing.ruleset.facts
    standings, begins = [ReachedBoard(Node(facts.start, facts.marks), 0)], True
    left = ENOUGH
    remembers = any(sense.same for event in game.events for sense in writing.senses(event))
    for place, event in enumerate(game.events):
        if isinstance(event, SetPosition):
            seen = marks.marks_of(event.position.memory, 0)
            standings, begins = [ReachedBoard(Node(event.position.seen_by(0), seen), 0)], True
        elif isinstance(event, Turn) and standings:
            deed = _correction(game.events[place + 1 :]) or writing.in_full(event) or event.deed
            turn = replace(event, deed=deed)
            plays = list(_plays(writing, turn, standings, _agreeing))
            wrong = not plays and not isinstance(deed, NotRecorded)
            plays = plays or list(_plays(writing, turn, standings, _anything))
            if not remembers:
                plays = [one._replace(end=one.end._replace(before=())) for one in plays]
            yield Stage(place, event, plays, wrong, begins)
            ends = dict.fromkeys(one.end for one in plays)
            left -= len(ends) - 1
            standings, begins = (list(ends) if len(ends) <= MOST and left > 0 else []), False


def _correction(behind: Iterable[Event]) -> Play | None:
    """The play that a ruling behind a turn puts in its place."""
    following = next((one for one in behind if isinstance(one, Turn | Ruling)), None)
    return following.play if isinstance(following, Ruling) and following.outcome == "corrected" else None


Ways = Callable[[ShorthandManner, Node, Turn, Steps], Iterator[tuple[Steps, Node]]]


def _plays(
    writing: ShorthandManner, turn: Turn, standings: Iterable[ReachedBoard], ways: Ways
) -> Iterator[Played]:
    for standing in standings:
        node = standing.seen_by(writing.ruleset, turn.seat)
        for steps, after in ways(writing, node, turn, standing.before):
            yield Played(standing, steps, ReachedBoard(after, turn.seat, steps))


def _agreeing(
    writing: ShorthandManner, node: Node, turn: Turn, before: Steps
) -> Iterator[tuple[Steps, Node]]:
    """The lawful plays that agree with what is written, and where they lead."""
    ruleset = writing.ruleset
    if isinstance(turn.deed, Unread):
        if possible_dice(turn):
            said = writing.shorthand(turn.deed.text, turn.seat, before)
            yield from ((play.steps, play.node) for play in choices(ruleset, node, turn, said))
    elif not isinstance(turn.deed, NotRecorded):
        verdict = judged(ruleset, node, turn)
        if verdict.lawful and verdict.node is not None:
            yield verdict.steps, verdict.node


def _anything(
    writing: ShorthandManner, node: Node, turn: Turn, before: Steps
) -> Iterator[tuple[Steps, Node]]:
    """Where a turn may lead that is not played as written: men put where it says, else any lawful play."""
    if isinstance(turn.deed, Play):
        if (reached := put(node, turn.deed.hops)) is not None:
            yield (), reached
    elif possible_dice(turn):
        yield from ((play.steps, play.node) for play in plays_of(writing.ruleset, node, turn).values())
    else:
        yield (), node
