"""BGBlitz's text export of a position with its analysis, in English, German, French and Japanese; read only.

Every position becomes a match of one game: its XGID, including dice, then the analysis. X is seat 1.

The reader accepts:

- Labels of the four languages; decimal points and commas; commas between the steps of a play.
- Spaces at either end of a line, any line ending, blank lines.
- Several positions, each beginning with the upper edge of its board; missing analysis.
- A missing XGID, if the ids of GNU Backgammon give the position; a contradiction with an XGID is reported.
- Other text after the first position begins, as a comment.

Facts learned from files: `mwp` and the first number of a cube action are match winning chances; numbers
below EMG are equities. G+BG includes backgammons. The smaller die may come first (`1-2` for 21 in the
XGID). A dropped redouble has its own words (`Reject`, `Rejeter`).

Left out: the board and pips; score and dice, which repeat the XGID (differences are reported); the cost of
a cube action in match winning chance; headings.
"""

from __future__ import annotations

import re

from kotra_notation.findings import finding, phrase
from kotra_notation.formats import exports
from kotra_notation.formats.exports import NO_DOUBLE, NUMBER, XGID, Labels, Parsed, Reader, Study, Three
from kotra_notation.formats.format import Format, found_early
from kotra_notation.installation import read_table

NAME, PREFIX, PROGRAM = "bgblitz-text", "bgblitz-text:", "BGBlitz"

LABELS = Labels(read_table(__file__, "labels.toml")[NAME])

MARKS = re.compile(r"^[ \t]*Position-ID:[ \t]*\S{14}[ \t]+Match-ID:[ \t]*\S{12}[ \t]*\r?$", re.M)
EDGE = re.compile(r"\s*\+[-0-9]{20,60}\+\s+([OX]): ?(.{0,400}?)(?: +[0-9]{1,4})?\s*$")
BOARD = re.compile(r"\s*(?:[|]|[v^]\s?[|]|\+-?[0-9]{1,2}-|=+\s*$)")
IDS = re.compile(r"\s*Position-ID:\s*(\S+)(?:\s+Match-ID:\s*(\S+))?\s*$")
SCORE = re.compile(r".{0,400}? - ([0-9]{1,9}) .{0,400} - ([0-9]{1,9}) in an? ([0-9]{1,9}) point match\.?\s*$")
DICE = re.compile(r".{0,400} to move(?: ([1-6])-([1-6]))?\s*\.?\s*$")
HEADING = re.compile(r"Evaluation\s+\(|Wins\s+G\+BG")
WON = re.compile(rf"\s+({NUMBER})\s+({NUMBER})\s+({NUMBER})\s*$")
# What is part of the layout, and a mistake where the grammar cannot read it.
KNOWN = re.compile(
    rf"[0-9]{{1,4}}\.\s+{NUMBER}|(?:{NUMBER}\s+){{2}}|Equity\b.*:\s*[-+0-9]|Cube Action\b.*:"
    rf"|(?:No |Too good to )?(?:Re)?double\b.*:\s+{NUMBER}",
    re.I,
)


class BGBlitzReader(Reader):
    """The state of reading one file; `won` are the chances of both seats, where they stand in a table."""

    notation = NAME
    program = PROGRAM

    def __init__(self) -> None:
        super().__init__()
        self.ids = ""
        self.won: dict[int, Three] = {}

    def read_line(self, line: str) -> None:
        """Read one line: one of the layout in English, else a comment."""
        if edge := EDGE.match(line):
            seat = "OX".index(edge[1])
            if self.study is None or self.study.names[seat]:  # a known name begins the next position
                self.begin()
            if self.study is not None:
                self.study.names[seat] = edge[2]
        elif self.study is None:
            self.comment()
        elif BOARD.match(line):
            return
        elif ids := IDS.match(line):
            self.ids = f"{ids[1]}:{ids[2]}" if ids[2] else ids[1]
        elif named := XGID.match(line):
            self.identify(self.study, named[1])
            position, gnubg_id = self.study.position, self.ids.split(":")[0]
            if position and gnubg_id and gnubg_id != position.gnubg_id():
                self.witness(self.study, f"the position id is {gnubg_id}")
        elif not self._read_chances(line.strip(), self.study):
            self._read_english(line.strip(), self.study)

    def _read_english(self, line: str, study: Study) -> None:
        text = LABELS.english(line)
        sided = line.startswith(tuple(name for name in study.names if name)) or not any(study.names)
        if sided and (score := SCORE.match(line)):  # the side at the upper edge first
            self.score(study, (int(score[1]), int(score[2])), int(score[3]))
        elif sided and (dice := DICE.match(line)):
            if dice[1]:
                self.dice(study, (int(dice[1]), int(dice[2])))
        elif HEADING.match(text):
            return
        elif KNOWN.match(text):
            self.analyse_line(text, study)
        else:
            self.comment()

    def _read_chances(self, line: str, study: Study) -> bool:
        """Return whether a line is a row of the table of chances: a name, and three numbers of per cent."""
        for seat, name in enumerate(study.names):
            if name and line.startswith(name) and (row := WON.match(line, len(name))):
                self.won[seat] = (row[1], row[2], row[3])
                return True
        return False

    def take(self, line: Parsed, study: Study) -> None:
        """Take a line of the analysis."""
        match line.kind:
            case "candidate":
                self._candidate(line, study)
            case "shares":
                win, gammon, backgammon, *theirs = line.numbers
                study.win((win, gammon, backgammon), None)
                study.win(None, (theirs[0], theirs[1], theirs[2]))
            case "cubeless":
                study.of(NO_DOUBLE).extras["cubeless"] = line.numbers[0]
                if line.numbers[1:]:
                    study.extras[f"{PREFIX}deviation"] = line.numbers[1]
            case "cubeful":
                study.extras[f"{PREFIX}cubeful"] = line.numbers[0]
            case "action":
                words = (line.words.get(word) for word in ("NO_DOUBLE", "TOO_GOOD", "DOUBLE"))
                double = next(filter(None, words))
                study.extras["best"] = exports.best(double, line.words.get("ANSWER", ""))

                study.cube_span = self.span()
            case _:
                self._choice(line, study)

    def _candidate(self, line: Parsed, study: Study) -> None:
        draft = study.play(line.play(), line.words["RANK"], self.span())
        rest = line.numbers
        if line.part("mwc"):
            draft.extras["mwc"] = rest.pop(0)
        draft.equity = float(rest.pop(0))
        if rest:
            draft.extras["difference"] = rest[0]

    def _choice(self, line: Parsed, study: Study) -> None:
        """Take a cube action: its match winning chance and its equity; in a money game its equity alone."""
        draft = study.of(exports.cube_choice(line.words))
        values = line.parts("value")
        if len(values) > 1:
            draft.extras["mwc"] = values[0].numbers[0]
        draft.equity = float(values[-1].numbers[0])
        if values[-1].numbers[1:] and float(values[-1].numbers[1]):
            draft.extras["difference"] = values[-1].numbers[1]

    def close(self) -> None:
        """Finish the position that is open; where it has no XGID, the ids of GNU Backgammon tell it."""
        study = self.study
        if study is not None:
            if study.position is None and not self.refused and self.ids:
                self.identify(study, self.ids)
            if study.position is not None and len(self.won) == 2:
                seat = study.position.seat
                study.of(NO_DOUBLE).chances = exports.chances(self.won[seat], self.won[1 - seat])
            if study.position is None and not self.refused:
                why = phrase("It has no identifier.")
                self.say(finding("unreadable-position", span=study.span, written="", why=why))
        self.ids, self.won = "", {}
        super().close()


FORMAT = Format(
    title="BGBlitz's text export of positions with analysis, in four languages",
    suffixes=(".txt",),
    looks_like=found_early(
        "the ids of GNU Backgammon are on one line, as the program writes them", MARKS, 16384
    ),
    read=lambda source: BGBlitzReader().read(source),
)
