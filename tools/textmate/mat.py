"""The grammar of match text for TextMate: lines by the patterns that read them, cells by their words."""

from __future__ import annotations

import re

from kotra_notation.formats.mat import cells, lines
from kotra_notation.formats.plays import parser
from kotra_notation.signs import HEADER
from tools.textmate import patterns as p
from tools.textmate.patterns import Language, Pattern, include, one_of, ungrouped, way_of

MAT = Language("kotra-mat")
TERMINALS = {one.name: one.pattern.to_regexp() for one in parser("mat").terminals}
# The colour of each word of `grammar/mat.lark`.
WORDS = {
    "NO_PLAY": "constant.language.cannot-move",
    "NOT_RECORDED": "constant.language.unknown",
    "_ILLEGAL_PLAY": "keyword.other.illegal",
    "_DOUBLES": "keyword.control.cube.doubles",
    "_BEAVERS": "keyword.control.cube.beavers",
    "_RACCOONS": "keyword.control.cube.raccoons",
    "_TAKES": "keyword.control.cube.takes",
    "_DROPS": "keyword.control.cube.drops",
    "WINS": "keyword.other.claim.wins",
    "FORFEITS": "keyword.control.end.forfeits",
    "LOSES": "keyword.other.claim.loses",
    "_POINT": "keyword.other.claim.points",
    "KIND": "support.constant.size",
    "AND_THE_MATCH": "keyword.other.claim.match",
    "_RESIGNS": "keyword.control.end.resigns",
    "_ARROW": "keyword.operator.to",
    "MARK": p.MARK,
}
# The parts of a play, and numbers, which are spelled below.
SPELLED = {"POINT", "BAR", "OFF", "HIT", "COUNT", "_SLASH", "_OPEN", "_CLOSE", "_TIMES", "DICE", "_COLON"} | {
    "VALUE",
    "POINTS",
    "POSITION_LINE",
    "_BLANKS",
}
START = f"^(?:{lines.QUOTED.pattern})?"
TAG = "entity.name.tag"


def words() -> list[Pattern]:
    """The words of a cell, in English, then in other languages; those that begin with another before it."""
    kinds = {
        name: [word for word, english in cells.VERBS.items() if re.fullmatch(TERMINALS[name], english)]
        for name in WORDS
    }
    foreign = {
        "NO_PLAY": cells.CANNOT,
        "_POINT": cells.POINTS,
        "AND_THE_MATCH": cells.MATCH,
        **{name: one_of(found) for name, found in kinds.items() if found},
    }
    signs = ("NOT_RECORDED", "MARK")
    english = [name for name in WORDS if name not in signs]
    return [
        *(MAT.match(TERMINALS[name], WORDS[name]) for name in signs),
        *(MAT.word(rf"(?<![=-])(?:{ungrouped(TERMINALS[name])})(?!\w)", WORDS[name]) for name in english),
        *(MAT.word(rf"(?i:{regex})(?!\w)", WORDS[name]) for name, regex in foreign.items()),
    ]


def way() -> Pattern:
    """The way of a man: points, hits, how many men."""
    point = f"(?:{'|'.join(TERMINALS[name] for name in ('POINT', 'BAR', 'OFF'))})"
    hit = rf"(?:{TERMINALS['HIT']})?"
    count = rf"(?:\({TERMINALS['COUNT']}\){hit}|{TERMINALS['_TIMES']}{TERMINALS['COUNT']})?"
    parts = [
        MAT.match(TERMINALS["BAR"], p.BAR),
        MAT.match(TERMINALS["OFF"], p.OFF),
        MAT.match(rf"\({TERMINALS['COUNT']}\)|{TERMINALS['_TIMES']}{TERMINALS['COUNT']}", p.COUNT),
        MAT.match(TERMINALS["HIT"], p.HIT),
        MAT.match(TERMINALS["_SLASH"], p.HOP),
        MAT.match(TERMINALS["POINT"], p.POINT),
    ]
    return way_of(rf"{point}(?:{TERMINALS['_SLASH']}{point}{hit})+{count}(?![\w/*])", parts)


def cell() -> list[Pattern]:
    """What may stand in a row."""
    dice = cells.DICE.removesuffix(" *:")
    return [
        MAT.match(r"(?<=\s)[;#]\s?(?=\S).*", "comment.line.semicolon"),
        {"match": rf"(?<!\S)({dice})\s*(:)", "captures": MAT.captures(p.DICE, "punctuation.separator.dice")},
        way(),
        *words(),
        MAT.match(rf"(?<!\S){TERMINALS['VALUE']}(?!\S)", "constant.numeric.integer"),
        {"begin": r"[\[({]", "end": r"[\])}]|$", "name": MAT.scoped("comment.block.note")},
        MAT.match(r"[^\s\[({]+", "string.unquoted.unread"),
    ]


def tag() -> Pattern:
    """A line such as `; [Site "GamesGrid"]`."""
    return {
        "match": f"{START}(?:{HEADER.pattern})$",
        "name": MAT.scoped("punctuation.definition.tag"),
        "captures": MAT.captures(TAG, "string.quoted.double"),
    }


def head() -> list[Pattern]:
    """What stands around the rows: the length, the number of a game, the names."""
    number = "constant.numeric.integer"
    scores = {
        "match": r"(:)[ \t]*([0-9]{1,9})(?!\S)",
        "captures": MAT.captures("punctuation.separator.score", p.SCORE),
    }
    names = [scores, MAT.match(r"[^\s:]+|:", "entity.name.type.player")]
    return [
        MAT.match(f"{START}(?i:{lines.LENGTH.pattern})", "keyword.other.length")
        | {"captures": MAT.captures(number)},
        MAT.match(f"{START}(?i:{lines.GAME.pattern})", "entity.name.section.game keyword.other.game")
        | {"captures": MAT.captures(number)},
        MAT.match(f"{START}(?i:{lines.UNFINISHED.pattern}).*", "keyword.other.unfinished"),
        MAT.line("meta.row", f"{START}({ungrouped(lines.ROW.pattern)})", [p.NUMBERING], include("cell")),
        MAT.line("meta.row", f"{START}(?=(?i:{ungrouped(lines.UNNUMBERED.pattern)}))", [], include("cell")),
        MAT.line("meta.names", rf"{START}(?=.*:[ \t]*[0-9]{{1,9}}\s*$)", [], names),
    ]


def mat() -> Pattern:
    """The grammar, as it is written to a file."""
    return {
        "information_for_contributors": [p.WRITTEN],
        "name": "Match text",
        "scopeName": "text.kotra-mat",
        "patterns": [tag(), MAT.match(rf"{START}\s*[;#].*", "comment.line.semicolon"), *head()],
        "repository": {"cell": {"patterns": cell()}},
    }
