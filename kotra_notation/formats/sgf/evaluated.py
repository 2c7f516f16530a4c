"""Writing evaluations as GNU Backgammon keeps them; see `evaluations`."""

from __future__ import annotations

from collections.abc import Mapping

from kotra_notation.formats.plays import hops_of
from kotra_notation.formats.sgf.evaluations import (
    DOUBLE_TAKE,
    NO_DOUBLE,
    NOBODY,
    ROLLOUT,
    USUAL_CUBE,
    USUAL_PLAY,
    VERSION,
    ZEROS,
)
from kotra_notation.formats.sgf.letters import spelled
from kotra_notation.model import Candidate, Evaluation


def play_values(evaluation: Evaluation, seat: int, *, money: bool) -> list[str] | None:
    """The values of `A`; None for an evaluation that it cannot hold."""
    try:
        entries = [_entry(candidate, seat, money) for candidate in evaluation.candidates]
    except (ValueError, KeyError):
        return None
    made = [number for number, one in enumerate(evaluation.candidates) if one.extras.get("played") == "yes"]
    played = str(made[0]) if made else evaluation.extras.get("sgf:played", str(NOBODY))
    return [played, *entries]


def cube_value(evaluation: Evaluation, *, money: bool) -> str | None:
    """The value of `DA`; None for an evaluation that it cannot hold."""
    found = {candidate.choice: candidate for candidate in evaluation.candidates}
    try:
        first, second = found[NO_DOUBLE], found[DOUBLE_TAKE]
        numbers = [_seven_words(one, one.equity, money) for one in (first, second)]
        if first.level != ROLLOUT:
            rests = _rests(first.level, evaluation.extras, USUAL_CUBE)
            return " ".join(["E", *_stated(evaluation.extras), rests, *numbers])
        words = ["X", *_stated(evaluation.extras), "Eq", "Trials", _trials(first)]
        for name, one, seven in zip(("NoDouble", "DoubleTake"), (first, second), numbers, strict=True):
            words += [name, "Output", seven, "StdDev", _errors(one, money)]
    except (ValueError, KeyError):
        return None
    return " ".join([*words, evaluation.extras.get("sgf:rollout", "")]).rstrip()


def _entry(candidate: Candidate, seat: int, money: bool) -> str:
    extras = candidate.extras
    if candidate.equity is None:
        raise ValueError("A play is listed by its equity.")
    letters = spelled(hops_of(candidate.choice), seat) if candidate.choice else ""
    if candidate.level == ROLLOUT:
        cubeful = float(extras["sgf:cubeful"]) if "sgf:cubeful" in extras else candidate.equity
        cubeless = extras.get("sgf:cubeless") or extras["cubeless"]
        score = f"Score {_digits(candidate.equity)} {cubeless} Trials {_trials(candidate)}"
        output = f"Output {_seven_words(candidate, cubeful, money)} StdDev {_errors(candidate, money)}"
        words = [letters, "X", *_stated(extras), score, output, extras.get("sgf:rollout", "")]
        return " ".join(words).rstrip()
    rests = _rests(candidate.level, extras, USUAL_PLAY)
    numbers = [_six(number) for number in (*_chances(candidate), candidate.equity)]
    return " ".join([letters, "E", *_stated(extras), *numbers, rests])


def _stated(extras: Mapping[str, str]) -> list[str]:
    version = extras.get("sgf:version", VERSION)
    return ["ver", version] if version else []


def _rests(level: str, extras: Mapping[str, str], usual: tuple[str, ...]) -> str:
    if "sgf:context" in extras:
        return extras["sgf:context"]
    plies = level.removesuffix("-ply")
    return " ".join([f"{plies if plies.isdecimal() else 0}C", *usual])


def _chances(candidate: Candidate) -> tuple[float, ...]:
    if len(candidate.chances) != 5:
        raise ValueError("There are five chances.")
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
