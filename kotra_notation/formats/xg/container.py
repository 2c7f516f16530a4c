"""The container of an `.xg` file: its head, the members of the packed archive behind it, and comments."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import field
from struct import Struct
from typing import Any

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats.xg.layout import FILE_HEAD, MAGIC, ROLLOUT
from kotra_notation.values import dataclass

GAME_FILE, ROLLOUT_FILE, COMMENT_FILE = "temp.xg", "temp.xgr", "temp.xgc"
LIMITS = {GAME_FILE: 256 << 20, ROLLOUT_FILE: 64 << 20, COMMENT_FILE: 8 << 20}

# The end of the archive: checksum, members, version, size of the index and of the members, index packed.
ARCHIVE_END = Struct("<6i12x")
# A member in the index: name, path; size, packed size, place, checksum, whether it is stored unpacked.
MEMBER = Struct("<256s256s4iB3x")
MOST_MEMBERS = 64
MOST_STREAMS = 8

FED = 64 << 10  # packed bytes given to zlib at once
PIECE = 1 << 20  # unpacked bytes taken from it at once

# Comments are RTF, one a line.
LONGEST = 200_000
LINE_BREAK = b"\x01\x02"

_PARTS = re.compile(
    r"\\'(?P<byte>[0-9a-fA-F]{2})"
    r"|\\u(?P<code>-?[0-9]{1,6}) ?"
    r"|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?[0-9]{1,9})? ?"
    r"|\\(?P<sign>[^a-zA-Z0-9])"
    r"|(?P<brace>[{}])"
    r"|(?P<text>[^\\{}]+)"
)
_PAGES = {*map(str, range(1250, 1259)), "874", "437", "850"}
_UNSEEN = {"fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "object", "listtable"}
_BREAKS = {"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "tab": "\t"}
_MARKS = {"bullet": "•", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’"}
_MARKS |= {"ldblquote": "“", "rdblquote": "”"}
_SIGNS = {"~": "\xa0", "_": "-", "-": "", "*": "", "\n": "\n", "\r": "\n"}


@dataclass(slots=True)
class Packed:
    """A stream that is unpacked piece by piece: `fault` tells why it ends early, `end` where in the file."""

    data: memoryview
    what: str
    stored: bool = False
    fault: Finding | None = None
    end: int = 0

    def pieces(self) -> Iterator[bytes]:
        """Yield the unpacked bytes, in pieces of bounded size."""
        limit = LIMITS.get(self.what, PIECE)
        if self.stored:
            yield bytes(self.data[:limit])
            return
        unpacker, given = zlib.decompressobj(), 0
        try:
            for begin in range(0, len(self.data), FED):
                fed: Any = self.data[begin : begin + FED]
                while fed:
                    piece = unpacker.decompress(fed, PIECE)
                    fed = unpacker.unconsumed_tail
                    given += len(piece)
                    if given > limit:
                        self.fault = finding("limit-passed", what=self.what, limit=f"{limit >> 20} MB")
                        return
                    if piece:
                        yield piece
                    elif not fed:
                        break
                if unpacker.eof:
                    self.end = min(begin + FED, len(self.data)) - len(unpacker.unused_data)
                    return
        except zlib.error as error:
            self.fault = broken_part(self.what, str(error))
            return
        self.fault = finding("file-breaks-off", what=self.what)

    def whole(self) -> bytes:
        """All that can be unpacked."""
        return b"".join(self.pieces())


@dataclass(slots=True)
class Members:
    """The members of a file, and what is wrong with its wrapping."""

    game: Packed | None = None
    rollouts: bytes = b""
    comments: bytes = b""
    findings: list[Finding] = field(default_factory=list)

    def take(self, stream: Packed) -> None:
        """Keep a member of the archive."""
        if stream.what == GAME_FILE:
            self.game = stream
            return
        if stream.what == ROLLOUT_FILE:
            self.rollouts = stream.whole()
        elif stream.what == COMMENT_FILE:
            self.comments = stream.whole()
        if stream.fault:
            self.findings.append(stream.fault)


def broken_part(what: str, why: str) -> Finding:
    """Return the finding for a part that contradicts what its like are made of."""
    return finding("structure-broken", what=what, why=why)


def members(data: bytes) -> Members:
    """Return the members of a file by the index of its archive or, without one, as they follow each other."""
    content = Members()
    if len(data) < FILE_HEAD.size:
        content.findings.append(finding("file-breaks-off", what=phrase("the file header")))
        return content
    _, size, _, thumbnail = FILE_HEAD.unpack_from(data)
    begin = size + thumbnail
    if not data.startswith(MAGIC):
        content.findings.append(broken_part(phrase("the file header"), phrase("it does not begin with RGMH")))
    elif begin >= len(data):
        content.findings.append(finding("file-breaks-off", what=phrase("the file header")))
    elif not _read_index(memoryview(data)[begin:], content):
        _one_by_one(memoryview(data)[begin:], content)
    return content


def _read_index(archive: memoryview, content: Members) -> bool:
    """Return whether the archive ends in an index; then its members are taken."""
    if len(archive) < ARCHIVE_END.size:
        return False
    end = len(archive) - ARCHIVE_END.size
    _, count, _, index_size, size, packed = ARCHIVE_END.unpack_from(archive, end)
    begin = end - index_size
    if not (0 < count <= MOST_MEMBERS and 0 < index_size <= len(archive) and 0 < size == begin):
        return False
    index = Packed(archive[begin : begin + index_size], phrase("the index of the archive"), stored=not packed)
    entries = index.whole()
    if len(entries) < MEMBER.size * count:
        return False
    taken = set()
    for at in range(count):
        name, _, _, length, place, _, stored = MEMBER.unpack_from(entries, at * MEMBER.size)
        known = name[1 : 1 + name[0]].decode("latin-1").lower()
        if known not in LIMITS or known in taken:
            continue
        taken.add(known)
        if not (0 <= place <= size and 0 < length <= size - place):
            content.findings.append(broken_part(known, phrase("it is outside the archive")))
        else:
            content.take(Packed(archive[place : place + length], known, stored=bool(stored)))
    return content.game is not None


def _one_by_one(archive: memoryview, content: Members) -> None:
    """Take the streams of an archive without an index: the game comes first, others are known by sight."""
    game = Packed(archive, GAME_FILE)
    content.findings.clear()
    content.game = game
    for _ in game.pieces():
        pass
    begin = game.end
    for _ in range(MOST_STREAMS):
        if game.fault or begin >= len(archive):
            break
        stream = Packed(archive[begin:], ROLLOUT_FILE)
        unpacked = stream.whole()
        if stream.fault or not stream.end:
            why = phrase("it is missing or contradicts itself")
            content.findings.append(broken_part(phrase("the index of the archive"), why))
            return
        begin += stream.end
        if unpacked[:5] == b"{\\rtf":
            content.comments = unpacked
        elif unpacked and len(unpacked) % ROLLOUT == 0 and len(unpacked) % 2560:
            content.rollouts = unpacked
    game.fault = None


class Comments:
    """The comments by their index, each made plain when it is first asked for."""

    def __init__(self, content: bytes) -> None:
        self._lines = content.split(b"\r\n")
        self._plain: dict[int, str] = {}

    def __getitem__(self, index: int) -> str:
        """Return the text of a comment, empty where there is none of that index."""
        if not 0 <= index < len(self._lines):
            return ""
        if index not in self._plain:
            line = self._lines[index][:LONGEST].replace(LINE_BREAK, b"\r\n")
            self._plain[index] = plain(line.decode("cp1252", "replace"))
        return self._plain[index]


def plain(text: str) -> str:
    """Return the words of an RTF text; a text that is none stands for itself."""
    if not text.lstrip().startswith("{\\rtf"):
        return text.strip("\x00\r\n ")
    return "".join(_words(text)).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def _words(text: str) -> Iterator[str]:
    """Yield the words that an RTF text shows."""
    page = "cp1252"
    depth = unseen = 0  # of groups, and of the one that is not shown
    fallback, skip = 1, 0  # characters that stand behind a coded one for readers that do not know it
    for part in _PARTS.finditer(text):
        kind, word, words = part.lastgroup, part["word"], ""
        match kind:
            case "brace":
                depth += 1 if part["brace"] == "{" else -1
                unseen = 0 if depth < unseen else unseen
            case "byte":
                words = bytes([int(part["byte"], 16)]).decode(page, "replace")
            case "code":
                words = chr(int(part["code"]) & 0xFFFF)
            case "sign" if part["sign"] == "*" and not unseen:
                unseen = depth
            case "sign":
                words = _SIGNS.get(part["sign"], part["sign"])
            case "text":
                words = part["text"].replace("\r", "").replace("\n", "")
            case _ if word in _UNSEEN and not unseen:
                unseen = depth
            case _ if word == "uc":
                fallback = min(int(part["number"] or 1), 8)
            case _ if word == "ansicpg":
                page = f"cp{part['number']}" if part["number"] in _PAGES else page
            case _:
                words = _BREAKS.get(word) or _MARKS.get(word, "")
        dropped = min(skip, len(words))
        skip = fallback if kind == "code" else skip - dropped
        if not unseen:
            yield words[dropped:]
