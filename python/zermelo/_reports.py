# SPDX-License-Identifier: MIT
"""What tables and games report: plain data."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Tuple

from ._arguments import AnyPosition
from ._display import short_repr, table_html
from ._values import Outcome, Value


@short_repr
@dataclasses.dataclass(frozen=True)
class MoveShape:
    """What a move does to the board, for drawing it. A square is ``rank * columns + file``, so a1
    is 0."""

    from_squares: Tuple[int, ...]
    """The squares that the mover's pieces leave; none: pieces are placed."""
    to_squares: Tuple[int, ...]
    """The squares that pieces come to; none: the piece leaves the board, or the move is a pass."""
    taken: Tuple[int, ...]
    """The squares where pieces of the other side vanish or turn; pushed pieces are not listed."""
    dx: int
    """The step to the right from the first of ``from_squares``; may leave the board."""
    dy: int
    """The step up, likewise."""
    dropped: Optional[str] = None
    """The letter of the piece that comes from the mover's hand, as in :attr:`Diagram.hands`; None if
    none does."""


@short_repr
@dataclasses.dataclass(frozen=True)
class PieceKind:
    """A kind of pieces of a game."""

    name: str
    """Its name in the rules; empty if they give none."""
    letter: str
    """The letter that it is written with, White's in upper case; with one kind only, pieces are
    written as ``b`` and ``w``."""
    in_hand: bool
    """Whether players can have it in hand."""


@short_repr
@dataclasses.dataclass(frozen=True)
class LegalMove:
    """A move that the rules allow."""

    move: str
    """The move in the game's notation."""
    result: Optional[AnyPosition]
    """The position it leads to; None if it ends the game."""
    ending: Optional[Outcome]
    """For a move that ends the game: the outcome for the side that makes it."""
    after: AnyPosition
    """Like ``result``, but also if the move ends the game: for pictures."""
    shape: MoveShape
    """What it does to the board."""
    also: Tuple[str, ...] = ()
    """Other ways to write it, where rules in BDDL say how moves are written and several actions lead to
    the same position."""


@short_repr
@dataclasses.dataclass(frozen=True)
class SearchedMove:
    """A move that :meth:`Game.search_move` has chosen."""

    move: LegalMove
    """The move."""
    finding: str
    """What the search knows about it: ``"wins"``; ``"open"``, as it saw no end; ``"draws"``, where it
    saw no end after no other move; ``"loses"``, as every move does."""
    plies: Optional[int]
    """In how many plies it wins or loses, itself included; None otherwise."""


@short_repr
@dataclasses.dataclass(frozen=True)
class GameResult:
    """How a game has ended."""

    winner: Optional[str]
    """``"black"`` or ``"white"``; None if nobody has won."""
    sentence: str
    """"Black has won."."""


@short_repr
@dataclasses.dataclass(frozen=True)
class ErrorRisk:
    """How easily a side errs in a position: what the beginner of docs/puzzles.md does, who sees a win
    at once and otherwise picks a move by taste."""

    errs: float
    """The chance, from 0 to 1, that his move changes the result."""
    slips: float
    """The chance that his move is not worth as much as the best one; at least ``errs``."""


@short_repr
@dataclasses.dataclass(frozen=True)
class MoveValue:
    """A move and what it is worth."""

    move: str
    """The move in the game's notation."""
    value: Value
    """What it is worth to the side that makes it, counting the move."""
    result: Optional[AnyPosition]
    """The position it leads to; None if it ends the game."""
    opponent: Optional[ErrorRisk] = None
    """If moves were asked for in the style ``"lure"``, and for the best ones: how easily the other side
    errs after the move."""


class MoveList(List[MoveValue]):
    """The moves of a position, best first. A list that notebooks show as a table."""

    def __repr__(self) -> str:
        most = 6
        shown = [f"{m.move} {m.value.short}" for m in self[:most]] + ["..."] * (len(self) > most)
        return f"<zermelo.MoveList of {len(self)}: {', '.join(shown)}>"

    def _repr_html_(self) -> str:
        return table_html(("move", "value", "leads to"),
                          [(m.move, str(m.value), "the end" if m.result is None else str(m.result))
                           for m in self])


@short_repr
@dataclasses.dataclass(frozen=True)
class Line:
    """Best play by both sides."""

    moves: Tuple[str, ...]
    complete: bool
    """Whether it ends with the end of the game; a drawn line stops when a position comes again."""

    def __str__(self) -> str:
        return " ".join(self.moves)


@short_repr
@dataclasses.dataclass(frozen=True)
class SolveProgress:
    """How far a solve has got."""

    phase: str
    """``"enumerating"``, ``"initialising"``, ``"propagating"``, ``"writing"`` or ``"saving"``."""
    group: str
    """The part of the game that is being solved, such as "4-4" pieces."""
    level: int
    """Plies, while propagating."""
    done: int
    total: int
    """Positions of the part, done and in all."""
    fraction: float
    """The share of the whole work that is done, an estimate between 0 and 1."""
    seconds: float
    """Seconds since the start of this run."""


@short_repr
@dataclasses.dataclass(frozen=True)
class SolveReport:
    """The result of a solve."""

    positions: int
    """Positions up to symmetry."""
    levels: int
    """Plies of the longest value."""
    table_bytes: int
    planned_memory: int
    """In bytes."""
    seconds: float
    """The time of this run."""
    was_complete: bool
    """Whether the table was finished already."""


@short_repr
@dataclasses.dataclass(frozen=True)
class EndgameTable:
    """The table of one material of a chess variant."""

    material: str
    """Such as "KRvK"."""
    positions: int
    """Up to symmetry, with both sides to move."""
    bytes: int
    """The size of the file."""
    longest_win: Optional[int]
    """In plies; None if nobody can win."""
    longest: Optional[str]
    """A position of it."""
    was_there: bool
    """Whether it had been made before."""


@short_repr
@dataclasses.dataclass(frozen=True)
class EndgameProgress:
    """How far :func:`make_endgames` has got."""

    material: str
    """The material whose table is being made."""
    table: int
    """Which one it is, from 1."""
    tables: int
    """How many there are to make."""
    done: int
    total: int
    """Numbers of the tables, done and in all."""


@short_repr
@dataclasses.dataclass(frozen=True)
class EndgameReport:
    """The result of :func:`make_endgames`."""

    tables: List[EndgameTable]
    """In the order in which they are made."""
    planned_memory: int
    """In bytes."""
    seconds: float


@short_repr
@dataclasses.dataclass(frozen=True)
class EndgameEstimate:
    """What :func:`make_endgames` has still to do."""

    tables: int
    """That are to be made."""
    numbers: int
    """Of those, with both sides to move."""
    memory: int
    """Bytes, for the largest of them."""
    disk: int
    """Bytes, at most."""
    seconds: float
    """Of processor time."""
    largest: Optional[str]
    """The material that needs most memory; None if nothing is to be made."""


@short_repr
@dataclasses.dataclass(frozen=True)
class TrialReport:
    """What trying out rules has done, without finding a fault."""

    games: int
    """Random games that were played."""
    states: int
    """Different states that were looked at."""
    in_time: bool
    """Whether there was time for all games that were asked for."""
    perft: Tuple[int, ...]
    """Sequences of moves from the start, by their length, from 0 on."""


@short_repr
@dataclasses.dataclass(frozen=True)
class CountReport:
    """How many positions there are."""

    totals: Dict[str, int]
    """The totals by what is counted; ``"positions"`` is always there."""
    slices: List[Tuple[str, Dict[str, int]]]
    """The same by part, with the names of the parts."""


@short_repr
@dataclasses.dataclass(frozen=True)
class Way:
    """A shortest sequence of legal moves from the start to a position."""

    found: bool
    """Whether there is one, as far as was looked."""
    moves: Tuple[str, ...]
    states: Tuple[str, ...]
    """The positions after each move: the last is the one that was asked for, or the image of it that
    the moves lead to."""
    refuted: Optional[int]
    """There is no way in this many plies; None if play cannot lead to the position at all."""

    def __str__(self) -> str:
        return " ".join(self.moves)


@short_repr
@dataclasses.dataclass(frozen=True)
class DepthReport:
    """What the search for Black's shortest win found."""

    plies: Optional[int]
    """Plies of the shortest win; None if none was found."""
    refuted: int
    """There is no win within this many plies."""
    complete: bool
    """If none was found: whether it is certain that there is none of any length."""
    nodes: int
    """Positions looked at."""
    depth: Optional[int]
    """The win's length as the literature on BDDL counts it: an odd number of moves."""


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
    """Why there is no verdict, or what else was compared."""


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


@short_repr
@dataclasses.dataclass(frozen=True)
class TableSlice:
    """A part of a table: positions that belong together, such as those with equally many pieces."""

    name: str
    positions: int
    """Positions up to symmetry."""
    values: int
    """Values stored; those of the other positions follow from the rules."""
    bytes: int


@short_repr
@dataclasses.dataclass(frozen=True)
class TableInfo:
    """What a table says about itself."""

    path: str
    metric: str
    """``"distance"``, ``"score"``, ``"outcome"``, ``"dtz"``, ``"reach"`` or ``"reach-all-moves"``."""
    creator: str
    """The program that made it."""
    format_version: int
    bytes: int
    """The size of the file."""
    shrunk_from: Optional[int]
    """The size of the table that a shrunk one was made from; ``None`` of any other."""
    positions: int
    """Positions up to symmetry."""
    values: int
    """Values stored; those of the other positions follow from the rules."""
    greatest: int
    """Plies of the longest value, or greatest score, or plies of the farthest position."""
    hashed_states: bool
    """Whether states are known by hashes, because their bytes say more than 63 bits: they cannot be
    listed."""
    collision_chance: float
    """The chance that a state to which play does not lead is taken for one of the table; 0 unless
    states are hashed."""
    slices: List[TableSlice]


@short_repr
@dataclasses.dataclass(frozen=True)
class FoldedCount:
    """How many positions there are, in the ways in which publications count them. Ends of the game
    are not among them."""

    folded: int
    """As the table lists them."""
    both_movers: int
    """Those that differ by an exchange of the colours are two."""
    apart: int
    """And so are those that differ by a symmetry."""


@short_repr
@dataclasses.dataclass(frozen=True)
class Folding:
    """Which positions are one in a table of a game in version 2 of BDDL, and how many there are."""

    mover: bool
    """Whether those that differ by an exchange of the colours are one."""
    symmetries: int
    """Under which positions are one."""
    reached: int
    """Positions that play can lead to, as the table folds them, with those that are won at once,
    which it does not list."""
    listed: FoldedCount
    materials: Dict[str, FoldedCount]
    """What is listed by White's pieces, Black's, what is in hand, and the side to move
    (``"LGEC/lgec[c2E] b"``), in the table's order. If it is folded, Black moves."""


@short_repr
@dataclasses.dataclass(frozen=True)
class TableStats:
    """How many positions (or states) have which value."""

    positions: int
    wins: int
    losses: int
    draws: int
    histogram: Dict[Value, int]
    """How many have each value, the worst value first."""
    longest_win: int
    longest_loss: int
    """In plies; 0 if there is none."""
    longest: List[AnyPosition]
    """The positions of the longest win, at most 100."""
    longest_count: int
    """How many there are of those."""
    folding: Optional[Folding] = None
    """For games in version 2 of BDDL."""

    def _repr_html_(self) -> str:
        return table_html(("value", "positions"),
                          [(str(v), f"{n:,}") for v, n in sorted(self.histogram.items(), reverse=True)])


@short_repr
@dataclasses.dataclass(frozen=True)
class DistanceStats:
    """How far the states that play can lead to are from the start."""

    positions: int
    """Positions up to symmetry, reached or not."""
    unreached_positions: int
    """Those that play cannot lead to."""
    states: int
    """States that play can lead to."""
    unreached: int
    """States that some move leads to, but no play from the start does."""
    histogram: Dict[int, int]
    """States by plies from the start."""
    farthest: int
    """The greatest number of plies from the start."""
    farthest_states: List[str]
    """The states at that distance, at most 100."""
    folding: Optional[Folding] = None
    """For games in version 2 of BDDL."""


@short_repr
@dataclasses.dataclass(frozen=True)
class VerifyReport:
    """What verifying a table found."""

    positions: int
    """Positions whose values were computed again."""
    left_out: int
    """How many of these values a shrunk table does not store; 0 for a sample."""
    failure: Optional[str]
    """The first fault, in one sentence; None if everything is right."""


@short_repr
@dataclasses.dataclass(frozen=True)
class ExportReport:
    """The result of writing a list of positions."""

    positions: int
    bytes: int
    """That were written."""
    seconds: float


@short_repr
@dataclasses.dataclass(frozen=True)
class CompareReport:
    """What comparing a table with a list of positions found."""

    positions: int
    """Positions of the list that were looked up."""
    difference: Optional[str]
    """The first thing that is different, in one sentence; None if the list says what the table says."""
    seconds: float


@short_repr
@dataclasses.dataclass(frozen=True)
class ValidationReport:
    """A table compared with the same game solved by decision diagrams."""

    won: int
    lost: int
    drawn: int
    ended: int
    """Positions that play can lead to, as the diagrams count them."""
    canonical: int
    in_table: int
    """Positions up to symmetry in which the game goes on: of the diagrams, and of the table."""
    mistakes: int
    """Positions whose outcome differs, or that the table lacks."""
    mistaken: List[str]
    """One sentence for each, at most ten."""

    @property
    def same(self) -> bool:
        """Whether both agree."""
        return self.mistakes == 0 and self.canonical == self.in_table


@short_repr
@dataclasses.dataclass(frozen=True)
class GameParameter:
    """What can be chosen about a game."""

    name: str
    range: str
    default: str
    meaning: str


@short_repr
@dataclasses.dataclass(frozen=True)
class GameInfo:
    """A game that this version knows."""

    name: str
    summary: str
    notation: str
    """How to read its moves and pictures."""
    parameters: List[GameParameter]
    conditions: Dict[str, str]
    """Conditions for puzzles that only this game has, by name, with their meaning."""
