"""Read, check, convert, analyse and publish recorded backgammon matches.

import kotra_notation as kn

reading = kn.read("match.mat")
replay = kn.replay(reading.matches[0])
for found in (*reading.findings, *replay.findings):
    print(found.code, found.message)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.installation import VERSION
from kotra_notation.late import late

if TYPE_CHECKING:
    from kotra_notation import archive as archive
    from kotra_notation.api import position as position
    from kotra_notation.api import write as write
    from kotra_notation.archive.tasks.answers import Tables as Tables
    from kotra_notation.archive.tasks.answers import tables as tables
    from kotra_notation.board import Position as Position
    from kotra_notation.engine.results import Rolled as Rolled
    from kotra_notation.engine.results import WeighedCube as WeighedCube
    from kotra_notation.engine.results import WeighedPlay as WeighedPlay
    from kotra_notation.equity.cubeful import CubeEquities as CubeEquities
    from kotra_notation.errors import FileExists as FileExists
    from kotra_notation.errors import FileTooLarge as FileTooLarge
    from kotra_notation.errors import KotraError as KotraError
    from kotra_notation.errors import LossRefused as LossRefused
    from kotra_notation.errors import NothingToCheck as NothingToCheck
    from kotra_notation.errors import NotWritten as NotWritten
    from kotra_notation.errors import SeveralMatches as SeveralMatches
    from kotra_notation.errors import UnknownFormat as UnknownFormat
    from kotra_notation.features.analyse.job import Analysed as Analysed
    from kotra_notation.features.analyse.job import analyse as analyse
    from kotra_notation.features.anonymize.job import Anonymized as Anonymized
    from kotra_notation.features.anonymize.job import anonymize as anonymize
    from kotra_notation.features.best.effective_pips import EffectivePips as EffectivePips
    from kotra_notation.features.best.effective_pips import effective_pips as effective_pips
    from kotra_notation.features.best.job import Best as Best
    from kotra_notation.features.best.job import Evaluated as Evaluated
    from kotra_notation.features.best.job import best as best
    from kotra_notation.features.best.job import evaluate as evaluate
    from kotra_notation.features.best.scores import BestScores as BestScores
    from kotra_notation.features.best.scores import best_scores as best_scores
    from kotra_notation.features.board.job import board as board
    from kotra_notation.features.check.job import Check as Check
    from kotra_notation.features.check.job import Checked as Checked
    from kotra_notation.features.check.job import check as check
    from kotra_notation.features.convert.job import Conversion as Conversion
    from kotra_notation.features.convert.job import convert as convert
    from kotra_notation.features.day.job import Across as Across
    from kotra_notation.features.day.job import across as across
    from kotra_notation.features.diff.job import Diff as Diff
    from kotra_notation.features.diff.job import diff as diff
    from kotra_notation.features.edit.job import Edited as Edited
    from kotra_notation.features.edit.job import edit as edit
    from kotra_notation.features.explain.job import explain as explain
    from kotra_notation.features.fix.job import Fixed as Fixed
    from kotra_notation.features.fix.job import fix as fix
    from kotra_notation.features.merge.job import MergedRecord as MergedRecord
    from kotra_notation.features.merge.job import merge as merge
    from kotra_notation.features.met.job import EquityRows as EquityRows
    from kotra_notation.features.met.job import MatchEquity as MatchEquity
    from kotra_notation.features.met.job import match_equities as match_equities
    from kotra_notation.features.met.job import match_equity as match_equity
    from kotra_notation.features.met.job import met as met
    from kotra_notation.features.quiz.job import Quiz as Quiz
    from kotra_notation.features.quiz.job import quiz as quiz
    from kotra_notation.features.report.job import PublishOptions as PublishOptions
    from kotra_notation.features.report.job import report as report
    from kotra_notation.features.report.publish import PlannedPages as PlannedPages
    from kotra_notation.features.report.publish import Site as Site
    from kotra_notation.features.report.publish import publish as publish
    from kotra_notation.features.same.job import SameRecords as SameRecords
    from kotra_notation.features.same.job import same as same
    from kotra_notation.features.selfplay.job import PlayFigure as PlayFigure
    from kotra_notation.features.selfplay.job import PlayTable as PlayTable
    from kotra_notation.features.selfplay.job import SelfPlayed as SelfPlayed
    from kotra_notation.features.selfplay.job import selfplay as selfplay
    from kotra_notation.features.show.job import show as show
    from kotra_notation.features.standings.job import Standings as Standings
    from kotra_notation.features.standings.job import standings as standings
    from kotra_notation.features.stats.job import Stats as Stats
    from kotra_notation.features.stats.job import stats as stats
    from kotra_notation.features.stats.job import study as study
    from kotra_notation.features.stats.study import StudyPart as StudyPart
    from kotra_notation.features.stats.study import StudyPlan as StudyPlan
    from kotra_notation.features.stats.study import StudyTurn as StudyTurn
    from kotra_notation.findings import Finding as Finding
    from kotra_notation.findings import Kind as Kind
    from kotra_notation.findings import Severity as Severity
    from kotra_notation.formats.format import Reading as Reading
    from kotra_notation.formats.format import Writing as Writing
    from kotra_notation.jobs.records import FileReading as FileReading
    from kotra_notation.jobs.records import read_folder as read_folder
    from kotra_notation.legal import LegalPlay as LegalPlay
    from kotra_notation.legal import legal as legal
    from kotra_notation.legal import plays as plays
    from kotra_notation.model import Event as Event
    from kotra_notation.model import Game as Game
    from kotra_notation.model import Match as Match
    from kotra_notation.model import Player as Player
    from kotra_notation.model import Turn as Turn
    from kotra_notation.reading import read as read
    from kotra_notation.record.draft.plays import LegalWay as LegalWay
    from kotra_notation.record.draft.plays import NotLegalError as NotLegalError
    from kotra_notation.record.draft.value import Draft as Draft
    from kotra_notation.record.draft.view import DraftStanding as DraftStanding
    from kotra_notation.record.draft.view import WrittenTurn as WrittenTurn
    from kotra_notation.record.opponent import Hint as Hint
    from kotra_notation.record.opponent import RankedPlay as RankedPlay
    from kotra_notation.replay import Frame as Frame
    from kotra_notation.replay import GameReplay as GameReplay
    from kotra_notation.replay import Replay as Replay
    from kotra_notation.replay import replay as replay
    from kotra_notation.report.view import Origin as Origin
    from kotra_notation.report.wishes import Diagrams as Diagrams
    from kotra_notation.rules import Ruleset as Ruleset
    from kotra_notation.rules import Step as Step

__version__ = VERSION

# The public names by their homes; a home is imported when one of its names is first asked for.
__all__ = late(
    __name__,
    {
        "api": "position write",
        "reading": "read",
        "board": "Position",
        "errors": "FileExists FileTooLarge KotraError LossRefused NotWritten NothingToCheck"
        " SeveralMatches UnknownFormat",
        "findings": "Finding Kind Severity",
        "formats.format": "Reading Writing",
        "engine.results": "Rolled WeighedCube WeighedPlay",
        "equity.cubeful": "CubeEquities",
        "features.day.job": "Across across",
        "features.analyse.job": "Analysed analyse",
        "features.anonymize.job": "Anonymized anonymize",
        "features.best.effective_pips": "EffectivePips effective_pips",
        "features.best.job": "Best Evaluated best evaluate",
        "features.best.scores": "BestScores best_scores",
        "features.board.job": "board",
        "features.check.job": "Check Checked check",
        "features.convert.job": "Conversion convert",
        "features.diff.job": "Diff diff",
        "features.edit.job": "Edited edit",
        "features.explain.job": "explain",
        "features.fix.job": "Fixed fix",
        "features.report.job": "PublishOptions report",
        "features.merge.job": "MergedRecord merge",
        "record.draft.plays": "LegalWay NotLegalError",
        "record.draft.view": "DraftStanding WrittenTurn",
        "record.draft.value": "Draft",
        "features.met.job": "EquityRows MatchEquity match_equities match_equity met",
        "record.opponent": "Hint RankedPlay",
        "features.report.publish": "PlannedPages Site publish",
        "features.quiz.job": "Quiz quiz",
        "jobs.records": "FileReading read_folder",
        "features.same.job": "SameRecords same",
        "features.selfplay.job": "PlayFigure PlayTable SelfPlayed selfplay",
        "features.show.job": "show",
        "features.standings.job": "Standings standings",
        "features.stats.job": "Stats stats study",
        "features.stats.study": "StudyPart StudyPlan StudyTurn",
        "archive.tasks.answers": "Tables tables",
        "legal": "LegalPlay legal plays",
        "model": "Event Game Match Player Turn",
        "replay": "Frame GameReplay Replay replay",
        "report.wishes": "Diagrams",
        "report.view": "Origin",
        "rules": "Ruleset Step",
    },
    packages=("archive",),
    instead={
        "analyze": "analyse",
        "dataframe": "tables",
        "equity": "evaluate",
        "export": "write",
        "legal_moves": "plays",
        "legal_plays": "plays",
        "load": "read",
        "loads": "read",
        "moves": "plays",
        "open": "read",
        "parse": "read",
        "pips": "position(…).pips(seat)",
        "render": "report",
        "repair": "fix",
        "rollout": 'best(…, level="rollout 1296")',
        "save": "write",
        "to_pandas": "tables",
        "validate": "check",
    },
)
