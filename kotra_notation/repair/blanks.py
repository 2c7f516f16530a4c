"""A side whose plays are left out again and again: what they can have been, all of them taken together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from kotra_notation.model import Blank, CannotMove, NotRecorded, ResultClaim, Turn
from kotra_notation.repair.costs import costs
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.effort import A_THROW, Effort
from kotra_notation.repair.meant import cost_of, deed_of, net
from kotra_notation.repair.story import StoryLine, over
from kotra_notation.replay.turns import judged, plays_of, possible_dice
from kotra_notation.rules import CompletePlay, Node, turned_over
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

BLANK = Blank | CannotMove | NotRecorded
# More boards at once are not told apart, nor is anything proposed then.
MOST_BOARDS = 500


@dataclass(slots=True)
class _Board:
    """A board that may have been reached, and the ways there: boards before it, with the plays between."""

    state: State
    ways: list[tuple[_Board, CompletePlay | None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Filled:
    """The plays put in where only one can be, the others marked; the line, and the state it ends in."""

    edits: tuple[Edit, ...]
    line: StoryLine
    state: State

    @property
    def cost(self) -> float:
        """Return what it costs that plays were left out, the further ones less than the first."""
        return cost_of("play-lost") + costs().more["again"] * (len(self.edits) - 1)


def filled(line: StoryLine, index: int, state: State, effort: Effort, *, hits_marked: bool) -> Filled | None:
    """All plays left out from an event to the end of the game; None where no plays make the rest lawful."""
    layers = _layers(line, index, state, effort)
    if layers is None:
        return None
    _pruned(layers)
    edits: list[Edit] = []
    events = list(line.events)
    for place, layer in layers:
        turn = events[place]
        assert isinstance(turn, Turn)
        ways = [way for one in layer for way in one.ways]
        plays = list({net(play.steps): (board, play) for board, play in ways if play}.values())
        if not plays or not any(play.steps for _, play in plays):
            continue
        board, play = plays[0]
        deed = deed_of(board.state.node(turn.seat), play, hits_marked=hits_marked)
        new = turn if len(plays) > 1 else replace(turn, deed=deed)
        kind = "play-lost" if len(plays) == 1 else "plays-possible"
        edits.append(
            Edit(kind=kind, place=line.places[place], old=(turn,), new=(new,), cost=cost_of("play-lost"))
        )
        events[place] = new
    last = layers[-1][1][0].state if layers else state
    return Filled(tuple(edits), replace(line, events=tuple(events)), last) if len(edits) > 1 else None


def _layers(
    line: StoryLine, index: int, state: State, effort: Effort
) -> list[tuple[int, list[_Board]]] | None:
    """After each turn every board that may have been reached; None where there is none, or too many."""
    boards = [_Board(state)]
    layers: list[tuple[int, list[_Board]]] = []
    for place in range(index, len(line.events)):
        turn = line.events[place]
        if not isinstance(turn, Turn):
            continue
        effort.turns -= len(boards) * (A_THROW if isinstance(turn.deed, BLANK) else 1)
        if effort.spent:
            return None
        boards = _after(boards, turn)
        if not boards or len(boards) > MOST_BOARDS:
            return None
        layers.append((place, boards))
    if layers:
        place, last = layers[-1]
        layers[-1] = place, _finished(line, last) or last
    return layers


def _after(boards: Sequence[_Board], turn: Turn) -> list[_Board]:
    """Every board behind a turn, each once."""
    reached: dict[Node, _Board] = {}
    for board in boards:
        for node, play in _played(board.state, turn):
            after = reached.setdefault(node, _Board(turned_over(board.state, turn.seat, node)))
            after.ways.append((board, play))
    return list(reached.values())


def _played(state: State, turn: Turn) -> Iterator[tuple[Node, CompletePlay | None]]:
    """What a turn can have led to: the one board it is written to lead to, or any of a play left out."""
    if state.seat not in (None, turn.seat) or over(state):
        return
    ruleset, node = state.setting.ruleset, state.node(turn.seat)
    if isinstance(turn.deed, BLANK) and possible_dice(turn):
        for play in plays_of(ruleset, node, turn).values():
            yield play.node, play
        return
    verdict = judged(ruleset, node, turn)
    if verdict.lawful and verdict.node is not None:
        yield verdict.node, None


def _finished(line: StoryLine, boards: Sequence[_Board]) -> list[_Board]:
    """The boards on which the winner, who threw last, has borne off all men, as he has where he can have."""
    winners = {event.winner for event in line.events if isinstance(event, ResultClaim)}
    return [board for board in boards if over(board.state) and {1 - (board.state.seat or 0)} == winners]


def _pruned(layers: list[tuple[int, list[_Board]]]) -> None:
    """Leave the boards from which the end can be reached."""
    for at in range(len(layers) - 1, 0, -1):
        alive = {id(board) for layer in layers[at][1] for board, _ in layer.ways}
        place, boards = layers[at - 1]
        layers[at - 1] = place, [board for board in boards if id(board) in alive]
