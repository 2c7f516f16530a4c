"""A turn that cannot be taken as it stands: unlawful, out of turn, written twice, or not recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import overload

from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.model import Blank, NotRecorded, Play, Reached, Ruling, Turn, Unread
from kotra_notation.replay import readings
from kotra_notation.replay.turns import Judgement, fault_of, judged, possible_dice, put
from kotra_notation.rules import Node, Ruleset, Step, marks
from kotra_notation.rules.spelling import play_text


@dataclass(frozen=True, slots=True)
class Behind(Sequence[Turn]):
    """The turns of a game from the `first` on, none of them copied."""

    turns: Sequence[Turn]
    first: int

    def __len__(self) -> int:
        return max(0, len(self.turns) - self.first)

    def __iter__(self) -> Iterator[Turn]:
        return (self.turns[at] for at in range(self.first, len(self.turns)))

    @overload
    def __getitem__(self, at: int) -> Turn: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Turn]: ...

    def __getitem__(self, at: int | slice) -> Turn | Sequence[Turn]:
        places = range(self.first, len(self.turns))
        if isinstance(at, int):
            return self.turns[places[at]]
        if at.stop is None and at.step is None:
            return Behind(self.turns, places[at].start)
        return [self.turns[place] for place in places[at]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsAround:
    """What stands around a turn in its game: the two turns before it, those behind it, and a ruling on it.

    `last`: nothing is thrown, played or offered behind it. `hits_marked`: the record marks hits. `ruled`
    looks for the ruling.
    """

    earlier: Sequence[Turn]
    rest: Sequence[Turn]
    last: bool
    hits_marked: bool
    ruled: Callable[[], Ruling | None]

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the turn."""
        return self.ruled()

    def goes_on(self, ruleset: Ruleset, node: Node, seat: int, turns: Iterable[Turn]) -> bool:
        """Whether turns from the rest of the game are lawful from a board seen by `seat`, who is to throw."""
        return readings.run(ruleset, node, seat, turns, hits_marked=self.hits_marked) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How the replay goes on: from which board, how sure of it, and what is said.

    `node` is None where the turn is none; `repeated` more turns behind it are none either.
    """

    node: Node | None
    findings: tuple[Finding, ...] = ()
    steps: tuple[Step, ...] = ()
    certain: bool = True
    lawful: bool = True
    repeated: int = 0


def out_of_turn(ruleset: Ruleset, node: Node, turn: Turn, around: TurnsAround) -> Settled:
    """A second turn in succession: a repetition, or a turn of the other side is missing.

    A third one belongs to the same mistake: the one between is the other side's, most likely.
    """
    if around.earlier and around.earlier[-1] == turn:
        return Settled(node=None, findings=(finding("turn-twice", seat=turn.seat, written=turn.text),))
    goes_on = around.goes_on(ruleset, node, turn.seat, chain([turn], around.rest))
    missing = finding("turn-missing", seat=turn.seat, other=1 - turn.seat, written=turn.text)
    third = [one.seat for one in around.earlier[-2:]] == [turn.seat, turn.seat]
    return Settled(node=node, findings=() if third else (missing,), certain=goes_on, lawful=False)


def uncertain(ruleset: Ruleset, node: Node, turn: Turn) -> Settled:
    """While the board is not certain nothing is said of it; a position in the record makes it so again."""
    match turn.deed:
        case Reached(position=position):
            seen = marks.marks_of(position.memory, turn.seat)
            return Settled(node=Node(position.seen_by(turn.seat), seen), lawful=False)
        case Play(hops=hops):
            reached = put(node, hops)
            found = () if possible_dice(turn) else (fault_of(ruleset, node, turn),)
            return Settled(node=reached or node, findings=found, certain=False, lawful=False)
        case _:
            return Settled(node=node, certain=False, lawful=False)


def unlawful(ruleset: Ruleset, node: Node, turn: Turn, verdict: Judgement, around: TurnsAround) -> Settled:
    """A turn that is not lawful or not recorded, on a board that is certain: one finding, and a reading."""
    if around.last and isinstance(turn.deed, Blank | NotRecorded):
        return Settled(node=node)
    ruling = around.ruling
    if ruling and ruling.outcome == "corrected" and ruling.play:
        return _corrected(ruleset, node, turn, ruling, ruling.play)
    if twice := _written_twice(ruleset, node, turn, around):
        return twice
    reading = readings.read(ruleset, node, turn, verdict.node, around.rest, hits_marked=around.hits_marked)
    meant = play_text(ruleset.facts, tuple(node.points), reading.steps, turn.seat) if reading.play else ""
    fate = "idle" if reading.play and not meant else reading.fate
    return Settled(
        node=reading.node,
        findings=_said(ruleset, node, turn, verdict, fate, meant, ruling),
        steps=reading.steps,
        certain=reading.fate != "uncertain",
        lawful=reading.fate == "slip",
    )


def _said(
    ruleset: Ruleset,
    node: Node,
    turn: Turn,
    verdict: Judgement,
    fate: str,
    meant: str,
    ruling: Ruling | None,
) -> tuple[Finding, ...]:
    if isinstance(turn.deed, Unread):
        return ()
    if not verdict.known:
        expected = [meant] if meant else []
        return (
            finding(
                "play-unknown",
                seat=turn.seat,
                written=turn.text,
                expected=expected,
                fate=fate,
                meant=meant,
            ),
        )
    fault = fault_of(ruleset, node, turn)
    fault = fault.at(facts={**fault.facts, "fate": fate, "meant": meant})
    if meant:
        others = [play for play in fault.expected if play != meant]
        fault = fault.at(expected=(meant, *others)[:5])
    may_stand = ruleset.options["illegal_play"] == "condone-or-correct"
    if ruling and ruling.outcome == "stood" and may_stand:
        fault = fault.at(severity=Severity.WARNING)
    return (fault,)


def _written_twice(ruleset: Ruleset, node: Node, turn: Turn, around: TurnsAround) -> Settled | None:
    """An unlawful turn that repeats the side's last one: nothing, or a copy in place of the true one."""
    last = list(around.earlier[-2:])
    if len(last) < 2 or last[0] != turn:
        return None
    found = (finding("turn-twice", seat=turn.seat, written=turn.text),)
    both = bool(around.rest) and around.rest[0] == last[1]
    rest = around.rest[both:]
    if rest and rest[0].seat != turn.seat:
        return Settled(node=node, findings=found, certain=False, lawful=False)
    if not around.goes_on(ruleset, node, turn.seat, rest):
        return None
    return Settled(node=None, findings=found, repeated=int(both))


def _corrected(ruleset: Ruleset, node: Node, turn: Turn, ruling: Ruling, play: Play) -> Settled:
    """An unlawful play that was pointed out, and the play that took its place (MOD-IRR-2)."""
    fault = fault_of(ruleset, node, turn)
    facts = {**fault.facts, "fate": "corrected", "meant": ruling.text}
    found = [fault.at(severity=Severity.NOTE, facts=facts)]
    right = replace(turn, deed=play, text=ruling.text, span=ruling.span)
    verdict = judged(ruleset, node, right)
    if not verdict.lawful:
        found.append(fault_of(ruleset, node, right))
    return Settled(
        node=verdict.node or node,
        findings=tuple(found),
        steps=verdict.steps,
    )


def idle_ruling(last: Turn | None) -> Finding:
    """A ruling where nothing was played, or where one stands already."""
    why = phrase("nothing was played before it") if last is None else phrase("one stands there")
    return finding("out-of-place", what=phrase("A ruling"), why=why)
