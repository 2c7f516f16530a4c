"""Reading match text: one pass over its lines, each read for itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

from kotra_notation.board import Cube, Position
from kotra_notation.board import xgid as xgids
from kotra_notation.findings import finding, reason
from kotra_notation.formats.mat import headers, lines, typed
from kotra_notation.formats.mat.cells import Garbled, content
from kotra_notation.formats.mat.rows import Columns, RowNumbers, Rows, lines_beside_rows
from kotra_notation.formats.reading_checks import other_players, unused_header
from kotra_notation.formats.recorder import SHOWN, Did, Ended, MatchDraft, Recorder
from kotra_notation.model import Comment, Event, Match, ResultClaim, ScoreClaim, SetPosition
from kotra_notation.signs import Signs

NEAR = 10  # empty lines that may stand between the names and the first row of a game


class Reader:
    """The state of reading one file."""

    def __init__(self, signs: Signs, *, shorthand: bool = False, notation: str = "mat") -> None:
        self.signs = signs
        self.shorthand = shorthand
        self.recorder = Recorder(notation)
        self.head: MatchDraft | None = None  # of a match that may begin behind the games of another
        self.columns = Columns()
        self.numbers: list[RowNumbers] = []  # of the games of the match
        self.rows: Rows | None = None
        self.names_due = False
        self.others: list[tuple[str, str]] = []  # names of games that are not those of the match
        self.lines: list[str] = []

    def read(self, text_lines: list[str]) -> list[Match]:
        """The matches of all lines."""
        self.lines = text_lines
        for line in lines_beside_rows(self.recorder, text_lines, lambda: self.rows):
            self._line(line)
        self._join()
        self._close()
        return self.recorder.matches

    def _line(self, line: str) -> None:
        self.recorder.line = line
        match = self.recorder.match
        sign = line.lstrip()[0]
        if sign == ">":
            self._read_quote(line)
        elif sign in ";#":
            self._remark(line)
        elif self.names_due and (names := lines.parse_names(line)):
            self._names(names)
        elif begins := lines.further(line):
            self._parts(line, begins)
        elif game := lines.GAME.match(line):
            self._game(int(game[1]))
        elif self._row(line):
            return
        elif length := lines.LENGTH.match(line):
            self._length(int(length[1] or 0))
            self._typed_names(line[length.end() :].lstrip(" .,:;–—-"))
        elif lines.UNFINISHED.match(line):
            self._comment(line.strip())
        elif (game := lines.GAME_IN_LINE.match(line)) and lines.parse_names(line[game.end() :]):
            self._parts(line, [game.end()])
        elif (names := lines.parse_names(line)) and self._may_begin(names):
            self._game(match.next_number if match else 1)
            self._names(names)
        elif self._read_typed(line):
            return
        elif self.signs.is_quoted and not self.recorder.shift:
            self._comment(line.strip())
        else:
            self.recorder.unreadable()

    def _read_typed(self, line: str) -> bool:
        """Read a line as people type it; False for any other."""
        if self.rows and (self._typed_act(line) or self._typed_score(line)):
            return True
        if (game := typed.parse_game(line)) and self._may_follow(game[1]):
            self._game(game[0])
            return not game[1] or self._typed_score(game[1]) or self._typed_names(game[1])
        if self._in_head:
            if length := typed.parse_length(line):
                self._length(length[0])
                return not length[1] or self._typed_names(length[1])
            if header := typed.parse_header(line):
                self._new_head().info.append(header)
                return True
        single = self.names_due and self._before_a_row(within=2)
        return (
            self._typed_player(typed.parse_player(line))
            or self._typed_names(line)
            or (self.names_due and self._typed_act(line))
            or (single and self._typed_player(typed.parse_player(line, alone=True)))
        )

    @property
    def _in_head(self) -> bool:
        return self.recorder.game is None or self.head is not None

    def _may_follow(self, text: str) -> bool:
        """Return whether a text behind the number of a game says something about it."""
        return not text or bool(typed.parse_score(text) or typed.parse_names(text, due=True))

    def _typed_act(self, line: str) -> bool:
        """Read what a player did, behind the name or alone."""
        actor = typed.parse_actor(line, self._draft().names)
        text = line[actor[1] :] if actor else line
        if isinstance(read := content(text.strip()), Garbled) or not (actor or isinstance(read, Did | Ended)):
            return False
        self.names_due = False
        rows = self.rows or self._new_rows()
        rows.named_cell(*actor) if actor else rows.row(0, None)
        return True

    def _typed_score(self, line: str) -> bool:
        """Take the score before a game or behind it."""
        game, score = self.recorder.game, typed.parse_score(line)
        if score is None or game is None:
            return False
        claim = ScoreClaim(score=score, span=self.recorder.span)
        if game.score or game.events:
            game.events.append(claim)
        else:
            game.score = claim
        return True

    def _typed_player(self, player: tuple[int | None, str] | None) -> bool:
        """Take the name of one player."""
        if player is None or not (self._in_head or self.names_due):
            return False
        draft = self._draft() if self.names_due else self._new_head()
        seat = player[0] if player[0] is not None else int(draft.players[0] is not None)
        if draft.players[seat] is not None:
            return False
        draft.players[seat] = lines.parse_player(player[1])
        return True

    def _typed_names(self, line: str) -> bool:
        """Take names: those of the game that has begun, of one that begins here, or of the match."""
        match = self.recorder.match
        due = self.names_due or (match is not None and match.length is not None and self._in_head)
        names = typed.parse_names(line, due=due and self._before_a_row())
        if names is None:
            return False
        if self.names_due or (names.score and self._may_begin(names)):
            if not self.names_due:
                self._game(match.next_number if match else 1)
            self._names(names)
            return True
        if not (self._in_head and (head := self._new_head()).nameless):
            return False
        head.players = [lines.parse_player(name) for name in names.names]
        return True

    def _read_quote(self, line: str) -> None:
        sign = lines.QUOTED.match(line)
        assert sign is not None
        if line[sign.end() :].strip():
            self.recorder.shift += sign.end()
            self._line(line[sign.end() :])

    def _parts(self, line: str, begins: list[int]) -> None:
        """Read a line in which a game, its names or a row begin behind other things."""
        shift = self.recorder.shift
        for begin, end in pairwise([0, *begins, len(line)]):
            self.recorder.shift = shift + begin
            self._line(line[begin:end])

    def _draft(self) -> MatchDraft:
        return self.head or self.recorder.draft()

    def _new_head(self) -> MatchDraft:
        """Return what a line of a head belongs to: behind games perhaps the next match."""
        if self.head is None and self.recorder.game:
            self.head = MatchDraft(self.recorder.span)
            self.names_due = False
        return self._draft()

    def _remark(self, line: str) -> None:
        if header := headers.HEADER.fullmatch(line):
            self._new_head().info.append((headers.usual_tag(header[1]), header[2]))
            self.signs.tag(header[1], header[2])
            return
        text = lines.remark(line)
        if self.rows and (board := lines.SET_POSITION.match(text)):
            self._set_position(board[1])
        else:
            self._comment(text)

    def _comment(self, text: str) -> None:
        comment = Comment(text=text, span=self.recorder.span)
        self.head.remarks.append(comment) if self.head else self.recorder.keep(comment)

    def _length(self, length: int) -> None:
        draft = self._new_head()
        if draft.length is not None:
            self._close()
            draft = self._draft()
        draft.length = length
        self.signs.indented_length = self.recorder.line[:1] == " "

    def _game(self, number: int) -> None:
        match, head = self.recorder.match, self.head
        if match and head:
            goes_on = head.length in (None, match.length) and number == match.next_number
            self._join() if goes_on else self._close()
        match = self._draft()
        if match.games and match.length is None and number == 1 and match.games[-1].number != 1:
            self._close()
        self.recorder.begin(number)
        self.numbers.append(RowNumbers())
        self.rows = None
        self.names_due = True

    def _join(self) -> None:
        """Take a head that was none into the match that is open."""
        head, self.head, match = self.head, None, self.recorder.match
        if head is None or match is None:
            return
        if head.length is not None and head.length != match.length:
            self._close()
            self.recorder.match = head
        else:
            match.info += head.info
            match.games[-1].events += head.remarks

    def _may_begin(self, names: lines.Names) -> bool:
        """Return whether names and scores begin a game though no line with its number stands before them."""
        match = self.recorder.match
        if match is None or not match.games:
            return (match is not None and match.length is not None) or self._before_a_row()
        known = tuple(lines.parse_player(name).name for name in names.names)
        return names.names[0] != "" and match.names == known

    def _before_a_row(self, within: int = 1) -> bool:
        texts = (lines.QUOTED.sub("", line, count=1) for line in self.lines[self.recorder.number :][:NEAR])
        near = islice((text for text in texts if text and not text.isspace()), within)
        return any(lines.ROW.match(text) or lines.UNNUMBERED.match(text) for text in near)

    def _names(self, names: lines.Names) -> None:
        match, span = self._draft(), self.recorder.span
        self.names_due = False
        if names.score:
            match.games[-1].score = ScoreClaim(score=names.score, span=span)
        first, second = (lines.parse_player(name) for name in names.names)
        self.signs.rated = self.signs.rated or bool(first.rating or second.rating)
        self.signs.tight = self.signs.tight or lines.TIGHT.match(self.recorder.line) is not None
        if match.nameless:
            match.players = [first, second]
            if second.name:
                self.columns.learn(lines.column(self.recorder.line, names.right))
        elif any(written := (first.name, second.name)) and written not in (match.names, *self.others):
            self.others.append(written)
            number = match.games[-1].number or 0
            self.recorder.say(other_players(number, match.names, written, span))
        self._new_rows()

    def _new_rows(self) -> Rows:
        self.rows = Rows(self.recorder, self.columns, self.numbers[-1], shorthand=self.shorthand)
        return self.rows

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
            self.recorder.find("unreadable-position", written=text.strip()[:SHOWN], why=reason(error))
            return
        assert self.rows is not None
        self.rows.events.append(SetPosition(position=position, span=self.recorder.span))

    def _row(self, line: str) -> bool:
        """Read a row, with its number or without; False for any other line."""
        row, match = lines.ROW.match(line), self.recorder.match
        if match is None or (row is None and not lines.UNNUMBERED.match(line)):
            return False
        if self.head and self.head.length is not None:
            self._close()
        self._join()
        match = self.recorder.match or match
        if not match.games:
            if match.length is None and match.nameless:
                return False
            self._game(1)
        if self.names_due:
            self.names_due = False
            if match.nameless or len(match.games) > 1:
                self.recorder.find("names-missing", match.games[-1].span)
        (self.rows or self._new_rows()).row(row.end() if row else 0, row and row[1])
        return True

    def _close(self) -> None:
        """Finish the match that is open; a head that waits becomes the next."""
        recorder, match, dialect = self.recorder, self.recorder.match, self.signs.dialect
        if match:
            for key, value in headers.not_known(match.info):
                recorder.say(unused_header(key, value, match.span), whole=True)
            tags, findings = match.info, []
            if dialect == "galaxy" and _money_in_disguise(match):
                findings.append(finding("length-doubtful", span=match.span, length=match.length))
                tags.append((headers.LENGTH, str(match.length)))
                match.length = 0
            if dialect == "opengammon" and not match.length and match.games:
                match.games[-1].events[:] = map(_within_match, match.games[-1].events)
            for number, rows in enumerate(self.numbers, 1):
                findings += [jump.at(game=number) for jump in rows.findings()]
            if self.signs.mentions_illegal:
                findings += headers.place_rulings(match.remarks, match.games, match.names)
            match.info, match.options = list(headers.info(tags)), headers.read_rules(dict(tags), match.length)
            recorder.close(*findings, bare=bool(tags) or match.length is not None)
        recorder.match, self.head = self.head, None
        self.others = []
        self.rows, self.names_due, self.columns, self.numbers = None, False, Columns(), []


def _within_match(event: Event) -> Event:
    """Return an event of a session, whose last result OpenGammon ends `and the match`."""
    return replace(event, match=False) if isinstance(event, ResultClaim) else event


def _money_in_disguise(match: MatchDraft) -> bool:
    """Return whether a match is a money game: Galaxy writes one as a single game of even length, not won."""
    if not match.length or match.length % 2 or len(match.games) != 1:
        return False
    game = match.games[0]
    claims = [event for event in game.events if isinstance(event, ResultClaim)]
    begins = game.score is None or game.score.score == (0, 0)
    return begins and bool(claims) and not any(claim.match for claim in claims)
