"""Evaluations as GNU Backgammon keeps them: `A` for plays, `DA` for the cube, each evaluated or rolled out.

    hefe E ver 3 <five chances> <equity> 2C 0 1 0.000000 1
    hefe X ver 3 Score <equity> <cubeless> Trials n Output <seven> StdDev <seven> SK …
    E ver 3 2C 1 0.000000 1 <seven without doubling> <seven for double and take>
    X ver 3 Eq Trials n NoDouble Output <seven> StdDev <seven> DoubleTake Output … StdDev … SK …

Seven numbers are five chances, the cubeless equity, and the cubeful one, in a match as match winning chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite

from kotra_notation.formats import plays
from kotra_notation.formats.sgf import letters
from kotra_notation.formats.sgf.values import context
from kotra_notation.model import Candidate, Evaluation

VERSION = "3"
ROLLOUT = "rollout"
NO_DOUBLE, DOUBLE_TAKE = "no double", "double/take"
NOBODY = -1  # the number of the play that was made, where none of those listed was

# What GNU Backgammon's evaluations rest on beside the plies, where nothing was changed.
USUAL_PLAY, USUAL_CUBE = ("0", "1", "0.000000", "1"), ("1", "0.000000", "1")

_ALLOWED = re.compile(r"[0-9A-Za-z .,:'\"+-]*+")
_PLAY = re.compile(r"(?:[a-z]{2})*+")
# The words of a rollout by their places.
_ROLLOUT = {0: "Score", 3: "Trials", 5: "Output", 13: "StdDev"}
_CUBE_ROLLOUT = {
    0: "Eq",
    1: "Trials",
    3: "NoDouble",
    4: "Output",
    12: "StdDev",
    20: "DoubleTake",
    21: "Output",
    29: "StdDev",
}
_PLAYED = {"played": "yes"}
ZEROS = ("0",) * 6


def play(values: Sequence[str], seat: int, *, source: str, money: bool) -> Evaluation | None:
    """Return what the values of `A` say; None where they cannot be read."""
    try:
        played = int(values[0])
        candidates = [_candidate(_words(text), seat, money) for text in values[1:]]
    except (ValueError, LookupError):
        return None
    extras: dict[str, str] = {}
    if 0 <= played < len(candidates):
        made = candidates[played]
        candidates[played] = Candidate(
            choice=made.choice,
            equity=made.equity,
            chances=made.chances,
            level=made.level,
            extras={**_PLAYED, **made.extras} if made.extras else _PLAYED,
        )
    elif played != NOBODY:
        extras["sgf:played"] = str(played)
    return Evaluation(aspect="play", candidates=tuple(candidates), source=source, extras=extras)


def cube(text: str, *, source: str, money: bool) -> Evaluation | None:
    """Return what the value of `DA` says; None where it cannot be read."""
    try:
        words = _words(text)
        if words[:1] == ["X"]:
            return _rolled_cube(words[1:], source, money)
        extras, words = _version(words[1:] if words[0] == "E" else [])
        level, details = _level(words[:-14], USUAL_CUBE)
        candidates = [
            _seven(choice, numbers, level, money)
            for choice, numbers in ((NO_DOUBLE, words[-14:-7]), (DOUBLE_TAKE, words[-7:]))
        ]
    except (ValueError, LookupError):
        return None
    return Evaluation(
        aspect="cube", candidates=tuple(candidates), source=source, extras={**extras, **details}
    )


def _words(text: str) -> list[str]:
    if not _ALLOWED.fullmatch(text):
        text = " ".join(text.split())
        if not _ALLOWED.fullmatch(text):
            raise ValueError("An evaluation has no such characters.")
    words = text.split()
    return ["", *words] if text[:1] == " " else words


def _candidate(words: list[str], seat: int, money: bool) -> Candidate:
    kind = words[1] if len(words) > 1 else ""
    choice = _choice(words[0], seat)
    if kind == "X":
        return _rolled(choice, words[2:], money)
    if kind != "E":
        raise ValueError(f"There is no evaluation of the kind {kind}.")
    if words[2:4] == ["ver", VERSION]:
        extras: dict[str, str] = {}
        words = words[4:]
    else:
        extras, words = _version(words[2:])
    *chances, equity = _numbers(words[:6], 6)
    level, details = _level(words[6:], USUAL_PLAY)
    if details or extras:
        extras = {**extras, **details}
    return Candidate(choice=choice, equity=equity, chances=tuple(chances), level=level, extras=extras)


@lru_cache(maxsize=20_000)
def _choice(written: str, seat: int) -> str:
    if not _PLAY.fullmatch(written):
        raise ValueError(f"{written!r} is not a play.")
    return plays.spelled(letters.hops_of(written, seat))


def _version(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The version that is stated, unless it is the usual one, and the words behind it."""
    if words[:1] != ["ver"]:
        return {"sgf:version": ""}, words
    stated = words[1] if len(words) > 1 else ""
    if not stated.isdigit():
        raise ValueError("A version is a number.")
    return ({} if stated == VERSION else {"sgf:version": stated}), words[2:]


def _level(words: Sequence[str], usual: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """The level of an evaluation, and what else it rests on, unless that is the usual."""
    text = " ".join(words)
    rests = context(text)
    if rests is None:
        raise ValueError("It is not said what the evaluation rests on.")
    plies, cubeful, details = rests
    return f"{plies}-ply", {} if cubeful and details == usual else {"sgf:context": text}


def _numbers(words: Sequence[str], count: int) -> list[float]:
    if len(words) != count:
        raise ValueError(f"There are {len(words)} numbers, not {count}.")
    numbers = [float(word) for word in words]
    if not isfinite(sum(numbers)):
        raise ValueError("Not every number is finite.")
    return numbers


def _seven(
    choice: str, words: Sequence[str], level: str, money: bool, extras: dict[str, str] | None = None
) -> Candidate:
    """A candidate of seven numbers."""
    *chances, _, cubeful = _numbers(words, 7)
    said = {"cubeless": words[5], **(extras or {})}
    if not money:
        said["mwc"] = words[6]
    return Candidate(
        choice=choice,
        equity=cubeful if money else None,
        chances=tuple(chances),
        level=level,
        extras=said,
    )


def _rolled(choice: str, words: list[str], money: bool) -> Candidate:
    version, words = _version(words)
    if any(words[place : place + 1] != [word] for place, word in _ROLLOUT.items()):
        raise ValueError("The parts of a rollout are not in their order.")
    score, cubeless = words[1:3]
    equity = _numbers([score, cubeless], 2)[0]
    said = {**version, "trials": words[4], **_deviations(words[14:21], money), **_setting(words[21:])}
    if cubeless != words[11]:
        said["sgf:cubeless"] = cubeless
    if money and score != words[12]:
        said["sgf:cubeful"] = words[12]
    seven = _seven(choice, words[6:13], ROLLOUT, money, said)
    return Candidate(choice=choice, equity=equity, chances=seven.chances, level=ROLLOUT, extras=seven.extras)


def _rolled_cube(words: list[str], source: str, money: bool) -> Evaluation:
    version, words = _version(words)
    if any(words[place : place + 1] != [word] for place, word in _CUBE_ROLLOUT.items()):
        raise ValueError("The parts of a rollout are not in their order.")
    candidates = [
        _seven(
            choice,
            words[start : start + 7],
            ROLLOUT,
            money,
            {"trials": words[2], **_deviations(words[start + 8 : start + 15], money)},
        )
        for choice, start in ((NO_DOUBLE, 5), (DOUBLE_TAKE, 22))
    ]
    extras = {**version, **_setting(words[37:])}
    return Evaluation(aspect="cube", candidates=tuple(candidates), source=source, extras=extras)


def _deviations(words: Sequence[str], money: bool) -> dict[str, str]:
    """The standard errors: that of the cubeful number by its name, the others where there are any."""
    _numbers(words, 7)
    others = {} if tuple(words[:6]) == ZEROS else {"sgf:errors": " ".join(words[:6])}
    return {"error" if money else "mwc error": words[6], **others}


def _setting(words: Sequence[str]) -> dict[str, str]:
    return {"sgf:rollout": " ".join(words)} if words else {}


def number(text: str) -> float | None:
    """A number that stands for itself, None where it is none."""
    try:
        return _numbers([text], 1)[0] if _ALLOWED.fullmatch(text) else None
    except ValueError:
        return None


def play_values(evaluation: Evaluation, seat: int, *, money: bool) -> list[str] | None:
    """The values of `A`; None for an evaluation that it cannot hold."""
    try:
        entries = [_entry(candidate, seat, money) for candidate in evaluation.candidates]
    except (ValueError, KeyError):
        return None
    made = [number for number, one in enumerate(evaluation.candidates) if one.extras.get("played") == "yes"]
    played = str(made[0]) if made else evaluation.extras.get("sgf:played", str(NOBODY))
    values = [played, *entries]
    further = {*evaluation.extras, *(key for one in evaluation.candidates for key in one.extras)}
    if further <= {"played", "sgf:MR"}:
        return values  # numbers, and nothing of which a reader could think otherwise
    return values if play(values, seat, source="", money=money) else None


def cube_value(evaluation: Evaluation, *, money: bool) -> str | None:
    """The value of `DA`; None for an evaluation that it cannot hold."""
    found = {candidate.choice: candidate for candidate in evaluation.candidates}
    try:
        first, second = found[NO_DOUBLE], found[DOUBLE_TAKE]
        numbers = [_seven_words(one, one.equity, money) for one in (first, second)]
        if first.level != ROLLOUT:
            rests = _rests(first.level, evaluation.extras, USUAL_CUBE)
            words = ["E", *_version_words(evaluation.extras), rests, *numbers]
        else:
            words = ["X", *_version_words(evaluation.extras), "Eq", "Trials", _trials(first)]
            for name, one, seven in zip(("NoDouble", "DoubleTake"), (first, second), numbers, strict=True):
                words += [name, "Output", seven, "StdDev", _errors(one, money)]
            words.append(evaluation.extras.get("sgf:rollout", ""))
    except (ValueError, KeyError):
        return None
    value = " ".join(words).rstrip()
    return value if cube(value, source="", money=money) else None


def _entry(candidate: Candidate, seat: int, money: bool) -> str:
    extras = candidate.extras
    if candidate.equity is None or not isfinite(candidate.equity):
        raise ValueError("A play is listed by its equity.")
    way = _way(candidate.choice, seat)
    if candidate.level == ROLLOUT:
        cubeful = float(extras["sgf:cubeful"]) if "sgf:cubeful" in extras else candidate.equity
        cubeless = extras.get("sgf:cubeless") or extras["cubeless"]
        score = f"Score {_digits(candidate.equity)} {cubeless} Trials {_trials(candidate)}"
        output = f"Output {_seven_words(candidate, cubeful, money)} StdDev {_errors(candidate, money)}"
        words = [way, "X", *_version_words(extras), score, output, extras.get("sgf:rollout", "")]
        return " ".join(words).rstrip()
    rests = _rests(candidate.level, extras, USUAL_PLAY)
    numbers = [_six(number) for number in (*_chances(candidate), candidate.equity)]
    return " ".join([way, "E", *_version_words(extras), *numbers, rests])


@lru_cache(maxsize=20_000)
def _way(choice: str, seat: int) -> str:
    return letters.spelled(plays.hops_of(choice), seat) if choice else ""


def _version_words(extras: Mapping[str, str]) -> list[str]:
    version = extras.get("sgf:version", VERSION)
    return ["ver", version] if version else []


def _rests(level: str, extras: Mapping[str, str], usual: tuple[str, ...]) -> str:
    if "sgf:context" in extras:
        return extras["sgf:context"]
    plies = level.removesuffix("-ply")
    return " ".join([f"{plies if plies.isdecimal() and plies.isascii() else 0}C", *usual])


def _chances(candidate: Candidate) -> tuple[float, ...]:
    if len(candidate.chances) != 5 or candidate.outcomes or not isfinite(sum(candidate.chances)):
        raise ValueError("There are five chances, and nothing else.")
    return candidate.chances


def _seven_words(candidate: Candidate, cubeful: float | None, money: bool) -> str:
    digits = _digits if candidate.level == ROLLOUT else _six
    last = candidate.extras["mwc"] if not money else None if cubeful is None else digits(cubeful)
    if last is None:
        raise ValueError("There is no equity.")
    return " ".join([*map(digits, _chances(candidate)), candidate.extras["cubeless"], last])


def _trials(candidate: Candidate) -> str:
    return candidate.extras["trials"]


def _errors(candidate: Candidate, money: bool) -> str:
    error = candidate.extras.get("error" if money else "mwc error", "0")
    return candidate.extras.get("sgf:errors", " ".join(ZEROS)) + " " + error


def _six(number: float) -> str:
    """A number with six decimals, where these say all of it."""
    text = f"{number:.6f}"
    return text if float(text) == number else repr(number)


def _digits(number: float) -> str:
    """A number with as few digits as say all of it."""
    return repr(int(number)) if number.is_integer() else repr(number)
