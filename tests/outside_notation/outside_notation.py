"""Tally, a notation of another package: a line for each thing that is done, `A 31 8/5 6/5`; one game a file.

The reader accepts: blanks at the ends of lines; empty lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Format, Reading, Source, Writing, line_span
from kotra_notation.formats.found_again import check_written
from kotra_notation.formats.holding import Thing, reduce_matches
from kotra_notation.formats.plays import spell_play
from kotra_notation.formats.recorder import act, event
from kotra_notation.model import Double, Drop, Event, Game, Match, Play, Player, Take, Turn

GRAMMAR = str(Path(__file__).with_name("tally"))
HEAD = re.compile(r"tally ([0-9]{1,3}): ([^/\n]*)/([^/\n]*)")
VERBS: dict[type, str] = {Double: "doubles", Take: "takes", Drop: "drops"}


def looks_like(source: Source) -> bool:
    """Whether the first line says `tally`, a length and two names."""
    return bool(HEAD.match(source.text))


def read(source: Source) -> Reading:
    """What a tally says."""
    return replace(_read(source.lines), encoding=source.encoding)


def _read(text_lines: list[str]) -> Reading:
    events: list[Event] = []
    found: list[Finding] = []
    head, *lines = text_lines
    names = HEAD.match(head)
    if names is None:
        return Reading(findings=(finding("unknown-format"),))
    for number, line in enumerate(lines, 2):
        did = act(GRAMMAR, line.strip()[2:]) if line[:2] in ("A ", "B ") else None
        span = line_span(number, line)
        if did:
            events.append(event(did, "AB".index(line[0]), line.strip()[2:], span))
        elif line.strip():
            found.append(finding("unreadable-line", span=span, written=line.strip()))
    players = (Player(name=names[2].strip()), Player(name=names[3].strip()))
    games = (Game(number=1, events=tuple(events)),)
    match = Match(players=players, length=int(names[1]), games=games)
    return Reading(matches=(match,), findings=tuple(found))


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """The first game of the first match as a tally."""
    kept, ledger = reduce_matches(matches, FORMAT.holds)
    sheets = ("".join([f"{line}\n" for line in _lines(match)]) for match in kept[:1])
    return check_written(kept[:1], sheets, lambda lines: _read(lines).matches, ledger)


def _lines(match: Match) -> Iterator[str]:
    yield f"tally {match.length or 0}: {match.players[0].name} / {match.players[1].name}"
    for one in match.games[0].events:
        if isinstance(one, Turn):
            play = spell_play(one.deed.hops) if isinstance(one.deed, Play) else ""
            yield f"{'AB'[one.seat]} {one.dice[0]}{one.dice[1]} {play}".rstrip()
        elif isinstance(one, Double | Take | Drop):
            yield f"{'AB'[one.seat]} {VERBS[type(one)]}"


FORMAT = Format(
    title="Tally, of another package",
    suffixes=(".tally",),
    looks_like=looks_like,
    read=read,
    write=write,
    holds=frozenset({Thing.HITS, Thing.CUBE}),
)
