# SPDX-License-Identifier: MIT
"""Board games, strongly solved: solve a game, open its table, ask it about positions.

>>> import zermelo
>>> game = zermelo.Game("ostle", size=3, start=3, lose=1)
>>> report = game.solve("small.ztb")
>>> with zermelo.open("small.ztb") as t:
...     print(t.probe(t.start), t.moves(t.start)[0].move)
win in 17 b2L

A *position* and a *move* are texts in the game's notation. A *value* is a win, a draw or a loss for
the side to move, and in how many plies. docs/python.md is the tutorial.
"""

import os as _os
import sys as _sys

# (`python3 -m zermelo` has the current folder on the path, where a file random.py would be taken for the
# library's module. What rules in Python import is their own affair.)
if _sys.argv[:1] == ["-m"] and _sys.path[:1] in ([""], [_os.getcwd()]) and not getattr(_sys.flags, "safe_path", False):
    del _sys.path[0]

from ._adapt import adapt
from ._bulk import Distances, Probes, Status
from ._diagram import Diagram
from ._errors import (DamagedTable, Error, FileError, FileMissing, GameOver, IllegalMove,
                      IllegalPosition, Interrupted, NotInTable, NotWellFormed, OutOfMemory, RulesError, RulesWarning,
                      UsageError)
from ._game import Game, estimate_endgames, games, make_endgames, solve
from ._grades import Grade, GradedGame, GradedMove, SideGrades
from ._play_report import PlayReport, ReportPart
from ._puzzles import Puzzle, Solution, SolutionMove
from ._reports import (CompareReport, CountReport, Crosscheck, CrosscheckRow, DepthReport, DistanceStats, EndgameEstimate,
                      EndgameProgress, EndgameReport, EndgameTable, ErrorRisk,
                       ExportReport, FoldedCount, Folding, GameInfo, GameParameter, GameResult, LegalMove, Line, MoveList, MoveShape, PieceKind,
                       MoveValue, Proof, SearchedMove, SolveProgress, SolveReport, TableInfo, TableSlice,
                       TableStats, TrialReport, ValidationReport, VerifyReport, Way)
from ._rules import Rules
from ._sets import StateSet
from ._state import TERMINAL_PLAYER, State
from ._strategy import (Strategy, StrategyAnswer, StrategyCheck, StrategyFault, StrategyReport,
                        check_strategy)
from ._table import Table, open
from ._values import Outcome, Value
from ._zermelo import version as __version__

__all__ = [
    "CompareReport", "CountReport", "Crosscheck", "CrosscheckRow", "DamagedTable", "DepthReport", "Diagram",
    "DistanceStats", "Distances", "EndgameEstimate", "EndgameProgress", "EndgameReport", "EndgameTable", "Error", "ErrorRisk", "ExportReport", "FileError", "FileMissing",
    "FoldedCount", "Folding", "Game", "GameInfo",
    "GameOver", "GameParameter", "GameResult", "Grade", "GradedGame", "GradedMove", "IllegalMove",
    "IllegalPosition", "Interrupted", "LegalMove", "Line", "MoveList", "MoveShape", "PieceKind",
    "MoveValue", "NotInTable", "NotWellFormed", "OutOfMemory", "Outcome", "PlayReport", "Probes", "Proof", "Puzzle", "ReportPart", "Rules", "RulesError", "RulesWarning", "SearchedMove", "SideGrades",
    "Solution", "SolutionMove", "SolveProgress", "SolveReport", "State", "StateSet", "Status", "Strategy",
    "StrategyAnswer", "StrategyCheck", "StrategyFault", "StrategyReport", "TERMINAL_PLAYER",
    "Table", "TableInfo", "TableSlice", "TableStats", "TrialReport", "UsageError", "ValidationReport", "Value",
    "VerifyReport", "Way", "adapt", "check_strategy", "estimate_endgames", "games", "make_endgames", "open", "solve",
]

# (Messages, pickles and help name the classes as users do.)
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "zermelo"
del _name
