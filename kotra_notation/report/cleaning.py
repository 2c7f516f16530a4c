"""A stranger's words as a page may show them: letters, and nothing that turns or breaks what is beside."""

from __future__ import annotations

import re
import unicodedata
from math import isfinite

from markupsafe import Markup, escape

LONGEST_NAME = 80
# What a spreadsheet takes for a formula when a cell begins with it, and what makes it a text.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
TEXT_MARK = "'"
_ISOLATED = re.compile("[\u2068\u2069]")
_ISOLATES = dict.fromkeys((0x2068, 0x2069))
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,6}")
ISOLATE = "\u2068{}\u2069"  # what stands between turns nothing outside
_KEPT = "\n\t\u200b\u200c\u200d\u200e\u200f\u00ad\u2068\u2069"  # of the signs that are not printed
_TURNING = frozenset(("R", "AL", "AN"))


def clean(text: str) -> str:
    """Return the text with a replacement for what is no text, without what turns the words around it."""
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():
        return text
    cleaned = "".join(sign if sign.isprintable() or sign in _KEPT else _instead(sign) for sign in text)
    return cleaned if _is_closed(cleaned) else cleaned.translate(_ISOLATES)


def spreadsheet_text(text: str) -> str:
    """Return the text cleaned, with an apostrophe before what a spreadsheet would work out as a formula."""
    cleaned = clean(text)
    return TEXT_MARK + cleaned if cleaned.lstrip().startswith(FORMULA) else cleaned


def _is_closed(text: str) -> bool:
    """Return whether everything that is set apart in a text ends in it."""
    depth = 0
    for sign in _ISOLATED.findall(text):
        depth += 1 if sign == "\u2068" else -1
        if depth < 0:
            return False
    return not depth


def _instead(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in ("Zl", "Zp"):
        return "\n"
    if kind == "Zs" or sign in "\r\v\f":
        return " "
    return "" if kind == "Cf" else "\ufffd"


def clean_value(value: object) -> object:
    """Return what a template shows, cleaned; what is markup already is ours."""
    if type(value) is str and value.isprintable():
        return value
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def name(text: str) -> str:
    """Return a name on one line, cut where nobody's goes on; one from the right turns no neighbour."""
    plain = " ".join(bare(text).split())
    cut = plain if len(plain) <= LONGEST_NAME else plain[: LONGEST_NAME - 1] + "…"
    return isolate(cut)


def bare(text: str) -> str:
    """Return the words cleaned, and without what keeps them apart from their neighbours."""
    return clean(text.translate(_ISOLATES))


def isolate(text: str) -> str:
    """Return words of which some are written from the right, kept from turning what is beside them."""
    turning = not text.isascii() and any(unicodedata.bidirectional(sign) in _TURNING for sign in text)
    return ISOLATE.format(text) if turning else text


def apart(text: str) -> str:
    """Return a stranger's words within a sentence or beside others, kept from turning them."""
    return isolate(bare(text))


def one_line(text: str) -> str:
    """Return a stranger's words on one line, kept from turning their neighbours."""
    return " ".join(apart(text).split())


def plain(text: str) -> str:
    """Return the words of a rule without the signs of its markup."""
    return re.sub(r"[*`]", "", text)


def language(tag: str | None) -> str:
    """Return a language as HTML names it, nothing for what is none."""
    return tag if tag and _LANGUAGE.fullmatch(tag) else ""


# Addresses of recordings, with what one is known by, and how its host writes one of a moment.
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


def recording_moment(source: str, seconds: float) -> str:
    """Return the address of a moment in a recording; nothing for one of no host that is known."""
    for host, address in HOSTS if isfinite(seconds) and seconds >= 0 else ():
        if match := host.fullmatch(source):
            return address.format(id=match["id"], seconds=int(seconds))
    return ""


def link_recordings(text: str) -> Markup:
    """Return a text in HTML, addresses of recordings in it as links; those of other hosts stay words."""
    text, parts, done = clean(text), [], 0
    for match in _KNOWN.finditer(text):
        address = escape(match[0])
        parts += [escape(text[done : match.start()]), Markup('<a href="{0}">{0}</a>').format(address)]
        done = match.end()
    return Markup("").join([*parts, escape(text[done:])])
