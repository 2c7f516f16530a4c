"""A file read, and the plays in it that are written short written out: what every command begins with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation.errors import KotraError, UnknownFormat, wrong_type
from kotra_notation.findings import Finding, finding
from kotra_notation.formats import find_format, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.holding import Thing
from kotra_notation.implied import NOTATION, stated_shorthand
from kotra_notation.late import LateModule
from kotra_notation.model import Match, ResultClaim
from kotra_notation.replay import MODERN, Replay
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.inference import is_unexplained
from kotra_notation.rules import Ruleset, named
from kotra_notation.words import phrase, reason, sentences

if TYPE_CHECKING:
    from kotra_notation import shorthand

else:
    # Few records are written short.
    shorthand = LateModule("kotra_notation.shorthand")


SHOWN = 80

# What people call the options of rules.
OPTION_NAMES = frozenset(
    {"crawford", "jacoby", "texas", "beavers", "beaver", "raccoons", "variant", "variation", "auto_doubles"}
    | {"automatic", "cube", "cubelimit", "cube.limit", "murphy"}
)


def read(source: str | bytes | os.PathLike[str], *, format: str | None = None) -> Reading:
    """Read a file, bytes or text; return its matches or positions, and the findings of the reader.

    A string without a line end is a path. The `format` is recognised by content unless given. Raise OSError
    if the file cannot be opened, ValueError if its format is unknown. `kn.check` reports such files and
    continues.
    """
    if not isinstance(source, str | bytes | bytearray | os.PathLike) or (
        isinstance(source, str) and "\0" in source and "\n" not in source
    ):
        raise wrong_type(source, phrase("a path, a text or the bytes of a record"))
    path = ""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source):
        path = os.fspath(source)
        with open(path, "rb") as file:
            source = file.read()
    reading = read_in_full(
        Source(source.encode() if isinstance(source, str) else bytes(source), path), format
    )
    if not reading.format:
        raise unread_error(reading)
    return reading


def read_in_full(source: Source, format: str | None = None, rules: Ruleset | None = None) -> Reading:
    """Return what a file says, plays that are written short written out under the rules given or its own."""
    reading = read_source(source, format)
    findings: list[Finding] = []
    matches = list(reading.matches)
    for index, match in enumerate(matches):
        findings += [fault.at(match=index + 1) for fault in _rules_outside(match)]
        if source.shorthand or stated_shorthand(match.info) is not None:
            matches[index], of_match = shorthand.expand(match, rules or named(match.rules or MODERN).ruleset)
            findings += [fault.at(match=index + 1) for fault in (*_unknown(match), *of_match)]
    return replace(reading, matches=tuple(matches), findings=(*reading.findings, *findings))


def _rules_outside(match: Match) -> list[Finding]:
    """Return a finding for each header that has the name of an option of rules."""
    return [
        finding("rule-outside-header", span=match.span, written=f"{key}: {value}"[:SHOWN])
        for key, value in match.info
        if key.casefold() in OPTION_NAMES
    ]


def unread_error(reading: Reading) -> KotraError:
    """Return the error for a file that is no record: UnknownFormat, or what it is instead."""
    found = reading.findings[0]
    return (UnknownFormat if found.kind.name == "unknown-format" else KotraError)(sentences(found))


def why_unread(reading: Reading) -> str:
    """Return what that error says."""
    return reason(unread_error(reading))


def _unknown(match: Match) -> list[Finding]:
    """Words on how plays are written short that mean nothing."""
    return [
        finding(
            "option-value",
            span=match.span,
            written=word,
            option=NOTATION,
            value=word,
            values=", ".join(shorthand.MANNERS),
        )
        for word in stated_shorthand(match.info) or ()
        if word not in shorthand.MANNERS
    ]


def unexplained_wins(reading: Reading, replays: Sequence[Replay]) -> Iterator[Finding]:
    """Yield a note for a match with wins that only results show, if its notation can write resignations."""
    if not replays or Thing.RESIGNATIONS not in find_format(reading.format).holds:
        return
    for at, replayed in enumerate(replays, 1):
        pairs = zip(replayed.games, replayed.match.games, strict=True)
        games = [(game, record) for game, record in pairs if is_unexplained(game, record)]
        if not games:
            continue
        (game, record), *others = games
        claim = next((event for event in record.events if isinstance(event, ResultClaim)), None)
        numbers = ", ".join(str(game.number) for game, _ in games)
        which = phrase("games {numbers}", numbers=numbers) if others else phrase("this game")
        note = finding("end-unrecorded", span=claim.span if claim else None, seat=game.winner, games=which)
        names = [player.name or COLOURS[seat] for seat, player in enumerate(replayed.match.players)]
        yield with_names(note, names, replayed.ruleset, game.number).at(match=at, turn=game.turns)
