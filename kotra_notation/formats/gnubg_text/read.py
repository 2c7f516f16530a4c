"""Reading GNU Backgammon's text export: one pass over its lines, each read for itself."""

from __future__ import annotations

from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import line_span
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.formats.gnubg_text.analysis import PREFIX
from kotra_notation.formats.gnubg_text.drafts import AFTER_CRAWFORD, CRAWFORD, GameDraft, MatchDraft
from kotra_notation.formats.gnubg_text.game import SHOWN, GameReader
from kotra_notation.model import Extra, Match, ScoreClaim, Span


class Reader:
    """The state of reading one file; `version` is that of the program, as far as it is told."""

    def __init__(self, version: str) -> None:
        self.source = f"GNU Backgammon {version}" if version else "GNU Backgammon"
        self.recent = version[:1].isdecimal() and version[:1] != "0"
        self.matches: list[Match] = []
        self.findings: list[Finding] = []
        self.match: MatchDraft | None = None
        self.game: GameReader | None = None
        self.words: tuple[Span, list[str]] | None = None  # an annotation, or comments on the match
        self.passing = False  # statistics are passed over
        self.line = ""
        self.number = 0

    def read(self, text_lines: list[str]) -> None:
        """Read all lines, and close what is open."""
        board = lines.BOARD.match
        for self.number, line in enumerate(text_lines, 1):
            self.line = line
            if self.words is not None:
                self._word(line, self.words[1])
            elif line and not board(line) and not line.isspace():
                self._line(line)
        self._close_match()

    def _line(self, line: str) -> None:
        if line.startswith("Move number") and (heading := lines.HEADING.match(line)):
            self._heading(int(heading[1]), heading[2])
        elif line.startswith("The score") and (head := lines.HEAD.match(line)):
            self._head([head[2], head[4]], (int(head[3]), int(head[5])), int(head[6] or 0), int(head[1]))
            self._crawford(head[7] or "")
        elif self.passing or lines.FOOTER.match(line):
            return
        elif self.game is None:
            self._unreadable()
        elif lines.STATISTICS.match(line):
            self._at(self.game).close_block()
            self.passing = True
        elif self.game.block is None:
            self._information(line)
        elif self._at(self.game).within(self.game.block):
            self.words = (self._span(), [])

    def _at(self, game: GameReader) -> GameReader:
        """A game that is to read the line."""
        game.line, game.number = self.line, self.number
        return game

    # heads

    def _head(self, names: list[str], score: tuple[int, int], length: int, played: int) -> None:
        """A game begins, of the match that is open or of another."""
        self._close_game()
        match = self.match
        if match is not None and not match.goes_on_with(names, length, played):
            self._close_match()
        match = self._draft()
        match.names, match.length = names, length
        self._begin(played + 1, ScoreClaim(score=score, span=self._span()))

    def _crawford(self, word: str) -> None:
        """Where a side is one point from winning, a head without a word on Crawford says that he is off."""
        match = self._draft()
        score, points = match.games[-1].score, match.length or 0
        told = word in (CRAWFORD, AFTER_CRAWFORD)
        if self.recent and score and points > 1 and max(score.score) == points - 1 and not told:
            match.rule("crawford=off")

    def _draft(self) -> MatchDraft:
        if self.match is None:
            self.match = MatchDraft(self._span())
        return self.match

    def _begin(self, number: int | None, score: ScoreClaim | None) -> GameReader:
        match = self._draft()
        draft = GameDraft(number, self._span(), score)
        match.games.append(draft)
        self.passing = False
        self.game = GameReader(match, draft, source=self.source, recent=self.recent, say=self._say)
        return self.game

    def _heading(self, number: int, text: str) -> None:
        if self.game is None:
            self._begin(None, None)
            self._say(finding("names-missing", span=self._span()))
        assert self.game is not None
        self.passing = False
        self._at(self.game).heading(number, text)

    def _information(self, line: str) -> None:
        """What stands between a head and the first board."""
        said = lines.INFO.match(line)
        if line.strip() == "Match Information:":
            return
        if said is None:
            self._unreadable()
        elif said[1] == "Comments":
            self.words = (self._span(), [said[2]])
        else:
            self._draft().says(said[1], said[2].strip(), self._span())

    # words

    def _word(self, line: str, words: list[str]) -> None:
        """A line of an annotation, or of the comments on the match."""
        game = self.game
        ends = (line.startswith("Move number") and lines.HEADING.match(line)) or lines.STATISTICS.match(line)
        if not ends and not (game and game.block and game.won(line)):
            words.append(line)
            return
        self._close_words()
        self._line(line)

    def _close_words(self) -> None:
        if self.words is None:
            return
        (span, said), self.words = self.words, None
        text = "\n".join(said).strip()
        if self.game is not None and self.game.block is not None:
            self.game.comment(text, span)
        else:
            self._draft().says("Comments", text, span)

    def _unreadable(self) -> None:
        line, span = self.line.strip(), self._span()
        self._say(finding("unreadable-line", span=span, written=line[:SHOWN]))
        extra = Extra(key=f"{PREFIX}line", value=line, span=span)
        if self.game is not None:
            self.game.events.append(extra)
        else:
            self._draft().remarks.append(extra)

    # closing

    def _span(self) -> Span:
        return line_span(self.number, self.line)

    def _say(self, found: Finding) -> None:
        game = len(self.match.games) if self.match and self.match.games else None
        self.findings.append(found.at(match=len(self.matches) + 1, game=game))

    def _close_game(self) -> None:
        self._close_words()
        if self.game is not None:
            self._at(self.game).close()
        self.game = None

    def _close_match(self) -> None:
        self._close_game()
        draft, self.match = self.match, None
        if draft is not None and draft.games:
            self.matches.append(draft.finished())
