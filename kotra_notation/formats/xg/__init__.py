"""eXtreme Gammon's own files, `.xg` (matches) and `.xgp` (positions), with their analysis; read only.

The reader accepts:

- A missing or wrong archive index: the archive is unpacked stream by stream. Damaged files are unpacked as
  far as possible. A record that contradicts itself is reported and skipped.
- Names, event, place and round in the wide strings of version 24 and later, otherwise in the old ones. A
  missing game header is reported; its records make a game.
- Comments that are not RTF: read as plain text.
- A play whose hops do not lead to the next position: read as that position. A board that differs from the
  game so far is set up; if nobody edited it, this is reported.

From files of versions 30 and 32, where the published description is silent or differs:

- The file's player 1 is the left-hand column of a match text, hence seat 0. This holds for matches imported
  from text and reportedly for the program's own export, whose tag `Player 1` names the right-hand column, the
  file's player 2. In an XGID player 1 is X, so in a single position player 1 is seat 1.
- Positions before a play and at a cube decision are seen by player 1, those after a play by the player who
  made it.
- Points of plays are counted from 0: 23 is the 24-point, 24 the bar, anything below 0 off the board. A hop
  from -1 ends the play. Hits are not marked; hops may be joined. A roll that could not be played has no hops;
  its only candidate goes from 0 to 0 and is left out.
- A roll without a play or a position after it came before a resignation: `????` in the text.
- The starting position in a game header may be empty.
- The seven numbers are lose backgammon, lose gammon, lose, win, win gammon, win backgammon, equity: cubeful
  and normalised for a play, cubeless for a cube decision. Candidates analysed more deeply come first,
  whatever their equity; the order is the program's.
- A cube record of -2 is no decision; -1 precedes a resignation. Offset 120 tells if the decision was
  analysed; -100 is not. An equity or error of -1000 is none.
- A game's end 104 is a resignation of the match; only the points give its size. Only the final score, after
  the match, is capped at the match length.
- The invalid flag 2 of a move marks an illegal play that stood: a ruling.
- Opening rolls are not in the file.

Unknown, for lack of files: rollouts (trials and the 95 % interval are read as described), automatic doubles
(included in the cube; the score shows if the points include them), beavers, settlements, clocks, longgammon,
what an `.xgp` holds beside its position.

Left out, because the program recomputes it or keeps it for itself: choices of the computer, tutor's fields,
marks for later rollouts, profile flags, thumbnail, evaluation of the final position, ratings after the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.format import FileFacts, Format, Reading, Source
from kotra_notation.formats.xg import analysis, games, layout
from kotra_notation.formats.xg.container import Comments, Members, broken_part, members
from kotra_notation.formats.xg.games import MOST_POINTS, SEATS, FileContext, XgGame
from kotra_notation.model import Annotation, Beaver, Comment, Extra, Match

MOST_CANDIDATES = 400_000  # in a file; they are what fills the memory
MOST_FINDINGS = 1000
MOST_GAMES = 1 << 30


class Reader:
    """The state of reading one game file."""

    def __init__(self, members: Members, remark: str = "") -> None:
        self.findings: list[Finding] = []
        self.matches: list[Match] = []
        self.stopped = self._opened = False
        rollouts = analysis.Rollouts(members.rollouts)
        self._context = FileContext(Comments(members.comments), rollouts, self._say)
        self._remarks: list[Annotation] = [Comment(text=remark)] if remark else []
        self._games: list[XgGame] = []
        self._candidates = 0
        self._readers: dict[int, Callable[[bytes, int], None]] = {
            layout.MATCH: self._match,
            layout.GAME: self._game,
            layout.CUBE: lambda records, begin: games.cube(self._open_game(), records, begin),
            layout.MOVE: lambda records, begin: games.move(self._open_game(), records, begin),
            layout.GAME_END: lambda records, begin: games.end(self._open_game(), records, begin),
            layout.MATCH_END: self._match_end,
        }

    def read(self, records: bytes) -> None:
        """Read whole records."""
        for begin in range(0, len(records), layout.RECORD):
            if self.stopped:
                return
            kind = records[begin + layout.TYPE]
            if kind in self._readers:
                self._readers[kind](records, begin)
            else:
                self._say_broken(phrase("a record"), phrase("the record type {type} is unknown", type=kind))
        if self._candidates + sum(game.candidates for game in self._games) > MOST_CANDIDATES:
            self._say(finding("limit-passed", what=phrase("the number of candidates"), limit=MOST_CANDIDATES))
            self.stopped = True

    def close(self) -> None:
        """Finish the match that is open."""
        if not (self._opened or self._games):
            return
        header, drafts = self._context.header, self._games
        position = drafts[0].as_position() if len(drafts) == 1 else None
        finished = (position,) if position else tuple(game.finish() for game in drafts)
        raccoons = any(isinstance(e, Beaver) and e.level == 2 for game in finished for e in game.events)
        players = header.players[::-1] if position else header.players
        rules, remarks = header.rules(raccoons=raccoons), tuple(self._remarks)
        facts: dict[str, Any] = {"info": header.info, "remarks": remarks, "games": finished}
        self.matches.append(Match(players=players, length=header.length, rules=rules, **facts))
        self._candidates += sum(game.candidates for game in drafts)
        self._opened, self._remarks, self._games = False, [], []

    def _say(self, found: Finding) -> None:
        if len(self.findings) >= MOST_FINDINGS:
            self.stopped = True
            found = finding("limit-passed", what=phrase("the number of broken records"), limit=MOST_FINDINGS)
        turn = self._games[-1].turns or None if self._games else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=len(self._games) or None, turn=turn))

    def _say_broken(self, what: str, why: str) -> None:
        self._say(broken_part(what, why))

    def _match(self, records: bytes, begin: int) -> None:
        self.close()
        self._opened = True
        header = layout.read(records, begin)
        self._context = replace(self._context, header=header)
        if not header.marked:
            self._say_broken(phrase("the match header"), phrase("its signature is missing"))
        elif header.length is None:
            self._say(finding("length-missing"))
        if header.variation not in (0, layout.LONGGAMMON, *layout.VARIANTS):
            why = phrase("the variation {variation} is unknown", variation=header.variation)
            self._say_broken(phrase("the match header"), why)
        self._remarks += self._context.comments_at(header.comments[0])

    def _match_end(self, records: bytes, begin: int) -> None:
        one, two, winner, *_ = layout.MATCH_FOOT.unpack_from(records, begin)
        if not self._games:
            return
        game, header = self._games[-1], self._context.header
        if min(one, two) < 0:
            score = phrase("the score {first} to {second}", first=one, second=two)
            self._say_broken(phrase("the end of the match"), score)
        elif game.final is not None and game.final != (one, two):
            first, second = game.final
            ends = phrase("the last game ends at {first}–{second}", first=first, second=second)
            other = phrase("the match ends at {first}–{second}", first=one, second=two)
            self._say(finding("witness-disagrees", one=ends, other=other))
        if header.length and max(one, two) >= header.length:
            game.ends_match(SEATS.get(winner))
        game.events += self._context.comments_at(header.comments[1])

    def _game(self, records: bytes, begin: int) -> None:
        head = layout.GAME_HEAD.unpack_from(records, begin)
        one, two, crawford, board, number, _, comment, last_comment, automatic = head
        header, what = self._context.header, phrase("a game header")
        game = XgGame(self._context, len(self._games) + 1, crawford=crawford, last_comment=last_comment)
        self._games.append(game)
        game.board = header.start if board == layout.NO_BOARD else board
        if 0 < number < MOST_GAMES:
            game.number = number
        if min(one, two) >= 0 and max(one, two) < MOST_POINTS:
            game.score = (one, two)
        else:
            self._say_broken(what, phrase("the score {first} to {second}", first=one, second=two))
        automatic = automatic if header.version >= layout.AUTOMATIC_SINCE else 0
        if 0 <= automatic <= layout.MOST_AUTOMATIC:
            game.automatic = automatic
        else:
            self._say_broken(what, phrase("{number} automatic doubles", number=automatic))
        game.events += self._context.comments_at(comment)
        self._crawford(game)

    def _crawford(self, game: XgGame) -> None:
        """Say what the header tells of the Crawford rule where the scores do not tell the same."""
        header, score = self._context.header, game.score
        if not header.length or score is None:
            return
        match_point = header.length - 1
        possible = header.crawford and max(score) == match_point > min(score)
        if possible and len(self._games) == 1:
            game.events.append(Extra(key="XG:Crawford", value="on" if game.crawford else "off"))
            return
        before = self._games[-2].score if possible else None
        due = before is not None and max(before) < match_point
        if (game.crawford and not possible) or (due and not game.crawford):
            one = phrase("this is not marked as the Crawford game")
            if game.crawford:
                one = phrase("this is marked as the Crawford game")
            facts = {"first": score[0], "second": score[1], "length": header.length}
            other = phrase("the score is {first} to {second} in a {length}-point match", **facts)
            self._say(finding("witness-disagrees", one=one, other=other))

    def _open_game(self) -> XgGame:
        """Return the game that is open; records without a game header make one."""
        if not self._games or self._games[-1].ended:
            header = self._context.header
            self._games.append(XgGame(self._context, len(self._games) + 1, board=header.start))
            self._say_broken(phrase("a game"), phrase("its header is missing"))
        return self._games[-1]


def looks_like(source: Source) -> bool:
    """Return whether the file begins with the signature of the container."""
    return source.data.startswith(layout.MAGIC)


def read(source: Source) -> Reading:
    """Return what an `.xg` or `.xgp` file says."""
    content = members(source.data)
    reader = Reader(content, layout.wide(source.data[layout.FILE_COMMENTS]))
    findings = list(content.findings)
    if content.game is not None:
        rest = b""
        for piece in content.game.pieces():
            records = rest + piece if rest else piece
            whole = len(records) - len(records) % layout.RECORD
            reader.read(records[:whole])
            rest = records[whole:]
            if reader.stopped:
                break
        reader.close()
        if content.game.fault:
            findings.append(content.game.fault)
        elif rest and not reader.stopped:
            findings.append(finding("file-breaks-off", what=phrase("a record")))
    findings += reader.findings
    return Reading(matches=tuple(reader.matches), findings=tuple(findings))


FORMAT = Format(
    title="eXtreme Gammon, .xg and .xgp", suffixes=(".xg", ".xgp"), looks_like=looks_like, read=read,
    file=FileFacts(binary=True),
)  # fmt: skip
