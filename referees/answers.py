"""The named questions of archives answered by slow literal counts over replays of the source files."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from math import erfc, exp, lgamma, log, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from kotra_notation.archive.build.games import GameOpening, game_opening
from kotra_notation.archive.store import Store
from kotra_notation.formats.format import Source
from kotra_notation.model import Beaver, Clock, Double, Drop, Event, NotRecorded, Take, Turn, Unread
from kotra_notation.reading import read_in_full
from kotra_notation.replay import GameReplay, Passage, Replay, replay
from kotra_notation.statistics.analysis import Analysis, analysis
from kotra_notation.statistics.decisions import Fortune, WeighedDecision
from kotra_notation.statistics.uncertainty import noise_of

Row = tuple[Any, ...]
YEAR_FIRST = re.compile(r"\s*([0-9]{4}(?:[-./][0-9]{2}){0,2})")
Z = 1.959963984540054
UNLAWFUL = {f"P{number}" for number in (*range(201, 211), 221, 222, *range(230, 237))}
FORMS = {"meistari", "litil", "stutti", "langi", "rasslangur"}


@dataclass(frozen=True)
class Game:
    """A game of a record, with what is asked of it most."""

    record: Record
    replayed: GameReplay
    events: tuple[Event, ...]
    track: tuple[Passage, ...]
    opened: GameOpening

    @property
    def turns(self) -> list[Turn]:
        return [event for event in self.events if isinstance(event, Turn)]

    @cached_property
    def known(self) -> list[bool]:
        """For each throw whether the board is known before and after it, and the play is."""
        found, standing = [], True
        for passage in self.track:
            turn = self.events[passage.place]
            assert isinstance(turn, Turn)
            found.append(standing and passage.certain and not isinstance(turn.deed, NotRecorded | Unread))
            standing = passage.certain
        return found

    @property
    def throws(self) -> int:
        """As replay counts them: the opening throw of the old game and a board that is set up are one too."""
        return self.replayed.turns

    def away(self, seat: int) -> int | None:
        length = self.record.length
        return int(length - self.replayed.score_before[seat]) if length else None

    def hits(self, seat: int) -> int:
        return sum(
            passage.before[0] - passage.after[0]
            for passage, turn, known in zip(self.track, self.turns, self.known, strict=True)
            if known and turn.seat == seat
        )


@dataclass(frozen=True)
class Record:
    """A match of a file."""

    producer: str
    made: Replay
    reading_errors: tuple[str, ...]
    path: str = ""
    number: int = 1

    @property
    def length(self) -> int | None:
        return self.made.match.length

    @property
    def rules(self) -> str:
        return self.made.ruleset.name

    @property
    def modern(self) -> bool:
        return self.rules == "modern"

    @property
    def session(self) -> str:
        return "unknown" if self.length is None else "match" if self.length else "money"

    @cached_property
    def games(self) -> list[Game]:
        return [
            Game(self, made, game.events, made.track, game_opening(game, self.made.ruleset))
            for game, made in zip(self.made.match.games, self.made.games, strict=True)
        ]

    @property
    def severities(self) -> Counter[str]:
        return Counter([*self.reading_errors, *(str(one.severity) for one in self.made.findings)])


def records(folder: Path) -> list[Record]:
    """Everything an archive was made of, read and replayed again from the files themselves."""
    from kotra_notation.archive.views import connect

    found, seen = [], set()
    for (path,) in connect(Store.open(folder)).execute("SELECT path FROM files ORDER BY path").fetchall():
        data = Path(path).read_bytes()
        if blake2b(data).digest() in seen:
            continue
        seen.add(blake2b(data).digest())
        reading = read_in_full(Source(data, path))
        producer = ":".join([reading.format or "", *([reading.dialect] if reading.dialect else [])])
        for number, match in enumerate(reading.matches, 1):
            said = tuple([str(one.severity) for one in reading.findings if (one.match or 0) == number])
            found.append(Record(producer, replay(match), said, path, number))
    return found


def games(all_of: Iterable[Record]) -> list[Game]:
    return [game for record in all_of for game in record.games]


def grouped(some: Iterable[Any], key: Callable[[Any], Hashable]) -> dict[Any, list[Any]]:
    groups: dict[Hashable, list[Any]] = defaultdict(list)
    for one in some:
        groups[key(one)].append(one)
    return groups


def shares(part: int, whole: int) -> Row:
    """A share with its interval: the two shares from which the counted one is just as far as Z allows."""
    if not whole:
        return None, None, None
    p = part / whole
    middle, spread = 2 * part + Z * Z, Z * sqrt(Z * Z + 4 * part * (1 - p))
    return p, (middle - spread) / (2 * (whole + Z * Z)), (middle + spread) / (2 * (whole + Z * Z))


def at(values: Sequence[float], place: float) -> float | None:
    """The value below which so much lies, between two where it falls between them."""
    if not values:
        return None
    ordered, where = sorted(values), place * (len(values) - 1)
    low = int(where)
    high = min(low + 1, len(values) - 1)
    return ordered[low] + (where - low) * (ordered[high] - ordered[low])


def average(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def phase(before: Sequence[int]) -> str:
    own = [point for point, men in enumerate(before) if men > 0]
    others = [point for point, men in enumerate(before) if men < 0]
    if any(mine > theirs for mine in own for theirs in others):
        return "contact"
    return "bear-off" if all(point <= 6 for point in own) else "race"


def opening_plays(all_of: list[Record]) -> Iterable[Row]:
    opened = [game for game in games(all_of) if game.opened.opening_play is not None]
    for (rules, throw), those in grouped(opened, lambda one: (one.record.rules, one.opened.opening)).items():
        for play, same in grouped(those, lambda one: one.opened.opening_play).items():
            won = [one.replayed.winner == one.opened.began for one in same if one.replayed.winner is not None]
            yield (
                rules,
                throw,
                play,
                len(same),
                *shares(len(same), len(those)),
                len(won),
                *shares(sum(won), len(won)),
            )


def opening_replies(all_of: list[Record]) -> Iterable[Row]:
    opened = [
        game for game in games(all_of) if None not in (game.opened.opening_play, game.opened.reply_play)
    ]
    by_throw = grouped(
        opened, lambda one: (one.record.rules, one.opened.opening, one.opened.opening_play, one.opened.reply)
    )
    for key, those in by_throw.items():
        for play, same in grouped(those, lambda one: one.opened.reply_play).items():
            won = [one.replayed.winner != one.opened.began for one in same if one.replayed.winner is not None]
            yield *key, play, len(same), *shares(len(same), len(those)), len(won), *shares(sum(won), len(won))


def starting_advantage(all_of: list[Record]) -> Iterable[Row]:
    those = [one for one in games(all_of) if None not in (one.replayed.winner, one.opened.began)]
    for key, some in grouped(those, lambda one: (one.record.rules, one.record.session)).items():
        won = [one.replayed.winner == one.opened.began for one in some]
        gain = [one.replayed.points * (1 if mine else -1) for one, mine in zip(some, won, strict=True)]
        yield *key, len(some), *shares(sum(won), len(some)), mean(gain)


def endings(all_of: list[Record]) -> Iterable[Row]:
    those = [one for one in games(all_of) if one.record.modern]
    for session, some in grouped(those, lambda one: one.record.session).items():
        for kind, same in grouped(some, lambda one: one.replayed.kind).items():
            yield (
                session,
                kind,
                len(same),
                *shares(len(same), len(some)),
                mean(one.replayed.points for one in same),
                mean(one.replayed.cube.value for one in same),
                mean(one.throws for one in same),
            )


def old_endings(all_of: list[Record]) -> Iterable[Row]:
    those = [one for one in games(all_of) if not one.record.modern]
    for rules, some in grouped(those, lambda one: one.record.rules).items():
        for kind, same in grouped(some, lambda one: one.replayed.kind).items():
            yield (
                rules,
                kind,
                len(same),
                *shares(len(same), len(some)),
                mean(one.replayed.points for one in same),
                mean(one.throws for one in same),
            )


def gammon_share(all_of: list[Record]) -> Iterable[Row]:
    def key(one: Game) -> Row:
        winner = one.replayed.winner or 0
        return (
            one.record.session,
            one.away(winner),
            one.away(1 - winner),
            one.replayed.crawford,
            one.replayed.cube.value,
        )

    wins = ("single", "gammon", "backgammon")
    those = [one for one in games(all_of) if one.record.modern and one.replayed.kind in wins]
    for score, some in grouped(those, key).items():
        kinds = Counter(one.replayed.kind for one in some)
        large = kinds["gammon"] + kinds["backgammon"]
        yield *score, len(some), kinds["gammon"], kinds["backgammon"], *shares(large, len(some))


def first_cube(all_of: list[Record]) -> Iterable[Row]:
    seen: dict[Row, list[int | None]] = defaultdict(list)
    for game in games(all_of):
        if not game.record.modern or game.record.length == 1 or game.replayed.crawford or not game.throws:
            continue
        throws, first = 0, None
        for event in game.events:
            throws += isinstance(event, Turn)
            if isinstance(event, Double):
                first = event.seat
                break
        for seat in (0, 1):
            score = game.record.session, game.away(seat), game.away(1 - seat)
            seen[score].append(throws + 1 if seat == first else None)
    for score, throw in seen.items():
        there = [one for one in throw if one is not None]
        yield (
            *score,
            len(throw),
            len(there),
            *shares(len(there), len(throw)),
            min(there, default=None),
            at(there, 0.25),
            at(there, 0.5),
            at(there, 0.75),
            sum(one <= 10 for one in there),
            sum(10 < one <= 20 for one in there),
            sum(20 < one <= 30 for one in there),
            sum(one > 30 for one in there),
        )


def takes_and_drops(all_of: list[Record]) -> Iterable[Row]:
    answers: dict[Row, list[str]] = defaultdict(list)
    for game in games(all_of):
        offers: list[list[Event]] = []
        answered = False
        for event in game.events:
            if isinstance(event, Double):
                offers.append([event])
                answered = False
            elif isinstance(event, Take | Drop | Beaver) and offers and not answered:
                offers[-1].append(event)
                answered = not isinstance(event, Beaver)
        for number, (double, *then) in enumerate(offers, 1):
            assert isinstance(double, Double)
            score = game.record.session, game.away(double.seat), game.away(1 - double.seat)
            told = "drop" if any(isinstance(one, Drop) for one in then) else "take" if then else "none"
            beaver = any(isinstance(one, Beaver) for one in then)
            answers[(*score, number)].append("beaver" if beaver else told)
    for score, those in answers.items():
        count = Counter(those)
        taken = count["take"] + count["beaver"]
        yield (
            *score,
            len(those),
            taken,
            count["beaver"],
            count["drop"],
            *shares(count["drop"], taken + count["drop"]),
        )


def crawford_points(all_of: list[Record]) -> Iterable[Row]:
    def stage(one: Game) -> str:
        length = one.record.length
        if not length or length == 1:
            return "one point" if length else "money"
        if one.replayed.crawford:
            return "crawford"
        return "after" if 1 in (one.away(0), one.away(1)) else "before"

    those = [
        one
        for one in games(all_of)
        if one.record.modern and one.record.length is not None and one.replayed.winner is not None
    ]
    for name, some in grouped(those, stage).items():
        points = [one.replayed.points for one in some]
        large = sum(one.replayed.kind in ("gammon", "backgammon") for one in some)
        yield (
            name,
            len(some),
            mean(points),
            stdev(points) if len(points) > 1 else None,
            mean(one.replayed.cube.value for one in some),
            large,
            *shares(large, len(some)),
        )


def game_lengths(all_of: list[Record]) -> Iterable[Row]:
    those = [one for one in games(all_of) if one.throws]
    for key, some in grouped(those, lambda one: (one.record.rules, one.replayed.kind)).items():
        throws = [one.throws for one in some]
        quarters = [at(throws, place) for place in (0.25, 0.5, 0.75)]
        yield *key, len(some), mean(throws), min(throws), *quarters, max(throws)


def match_lengths(all_of: list[Record]) -> Iterable[Row]:
    for key, some in grouped(all_of, lambda one: (one.rules, one.session, one.length)).items():
        whole = [one for one in some if one.made.complete]
        throws = [sum(game.throws for game in one.games) for one in whole]
        yield (
            *key,
            len(some),
            len(whole),
            average(len(one.games) for one in whole),
            average(throws),
            min(throws, default=None),
            at(throws, 0.5),
            max(throws, default=None),
        )


def hits(all_of: list[Record]) -> Iterable[Row]:
    those = [one for one in games(all_of) if one.replayed.certain and one.throws]
    for key, some in grouped(those, lambda one: (one.record.rules, one.replayed.kind)).items():
        counts = [one.hits(0) + one.hits(1) for one in some]
        won = [one for one in some if one.replayed.winner is not None]
        none = sum(count == 0 for count in counts)
        yield (
            *key,
            len(some),
            mean(counts),
            average(one.hits(one.replayed.winner) for one in won),
            average(one.hits(1 - one.replayed.winner) for one in won),
            at(counts, 0.5),
            max(counts),
            *shares(none, len(some)),
        )


def dances(all_of: list[Record]) -> Iterable[Row]:
    danced: dict[int, list[bool]] = defaultdict(list)
    for game in games(all_of):
        faults = {
            one.turn for one in game.replayed.findings if one.code[0] == "P" and one.severity == "error"
        }
        for number, (passage, known) in enumerate(zip(game.track, game.known, strict=True), 1):
            if game.record.modern and known and number not in faults:
                danced[max(passage.before[25], 0)].append(list(passage.before) == list(passage.after))
    for bar, those in danced.items():
        yield bar, len(those), sum(those), *shares(sum(those), len(those))


def comebacks(all_of: list[Record]) -> Iterable[Row]:
    turned: dict[int, list[bool]] = defaultdict(list)
    for game in games(all_of):
        if not game.record.modern or game.replayed.winner is None:
            continue
        for passage, turn, known in zip(game.track, game.turns, game.known, strict=True):
            off = 15 + sum(men for men in passage.before if men < 0)
            if known and off > 0 and passage.after[0] < passage.before[0]:
                turned[off].append(game.replayed.winner == turn.seat)
                break
    for off, those in turned.items():
        yield off, len(those), sum(those), *shares(sum(those), len(those))


def illegal_plays(all_of: list[Record]) -> Iterable[Row]:
    fates: dict[Row, list[str]] = defaultdict(list)
    for record in all_of:
        tracks = [game.track for game in record.games]
        for one in record.made.findings:
            if one.code in UNLAWFUL:
                track = tracks[(one.game or 1) - 1]
                there = record.modern and one.turn is not None and one.turn <= len(track)
                where = phase(track[(one.turn or 1) - 1].before) if there else "unknown"
                fates[one.code, one.kind.name, where].append(str(one.facts.get("fate")))
    for key, those in fates.items():
        count = Counter(those)
        slips = count["slip"] + count["idle"]
        yield (
            *key,
            len(those),
            count["stood"],
            slips,
            count["corrected"],
            *shares(count["stood"], len(those)),
        )


def formats(all_of: list[Record]) -> Iterable[Row]:
    for producer, some in grouped(all_of, lambda record: (record.producer,)).items():
        games = [game for record in some for game in record.games]
        files = {record.path for record in some}
        yield (*producer, len(files), len(some), len(games), sum(game.throws for game in games))


def slips_by_transcriber(all_of: list[Record]) -> Iterable[Row]:
    def key(one: Record) -> Row:
        said = [value for name, value in one.made.match.info if name == "transcriber" and value]
        return (said[0] if said else None), one.producer

    for who, some in grouped(all_of, key).items():
        grave = sum((one.severities for one in some), Counter[str]())
        throws = sum(game.throws for one in some for game in one.games)
        lost = sum(
            not (passage.certain and not isinstance(game.events[passage.place].deed, NotRecorded | Unread))
            for one in some
            for game in one.games
            for passage in game.track
        )
        sound = sum(not one.severities["error"] for one in some)
        yield (
            *who,
            len(some),
            sound,
            *shares(sound, len(some)),
            throws,
            grave["error"],
            grave["warning"],
            lost,
            1000 * grave["error"] / throws if throws else None,
        )


def time_use(all_of: list[Record]) -> Iterable[Row]:
    used: dict[str, list[float]] = defaultdict(list)
    for game in games(all_of):
        clocks: dict[int, float] = {}
        last: dict[int, int] = {}
        number = 0
        for event in game.events:
            if isinstance(event, Turn):
                last[event.seat] = number
                number += 1
            elif isinstance(event, Clock) and event.used is not None and event.seat in last:
                clocks[last[event.seat]] = event.used
        for place, seconds in clocks.items():
            where = phase(game.track[place].before) if game.record.modern else "unknown"
            used[where].append(seconds)
    for where, those in used.items():
        slow = at(those, 0.5), at(those, 0.9)
        yield where, len(those), mean(those), *slow, max(those), sum(those) / 3600


def jan(all_of: list[Record]) -> Iterable[Row]:
    old = [one for one in games(all_of) if not one.record.modern]
    for rules, some in grouped(old, lambda one: one.record.rules).items():
        jans = [
            (one, [award for award in one.replayed.awards if award.kind in ("jan", "stor_jan")])
            for one in some
        ]
        there = [(one, found) for one, found in jans if found]
        yield (
            rules,
            len(some),
            len(there),
            sum(any(award.kind == "stor_jan" for award in found) for _, found in there),
            *shares(len(there), len(some)),
            average(sum(award.points for award in found) for _, found in there),
            average(one.throws for one, _ in there),
        )


def forms(all_of: list[Record]) -> Iterable[Row]:
    old = [one for one in games(all_of) if not one.record.modern]
    for rules, some in grouped(old, lambda one: one.record.rules).items():
        made = [(one, award) for one in some for award in one.replayed.awards if award.kind in FORMS]
        for kind, those in grouped(made, lambda pair: pair[1].kind).items():
            within = len({id(one) for one, _ in those})
            yield (
                rules,
                kind,
                len(those),
                within,
                len(some),
                *shares(within, len(some)),
                mean(award.points for _, award in those),
                sum(one.replayed.winner == award.seat for one, award in those) / len(those),
            )


def chance(chi_squared: float, freedom: int) -> float:
    """How likely fair dice deviate so much: the sums that the distribution is for whole freedom."""
    half = chi_squared / 2
    if freedom % 2 == 0:
        return sum(exp(number * log(half) - half - lgamma(number + 1)) for number in range(freedom // 2))
    tail = erfc(sqrt(half))
    return tail + sum(
        exp((number - 0.5) * log(half) - half - lgamma(number + 0.5)) for number in range(1, freedom // 2 + 1)
    )


def dice_fairness(all_of: list[Record]) -> Iterable[Row]:
    pairs = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    odds = {pair: 1 / 36 if pair[0] == pair[1] else 2 / 36 for pair in pairs}
    modern = [one for one in all_of if one.modern]
    producers = {"all": modern, **grouped(modern, lambda one: one.producer)}
    rows: list[list[Any]] = []

    def row(
        producer: str, test: str, throws: int, freedom: int, counts: dict[str, tuple[int, float]]
    ) -> None:
        square = sum((seen - due) ** 2 / due for seen, due in counts.values())
        rarest = min(due for _, due in counts.values())
        far = max(
            (round(abs(seen - due) / sqrt(due), 6), cell) for cell, (seen, due) in counts.items() if seen
        )
        p = chance(square, freedom) if rarest >= 5 - 1e-9 else None
        rows.append([producer, test, throws, square, freedom, p, None, far[1], *counts[far[1]]])

    for producer, some in producers.items():
        opening: list[tuple[int, int]] = []
        later: list[tuple[int, int]] = []
        follows: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for game in games(some):
            dice = [(max(turn.dice), min(turn.dice)) for turn in game.turns]
            opening += [pair for pair in dice[:1] if pair in odds and pair[0] != pair[1]]
            later += [pair for pair in dice[1:] if pair in odds]
            for before, now in pairwise(dice):
                if before in odds and now in odds:
                    follows[before].append(now)
        if later:
            faces = Counter(face for pair in later for face in pair)
            due = len(later) / 3
            row(producer, "faces", len(later), 5, {str(face): (faces[face], due) for face in range(1, 7)})
            throws = Counter(later)
            each = {f"{one}{two}": (throws[one, two], len(later) * odds[one, two]) for one, two in pairs}
            row(producer, "throws", len(later), 20, each)
        if opening:
            first = Counter(opening)
            begun = {f"{one}{two}": (first[one, two], len(opening) / 15) for one, two in pairs if one != two}
            row(producer, "opening", len(opening), 14, begun)
        if follows:
            number = sum(map(len, follows.values()))
            both = {
                f"{before[0]}{before[1]} {one}{two}": (now.count((one, two)), len(now) * odds[one, two])
                for before, now in follows.items()
                for one, two in pairs
            }
            row(producer, "succession", number, 20 * len(follows), both)
            again = sum(now.count(before) for before, now in follows.items())
            due = sum(len(now) * odds[before] for before, now in follows.items())
            spread = sum(len(now) * odds[before] * (1 - odds[before]) for before, now in follows.items())
            square = (again - due) ** 2 / spread
            p = chance(square, 1) if due >= 5 else None
            rows.append([producer, "again", number, square, 1, p, None, "again", again, due])
    weighed = sum(one[5] is not None for one in rows)
    for one in rows:
        yield *one[:6], None if one[5] is None else min(1.0, one[5] * weighed), *one[7:]


@dataclass(frozen=True)
class Act:
    """What somebody decided, as an engine weighed it; `counts` where it is one of the decisions of a PR."""

    record: Record
    one: WeighedDecision
    seat: int
    about: str
    loss: float
    counts: bool

    @property
    def player(self) -> str | None:
        return self.record.made.match.players[self.seat].name or None

    @property
    def factor(self) -> float:
        variant = self.record.made.ruleset.options.get("variant")
        return (750 if self.record.length == 1 else 500) * (0.952 if variant == "nackgammon" else 1)

    @property
    def engine(self) -> str | None:
        return self.one.engine or None

    @property
    def level(self) -> str | None:
        return self.one.level or None


def heard(record: Record) -> list[Analysis]:
    """What each engine that speaks in a record says by itself."""
    whole = analysis(record.made)
    return [analysis(record.made, by=name) for name in whole.engines] if len(whole.engines) > 1 else [whole]


def close(one: WeighedDecision) -> bool:
    """Whether a cube that was left alone should have been turned, or nearly, after XG's custom."""
    cube = one.cube
    assert cube
    known = cube.margin is not None and cube.no_double is not None and not cube.in_mwc
    return known and cube.margin > -0.2 and cube.no_double >= -0.99  # type: ignore[operator]


def acts(record: Record) -> Iterable[Act]:
    for said in heard(record):
        for one in said.decisions:
            if one.again:
                continue
            if one.aspect == "play" and one.lawful and one.choice_made and one.loss is not None:
                worths = [each.equity for each in one.choices if each.equity is not None]
                counting = not worths or max(worths) - min(worths) > 0.000005
                yield Act(record, one, one.seat, "play", one.loss, counting)
            if one.cube and one.cube.doubled is not None and one.loss is not None and not one.cube.in_mwc:
                counting = one.cube.doubled or close(one)
                yield Act(record, one, one.seat, "cube", one.loss, counting)
            if one.cube and one.cube.answer_loss is not None:
                yield Act(record, one, 1 - one.seat, "answer", one.cube.answer_loss, True)


def depths(words: Iterable[str | None]) -> str | None:
    return ", ".join(sorted({word for word in words if word})) or None


def pr_by_player(all_of: list[Record]) -> Iterable[Row]:
    of_today = [record for record in all_of if not record.made.ruleset.facts.forms]
    everything = [one for record in of_today for one in acts(record)]
    plays = [one for one in everything if one.about == "play" and one.level]
    deepest = {
        key: max(one.level or "" for one in some)
        for key, some in grouped(plays, lambda one: (id(one.record), one.engine)).items()
    }
    depth = {id(one): deepest.get((id(one.record), one.engine), one.level) for one in everything}
    for (player, engine), mine in grouped(everything, lambda one: (one.player, one.engine)).items():
        counting = [one.loss * one.factor for one in mine if one.counts]
        enough = len(counting) >= 20
        added, squares = 0.0, 0.0
        for one in mine:
            if one.counts and (noise := noise_of(engine or "", [depth[id(one)] or ""])):
                added += noise.added * one.factor
                squares += (noise.spread * one.factor) ** 2
        yield (
            player,
            engine,
            depths(depth[id(one)] for one in mine),
            len({id(one.record) for one in mine}),
            len(counting),
            sum(0.02 <= one.loss < 0.08 for one in mine),
            sum(one.loss >= 0.08 for one in mine),
            sum(one.loss for one in mine),
            max(0, sum(one.loss * one.factor for one in mine) - added) / len(counting) if enough else None,
            sqrt(stdev(counting) ** 2 + squares / len(counting)) / sqrt(len(counting)) if enough else None,
        )


def _names_of_sides(record: Record) -> tuple[str | None, str | None]:
    """Return who won a match and who lost it."""
    winner = record.made.winner
    if winner is None:
        return None, None
    players = record.made.match.players
    return players[winner].name, players[1 - winner].name


def players(all_of: list[Record]) -> Iterable[Row]:
    rated: dict[str | None, list[Row]] = grouped(pr_by_player(all_of), lambda row: row[0])
    sat = [
        (player.name, record)
        for record in all_of
        for player in {player.name: player for player in record.made.match.players}.values()
        if player.name
    ]
    for name, mine in grouped(sat, lambda one: one[0]).items():
        headers = [dict(record.made.match.info) for _, record in mine]
        days = [found[1] for header in headers if (found := YEAR_FIRST.match(header.get("date", "")))]
        days = sorted(day.replace(".", "-").replace("/", "-") for day in days)
        best = max(rated.get(name, []), key=lambda row: row[4], default=None)
        won = [_names_of_sides(record) for _, record in mine]
        yield (
            name,
            len(mine),
            sum(winner == name for winner, _ in won),
            sum(loser == name for _, loser in won),
            days[0] if days else None,
            days[-1] if days else None,
            len({header["event"] for header in headers if header.get("event")}),
            best[8] if best else None,
        )


def luck(all_of: list[Record]) -> Iterable[Row]:
    sat = []
    for record in all_of:
        for said in heard(record):
            for engine, some in grouped(said.fortunes, lambda one: one.engine or None).items():
                played = [one for one in some if one.played and one.luck is not None]
                by_it = [one for one in said.decisions if (one.engine or None) == engine and one.level]
                levels = {one.level for one in by_it if one.aspect == "play"} or {one.level for one in by_it}
                for seat in (0, 1) if played else ():
                    sat.append((record, seat, engine, levels, played))
    for (player, engine), mine in grouped(
        sat, lambda one: (one[0].made.match.players[one[1]].name or None, one[2])
    ).items():
        winners = [(record.made.winner, seat) for record, seat, *_ in mine if record.made.winner is not None]
        nets = [net for one in mine if (net := gained(one[4], one[1])) is not None]
        yield (
            player,
            engine,
            depths(level for *_, levels, _ in mine for level in levels),
            len(mine),
            sum(len(played) for *_, played in mine),
            sum(one.luck for _, seat, *_, played in mine for one in played if one.seat == seat),
            sum(one.luck for _, seat, *_, played in mine for one in played if one.seat != seat),
            mean(nets) if nets else None,
            len(winners),
            sum(winner == seat for winner, seat in winners) / len(winners) if winners else None,
        )


def gained(played: Sequence[Fortune], seat: int) -> float | None:
    """By how much the luck of a seat was greater, in chances; None where a side has none that is known."""
    own, other = (
        [one.mwc for one in played if (one.seat == seat) == mine and one.mwc is not None]
        for mine in (True, False)
    )
    return sum(own) - sum(other) if own and other else None


def openings_judged(all_of: list[Record]) -> Iterable[Row]:
    judged = [
        (one, record.games[one.one.game].opened)
        for record in all_of
        for one in acts(record)
        if one.about == "play" and one.one.turn == 1 and record.games[one.one.game].opened.opening_play
    ]
    for (session, roll, engine), of_roll in grouped(
        judged, lambda one: (one[0].record.session, one[1].opening, one[0].engine)
    ).items():
        for play, some in grouped(of_roll, lambda one: one[1].opening_play).items():
            losses = [one.loss for one, _ in some]
            levels = depths(one.level for one, _ in some)
            counted = (len(some), *shares(len(some), len(of_roll)))
            yield session, roll, play, engine, levels, *counted, mean(losses), max(losses)


def advised(one: Act) -> tuple[str | None, str | None]:
    """What was done, and what was best to do."""
    if one.about == "answer":
        assert one.one.cube
        taken = one.one.cube.taken
        return ("take" if taken else "drop"), ("take" if taken == (one.loss <= 0) else "drop")
    return one.one.choice_made.text if one.one.choice_made else None, one.one.best.text


def blunders(all_of: list[Record]) -> Iterable[Row]:
    for record in all_of:
        for one in acts(record):
            if one.loss >= 0.08:
                said = one.one
                yield (
                    one.loss,
                    one.player,
                    *(record.path, record.number, said.game + 1, said.turn, one.about),
                    *advised(one),
                    *(one.engine, one.level),
                )


def listed_matches(all_of: list[Record]) -> Iterable[Row]:
    for record in all_of:
        match = record.made.match
        info, score = dict(match.info), record.made.score
        names = [player.name for player in match.players]
        heads = [info.get(key) for key in ("date", "event", "round")]
        yield (*heads, *names, match.length, *score, record.path, record.number)


ANSWERS: dict[str, Callable[[list[Record]], Iterable[Row]]] = {
    "opening-plays": opening_plays,
    "opening-replies": opening_replies,
    "starting-advantage": starting_advantage,
    "endings": endings,
    "gammon-share": gammon_share,
    "first-cube": first_cube,
    "takes-and-drops": takes_and_drops,
    "crawford-points": crawford_points,
    "game-lengths": game_lengths,
    "match-lengths": match_lengths,
    "hits": hits,
    "dances": dances,
    "comebacks": comebacks,
    "illegal-plays": illegal_plays,
    "formats": formats,
    "slips-by-transcriber": slips_by_transcriber,
    "dice-fairness": dice_fairness,
    "time-use": time_use,
    "old-endings": old_endings,
    "jan": jan,
    "forms": forms,
    "players": players,
    "matches": listed_matches,
    "pr-by-player": pr_by_player,
    "luck": luck,
    "openings-judged": openings_judged,
    "blunders": blunders,
}
