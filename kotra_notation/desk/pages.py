"""The pages of the desk as HTML: a frame with its tabs, and a template, a style and a script for each."""

from __future__ import annotations

from typing import Any

from starlette.responses import HTMLResponse

from kotra_notation.desk.settings import DeskSettings
from kotra_notation.report.templating import render
from kotra_notation.words.tongues import N_

# The pages that tabs lead to, by their paths; `archive` only where there is one.
TABS = {
    "": N_("Check"),
    "write": N_("Write"),
    "play": N_("Play kotra"),
    "archive": N_("Archive"),
}


def page(desk: DeskSettings, name: str, path: str, /, **facts: Any) -> HTMLResponse:
    """The page `desk_NAME.html.j2` in the frame, the tab of its path marked."""
    tabs = [
        (f"{desk.root}/{one}", desk.tongue.say(text), one == path)
        for one, text in TABS.items()
        if path in TABS and (one != "archive" or desk.archive)
    ]
    return HTMLResponse(
        render(
            f"desk_{name}.html.j2",
            desk.tongue,
            theme="paper",
            tabs=tabs,
            root=desk.root,
            folder=None if desk.password else desk.folder,
            network=bool(desk.password),
            largest=desk.max_size,
            **facts,
        )
    )
