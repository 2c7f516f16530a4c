"""Building: catalogues are compiled from `.po` to `.mo`; a wheel has styles and scripts without blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rcssmin
import rjsmin
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "kotra_notation/words/locale/*/LC_MESSAGES/*.po"
CONSTANTS = re.compile(r"^( *)const [^;\n]*;\n(?:\1const [^;\n]*;\n)+", re.M)
REMARKS = re.compile(r"^ *//.*\n", re.M)


class Bare(Catalog):
    """A catalogue whose head says what reading it needs and nothing of when and by what it was made."""

    def __iter__(self) -> Iterator[Message]:
        head = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {self.plural_forms}\n"
        yield Message("", head)
        yield from list(super().__iter__())[1:]


def compiled(source: bytes) -> bytes:
    """The `.mo` of a `.po`; the same texts give the same bytes."""
    read = read_po(BytesIO(source))
    bare = Bare(locale=read.locale)
    for message in list(read)[1:]:
        bare[message.id] = message
    content = BytesIO()
    write_mo(content, bare)
    return content.getvalue()


def compile_all(root: Path) -> None:
    """Compile the catalogues of a checkout that are not in step."""
    for source in sorted(root.glob(CATALOGUES)):
        content, target = compiled(source.read_bytes()), source.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)


def shrunk_script(text: str) -> str:
    """A script without remarks and loose blanks, a run of constants as one, no semicolon at a block's end.

    Constants are variables, which is shorter. No loop may be without a body.
    """
    joined = CONSTANTS.sub(
        lambda run: run[0].replace(f";\n{run[1]}const ", f",\n{run[1]}"), REMARKS.sub("", text)
    )
    # Of a block that begins with a word of Jinja the two braces stay apart.
    return re.sub(r"\bconst\b", "let", str(rjsmin.jsmin(joined))).replace(";}", "}").replace("{{%", "{ {%")


def write_shrunk(templates: Path, folder: Path) -> None:
    """Put the templates into a folder, styles and scripts without remarks and loose blanks."""
    shrink = {".css": rcssmin.cssmin, ".js": shrunk_script}
    for path in templates.iterdir():
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(shrink.get(path.suffix, str)(text), encoding="utf-8", newline="\n")


class KotraHook(BuildHookInterface[Any]):
    """Compiles the catalogues for every wheel, an editable one too; shrinks the templates of a real one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and shrink."""
        compile_all(Path(self.root))
        if version != "editable":
            self._shrunk = TemporaryDirectory()
            write_shrunk(Path(self.root) / "templates", Path(self._shrunk.name))
            build_data["force_include"][self._shrunk.name] = "kotra_notation/templates"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was made for the wheel."""
        if version != "editable":
            self._shrunk.cleanup()
