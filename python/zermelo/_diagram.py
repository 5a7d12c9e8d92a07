# SPDX-License-Identifier: MIT
"""Pictures of positions."""

from __future__ import annotations

from typing import Dict, Tuple

from . import _zermelo
from ._arguments import StrPath


class Diagram:
    """A picture of a position: ``print`` shows it as text, a notebook as a drawing.

    Made by :meth:`Game.diagram` and :meth:`Table.diagram`.
    """

    def __init__(self, core: _zermelo.Diagram) -> None:
        self._core = core

    @property
    def columns(self) -> int:
        """The number of columns of the board."""
        return self._core.columns

    @property
    def rows(self) -> int:
        """The number of rows of the board."""
        return self._core.rows

    @property
    def caption(self) -> str:
        """The text below: whose turn it is, and more."""
        return self._core.caption

    @property
    def board(self) -> Tuple[str, ...]:
        """The ranks from the top, one character per square: ``b`` and ``w`` pieces, ``o`` the hole,
        ``#`` a blocked square, ``.`` an empty one. In games with several kinds of pieces these are
        shown by their letters, White's in upper case."""
        cells, n = self._core.cells, self._core.columns
        return tuple(cells[i:i + n] for i in range(len(cells) - n, -1, -n))

    @property
    def hands(self) -> Dict[str, int]:
        """How many pieces each side has in hand, by their letters as in :attr:`board`; empty if there
        are none."""
        return self._core.hands

    @property
    def lines(self) -> Tuple[Tuple[int, ...], ...]:
        """The lines that pieces move along, each as the squares that it goes through; a square is
        ``rank * columns + file``. Then ``#`` is a square that does not exist. Empty for boards of
        squares."""
        return tuple(tuple(line) for line in self._core.lines)

    def text(self) -> str:
        """The picture as lines of text."""
        return self._core.text()

    def svg(self) -> str:
        """The picture as an SVG document."""
        return self._core.svg()

    def save(self, path: StrPath) -> None:
        """Writes the SVG document into a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg())

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<zermelo.Diagram {'/'.join(self.board)}>"

    def _repr_svg_(self) -> str:
        return self.svg()
