"""The standings in lines: the table, how ties were broken, the cross table, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.cli.streams import spell
from kotra_notation.features.same.text import other_players
from kotra_notation.features.standings.job import (
    BETWEEN,
    COPY,
    POINTS,
    SHARED,
    UNFINISHED,
    MatchLine,
    PlayerStanding,
    Standings,
)
from kotra_notation.features.standings.job import ERRORS as WITH_ERRORS
from kotra_notation.jobs.cells import GAP, NARROWEST, grid, shown_cell
from kotra_notation.jobs.paths import printable
from kotra_notation.report.cleaning import apart
from kotra_notation.report.templating import render
from kotra_notation.words.lines import width
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

# A cross table of more players is hard to read; the results are listed instead.
CROSS_TABLE_OF = 16
TIES = {
    BETWEEN: N_("Tied on matches won: {players}. Ranked by the matches between them."),
    POINTS: N_("Tied on matches won: {players}. Ranked by points won minus points lost."),
    SHARED: N_("Still tied: {players}. They share the place."),
}
# So many of the players of a tie are named.
MOST_TIED = 12
INDENT = "    "
SAME = "×"


def render_standings(standings: Standings, tongue: Tongue, room: int) -> Iterator[str]:
    """Yield the standings in lines that fit into `room` columns."""
    if standings.players:
        yield from _table(standings.players, tongue, room)
        for tie in standings.ties:
            yield tongue.say(TIES[tie.by], players=_names(tie.players, MOST_TIED))
        yield ""
        yield from _results(standings, tongue, room)
    for heading, lines in _notes(standings, tongue):
        yield ""
        yield heading
        yield from (f"{INDENT}{line}" for line in lines)
    if spellings := [*_spellings(standings, tongue)]:
        yield from ["", *spellings]
    yield ""
    yield from _sum(standings, tongue)


def _notes(standings: Standings, tongue: Tongue) -> Iterator[tuple[str, list[str]]]:
    """Yield what is missing and what does not count, each list with its heading."""
    if standings.missing:
        heading = tongue.count(
            "This looks like a round robin in which {number} match is missing:",
            "This looks like a round robin in which {number} matches are missing:",
            len(standings.missing),
        )
        yield heading, [*map(_pair, standings.missing)]
    if standings.left_out:
        yield tongue.say("Not counted:"), [_left_out(line, tongue) for line in standings.left_out]


def _columns(players: Sequence[PlayerStanding], tongue: Tongue) -> dict[str, list[str]]:
    """Return the columns of the table by their heads; draws and PR have one only if there are any."""
    shared = any(player.shared for player in players)
    columns: dict[str, list[str]] = {
        N_("place"): [f"{player.rank}{'=' if player.shared else ' ' * shared}" for player in players],
        N_("player"): [player.name for player in players],
        N_("matches"): [str(player.matches) for player in players],
        N_("won"): [str(player.won) for player in players],
        N_("drawn"): [str(player.drawn) for player in players],
        N_("lost"): [str(player.lost) for player in players],
        N_("points"): [_score((player.points_for, player.points_against), tongue) for player in players],
        N_("difference"): [
            _difference(player.points_for - player.points_against, tongue) for player in players
        ],
        "PR": ["–" if player.pr is None else tongue.number(player.pr, 2) for player in players],
    }
    if not any(player.drawn for player in players):
        del columns["drawn"]
    if all(player.pr is None for player in players):
        del columns["PR"]
    return columns


def _table(players: Sequence[PlayerStanding], tongue: Tongue, room: int) -> Iterator[str]:
    """Yield the lines of the table, with fewer columns in a narrow window."""
    columns = _columns(players, tongue)
    columns["player"] = [spell(shown_cell(name)) for name in columns["player"]]
    for head in ("difference", "matches"):
        numbers = [[tongue.say(name), *cells] for name, cells in columns.items() if name != "player"]
        if _width(numbers) + len(GAP) + NARROWEST > room:
            del columns[head]
    rows = [list(cells) for cells in zip(*columns.values(), strict=True)]
    yield from grid(
        [tongue.say(head) for head in columns], rows, [head != "player" for head in columns], room
    )


def _width(columns: Iterable[Iterable[str]]) -> int:
    """Return how wide columns of cells are with the gaps between them."""
    widths = [max(map(width, column)) for column in columns]
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _scores(standings: Standings, tongue: Tongue = ENGLISH) -> dict[tuple[str, str], list[str]]:
    """Return the scores of all matches between two players, as each of the two sees them."""
    results: dict[tuple[str, str], list[str]] = {}
    for match in standings.matches:
        first, second = match.players
        results.setdefault((first, second), []).append(_score(match.score, tongue))
        results.setdefault((second, first), []).append(_score(match.score[::-1], tongue))
    return results


def _results(standings: Standings, tongue: Tongue, room: int) -> Iterator[str]:
    """Yield the cross table, or a line for each player where that would be too wide."""
    order = [player.name for player in standings.players]
    results = _scores(standings, tongue)
    heads = ["", tongue.say("Cross table"), *(str(number) for number in range(1, len(order) + 1))]
    rows = [
        [
            str(number),
            spell(shown_cell(name)),
            *(SAME if name == other else ", ".join(results.get((name, other), ())) for other in order),
        ]
        for number, name in enumerate(order, 1)
    ]
    if len(order) <= CROSS_TABLE_OF and _width(zip(heads, *rows, strict=True)) <= room:
        yield from grid(heads, rows, [True, False, *[True] * len(order)])
        return
    yield tongue.say("Results:")
    for name in order:
        met = [
            f"{apart(shown_cell(other))} {', '.join(results[name, other])}"
            for other in order
            if (name, other) in results
        ]
        yield f"{INDENT}{apart(shown_cell(name))}: {'; '.join(met)}"


def _spellings(standings: Standings, tongue: Tongue) -> Iterator[str]:
    """Yield the names that count as one player, and those that may be one."""
    for names in standings.merged:
        yield tongue.say("Counted as one player: {names}.", names=_names(names))
    for _, finding in standings.spellings:
        yield finding.told(tongue)[0]


def _left_out(line: MatchLine, tongue: Tongue) -> str:
    """Return the record and why it does not count."""
    if line.why == COPY:
        why = tongue.say("the same match as {other}", other=line.other)
        if line.other_players:
            why += f". {told(other_players(line.other_players), tongue)}"
    elif line.why == WITH_ERRORS:
        why = tongue.count("{number} error", "{number} errors", line.errors)
    else:
        unfinished = line.why == UNFINISHED
        why = tongue.say("not played to the end") if unfinished else tongue.say("players not named")
    return f"{printable(line.path)}: {_pair(line.players)} {_score(line.score, tongue)}: {why}"


def _sum(standings: Standings, tongue: Tongue) -> Iterator[str]:
    """Yield how many matches count, and how many records and files do not."""
    text = tongue.count("{number} match counted", "{number} matches counted", len(standings.matches))
    if standings.left_out:
        text += ", " + tongue.say("{number} not counted", number=len(standings.left_out))
    yield f"{text}."
    if standings.passed_over:
        yield tongue.count(
            "{number} file skipped (unknown format).",
            "{number} files skipped (unknown format).",
            standings.passed_over,
        )


def csv_rows(standings: Standings) -> Iterable[Sequence[object]]:
    """Yield the table for other programs: heads and rows, the cross table in the last columns."""
    names = ("rank", "name", "matches", "won", "drawn", "lost", "points_for", "points_against", "pr")
    order, results = [player.name for player in standings.players], _scores(standings)
    yield ("rank", "player", *names[2:], *order)
    for player in standings.players:
        values = [getattr(player, name) for name in names]
        values = [
            int(value) if isinstance(value, float) and value.is_integer() else value for value in values
        ]
        yield [*values, *(", ".join(results.get((player.name, other), ())) for other in order)]


def standings_page(standings: Standings, tongue: Tongue) -> str:
    """Return the standings as a page of HTML: the table, the cross table, and what is missing."""
    order, results = [player.name for player in standings.players], _scores(standings, tongue)
    columns = _columns(standings.players, tongue) if order else {}
    return render(
        "standings.html.j2",
        tongue,
        title=tongue.say("Standings"),
        heads=[(tongue.say(head), head == "player") for head in columns],
        rows=[*zip(*columns.values(), strict=True)],
        ties=[tongue.say(TIES[tie.by], players=_names(tie.players)) for tie in standings.ties],
        order=order,
        cross=[[results.get((name, other), []) for other in order] for name in order],
        notes=[*_notes(standings, tongue)],
        spellings=[*_spellings(standings, tongue)],
        total=[*_sum(standings, tongue)],
    )


def _names(names: Sequence[str], most: int | None = None) -> str:
    more = ", …" if most and len(names) > most else ""
    return ", ".join(apart(shown_cell(name)) for name in names[:most]) + more


def _pair(names: Sequence[str]) -> str:
    return " – ".join(apart(shown_cell(name)) or "?" for name in names)


def _score(score: Sequence[float], tongue: Tongue) -> str:
    return "–".join(map(tongue.number, score))


def _difference(value: float, tongue: Tongue) -> str:
    return tongue.signed_number(value) if value else tongue.number(0)
