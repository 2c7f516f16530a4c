from collections.abc import Iterable

from kotra_notation.words.phrases import Phrase as Phrase
from kotra_notation.words.phrases import Plural as Plural
from kotra_notation.words.phrases import WordedFacts as WordedFacts
from kotra_notation.words.phrases import hint as hint
from kotra_notation.words.phrases import message as message
from kotra_notation.words.phrases import n_ as n_
from kotra_notation.words.phrases import phrase as phrase
from kotra_notation.words.phrases import reason as reason
from kotra_notation.words.phrases import reword as reword
from kotra_notation.words.phrases import sentences as sentences
from kotra_notation.words.terms import meant_by as meant_by

__all__: list[str]

def nearest_word(word: str, known: Iterable[str], least: float = 0.4) -> str: ...
