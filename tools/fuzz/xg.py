"""What is fuzzed of `.xg`: sound records, chosen and changed by the input, in a sound container.

Packed bytes hide everything from the fuzzer, and records are long; so an input is a list of records of a
sample, each with a few bytes changed. An input that begins with `RGMH` is taken as a file.
"""

from __future__ import annotations

import zlib

from kotra_notation.findings import Finding
from referees import xg_files
from tools.fuzz.target import one_input

BEGIN = 8236
RECORD = 2560


def unpacked(data: bytes) -> list[bytes]:
    """The records of a file; none where what they are packed in is damaged."""
    try:
        packed = zlib.decompressobj().decompress(data[BEGIN:])
    except zlib.error:
        return []
    return [packed[at : at + RECORD] for at in range(0, len(packed), RECORD)]


RECORDS = unpacked(xg_files.sample())
COMMENTS = xg_files.rtf("Orð\nog önnur") + b"\r\n\r\n{\\rtf1 \\u233?x\\'e9}"


def repacked(records: list[bytes]) -> bytes:
    """A sound file around some records."""
    return xg_files.container(b"".join(records), rollouts=xg_files.rollout(36), comments=COMMENTS)


def xg_input(data: bytes) -> list[Finding]:
    """Every finding of the file that an input stands for."""
    if data.startswith(b"RGMH"):
        return one_input(data, "xg")
    records: list[bytes] = []
    at = 0
    while at + 1 < len(data) and len(records) < 40:
        record = bytearray(RECORDS[data[at] % len(RECORDS)])
        changes = data[at + 1] % 12
        for place in range(at + 2, min(at + 2 + 3 * changes, len(data) - 2), 3):
            record[int.from_bytes(data[place : place + 2], "big") % RECORD] = data[place + 2]
        records.append(bytes(record))
        at += 2 + 3 * changes
    return one_input(repacked(records), "xg")
