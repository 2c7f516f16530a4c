"""What other programs show of a link: title, description, address and picture, as Open Graph has them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urljoin

from kotra_notation.report.view import Page
from kotra_notation.report.wishes import Wishes

LOCALES = {"en": "en_GB", "is": "is_IS", "de": "de_DE", "da": "da_DK", "sv": "sv_SE"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The values of a page's head. A picture is told only with a whole address: others are not fetched."""

    title: str
    description: str
    locale: str
    kind: str = "article"
    address: str = ""
    image: str = ""
    image_alt: str = ""


def card(page: Page, wishes: Wishes) -> Card:
    """The card of a match."""
    image = urljoin(wishes.address, quote(wishes.picture)) if wishes.address and wishes.picture else ""
    return Card(
        title=page.title,
        description=page.summary,
        locale=LOCALES[page.language],
        address=wishes.address,
        image=image,
        image_alt=page.result,
    )
