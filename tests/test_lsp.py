"""The language server with a real client: every feature, on every sample that is a text."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from tests.records import rows

pytest.importorskip("pygls")
from lsprotocol import types
from pygls.workspace import PositionCodec
from pytest_lsp import LanguageClient, make_test_lsp_client

import kotra_notation as kn
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats.format import lines_of
from kotra_notation.lsp.values import MOST_SHOWN, EditorPlaces, diagnostics
from kotra_notation.model import Turn
from kotra_notation.record.editing import LARGEST, judge
from kotra_notation.words.tongues import ENGLISH
from referees.edits import SAMPLES, sample_texts
from referees.seeds import some
from tests.apart import run
from tests.calls import kotra

Result = TypeVar("Result")

URI = "file:///tmp/kvold.mat"
FAULTY = SAMPLES / "faulty" / "slip.mat"
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(10**6, 0))
UTF_8 = types.PositionEncodingKind.Utf8


def with_client(
    use: Callable[[LanguageClient], Awaitable[Result]], *encodings: types.PositionEncodingKind
) -> Result:
    """What is done with a client of a server of its own, which has ended behind it."""

    async def session() -> Result:
        client, command = make_test_lsp_client(), (sys.executable, "-m", "kotra_notation", "lsp")
        await client.start_io(*command, env={**os.environ, "KOTRA_LANGUAGE": "en"})
        general = types.GeneralClientCapabilities(position_encodings=list(encodings) or None)
        capabilities = types.ClientCapabilities(general=general)
        await client.initialize_session(types.InitializeParams(capabilities, root_uri=None))
        try:
            return await use(client)
        finally:
            await client.shutdown_session()

    return run(asyncio.wait_for(session(), 120))


def opened(
    client: LanguageClient, text: str, uri: str = URI, language: str = "kotra-mat"
) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(uri, language, 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(uri)


def changed(client: LanguageClient, text: str, version: int = 2) -> None:
    document = types.VersionedTextDocumentIdentifier(version, URI)
    change = types.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


async def shown(client: LanguageClient, count: int = 1) -> list[types.Diagnostic]:
    """What is shown of the text, once it was told so often."""
    for _ in range(count):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[URI])


def checked(text: str) -> tuple[Finding, ...]:
    return kn.check(text.encode("utf-8", "surrogatepass")).findings


def times_told(found: Sequence[Finding]) -> int:
    """How often the findings of a text are told: again with what was meant, where anything is wrong."""
    return 2 if any(one.severity is not Severity.NOTE for one in found) else 1


def units(text: str, encoding: str) -> int:
    size = {"utf-16-le": 2, "utf-8": 1}[encoding]
    return len(text.encode(encoding, "surrogatepass")) // size


def starts(found: Sequence[Finding], text: str, encoding: str = "utf-16-le") -> list[tuple[str, int, int]]:
    """The code of each finding and where it begins, as an editor counts."""
    lines = lines_of(text)
    places = []
    for one in found:
        line, column, _ = one.span or (1, 1, 1)
        shift = int(line == 1 and text.startswith("\ufeff") and one.span is not None)
        places.append((one.code, line - 1, units(lines[line - 1][: column - 1 + shift], encoding)))
    return places


def told(found: Sequence[types.Diagnostic]) -> list[tuple[str, int, int]]:
    return [(str(one.code), one.range.start.line, one.range.start.character) for one in found]


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def test_findings_come_first_and_what_was_meant_a_moment_later() -> None:
    async def use(client: LanguageClient) -> tuple[list[types.Diagnostic], list[types.Diagnostic]]:
        opened(client, text_of(FAULTY))
        return await shown(client), await shown(client)

    [first], [then] = with_client(use)
    [finding] = kn.check(FAULTY).findings
    assert told([first]) == told([then]) == starts([finding], text_of(FAULTY))
    assert finding.message in then.message
    assert finding.meant in then.message
    assert finding.meant not in first.message


def test_a_hover_has_the_finding_the_rule_the_board_and_the_page() -> None:
    async def use(client: LanguageClient) -> types.Hover | None:
        text = opened(client, text_of(FAULTY))
        return await client.text_document_hover_async(types.HoverParams(text, types.Position(17, 8)))

    said = with_client(use)
    assert said is not None
    assert isinstance(said.contents, types.MarkupContent)
    for words in ("P201", "MOD-MOVE-1", "Steinunn", "┌", "## Why it matters"):
        assert words in said.contents.value


@pytest.mark.middle
@rows
def test_places_are_those_of_the_editor(end: str, mark: str, encoding: str) -> None:
    text = text_of(FAULTY).replace("52: 13/8 18/16 ", "52: 13/8 18/16 ;😀þ")
    text = mark + text.replace("7/5 18/15*", "7/5 18/15*  ;😀").replace("\n", end)
    asked = [UTF_8] if encoding == "utf-8" else []

    async def use(client: LanguageClient) -> list[types.Diagnostic]:
        opened(client, text)
        return await shown(client, 2)

    assert told(with_client(use, *asked)) == starts(checked(text), text, encoding)


@pytest.mark.middle
def test_a_text_that_changes_while_it_is_judged_is_told_of_as_it_is_in_the_end() -> None:
    text = text_of(FAULTY)
    ends = [text.replace("7/5", play) for play in ("7/6", "7/2", "7/5", "8/5", "7/4", "6/5")]

    async def use(client: LanguageClient) -> list[types.Diagnostic]:
        opened(client, text)
        for version, other in enumerate(ends, 2):
            changed(client, other, version)
        wanted = checked(ends[-1])
        while True:
            found = await shown(client)
            if told(found) == starts(wanted, ends[-1]) and wanted[0].meant in found[0].message:
                return found

    assert with_client(use)


def texts() -> list[str]:
    return [path.relative_to(SAMPLES).as_posix() for path in sample_texts()]


@pytest.mark.middle
@pytest.mark.parametrize("name", some(texts(), 4))
def test_every_feature_answers_on_a_sample(name: str) -> None:
    text = text_of(SAMPLES / name)
    found = checked(text)
    lines = lines_of(text)
    games = [game for match in kn.read(text.encode()).matches for game in match.games]
    played = [event for game in games for event in game.events if isinstance(event, Turn)]

    async def use(client: LanguageClient) -> None:
        here = opened(client, text)
        diagnostics = await shown(client, times_told(found))
        assert told(diagnostics) == starts(found, text)
        for one, diagnostic in zip(found, diagnostics, strict=True):
            assert one.meant in diagnostic.message
            hover = await client.text_document_hover_async(types.HoverParams(here, diagnostic.range.start))
            assert hover is None or one.code in str(hover.contents)
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(here))
        assert symbols is not None
        assert well_nested(symbols, len(lines))
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(here))
        assert all(0 <= one.start_line < one.end_line < len(lines) for one in folds or ())
        inlays = await client.text_document_inlay_hint_async(types.InlayHintParams(here, EVERYWHERE))
        for place in (one.position for one in inlays or ()):
            assert place.character == units(lines[place.line], "utf-16-le")
        if played and played[0].span:
            assert symbols
            assert folds
            assert inlays
        for line in range(0, len(lines), max(1, len(lines) // 8)):
            end = types.Position(line, units(lines[line], "utf-16-le"))
            await client.text_document_completion_async(types.CompletionParams(here, end))
            await client.text_document_hover_async(types.HoverParams(here, end))
        context = types.CodeActionContext(diagnostics)
        wanted = types.CodeActionParams(here, EVERYWHERE, context)
        actions = await client.text_document_code_action_async(wanted)
        assert all(isinstance(one, types.CodeAction) and one.edit for one in actions or ())
        options = types.FormattingOptions(4, True)
        await client.text_document_formatting_async(types.DocumentFormattingParams(here, options))

    with_client(use)


def well_nested(symbols: Sequence[object], lines: int) -> bool:
    """Whether every symbol lies in the text and in the one above it, and has its name in its range."""

    def fits(one: object, around: types.Range) -> bool:
        assert isinstance(one, types.DocumentSymbol)
        named = bool(one.name) and within(one.selection_range, one.range)
        inner = all(fits(part, one.range) for part in one.children or ())
        return named and inner and within(one.range, around)

    whole = types.Range(types.Position(0, 0), types.Position(lines, 0))
    return all(fits(one, whole) for one in symbols)


def within(one: types.Range, other: types.Range) -> bool:
    return other.start <= one.start <= one.end <= other.end


def test_a_quick_fix_is_what_kotra_fix_writes() -> None:
    text = text_of(FAULTY)

    async def use(client: LanguageClient) -> list[types.CodeAction]:
        here = opened(client, text)
        diagnostics = await shown(client)
        context = types.CodeActionContext(diagnostics)
        wanted = types.CodeActionParams(here, diagnostics[0].range, context)
        actions = await client.text_document_code_action_async(wanted)
        return [one for one in actions or () if isinstance(one, types.CodeAction)]

    first, *_ = with_client(use)
    assert first.is_preferred
    assert first.diagnostics is not None
    assert [one.code for one in first.diagnostics] == ["P201"]
    assert first.edit is not None
    assert first.edit.changes is not None
    [edit] = first.edit.changes[URI]
    lines = text.split("\n")
    start, end = edit.range.start, edit.range.end
    line = lines[start.line]
    lines[start.line] = line[: start.character] + edit.new_text + line[end.character :]
    assert "\n".join(lines) == kn.fix(FAULTY).text


def test_a_new_text_without_a_name_is_offered_a_head() -> None:
    async def use(client: LanguageClient) -> list[str]:
        here = opened(client, "", "untitled:Untitled-1", "kotra")
        params = types.CompletionParams(here, types.Position(0, 0))
        found = await client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return [one.label for one in found.items]

    assert "length:" in with_client(use)


def test_a_text_that_is_too_large_is_told_of_and_the_next_one_judged() -> None:
    async def use(client: LanguageClient) -> tuple[list[types.Diagnostic], list[types.Diagnostic]]:
        opened(client, "31: 8/5 6/5\n" * (LARGEST // 12 + 1))
        large = await shown(client)
        changed(client, text_of(FAULTY))
        return large, await shown(client)

    large, then = with_client(use)
    assert [one.code for one in large] == ["N104"]
    assert [one.code for one in then] == ["P201"]


def test_of_very_many_findings_the_first_are_shown_and_how_many_more_there_are() -> None:
    text = judge("kotra 1\nwhite: A\nblack: B\n\n" + "xx\n" * 3000, "a.kotra", hints=False)
    shown = diagnostics(text, EditorPlaces(text, PositionCodec()), ENGLISH)
    assert len(shown) == MOST_SHOWN + 1
    assert shown[-1].message == f"And {len(text.findings) - MOST_SHOWN} more; kotra check lists them all."


def test_without_its_package_the_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    done = kotra("lsp", LC_ALL="C")
    assert done.exit_code == 2
    assert 'pip install "kotra-notation[editor]"' in done.output
