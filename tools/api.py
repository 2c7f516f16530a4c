"""Write the reference in `docs/api.md` from signatures and docstrings: `python -m tools.api`.

The text above the line MADE is written by hand. Below it come the functions of `kotra_notation` and
`kotra_notation.archive`, their types, and short entries for the types these contain.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import fill

import kotra_notation as kn

DOCUMENT = Path(__file__).parent.parent / "docs" / "api.md"
MADE = "<!-- From here on: python -m tools.api -->"
ROOT = "kotra_notation"
EVENTS = f"{ROOT}.model"
WIDTH, TEXT_WIDTH = 100, 118

# Types inside these are not listed.
CLOSED = {
    *("Alignment", "Diagrams", "GameRepair", "Layout", "Refolding", "Ruleset", "Shown"),
    *("Sketch", "SketchedFiles", "Source", "Survival", "Tongue"),
}
# Types that no caller constructs or reads: not listed.
INTERNAL = {
    *("ComparedRecord", "Course", "Entry", "KeptHeader", "Memory", "Naming", "Node", "Noise", "Opened"),
    *("PageLink", "PagePlace", "Passage", "PlayedMatch", "Plural", "Proof", "ProvedGame", "Rowed"),
    *("Setting", "SiteMatch", "Stakes", "Sum"),
}
# The results of `kn.archive` that callers read, by module below `kotra_notation.archive`.
ARCHIVE_TYPES = {
    "build.build": ("Built",),
    "manifest": ("Damage",),
    "audit.figures": ("Audit",),
    "tasks.pages": ("ThrowsFound",),
    "people": ("People",),
    "sameness": ("Sameness",),
    "export.originals": ("Rewritten",),
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
        equals = " = " if self.type else "="
        default = f"{equals}{self.default}" if self.default else ""
        return f"{self.name}{type_}{default}".replace("'", '"')


def document() -> str:
    """Return the whole document: the part written by hand, and the reference."""
    by_hand = DOCUMENT.read_text(encoding="utf-8").partition(MADE)[0]
    return f"{by_hand}{MADE}\n\n{reference()}\n"


def reference() -> str:
    """Return the reference: functions, public types, the types inside them, and type aliases."""
    public = {name: getattr(kn, name) for name in kn.__all__}
    functions = {name: value for name, value in public.items() if inspect.isfunction(value)}
    types = {name: value for name, value in public.items() if name not in functions}
    inner = sorted(
        (cls for cls in reached() if public.get(cls.__name__) is not cls and cls.__name__ not in INTERNAL),
        key=lambda cls: (cls.__name__, cls.__module__),
    )
    events = [cls for cls in inner if cls.__module__ == EVENTS]
    others = sorted({*archive_types(), *inner} - {*events}, key=lambda cls: cls.__name__)
    anchors: Counter[str] = Counter()
    function_parts = [(name, function_part(name, value)) for name, value in functions.items()]
    return "\n".join(
        [
            section("Functions", function_parts, anchors),
            section("Archive functions", [*archive_functions()], anchors),
            section("Types", [(name, type_part(name, value)) for name, value in types.items()], anchors),
            "## Events and their parts\n",
            f"Import these from `{EVENTS}`. An event also has `span: Span | None`.\n",
            *map(entry, events),
            "\n## Other types\n\nThese are fields and results. Their modules are below `kotra_notation`.\n",
            *map(entry, others),
            "\n## Type aliases\n",
            *(alias_part(*alias) for alias in aliases()),
        ]
    )


def section(title: str, parts: list[tuple[str, str]], anchors: Counter[str]) -> str:
    """Return a section with links to its parts; an anchor that is used again gets a number."""
    links = []
    for name, _ in parts:
        anchor = name.lower().replace(".", "")
        again = f"-{anchors[anchor]}" if anchors[anchor] else ""
        links.append(f"[{name}](#{anchor}{again})")
        anchors[anchor] += 1
    return "\n".join([f"## {title}\n", f"{filled(' · '.join(links))}\n", *(part for _, part in parts)])


def archive_functions() -> Iterator[tuple[str, str]]:
    """Yield the functions of `kn.archive`."""
    for name in kn.archive.__all__:
        if inspect.isfunction(value := getattr(kn.archive, name)):
            yield f"archive.{name}", function_part(f"archive.{name}", value)


def archive_types() -> list[type]:
    """Return the types that functions of `kn.archive` take and return."""
    own = [value for name in kn.archive.__all__ if isinstance(value := getattr(kn.archive, name), type)]
    for module, names in ARCHIVE_TYPES.items():
        own += [getattr(import_module(f"{ROOT}.archive.{module}"), name) for name in names]
    return own


def function_part(name: str, function: Callable[..., object]) -> str:
    """Return a function: its signature and its docstring."""
    return f"### {name}\n{fenced(signature(name, function))}{explained(function)}\n"


def type_part(name: str, value: object) -> str:
    """Return a type: its fields, its docstring, its properties and methods."""
    if not isinstance(value, type):
        kinds = ", ".join(f"`{one.__name__}`" for one in typing.get_args(value))
        return f"### {name}\n{filled(f'{comment_of(name, value)}One of: {kinds}.')}\n"
    shape = fenced(call(name, [str(member) for member in members_of(value)])) if members_of(value) else ""
    lines = [filled(f"- `{own}`: {said}", "  ") for own, said in methods(value)]
    return "\n".join([f"### {name}\n{shape}{explained(value)}", *lines, ""])


def entry(cls: type) -> str:
    """Return a type in a list: docstring, fields without defaults, properties and methods."""
    fields = [
        str(replace(member, default="")) for member in members_of(cls) if member.name not in ("*", "span")
    ]
    fields += [own for own, _ in methods(cls) if not own.startswith("as_json(")]
    home = "" if cls.__module__ == EVENTS else f" (`{cls.__module__.removeprefix(f'{ROOT}.')}`)"
    listed = ", ".join(f"`{field}`" for field in fields)
    return filled(
        f"- **{cls.__name__}**{home}: {explained(cls)}{f' Fields: {listed}.' if fields else ''}", "  "
    )


def methods(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the public properties and methods of a class, each with its docstring."""
    for name, value in vars(cls).items():
        function = behind(value)
        if name.startswith("_") or function is None:
            continue
        text = " ".join((inspect.getdoc(function) or "").split())
        if function is not value:
            yield f"{name}: {inspect.signature(function).return_annotation}", text
        else:
            yield one_line(name, function, own=True), text


def behind(value: object) -> Callable[..., object] | None:
    """The function of a method, a property or a cached property; None for anything else."""
    found = value.fget if isinstance(value, property) else getattr(value, "func", value)
    return found if inspect.isfunction(found) else None


def signature(name: str, function: Callable[..., object]) -> str:
    """Return the signature of a function, on as few lines as fit."""
    return call(name, parameters(function), f" -> {typed(inspect.signature(function).return_annotation)}")


def one_line(name: str, function: Callable[..., object], *, own: bool = False) -> str:
    """Return a signature on one line, a method's without `self`."""
    back = typed(inspect.signature(function).return_annotation)
    return f"{name}({', '.join(parameters(function, own=own))}) -> {back}"


def parameters(function: Callable[..., object], *, own: bool = False) -> list[str]:
    """Return the parameters of a function as text, a method's without `self`."""
    parts, star = [], False
    for at, one in enumerate(inspect.signature(function).parameters.values()):
        if own and at == 0:
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        stars = "**" if one.kind is one.VAR_KEYWORD else "*" if one.kind is one.VAR_POSITIONAL else ""
        parts.append(stars + str(Member(one.name, typed(one.annotation), default_of(function, one))))
    return parts


def call(name: str, parts: list[str], end: str = "") -> str:
    """Return `name(part, …)` and the end, broken between parts where a line would be too long."""
    if not parts:
        return f"{name}(){end}"
    lines = [f"{name}("]
    for part in [*(f"{part}," for part in parts[:-1]), *(f"{part}){end}" for part in parts[-1:])]:
        space = "" if lines[-1].endswith("(") else " "
        if len(f"{lines[-1]}{space}{part}") > WIDTH:
            lines.append(f"    {part}")
        else:
            lines[-1] += f"{space}{part}"
    return "\n".join(lines)


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
    found: list[Member] = []
    for one in defined.body:
        name = ast.unparse(one.target) if isinstance(one, ast.AnnAssign) else "_"
        if isinstance(one, ast.AnnAssign) and not name.startswith("_"):
            default = field_default(cls, name, one.value) if one.value else ""
            if keyword_only(cls, name) and not any(member.name == "*" for member in found):
                found.append(Member("*", ""))
            found.append(Member(name, ast.unparse(one.annotation), default))
    return found


def keyword_only(cls: type, name: str) -> bool:
    """Return whether a field of a dataclass can only be given by name."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    return field is not None and field.kw_only is True


def field_default(cls: type, name: str, source: ast.expr) -> str:
    """The default of a field; of one that is made anew for each value, how."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    if field is None:
        return ast.unparse(source)
    if callable(field.default_factory):
        return f"{field.default_factory.__name__}()"
    if isinstance(source, ast.Call) and ast.unparse(source.func) == "field":
        return repr(field.default) if isinstance(field.default, SIMPLE) else ""
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
    """Return the docstring as one paragraph."""
    return filled(inspect.getdoc(value) or "")


def filled(text: str, indent: str = "") -> str:
    """Return the text in lines, those after the first indented."""
    whole = re.sub(r"`[^`]{1,60}`", lambda code: code[0].replace(" ", "\0"), " ".join(text.split()))
    lines = fill(whole, TEXT_WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return lines.replace("\0", " ")


def fenced(code: str) -> str:
    """Return a block of Python."""
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
            yield from typing.get_type_hints(one, localns=imported_for_types(one.__module__)).values()


def imported_for_types(module: str) -> dict[str, object]:
    """Return the names that a module imports under `if TYPE_CHECKING:`."""
    found: dict[str, object] = {}
    for block in tree(module).body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for one in block.body:
                if isinstance(one, ast.ImportFrom) and one.module:
                    home = vars(import_module(one.module))
                    found |= {
                        alias.asname or alias.name: home[alias.name]
                        for alias in one.names
                        if alias.name in home
                    }
    return found


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
    return filled(f"- `{name}` = `{written}`: {comment}".rstrip(": "), "  ")


def comment_of(name: str, value: object) -> str:
    """What stands above a public name that is no class."""
    comment = next((comment for _, comment in definitions(name, value)), "")
    return f"{comment} " if comment else ""


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
