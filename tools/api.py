"""The API reference `docs/api.md`, written from signatures and docstrings: `python -m tools.api`.

What stands above the line MADE is written by hand. Below it come the functions and the types of
`kotra_notation.__all__`, and the types those are made of, each with its home.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from textwrap import fill

import kotra_notation as kn

DOCUMENT = Path(__file__).parent.parent / "docs" / "api.md"
MADE = "<!-- From here on: python -m tools.api -->"
ROOT = "kotra_notation"
WIDTH = 100

# Through these nothing further is shown: what they are made of is told where they are made.
CLOSED = {
    *("Alignment", "Diagrams", "GameRepair", "Layout", "Refolding", "Ruleset", "Shown"),
    *("Sketch", "SketchedFiles", "Source", "Survival", "Tongue"),
}
SIMPLE = (str, int, float, bool, type(None), frozenset)


@dataclass(frozen=True, slots=True)
class Member:
    """A parameter or a field: its name, its type as it is written, and its default as text."""

    name: str
    type: str
    default: str = ""

    def __str__(self) -> str:
        type_ = f": {self.type}" if self.type else ""
        default = f" = {self.default}" if self.default else ""
        return f"{self.name}{type_}{default}".replace("'", '"')


def document() -> str:
    """The whole document: what is written by hand, and the reference."""
    by_hand = DOCUMENT.read_text(encoding="utf-8").partition(MADE)[0]
    return f"{by_hand}{MADE}\n\n{reference()}"


def reference() -> str:
    """Every function, every type, the types they are made of, and the short names in signatures."""
    public = {name: getattr(kn, name) for name in kn.__all__}
    functions = {name: one for name, one in public.items() if inspect.isfunction(one)}
    types = {name: one for name, one in public.items() if name not in functions}
    inner = [(one.__name__, one) for one in reached() if public.get(one.__name__) is not one]
    inner.sort(key=lambda named: (named[0], named[1].__module__))
    anchors: Counter[str] = Counter()
    parts = [
        section("Functions", [(name, function_part(name, one)) for name, one in functions.items()], anchors),
        section("Types", [(name, type_part(name, one)) for name, one in types.items()], anchors),
        section("What they are made of", [(name, type_part(name, one)) for name, one in inner], anchors),
        "## Short names in signatures\n",
        *(alias_part(*one) for one in aliases()),
    ]
    return "\n".join(parts) + "\n"


def section(title: str, parts: list[tuple[str, str]], anchors: Counter[str]) -> str:
    """A chapter of the reference: what is in it, and its parts; an anchor that was used gets a number."""
    links = []
    for name, _ in parts:
        anchor = name.lower()
        again = f"-{anchors[anchor]}" if anchors[anchor] else ""
        links.append(f"[{name}](#{anchor}{again})")
        anchors[anchor] += 1
    index = fill(" · ".join(links), WIDTH + 10, break_on_hyphens=False)
    return "\n".join([f"## {title}\n", f"{index}\n", *(part for _, part in parts)])


def function_part(name: str, function: Callable[..., object]) -> str:
    """A function: its signature and what its docstring says."""
    return f"### {name}\n\n{fenced(signature(name, function))}\n{explained(function)}"


def type_part(name: str, value: object) -> str:
    """A type: how it is made or what its fields are, its docstring, its properties and methods."""
    if not isinstance(value, type):
        kinds = fill(", ".join(f"`{one.__name__}`" for one in typing.get_args(value)), WIDTH + 10)
        return f"### {name}\n\n{comment_of(name, value)}One of:\n{kinds}.\n"
    home = "" if getattr(kn, name, None) is value else f"From `{value.__module__}`.\n\n"
    shape = f"class {name}"
    if own := members_of(value):
        shape += ":\n" + "\n".join(f"    {one}" for one in own)
    parts = [f"### {name}\n\n{home}{fenced(shape)}\n{explained(value)}", *map(str, methods(value))]
    return "\n".join(parts)


def methods(cls: type) -> list[str]:
    """The properties and methods of a class, one list."""
    lines = []
    for name, value in vars(cls).items():
        function = behind(value)
        if name.startswith("_") or function is None:
            continue
        said = " ".join((inspect.getdoc(function) or "").split())
        if function is not value:
            given = inspect.signature(function).return_annotation
            lines.append(f"- `{name}`: `{given}`. {said}")
        else:
            lines.append(f"- `{signature(name, function, own=True)}`. {said}")
    return [*lines, ""] if lines else []


def behind(value: object) -> Callable[..., object] | None:
    """The function of a method, a property or a cached property; None for anything else."""
    found = value.fget if isinstance(value, property) else getattr(value, "func", value)
    return found if inspect.isfunction(found) else None


def signature(name: str, function: Callable[..., object], *, own: bool = False) -> str:
    """The signature as it is written; on a line for each parameter where it is long and no method's."""
    parts, star = [], False
    chosen = inspect.signature(function)
    for at, one in enumerate(chosen.parameters.values()):
        if own and at == 0:
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        stars = "**" if one.kind is one.VAR_KEYWORD else "*" if one.kind is one.VAR_POSITIONAL else ""
        parts.append(stars + str(Member(one.name, typed(one.annotation), default_of(function, one))))
    back = typed(chosen.return_annotation)
    line = f"{name}({', '.join(parts)}) -> {back}"
    if own or len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f") -> {back}"])


def typed(annotation: object) -> str:
    """A type as it is written; nothing where there is none."""
    return "" if annotation is inspect.Signature.empty else str(annotation)


def default_of(function: Callable[..., object], parameter: inspect.Parameter) -> str:
    """The default of a parameter: simple values as they are, others as their source has them."""
    if parameter.default is parameter.empty:
        return ""
    defined = definition(function)
    assert isinstance(defined, ast.FunctionDef)
    arguments = defined.args
    late = [*arguments.posonlyargs, *arguments.args][-len(arguments.defaults) :]
    pairs = [
        *zip(late, arguments.defaults, strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    given = {one.arg: value for one, value in pairs if value is not None}
    return shown(parameter.default, given[parameter.name])


def shown(value: object, source: ast.expr) -> str:
    """A default as a reader understands it."""
    parts = value if isinstance(value, tuple) else (value,)
    if isinstance(value, Enum) or not all(isinstance(one, SIMPLE) for one in parts):
        return ast.unparse(source)
    return repr(value)


def members_of(cls: type) -> list[Member]:
    """The fields of a class, or the members of an enumeration, in their order."""
    if issubclass(cls, Enum):
        return [Member(name, "", repr(one.value)) for name, one in cls.__members__.items()]
    defined = definition(cls)
    assert isinstance(defined, ast.ClassDef)
    found = []
    for one in defined.body:
        name = ast.unparse(one.target) if isinstance(one, ast.AnnAssign) else "_"
        if isinstance(one, ast.AnnAssign) and not name.startswith("_"):
            default = field_default(cls, name, one.value) if one.value else ""
            found.append(Member(name, ast.unparse(one.annotation), default))
    return found


def field_default(cls: type, name: str, source: ast.expr) -> str:
    """The default of a field; of one that is made anew for each value, how."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    if field is None:
        return ast.unparse(source)
    if callable(field.default_factory):
        return f"{field.default_factory.__name__}()"
    if not isinstance(source, ast.Call):
        return shown(field.default, source)
    return shown(field.default, source)


def definition(value: type | Callable[..., object]) -> ast.stmt:
    """Where a class or function is defined, as a tree."""
    found: ast.stmt | ast.Module = tree(value.__module__)
    for name in value.__qualname__.split("."):
        assert isinstance(found, ast.Module | ast.ClassDef)
        found = next(one for one in found.body if getattr(one, "name", "") == name)
    assert isinstance(found, ast.stmt)
    return found


@cache
def tree(module: str) -> ast.Module:
    """A module as a tree."""
    return ast.parse(source_of(module))


@cache
def source_of(module: str) -> str:
    """The text of a module."""
    return inspect.getsource(sys.modules[module])


def explained(value: object) -> str:
    """The docstring."""
    text = inspect.getdoc(value) or ""
    return f"{text}\n"


def fenced(code: str) -> str:
    """A block of Python."""
    return f"```python\n{code}\n```\n"


def reached() -> list[type]:
    """The classes of ours that signatures and fields of the public names lead to, on and on."""
    left: list[object] = [getattr(kn, name) for name in kn.__all__]
    seen: list[object] = []
    while left:
        one = left.pop(0)
        if one in seen or getattr(one, "__name__", "") in CLOSED:
            continue
        seen.append(one)
        left += [found for part in (parts_of(one) if callable(one) else [one]) for found in classes(part)]
    return [one for one in seen if isinstance(one, type)]


def parts_of(value: Callable[..., object]) -> Iterator[object]:
    """The types in the signature of a function, or in the fields, properties and methods of a class."""
    functions = [behind(one) for name, one in vars(value).items() if not name.startswith("_")]
    for one in (value, *functions):
        if one is not None:
            yield from typing.get_type_hints(one).values()


def classes(hint: object) -> Iterator[type]:
    """The classes of ours within a type."""
    for part in typing.get_args(hint):
        yield from classes(part)
    if inspect.isclass(hint) and hint.__module__.startswith(ROOT):
        yield hint


def aliases() -> list[tuple[str, str, str]]:
    """The short names in what is shown: each with what it is and the words above it."""
    found = set()
    for owner, written in written_types():
        for name in re.findall(r"[A-Z]\w+", written):
            value = vars(sys.modules[owner.__module__]).get(name)
            if typing.get_args(value) and name not in kn.__all__:
                found |= {(name, *home) for home in definitions(name, value)}
    return sorted(found)


def written_types() -> Iterator[tuple[type | Callable[..., object], str]]:
    """Every type in a signature or field of what is shown, with whose it is."""
    public = [one for name in kn.__all__ if callable(one := getattr(kn, name))]
    for value in (*public, *reached()):
        if isinstance(value, type):
            yield from ((value, one.type) for one in members_of(value))
        functions = [behind(one) for name, one in vars(value).items() if not name.startswith("_")]
        for one in (value, *functions):
            if inspect.isfunction(one):
                yield from ((one, str(written)) for written in one.__annotations__.values())


def definitions(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Where a short name of a type is given to it: what it is there, and the comment above."""
    for home, module in sorted(sys.modules.items()):
        if not home.startswith(f"{ROOT}.") or vars(module).get(name) is not value:
            continue
        for one in tree(home).body:
            if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name:
                yield ast.unparse(one.value), above(source_of(home).splitlines(), one.lineno - 1)


def above(lines: list[str], at: int) -> str:
    """The comment right above a line, as a sentence."""
    words: list[str] = []
    while at > 0 and lines[at - 1].startswith("# "):
        at -= 1
        words.insert(0, lines[at][2:])
    return " ".join(words)


def alias_part(name: str, value: str, comment: str) -> str:
    """A short name."""
    written = value.replace("'", '"')
    return f"- `{name}` is `{written}`. {comment}".rstrip()


def comment_of(name: str, value: object) -> str:
    """What stands above a public name that is no class."""
    comment = next((comment for _, comment in definitions(name, value)), "")
    return f"{comment} " if comment else ""


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
