"""The nodes of one game as text: actions, and behind each what is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kotra_notation import model
from kotra_notation.board import Cube, Position, Turning
from kotra_notation.formats.losses import Ledger, said
from kotra_notation.formats.sgf import evaluated, evaluations, headers, marks, roots, setups
from kotra_notation.formats.sgf.game import BLANK, NOT_RECORDED
from kotra_notation.formats.sgf.letters import SEATS, spelled
from kotra_notation.formats.sgf.results import ACTING, WrittenResult, extra_values
from kotra_notation.formats.sgf.text import as_read, escaped
from kotra_notation.formats.sgf.tree import nested
from kotra_notation.implied import implied

# An extra that stands elsewhere than among what is said of a node, those that would not be read as extras.
VARIATION = "sgf:variation"
NEVER = frozenset(("FF", "GM", "CA", "AP", "ST", "W", "B", "KN", "PL", "DI", "AE", "AW", "AB"))
ALONE = frozenset(("CV", "CP", "CO"))  # mean something else at the root

_NAME = re.compile(r"[A-Z]{1,8}")


class Nodes:
    """One game; what of it is lost is noted."""

    def __init__(
        self, game: model.Game, ledger: Ledger, *, money: bool, men: int, kept: Mapping[str, model.Extra]
    ) -> None:
        self.events = game.events
        self.ledger = ledger
        self.money = money
        self.source = ""
        self.written: list[str] = []
        self.closing: list[list[str]] = []  # what stands behind the main line where it branches
        self.names: set[str] = set()  # of the properties in the node that is being written
        self.seat: int | None = None
        self.acted: model.Event | None = None
        self.cube_text = ""  # the evaluation behind the last double
        self.kept = kept  # what the root holds
        self.result = WrittenResult(game.events, ledger, men, kept.get(roots.RE))
        self.claim = self.result.claim

    # the nodes

    def text(self) -> str:
        """All nodes."""
        for index, event in enumerate(self.events):
            self._event(index, event)
        if self.written[-1:] == ["\n("]:
            self.written.append(";")
        return "".join([*self.written, *(part for parts in reversed(self.closing) for part in parts)])

    def _event(self, index: int, event: model.Event) -> None:
        match event:
            case model.Turn():
                self._turn(event, index)
            case model.Double(seat=seat) | model.Beaver(seat=seat):
                self._cube_action(event, seat, "double")
            case model.Take(seat=seat):
                self._cube_action(event, seat, "take")
            case model.Drop(seat=seat):
                self._cube_action(event, seat, "drop")
            case model.SetPosition(position=position):
                self._position(event, position)
            case model.ResultClaim():
                self._claim(event, index)
            case model.Comment():
                self._comment(event, index)
            case model.Mark():
                self._mark(event)
            case model.Evaluation():
                self._evaluation(event)
            case model.Extra():
                self._extra(event)
            case _:
                assert isinstance(
                    event, model.AutomaticDouble | model.Resignation | model.ResignationAnswer
                ), event

    def _open(self, text: str, event: model.Event, seat: int) -> None:
        """Begin a node."""
        self.written.append(f"\n;{text}")
        self.names.clear()
        self.acted = event
        self.seat = seat

    def _add(self, name: str, values: str) -> None:
        """Put a property into the node, or into one without an action where it has such a one."""
        if name in self.names or name in ALONE or self.written[-1:] == ["\n("]:
            self.written.append("\n;")
            self.names.clear()
        self.names.add(name)
        self.written.append(name + values)

    # actions

    def _turn(self, turn: model.Turn, index: int) -> None:
        seat, deed = turn.seat, turn.deed
        if not all(0 <= die <= 9 for die in turn.dice):
            self.ledger.lose("event-lost", said(turn), turn)
            return
        dice = f"{turn.dice[0]}{turn.dice[1]}"
        side = SEATS[seat]
        if isinstance(deed, model.NotRecorded):
            self._open(f"PL[{side}]DI[{dice}]KN[{NOT_RECORDED}]", turn, seat)
        elif isinstance(deed, model.Blank):
            follows = next((one for one in self.events[index + 1 :] if isinstance(one, ACTING)), None)
            superseded = isinstance(follows, model.Turn) and follows.seat == seat
            told = superseded or isinstance(self.acted, model.SetPosition)
            self._open(f"PL[{side}]DI[{dice}]{f'KN[{BLANK}]' * told}", turn, seat)
        else:
            self._open(f"{side}[{dice}{self._hops(turn)}]", turn, seat)

    def _hops(self, turn: model.Turn) -> str:
        if isinstance(turn.deed, model.CannotMove):
            return ""
        try:
            letters = spelled(turn.deed.hops, turn.seat) if isinstance(turn.deed, model.Play) else ""
        except KeyError:
            letters = ""
        if not letters:
            self.ledger.lose("event-lost", said(turn), turn)
        return letters

    def _cube_action(
        self, event: model.Double | model.Beaver | model.Take | model.Drop, seat: int, word: str
    ) -> None:
        if self._read_otherwise(event):
            self.ledger.lose("event-lost", said(event), event)
        value = event.value if isinstance(event, model.Double | model.Beaver) else None
        if value is not None and not 0 <= value < 10**9:
            self.ledger.lose("event-lost", said(event), event)
            value = None
        self._open(f"{SEATS[seat]}[{word}]{'' if value is None else f'KN[{value}]'}", event, seat)
        if isinstance(event, model.Take | model.Drop) and self.cube_text:
            self.written.append(f"DA[{self.cube_text}]")
            self.names.add("DA")
        self.cube_text = ""

    def _read_otherwise(self, event: model.Event) -> bool:
        """Whether a double would be taken for a beaver, or the other way round."""
        before = self.acted
        if not isinstance(event, model.Double | model.Beaver):
            return False
        answers = isinstance(before, model.Double | model.Beaver) and before.seat != event.seat
        if isinstance(event, model.Double):
            return answers
        level = before.level + 1 if isinstance(before, model.Beaver) else 1
        return not answers or event.level != level

    def _position(self, event: model.SetPosition, position: Position) -> None:
        points = position.seen_by(0) if position.turning is Turning.MIRRORED else None
        board = setups.spelled(points) if points is not None else None
        if board is None:
            self.ledger.lose("event-lost", said(event), event)
            return
        seat, cube, dice = position.seat, position.cube, position.dice
        nodes = [f"PL[{SEATS[seat]}]{board}"]
        if dice is not None and all(0 <= die <= 9 for die in dice):
            nodes.append(f"PL[{SEATS[seat]}]DI[{dice[0]}{dice[1]}]")
        else:
            dice = None
        if not 0 < cube.value < 10**9:
            cube = Cube(owner=cube.owner)
        nodes += [f"CV[{cube.value}]", f"CP[{'c' if cube.owner is None else 'wb'[cube.owner]}]"]
        told = Position(points=position.points, seat=seat, men=position.men, cube=cube, dice=dice)
        if told != position or position.men not in ((15, 15), (3, 3)):
            self.ledger.lose("event-lost", said(event), event)
        self._open("\n;".join(nodes), event, seat)

    # claims and annotations

    def _claim(self, claim: model.ResultClaim, index: int) -> None:
        if claim is not self.claim:
            if not implied(self.events, index):
                self.ledger.lose("claim-lost", said(claim), claim)
        elif claim.kind and self.result.in_figures:
            self.ledger.lose("claim-lost", said(claim), claim)

    def _comment(self, comment: model.Comment, index: int) -> None:
        """A comment with those that follow it directly, of which the first writes all."""
        if index and isinstance(self.events[index - 1], model.Comment):
            return
        comments = [comment]
        for event in self.events[index + 1 :]:
            if not isinstance(event, model.Comment):
                break
            comments.append(event)
        text = as_read(headers.joined(comments))
        if headers.remarks(text) != [one.text for one in comments]:
            for one in comments:
                self.ledger.lose("comment-lost", one.text, one)
        self._add("C", f"[{escaped(text)}]")

    def _mark(self, mark: model.Mark) -> None:
        written = marks.spelled(mark, self.acted, self.seat)
        if written is None:
            self.ledger.lose("annotation-lost", said(mark), mark)
            return
        name, _, value = written.partition("[")
        self._add(name, f"[{value}")

    def _evaluation(self, evaluation: model.Evaluation) -> None:
        """An evaluation, and what of it does not come back."""
        name, values, back = self._spelled(evaluation)
        if back is None:
            self.ledger.lose("annotation-lost", said(evaluation), evaluation)
            return
        if back != evaluation:
            self.ledger.lose("annotation-lost", said(evaluation), evaluation)
        self._add(name, values)
        for key, beside in (("sgf:MR", "MR"), ("sgf:CR", "CR")):
            if key in back.extras:
                self._add(beside, f"[{back.extras[key]} ]" if beside == "MR" else "[]")
        if name == "DA" and isinstance(self.acted, model.Double) and not self.cube_text:
            self.cube_text = values[1:-1]

    def _spelled(self, evaluation: model.Evaluation) -> tuple[str, str, model.Evaluation | None]:
        """The property that holds an evaluation, and what a reader would find in it."""
        nothing: tuple[str, str, model.Evaluation | None] = ("", "", None)
        match evaluation.aspect:
            case "play" if self.seat is not None:
                values = evaluated.play_values(evaluation, self.seat, money=self.money)
                if values is None:
                    return nothing
                back = evaluations.play(values, self.seat, source=self.source, money=self.money)
                return "A", "".join([f"[{value}]" for value in values]), _with(back, evaluation, "sgf:MR")
            case "cube":
                value = evaluated.cube_value(evaluation, money=self.money)
                if value is None:
                    return nothing
                back = evaluations.cube(value, source=self.source, money=self.money)
                return "DA", f"[{value}]", _with(back, evaluation, "sgf:CR")
            case "luck" if evaluation.luck is not None:
                text = repr(evaluation.luck)
                luck = evaluations.number(text)
                if luck is None:
                    return nothing
                return "LU", f"[{text}]", model.Evaluation(aspect="luck", luck=luck, source=self.source)
            case _:
                return nothing

    def _extra(self, extra: model.Extra) -> None:
        name = extra.key.removeprefix(headers.PREFIX) if extra.key.startswith(headers.PREFIX) else ""
        if extra.key == VARIATION and self._variation(extra.value):
            return
        if self.kept.get(extra.key) is extra:
            return
        if (
            not _NAME.fullmatch(name)
            or name in NEVER
            or extra.key in roots.AT_ROOT
            or not extra_values(extra)
        ):
            self.ledger.lose("annotation-lost", extra.value, extra)
            return
        self._add(name, extra.value)

    def _variation(self, raw: str) -> bool:
        """Branch: what follows is the main line, and the variation stands behind it."""
        if not raw.startswith("(") or nested(raw, 0) != len(raw) or as_read(raw) != raw:
            return False
        if self.written[-1:] == ["\n("]:
            self.closing[-1].append(raw)
        else:
            self.written.append("\n(")
            self.closing.append([")\n", raw])
            self.names.clear()
        return True


def _with(back: model.Evaluation | None, evaluation: model.Evaluation, key: str) -> model.Evaluation | None:
    """What is read back, with the marks for a rollout, which stand in a property of their own."""
    value = evaluation.extras.get(key)
    if back is None or value is None or not re.fullmatch(r"[0-9 ]*[0-9]|yes", value):
        return back
    return replace(back, extras={**back.extras, key: value})
