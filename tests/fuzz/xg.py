"""What is fuzzed of `.xg`: sound records, chosen and changed by the input, in a sound container.

Packed bytes hide everything from the fuzzer, and records are long; so an input is a list of records of a
sample, each with a few bytes changed. An input that begins with `RGMH` is taken as a file.
"""

from __future__ import annotations

import zlib

from kotra_notation.findings import Finding
from tests import xg_files
from tests.fuzz.target import one_input

BEGIN = 8236
_PACKED = zlib.decompressobj().decompress(xg_files.sample()[BEGIN:])
RECORDS = [_PACKED[at : at + 2560] for at in range(0, len(_PACKED), 2560)]
COMMENTS = xg_files.rtf("Orð\nog önnur") + b"\r\n\r\n{\\rtf1 \\u233?x\\'e9}"


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
            record[int.from_bytes(data[place : place + 2], "big") % 2560] = data[place + 2]
        records.append(bytes(record))
        at += 2 + 3 * changes
    content = xg_files.container(b"".join(records), rollouts=xg_files.rollout(36), comments=COMMENTS)
    return one_input(content, "xg")
