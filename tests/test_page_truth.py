"""What a page says of an analysis is true: on the decision it belongs to, in our words, with its sign."""

from __future__ import annotations

import kotra_notation as kn
from kotra_notation.report.page import page
from kotra_notation.report.view import Page, Remark, Stop
from kotra_notation.words.tongues import tongue

HEAD = "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"


def shown(text: str, language: str = "en") -> Page:
    """The page of a record that has this head."""
    return page(kn.replay(kn.read(HEAD + text).matches[0]), tongue=tongue(language))


def stops(text: str) -> list[Stop]:
    """The stops of its first game."""
    return [item for item in shown(text).games[0].items if isinstance(item, Stop)]


def test_what_a_program_keeps_for_itself_is_no_remark() -> None:
    items = shown('extra sgf:GS "[M:24 27 36]"\nW 31: 8/5 6/5\nextra mat:line "lost"\n').games[0].items
    assert [item.text for item in items if isinstance(item, Remark)] == ["lost"]
