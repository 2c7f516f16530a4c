"""What the page shows of a turn is what the replay knows: the identifiers it copies are those of Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import kotra_notation as kn
from kotra_notation.board import Position, Turning
from kotra_notation.model import Turn
from kotra_notation.replay import Replay
from kotra_notation.replay.turns import possible_dice
from referees.games import random_match
from referees.old_games import DIALECTS, random_old_match
from tests.browser import Visitor
from tests.records import rows
from tests.sample_pages import page_of, replayed

# Every turn is clicked, and whatever the buttons would have copied is kept instead.
COPIED = """async ([kinds]) => {
  const copied = {};
  let last = "";
  Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { last = text; }}});
  for (const link of document.querySelectorAll(".turns > li > a")) {
    link.click();
    copied[link.hash.slice(1)] = kinds.map((kind) => {
      document.querySelector(kind).click();
      return last;
    });
  }
  return copied;
}"""


def turns(replay: Replay) -> Iterator[tuple[str, Position]]:
    """The anchor and the position of every turn, the dice on it."""
    for game in replay.games:
        for frame in game.frames:
            if isinstance(turn := frame.event, Turn):
                position = frame.before.position
                if turn.seat != position.seat:
                    position = position.passed()
                dice = turn.dice if possible_dice(turn) else None
                yield f"g{game.number}-t{frame.before.turns + 1}", replace(position, dice=dice)


def check(visit: Visitor, replay: Replay, text: str) -> None:
    """Compare what the buttons copy at every turn with what Python knows."""
    if replay.ruleset.facts.turning is Turning.MIRRORED:
        kinds = ["[data-key=c]", "[data-copy=gnubg]", "[data-copy=text]"]
        known = {
            anchor: [place.xgid(), f"{place.gnubg_id()}:{place.gnubg_match_id()}", place.text()]
            for anchor, place in turns(replay)
        }
    else:
        kinds, known = ["[data-key=c]"], {anchor: [place.text()] for anchor, place in turns(replay)}
    shown = visit(text).page.evaluate(COPIED, [kinds])
    assert {anchor: shown[anchor] for anchor in known} == known


@rows
def test_the_page_of_a_sample_copies_what_python_knows(visit: Visitor, name: str) -> None:
    check(visit, replayed(name), page_of(name))


MODERN: list[tuple[int, int | str]] = [(2, 3), (3, 5), (4, 1)]


@pytest.mark.parametrize(("seed", "kind"), [*MODERN, *((5, dialect) for dialect in DIALECTS)])
def test_pages_of_random_matches_copy_what_python_knows(visit: Visitor, seed: int, kind: int | str) -> None:
    replay = kn.replay(random_old_match(seed, kind) if isinstance(kind, str) else random_match(seed, kind))
    check(visit, replay, kn.report(replay))
