"""Reading match text: one pass over its lines, each read for itself."""

from __future__ import annotations

from itertools import pairwise

from kotra_notation.board import Cube, Position
from kotra_notation.board import xgid as xgids
from kotra_notation.findings import Finding, finding, reason
from kotra_notation.formats.mat import dialects, headers, lines, rulings
from kotra_notation.formats.mat.drafts import GameDraft, MatchDraft
from kotra_notation.formats.mat.rows import Rows
from kotra_notation.formats.names import other_players
from kotra_notation.model import Comment, Extra, Match, ScoreClaim, SetPosition, Span

NEAR = 10  # empty lines that may stand between the names and the first row of a game


class Reader:
    """The state of reading one file."""

    def __init__(self, signs: dialects.Signs, *, shorthand: bool = False) -> None:
        self.signs = signs
        self.shorthand = shorthand
        self.matches: list[Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.head: MatchDraft | None = None  # of a match that may begin behind the games of another
        self.rows: Rows | None = None
        self.names_due = False
        self.lines: list[str] = []
        self.line = ""
        self.number = 0
        self.shift = 0  # where `line` begins in the line of the file

    def read(self, text_lines: list[str]) -> list[Match]:
        """The matches of all lines."""
        self.lines = text_lines
        at = 0
        while at < len(text_lines):
            if self.rows is not None:
                at = self.rows.plain(text_lines, at)
            if at < len(text_lines) and (line := text_lines[at]) and not line.isspace():
                self.number, self.shift = at + 1, 0
                self._line(line)
            at += 1
        self._join()
        self._close()
        return self.matches

    def _line(self, line: str) -> None:
        self.line = line
        sign = line.lstrip()[0]
        if sign == ">":
            self._quoted(line)
        elif sign in ";#":
            self._remark(line)
        elif self.names_due and (names := lines.names(line)):
            self._names(names)
        elif begins := lines.further(line):
            self._parts(line, begins)
        elif game := lines.GAME.match(line):
            self._game(int(game[1]))
        elif self._row(line):
            return
        elif length := lines.LENGTH.match(line):
            self._length(int(length[1] or 0))
        elif lines.UNFINISHED.match(line):
            self._comment(line.strip())
        elif (game := lines.GAME_IN_LINE.match(line)) and lines.names(line[game.end() :]):
            self._parts(line, [game.end()])
        elif (names := lines.names(line)) and self._may_begin(names):
            self._game(self.match.games[-1].number + 1 if self.match and self.match.games else 1)
            self._names(names)
        else:
            self._unreadable(line)

    def _quoted(self, line: str) -> None:
        """Read what a mail quotes."""
        sign = lines.QUOTED.match(line)
        assert sign is not None
        if line[sign.end() :].strip():
            self.shift += sign.end()
            self._line(line[sign.end() :])

    def _parts(self, line: str, begins: list[int]) -> None:
        """Read a line in which a game, its names or a row begin behind other things."""
        shift = self.shift
        for begin, end in pairwise([0, *begins, len(line)]):
            self.shift = shift + begin
            self._line(line[begin:end])

    # what stands around the games

    def _draft(self) -> MatchDraft:
        """What a head or a remark belongs to."""
        if self.head is not None:
            return self.head
        if self.match is None:
            self.match = MatchDraft(self._span())
        return self.match

    def _new_head(self) -> MatchDraft:
        """What a line of a head belongs to: behind games perhaps the next match."""
        if self.head is None and self.match is not None and self.match.games:
            self.head = MatchDraft(self._span())
            self.names_due = False
        return self._draft()

    def _remark(self, line: str) -> None:
        if header := headers.HEADER.fullmatch(line):
            self._new_head().tags.append((header[1], header[2]))
            self.signs.tag(header[1], header[2])
            return
        text = lines.remark(line)
        if self.rows and (board := lines.SET_POSITION.match(text)):
            self._set_position(board[1])
        else:
            self._comment(text)

    def _comment(self, text: str) -> None:
        comment = Comment(text=text, span=self._span())
        if self.match is not None and self.match.games and self.head is None:
            self.match.games[-1].events.append(comment)
        else:
            self._draft().remarks.append(comment)

    def _length(self, length: int) -> None:
        draft = self._new_head()
        if draft.length is not None:
            self._close()
            draft = self._draft()
        draft.length = length
        self.signs.indented_length = self.line[:1] == " "

    def _game(self, number: int) -> None:
        if self.match is not None and self.head is not None:
            self._join() if self.match.goes_on_with(number, self.head) else self._close()
        match = self._draft()
        if match.games and match.length is None and number == 1 and match.games[-1].number != 1:
            self._close()
            match = self._draft()
        game = GameDraft(number, self._span())
        match.games.append(game)
        self.rows = None
        self.names_due = True

    def _join(self) -> None:
        """Take a head that was none into the match that is open."""
        head, self.head = self.head, None
        if head is None or self.match is None:
            return
        if head.length is not None and head.length != self.match.length:
            self._close()
            self.match = head
        else:
            self.match.tags += head.tags
            self.match.games[-1].events += head.remarks

    def _may_begin(self, names: lines.Names) -> bool:
        """Whether names and scores begin a game though no line with its number stands before them."""
        if self.match is None or not self.match.games:
            stated = self.match is not None and self.match.length is not None
            return stated or self._before_a_row()
        return names.names[0] != "" and self.match.names == tuple(
            lines.rated(name)[0] for name in names.names
        )

    def _before_a_row(self) -> bool:
        """Whether the next line that says anything is a row."""
        for line in self.lines[self.number : self.number + NEAR]:
            text = lines.QUOTED.sub("", line, count=1)
            if text and not text.isspace():
                return bool(lines.ROW.match(text) or lines.UNNUMBERED.match(text))
        return False

    def _names(self, names: lines.Names) -> None:
        match = self._draft()
        self.names_due = False
        match.games[-1].score = ScoreClaim(score=names.score, span=self._span())
        (first, left_rating), (second, right_rating) = (lines.rated(name) for name in names.names)
        self.signs.rated = self.signs.rated or bool(left_rating or right_rating)
        if match.names is None:
            match.names = (first, second)
            match.ratings = (left_rating, right_rating)
            if second:
                match.columns.learn(lines.column(self.line, names.right))
        elif any((first, second)) and (first, second) != match.names:
            number = match.games[-1].number
            self._say(other_players(number, match.names, (first, second), self._span()))
        self.rows = self._rows(match)

    def _rows(self, match: MatchDraft) -> Rows:
        return Rows(match.games[-1], match.names or ("", ""), match.columns, self._say, self.shorthand)

    def _set_position(self, text: str) -> None:
        """XG's position in the middle of a game: 26 characters, a stroke, the cube.

        The characters are those of an XGID, but the large letters are the left player's men; the cube is
        the left player's where its power is negative. So four public files say by the plays that follow,
        and so GNU Backgammon reads them.
        """
        board, _, cube = text.strip().partition("/")
        try:
            points = xgids.men(board.strip())
            power = int(cube.split("/")[0] or 0)
            if abs(power) > 30:
                raise ValueError("The cube is out of bounds.")
            owner = None if not power else int(power > 0)
            position = Position(points=points, seat=0, cube=Cube(value=2 ** abs(power), owner=owner))
        except ValueError as error:
            self._say(
                finding(
                    "unreadable-position", span=self._span(), written=text.strip()[:80], why=reason(error)
                )
            )
            return
        assert self.rows is not None
        self.rows.events.append(SetPosition(position=position, span=self._span()))

    # the rows of a game

    def _row(self, line: str) -> bool:
        """Read a row, with its number or without; False for any other line."""
        row = lines.ROW.match(line)
        if self.match is None or (row is None and not lines.UNNUMBERED.match(line)):
            return False
        if self.head is not None and self.head.length is not None:
            self._close()
        self._join()
        if not self.match.games:
            if self.match.length is None:
                return False
            self._game(1)
        if self.names_due:
            self.names_due = False
            self._say(finding("names-missing", span=self.match.games[-1].span))
        if self.rows is None:
            self.rows = self._rows(self.match)
        self.rows.row(line, row.end() if row else 0, self.number, self.shift, row and row[1])
        return True

    def _unreadable(self, line: str) -> None:
        if self.signs.quoted and not self.shift:
            self._comment(line.strip())
            return
        span = self._span()
        self._say(finding("unreadable-line", span=span, written=line.strip()[:80]))
        extra = Extra(key="mat:line", value=line.strip(), span=span)
        if self.match is not None and self.match.games:
            self.match.games[-1].events.append(extra)
        else:
            self._draft().remarks.append(extra)

    # closing

    def _span(self) -> Span:
        """The line being read, from its first character to its last."""
        stripped = self.line.rstrip()
        start = self.shift + len(stripped) - len(stripped.lstrip())
        return Span(self.number, start + 1, self.shift + len(stripped) + 1)

    def _say(self, found: Finding) -> None:
        game = len(self.match.games) if self.match and self.match.games else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=game))

    def _close(self) -> None:
        """Finish the match that is open; a head that waits becomes the next."""
        draft, self.match, self.head = self.match, self.head, None
        self.rows, self.names_due = None, False
        if draft is None or not (draft.games or draft.length is not None or draft.tags):
            return
        declared = []
        if self.signs.illegal:
            declared = rulings.place(draft.remarks, draft.games, draft.names or ("", ""))
        match, found = draft.finished(self.signs.dialect)
        self.matches.append(match)
        self.findings += [one.at(match=len(self.matches)) for one in (*found, *declared)]
