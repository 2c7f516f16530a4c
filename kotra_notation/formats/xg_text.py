"""XG's text export of a position with its analysis, in English, German, French and Japanese; read only.

Every position becomes a match of one game: its XGID, including dice, then the analysis. Seat 1 has the
checkers in capital letters, usually X's. The turn or cube owner, in the XGID and below the board, tells
whose they are.

The reader accepts:

- Labels of the four languages, also mixed (the program mixes them); decimal points and commas.
- Spaces at either end of a line, any line ending, blank lines; any line order after the XGID.
- Several positions in a file; missing names, score, board and analysis.
- Other text after the first position begins, as a comment.

Facts learned from files: gammons include backgammons. The number after ± is half of a 95 % interval, not a
standard error. The first cubeless equity is for no double; the second counts in units of the old cube.

Left out: the board; pips, score, cube and dice, which repeat the XGID (differences are reported); ends of
intervals; rollout time.
"""

from __future__ import annotations

import re

from kotra_notation.board import Position
from kotra_notation.findings import phrase
from kotra_notation.formats import exports
from kotra_notation.formats.exports import NO_DOUBLE, PASS, ROLLOUT, TAKE, XGID, Labels, Parsed, Reader, Study
from kotra_notation.formats.format import Format, found_early
from kotra_notation.formats.reading_checks import header_twice
from kotra_notation.installation import read_table
from kotra_notation.model import Span

NAME, PREFIX, PROGRAM = "xg-text", "xg-text:", "eXtreme Gammon"

LABELS = Labels(read_table(__file__, "labels.toml")[NAME])

FOOTNOTES = "¹²³⁴⁵⁶⁷⁸⁹"

MARKS = re.compile(
    r"^[ \t]*XGID=\S{35,99}[ \t]*\r?\n(?:[ \t]*\r?\n){0,9}[ \t]*X:[^\r\n]{0,400}?[ \t]O:"
    r"|^[ \t]*eXtreme Gammon Version:",
    re.M,
)
NAMES = re.compile(r"\s*X: ?(.{0,400}?)\s+O: ?(.{0,400}?)\s*$")
BOARD = re.compile(r"\s*(?:[|]|[v^]\s?[|]|\+-?[0-9]{1,2}-)")
SCORE = re.compile(r"Score is +X: ?([0-9]{1,9}) +O: ?([0-9]{1,9})(?:[^0-9]*([0-9]{1,9}))?")
DICE = re.compile(r"[XO] to play ([1-6])-?([1-6])\s*$")
TURN = re.compile(r"([XO]):? +(?:to play|on roll)\b")
PIPS = re.compile(r"Pip count +X: *([0-9]{1,9}) +O: *([0-9]{1,9})")
CUBE = re.compile(r"Cube: *([0-9]{1,9})")
OWNER = re.compile(r"Cube: *[0-9]{1,9}, *([XO])\b")
VERSION = re.compile(r"eXtreme Gammon Version: *([^,]{1,80}?)(?:, *MET: *(.{1,200}?))?\s*$")
SKIPPED = re.compile(
    r"[XO]:? +(?:to play|on roll)|Cubeful Equities|Rollout(?: details)?:\s*$|Duration: ", re.I
)
# What is part of the layout, and a mistake where the grammar cannot read it.
KNOWN = re.compile(
    r"[0-9]{1,4}\. .*\beq:|(?:Player|Opponent)\b.*%|Confidence\b.*±|Cubeless Equities:"
    r"|(?:No (?:re)?double|(?:Re)?double/[a-z]+)(?:: *[-+0-9].*|\s*)$|Best Cube action|Percentage of wrong"
    r"|Analyzed in |(?:Double|Take) Decision confidence:",
    re.I,
)
# The footnotes of rollouts: how many games, and what they rest on.
FOOTNOTE = re.compile(rf"([{FOOTNOTES}])\s+(.*\S)")
GAMES = re.compile(r"([0-9]{1,9}) Games rolled\b.*", re.I)
SETTINGS = re.compile(r"(?:Dice Seed|Moves|Truncated|Cube decisions)\b.*", re.I)


class XGReader(Reader):
    """The state of reading one file.

    Of the position that is open, `notes` are the footnotes, `printed` is the score of O and X, the length and
    their place, and `small` tells that X has the men in small letters, None until a line says so.
    """

    notation = NAME
    program = PROGRAM

    def __init__(self) -> None:
        super().__init__()
        self.level = ""
        self.note = ""
        self.notes: dict[str, list[str]] = {}
        self.marked: dict[int, str] = {}  # the footnotes of plays
        self.printed: tuple[tuple[int, int], int | None, Span] | None = None
        self.pips: tuple[tuple[int, int], Span] | None = None
        self.small: bool | None = None

    def read_line(self, line: str) -> None:
        """Read one line: one of the layout in English, else a comment."""
        if named := XGID.match(line):
            self.identify(self.begin(), named[1])
            self.level, self.note, self.notes, self.marked = "", "", {}, {}
            self.printed = self.pips = self.small = None
        elif self.study is None:
            self.comment()
        elif BOARD.match(line):
            return
        elif names := NAMES.match(line):
            pair = [names[2], names[1]]
            if any(self.study.names) and pair != self.study.names:
                self.say(header_twice("O, X", ", ".join(self.study.names), ", ".join(pair), self.span()))
            else:
                self.study.names = pair
        else:
            self._read_english(LABELS.english(line).strip(), self.study)

    def _whose(self, text: str, position: Position | None) -> None:
        if position is None or self.small is not None:
            return
        if (turn := TURN.match(text)) and position.offer is None:
            self.small = (turn[1] == "X") == (position.seat == 0)
        elif (owner := OWNER.match(text)) and position.cube.owner is not None:
            self.small = (owner[1] == "X") == (position.cube.owner == 0)

    def _read_english(self, text: str, study: Study) -> None:
        self._whose(text, study.position)
        if score := SCORE.match(text):
            length = int(score[3]) if score[3] else None
            self.printed = (int(score[2]), int(score[1])), length, self.span()
        elif dice := DICE.match(text):
            self.dice(study, (int(dice[1]), int(dice[2])))
        elif pips := PIPS.match(text):
            self.pips = (int(pips[2]), int(pips[1])), self.span()
        elif cube := CUBE.match(text):
            self.cube(study, int(cube[1]))
        elif version := VERSION.match(text):
            study.source = f"{PROGRAM} {version[1]}"
            study.info = [(f"{PREFIX}MET", version[2])] if version[2] else []
        elif SKIPPED.match(text):
            return
        elif KNOWN.match(text):
            self.analyse_line(text, study)
        elif not self._footnote(text):
            self.comment()

    def take(self, line: Parsed, study: Study) -> None:
        """Take a line of the analysis."""
        words = line.words
        match line.kind:
            case "candidate":
                self._candidate(line, study)
            case "player":
                study.win(_three(line), None)
            case "opponent":
                study.win(None, _three(line))
            case "confidence":
                self._confidence(line, study)
            case "cubeless":
                study.of(NO_DOUBLE).extras["cubeless"] = line.numbers[0]
                study.of(TAKE).extras[f"{PREFIX}cubeless"] = line.numbers[1]
            case "choice":
                self._choice(line, study)
            case "part":
                study.part = exports.cube_choice(words)
            case "best":
                double = words.get("NO_DOUBLE") or words.get("TOO_GOOD") or words["DOUBLE"]
                study.extras["best"] = exports.best(double, words["ANSWER"])
            case "wrong":
                study.extras["wrong answers needed"] = line.all("PERCENT")[0]
            case "sure":
                key = f"{PREFIX}{words['SURE'].split()[0].lower()} confidence"
                study.extras[key] = line.all("PERCENT")[0]
            case _:
                self.level, _ = _level(words["NAME"])
                study.cube_span = self.span()

    def _candidate(self, line: Parsed, study: Study) -> None:
        draft = study.play(line.play(), line.words["RANK"], self.span())
        draft.equity = float(line.numbers[0])
        draft.level, note = _level(line.words["LEVEL"])
        if note:
            self.marked[len(study.plays) - 1] = note
        if len(line.numbers) > 1:
            draft.extras["difference"] = line.numbers[1]

    def _confidence(self, line: Parsed, study: Study) -> None:
        whose = line.words.get("CONFIDENT", "").lower()
        draft = study.of(NO_DOUBLE if whose.startswith("no") else TAKE) if whose else study.latest()
        draft.extras[f"{PREFIX}95%"] = line.numbers[0]
        for per_cent in line.all("PERCENT"):
            draft.extras[f"{PREFIX}best"] = per_cent

    def _choice(self, line: Parsed, study: Study) -> None:
        study.cube_span = study.cube_span or self.span()
        draft = study.of(exports.cube_choice(line.words))
        draft.equity = float(line.numbers[0])
        if difference := line.part("difference"):
            draft.extras["difference"] = difference.numbers[0]
        if within := line.part("within"):
            draft.extras[f"{PREFIX}95%"] = within.numbers[0]

    def _footnote(self, text: str) -> bool:
        if footnote := FOOTNOTE.match(text):
            self.note, text = footnote[1], footnote[2]
        if not (GAMES.match(text) or (self.notes and SETTINGS.match(text))):
            return False
        self.notes.setdefault(self.note, []).append(text.rstrip("."))
        return True

    def close(self) -> None:
        """Finish the position that is open: levels and footnotes are known only now."""
        if study := self.study:
            self._settle_sides(study)
            for draft in study.cube.values():
                draft.level = self.level
            noted = [(draft, "") for draft in study.cube.values() if draft.choice != PASS]
            noted += [(study.plays[index], note) for index, note in self.marked.items()]
            for draft, note in noted:
                if draft.level == ROLLOUT and (note_lines := self.notes.get(note)):
                    games = next((match for line in note_lines if (match := GAMES.match(line))), None)
                    draft.extras |= {"trials": games[1]} if games else {}
                    draft.extras[f"{PREFIX}settings"] = "; ".join(note_lines)
        super().close()

    def _settle_sides(self, study: Study) -> None:
        """Give names and score to the seats, and hold the score against the identifier."""
        if self.small:
            study.names.reverse()
        if self.printed:
            score, length, span = self.printed
            self.score(study, (score[1], score[0]) if self.small else score, length, span)
        if self.pips and study.position:
            (first, second), span = self.pips
            first, second = (second, first) if self.small else (first, second)
            if (first, second) != (study.position.pips(0), study.position.pips(1)):
                one = phrase("the pip counts are {first} and {second}", first=first, second=second)
                self.witness(study, one, span)


def _three(line: Parsed) -> exports.Three:
    win, gammon, backgammon = line.all("PERCENT")
    return win[:-1], gammon[:-1], backgammon[:-1]


def _level(text: str) -> tuple[str, str]:
    name = text.strip()
    note = name[-1] if name[-1:] in FOOTNOTES else ""
    name = name.removesuffix(note).strip()
    return (ROLLOUT if name.lower() == ROLLOUT else name), note


FORMAT = Format(
    title="XG's text export of positions with analysis, in four languages",
    suffixes=(".txt",),
    looks_like=found_early(
        "an XGID is followed by the names of X and O, or the program is named", MARKS, 16384
    ),
    read=lambda source: XGReader().read(source),
)
