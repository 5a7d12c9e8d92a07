# SPDX-License-Identifier: MIT
"""Plots, with matplotlib if it is there."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List

from ._errors import optional_module
from ._reports import DistanceStats, TableStats
from ._values import Value

# The colours of the pictures of positions.
WIN, DRAW, LOSS = "#2e7d32", "#8a8a8a", "#b3261e"


def pyplot() -> Any:
    return optional_module("matplotlib.pyplot", "Plots need matplotlib")


def new_axes(ax: Any, width: float = 7.2, height: float = 3.6) -> Any:
    if ax is not None:
        return ax
    return pyplot().subplots(figsize=(width, height), layout="constrained")[1]


def tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.yaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")


def plot_distances(stats: DistanceStats, title: str, ax: Any) -> Any:
    """How many states are how far from the start."""
    ax = new_axes(ax)
    ax.bar(list(stats.histogram), list(stats.histogram.values()), color="#3f6fb5", width=0.9)
    ax.set_xlabel("plies from the start")
    ax.set_ylabel("states")
    return _titled(ax, title)


def plot_values(stats: TableStats, title: str, ax: Any) -> Any:
    """How many positions are won and lost in how many plies, or by how much."""
    ax = new_axes(ax)
    metric = next(iter(stats.histogram)).metric if stats.histogram else "distance"
    ax.set_ylabel("positions")
    if metric == "outcome":
        counts = [stats.wins, stats.draws, stats.losses]
        ax.bar(["wins", "draws", "losses"], counts, color=[WIN, DRAW, LOSS], width=0.7)
        return _titled(ax, title)
    ended = {v: n for v, n in stats.histogram.items() if not v.is_endless}
    wins: Dict[int, int] = {v.number: n for v, n in ended.items() if v.is_win}
    losses = {-v.number: n for v, n in ended.items() if v.is_loss}
    draws = {0: stats.draws} if stats.draws else {}
    if metric == "score":  # losses to the left, wins to the right
        losses = {-number: n for number, n in losses.items()}
        ax.set_xlabel("won by (lost, if it is less than 0)")
        _bars(ax, wins, losses, draws, stats)
    else:  # (a draw and endless play have no end, and so no bar)
        ax.set_xlabel("plies to the end of the game")
        _bars(ax, wins, losses, {number: 0 for number in draws}, stats)
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    ax.set_yscale("log")
    ax.set_ylim(bottom=0.6)
    return _titled(ax, title)


def _titled(ax: Any, title: str) -> Any:
    ax.set_title(title if len(title) <= 70 else title[:69] + "…", fontsize=11, loc="left")
    tidy(ax)
    return ax


def _bars(ax: Any, wins: Dict[int, int], losses: Dict[int, int], draws: Dict[int, int],
          stats: TableStats) -> None:
    """Draws bars, side by side where wins and losses take equally many plies."""
    beside = 0.22 if wins.keys() & losses.keys() else 0.0
    width = 0.44 if beside else 0.9
    for counts, shift, colour, label in (
            (wins, -beside, WIN, f"wins: {stats.wins:,}"), (losses, beside, LOSS, f"losses: {stats.losses:,}"),
            (draws, 0.0, DRAW, f"draws: {stats.draws:,}")):
        if counts:
            ax.bar([number + shift for number in counts], list(counts.values()), color=colour, width=width,
                   label=label)


@dataclasses.dataclass(frozen=True)
class PlottedMove:
    """What is shown of a move."""

    ply: int
    side: str
    move: str
    value: Value
    is_mistake: bool


def plot_game(told: List[PlottedMove], title: str, ax: Any) -> Any:
    """What the position is worth to Black after each move: wins above, losses below, fast ones further
    out."""
    ax = new_axes(ax)
    heights = _heights(told)
    ax.axhline(0, color=DRAW, linewidth=0.8)
    ax.plot([m.ply for m in told], heights, color="#555555", linewidth=1.2, zorder=2)
    for side, colour in (("black", "#222222"), ("white", "#ffffff")):
        chosen = [i for i, m in enumerate(told) if m.side == side]
        ax.scatter([told[i].ply for i in chosen], [heights[i] for i in chosen], s=34, color=colour,
                   edgecolors="#222222", linewidths=1, zorder=3, label=side.capitalize() + " moved")
    _mark_mistakes(ax, told, heights)
    ax.set_ylim(-1.25, 1.25)
    ax.set_yticks([-0.75, 0, 0.75], ["White wins", "draw", "Black wins"])
    ax.set_xlabel("ply")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_title(title, fontsize=11, loc="left")
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _heights(moves: List[PlottedMove]) -> List[float]:
    """From 1 (Black wins at once) through 0.5 (as late as ever in this game) and 0 to -1."""
    numbers = [m.value.number if m.side == "black" else -m.value.number for m in moves]
    most = max((abs(n) for n in numbers), default=1) or 1
    fast_is_far = bool(moves) and moves[0].value.metric == "distance"

    def height(n: int) -> float:
        if n == 0:
            return 0.0
        share = abs(n) / most
        return (0.5 + 0.5 * (1 - share if fast_is_far else share)) * (1 if n > 0 else -1)

    return [height(n) for n in numbers]


def _mark_mistakes(ax: Any, moves: List[PlottedMove], heights: List[float]) -> None:
    for move, height in zip(moves, heights):
        if move.is_mistake:
            above = move.side == "white"
            ax.annotate(f"{move.ply}. {move.move}", (move.ply, height), xytext=(0, 12 if above else -12),
                        textcoords="offset points", ha="center", va="bottom" if above else "top",
                        color=LOSS, fontsize=9)
            ax.scatter([move.ply], [height], s=120, facecolors="none", edgecolors=LOSS, linewidths=1.6,
                       zorder=4)
