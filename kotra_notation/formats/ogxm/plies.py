"""The events of a game as plies of a document, as far as it has plies for them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from kotra_notation import model
from kotra_notation.board import BAR, OFF, Position, Turning
from kotra_notation.board.position import position
from kotra_notation.formats.ogxm import codec
from kotra_notation.formats.ogxm.codec import CodecError, Document, problem, settle
from kotra_notation.formats.ogxm.reading import OPENING
from kotra_notation.values import dataclass

MOST_ILLEGAL = 40
LONGEST_STEP = 6
MOST_POINTS = 2**31
Ply = dict[str, Any]


@dataclass(slots=True)
class GameWritten:
    """A game as the document has it, and which of its events stand in its head, at each ply, at its end."""

    document: Document
    groups: list[list[model.Event]] = field(default_factory=lambda: [[]])
    end: list[model.Event] = field(default_factory=list)

    @property
    def plies(self) -> list[Ply]:
        """The plies of the document."""
        plies: list[Ply] = self.document["plies"]
        return plies

    def cut(self, length: int) -> None:
        """Keep so many plies; the events of the others stand behind the last of them."""
        rest = [event for group in self.groups[length + 1 :] for event in group]
        del self.plies[length:]
        del self.groups[length + 1 :]
        self.groups[-1] += rest

    def empty(self) -> None:
        """Keep nothing of the game but its place."""
        self.cut(0)
        self.document = {"plies": []}


_ACTIONS: dict[type, int] = {
    model.Double: codec.DOUBLE, model.Beaver: codec.BEAVER, model.Take: codec.TAKE, model.Drop: codec.DROP,
    model.Forfeit: codec.FORFEIT,
}  # fmt: skip


class PlyWriter:
    """Makes the plies of one game, until an event comes that has none."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.made = GameWritten({"plies": []})
        self.open = True

    def write(self) -> GameWritten:
        """Return the game with all plies that can be made."""
        events = list(self.game.events)
        self._result(events)
        for index, event in enumerate(events):
            ply = self._ply(event, events[index + 1 :]) if self.open else None
            if ply is None:
                self.made.groups[-1].append(event)
            else:
                self.made.plies.append(ply)
                self.made.groups.append([event])
        return self.made

    def _result(self, events: list[model.Event]) -> None:
        last = events[-1] if events else None
        if not isinstance(last, model.ResultClaim) or last.lost or last.points is None:
            return
        if last.points % 1 == 0 and 0 <= last.points < MOST_POINTS:
            self.made.end = [events.pop()]
            self.made.document.update(winner=last.seat, points_won=int(last.points), is_lastgame=last.match)

    def _ply(self, event: model.Event, behind: Sequence[model.Event]) -> Ply | None:
        """Return the ply of an event; None if it has none, and no other can come if it changes the game."""
        match event:
            case model.Turn():
                return self._turn(event)
            case model.Beaver(level=2):
                return _ply(event.seat, codec.RACCOON)
            case model.Double() | model.Beaver() | model.Take() | model.Drop() | model.Forfeit():
                return _ply(event.seat, _ACTIONS[type(event)])
            case model.Resignation():
                return self._resignation(event, behind)
            case model.Settlement():
                return _ply(event.seat, codec.SETTLE, settle_value=event.points)
            case model.AutomaticDouble() if not self.made.plies:
                doubles = self.made.document.get("auto_doubles", 0)
                self.made.document["auto_doubles"] = doubles + 1
            case model.SetPosition(position=position):
                return self._set(position)
            case model.Ruling(outcome="corrected", play=play) if play and self.made.plies:
                self.open = self._correct_last_play(play)
            case model.Extra(key="ogxm:action", value=value) if value == str(codec.PASS) and self.made.plies:
                return _ply(1 - codec.seat_of(self.made.plies[-1].get("color", 1)), codec.PASS)
            case model.Draw():
                self.open = False
        return None

    def _turn(self, turn: model.Turn) -> Ply | None:
        dice = (min(turn.dice), max(turn.dice))
        if dice in codec.THROW:
            match turn.deed:
                case model.Play(hops=hops) if _single(hops):
                    return _ply(turn.seat, codec.THROW[dice], moves=_moves(turn.seat, hops))
                case model.Blank() | model.CannotMove():
                    return _ply(turn.seat, codec.THROW[dice], moves=[])
                case model.Reached(position=position) if _modern(position):
                    return _illegal_ply(turn.seat, dice, codec.board(position.seen_by(1)))
        self.open = False
        return None

    @staticmethod
    def _resignation(event: model.Resignation, behind: Sequence[model.Event]) -> Ply | None:
        answer = next((one for one in behind if isinstance(one, model.ResignationAnswer)), None)
        if answer and not answer.accepted:
            return None
        size = event.size if event.size in (1, 2, 3) else 1
        return _ply(event.seat, codec.RESIGN_GAME, resign_value=codec.SIZES[size - 1])

    def _set(self, position: Position) -> Ply | None:
        if not _modern(position):
            self.open = False
            return None
        board = codec.board(position.seen_by(1))
        if self.made.plies:
            return _ply(position.seat, codec.SET_POSITION, set_position=board)
        if board != codec.board(OPENING):
            self.made.document["initial_board"] = board
        cube = position.cube
        if cube.value != 1:
            self.made.document["initial_cube_value"] = cube.value
        if cube.owner is not None:
            self.made.document["initial_cube_owner"] = codec.SIDES[cube.owner]
        return None

    def _correct_last_play(self, play: model.Play) -> bool:
        last = self.made.plies[-1]
        if "moves" not in last or not _single(play.hops):
            return False
        last["moves"] = _moves(codec.seat_of(last["color"]), play.hops)
        return True


def _ply(seat: int, action: int, **facts: Any) -> Ply:
    return {"color": 1 - seat, "action_id": action, **facts}


def _illegal_ply(seat: int, dice: tuple[int, int], board: list[int]) -> Ply:
    """Return the ply of an illegal play: where it led; the other side is on roll."""
    return _ply(1 - seat, codec.SET_POSITION, d1=dice[0], d2=dice[1], set_position=board, illegal=True)


def _modern(position: Position) -> bool:
    return position.turning is Turning.MIRRORED and all(abs(count) <= 15 for count in position.points)


def _single(hops: Sequence[model.Hop]) -> bool:
    return 0 < len(hops) <= 4 and all(
        OFF <= target < source <= BAR and source - target <= LONGEST_STEP for source, target, _ in hops
    )


def _moves(seat: int, hops: Sequence[model.Hop]) -> list[dict[str, int]]:
    return [{"from": codec.mirror_point(seat, source), "pips": source - target} for source, target, _ in hops]


def fit(made: GameWritten, head: Document) -> None:
    """Change the game until the codec takes and replays it whole: put plies in order, or cut it short."""
    for _ in range(MOST_ILLEGAL):
        try:
            game = settle({**head, "games": [made.document]})["games"][0]
        except CodecError:
            _shorten(made, head)
            continue
        failed = game.get("replay_failed_at")
        if failed is None:
            return
        if failed >= len(made.plies):
            break
        if not _mend_ply(made, game, failed):
            made.cut(failed)
    made.empty()


def fit_together(games: Sequence[GameWritten], head: Document) -> None:
    """Cut games short that the codec does not take behind those before them, whose score forbids it."""
    for _ in games:
        documents = [game.document for game in games]
        if not problem({**head, "games": documents}):
            return
        lasts = range(len(games) - 1)
        low = bisect_left(
            lasts, True, key=lambda last: bool(problem({**head, "games": documents[: last + 1]}))
        )
        _shorten(games[low], head, documents[:low])


def _shorten(made: GameWritten, head: Document, before: Sequence[Document] = ()) -> None:
    """Cut the game to the most plies that the codec takes."""

    def is_refused(document: Document) -> bool:
        return problem({**head, "games": [*before, document]}) is not None

    lengths = range(1, len(made.plies) + 1)
    most = bisect_left(
        lengths, True, key=lambda length: is_refused({**made.document, "plies": made.plies[:length]})
    )
    made.cut(most)
    if not most and is_refused(made.document):
        made.empty()


def _mend_ply(made: GameWritten, game: Document, failed: int) -> bool:
    """Write a play that cannot be replayed in another order, or as the board it led to; False for neither."""
    ply = made.plies[failed]
    if "moves" not in ply:
        return False
    seat = codec.seat_of(ply["color"])
    ordered = sorted(ply["moves"], key=lambda move: move["from"], reverse=bool(seat))
    if ordered != ply["moves"]:
        made.plies[failed] = {**ply, "moves": ordered}
        return True
    men = list(game.get("initial_board") or codec.board(OPENING))
    if failed and "ogid_after" in game["plies"][failed - 1]:
        men = codec.board(position(game["plies"][failed - 1]["ogid_after"]).seen_by(1))
    board = _after(men, seat, ply["moves"])
    if board is None:
        return False
    made.plies[failed] = _illegal_ply(seat, codec.DICE[ply["action_id"]], board)
    return True


def _after(men: list[int], seat: int, moves: list[dict[str, int]]) -> list[int] | None:
    """Return the men after steps, whatever the rules say; None where no man stands."""
    sign, bar = (-1, BAR) if seat else (1, OFF)
    for move in moves:
        source, target = move["from"], move["from"] + sign * move["pips"]
        if men[source] * sign <= 0:
            return None
        men[source] -= sign
        if not OFF < target < BAR:
            continue
        if men[target] == -sign:
            men[target] = 0
            men[BAR - bar] -= sign
        if men[target] * sign < 0:
            return None
        men[target] += sign
    return men
