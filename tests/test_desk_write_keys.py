"""A whole match written by keys alone comes out as it was, and fast enough for a hand that keeps pace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser

import kotra_notation as kn
from referees.games import random_match
from referees.seeds import SESSIONS
from tests.desk_served import served
from tests.desks import scribe

# From a key to the first change of the board, and from a key to the answer of the desk, in milliseconds.
MEASURE = """() => {
  let key = 0, waits = false;
  window.measured = [];
  window.answered = [];
  addEventListener("keydown", event => { key = event.timeStamp; waits = true; }, true);
  const changed = new MutationObserver(() => {
    if (waits) measured.push(performance.now() - key);
    waits = false;
  });
  for (const board of document.querySelectorAll(".stage svg"))
    changed.observe(board, {childList: true, subtree: true});
  const written = document.querySelector(".written");
  new MutationObserver(() => {
    if (!written.hasAttribute("aria-busy")) answered.push(performance.now() - key);
  }).observe(written, {attributeFilter: ["aria-busy"]});
}"""
WORDS = {"doubles": "d", "takes": "t", "drops": "p"}


def entries_of(text: str) -> list[str]:
    """What is typed for a record, one entry after the other; what follows by itself is not typed."""
    return list(_entries(text.partition("\ngame 1")[2].split("\n")[1:]))


def _entries(lines: list[str]) -> Iterator[str]:
    opening = True
    for line in lines:
        side, _, deed = line.partition(" ")
        if line.startswith("game "):
            opening = True
        elif side not in ("W", "B") or deed.startswith(("wins", "loses")):
            continue
        elif deed.split()[0] in WORDS:
            yield WORDS[deed.split()[0]]
        elif deed[0].isdigit():
            dice, _, play = deed.partition(": ")
            yield dice[::-1] if opening and side == "B" else dice
            opening = False
            if play != "cannot move":
                yield play
        else:
            yield line


@pytest.mark.slow
def test_a_sound_record_is_written_by_keys_as_it_is(chromium: Browser, tmp_path: Path) -> None:
    """A game of it; in a long run (KOTRA_SESSIONS=500) all its 315 turns."""
    match = random_match(20, 3, said=True)
    match = match if SESSIONS > 100 else replace(match, games=match.games[:1])
    text = re.sub(r"(?m)^([WB] \d\d):$", r"\1: cannot move", str(kn.write(match, "kotra").content))
    text = text.replace("length: 3\n", "length: 3\nrules: modern\n")
    white, black = match.players
    with served(folder=tmp_path) as desk, scribe(chromium, desk) as page:
        page.begin(names=(white.name, black.name), length="3")
        page.page.evaluate(MEASURE)
        page.type(*entries_of(text))
        assert page.text == text
        measured, answered = page.page.evaluate("[measured, answered]")
        assert median(measured) <= 60, f"{median(measured)} ms to the board"
        print(f"{median(measured):.1f} ms from a key to the board, {median(answered):.1f} ms to the answer")
