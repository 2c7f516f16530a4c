"""The page of an audit: valid, quiet, harmless whatever files and players are called, and fit for a phone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kotra_notation.archive.audit import Audit, AuditWishes, audit
from kotra_notation.archive.audit.figures import (
    Condition,
    FileGroup,
    FileGroups,
    FindingCount,
    FindingPlace,
    Knot,
    Mend,
    Mending,
    MendingShare,
    Period,
    Sight,
    Status,
    Suspicion,
    Totals,
    UnreadFile,
)
from kotra_notation.archive.audit.page import html
from kotra_notation.archive.audit.wording import STATUSES, SUSPICIONS, AuditWords
from kotra_notation.archive.commands.audit import render
from kotra_notation.archive.store import Store
from kotra_notation.words.tongues import ENGLISH, tongue
from referees.archives import made
from referees.hostile import ATTACKS, BIDI, MARK, poisoned
from referees.seeds import part
from tests.browser import Scheme, Visitor
from tests.calls import kotra
from tests.layout_facts import sticking_out, unguarded
from tests.records import rows
from tests.test_page_browser import violations
from tests.test_report_hostile import SPEAKING, balanced, parsed, tags
from tests.test_report_index import record

pytestmark = pytest.mark.middle
ALL = ATTACKS | BIDI
GROUPS = FileGroups(3, (FileGroup(MARK, 2, 2, 90, 4, 2, 1),), FileGroup("", 5, 5, 900, 0, 0, 0))
KNOT = Knot(FindingPlace(match=2, game=1, turn=5, line=9, code="P203"), lost=3, errors=1)
COUNTS = {"matches": 2, "games": 3, "touched": 2, "turns": 90, "lost": 5, "unsure": 4, "errors": 2}
MEND = Mend(
    path=MARK,
    container=MARK,
    copies=1,
    format="mat",
    dialect="gnubg",
    **COUNTS,
    warnings=1,
    notes=0,
    weight=6,
    codes=(("P203", 2),),
    knot=KNOT,
)
# Everything that an audit can say, with a stranger's words wherever they can be.
FULL = Audit(
    version=1,
    base=f"/{MARK}",
    wishes=AuditWishes(folder=MARK, select=("P",), ignore=("N1",)),
    totals=Totals(
        9, 9000, copies=1, matches=7, positions=0, games=20, turns=990, lost=4, errors=2, warnings=1, notes=3
    ),
    condition=Condition(error=1, warning=1, note=2, sound=3),
    statuses=tuple([Status(status=name, files=1) for name in STATUSES]),
    mending=Mending(2, 6, (MEND,), (MendingShare(1, 0.9), MendingShare(2, 1.0))),
    kinds=(FindingCount("P203", "point-held", "error", findings=2, files=1, matches=1),),
    unread=(UnreadFile(MARK, "damaged", MARK),),
    unknown=((MARK, 2), ("", 1)),
    folders=GROUPS,
    notations=GROUPS,
    programs=GROUPS,
    periods=(Period("2024", 3, 0, 0, 400), Period("2026", 4, 1, 2, 590)),
    undated=1,
    throws=True,
    suspicions=tuple([Suspicion(name, 9, (Sight(MARK, 1, (MARK, None), 2),)) for name in SUSPICIONS]),
)


@cache
def attacked(text: str) -> str:
    return html(poisoned(FULL, text), ENGLISH, text)


@pytest.fixture(scope="module")
def page(archive: Path) -> str:
    """The page of the archive of the samples."""
    return html(audit(Store.open(archive), AuditWishes()), ENGLISH)


@rows
def test_a_kind_of_finding_is_explained_in_the_language(language: str, meaning: str, mended: str) -> None:
    said = AuditWords(tongue(language), str).lesson("P203")
    assert (said[0].startswith(meaning), said[1].startswith(mended)) == (True, True)
    assert AuditWords(ENGLISH, str).lesson("P218") == AuditWords(ENGLISH, str).lesson("X000") == ("", "")


def test_the_page_is_html_without_a_parse_error_and_asks_for_nothing(page: str) -> None:
    root = parsed(page)
    addresses = [value for one in root.iter() for key, value in one.attrib.items() if key in ("href", "src")]
    assert [one for one in addresses if not one.startswith(("#", "data:,"))] == []


def test_every_link_leads_somewhere_and_no_id_is_given_twice(page: str) -> None:
    root = parsed(page)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    links = {one.get("href")[1:] for one in root.iter("a")}
    assert (len(ids), links - set(ids)) == (len(set(ids)), set())


def test_every_picture_is_told_or_stands_beside_its_number(page: str) -> None:
    pictures = [one for one in parsed(page).iter() if one.tag.endswith("svg")]
    assert pictures
    assert [one for one in pictures if one.get("aria-hidden") != "true" and not one.get("aria-label")] == []


def test_files_that_are_to_be_mended_are_named_with_what_mends_them(page: str) -> None:
    first = next(one for one in parsed(page).iter("ol")).find("li")
    words = " ".join("".join(first.itertext()).split())
    assert "/faulty/turns.mat mat, gnubg 25 of 52 plays cannot be recovered" in words
    assert re.search(r"kotra fix \S*/faulty/turns\.mat\b", words)
    assert "kotra explain P214" in words


def test_a_path_that_never_ends_is_cut(page: str) -> None:
    assert len(attacked("o" * 100_000)) < 40 * len(page)


@pytest.mark.parametrize("name", ALL)
def test_the_page_is_built_as_that_of_harmless_names(name: str) -> None:
    assert tags(parsed(attacked(ALL[name]))) == tags(parsed(attacked(MARK)))


@pytest.mark.parametrize("name", BIDI)
def test_what_a_title_or_an_attribute_turns_it_turns_back(name: str) -> None:
    root = parsed(attacked(ALL[name]))
    spoken = [one.text or "" for one in root.iter("title")]
    spoken += [value for one in root.iter() for key, value in one.attrib.items() if key in SPEAKING]
    assert [text for text in spoken if not balanced(text)] == []


@pytest.mark.parametrize("name", ALL)
def test_on_a_terminal_every_line_is_one_of_ours_and_can_be_printed(name: str) -> None:
    said = render(poisoned(FULL, ALL[name]), "text").splitlines()
    assert len(said) == len(render(FULL, "text").splitlines())
    categories = {unicodedata.category(sign) for line in said for sign in line}
    assert categories.isdisjoint(("Cc", "Cf", "Cs", "Zl", "Zp"))


def test_names_of_files_and_players_are_harmless_from_the_disk_on(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number, text in enumerate(ALL.values()):
        name = (
            text.replace("/", "_").replace("\0", "").encode("utf-8", "ignore")[:200].decode("utf-8", "ignore")
        )
        words = " ".join(text.encode("utf-8", "ignore").decode()[:500].split())
        (folder / f"{number}{name}.kotra").write_text(record(words, words, words, words), encoding="utf-8")
    made(tmp_path / "archive", folder)
    out = tmp_path / "page.html"
    assert kotra("archive", "audit", tmp_path / "archive", "-o", out, "--top", "100").exit_code in (0, 1)
    known = {one for one, _ in tags(parsed(attacked(MARK)))}
    assert {one for one, _ in tags(parsed(out.read_text(encoding="utf-8")))} <= known
    assert "\x1b" not in kotra("archive", "audit", tmp_path / "archive", "--top", "100").stdout


@pytest.mark.parametrize("width", part([390, 820, 1440], 3))
def test_the_page_fits_its_window(visit: Visitor, page: str, width: int) -> None:
    assert sticking_out(visit(page, width=width).page) == []
    assert sticking_out(visit(attacked("o" * 3000), width=width).page) == []


@pytest.mark.parametrize("name", part(ALL))
def test_nothing_runs_in_the_browser(visit: Visitor, name: str) -> None:
    assert visit(attacked(ALL[name]), width=820).page.evaluate("window.pwned") is None


@pytest.mark.parametrize("name", BIDI)
def test_words_written_from_the_right_leave_their_neighbours_in_order(visit: Visitor, name: str) -> None:
    found = unguarded(visit(attacked(BIDI[name])).page, BIDI[name])
    quoted = "bdi \"'"  # what is typed stands alone, but with the marks that it is typed in
    assert [one for one in found if not one.startswith(quoted)] == []


@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
def test_axe_finds_nothing(visit: Visitor, axe: str, page: str, scheme: Scheme) -> None:
    assert violations(visit(page, scheme=scheme).page, axe) == []


def test_an_audit_without_findings_has_no_section_of_them() -> None:
    bare = replace(FULL, kinds=(), mending=Mending(files=0, weight=0, first=(), shares=()))
    assert 'id="kinds"' not in html(bare, ENGLISH)
