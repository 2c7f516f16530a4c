"""The finding that judges each header and property of a format: the headers in `docs/judged.md`.

A row puts a header into a record of two games: twice with different values, within a game, and with another
value in the second game. A cell is the finding that reports it, or the word for a leniency.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from kotra_notation.findings import BY_CODE

PLACES = {"twice": "twice, with another value", "late": "within a game", "next": "changed in the next game"}

# Why nothing is reported, by the word in a cell.
LENIENCIES = {
    "kept": "Kept with its game; it is about that game only.",
    "talk": "Every other line within a game is a comment in this format.",
    "whole": "Tags may be anywhere in match text; they are about the whole match.",
    "read": "All are read, in order.",
    "none": "The format has no such place.",
}

ABOUT = "Each header was tried twice with different values, within a game, and changed in the next game."

# A record of two games in each notation: {head} before them, {mid} in the first, {next} before the second.
RECORDS = {
    "kotra": "kotra 1\nwhite: Anna\nblack: Bragi\nlength: 3\n{head}game 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"
    "{mid}W doubles 2\nB drops\nW wins 1\n{next}game 2 1-0\nB 42: 8/4 6/4\nW doubles 2\nB drops\nW wins 1\n",
    "mat": "{head} 3 point match\n\n Game 1\n Anna : 0                 Bragi : 0\n"
    "  1) 31: 8/5 6/5            64: 24/14\n{mid}  2)  Doubles => 2           Drops\n"
    "      Wins 1 point\n\n{next} Game 2\n Anna : 1                 Bragi : 0\n"
    "  1)                        42: 8/4 6/4\n  2)  Doubles => 2           Drops\n      Wins 1 point\n",
    "sgg": "                    Anna vs. Bragi\nSaturday March 07, 2026\nGamesGrid\n{head}Match Length: 3\n"
    "Game 1.0-0/3\n\n1\t31:\n1\t31: 8/5, 6/5\n1\t\t64:\n1\t\t64: 24/18, 18/14\n{mid}2\tDouble to 2\n"
    "2\t\tPass\nAnna wins 1 point.\n\n{next}Game 2.1-0/3\n\n1\t\t42:\n1\t\t42: 8/4, 6/4\n2\tDouble to 2\n"
    "2\t\tPass\nAnna wins 1 point.\n",
    "tmg": "MatchID: 4711\nPlayer1: 1 Anna 100.0\nPlayer2: 2 Bragi 100.0\n{head}Length: 3\n\nGame 1: 0-0\n"
    "   1  1 31:\n   1  4 8/5 6/5\n  -1  1 64:\n  -1  4 24/18 18/14\n{mid}   2  5 Double to 2\n"
    "  -3 10 Pass\n   4 14 1 Anna wins 1 point\n\n{next}Game 2: 1-0\n  -1  1 42:\n  -1  4 8/4 6/4\n"
    "   2  5 Double to 2\n  -3 10 Pass\n   4 14 1 Anna wins 1 point\n",
    "oldmoves": "Score is 0-0 in a 3 point match.\nAnna is X - Bragi is O\n{head}X: (3 1) 8-5 6-5\n"
    "O: (6 4) 1-11\n{mid}X: doubles\nO: rejects\nX: wins 1 point\n\n{next}Score is 1-0 in a 3 point match.\n"
    "Anna is X - Bragi is O\nO: (4 2) 17-21 19-21\nX: doubles\nO: rejects\nX: wins 1 point\n",
    "bgammon": "i 1772841600 Anna Bragi 3 0 0 1 1 0\n{head}1 r 3-1 8/5 6/5\n2 r 6-4 1/11\n{mid}1 d 2 0\n"
    "{next}i 1772841600 Anna Bragi 3 1 0 1 1 0\n2 r 4-2 17/21 19/21\n1 d 2 0\n",
    "gnubg-text": "The score (after 0 games) is: Anna 0, Bragi 0 (match to 3 points)\n\nMatch Information:\n"
    "{head}\nMove number 1:  Anna to play 31\n\n* Anna moves 8/5 6/5\n\n"
    "{mid}Move number 2:  Bragi to play 64\n\n"
    "* Bragi moves 24/14\n\nMove number 3:  Anna on roll, cube decision?\n\n* Anna doubles\n\n"
    "Move number 4:  Anna doubles to 2\n\n* Bragi rejects\n\nAnna wins 1 point\n\n{next}"
    "The score (after 1 game) is: Anna 1, Bragi 0 (match to 3 points)\n\nMove number 1:  Bragi to play 42\n\n"
    "* Bragi moves 8/4 6/4\n\nMove number 2:  Anna on roll, cube decision?\n\n* Anna doubles\n\n"
    "Move number 3:  Anna doubles to 2\n\n* Bragi rejects\n\nAnna wins 1 point\n",
    "xg-text": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:2:0:5:10\n\nX:Anna   O:Bragi\n{head}"
    "    1. 3-ply       8/5 6/5                      eq:+0.169\n{mid}\n"
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:1:2:0:5:10\n\n{next}"
    "    1. 3-ply       8/4 6/4                      eq:+0.169\n",
    "sgf": "(;FF[4]GM[6]CA[UTF-8]AP[kotra-notation]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Bragi]{head}\n"
    ";W[31hefe]\n;B[64ak]\n{mid};W[double]\n;B[drop])\n(;FF[4]GM[6]CA[UTF-8]AP[kotra-notation]"
    "MI[length:3][game:1][ws:1][bs:0]PW[Anna]PB[Bragi]{next}\n;B[42qusu]\n;W[double]\n;B[drop])\n",
    "json": '{{"kotra": 1, {head}"matches": [{{"players": [{{"name": "Anna"}}, {{"name": "Bragi"}}], '
    '{next}"length": 3, "games": [{{"number": 1, "score": {{"type": "score-claim", "score": [0, 0]}}, '
    '"events": [{{"type": "turn", {mid}"seat": 0, "dice": [3, 1], '
    '"deed": {{"type": "play", "hops": "8/5 6/5"}}}}, {{"type": "turn", "seat": 1, "dice": [6, 4], '
    '"deed": {{"type": "play", "hops": "24/14"}}}}, {{"type": "double", "seat": 0, "value": 2}}, '
    '{{"type": "drop", "seat": 1}}]}}]}}]}}',
}


@dataclass(frozen=True, slots=True)
class HeadRow:
    """A header of a notation: its line, the same with another value, and what answers in each place."""

    notation: str
    name: str
    first: str
    other: str
    answers: tuple[str, str, str]

    def record(self, place: str) -> str:
        """The record in which the header stands in a place too."""
        parts = defaultdict(str, head=self.first)
        if place == "twice":
            parts["head"] += self.other
        else:
            parts["mid" if place == "late" else "next"] = self.other
        return RECORDS[self.notation].format_map(parts)

    def cells(self) -> Iterator[tuple[str, str, str]]:
        """Every place that the notation has, its record, and what answers for it."""
        for place, answer in zip(PLACES, self.answers, strict=True):
            if answer != "none":
                yield place, self.record(place), answer


def rows(notation: str, answers: str, lines: str) -> Iterator[HeadRow]:
    """The rows of a notation that have the same answers: a line each, `name | line | the same otherwise`."""
    twice, late, following = answers.split()
    end = "" if notation in ("sgf", "json") else "\n"
    for line in lines.strip().splitlines():
        name, first, other = (part.strip() for part in line.split(" | "))
        first = "" if first == "-" else first + end
        yield HeadRow(notation, name, first, other + end, (twice, late, following))


HEADS: list[HeadRow] = [
    *rows(
        "kotra",
        "N102 N102 N102",
        """white | - | white: Dís
        length | - | length: 5
        rules | rules: modern | rules: modern,crawford=off
        points | points: numbers | points: path
        white rating | white rating: 1500 | white rating: 1600
        white club | white club: A | white club: B""",
    ),
    *rows(
        "kotra",
        "N141 N102 N102",
        """event | event: A | event: B
        round | round: 1 | round: 2
        date | date: 2026-03-07 | date: 2026-03-08
        time | time: 20.15 | time: 21.15
        place | place: A | place: B""",
    ),
    *rows("kotra", "read N102 N102", "any other | source: A | source: B"),
    *rows(
        "mat",
        "N141 N141 N141",
        """Event | ; [Event "A"] | ; [Event "B"]
        Round | ; [Round "1"] | ; [Round "2"]
        Site | ; [Site "A"] | ; [Site "B"]
        EventDate | ; [EventDate "2026.03.07"] | ; [EventDate "2026.03.08"]
        EventTime | ; [EventTime "20.15"] | ; [EventTime "21.15"]
        Player 1 | ; [Player 1 "Anna"] | ; [Player 1 "Dís"]
        Crawford | ; [Crawford "On"] | ; [Crawford "Off"]
        Jacoby | ; [Jacoby "On"] | ; [Jacoby "Off"]
        Beaver | ; [Beaver "On"] | ; [Beaver "Off"]
        Variation | ; [Variation "Backgammon"] | ; [Variation "Nackgammon"]
        CubeLimit | ; [CubeLimit "1024"] | ; [CubeLimit "64"]""",
    ),
    *rows("mat", "whole whole whole", """a tag alone | - | ; [Match ID "7"]"""),
    *rows("mat", "N106 N111 N116", "the length | - |  5 point match"),
    *rows(
        "sgg",
        "N141 N142 N142",
        """Jacoby | Jacoby: No | Jacoby: Yes
        Automatic Doubles | Automatic Doubles: No | Automatic Doubles: Yes
        Crawford | Crawford: Yes | Crawford: No
        Beavers | Beavers: No | Beavers: Yes
        Raccoons | Raccoons: No | Raccoons: Yes
        Doubling Cube | Doubling Cube: Yes | Doubling Cube: No
        Variant | Variant: Backgammon | Variant: NackGammon
        Match Length | - | Match Length: 5
        ELO | ELO: 1650.50 120 1700.25 340 | ELO: 1500.50 120 1700.25 340""",
    ),
    *rows(
        "sgg",
        "N141 talk talk",
        """the date | - | Sunday March 08, 2026
        Rated | Rated: No | Rated: Yes""",
    ),
    *rows("sgg", "N102 talk talk", "the place | - | PlayOK"),
    *rows(
        "tmg",
        "N141 N141 N141",
        """Stake | Stake: 1 | Stake: 2
        Startdate | Startdate: 2026-03-07 20:15:00 | Startdate: 2026-03-08 20:15:00
        Jacoby | Jacoby: 0 | Jacoby: 1
        Beavers | Beavers: 0 | Beavers: 1
        Raccoons | Raccoons: 0 | Raccoons: 1
        Crawford | Crawford: 1 | Crawford: 0
        Cube | Cube: 1 | Cube: 0
        MaxCube | MaxCube: 64 | MaxCube: 32
        Length | - | Length: 5
        Variant | Variant: 1 | Variant: 2""",
    ),
    *rows(
        "tmg",
        "N141 N116 N116",
        """MatchID | - | MatchID: 4712
        Player1 | - | Player1: 1 Dís 100.0""",
    ),
    *rows("oldmoves", "N111 N111 N111", "the score | - | Score is 0-0 in a 5 point match."),
    *rows("oldmoves", "N108 N108 N108", "the names | - | Dís is X - Bragi is O"),
    *rows("bgammon", "S420 N116 N116", "the head | - | i 1772841600 Dís Bragi 5 0 0 1 1 0"),
    *rows(
        "gnubg-text",
        "N141 N102 N102",
        """Date | Date: 10/24/26 | Date: 10/25/26
        Event | Event: A | Event: B
        Round | Round: 1 | Round: 2
        Place | Place: A | Place: B""",
    ),
    *rows("gnubg-text", "read N102 N102", "Annotator | Annotator: A | Annotator: B"),
    *rows("xg-text", "N141 N141 kept", "X, O | - | X:Dís   O:Bragi"),
    *rows(
        "xg-text",
        "N116 N116 N116",
        """the score | - | Score is X:3 O:2 5 pt.(s) match.
        Pip count | - | Pip count  X: 160  O: 167 X-O: 1-2/5
        Cube | - | Cube: 2
        the roll | - | X to play 63""",
    ),
    *rows(
        "sgf",
        "N141 N142 N141",
        """FF | - | FF[3]
        GM | - | GM[1]
        CA | - | CA[ISO-8859-1]
        AP | - | AP[GNU Backgammon:1.0]
        MI | - | MI[length:5][game:0][ws:0][bs:0]
        PW | - | PW[Dís]
        PB | - | PB[Dís]""",
    ),
    *rows(
        "sgf",
        "N141 N142 kept",
        """WR | WR[1500] | WR[1600]
        BR | BR[1500] | BR[1600]
        DT | DT[2026-03-07] | DT[2026-03-08]
        EV | EV[A] | EV[B]
        RO | RO[1] | RO[2]
        PC | PC[A] | PC[B]
        AN | AN[A] | AN[B]
        US | US[A] | US[B]
        SO | SO[A] | SO[B]
        GN | GN[A] | GN[B]
        ON | ON[A] | ON[B]
        BT | BT[A] | BT[B]
        WT | WT[A] | WT[B]
        GC | GC[A] | GC[B]""",
    ),
    *rows("sgf", "N141 N142 N116", "RU | RU[Crawford] | RU[Crawford:NoCube]"),
    *rows("sgf", "N141 N142 S402", "RE | RE[W+1] | RE[B+3]"),
    *rows("sgf", "N141 N142 S404", "KN | RE[W+1]KN[unsaid] | RE[W+1]KN[match]"),
    *rows("sgf", "N141 N116 C310", "CV | CV[1] | CV[4]"),
    *rows("sgf", "N116 N116 N116", "CP | - | CP[b]"),
    *rows("sgf", "N116 N116 N116", "CO | - | CO[b]"),
    *rows("sgf", "read read read", "C | C[A] | C[B]"),
    *rows("sgf", "N141 kept kept", "any other | XX[A] | XX[B]"),
    *rows("json", "N113 none none", """kotra | - | "kotra": 2,"""),
    *rows("json", "none N113 none", """dice of a turn | - | "dice": [6, 6],"""),
    *rows("json", "none N113 none", """seat of a turn | - | "seat": 1,"""),
    *rows("json", "none N113 none", """deed of a turn | - | "deed": {"type": "blank"},"""),
    *rows("json", "none none N113", """length | - | "length": 5,"""),
]


def shown_rows() -> Iterator[list[str]]:
    """The rows of the document, those with the same answers in one."""
    for (notation, answers), rows in groupby(HEADS, lambda row: (row.notation, row.answers)):
        shown = [f"`{answer}`" if answer in BY_CODE else answer for answer in answers]
        yield [notation, ", ".join(row.name for row in rows), *shown]
