"""A turn that cannot be taken as it stands: unlawful, out of turn, written twice, or not recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from kotra_notation.board.points import ILLEGIBLE
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.model import Blank, NotRecorded, Play, Reached, Ruling, Turn, Unread
from kotra_notation.replay.objections import dice_faults, fault_of, wrong_marks
from kotra_notation.replay.turns import Judgement, judge_turn, plays_of, put_men
from kotra_notation.rules import CompletePlay, Node, Ruleset, Step, from_other_side, marks
from kotra_notation.rules.spelling import play_text
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsAround:
    """The surroundings of a turn in its game: all its `turns`, this one `at` its place, and a ruling on it.

    `last`: nothing is thrown, played or offered behind it. `doubled`: the other side offers the cube next.
    `hits_marked`: the record marks hits.
    """

    turns: Sequence[Turn]
    at: int
    last: bool
    doubled: bool
    hits_marked: bool
    ruling: Callable[[], Ruling | None]

    @property
    def earlier(self) -> Sequence[Turn]:
        """The two turns before it."""
        return self.turns[max(0, self.at - 2) : self.at]

    def rest(self, skipped: int = 0) -> Iterator[Turn]:
        """The turns behind it, but for the first few."""
        return (self.turns[index] for index in range(self.at + 1 + skipped, len(self.turns)))

    def lawful(
        self, ruleset: Ruleset, node: Node, seat: int, turns: Iterable[Turn] | None = None
    ) -> int | None:
        """Return how many turns behind it are legal from a board seen by `seat`, who throws; None if all."""
        rest = self.rest() if turns is None else turns
        return turns_lawful(ruleset, node, seat, rest, hits_marked=self.hits_marked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The board to go on from, how sure, with which findings; `repeated` turns behind it are no turns."""

    node: Node | None
    findings: tuple[Finding, ...] = ()
    steps: tuple[Step, ...] = ()
    certain: bool = True
    lawful: bool = True
    repeated: int = 0


def out_of_turn(ruleset: Ruleset, node: Node, turn: Turn, around: TurnsAround) -> Settled:
    """A second turn in succession: a repetition, or a missing turn of the other side; so is a third."""
    if around.earlier and around.earlier[-1] == turn:
        return Settled(node=None, findings=(finding("turn-twice", seat=turn.seat, written=turn.text),))
    lawful = around.lawful(ruleset, node, turn.seat, chain([turn], around.rest()))
    missing = finding("turn-missing", seat=turn.seat, other=1 - turn.seat, written=turn.text)
    third = [one.seat for one in around.earlier[-2:]] == [turn.seat, turn.seat]
    return Settled(node=node, findings=() if third else (missing,), certain=lawful is None, lawful=False)


def uncertain(ruleset: Ruleset, node: Node, turn: Turn) -> Settled:
    """While the board is not certain nothing is said of it; a position in the record makes it so again."""
    if isinstance(turn.deed, Reached):
        seen = marks.marks_of(turn.deed.position.memory, turn.seat)
        return Settled(node=Node(turn.deed.position.seen_by(turn.seat), seen), lawful=False)
    reached = put_men(node, turn.hops) if turn.hops else None
    faults = dice_faults(ruleset, node, turn)
    return Settled(node=reached or node, findings=faults, certain=False, lawful=False)


def unlawful(ruleset: Ruleset, node: Node, turn: Turn, verdict: Judgement, around: TurnsAround) -> Settled:
    """A turn that is not lawful or not recorded, on a board that is certain: one finding, and a reading."""
    if around.last and isinstance(turn.deed, Blank | NotRecorded) and ILLEGIBLE not in turn.dice:
        return Settled(node=node, findings=dice_faults(ruleset, node, turn))
    ruling = around.ruling()
    if ruling and ruling.outcome == "corrected" and ruling.play:
        return _correct_play(ruleset, node, turn, ruling, ruling.play)
    if twice := _written_twice(ruleset, node, turn, around):
        return twice
    reading = board_read(ruleset, node, turn, verdict.node, around)
    meant = play_text(ruleset.facts, tuple(node.points), reading.steps, turn.seat) if reading.play else ""
    fate = "idle" if reading.play and not meant else reading.fate
    return Settled(
        node=reading.node,
        findings=_findings(ruleset, node, turn, verdict, fate, meant, ruling),
        steps=reading.steps,
        certain=reading.fate != "uncertain",
        lawful=reading.fate == "slip",
    )


def _findings(
    ruleset: Ruleset, node: Node, turn: Turn, verdict: Judgement, fate: str, meant: str, ruling: Ruling | None
) -> tuple[Finding, ...]:
    if isinstance(turn.deed, Unread):
        return ()
    if not verdict.known and not dice_faults(ruleset, node, turn):
        expected = [meant] if meant else []
        return (
            finding(
                "play-unknown", seat=turn.seat, written=turn.text, expected=expected, fate=fate, meant=meant
            ),
        )
    fault = fault_of(ruleset, node, turn)
    fault = fault.at(facts={**fault.facts, "fate": fate, "meant": meant})
    if meant:
        fault = fault.at(expected=(meant, *[play for play in fault.expected if play != meant])[:5])
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
    both = next(around.rest(), None) == last[1]
    following = next(around.rest(both), None)
    if following and following.seat != turn.seat:
        return Settled(node=node, findings=found, certain=False, lawful=False)
    if around.lawful(ruleset, node, turn.seat, around.rest(both)) is not None:
        return None
    return Settled(node=None, findings=found, repeated=int(both))


def _correct_play(ruleset: Ruleset, node: Node, turn: Turn, ruling: Ruling, play: Play) -> Settled:
    """An unlawful play that was pointed out, and the play that took its place (MOD-IRR-2)."""
    fault = fault_of(ruleset, node, turn)
    facts = {**fault.facts, "fate": "corrected", "meant": ruling.text}
    findings = [fault.at(severity=Severity.NOTE, facts=facts)]
    right = replace(turn, deed=play, text=ruling.text, span=ruling.span)
    verdict = judge_turn(ruleset, node, right)
    if not verdict.lawful:
        findings.append(fault_of(ruleset, node, right))
    return Settled(node=verdict.node or node, findings=tuple(findings), steps=verdict.steps)


def ruling_fault(
    ruling: Ruling, last: Turn | None, faulty: Turn | None, *, late: bool, again: bool, sure: bool
) -> Finding | None:
    """Return what is wrong with a ruling: it is late, given twice, or on a legal play (MOD-IRR-2).

    `late`: it has gone on since the `faulty` turn. `again`: there is a ruling on the `last` turn.
    """
    if last is None or again:
        why = (
            phrase("nothing was played before it")
            if last is None
            else phrase("this play already has a ruling")
        )
        return finding("out-of-place", rule="MOD-IRR-2", what=phrase("A ruling"), why=why)
    if late and faulty is not None and ruling.outcome == "corrected":
        why = phrase("it is too late, because the other side played on and so accepted the play")
        what, seat = phrase("A correction"), faulty.seat
        return finding("out-of-place", seat=seat, written=ruling.text, what=what, why=why, rule="MOD-IRR-2")
    if sure and last is not faulty:
        return finding("lawful-play-disputed", seat=last.seat, written=last.text)
    return None


# A text followed this many turns without a further fault is believed to have been the position.
SUSTAINED = 8


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The board a turn is taken to have led to, and how sure that is.

    `fate` is `stood` (the text is followed and bears it out), `slip` (another play explains the
    rest of the game), `uncertain`, or `none` where nothing follows that could tell.
    """

    node: Node
    fate: str
    play: CompletePlay | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the play that was probably meant."""
        return self.play.steps if self.play else ()


def turns_lawful(
    ruleset: Ruleset, node: Node, seat: int, turns: Iterable[Turn], *, hits_marked: bool
) -> int | None:
    """Return how many turns are lawful from a board seen by `seat`, hit marks too; None if all are."""
    for count, turn in enumerate(turns):
        if turn.seat != seat:
            return None
        verdict = judge_turn(ruleset, node, turn)
        if not verdict.known or verdict.node is None:
            return None if not verdict.known else count
        if not verdict.lawful or (hits_marked and wrong_marks(turn, verdict.hits)):
            return count
        node = from_other_side(ruleset, verdict.node)
        seat = 1 - seat
    return None


def board_read(
    ruleset: Ruleset, node: Node, turn: Turn, written: Node | None, around: TurnsAround
) -> BoardReading:
    """The reading of a turn whose text is unlawful or leads nowhere; `written` is where the text leads."""

    def lawful_for(after: Node) -> int | None:
        return around.lawful(ruleset, from_other_side(ruleset, after), 1 - turn.seat)

    borne_out = lawful_for(written) if written is not None else 0
    if written is not None and borne_out is None:
        return BoardReading(written, "stood" if around.doubled or next(around.rest(), None) else "none")
    plays = list(plays_of(ruleset, node, turn).values()) if turn.has_possible_dice else []
    explaining = [play for play in plays if lawful_for(play.node) is None]
    if len(explaining) == 1:
        return BoardReading(explaining[0].node, "slip", explaining[0])
    if written is not None and not explaining and borne_out is not None and borne_out >= SUSTAINED:
        return BoardReading(written, "stood")
    return BoardReading(node if written is None else written, "uncertain")
