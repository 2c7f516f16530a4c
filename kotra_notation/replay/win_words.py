"""The word a result has for the win, `by jan`, `by backgammon`, held against how the game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.findings import Finding, finding
from kotra_notation.model import ResultClaim
from kotra_notation.replay.awards import same
from kotra_notation.replay.game import GameFold
from kotra_notation.rules import modern, old_icelandic, outcome
from kotra_notation.rules.old_icelandic import FORMS, award_named, half_named
from kotra_notation.rules.old_outcome import is_stor_jan, value
from kotra_notation.rules.ruleset import Award, Ending

# Ends that the players agree on; the board does not show which.
AGREED = ("resign", "settled", "forfeit")


def word_faults(fold: GameFold, ending: Ending) -> Iterator[Finding]:
    """Yield what is wrong with the words for the win, one finding for each result that has a false one."""
    if not (fold.board.certain and fold.board.lawful):
        return
    forms = fold.state.setting.ruleset.facts.forms
    last = _last_won(fold, ending) if forms and any(claim.kind for claim in fold.claims.results) else []
    for claim in fold.claims.results:
        if claim.kind is not None and claim.winner == ending.winner:
            if forms:
                name = _old_fault(fold, last, ending, claim.kind)
            else:
                name = _modern_fault(fold, ending, claim, claim.kind)
            if name:
                kind = _title(fold, ending)
                yield finding(name, span=claim.span, seat=ending.winner, written=claim.kind, kind=kind)


def _title(fold: GameFold, ending: Ending) -> str:
    """Return what the win is called; one that was agreed on by the size its points tell."""
    setting, stakes = fold.state.setting, fold.state.stakes
    kind = ending.kind
    if kind == "resign" and not setting.ruleset.facts.forms:
        sizes = [outcome.worth(setting, stakes, size) for size in (1, 2, 3)]
        kind = modern.WINS[sizes.index(ending.points)] if ending.points in sizes else kind
    return old_icelandic.TITLES.get(kind) or modern.TITLES.get(kind, kind)


def _modern_fault(fold: GameFold, ending: Ending, claim: ResultClaim, word: str) -> str | None:
    named = modern.win_named(word)
    if named is None:
        return "win-word-unknown"
    if named == ending.kind or (named == "single" and ending.kind == "drop"):
        return None
    if named in modern.WINS and ending.kind == "resign" and not fold.state.turns:
        return None  # of a game without a turn neither cube nor board is known
    if ending.kind not in AGREED:
        texas = outcome.worth(fold.state.setting, fold.state.stakes, 2) == fold.state.stakes.cube.value
        return None if named == "single" and texas and ending.kind in modern.WINS else "win-misnamed"
    if named in AGREED:
        return None if ending.kind != "settled" else "win-misnamed"
    if named not in modern.WINS:
        return "win-misnamed"
    size = modern.WINS.index(named) + 1
    given_up = fold.state.stakes.resigned
    if given_up and given_up[1] not in (None, size):
        return "win-misnamed"
    if claim.points is None or not fold.cube.certain:
        return None
    worth = outcome.worth(fold.state.setting, fold.state.stakes, size)
    capped = claim.match and claim.points < worth
    return None if capped or claim.points == worth else "win-misnamed"


def _old_fault(fold: GameFold, last: Sequence[Award], ending: Ending, word: str) -> str | None:
    named = award_named(word)
    if named is None:
        agreed = modern.win_named(word)
        if agreed in AGREED:
            return None if ending.kind in AGREED else "win-misnamed"
        return "win-misnamed" if agreed else "win-word-unknown"
    options = fold.state.setting.ruleset.options
    for award in last:
        stor = named == "stor_jan" and not is_stor_jan(fold.state.seen_by(award.seat), options)
        whole = award.kind in FORMS and award.points == value(award.kind, options)
        if same(award.kind, named) and not stor and not (half_named(word) and whole):
            return None
    return "win-misnamed"


def _last_won(fold: GameFold, ending: Ending) -> list[Award]:
    """Return what may name the win: the awards that ended the game; where that was agreed on, any award."""
    awards = [award for award in fold.state.course.all_awards if award.seat == ending.winner]
    if ending.kind in AGREED:
        return awards
    final = (award for award in reversed(awards) if award.kind in (ending.kind, f"stor_{ending.kind}"))
    return [one for award in final for one in fold.claims.won.together(award)]
