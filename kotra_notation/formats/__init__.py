"""The notations: one module each around one model, recognised by content, never by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kotra_notation.board import Position
from kotra_notation.errors import KotraError, NoSuchFormat, NotWritten, wrong_type
from kotra_notation.findings import N_, Finding, Severity, finding, phrase
from kotra_notation.formats import notations
from kotra_notation.formats.format import Format, Reading, Source, Writing
from kotra_notation.formats.holding import EVERYTHING
from kotra_notation.formats.notations import FORMATS as FORMATS
from kotra_notation.formats.notations import looks_like
from kotra_notation.formats.reading_checks import with_contradictions, with_near, with_unread
from kotra_notation.implied import game_numbers, with_thrower
from kotra_notation.model import Match, ResultClaim, SetPosition, Span

A_FORMAT = phrase("the name of a format")
HEADLESS = phrase("the first line is missing, such as `kotra 1`")
COMMENT_LOOK = N_("Check for a typo; a comment begins with {sign}.")
EMPTY, LENGTHLESS = "empty-record", "length-missing"


def find_format(name: str) -> Format:
    """Return the format of a name; ValueError with the nearest name for another."""
    if not isinstance(name, str):
        raise wrong_type(name, A_FORMAT)
    if name in FORMATS:
        return FORMATS[name]
    from difflib import get_close_matches

    names = {"name": repr(name), "known": ", ".join(FORMATS)}
    if near := get_close_matches(name, FORMATS, n=1, cutoff=0.4):
        raise NoSuchFormat(
            "There is no format {name}. Did you mean {near}? Known: {known}.", **names, near=near[0]
        )
    raise NoSuchFormat("There is no format {name}. Known: {known}.", **names)


def split_name(name: str) -> tuple[str, str | None]:
    """Return the name of a format and its dialect: `mat` and `xg` for "mat:xg"."""
    if not isinstance(name, str):
        raise wrong_type(name, A_FORMAT)
    format, _, dialect = name.partition(":")
    return format, dialect or None


def recognise(source: Source) -> Format | None:
    """Return the format a file is in, None if it is in no known one or only tells of a record."""
    data = source.data
    if (
        notations.mark(data)
        or data.startswith(notations.PACKED)
        or notations.printed_here(data)
        or notations.unread_format(source)
    ):
        return None
    sources = [source]
    if b"\r" in data:
        # Signs are sought line by line, and old programs end lines with CR alone.
        sources.append(replace(source, data=data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")))
    for name in FORMATS.likely(data):
        if any(map(FORMATS[name].looks_like, sources)):
            return FORMATS[name]
    others = [FORMATS[name] for name in FORMATS.others()]
    return next((format for format in others for source in sources if looks_like(format, source)), None)


def read_source(source: Source, format: str | None = None) -> Reading:
    """Return what a file says, in the format named or the one recognised; an unknown one is a finding."""
    chosen = find_format(format) if format else recognise(source)
    if chosen is None:
        return Reading(findings=(_unknown(source),))
    reading = chosen.read(source)
    encoding = reading.encoding or (None if chosen.file.binary else source.encoding)
    reading = with_contradictions(replace(reading, format=chosen.name, encoding=encoding))
    reading = with_near(reading, chosen.file.headers)
    if chosen.holds != EVERYTHING:
        reading = _with_sides(reading)
    reading = with_unread(reading, shorthand=source.shorthand)
    reading = _with_games(_of_its_notation(chosen, source, reading))
    first_line = chosen.file.first_line
    if format is None and first_line and not first_line.match(source.text):
        headless = finding("head-doubtful", span=Span(1), what=HEADLESS).at(match=1)
        reading = replace(reading, findings=(headless, *reading.findings))
    findings = list(_with_numbers(reading))
    if sign := chosen.file.comment:
        findings = [_with_comment_sign(found, sign) for found in findings]
    return replace(reading, findings=tuple(findings if chosen.file.binary else [*source.findings, *findings]))


def _with_numbers(reading: Reading) -> Iterator[Finding]:
    """Yield the findings with the numbers of their games, which readers count from 1.

    A finding in a match that could not be made in the end is one of the file.
    """
    numbers = [game_numbers(match.games) for match in reading.matches]
    for found in reading.findings:
        if (found.match or 0) > len(numbers):
            yield found.at(match=None, game=None, turn=None)
        elif found.match and found.game and found.game <= len(numbers[found.match - 1]):
            yield found.at(game=numbers[found.match - 1][found.game - 1])
        else:
            yield found


def _with_comment_sign(found: Finding, sign: str) -> Finding:
    """Return a finding; for a line that cannot be read, the hint says how a comment begins here."""
    if found.kind.name != "unreadable-line" or "look" in found.facts:
        return found
    return found.at(facts={**found.facts, "look": COMMENT_LOOK, "sign": sign})


def _with_sides(reading: Reading) -> Reading:
    """Return the reading with every position seen by the side that throws next."""
    if not any(SetPosition in map(type, game.events) for match in reading.matches for game in match.games):
        return reading
    matches = [
        replace(match, games=tuple([replace(game, events=with_thrower(game.events)) for game in match.games]))
        for match in reading.matches
    ]
    return replace(reading, matches=tuple(matches))


def _of_its_notation(chosen: Format, source: Source, reading: Reading) -> Reading:
    """Return the reading; one without anything, of a file that looks like another, is a finding."""
    games = [game for match in reading.matches for game in match.games]
    anything = reading.positions or any(game.events or game.score for game in games)
    if anything or _has_error(reading) or chosen.looks_like(source):
        return reading
    others = [found for found in reading.findings if found.kind.name != EMPTY]
    mismatch = finding("format-mismatch", span=Span(1), format=phrase(chosen.title))
    return replace(reading, matches=(), findings=(*others, mismatch))


def _with_games(reading: Reading) -> Reading:
    """Return the reading with a finding on what is missing: every game of a match, or its length."""
    findings: list[Finding] = []
    if not (_has_error(reading) or _has(reading, EMPTY)):
        findings = [
            finding(EMPTY, span=match.span).at(match=number)
            for number, match in enumerate(reading.matches, 1)
            if not match.games
        ]
        if not (reading.matches or reading.positions or reading.findings):
            findings = [finding(EMPTY)]
    for number, match in enumerate(reading.matches, 1):
        claims = (event for game in match.games for event in game.events if isinstance(event, ResultClaim))
        aimless = match.length is None and "match.target=" not in (match.rules or "")
        won = aimless and any(claim.match for claim in claims)
        if won and not _has(reading, LENGTHLESS):
            findings.append(finding(LENGTHLESS, span=match.span).at(match=number))
    return replace(reading, findings=(*reading.findings, *findings)) if findings else reading


def _has(reading: Reading, kind: str) -> bool:
    return any(found.kind.name == kind for found in reading.findings)


def _has_error(reading: Reading) -> bool:
    return any(found.severity is Severity.ERROR for found in reading.findings)


def _unknown(source: Source) -> Finding:
    if format := notations.unread_format(source):
        return finding("format-unread", span=Span(1), format=format)
    if what := notations.kind(source):
        return finding("another-game", span=Span(1), game=what)
    return finding("unknown-format" if source.text.strip() else EMPTY, span=Span(1))


def write_matches(matches: Iterable[Match], name: str, dialect: str | None = None) -> Writing:
    """Matches in a notation; ValueError where it is unknown or cannot be written."""
    chosen = _of_dialect(name, dialect)
    if chosen.write_positions is not None and chosen.write is None:
        raise KotraError("{format} can store positions, but not matches.", format=phrase(chosen.title))
    if chosen.write is None:
        raise NotWritten("{format} can be read but not written.", format=phrase(chosen.title))
    return chosen.write(matches, dialect)


def write_positions(positions: Iterable[Position], name: str, dialect: str | None = None) -> Writing:
    """Positions in a notation of positions; ValueError where it is unknown or is none."""
    chosen = _of_dialect(name, dialect)
    if chosen.write_positions is None:
        raise KotraError("{format} cannot store positions.", format=phrase(chosen.title))
    return chosen.write_positions(positions, dialect)


def _of_dialect(name: str, dialect: str | None) -> Format:
    chosen = find_format(name)
    if dialect and dialect not in chosen.dialects:
        if not chosen.dialects:
            raise KotraError("{format} has no dialects.", format=chosen.name)
        facts = {"dialect": repr(dialect), "known": ", ".join(chosen.dialects)}
        raise KotraError("{format} has no dialect {dialect}; known: {known}.", format=chosen.name, **facts)
    return chosen
