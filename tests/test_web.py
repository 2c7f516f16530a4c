"""kotra in the browser: the folder of `tools.web`, served, and with the server gone."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from hatch_build import write_shrunk
from kotra_notation.desk.answers import answer_request
from kotra_notation.desk.pages import TEXTS
from kotra_notation.jobs.notations import written_notations
from kotra_notation.words.tongues import tongue
from referees.hostile import ATTACKS
from referees.samples import EACH, SAMPLES
from referees.seeds import part, some
from tests.browser import PHONE, WIDE, wait_until
from tests.layout_facts import sticking_out
from tests.records import ROOT
from tests.test_page_places import violations
from tests.web_served import asked, context_of, served
from tools.web.__main__ import downloaded

pytestmark = pytest.mark.slow

SLIP, FORN, SOUND = (
    SAMPLES / name for name in ("faulty/slip.mat", "faulty/forn.kotra", "sound/reykjavik.mat")
)
BOUND = 10_000_000


@pytest.fixture(scope="module")
def folder(web_folder: Path) -> Path:
    return web_folder


@pytest.fixture(scope="module")
def address(web_address: str) -> str:
    return web_address


@pytest.fixture(scope="module")
def visited(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser that has been here before: everything is kept in it."""
    with context_of(chromium, address) as context:
        page = context.new_page()
        page.goto(address)
        wait_until(page, "navigator.serviceWorker.controller !== null", 60)
        page.close()
        yield context


@pytest.fixture
def page(visited: BrowserContext, address: str) -> Iterator[Page]:
    page = visited.new_page()
    page.goto(address)
    yield page
    page.close()


def choose(page: Page, *paths: Path) -> None:
    page.set_input_files(".pick-files", list(paths))


def test_what_is_downloaded_once_is_small(folder: Path) -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in downloaded(folder)) < BOUND


def test_answers_are_those_of_the_program(page: Page) -> None:
    targets = some([one.name for one in written_notations() if not one.name.startswith("ogxm")], 4)
    for path in part(EACH, 2):
        if path.suffix == ".ogxm":  # its codec is compiled for each system
            continue
        body, name = path.read_bytes(), f"name={path.name}"
        requests = [("ask/check", name), ("ask/look", name), ("ask/convert", f"{name}&to=kotra")]
        requests += [("ask/convert", f"{name}&to={target}") for target in targets if path.suffix == ".mat"]
        requests += [("ask/proposals", name)] if path.parent.name == "faulty" else []
        for request in requests:
            expected = json.loads(answer_request(*request, body, "en", "", lambda *_: None))
            assert asked(page, *request, body) == expected, (path.name, request)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to run the program from as a wheel installs it: its templates are without loose blanks."""
    package = tmp_path_factory.mktemp("installed") / "kotra_notation"
    (package / "templates").mkdir(parents=True)
    for path in (ROOT / "kotra_notation").iterdir():
        (package / path.name).symlink_to(path)
    for name in ("grammar", "docs"):
        (package / name).symlink_to(ROOT / name)
    write_shrunk(ROOT / "templates", package / "templates")
    return package.parent


def test_a_report_has_the_bytes_of_the_command(page: Page, installed: Path, tmp_path: Path) -> None:
    for path in (SLIP, FORN):
        words = ("report", path, "--language", "en", "-o", tmp_path / f"{path.name}.html")
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        subprocess.run(
            [sys.executable, "-m", "kotra_notation", *words], env=environment, cwd=tmp_path, check=False
        )
        made = asked(page, "ask/report", f"name={path.name}", path.read_bytes())["page"]
        assert made.encode() == (tmp_path / f"{path.name}.html").read_bytes()


@pytest.mark.parametrize("language", part(["", "is/"], 2))
def test_it_works_when_the_server_is_gone(chromium: Browser, folder: Path, language: str) -> None:
    """After a first visit in a language: a record is fixed, a report made, and a match written and kept."""
    with served(folder) as (address, server), context_of(chromium, address) as context:
        page = context.new_page()
        page.goto(address + language)
        expect(page.locator(".running")).to_contain_text(say("offline", language))
        server.shutdown()
        server.server_close()
        page.goto(address + language)
        choose(page, SLIP)
        page.locator(".sure").click()
        page.locator(".preview .do").click()
        expect(page.locator(".about .clean")).to_be_visible()
        with context.expect_page() as opened:
            page.locator("button.report").click()
        expect(opened.value.locator("h1")).to_contain_text("Kolfinna")
        assert opened.value.evaluate("self.origin") == "null"
        page.goto(f"{address}{language}write.html")
        page.locator("[name=white]").fill("Ragna")
        page.locator(".new .main").click()
        page.locator("#entry").fill("31")
        page.keyboard.press("Enter")
        expect(page.locator(".asked")).to_contain_text("Ragna")
        page.reload()
        expect(page.locator("#match")).to_contain_text("Ragna")


def say(name: str, language: str) -> str:
    return tongue(language.strip("/") or "en").say(TEXTS["browser"][name])


def test_two_people_play_the_old_game(page: Page, address: str) -> None:
    page.goto(f"{address}play.html")
    page.get_by_text("Old kotra, German text").click()
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-do=throw]").click()
    expect(page.locator(".written")).to_contain_text("begins with")
    dice = page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('kotra.record.'))[1]")
    assert json.loads(dice)["text"].splitlines()[-1][:2] in ("W ", "B ")


def test_a_folder_of_a_hundred_files_and_a_zip(page: Page, tmp_path: Path) -> None:
    for number in range(100):
        text = SOUND.read_bytes().replace(b"Reykjavik", f"Reykjavik {number}".encode())
        (tmp_path / f"{number}.mat").write_bytes(text)
    choose(page, *sorted(tmp_path.iterdir()))
    expect(page.locator(".sum")).to_contain_text("100 files")
    page.get_by_role("button", name="Clear the table").click()
    with ZipFile(tmp_path / "day.zip", "w") as archive:
        for path in (SLIP, FORN, SOUND):
            archive.write(path, f"day/{path.name}")
        archive.writestr("__MACOSX/._slip.mat", b"x")
    (tmp_path / "broken.zip").write_bytes(b"PK no zip")
    choose(page, tmp_path / "day.zip", tmp_path / "broken.zip")
    expect(page.locator(".files-table tbody tr")).to_have_count(4)
    expect(page.locator(".files-table tbody")).to_contain_text("it is damaged")
    expect(page.locator(".sum")).to_contain_text("1 not checked")


def test_two_records_are_compared_merged_and_have_no_names(page: Page, tmp_path: Path) -> None:
    other = tmp_path / "other.mat"
    other.write_bytes(SLIP.read_bytes().replace(b"7/5", b"7/6", 1))
    choose(page, SLIP, other)
    for box in page.locator(".choose input").all():
        box.check()
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Compare two").click()
    expect(opened.value.locator("body")).to_contain_text("Kolfinna")
    page.get_by_role("button", name="Merge several").click()
    expect(page.locator("#open-head")).to_contain_text("-merged")
    merged = asked(page, "ask/anonymize", "name=slip.mat", SLIP.read_bytes())
    assert "Kolfinna" not in json.dumps(merged)


def test_a_link_holds_the_record(page: Page, visited: BrowserContext, address: str) -> None:
    choose(page, FORN)
    page.get_by_role("button", name="Copy a link").click()
    link = page.locator(".made a").get_attribute("href") or ""
    assert page.evaluate("navigator.clipboard.readText()") == f"{address[:-1]}{link}"
    other = visited.new_page()
    other.goto(f"{address[:-1]}{link}")
    expect(other.locator("#open-head")).to_have_text(FORN.name)
    assert "m=" not in other.url
    with other.expect_download() as saved:
        other.get_by_role("button", name="Download").click()
    assert Path(saved.value.path()).read_bytes() == FORN.read_bytes()
    other.goto(f"{address}?#m=broken")
    expect(other.locator(".running")).to_contain_text("The match in this link is damaged or cut off.")
    other.close()


def test_text_is_pasted_and_shared(page: Page, address: str) -> None:
    page.get_by_role("button", name="Paste text").click()
    page.get_by_label("A match in any notation").fill(SLIP.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".about")).to_contain_text("1 error")
    page.goto(f"{address}#")
    page.evaluate(
        """text => {
          const made = (name, facts) => Object.assign(document.createElement(name), facts);
          const form = made("form", {action: "share", method: "post", enctype: "multipart/form-data"});
          const files = new DataTransfer(), input = made("input", {type: "file", name: "files"});
          files.items.add(new File([text], "deilt.kotra"));
          input.files = files.files;
          form.append(input);
          document.body.append(form);
          form.submit();
        }""",
        FORN.read_text(encoding="utf-8"),
    )
    expect(page.locator("#open-head")).to_have_text("deilt.kotra")


def test_nothing_of_a_stranger_runs(page: Page) -> None:
    for words in part(ATTACKS.values(), 3):
        shown = words.encode("utf-8", "replace").decode()[:2000].replace("\n", " ").replace("\0", "")
        text = (
            f'kotra 1\nwhite: "{shown}"\nblack: B\nevent: {shown}\n\ngame 1\nW 31: 8/5 {shown}\n# {shown}\n'
        )
        page.set_input_files(".pick-files", {"name": "a.kotra", "mimeType": "", "buffer": text.encode()})
        expect(page.locator(".about")).to_contain_text("kotra")
        page.get_by_role("button", name="All files").click()
        page.get_by_role("button", name="Clear the table").click()
    page.set_input_files(".pick-files", {"name": "a.kotra", "mimeType": "", "buffer": text.encode()})
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Report", exact=True).click()
    expect(opened.value.locator("h1")).to_be_visible()
    assert opened.value.evaluate("window.pwned") is None
    assert page.evaluate("window.pwned") is None


def test_what_is_too_large_is_refused(page: Page, tmp_path: Path) -> None:
    (tmp_path / "large.mat").write_bytes(b" " * 41_000_000)
    choose(page, tmp_path / "large.mat")
    expect(page.locator(".files-table")).to_contain_text("larger than the desk's limit of 32 MB")
    expect(page.locator(".about")).to_be_visible()
    expect(page.locator(".about")).to_contain_text("larger than the desk's limit of 32 MB")
    expect(page.get_by_role("button", name="Convert")).to_be_hidden()
    page.get_by_role("button", name="All files").click()
    page.get_by_role("button", name="Clear the table").click()
    choose(page, SLIP)
    expect(page.get_by_role("button", name="Convert")).to_be_visible()


def test_work_without_end_is_stopped(chromium: Browser, folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "web")
    script = tmp_path / "web" / "worker.js"
    text = script.read_text(encoding="utf-8")
    script.write_text(
        text.replace(
            "const answer = await started;", "const answer = await started; while (query.includes('hang'));"
        )
    )
    with served(tmp_path / "web") as (address, _), context_of(chromium, address) as context:
        page = context.new_page()
        page.goto(address)
        hanging: FilePayload = {"name": "hang.mat", "mimeType": "", "buffer": SLIP.read_bytes()}
        sound: FilePayload = {"name": "sound.mat", "mimeType": "", "buffer": SOUND.read_bytes()}
        page.set_input_files(".pick-files", [hanging, sound])
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("tr", has_text="hang.mat")).to_contain_text("Stopped.")
        expect(page.locator("tr", has_text="sound.mat")).to_contain_text("clean")


def test_what_cannot_be_loaded_is_said(chromium: Browser, address: str) -> None:
    context = chromium.new_context(service_workers="block")
    context.route("**/kotra.zip*", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    choose(page, SLIP)
    expect(page.locator(".running")).to_contain_text("Check the connection and reload the page.")
    expect(page.locator("tbody")).to_contain_text("could not be loaded")
    context.close()


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_pages_are_readable(
    chromium: Browser, address: str, axe: str, size: tuple[int, int], scheme: Any
) -> None:
    with context_of(chromium, address, size, color_scheme=scheme) as context:
        page = context.new_page()
        for name in ("", "write.html", "is/play.html"):
            page.goto(address + name)
            assert (sticking_out(page), violations(page, axe)) == ([], [])
        page.goto(address)
        choose(page, SLIP)
        expect(page.locator(".offer").first).to_be_visible()
        assert (sticking_out(page), violations(page, axe)) == ([], [])
        page.keyboard.press("M")
        expect(page.locator(".preview")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".about")).to_contain_text("clean")


def test_every_page_allows_only_its_own_script(folder: Path) -> None:
    for path in folder.rglob("*.html"):
        policy = (
            path.read_text(encoding="utf-8")
            .split('http-equiv="Content-Security-Policy" content="')[1]
            .split('"')[0]
        )
        assert policy.startswith("default-src 'none'"), path
        assert "unsafe" not in policy, path
        assert "http" not in policy, path
