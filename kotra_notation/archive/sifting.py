"""Taking rows out of the tables of a part: of files that are gone, and of content that lies elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pyarrow as pa
import pyarrow.compute as pc

Tables = Mapping[str, pa.Table]


def sifted(
    tables: Tables,
    paths: Collection[str] = (),
    files: Collection[str] = (),
    stamps: Mapping[str, str] | None = None,
) -> dict[str, pa.Table]:
    """The tables without these paths, and without what is in these files; `stamps` are new ones, by path."""
    gone = _ids(tables, files) if files else pa.array([], pa.int64())
    result: dict[str, pa.Table] = {}
    for name, table in tables.items():
        if name == "files":
            kept = _without(table, "path", pa.array(sorted(paths), pa.string())) if paths else table
            result[name] = _stamped(kept, stamps) if stamps else kept
        elif name == "findings":
            result[name] = _without(table, "file", pa.array(sorted(files), pa.string())) if files else table
        else:
            result[name] = _without(table, "match", gone) if files else table
    return result


def content(tables: Tables) -> set[str]:
    """The digests of the files whose content is in the tables."""
    digests: set[str] = set()
    for name in ("matches", "findings"):
        digests.update(pc.unique(tables[name]["file"]).to_pylist())
    return digests


def joined(parts: Collection[Tables]) -> dict[str, pa.Table]:
    """The tables of several parts as those of one."""
    names = dict.fromkeys(name for tables in parts for name in tables)
    return {name: pa.concat_tables([tables[name] for tables in parts if name in tables]) for name in names}


def _ids(tables: Tables, files: Collection[str]) -> pa.Array:
    matches = tables["matches"]
    mask = pc.is_in(matches["file"], pa.array(sorted(files), pa.string()))
    return matches.filter(mask)["match"].combine_chunks()


def _without(table: pa.Table, column: str, values: pa.Array) -> pa.Table:
    return table.filter(pc.invert(pc.is_in(table[column], values)))


def _stamped(table: pa.Table, stamps: Mapping[str, str]) -> pa.Table:
    paths, old = table["path"].to_pylist(), table["stamp"].to_pylist()
    new = [stamps.get(path, stamp) for path, stamp in zip(paths, old, strict=True)]
    return table.set_column(table.schema.get_field_index("stamp"), "stamp", pa.array(new, pa.string()))
