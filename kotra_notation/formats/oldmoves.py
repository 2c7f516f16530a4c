"""FIBS oldmoves: games of the First Internet Backgammon Server, as its command `oldmoves` lists them.

The reader accepts:

- Any line ending, blanks at either end of a line and around the colon, empty lines.
- `in a 5 point match` with or without a full stop; for money `in an unlimited match`, `in a money game` or
  nothing; any letter case.
- Plays in the player's own numbers, descending, or in the other side's, ascending. The first hop between two
  points decides, or a checker that enters or is borne off.
- `(3 1)`, `(3, 1)`, `(3-1)`; joined hops, `8/5`, `(2)` and `25`, `0`; `can't move`, `cannot move`, `no move`;
  anything after `accepts`, `rejects`, `wants to resign`.
- `wins 2 points and the match`.
- No score or names. Unreadable lines are reported and kept.
- X and O may change sides between the games of a match; the first X is seat 0. Scores are in the order X, O.
  If only the other order follows from the previous game (an old server error), it is used, with a note.
- Other names, another length, or a score that does not follow: another match begins.

How events are read:

- A double is to twice the cube. `accepts` and `rejects` answer a resignation if one is pending.
- The result, divided by the cube, gives the size of an accepted resignation. If a game ends without a drop,
  bearing off or a result, the next score gives its result, marked as derived.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats import recorder as acts
from kotra_notation.formats.format import Format, Reading, found_early
from kotra_notation.formats.plays import descend
from kotra_notation.formats.recorder import SHOWN, Act, Acted, Did, GameDraft, MatchDraft, Recorder, Threw
from kotra_notation.model import Blank, Play
from kotra_notation.values import dataclass

STARTS = ("score", "deed")
SEATED = Acted | model.ResignationAnswer
NAMES = re.compile(r"(.+?) is X - (.+) is O$")  # of a line whose blanks are single
SIDE = re.compile(r"\s*([XO])\s*:\s*(?=\S)")
_THROW = re.compile(r"\(([0-9]) ([0-9])\) ?(.*)")


@dataclass(frozen=True, slots=True)
class Score:
    """The line that begins a game: the score of X and of O, and the length, 0 where it is money."""

    score: tuple[int, int]
    length: int


def _plain_roll(text: str) -> Threw | None:
    roll = acts.plain_roll(_THROW, text)
    if roll is None or not (roll[1] or text.endswith(")")):
        return None
    return Threw(roll[0], Play(hops=descend(roll[1])) if roll[1] else Blank())


def parse_score(text: str) -> Score | None:
    """Return what the line that begins a game says; None for any other line."""
    tree = acts.tree_of("oldmoves", text, "score", STARTS)
    if tree is None:
        return None
    first, second, *length = tree.children
    stated = [str(part) for part in length[0].children] if length and not isinstance(length[0], str) else []
    number = int(stated[0]) if stated and stated[0].isdigit() else 0
    return Score((int(str(first)), int(str(second))), number)


def _parsed_deed(text: str) -> Act | None:
    tree = acts.tree_of("oldmoves", text, "deed", STARTS)
    act = acts.act_of(tree) if tree else None
    if isinstance(act, Threw) and isinstance(act.deed, Play):
        return Threw(act.dice, Play(hops=descend(act.deed.hops)))
    return act


parse_deed = acts.Remembered(lambda text: _plain_roll(text) or _parsed_deed(text)).__getitem__


@dataclass(slots=True)
class ListedGame:
    """A game as it is listed, X as seat 0."""

    span: model.Span
    score: Score | None = None
    names: tuple[str, str] | None = None
    events: list[model.Event] = field(default_factory=list)
    cube: int = 1
    offered: bool = False  # a double that waits for its answer
    resigning: int | None = None  # where the resignation stands that waits for its answer
    accepted: int | None = None  # where the resignation stands that was taken


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("oldmoves")
        self.games: list[ListedGame] = []

    def read(self, text_lines: list[str]) -> Reading:
        """Read all lines."""
        for line in self.recorder.lines(text_lines):
            self._line(line.strip())
        joined: list[JoinedGames] = []
        for game in self.games:
            if not joined or not joined[-1].add(game):
                joined.append(JoinedGames(game))
        for games in joined:
            self.recorder.match = games.draft()
            self.recorder.close(*games.findings())
        return self.recorder.reading(silent=True)

    def _line(self, text: str) -> None:
        span = self.recorder.span
        if side := SIDE.match(text):
            words = text[side.end() :]
            if act := parse_deed(words):
                self._act("XO".index(side[1]), act, words)
                return
        elif score := parse_score(text):
            self.games.append(ListedGame(span, score))
            return
        elif names := NAMES.match(" ".join(text.split())):
            self._names(names[1], names[2])
            return
        note = finding("unreadable-line", span=span, written=text[:SHOWN])
        self.recorder.findings.append(note.at(game=len(self.games) or None))
        if self.games:
            self.games[-1].events.append(model.Extra(key="oldmoves:line", value=text, span=span))

    def _names(self, first: str, second: str) -> None:
        if not self.games or self.games[-1].names or self.games[-1].events:
            self.games.append(ListedGame(self.recorder.span))
        self.games[-1].names = (first, second)

    def _act(self, seat: int, act: Act, text: str) -> None:
        span = self.recorder.span
        if not self.games:
            self.games.append(ListedGame(span))
        game = self.games[-1]
        match act:
            case Did(verb="double"):
                game.events.append(model.Double(seat=seat, value=2 * game.cube, span=span))
                game.offered, game.resigning = True, None
            case Did(verb="accepts" | "rejects" as verb):
                self._answer(game, seat, span, accepted=verb == "accepts")
            case _:
                if isinstance(act, Threw):
                    game.resigning = None
                elif isinstance(act, Did):
                    game.resigning = len(game.events)
                game.events.append(acts.event(act, seat, text, span))

    @staticmethod
    def _answer(game: ListedGame, seat: int, span: model.Span, *, accepted: bool) -> None:
        """Take in an answer to the resignation or the double that waits for one."""
        if game.resigning is not None:
            game.events.append(model.ResignationAnswer(seat=seat, accepted=accepted, span=span))
            game.accepted, game.resigning = game.resigning if accepted else None, None
            return
        game.events.append((model.Take if accepted else model.Drop)(seat=seat, span=span))
        if accepted and game.offered and game.cube < 2**30:
            game.cube *= 2
        game.offered = False


@dataclass(slots=True)
class Placed:
    """A game in its match: the seat of X, the score by seat, and whether its line has the other order."""

    listed: ListedGame
    x: int
    score: tuple[int, int] | None
    turned: bool = False


class JoinedGames:
    """The games of one match; X of the first of them is seat 0."""

    def __init__(self, first: ListedGame) -> None:
        self.names = first.names
        self.length = first.score.length if first.score else None
        self.games = [Placed(first, 0, first.score.score if first.score else None)]

    def add(self, game: ListedGame) -> bool:
        """Take in the next game; False where it begins another match."""
        names, stated = game.names, game.score
        if names and self.names and set(names) != set(self.names):
            return False
        if stated and stated.length != self.length:
            return False
        x = int(bool(names and self.names and names != self.names))
        score = self._score(stated.score, x) if stated else None
        if score and not self._goes_on(score):
            return False
        self.names = self.names or names
        turned = bool(stated and score and score[x] != stated.score[0])
        self.games.append(Placed(game, x, score, turned))
        return True

    def _score(self, written: tuple[int, int], x: int) -> tuple[int, int]:
        """Return the score by seat: X's first, unless only the other order fits what came before."""
        score, other = (written[x], written[1 - x]), (written[1 - x], written[x])
        return other if not self._fits(score) and self._fits(other) else score

    def _fits(self, score: tuple[int, int]) -> bool:
        """Return whether a score is what the last game led to, as far as that one says it."""
        before, after = self.games[-1].score, self._after()
        return score == after if after else before is None or points_gained(before, score) is not None

    def _goes_on(self, score: tuple[int, int]) -> bool:
        """Return whether a game with this score may follow: it has grown, or nothing has been won."""
        before = self.games[-1].score
        grown = sum(score) - sum(before) if before else 1
        return grown > 0 or (grown == 0 and self._after() is None)

    def _after(self) -> tuple[int, int] | None:
        last = self.games[-1]
        result = result_of(last.listed.events)
        if last.score is None or result is None:
            return None
        first, second = last.score
        points = int(result.points or 0)
        return (first, second + points) if result.seat ^ last.x else (first + points, second)

    def findings(self) -> Iterator[Finding]:
        """Yield what is missing from the head of the match, and what is wrong in it."""
        if self.names is None:
            yield finding("names-missing", span=self.games[0].listed.span)
        for number, placed in enumerate(self.games, 1):
            if placed.turned and placed.score:
                yield _turned_score(placed, placed.score).at(game=number)

    def draft(self) -> MatchDraft:
        """The match."""
        placed = zip(self.games, [*(game.score for game in self.games[1:]), None], strict=True)
        games = [_game_draft(*game, number) for number, game in enumerate(placed, 1)]
        players: list[model.Player | None] = [model.Player(name=name) for name in self.names or ("", "")]
        return MatchDraft(self.games[0].listed.span, players, self.length, games=games)


def result_of(events: Sequence[model.Event]) -> model.ResultClaim | None:
    """Return the last result among events."""
    return next((event for event in reversed(events) if isinstance(event, model.ResultClaim)), None)


def points_gained(before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int] | None:
    """The seat that alone won points between two scores, and how many; None where there is no such seat."""
    first, second = after[0] - before[0], after[1] - before[1]
    if min(first, second) or max(first, second) <= 0:
        return None
    return (0, first) if first else (1, second)


def _game_draft(placed: Placed, behind: tuple[int, int] | None, number: int) -> GameDraft:
    """Return the game by seats, with who resigned and what it cost, by its result or the next score."""
    listed, score = placed.listed, placed.score
    events = list(listed.events)
    if placed.x:
        events = [replace(each, seat=1 - each.seat) if isinstance(each, SEATED) else each for each in events]
    claim = result_of(events)
    won = points_gained(score, behind) if score and behind and claim is None and given_up(events) else None
    if won:
        claim = model.ResultClaim(seat=won[0], points=won[1], derived=True, span=listed.span)
        events.append(claim)
    index = listed.resigning if listed.accepted is None else listed.accepted
    if index is not None and claim is not None:
        size = (claim.points or 0) / listed.cube
        resignation = events[index]
        if (
            isinstance(resignation, model.Resignation)
            and claim.seat != resignation.seat
            and size in (1, 2, 3)
        ):
            events[index] = replace(resignation, size=int(size))
    head = model.ScoreClaim(score=score, span=listed.span) if score else None
    return GameDraft(number, listed.span, head, events)


def given_up(events: list[model.Event]) -> bool:
    """Return whether a game ended neither by bearing off nor by a drop."""
    last = acts.last_event(events)
    if isinstance(last, model.Turn) and isinstance(last.deed, model.Play):
        return not any(hop.target == OFF for hop in last.deed.hops)
    return last is not None and not isinstance(last, model.Drop)


def _turned_score(placed: Placed, score: tuple[int, int]) -> Finding:
    first, second = (score[placed.x], score[1 - placed.x])
    claim = phrase("the score of X and O is {second}-{first}", second=second, first=first)
    other = phrase("the previous game makes it {first}-{second}", first=first, second=second)
    span, note, written = placed.listed.span, Severity.NOTE, f"{second}-{first}"
    return finding("witness-disagrees", span=span, severity=note, written=written, one=claim, other=other)


MARK = re.compile(
    r"^[ \t]*Score[ \t]+is[ \t]+[0-9]{1,9}-[0-9]{1,9}\b|^[^\n]{1,100} is X - [^\n]{1,100} is O\s*$",
    re.I | re.M,
)


FORMAT = Format(
    title="FIBS oldmoves",
    suffixes=(".oldmoves", ".fibs", ".txt"),
    looks_like=found_early(
        "a line near the beginning gives the score of X and O, or their names", MARK, 65536
    ),
    read=lambda source: Reader().read(source.lines),
)
