"""The catalogues of texts brought up to date with the program: `python -m tools.catalogues`.

Collects every text that is shown to people, puts new ones into the `.po` of each language without a
translation, takes out those that are shown no more, and compiles. There are two catalogues of a language:
`kotra.po`, and `pages.po` with what only the pages of findings say, in the order of the pages. What remains
to be translated is listed; until then it is shown in English, and nothing fails. A release asks that nothing
remains: `python -m tools.catalogues --complete` changes nothing, and ends with status 1 where something does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from hatch_build import compile_all
from kotra_notation import errors
from kotra_notation.archive.ask.questions import COLUMNS, NEEDS, QUESTIONS
from kotra_notation.archive.audit.wording import WORDS
from kotra_notation.archive.pages.subjects import WORDS as SECTIONS
from kotra_notation.board.wording import ENGLISH, SHARED, sentences
from kotra_notation.cli.app import app
from kotra_notation.cli.helping import EXAMPLE
from kotra_notation.cli.speaking import paragraphs
from kotra_notation.desk.pages import TEXTS
from kotra_notation.explained import texts as texts_of_pages
from kotra_notation.features.formats import known_by
from kotra_notation.features.selfplay.text import WORDS as FIGURES
from kotra_notation.formats import FORMATS
from kotra_notation.formats.holding import Thing
from kotra_notation.repair.edits import reasons
from kotra_notation.rules import OPTIONS, RULESETS
from kotra_notation.statistics.conventions import CONVENTIONS, points_custom
from kotra_notation.words.phrases import MODERN_NOUNS
from kotra_notation.words.terms import terms
from kotra_notation.words.tongues import CATALOGUES, DOMAIN, LANGUAGES, PAGES

ROOT = Path(__file__).parent.parent
DOMAINS = [DOMAIN, PAGES]
TRANSLATED = [language for language in LANGUAGES if language != "en"]

# Functions and marks whose first text, or first two, are looked up.
CALLS = {"N_", "say", "phrase", "fail", "complain", "PositionError", "Word"}
CALLS |= {"ArchiveError", "ClusterError"}
CALLS |= {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)}
PAIRS = {"count", "n_"}
TEMPLATE_CALLS = {"_": None, "gettext": None, "ngettext": (1, 2)}

HEAD = """\
# The texts of kotra-notation in {name}. Brought up to date by `python -m tools.catalogues`.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""
# Facts that are the number a form is chosen by.
COUNTS = {"number", "allowed", "n", "count"}
FACT = re.compile(r"\{(\w*)[^{}]*\}|%\((\w+)\)[sd]")
CODE = re.compile(r"`[^`]*`")

Text = str | tuple[str, ...]


def collected(domain: str) -> Catalog:
    """Every text of a catalogue that is shown to people, with the files it stands in, in their order."""
    catalog = Catalog()
    for number, (place, text) in enumerate(texts() if domain == DOMAIN else pages()):
        catalog.add(text, locations=[(place, number)])
    return catalog


def pages() -> Iterator[tuple[str, Text]]:
    """The texts of the pages of findings, each with the page where it stands first."""
    return ((f"kotra_notation/pages/{name}", text) for text, name in texts_of_pages().items())


def texts() -> Iterator[tuple[str, Text]]:
    """The texts one by one: those marked in modules and templates, and those of tables and commands."""
    for path in sorted((ROOT / "kotra_notation").rglob("*.py")):
        yield from (((path.relative_to(ROOT).as_posix()), text) for text in said(path))
    for path in sorted((ROOT / "templates").rglob("*.j2")):
        yield from ((path.relative_to(ROOT).as_posix(), text) for text in shown(path))
    yield from (("kotra_notation/cli", text) for text in helps())
    yield from (("kotra_notation/formats", format.title) for format in FORMATS.values())
    yield from (("kotra_notation/formats", known_by(format)) for format in FORMATS.values())
    yield from (("kotra_notation/formats/holding.py", thing.value) for thing in Thing)
    yield from (
        ("kotra_notation/board/wording.py", text) for text in (*sentences().values(), *ENGLISH.colours)
    )
    yield from (("kotra_notation/board/wording.py", text) for text in SHARED)
    yield from (("kotra_notation/words/terms.toml", term.meaning) for term in terms())
    yield from (
        ("kotra_notation/archive/ask/questions/questions.toml", text) for text in words_of_questions()
    )
    yield from (("kotra_notation/desk/texts.toml", text) for text in words_of_table(TEXTS))
    yield from (("kotra_notation/archive/audit/words.toml", text) for text in words_of_table(WORDS))
    yield from (("kotra_notation/archive/pages/subjects.toml", text) for text in words_of_table(SECTIONS))
    yield from (("kotra_notation/features/selfplay/words.toml", text) for text in words_of_table(FIGURES))
    yield from (("kotra_notation/repair/reasons.toml", text) for text in words_of_table(reasons()))
    for convention in (*CONVENTIONS, points_custom(1)):
        names = [line.name for line in (*convention.errors, *convention.luck, *convention.bands)]
        name = convention.name if convention.in_points else ""  # the others have names of programs
        texts_of = filter(None, (name, convention.source, convention.rate, *names))
        yield from (("kotra_notation/statistics/conventions.toml", text) for text in texts_of)
    for ruleset in RULESETS.values():
        yield "kotra_notation/rules/named.py", ruleset.title
        yield "kotra_notation/rules/named.py", ruleset.source
        yield from (("kotra_notation/rules", one.meaning) for one in OPTIONS[ruleset.name].values())


def words_of_table(table: Mapping[str, Mapping[str, Any]]) -> Iterator[Text]:
    """The texts of a table; what is counted has two forms."""
    for name, section in table.items():
        yield from map(tuple, section.values()) if name == "counted" else strings_in(section)


def strings_in(value: object) -> Iterator[str]:
    """The strings in a value of TOML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        named = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in named:
            yield from strings_in(part) if name != "kinds" else ()


def words_of_questions() -> Iterator[str]:
    """The texts about questions to an archive: what they ask, their columns, and what may be missing."""
    for question in QUESTIONS.values():
        yield from (question.title, question.explanation)
    for column in COLUMNS.values():
        yield from (column.head, column.meaning)
    yield from (sentence for _, sentence in NEEDS.values())


def said(path: Path) -> Iterator[Text]:
    """The texts that a module looks up: constants in calls of these names, within f-strings too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = tuple(_text(one) for one in node.args[:2])
            if name in PAIRS and len(given) == 2 and all(given):
                yield given
            elif name in CALLS and node.args:
                yield from _texts(node.args[0])


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: one, or either of two."""
    for one in (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,):
        if text := _text(one):
            yield text


def _text(node: ast.expr) -> str:
    """The text that an argument is, nothing where it is made at run time."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def shown(path: Path) -> Iterator[Text]:
    """The texts that a template looks up."""
    options = {"trimmed": "true", "newstyle_gettext": "true"}
    for _, text, _, _ in extract_from_file(
        "jinja2.ext:babel_extract", path, keywords=TEMPLATE_CALLS, options=options
    ):
        yield text


def every_command() -> Iterator[Any]:
    """Yield `kotra` and every command below it, loaded."""
    group: Any = get_command(app)
    context = Context(group)
    yield group
    for command in [group.get_command(context, name) for name in group.list_commands(context)]:
        yield command
        if isinstance(command, TyperGroup):
            yield from (command.get_command(context, name) for name in command.list_commands(context))


def helps() -> Iterator[str]:
    """What `--help-all` says of the commands and their options, paragraph by paragraph."""
    for command in every_command():
        command.in_full = True
        texts = list(paragraphs(command.help))
        command.in_full = False
        yield from (text for text in texts if not text.startswith(EXAMPLE))
        yield from (parameter.help for parameter in command.params if getattr(parameter, "help", None))


def path_of(language: str, domain: str) -> Path:
    """A `.po` of a language."""
    return Path(CATALOGUES) / language / "LC_MESSAGES" / f"{domain}.po"


def translated(language: str, domain: str) -> Catalog:
    """A catalogue of a language as it stands."""
    path = path_of(language, domain)
    return read_po(BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(locale=language)


def spelled(language: str, domain: str, catalog: Catalog) -> bytes:
    """The `.po` of a catalogue, without dates and numbers of lines."""
    content = BytesIO()
    write_po(
        content,
        catalog,
        width=0,
        omit_header=True,
        sort_output=domain == DOMAIN,
        sort_by_file=domain == PAGES,
        ignore_obsolete=True,
        include_lineno=False,
    )
    head = HEAD.format(name=LANGUAGES[language], code=language, plural=catalog.plural_forms)
    return head.encode() + content.getvalue()


def update(language: str, domain: str, wanted: Catalog) -> None:
    """Bring a catalogue of a language up to date."""
    catalog = translated(language, domain)
    catalog.update(wanted, no_fuzzy_matching=True)
    path = path_of(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(spelled(language, domain, catalog))


def messages(catalog: Catalog) -> list[Message]:
    """The messages of a catalogue without its head."""
    return [message for message in catalog if message.id]


def forms(text: Any) -> list[str]:
    """The forms of a text: one, or one for each number."""
    return [text] if isinstance(text, str) else list(text or ())


def missing(catalog: Catalog) -> list[str]:
    """The texts that have no translation, or one that is in doubt."""
    left = [one for one in messages(catalog) if one.fuzzy or not (one.string and all(forms(one.string)))]
    return [forms(message.id)[0] for message in left]


def untranslated(language: str, domain: str, wanted: Catalog) -> list[str]:
    """The texts that a language has in English: not in its catalogue, without a translation, or in doubt."""
    catalog = translated(language, domain)
    doubtful = set(missing(catalog))
    known = {tuple(forms(message.id)) for message in messages(catalog)}
    asked = (forms(message.id) for message in messages(wanted))
    return sorted(text[0] for text in asked if tuple(text) not in known or text[0] in doubtful)


def facts(text: str) -> set[str]:
    """The names of what is filled into a text, and the code in it, which stays as it is."""
    return {braced or named for braced, named in FACT.findall(text)} | set(CODE.findall(text))


def at_odds(message: Message) -> bool:
    """Whether a translation has other facts or code than its text; a form for one may leave out the number.

    It writes its own word for a noun of the game, which is one for both.
    """
    wanted = set().union(*(facts(form) for form in forms(message.id))) - MODERN_NOUNS.facts.keys()
    counts = {name for name in wanted if name in COUNTS or name.endswith("_word")}
    first, *others = (facts(form) for form in forms(message.string))
    leaving_out = bool(others) and wanted - counts <= first <= wanted
    return any(form != wanted for form in others) or not (first == wanted or leaving_out)


def main(words: Sequence[str] = ()) -> int:
    """Update and compile all catalogues, or with `--complete` only look; list what is not translated."""
    asked, left = "--complete" in words, 0
    for domain in DOMAINS:
        wanted = collected(domain)
        for language in TRANSLATED:
            if not asked:
                update(language, domain, wanted)
            lacking = untranslated(language, domain, wanted)
            left += len(lacking)
            total, place = len(messages(wanted)), path_of(language, domain).relative_to(ROOT)
            print(f"{language}: {total - len(lacking)} of {total} texts, {place}")
            print("".join(f"    {text}\n" for text in lacking), end="")
    if not asked:
        compile_all(ROOT)
    return 1 if asked and left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
