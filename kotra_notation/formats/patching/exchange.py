"""The hand of a file, and the text of a turn with as little of it exchanged as can be.

Digits of dice, single points and words of a play are exchanged for themselves; what is spelled otherwise than
expected is left to coarser ways, by None.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Any, NamedTuple

from kotra_notation.board import BAR, OFF
from kotra_notation.board.points import read_die
from kotra_notation.formats.plays import Way, descend, gather, parse_hops, turn_hops
from kotra_notation.model import Blank, CannotMove, Deed, Hop, Play, Turn
from kotra_notation.values import dataclass

Reads = Callable[[str, int], Way]
Spells = Callable[[Iterable[Hop], int], str]

_BAR = re.compile(r"(?<=[ \t,])(bar|b|25)(?=/[0-9]{1,2}(?!/?[0-9]))", re.I)
_OFF = re.compile(r"(?<=[0-9]/)(off|o|0)(?![\w/])", re.I)


def read_plain(word: str, seat: int) -> Way:
    """The hops of a word as most notations write it."""
    return parse_hops(word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The place of dice and play in the text of a turn, and the reading and spelling of a word.

    `dice` finds the two digits and ends where the deed begins; `tail` begins what stands behind the deed.
    `opposite` begins turns in the other side's numbers, where the play itself tells whose they are.
    """

    dice: re.Pattern[str]
    spells: Spells
    reads: Reads = read_plain
    words: re.Pattern[str] = field(default=re.compile(r"[^\s,]+"))
    points: re.Pattern[str] = field(default=re.compile(r"[0-9]+|bar|off|[bo](?![a-z])", re.I))
    between: str = " "
    gap: str = " "
    tail: re.Pattern[str] = field(default=re.compile(r"\s*\.?\s*\Z"))
    cannot_move: str = ""
    opposite: str = ""
    dice_above: bool = False

    def point(self, index: int, seat: int) -> str:
        """Return the name of a point, as a hop from it or to it has it."""
        hop = Hop(BAR, 20) if index == BAR else Hop(BAR - (index == OFF) * 24, index)
        names = [match[0] for match in self.points.finditer(self.spells((hop,), seat))]
        return names[index != BAR]


@dataclass(frozen=True, slots=True)
class Plain:
    """A speller of plays in words such as `bar/22*`."""

    bar: str
    off: str
    stroke: str = "/"
    between: str = " "
    counted: bool = False

    @classmethod
    def of(cls, text: str, bar: str, off: str, **how: Any) -> Plain:
        """The way that a text has; with the bar and the off of its notation where it does not tell."""
        return cls(_most_frequent(_BAR, text) or bar, _most_frequent(_OFF, text) or off, **how)

    def __call__(self, hops: Iterable[Hop], seat: int) -> str:
        """Hops in words."""
        names = {BAR: self.bar, OFF: self.off}
        words = []
        for way, times in gather(hops) if self.counted else [((hop,), 1) for hop in hops]:
            stops = [f"{names.get(hop.target, hop.target)}{'*' * bool(hop.taken)}" for hop in way]
            word = self.stroke.join([str(names.get(way[0].source, way[0].source)), *stops])
            words.append(word + (f"({times})" if times > 1 else ""))
        return self.between.join(words)


def _most_frequent(pattern: re.Pattern[str], text: str) -> str:
    counts = Counter(pattern.findall(text))
    return counts.most_common(1)[0][0] if counts else ""


_COUNT = re.compile(r"\(|x[2-4]")


class Cut(NamedTuple):
    """A part of a text that becomes another."""

    start: int
    end: int
    text: str


class Word(NamedTuple):
    """A word of a play, its place, and what it says."""

    text: str
    start: int
    end: int
    way: Way


def recut(text: str, cuts: Sequence[Cut]) -> str:
    """The text with its parts exchanged."""
    for start, end, part in sorted(cuts, reverse=True):
        text = text[:start] + part + text[end:]
    return text


def rewrite_turn(text: str, old: Turn, new: Turn, hand: Hand, known: dict[Deed, str]) -> str | None:
    """The text of a turn with other dice or another deed; `known` has words for deeds that are no plays."""
    thrown = hand.dice.match(text)
    if thrown is None or old.seat != new.seat or old.singly != new.singly:
        return None
    cuts = dice_cuts(thrown, old, new)
    if cuts is None or (thrown[1] is None and old.dice != new.dice and not hand.dice_above):
        return None
    if old.deed != new.deed:
        end = hand.tail.search(text, thrown.end())
        stop = end.start() if end else len(text)
        if (cut := _deed_cuts(text, thrown.end(), stop, old, new, hand, known)) is None:
            return None
        cuts += cut
    return recut(text, cuts)


def dice_cuts(thrown: re.Match[str], old: Turn, new: Turn) -> list[Cut] | None:
    """The digits of dice that have changed; None where other dice stand there."""
    if thrown[1] is None:
        return []
    if (read_die(thrown[1]), read_die(thrown[2])) != old.dice or max(new.dice) > 9 or min(new.dice) < 0:
        return None
    pairs = zip((1, 2), old.dice, new.dice, strict=True)
    return [Cut(*thrown.span(group), str(die)) for group, was, die in pairs if was != die]


def _deed_cuts(
    text: str, start: int, stop: int, old: Turn, new: Turn, hand: Hand, known: dict[Deed, str]
) -> list[Cut] | None:
    if isinstance(old.deed, Play) and isinstance(new.deed, Play) and old.deed.half == new.deed.half:
        words = _words(text, start, stop, old.seat, hand)
        opposite = bool(hand.opposite) and text.startswith(hand.opposite)
        if (cuts := _hops_cuts(words, old.deed.hops, new.deed.hops, new.seat, hand, opposite)) is not None:
            return cuts
    deed = deed_text(new, hand, known, old, text[start:stop])
    if deed is None:
        return None
    begin = len(text[:start].rstrip()) if hand.gap else start
    return [Cut(begin, max(stop, begin), f"{hand.gap}{deed}" if deed else "")]


def deed_text(
    new: Turn, hand: Hand, known: dict[Deed, str], old: Turn | None = None, written: str = ""
) -> str | None:
    """A deed as the scribe would write it, None where that is not known."""
    deed = new.deed
    if isinstance(deed, Play) and not deed.half:
        if old and isinstance(old.deed, Play):  # whose points may be numbered from the other side
            words = _words(written, 0, len(written), old.seat, hand)
            hops = tuple([hop for word in words for hop in word.way])
            if hops != old.deed.hops and turn_hops(hops) == old.deed.hops:
                return spell_words(turn_hops(deed.hops), new.seat, hand)
        return spell_words(deed.hops, new.seat, hand)
    if isinstance(deed, Blank):
        return ""
    if deed in known:
        return known[deed]
    return hand.cannot_move or None if isinstance(deed, CannotMove) else None


def spell_words(hops: Way, seat: int, hand: Hand) -> str | None:
    """Hops in words that are read as the same; None where a point has no name."""
    try:
        text = hand.spells(hops, seat)
        if _read(text, seat, hand) == hops:
            return text
        text = hand.between.join([hand.spells((hop,), seat) for hop in hops])
        return text if _read(text, seat, hand) == hops else None
    except (KeyError, ValueError):
        return None


def _read(text: str, seat: int, hand: Hand) -> Way:
    return tuple([hop for word in hand.words.findall(text) for hop in hand.reads(word, seat)])


def _words(text: str, start: int, stop: int, seat: int, hand: Hand) -> list[Word]:
    words: list[Word] = []
    for match in hand.words.finditer(text, start, stop):
        try:
            words.append(Word(match[0], match.start(), match.end(), hand.reads(match[0], seat)))
        except (KeyError, ValueError):
            continue
    return words


def _hops_cuts(
    words: list[Word], old: Way, new: Way, seat: int, hand: Hand, opposite: bool
) -> list[Cut] | None:
    """The words that have to change for the hops to; None where the words are not these hops.

    Where a play tells by itself in whose numbers it is, those are taken in which fewer words change, else
    those that are usual for the side.
    """
    hops = tuple([hop for word in words for hop in word.way])
    if not words or not new:
        return None
    if not hand.opposite:
        ways = [new] if hops == old else [turn_hops(new)] if hops == turn_hops(old) else []
    else:
        ways = [way for way in (new, turn_hops(new)) if descend(way) == new and descend(hops) == old]
        ways = ways[::-1] if opposite else ways
    candidates = [cuts for way in ways if (cuts := _cuts(words, way, seat, hand)) is not None]
    return min(candidates, key=len) if candidates else None


def _cuts(words: list[Word], new: Way, seat: int, hand: Hand) -> list[Cut] | None:
    front = _alike(words, new)
    back = _alike([word._replace(way=word.way[::-1]) for word in reversed(words[front:])], new[::-1])
    hops_front = sum(len(word.way) for word in words[:front])
    hops_back = sum(len(word.way) for word in words[len(words) - back :]) if back else 0
    if hops_front + hops_back > len(new):
        return None
    return _replace_words(words, front, len(words) - back, new[hops_front : len(new) - hops_back], seat, hand)


def _alike(words: list[Word], hops: Way) -> int:
    """Return how many words from the first on spell the hops from the first on."""
    index = 0
    for count, word in enumerate(words):
        if hops[index : index + len(word.way)] != word.way:
            return count
        index += len(word.way)
    return len(words)


def _replace_words(
    words: list[Word], first: int, last: int, hops: Way, seat: int, hand: Hand
) -> list[Cut] | None:
    """Return the cuts after which the words from one to another say these hops."""
    middle = words[first:last]
    spelling = spell_words(hops, seat, hand) if hops else ""
    if not middle:
        if spelling is None:
            return None
        end, start = words[first - 1].end, words[0].start
        return [
            Cut(end, end, hand.between + spelling) if first else Cut(start, start, spelling + hand.between)
        ]
    if not hops:
        if last < len(words):
            return [Cut(middle[0].start, words[last].start, "")]
        return [Cut(words[first - 1].end if first else middle[0].start, middle[-1].end, "")]
    if sum(len(word.way) for word in middle) == len(hops):
        return _word_by_word(middle, hops, seat, hand)
    return None if spelling is None else [Cut(middle[0].start, middle[-1].end, spelling)]


def _word_by_word(words: list[Word], hops: Way, seat: int, hand: Hand) -> list[Cut] | None:
    cuts: list[Cut] = []
    index = 0
    for word in words:
        way, index = hops[index : index + len(word.way)], index + len(word.way)
        if way == word.way:
            continue
        spelling = _point_by_point(word, way, seat, hand) or spell_words(way, seat, hand)
        if spelling is None:
            return None
        cuts.append(Cut(word.start, word.end, spelling))
    return cuts


def _point_by_point(word: Word, way: Way, seat: int, hand: Hand) -> str | None:
    """Return the word with only its differing points and hit marks changed; None if that cannot be done."""
    count = _COUNT.search(word.text)
    body = word.text[: count.start()] if count and hand.gap else word.text
    places = list(hand.points.finditer(body))
    each = len(places) - 1
    broken = any(hop.target != following.source for hop, following in pairwise(way[:each]))
    if each < 1 or len(way) % each or broken:
        return None
    pairs = zip(places, _stops(word.way[:each]), _stops(way[:each]), strict=True)
    try:
        cuts = [Cut(*match.span(), hand.point(now, seat)) for match, was, now in pairs if was != now]
        spelling = recut(word.text, cuts + _hit_cuts(word, way[:each], places))
        return spelling if hand.reads(spelling, seat) == way else None
    except (KeyError, ValueError):
        return None


def _stops(way: Way) -> list[int]:
    return [way[0].source, *[hop.target for hop in way]]


def _hit_cuts(word: Word, way: Way, places: list[re.Match[str]]) -> list[Cut]:
    """Return cuts for the marks of hits that come or go, each behind its landing."""
    cuts: list[Cut] = []
    for was, now, match in zip(word.way, way, places[1:], strict=False):
        if was.taken == now.taken:
            continue
        mark = re.compile(r"(?:\*[0-9]*|x(?![2-4]))?").match(word.text, match.end())
        assert mark is not None
        sign = "" if not now.taken else "*" if now.taken == 1 else f"*{now.taken}"
        cuts.append(Cut(mark.start(), mark.end(), sign))
    return cuts
