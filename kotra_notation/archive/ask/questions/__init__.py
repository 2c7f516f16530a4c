"""Named questions of an archive: each a statement in a file of its name, with words in `questions.toml`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from kotra_notation.installation import read_table
from kotra_notation.values import dataclass

FOLDER = Path(__file__).parent


class CellForm(StrEnum):
    """The ways in which values are shown to people."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    SHARE = "share"
    CHANCE = "chance"
    EQUITY = "equity"


@dataclass(frozen=True, slots=True)
class Column:
    """A column that answers have: what stands above it, what it means, how its values are shown."""

    head: str
    meaning: str
    form: CellForm


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be asked of every archive; `column_names` are those of its answer."""

    name: str
    title: str
    explanation: str
    column_names: str
    records: bool = False
    needs: str = ""

    @property
    def sql(self) -> str:
        """Return the statement that answers it."""
        return (FOLDER / f"{self.name}.sql").read_text(encoding="utf-8")

    @property
    def columns(self) -> dict[str, Column]:
        """Return the columns of the answer by name."""
        return {name: COLUMNS[name] for name in self.column_names.split()}


_TABLE = read_table(__file__, "questions.toml")
# Rows that a question cannot do without, and what is said if there are none.
NEEDS: dict[str, tuple[str, str]] = {need: (rows, why) for need, (rows, why) in _TABLE["needs"].items()}
COLUMNS = {
    name: Column(head, meaning, CellForm(form)) for name, (head, meaning, form) in _TABLE["columns"].items()
}
QUESTIONS = {name: Question(name, **row) for name, row in _TABLE["questions"].items()}
