"""OGXM 2, the open match format of OpenGammon: files (`.ogxm`), streams of files, and the JSON form.

The codec, the package `ogxm`, defines the format: pip install 'kotra-notation[ogxm]'.

- White is seat 0. The codec replays every ply. A play it cannot follow is written as the resulting position,
  marked illegal, as the format provides.
- Comments are annotations of the match, game or ply, with author and language. The time of an annotation
  follows it as `ogxm:at`; annotations of other programs (`x-…`) become `ogxm:x-…`.
- A clock is written if every ply has its time used. Times in one recording are written.
- Analyses are read, but not written as such: in a match the format states match-winning chances, which a
  writer would have to compute.
- Data that has no field (a stated order of dice, refused resignations, rulings, marks, analyses …) goes into
  annotations `x-kotra-mends~…` of the match, as packed JSON of our model. It is read back unless its plies
  have changed. A file holds 256 kB of annotations: analyses are left out first. Everything left out is
  reported.
- Hit marks are not written: the board shows them. Whether a score or result was computed is not kept.
- Several matches make a stream, or an array in the JSON form (`ogxm:json`).

The reader accepts:

- OGXM 1, as far as the codec reads it, with GammonView's additions (`.gvab`); the JSON form of either
  version, and GammonView's (`.gva`).
- Parts of a stream that are not files: reported and skipped. A truncated file is reported.
- The higher die first: the format has no order. A turn without steps is blank.
- Signatures, drawings, unknown sections and everything the codec computes: left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.format import FileFacts, Format, Reading, Source, Writing
from kotra_notation.formats.found_again import compare
from kotra_notation.formats.holding import EVERYTHING, Thing, reduce_matches
from kotra_notation.formats.ogxm import codec, gammonview, writing
from kotra_notation.formats.ogxm.codec import CodecError, Document
from kotra_notation.formats.ogxm.reading import DocumentReader
from kotra_notation.formats.ogxm.writing import MatchWriter
from kotra_notation.implied import Spelling
from kotra_notation.model import Match

LOOKED_AT = 65536
HOLDS = EVERYTHING - {Thing.HITS, Thing.OLD_GAME}
DIALECTS = ("binary", "json")
_JSON = re.compile(r"\s*[\[{]")
_PLIES = re.compile(r'"plies"\s*:\s*\[')
_VERSION = re.compile(r'"ogxm"\s*:\s*\{\s*"m')
_PLAYERS = re.compile(r'"(?:player_white|player_black|match_length|ogid_before)"\s*:')


def looks_like(source: Source) -> bool:
    """Return whether the bytes begin like such a file, or the text is JSON with games of plies."""
    if source.data.startswith(codec.MAGIC):
        return True
    if source.data[:1] not in (b"{", b"[", b" ", b"\n", b"\r", b"\t", b"\xef"):
        return False
    text = source.text
    start, end = text[:LOOKED_AT], text[-LOOKED_AT:]
    plies = _PLIES.search(start) or _VERSION.search(start)  # a match without games has no plies
    return bool(_JSON.match(start) and plies) and bool(_PLAYERS.search(start) or _PLAYERS.search(end))


def read(source: Source) -> Reading:
    """Return what an OGXM file, a stream of files, or the JSON form says."""
    binary = source.data.startswith(codec.MAGIC)
    findings: list[Finding] = [] if binary else list(source.findings)
    matches: list[Match] = []
    try:
        codec.package()
    except ValueError as error:
        return Reading(findings=(finding("package-missing", why=str(error)),))
    try:
        documents = _binary(source.data, findings) if binary else _json(source.text, findings)
        for document in documents:
            matches.append(_match(document, findings))
    except ValueError as error:
        findings.append(finding("structure-broken", what=phrase("the file"), why=str(error).rstrip(".")))
    encoding = None if binary else source.encoding
    read, notes = tuple(matches), tuple(findings)
    return Reading(matches=read, findings=notes, dialect=DIALECTS[not binary], encoding=encoding)


def _binary(data: bytes, findings: list[Finding]) -> Iterable[Document]:
    """Yield the documents of a file or a stream."""
    if len(data) > codec.MOST:
        limit = phrase("{number} bytes", number=codec.MOST)
        findings.append(finding("limit-passed", what=phrase("the file"), limit=limit))
        return
    try:
        yield gammonview.decode(data)
        return
    except CodecError as error:
        alone = str(error)
    is_read = False
    for number, member in enumerate(codec.members(data), 1):
        if isinstance(member, str):
            what = phrase("match {number}", number=number)
            broken_off = finding("file-breaks-off", what=what) if "missing" in member else None
            findings.append(broken_off or _broken_match(number, member if is_read else alone))
            continue
        try:
            yield gammonview.decode(member)
            is_read = True
        except CodecError as error:
            findings.append(_broken_match(number, str(error)))


def _broken_match(number: int, why: str) -> Finding:
    return finding("structure-broken", what=phrase("match {number}", number=number), why=why)


def _json(text: str, findings: list[Finding]) -> Iterable[Document]:
    """Yield the documents of the JSON form, as the codec settles them."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        at_end = isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip()) - 1
        why = phrase("it is not JSON ({error})", error=str(error))
        broken = finding("structure-broken", what=phrase("the file"), why=why)
        findings.append(finding("file-breaks-off", what=phrase("a value")) if at_end else broken)
        return
    for number, document in enumerate(parsed if isinstance(parsed, list) else [parsed], 1):
        try:
            if not isinstance(document, dict):
                raise CodecError("it is no object")
            yield gammonview.adapt(document) or codec.settle(document)
        except CodecError as error:
            findings.append(_broken_match(number, str(error)))


def _match(document: Document, findings: list[Finding]) -> Match:
    """Return the match of a document, mended where we have kept more than the format holds."""
    mends, broken = writing.read(document)
    findings += broken
    reader = DocumentReader(document)
    head = writing.head(mends, reader.head())
    games = [writing.game(mends, index, game, findings) for index, game in enumerate(reader.games())]
    return replace(head, games=tuple(games))


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Write matches as a file or a stream of files, or as JSON; ValueError without the codec."""
    codec.package()
    left, ledger = reduce_matches(matches, HOLDS)
    files = [MatchWriter(match).write() for match in left]
    documents = [codec.decode(data) for data in files]
    for ledger.match, (match, document) in enumerate(zip(left, documents, strict=True), 1):
        compare(match, [_match(document, [])], ledger, plain=str)
    content: str | bytes = b"".join(files)
    if dialect == "json":
        written = documents[0] if len(documents) == 1 else documents
        content = json.dumps(written, ensure_ascii=False, indent=1) + "\n"
    return Writing(content=content, findings=tuple(ledger.findings))


FORMAT = Format(
    title="OGXM 2, the match format of OpenGammon", suffixes=(".ogxm", ".ogxms", ".gvab", ".gva"),
    looks_like=looks_like, read=read, write=write, dialects=DIALECTS, holds=HOLDS,
    spelling=Spelling(single_steps=True), file=FileFacts(binary=True),
)  # fmt: skip
