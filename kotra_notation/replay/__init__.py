"""Replay: folds the events of a match over a state under one rule set; knows no notation."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import TYPE_CHECKING

from kotra_notation.findings import Finding, finding
from kotra_notation.late import LateModule
from kotra_notation.model import AutomaticDouble, Beaver, Double, Match, SetPosition
from kotra_notation.replay.frames import Frame, GameReplay, Passage, Replay
from kotra_notation.replay.inference import complete_match, replay_inferring
from kotra_notation.replay.studies import study_faults
from kotra_notation.rules import Ruleset, changed_options, named, specification
from kotra_notation.rules.ruleset import Award

if TYPE_CHECKING:
    from kotra_notation.replay import game_order
    from kotra_notation.replay.kept import KeptGames
else:
    # Only a record whose scores contradict each other asks for it.
    game_order = LateModule("kotra_notation.replay.game_order")

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
    if isinstance(rules, Ruleset):
        return _replay_in_order(match, rules, kept, tracked=tracked)
    stated = named(rules or match.rules or MODERN)
    result = _replay_in_order(match, stated.ruleset, kept, tracked=tracked)
    findings = [
        fault.at(span=match.span)
        for fault in (*stated.findings, *_changed_rules(match, rules, stated.ruleset))
    ]
    return changed(result, findings=(*findings, *result.findings)) if findings else result


def _replay_in_order(match: Match, ruleset: Ruleset, kept: KeptGames | None, *, tracked: bool) -> Replay:
    """The replay under a rule set, its games in the order in which they were played."""

    def fold(other: Match) -> Replay:
        return replay_inferring(other, ruleset, tracked=tracked, kept=kept)

    result = fold(match)
    if len(result.games) > 1 and any(fault.kind.name in OUT_OF_ORDER for fault in result.findings):
        result = game_order.with_order(result, fold)
    findings = tuple(study_faults(result, kept))
    return changed(result, findings=(*result.findings, *findings)) if findings else result


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
