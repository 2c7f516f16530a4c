"""A match as a sketch: its throws and plays as small numbers that do not depend on seats and spelling.

A sketch is a plain value: it can be kept, and two records are told to be the same match by their sketches
alone. Throws are numbers of unordered dice, so that it does not matter who sat where and which die a
notation puts first; a play is the sum of what leaves and what reaches each point, so that `13/7` and
`13/10 10/7` are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from kotra_notation import model
from kotra_notation.compare.naming import Words, words

# So many throws in a row make a shingle: two matches share one by chance once in 2^26 places.
WIDTH = 6
# So many throws at the beginning are looked up by themselves, for records that are hardly longer.
OPENING = 4
UNKNOWN = 0
_BITS = 5

# Both orders of two dice have one number.
CODES = {
    dice: code
    for code, (high, low) in enumerate([(high, low) for high in range(1, 7) for low in range(high + 1)], 1)
    for dice in ((high, low), (low, high))
}
DOUBLES = frozenset([code for (high, low), code in CODES.items() if high == low])
_POINTS = tuple([crc32(bytes([point])) for point in range(256)])
_WHOLE = 0xFFFFFFFF
_CUBE = {model.Double: "d", model.Beaver: "b", model.Take: "t", model.Drop: "p"}

Won = tuple[int, float | None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """The facts by which a match is known again.

    `throws`, `seats` and `plays` go side by side, 0 for a throw or a play that is not known; `games` are
    the throws of each game; `won` who won each and how much, as stated; `cube` its actions in order,
    `values` what each turns the cube to, None where that is not stated;
    `notes` the number of comments, marks and evaluations.
    """

    names: tuple[Words, Words] = ((), ())
    throws: bytes = b""
    seats: bytes = b""
    plays: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    won: tuple[Won, ...] = ()
    cube: str = ""
    values: tuple[int | None, ...] = ()
    notes: int = 0

    def marks(self) -> set[int]:
        """Return the keys of the sketch: its shingles, and its opening by itself."""
        keys = set(shingles(self.throws, WIDTH))
        opening = shingles(self.throws[:OPENING], OPENING)
        keys.update(number | 1 << WIDTH * _BITS for number in opening if number)
        keys.discard(UNKNOWN)
        return keys


def sketch(match: model.Match) -> Sketch:
    """Return the sketch of a match."""
    throws, seats = bytearray(), bytearray()
    plays: list[int] = []
    games: list[int] = []
    won: list[Won] = []
    cube: list[str] = []
    values: list[int | None] = []
    notes = sum(isinstance(remark, model.Comment) for remark in match.remarks)
    for game in match.games:
        before, result = len(throws), None
        turns = [turn for turn in game.events if isinstance(turn, model.Turn) and turn.dice != (0, 0)]
        throws.extend([CODES.get(turn.dice, UNKNOWN) for turn in turns])
        seats.extend([turn.seat & 1 for turn in turns])
        plays += [play_number(turn.deed.hops) if isinstance(turn.deed, model.Play) else 0 for turn in turns]
        for event in [each for each in game.events if not isinstance(each, model.Turn)]:
            match event:
                case model.Double() | model.Beaver() | model.Take() | model.Drop():
                    cube.append(_CUBE[type(event)])
                    values.append(event.value if isinstance(event, model.Double | model.Beaver) else None)
                case model.ResultClaim(seat=seat, points=points, lost=lost):
                    result = result or (seat ^ lost, points)
                case model.Comment() | model.Mark() | model.Evaluation():
                    notes += 1
        games.append(len(throws) - before)
        won.append(result)
    return Sketch(
        names=(words(match.players[0].name), words(match.players[1].name)),
        throws=bytes(throws),
        seats=bytes(seats),
        plays=tuple(plays),
        games=tuple(games),
        won=tuple(won),
        cube="".join(cube),
        values=tuple(values),
        notes=notes,
    )


@lru_cache(65_536)
def play_number(hops: tuple[model.Hop, ...]) -> int:
    """Return a play as a number: the same for any order and any way of stepping to the same points."""
    return sum([_POINTS[hop.source & 255] - _POINTS[hop.target & 255] for hop in hops]) & _WHOLE


def shingles(throws: Iterable[int], width: int) -> list[int]:
    """Return every so many throws in a row as a number, 0 where one of them is not known."""
    numbers: list[int] = []
    number = known = 0
    mask = (1 << width * _BITS) - 1
    for count, throw in enumerate(throws, 1):
        number = (number << _BITS | throw) & mask
        known = known + 1 if throw != UNKNOWN else 0
        if count >= width:
            numbers.append(number if known >= width else UNKNOWN)
    return numbers
