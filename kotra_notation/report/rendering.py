"""The view model as HTML: a whole page, or a fragment of one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urljoin

from markupsafe import Markup

from kotra_notation.report.live import live
from kotra_notation.report.templating import render
from kotra_notation.report.view import Page, PageWord
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import N_, Tongue

_INDENT = re.compile(r"\n\s+<")  # before a tag; in a stranger's words no tag can stand
_UNSAFE = re.compile("[<>&\u2028\u2029]")
LOCALES = {"en": "en_GB", "is": "is_IS", "de": "de_DE", "da": "da_DK", "sv": "sv_SE"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The values of a page's head that other programs show of a link, as Open Graph has them.

    A picture is told only with a whole address: others are not fetched.
    """

    title: str
    description: str
    locale: str
    kind: str = "article"
    address: str = ""
    image: str = ""
    image_alt: str = ""


def html(page: Page, tongue: Tongue, wishes: Wishes | None = None) -> str:
    """Return the page as HTML, or a fragment; ValueError for an unknown theme or broken templates."""
    wishes = wishes or Wishes()
    picture = urljoin(wishes.address, quote(wishes.picture)) if wishes.address and wishes.picture else ""
    text = render(
        "embed.html.j2" if wishes.embed else "report.html.j2",
        tongue,
        wishes.templates,
        sheet="report",
        theme=wishes.theme,
        within="embed.css" if wishes.embed else "",
        page=page,
        kinds=page.kinds,
        first_use=_first_use(page.words),
        embed=wishes.embed,
        around=wishes.around,
        card=Card(
            title=page.title,
            description=page.summary,
            locale=LOCALES[page.language],
            address=wishes.address,
            image=picture,
            image_alt=page.result,
        ),
        live=Markup(script_json(live(page, tongue))),
        filters=_filters(page, tongue),
    )
    return _INDENT.sub("\n<", text)


def _first_use(words: Sequence[PageWord]) -> Callable[[str], PageWord | None]:
    """Return a function that gives the word of a text the first time it is used."""
    unused = list(words)

    def first_use(text: str) -> PageWord | None:
        word = next((word for word in unused if text in word.words), None)
        if word:
            unused.remove(word)
        return word

    return first_use


def _filters(page: Page, tongue: Tongue) -> list[tuple[str, str]]:
    """Return what may be shown alone: the CSS selector of its rows, and the words for it."""
    kinds = page.kinds
    filters = (
        ("", N_("All turns"), True),
        (".error,.warning,.note,.finding", N_("Findings"), bool(page.found)),
        (".comment,.commented", N_("Comments"), "remark" in kinds),
        (".cube", N_("Cube"), "cube" in kinds),
        (".wrong,.blunder", N_("Errors"), bool(kinds & {"wrong", "blunder"})),
        (".lucky,.unlucky", N_("Luck"), bool(kinds & {"lucky", "unlucky"})),
    )
    return [(selector, tongue.say(words)) for selector, words, there in filters if there]


def script_json(value: object) -> str:
    """Return JSON that may stand in a script element whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
