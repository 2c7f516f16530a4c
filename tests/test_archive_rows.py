"""The rows of files, made without an archive: what games and turns are counted as."""

from __future__ import annotations

from typing import Any

from kotra_notation.archive.build.records import FileRows, FileSummary, replay_file
from kotra_notation.archive.manifest import TABLES

ROWS = tuple(name for name in TABLES if name != "files")
DOUBLED = """\
W 31: 8/5 6/5
B 64: 24/14
W 21: 13/10
B doubles 2
W takes
B 52: 13/8 24/22
W doubles 4
B drops
W wins 2
"""
# Nobody knows what was played with the 21, and so not what could be played with what was thrown behind it.
UNKNOWN = """\
W 31: 8/5 6/5
B 64: 24/14
W 21: ????
B 52: 13/8 24/22
W 43: 24/20 13/10
W wins 1
"""
HITS = """\
setup W: 24x1 4x1 off13; B: 2x1 6x2 off12; W to play
W 21: 24/23* 4/2
B 21: bar/23* 6/5
W 66: cannot move
W wins 1
"""


def rows(*games: str) -> tuple[FileSummary, dict[str, list[dict[str, Any]]]]:
    """What is said of a file of matches, each of one game, and the rows of its tables."""
    text = "\n".join(f"kotra 1\nlength: 0\ngame 1 0-0\n{game}" for game in games)
    made = FileRows(ROWS)
    summary = made.add("one", replay_file(text.encode(), "one.kotra", deep=True))
    return summary, {name: table.to_pylist() for name, table in made.finish().tables().items()}


def test_the_first_double_is_counted_with_the_turn_that_follows_it() -> None:
    _, tables = rows(DOUBLED)
    (game,) = tables["games"]
    assert (game["doubled_at"], game["doubled_by"]) == (4, 1)
    assert (game["doubles"], game["takes"], game["drops"]) == (2, 1, 1)


def test_the_lost_plays_of_all_matches_of_a_file_are_counted() -> None:
    summary, tables = rows(UNKNOWN, DOUBLED)
    assert [one["lost"] for one in tables["matches"]] == [3, 0]
    assert (summary.matches, summary.games, summary.turns, summary.lost) == (2, 2, 9, 3)


def test_of_several_hits_in_bearing_off_the_first_is_told() -> None:
    _, tables = rows(HITS)
    (game,) = tables["games"]
    assert (game["hit_bearing_off"], game["off_then"]) == (1, 12)
