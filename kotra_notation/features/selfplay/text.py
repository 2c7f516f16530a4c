"""The figures of games that nets played against themselves, in words: lines for a terminal, and a page."""

from __future__ import annotations

from collections.abc import Iterator

from kotra_notation.features.selfplay.job import LUCK_FREE, PlayFigure, SelfPlayed
from kotra_notation.installation import read_table
from kotra_notation.jobs.engine import learned_elsewhere
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell
from kotra_notation.report.table_page import html as page_html
from kotra_notation.rules.old_icelandic import outcome_title
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import Tongue

# The sections by their names, each with its title and the names of rows.
WORDS = read_table(__file__, "words.toml")


def notes(self_played: SelfPlayed, tongue: Tongue) -> Iterator[str]:
    """Yield what is to be known of the figures, a sentence each."""
    yield tongue.say("Simulated games, seed {seed}. In brackets: 95 % intervals.", seed=self_played.seed)
    yield tongue.say(
        "Figures marked * are corrected for the luck of the throws; the others are plain counts."
    )
    for table in self_played.tables:
        if elsewhere := learned_elsewhere(table.rules):
            yield told(elsewhere, tongue)
        if table.unfinished:
            yield tongue.count(
                "{number} game of {rules} did not end and is not counted.",
                "{number} games of {rules} did not end and are not counted.",
                table.unfinished,
                rules=table.rules,
            )
    if self_played.stopped:
        yield tongue.say("It was stopped early.")
    yield tongue.say(
        "The figures show how equal players fare; they do not show which reading of a text is right."
    )


def lines(self_played: SelfPlayed, tongue: Tongue) -> Iterator[str]:
    """The tables side by side, section by section."""
    heads = ["", *(table.rules for table in self_played.tables)]
    body = [[tongue.say("games"), *(str(table.games) for table in self_played.tables)]]
    sections = list(_sections(self_played))
    for name, rows in sections:
        body += [[label(name, item, tongue), *_cells(self_played, name, item, tongue)] for item in rows]
    widths = [max(len(row[column]) for row in (heads, *body)) for column in range(len(heads))]
    yield _line(heads, widths)
    yield _line(body[0], widths)
    rest = iter(body[1:])
    for name, rows in sections:
        yield ""
        yield tongue.say(WORDS[name]["title"])
        for _ in rows:
            yield _line(next(rest), widths)
    yield ""
    yield from notes(self_played, tongue)


def html(self_played: SelfPlayed, tongue: Tongue, title: str | None = None) -> str:
    """The tables as one page; the same figures give the same bytes."""
    sentences = notes(self_played, tongue)
    page = TablePage(
        title=cell(title).text if title else tongue.say("Old kotra, simulated"),
        summary=" ".join(sentences),
        facts=(),
        sections=tuple(
            [
                Section(
                    anchor=name,
                    title=tongue.say(WORDS[name]["title"]),
                    columns=("", *(f"{table.rules} ({table.games})" for table in self_played.tables)),
                    numbers=frozenset(range(1, len(self_played.tables) + 1)),
                    rows=tuple(
                        [
                            (cell(label(name, row, tongue)), *_page_cells(self_played, name, row, tongue))
                            for row in rows
                        ]
                    ),
                )
                for name, rows in _sections(self_played)
            ]
        ),
    )
    return page_html(page, tongue)


def _sections(self_played: SelfPlayed) -> Iterator[tuple[str, list[str]]]:
    """The sections that have figures, with the names of their rows."""
    for section in WORDS:
        rows = dict.fromkeys(
            figure.name
            for table in self_played.tables
            for figure in table.figures
            if figure.section == section
        )
        if rows:
            yield section, list(rows)


def label(section: str, name: str, tongue: Tongue) -> str:
    """Return what a figure is called."""
    words = WORDS[section].get(name)
    return tongue.say(words) if words else told(outcome_title(name), tongue)


def _cells(self_played: SelfPlayed, section: str, name: str, tongue: Tongue) -> Iterator[str]:
    for table in self_played.tables:
        figure = table.figure(section, name)
        yield f"{value(figure, tongue)} ({bounds(figure, tongue)})" if figure else "–"


def _page_cells(self_played: SelfPlayed, section: str, name: str, tongue: Tongue) -> Iterator[PageCell]:
    for table in self_played.tables:
        figure = table.figure(section, name)
        if figure is None:
            yield PageCell(text="–")
            continue
        bar = None
        if figure.unit == "share":
            bar = round(100 * figure.low), round(100 * figure.value), round(100 * figure.high)
        yield PageCell(text=value(figure, tongue), note=f"({bounds(figure, tongue)})", bar=bar)


def value(figure: PlayFigure, tongue: Tongue) -> str:
    """A figure as people write it, marked where luck was taken out."""
    mark = "*" if figure.method == LUCK_FREE else ""
    share = " %" if figure.unit == "share" else ""
    return f"{_number(figure.value, figure, tongue)}{share}{mark}"


def bounds(figure: PlayFigure, tongue: Tongue) -> str:
    """Return the bounds of a figure in words."""
    low, high = (_number(bound, figure, tongue) for bound in (figure.low, figure.high))
    return tongue.say("{low} to {high}", low=low, high=high)


def _number(value: float, figure: PlayFigure, tongue: Tongue) -> str:
    if figure.unit == "share":
        return tongue.number(100 * value, 1)
    if figure.unit == "turns":
        return tongue.number(value, 0)
    signed = figure.section in ("first", "first_throws")
    text = tongue.number(value, 2)
    return f"+{text}" if signed and value > 0 else text


def _line(cells: list[str], widths: list[int]) -> str:
    first, *others = cells
    aligned = [other.rjust(width) for other, width in zip(others, widths[1:], strict=True)]
    return "  ".join([first.ljust(widths[0]), *aligned]).rstrip()
