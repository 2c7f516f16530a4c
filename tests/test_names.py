"""A class name has one home, and a function is called by a word that can be found (style.md, 9)."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict

from tests.modules import modules

# The same role in each notation.
ROLES = {"Reader", "Writer"}
# Words that can be explained and not found: no function has one for its name.
FORBIDDEN = {"told", "said", "stated", "done", "made", "held", "named", "shown", "heaps", "hands"}
# What everybody calls so, and what all texts are asked by.
NAMED = {
    "findings/__init__.py": "told",
    "rules/named.py": "named",
    "words/phrases.py": "told",
    "board/wording.py": "told",
    "archive/tasks/__init__.py": "told",
}


def homes() -> dict[str, set[str]]:
    """The modules in which a class of each name is defined."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        for name in module.classes:
            found[name].add(module.name)
    return found


def test_class_names_have_one_home_and_modules_of_text_their_name() -> None:
    assert {name: paths for name, paths in homes().items() if len(paths) > 1 and name not in ROLES} == {}
    assert [one.name for one in modules() if one.name.endswith("_told.py")] == []


def test_no_function_has_a_name_that_nobody_looks_for() -> None:
    astray = [
        f"{module.name}:{line} {name}"
        for module in modules()
        for name, line in module.functions
        if name.strip("_") in FORBIDDEN - {NAMED.get(module.name)}
    ]
    assert astray == []


# How often a name of our old dialect is given to a variable, and how many docstrings begin with a word that
# is neither a verb nor a noun. These may only fall.
MOST_VARIABLES = {"one": 113, "found": 125, "said": 38, "place": 200}
MOST_DOCSTRINGS = 35
# Functions called by a bare participle, which tells that something was done and not what: `told`, `spelled`.
MOST_PARTICIPLES = 22
PARTICIPLES = {"made", "kept", "held", "meant", "written", "drawn", "shown", "known", "given", "taken"}
PARTICIPLES |= {"done", "begun", "sent", "left", "lost", "won", "met", "built", "thrown", "gone", "seen"}
PARTICIPLES |= {"broken", "chosen", "paid", "told", "said", "found", "spelt", "hidden", "spoken", "stood"}
PARTICIPLES |= {"come", "born"}
NO_PARTICIPLES = {"need", "heed", "feed", "speed", "seed", "deed"}
QUESTIONS = {"What", "How", "Where", "Whether", "Who", "Which", "When", "Why", "Whose"}


def test_variables_are_called_by_what_they_hold() -> None:
    given = Counter(
        node.id
        for module in modules()
        for node in ast.walk(ast.parse(module.text))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    assert {name: given[name] for name, most in MOST_VARIABLES.items() if given[name] > most} == {}


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    asking = [
        docstring
        for module in modules()
        for node in ast.walk(ast.parse(module.text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (docstring := ast.get_docstring(node))
        and docstring.split()[0] in QUESTIONS
    ]
    assert len(asking) <= MOST_DOCSTRINGS


def test_functions_are_verbs_and_no_bare_participles() -> None:
    names = [name.strip("_") for module in modules() for name, _ in module.functions]
    bare = [name for name in names if name.endswith("ed") and "_" not in name and name not in NO_PARTICIPLES]
    bare += [name for name in names if name in PARTICIPLES]
    assert len(bare) <= MOST_PARTICIPLES, sorted(bare)
