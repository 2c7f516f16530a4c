"""Reads recorded matches of kotra, checks every play, scores them and publishes them.

import kotra_notation as kn

reading = kn.read("match.mat")
replay = kn.replay(reading.matches[0])
for found in (*reading.findings, *replay.findings):
    print(found.code, found.message)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.late import late
from kotra_notation.version import VERSION

if TYPE_CHECKING:
    from kotra_notation.api import position as position
    from kotra_notation.api import read as read
    from kotra_notation.api import write as write
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
    from kotra_notation.findings import Finding as Finding
    from kotra_notation.findings import Kind as Kind
    from kotra_notation.findings import Severity as Severity
    from kotra_notation.formats.format import Reading as Reading
    from kotra_notation.formats.format import Writing as Writing
    from kotra_notation.jobs.across import Across as Across
    from kotra_notation.jobs.across import across as across
    from kotra_notation.jobs.analyse import Analysed as Analysed
    from kotra_notation.jobs.analyse import analyse as analyse
    from kotra_notation.jobs.anonymize import Anonymized as Anonymized
    from kotra_notation.jobs.anonymize import anonymize as anonymize
    from kotra_notation.jobs.best import Best as Best
    from kotra_notation.jobs.best import Evaluated as Evaluated
    from kotra_notation.jobs.best import best as best
    from kotra_notation.jobs.best import evaluate as evaluate
    from kotra_notation.jobs.check import Check as Check
    from kotra_notation.jobs.check import Checked as Checked
    from kotra_notation.jobs.check import check as check
    from kotra_notation.jobs.convert import Conversion as Conversion
    from kotra_notation.jobs.convert import convert as convert
    from kotra_notation.jobs.diff import Diff as Diff
    from kotra_notation.jobs.diff import diff as diff
    from kotra_notation.jobs.draft.plays import LegalWay as LegalWay
    from kotra_notation.jobs.draft.plays import NotLegalError as NotLegalError
    from kotra_notation.jobs.draft.value import Draft as Draft
    from kotra_notation.jobs.draft.view import DraftStanding as DraftStanding
    from kotra_notation.jobs.draft.view import WrittenTurn as WrittenTurn
    from kotra_notation.jobs.figures import PlayFigure as PlayFigure
    from kotra_notation.jobs.figures import PlayTable as PlayTable
    from kotra_notation.jobs.fix import Fixed as Fixed
    from kotra_notation.jobs.fix import fix as fix
    from kotra_notation.jobs.match_page import PublishOptions as PublishOptions
    from kotra_notation.jobs.merge import MergedRecord as MergedRecord
    from kotra_notation.jobs.merge import merge as merge
    from kotra_notation.jobs.met import EquityRows as EquityRows
    from kotra_notation.jobs.met import MatchEquity as MatchEquity
    from kotra_notation.jobs.met import match_equities as match_equities
    from kotra_notation.jobs.met import match_equity as match_equity
    from kotra_notation.jobs.opponent import Hint as Hint
    from kotra_notation.jobs.opponent import RankedPlay as RankedPlay
    from kotra_notation.jobs.publish import PlannedPages as PlannedPages
    from kotra_notation.jobs.publish import Site as Site
    from kotra_notation.jobs.publish import publish as publish
    from kotra_notation.jobs.quiz import Quiz as Quiz
    from kotra_notation.jobs.quiz import quiz as quiz
    from kotra_notation.jobs.readings import FileReading as FileReading
    from kotra_notation.jobs.readings import read_folder as read_folder
    from kotra_notation.jobs.same import SameRecords as SameRecords
    from kotra_notation.jobs.same import same as same
    from kotra_notation.jobs.selfplay import SelfPlayed as SelfPlayed
    from kotra_notation.jobs.selfplay import selfplay as selfplay
    from kotra_notation.jobs.stats import Stats as Stats
    from kotra_notation.jobs.stats import stats as stats
    from kotra_notation.jobs.tabulate import Tables as Tables
    from kotra_notation.jobs.tabulate import tables as tables
    from kotra_notation.legal import LegalPlay as LegalPlay
    from kotra_notation.legal import plays as plays
    from kotra_notation.model import Event as Event
    from kotra_notation.model import Game as Game
    from kotra_notation.model import Match as Match
    from kotra_notation.model import Turn as Turn
    from kotra_notation.replay import Frame as Frame
    from kotra_notation.replay import GameReplay as GameReplay
    from kotra_notation.replay import Replay as Replay
    from kotra_notation.replay import replay as replay
    from kotra_notation.report import report as report
    from kotra_notation.report.diagrams import Diagrams as Diagrams
    from kotra_notation.report.view import Origin as Origin
    from kotra_notation.rules import Ruleset as Ruleset
    from kotra_notation.rules import Step as Step

__version__ = VERSION

# The public names by their homes; a home is imported when one of its names is first asked for.
__all__ = late(
    __name__,
    {
        "api": "position read write",
        "board": "Position",
        "errors": "FileExists FileTooLarge KotraError LossRefused NotWritten NothingToCheck"
        " SeveralMatches UnknownFormat",
        "findings": "Finding Kind Severity",
        "formats.format": "Reading Writing",
        "engine.results": "Rolled WeighedCube WeighedPlay",
        "equity.cubeful": "CubeEquities",
        "jobs.across": "Across across",
        "jobs.analyse": "Analysed analyse",
        "jobs.anonymize": "Anonymized anonymize",
        "jobs.best": "Best Evaluated best evaluate",
        "jobs.check": "Check Checked check",
        "jobs.convert": "Conversion convert",
        "jobs.diff": "Diff diff",
        "jobs.fix": "Fixed fix",
        "jobs.match_page": "PublishOptions",
        "jobs.merge": "MergedRecord merge",
        "jobs.draft.plays": "LegalWay NotLegalError",
        "jobs.draft.view": "DraftStanding WrittenTurn",
        "jobs.draft.value": "Draft",
        "jobs.met": "EquityRows MatchEquity match_equities match_equity",
        "jobs.opponent": "Hint RankedPlay",
        "jobs.publish": "PlannedPages Site publish",
        "jobs.quiz": "Quiz quiz",
        "jobs.readings": "FileReading read_folder",
        "jobs.same": "SameRecords same",
        "jobs.figures": "PlayFigure PlayTable",
        "jobs.selfplay": "SelfPlayed selfplay",
        "jobs.stats": "Stats stats",
        "jobs.tabulate": "Tables tables",
        "legal": "LegalPlay plays",
        "model": "Event Game Match Turn",
        "replay": "Frame GameReplay Replay replay",
        "report": "report",
        "report.diagrams": "Diagrams",
        "report.view": "Origin",
        "rules": "Ruleset Step",
    },
)
