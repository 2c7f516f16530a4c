"""Dates of records, however they are spelled."""

from __future__ import annotations

import re

from kotra_notation.late import late_pattern

_YEAR_FIRST = late_pattern(r"(\d{4})([-./])(\d\d?)\2(\d\d?)", re.ASCII)
_YEAR_LAST = late_pattern(r"(\d\d?)([-./])(\d\d?)\2(\d{4})", re.ASCII)
_PART = late_pattern(r"(\d{4})(?:-(\d\d))?", re.ASCII)


def iso_day(text: str) -> str:
    """Return a day such as 2026-11-24, also of 2026.11.24 and 24.11.2026; empty for what is none.

    05.11.2026 is none: it may be the fifth of November or the eleventh of May.
    """
    text = text.strip()
    if written := _YEAR_FIRST.fullmatch(text):
        return _day(written[1], written[3], written[4])
    if written := _YEAR_LAST.fullmatch(text):
        first, _, second, year = written.groups()
        days = {_day(year, first, second), _day(year, second, first)} - {""}
        return days.pop() if len(days) == 1 else ""
    return ""


def iso_date(text: str) -> str:
    """Return a day, or a month or a year such as 2026-11; empty for what is none."""
    part = _PART.fullmatch(text.strip())
    if part is None:
        return iso_day(text)
    return part[0] if _day(part[1], part[2] or "1", "1") else ""


def plain_header(key: str, value: str) -> str:
    """Return the value of a header as it is compared: a date in one spelling, anything else as it is."""
    return (iso_day(value) if key == "date" else "") or value


def _day(year: str, month: str, day: str) -> str:
    from datetime import date

    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""
