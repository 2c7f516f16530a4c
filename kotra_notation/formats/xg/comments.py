"""The comments of an `.xg` file: RTF, one a line, as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
