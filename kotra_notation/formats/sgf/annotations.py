"""Annotations of actions: evaluations as GNU Backgammon keeps them, and marks.

`A` holds the evaluations of plays, `DA` of the cube, each evaluated or rolled out:

    hefe E ver 3 <five chances> <equity> 2C 0 1 0.000000 1
    hefe X ver 3 Score <equity> <cubeless> Trials n Output <seven> StdDev <seven> SK …
    E ver 3 2C 1 0.000000 1 <seven without doubling> <seven for double and take>
    X ver 3 Eq Trials n NoDouble Output <seven> StdDev <seven> DoubleTake Output … StdDev … SK …

Seven numbers are five chances, the cubeless equity, and the cubeful one, in a match as match winning chance.
Marks are `DO`, `BM`, `TE` for what a side did, `DC`, `BC` for the double not made, `GW`, `GB` for luck.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from typing import Any, Literal

from kotra_notation.formats import plays
from kotra_notation.formats.sgf.values import parse_context, parse_hops, spell_hops
from kotra_notation.model import Candidate, CubeAction, Evaluation, Event, Mark, Span

VERSION = "3"
ROLLOUT = "rollout"
NO_DOUBLE, DOUBLE_TAKE = "no double", "double/take"
NOBODY = -1  # the number of the play that was made, where none of those listed was

# What GNU Backgammon's evaluations rest on beside the plies, where nothing was changed.
USUAL_PLAY, USUAL_CUBE = ("0", "1", "0.000000", "1"), ("1", "0.000000", "1")

_ALLOWED = re.compile(r"[0-9A-Za-z .,:'\"+-]*+")
_PLAY = re.compile(r"(?:[a-z]{2})*+")
# The words of a rollout by their places.
_PLAY_ROLLOUT = {0: "Score", 3: "Trials", 5: "Output", 13: "StdDev"}
_CUBE_ROLLOUT = {0: "Eq", 1: "Trials", 3: "NoDouble", 4: "Output", 12: "StdDev"}
_CUBE_ROLLOUT |= {20: "DoubleTake", 21: "Output", 29: "StdDev"}
_PLAYED = {"played": "yes"}
_ZEROS = "0 0 0 0 0 0"


def parse_play_evaluation(
    values: Sequence[str], seat: int, *, money: bool, rolled_out: str = "", **about: Any
) -> Evaluation | None:
    """Return the evaluation in the values of `A`, some of them `rolled_out`; None if it is unreadable.

    `about` are the source and the span of the evaluation.
    """
    try:
        played = int(values[0])
        candidates = [_candidate(_words(text), seat, money) for text in values[1:]]
    except (ValueError, LookupError):
        return None
    extras: dict[str, str] = {}
    if 0 <= played < len(candidates):
        made = candidates[played]
        marked = {**_PLAYED, **made.extras} if made.extras else _PLAYED
        candidates[played] = Candidate(
            choice=made.choice, equity=made.equity, chances=made.chances, level=made.level, extras=marked
        )
    elif played != NOBODY:
        extras["sgf:played"] = str(played)
    if rolled_out:
        extras["sgf:MR"] = rolled_out
    return Evaluation(aspect="play", candidates=tuple(candidates), extras=extras, **about)


def parse_cube_evaluation(
    text: str, *, money: bool, rolled_out: bool = False, **about: Any
) -> Evaluation | None:
    """Return the evaluation in the value of `DA`; None where it cannot be read."""
    try:
        words = _words(text)
        if words[:1] == ["X"]:
            candidates, extras = _rolled_cube(words[1:], money)
        else:
            version, words = _version(words[1:] if words[0] == "E" else [])
            level, details = _level(words[:-14], USUAL_CUBE)
            extras = {**version, **details}
            choices = (NO_DOUBLE, words[-14:-7]), (DOUBLE_TAKE, words[-7:])
            candidates = tuple([_seven(choice, numbers, level, money) for choice, numbers in choices])
    except (ValueError, LookupError):
        return None
    if rolled_out:
        extras["sgf:CR"] = "yes"
    return Evaluation(aspect="cube", candidates=candidates, extras=extras, **about)


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
        return _rolled_play(choice, words[2:], money)
    if kind != "E":
        raise ValueError(f"There is no evaluation of the kind {kind}.")
    usual = words[2:4] == ["ver", VERSION]
    extras, words = ({}, words[4:]) if usual else _version(words[2:])
    *chances, equity = _numbers(words[:6], 6)
    level, details = _level(words[6:], USUAL_PLAY)
    extras |= details
    return Candidate(choice=choice, equity=equity, chances=tuple(chances), level=level, extras=extras)


@lru_cache(maxsize=20_000)
def _choice(written: str, seat: int) -> str:
    if not _PLAY.fullmatch(written):
        raise ValueError(f"{written!r} is not a play.")
    return plays.spell_play(parse_hops(written, seat))


def _version(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return the version that is stated, unless it is the usual one, and the words behind it."""
    if words[:1] != ["ver"]:
        return {"sgf:version": ""}, words
    stated = words[1] if len(words) > 1 else ""
    if not stated.isdigit():
        raise ValueError("A version is a number.")
    return ({} if stated == VERSION else {"sgf:version": stated}), words[2:]


def _level(words: Sequence[str], usual: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return the level of an evaluation, and what else it rests on, unless that is the usual."""
    text = " ".join(words)
    context = parse_context(text)
    if context is None:
        raise ValueError("It is not said what the evaluation rests on.")
    plies, cubeful, details = context
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
    *chances, _, cubeful = _numbers(words, 7)
    mwc = {} if money else {"mwc": words[6]}
    extras = {"cubeless": words[5], **(extras or {}), **mwc}
    equity = cubeful if money else None
    return Candidate(choice=choice, equity=equity, chances=tuple(chances), level=level, extras=extras)


def _rollout(words: list[str], expected: Mapping[int, str]) -> tuple[dict[str, str], list[str]]:
    """Return the version of a rollout, and the words behind it; ValueError for parts out of order."""
    version, words = _version(words)
    if any(words[index : index + 1] != [word] for index, word in expected.items()):
        raise ValueError("The parts of a rollout are not in their order.")
    return version, words


def _rolled_play(choice: str, words: list[str], money: bool) -> Candidate:
    version, words = _rollout(words, _PLAY_ROLLOUT)
    score, cubeless = words[1:3]
    equity = _numbers([score, cubeless], 2)[0]
    extras = {**version, "trials": words[4], **_deviations(words[14:21], money), **_setting(words[21:])}
    if cubeless != words[11]:
        extras["sgf:cubeless"] = cubeless
    if money and score != words[12]:
        extras["sgf:cubeful"] = words[12]
    return replace(_seven(choice, words[6:13], ROLLOUT, money, extras), equity=equity)


def _rolled_cube(words: list[str], money: bool) -> tuple[tuple[Candidate, ...], dict[str, str]]:
    version, words = _rollout(words, _CUBE_ROLLOUT)
    candidates = []
    for choice, start in ((NO_DOUBLE, 5), (DOUBLE_TAKE, 22)):
        extras = {"trials": words[2], **_deviations(words[start + 8 : start + 15], money)}
        candidates.append(_seven(choice, words[start : start + 7], ROLLOUT, money, extras))
    return tuple(candidates), {**version, **_setting(words[37:])}


def _deviations(words: Sequence[str], money: bool) -> dict[str, str]:
    """Return the standard errors: that of the cubeful number by its name, the others where there are any."""
    _numbers(words, 7)
    errors = " ".join(words[:6])
    others = {} if errors == _ZEROS else {"sgf:errors": errors}
    return {"error" if money else "mwc error": words[6], **others}


def _setting(words: Sequence[str]) -> dict[str, str]:
    return {"sgf:rollout": " ".join(words)} if words else {}


def parse_number(text: str) -> float | None:
    """Return a number that stands for itself, None where it is none."""
    try:
        return _numbers([text], 1)[0] if _ALLOWED.fullmatch(text) else None
    except ValueError:
        return None


def spell_play_evaluation(evaluation: Evaluation, seat: int, *, money: bool) -> list[str] | None:
    """Return the values of `A`; None for an evaluation that it cannot hold."""
    try:
        entries = [_entry(candidate, seat, money) for candidate in evaluation.candidates]
    except (ValueError, KeyError):
        return None
    listed = list(enumerate(evaluation.candidates))
    played = next((str(number) for number, play in listed if play.extras.get("played") == "yes"), None)
    values = [played or evaluation.extras.get("sgf:played", str(NOBODY)), *entries]
    further = {*evaluation.extras, *(key for _, play in listed for key in play.extras)}
    if further <= {"played", "sgf:MR"}:
        return values  # numbers, and nothing of which a reader could think otherwise
    return values if parse_play_evaluation(values, seat, money=money) else None


def spell_cube_evaluation(evaluation: Evaluation, *, money: bool) -> str | None:
    """Return the value of `DA`; None for an evaluation that it cannot hold."""
    by_choice = {candidate.choice: candidate for candidate in evaluation.candidates}
    try:
        pair = by_choice[NO_DOUBLE], by_choice[DOUBLE_TAKE]
        first = pair[0]
        numbers = [_seven_words(candidate, candidate.equity, money) for candidate in pair]
        if first.level != ROLLOUT:
            context = _context(first.level, evaluation.extras, USUAL_CUBE)
            words = ["E", *_version_words(evaluation.extras), context, *numbers]
        else:
            words = ["X", *_version_words(evaluation.extras), "Eq", "Trials", first.extras["trials"]]
            for name, candidate, seven in zip(("NoDouble", "DoubleTake"), pair, numbers, strict=True):
                words += [name, "Output", seven, "StdDev", _errors(candidate, money)]
            words.append(evaluation.extras.get("sgf:rollout", ""))
    except (ValueError, KeyError):
        return None
    value = " ".join(words).rstrip()
    return value if parse_cube_evaluation(value, money=money) else None


def _entry(candidate: Candidate, seat: int, money: bool) -> str:
    extras = candidate.extras
    if candidate.equity is None or not isfinite(candidate.equity):
        raise ValueError("A play is listed by its equity.")
    way = _way(candidate.choice, seat)
    if candidate.level == ROLLOUT:
        cubeful = float(extras["sgf:cubeful"]) if "sgf:cubeful" in extras else candidate.equity
        cubeless = extras.get("sgf:cubeless") or extras["cubeless"]
        score = f"Score {_digits(candidate.equity)} {cubeless} Trials {extras['trials']}"
        output = f"Output {_seven_words(candidate, cubeful, money)} StdDev {_errors(candidate, money)}"
        words = [way, "X", *_version_words(extras), score, output, extras.get("sgf:rollout", "")]
        return " ".join(words).rstrip()
    context = _context(candidate.level, extras, USUAL_PLAY)
    numbers = [_six(number) for number in (*_chances(candidate), candidate.equity)]
    return " ".join([way, "E", *_version_words(extras), *numbers, context])


@lru_cache(maxsize=20_000)
def _way(choice: str, seat: int) -> str:
    return spell_hops(plays.parse_hops(choice), seat) if choice else ""


def _version_words(extras: Mapping[str, str]) -> list[str]:
    version = extras.get("sgf:version", VERSION)
    return ["ver", version] if version else []


def _context(level: str, extras: Mapping[str, str], usual: tuple[str, ...]) -> str:
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
    if money and cubeful is None:
        raise ValueError("There is no equity.")
    last = digits(cubeful) if money and cubeful is not None else candidate.extras["mwc"]
    return " ".join([*map(digits, _chances(candidate)), candidate.extras["cubeless"], last])


def _errors(candidate: Candidate, money: bool) -> str:
    error = candidate.extras.get("error" if money else "mwc error", "0")
    return candidate.extras.get("sgf:errors", _ZEROS) + " " + error


def _six(number: float) -> str:
    """Return a number with six decimals, where these say all of it."""
    text = f"{number:.6f}"
    return text if float(text) == number else repr(number)


def _digits(number: float) -> str:
    """Return a number with as few digits as say all of it."""
    return repr(int(number)) if number.is_integer() else repr(number)


_SIGNS = {("DO", ""): "?!", ("BM", "1"): "?", ("BM", "2"): "??"}
_SIGNS |= {("TE", "1"): "!", ("TE", "2"): "!!", ("IT", ""): "!?"}
_MISSED = {("DC", ""): "?!", ("BC", "1"): "?", ("BC", "2"): "??"}
_LUCK = {"1": ("!", "?"), "2": ("!!", "??")}


def parse_mark(name: str, value: str, acted: Event | None, seat: int | None, span: Span) -> Mark | None:
    """Return what a property marks, None where it is no mark."""
    if acted is None or seat is None:
        return None
    if name in ("GW", "GB"):
        bad = seat != "WB".index(name[1])
        signs = _LUCK.get(value)
        return Mark(sign=signs[bad], aspect="luck", span=span) if signs else None
    cube = isinstance(acted, CubeAction)
    if not cube and (name, value) in _MISSED:
        return Mark(sign=_MISSED[name, value], aspect="cube", span=span)
    if (name, value) in _SIGNS:
        aspect: Literal["cube", "play"] = "cube" if cube else "play"
        return Mark(sign=_SIGNS[name, value], aspect=aspect, span=span)
    return None


def spell_mark(mark: Mark, acted: Event | None, seat: int | None) -> tuple[str, str] | None:
    """Return the name and the value of the property of a mark, None where there is none."""
    if acted is None or seat is None:
        return None
    if mark.aspect == "luck":
        for value, signs in _LUCK.items():
            if mark.sign in signs:
                return f"G{'WB'[seat if mark.sign == signs[0] else 1 - seat]}", f"[{value}]"
        return None
    cube = isinstance(acted, CubeAction)
    if cube and mark.aspect != "cube":
        return None
    table = _MISSED if mark.aspect == "cube" and not cube else _SIGNS
    return next(((name, f"[{value}]") for (name, value), sign in table.items() if sign == mark.sign), None)
