"""The program's evaluations in the records: of plays, of the decision to double, of luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from kotra_notation.formats.xg import layout
from kotra_notation.model import Candidate, Evaluation
from kotra_notation.values import dataclass

SOURCE = "eXtreme Gammon"
DIGITS = 7  # as many as a number of the file has
PLAYED = {"played": "yes"}
NO_DOUBLE, TAKE, PASS, BEAVER = "no double", "double/take", "double/pass", "double/beaver"

Numbers = tuple[float, ...]


def number(value: float) -> float | None:
    """Return a number of the file, None for one that stands for nothing."""
    return round(value, DIGITS) if -900 < value < 900 else None


def chances(numbers: Numbers) -> tuple[float, ...]:
    """Return the shares of win, gammon, backgammon, gammon lost, backgammon lost, of the file's six."""
    if not (min(numbers) > -0.01 and max(numbers) < 1.01):
        return ()
    lost_backgammon, lost_gammon, _, *won = numbers
    return tuple([round(share, DIGITS) for share in (*won, lost_gammon, lost_backgammon)])


def text(value: float) -> str:
    """Return a number of the file as an extra holds it."""
    return f"{round(value, DIGITS):.7g}" if abs(value) < 900 else ""


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The rollouts of a file, found by their index."""

    content: bytes
    _known: dict[tuple[int, bool], dict[str, str]] = field(default_factory=dict)

    def extras(self, index: int, *, doubled: bool = False) -> dict[str, str]:
        """Return what is known of a rollout, nothing where there is none of that index."""
        if (known := self._known.get((index, doubled))) is None:
            known = self._read(index, doubled=doubled)
            if known:
                self._known[index, doubled] = known
        return dict(known)

    def _read(self, index: int, *, doubled: bool) -> dict[str, str]:
        begin = index * layout.ROLLOUT
        if index < 0 or begin + layout.ROLLOUT > len(self.content):
            return {}
        _, _, plays, _, cube, _, seed = layout.ROLLOUT_SETTINGS.unpack_from(self.content, begin)
        games, error, error_doubled, games_doubled = layout.ROLLOUT_RESULT.unpack_from(self.content, begin)
        return {
            "trials": str(games_doubled if doubled and games_doubled > 0 else games),
            "XG:95%": text(error_doubled if doubled else error),
            "XG:plays": layout.level_name(plays),
            "XG:cube": layout.level_name(cube),
            "XG:seed": str(seed),
        }


def of_play(record: bytes, begin: int, count: int, after: bytes, rollouts: Rollouts) -> Evaluation | None:
    """Return the candidates of a move record in the program's order; None where none was analysed."""
    levels = layout.LEVELS[count].unpack_from(record, begin + layout.CANDIDATE_LEVELS)
    numbers = layout.NUMBERS[count].unpack_from(record, begin + layout.CANDIDATE_NUMBERS)
    plays, boards_after = begin + layout.CANDIDATE_PLAYS, begin + layout.CANDIDATE_POSITIONS
    indexes = layout.ROLLOUTS[count].unpack_from(record, begin) if layout.BY_ROLLOUT in levels else None
    candidates: list[Candidate] = []
    open_choice = after != layout.NO_BOARD
    for at in range(count):
        spelled = layout.choice_of(record[plays + 8 * at : plays + 8 * at + 8])
        if not spelled:
            continue
        extras: dict[str, str] = {}
        if indexes and levels[at] == layout.BY_ROLLOUT:
            extras = rollouts.extras(indexes[at])
        place = boards_after + 26 * at
        if open_choice and record[place : place + 26] == after:
            extras |= PLAYED
            open_choice = False
        row = numbers[7 * at : 7 * at + 7]
        facts: dict[str, Any] = {"level": layout.level_name(levels[at]), "extras": extras}
        candidates.append(Candidate(choice=spelled, equity=number(row[6]), chances=chances(row[:6]), **facts))
    if not candidates:
        return None
    return Evaluation(aspect="play", candidates=tuple(candidates), source=SOURCE)


def of_luck(luck: float, before: float) -> Evaluation | None:
    """Return the luck of a throw, and the equity before it; None where it was not computed."""
    value = number(luck)
    if value is None:
        return None
    return Evaluation(aspect="luck", luck=value, source=SOURCE, extras={"XG:before": text(before)})


def of_cube(
    record: bytes, begin: int, *, done: str, index: int, errors: Mapping[str, float], rollouts: Rollouts
) -> Evaluation | None:
    """Return the choices of a cube record, best first, or None; `done` was made, `errors` are costs."""
    level, _, _, _, _, _, _, _, flag, beaver, *numbers = layout.DECISION.unpack_from(record, begin)
    hold, equities, double = tuple(numbers[:7]), numbers[7:10], tuple(numbers[12:])
    if flag == layout.NO_DECISION or not (any(hold) or any(equities)):
        return None
    accepted = BEAVER if beaver > 0 or done == BEAVER else TAKE
    candidates: list[Candidate] = []
    for word, equity, shares, key in (
        (NO_DOUBLE, equities[0], hold, "cubeless"),
        (accepted, equities[1], double, "XG:cubeless"),
        (PASS, equities[2], (), ""),
    ):
        extras = {key: text(shares[6])} if shares else {}
        if level == layout.BY_ROLLOUT and shares:
            extras |= rollouts.extras(index, doubled=word != NO_DOUBLE)
        extras |= PLAYED if word == done else {}
        facts: dict[str, Any] = {
            "chances": chances(shares[:6]) if shares else (),
            "level": layout.level_name(level),
        }
        candidates.append(Candidate(choice=word, equity=number(equity), extras=extras, **facts))
    # What a perfect doubler and a perfect answerer choose.
    answered = 1 if equities[1] <= equities[2] else 2
    best = candidates.pop(answered if equities[answered] > equities[0] else 0)
    extras = {f"XG:{name} error": text(cost) for name, cost in errors.items() if cost and abs(cost) < 900}
    return Evaluation(aspect="cube", candidates=(best, *candidates), source=SOURCE, extras=extras)
