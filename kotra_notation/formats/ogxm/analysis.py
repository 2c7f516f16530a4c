"""What engines said of a ply: candidates, cube decisions and luck.

A match is weighed in chances of winning it; the file says beside each what the loss and the win of the cube
in play are worth, from which the equity follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kotra_notation.formats.ogxm.words import place
from kotra_notation.formats.plays import spelled
from kotra_notation.model import Candidate, Evaluation, Hop

CHANCES = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")
CUBE = {"no_double": "no double", "double_take": "double/take", "double_pass": "double/pass"}
PLAYED = {"double": ("double/take", "double/pass"), "take": ("double/take",), "pass": ("double/pass",)}

Weighed = Mapping[str, Any]


def hops(seat: int, moves: Iterable[Weighed]) -> tuple[Hop, ...]:
    """Steps of a document as hops of a seat."""
    made = []
    for move in moves:
        source = place(seat, move["from"])
        made.append(Hop(source, max(source - move["pips"], 0)))
    return tuple(made)


def evaluations(ply: Weighed, seat: int, source: str, unit: str) -> list[Evaluation]:
    """The evaluations of a ply; `unit` is what its equities are counted in."""
    found: list[Evaluation] = []
    for analysis in (
        ply.get("analyses") or [ply["analysis"]] if "analysis" in ply or "analyses" in ply else []
    ):
        found += _play(analysis, seat, source, unit)
        cube = analysis.get("cube_decision") or analysis.get("missed_double")
        if cube or "no_double_equity" in analysis:
            found.append(_cube(cube or analysis, analysis.get("played_action", "no_double"), source, unit))
        if "roll" in analysis:
            found.append(_luck(analysis, source, unit))
    return found


def _play(analysis: Weighed, seat: int, source: str, unit: str) -> list[Evaluation]:
    candidates = [
        Candidate(
            choice=spelled(hops(seat, one["move"])),
            equity=_equity(one["equity"], analysis, unit),
            chances=_chances(one),
            level=_level(one),
            extras=_extras(one["equity"], unit, played=one["is_played"]),
        )
        for one in analysis.get("alternatives", ())
    ]
    return [Evaluation(aspect="play", candidates=tuple(candidates), source=source)] if candidates else []


def _cube(weighed: Weighed, played: str, source: str, unit: str) -> Evaluation:
    chosen = PLAYED.get(played, ("no double",))
    candidates = [
        Candidate(
            choice=choice,
            equity=round(weighed.get(f"{name}_norm_eq", weighed[f"{name}_equity"]), 6),
            chances=_chances(weighed),
            level=_level(weighed),
            extras=_extras(weighed[f"{name}_equity"], unit, played=choice in chosen),
        )
        for name, choice in CUBE.items()
        if f"{name}_equity" in weighed
    ]
    return Evaluation(aspect="cube", candidates=tuple(candidates), source=source)


def _luck(analysis: Weighed, source: str, unit: str) -> Evaluation:
    roll = analysis["roll"]
    low, high = analysis.get("emg_anchors") or roll.get("emg_anchors") or (-1, 1)
    luck = roll["luck"] * 2 / (high - low) if _is_match(unit) and high > low else roll["luck"]
    return Evaluation(aspect="luck", luck=round(luck, 6), source=source, extras=_extras(roll["luck"], unit))


def _equity(value: float, weighed: Weighed, unit: str) -> float | None:
    """The equity of a value; None where only a chance of winning the match is known."""
    if not _is_match(unit):
        return value
    low, high = weighed.get("emg_anchors") or (0, 0)
    return round((2 * value - low - high) / (high - low), 6) if high > low else None


def _extras(value: float, unit: str, *, played: bool = False) -> dict[str, str]:
    told = {"mwc": f"{value:g}"} if _is_match(unit) else {}
    return {**told, "played": "yes"} if played else told


def _is_match(unit: str) -> bool:
    return unit.endswith("match")


def _chances(weighed: Weighed) -> tuple[float, ...]:
    return tuple([weighed["eval"][name] for name in CHANCES]) if weighed.get("eval") else ()


def _level(weighed: Weighed) -> str:
    level = weighed.get("level") or {}
    return str(level.get("preset") or (f"{level['checker_ply']}-ply" if "checker_ply" in level else ""))
