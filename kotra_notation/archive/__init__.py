"""Archives: many files checked once, kept as Parquet tables, and asked about. Needs the extra `archive`.

`build` makes the tables, `ask` asks them, `audit` finds what is broken, `people` tells who the players are,
`pages` and `export` are the outcome, `tasks` what commands and desk do with an archive. All rest on these:
`schema` describes the tables, `store` keeps them with their digests (`manifest`), `views` lets them be asked,
by the `decisions` about names; `rows` are written, `boards` are many at once.
"""
