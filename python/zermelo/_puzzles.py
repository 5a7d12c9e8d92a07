# SPDX-License-Identifier: MIT
"""Puzzles and their solutions."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Optional, Tuple

from . import _zermelo
from ._diagram import Diagram
from ._display import short_repr
from ._values import Value, Values


@short_repr
@dataclasses.dataclass(frozen=True)
class SolutionMove:
    """A move of a solution, and how the game goes on."""

    move: str
    same: Tuple[str, ...]
    """Other moves to the same position."""
    value: Value
    """For the side that makes the move."""
    position: Optional[Any]
    """The position it leads to; None if it ends the game."""
    replies: Tuple["SolutionMove", ...]
    """The moves that follow, of the other side unless :attr:`moves_again`: for the solver, all that are fastest, of
    which the first is followed further; for the defender, those requested, the longest defence first."""
    cut: bool
    """Whether replies are left out, because the tree would have become too large or comes to a position again."""
    moves_again: bool = False
    """Whether the side that makes the move makes the next one, too: it has an extra turn, or is alone with a puzzle."""


@short_repr
@dataclasses.dataclass(frozen=True)
class Solution:
    """How a position is solved: a tree of moves; in a puzzle for one, a line of them, with others that are as short."""

    value: Value
    """For the side to move."""
    keys: Tuple[SolutionMove, ...]
    """For a win the fastest moves, for a draw the moves that hold it, for a loss the defences."""
    refuted: Tuple[SolutionMove, ...]
    """For a draw: the captures that lose, one line each."""
    cut: bool
    """Whether the tree is cut anywhere."""

    @property
    def main_line(self) -> Tuple[str, ...]:
        """The line of the first move each time."""
        line = []
        moves = self.keys
        while moves:
            line.append(moves[0].move)
            moves = moves[0].replies
        return tuple(line)


class Puzzle:
    """A position in which there is something to find, with its solution.

    ``print`` shows it as text, a notebook as a board with the solution folded away. Made by
    :meth:`Table.mine`.
    """

    def __init__(self, core: _zermelo.Puzzle, number: int, values: Values) -> None:
        self._core = core
        self._values = values
        self.number = number
        """1 for the first puzzle of a search, 2 for the second, ..."""

    @property
    def position(self) -> Any:
        """The canonical position; the side to move is to solve it. With rules in Python, a state."""
        return self._core.position

    @property
    def value(self) -> Value:
        """What it is worth to the side to move."""
        return self._values[self._core.value]

    @property
    def pieces(self) -> Tuple[int, int]:
        """The numbers of pieces of the side to move, and of the other."""
        return self._core.pieces

    @property
    def difficulty(self) -> float:
        """In bits; docs/puzzles.md says what that means."""
        return self._core.difficulty

    @property
    def diagram(self) -> Diagram:
        """The board; its caption says what is to be done."""
        return Diagram(self._core.diagram)

    @property
    def solution(self) -> Solution:
        """How it is solved."""
        return make_solution(self._core.solution(), self._values)

    def text(self) -> str:
        """The board, what is to be done, and the solution."""
        return self._core.text(self.number)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<zermelo.Puzzle {self.position!r}, {self.value}>"

    def _repr_html_(self) -> str:
        return self._core.html(self.number)


def make_solution(parts: Tuple[Any, ...], values: Values) -> Solution:
    value, keys, refuted, cut = parts
    return Solution(values[value], _moves(keys, values), _moves(refuted, values), cut)


def _moves(nodes: Iterable[Tuple[Any, ...]], values: Values) -> Tuple[SolutionMove, ...]:
    return tuple(SolutionMove(move, tuple(same), values[value], position, _moves(replies, values), cut, again)
                 for move, same, value, position, replies, cut, again in nodes)
