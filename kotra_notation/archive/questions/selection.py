"""Which matches a question is asked of: those that fit all wishes."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from kotra_notation.archive.choosing import narrow

# A day however its parts are joined, as 2026-11-21; none where the record says it otherwise.
_FITTING = r"""
SELECT match
FROM (
    SELECT *, translate(regexp_extract(date, '^\s*(\d{4}[-./]\d{2}[-./]\d{2})', 1), './', '--') AS day
    FROM matches
)
WHERE ($rules IS NULL OR rules = $rules)
  AND ($length IS NULL OR length = $length)
  AND ($player IS NULL OR lower(nfc_normalize(trim($player)))
       IN (lower(nfc_normalize(trim(player0))), lower(nfc_normalize(trim(player1)))))
  AND ($since IS NULL OR (day <> '' AND substr(day, 1, length($since)) >= $since))
  AND ($until IS NULL OR (day <> '' AND substr(day, 1, length($until)) <= $until))
"""
_NAMES = "SELECT player0 FROM main.matches UNION SELECT player1 FROM main.matches"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Wishes about matches: the rule set, who played, the length, and between which days.

    A day may be a year or a month too: all of it is meant.
    """

    rules: str | None = None
    player: str | None = None
    length: int | None = None
    since: str | None = None
    until: str | None = None


def select(base: duckdb.DuckDBPyConnection, wishes: Selection) -> int:
    """Let every table show the chosen matches alone; how many there are."""
    facts = {name: getattr(wishes, name) for name in ("rules", "player", "length", "since", "until")}
    narrow(base, _FITTING, facts)
    (number,) = base.execute("SELECT count(*) FROM chosen").fetchall()[0]
    return int(number)


def players(base: duckdb.DuckDBPyConnection) -> list[str]:
    """The names of all who play in the archive."""
    return [name for (name,) in base.execute(_NAMES).fetchall() if name]
