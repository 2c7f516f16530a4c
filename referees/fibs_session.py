"""A session on FIBS as its log shows it: boards and lines for every event of a match, other talk between."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation import model as m
from kotra_notation.model import Event, Game, Match
from kotra_notation.replay import GameReplay, replay
from kotra_notation.rules.ruleset import State

CHAT = (
    "12 cecilia rolls 6 and 6.",
    "cecilia says: anna rolls 3 and 1.",
    "5 dagny - - 1 0 1500.00 12 0 1600758905 example.org - dagny@example.org",
    "** There's no cecilia.",
    "dagny wins the 5 point match 5-3 .",
)


@dataclass(frozen=True)
class View:
    """How a log shows a match: what seat 0 is called, which way he moves, whether his plays are told."""

    first: str = "anna"
    second: str = "bjarni"
    direction: int = -1
    colour: int = 1
    tells_plays: bool = True


def log(match: Match, view: View) -> str:
    """The log of a whole match."""
    lines: list[str] = []
    for game, replayed in zip(match.games, replay(match).games, strict=True):
        lines += _game(match, game, replayed, view)
    return "\n".join(lines) + "\n"


def _game(match: Match, game: Game, replayed: GameReplay, view: View) -> list[str]:
    assert game.score is not None
    first, second = game.score.score
    score = (int(first), int(second))
    lines: list[str] = []
    for number, (event, frame) in enumerate(zip(game.events, replayed.frames, strict=True)):
        lines.append(CHAT[number % len(CHAT)])
        if isinstance(event, m.Turn):
            lines.append(board(match, score, frame.before, event.seat, event.dice, view))
        lines += _told(event, score, match, view)
        if isinstance(event, m.Turn):
            lines.append(board(match, score, frame.after, 1 - event.seat, None, view))
    return lines


def board(
    match: Match, score: tuple[int, int], state: State, turn: int, dice: tuple[int, int] | None, view: View
) -> str:
    """A board line."""
    cube = state.stakes.cube
    seen = list(state.seen_by(0))
    bars = seen[25], -seen[0]
    men = [count * view.colour for count in seen]
    men = men if view.direction == -1 else men[::-1]
    thrown = [*(dice or (0, 0)), 0, 0] if turn == 0 else [0, 0, *(dice or (0, 0))]
    numbers = [
        match.length or 9999, *score, *men, view.colour if turn == 0 else -view.colour, *thrown,
        cube.value, int(cube.owner != 1), int(cube.owner != 0), 0, view.colour, view.direction,
        *((0, 25) if view.direction == -1 else (25, 0)), 0, 0, *bars, 0, 0, 0, 0,
    ]  # fmt: skip
    return ":".join(["board", view.first, view.second, *map(str, numbers)])


def _told(event: Event, score: tuple[int, int], match: Match, view: View) -> list[str]:
    names = (view.first, view.second)

    def says(seat: int, words: str, own: str) -> str:
        return f"You {own}" if names[seat] == "You" else f"{names[seat]} {words}"

    match event:
        case m.Turn(seat=seat, dice=(one, two), deed=deed):
            rolled = [says(seat, f"rolls {one} and {two}.", f"roll {one} and {two}.")]
            if isinstance(deed, m.Play):
                hops = _play(seat, deed, view)
                told = view.tells_plays or seat == 1
                return rolled + [says(seat, f"moves {hops} .", f"move {hops} .")] * told
            return [*rolled, says(seat, "can't move.", "can't move.")]
        case m.Double(seat=seat):
            offered = "doubles. Type 'accept' or 'reject'."
            return [says(seat, offered, "double. Please wait for bjarni to accept or reject.")]
        case m.Take(seat=seat):
            return [
                says(seat, "accepts the double. The cube shows 2.", "accept the double.  The cube shows 2.")
            ]
        case m.Drop(seat=seat):
            return [says(seat, "rejects the double.", "reject the double.")]
        case m.ResultClaim(seat=seat, points=points):
            total = (score[seat] + int(points or 0), score[1 - seat])
            gets = f"{points:.0f} points."
            won = says(seat, f"wins the game and gets {gets} Sorry.", f"win the game and get {gets}")
            over = f"the {match.length} point match {total[0]}-{total[1]} ."
            return [won, says(seat, f"wins {over}", f"win {over}")] if event.match else [won]
        case _:
            raise AssertionError(event)


def _play(seat: int, play: m.Play, view: View) -> str:
    """The hops in the numbers of the board that the log shows."""
    own = (seat == 0) == (view.direction == -1)
    words = []
    for hop in play.hops:
        source = "bar" if hop.source == 25 else hop.source if own else 25 - hop.source
        target = "off" if hop.target == 0 else hop.target if own else 25 - hop.target
        words.append(f"{source}-{target}")
    return " ".join(words)
