"""`kotra archive audit`: sums are those of `kotra check`, what gains most is first, its page is harmless."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.archive.audit import Audit, AuditWishes, audit, figures
from kotra_notation.archive.audit.page import html
from kotra_notation.archive.audit.wording import STATUSES, SUSPICIONS, AuditWords
from kotra_notation.archive.build.build import tables_without
from kotra_notation.archive.commands.audit import render
from kotra_notation.archive.store import Store
from kotra_notation.words.tongues import ENGLISH, tongue
from referees.archives import SAMPLES, generated, made, packed
from referees.hostile import ATTACKS, BIDI, MARK, poisoned
from referees.seeds import part, some
from tests.browser import Scheme, Visitor
from tests.calls import SLIP, kotra
from tests.layout_facts import sticking_out, unguarded
from tests.records import rows, write_files
from tests.test_page_places import violations
from tests.test_report_hostile import SPEAKING, balanced, parsed, tags
from tests.test_report_index import record
from tools.audits import multiplied

pytestmark = pytest.mark.middle
ALL = ATTACKS | BIDI
GROUPS = figures.FileGroups(
    3, (figures.FileGroup(MARK, 2, 2, 90, 4, 2, 1),), figures.FileGroup("", 5, 5, 900, 0, 0, 0)
)
KNOT = figures.Knot(figures.FindingPlace(match=2, game=1, turn=5, line=9, code="P203"), lost=3, errors=1)
FACTS: dict[str, Any] = {"matches": 2, "games": 3, "touched": 2, "turns": 90, "lost": 5, "unsure": 4}
FACTS |= {"errors": 2, "copies": 1, "warnings": 1, "notes": 0, "weight": 6, "knot": KNOT}
FACTS |= {"path": MARK, "container": MARK, "format": "mat", "dialect": "gnubg", "codes": (("P203", 2),)}
MEND = figures.Mend(**FACTS)
# Everything that an audit can say, with a stranger's words wherever they can be.
FULL = Audit(
    version=1,
    base=f"/{MARK}",
    wishes=AuditWishes(folder=MARK, select=("P",), ignore=("N1",)),
    totals=figures.Totals(
        9, 9000, copies=1, matches=7, positions=0, games=20, turns=990, lost=4, errors=2, warnings=1, notes=3
    ),
    condition=figures.Condition(error=1, warning=1, note=2, sound=3),
    statuses=tuple([figures.Status(status=name, files=1) for name in STATUSES]),
    mending=figures.Mending(2, 6, (MEND,), (figures.MendingShare(1, 0.9), figures.MendingShare(2, 1.0))),
    kinds=(figures.FindingCount("P203", "point-held", "error", findings=2, files=1, matches=1),),
    unread=(figures.UnreadFile(MARK, "damaged", MARK),),
    unknown=((MARK, 2), ("", 1)),
    folders=GROUPS,
    notations=GROUPS,
    programs=GROUPS,
    periods=(figures.Period("2024", 3, 0, 0, 400), figures.Period("2026", 4, 1, 2, 590)),
    undated=1,
    throws=True,
    suspicions=tuple(
        [figures.Suspicion(name, 9, (figures.Sight(MARK, 1, (MARK, None), 2),)) for name in SUSPICIONS]
    ),
)
# Sixes only: no rule is broken, and nobody believes it.
LOADED = "kotra 1\nlength: 0\ngame 1 0-0\n"
LOADED += "".join(f"{'WB'[turn % 2]} 66: cannot move\n" for turn in range(130))
ONE_ERROR = """kotra 1
length: 0
game 1 0-0
W 51: 24/19 24/23
B 64: 24/14
W wins 1
"""


def audited(folder: Path, *words: str | Path) -> dict[str, Any]:
    """The audit of an archive as JSON."""
    result = kotra("archive", "audit", folder, "--json", *words)
    assert result.exit_code in (0, 1), result.output
    said: dict[str, Any] = json.loads(result.stdout)
    return said


@cache
def checked(*words: str | Path) -> list[dict[str, Any]]:
    """What `kotra check` finds, file by file, with how often each code is met."""
    files: list[dict[str, Any]] = json.loads(kotra("check", *words, "--json").stdout)["files"]
    return files


def archived(tmp_path: Path, tables: tuple[str, ...] | None = None, **files: str | bytes) -> Path:
    """An archive of what is in the folder `in`, and of these files."""
    ends = {"zipped": "matches.zip"}
    texts = {ends.get(name, f"{name}.kotra"): content for name, content in files.items()}
    made(tmp_path / "archive", write_files(tmp_path / "in", texts), tables=tables)
    return tmp_path / "archive"


# Sums


def test_the_sums_are_those_of_check_file_by_file(tmp_path: Path) -> None:
    made(tmp_path / "archive", SAMPLES)
    said, files = audited(tmp_path / "archive", "--top", "100"), checked(SAMPLES)
    found = [(file["path"], one["severity"]) for file in files for one in file["findings"]]
    for name in ("error", "warning", "note"):
        assert said["totals"][f"{name}s"] == sum(severity == name for _, severity in found)
    assert said["totals"]["matches"] == sum(len(file["matches"]) for file in files)
    assert {
        str(SAMPLES / one["path"]): one["errors"] for one in said["mending"]["first"] if one["errors"]
    } == Counter(path for path, severity in found if severity == "error")
    assert {one["status"]: one["files"] for one in said["statuses"]}["read"] == len(files)


CHOOSING = [("--select", "P2"), ("--ignore", "N1", "--ignore", "P201")]


@pytest.mark.parametrize("words", [(), *some(CHOOSING, 1)])
def test_kinds_are_chosen_and_counted_as_in_check(archive: Path, words: tuple[str, ...]) -> None:
    said = audited(archive, *words)
    found = Counter(
        (one["code"], one["severity"]) for file in checked(SAMPLES, *words) for one in file["findings"]
    )
    # The generated matches beside the samples begin from positions, and that is all that is said of them.
    found.pop(("P244", "note"), None)
    kinds = {(one["code"], one["severity"]): one["findings"] for one in said["kinds"]}
    kinds.pop(("P244", "note"), None)
    assert kinds == found
    assert said["totals"]["errors"] == sum(n for (_, severity), n in found.items() if severity == "error")


def test_folders_and_notations_add_up_to_all(archive: Path) -> None:
    said = audited(archive, "--top", "2")
    for name in ("folders", "notations"):
        groups = [*said[name]["listed"], said[name]["others"]]
        assert sum(one["errors"] for one in groups) == said["totals"]["errors"]
        assert sum(one["turns"] for one in groups) == said["totals"]["turns"]


def test_what_is_listed_does_not_grow_with_the_archive(archive: Path, tmp_path: Path) -> None:
    tables = ("files", "matches", "games", "findings")
    base = Store.open(archive)
    files = sum(part.files for part in base.manifest.parts.values())
    multiplied(Store(tmp_path / "many"), base, 4 * files, tables)
    once, often = audited(archive, "--top", "3"), audited(tmp_path / "many", "--top", "3")
    assert often["totals"]["errors"] == 4 * once["totals"]["errors"]
    assert often["mending"]["files"] == 4 * once["mending"]["files"]
    for said in (once, often):
        assert len(said["mending"]["first"]) == len(said["folders"]["listed"]) == 3


# What is mended first


def test_the_file_with_most_lost_plays_and_errors_stands_first_and_shares_rise_to_all(archive: Path) -> None:
    mending = audited(archive)["mending"]
    weights = [one["weight"] for one in mending["first"]]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[-1]
    shares = [one["share"] for one in mending["shares"]]
    assert [*sorted(shares)[:-1], 1] == shares


# What is looked at


def test_a_folder_is_looked_at_alone(archive: Path) -> None:
    said = audited(archive, "--folder", SAMPLES / "faulty")
    assert said["totals"]["files"] == len(list((SAMPLES / "faulty").iterdir()))
    assert said["totals"]["errors"] == audited(archive)["totals"]["errors"]
    assert audited(archive, "--folder", SAMPLES / "sound")["totals"]["errors"] == 0


def test_what_lies_in_a_zip_is_told_to_be_unpacked(tmp_path: Path) -> None:
    folder = archived(tmp_path, zipped=packed("zip", {"2024/slip.mat": SLIP.encode()}))
    (mend,) = audited(folder)["mending"]["first"]
    assert (mend["path"], mend["container"]) == ("matches.zip/2024/slip.mat", "matches.zip")
    assert [one["name"] for one in audited(folder)["folders"]["listed"]] == ["matches.zip/2024"]
    assert "It is inside matches.zip: unpack that first." in kotra("archive", "audit", folder).stdout


# What is worth a look


@pytest.mark.parametrize(("without", "loaded"), [([], [1]), (["turns", "positions"], [])])
def test_loaded_dice_are_seen_and_no_fair_ones(tmp_path: Path, without: list[str], loaded: list[int]) -> None:
    generated(tmp_path / "in", modern=4, old=1)
    said = audited(archived(tmp_path, tables_without(without), loaded=LOADED))
    assert [one["matches"] for one in said["suspicions"] if one["name"] == "dice"] == loaded
    assert said["throws"] == bool(loaded)


def test_of_copies_the_one_that_is_not_packed_stands_for_all(tmp_path: Path) -> None:
    zipped = packed("zip", {"slip.kotra": ONE_ERROR.encode()})
    (mend,) = audited(archived(tmp_path, slip=ONE_ERROR, zipped=zipped))["mending"]["first"]
    assert (mend["path"], mend["container"], mend["copies"]) == ("slip.kotra", None, 1)


@pytest.mark.slow
def test_an_archive_as_it_stood_gives_the_same_bytes(archive: Path) -> None:
    for words in (("-o", "-", "--output-format", "html"), (), ("--json",)):
        one, other = (kotra("archive", "audit", archive, *words) for _ in range(2))
        assert one.stdout_bytes == other.stdout_bytes != b""


# The page


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


def test_the_page_is_valid_its_links_lead_somewhere_and_its_pictures_are_told(page: str) -> None:
    root = parsed(page)
    addresses = [value for one in root.iter() for key, value in one.attrib.items() if key in ("href", "src")]
    assert [one for one in addresses if not one.startswith(("#", "data:,"))] == []
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    links = {one.get("href")[1:] for one in root.iter("a")}
    assert (len(ids), links - set(ids)) == (len(set(ids)), set())
    pictures = [one for one in root.iter() if one.tag.endswith("svg")]
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
    files: dict[str, Any] = {}
    for number, text in enumerate(ALL.values()):
        data = text.encode("utf-8", "ignore")
        name = data.replace(b"/", b"_").replace(b"\0", b"")[:200].decode("utf-8", "ignore")
        words = " ".join(data.decode()[:500].split())
        files[f"{number}{name}"] = record(words, words, words, words)
    archive, out = archived(tmp_path, **files), tmp_path / "page.html"
    assert kotra("archive", "audit", archive, "-o", out, "--top", "100").exit_code in (0, 1)
    known = {one for one, _ in tags(parsed(attacked(MARK)))}
    assert {one for one, _ in tags(parsed(out.read_text(encoding="utf-8")))} <= known
    assert "\x1b" not in kotra("archive", "audit", archive, "--top", "100").stdout


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
    bare = replace(FULL, kinds=(), mending=figures.Mending(files=0, weight=0, first=(), shares=()))
    assert 'id="kinds"' not in html(bare, ENGLISH)
