"""The picture of a match for previews of its page: the last position, in the forms we draw."""

from __future__ import annotations

from collections.abc import Callable

from kotra_notation.report.boards import wording
from kotra_notation.report.view import Page
from kotra_notation.words.tongues import tongue


def _svg(page: Page) -> bytes:
    drawn = page.final.position.svg(
        names=page.players, view=page.view, wording=wording(tongue(page.language))
    )
    return f"{drawn}\n".encode("utf-8", "replace")


# What draws a picture, by the ending of its file.
PICTURES: dict[str, Callable[[Page], bytes]] = {".svg": _svg}
