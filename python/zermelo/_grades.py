# SPDX-License-Identifier: MIT
"""Graded games: what each move was worth, and what it gave away."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Dict, List, Optional, Tuple

from ._arguments import AnyPosition
from ._bulk import Status
from ._diagram import Diagram
from ._display import cell_html, counted, row_html, short_repr, table_of_rows
from ._game import Game
from ._plots import LOSS, PlottedMove, plot_game
from ._reports import ErrorRisk, GameResult
from ._values import Value, Values


class Grade(enum.Enum):
    """What a move gives away, the least first."""

    BEST = "best"
    """No move is worth more."""
    LESSER_WIN = "lesser_win"
    """Still a win, but a slower one; in a table of scores, by less."""
    WORSE_LOSS = "worse_loss"
    """Lost anyway, but sooner; in a table of scores, by more."""
    WIN_TO_DRAW = "win_to_draw"
    DRAW_TO_LOSS = "draw_to_loss"
    WIN_TO_LOSS = "win_to_loss"
    NONE = "none"
    """The table does not say."""

    @property
    def is_mistake(self) -> bool:
        """Whether another result is given away."""
        return self in (Grade.WIN_TO_DRAW, Grade.DRAW_TO_LOSS, Grade.WIN_TO_LOSS)


@short_repr
@dataclasses.dataclass(frozen=True)
class GradedMove:
    """One move of a game."""

    ply: int
    """1 is the first of the game."""
    side: str
    """``"black"`` or ``"white"``."""
    position: AnyPosition
    """The position before the move."""
    move: str
    result: Optional[AnyPosition]
    """The position after it; None if the game is over then."""
    after: AnyPosition
    """As ``result``, but also at the end of the game: for pictures."""
    legal_moves: int
    """How many there were; if there is one, the mover had no choice."""
    status: Status
    """Whether the table says what the moves are worth; if not, why."""
    error: Optional[str]
    """If it does not, why, in a sentence."""
    grade: Grade
    words: str
    """The grade in words: "best", "slower win", "win to draw"."""
    value: Optional[Value]
    """The value of the move made, for the side that made it."""
    best: Optional[Value]
    """The value of the best move, likewise."""
    given_away: int
    """How many plies later a win comes than with the best move, or how many sooner a loss; with
    scores, how many points. 0 if another result was given away."""
    best_moves: Tuple[str, ...]
    """All that are worth as much as the best."""
    risk: Optional[ErrorRisk]
    """How easily the mover could err in the position before the move."""


@short_repr
@dataclasses.dataclass(frozen=True)
class SideGrades:
    """What one side did in a game."""

    moves: int
    graded: int
    """How many of the moves are graded; the table does not cover the others."""
    forced: int
    """How many of those graded were the only move."""
    best: int
    lesser_wins: int
    worse_losses: int
    wins_to_draws: int
    draws_to_losses: int
    wins_to_losses: int
    given_away: int
    """Plies or points, in all."""
    expected_errors: float
    """How many changes of the result were to be expected of a beginner in the same positions: the sum of
    the moves' ``risk.errs``."""


@short_repr
@dataclasses.dataclass(frozen=True)
class GradedGame:
    """A game, each of its moves graded. ``print`` and notebooks show it as a table."""

    game: Game
    start: AnyPosition
    moves: Tuple[GradedMove, ...]
    black: SideGrades
    white: SideGrades
    position: Optional[AnyPosition]
    """The position in which it stopped; None if the game is over."""
    result: Optional[GameResult]
    """How it has ended, if it is over."""

    @property
    def mistakes(self) -> List[GradedMove]:
        """The moves that gave away another result."""
        return [m for m in self.moves if m.grade.is_mistake]

    def diagram(self, ply: Optional[int] = None) -> Diagram:
        """The board after this many plies; by default, at the end."""
        last = len(self.moves) if ply is None else ply
        return self.game.diagram(self.start if last == 0 else self.moves[last - 1].after)

    def plot(self, ax: Any = None) -> Any:
        """Draws what the position was worth to Black from move to move, with the mistakes marked, with
        matplotlib; returns the axes."""
        told = [PlottedMove(m.ply, m.side, m.move, m.value, m.grade.is_mistake)
                for m in self.moves if m.value is not None]
        title = self.result.sentence if self.result else counted(len(self.moves), "ply", "plies")
        return plot_game(told, title, ax)

    def __str__(self) -> str:
        rows = [(f"{m.ply}.", m.side, m.move, "" if m.value is None else str(m.value), _verdict(m))
                for m in self.moves]
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(5)]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, self._end()])

    def _repr_html_(self) -> str:
        end = f"<tr><td></td>{cell_html(self._end(), span=4)}</tr>"
        return table_of_rows(("", "side", "move", "worth", "grade"), [*map(_html_row, self.moves), end])

    def _end(self) -> str:
        return self.result.sentence if self.result else "The game goes on."


def _verdict(move: GradedMove) -> str:
    if move.grade is Grade.NONE:
        return move.error or move.words
    if move.grade is Grade.BEST:
        return "the only move" if move.legal_moves == 1 else "best"
    late = f" by {move.given_away}" if move.given_away else ""
    return f"{move.words}{late}; best was {', '.join(move.best_moves)} ({move.best})"


def _html_row(move: GradedMove) -> str:
    colour = (LOSS if move.grade.is_mistake else
              "#8a5a00" if move.grade in (Grade.LESSER_WIN, Grade.WORSE_LOSS) else "inherit")
    texts = (f"{move.ply}.", move.side, move.move, "" if move.value is None else str(move.value))
    return row_html([*map(cell_html, texts), cell_html(_verdict(move), colour=colour)])


def graded_game(game: Game, found: Dict[str, Any], values: Values) -> GradedGame:
    result = found["result"]
    return GradedGame(
        game=game, start=found["start"], moves=tuple(_move(m, values) for m in found["moves"]),
        black=SideGrades(*found["black"]), white=SideGrades(*found["white"]),
        position=found["position"], result=None if result is None else GameResult(*result))


def _move(d: Dict[str, Any], values: Values) -> GradedMove:
    d["status"], d["grade"] = Status(d["status"]), Grade(d["grade"])
    for key in ("value", "best"):
        d[key] = None if d[key] is None else values[d[key]]
    d["risk"] = None if d["risk"] is None else ErrorRisk(*d["risk"])
    return GradedMove(**d)
