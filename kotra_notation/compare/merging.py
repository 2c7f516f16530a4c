"""One match out of several recordings of it: at every place what leaves least to find fault with.

What the recordings agree on is taken. Where they differ, the replay judges each version together with the
game that follows from it, and then the number of recordings that have it; what neither decides is left as the
first recording has it, noted and marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kotra_notation.compare.choices import (
    DISSENT,
    UNKNOWN,
    ChoiceBlock,
    Chosen,
    GameSlots,
    Judge,
    Order,
    best,
    blocks,
    chosen_at,
    side_by_side,
)
from kotra_notation.compare.remarks import KeptHeader, Uniting, authors, united_heads
from kotra_notation.findings import Finding, Severity
from kotra_notation.implied import game_numbers, is_implied
from kotra_notation.model import Comment, Event, Game, Match, ResultClaim, ScoreClaim, Turn
from kotra_notation.replay import GameReplay, replay
from kotra_notation.replay.folding import fold, marks_hits
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass

MERGER = "kotra merge"
LEGAL = "legal"

_WEIGHTS = {Severity.ERROR: 3, Severity.WARNING: 2, Severity.NOTE: 1}
# The most that judging all games of a match may cost, in events; a finding costs so many, by its weight.
ALL, WRONG = 2_000_000, 13
# Families of findings that a game may have which is not at its end yet: plays and cube actions.
_PLAYED = ("P", "C")

# The evidence that decided.
LAWFUL, VOTES, ONLY, PREFERRED = "lawful", "votes", "only", "preferred"

Prefer = int | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeDecision:
    """A place where records differ: the `versions`, with the records that have each, and what was `taken`.

    `chosen` is the version taken, None if several were mixed. `by` is `lawful` (the others break the rules),
    `votes`, `only` (the others lack it), `preferred`, or empty if open. `turn` counts the rolls of the game;
    0 is the score at its head.
    """

    game: int
    turn: int
    versions: tuple[tuple[tuple[int, ...], tuple[Event, ...]], ...]
    taken: tuple[Event, ...]
    chosen: int | None
    by: str

    @property
    def open(self) -> bool:
        """Return whether nothing decides."""
        return not self.by


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """The merged match and the decisions.

    `kept` are headers that differ, `swapped` the records with exchanged sides, `times` the clock times left
    out.
    """

    match: Match
    decisions: tuple[MergeDecision, ...]
    kept: tuple[KeptHeader, ...]
    swapped: tuple[int, ...] = ()
    times: int = 0

    @property
    def conflicts(self) -> tuple[MergeDecision, ...]:
        """The decisions that are open."""
        return tuple([decision for decision in self.decisions if decision.open])


Marking = Callable[[MergeDecision], str]


def merge_matches(
    matches: Sequence[Match], names: Sequence[str], *, prefer: Prefer = None, mark: Marking | None = None
) -> Merged:
    """Return one match out of recordings that are known by `names`, in the notation of the first.

    `prefer` is `legal` or the number of a recording, counted from 0, and decides what the evidence does not;
    under `legal` the number of recordings that have something counts only where all is lawful. `mark` tells
    what the comment at an open conflict says.
    """
    writers = authors(matches, names)
    seated, table = side_by_side(matches)
    whole, kept = united_heads(seated, writers)
    rulesets: list[Ruleset] = []
    for match in seated:
        if (ruleset := replay(match).ruleset) not in rulesets:
            rulesets.append(ruleset)
    marked = [marks_hits(match) for match in seated]
    drafts = [_Draft(whole, table, (marked, writers), ruleset, prefer, mark) for ruleset in rulesets]
    draft = min(drafts, key=lambda each: weight(replay(each.match).findings)) if drafts[1:] else drafts[0]
    return Merged(
        match=draft.match,
        decisions=tuple(draft.decisions),
        kept=tuple(kept),
        swapped=tuple([number for number, match in enumerate(seated) if match is not matches[number]]),
        times=draft.times,
    )


def weight(findings: Iterable[Finding]) -> int:
    """Return the sum of the weights of findings."""
    return sum(_WEIGHTS[finding.severity] for finding in findings)


class Bench:
    """The judge of games by the replay, under one rule set; `left` is what judging may cost yet."""

    def __init__(self, head: Match, ruleset: Ruleset) -> None:
        self.head, self.ruleset = head, ruleset
        self.left = ALL

    def judge(self, before: Game | None, game: Game, following: Sequence[ScoreClaim | None] | None) -> Judge:
        """Return a judge of the events of a game that stands behind another.

        `following` are the scores that the next game may begin with, None where there is no next game.
        """
        earlier = () if before is None else (before,)

        def judge_events(events: Sequence[Event], whole: bool) -> int:
            games = (*earlier, replace(game, events=tuple(events)))
            if not whole:
                return self._wrong(games, len(games), _PLAYED)
            if following is None:
                return self._wrong(games, len(games))
            return min(self._wrong((*games, Game(score=score)), len(games)) for score in following)

        return judge_events

    def _wrong(self, games: tuple[Game, ...], number: int, families: tuple[str, ...] = ()) -> int:
        """Return how much is wrong with one of the games, and with the score of the next if all is asked."""
        replayed = fold(replace(self.head, games=games), self.ruleset)
        judged, *behind = [played.number for played in replayed.games[number - 1 :]]
        findings = [
            finding
            for finding in replayed.findings
            if (finding.game == judged and (not families or finding.code[0] in families))
            or (finding.game in behind and finding.kind.name in ("score-wrong", "match-already-over"))
        ]
        self.left -= sum(len(played.events) for played in games) + WRONG * weight(findings)
        game = replayed.games[number - 1]
        doubts = UNKNOWN * (not game.certain) + (not families) * _claimed_otherwise(game, games[number - 1])
        return weight(findings) + doubts


def _claimed_otherwise(replayed: GameReplay, game: Game) -> int:
    """Count results that claim other points than the rules give: no fault where points are capped."""
    points = replayed.ending.points, replayed.points, None
    claims = [event for event in game.events if isinstance(event, ResultClaim)]
    return sum(claim.points not in points for claim in claims)


class _Draft:
    """The games put together one after the other under one rule set."""

    def __init__(
        self,
        whole: Match,
        table: Sequence[GameSlots],
        records: tuple[Sequence[bool], Sequence[str | None]],
        ruleset: Ruleset,
        prefer: Prefer,
        mark: Marking | None,
    ) -> None:
        self.marked, self.writers = records
        self.prefer, self.mark = prefer, mark
        self.bench = Bench(whole, ruleset)
        self.decisions: list[MergeDecision] = []
        self.times = 0
        self.numbers = game_numbers([slots.game for slots in table])
        games: list[Game] = []
        for place, game in enumerate(table):
            following = table[place + 1] if place + 1 < len(table) else None
            games.append(self._game(place, game, games[-1] if games else None, following))
        self.match = replace(whole, games=tuple(games))

    def _game(self, place: int, game: GameSlots, before: Game | None, following: GameSlots | None) -> Game:
        choice_blocks = blocks(game, self.marked)
        heads = _heads(game)
        if not choice_blocks and len(heads) == 1:
            return self._put_together(game, heads[0].score, chosen_at(game, (), ()), {})
        scores = None if following is None else [head.score for head in _heads(following)]
        tried = []
        for head in heads:
            judge = self.bench.judge(before, replace(game.game, score=head.score), scores)
            ways = best(game, choice_blocks, judge, self._order(choice_blocks), lambda: self.bench.left)
            tried.append((ways[0].cost + head.against, head, ways))
        tried.sort(key=lambda trial: trial[0])
        cost, head, ways = tried[0]
        if len(heads) > 1:
            self.decisions.append(self._of_heads(place, heads, head, decided=tried[1][0] > cost))
        marks = {}
        for number, block in enumerate(choice_blocks):
            if _is_implied(game, block):
                continue
            decision = self._decide(place, game, choice_blocks, number, ways)
            self.decisions.append(decision)
            if decision.open and self.mark:
                marks[block.first + block.length - 1] = self.mark(decision)
        return self._put_together(game, head.score, chosen_at(game, choice_blocks, ways[0].versions), marks)

    def _order(self, choice_blocks: Sequence[ChoiceBlock]) -> Order:
        """Return the order of ways: by what speaks against them, then by whose versions they have."""
        record = self.prefer if isinstance(self.prefer, int) else 0

        def order(way: Chosen) -> tuple[object, ...]:
            others = sum(
                version != block.of[record]
                for version, block in zip(way.versions, choice_blocks, strict=False)
            )
            return (*self._against(way), others, way.versions)

        return order

    def _against(self, way: Chosen) -> tuple[int, ...]:
        return (way.wrong, way.against) if self.prefer == LEGAL else (way.cost,)

    def _decide(
        self,
        place: int,
        game: GameSlots,
        choice_blocks: Sequence[ChoiceBlock],
        number: int,
        ways: Sequence[Chosen],
    ) -> MergeDecision:
        """Return the decision for a version of a block."""
        block, way = choice_blocks[number], ways[0]
        version = way.versions[number]
        others = [chosen for chosen in ways if chosen.versions[number] != version]
        by = self._reason(block, number, way, min(others, key=self._against) if others else None)
        before = chosen_at(game, choice_blocks, way.versions, block.first)
        thrown = sum(isinstance(event, Turn) for event in before)
        of_result = isinstance(next((event for event in block.all[version] if event), None), ResultClaim)
        return MergeDecision(
            game=self.numbers[place],
            turn=thrown if of_result else thrown + 1,
            versions=tuple(
                [
                    (
                        tuple([record for record, kept in enumerate(block.of) if kept == number]),
                        tuple([event for event in events if event is not None]),
                    )
                    for number, events in enumerate(block.versions)
                ]
            ),
            taken=tuple([event for event in block.all[version] if event is not None]),
            chosen=version if version < len(block.versions) else None,
            by=by,
        )

    def _reason(self, block: ChoiceBlock, number: int, way: Chosen, other: Chosen | None) -> str:
        if other is None or other.wrong > way.wrong:
            return LAWFUL
        version = way.versions[number]
        if self._against(other) > self._against(way):
            return VOTES if block.votes(version) > block.votes(other.versions[number]) else ONLY
        return self._preference(block.of, version)

    def _preference(self, of: Sequence[int | None], version: int) -> str:
        decides = self.prefer == LEGAL or (isinstance(self.prefer, int) and of[self.prefer] == version)
        return PREFERRED if decides else ""

    def _of_heads(self, place: int, heads: Sequence[_Head], chosen: _Head, *, decided: bool) -> MergeDecision:
        of: list[int | None] = [None] * len(self.marked)
        for number, head in enumerate(heads):
            for record in head.records:
                of[record] = number
        version = heads.index(chosen)
        return MergeDecision(
            game=self.numbers[place],
            turn=0,
            versions=tuple([(head.records, (head.score,) if head.score else ()) for head in heads]),
            taken=(chosen.score,) if chosen.score else (),
            chosen=version,
            by=LAWFUL if decided else self._preference(of, version),
        )

    def _put_together(
        self, game: GameSlots, score: ScoreClaim | None, chosen: list[Event | None], marks: Mapping[int, str]
    ) -> Game:
        """Return the game as chosen, with the remarks of all records, each behind what it is about."""
        events: list[Event] = []
        waiting = game.before
        for place, (slot, event) in enumerate(zip(game.slots, chosen, strict=True)):
            if event is None:
                waiting = [[*some, *more] for some, more in zip(waiting, slot.remarks, strict=True)]
            else:
                events += [*self._unite_remarks(waiting), event]
                waiting = slot.remarks
            if place in marks:
                events += self._unite_remarks(waiting)
                events.append(Comment(text=marks[place], author=MERGER))
                waiting = [[] for _ in waiting]
        return replace(game.game, score=score, events=(*events, *self._unite_remarks(waiting)))

    def _unite_remarks(self, remarks: Sequence[Sequence[Event]]) -> list[Event]:
        uniting = Uniting(remarks, self.writers)
        self.times += uniting.left_out
        return uniting.remarks


@dataclass(frozen=True, slots=True)
class _Head:
    """A score that a game may begin with, the records that say so, and how many say otherwise."""

    score: ScoreClaim | None
    records: tuple[int, ...]
    against: int


def _heads(game: GameSlots) -> list[_Head]:
    """Return the scores that are stated for a game, one without any where none is."""
    stated: dict[tuple[float, float], list[int]] = {}
    claims: dict[tuple[float, float], ScoreClaim] = {}
    for number, record in enumerate(game.games):
        if record is not None and record.score is not None:
            stated.setdefault(record.score.score, []).append(number)
            claims.setdefault(record.score.score, record.score)
    whole = sum(map(len, stated.values()))
    return [
        _Head(claims[score], tuple(records), DISSENT * (whole - len(records)))
        for score, records in stated.items()
    ] or [_Head(None, (), 0)]


def _is_implied(game: GameSlots, block: ChoiceBlock) -> bool:
    """Return whether an event that only some records have follows from something that all of them say."""
    if block.length > 1:
        return False
    slot = game.slots[block.first]
    for record, event in zip(game.games, slot.events, strict=True):
        if record is not None and event is not None:
            place = next(place for place, other in enumerate(record.events) if other is event)
            derived = isinstance(event, ResultClaim) and event.derived
            if not (derived or is_implied(record.events, place)):
                return False
    return None in slot.events
