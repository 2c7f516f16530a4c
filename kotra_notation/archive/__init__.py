"""Archives: many files checked once, kept as Parquet tables, and asked about.

`sources` lists what is to be read, `judging` makes rows of one file, `workers` does so in supervised
processes (`local`) or on a cluster (`cluster`), `store` keeps the tables, `building` brings all together.
Needs the extra `archive`; the tables are described in `schema`.
"""
