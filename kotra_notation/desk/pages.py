"""The frame of every page of the desk, with a server or without one, and the pages of a match."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kotra_notation.desk.work import TOO_SLOW
from kotra_notation.installation import read_table
from kotra_notation.jobs.engine import INSTALL
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE
from kotra_notation.jobs.notations import written_notations
from kotra_notation.record.draft.words import ENTRIES
from kotra_notation.report.live import bare_table, board_facts
from kotra_notation.report.rendering import script_json
from kotra_notation.report.templating import render
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, N_, Tongue

# The pages that tabs lead to, by their paths; `archive` only where there is one.
TABS = {"": N_("Check"), "write": N_("Write"), "play": N_("Play kotra"), "archive": N_("Archive")}
# The page of a stranger's record may run its script, and nothing else: it is of no origin, and asks nobody.
POLICY_OF_A_REPORT = "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'none'"
# The sentences of the pages by their sections, and by the names that the scripts have for them.
TEXTS: Mapping[str, Mapping[str, Any]] = read_table(__file__, "texts.toml")


def page_texts(tongue: Tongue, *sections: str) -> dict[str, str]:
    """Return the sentences of some sections in a language, by their names."""
    return {name: tongue.say(text) for section in sections for name, text in TEXTS[section].items()}


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
        "words": page_texts(site.tongue, "browser") | {"slow": site.tongue.say(TOO_SLOW)},
        "base": site.base,
        "file": f"{path}.html" if path else "",
        "languages": LANGUAGES,
        "policy": POLICY_OF_A_REPORT,
    }


def record_page(site: DeskSite, name: str) -> str:
    """Return the page for a match, by its name: write or play."""
    say = site.tongue.say
    entries = [
        (entry.keys, entry.example, say(entry.meaning), entry.modern, entry.old)
        for entry in ENTRIES
        if entry.keys
    ]
    keeps, plays = site.folder is not None, name == "play"
    facts: dict[str, Any] = {
        "mode": name,
        "engine": site.engine,
        "keeps": keeps,
        "texts": page_texts(site.tongue, "standing", "record", *(["play"] if plays else [])),
        "modern": board_facts(site.tongue, lettered=False),
        "old": board_facts(site.tongue, lettered=True),
    }
    return render_page(
        site,
        name,
        name,
        facts=Markup(script_json(facts)),
        tables=[bare_table(lettered=False), bare_table(lettered=True)],
        games=[(rules, say(title), say(meaning)) for rules, (title, meaning) in TEXTS["games"].items()],
        options={
            game: [(option, say(text), on) for option, (text, on) in options.items()]
            for game, options in TEXTS["options"].items()
        },
        entries=entries,
        formats=written_notations(site.tongue),
        heads=list(page_texts(site.tongue, "heads").items()),
        plays=plays,
        keeps=keeps,
        levels=list(page_texts(site.tongue, "levels").items()) if site.engine else [],
        missing=say(TEXTS["record"]["no_engine"], command=INSTALL),
        analyses=site.engine,
    )
