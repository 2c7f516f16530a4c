"""Reading the records of a game file one by one into matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.xg import analysis, boards, games, headers, layout
from kotra_notation.formats.xg.comments import Comments
from kotra_notation.formats.xg.container import Members, broken
from kotra_notation.formats.xg.drafts import SEATS, Around, XgGame
from kotra_notation.formats.xg.games import MOST_POINTS
from kotra_notation.model import Annotation, Beaver, Comment, Extra, Match

MOST_CANDIDATES = 400_000  # in a file; they are what fills the memory
MOST_FINDINGS = 1000
MOST_GAMES = 1 << 30


class Reader:
    """The state of reading one game file."""

    def __init__(self, members: Members, remark: str = "") -> None:
        self.findings: list[Finding] = []
        self.matches: list[Match] = []
        self.stopped = False
        self._around = Around(Comments(members.comments), analysis.Rollouts(members.rollouts), self._say)
        self._opened = False
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
                self._say(broken(phrase("a record"), phrase("there is no record of type {type}", type=kind)))
        if self._candidates + sum(game.candidates for game in self._games) > MOST_CANDIDATES:
            self._say(finding("limit-passed", what=phrase("candidates"), limit=MOST_CANDIDATES))
            self.stopped = True

    def close(self) -> None:
        """Finish the match that is open."""
        if not (self._opened or self._games):
            return
        header, drafts = self._around.header, self._games
        position = drafts[0].as_position() if len(drafts) == 1 else None
        finished = (position,) if position else tuple(game.finished() for game in drafts)
        raccoons = any(isinstance(e, Beaver) and e.level == 2 for game in finished for e in game.events)
        self.matches.append(
            Match(
                players=header.players[::-1] if position else header.players,
                length=header.length,
                rules=header.rules(raccoons=raccoons),
                info=header.info,
                remarks=tuple(self._remarks),
                games=finished,
            )
        )
        self._candidates += sum(game.candidates for game in drafts)
        self._opened, self._remarks, self._games = False, [], []

    def _say(self, found: Finding) -> None:
        if len(self.findings) >= MOST_FINDINGS:
            self.stopped = True
            found = finding("limit-passed", what=phrase("broken records"), limit=MOST_FINDINGS)
        turn = self._games[-1].turns or None if self._games else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=len(self._games) or None, turn=turn))

    # records around the games

    def _match(self, records: bytes, begin: int) -> None:
        self.close()
        self._opened = True
        header = headers.read(records, begin)
        self._around = replace(self._around, header=header)
        if not header.marked:
            self._say(broken(phrase("the match header"), phrase("it lacks its mark")))
        elif header.length is None:
            self._say(finding("length-missing"))
        if header.variation not in (0, layout.LONGGAMMON, *layout.VARIANTS):
            self._say(
                broken(
                    phrase("the match header"),
                    phrase("there is no variation {variation}", variation=header.variation),
                )
            )
        self._remarks += self._around.commented(header.comments[0])

    def _match_end(self, records: bytes, begin: int) -> None:
        one, two, winner, *_ = layout.MATCH_FOOT.unpack_from(records, begin)
        if not self._games:
            return
        game, header = self._games[-1], self._around.header
        if min(one, two) < 0:
            self._say(
                broken(
                    phrase("the end of the match"),
                    phrase("the score {first} to {second}", first=one, second=two),
                )
            )
        elif game.final is not None and game.final != (one, two):
            self._say(
                finding(
                    "witness-disagrees",
                    one=phrase(
                        "the last game ends at {first}–{second}", first=game.final[0], second=game.final[1]
                    ),
                    other=phrase("the match at {first}–{second}", first=one, second=two),
                )
            )
        if header.length and max(one, two) >= header.length:
            game.ends_match(SEATS.get(winner))
        game.events += self._around.commented(header.comments[1])

    def _game(self, records: bytes, begin: int) -> None:
        one, two, crawford, board, number, _, comment, last_comment, automatic = layout.GAME_HEAD.unpack_from(
            records, begin
        )
        header = self._around.header
        game = XgGame(self._around, len(self._games) + 1, crawford=crawford, last_comment=last_comment)
        self._games.append(game)
        game.board = header.start if board == boards.NO_BOARD else board
        if 0 < number < MOST_GAMES:
            game.number = number
        if min(one, two) >= 0 and max(one, two) < MOST_POINTS:
            game.score = (one, two)
        else:
            self._say(
                broken(
                    phrase("a game header"), phrase("the score {first} to {second}", first=one, second=two)
                )
            )
        if header.version >= layout.AUTOMATIC_SINCE:
            if 0 <= automatic <= headers.MOST_AUTOMATIC:
                game.automatic = automatic
            else:
                self._say(
                    broken(phrase("a game header"), phrase("{number} automatic doubles", number=automatic))
                )
        game.events += self._around.commented(comment)
        self._crawford(game)

    def _crawford(self, game: XgGame) -> None:
        """Say what the header tells of the Crawford rule where the scores do not tell the same."""
        header, score = self._around.header, game.score
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
            self._say(
                finding(
                    "witness-disagrees",
                    one=phrase("this is marked as the Crawford game")
                    if game.crawford
                    else phrase("this is not marked as the Crawford game"),
                    other=phrase(
                        "the score is {first} to {second} in a {length}-point match",
                        first=score[0],
                        second=score[1],
                        length=header.length,
                    ),
                )
            )

    def _open_game(self) -> XgGame:
        """The game that is open; records without a game header make one."""
        if not self._games or self._games[-1].ended:
            header = self._around.header
            self._games.append(XgGame(self._around, len(self._games) + 1, board=header.start))
            self._say(broken(phrase("a game"), phrase("its header is missing")))
        return self._games[-1]
