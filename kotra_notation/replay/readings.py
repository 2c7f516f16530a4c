"""What an unlawful or unknown play probably was: the one reading that makes the rest of the game lawful."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kotra_notation.model import Turn
from kotra_notation.replay.turns import astray, judged, plays_of, possible_dice
from kotra_notation.rules import CompletePlay, Node, Ruleset, Step, passed

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


def run(ruleset: Ruleset, node: Node, seat: int, turns: Iterable[Turn], *, hits_marked: bool) -> int | None:
    """How many turns are lawful from a board seen by `seat`, who is to throw; None if all are.

    In a record that marks hits, a turn whose marks the board contradicts does not count as lawful.
    """
    for count, turn in enumerate(turns):
        if turn.seat != seat:
            return None
        verdict = judged(ruleset, node, turn)
        if not verdict.known or verdict.node is None:
            return None if not verdict.known else count
        if not verdict.lawful or (hits_marked and astray(turn, verdict.hits)):
            return count
        node = passed(ruleset, verdict.node)
        seat = 1 - seat
    return None


def read(
    ruleset: Ruleset,
    node: Node,
    turn: Turn,
    written: Node | None,
    rest: Sequence[Turn],
    *,
    hits_marked: bool,
) -> BoardReading:
    """The reading of a turn whose text is unlawful or leads nowhere; `written` is where the text leads."""
    other = 1 - turn.seat

    def lawful_for(after: Node) -> int | None:
        return run(ruleset, passed(ruleset, after), other, rest, hits_marked=hits_marked)

    borne_out = lawful_for(written) if written is not None else 0
    if written is not None and borne_out is None:
        return BoardReading(written, "stood" if rest else "none")
    plays = list(plays_of(ruleset, node, turn).values()) if possible_dice(turn) else []
    explaining = [play for play in plays if lawful_for(play.node) is None]
    if len(explaining) == 1:
        return BoardReading(explaining[0].node, "slip", explaining[0])
    if written is not None and not explaining and borne_out is not None and borne_out >= SUSTAINED:
        return BoardReading(written, "stood")
    return BoardReading(node if written is None else written, "uncertain")
