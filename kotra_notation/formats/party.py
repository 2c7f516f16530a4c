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
from collections.abc import Iterator
from dataclasses import dataclass, field

from kotra_notation.findings import Finding, finding
from kotra_notation.formats import acts
from kotra_notation.formats.format import Format, Reading, Source, line_span
from kotra_notation.formats.names import other_players
from kotra_notation.model import Event, Extra, Game, Match, Player, ResultClaim, ScoreClaim, Span

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
    for number, line in enumerate(source.lines, 1):
        if line and not line.isspace():
            reader.line(number, line)
    return Reading(matches=tuple(reader.matches()), findings=tuple(reader.findings))


@dataclass(slots=True)
class Draft:
    """A game being read: its names, its events, and the score behind it with its place."""

    span: Span
    names: list[str | None] = field(default_factory=lambda: [None, None])
    events: list[Event] = field(default_factory=list)
    after: list[int | None] = field(default_factory=lambda: [None, None])
    after_span: Span | None = None


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.info: list[tuple[str, str]] = []
        self.remarks: list[Extra] = []
        self.length: int | None = None
        self.games: dict[int, Draft] = {}

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        span = line_span(number, line)
        key, sign, value = line.partition("=")
        key, start = key.strip(), len(key) + 1 + len(value) - len(value.lstrip())
        value = value.strip()
        if not sign or not key or len(key) > LONGEST_KEY:
            self._unreadable(line, span)
        elif of_game := KEY.fullmatch(key):
            draft = self.games.setdefault(int(of_game[1]), Draft(span))
            if of_game[2].upper() == "GAMEPLAY":
                self._play(draft, value, number, start)
            elif not self._stated(draft, of_game[2].upper(), value, span):
                self._unreadable(line, span)
        elif key.upper() == "MATCHLENGTH" and COUNT.fullmatch(value):
            self.length = int(value)
        else:
            self.info.append((f"party:{key}", value))

    def _play(self, draft: Draft, value: str, number: int, start: int) -> None:
        """Read the actions of a game, which begin at an index of a line."""
        for part in value.split("#"):
            if text := part.strip():
                column = start + len(part) - len(part.lstrip()) + 1
                self._item(draft, text, Span(number, column, column + len(text)))
            start += len(part) + 1

    @staticmethod
    def _stated(draft: Draft, key: str, value: str, span: Span) -> bool:
        """Take in a name or a score of a game; False where it is no score."""
        seat = int(key[-1]) - 1
        if key.startswith("PLAYER"):
            draft.names[seat] = value
        elif COUNT.fullmatch(value):
            draft.after[seat], draft.after_span = int(value), span
        else:
            return False
        return True

    def _item(self, draft: Draft, text: str, span: Span) -> None:
        item = ITEM.fullmatch(text) if len(text) <= LONGEST else None
        act = acts.act("party", item[2]) if item else None
        if item is None or act is None:
            self.findings.append(finding("unreadable-cell", span=span, written=text[:80], near=""))
            draft.events.append(Extra(key="party:item", value=text, span=span))
            return
        before = draft.events[-1] if draft.events else None
        draft.events.append(acts.event(act, int(item[1]) - 1, text, span, before))

    def _unreadable(self, line: str, span: Span) -> None:
        self.findings.append(finding("unreadable-line", span=span, written=line.strip()[:80]))
        self.remarks.append(Extra(key="party:line", value=line.strip(), span=span))

    def matches(self) -> Iterator[Match]:
        """The match, if the file holds one."""
        if not self.games:
            self.findings.append(finding("empty-record"))
            return
        drafts = [self.games[number] for number in sorted(self.games)]
        if self.length is None:
            self.findings.append(finding("length-missing", span=drafts[0].span).at(match=1))
        names = drafts[0].names
        yield Match(
            players=(Player(name=names[0] or ""), Player(name=names[1] or "")),
            length=self.length,
            info=tuple(self.info),
            remarks=tuple(self.remarks),
            games=tuple(self._games(drafts)),
            span=drafts[0].span,
        )

    def _games(self, drafts: list[Draft]) -> Iterator[Game]:
        before: ScoreClaim | None = None
        for place, (number, draft) in enumerate(zip(sorted(self.games), drafts, strict=True), 1):
            self._compare_names(number, drafts[0].names, draft)
            first, second = draft.after
            after = None
            if first is not None and second is not None:
                after = ScoreClaim(score=(first, second), span=draft.after_span)
            known = before.score if before else (0, 0) if number == place == 1 else None
            closing = [_closing(known, after)] if after else []
            yield Game(number=number, score=before, events=(*draft.events, *closing), span=draft.span)
            before = after

    def _compare_names(self, number: int, names: list[str | None], draft: Draft) -> None:
        other = [name for name in draft.names if name is not None]
        if other and draft.names != names:
            found = other_players(number, names, draft.names, draft.span)
            self.findings.append(found.at(match=1))


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
