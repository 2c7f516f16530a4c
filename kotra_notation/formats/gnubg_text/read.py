"""Reading GNU Backgammon's text export: one pass over its lines, each read for itself."""

from __future__ import annotations

from kotra_notation.alarm import heed_stop
from kotra_notation.findings import finding
from kotra_notation.formats.gnubg_text import information, lines
from kotra_notation.formats.gnubg_text.game import GameReader
from kotra_notation.formats.gnubg_text.information import AFTER_CRAWFORD, CRAWFORD
from kotra_notation.formats.recorder import Recorder
from kotra_notation.model import Player, Span


class Reader:
    """The state of reading one file; `version` is that of the program, as far as it is told."""

    def __init__(self, version: str) -> None:
        self.source = f"GNU Backgammon {version}" if version else "GNU Backgammon"
        self.recent = version[:1].isdecimal() and version[:1] != "0"
        self.recorder = Recorder("gnubg-text", lengthless=True)
        self.game: GameReader | None = None
        self.words: tuple[Span, list[str]] | None = None  # an annotation, or comments on the match
        self.passing = False  # statistics are passed over

    def read(self, text_lines: list[str]) -> None:
        """Read all lines, and close what is open."""
        board, recorder = lines.BOARD.match, self.recorder
        for recorder.number, line in enumerate(text_lines, 1):
            heed_stop()
            recorder.line = line
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
            self.recorder.unreadable()
        elif lines.STATISTICS.match(line):
            self.game.close_block()
            self.passing = True
        elif self.game.block is None:
            self._information(line)
        elif self.game.within(self.game.block):
            self.words = (self.recorder.span, [])

    # heads

    def _head(self, names: list[str], score: tuple[int, int], length: int, played: int) -> None:
        """A game begins, of the match that is open or of another."""
        self._close_game()
        draft = self.recorder.draft()
        same = tuple(names) == draft.names and length == draft.length
        if draft.games and not (same and played == draft.games[-1].number):
            self._close_match()
            draft = self.recorder.draft()
        draft.length = length
        if not draft.games:
            draft.players = [Player(name=name) for name in names]
        self._begin(played + 1, score)

    def _crawford(self, word: str) -> None:
        """Where a side is one point from winning, a head without a word on Crawford says that he is off."""
        match = self.recorder.draft()
        score, points = match.games[-1].score, match.length or 0
        told = word in (CRAWFORD, AFTER_CRAWFORD)
        if self.recent and score and points > 1 and max(score.score) == points - 1 and not told:
            information.state_rule(match, "crawford=off")

    def _begin(self, number: int | None, score: tuple[int, int] | None) -> GameReader:
        self.recorder.begin(number, score)
        self.passing = False
        self.game = GameReader(self.recorder, source=self.source, recent=self.recent)
        return self.game

    def _heading(self, number: int, text: str) -> None:
        game = self.game
        if game is None:
            game = self._begin(None, None)
            self.recorder.say(finding("names-missing", span=self.recorder.span))
        self.passing = False
        game.heading(number, text)

    def _information(self, line: str) -> None:
        """What stands between a head and the first board."""
        said = lines.INFO.match(line)
        if line.strip() == "Match Information:":
            return
        if said is None:
            self.recorder.unreadable()
        elif said[1] == "Comments":
            self.words = (self.recorder.span, [said[2]])
        else:
            information.take(self.recorder.draft(), said[1], said[2].strip(), self.recorder.span)

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
            information.take(self.recorder.draft(), "Comments", text, span)

    # closing

    def _close_game(self) -> None:
        self._close_words()
        if self.game is not None:
            self.game.close()
        self.game = None

    def _close_match(self) -> None:
        self._close_game()
        if (draft := self.recorder.match) and draft.automatic:
            information.state_rule(draft, f"auto_doubles={draft.automatic}")
        self.recorder.close()
