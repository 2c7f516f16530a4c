"""The language server with a real client: every feature, on every sample that is a text."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("pygls")
from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

import kotra_notation as kn
from tests.modules import PACKAGE

Result = TypeVar("Result")

SAMPLES = PACKAGE.parent / "samples"
URI = "file:///tmp/kvold.mat"
FAULTY = SAMPLES / "faulty" / "slip.mat"


def with_client(
    use: Callable[[LanguageClient], Awaitable[Result]], *encodings: types.PositionEncodingKind
) -> Result:
    """What is done with a client of a server of its own, which has ended behind it."""

    async def session() -> Result:
        client = make_test_lsp_client()
        await client.start_io(sys.executable, "-m", "kotra_notation", "lsp")
        general = types.GeneralClientCapabilities(position_encodings=list(encodings))
        await client.initialize_session(
            types.InitializeParams(types.ClientCapabilities(general=general), root_uri=None)
        )
        try:
            return await use(client)
        finally:
            await client.shutdown_session()

    return asyncio.run(asyncio.wait_for(session(), 60))


def opened(client: LanguageClient, text: str) -> types.TextDocumentIdentifier:
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "kotra-mat", 1, text))
    )
    return types.TextDocumentIdentifier(URI)


async def found(client: LanguageClient, count: int = 1) -> list[types.Diagnostic]:
    """What is told of the text, once it was told so often."""
    for _ in range(count):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[URI])


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def test_findings_come_first_and_what_was_meant_a_moment_later() -> None:
    async def use(client: LanguageClient) -> tuple[list[types.Diagnostic], list[types.Diagnostic]]:
        opened(client, text_of(FAULTY))
        return await found(client), await found(client)

    [first], [then] = with_client(use)
    [finding] = kn.check(FAULTY).findings
    assert finding.span is not None
    assert (first.code, then.code) == (finding.code, finding.code)
    assert first.range.start == types.Position(finding.span.line - 1, finding.span.column - 1)
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
