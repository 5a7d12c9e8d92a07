# SPDX-License-Identifier: MIT
"""Proofs without a table, and strategies that anyone can check."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import List, Optional, TYPE_CHECKING

from . import _zermelo
from ._checks import function, one_of, seconds as seconds_of, size, text, whole
from ._diagram import Diagram
from ._html import table_html
from ._paths import StrPath, path_bytes
from ._repr import short_repr

if TYPE_CHECKING:
    from ._game import Game as _Game

@short_repr
@dataclasses.dataclass(frozen=True)
class Proof:
    """Whether a side can force a win."""

    wins: Optional[bool]
    """None if it was not found out."""
    plies: Optional[int]
    """A win takes at most this many."""
    refuted: int
    """There is no win within this many plies."""
    complete: bool
    """There is no win at all."""
    gates: int
    """Gates of the strategy."""
    seconds: float
    stopped_by: Optional[str]
    """If it was not found out: ``"time"``, ``"memory"`` or ``"stop"``."""
    method: str
    reason: str
    """Why that method, if it was chosen automatically."""
    first_move: Optional[str]
    """The winner's first move, if the method finds it."""


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
        self._core = _zermelo.Strategy(path_bytes(path))
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
    def game(self) -> _Game:
        """The game that the strategy is for."""
        from ._game import Game
        name, parameters = self._game
        return Game._of(_zermelo.Game(name, parameters))

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

    def answer(self, position: str) -> Optional[StrategyAnswer]:
        """What it says about a position; None if it does not have it."""
        found = self._core.answer(position)
        return None if found is None else StrategyAnswer(*found)

    def __repr__(self) -> str:
        return f"<zermelo.Strategy: {self.sentence}>"


@short_repr
@dataclasses.dataclass(frozen=True)
class CrosscheckRow:
    """What one engine found."""

    engine: str
    wins: Optional[bool]
    """Whether the side can force a win; None if it was not found out."""
    plies: Optional[int]
    """Plies of the shortest win, if the engine finds them."""
    refuted: int
    """There is no win within this many plies."""
    complete: bool
    """There is no win at all."""
    seconds: float
    memory: int
    """The most bytes by which the process and its workers grew."""
    note: str
    """Why there is no verdict."""


@short_repr
@dataclasses.dataclass(frozen=True)
class Crosscheck:
    """One question, every engine: can a side force a win from a position?"""

    rows: List[CrosscheckRow]
    disagreement: Optional[str]
    """A sentence about the first two that disagree; None if all agree."""

    def _repr_html_(self) -> str:
        return table_html(("engine", "wins", "plies", "seconds", ""), [
            (r.engine, "?" if r.wins is None else str(r.wins),
             "" if r.plies is None else str(r.plies), f"{r.seconds:.2f}", r.note) for r in self.rows])


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


def prove(game: _Game, path: Optional[StrPath], *, method: str, side: str, start: Optional[str],
          depth: Optional[int], seconds: Optional[float], memory: Optional[int],
          progress: Optional[Callable[[int, int, int, int], object]]) -> Proof:
    one_of(method, "method", "auto", "ic3", "qbf", "table", "search")
    one_of(side, "side", "black", "white")
    return Proof(**_zermelo.prove(
        game.name, game.parameters, b"" if path is None else path_bytes(path), method,
        side == "white", text(start or "", "start"), _depth(depth), seconds_of(seconds, "seconds"),
        size(memory or 0, "memory"), function(progress)))


def _depth(depth: Optional[int]) -> Optional[int]:
    return None if depth is None else whole(depth, "depth")


def crosscheck(game: _Game, *, side: str, start: Optional[str], seconds: float, memory: int,
               depth: Optional[int], threads: int,
               progress: Optional[Callable[[str], object]]) -> Crosscheck:
    one_of(side, "side", "black", "white")
    rows, disagreement = _zermelo.crosscheck(game.name, game.parameters, side == "white",
                                             text(start or "", "start"),
                                             seconds_of(seconds, "seconds"),
                                             size(memory, "memory"), _depth(depth),
                                             whole(threads, "threads"), function(progress))
    return Crosscheck([CrosscheckRow(*row) for row in rows], disagreement)


def write_table_strategy(table: _zermelo.Table, path: StrPath, position: Optional[str], owner: str,
                         form: str, progress: Optional[Callable[[int], object]]) -> StrategyReport:
    one_of(owner, "owner", "winner", "black", "white")
    one_of(form, "form", "positions", "cubes")
    return StrategyReport(**_zermelo.write_table_strategy(
        table, text(position or "", "position"), path_bytes(path), owner, form == "cubes",
        function(progress)))
