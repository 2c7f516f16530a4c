"""One match out of several recordings of it: at every place what leaves least to find fault with.

What the recordings agree on is taken. Where they differ, the replay judges each version together with the
game that follows from it, and then the number of recordings that have it; what neither decides is left as the
first recording has it, noted and marked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kotra_notation.compare.bench import Bench, weight
from kotra_notation.compare.choices import DISSENT, ChoiceBlock, Chosen, Order, best, blocks, chosen_at
from kotra_notation.compare.slots import GameSlots, side_by_side
from kotra_notation.compare.uniting import KeptHeader, Uniting, authors, headed
from kotra_notation.implied import implied
from kotra_notation.model import Comment, Event, Game, Match, ResultClaim, ScoreClaim, Turn
from kotra_notation.replay import replay
from kotra_notation.replay.folding import marks_hits
from kotra_notation.rules import Ruleset

MERGER = "kotra merge"
LEGAL = "legal"

# What has decided.
LAWFUL, VOTES, ONLY, PREFERRED = "lawful", "votes", "only", "preferred"

Prefer = int | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeDecision:
    """A place where recordings differ: by version the recordings that have it and what it is.

    `taken` is what was taken; `chosen` the version that is, None where several were mixed. `by` is `lawful`
    where what the others have does not fit the rules or the rest of the game, `votes`, `only` where others
    lack it, `preferred`; empty where nothing decides. `turn` counts the throws of the game, a result is of
    the last, and it is 0 for the score at its head.
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
    """The match, and what was decided and how.

    `kept` are headers that differ, `swapped` the records whose sides are exchanged; so many `times` were left
    out for others.
    """

    match: Match
    decisions: tuple[MergeDecision, ...]
    kept: tuple[KeptHeader, ...]
    swapped: tuple[int, ...] = ()
    times: int = 0

    @property
    def conflicts(self) -> tuple[MergeDecision, ...]:
        """Return what nothing decides."""
        return tuple([decision for decision in self.decisions if decision.open])


Marking = Callable[[MergeDecision], str]


def merged(
    matches: Sequence[Match], names: Sequence[str], *, prefer: Prefer = None, mark: Marking | None = None
) -> Merged:
    """One match out of recordings that are known by `names`, in the notation of the first.

    `prefer` is `legal` or the number of a recording, counted from 0, and decides what the evidence does not;
    under `legal` the number of recordings that have something counts only where all is lawful. `mark` tells
    what the comment at an open conflict says.
    """
    writers = authors(matches, names)
    turned, table = side_by_side(matches)
    whole, kept = headed(turned, writers)
    rulesets: list[Ruleset] = []
    for match in turned:
        if (ruleset := replay(match).ruleset) not in rulesets:
            rulesets.append(ruleset)
    marked = [marks_hits(match) for match in turned]
    drafts = [_Draft(whole, table, (marked, writers), ruleset, prefer, mark) for ruleset in rulesets]
    draft = min(drafts, key=lambda one: weight(replay(one.match).findings)) if drafts[1:] else drafts[0]
    return Merged(
        match=draft.match,
        decisions=tuple(draft.decisions),
        kept=tuple(kept),
        swapped=tuple([at for at, match in enumerate(turned) if match is not matches[at]]),
        times=draft.times,
    )


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
        tried.sort(key=lambda one: one[0])
        cost, head, ways = tried[0]
        if len(heads) > 1:
            self.decisions.append(self._of_heads(place, heads, head, decided=tried[1][0] > cost))
        marks = {}
        for number, block in enumerate(choice_blocks):
            if _said_anyway(game, block):
                continue
            decision = self._decided(place, game, choice_blocks, number, ways)
            self.decisions.append(decision)
            if decision.open and self.mark:
                marks[block.first + block.length - 1] = self.mark(decision)
        return self._put_together(game, head.score, chosen_at(game, choice_blocks, ways[0].versions), marks)

    def _order(self, choice_blocks: Sequence[ChoiceBlock]) -> Order:
        """What makes one way better than another: what speaks against it, then whose versions it has."""
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

    def _decided(
        self,
        place: int,
        game: GameSlots,
        choice_blocks: Sequence[ChoiceBlock],
        number: int,
        ways: Sequence[Chosen],
    ) -> MergeDecision:
        """Return how a version of a block came to be chosen."""
        block, way = choice_blocks[number], ways[0]
        version = way.versions[number]
        others = [chosen for chosen in ways if chosen.versions[number] != version]
        by = self._reason(block, number, way, min(others, key=self._against) if others else None)
        before = chosen_at(game, choice_blocks, way.versions, block.first)
        thrown = sum(isinstance(event, Turn) for event in before)
        of_result = isinstance(next((event for event in block.all[version] if event), None), ResultClaim)
        return MergeDecision(
            game=place + 1,
            turn=thrown if of_result else thrown + 1,
            versions=tuple(
                [
                    (
                        tuple([record for record, one in enumerate(block.of) if one == at]),
                        tuple([event for event in events if event is not None]),
                    )
                    for at, events in enumerate(block.versions)
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
        return self._preferred(block.of, version)

    def _preferred(self, of: Sequence[int | None], version: int) -> str:
        decides = self.prefer == LEGAL or (isinstance(self.prefer, int) and of[self.prefer] == version)
        return PREFERRED if decides else ""

    def _of_heads(self, place: int, heads: Sequence[_Head], chosen: _Head, *, decided: bool) -> MergeDecision:
        of: list[int | None] = [None] * len(self.marked)
        for at, head in enumerate(heads):
            for record in head.records:
                of[record] = at
        version = heads.index(chosen)
        return MergeDecision(
            game=place + 1,
            turn=0,
            versions=tuple([(head.records, (head.score,) if head.score else ()) for head in heads]),
            taken=(chosen.score,) if chosen.score else (),
            chosen=version,
            by=LAWFUL if decided else self._preferred(of, version),
        )

    def _put_together(
        self, game: GameSlots, score: ScoreClaim | None, chosen: list[Event | None], marks: Mapping[int, str]
    ) -> Game:
        """The game as chosen, with the remarks of all records, each behind what it is about."""
        events: list[Event] = []
        waiting = game.before
        for place, (slot, event) in enumerate(zip(game.slots, chosen, strict=True)):
            if event is None:
                waiting = [[*some, *more] for some, more in zip(waiting, slot.remarks, strict=True)]
            else:
                events += [*self._united(waiting), event]
                waiting = slot.remarks
            if place in marks:
                events += self._united(waiting)
                events.append(Comment(text=marks[place], author=MERGER))
                waiting = [[] for _ in waiting]
        return replace(game.game, score=score, events=(*events, *self._united(waiting)))

    def _united(self, remarks: Sequence[Sequence[Event]]) -> list[Event]:
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
    """The scores that are stated for a game, one without any where none is."""
    stated: dict[tuple[float, float], list[int]] = {}
    claims: dict[tuple[float, float], ScoreClaim] = {}
    for record, one in enumerate(game.games):
        if one is not None and one.score is not None:
            stated.setdefault(one.score.score, []).append(record)
            claims.setdefault(one.score.score, one.score)
    if not stated:
        return [_Head(None, (), 0)]
    whole = sum(map(len, stated.values()))
    return [
        _Head(claims[score], tuple(records), DISSENT * (whole - len(records)))
        for score, records in stated.items()
    ]


def _said_anyway(game: GameSlots, block: ChoiceBlock) -> bool:
    """Whether what some records have, and others do not, follows from something that all of them say."""
    if block.length > 1:
        return False
    slot = game.slots[block.first]
    for one, event in zip(game.games, slot.events, strict=True):
        if one is not None and event is not None:
            place = next(at for at, other in enumerate(one.events) if other is event)
            derived = isinstance(event, ResultClaim) and event.derived
            if not (derived or implied(one.events, place)):
                return False
    return None in slot.events
