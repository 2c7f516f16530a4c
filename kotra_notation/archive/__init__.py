"""Archives: many files checked once, stored as Parquet tables, and queried. Needs the extra `archive`.

`build` makes the tables, `ask` queries them, `audit` finds broken files, `people` finds the players, `pages`
and `export` write the results; `tasks` serves the commands and the desk. Below them: `schema` describes the
tables, `store` keeps them with digests (`manifest`), `views` and `decisions` prepare queries, `rows` and
`boards` hold values.
"""

from __future__ import annotations

from kotra_notation.late import late

__all__ = late(__name__)
