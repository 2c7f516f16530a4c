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


_FILE = ("file", "text", "the digest of its file (BLAKE2b, 32 hexadecimal digits)")
_MATCH = ("match", "int64", "the match")
_GAME = ("game", "int16", "the number of the game in the match, from 1")
_TURN = (
    "turn",
    "int32",
    "the number of the roll in the game, from 1; a cube action has the number of the next roll",
)
_SEAT = ("seat", "int8", "the player's seat: 0 or 1 (the left column is 0)")

TABLES: dict[str, TableSchema] = {
    table.name: table
    for table in (
        _table(
            "files",
            "Every file found, including unreadable ones; each copy has a row.",
            ("path", "text", "the path; for a file inside another file, after the path of that file"),
            ("source", "word", "the folder, container or list that led to it"),
            ("stamp", "text", "size, time and inode (or a store's own stamp) when it was read"),
            ("bytes", "int64", "the size in bytes"),
            ("file", "text", "the digest of its bytes; empty if it could not be read"),
            ("status", "word", "read, unknown (unknown format), or the kind of failure: see `trouble`"),
            ("trouble", "text", "why it was not read or not analysed, as a sentence"),
            ("format", "word", "the notation"),
            ("dialect", "word", "the dialect of the notation: usually the program that wrote it"),
            ("encoding", "word", "the character encoding"),
            ("matches", "int32", "the number of matches"),
            ("positions", "int32", "the number of positions, in a file of positions without a match"),
            ("games", "int32", "the number of games"),
            ("turns", "int32", "the number of rolls played"),
            ("lost", "int32", "plays not recovered: unreadable, or the position before them was uncertain"),
            ("errors", "int32", "findings that are errors"),
            ("warnings", "int32", "findings that are warnings"),
            ("notes", "int32", "findings that are notes"),
        ),
        _table(
            "matches",
            "Every match or session.",
            ("match", "int64", "the number of the match in the archive"),
            _FILE,
            ("number", "int32", "the number of the match in its file, from 1"),
            ("line", "int32", "the line where it begins"),
            ("player0", "text", "the player at seat 0, as the record spells the name"),
            ("player1", "text", "the player at seat 1"),
            ("header0", "text", "the name of seat 0 in a header, if it differs"),
            ("header1", "text", "the name of seat 1 in a header, if it differs"),
            ("rules", "word", "the rule set: modern, forn-1977, forn-de, davidsson"),
            ("options", "text", "the rules, with the options that differ from the rule set"),
            ("length", "int32", "the length in points; 0 for money, empty if the record does not say"),
            ("score0", "float64", "the final score of seat 0"),
            ("score1", "float64", "the final score of seat 1"),
            ("winner", "int8", "the seat that won"),
            ("complete", "yes or no", "whether it was played to the end"),
            ("games", "int32", "the number of games"),
            ("turns", "int32", "the number of rolls"),
            ("event", "text", "the tournament"),
            ("round", "text", "the round"),
            ("date", "text", "the date, as written in the record"),
            ("place", "text", "where it was played"),
            ("transcriber", "text", "the transcriber"),
            ("site", "text", "the site or program it comes from, if the record says so"),
            (
                "lost",
                "int32",
                "plays that cannot be recovered, because the position before them is uncertain",
            ),
            ("errors", "int32", "findings that are errors"),
            ("warnings", "int32", "findings that are warnings"),
            ("evaluations", "int32", "engine evaluations in the record"),
            ("analysis", "word", "the engine, nets and level of the build's analysis; empty without one"),
        ),
        _table(
            "games",
            "Every game. Columns that need the board (hits, dances …) are empty in an archive without turns.",
            _MATCH,
            _GAME,
            ("line", "int32", "the line where it begins"),
            ("before0", "float64", "the score of seat 0 before it"),
            ("before1", "float64", "the score of seat 1 before it"),
            ("after0", "float64", "the score of seat 0 after it"),
            ("after1", "float64", "the score of seat 1 after it"),
            ("crawford", "yes or no", "whether it is the Crawford game"),
            ("kind", "word", "how it ended: single, gammon, backgammon, drop, resign … or a formation"),
            ("winner", "int8", "the seat that won"),
            ("points", "float64", "the points won"),
            ("turns", "int32", "the number of rolls"),
            ("cube", "int32", "the value of the cube at the end"),
            ("doubles", "int16", "the number of doubles"),
            ("takes", "int16", "the number of takes"),
            ("drops", "int16", "the number of drops"),
            ("doubled_at", "int32", "the roll before which the cube was first offered"),
            ("doubled_by", "int8", "the seat that doubled first"),
            ("certain", "yes or no", "whether the board is known until the end"),
            (
                "lost",
                "int32",
                "plays that cannot be recovered, because the position before them is uncertain",
            ),
            ("errors", "int32", "findings that are errors"),
            ("began", "int8", "the seat that played first"),
            ("opening", "word", "the first roll, the higher number first: 31"),
            ("opening_play", "word", "the play of the first roll"),
            ("reply", "word", "the second roll"),
            ("reply_play", "word", "the play of the second roll"),
            ("seconds0", "float64", "the time seat 0 used, if every roll has one"),
            ("seconds1", "float64", "the time seat 1 used"),
            ("hits0", "int16", "checkers that seat 0 hit"),
            ("hits1", "int16", "checkers that seat 1 hit"),
            ("dances0", "int16", "rolls that seat 0 could not play at all"),
            ("dances1", "int16", "rolls that seat 1 could not play at all"),
            ("off0", "int16", "checkers that seat 0 has borne off at the end"),
            ("off1", "int16", "checkers that seat 1 has borne off at the end"),
            ("hit_bearing_off", "int8", "the first seat that was hit after it began to bear off"),
            ("off_then", "int16", "the checkers that seat had borne off by then"),
        ),
        _table(
            "awards",
            "Points scored in old kotra, and for what.",
            _MATCH,
            _GAME,
            _SEAT,
            ("kind", "word", "uttekt, jan, or the name of the formation"),
            ("points", "float64", "the number of points"),
        ),
        _table(
            "turns",
            "Every roll with its play. `before` is seen by the side on roll, `after` by the other side.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("line", "int32", "the line; empty in binary formats"),
            ("die1", "int8", "the first die as written"),
            ("die2", "int8", "the second die as written; 0 if only one was rolled"),
            ("play", "word", "the play as written, its steps in order: 8/5* 6/5"),
            ("before", "text", "the position before it: a GNU id, or a position text in the old game"),
            ("after", "text", "the position after it, seen by the other side"),
            ("cube", "int32", "the value of the cube"),
            ("owner", "int8", "the owner of the cube; empty if it is in the middle"),
            ("legal", "yes or no", "whether the play is legal; empty if unknown"),
            ("finding", "word", "the code of the finding about it"),
            ("certain", "yes or no", "whether the board is known after it"),
            ("hits", "int8", "checkers hit; empty if the board is unknown"),
            ("dance", "yes or no", "whether no checker was moved; empty if unknown"),
            ("pips", "int16", "the pip count of the side on roll, before it"),
            ("other_pips", "int16", "the pip count of the other side, before it"),
            ("on_bar", "int8", "the side's checkers on the bar before it"),
            ("off", "int8", "the side's checkers borne off after it"),
            ("phase", "word", "contact, race or bear-off before it (modern game)"),
            ("seconds", "float64", "the time used, if the record says so"),
            deep=True,
        ),
        _table(
            "positions",
            "An index of positions: the rolls played from each, in the order of `key`.",
            ("key", "uint64", "a number made from the board as the side on roll sees it"),
            _MATCH,
            _GAME,
            _TURN,
            ("seat", "int8", "the side on roll"),
            ("line", "int32", "the line of the roll"),
            deep=True,
        ),
        _table(
            "decisions",
            "Every cube action, and every decision analysed by an engine, in the record or during the build.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("kind", "word", "double, beaver, take or drop as played; play or cube as analysed"),
            ("value", "int32", "the value of the cube after it"),
            ("choice", "text", "the choice made, if analysed"),
            ("best", "text", "the best choice"),
            ("equity", "float64", "the equity of the best choice"),
            ("loss", "float64", "the equity lost; 0 for the best choice"),
            ("mwc_loss", "float64", "the match-winning chances lost"),
            ("answer_loss", "float64", "the equity lost by the other side's answer to the double"),
            ("engine", "word", "the engine"),
            ("level", "word", "the level of analysis"),
            ("counts", "yes or no", "whether it counts for XG's PR; empty if its loss is left out"),
            ("outcomes", "text", "the chances of each result after the best choice: shares by name, as JSON"),
        ),
        _table(
            "luck",
            "The luck of every roll, from an engine, in the record or during the build.",
            _MATCH,
            _GAME,
            _TURN,
            _SEAT,
            ("luck", "float64", "the equity gained compared with the average roll"),
            ("mwc_luck", "float64", "the same in match-winning chances"),
            ("played", "yes or no", "whether the roll was played; the last before a resignation may not be"),
            ("engine", "word", "the engine"),
        ),
        _table(
            "findings",
            "Every finding of `kotra check`.",
            _FILE,
            ("match", "int64", "the match; empty if the finding is about the file"),
            ("game", "int16", "the game, from 1"),
            ("turn", "int32", "the roll, from 1"),
            ("seat", "int8", "the player it is about"),
            ("line", "int32", "the line"),
            ("column", "int32", "the column, from 1"),
            ("code", "word", "the code, such as P203"),
            ("name", "word", "the name, such as point-held"),
            ("severity", "word", "error, warning or note"),
            ("rule", "word", "the rule"),
            ("fate", "word", "the outcome: stood, slip, idle, corrected, uncertain, goes-on, because, left"),
            ("written", "text", "the text in the record"),
            ("message", "text", "the message, in English"),
        ),
        _table(
            "comments",
            "Comments in the records.",
            _MATCH,
            ("game", "int16", "the game; empty before the first"),
            ("turn", "int32", "the roll before it"),
            ("line", "int32", "the line"),
            ("author", "text", "the author, if named"),
            ("text", "text", "the comment"),
        ),
        _table(
            "sketches",
            "Data that identifies a match even if names, seats or notation differ.",
            _MATCH,
            ("throws", "bytes", "its rolls, a byte each"),
            ("seats", "bytes", "the seat of each roll, a byte each"),
            ("plays", "bytes", "its plays, four bytes each"),
            ("rest", "text", "its games, results and cube actions, as JSON"),
        ),
    )
}


@cache
def arrow_schema(name: str) -> pa.Schema:
    """The columns of a table as Arrow has them."""
    return pa.schema([(column.name, TYPES[column.type]) for column in TABLES[name].columns])
