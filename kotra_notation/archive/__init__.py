"""Archives: many files checked once, kept as Parquet tables, and asked about.

`sources` lists what is to be read and `building` has it judged: `judging` makes rows of files, in processes
that `supervision` watches over, on this machine (`engines`) or on a cluster (`cluster`). `schema` describes
the tables, `store` keeps them, `asking` lets them be asked; the rest asks. Needs the extra `archive`.
"""
