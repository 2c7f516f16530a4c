"""The site of the documentation builds without a warning, asks no other host for anything, and reads well.

Where the extra `docs` is not installed its tests skip, visibly.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser

from kotra_notation.explained import codes, rule_ids
from referees.seeds import part
from tests.once import made_once
from tests.test_page_places import violations
from tools import site

pytest.importorskip("sphinx", reason="the extra `docs` is not installed")
pytest.importorskip("furo", reason="the extra `docs` is not installed")

pytestmark = pytest.mark.slow

LINK = re.compile(r"""<(?:a|link|img|script)\b[^>]*?\b(?:href|src)=["']([^"']*)["']""")
ANCHOR = re.compile(r"""\bid=["']([^"']+)["']""")


def build(folder: Path) -> None:
    """The site, with a page that stands for kotra in the browser."""
    web = folder.with_name(f"{folder.name}-web")
    web.mkdir()
    (web / "index.html").write_text("<title>kotra</title>", encoding="utf-8")
    assert site.built(site.pages(web=True), folder, web) == 0


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "site", build)


def test_no_link_is_dead_and_none_loads_from_elsewhere(built: Path) -> None:
    anchors = {path: set(ANCHOR.findall(path.read_text(encoding="utf-8"))) for path in built.rglob("*.html")}
    dead = []
    for path in anchors:
        for link in LINK.findall(path.read_text(encoding="utf-8")):
            address, _, anchor = link.partition("#")
            if re.match(r"https?:|data:|mailto:", address):
                continue
            target = (path.parent / unquote(address.partition("?")[0])).resolve() if address else path
            if not target.exists() or (anchor and target.suffix == ".html" and anchor not in anchors[target]):
                dead.append(f"{path.relative_to(built)}: {link}")
    assert len(anchors) > len(codes())
    assert dead == []


def test_findings_and_rules_have_their_anchors(built: Path) -> None:
    rules = (built / "rules.html").read_text(encoding="utf-8")
    assert [one for one in rule_ids() if f'id="{one.lower()}"' not in rules] == []
    assert [one for one in codes() if not (built / f"findings/{one}.html").exists()] == []


@pytest.mark.parametrize("link", ["[x](nowhere.md)", "[x](#nowhere)", "[x](other.md#nowhere)"])
def test_a_dead_link_stops_the_build(link: str, tmp_path: Path) -> None:
    pages = {"index.md": f"# A\n\n{link}\n\n```{{toctree}}\n/other\n```\n", "other.md": "# B\n"}
    assert site.built(pages, tmp_path) == 1


@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
@pytest.mark.parametrize("name", ["index.html", "recipes/director.html", "findings/P203.html"])
def test_a_page_is_accessible_and_asks_nobody(
    name: str, scheme: str, built: Path, chromium: Browser, axe: str
) -> None:
    context = chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((built / name).as_uri())
    found = violations(page, axe)
    context.close()
    assert found == []
    assert [one for one in asked if not one.startswith("file:")] == []


def test_a_word_is_found(built: Path, chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(f"{(built / 'search.html').as_uri()}?q=crawford")
    page.wait_for_selector("#search-results li a")
    assert "C303" in page.inner_text("#search-results")
    page.close()
