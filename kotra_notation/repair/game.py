"""One game repaired: its accounts, each replayed as a whole, weighed against each other."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import field, replace
from math import exp, inf

from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Event, Game, NotRecorded, ScoreClaim, Turn, Unread
from kotra_notation.repair.edits import Edit, costs, edited
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.habits import LeaningReading, leanings
from kotra_notation.repair.missing import RowJump
from kotra_notation.repair.search import MARGIN, Search
from kotra_notation.repair.stakes import mendings
from kotra_notation.repair.story import StoryLine
from kotra_notation.replay import GameReplay
from kotra_notation.values import dataclass

# A repair whose share of all that may have been is as large as this is called sure.
SURE = 0.99
# A lawful slip far behind a fault is not looked for everywhere. What is dearer is never sure, nor is it where
# so many slips are needed that one such is likelier.
FARFETCHED, ALL_FARFETCHED = 9.0, 14.0
# What no lost turn explains: one that stands there word for word already.
TWICE = "turn-twice"
MOST_WAYS = 6
# How many events are replayed to weigh the accounts of a game.
MOST_REPLAYED = 16_000
# To replay the shortest game takes as long as to follow so many turns.
LEAST_REPLAYED = 20
MOST_EDITS = 5
SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One explanation of a game: what it edits, the game it gives, and its share of all that may have been.

    `kept` are edits that change nothing: plays that stood, turns that are lost. `left` is what is still
    found in it; `sure_edits` are those that hardly any other account does without.
    """

    game: Game
    edits: tuple[Edit, ...]
    kept: tuple[Edit, ...]
    left: tuple[Finding, ...]
    share: float
    sure_edits: tuple[Edit, ...] = ()

    @property
    def sure(self) -> bool:
        """Return whether it changes something, and nothing that is not sure."""
        return bool(self.edits) and self.edits == self.sure_edits


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weighed:
    edits: tuple[Edit, ...]
    game: Game
    left: tuple[Finding, ...]
    cost: float
    replayed: GameReplay


@dataclass(frozen=True, slots=True, order=True)
class _Way:
    cost: float
    number: int
    edits: tuple[Edit, ...] = field(compare=False)
    given_up: bool = field(compare=False)


def accounts(
    game: Game,
    replayed: GameReplay,
    following: ScoreClaim | None,
    *,
    hits_marked: bool,
    effort: Effort,
    jumps: Sequence[RowJump] = (),
) -> list[Account]:
    """Return what a game may have been, the likeliest first; `following` is the score stated behind it.

    `jumps`: what is known of it by the numbers of its rows.

    Where all `effort` is spent nothing is sure, for not everything was looked at.
    """
    ways = _ways(game, replayed, hits_marked, effort, jumps)
    done: list[_Weighed] = []
    in_full = not effort.spent
    for _ in range(min(effort.replays, max(2, MOST_REPLAYED // max(1, len(game.events))))):
        if not ways or (done and ways[0].cost > min(one.cost for one in done) + MARGIN):
            break
        effort.turns -= max(len(game.events), LEAST_REPLAYED)
        way = heapq.heappop(ways)
        other = edited(game, way.edits)
        again = replayed.again(other) if other.events != game.events else replayed
        left = _left(again, way, following)
        done.append(
            _Weighed(edits=way.edits, game=other, left=again.findings, cost=way.cost + left, replayed=again)
        )
        if len(way.edits) < MOST_EDITS and again.certain and _lost_at(way) is None:
            for number, edit in enumerate(mendings(other, again)):
                if added := _added(way.edits, edit):
                    heapq.heappush(
                        ways, _Way(way.cost + edit.cost, 100 * way.number + number, added, way.given_up)
                    )
    found = _surely(_shared(_leaning(done, effort)), _shared(done))
    return found if in_full else [replace(account, sure_edits=()) for account in found]


def _leaning(done: Sequence[_Weighed], effort: Effort) -> list[_Weighed]:
    """The same, where plays that people choose cost less than those they do not."""
    done = sorted(done, key=lambda one: one.cost)
    more = leanings([LeaningReading(one.edits, one.game, one.replayed) for one in done], effort)
    return [replace(one, cost=one.cost + cost) for one, cost in zip(done, more, strict=True)]


def _surely(found: Sequence[Account], without: Sequence[Account]) -> list[Account]:
    """The accounts; what people would play makes nothing sure that is not sure without."""
    sure = {edit for account in without for edit in account.sure_edits}
    return [
        replace(account, sure_edits=tuple(edit for edit in account.sure_edits if edit in sure))
        for account in found
    ]


def also(account: Account, edit: Edit, share: float) -> Account:
    """The account of a game in which something was misstated before the rest was looked at."""
    sure = (edit,) if share >= SURE else ()
    return replace(
        account,
        edits=(edit, *account.edits),
        share=account.share * share,
        sure_edits=(*sure, *account.sure_edits),
    )


def _ways(
    game: Game, replayed: GameReplay, hits_marked: bool, effort: Effort, jumps: Sequence[RowJump]
) -> list[_Way]:
    """The likeliest edits of the plays, as a queue."""
    if not game.events:
        return []
    if not (unread(game) or any(_of_play(finding) for finding in replayed.findings)):
        told = [edit for jump in jumps for edit in jump.edits(game.events)]
        rows = [_Way(edit.cost, number, (edit,), given_up=False) for number, edit in enumerate(told, 2)]
        return [_Way(costs().left["misnumbered"] * bool(told), 1, (), given_up=False), *rows]
    line = StoryLine(game.events, tuple(range(len(game.events))), hits_marked, _free(replayed))
    start = replayed.begun
    ways: list[_Way] = []
    for story in Search(line, start, effort, jumps).run():
        for edits in story.ways(MOST_WAYS):
            ways.append(_Way(sum(edit.cost for edit in edits), len(ways) + 1, edits, story.given_up))
    heapq.heapify(ways)
    return ways


def _free(replayed: GameReplay) -> float:
    """The place from which on the sides need not throw in turn: where a game of the old kind is won."""
    state = replayed.begun
    if not state.setting.ruleset.facts.forms:
        return inf
    won = (place for place, frame in enumerate(replayed.frames) if frame.after.course.won)
    return next(won, inf)


def unread(game: Game) -> bool:
    """Return whether a play of the game could not be read, or was not recorded."""
    return any(
        isinstance(event, Turn) and isinstance(event.deed, Unread | NotRecorded) for event in game.events
    )


def _of_play(finding: Finding) -> bool:
    return finding.code.startswith("P") and finding.severity != Severity.NOTE


def _left(replayed: GameReplay, way: _Way, following: ScoreClaim | None) -> float:
    """Return what it costs that something is still found, or that the score behind the game disagrees."""
    table = costs().left
    if (lost := _lost_at(way)) is not None:
        # What stands behind a lost row was played on another board: nothing there tells anything.
        return sum(_weight(finding) for frame in replayed.frames[:lost] for finding in frame.findings)
    twice = [_weight(finding) for finding in replayed.findings if finding.kind.name == TWICE]
    weights = sorted(
        [_weight(finding) for finding in replayed.findings if finding.kind.name != TWICE], reverse=True
    )
    left = sum(twice) + sum(weights[sum(not edit.changes for edit in way.edits) :])
    several = any(edit.kind == "plays-possible" for edit in way.edits)
    if way.given_up or not (replayed.certain or several):
        left += table["unexplained"]
    if following and replayed.ending.kind != "unfinished" and following.score != replayed.score_after:
        left += table[Severity.ERROR]
    return left


def _lost_at(way: _Way) -> int | None:
    """The place, in the game with its edits, before which rows are taken for lost; None where none are."""
    lost = next((edit.place for edit in way.edits if edit.rows), None)
    if lost is None:
        return None
    return lost + sum(len(edit.new) - len(edit.old) for edit in way.edits if edit.place < lost)


def _weight(finding: Finding) -> float:
    table = costs()
    hit = finding.kind.name in ("hit-unmarked", "hit-invented")
    return table.left[finding.severity] + (table.stakes["hit-mark"] if hit else 0)


def _added(edits: tuple[Edit, ...], edit: Edit) -> tuple[Edit, ...] | None:
    """One more edit of a game that has these already; None where it would undo one of them."""
    place = edit.place
    for earlier in sorted(edits, key=lambda one: one.place):
        if place < earlier.place:
            break
        if place < earlier.place + len(earlier.new):
            return None
        place += len(earlier.old) - len(earlier.new)
    return (*edits, replace(edit, place=place)) if edit.changes else None


def _shared(done: Sequence[_Weighed]) -> list[Account]:
    """The accounts with their shares; where several give the same game, the likeliest stands for them."""
    done = sorted(done, key=lambda one: one.cost)
    least = done[0].cost if done else 0.0
    weights = [exp(least - one.cost) for one in done]
    whole = sum(weights)

    def share(edit: Edit, game: Game) -> float:
        having = (
            weight
            for one, weight in zip(done, weights, strict=True)
            if _has(one, edit) or one.game.events == game.events
        )
        return sum(having) / whole

    found: dict[tuple[Event, ...], Account] = {}
    for one, weight in zip(done, weights, strict=True):
        known = found.get(one.game.events)
        if known is None:
            edits = tuple(sorted((edit for edit in one.edits if edit.changes), key=lambda edit: edit.place))
            known = Account(
                game=one.game,
                edits=edits,
                kept=tuple(edit for edit in one.edits if not edit.changes),
                left=one.left,
                share=0,
                sure_edits=tuple(
                    edit
                    for edit in edits
                    if not edit.moves and not _farfetched(one, edit) and share(edit, one.game) >= SURE
                ),
            )
        found[one.game.events] = replace(known, share=known.share + weight / whole)
    shown = list(found.values())[:SHOWN]
    most = sum(account.share for account in shown)
    return [replace(account, share=account.share / most) for account in shown]


def _farfetched(one: _Weighed, edit: Edit) -> bool:
    """Whether a slip, or all that an account takes for slips, is dearer than what may be overlooked."""
    return edit.cost > FARFETCHED or sum(other.cost for other in one.edits) > ALL_FARFETCHED


def _has(one: _Weighed, edit: Edit) -> bool:
    return any((other.place, other.old, other.new) == (edit.place, edit.old, edit.new) for other in one.edits)
