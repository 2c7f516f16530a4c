"""Analyses held against the game: which play was made, which can be made, and shares that fit one another.

What an engine thinks of a play is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from kotra_notation.board import BAR, OFF
from kotra_notation.fast.judges import plain_boards
from kotra_notation.findings import Finding, Phrase, finding, phrase
from kotra_notation.late import late_pattern
from kotra_notation.model import Evaluation, Event, Hop, Play, Turn
from kotra_notation.replay.frames import GameReplay, Passage, Replay
from kotra_notation.replay.turns import displace_men, judge_turn, walks
from kotra_notation.rules import Node, Ruleset, throw_of

if TYPE_CHECKING:
    from kotra_notation.replay.kept import KeptGames

LONGEST = 200
SLACK = 0.05  # the shares of a neural net may contradict each other so far
_WAY = late_pattern(r"((?:bar|off|[0-9]{1,2})(?:/(?:bar|off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")
_NAMED = {"bar": BAR, "off": OFF}

Hops = tuple[Hop, ...]


def study_faults(replay: Replay, kept: KeptGames | None = None) -> Iterator[Finding]:
    """Yield what cannot be right in the analyses of a match: the first of each sort."""
    said: set[str] = set()
    for game, replayed in zip(replay.match.games, replay.games, strict=True):
        if Evaluation in map(type, game.events):
            make = partial(_in_game, game.events, replayed, replay.ruleset)
            for sort, fault in kept.studies(replayed, make) if kept else make():
                if sort not in said:
                    said.add(sort)
                    yield fault.at(game=replayed.number)


def _in_game(
    events: Sequence[Event], replayed: GameReplay, ruleset: Ruleset
) -> Iterator[tuple[str, Finding]]:
    """Yield what cannot be right in the analyses of a game, each with its sort."""
    passages = {passage.place: passage for passage in replayed.track}
    turn: Turn | None = None
    passage: Passage | None = None
    for index, event in enumerate(events):
        if isinstance(event, Turn):
            turn, passage = event, passages.get(index)
        elif isinstance(event, Evaluation):
            for sort, why in _doubts(event, turn, passage, ruleset):
                yield sort, finding("study-doubtful", span=event.span, why=why)


def _doubts(
    said: Evaluation, turn: Turn | None, passage: Passage | None, ruleset: Ruleset
) -> Iterator[tuple[str, Phrase]]:
    """Yield what cannot be right in one analysis, by its sort; plays of the old game are not looked at."""
    for candidate in said.candidates:
        if not _shares_fit(candidate.chances) or not _outcomes_fit(candidate.outcomes):
            yield "shares", phrase("the chances of {choice} contradict each other", choice=candidate.choice)
        if not _is_chance(chance := candidate.extras.get("mwc", "0")):
            why = phrase(
                "{choice} has a match winning chance of {chance}", choice=candidate.choice, chance=chance
            )
            yield "chance", why
    if said.aspect != "play" or turn is None or passage is None or ruleset.facts.forms:
        return
    if not passage.certain or not isinstance(turn.deed, Play):
        return
    legal = _Legal(ruleset, passage, turn)
    for candidate in said.candidates:
        if not (hops := hops_of(candidate.choice)):
            continue
        if candidate.extras.get("played") == "yes":
            if not leads(ruleset, passage, turn, hops):
                why = phrase("{choice} is marked as played, but was not", choice=candidate.choice)
                yield "played", why
        elif not legal(hops):
            dice = f"{turn.dice[0]}{turn.dice[1]}"
            yield (
                "choice",
                phrase("{choice} is not a legal play for {dice}", choice=candidate.choice, dice=dice),
            )


def _shares_fit(chances: Sequence[float]) -> bool:
    """Return whether gammons are no more than games, and backgammons no more than gammons, won and lost."""
    if len(chances) != 5:
        return True
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return (
        backgammon - SLACK <= gammon <= win + SLACK
        and win <= 1 + SLACK
        and lost_backgammon - SLACK <= lost_gammon <= 1 - win + SLACK
    )


def _is_chance(text: str) -> bool:
    """Return whether a number can be a chance; what is no number is nobody's chance."""
    try:
        return -SLACK <= float(text) <= 1 + SLACK
    except ValueError:
        return True


def _outcomes_fit(outcomes: Mapping[str, float]) -> bool:
    """Return whether all shares lie between never and always; mor is added, and may come more than once."""
    return all(
        -SLACK <= share <= 1 + SLACK for name, share in outcomes.items() if name not in ("mor", "-mor")
    )


class _Legal:
    """The judge of plays with the dice of a turn; most are seen at once."""

    def __init__(self, ruleset: Ruleset, passage: Passage, turn: Turn) -> None:
        self.ruleset = ruleset
        self.turn = turn
        self.node = Node(tuple(passage.before))
        self.boards = plain_boards(ruleset, self.node, 0)

    def __call__(self, hops: Hops) -> bool:
        dice = self.turn.dice
        if self.boards is not None and self.boards.lawful(0, dice, hops):
            return True
        weighed = Turn(seat=self.turn.seat, dice=dice, deed=Play(hops=hops))
        return judge_turn(self.ruleset, self.node, weighed).lawful


def leads(ruleset: Ruleset, passage: Passage, turn: Turn, hops: Hops) -> bool:
    """Return whether a play leads where the game went on."""
    before, after = tuple(passage.before), tuple(passage.after)
    if displace_men(before, hops) == after:
        return True
    throw = throw_of(ruleset, Node(before), turn.dice, singly=turn.singly)
    return any(tuple(walk.node.points) == after for walk in walks(ruleset, throw, hops))


@lru_cache(maxsize=20_000)
def hops_of(text: str) -> Hops | None:
    """The hops of a play as candidates are spelled, `bar/22 8/5*`; None for what is no play."""
    hops: list[Hop] = []
    if len(text) > LONGEST:
        return None
    for word in text.split():
        found = _WAY.fullmatch(word)
        if found is None:
            return None
        landings = found[1].split("/")
        points = [_NAMED.get(landing.rstrip("*")) for landing in landings]
        places = [
            point if point is not None else int(landing.rstrip("*"))
            for point, landing in zip(points, landings, strict=True)
        ]
        if max(places) > BAR:
            return None
        way = [
            Hop(source, target, int(landing.endswith("*")))
            for (source, target), landing in zip(pairwise(places), landings[1:], strict=True)
        ]
        hops += way * int(found[2] or 1)
    return tuple(hops)
