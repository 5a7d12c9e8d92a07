# SPDX-License-Identifier: MIT
"""Strategies, which anyone can check."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Optional

from . import _zermelo
from ._arguments import StrPath, function, one_of, path_bytes, text, whole
from ._diagram import Diagram
from ._display import short_repr
from ._game import Game, _make_game
from ._reports import ExportReport


@short_repr
@dataclasses.dataclass(frozen=True)
class StrategyFault:
    """A position and a move that show that a strategy does not do what it claims."""

    position: str
    move: Optional[str]
    """None if no move is to blame."""
    sentence: str
    diagram: Diagram


@short_repr
@dataclasses.dataclass(frozen=True)
class StrategyCheck:
    """What checking a strategy found."""

    sentence: str
    """The claim."""
    obligations: int
    """Formulas that were shown unsatisfiable."""
    seconds: float
    fault: Optional[StrategyFault]
    """None if the claim holds."""

    @property
    def holds(self) -> bool:
        """Whether the strategy does what it claims."""
        return self.fault is None


@short_repr
@dataclasses.dataclass(frozen=True)
class StrategyReport:
    """The result of writing a strategy of a table's best moves."""

    sentence: str
    """The claim."""
    positions: int
    cubes: int
    gates: int
    bytes: int
    seconds: float


@short_repr
@dataclasses.dataclass(frozen=True)
class StrategyAnswer:
    """What a strategy says about a position that it has."""

    rank: int
    """The claim comes true within this many plies, or holds for this many."""
    move: Optional[str]
    """The owner's move, if they are to move."""


class Strategy:
    """An open strategy. Any number of threads may use it.

    Raises :class:`FileError`, :class:`NotWellFormed` (not a strategy) or :class:`UsageError`.
    """

    def __init__(self, path: StrPath) -> None:
        """Opens the file."""
        self._path = path_bytes(path)
        self._core = _zermelo.Strategy(self._path)
        d = self._core.info()
        self._game = d["game"]
        self._start: Optional[str] = d["start"]
        self._sentence: str = d["sentence"]
        self._owner = "white" if d["owner_is_white"] else "black"
        self._wins: bool = d["wins"]
        self._plies: Optional[int] = d["plies"]

    @property
    def sentence(self) -> str:
        """The claim: "Black wins within 9 plies from the start."."""
        return self._sentence

    @property
    def game(self) -> Game:
        """The game that the strategy is for."""
        return _make_game(*self._game)

    @property
    def start(self) -> Optional[str]:
        """Where it begins; None for the start of the game."""
        return self._start

    @property
    def owner(self) -> str:
        """``"black"`` or ``"white"``."""
        return self._owner

    @property
    def wins(self) -> bool:
        """Whether the owner wins; otherwise they do not lose."""
        return self._wins

    @property
    def plies(self) -> Optional[int]:
        """The plies within which the claim holds; None: however long it takes."""
        return self._plies

    def export(self, path: StrPath, *, format: str = "text", force: bool = False,
               progress: Optional[Callable[[int], object]] = None) -> ExportReport:
        """Writes every position that play against the strategy can meet, with its rank, into a file:
        as ``"text"``, in ``"binary"`` form or as ``"csv"``; docs/export-format.md describes them. A file that
        is there already is only replaced with ``force``. ``progress(positions)`` is called a few times a
        second. Ctrl-C stops it, and nothing is written. The strategy's file is read again."""
        return ExportReport(*_zermelo.export_strategy(
            self._path, path_bytes(path), one_of(format, "format", "text", "binary", "csv"), bool(force),
            function(progress)))

    def answer(self, position: str) -> Optional[StrategyAnswer]:
        """What it says about a position; None if it does not have it."""
        found = self._core.answer(position)
        return None if found is None else StrategyAnswer(*found)

    def __repr__(self) -> str:
        return f"<zermelo.Strategy: {self.sentence}>"


def check_strategy(path: StrPath, *, proofs: Optional[StrPath] = None, threads: int = 0,
                   progress: Optional[Callable[[int, int], object]] = None) -> StrategyCheck:
    """Checks what a strategy claims against the rules alone, by SAT. ``proofs`` is a folder for every
    formula and its proof. ``progress(done, all)`` is called a few times a second. Ctrl-C stops it.
    Raises what :class:`Strategy` raises."""
    d = _zermelo.check_strategy(path_bytes(path), b"" if proofs is None else path_bytes(proofs),
                                whole(threads, "threads"), function(progress))
    if d["fault"] is not None:
        position, move, sentence, diagram = d["fault"]
        d["fault"] = StrategyFault(position, move, sentence, Diagram(diagram))
    return StrategyCheck(**d)


def write_table_strategy(table: _zermelo.Table, path: StrPath, position: Optional[str], owner: str,
                         form: str, progress: Optional[Callable[[int], object]]) -> StrategyReport:
    one_of(owner, "owner", "winner", "black", "white")
    one_of(form, "form", "positions", "cubes")
    return StrategyReport(**_zermelo.write_table_strategy(
        table, text(position or "", "position"), path_bytes(path), owner, form == "cubes",
        function(progress)))
