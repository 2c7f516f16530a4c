"""Reading match text: one pass over its lines, each read for itself."""

from __future__ import annotations

from difflib import get_close_matches

from kotra_notation.board import Cube, Position
from kotra_notation.board import xgid as xgids
from kotra_notation.findings import Finding, finding
from kotra_notation.formats import snowie
from kotra_notation.formats.mat import dialects, lines
from kotra_notation.formats.mat.cells import WORDS, Did, Ended, Garbled, Threw, content
from kotra_notation.formats.mat.drafts import GameDraft, MatchDraft
from kotra_notation.formats.mat.lines import Cell
from kotra_notation.model import (
    Beaver,
    Comment,
    Double,
    Drop,
    Extra,
    Match,
    NotRecorded,
    Reached,
    Resignation,
    ResultClaim,
    ScoreClaim,
    SetPosition,
    Span,
    Take,
    Turn,
    Unread,
)

RIGHT = 28  # where the right column is looked for until the file has shown it
LEFT = 12  # a cell that begins before this stands in the left column


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.matches: list[Match] = []
        self.findings: list[Finding] = []
        self.signs = dialects.Signs()
        self.dialect = "gnubg"
        self.match: MatchDraft | None = None
        self.game: GameDraft | None = None
        self.names_due = False
        self.line = ""
        self.number = 0

    def read(self, text: str) -> None:
        """Read all lines, and close what is open."""
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.signs = dialects.signs(text)
        for number, line in enumerate(text.split("\n"), 1):
            self.number = number
            if self.game is not None and not self.names_due and self._plain_row(line, self.game):
                continue
            if not line or line.isspace():
                continue
            self._line(line)
        self._close()

    def _plain_row(self, line: str, game: GameDraft) -> bool:
        """Read a row of two throws, which most rows are; False, and nothing read, for any other."""
        first = line.find(":")
        second = line.find(":", first + 1)
        close = line.find(")")
        if not 0 < close < first - 2 or second < 0 or line.find(":", second + 1) >= 0:
            return False
        number = line[:close].strip()
        if not number.isdigit() or not line[close + 1 : first - 2].isspace():
            return False
        left, right = line[first - 2 : second - 2].rstrip(), line[second - 2 :].rstrip()
        here, there = content(left), content(right)
        if type(here) is not Threw or type(there) is not Threw or here.line or there.line:
            return False
        if not line[second - 3].isspace():
            return False
        self._row_number(int(number), game)
        line_number, game_events = self.number, game.events
        game_events.append(
            Turn(
                seat=0,
                dice=here.dice,
                deed=here.deed,
                text=left,
                span=Span(line_number, first - 1, first - 1 + len(left)),
            )
        )
        game_events.append(
            Turn(
                seat=1,
                dice=there.dice,
                deed=there.deed,
                text=right,
                span=Span(line_number, second - 1, second - 1 + len(right)),
            )
        )
        if self.match is not None and "\t" not in line:
            self.match.right = second - 2
        return True

    def _line(self, line: str) -> None:
        self.line = line
        if "ame" in line and (late := lines.LATE_GAME.search(line)):
            self._line(line[: late.start()])
            line = self.line = line[late.end() :]
        if line.lstrip()[:1] in (";", "#"):
            self._remark(line)
        elif length := lines.LENGTH.match(line):
            self._length(int(length[1]))
        elif game := lines.GAME.match(line):
            self._game(int(game[1]))
        elif self.names_due and (names := self._names(line)):
            self._score(names)
        elif self.game and (row := lines.ROW.match(line)):
            self._row(line, row.end(), int(row[1]), self.game)
        elif self.game and lines.RESULT.match(line):
            self._cells(lines.cells(line, 0), self.game)
        else:
            self._unreadable(line)

    # what stands around the games

    def _draft(self) -> MatchDraft:
        if self.match is None:
            self.match = MatchDraft(self._span(0, len(self.line)))
        return self.match

    def _remark(self, line: str) -> None:
        if header := lines.HEADER.match(line):
            if self.match is not None and self.match.games:
                self._close()
            self._draft().tags[header[1]] = header[2]
            self.signs.tags += 1
            if header[1] == "Site":
                self.signs.site = header[2]
            return
        comment = lines.COMMENT.match(line)
        text = comment[1] if comment else ""
        span = self._span(0, len(line))
        if self.game and (board := lines.SET_POSITION.match(text)):
            self._set_position(board[1], span)
        elif self.game:
            self.game.events.append(Comment(text=text, span=span))
        else:
            self._draft().remarks.append(Comment(text=text, span=span))

    def _length(self, length: int) -> None:
        if self.match is not None and (self.match.games or self.match.length is not None):
            self._close()
        self._draft().length = length
        self.signs.indented_length = self.line[:1] == " "

    def _game(self, number: int) -> None:
        match = self._draft()
        if match.games and number == 1 and match.games[-1].number != 1 and match.length is None:
            self._close()
            match = self._draft()
        span = self._span(0, len(self.line))
        expected = match.games[-1].number + 1 if match.games else number
        if number != expected:
            self._say(finding("number-jump", span=span, written=str(number), expected=[str(expected)]))
        self.game = GameDraft(number, span)
        match.games.append(self.game)
        self.names_due = True

    def _names(self, line: str) -> tuple[str, str, str, str] | None:
        found = lines.NAMES.match(line) or lines.CLOSE_NAMES.match(line)
        return (found[1], found[2], found[3], found[4]) if found else None

    def _score(self, names: tuple[str, str, str, str]) -> None:
        match, game = self._draft(), self.game
        assert game is not None
        self.names_due = False
        span = self._span(0, len(self.line))
        game.score = ScoreClaim(score=(int(names[1]), int(names[3])), span=span)
        players = []
        for name in (names[0].strip(), names[2].strip()):
            rated = lines.RATED.match(name)
            self.signs.rated = self.signs.rated or rated is not None
            players.append((rated[1].strip(), rated[2]) if rated else (name, None))
        if match.names is None:
            match.names = (players[0][0], players[1][0])
            match.ratings = (players[0][1], players[1][1])
            second = self.line.rfind(names[2], 0, self.line.rfind(":")) if names[2] else 0
            match.right = lines.column(self.line, second) if second > LEFT else RIGHT

    def _set_position(self, text: str, span: Span) -> None:
        """XG's position in the middle of a game: 26 characters as in an XGID, a stroke, the cube."""
        board, _, cube = text.strip().partition("/")
        try:
            points = xgids.men(board.strip())
            power = int(cube.split("/")[0] or 0)
            if abs(power) > 30:
                raise ValueError("The cube is out of bounds.")
            owner = None if not power else 1 if power > 0 else 0
            position = Position(points=points, seat=1, cube=Cube(value=2 ** abs(power), owner=owner))
        except ValueError as error:
            self._say(finding("unreadable-position", span=span, written=text.strip(), why=str(error)))
            return
        assert self.game is not None
        self.game.events.append(SetPosition(position=position, span=span))

    # rows and their cells

    def _row(self, line: str, start: int, number: int, game: GameDraft) -> None:
        if glued := lines.GLUED.search(line, start):
            self._row(line[: glued.start()], start, number, game)
            again = lines.ROW.match(line, glued.end())
            assert again is not None
            self._row(line, again.end(), int(again[1]), game)
            return
        if self.names_due:
            self.names_due = False
            self._say(finding("names-missing", span=game.span))
        self._row_number(number, game)
        self._cells(lines.cells(line, start), game)

    def _row_number(self, number: int, game: GameDraft) -> None:
        game.row = number

    def _cells(self, cells: list[Cell], game: GameDraft) -> None:
        seats: list[int] = []
        for place, cell in enumerate(cells):
            seats.append(self._seat(cells, place, seats, game))
            self._cell(cell, seats[-1], game)

    def _seat(self, cells: list[Cell], place: int, seats: list[int], game: GameDraft) -> int:
        """Whose cell this is: the first of two is the left side's; one alone is told by its column."""
        cell = cells[place]
        if place:
            before = cells[place - 1]
            if self._joined(before, cell):
                return seats[-1]
            last = content(before.text)
            if isinstance(last, Ended):
                return 1 - seats[-1]
            if place > 1 and isinstance(last, Threw | Did):
                return 1 - seats[-1]
            return 1
        if len(cells) > 1 and not self._joined(cells[0], cells[1]):
            return 0
        column = lines.column(self.line, cell.start)
        right = self.match.right if self.match and self.match.right else RIGHT
        if column <= LEFT or column >= right - 6:
            return int(column > LEFT)
        actors = [event.seat for event in game.events if isinstance(event, Turn | Double | Take)]
        return 1 - actors[-1] if actors else int(column > right // 2)

    @staticmethod
    def _joined(first: Cell, second: Cell) -> bool:
        """Whether the second is no cell of its own but what became of the first (`62: Concedes`)."""
        close = second.start - first.start - len(first.text) <= 2
        return close and content(second.text) == Did("resign") and isinstance(content(first.text), Threw)

    def _cell(self, cell: Cell, seat: int, game: GameDraft) -> None:
        said = content(cell.text)
        span = self._span(cell.start, cell.start + len(cell.text))
        match said:
            case Threw():
                self._turn(said, cell, seat, span, game)
            case Did():
                self._deed(said, seat, span, game)
            case Ended(points=points, lost=lost, match=match):
                game.events.append(ResultClaim(seat=seat, points=points, lost=lost, match=match, span=span))
            case Garbled():
                self._garbled(said, cell, seat, span, game)

    def _turn(self, said: Threw, cell: Cell, seat: int, span: Span, game: GameDraft) -> None:
        deed = said.deed
        if said.line is not None:
            names = self._draft().names or ("", "")
            try:
                deed = Reached(position=snowie.position(said.line, names, 1 - seat), illegal=True)
            except ValueError as error:
                self._say(finding("unreadable-position", span=span, written=cell.text, why=str(error)))
                deed = NotRecorded()
        game.events.append(Turn(seat=seat, dice=said.dice, deed=deed, text=cell.text, span=span))

    def _deed(self, did: Did, seat: int, span: Span, game: GameDraft) -> None:
        match did.verb:
            case "double":
                game.events.append(Double(seat=seat, value=did.value, span=span))
            case "take":
                game.events.append(Take(seat=seat, span=span))
            case "drop":
                game.events.append(Drop(seat=seat, span=span))
            case "beaver" | "raccoon":
                last = game.events[-1] if game.events else None
                level = last.level + 1 if isinstance(last, Beaver) else 1 if did.verb == "beaver" else 2
                game.events.append(Beaver(seat=seat, value=did.value, level=level, span=span))
            case _:
                game.events.append(Resignation(seat=seat, span=span))

    def _garbled(self, said: Garbled, cell: Cell, seat: int, span: Span, game: GameDraft) -> None:
        """Say what cannot be read and keep it; a part that can be read for itself is read."""
        parts = lines.pieces(cell)
        if len(parts) > 1:
            for part in parts:
                self._cell(part, seat, game)
            return
        last = game.events[-1] if game.events else None
        behind = isinstance(last, Turn) and last.seat == seat and last.span and last.span.line == self.number
        start = cell.start + said.offset
        near = "".join(get_close_matches(cell.text.split()[0].lower(), WORDS, n=1, cutoff=0.7))
        place = self._span(min(start, span.end_column - 2), span.end_column - 1)
        self._say(
            finding("unreadable-cell", span=place, seat=seat, written=cell.text, near=near.capitalize())
        )
        if said.dice or ("/" in cell.text and not behind):
            text = cell.text.partition(":")[2].strip() if said.dice else cell.text
            deed = Unread(text=text)
            game.events.append(
                Turn(seat=seat, dice=said.dice or (0, 0), deed=deed, text=cell.text, span=span)
            )
        else:
            game.events.append(Extra(key="mat:cell", value=cell.text, span=span))

    def _unreadable(self, line: str) -> None:
        span = self._span(len(line) - len(line.lstrip()), len(line.rstrip()))
        self._say(finding("unreadable-line", span=span, written=line.strip()))
        extra = Extra(key="mat:line", value=line.strip(), span=span)
        if self.game:
            self.game.events.append(extra)
        else:
            self._draft().remarks.append(extra)

    # closing

    def _span(self, start: int, end: int) -> Span:
        return Span(self.number, start + 1, end + 1)

    def _say(self, found: Finding) -> None:
        game = len(self.match.games) if self.match and self.match.games else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=game))

    def _close(self) -> None:
        """Finish the match that is open."""
        draft, self.match, self.game, self.names_due = self.match, None, None, False
        if draft is None or not (draft.games or draft.length is not None or draft.tags):
            return
        self.dialect = dialects.dialect(self.signs)
        match, found = draft.finished(self.dialect)
        self.matches.append(match)
        self.findings += [one.at(match=len(self.matches)) for one in found]
