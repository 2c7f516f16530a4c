"""Inputs for the readers: records changed as lines, words and numbers, and packed ones as records."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from kotra_notation.installation import folder
from tools.fuzz.xg import repacked, unpacked

LONGEST = 6_000
TOKEN = re.compile(rb"[A-Za-z\x80-\xff]+|\d+|[^\sA-Za-z0-9\x80-\xff]|[ \t]+")
NUMBER = re.compile(rb"\d+")
# What stands in a terminal of a grammar: quoted, or between the slashes of an expression.
TERMINAL = re.compile(r'"((?:[^"\\]|\\.)+)"|/((?:[^/\\]|\\.)+)/')
PART = re.compile(r"[^\W\d_]{2,}|[^\w\s]")

NUMBERS = (
    *(b"0", b"1", b"2", b"6", b"7", b"13", b"24", b"25", b"26", b"-1", b"64", b"99", b"255", b"256"),
    *(b"1000000", b"2147483648", b"9223372036854775808", b"1" + b"0" * 40, b"9" * 5000, b"00", b"1.5"),
    *("３".encode(), "١".encode(), "½".encode(), b"1e308", b"nan", b"0x10"),
)
NASTY = (
    *(b"\0", b"\r", b"\n", b"\t", b"\x0b", b"\x0c", b"\x1a", b"\x1b", b"\x7f", b"\x85", b"\xa0", b"\xff"),
    *(sign.encode() for sign in "\ufeff\u2028\u200b\u202e\u0301\u2013\u2212\u21d2\uff08İſ🎲"),
    *(b"\xed\xa0\x80", b"\xc3", b"(", b")", b"[", b"]", b"{", b"}", b";", b"*", b"/", b"\\", b'"', b":"),
)
INTEGERS = (0, 1, -1, 2, 6, 7, 24, 25, 26, 127, 128, 255, 256, 2**15, 2**31 - 1, -(2**31))
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 25, 64, 10**30, -(10**400), 0.5, 1e308, float("inf"), float("nan")),
    *("", "W", "kotra", "31", "bar/20", "\ud800", "a\nb", "\0", "x" * 3000, [], {}, [[]], [0, 0], {"": 0}),
)
FLOATS = (0.0, -1000.0, 1e308, float("nan"), float("inf"), -float("inf"))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value within a document, by what holds it and its name there."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inside):
        yield value, key
        yield from _places(one)


def grammar_words() -> list[bytes]:
    """The words and marks of the terminals of all grammars."""
    found: set[str] = set()
    for path in sorted(Path(str(folder("grammar"))).glob("*.lark")):
        for quoted, expression in TERMINAL.findall(path.read_text("utf-8")):
            found.update(PART.findall(quoted or expression))
    return [word.encode() for word in sorted(found)]


class Mutator:
    """Makes inputs out of others; the same random numbers make the same inputs."""

    def __init__(self, random: Random, words: Sequence[bytes]) -> None:
        self.random = random
        self.words = words
        # What keeps most of a record whole is done most often.
        self.changes: list[Callable[[bytes, bytes], bytes]] = [
            *([self.lines] * 6),
            *([self.spliced] * 3),
            *([self.tokens] * 6),
            *([self.numbers] * 4),
            *([self.signs] * 3),
            *([self.repeated] * 2),
            self.cut,
            self.coded,
        ]

    def mutated(self, data: bytes, other: bytes) -> bytes:
        """An input made of one record, perhaps with parts of another."""
        random = self.random
        if data.startswith(b"RGMH"):
            return self.packed(data)
        if b"\0" in data:
            return self.flipped(data)
        if data.startswith(b"{") and random.random() < 0.7:
            return self.document(data)
        for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
            data = random.choice(self.changes)(data, other)[:LONGEST]
        return data

    def lines(self, data: bytes, other: bytes) -> bytes:
        """Lines exchanged, doubled, taken out, joined or divided."""
        random, lines = self.random, data.split(b"\n")
        at, to = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                lines[at], lines[to] = lines[to], lines[at]
            case 1:
                lines.insert(to, lines[at])
            case 2:
                del lines[at]
            case 3:
                lines[at : at + 2] = [b" ".join(lines[at : at + 2])]
            case 4:
                cut = random.randrange(len(lines[at]) + 1)
                lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
            case _:
                del lines[min(at, to) : max(at, to)]
        return b"\n".join(lines)

    def spliced(self, data: bytes, other: bytes) -> bytes:
        """Some lines of another record put in, or its end in place of one's own."""
        random, lines, others = self.random, data.split(b"\n"), other.split(b"\n")
        at, begin = random.randrange(len(lines) + 1), random.randrange(len(others))
        if random.random() < 0.2:
            return b"\n".join([*lines[:at], *others[begin:]])
        return b"\n".join([*lines[:at], *others[begin : begin + random.choice((1, 1, 2, 4))], *lines[at:]])

    def tokens(self, data: bytes, other: bytes) -> bytes:
        """A word or mark exchanged for one of a record or of a grammar, doubled, or taken out."""
        random, found = self.random, list(TOKEN.finditer(data))
        if not found:
            return self.signs(data, other)
        one = random.choice(found)
        word = self._word(found, other)
        match random.randrange(4):
            case 0:
                new = b""
            case 1:
                new = one[0] + random.choice((b"", b" ")) + word
            case 2:
                new = one[0] * 2
            case _:
                new = word
        return data[: one.start()] + new + data[one.end() :]

    def _word(self, found: Sequence[re.Match[bytes]], other: bytes) -> bytes:
        random = self.random
        match random.randrange(3):
            case 0:
                return random.choice(found)[0]
            case 1 if others := TOKEN.findall(other):
                return bytes(random.choice(others))
            case _:
                return random.choice(self.words)

    def numbers(self, data: bytes, other: bytes) -> bytes:
        """A number changed: to one near it, or to one that few expect."""
        random, found = self.random, list(NUMBER.finditer(data))
        if not found:
            return self.tokens(data, other)
        one = random.choice(found)
        if random.random() < 0.5 and len(one[0]) < 9:
            new = str(max(0, int(one[0]) + random.choice((-1, 1, 2, 6)))).encode()
        else:
            new = random.choice(NUMBERS)
        return data[: one.start()] + new + data[one.end() :]

    def signs(self, data: bytes, other: bytes) -> bytes:
        """Some bytes put in, taken out or changed."""
        random, changed = self.random, bytearray(data)
        for _ in range(random.choice((1, 1, 2, 4))):
            at = random.randrange(len(changed) + 1)
            match random.randrange(3):
                case 0:
                    changed[at:at] = random.choice(NASTY)
                case 1:
                    del changed[at : at + 1]
                case _:
                    changed[at : at + 1] = bytes([random.randrange(256)])
        return bytes(changed)

    def repeated(self, data: bytes, other: bytes) -> bytes:
        """A word or a line many times over."""
        random, often = self.random, self.random.choice((2, 3, 10, 60, 300))
        parts: list[bytes] = data.split(b"\n") if random.random() < 0.4 else TOKEN.findall(data)
        one = random.choice(parts or [b"("])
        at = data.find(one)
        end = b"\n" if random.random() < 0.3 else b""
        return data[:at] + (one + end) * often + data[at:]

    def cut(self, data: bytes, other: bytes) -> bytes:
        """The end broken off, or the beginning."""
        at = self.random.randrange(len(data) + 1)
        return data[:at] if self.random.random() < 0.8 else data[at:]

    def coded(self, data: bytes, other: bytes) -> bytes:
        """The same text in another encoding, or with other ends of lines."""
        text = data.decode("utf-8", "replace")
        match self.random.randrange(5):
            case 0:
                return text.encode("utf-8-sig")
            case 1:
                return text.encode(self.random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32")))
            case 2:
                return text.encode(self.random.choice(("cp1252", "latin-1", "cp437", "cp850")), "replace")
            case 3:
                return data.replace(b"\n", b"\r\n")
            case _:
                return data.replace(b"\n", b"\r")

    def document(self, data: bytes) -> bytes:
        """A document of JSON with a value taken out, doubled, or exchanged for one of another kind."""
        random = self.random
        try:
            whole = json.loads(data)
            list(_places(whole))
        except (ValueError, RecursionError):
            return self.tokens(data, data)
        for _ in range(random.choice((1, 1, 2))):
            places = list(_places(whole))
            if not places:
                break
            where, key = random.choice(places)
            match random.randrange(4):
                case 0:
                    del where[key]
                case 1 if isinstance(where, list):
                    where.append(where[key])
                case 2:
                    other, its = random.choice(places)
                    where[key] = json.loads(json.dumps(other.get(its) if isinstance(other, dict) else 0))
                case _:
                    where[key] = random.choice(VALUES)
        return json.dumps(whole, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")

    def flipped(self, data: bytes) -> bytes:
        """Numbers of a file that is no text overwritten, where they stand or anywhere."""
        random, changed = self.random, bytearray(data)
        for _ in range(random.choice((1, 1, 2, 4, 8))):
            at = random.randrange(len(changed) + 1)
            match random.randrange(5):
                case 0:
                    changed[at : at + 1] = bytes([random.randrange(256)])
                case 1:
                    changed[at : at + 4] = struct.pack("<i", random.choice(INTEGERS[:-1]))
                case 2:
                    changed[at : at + 8] = struct.pack("<d", random.choice(FLOATS))
                case 3:
                    del changed[at : at + random.choice((1, 4, 100))]
                case _:
                    end = at + random.choice((1, 8, 64))
                    changed[at:at] = changed[at:end]
        return bytes(changed[: 4 * LONGEST])

    def packed(self, data: bytes) -> bytes:
        """A file of eXtreme Gammon with its records changed and packed again; now and then the pack."""
        random = self.random
        if random.random() < 0.15:
            return self.flipped(data)
        records = unpacked(data)
        if not records:
            return self.flipped(data)
        at, to = random.randrange(len(records)), random.randrange(len(records))
        match random.randrange(5):
            case 0:
                records[at], records[to] = records[to], records[at]
            case 1:
                records.insert(to, records[at])
            case 2:
                del records[at]
            case _:
                records[at] = self.flipped(records[at]).ljust(len(records[at]), b"\0")[: len(records[at])]
        return repacked(records)
