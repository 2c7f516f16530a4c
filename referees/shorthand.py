"""Lawful games written short in many ways, and how much of that the board and the dice decide.

`python -m referees.shorthand --n 300 --seed 1` prints for each way of writing the share of turns that were
read as they were played: at once, by what follows, or not, with the choices named; and those read wrongly.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from kotra_notation.board import BAR, OFF
from kotra_notation.board.text import letter
from kotra_notation.formats import write_matches
from kotra_notation.formats.format import Source
from kotra_notation.model import Event, Game, Hop, Match, Play, Turn, Unread
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Frame, replay
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules import Ruleset, named
from referees.games import random_match
from referees.old_games import random_old_match
from referees.sheet import Cell, Round, Sheet

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "bar", 8: "eight", 9: "nine"}


@dataclass(frozen=True)
class Scene:
    """A play as the recorder sees it: whose, the men's ways, the board before it, the play before it."""

    ruleset: Ruleset
    turn: Turn
    trips: tuple[Hop, ...]
    board: tuple[int, ...]
    before: tuple[Hop, ...] | None

    def name(self, index: int) -> str:
        """A point as the recorder names it."""
        if index in (BAR, OFF):
            return "bar" if index else "off"
        return letter(self.turn.seat, index) if self.ruleset.facts.lettered else str(index)

    def between(self, trip: Hop) -> list[int]:
        """The points on which a man hits on his way."""
        hops = self.turn.deed.hops if isinstance(self.turn.deed, Play) else ()
        hit = [hop.target for hop in hops if hop.taken and trip.target < hop.target < trip.source]
        ends = [hop.target for hop in self.trips]
        return [point for point in hit if point not in ends]

    @property
    def made(self) -> list[int]:
        """The points made by this play."""
        landed = Counter(hop.target for hop in self.trips if hop.target)
        left = Counter(hop.source for hop in self.trips)
        return [
            point
            for point, count in landed.items()
            if max(self.board[point], 0) < 2 <= max(self.board[point], 0) + count - left[point]
        ]


def trips(hops: tuple[Hop, ...]) -> tuple[Hop, ...]:
    """The ways of the men from where they stood to where they stand."""
    joined: list[Hop] = []
    for hop in sorted(hops, key=lambda one: -one.source):
        place = next((i for i, one in enumerate(joined) if one.target == hop.source), None)
        if place is None:
            joined.append(hop)
        else:
            joined[place] = Hop(joined[place].source, hop.target, hop.taken)
    return tuple(joined)


def _listed(scene: Scene, points: list[int], *, counted: bool) -> str:
    words = []
    for point, times in Counter(points).items():
        words.append(scene.name(point) + (f"({times})" if counted and times > 1 else ""))
    return " ".join(words)


def landings(scene: Scene) -> str:
    return _listed(scene, [hop.target for hop in scene.trips], counted=False)


def counted(scene: Scene) -> str:
    return _listed(scene, [hop.target for hop in scene.trips], counted=True)


def sources(scene: Scene) -> str:
    return _listed(scene, [hop.source for hop in scene.trips], counted=True)


def hits_marked(scene: Scene) -> str:
    hit = {hop.target for hop in scene.trips if hop.taken}
    words = [
        scene.name(point) + "*" * (point in hit) for point in dict.fromkeys(h.target for h in scene.trips)
    ]
    return " ".join(words)


def points_made(scene: Scene) -> str:
    sign = "+" if scene.ruleset.facts.lettered else "pt"
    made = scene.made
    rest = [hop.target for hop in scene.trips if hop.target not in made]
    return " ".join(
        [*(f"{scene.name(point)}{sign}" for point in made), _listed(scene, rest, counted=True)]
    ).strip()


def initials(scene: Scene) -> str:
    if len(scene.made) == 1 and scene.made[0] in NUMBERS and len({hop.target for hop in scene.trips}) == 1:
        return f"m{NUMBERS[scene.made[0]][0]}p"
    return counted(scene)


def sides(scene: Scene) -> str:
    """Points told by the side of the board they lie on, `r5+` where one is made."""
    words = []
    for point, times in Counter(hop.target for hop in scene.trips).items():
        if point in (BAR, OFF):
            words.append(f"{scene.name(point)}({times})")
            continue
        own = point <= 12
        side = "wr"[scene.turn.seat if own else 1 - scene.turn.seat]
        word = f"{side}{point if own else 25 - point}"
        words.append(f"{word}+" if point in scene.made and times > 1 else f"{word}({times})")
    return " ".join(words)


def in_full(scene: Scene) -> str:
    """Every man from where to where, as a quick hand writes it."""
    words: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for hop in scene.trips:
        points = ["b" if hop.source == BAR else str(hop.source)]
        points += [f"{point}x" for point in scene.between(hop)]
        word = "-".join([*points, "o" if hop.target == OFF else str(hop.target)])
        words[word] += 1
        hits[word] += hop.taken
    return " ".join(
        word + "x" * bool(hits[word]) + (f"({times})" if times > 1 else "") for word, times in words.items()
    )


def same(scene: Scene) -> str:
    if scene.before is not None and sorted(hop[:2] for hop in scene.before) == sorted(
        hop[:2] for hop in scene.trips
    ):
        return "same"
    return counted(scene)


def by_dice(scene: Scene) -> str:
    """The landings in the order of the dice."""
    dice = scene.turn.dice
    by_die = {hop.source - hop.target: hop for hop in scene.trips if hop.target}
    if len(set(dice)) == 2 and len(scene.trips) == 2 and set(by_die) == set(dice):
        return " ".join(scene.name(by_die[die].target) for die in dice)
    return in_full(scene)


@dataclass(frozen=True)
class Style:
    """A way of writing short: what is written, what the header says of it, and for which games it is."""

    write: Callable[[Scene], str]
    words: str = ""
    old: bool = True


STYLES = {
    "landings": Style(landings),
    "landings, stated": Style(landings, "landings"),
    "landings with counts": Style(counted, "landings"),
    "hits marked": Style(hits_marked, "landings"),
    "points made": Style(points_made, "landings"),
    "make the … point": Style(initials, "landings", old=False),
    "sides": Style(sides, "landings", old=False),
    "sources": Style(sources),
    "sources, stated": Style(sources, "sources"),
    "dice order": Style(by_dice, "landings, dice order", old=False),
    "same": Style(same, "landings"),
    "in full": Style(in_full, old=False),
}


def scenes(match: Match) -> Iterator[list[Scene | None]]:
    """The plays of each game as they were made, None for other events."""
    replayed = replay(match)
    for game, played in zip(match.games, replayed.games, strict=True):
        found: list[Scene | None] = []
        before: tuple[Hop, ...] | None = None
        for event, frame in zip(game.events, played.frames, strict=True):
            scene = None
            if isinstance(event, Turn):
                hops = event.deed.hops if isinstance(event.deed, Play) else ()
                board = tuple(frame.before.seen_by(event.seat))
                scene = Scene(replayed.ruleset, event, trips(hops), board, before)
                before = trips(hops)
            found.append(scene)
        yield found


def short(match: Match, style: Style) -> Match:
    """The match with every play written short."""
    games = []
    for game, seen in zip(match.games, scenes(match), strict=True):
        events = [
            event if scene is None or scene.turn is not event else _short(scene, style)
            for event, scene in zip(game.events, seen, strict=True)
        ]
        games.append(replace(game, events=tuple(events)))
    stated = ("notation", ", ".join(filter(None, ("shorthand", style.words))))
    return replace(match, games=tuple(games), info=(*match.info, stated))


def _short(scene: Scene, style: Style) -> Turn:
    text = style.write(scene) if scene.trips else "dance"
    half = isinstance(scene.turn.deed, Play) and scene.turn.deed.half
    return replace(scene.turn, deed=Unread(text=f"{text} half" if half else text))


def as_kotra(match: Match) -> bytes:
    """The match as a hand would write it down."""
    content = write_matches([match], "kotra").content
    assert isinstance(content, str)
    return content.encode()


def as_mat(match: Match) -> bytes:
    """The plays in two columns."""
    rounds = []
    for number, game in enumerate(match.games, 1):
        cells = [
            Cell(event.seat, f"{event.dice[0]}{event.dice[1]}: {event.deed.text}")
            for event in game.events
            if isinstance(event, Turn) and isinstance(event.deed, Unread)
        ]
        rounds.append(Round(number, ("Anna", "Bjarni"), [0, 0], cells))
    return Sheet([" 0 point match", ""], rounds).text().encode()


class Outcome(NamedTuple):
    """What became of the turns of one match, and those that were read wrongly."""

    turns: Counter[str]
    wrong: list[tuple[Event, Turn]]
    lost: list[tuple[Event, tuple[str, ...]]]


def right(frame: Frame, came: Turn) -> bool:
    """Whether a turn that was read leads where the one that was played led."""
    state = frame.before
    verdict = judge_turn(state.setting.ruleset, state.node(came.seat), came)
    return verdict.node is not None and tuple(verdict.node.points) == frame.after.seen_by(came.seat)


def outcome(match: Match, style: Style, *, mat: bool = False) -> Outcome:
    """What is read of a match that is written short."""
    hand = short(match, style)
    source = Source(as_mat(hand), shorthand=True) if mat else Source(as_kotra(hand))
    reading = read_in_full(source, rules=named(match.rules or "modern").ruleset)
    (read,) = reading.matches
    findings = {(one.game, one.turn): one for one in reading.findings if one.turn}
    result = Outcome(Counter(), [], [])
    played = replay(match).games
    for number, (game, back) in enumerate(zip(played, read.games, strict=True), 1):
        frames = [frame for frame in game.frames if isinstance(frame.event, Turn)]
        for place, (frame, came) in enumerate(zip(frames, turns(back), strict=True), 1):
            found = findings.get((number, place))
            name = found.kind.name if found else ""
            if isinstance(came.deed, Unread):
                result.turns[name or "open"] += 1
                if found and name != "shorthand-ambiguous":
                    result.lost.append((frame.event, found.expected))
            elif right(frame, came):
                result.turns[name or "read"] += 1
            else:
                result.turns["wrong"] += 1
                result.wrong.append((frame.event, came))
    return result


def turns(game: Game) -> list[Turn]:
    """The turns of a game."""
    return [event for event in game.events if isinstance(event, Turn)]


def matches(seed: int, count: int, *, old: bool) -> Iterator[Match]:
    """Sound matches from a seed."""
    random = Random(seed)
    for _ in range(count):
        one = random.randrange(1 << 30)
        yield random_old_match(one, customs=False, games=1) if old else random_match(one, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=300, help="matches, of both games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="show so many turns that were read wrongly")
    args = parser.parse_args()
    for old in (False, True):
        sound = list(matches(args.seed, args.n // 2, old=old))
        print("old kotra" if old else "modern kotra")
        for name, style in STYLES.items():
            if old and not style.old:
                continue
            totals: Counter[str] = Counter()
            for match in sound:
                found = outcome(match, style)
                totals += found.turns
                for event, came in [*found.wrong, *found.lost][: args.show]:
                    print("   ", event, came)
            count = sum(totals.values())
            shares = ", ".join(f"{what} {times / count:.2%}" for what, times in totals.most_common())
            print(f"  {name:22} {count:7} turns: {shares}", flush=True)


if __name__ == "__main__":
    main()
