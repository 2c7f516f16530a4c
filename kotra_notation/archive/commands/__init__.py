"""`kotra archive`: the commands of archives, which are loaded when one of them is called."""

from __future__ import annotations

from typing import Any

from kotra_notation.cli.helping import SpokenGroup

POINTERS = {
    "check": "kotra archive audit",
    "head-to-head": "kotra archive page DIR --player NAME",
    "info": "kotra archive audit",
    "list": "kotra archive tables",
    "merge": "kotra archive build RECORDS... -o DIR",
    "player": "kotra archive page DIR --player NAME",
    "questions": "kotra archive ask",
    "schema": "kotra archive tables",
    "search": "kotra archive find",
    "sql": "kotra archive query",
    "stats": "kotra archive audit",
    "update": "kotra archive build",
}


class ArchiveCommands(SpokenGroup):
    """The commands below `kotra archive`; no other command waits for them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.pointers = POINTERS

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        if not self.commands:
            from kotra_notation.archive.commands.commands import commands

            self.commands.update(commands())


archive = ArchiveCommands(
    name="archive", help="Store many matches as tables: query, audit, fix, publish.", rich_markup_mode=None
)
