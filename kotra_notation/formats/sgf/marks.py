"""Marks: `DO`, `BM`, `TE` for what a side did, `DC`, `BC` for the double not made, `GW`, `GB` for luck."""

from __future__ import annotations

from typing import Literal

from kotra_notation.model import CubeAction, Event, Mark, Span

_SIGNS = {
    ("DO", ""): "?!",
    ("BM", "1"): "?",
    ("BM", "2"): "??",
    ("TE", "1"): "!",
    ("TE", "2"): "!!",
    ("IT", ""): "!?",
}
_MISSED = {("DC", ""): "?!", ("BC", "1"): "?", ("BC", "2"): "??"}
_LUCK = {"1": ("!", "?"), "2": ("!!", "??")}


def mark(name: str, value: str, acted: Event | None, seat: int | None, span: Span) -> Mark | None:
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


def spelled(mark: Mark, acted: Event | None, seat: int | None) -> str | None:
    """The property that says the mark, None where none does."""
    if acted is None or seat is None:
        return None
    if mark.aspect == "luck":
        for value, signs in _LUCK.items():
            if mark.sign in signs:
                good = mark.sign == signs[0]
                return f"G{'WB'[seat if good else 1 - seat]}[{value}]"
        return None
    cube = isinstance(acted, CubeAction)
    if cube and mark.aspect != "cube":
        return None
    table = _MISSED if mark.aspect == "cube" and not cube else _SIGNS
    return next((f"{name}[{value}]" for (name, value), sign in table.items() if sign == mark.sign), None)
