"""A study plan: what a player lost by phase, kind of decision and score, and the turns to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.rows import Row, row
from kotra_notation.replay import Replay
from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import Convention
from kotra_notation.statistics.decisions import WeighedDecision
from kotra_notation.statistics.quality import SideQuality, quality
from kotra_notation.statistics.questions import QuizQuestion
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

# The ways to divide what was lost.
PHASE, KIND, SCORE = "phase", "kind", "score"
KINDS = {"play": N_("checker plays"), "double": N_("doubles"), "take": N_("takes and drops")}
PHASE_WORDS = {"contact": N_("contact"), "race": N_("race"), "bear-off": N_("bear-off")}
MONEY, CRAWFORD = N_("money"), N_("Crawford")
# So many turns of a part are worth a look.
TURNS = 3
DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyTurn:
    """A turn to look at: where it is, and what was lost there."""

    path: str
    match: int
    game: int
    turn: int
    loss: float

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the turn as JSON."""
        where = {"path": printable(self.path), **row(self, "match game turn")}
        return {**where, "loss": round(self.loss, DIGITS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPart:
    """What was lost in one `phase`, `kind` of decision or `score` (`by`): the worst `turns` come first."""

    by: str
    name: str
    decisions: int
    loss: float
    turns: tuple[StudyTurn, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the part as JSON."""
        return {**row(self, "by name decisions turns", tongue), "loss": round(self.loss, DIGITS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPlan:
    """The parts of a player's analysed matches, the largest losses first for each way to divide them."""

    player: str
    matches: int
    decisions: int
    loss: float
    parts: tuple[StudyPart, ...]

    def by(self, name: str) -> tuple[StudyPart, ...]:
        """Return the parts by `phase`, `kind` or `score`."""
        return tuple(part for part in self.parts if part.by == name)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra stats --study --json` prints of a player."""
        return {**row(self, "player matches decisions parts", tongue), "loss": round(self.loss, DIGITS)}


def study_parts(
    everything: Analysis, replayed: Replay, asked: Iterable[QuizQuestion], seat: int, convention: Convention
) -> Iterator[StudyPart]:
    """Yield what a seat lost in the parts of a match, as the statistics count it; nothing in the old game."""
    if everything.unit is not None:
        return
    errors = [question for question in asked if question.seat == seat and not question.chosen.right]
    scores = _scores(replayed, seat)
    for by, names in ((PHASE, PHASE_WORDS), (KIND, KINDS), (SCORE, {score: score for score in scores})):
        for key, name in names.items():
            inside = [
                decision for decision in everything.decisions if key == _part_of(decision, by, seat, scores)
            ]
            side = _side(everything, inside, seat, convention)
            if side is None or (loss := side.total.equity) is None:
                continue
            turns = [
                StudyTurn(path="", match=1, game=error.number, turn=error.turn, loss=error.loss)
                for error in errors
                if key == {PHASE: error.phase, KIND: error.kind, SCORE: scores[error.game]}[by]
            ]
            yield StudyPart(by=by, name=name, decisions=side.counting, loss=loss, turns=tuple(turns))


def _part_of(decision: WeighedDecision, by: str, seat: int, scores: Sequence[str]) -> str | None:
    """Return the phase, kind or score of a decision."""
    if by == PHASE:
        return decision.phase
    if by == SCORE:
        return scores[decision.game]
    return "play" if decision.cube is None else "double" if decision.seat == seat else "take"


def _side(
    everything: Analysis, decisions: Iterable[WeighedDecision], seat: int, convention: Convention
) -> SideQuality | None:
    """Return the numbers of a seat in some decisions; None if it made none of them."""
    sums = quality(replace(everything, decisions=tuple(decisions), fortunes=()), convention)
    if sums is None:
        return None
    side = sums.sides[seat]
    return side if side.unforced or side.cubes or side.play.equity is not None else None


def _scores(replayed: Replay, seat: int) -> list[str]:
    """Return the score of each game as a seat sees it: 3-away/5-away."""
    length = replayed.match.length
    if not length:
        return [MONEY] * len(replayed.games)
    scores = []
    for game in replayed.games:
        needs = [f"{length - points:g}-away" for points in game.score_before]
        crawford = f", {CRAWFORD}" if game.crawford else ""
        scores.append("/".join(needs if seat == 0 else reversed(needs)) + crawford)
    return scores


def study_plan(player: str, studied: Iterable[tuple[str, int, Iterable[StudyPart]]]) -> StudyPlan:
    """Return the plan of a player from the parts of matches, each with its path and number."""
    merged: dict[tuple[str, str], StudyPart] = {}
    matches = 0
    for path, number, parts in studied:
        matches += 1
        for part in parts:
            before = merged.get((part.by, part.name), replace(part, decisions=0, loss=0.0, turns=()))
            turns = [*before.turns, *(replace(turn, path=path, match=number) for turn in part.turns)]
            merged[part.by, part.name] = replace(
                part,
                decisions=before.decisions + part.decisions,
                loss=before.loss + part.loss,
                turns=tuple(sorted(turns, key=lambda turn: -turn.loss)[:TURNS]),
            )
    order = (PHASE, KIND, SCORE)
    parts = sorted(merged.values(), key=lambda part: (order.index(part.by), -part.loss, part.name))
    kinds = [part for part in parts if part.by == KIND]
    return StudyPlan(
        player=player,
        matches=matches,
        decisions=sum(part.decisions for part in kinds),
        loss=sum(part.loss for part in kinds),
        parts=tuple(parts),
    )
