"""Archives: many files checked once, kept as Parquet tables, and asked about. Needs the extra `archive`.

Six rooms: `build` makes the tables, `ask` asks them, `audit` says what is broken, `people` who the players
are, `pages` and `export` are what comes out. Here stands what all of them use: `schema` describes the tables,
`store` keeps them, listed in `manifest`, held to their digests by `soundness`; `views` lets them be asked, by
the `decisions` about names; `rows` and `position_index` are how they are written, `boards` many at once.
"""
