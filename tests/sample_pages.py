"""The samples of the repository as pages, and a generated match that has everything; each made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import kotra_notation as kn
from kotra_notation.model import Match, Player
from kotra_notation.replay import Replay
from referees.analysed import analysed, commented
from referees.games import random_match
from referees.samples import EACH

FOLDER = Path(__file__).parents[1] / "samples"
# One of each kind: with evaluations, without, with comments, faulty, old kotra sound and faulty.
KINDS = (
    "notations/skafl.xg",
    "sound/reykjavik.mat",
    "sound/skyringar.kotra",
    "faulty/slip.mat",
    "sound/forn-islenska.kotra",
    "sound/forn-greind.kotra",
    "faulty/forn.kotra",
)
# The page of a record that holds no games stands with theirs.
HEAD = "a head without games"
PAGES = (HEAD, *KINDS)


@cache
def names() -> tuple[str, ...]:
    """Every sample that holds a match."""
    paths = [path for path in EACH if kn.read(path).matches]
    return tuple(str(path.relative_to(FOLDER)) for path in paths)


@cache
def replayed(name: str) -> Replay:
    """The first match of a sample, replayed."""
    if name == HEAD:
        return kn.replay(Match(players=(Player(name="Anna"), Player(name="Bjarni")), length=7))
    return kn.replay(kn.read(FOLDER / name).matches[0])


@cache
def page_of(name: str) -> str:
    """The page of the first match of a sample."""
    found = [] if name == HEAD else kn.read(FOLDER / name).findings
    return kn.report(replayed(name), findings=[one for one in found if one.match in (None, 1)])


@cache
def rich() -> Replay:
    """A generated match with cubes, comments and an analysis of every decision."""
    return kn.replay(commented(analysed(random_match(9, 5))))


@cache
def rich_page(language: str = "en") -> str:
    """Its page."""
    return kn.report(rich(), language=language)


@cache
def plain_page() -> str:
    """The page of the same match without what was said of it."""
    return kn.report(kn.replay(random_match(9, 5)))
