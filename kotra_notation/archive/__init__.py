"""Archives: many files checked once, kept as Parquet tables, and asked about. Needs the extra `archive`.

`build` makes the tables, `ask` asks them, `audit` finds what is broken, `people` tells who the players are,
`pages` and `export` are the outcome, `tasks` what commands and desk do with an archive. All rest on these:
`schema` describes the tables, `store` keeps them with their digests (`manifest`), `views` lets them be asked,
by the `decisions` about names; `rows` are written, `boards` are many at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.late import late

if TYPE_CHECKING:
    from kotra_notation.archive.api import ArchiveAnswer as ArchiveAnswer
    from kotra_notation.archive.api import ask as ask
    from kotra_notation.archive.api import audit as audit
    from kotra_notation.archive.api import build as build
    from kotra_notation.archive.api import decide as decide
    from kotra_notation.archive.api import export as export
    from kotra_notation.archive.api import find as find
    from kotra_notation.archive.api import page as page
    from kotra_notation.archive.api import people as people
    from kotra_notation.archive.api import query as query
    from kotra_notation.archive.api import same as same
    from kotra_notation.archive.api import tables as tables
    from kotra_notation.archive.api import verify as verify
    from kotra_notation.archive.decisions import NameDecision as NameDecision
    from kotra_notation.archive.tasks import ArchiveRefusedError as ArchiveRefusedError
    from kotra_notation.archive.tasks.answers import QUESTIONS as QUESTIONS

__all__ = late(
    __name__,
    {
        "api": "ArchiveAnswer ask audit build decide export find page people query same tables verify",
        "decisions": "NameDecision",
        "tasks.answers": "QUESTIONS",
        "tasks": "ArchiveRefusedError",
    },
)
