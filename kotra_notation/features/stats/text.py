"""The sheet of a match in lines, as `kotra stats` prints it and `kotra analyse` ends with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.cli.speaking import count
from kotra_notation.cli.streams import spell
from kotra_notation.features.stats.job import FileStats, PlayerSum
from kotra_notation.features.stats.match import MatchStats
from kotra_notation.features.stats.study import KIND, MONEY, PHASE, SCORE, StudyPlan
from kotra_notation.jobs.cells import grid
from kotra_notation.jobs.paths import printable
from kotra_notation.report.cleaning import apart
from kotra_notation.report.event_words import capital, kind_word
from kotra_notation.report.studies import format_signed
from kotra_notation.report.tables import NOTHING, sheet_table
from kotra_notation.report.text_layout import side_by_side, wrap_text
from kotra_notation.statistics.conventions import Convention
from kotra_notation.statistics.questions import DOUBLE, HOLD, PASS, TAKE, QuizQuestion
from kotra_notation.words.phrases import oneline, told
from kotra_notation.words.tongues import N_, Tongue

LABELS, NUMBERS = 38, 18  # the widths of the columns; with what is between them they fill a line
INDENT = "    "
STUDY_HEADS = {
    PHASE: N_("By phase: decisions, equity lost, share"),
    KIND: N_("By kind of decision"),
    SCORE: N_("By score (the player first)"),
}
PARTS = 8  # so many scores are listed
CUBE_WORDS = {DOUBLE: N_("Double"), HOLD: N_("No double"), TAKE: N_("Take"), PASS: N_("Drop")}


def render_named(
    stats: MatchStats, path: str, tongue: Tongue, number: int | None = None, errors: bool = False
) -> Iterator[str]:
    """A match in lines as `render_match` has them, with its file, and its number where that holds several."""
    name = printable(path)
    lines = render_match(stats, tongue, errors)
    named = name if number is None else tongue.say("{path}, match {number}", path=name, number=number)
    yield f"{named}: {next(lines)}"
    yield from lines


def render_match(stats: MatchStats, tongue: Tongue, errors: bool = False) -> Iterator[str]:
    """A match in lines: players, numbers side by side, and what is missing; or only its worst `errors`."""
    names = [oneline(name) or "?" for name in stats.names]
    yield " – ".join(map(apart, names))
    if stats.sheet is None:
        yield from wrap_text(told(stats.why, tongue), first=INDENT, rest=INDENT)
        return
    table = sheet_table(stats.sheet, names, tongue)
    rows = [*table.rows, *_awards(stats, tongue)]
    if errors:
        rows = [row for row in rows if row[0] == tongue.say(stats.convention.rate)]
    for line in (("", *names), *rows):
        yield side_by_side([line], (LABELS, NUMBERS, NUMBERS), 2).rstrip()
    if errors:
        yield from _worst(stats, tongue)
        return
    for note in table.notes:
        yield from wrap_text(note, first=INDENT, rest=INDENT)
    if stats.endings:
        ends = [f"{kind_word(kind, tongue)} {count}" for kind, count in stats.endings.items()]
        yield from wrap_text(
            tongue.say("Games ended: {how}.", how=", ".join(ends)), first=INDENT, rest=INDENT
        )
    yield from _worst(stats, tongue)
    if others := [engine for engine in stats.engines if engine != stats.engine]:
        text = tongue.say("Not counted here: {engines}.", engines=tongue.list_items([*map(apart, others)]))
        yield from wrap_text(text, first=INDENT, rest=INDENT)


def errors_line(number: int) -> str:
    """Return the sentence that the record has errors."""
    return count(
        "The record has {number} error: see kotra check.",
        "The record has {number} errors: see kotra check.",
        number,
    )


def _worst(stats: MatchStats, tongue: Tongue) -> Iterator[str]:
    """Yield the worst errors of a match."""
    if stats.worst:
        yield ""
        yield tongue.say("Worst errors (kotra show FILE --at GAME.TURN shows one):")
        yield from _error_rows([(stats, question, "") for question in stats.worst], tongue)


def render_worst(
    matches: Iterable[tuple[str, int, MatchStats]], most: int | None, tongue: Tongue
) -> Iterator[str]:
    """Yield the worst errors of several matches, each with its file; the old game is left out."""
    errors = [
        (
            stats,
            question,
            path if number == 1 else tongue.say("{path}, match {number}", path=path, number=number),
        )
        for name, number, stats in matches
        for path in [printable(name)]
        for question in (stats.worst or () if not stats.convention.in_points else ())
    ]
    if errors:
        yield tongue.say("Worst errors of all matches (kotra show FILE --at GAME.TURN shows one):")
        yield from _error_rows(sorted(errors, key=lambda error: -error[1].loss)[:most], tongue)
        yield ""


def _error_rows(errors: Sequence[tuple[MatchStats, QuizQuestion, str]], tongue: Tongue) -> Iterator[str]:
    """Yield an error in a line: the turn, the player, what was done, its cost, what was best, the file."""
    rows = []
    for stats, question, where in errors:
        best = question.best
        dice = question.position.dice
        made, better = (cube_word(text, tongue) for text in (question.chosen.text, best.text))
        rows.append(
            (
                f"{question.number}.{question.turn}",
                apart(oneline(stats.names[question.seat]) or "?"),
                f"{max(dice)}{min(dice)}: {made}" if dice else made,
                format_signed(-question.loss, tongue, 3),
                tongue.say("best: {play}", play=better),
                where,
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number in (0, 3) else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def cube_word(text: str, tongue: Tongue) -> str:
    """Return a cube action in words."""
    return tongue.say(CUBE_WORDS[text]) if text in CUBE_WORDS else text


def render_players(
    players: Sequence[PlayerSum], convention: Convention, tongue: Tongue, room: int
) -> Iterator[str]:
    """Yield a table, as wide as there is `room`, with a line for each player of several matches."""
    heads = [N_("player"), N_("matches"), N_("decisions"), convention.rate, N_("luck")]
    rows = []
    for player in players:
        rate = NOTHING
        if player.rate is not None:
            rate = tongue.number(player.rate, convention.digits)
            if player.error is not None:
                rate += f" ± {tongue.number(player.error, convention.digits)}"
        luck = NOTHING if player.luck is None else format_signed(player.luck, tongue, 3)
        name = spell(oneline(player.name) or "?")
        rows.append([name, str(player.matches), str(player.decisions), rate, luck])
    yield from grid([tongue.say(head) for head in heads], rows, (False, True, True, True, True), room)


def render_study(plan: StudyPlan, tongue: Tongue) -> Iterator[str]:
    """Yield the plan of a player: what was lost in each part, its share, and the turns to look at."""
    yield tongue.say(
        "{player}: {matches}, {decisions} decisions, {loss} lost",
        player=spell(oneline(plan.player)),
        matches=tongue.count("{number} match", "{number} matches", plan.matches),
        decisions=plan.decisions,
        loss=tongue.number(plan.loss, 3),
    )
    yield tongue.say("Show a turn: {command}", command="kotra show FILE --at GAME.TURN")
    for by, title in STUDY_HEADS.items():
        yield ""
        yield tongue.say(title)
        for part in plan.by(by)[:PARTS]:
            name = part.name if by == SCORE and part.name != MONEY else tongue.say(part.name)
            share = tongue.say("{number} %", number=tongue.number(100 * part.loss / (plan.loss or 1), 0))
            numbers = f"{part.decisions:>6}  {tongue.number(part.loss, 3):>8}  {share:>6}"
            yield f"  {name:<24}{numbers}".rstrip()
            for turn in part.turns:
                number = f" ({tongue.say('match {number}', number=turn.match)})" if turn.match > 1 else ""
                loss = format_signed(-turn.loss, tongue, 3)
                yield f"      {turn.game}.{turn.turn:<4} {loss}  {printable(turn.path)}{number}"
    yield ""


def _awards(stats: MatchStats, tongue: Tongue) -> Iterator[tuple[str, str, str]]:
    """Yield what either side of the old game was awarded: how often, and the points it brought."""
    by_seat = [{kind: (count, points) for kind, count, points in awards} for awards in stats.awards]
    for kind in dict.fromkeys(kind for awards in stats.awards for kind, _, _ in awards):
        first, second = (
            f"{awards[kind][0]} ({tongue.points(awards[kind][1])})" if kind in awards else NOTHING
            for awards in by_seat
        )
        yield capital(kind_word(kind, tongue)), first, second


# The columns of a table of matches behind file, match, player and opponent: of the match, and of the player.
OF_MATCH = ("engine", "convention")
OF_PLAYER = (
    *("moves", "unforced", "cube_decisions", "error", "blunder", "play_loss", "cube_loss", "loss"),
    *("rate", "level", "luck", "luck_mwc", "luck_adjusted"),
)


def csv_rows(files: Iterable[FileStats]) -> Iterator[Sequence[object]]:
    """Yield a table with a row for each player of each match, its head first; numbers as in JSON."""
    yield ("file", "match", "player", "opponent", *OF_MATCH, *OF_PLAYER)
    for file in files:
        document = file.as_json()
        for number, match in enumerate(document["matches"], 1):
            for player, other in zip(match["players"], reversed(match["players"]), strict=True):
                values = [match[name] for name in OF_MATCH] + [player.get(name) for name in OF_PLAYER]
                yield (document["path"], number, player["name"], other["name"], *values)
