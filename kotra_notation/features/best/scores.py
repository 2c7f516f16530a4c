"""`kn.best_scores`: the best play of a roll, or the cube action, at every score of a match, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html import escape
from itertools import count
from typing import TYPE_CHECKING

from kotra_notation.board import Position, Turning
from kotra_notation.board import position as position_of
from kotra_notation.errors import KotraError
from kotra_notation.features.best.job import Best, best_with
from kotra_notation.features.best.plays import DIGITS
from kotra_notation.jobs.engine import MODERN, open_engine
from kotra_notation.jobs.rows import Row, Table, Tabular
from kotra_notation.legal import Dice, dice_of
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

if TYPE_CHECKING:
    from kotra_notation.board.points import Standing

ACTIONS = {
    "no-double": N_("No double, take"),
    "double-take": N_("Double, take"),
    "double-pass": N_("Double, drop"),
    "too-good": N_("Too good to double"),
    "no-cube": N_("No cube decision: the cube cannot be turned here."),
}
REDOUBLED = ACTIONS | {
    "no-double": N_("No redouble, take"),
    "double-take": N_("Redouble, take"),
    "double-pass": N_("Redouble, drop"),
    "too-good": N_("Too good to redouble"),
}
SIZE, LARGEST = 7, 25
# If the next best choice loses less, the letter of a score is a small one.
CLOSE = 0.01
# Fills that can be told apart by people with colour blindness; they come again after the last.
FILLS = ("#bfe3f7", "#ffe0a3", "#b8e6cd", "#f6c7dd", "#d9d9d9", "#fbf3a0", "#f7c9a5", "#cfc7f0")
CELL, LINE = 44, 24  # pixels


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BestScores(Tabular):
    """The best choice at every score: `verdicts[need - 1][other - 1]`, for the side on roll and the other.

    A side that needs 1 point plays the Crawford game, unless both need 1.
    """

    verdicts: tuple[tuple[Best, ...], ...]

    def choices(self, tongue: Tongue = ENGLISH) -> tuple[tuple[str, ...], ...]:
        """Return the best play, or the cube action in words, at every score."""
        return tuple(tuple(_choice(best, tongue) for best in row) for row in self.verdicts)

    def letters(self, tongue: Tongue = ENGLISH) -> dict[str, str]:
        """Return the letter of every choice, the most frequent first; a small one marks a close decision."""
        times = Counter(choice for row in self.choices(tongue) for choice in row)
        names = (chr(65 + number % 26) + (str(number // 26) if number > 25 else "") for number in count())
        return dict(zip((choice for choice, _ in times.most_common()), names, strict=False))

    def cells(self, tongue: Tongue = ENGLISH) -> list[list[str]]:
        """Return the letter at every score."""
        letters = self.letters(tongue)
        pairs = zip(self.choices(tongue), self.verdicts, strict=True)
        return [
            [
                letters[choice].lower() if is_close(best) else letters[choice]
                for choice, best in zip(*pair, strict=True)
            ]
            for pair in pairs
        ]

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra best --scores --json` prints."""
        first = self.verdicts[0][0]
        dice = first.position.dice
        scores = [
            {
                "need": need,
                "other": other,
                "choice": best.cube.equities.action if best.cube else best.plays[0].text,
                "next_loses": None if (loss := next_loss(best)) is None else round(loss, DIGITS),
            }
            for need, row in enumerate(self.verdicts, 1)
            for other, best in enumerate(row, 1)
        ]
        head = {"engine": first.engine, "level": first.level, "position": first.asked}
        return {**head, "dice": list(dice) if dice else None, "scores": scores}

    def svg(self, tongue: Tongue = ENGLISH) -> str:
        """Return the table as a picture: a coloured letter for each score, and below it what they mean."""
        letters, notes, size = self.letters(tongue), legend(tongue), len(self.verdicts)
        fills = {letter.lower(): FILLS[number % len(FILLS)] for number, letter in enumerate(letters.values())}
        parts = [*_grid(self.cells(tongue), fills)]
        top = CELL * (size + 1) + LINE
        for line, (choice, letter) in enumerate(self.lines(tongue)):
            y = top + LINE * line
            parts.append(f'<rect x="10" y="{y - 11}" width="24" height="20" fill="{fills[letter.lower()]}"/>')
            parts += [_text(22, y, letter), _text(44, y, choice, "start")]
        top += LINE * len(letters)
        parts += [_text(10, top + LINE * line, note, "start", 12) for line, note in enumerate(notes)]
        width, height = (
            max(CELL * (size + 1), *(7 * len(note) for note in notes)) + 20,
            top + LINE * len(notes),
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="16">'
            f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>'
        )

    def lines(self, tongue: Tongue = ENGLISH) -> list[tuple[str, str]]:
        """Return every choice with the number of its scores, and its letter."""
        times = Counter(choice for row in self.choices(tongue) for choice in row)
        return [(f"{choice}  ({times[choice]})", letter) for choice, letter in self.letters(tongue).items()]

    def _table(self) -> Table:
        heads = ("", *map(str, range(1, len(self.verdicts) + 1)))
        return Table(heads, [(need, *row) for need, row in enumerate(self.choices(), 1)])


def best_scores(
    position: Position | str,
    dice: Dice | None = None,
    *,
    size: int = SIZE,
    level: str = "quick",
    nets: str | None = None,
) -> BestScores:
    """Return the best play, or without dice the cube action, at every score up to `size` points away.

    `position`, `dice`, `level` and `nets` are as in `best`; the score of the position does not matter.
    """
    if not isinstance(position, Position):
        return scores_of(str(position), position_of(position), dice, size, level, nets)
    return scores_of(position.text(), position, dice, size, level, nets)


def scores_of(
    asked: str,
    board: Position,
    dice: Dice | None,
    size: int,
    level: str,
    nets: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> BestScores:
    """Return the table of a position spelled as `asked`; `progress` is told how many scores are done."""
    if board.turning is not Turning.MIRRORED:
        raise KotraError("Only the modern game has match scores.")
    if not 1 <= size <= LARGEST:
        raise KotraError("A table must be for 1 to {most} points, not {points}.", most=LARGEST, points=size)
    dice = board.dice if dice is None else dice_of(dice)
    engine, done = open_engine(level, nets), count(1)
    rows = []
    for need in range(1, size + 1):
        row = []
        for other in range(1, size + 1):
            at_score = replace(board, standing=_standing(board, need, other))
            row.append(replace(best_with(engine, at_score, dice, MODERN), asked=asked))
            progress(next(done))
        rows.append(tuple(row))
    return BestScores(verdicts=tuple(rows))


def _standing(position: Position, need: int, other: int) -> Standing:
    """Return the score at which the side on roll needs so many points, and the other side so many."""
    length = max(need, other)
    score = (length - need, length - other)
    return replace(
        position.standing,
        score=score if position.seat == 0 else score[::-1],
        length=length,
        crawford=min(need, other) == 1 < length,
        jacoby=False,
        beavers=False,
        cube_limit=None,
    )


def _choice(best: Best, tongue: Tongue) -> str:
    if best.cube:
        return tongue.say(ACTIONS[best.cube.equities.action]).rstrip(".")
    return best.plays[0].text or tongue.say("no legal play")


def next_loss(best: Best) -> float | None:
    """Return what the next best choice loses; None if there is no other."""
    if best.cube is None:
        return best.loss(best.plays[1]) if len(best.plays) > 1 else None
    equities = best.cube.equities
    if equities.action == "no-cube" or equities.double_take is None or equities.double_pass is None:
        return None
    doubled = min(equities.double_take, equities.double_pass)
    return min(abs(equities.no_double - doubled), abs(equities.double_take - equities.double_pass))


def is_close(best: Best) -> bool:
    """Return whether the next best choice loses hardly anything."""
    loss = next_loss(best)
    return loss is not None and loss < CLOSE


def legend(tongue: Tongue) -> list[str]:
    """Return what the table shows, in two lines."""
    return [
        tongue.say("Down: points the side on roll needs; across: points the other side needs."),
        tongue.say(
            "1 is the Crawford game. Small letter: the next best loses under {loss}.",
            loss=tongue.number(CLOSE, 3),
        ),
    ]


def _grid(cells: list[list[str]], fills: Mapping[str, str]) -> Iterator[str]:
    """Yield the boxes of the scores with their letters, and the points needed beside and above them."""
    for need, row in enumerate(cells, 1):
        yield _text(CELL * (need + 0.5), CELL / 2, need) + _text(CELL / 2, CELL * (need + 0.5), need)
        for other, letter in enumerate(row, 1):
            box = f'x="{CELL * other}" y="{CELL * need}" width="{CELL}" height="{CELL}" stroke="#fff"'
            yield f'<rect {box} fill="{fills[letter.lower()]}"/>'
            yield _text(CELL * (other + 0.5), CELL * (need + 0.5), letter)


def _text(x: float, y: float, text: object, anchor: str = "middle", size: int = 16) -> str:
    attributes = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central" font-size="{size}"'
    return f"<text {attributes}>{escape(str(text))}</text>"
