"""The pages of players and events of an archive, one at a time, and the lists of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from kotra_notation.archive.tasks.archives import ArchiveRefusedError, asking_tables
from kotra_notation.report.site_map import folded
from kotra_notation.report.table_page import TablePage
from kotra_notation.words import phrase
from kotra_notation.words.tongues import tongue

PLAYER, EVENT = SUBJECTS = ("player", "event")


class LinksByName(Mapping[str, str]):
    """The address of each name's page: what stands before the name."""

    def __init__(self, before: str) -> None:
        self._before = before

    def __getitem__(self, name: str) -> str:
        if not name:
            raise KeyError(name)
        return self._before + quote(name, safe="")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def subject_page(folder: str, subject: str, name: str, language: str, links: str) -> TablePage:
    """The page of a player or an event, by `subject`; `links` is what the addresses of players begin with."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.pages import pages
        from kotra_notation.archive.views import resolve

        resolve(base)
        about = pages.PLAYER if subject == PLAYER else pages.EVENT
        made = pages.one_page(base, about, name, tongue(language), LinksByName(links))
        if made is None:
            raise ArchiveRefusedError(phrase("No match in the archive bears this name."))
        return made


def subject_list(folder: str, subject: str, words: str, language: str, links: str, most: int) -> TablePage:
    """The players or the events whose names have every word; those of most matches, where there are many."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.pages import pages
        from kotra_notation.archive.views import resolve

        resolve(base)
        about = pages.PLAYER if subject == PLAYER else pages.EVENT
        wanted = [folded(word) for word in words.split()]
        return pages.list_page(
            base, about, tongue(language), LinksByName(links), lambda name: _has(name, wanted), most
        )


def _has(name: str, words: list[str]) -> bool:
    here = folded(name)
    return all(word in here for word in words)
