"""Plays and actions as they are typed: judged where the record stands, and spelled as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotra_notation import model
from kotra_notation.board import Points, flip_points
from kotra_notation.errors import KotraError
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Finding, finding, sentences
from kotra_notation.formats.kotra import lines as kotra_lines
from kotra_notation.formats.kotra.spelling import Points as Naming
from kotra_notation.formats.kotra.statements import UnreadableError
from kotra_notation.formats.kotra.writing import spell_deed
from kotra_notation.jobs.rows import Row, row
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Turn, Unread
from kotra_notation.record.draft.open_record import DraftPlace, Record
from kotra_notation.record.draft.words import DeedEntry
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.objections import fault_of
from kotra_notation.replay.turns import judge_turn, throw_of_turn
from kotra_notation.report.live import men_text
from kotra_notation.rules import CompletePlay, Ruleset, Step, cube
from kotra_notation.rules.old_outcome import find_awards, half_wins
from kotra_notation.rules.ruleset import Award, Made
from kotra_notation.rules.spelling import trips
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import shorten
from kotra_notation.words.tongues import ENGLISH, Tongue

LONGEST = 200


class NotLegalError(KotraError):
    """Raised for a typed play that is not legal, with the objection and the nearest legal plays."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(sentences(finding))
        self.finding = finding
        self.plays = finding.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalWay:
    """A legal play of the current roll: its text, its steps, and the board after it.

    `steps` are pairs of the mover's points (25 is the bar, 0 off). `points` is the board seen by the mover,
    `men` the same for the page's script. `half` and `wins` are of the old game.
    """

    text: str
    steps: tuple[tuple[int, int], ...]
    men: str
    points: Points
    half: bool = False
    wins: tuple[Award, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the play as a row."""
        return {
            "text": self.text,
            "men": self.men,
            "steps": [list(step) for step in self.steps],
            "half": self.half,
            "wins": [row(win, "kind points") for win in self.wins],
        }


def ways(place: DraftPlace, naming: Naming) -> list[LegalWay]:
    """Return every legal play of the throw that waits; none where no throw does, or the board is unknown."""
    turn = place.pending
    if turn is None or not place.certain:
        return []
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    throw = throw_of_turn(ruleset, node, turn)
    whole = [(play, False) for play in legal_plays(ruleset, throw).values()]
    parts = [(play, True) for play in half_wins(ruleset, throw).values()] if ruleset.facts.forms else []
    return [_way(place, turn, play, naming, half=half) for play, half in (*whole, *parts)]


def _way(place: DraftPlace, turn: Turn, play: CompletePlay, naming: Naming, *, half: bool) -> LegalWay:
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    text = spell_deed(_deed(ruleset, node.points, play.steps, half=half), turn.seat, naming)
    seen = play.node.points if turn.seat == 0 else flip_points(tuple(play.node.points), ruleset.facts.turning)
    won: list[Award] = []
    if ruleset.facts.forms:
        made = Made(seat=turn.seat, before=node, after=play.node, half=half)
        won = find_awards(made, ruleset.options, place.state.course.scored[turn.seat])
    return LegalWay(
        text=text,
        steps=tuple([step[:2] for step in play.steps]),
        men=men_text(seen),
        points=tuple(play.node.points),
        half=half,
        wins=tuple(won),
    )


def _deed(ruleset: Ruleset, points: Sequence[int], steps: Sequence[Step], *, half: bool = False) -> Deed:
    """Return a play by its steps, those of one man joined, as a deed to be written."""
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
    """Return a cell as it is written behind the throw of a turn; NotLegalError for what is not legal.

    Behind an empty cell stands the only legal play. ValueError for a cell that says nothing.
    """
    done = read_cell(record, turn, cell)
    deed = done.deed
    if place.certain and max(turn.dice) <= 6:  # other dice are an error of the record, and allow no play
        written = replace(turn, deed=deed, text=cell[: done.end].strip())
        deed = _only(place, written) if isinstance(deed, Blank) else _legal(record, place, written)
    return f"{_text(record, deed, turn.seat)} {cell[done.end :].strip()}".strip()


def as_typed(record: Record, turn: Turn, cell: str) -> str:
    """Return a cell spelled as it is written, legal or not."""
    done = read_cell(record, turn, cell)
    return f"{_text(record, done.deed, turn.seat)} {cell[done.end :].strip()}".strip()


def _text(record: Record, deed: Deed, seat: int) -> str:
    """Return a deed as it is written; a play that is written short stays as it is."""
    if isinstance(deed, Unread) and record.shorthand and kotra_lines.stands_alone(deed.text):
        return deed.text
    return spell_deed(deed, seat, record.points)


def read_cell(record: Record, turn: Turn, cell: str) -> kotra_lines.DeedAt:
    """Read a cell; ValueError where it says nothing."""
    if len(cell) <= LONGEST:
        done = kotra_lines.read_deed_cached(cell, turn.seat, record.points is Naming.PATH, record.shorthand)
        if not isinstance(done, UnreadableError):
            return done
    example = "a/g c/e" if record.replay.ruleset.facts.lettered else "8/5 6/5"
    raise KotraError(
        "“{said}” is not a play; write it like {example}.", said=shorten(cell, 40), example=example
    )


def _only(place: DraftPlace, turn: Turn) -> Deed:
    """Return the only legal play of a throw; ValueError where there are more."""
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    plays = list(legal_plays(ruleset, throw_of_turn(ruleset, node, turn)).values())
    if len(plays) > 1:
        raise KotraError("There are {count} legal plays; type the one that was made.", count=len(plays))
    return _deed(ruleset, node.points, plays[0].steps)


def _legal(record: Record, place: DraftPlace, turn: Turn) -> Deed:
    """Return the deed of a turn, its hits marked as they were; NotLegalError where it is not legal."""
    if isinstance(turn.deed, NotRecorded | Unread):
        return turn.deed
    ruleset, node = place.ruleset, place.state.node(turn.seat)
    verdict = judge_turn(ruleset, node, turn)
    if not verdict.lawful:
        raise NotLegalError(in_words(record, place, fault_of(ruleset, node, turn)))
    if not isinstance(turn.deed, Play) or verdict.node is None:
        return turn.deed
    hops, half = turn.deed.hops, turn.deed.half
    if not verdict.landings_fit or not set(verdict.hits) <= {hop.target for hop in hops}:
        return _deed(ruleset, node.points, verdict.steps, half=half)
    return Play(hops=_with_marks(hops, {target: -node.points[target] for target in verdict.hits}), half=half)


def _with_marks(hops: Sequence[Hop], taken: dict[int, int]) -> tuple[Hop, ...]:
    """Return the hops with marks where men are taken, on the first that lands there, as the replay has it."""
    marked = []
    for hop in hops:
        men = taken.pop(hop.target, 0)
        # A mark that is true stays as it is written.
        fits = bool(hop.taken) == bool(men) and hop.taken in (0, 1, men)
        marked.append(hop if fits else hop._replace(taken=men))
    return tuple(marked)


def in_words(record: Record, place: DraftPlace, finding: Finding) -> Finding:
    """Return a finding with the names of the players and the words of the game."""
    return with_names(finding, record.names, place.ruleset, record.number(place.game))


def typed_action(
    place: DraftPlace, entry: DeedEntry
) -> model.CubeAction | model.Resignation | model.ResignationAnswer:
    """Return the action that a word stands for, of the side that is on; ValueError where it has none."""
    stakes = place.state.stakes
    match entry.name:
        case "double":
            return model.Double(seat=_seat_on_roll(place), value=stakes.cube.value * 2)
        case "beaver":
            if stakes.offer is None:
                raise KotraError("There is no double to beaver.")
            offer = stakes.offer
            return model.Beaver(seat=1 - offer.seat, value=offer.value * 2, level=offer.level + 1)
        case "resign":
            forms = place.ruleset.facts.forms
            if entry.size is None and not forms:
                raise KotraError(
                    "Resign what? Type r1 for a single game, r2 for a gammon, r3 for a backgammon."
                )
            seat = _seat_on_roll(place) if entry.seat is None else entry.seat
            return model.Resignation(seat=seat, size=None if forms else entry.size)
        case "accept" | "refuse" if stakes.resigned:
            return model.ResignationAnswer(seat=1 - stakes.resigned[0], accepted=entry.name == "accept")
        case _:
            if stakes.offer is None:
                raise KotraError("There is nothing to answer.")
            answer = model.Take if entry.name in ("take", "accept") else model.Drop
            return answer(seat=1 - stakes.offer.seat)


def _seat_on_roll(place: DraftPlace) -> int:
    if place.seat is None:
        raise KotraError("Nobody is on roll yet; type the opening roll, one die for each side: 31.")
    return place.seat


def refusal_to_act(record: Record, place: DraftPlace, event: model.Event) -> str | None:
    """Return the objection of the rules to a double, a beaver or a resignation; None where there is none."""
    state = place.state
    waits = state.stakes.offer or state.stakes.resigned
    match event:
        case model.Double() | model.Resignation() if waits:
            return phrase("Answer the offer first.")
        case model.Double():
            name = cube.refusal_to_double(state, event.seat)
        case model.Beaver():
            name = cube.refusal_to_beaver(state, event.seat, event.level)
        case _:
            return None
    if name is None:
        return None
    held, limit = state.stakes.cube, cube.limit(place.ruleset)
    refusal = finding(name, seat=event.seat, owner=held.owner, value=held.value, limit=limit)
    return sentences(in_words(record, place, refusal))
