"""Positions, one per line: XGIDs, OGIDs, GNU ids and position texts. Lines that begin with `#` are remarks.

The reader accepts:

- Blanks at either end, blank lines, text before `XGID=`.
- Lines that are no positions, such as an analysis: adjacent ones are one finding.

Dialects: `xgid`, `gnubg` (position id, colon, match id), `ogid`, `text`. The output is read again, and every
difference is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kotra_notation.alarm import heed_stop
from kotra_notation.board import Position, Turning
from kotra_notation.board.position import NoPositionError, position
from kotra_notation.findings import Finding, finding, impossible_position, phrase, reason
from kotra_notation.formats.format import Format, Reading, Source, Writing, lines_of
from kotra_notation.formats.holding import Ledger, short, stated_length
from kotra_notation.model import SetPosition, Span

LOOKED_AT = 8192
Speller = Callable[[Position], str]
SPELLERS: dict[str, Speller] = {
    "xgid": Position.xgid,
    "gnubg": lambda position: f"{position.gnubg_id()}:{position.gnubg_match_id()}",
    "ogid": Position.ogid,
    "text": Position.text,
}
XGID = re.compile(r"XGID=\S+")
XGID_LINE = re.compile(r"\s*XGID=[-A-Pa-p]{26}(?::[^\s:]*){1,9}\s*")  # right or wrong


def looks_like(source: Source) -> bool:
    """Return whether the first line with content is a position."""
    for line in lines_of(source.text[:LOOKED_AT]):
        if line.strip() and not line.lstrip().startswith("#"):
            return XGID_LINE.fullmatch(line) is not None or _position(line) is not None
    return False


def read(source: Source) -> Reading:
    """The positions of a file."""
    findings: list[Finding] = []
    positions: list[Position] = []
    words: list[tuple[Span, str, str]] = []
    problem: Finding | None
    for number, line in enumerate(source.lines, 1):
        heed_stop()
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        span, text = Span(number, 1, len(line) + 1), line.strip()[:80]
        try:
            positions.append(_read(line))
        except NoPositionError as error:
            words.append((span, text, reason(error)))
            continue
        except ValueError as error:
            problem = finding("unreadable-position", span=span, written=text, why=reason(error))
        else:
            problem = impossible_position(SetPosition(position=positions[-1], span=span))
        findings += [*_words(words), *([problem] if problem else [])]
        words = []
    findings += _words(words)
    return Reading(positions=tuple(positions), findings=tuple(findings))


def _words(lines: list[tuple[Span, str, str]]) -> list[Finding]:
    if not lines:
        return []
    span, text, why = lines[0]
    if len(lines) == 1:
        return [finding("unreadable-position", span=span, written=text, why=why)]
    return [finding("no-positions", span=span, written=text, count=len(lines))]


def _read(line: str) -> Position:
    named = XGID.search(line)
    return position(named[0] if named else line.strip())


def _position(line: str) -> Position | None:
    try:
        return _read(line)
    except ValueError:
        return None


def write(positions: Iterable[Position], dialect: str | None = None) -> Writing:
    """Positions in a dialect, one a line."""
    chosen = dialect or "xgid"
    return write_lines(positions, SPELLERS[chosen], _read, old=chosen == "text")


def write_lines(
    positions: Iterable[Position], spelled: Speller, read: Callable[[str], Position], *, old: bool = False
) -> Writing:
    """Positions one a line; what does not come back is noted. `old`: those of the old game can be written."""
    ledger = Ledger()
    lines: list[str] = []
    for number, shown in enumerate(positions, 1):
        if shown.turning is not Turning.MIRRORED and not old:
            where = phrase("position {number}, {position}", number=number, position=shown.text())
            ledger.findings.append(finding("game-not-expressible", written=short(where)))
            continue
        try:
            line = spelled(shown)
            again = read(line)
        except ValueError as error:
            ledger.lose(
                "event-lost", phrase("position {number}: {error}", number=number, error=reason(error))
            )
            continue
        lines.append(line)
        for kind, what in find_losses(shown, again):
            ledger.lose(kind, phrase("position {number}: {what}", number=number, what=what))
    return Writing(content="".join(f"{line}\n" for line in lines), findings=tuple(ledger.findings))


def find_losses(stated: Position, read: Position) -> Iterator[tuple[str, str]]:
    """Yield what one position says and the other does not: the kind of finding, and its words."""
    mine, theirs = stated.standing, read.standing
    men, score, dice = stated.men, mine.score, stated.dice or (0, 0)
    boards = [(shown.seen_by(0), shown.seen_by(1), shown.turning) for shown in (stated, read)]
    thrown = phrase("the dice {first}-{second}", first=dice[0], second=dice[1])
    scored = phrase("the score {first} to {second}", first=score[0], second=score[1])
    limit = phrase("a cube limit of {limit}", limit=mine.cube_limit)
    events: list[tuple[str, list[Any]]] = [
        (phrase("the checkers"), boards),
        (phrase("who is on roll"), [stated.seat, read.seat]),
        (phrase("{first} and {second} checkers", first=men[0], second=men[1]), [men, read.men]),
        (phrase("the cube at {value}", value=stated.cube.value), [stated.cube, read.cube]),
        (thrown, [sorted(stated.dice or ()), sorted(read.dice or ())]),
        (phrase("the offer {offer}", offer=stated.offer), [stated.offer, read.offer]),
        (phrase("state of the old game that the board does not show"), [stated.memory, read.memory]),
    ]
    headers: list[tuple[str, list[Any]]] = [
        (scored, [score, theirs.score]),
        (stated_length(mine.length), [mine.length, theirs.length]),
    ]
    rules: list[tuple[str, list[Any]]] = [
        (phrase("the Crawford game"), [mine.crawford, theirs.crawford]),
        ("texas", [mine.jacoby, theirs.jacoby]),
        ("beavers", [mine.beavers, theirs.beavers]),
        (limit, [mine.cube_limit, theirs.cube_limit]),
    ]
    for kind, facts in (("event-lost", events), ("header-lost", headers), ("rules-lost", rules)):
        yield from ((kind, what) for what, (ours, others) in facts if ours != others)


FORMAT = Format(
    title="Positions: XGID, OGID, GNU Backgammon ids, position texts, one per line",
    suffixes=(".txt", ".xgid"), looks_like=looks_like, read=read, write_positions=write,
    dialects=tuple(SPELLERS),
)  # fmt: skip
