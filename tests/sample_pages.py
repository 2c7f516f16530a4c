"""The samples of the repository as pages, each made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.replay import Replay

FOLDER = Path(__file__).parents[1] / "samples"
# One of each kind: with evaluations, without, with comments, faulty, old kotra sound and faulty.
KINDS = (
    "notations/skafl.xg",
    "sound/reykjavik.mat",
    "sound/skyringar.kotra",
    "faulty/slip.mat",
    "sound/forn-islenska.kotra",
    "faulty/forn.kotra",
)

# The page that is being built has keys; these marks go when it has come.
COME = "data-key" in (FOLDER.parent / "templates" / "report.html.j2").read_text(encoding="utf-8")
when_it_has_come = pytest.mark.skipif(not COME, reason="the page has no keys yet")
until_it_comes = pytest.mark.xfail(not COME, reason="a defect of the page of before", strict=False)


def names() -> list[str]:
    """Every sample that holds a match."""
    paths = [path for path in sorted(FOLDER.glob("*/*")) if kn.read(path).matches]
    return [str(path.relative_to(FOLDER)) for path in paths]


@cache
def replayed(name: str) -> Replay:
    """The first match of a sample, replayed."""
    return kn.replay(kn.read(FOLDER / name).matches[0])


@cache
def page_of(name: str) -> str:
    """The page of the first match of a sample."""
    found = [one for one in kn.read(FOLDER / name).findings if one.match in (None, 1)]
    return kn.report(replayed(name), findings=found, source=Path(name).name)
