"""A turn that cannot be taken as it stands: unlawful, out of turn, written twice, or not recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotra_notation.board import Points
from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.model import Blank, NotRecorded, Play, Reached, Ruling, Turn, Unread
from kotra_notation.replay import readings
from kotra_notation.replay.turns import Verdict, fault_of, judged, possible_dice
from kotra_notation.rules import Ruleset, Step
from kotra_notation.rules.spelling import play_text
from kotra_notation.rules.walking import displaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around a turn in its game: the turns before and behind it, and a ruling on it.

    `last`: nothing is thrown, played or offered behind it. `hits_marked`: the record marks hits.
    """

    earlier: Sequence[Turn]
    rest: Sequence[Turn]
    last: bool
    hits_marked: bool
    ruling: Ruling | None = None

    def goes_on(self, ruleset: Ruleset, points: Points, seat: int, turns: Sequence[Turn]) -> bool:
        """Whether turns from the rest of the game are lawful from a board seen by `seat`, who is to throw."""
        return readings.run(ruleset, points, seat, turns, hits_marked=self.hits_marked) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How the replay goes on: from which board, how sure of it, and what is said.

    `points` is None where the turn is none; `repeated` more turns behind it are none either.
    """

    points: Points | None
    findings: tuple[Finding, ...] = ()
    steps: tuple[Step, ...] = ()
    certain: bool = True
    lawful: bool = True
    repeated: int = 0


def out_of_turn(ruleset: Ruleset, points: Points, turn: Turn, around: Around) -> Settled:
    """A second turn in succession: a repetition, or a turn of the other side is missing."""
    if around.earlier and around.earlier[-1] == turn:
        return Settled(points=None, findings=(finding("turn-twice", seat=turn.seat, written=turn.text),))
    goes_on = around.goes_on(ruleset, points, turn.seat, [turn, *around.rest])
    missing = finding("turn-missing", seat=turn.seat, other=1 - turn.seat, written=turn.text)
    return Settled(points=points, findings=(missing,), certain=goes_on, lawful=False)


def uncertain(ruleset: Ruleset, points: Points, turn: Turn) -> Settled:
    """While the board is not certain nothing is said of it; a position in the record makes it so again."""
    match turn.deed:
        case Reached(position=position):
            return Settled(points=position.seen_by(turn.seat), lawful=False)
        case Play(hops=hops):
            put = displaced(points, hops)
            found = () if possible_dice(turn.dice) else (fault_of(ruleset, points, turn),)
            return Settled(points=points if put is None else put, findings=found, certain=False, lawful=False)
        case _:
            return Settled(points=points, certain=False, lawful=False)


def unlawful(ruleset: Ruleset, points: Points, turn: Turn, verdict: Verdict, around: Around) -> Settled:
    """A turn that is not lawful or not recorded, on a board that is certain: one finding, and a reading."""
    if around.last and isinstance(turn.deed, Blank | NotRecorded):
        return Settled(points=points)
    ruling = around.ruling
    if ruling and ruling.outcome == "corrected" and ruling.play:
        return _corrected(ruleset, points, turn, ruling, ruling.play)
    if twice := _written_twice(ruleset, points, turn, around):
        return twice
    reading = readings.read(
        ruleset, points, turn, verdict.points, around.rest, hits_marked=around.hits_marked
    )
    meant = play_text(ruleset, points, reading.steps, turn.seat) if reading.play else ""
    return Settled(
        points=reading.points,
        findings=_said(ruleset, points, turn, verdict, reading.fate, meant, ruling),
        steps=reading.steps,
        certain=reading.fate != "uncertain",
        lawful=reading.fate == "slip",
    )


def _said(
    ruleset: Ruleset,
    points: Points,
    turn: Turn,
    verdict: Verdict,
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
    fault = fault_of(ruleset, points, turn)
    fault = fault.at(facts={**fault.facts, "fate": fate, "meant": meant})
    if meant:
        others = [play for play in fault.expected if play != meant]
        fault = fault.at(expected=(meant, *others)[:5])
    may_stand = ruleset.options["illegal_play"] == "condone-or-correct"
    if ruling and ruling.outcome == "stood" and may_stand:
        fault = fault.at(severity=Severity.WARNING)
    return (fault,)


def _written_twice(ruleset: Ruleset, points: Points, turn: Turn, around: Around) -> Settled | None:
    """An unlawful turn that repeats the side's last one: nothing, or a copy in place of the true one."""
    last = list(around.earlier[-2:])
    if len(last) < 2 or last[0] != turn:
        return None
    found = (finding("turn-twice", seat=turn.seat, written=turn.text),)
    both = list(around.rest[:1]) == last[1:]
    rest = around.rest[both:]
    if rest and rest[0].seat != turn.seat:
        return Settled(points=points, findings=found, certain=False, lawful=False)
    if not around.goes_on(ruleset, points, turn.seat, rest):
        return None
    return Settled(points=None, findings=found, repeated=int(both))


def _corrected(ruleset: Ruleset, points: Points, turn: Turn, ruling: Ruling, play: Play) -> Settled:
    """An unlawful play that was pointed out, and the play that took its place (MOD-IRR-2)."""
    fault = fault_of(ruleset, points, turn)
    facts = {**fault.facts, "fate": "corrected", "meant": ruling.text}
    found = [fault.at(severity=Severity.NOTE, facts=facts)]
    right = replace(turn, deed=play, text=ruling.text, span=ruling.span)
    verdict = judged(ruleset, points, right)
    if not verdict.lawful:
        found.append(fault_of(ruleset, points, right))
    return Settled(
        points=points if verdict.points is None else verdict.points,
        findings=tuple(found),
        steps=verdict.steps,
    )
