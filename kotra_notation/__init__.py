"""Read, check, convert, analyse and publish recorded backgammon matches.

import kotra_notation as kn

reading = kn.read("match.mat")
replay = kn.replay(reading.matches[0])
for found in (*reading.findings, *replay.findings):
    print(found.code, found.message)
"""

from __future__ import annotations

from kotra_notation.installation import VERSION
from kotra_notation.late import late

__version__ = VERSION

# `__init__.pyi` has the public names; a module is imported when one of its names is first asked for.
__all__ = late(
    __name__,
    instead={
        "analyze": "analyse",
        "dataframe": "tables",
        "equity": "evaluate",
        "export": "write",
        "legal_moves": "plays",
        "legal_plays": "plays",
        "load": "read",
        "loads": "read",
        "moves": "plays",
        "open": "read",
        "parse": "read",
        "pips": "position(…).pips(seat)",
        "render": "report",
        "repair": "fix",
        "rollout": 'best(…, level="rollout 1296")',
        "save": "write",
        "to_pandas": "tables",
        "validate": "check",
    },
)
