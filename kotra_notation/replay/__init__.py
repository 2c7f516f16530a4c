"""Replay: folds the events of a match over a state under one rule set; knows no notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from kotra_notation.errors import wrong_type
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.implied import GameOrder, games_in_order
from kotra_notation.model import AutomaticDouble, Beaver, Double, Match, SetPosition
from kotra_notation.replay.frames import Frame, GameReplay, Passage, ReorderedGames, Replay
from kotra_notation.replay.game_so_far import Score, minus, plus
from kotra_notation.replay.inference import complete_match, replay_inferring, unstated_game
from kotra_notation.replay.scores import score_at_head
from kotra_notation.replay.studies import study_faults
from kotra_notation.rules import Ruleset, changed_options, named, specification
from kotra_notation.rules.ruleset import Award

if TYPE_CHECKING:
    from kotra_notation.replay.kept import KeptGames

__all__ = ["Award", "Frame", "GameReplay", "Passage", "Replay", "complete_match", "replay", "replay_edited"]

MODERN = "modern"
# What is found where games may stand in the wrong order.
OUT_OF_ORDER = frozenset({"score-wrong", "match-already-over", "number-jump"})


def replay(match: Match, rules: str | Ruleset | None = None, *, tracked: bool = False) -> Replay:
    """Replay a `match` under the rules it states, or the given ones; nothing in it raises.

    `tracked` keeps the boards of every game from the start, for later use.
    """
    return replay_edited(match, rules, None, tracked=tracked)


def replay_edited(
    match: Match, rules: str | Ruleset | None, kept: KeptGames | None, *, tracked: bool = False
) -> Replay:
    """Replay a match whose games, if `kept` from another version of it, are not judged again."""
    if not isinstance(match, Match):
        raise wrong_type(match, phrase("a match; kn.read(path).matches holds those of a file"))
    if isinstance(rules, Ruleset):
        return _replay_in_order(match, rules, kept, tracked=tracked)
    stated = named(rules or match.rules or MODERN)
    result = _replay_in_order(match, stated.ruleset, kept, tracked=tracked)
    findings = [
        fault.at(span=match.span)
        for fault in (*stated.findings, *_changed_rules(match, rules, stated.ruleset))
    ]
    if rules is None and (old := unstated_game(result)):
        result = _replay_in_order(match, old, kept, tracked=tracked)
        findings.append(finding("old-game-unstated", span=match.span, rules=old.name))
    return replace(result, findings=(*findings, *result.findings)) if findings else result


def _replay_in_order(match: Match, ruleset: Ruleset, kept: KeptGames | None, *, tracked: bool) -> Replay:
    """The replay under a rule set, its games in the order in which they were played."""

    def fold(other: Match) -> Replay:
        return replay_inferring(other, ruleset, tracked=tracked, kept=kept)

    result = fold(match)
    if len(result.games) > 1 and any(fault.kind.name in OUT_OF_ORDER for fault in result.findings):
        result = with_order(result, fold)
    findings = tuple(study_faults(result, kept))
    return replace(result, findings=(*result.findings, *findings)) if findings else result


def _changed_rules(match: Match, rules: str | None, ruleset: Ruleset) -> list[Finding]:
    """That a record has itself judged by other options than those of its rule set, and by which."""
    other = changed_options(ruleset)
    if rules is not None or not other:
        return []
    limit = ruleset.options.get("cube.limit")
    if other == (f"cube.limit={limit}",) and isinstance(limit, int) and _highest_cube(match) < limit:
        return []
    name = specification(ruleset).partition(",")[0]
    other = tuple("texas=on (jacoby)" if option == "texas=on" else option for option in other)
    return [finding("rules-changed", span=match.span, rules=name, written=", ".join(other))]


def _highest_cube(match: Match) -> int:
    """Return the highest value the cube can have come to in a game."""
    highest = 1
    for game in match.games:
        value = 1
        for event in game.events:
            if isinstance(event, Double | Beaver | AutomaticDouble):
                value *= 2
            elif isinstance(event, SetPosition):
                value *= event.position.cube.value
        highest = max(highest, value)
    return highest


# More games than this do not change places below heads that stay.
MOST_MOVED = 4
# How a game ends whose result the board or the cube bears out.
PROVED = frozenset({"single", "gammon", "backgammon", "drop"})

Refold = Callable[[Match], Replay]


def with_order(written: Replay, refold: Refold) -> Replay:
    """Return the replay, judged in the order in which its games were played where that is another.

    A score only rises, so scores that move with their games have one order. Where the heads are in order and
    the games below them are not, what each game won tells where it belongs. Without scores the numbers tell.
    An order counts only if the match, replayed in it, no longer contradicts itself.
    """
    for order in _orders(written):
        again = refold(_reorder(written.match, order))
        ended = again.complete or not order.scores_stay or order.places[-1] == len(order.places) - 1
        if ended and _fits(again) and _weight(again) < _weight(written):
            sure = _is_sure(written, again, order, refold)
            return _as_written(written, ReorderedGames(order=order, replay=again, sure=sure))
    return written


def _reorder(match: Match, order: GameOrder) -> Match:
    return replace(match, games=games_in_order(match.games, order))


def _orders(written: Replay) -> Iterator[GameOrder]:
    """The orders that the heads, the results or the numbers speak for."""
    games = written.match.games
    numbers = [game.number for game in games]
    heads = [score_at_head(game) for game in games]
    if all(heads):
        totals = [sum(head.score) for head in heads if head]
        places = _sort_order(totals)
        if places == tuple(range(len(games))):
            yield from _below_heads(written, [head.score for head in heads if head])
        elif len(set(totals)) == len(totals):
            yield GameOrder(places, numbers_stay=_count_on(numbers))
    elif not any(heads) and _count_on(sorted(number or 0 for number in numbers)):
        yield GameOrder(_sort_order([number or 0 for number in numbers]))


def _sort_order(keys: Sequence[float]) -> tuple[int, ...]:
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


def _count_on(numbers: Sequence[int | None]) -> bool:
    """Return whether each number is one more than the one before."""
    first = numbers[0] or 0
    return first > 0 and list(numbers) == list(range(first, first + len(numbers)))


def _below_heads(written: Replay, heads: Sequence[Score]) -> Iterator[GameOrder]:
    """The one order of the games below heads that stay, where it mends more than one of the heads would."""
    last = len(heads) - 1
    due = [minus(heads[index + 1], heads[index]) for index in range(last)]
    won = [minus(game.score_after, game.score_before) for game in written.games]
    wrong = [index for index in range(last) if won[index] != due[index]]
    due_there = sorted(due[at] for at in wrong)
    moved = wrong if sorted(won[at] for at in wrong) == due_there else [*wrong, last]
    if not 2 <= len(moved) <= MOST_MOVED:
        return
    fitting = [
        order
        for order in permutations(moved)
        if all(here == last or won[place] == due[here] for here, place in zip(moved, order, strict=True))
    ]
    if len(fitting) != 1 or _one_slip(written, heads, won, wrong, moved):
        return
    places = list(range(len(heads)))
    for here, place in zip(moved, fitting[0], strict=True):
        places[here] = place
    yield GameOrder(tuple(places), numbers_stay=True, scores_stay=True)


def _one_slip(
    written: Replay, heads: Sequence[Score], won: Sequence[Score], wrong: Sequence[int], moved: Sequence[int]
) -> bool:
    """Return whether a wrong number in a head, sides exchanged, or one wrong result explains as much."""
    first = moved[0]
    due = minus(heads[first + 1], heads[first])
    one_result = max(due) == max(won[first]) or (due[0] > due[1]) == (won[first][0] > won[first][1])
    if len(wrong) == 1 and written.games[first].kind not in PROVED and one_result:
        return True
    stated, meant = heads[first + 1], plus(heads[first], won[first])
    numbers = sum(one != other for one, other in zip(stated, meant, strict=True))
    exchanged = stated == meant[::-1]
    return len(moved) == 2 and moved[1] == first + 1 and (numbers == 1 or exchanged)


def _fits(again: Replay) -> bool:
    return not any(
        fault.kind.name in OUT_OF_ORDER and fault.severity is not Severity.NOTE for fault in again.findings
    )


def _weight(replay: Replay) -> tuple[int, int]:
    """Return how many errors and warnings there are."""
    severities = [fault.severity for fault in replay.findings]
    return severities.count(Severity.ERROR), severities.count(Severity.WARNING)


def _is_sure(written: Replay, again: Replay, order: GameOrder, refold: Refold) -> bool:
    """Return whether no other reading fits as well: other heads, games of the same worth, a wrong result."""
    if again.match.games[0].score is None:
        return False
    if not order.scores_stay:
        inverse = tuple(sorted(range(len(order.places)), key=order.places.__getitem__))
        rows_stay = GameOrder(inverse, numbers_stay=True, scores_stay=True)
        other = refold(_reorder(again.match, rows_stay))
        return not _fits(other) or _weight(other) > _weight(again)
    gains = [minus(game.score_after, game.score_before) for game in again.games]
    moved = [again.games[place] for place in order.moved]
    alone = all(gains.count(gains[place]) == 1 for place in order.moved)
    apart = len(moved) > 2 or moved[1].place - moved[0].place > 1
    return alone and apart and all(game.kind in PROVED for game in moved)


def _as_written(written: Replay, reordered: ReorderedGames) -> Replay:
    """The replay with its games where they stand, each judged where it was played."""
    again, places = reordered.replay, reordered.order.places
    games: list[GameReplay] = list(again.games)
    numbers: dict[int, int] = {}
    for game, index in zip(again.games, places, strict=True):
        number = numbers[game.number] = written.games[index].number
        findings = tuple([fault.at(game=number) for fault in game.findings])
        games[index] = replace(game, number=number, place=index, findings=findings)
    of_games = {id(fault) for game in again.games for fault in game.findings}
    others = [fault for fault in again.findings if id(fault) not in of_games]
    others = [other.at(game=numbers[other.game]) if other.game else other for other in others]
    head = [other for other in others if not other.game]
    rest = [other for other in others if other.game]
    its = [fault for game in games for fault in game.findings]
    return replace(
        again,
        match=written.match,
        games=tuple(games),
        findings=(*head, _finding(written, reordered.order), *its, *rest),
        reordered=reordered,
    )


def _finding(written: Replay, order: GameOrder) -> Finding:
    numbers = [game.number for game in written.games]
    first, *others = order.moved
    if len(others) == 1:
        second = numbers[others[0]]
        what = phrase("games {first} and {second} are swapped", first=numbers[first], second=second)
    else:
        played = ", ".join(str(numbers[place]) for place in order.places)
        what = phrase("they were played in the order {order}", order=played)
    span = written.match.games[first].span
    return finding("games-out-of-order", span=span, what=what).at(game=numbers[first])
