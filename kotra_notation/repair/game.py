"""One game repaired: its accounts, each replayed as a whole, weighed against each other."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import field, replace
from math import exp, inf

from kotra_notation.findings import Finding, Severity
from kotra_notation.model import Event, Game, NotRecorded, ScoreClaim, Turn, Unread
from kotra_notation.repair.edits import Edit, apply_edits, costs
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
class _Weighed(LeaningReading):
    left: tuple[Finding, ...]
    cost: float


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

    `jumps`: what is known of it by the numbers of its rows. Where all `effort` is spent nothing is sure, for
    not everything was looked at.
    """
    ways = _ways(game, replayed, hits_marked, effort, jumps)
    done: list[_Weighed] = []
    in_full = not effort.spent
    for _ in range(min(effort.replays, max(2, MOST_REPLAYED // max(1, len(game.events))))):
        if not ways or (done and ways[0].cost > min(known.cost for known in done) + MARGIN):
            break
        effort.turns -= max(len(game.events), LEAST_REPLAYED)
        way = heapq.heappop(ways)
        other = apply_edits(game, way.edits)
        again = replayed.again(other) if other.events != game.events else replayed
        cost = way.cost + _cost_left(again, way, following)
        done.append(_Weighed(edits=way.edits, game=other, left=again.findings, cost=cost, replayed=again))
        if len(way.edits) < MOST_EDITS and again.certain and _lost_at(way) is None:
            for number, edit in enumerate(mendings(other, again)):
                if added := _add_edit(way.edits, edit):
                    number += 100 * way.number
                    heapq.heappush(ways, _Way(way.cost + edit.cost, number, added, way.given_up))
    done.sort(key=lambda reading: reading.cost)
    # Plays that people choose cost less than those they do not.
    more = leanings(done, effort)
    leaning = [replace(reading, cost=reading.cost + cost) for reading, cost in zip(done, more, strict=True)]
    accounts = _surely(_share_accounts(leaning), _share_accounts(done))
    return accounts if in_full else [replace(account, sure_edits=()) for account in accounts]


def _surely(accounts: Sequence[Account], without: Sequence[Account]) -> list[Account]:
    """Return the accounts; what people would play makes nothing sure that is not sure without."""
    sure = {edit for account in without for edit in account.sure_edits}
    return [
        replace(account, sure_edits=tuple(edit for edit in account.sure_edits if edit in sure))
        for account in accounts
    ]


def also(account: Account, edit: Edit, share: float) -> Account:
    """Return the account of a game in which something was misstated before the rest was looked at."""
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
    """Return the likeliest edits of the plays, as a queue."""
    if not game.events:
        return []
    wrong_play = any(
        found.code.startswith("P") and found.severity != Severity.NOTE for found in replayed.findings
    )
    if not (unread(game) or wrong_play):
        edits_of_rows = [edit for jump in jumps for edit in jump.edits(game.events)]
        rows = [_Way(edit.cost, number, (edit,), False) for number, edit in enumerate(edits_of_rows, 2)]
        return [_Way(costs().left["misnumbered"] * bool(rows), 1, (), False), *rows]
    line = StoryLine(game.events, tuple(range(len(game.events))), hits_marked, _free(replayed))
    start = replayed.begun
    ways: list[_Way] = []
    for story in Search(line, start, effort, jumps).run():
        for edits in story.ways(MOST_WAYS):
            ways.append(_Way(sum(edit.cost for edit in edits), len(ways) + 1, edits, story.given_up))
    heapq.heapify(ways)
    return ways


def _free(replayed: GameReplay) -> float:
    """Return the place from which the sides need not throw in turn: where a game of the old kind is won."""
    if not replayed.begun.setting.ruleset.facts.forms:
        return inf
    won = (place for place, frame in enumerate(replayed.frames) if frame.after.course.won)
    return next(won, inf)


def unread(game: Game) -> bool:
    """Return whether a play of the game could not be read, or was not recorded."""
    return any(
        isinstance(event, Turn) and isinstance(event.deed, Unread | NotRecorded) for event in game.events
    )


def _cost_left(replayed: GameReplay, way: _Way, following: ScoreClaim | None) -> float:
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
    """Return the place in the edited game before which rows are taken for lost; None if none are."""
    lost = next((edit.place for edit in way.edits if edit.rows), None)
    if lost is None:
        return None
    return lost + sum(len(edit.new) - len(edit.old) for edit in way.edits if edit.place < lost)


def _weight(finding: Finding) -> float:
    table = costs()
    hit = finding.kind.name in ("hit-unmarked", "hit-invented")
    return table.left[finding.severity] + (table.stakes["hit-mark"] if hit else 0)


def _add_edit(edits: tuple[Edit, ...], edit: Edit) -> tuple[Edit, ...] | None:
    """Return these edits of a game and one more; None where it would undo one of them."""
    place = edit.place
    for earlier in sorted(edits, key=lambda earlier: earlier.place):
        if place < earlier.place:
            break
        if place < earlier.place + len(earlier.new):
            return None
        place += len(earlier.old) - len(earlier.new)
    return (*edits, replace(edit, place=place)) if edit.changes else None


def _share_accounts(done: Sequence[_Weighed]) -> list[Account]:
    """Return the accounts with their shares; of several that give the same game the likeliest stands."""
    done = sorted(done, key=lambda reading: reading.cost)
    least = done[0].cost if done else 0.0
    weights = [exp(least - reading.cost) for reading in done]
    whole = sum(weights)

    def is_sure(edit: Edit, reading: _Weighed) -> bool:
        """Return whether hardly any other reading does without an edit, which is not farfetched."""
        dear = edit.cost > FARFETCHED or sum(other.cost for other in reading.edits) > ALL_FARFETCHED
        having = (
            weight
            for other, weight in zip(done, weights, strict=True)
            if other.game.events == reading.game.events
            or any(
                (known.place, known.old, known.new) == (edit.place, edit.old, edit.new)
                for known in other.edits
            )
        )
        return not (edit.moves or dear) and sum(having) / whole >= SURE

    accounts: dict[tuple[Event, ...], Account] = {}
    for reading, weight in zip(done, weights, strict=True):
        known = accounts.get(reading.game.events)
        if known is None:
            changes = (edit for edit in reading.edits if edit.changes)
            edits = tuple(sorted(changes, key=lambda edit: edit.place))
            known = Account(
                game=reading.game,
                edits=edits,
                kept=tuple(edit for edit in reading.edits if not edit.changes),
                left=reading.left,
                share=0,
                sure_edits=tuple(edit for edit in edits if is_sure(edit, reading)),
            )
        accounts[reading.game.events] = replace(known, share=known.share + weight / whole)
    shown = list(accounts.values())[:SHOWN]
    most = sum(account.share for account in shown)
    return [replace(account, share=account.share / most) for account in shown]
