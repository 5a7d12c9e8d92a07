# SPDX-License-Identifier: MIT
"""Plots, with matplotlib if it is there."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Optional, TYPE_CHECKING

from ._reports import TableStats

if TYPE_CHECKING:
    from ._table import Table

# The colours of the pictures of positions.
WIN, DRAW, LOSS = "#2e7d32", "#8a8a8a", "#b3261e"


def pyplot() -> Any:
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ImportError:
        raise ImportError("Plots need matplotlib, which is not there (Debian: python3-matplotlib; "
                          "or: pip install matplotlib).") from None


def new_axes(ax: Any, width: float = 7.2, height: float = 3.6) -> Any:
    if ax is not None:
        return ax
    return pyplot().subplots(figsize=(width, height), layout="constrained")[1]


def tidy(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)


def plot_table(table: Table, ax: Any, stats: Optional[TableStats]) -> Any:
    """How many positions are won and lost in how many plies, or are how far from the start."""
    pyplot()
    if table.holds_distances:
        histogram = table.distance_stats().histogram
        ax = new_axes(ax)
        ax.bar(list(histogram), list(histogram.values()), color="#3f6fb5", width=0.9)
        ax.set_xlabel("plies from the start")
        ax.set_ylabel("states")
    else:
        ax = _plot_values(stats if stats is not None else table.stats(), new_axes(ax))
    ax.set_title(_title(table), fontsize=11, loc="left")
    tidy(ax)
    return ax


def _title(table: Table) -> str:
    title = str(table.game) if table.game.name != "bddl" else "a game in BDDL"
    return title if len(title) <= 70 else title[:69] + "…"


def _plot_values(stats: TableStats, ax: Any) -> Any:
    metric = next(iter(stats.histogram)).metric if stats.histogram else "distance"
    if metric == "outcome":
        counts = [stats.wins, stats.draws, stats.losses]
        ax.bar(["wins", "draws", "losses"], counts, color=[WIN, DRAW, LOSS], width=0.7)
    else:
        wins: Dict[int, int] = {v.number: n for v, n in stats.histogram.items() if v.is_win}
        losses = {-v.number: n for v, n in stats.histogram.items() if v.is_loss}
        ax.bar(list(wins), list(wins.values()), color=WIN, width=0.9, label=f"wins: {stats.wins:,}")
        ax.bar(list(losses), list(losses.values()), color=LOSS, width=0.9,
               label=f"losses: {stats.losses:,}")
        if stats.draws:
            ax.bar([], [], color=DRAW, label=f"draws: {stats.draws:,}")
        ax.set_xlabel("plies to the end of the game" if metric == "distance" else "won or lost by")
        ax.legend(frameon=False)
    ax.set_ylabel("positions")
    ax.set_yscale("log")
    return ax
