"""The comments of an `.xg` file: RTF, one a line, as plain text."""

from __future__ import annotations

import re

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
    return _Rtf().words(text)


class _Rtf:
    """The state of reading one RTF text."""

    def __init__(self) -> None:
        self.words_read: list[str] = []
        self.page = "cp1252"
        self.unseen = 0  # how deep within a group that is not shown
        self.depth = 0
        self.fallback = 1  # characters that stand behind a coded one for readers that do not know it
        self.skip = 0

    def words(self, text: str) -> str:
        """Return the words of the text, without blanks at its ends."""
        for part in _PARTS.finditer(text):
            self._part(part)
        return "".join(self.words_read).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()

    def _part(self, part: re.Match[str]) -> None:
        match part.lastgroup:
            case "brace":
                self._brace(part["brace"])
            case "byte":
                self._say(bytes([int(part["byte"], 16)]).decode(self.page, "replace"))
            case "code":
                self._say(chr(int(part["code"]) & 0xFFFF))
                self.skip = self.fallback
            case "sign":
                self._sign(part["sign"])
            case "text":
                self._say(part["text"].replace("\r", "").replace("\n", ""))
            case _:
                self._word(part["word"], part["number"])

    def _brace(self, brace: str) -> None:
        self.depth += 1 if brace == "{" else -1
        if self.unseen and self.depth < self.unseen:
            self.unseen = 0

    def _sign(self, sign: str) -> None:
        if sign == "*" and not self.unseen:
            self.unseen = self.depth
        else:
            self._say(_SIGNS.get(sign, sign))

    def _word(self, word: str, number: str | None) -> None:
        if word in _UNSEEN and not self.unseen:
            self.unseen = self.depth
        elif word == "uc":
            self.fallback = min(int(number or 1), 8)
        elif word == "ansicpg":
            self._code_page(f"cp{number}")
        else:
            self._say(_BREAKS.get(word) or _MARKS.get(word, ""))

    def _code_page(self, name: str) -> None:
        if re.fullmatch("cp(125[0-8]|874|437|850)", name):
            self.page = name

    def _say(self, words: str) -> None:
        if self.skip and words:
            dropped = min(self.skip, len(words))
            self.skip -= dropped
            words = words[dropped:]
        if words and not self.unseen:
            self.words_read.append(words)
