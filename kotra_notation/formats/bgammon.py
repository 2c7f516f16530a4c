"""Replays of the server bgammon.org, `.match`: an index, then for each game a header and one line per event.

The reader accepts:

- No index. Its offsets are ignored; if it lists more games than there are, the file is reported as truncated.
- Any line ending, blanks at either end of a line, tabs and several blanks between words, empty lines.
- `25` and `0`, `bar` and `off` in any letter case, hit marks, `13/9(2)`, joined hops; a comma between hops.
- Dice in any order. The replay checks digits that are on no die.
- Events before any header: a game of unknown players. Unreadable lines are reported and kept.
- Other names, another length, or a score that falls or does not grow after a win: another match begins.

From the server's own description and source code:

- Both players' plays use the numbers of player 1, who is seat 0. A roll alone allows no play.
- `1 d 2 1` is a double by player 1 and its take, `1 d 2 0` a double and its drop.
- `2 t` means that player 2 resigns or leaves; it has no size.
- When a game ends by bearing off, the server leaves the cube out of its points. If they do not fit the cube
  taken and the checkers that the loser bore off, they are multiplied by the cube.
- The time of the first game gives the match date, in UTC. More precise times become extras `bgammon:started`
  before the events of their games.
- Acey-deucey and tabula are other games: reported, not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import finding, phrase
from kotra_notation.formats import recorder as acts
from kotra_notation.formats.format import Format, Reading, found_early
from kotra_notation.formats.plays import REMEMBERED, Way, turn_hops
from kotra_notation.formats.recorder import SHOWN, Act, Doubled, GameDraft, Recorder, Threw, act_of
from kotra_notation.model import CannotMove, Play
from kotra_notation.values import dataclass

INDEX = "bgammon-replay"
STARTS = ("head", "event")
VARIANTS = ("", "acey-deucey", "tabula")
_THROW = re.compile("r ([0-9])-([0-9])((?: .*)?)")


@dataclass(frozen=True, slots=True)
class GameHead:
    """The first line of a game; `winner` is a seat, or None."""

    started: int
    names: tuple[str, str]
    length: int
    score: tuple[int, int]
    winner: int | None
    points: int
    variant: int

    def follows(self, before: GameHead) -> bool:
        """Return whether the game goes on with the match of another."""
        if (self.names, self.length) != (before.names, before.length):
            return False
        grown = sum(self.score) - sum(before.score)
        return grown > 0 or (grown == 0 and before.winner is None)


@lru_cache(maxsize=REMEMBERED)
def parse_event(text: str, seat: int) -> Act | Doubled | None:
    """Return what an event of a player says, None where nothing."""
    roll = acts.plain_roll(_THROW, text)
    return _threw(*roll, seat) if roll else _parsed_event(text, seat)


def _threw(dice: tuple[int, int], hops: Way, seat: int) -> Threw:
    return Threw(dice, Play(hops=turn_hops(hops) if seat else hops) if hops else CannotMove())


def _parsed_event(text: str, seat: int) -> Act | Doubled | None:
    tree = acts.tree_of("bgammon", text, "event", STARTS)
    if tree and tree.data == "double":
        terminals = acts.words(tree)
        return Doubled(terminals["ANSWER"] == "1", int(terminals["VALUE"]))
    act = act_of(tree) if tree else None
    if isinstance(act, Threw):
        return _threw(act.dice, act.deed.hops if isinstance(act.deed, Play) else (), seat)
    return act


def parse_head(text: str) -> GameHead | None:
    """Return what the first line of a game says; None for any other line."""
    tree = acts.tree_of("bgammon", text, "head", STARTS)
    if tree is None:
        return None
    started, first, second, *numbers = [str(part) for part in tree.children]
    length, mine, theirs, winner, points, variant = (int(number) for number in numbers)
    won = winner - 1 if winner else None
    return GameHead(int(started), (first, second), length, (mine, theirs), won, points, variant)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST = 253_402_300_799  # the last second of the year 9999


def date_of(started: int) -> str:
    """The day of a time in seconds; nothing for 0, which says no time, and for what no calendar has."""
    return (EPOCH + timedelta(seconds=started)).strftime("%Y-%m-%d") if 0 < started <= LAST else ""


def _finish(game: GameDraft, head: GameHead, date: str) -> None:
    """Put in what the head of a game says beside its score: when it began, and how it ended."""
    points = worth(head, game.events)
    midnight = not head.started % 86_400 and date_of(head.started) == date
    if head.started and not midnight:
        game.events.insert(0, model.Extra(key="bgammon:started", value=str(head.started), span=game.span))
    if head.winner is not None:
        game.events.append(model.ResultClaim(seat=head.winner, points=points or None, span=game.span))


def worth(head: GameHead, events: Sequence[model.Event]) -> int:
    """The points of a game: where it was borne off under a turned cube, the server leaves the cube out."""
    last = acts.last_event(events)
    taken = sum(isinstance(event, model.Take) for event in events)
    if not taken or not isinstance(last, model.Turn) or last.seat != head.winner or not _bears_off(last):
        return head.points
    cube = 2 ** min(taken, 64)
    losers = (event for event in events if isinstance(event, model.Turn) and event.seat != head.winner)
    single = any(map(_bears_off, losers))
    whole = head.points % cube == 0 and (head.points == cube) == single
    return head.points if whole else head.points * cube


def _bears_off(turn: model.Turn) -> bool:
    return isinstance(turn.deed, model.Play) and any(hop.target == OFF for hop in turn.deed.hops)


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("bgammon")
        self.heads: list[GameHead | None] = []  # of the games of the match; None where one could not be read
        self.indexed = 0
        self.headed = 0
        self.skipping = False  # in a game that is none of ours

    def read(self, text_lines: list[str]) -> Reading:
        """Read all lines."""
        for line in self.recorder.lines(text_lines):
            self._line(line.strip())
        span = self.recorder.span
        self._close()
        if self.indexed > self.headed:
            what = phrase("the games that its index lists")
            self.recorder.findings.append(finding("file-breaks-off", span=span, what=what))
        return self.recorder.reading(silent=True)

    def _line(self, text: str) -> None:
        seat = "12".find(text[0]) if text[1:2] in (" ", "\t") else -1
        if text.startswith(INDEX):
            self.indexed += 1
        elif text.startswith(("i ", "i\t")):
            self._head(text)
        elif not self.skipping and (seat < 0 or not self._event(seat, text[1:].strip())):
            self.recorder.unreadable(kept=self.recorder.game is not None)

    def _head(self, text: str) -> None:
        self.headed += 1
        head, recorder = parse_head(text), self.recorder
        self.skipping = head is not None and head.variant != 0
        if head is not None and self.skipping:
            game = VARIANTS[head.variant] if head.variant < len(VARIANTS) else f"variant {head.variant}"
            recorder.find("another-game", written=text[:SHOWN], game=game)
            return
        if head is None:
            recorder.unreadable(kept=False)
        elif self.heads and (before := self.heads[-1]) and not head.follows(before):
            self._close()
        self._begin(head)

    def _begin(self, head: GameHead | None) -> None:
        self.recorder.begin(self.recorder.draft().next_number, head.score if head else None)
        self.heads.append(head)

    def _event(self, seat: int, text: str) -> bool:
        act = parse_event(text, seat)
        if act is None:
            return False
        span = self.recorder.span
        if not self.heads:
            self.recorder.find("names-missing")
            self._begin(None)
        events = self.recorder.draft().games[-1].events
        if isinstance(act, Doubled):
            events += acts.answer_double(act, seat, span)
        else:
            events.append(acts.event(act, seat, text, span))
        return True

    def _close(self) -> None:
        if draft := self.recorder.match:
            head = next((head for head in self.heads if head), None)
            date = date_of(head.started) if head else ""
            if head:
                draft.length, draft.players = head.length, [model.Player(name=name) for name in head.names]
            draft.info = [("date", date)] if date else []
            for game, stated in zip(draft.games, self.heads, strict=True):
                if stated:
                    _finish(game, stated, date)
        self.recorder.close()
        self.heads = []


MARK = re.compile(
    r"\A\s*(?:bgammon-replay[ \t]+[0-9]|i[ \t]+[0-9]+[ \t]+\S+[ \t]+\S+(?:[ \t]+[0-9]+){6}[ \t]*(?:\r|\n|$))"
)


FORMAT = Format(
    title="Replays of bgammon.org, .match",
    suffixes=(".match",),
    looks_like=found_early("the first line is an index line, or the start of a game", MARK, 1024),
    read=lambda source: Reader().read(source.lines),
)
