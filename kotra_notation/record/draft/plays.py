"""Plays as they are typed: judged on the board where the record stands, and spelled as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotra_notation.board import Points, turned
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Finding, sentences
from kotra_notation.formats.kotra import lines
from kotra_notation.formats.kotra.spelling import Points as Naming
from kotra_notation.formats.kotra.statements import UnreadableError
from kotra_notation.formats.kotra.writing import spelled_deed
from kotra_notation.jobs.rows import Row, row
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Turn, Unread
from kotra_notation.record.draft.open_record import DraftPlace, Record
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.turns import fault_of, judged, thrown
from kotra_notation.report.live import board
from kotra_notation.rules import CompletePlay, Ruleset, Step
from kotra_notation.rules.forms import half_wins
from kotra_notation.rules.old_outcome import awarded
from kotra_notation.rules.ruleset import Award, Made
from kotra_notation.rules.spelling import trips
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import shortened
from kotra_notation.words.tongues import ENGLISH, Tongue

LONGEST = 200


class NotLegalError(ValueError):
    """A play that was typed and is not legal: what the rules object to, and the legal plays nearest to it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(sentences(finding))
        self.finding = finding
        self.plays = finding.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalWay:
    """A legal play of the throw that waits: as it is written, its steps, and the men behind it.

    `steps` are pairs of the mover's own points, 25 the bar and 0 off; `men` is the board as the page's script
    has it, and `points` as the mover sees it. `half`: half a win is declared with a part of the throw; `wins`
    is what the play wins in the old game.
    """

    text: str
    steps: tuple[tuple[int, int], ...]
    men: str
    points: Points
    half: bool = False
    wins: tuple[Award, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Its row."""
        return {
            "text": self.text,
            "men": self.men,
            "steps": [list(step) for step in self.steps],
            "half": self.half,
            "wins": [row(win, "kind points") for win in self.wins],
        }


def ways(place: DraftPlace, naming: Naming) -> list[LegalWay]:
    """Every legal play of the throw that waits; none where no throw does, or the board is not known."""
    turn = place.pending
    if turn is None or not place.certain:
        return []
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    throw = thrown(ruleset, node, turn)
    whole = [(play, False) for play in legal_plays(ruleset, throw).values()]
    parts = [(play, True) for play in half_wins(ruleset, throw).values()] if ruleset.facts.forms else []
    return [_way(place, turn, play, naming, half=half) for play, half in (*whole, *parts)]


def _way(place: DraftPlace, turn: Turn, play: CompletePlay, naming: Naming, *, half: bool) -> LegalWay:
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    text = spelled_deed(_deed(ruleset, node.points, play.steps, half=half), turn.seat, naming)
    seen = play.node.points if turn.seat == 0 else turned(tuple(play.node.points), ruleset.facts.turning)
    won: list[Award] = []
    if ruleset.facts.forms:
        made = Made(seat=turn.seat, before=node, after=play.node, half=half)
        won = awarded(made, ruleset.options, place.state.course.scored[turn.seat])
    return LegalWay(
        text=text,
        steps=tuple([step[:2] for step in play.steps]),
        men=board(seen),
        points=tuple(play.node.points),
        half=half,
        wins=tuple(won),
    )


def _deed(ruleset: Ruleset, points: Sequence[int], steps: Sequence[Step], *, half: bool = False) -> Deed:
    """A play by its steps, those of one man joined, as a deed to be written."""
    if not steps:
        return CannotMove()
    hops: list[Hop] = []
    hit: dict[int, int] = {}
    for (source, _), *landings in trips(tuple(points), steps):
        for target, taken in landings:
            hops.append(Hop(source, target))
            if taken == 1 or (taken and ruleset.facts.lettered):
                hit[target] = taken
            source = target
    return Play(hops=_with_marks(hops, hit), half=half)


def judged_cell(record: Record, place: DraftPlace, turn: Turn, cell: str) -> str:
    """Return what a cell says of the throw of a turn, as it is written; NotLegalError for what is not legal.

    Behind an empty cell stands the only legal play. ValueError for a cell that says nothing.
    """
    done = read_cell(record, turn, cell)
    behind = cell[done.end :].strip()
    written = replace(turn, deed=done.deed, text=cell[: done.end].strip())
    if place.certain:
        deed = _only(place, written) if isinstance(done.deed, Blank) else _lawful(record, place, written)
    else:
        deed = done.deed
    return f"{_text(record, deed, turn.seat)} {behind}".strip()


def as_typed(record: Record, turn: Turn, cell: str) -> str:
    """A cell spelled as it is written, legal or not."""
    done = read_cell(record, turn, cell)
    return f"{_text(record, done.deed, turn.seat)} {cell[done.end :].strip()}".strip()


def _text(record: Record, deed: Deed, seat: int) -> str:
    """Return what was done, as it is written; a play that is written short stays as it is."""
    if isinstance(deed, Unread) and record.shorthand and lines.stands_alone(deed.text):
        return deed.text
    return spelled_deed(deed, seat, record.points)


def read_cell(record: Record, turn: Turn, cell: str) -> lines.Done:
    """Return what a cell says; ValueError where it says nothing."""
    if len(cell) <= LONGEST:
        done = lines.remembered_deed(cell, turn.seat, record.points is Naming.PATH, record.shorthand)
        if not isinstance(done, UnreadableError):
            return done
    example = "a/g c/e" if record.replay.ruleset.facts.lettered else "8/5 6/5"
    raise ValueError(
        phrase("“{said}” is no play; such as {example} is one.", said=shortened(cell, 40), example=example)
    )


def _only(place: DraftPlace, turn: Turn) -> Deed:
    """The only legal play of a throw; ValueError where there are more."""
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    plays = list(legal_plays(ruleset, thrown(ruleset, node, turn)).values())
    if len(plays) > 1:
        raise ValueError(
            phrase("There are {count} legal plays; type the one that was made.", count=len(plays))
        )
    return _deed(ruleset, node.points, plays[0].steps)


def _lawful(record: Record, place: DraftPlace, turn: Turn) -> Deed:
    """What was done with a throw, its hits marked as they were; NotLegalError where it is not legal."""
    if isinstance(turn.deed, NotRecorded | Unread):
        return turn.deed
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    verdict = judged(ruleset, node, turn)
    if not verdict.lawful:
        raise NotLegalError(in_words(record, place, fault_of(ruleset, node, turn)))
    if not isinstance(turn.deed, Play) or verdict.node is None:
        return turn.deed
    hops, half = turn.deed.hops, turn.deed.half
    if not verdict.landings_fit or not set(verdict.hits) <= {hop.target for hop in hops}:
        return _deed(ruleset, node.points, verdict.steps, half=half)
    return Play(hops=_with_marks(hops, {target: -node.points[target] for target in verdict.hits}), half=half)


def _with_marks(hops: Sequence[Hop], taken: dict[int, int]) -> tuple[Hop, ...]:
    """The hops with marks where men are taken, on the first that lands there, as the replay has it."""
    return tuple([_marked(hop, taken.pop(hop.target, 0)) for hop in hops])


def _marked(hop: Hop, taken: int) -> Hop:
    """The hop with the mark of the men that it takes, as it is written where that is true."""
    return hop if bool(hop.taken) == bool(taken) and hop.taken in (0, 1, taken) else hop._replace(taken=taken)


def in_words(record: Record, place: DraftPlace, finding: Finding) -> Finding:
    """A finding on the next thing to be written, with the names of the players and the words of the game."""
    return with_names(finding, record.names, place.ruleset, place.game + 1)
