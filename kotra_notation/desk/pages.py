"""The frame of every page of the desk, whether a server answers its requests or the browser itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kotra_notation.desk.work import TOO_SLOW
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE
from kotra_notation.report.templating import render
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, N_, Tongue

# The pages that tabs lead to, by their paths; `archive` only where there is one.
TABS = {"": N_("Check"), "write": N_("Write"), "play": N_("Play kotra"), "archive": N_("Archive")}
# The page of a stranger's record may run its script, and nothing else: it is of no origin, and asks nobody.
POLICY_OF_A_REPORT = "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'none'"
# The sentences of the script that runs kotra in the browser, by the names it has for them.
BROWSER_TEXTS = {
    "about": N_("Check, fix, write and play matches: backgammon, and the old Icelandic game."),
    "crashed": N_("kotra stopped working on this and was started again."),
    "damaged": N_("The match in this link is damaged or cut off."),
    "engine": N_("Loading the engine: 2 MB, once …"),
    "failed": N_("kotra could not be loaded. Check the connection and reload the page."),
    "loading": N_("Loading kotra: 10 MB, once …"),
    "no_engine": N_("The engine could not be loaded; the first time it needs a connection."),
    "offline": N_("Ready. From now on this page also works without a connection."),
    "shelf": N_("This browser cannot show pages made here; a private window may be the reason."),
    "slow": TOO_SLOW,
    "stopped": N_("Stopped."),
    "working": N_("Working …"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSite:
    """The place of the pages of a desk: on a server, or `alone` as files, with kotra in the browser.

    `root` is the beginning of every path, and `base` leads to the files that all pages have. Without a
    `folder` nothing is saved; a `network` has a password.
    """

    tongue: Tongue = ENGLISH
    root: str = ""
    largest: int = MAX_SIZE * MEGABYTE
    folder: Path | None = None
    archive: bool = False
    network: bool = False
    engine: bool = False
    alone: bool = False
    base: str = ""

    @property
    def links(self) -> dict[str, str]:
        """The addresses of the pages, by their paths."""
        ending = ".html" if self.alone else ""
        return {path: f"{self.root}/{path}{ending if path else ''}" for path in TABS}


def render_page(site: DeskSite, name: str, path: str, /, **facts: Any) -> str:
    """Return the page `desk_NAME.html.j2` in the frame, the tab of its path marked."""
    say, links = site.tongue.say, site.links
    return render(
        f"desk_{name}.html.j2",
        site.tongue,
        theme="paper",
        tabs=[
            (links[tab], say(text), tab == path)
            for tab, text in TABS.items()
            if path in TABS and (tab != "archive" or site.archive)
        ],
        root=site.root,
        links=links,
        folder=site.folder,
        network=site.network,
        largest=site.largest,
        alone=_alone(site, path) if site.alone else None,
        **facts,
    )


def _alone(site: DeskSite, path: str) -> dict[str, Any]:
    """Return what a page without a server also has: sentences, other languages, and where files are."""
    return {
        "words": {name: site.tongue.say(text) for name, text in BROWSER_TEXTS.items()},
        "base": site.base,
        "file": f"{path}.html" if path else "",
        "languages": LANGUAGES,
        "policy": POLICY_OF_A_REPORT,
    }
