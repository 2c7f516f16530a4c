from kotra_notation.archive.api import ArchiveAnswer as ArchiveAnswer
from kotra_notation.archive.api import ask as ask
from kotra_notation.archive.api import audit as audit
from kotra_notation.archive.api import build as build
from kotra_notation.archive.api import decide as decide
from kotra_notation.archive.api import export as export
from kotra_notation.archive.api import find as find
from kotra_notation.archive.api import page as page
from kotra_notation.archive.api import people as people
from kotra_notation.archive.api import query as query
from kotra_notation.archive.api import same as same
from kotra_notation.archive.api import tables as tables
from kotra_notation.archive.api import verify as verify
from kotra_notation.archive.decisions import NameDecision as NameDecision
from kotra_notation.archive.tasks import ArchiveRefusedError as ArchiveRefusedError
from kotra_notation.archive.tasks.answers import QUESTIONS as QUESTIONS

__all__: list[str]
