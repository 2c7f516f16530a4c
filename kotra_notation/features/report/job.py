"""The page of one match: replayed, without its persons where that is wished, and rendered."""

from __future__ import annotations

import os
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256
from os import PathLike
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from kotra_notation.board import Position
from kotra_notation.board.themes import find_theme
from kotra_notation.features.anonymize.job import anonymous, masking
from kotra_notation.features.board.job import png, preview
from kotra_notation.features.check.job import Checked, check_file
from kotra_notation.features.check.text import render_ignored
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.ignores import without_ignored
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, STDIN, Opened, printable
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.records import choose_match
from kotra_notation.jobs.sources import is_compressed
from kotra_notation.model import Match
from kotra_notation.reading import read, unexplained_wins
from kotra_notation.replay import Frame, Replay, replay
from kotra_notation.report.page import page as page_view
from kotra_notation.report.page import player_names
from kotra_notation.report.page_findings import DRAWN, diagram, page_finding
from kotra_notation.report.rendering import OUTPUTS, html
from kotra_notation.report.text_layout import wording
from kotra_notation.report.view import Diagram, Origin, Page, PageFinding
from kotra_notation.report.wishes import Diagrams, Wishes, record_language
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import Tongue, preferred_language, tongue

if TYPE_CHECKING:
    from kotra_notation.features.analyse.job import EachGame


AUTO = "auto"
LARGEST_DOWNLOAD = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishOptions:
    """Options of `publish` for reading records and writing pages; `wishes` apply to every page.

    `to` is html, txt, md, json or pdf. `from_` is the notation of the records (default: recognised), `rules`
    override those they state. `language` sets the page language (`auto`: the system's). `download` adds the
    source file to the page. Files over `max_size` bytes or `limit` seconds are skipped and reported. With a
    `level` the engine analyses each match. `ignore` drops findings whose codes begin with one of its items.
    """

    to: str = "html"
    from_: str | None = None
    rules: Ruleset | None = None
    language: str = AUTO
    anonymous: bool = False
    download: bool = True
    max_size: int = MAX_SIZE * MEGABYTE
    limit: float = LIMIT
    level: str | None = None
    ignore: Sequence[str] = ()
    wishes: Wishes = field(default_factory=Wishes)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A page that is ready to be written, and what it was made of."""

    content: str | bytes
    page: Page
    replay: Replay
    findings: tuple[Finding, ...]
    theme: str

    @property
    def faulty(self) -> bool:
        """Return whether an error was found in the record."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def picture(self, ending: str) -> bytes:
        """The last position as a picture, by the ending of its file."""
        return PICTURES[ending](self)

    def draw_board(self, *, style: bool) -> str:
        """The last position as SVG, in the colours of the page's boards."""
        board = self.page.final.position
        return board.svg(
            names=self.page.players,
            view=self.page.view,
            theme=self.theme,
            wording=wording(tongue(self.page.language)),
            style=style,
        )


# What draws a picture, by the ending of its file.
PICTURES: dict[str, Callable[[MatchPage], bytes]] = {
    ".svg": lambda one: f"{one.draw_board(style=True)}\n".encode("utf-8", "replace"),
    ".png": lambda one: png(preview(one.draw_board(style=False), find_theme(one.theme).colours["paper"][0])),
}


@dataclass(frozen=True, slots=True)
class MatchView:
    """What a page shows of a match, what it was made of, and the wishes that hold."""

    page: Page
    replay: Replay
    findings: tuple[Finding, ...]
    wishes: Wishes


def match_view(
    file: Opened, reading: Reading, number: int, options: PublishOptions, address: str = ""
) -> MatchView:
    """The view of one match of a file, counted from 1, for a page at an address, where one is known."""
    match = reading.matches[number - 1]
    masked: Callable[[str], str] = masking(match) if options.anonymous else str
    shown_match = anonymous(match).match if options.anonymous else match
    replayed = replay(shown_match, options.rules)
    replayed = replace(replayed, findings=(*replayed.findings, *unexplained_wins(reading, [replayed])))
    replayed, read, ignored = without_ignored(replayed, reading, number, options.ignore)
    findings = tuple(_mask_finding(finding, masked) for finding in read)
    wishes = replace(
        options.wishes,
        language=language_of(match, options.language),
        origin=_origin(file, reading, options),
        address=address,
    )
    shown_ignored = [replace(entry, reason=masked(entry.reason)) for entry in ignored]
    page = replace(
        page_view(replayed, findings, wishes),
        ignored=tuple(render_ignored(shown_ignored, tongue(wishes.language))),
    )
    return MatchView(page, replayed, (*findings, *replayed.findings), wishes)


def match_page(
    file: Opened, reading: Reading, number: int, options: PublishOptions, address: str
) -> MatchPage:
    """The page of one match of a file, counted from 1, that will stand at an address, where one is known."""
    view = match_view(file, reading, number, options, address)
    content = OUTPUTS[options.to].render(view.page, tongue(view.wishes.language), view.wishes)
    return MatchPage(content, view.page, view.replay, view.findings, view.wishes.theme)


def with_analysis(
    reading: Reading, number: int, options: PublishOptions, each: EachGame | None = None
) -> tuple[Reading, PublishOptions]:
    """The reading with a match as the engine weighs it, where that is wished, and whom to listen to."""
    if options.level is None:
        return reading, options
    from kotra_notation.features.analyse.job import weighed_reading
    from kotra_notation.jobs.engine import engine_for, open_engine

    engine = open_engine(options.level)
    source = engine_for(engine, reading.matches[number - 1], options.rules).source
    wishes = replace(options.wishes, by=source)
    return weighed_reading(reading, number, engine, options.rules, each), replace(options, wishes=wishes)


def language_of(match: Match, wished: str) -> str:
    """The language of a page: the one wished, else that of the record, else that of the system."""
    return wished if wished != AUTO else record_language(match) or preferred_language(os.environ)


def _origin(file: Opened, reading: Reading, options: PublishOptions) -> Origin:
    """Return what a page tells of its source; of one without persons only the notation."""
    notation = Origin(format=reading.format, dialect=reading.dialect or "", encoding=reading.encoding or "")
    if options.anonymous:
        return notation
    offered = options.download and len(file.data) <= LARGEST_DOWNLOAD
    return replace(
        notation,
        name="" if file.path == STDIN else _name_unpacked(file.path),
        hash=sha256(file.data).hexdigest(),
        content=b64encode(file.data).decode() if offered else "",
    )


def _name_unpacked(path: str) -> str:
    name = PurePath(printable(path))
    return name.stem if is_compressed(path) else name.name


def _mask_finding(finding: Finding, masked: Callable[[str], str]) -> Finding:
    """A finding of the reader, what it quotes rewritten."""
    return replace(
        finding,
        written=masked(finding.written),
        player=None if finding.player is None else masked(finding.player),
        expected=tuple(map(masked, finding.expected)),
        facts=dict(_facts(finding, masked)),
    )


def _facts(finding: Finding, masked: Callable[[str], str]) -> Iterator[tuple[str, object]]:
    for name, fact in finding.facts.items():
        other = masked(fact) if isinstance(fact, str) else fact
        # A phrase that needs no change stays one, so that it is told in the language of the page.
        yield name, fact if other == fact else other


# Of a long file those lines are shown that something was found in, with so many around each.
WHOLE, AROUND = 3000, 12
# So many findings and positions of a file are shown.
MOST_FOUND, MOST_POSITIONS = 500, 60
# So many events of one line have their boards.
MOST_OF_A_LINE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFinding:
    """A finding, and the card that tells of it."""

    finding: Finding
    card: PageFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class FileView:
    """A file that was checked: `lines` are those that are shown, by their numbers, of `length` in all.

    A binary file has no lines. `left_out` counts the findings that have no card. `names` are the players of
    each match, `views` how its board is seen.
    """

    checked: Checked
    lines: tuple[tuple[int, str], ...]
    length: int
    found: tuple[FileFinding, ...]
    left_out: int
    positions: tuple[Position, ...]
    names: tuple[tuple[str, str], ...]
    views: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineBoard:
    """The board that an event of a line met, with who plays and how the board is seen."""

    diagram: Diagram
    names: tuple[str, str]
    view: str


def file_view(file: Opened, tongue: Tongue) -> FileView:
    """A file checked, and what is shown of it."""
    checked = check_file(file)
    reading = checked.reading
    binary = not reading.format or find_format(reading.format).file.binary
    lines = [] if binary else Source(file.data, file.path).lines
    shown = checked.findings[:MOST_FOUND]
    return FileView(
        checked=checked,
        lines=tuple(_visible(lines, [finding.span.line for finding in shown if finding.span])),
        length=len(lines),
        found=tuple(_file_findings(shown, _frames(checked.replays), tongue)),
        left_out=len(checked.findings) - len(shown),
        positions=reading.positions[:MOST_POSITIONS],
        names=tuple([player_names(replay.match, tongue) for replay in checked.replays]),
        views=tuple([view_of(replay) for replay in checked.replays]),
    )


def boards_at(file: Opened, line: int, tongue: Tongue) -> list[LineBoard]:
    """The boards that the events of a line met; none of a line in which nothing happens."""
    checked = check_file(file)
    return [
        LineBoard(diagram=diagram(frame), names=player_names(replay.match, tongue), view=view_of(replay))
        for replay in checked.replays
        for game in replay.games
        if any(event.span and event.span.line == line for event in replay.match.games[game.place].events)
        for frame in game.frames
        if frame.event.span and frame.event.span.line == line and hasattr(frame.event, "seat")
    ][:MOST_OF_A_LINE]


def view_of(replayed: Replay) -> str:
    """Return from where the board of a match is seen."""
    return str(replayed.ruleset.options.get("view.direction", "towards"))


def _visible(lines: Sequence[str], marked: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines by their numbers; of very many those around the marked ones, and the first."""
    if len(lines) <= WHOLE:
        yield from enumerate(lines, 1)
        return
    wanted = {at for line in (1, *marked) for at in range(line - AROUND, line + AROUND + 1)}
    yield from ((at, lines[at - 1]) for at in sorted(wanted) if 1 <= at <= len(lines))


def _file_findings(
    findings: Sequence[Finding], frames: Mapping[object, list[Frame]], tongue: Tongue
) -> Iterator[FileFinding]:
    """The findings with their cards, the first of them with boards."""
    drawn = 0
    for finding in findings:
        here = frames.get(_key(finding, finding.match or 1, finding.game))
        card = page_finding(finding, None, tongue, frame=here.pop(0) if here else None, drawn=drawn < DRAWN)
        drawn += card.diagram is not None
        yield FileFinding(finding=finding, card=card)


def _frames(replays: Sequence[Replay]) -> dict[object, list[Frame]]:
    """The frames that findings were made at, in their order; of games with nothing to find none are made."""
    frames: dict[object, list[Frame]] = defaultdict(list)
    for number, replayed in enumerate(replays, 1):
        for game in replayed.games:
            for frame in game.frames if game.findings else ():
                for finding in frame.findings:
                    frames[_key(finding, number, game.number)].append(frame)
    return frames


def _key(finding: Finding, match: int, game: int | None) -> object:
    """Return what a finding is known by, whether or not it says of which match it is."""
    return match, game, finding.kind.name, finding.span


def report(
    match: Replay | Match | Content | PathLike[str],
    *,
    number: int | None = None,
    findings: Sequence[Finding] = (),
    title: str | None = None,
    source: str = "",
    origin: Origin | None = None,
    language: str = "en",
    diagrams: Diagrams | None = None,
    theme: str = "paper",
    templates: Path | None = None,
    embed: bool = False,
    path_numbers: bool = False,
) -> str:
    """Return a match as a self-contained HTML page; the same input gives the same bytes.

    `match` is a replay, a match, or a record: its path, text or bytes; `number` chooses one of its matches,
    from 1. `findings` are those of the reader. `title` replaces the players' names; `source` is a line about
    the file, `origin` details. `diagrams` selects boards among the turns. `theme` is one that `kotra board
    --help` lists; `templates` is a folder of your own templates. `embed` returns a fragment. `path_numbers`
    numbers the points of the old game by each side's path. Raise ValueError for an unknown language or theme,
    or a broken template.
    """
    if isinstance(match, str | bytes | PathLike):
        reading = read(match)
        name = str(match) if isinstance(match, PathLike) or "\n" not in str(match) else reading.format
        recorded: Replay | Match = reading.matches[choose_match(name, reading, number) - 1]
        findings = (*findings, *reading.findings)
    else:
        recorded = match
    wishes = Wishes(
        title=title,
        language=language,
        theme=theme,
        diagrams=diagrams or Diagrams(),
        origin=origin or Origin(format=source),
        templates=templates,
        embed=embed,
        paths=path_numbers,
    )
    replayed = recorded if isinstance(recorded, Replay) else replay(recorded)
    return html(page_view(replayed, findings, wishes), tongue(language), wishes)
