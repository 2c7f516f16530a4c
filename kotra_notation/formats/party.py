"""PartyGammon's games, `.gam`: a line `KEY=value` for every fact, the actions of a game in one of them.

Read only; no file of the site could be found, and GNU Backgammon's import says what is known. Of an action
the seat and the roll and play or the word are understood; the two fields before a roll, a time among them,
stay in the text of the turn. The score behind a game is its result where one side has gained by it, and the
score before the next game.

Leniencies of the reader:

- Any end of line, blanks around lines, keys and actions; keys in any letter case and order; unknown keys
  are kept.
- Actions without the fields before the roll; `Double`, `Doubles => 2`, `Take`, `Accepts`, `Drop`, `Passes`
  and the like; a beaver; a resignation, whose size is not said.
- `bar`, `off`, `25`, `0`, joined hops, marks of hits, counts; no play stands behind dice where none was
  possible, or words say so.
"""

from __future__ import annotations

import re
from dataclasses import field

from kotra_notation.formats import acts
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.names import other_players
from kotra_notation.formats.recorder import GameDraft, Recorder
from kotra_notation.model import Event, Extra, Player, ResultClaim, ScoreClaim, Span
from kotra_notation.values import dataclass

LOOKED_AT = 8192
HEAD = re.compile(r"\s*BoardId[ \t]*=[^\n]*\n\s*Creator[ \t]*=|\s*GAME_[0-9]+_PLAYER_1[ \t]*=", re.I)
KEY = re.compile(r"GAME_([0-9]{1,6})_(PLAYER_1|PLAYER_2|GAMEPLAY|SCORE1|SCORE2)", re.I)
ITEM = re.compile(r"([12])\s+(?:[0-9]\S*\s+(?:\S+\s+)?(?=[1-6][1-6](?:\s|$)))?(\S.*)")
LONGEST_KEY = 80
LONGEST = 400  # no action is longer
COUNT = re.compile("[0-9]{1,6}")


def looks_like(source: Source) -> bool:
    """Whether the file begins with the number of a board and who made it, or with a game."""
    return bool(HEAD.match(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """What a file of PartyGammon says."""
    reader = Reader()
    for line in reader.recorder.lines(source.lines):
        reader.read_line(line)
    reader.close()
    return reader.recorder.reading()


@dataclass(slots=True)
class PartyGame:
    """A game being read: its names, its events, and the score behind it with its place."""

    span: Span
    names: list[str | None] = field(default_factory=lambda: [None, None])
    events: list[Event] = field(default_factory=list)
    after: list[int | None] = field(default_factory=lambda: [None, None])
    after_span: Span | None = None


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("party")
        self.games: dict[int, PartyGame] = {}

    def read_line(self, line: str) -> None:
        """Read one line."""
        key, sign, value = line.partition("=")
        key, start = key.strip(), len(key) + 1 + len(value) - len(value.lstrip())
        value = value.strip()
        if not sign or not key or len(key) > LONGEST_KEY:
            self.recorder.unreadable()
            return
        if of_game := KEY.fullmatch(key):
            game = self.games.setdefault(int(of_game[1]), PartyGame(self.recorder.span))
            if of_game[2].upper() == "GAMEPLAY":
                self._play(game, value, start)
            elif not self._takes(game, of_game[2].upper(), value):
                self.recorder.unreadable()
                return
        elif key.upper() == "MATCHLENGTH" and COUNT.fullmatch(value):
            self.recorder.draft().length = int(value)
        else:
            self.recorder.draft().info.append((f"party:{key}", value))
        self.recorder.once(key.upper(), value)

    def _play(self, game: PartyGame, value: str, start: int) -> None:
        """Read the actions of a game, which begin at an index of the line."""
        for part in value.split("#"):
            if text := part.strip():
                column = start + len(part) - len(part.lstrip()) + 1
                self._item(game, text, Span(self.recorder.number, column, column + len(text)))
            start += len(part) + 1

    def _takes(self, game: PartyGame, key: str, value: str) -> bool:
        """Take in a name or a score of a game; False where it is no score."""
        seat = int(key[-1]) - 1
        if key.startswith("PLAYER"):
            game.names[seat] = value
        elif COUNT.fullmatch(value):
            game.after[seat], game.after_span = int(value), self.recorder.span
        else:
            return False
        return True

    def _item(self, game: PartyGame, text: str, span: Span) -> None:
        item = ITEM.fullmatch(text) if len(text) <= LONGEST else None
        act = acts.act("party", item[2]) if item else None
        if item is None or act is None:
            self.recorder.unreadable_part(text, span)
            game.events.append(Extra(key="party:item", value=text, span=span))
            return
        before = game.events[-1] if game.events else None
        game.events.append(acts.event(act, int(item[1]) - 1, text, span, before))

    def close(self) -> None:
        """Finish the match, if the file holds one."""
        draft = self.recorder.draft()
        games = [self.games[number] for number in sorted(self.games)]
        if games:
            draft.span, draft.players = games[0].span, [Player(name=name or "") for name in games[0].names]
        before: ScoreClaim | None = None
        others: list[object] = []  # names of games that are not those of the first
        for number, game in zip(sorted(self.games), games, strict=True):
            said = game.names in (games[0].names, *others)
            if not said and any(name is not None for name in game.names):
                others.append(game.names)
                found = other_players(number, games[0].names, game.names, game.span)
                self.recorder.say(found, whole=True)
            first, second = game.after
            known = before.score if before else (0, 0) if number == 1 and game is games[0] else None
            draft.games.append(GameDraft(number, game.span, before, game.events))
            before = None
            if first is not None and second is not None:
                before = ScoreClaim(score=(first, second), span=game.after_span)
                game.events.append(_closing(known, before))
        self.recorder.close()


def _closing(before: tuple[float, float] | None, after: ScoreClaim) -> ResultClaim | ScoreClaim:
    """The claim in the score behind a game: who has won how much, where one side has gained."""
    if before is not None:
        gained = [now - once for now, once in zip(after.score, before, strict=True)]
        if min(gained) == 0 < max(gained):
            return ResultClaim(seat=int(gained[1] > 0), points=max(gained), span=after.span)
    return after


FORMAT = Format(
    title="PartyGammon's games, .gam",
    suffixes=(".gam",),
    looks_like=looks_like,
    read=read,
)
