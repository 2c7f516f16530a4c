"""The language server: what `record/editing` makes of a text, told to editors over LSP."""

from __future__ import annotations

from importlib.util import find_spec

from kotra_notation.cli.failing import fail, or_fail
from kotra_notation.cli.speaking import user_tongue

INSTALL = 'pip install "kotra-notation[editor]"'


def lsp() -> None:
    """Run the language server for editors: findings as you type.

    It offers boards, completion and fixes too, on standard input and output.

    Editors start it themselves, for files of the languages kotra, kotra-mat and kotra-sgf, and stop it when
    they close.

    Example: kotra lsp --language is
    """  # fmt: skip
    if find_spec("pygls") is None:
        fail("The language server needs the package {package}: {command}", package="pygls", command=INSTALL)
    from kotra_notation.lsp.server import serve

    with or_fail():
        serve(user_tongue())
