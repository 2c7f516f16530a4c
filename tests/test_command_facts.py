"""Commands as data: the files of a folder, calls made there, and everything that they print and write.

In `tests/facts/commands/*.toml` a fact has a name, the files that are there (`given`) and its calls (`then`),
one after the other in the same folder. A call is a row: its words, its status, and, where they are not empty,
its standard output, its standard error and the files that it writes. `…` stands for any text. An output that
is a table or a list is JSON, or a JSON object on each line: a table names some of the keys, a list all items,
or `…` in place of some.
In a call, `NAME=value` before the command sets the environment, and `< file` behind it is its standard input.
A table between two calls changes files; so does each row of `turns`, in place of a wait of a command that
watches, until Ctrl-C ends it.

The content of a file is a text; `@name`, for a text of the table `texts` there or in `texts.toml`, for a file
of the folder, or for a sample; or a list of such a text and pairs of words to replace. `true` is any text,
`false` no file, `-> x` a link; a name that ends in `/` is a folder, in which a call may write anything. The
folder `archive` holds an archive of the files that `archive` names, or that of the samples, which no call may
change. A TOML file or a fact may be `middle`, and a file may need a package (`needs`). Write `?` in place of
an output to be shown the true one.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kotra_notation.features.watch import files
from tests.records import FACTS, SAMPLES
from tests.terminals import piped

Texts = dict[str, Any]
TABLES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FACTS.glob("commands/*.toml"))}
SHARED_TEXTS: Texts = TABLES.pop("texts")


def facts() -> Iterator[Any]:
    """Yield every fact with the texts that it may name, as parameters."""
    for name, table in TABLES.items():
        for fact in table["fact"]:
            marks = [pytest.mark.middle] if "middle" in table or "middle" in fact else []
            if "needs" in table and not find_spec(table["needs"]):
                marks.append(pytest.mark.skip(reason=f"needs {table['needs']}"))
            texts = SHARED_TEXTS | table.get("texts", {})
            yield pytest.param(fact, texts, id=f"{name}: {fact['name']}", marks=marks)


def content(value: Any, texts: Texts) -> bytes:
    """Return the bytes of a file as a fact states them."""
    text, *swaps = value if isinstance(value, list) else [value]
    data: bytes = text.encode()
    if text.startswith("@"):
        name = text[1:]
        place = Path(name) if Path(name).is_file() else SAMPLES / name
        data = content(texts[name], texts) if name in texts else place.read_bytes()
    for old, new in swaps:
        assert old.encode() in data, f"there is no {old!r} to be replaced"
        data = data.replace(old.encode(), new.encode())
    return data


def put(files: dict[str, Any], texts: Texts) -> None:
    """Make, change or remove files as a fact states them."""
    for name, value in files.items():
        path = Path(name)
        if value is False:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        elif name.endswith("/"):
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(value, str) and value.startswith("-> "):
                path.symlink_to(value[3:])
            else:
                path.write_bytes(content(value, texts))


def files_now() -> dict[str, bytes]:
    """Return every file in the folder with its content."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def is_like(expected: Any, actual: Any) -> bool:
    """Return whether a text or a value of JSON is as a fact states it."""
    match expected:
        case str() if not isinstance(actual, str):
            return is_like(expected, json.dumps(actual))
        case str():
            parts = map(re.escape, expected.removesuffix("\n").split("…"))
            return re.fullmatch(".*".join(parts), actual.removesuffix("\n"), re.S) is not None
        case dict():
            return isinstance(actual, dict) and all(
                key in actual and is_like(value, actual[key]) for key, value in expected.items()
            )
        case list() | tuple():
            return isinstance(actual, list) and are_like(expected, actual)
    return bool(expected == actual)


def are_like(expected: Sequence[Any], actual: list[Any]) -> bool:
    """Return whether the items of a list are as a fact states them."""
    match expected:
        case []:
            return not actual
        case ["…", *rest]:
            return any(are_like(rest, actual[start:]) for start in range(len(actual) + 1))
    return bool(actual) and is_like(expected[0], actual[0]) and are_like(expected[1:], actual[1:])


def differences(row: list[Any], texts: Texts, placed: set[str]) -> Iterator[str]:
    """Make a call; yield what is not as its row states it. Files in `placed` were written by the test."""
    line, status, *stated = row
    defaults: list[Any] = ["", "", {}]
    out, err, written = [*stated, *defaults[len(stated) :]]
    call, _, source = line.partition(" < ")
    words = shlex.split(call)
    environment = {}
    while words and re.match("[A-Z_]+=", words[0]):
        name, _, environment[name] = words.pop(0).partition("=")
    before = files_now()
    ended, *outputs = piped(*words, stdin=Path(source).read_bytes() if source else b"", **environment)
    after = files_now()
    if ended != status:
        yield f"status {ended}"
    for name, expected, output in zip(("output", "error"), (out, err), outputs, strict=True):
        text = output.decode(errors="backslashreplace")
        value: Any = text
        if isinstance(expected, str) and expected.startswith("@"):
            expected = content(expected, texts).decode()
        elif isinstance(expected, dict):
            value = json.loads(text)
        elif isinstance(expected, list):
            value = [json.loads(line) for line in text.splitlines()]
        if not is_like(expected, value):
            yield f"{name}:\n{text}"
    folders = tuple(name for name in written if name.endswith("/"))
    changed = {name for name in before | after if before.get(name) != after.get(name)} - placed
    changed = {name for name in changed if not name.startswith(folders)}
    for name in sorted(changed | set(written) - {*folders}):
        data = after.get(name)
        match written.get(name, "nothing"):
            case bool() as there:
                right = name in changed and there == (data is not None)
            case str() as text if not text.startswith("@"):
                right = data is not None and is_like(text, data.decode(errors="backslashreplace"))
            case value:
                right = data == content(value, texts)
        if name not in written or not right:
            yield f"file {name}:\n{'none' if data is None else data.decode(errors='backslashreplace')}"


@pytest.mark.parametrize(("fact", "texts"), [*facts()])
def test_a_command_does_this(
    fact: dict[str, Any],
    texts: Texts,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    put(fact.get("given", {}), texts)
    match fact.get("archive"):
        case "samples":
            Path("archive").symlink_to(request.getfixturevalue("archive"))
        case list() as sources:
            from referees.archives import made

            made(Path("archive"), *map(Path, sources))
    turns, placed = iter(fact.get("turns", ())), set[str]()

    def pause(seconds: float = 0) -> None:
        turn = next(turns, None)
        if turn is None and "turns" in fact:
            raise KeyboardInterrupt
        put(turn or {}, texts)
        placed.update(turn or {})

    monkeypatch.setattr(files, "pause", pause)
    for row in fact["then"]:
        if isinstance(row, dict):
            put(row, texts)
        elif found := "\n".join(differences(row, texts, placed)):
            pytest.fail(f"kotra {row[0]}\n{found}", pytrace=False)
