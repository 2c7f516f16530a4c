"""Imports point one way, by the table of `docs/architecture.md`; what that document names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.modules import PACKAGE, Import, Module, module_of, modules

ROOT = "kotra_notation"
DOCUMENTS = [PACKAGE.parent / "docs" / "architecture.md", PACKAGE.parent / "CONTRIBUTING.md"]

FREE = {"alarm", "board", "dates", "late", "installation", "values", "words"}
CORE = FREE | {"model", "fast", "findings", "implied", "rules", "replay"}
MAY_IMPORT: dict[str, set[str]] = {
    "alarm": set(),
    "errors": {"words"},
    "folder_search": set(),
    "board": {"errors", "late", "values"},
    "dates": {"late"},
    "late": set(),
    "processes": set(),
    "installation": set(),
    "signs": set(),
    "values": set(),
    "words": {"late", "values"},
    "model": {"board", "values"},
    "findings": {"model", "values", "words"},
    "rules": {"board", "errors", "findings", "late", "model", "values", "words"},
    "fast": {"board", "model", "rules", "signs"},
    "replay": {"alarm", "board", "errors", "fast", "findings", "implied", "late", "model", "rules", "values"},
    "implied": {"model"},
    "formats": FREE | {"errors", "findings", "implied", "model", "signs"},
    "explained": {"findings", "installation", "values", "words"},
    "compare": CORE,
    "equity": {"board", "errors", "installation", "rules", "values", "words"},
    "statistics": CORE | {"equity"},
    "engine": CORE | {"equity", "errors", "statistics"},
    "repair": CORE,
    "shorthand": CORE,
    "report": CORE | {"compare", "equity", "errors", "explained", "repair", "statistics"},
    "archive": CORE
    | {"alarm", "compare", "engine", "errors", "explained", "folder_search", "formats", "ignores"}
    | {"processes", "reading", "repair", "report", "signs", "statistics"},
    "reading": CORE | {"errors", "formats", "late", "shorthand"},
    "api": CORE | {"errors", "formats", "late", "reading", "report"},
    "legal": CORE | {"errors"},
    "ignores": {"findings", "formats", "late", "model", "replay", "values"},
}
# What features share, the command line itself, the features, and programs on top of them.
ROOMS_ABOVE = ("jobs", "cli", "features", "record", "desk", "lsp")
for room in ROOMS_ABOVE:
    MAY_IMPORT[room] = set(MAY_IMPORT) - {"archive"}
MAY_IMPORT["archive"] |= {"jobs", "cli", "features", "legal"}
MAY_IMPORT["desk"] |= {"archive"}
MAY_IMPORT["__init__"] = set(MAY_IMPORT)
MAY_IMPORT["__main__"] = {"cli"}
# The application reads settings for each file that `check` meets, and checks what is plain without typer.
APPLICATION = {"__init__.py", "settings.py", "settings_folders.py"}
# What a command does not need is not loaded: there an import may stand in a function.
LOADED_LATE = {"jobs", "cli", "features", "archive", "desk", "lsp", "__init__", "__main__"}


def test_the_table_is_in_the_document() -> None:
    text = DOCUMENTS[0].read_text(encoding="utf-8")
    shown = text.split("## What is where", 1)[1]
    names = {name for name in MAY_IMPORT if not name.startswith("_")}
    assert [name for name in sorted(names) if not re.search(rf"[`/]{name}(?:/|\.py)`", shown)] == []


def area(path: Path) -> str:
    """The part of the package a module belongs to: its first folder, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(module: Module) -> list[tuple[Import, str]]:
    """The areas of the package that are imported anywhere in a module, with their statements."""
    found: list[tuple[Import, str]] = []
    for one in module.imports:
        node = one.node
        if isinstance(node, ast.Import):
            found += [
                (one, alias.name.split(".")[1]) for alias in node.names if alias.name.startswith(f"{ROOT}.")
            ]
        elif node.module and node.module.split(".")[0] == ROOT:
            parts = node.module.split(".")[1:]
            names = [parts[0]] if parts else [alias.name for alias in node.names]
            found += [(one, name) for name in names]
    return found


def place(module: Module, found: Import) -> str:
    return f"{module.name}:{found.node.lineno}"


def test_modules_import_only_what_they_may() -> None:
    astray = [
        f"{place(module, found)} imports {name}"
        for module in modules()
        for found, name in imports(module)
        if name not in MAY_IMPORT[area(module.path)] | {area(module.path)}
        and not (area(module.path) == "cli" and module.path.name in APPLICATION)
    ]
    assert astray == []


def test_no_import_hides_in_a_function() -> None:
    hidden = [
        place(module, found)
        for module in modules()
        if area(module.path) not in LOADED_LATE
        for found, _ in imports(module)
        if found.in_function
    ]
    assert hidden == []


def imported(module: Module, known: Mapping[str, Path]) -> set[Path]:
    """The modules that a module imports, wherever in it, for types alone too."""
    names: set[str] = set()
    for node, _ in module.imports:
        if isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= below if below <= known.keys() else {node.module, *below}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {known[name] for name in names if name in known} - {module.path}


def dotted(path: Path) -> str:
    return ".".join((ROOT, *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def circles(reached: Mapping[Path, set[Path]]) -> list[tuple[str, ...]]:
    """The modules that import each other, over however many others, those of one circle together."""
    far = {path: set(others) for path, others in reached.items()}
    for between in far:
        for others in far.values():
            if between in others:
                others |= far[between]
    rings = [sorted(dotted(one) for one in others if path in far[one]) for path, others in far.items()]
    return sorted({tuple(ring) for ring in rings if ring})


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = {dotted(module.path): module.path for module in modules()}
    reached = {module.path: imported(module, known) for module in modules()}
    assert circles(reached) == []


def test_a_circle_and_an_import_that_may_not_be_are_seen() -> None:
    one, other, third = (PACKAGE / f"{name}.py" for name in ("one", "other", "third"))
    both = ("kotra_notation.one", "kotra_notation.other")
    assert circles({one: {other}, other: {one}, third: {one}}) == [both]
    assert circles({one: {other}, other: set(), third: {one}}) == []
    # The proof is one of each form, and one in a function.
    text = "import kotra_notation.cli\nfrom kotra_notation import api\nfrom kotra_notation.words import x\n"
    assert [name for _, name in imports(module_of(PACKAGE, text))] == ["cli", "api", "words"]
    hidden = "class C:\n    def f(self):\n        if self:\n            import kotra_notation.model\n"
    assert [found.in_function for found, _ in imports(module_of(PACKAGE, hidden))] == [True]


def test_every_part_of_the_package_is_in_the_table() -> None:
    assert {area(module.path) for module in modules()} <= MAY_IMPORT.keys()


# What people call an option; a custom property of CSS is none.
OPTION = re.compile(r"(?<![\w-])--(?!kotra-)[a-z]")


def test_only_commands_speak_of_their_options() -> None:
    speaking = []
    for module in modules():
        command = (
            any(name in ("cli", "typer") for _, name in imports(module)) or "import typer" in module.text
        )
        if command or area(module.path) == "cli" or module.path.name == "text.py":
            continue
        tree = ast.parse(module.text)
        documented = [
            node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        ]
        documents = {ast.get_docstring(node, clean=False) for node in documented}
        speaking += [
            f"{module.name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if node.value not in documents and OPTION.search(node.value)
        ]
    assert speaking == []


def test_no_module_asks_a_rule_set_for_its_name() -> None:
    asking = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        if area(module.path) not in {"rules", "cli", "features", "archive"}
        and re.search(r"ruleset\s*\.\s*name\b", module.text)
        for node in ast.walk(ast.parse(module.text))
        if isinstance(node, ast.Attribute)
        and node.attr == "name"
        and isinstance(node.value, ast.Name)
        and node.value.id == "ruleset"
    ]
    assert asking == []


def test_every_command_reads_a_file_with_what_is_written_short_in_it_written_out() -> None:
    reading = [
        module.name for module in modules() if "read_source(" in module.text and "import typer" in module.text
    ]
    assert len(reading) == 1
    assert "formats" in reading[0]  # which only says what notation a file is in


def names_of(tree: ast.Module) -> set[str]:
    """The functions and classes of a module, and what classes hold, by their names with dots."""
    found = {
        ast.unparse(target) for one in tree.body if isinstance(one, ast.Assign) for target in one.targets
    }
    found |= {
        one.target.id
        for one in tree.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
    for one in tree.body:
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            found.add(one.name)
        if isinstance(one, ast.ClassDef):
            found |= {f"{one.name}.{part.name}" for part in one.body if isinstance(part, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    """`file.py:name`, below the package or the root, is a function, a class, a method or a table."""
    named = re.findall(r"`([\w./]+\.py):([\w.]+)`", document.read_text(encoding="utf-8"))
    assert named
    missing = [
        f"{file}:{name}"
        for file, name in named
        for path in [PACKAGE / file if (PACKAGE / file).exists() else PACKAGE.parent / file]
        if not path.exists() or name not in names_of(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert missing == []
