"""The words of the old game that a page explains: each where it is used first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.report.deeds import PHASES, kind_word
from kotra_notation.report.overview import NumberTable
from kotra_notation.report.view import Event, GameView, PageWord
from kotra_notation.rules.old_icelandic import TITLES
from kotra_notation.words.terms import Term, term
from kotra_notation.words.tongues import Tongue


def page_words(
    games: Sequence[GameView], tables: Sequence[NumberTable], tongue: Tongue
) -> tuple[PageWord, ...]:
    """The words that the page uses and the glossary knows, in the order of the page."""
    known = dict(_known(tongue))
    found: dict[Term, list[str]] = {}
    for text in _used(games, tables):
        if meant := known.get(text.casefold()):
            found.setdefault(meant, []).append(text)
    return tuple(
        [
            PageWord(
                key=f"word-{number}", words=tuple(dict.fromkeys(texts)), meaning=tongue.say(meant.meaning)
            )
            for number, (meant, texts) in enumerate(found.items(), 1)
        ]
    )


def _known(tongue: Tongue) -> Iterator[tuple[str, Term]]:
    """The words of the page for what the glossary explains."""
    for kind, title in TITLES.items():
        if meant := term(title):
            yield kind_word(kind, tongue).casefold(), meant
    if meant := term("after-throws"):
        yield tongue.say(PHASES["after"]).casefold(), meant


def _used(games: Sequence[GameView], tables: Sequence[NumberTable]) -> Iterator[str]:
    """Yield what may be such a word, in the order of the page."""
    yield from (game.how for game in games)
    yield from (item.word for game in games for item in game.items if isinstance(item, Event))
    yield from (label for table in tables for label, _, _ in table.rows)


class FirstUses:
    """Says of each word once what it means."""

    def __init__(self, words: Sequence[PageWord]) -> None:
        self.words = list(words)

    def __call__(self, text: str) -> PageWord | None:
        """The word that is used here, the first time."""
        page_word = next((word for word in self.words if text in word.words), None)
        if page_word:
            self.words.remove(page_word)
        return page_word
