"""Change sentences of the program everywhere at once: `python -m tools.rewording TABLE`.

The table has two columns, parted by a tab: the English text as it is, and as it shall be. It is changed in
Python sources (help in docstrings too), templates, the glossary, the four catalogues, which keep their
translations, and the strings of tests, where what stands in braces may be filled in. Then run `python -m
tools.catalogues`, and `pytest --update-golden` for the outputs in documents; what quotes half a sentence is
found by the tests.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import textwrap
import tokenize
from pathlib import Path

from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
WIDTH = 108
PLACEHOLDER = re.compile(r"\{(\w+)\}|%\((\w+)\)s")
TRANS = re.compile(
    r"(\{%-?\s*(?:trans|pluralize)[^%]*%\}\s*)(.*?)(?=\s*\{%-?\s*(?:endtrans|pluralize))", re.S
)
# A shorter text may also be a name in the code, or part of another sentence.
SHORTEST = 9

Texts = dict[str, str]


def python(source: str, texts: Texts) -> str:
    """Return a module with its strings and the paragraphs of its docstrings reworded."""
    tree = ast.parse(source)
    lines = source.split("\n")
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line) + 1)

    def offset(line: int, column: int) -> int:
        return begins[line - 1] + len(lines[line - 1].encode()[:column].decode())

    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented)
                  and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    edits = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        begin = offset(node.lineno, node.col_offset)
        end = offset(node.end_lineno or 0, node.end_col_offset or 0)
        written = source[begin:end]
        if id(node) in docstrings:
            edits.append((begin, end, docstring(written, texts, node.col_offset)))
        elif written[:1] in "'\"" and node.value in texts:
            column = begin - begins[node.lineno - 1]
            behind = begins[node.end_lineno or 0] - 1 - end
            edits.append((begin, end, literal(texts[node.value], column, behind)))
    for begin, end, text in sorted(edits, reverse=True):
        source = source[:begin] + text + source[end:]
    return source


def docstring(written: str, texts: Texts, column: int) -> str:
    """Return a docstring with its paragraphs reworded."""
    paragraphs = re.split(r"(\n[ \t]*\n)", written.removeprefix('"""').removesuffix('"""'))
    for number, paragraph in enumerate(paragraphs):
        text = " ".join(paragraph.split())
        lead = "".join(re.findall(r"^(?:Return w|W)hether ", text))
        new = texts.get(text) or texts.get(text.removeprefix(lead).removesuffix("."), "")
        if new:
            indent = " " * column
            filled = textwrap.fill(
                f"{lead}{new.removesuffix('.')}." if lead else new,
                WIDTH,
                initial_indent=indent if number else "",
                subsequent_indent=indent,
                break_on_hyphens=False,
            )
            behind = re.search(r"\s*$", paragraph)
            paragraphs[number] = filled + (behind[0] if behind and number == len(paragraphs) - 1 else "")
    return '"""' + "".join(paragraphs) + '"""' if written.startswith('"""') else written


def literal(text: str, column: int, behind: int) -> str:
    """Return a string for the source, in several pieces where one line is too short for it."""
    whole = quoted(text)
    if column + len(whole) + behind <= WIDTH + 2:
        return whole
    pieces = [""]
    for word in re.findall(r"\S+\s*|\s+", text):
        if pieces[-1] and len(pieces[-1]) + len(word) > max(40, WIDTH - 4 - column):
            pieces.append("")
        pieces[-1] += word
    return ("\n" + " " * column).join(map(quoted, pieces))


def quoted(text: str) -> str:
    """Return a text in double quotes, or in single ones where it holds double ones."""
    double = json.dumps(text, ensure_ascii=False)
    return "'" + double[1:-1].replace('\\"', '"') + "'" if '"' in text and "'" not in text else double


def template(source: str, texts: Texts) -> str:
    """Return a template with its texts reworded."""
    braced = {
        PLACEHOLDER.sub(r"{{ \1\2 }}", old): PLACEHOLDER.sub(r"{{ \1\2 }}", new) for old, new in texts.items()
    }
    source = TRANS.sub(lambda found: found[1] + braced.get(" ".join(found[2].split()), found[2]), source)
    string = r"(?<=[(,] |.\()(['\"])((?:(?!\1).)+)\1"
    return re.sub(string, lambda found: found[1] + texts.get(found[2], found[2]) + found[1], source)


def catalogue(path: Path, texts: Texts) -> None:
    """Give the translations of a catalogue to the new texts; of two that become one the first stays."""
    with path.open("rb") as file:
        found = read_po(file)
    for message in list(found):
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        new = tuple(texts.get(text, text) for text in ids)
        if new != tuple(ids) and message.id:
            found.delete(message.id)
            if new[0] not in found:
                found.add(
                    new if len(new) > 1 else new[0],
                    message.string,
                    locations=message.locations,
                    flags=message.flags,
                )
    with path.open("wb") as file:
        write_po(file, found, width=0, omit_header=False)


def instances(texts: Texts) -> list[tuple[str, re.Pattern[str], str]]:
    """Return a piece to look for, a pattern that finds a text with its facts filled in, and the new text."""
    patterns = []
    for old, new in sorted(texts.items(), key=lambda row: -len(row[0])):
        pieces = PLACEHOLDER.split(old)
        plain = [piece for piece in PLACEHOLDER.sub("\n", old).split("\n") if piece]
        if sum(map(len, plain)) < SHORTEST:
            continue
        pattern, names = re.escape(pieces[0]), set[str]()
        for first, second, rest in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            name = first or second
            pattern += f"(?P={name})" if name in names else f'(?P<{name}>[^\\n"|]{{1,80}}?)'
            names.add(name)
            pattern += re.escape(rest)
        pattern = (
            (r"(?<![\w-])" if old[0].isalnum() else "")
            + pattern
            + (r"(?![\w-])" if old[-1].isalnum() else "")
        )
        replaced = PLACEHOLDER.sub(lambda found: rf"\g<{found[1] or found[2]}>", new.replace("\\", r"\\"))
        patterns.append((max(plain, key=len).strip(), re.compile(pattern), replaced))
    return patterns


def strings(source: str, patterns: list[tuple[str, re.Pattern[str], str]]) -> str:
    """Return a test module with what its strings quote reworded."""
    begins = [0]
    for line in source.split("\n"):
        begins.append(begins[-1] + len(line) + 1)
    parts, last = [], 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING:
            begin, end = (begins[line - 1] + column for line, column in (token.start, token.end))
            text = source[begin:end]
            for piece, pattern, new in patterns:
                if piece in text:
                    text = pattern.sub(new, text)
            parts += [source[last:begin], text]
            last = end
    return "".join([*parts, source[last:]])


def main(table: str) -> None:
    """Reword everything that the table names."""
    rows = (line.split("\t") for line in Path(table).read_text(encoding="utf-8").splitlines() if line)
    texts = {old: new for old, new in rows if old != new}
    patterns = instances(texts)
    glossary = ROOT / "kotra_notation" / "words" / "terms.toml"
    for path in (*sorted(ROOT.rglob("*.py")), *sorted((ROOT / "templates").rglob("*.j2")), glossary):
        old = path.read_text(encoding="utf-8")
        if path.suffix == ".j2":
            new = template(old, texts)
        elif path == glossary:
            new = re.sub(
                r'"(.+?)"(?=\s*$)', lambda found: quoted(texts.get(found[1], found[1])), old, flags=re.M
            )
        elif ROOT / "tests" in path.parents:
            new = strings(old, patterns)
        else:
            new = python(old, texts)
        if new != old:
            path.write_text(new, encoding="utf-8")
    for path in sorted((ROOT / "kotra_notation" / "words" / "locale").rglob("*.po")):
        catalogue(path, texts)


if __name__ == "__main__":
    main(sys.argv[1])
