"""The tables of an archive: every column with its type and meaning. Nothing else knows them by heart.

A `file` is known by a digest of its bytes, a `match` by a number made of that and its place in the file.
Tables but `files` hold what is in a file once, however many copies of it lie about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pyarrow as pa

# Written into every archive; a table whose columns change, or what the list of parts says, makes it one more.
# A text behind the other columns of a table does not: it is empty in archives that were made before it.
VERSION = 4
LATER = {"decisions": "outcomes"}

TYPES = {
    "text": pa.string(),
    "word": pa.dictionary(pa.int32(), pa.string()),
    "bytes": pa.binary(),
    "yes or no": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float64": pa.float64(),
}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column: its name, a word of `TYPES`, and what it says."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table. `deep` ones have a row for every turn, and an archive can be built without them."""

    name: str
    meaning: str
    columns: tuple[TableColumn, ...]
    deep: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple([column.name for column in self.columns])


def _table(name: str, meaning: str, *columns: tuple[str, str, str], deep: bool = False) -> TableSchema:
    return TableSchema(name, meaning, tuple([TableColumn(*column) for column in columns]), deep)


_FILE = ("file", "text", "the digest of the bytes of its file (BLAKE2b, 32 hexadecimal digits)")
_MATCH = ("match", "int64", "its match")
_GAME = ("game", "int16", "the number of the game in the match, from 1")
_TURN = ("turn", "int32", "the number of the roll in the game, from 1; a cube action has that of the next")
_SEAT = ("seat", "int8", "whose it is: 0 or 1 (the left column is 0)")

TABLES: dict[str, TableSchema] = {
    table.name: table
    for table in (
        _table(
            "files",
            "Every file that was found, also those that could not be read; copies each have a row.",
            ("path", "text", "where it lies; what is inside another file has the path of that before it"),
            ("source", "word", "the folder, container or list it was found by"),
            ("stamp", "text", "size, time and inode (or what a store says instead) as it was read"),
            ("bytes", "int64", "its size"),
            ("file", "text", "the digest of its bytes; none where it could not be read"),
            ("status", "word", "read, unknown (no known format), or why not: see `trouble`"),
            ("trouble", "text", "why it was not read, or not analysed, as a sentence"),
            ("format", "word", "its notation"),
            ("dialect", "word", "the dialect of the notation: mostly the program that wrote it"),
            ("encoding", "word", "its encoding"),
            ("matches", "int32", "how many matches it holds"),
            ("positions", "int32", "how many positions it holds, where it holds those and no match"),
            ("games", "int32", "how many games"),
            ("turns", "int32", "how many rolls were played"),
            (
                "lost",
                "int32",
                "plays that are not recovered: they could not be read, or the position was uncertain",
            ),
            ("errors", "int32", "findings that are errors"),
            ("warnings", "int32", "findings that are warnings"),
            ("notes", "int32", "findings that are notes"),
        ),
        _table(
            "matches",
            "Every match or session.",
            ("match", "int64", "the number it is known by"),
            _FILE,
            ("number", "int32", "which match of the file it is, from 1"),
            ("line", "int32", "the line at which it begins"),
            ("player0", "text", "who sits at seat 0, as the record says"),
            ("player1", "text", "who sits at seat 1"),
            ("header0", "text", "what a header calls seat 0 where that is another name"),
            ("header1", "text", "what a header calls seat 1 where that is another name"),
            ("rules", "word", "the rule set: modern, forn-1977, forn-de, davidsson"),
            ("options", "text", "the rules with what differs from the rule set"),
            ("length", "int32", "the points it goes to; 0 for money, none where the record does not say"),
            ("score0", "float64", "the final score of seat 0"),
            ("score1", "float64", "the final score of seat 1"),
            ("winner", "int8", "the seat that won"),
            ("complete", "yes or no", "whether it was played to the end"),
            ("games", "int32", "how many games"),
            ("turns", "int32", "how many rolls"),
            ("event", "text", "the tournament"),
            ("round", "text", "the round"),
            ("date", "text", "the date, as the record says it"),
            ("place", "text", "where it was played"),
            ("transcriber", "text", "who wrote it down"),
            ("site", "text", "the site or program it comes from, where the record says so"),
            ("lost", "int32", "plays that cannot be recovered, since the position before them is uncertain"),
            ("errors", "int32", "findings that are errors"),
            ("warnings", "int32", "findings that are warnings"),
            ("evaluations", "int32", "evaluations of an engine in the record"),
            (
                "analysis",
                "word",
                "engine, nets and level with which the build had it analysed; none where it had not",
            ),
        ),
        _table(
            "games",
            "Every game. What needs the board (hits, dances …) is none in an archive without turns.",
            _MATCH,
            _GAME,
            ("line", "int32", "the line at which it begins"),
            ("before0", "float64", "the score of seat 0 before it"),
            ("before1", "float64", "the score of seat 1 before it"),
            ("after0", "float64", "the score of seat 0 after it"),
            ("after1", "float64", "the score of seat 1 after it"),
            ("crawford", "yes or no", "whether it is the Crawford game"),
            ("kind", "word", "how it ended: single, gammon, backgammon, drop, resign … or a form"),
            ("winner", "int8", "the seat that won"),
            ("points", "float64", "what it was worth to its winner"),
            ("turns", "int32", "how many rolls"),
            ("cube", "int32", "the value of the cube at the end"),
            ("doubles", "int16", "how often the cube was offered"),
            ("takes", "int16", "how often it was taken"),
            ("drops", "int16", "how often it was dropped"),
            ("doubled_at", "int32", "the roll before which the cube was first offered"),
            ("doubled_by", "int8", "who offered it first"),
            ("certain", "yes or no", "whether the board is known to the end"),
            ("lost", "int32", "plays that cannot be recovered, since the position before them is uncertain"),
            ("errors", "int32", "findings that are errors"),
            ("began", "int8", "who played first"),
            ("opening", "word", "the first roll, the higher number first: 31"),
            ("opening_play", "word", "how it was played"),
            ("reply", "word", "the second roll"),
            ("reply_play", "word", "how that was played"),
            ("seconds0", "float64", "the time seat 0 used, where every roll has it"),
            ("seconds1", "float64", "the time seat 1 used"),
            ("hits0", "int16", "checkers that seat 0 hit"),
            ("hits1", "int16", "checkers that seat 1 hit"),
            ("dances0", "int16", "rolls that seat 0 could not play at all"),
            ("dances1", "int16", "rolls that seat 1 could not play at all"),
            ("off0", "int16", "checkers that seat 0 has borne off at the end"),
            ("off1", "int16", "checkers that seat 1 has borne off at the end"),
            ("hit_bearing_off", "int8", "the seat that was hit after it had begun to bear off, the first"),
            ("off_then", "int16", "how many checkers that seat had borne off then"),
        ),
        _table(
            "awards",
            "Points scored in games of the old kind, and for what.",
            _MATCH,
            _GAME,
            _SEAT,
            ("kind", "word", "uttekt, jan, or the name of the form"),
            ("points", "float64", "how many points"),
        ),
        _table(
            "turns",
            "Every roll with its play. Boards are seen by the side on roll, `after` by the next.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("line", "int32", "the line it stands on; none in binary formats"),
            ("die1", "int8", "the first die as written"),
            ("die2", "int8", "the second die as written, 0 where one was rolled alone"),
            ("play", "word", "the play as written, its steps in order: 8/5* 6/5"),
            ("before", "text", "the position before it: a GNU id; a position text in the old game"),
            ("after", "text", "the position after it, seen by the other side"),
            ("cube", "int32", "the value of the cube"),
            ("owner", "int8", "who owns the cube; none where it is in the middle"),
            ("legal", "yes or no", "whether the play is allowed; none where that is not known"),
            ("finding", "word", "the code of what is wrong with it"),
            ("certain", "yes or no", "whether the board is known after it"),
            ("hits", "int8", "checkers hit; none where the board is not known"),
            ("dance", "yes or no", "whether no checker was moved; none where that is not known"),
            ("pips", "int16", "the pip count of who plays, before it"),
            ("other_pips", "int16", "the pip count of the other side, before it"),
            ("on_bar", "int8", "own checkers on the bar before it"),
            ("off", "int8", "own checkers borne off after it"),
            ("phase", "word", "contact, race or bear-off before it (modern game)"),
            ("seconds", "float64", "the time used, where the record says so"),
            deep=True,
        ),
        _table(
            "positions",
            "An index: which rolls a position stood before, in the order of `key`.",
            ("key", "uint64", "a number made of the board as the side on roll sees it"),
            _MATCH,
            _GAME,
            _TURN,
            ("seat", "int8", "who is on roll"),
            ("line", "int32", "the line the roll stands on"),
            deep=True,
        ),
        _table(
            "decisions",
            "Every cube action, and every decision that an engine weighed, in the record or at the build.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("kind", "word", "double, beaver, take or drop as played; play or cube as weighed"),
            ("value", "int32", "what the cube was turned to"),
            ("choice", "text", "what was played, where it was weighed"),
            ("best", "text", "the best choice"),
            ("equity", "float64", "the equity of the best choice"),
            ("loss", "float64", "what was lost in equity, 0 for the best"),
            ("mwc_loss", "float64", "what was lost in match winning chances"),
            ("answer_loss", "float64", "what the answer to the cube lost, which is the other side's"),
            ("engine", "word", "which program weighed"),
            ("level", "word", "how deeply"),
            (
                "counts",
                "yes or no",
                "whether it is one of the decisions of a PR, after XG; none where its loss is left out",
            ),
            ("outcomes", "text", "what can come of the game behind the best choice: shares by name, as JSON"),
        ),
        _table(
            "luck",
            "How lucky every roll was, where an engine says so, in the record or at the build.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("luck", "float64", "by how much it was better than rolls are on average, in equity"),
            ("mwc_luck", "float64", "the same in match winning chances"),
            ("played", "yes or no", "whether it was played; the last before a resignation may not be"),
            ("engine", "word", "which program says so"),
        ),
        _table(
            "findings",
            "Everything that was found, as `kotra check` says it.",
            _FILE,
            ("match", "int64", "the match it is in; none where it is about the file"),
            ("game", "int16", "the game, from 1"),
            ("turn", "int32", "the roll, from 1"),
            ("seat", "int8", "whose doing it is"),
            ("line", "int32", "the line"),
            ("column", "int32", "the column, from 1"),
            ("code", "word", "the code of its kind, such as P203"),
            ("name", "word", "the name of its kind, such as point-held"),
            ("severity", "word", "error, warning or note"),
            ("rule", "word", "the rule it rests on"),
            (
                "fate",
                "word",
                "what became of it: stood, slip, idle, corrected, uncertain, goes-on, unsaid, because, left",
            ),
            ("written", "text", "what is written there"),
            ("message", "text", "the sentence, in English"),
        ),
        _table(
            "comments",
            "What people wrote between the plays.",
            _MATCH,
            ("game", "int16", "the game it stands in; none before the first"),
            ("turn", "int32", "the roll it stands behind"),
            ("line", "int32", "the line"),
            ("author", "text", "who wrote them, where that is said"),
            ("text", "text", "the words"),
        ),
        _table(
            "sketches",
            "What a match is known again by, though names, seats and notation differ.",
            _MATCH,
            ("throws", "bytes", "its rolls, a byte each"),
            ("seats", "bytes", "who threw, a byte each"),
            ("plays", "bytes", "its plays, four bytes each"),
            ("rest", "text", "its games, results and cube actions, as JSON"),
        ),
    )
}


@cache
def arrow_schema(name: str) -> pa.Schema:
    """The columns of a table as Arrow has them."""
    return pa.schema([(column.name, TYPES[column.type]) for column in TABLES[name].columns])
