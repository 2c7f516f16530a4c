"""A whole match written by keys alone comes out as it was, and fast enough for a hand that keeps pace."""

from __future__ import annotations

from collections.abc import Iterator

# From a key to the first change of the board, and from a key to the answer of the desk, in milliseconds.
MEASURE = """() => {
  let key = 0, waits = false;
  window.measured = [];
  window.answered = [];
  addEventListener("keydown", event => { key = event.timeStamp; waits = true; }, true);
  for (const board of document.querySelectorAll(".stage svg"))
    new MutationObserver(() => { if (waits) measured.push(performance.now() - key); waits = false; }).observe(board, {childList: true, subtree: true});
  const written = document.querySelector(".written");
  new MutationObserver(() => { if (!written.hasAttribute("aria-busy")) answered.push(performance.now() - key); }).observe(written, {attributeFilter: ["aria-busy"]});
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
