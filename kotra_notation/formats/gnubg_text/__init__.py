"""GNU Backgammon's text export of games, with or without analysis; read only.

The reader accepts:

- Both generations of the layout: `7 point match (Cube: 1)` and `Eq.:  -0.048 ( -0.012)`, `3 points match`
  and `Eq.: +0.009 (-0.012)`; the arrow of the side on roll before or after the board.
- One game in a file, as the program writes it, or several. Other names, another length or a number out of
  sequence begin a new match.
- Equities or match winning chances; chances as fractions or percentages; any number of digits; decimal
  points or commas.
- Any line ending, trailing spaces, blank lines; missing boards, ids and analysis.
- A missing header: ids give length and seats, lines begin with names.
- Comments after `Annotation:`, up to the next move number or the game's result.

Facts about the format:

- Names tell the seats, or ids if both names are the same; O is seat 0. A double in answer to a double is a
  beaver, the next a raccoon.
- A board was set up if it is not the usual first one and its pips do not follow from the plays; its ids
  give the position. A centred cube above 1 comes from automatic doubles.
- A file with one board and no action is a position, including its dice.
- The match id shows the Jacoby rule in money games from version 1 on; nothing shows beavers. The program
  writes a resignation only as a result before the last checker is off; `resigns` is read too.
- Numeric dates: day first with a four-digit year, month first with a two-digit one, unless only the other
  order makes a date.
- The analysis after an answer to a double is the double's from the other side, left out if it adds nothing.
  Equities are from the doubler's view.
- A candidate list ends with the play made, if that is not among the first; its rank is kept.
- Marks: `?!` doubtful, `?` bad, `??` very bad; luck: `!` lucky, `!!` very lucky, `?` and `??`.

Left out: board drawings, repeated dice and plays, the board and Match id of every other turn, the other
side's winning chance, error sizes after `Alert:` and alerts without a word in brackets (differences of the
evaluations), `Cannot analyse beaver nor raccoons!`, statistics (they can be computed).
"""

from __future__ import annotations

import re
from dataclasses import replace

from kotra_notation.alarm import heed_stop
from kotra_notation.formats.format import Format, Reading, Source, found_early
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.formats.gnubg_text.game import GameReader
from kotra_notation.formats.recorder import MatchDraft, Recorder
from kotra_notation.model import Comment, Player, Span

CRAWFORD, AFTER_CRAWFORD = ", Crawford game", ", post-Crawford play"
KEYS = {"Date": "date", "Event": "event", "Round": "round", "Place": "place", "Annotator": "annotator"}

OLDEST = 70  # a year of two figures from here on is of the last century

_DATE = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4}|[0-9]{2})")


def take_information(draft: MatchDraft, key: str, value: str, span: Span) -> None:
    """Take a line of information about the match; what every game says again is taken once."""
    if key.endswith("'s rating"):
        name = key.removesuffix("'s rating")
        for seat, player in enumerate(draft.players):
            if player and player.name == name and player.rating is None and len(draft.games) == 1:
                draft.players[seat] = replace(player, rating=value)
                return
    elif key == "Comments":
        if value and Comment(text=value) not in draft.remarks:
            draft.remarks.append(Comment(text=value, span=span))
    else:
        header = KEYS[key], parse_date(value) if key == "Date" else value
        if value and header not in draft.info:
            draft.info.append(header)


def parse_date(text: str) -> str:
    """A date as year, month, day where it can be told; a year of two figures stands behind month and day."""
    match = _DATE.fullmatch(text.strip())
    if not match:
        return text
    short = len(match[3]) == 2
    month, day = (int(match[1]), int(match[2])) if short else (int(match[2]), int(match[1]))
    if month > 12 >= day:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return text
    century = "" if not short else "19" if int(match[3]) >= OLDEST else "20"
    return f"{century}{match[3]}-{month:02}-{day:02}"


class Reader:
    """The state of reading one file; `version` is that of the program, as far as it is told."""

    def __init__(self, version: str) -> None:
        self.source = f"GNU Backgammon {version}" if version else "GNU Backgammon"
        self.recent = version[:1].isdecimal() and version[:1] != "0"
        self.recorder = Recorder("gnubg-text", lengthless=True)
        self.game: GameReader | None = None
        self.words: tuple[Span, list[str]] | None = None  # an annotation, or comments on the match
        self.passing = False  # statistics are passed over

    def read(self, text_lines: list[str]) -> Reading:
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
        return recorder.reading()

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

    def _head(self, names: list[str], score: tuple[int, int], length: int, played: int) -> None:
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
        """Switch the Crawford rule off if a side is one point from winning and the head does not name it."""
        match = self.recorder.draft()
        score, points = match.games[-1].score, match.length or 0
        due = score is not None and points > 1 and max(score.score) == points - 1
        if self.recent and due and word not in (CRAWFORD, AFTER_CRAWFORD):
            match.state_rule("crawford=off")

    def _begin(self, number: int | None, score: tuple[int, int] | None) -> GameReader:
        self.recorder.begin(number, score)
        self.passing = False
        self.game = GameReader(self.recorder, source=self.source, recent=self.recent)
        return self.game

    def _heading(self, number: int, text: str) -> None:
        game = self.game
        if game is None:
            game = self._begin(None, None)
            self.recorder.find("names-missing")
        self.passing = False
        game.heading(number, text)

    def _information(self, line: str) -> None:
        info = lines.INFO.match(line)
        if line.strip() == "Match Information:":
            return
        if info is None:
            self.recorder.unreadable()
        elif info[1] == "Comments":
            self.words = (self.recorder.span, [info[2]])
        else:
            take_information(self.recorder.draft(), info[1], info[2].strip(), self.recorder.span)

    def _word(self, line: str, words: list[str]) -> None:
        game = self.game
        ends = (line.startswith("Move number") and lines.HEADING.match(line)) or lines.STATISTICS.match(line)
        if not ends and not (game and game.block and game.parse_result(line)):
            words.append(line)
            return
        self._close_words()
        self._line(line)

    def _close_words(self) -> None:
        if self.words is None:
            return
        (span, words), self.words = self.words, None
        text = "\n".join(words).strip()
        if self.game is not None and self.game.block is not None:
            self.game.comment(text, span)
        else:
            take_information(self.recorder.draft(), "Comments", text, span)

    def _close_game(self) -> None:
        self._close_words()
        if self.game is not None:
            self.game.close()
        self.game = None

    def _close_match(self) -> None:
        self._close_game()
        if (draft := self.recorder.match) and draft.automatic:
            draft.state_rule(f"auto_doubles={draft.automatic}")
        self.recorder.close()


MARKS = re.compile(
    r"^The score \(after [0-9]{1,9} games?\) is: |^Move number[ \t]+[0-9]{1,9}: .{0,400}"
    r"(?:to play [1-6]{2}|on roll, cube decision\?|doubles to [0-9]+)[ \t]*\r?$",
    re.M,
)


def read(source: Source) -> Reading:
    """Return what a text export says."""
    text = source.lines
    footer = next((match for line in reversed(text) if (match := lines.FOOTER.match(line))), None)
    return Reader(footer[1] if footer else "").read(text)


FORMAT = Format(
    title="GNU Backgammon's text export, with analysis",
    suffixes=(".txt",),
    looks_like=found_early(
        "an early line gives the score after some games, or begins a move with its number", MARKS, 16384
    ),
    read=read,
)
