"""A file as it is looked at beside what was found in it: its lines, a card for each finding, and boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kotra_notation.board import Position
from kotra_notation.features.check.job import Checked, check_file
from kotra_notation.findings import Finding
from kotra_notation.formats import named
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import Opened
from kotra_notation.replay import Frame, Replay
from kotra_notation.report.page import player_names
from kotra_notation.report.page_findings import DRAWN, diagram, page_finding
from kotra_notation.report.view import Diagram, PageFinding
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import Tongue

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
    binary = not reading.format or named(reading.format).file.binary
    lines = [] if binary else Source(file.data, file.path).lines
    shown = checked.findings[:MOST_FOUND]
    return FileView(
        checked=checked,
        lines=tuple(_visible(lines, [finding.span.line for finding in shown if finding.span])),
        length=len(lines),
        found=tuple(_found(shown, _frames(checked.replays), tongue)),
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
        if any(event.span and event.span.line == line for event in replay.match.games[game.number - 1].events)
        for frame in game.frames
        if frame.event.span and frame.event.span.line == line and hasattr(frame.event, "seat")
    ][:MOST_OF_A_LINE]


def view_of(replayed: Replay) -> str:
    """From where the board of a match is seen."""
    return str(replayed.ruleset.options.get("view.direction", "towards"))


def _visible(lines: Sequence[str], marked: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines by their numbers; of very many those around the marked ones, and the first."""
    if len(lines) <= WHOLE:
        yield from enumerate(lines, 1)
        return
    wanted = {at for line in (1, *marked) for at in range(line - AROUND, line + AROUND + 1)}
    yield from ((at, lines[at - 1]) for at in sorted(wanted) if 1 <= at <= len(lines))


def _found(
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
