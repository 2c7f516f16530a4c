"""Things nobody wrote down: turns, the plays of a side, whole rows, as far as the rest of the game tells.

The numbers of rows are evidence: where they jump a row is skipped, or two have changed places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import combinations_with_replacement

from kotra_notation.findings import Finding
from kotra_notation.model import Blank, CannotMove, Event, Game, NotRecorded, ResultClaim, Turn
from kotra_notation.repair.edits import Edit, cost_of, costs
from kotra_notation.repair.effort import A_THROW, Effort
from kotra_notation.repair.meant import deed_of, net
from kotra_notation.repair.slips import Exchange, rows_swapped
from kotra_notation.repair.story import Followed, StoryLine, follow, is_over
from kotra_notation.replay.turns import judge_turn, plays_of
from kotra_notation.rules import CompletePlay, Node, end_turn
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

BLANK = Blank | CannotMove | NotRecorded
ALL_DICE = tuple(combinations_with_replacement(range(6, 0, -1), 2))
# More boards at once are not told apart, nor is anything proposed then.
MOST_BOARDS = 500
JUMP = "row-number-jump"
# What a number can tell that the plays do not: where a row stands twice they tell it.
TELLING = ("lost", "exchanged")


@dataclass(frozen=True, slots=True)
class RowJump:
    """A jump in the numbers of rows before the event at `at`: `slip`, and where rows are lost, which."""

    at: int
    slip: str
    rows: tuple[int, ...]

    @property
    def lost_rows(self) -> Edit:
        """Rows that are missing, with the turns of both sides; nobody knows what these were."""
        cost = costs().left["row-lost"]
        return Edit(kind="row-lost", place=self.at, old=(), new=(), cost=cost, rows=self.rows)

    def exchanges(self, events: Sequence[Event], at: int) -> Iterator[Exchange]:
        """Yield the rows there, which begin `at` an event of these, in the order of their numbers."""
        if self.slip == "exchanged" and (swap := rows_swapped(events, at)):
            yield swap

    def edits(self, events: Sequence[Event]) -> Iterator[Edit]:
        """Yield what the number says by itself, whatever was played."""
        if self.slip == "lost":
            yield self.lost_rows
        for swap in self.exchanges(events, self.at):
            cost = cost_of(swap.kind) + costs().more["numbered"]
            yield Edit(kind=swap.kind, place=swap.at, old=swap.old, new=swap.new, cost=cost)


def row_jumps(game: Game, findings: Iterable[Finding]) -> Iterator[RowJump]:
    """Yield what is found of the numbers of a game's rows, by its events."""
    for finding in findings:
        if finding.kind.name != JUMP or finding.span is None:
            continue
        for at, event in enumerate(game.events):
            if event.span and event.span.line >= finding.span.line:
                first, number = int(finding.expected[0]), int(finding.written)
                yield RowJump(at, finding.facts["slip"], tuple(range(first, number)))
                break


@dataclass(frozen=True, slots=True)
class LostTurn:
    """A missing turn put in: the edit, the line with it, how far that is followed, the `start` behind."""

    edit: Edit
    line: StoryLine
    followed: Followed
    start: tuple[int, State]


def find_lost_turn(
    line: StoryLine, at: int, state: State, moved: Exchange | None, effort: Effort
) -> LostTurn | None:
    """Return the turn missing before an event, as far as the rest tells; `moved` is what its loss moved."""
    old: tuple[Event, ...] = ()
    behind: tuple[Event, ...] = ()
    if moved:
        old, behind = moved.old, moved.new
        line = line.splice(at, len(old), behind)
    fitting = _fitting(line, at, state, effort)
    if not fitting:
        return None
    first = fitting[0]
    new = _known_turn(state, fitting, line.hits_marked)
    followed = first.followed
    followed.index += len(new)
    cost = cost_of("turn-lost") + (costs().more[moved.kind] if moved else 0)
    return LostTurn(
        edit=Edit(kind="turn-lost", place=line.places[at], old=old, new=(*new, *behind), cost=cost),
        line=line.splice(at, 0, new),
        followed=followed,
        start=(at + len(new), first.after),
    )


@dataclass(frozen=True, slots=True)
class _Fitting:
    dice: tuple[int, int]
    play: CompletePlay
    after: State
    followed: Followed


def _fitting(line: StoryLine, at: int, state: State, effort: Effort) -> list[_Fitting]:
    """Return every throw and play behind which the game can be followed as far as behind any other."""
    seat = state.seat
    assert seat is not None
    best: tuple[int, int] | None = None
    fitting: list[_Fitting] = []
    for dice in ALL_DICE:
        effort.turns -= A_THROW
        if effort.spent:
            return []
        thrown = Turn(seat=seat, dice=dice, deed=Blank())
        for play in plays_of(state.setting.ruleset, state.node(seat), thrown).values():
            after = end_turn(state, seat, play.node)
            followed = follow(line, at, after, len(line.events), effort)
            reach = followed.index, -followed.astray
            if best is None or reach > best:
                best, fitting = reach, []
            if reach == best:
                fitting.append(_Fitting(dice, play, after, followed))
    return fitting


def _known_turn(state: State, fitting: Sequence[_Fitting], hits_marked: bool) -> tuple[Turn, ...]:
    """Return what is known of the turn: its dice and play, its dice, or nothing."""
    dice, play = fitting[0].dice, fitting[0].play
    if len({other.dice for other in fitting}) > 1:
        return ()
    assert state.seat is not None
    if len(fitting) > 1:
        return (Turn(seat=state.seat, dice=dice, deed=NotRecorded()),)
    deed = deed_of(state.node(state.seat), play, hits_marked=hits_marked)
    return (Turn(seat=state.seat, dice=dice, deed=deed),)


@dataclass(slots=True)
class _Board:
    """A board that may have been reached, and the ways there: boards before it, with the plays between."""

    state: State
    ways: list[tuple[_Board, CompletePlay | None]] = field(default_factory=list)


_Layer = tuple[int, list[_Board]]  # the place of a turn, and every board behind it


@dataclass(frozen=True, slots=True)
class FilledPlays:
    """The plays put in where only one can be, the others marked; the line, and the state it ends in."""

    edits: tuple[Edit, ...]
    line: StoryLine
    state: State

    @property
    def cost(self) -> float:
        """The cost of all plays left out, the further ones less than the first."""
        return cost_of("play-lost") + costs().more["again"] * (len(self.edits) - 1)


def fill_plays(line: StoryLine, index: int, state: State, effort: Effort) -> FilledPlays | None:
    """Return all plays left out from an event to the end; None where no plays make the rest lawful."""
    layers = _layers(line, index, state, effort)
    if layers is None:
        return None
    _prune(layers)
    edits: list[Edit] = []
    events = list(line.events)
    for place, layer in layers:
        turn = events[place]
        assert isinstance(turn, Turn)
        ways = [way for board in layer for way in board.ways]
        plays = list({net(play.steps): (board, play) for board, play in ways if play}.values())
        if not plays or not any(play.steps for _, play in plays):
            continue
        board, play = plays[0]
        deed = deed_of(board.state.node(turn.seat), play, hits_marked=line.hits_marked)
        new = turn if len(plays) > 1 else replace(turn, deed=deed)
        kind = "play-lost" if len(plays) == 1 else "plays-possible"
        cost = cost_of("play-lost")
        edits.append(Edit(kind=kind, place=line.places[place], old=(turn,), new=(new,), cost=cost))
        events[place] = new
    last = layers[-1][1][0].state if layers else state
    return FilledPlays(tuple(edits), replace(line, events=tuple(events)), last) if len(edits) > 1 else None


def _layers(line: StoryLine, index: int, state: State, effort: Effort) -> list[_Layer] | None:
    """Return after each turn every board that may have been reached; None for no board, or too many."""
    boards = [_Board(state)]
    layers: list[_Layer] = []
    for place in range(index, len(line.events)):
        turn = line.events[place]
        if not isinstance(turn, Turn):
            continue
        effort.turns -= len(boards) * (A_THROW if isinstance(turn.deed, BLANK) else 1)
        if effort.spent:
            return None
        reached: dict[Node, _Board] = {}
        for board in boards:
            for node, play in _plays(board.state, turn):
                after = reached.setdefault(node, _Board(end_turn(board.state, turn.seat, node)))
                after.ways.append((board, play))
        boards = list(reached.values())
        if not boards or len(boards) > MOST_BOARDS:
            return None
        layers.append((place, boards))
    if layers:
        # The winner, who threw last, has borne off all men where that is possible.
        winners = {event.winner for event in line.events if isinstance(event, ResultClaim)}
        place, last = layers[-1]
        ended = [board for board in last if is_over(board.state) and {1 - (board.state.seat or 0)} == winners]
        layers[-1] = place, ended or last
    return layers


def _plays(state: State, turn: Turn) -> Iterator[tuple[Node, CompletePlay | None]]:
    """Yield where a turn can have led: to the board it is written to lead to, or any of a play left out."""
    if state.seat not in (None, turn.seat) or is_over(state):
        return
    ruleset, node = state.setting.ruleset, state.node(turn.seat)
    if isinstance(turn.deed, BLANK) and turn.has_possible_dice:
        for play in plays_of(ruleset, node, turn).values():
            yield play.node, play
        return
    verdict = judge_turn(ruleset, node, turn)
    if verdict.lawful and verdict.node is not None:
        yield verdict.node, None


def _prune(layers: list[_Layer]) -> None:
    """Leave the boards from which the end can be reached."""
    for index in range(len(layers) - 1, 0, -1):
        alive = {id(board) for layer in layers[index][1] for board, _ in layer.ways}
        place, boards = layers[index - 1]
        layers[index - 1] = place, [board for board in boards if id(board) in alive]
