"""Recordings on the web: the address of a moment in one. Only those of hosts that are known become links."""

from __future__ import annotations

import re
from math import isfinite

from markupsafe import Markup, escape

from kotra_notation.report.cleaning import clean

# What addresses of a recording look like, with what it is known by, and how its host writes one of a moment.
HOSTS = tuple(
    (re.compile(rf"https?://{address}(?:[?&#][\w=&?#.-]*)?", re.A), moment)
    for address, moment in (
        (
            r"(?:youtu\.be/|(?:www\.|m\.)?youtube\.com/watch\?v=)(?P<id>[\w-]{6,20})",
            "https://www.youtube.com/watch?v={id}&t={seconds}s",
        ),
        (r"(?:www\.)?vimeo\.com/(?P<id>[0-9]{4,15})", "https://vimeo.com/{id}#t={seconds}s"),
        (
            r"(?:www\.)?twitch\.tv/videos/(?P<id>[0-9]{4,15})",
            "https://www.twitch.tv/videos/{id}?t={seconds}s",
        ),
    )
)
_KNOWN = re.compile("|".join(re.sub(r"\?P<id>", "?:", host.pattern) for host, _ in HOSTS), re.A)


def moment(source: str, seconds: float) -> str:
    """The address of a moment in a recording; nothing for one of no host that is known."""
    for host, address in HOSTS if isfinite(seconds) and seconds >= 0 else ():
        if found := host.fullmatch(source):
            return address.format(id=found["id"], seconds=int(seconds))
    return ""


def linked(text: str) -> Markup:
    """A text in HTML, the addresses of recordings in it as links; those of any other host stay words."""
    text, parts, done = clean(text), [], 0
    for found in _KNOWN.finditer(text):
        address = escape(found[0])
        parts += [escape(text[done : found.start()]), Markup('<a href="{0}">{0}</a>').format(address)]
        done = found.end()
    return Markup("").join([*parts, escape(text[done:])])
