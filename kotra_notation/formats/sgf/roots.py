"""Properties that a reader kept from a root as they stood, and which of them would be read so again."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.formats.sgf import headers, values
from kotra_notation.formats.sgf.results import ACTING, extra_values
from kotra_notation.formats.sgf.text import unescaped
from kotra_notation.formats.sgf.tree import Property
from kotra_notation.model import Event, Extra, ResultClaim

MI, RU, RE = "sgf:MI", "sgf:RU", "sgf:RE"
AT_ROOT = (MI, RU, RE)
ITEMS = frozenset(("length", "game", "ws", "bs"))


def kept(events: Sequence[Event]) -> dict[str, Extra]:
    """The first of each that stands before all actions; the kept result of a game that claims none."""
    found: dict[str, Extra] = {}
    acted = False
    claimed = any(isinstance(event, ResultClaim) for event in events)
    for event in events:
        acted = acted or isinstance(event, ACTING)
        if not isinstance(event, Extra) or event.key not in AT_ROOT or not extra_values(event):
            continue
        if not _is_result(event) and not claimed if event.key == RE else not acted:
            found.setdefault(event.key, event)
    return found


def values_of(extra: Extra) -> list[str]:
    """The texts within its brackets."""
    return Property("", extra.value, 0, 0).values


def words(extra: Extra) -> list[str] | None:
    """The words of rules that are kept, None where they cannot be read."""
    said = values.rules(values_of(extra)[0])
    return None if said is None else list(said)


def unknown(extra: Extra, taken: set[str]) -> bool:
    """Return whether items of the match mean nothing beside those that are written."""
    items = [values.match_item(value) for value in values_of(extra)]
    return not any(item and item[0] in ITEMS - taken for item in items)


def odd(extra: Extra, rules: str | None, length: int | None, *, crawford: bool) -> bool:
    """Return whether words of rules are not those that are expected of a game under some rules."""
    expected = headers.words(rules, length, crawford) or []
    return (words(extra) or ["?"]) != expected or len(values_of(extra)) > 1


def _is_result(extra: Extra) -> bool:
    """Return whether a kept result would be read as one."""
    said = values_of(extra)
    return len(said) == 1 and values.result(unescaped(said[0]).strip()) is not None
