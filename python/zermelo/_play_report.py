# SPDX-License-Identifier: MIT
"""The report on a game: what `zermelo report --json` prints, as an object with the same names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Dict, List

from ._display import table_html
from ._errors import optional_module
from ._plots import DRAW, LOSS, WIN, new_axes, tidy


class ReportPart:
    """Some of a report's numbers, by their names: ``part.positions``, or ``part["positions"]``."""

    def __init__(self, numbers: Dict[str, Any]) -> None:
        self._numbers = numbers

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._numbers:
            raise AttributeError(f"{type(self).__name__} has no number {name!r}; it has {', '.join(self._numbers)}")
        return _part(self._numbers[name])

    def __getitem__(self, name: str) -> Any:
        return _part(self._numbers[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *self._numbers})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReportPart) and self._numbers == other._numbers

    __hash__ = None  # type: ignore[assignment]  # (what it holds can be changed)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._numbers)})"

    def to_dict(self) -> Dict[str, Any]:
        """The numbers as dictionaries and lists, which may be changed."""
        return {name: _copied(value) for name, value in self._numbers.items()}


class PlayReport(ReportPart):
    """What :meth:`Table.report` says. Its names are those of ``zermelo report --json``, which docs/report.md
    defines: ``report.random.first``, ``report.plies[3].traps``."""

    def __init__(self, numbers: Dict[str, Any], markdown: str) -> None:
        super().__init__(numbers)
        self._markdown = markdown

    def __repr__(self) -> str:
        return f"PlayReport(positions={self.all.positions:,})"

    def __reduce__(self) -> Any:
        return PlayReport, (self._numbers, self._markdown)

    def to_markdown(self) -> str:
        """The report as ``zermelo report --format markdown`` prints it, with headings from level 1."""
        return self._markdown

    def frame(self, name: str) -> Any:
        """One of the report's lists as a table of pandas, a row for each of its elements: ``"plies"``,
        ``"errors"``, ``"first_moves"``, ``"worst_traps"``. Raises ImportError without pandas."""
        rows = self._numbers[name]
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ValueError(f"{name} is not a list of rows")
        return optional_module("pandas", "Frames need pandas").DataFrame(rows)

    def plies_frame(self) -> Any:
        """A table of pandas with a row for each distance from the start, from 0 on."""
        frame = self.frame("plies")
        frame.index.name = "ply"
        return frame

    def errors_frame(self) -> Any:
        """A table of pandas with a row for each rate of errors."""
        return self.frame("errors").set_index("rate")

    def first_moves_frame(self) -> Any:
        """A table of pandas with the first moves, best first."""
        return self.frame("first_moves")

    def traps_frame(self) -> Any:
        """A table of pandas with the worst traps."""
        return self.frame("worst_traps")

    def plot_errors(self, ax: Any = None) -> Any:
        """Draws how play between people who err ends, with matplotlib; returns the axes."""
        ax = new_axes(ax)
        rows = self._numbers["errors"]
        rates = [row["rate"] for row in rows]
        for name, colour, label in (("first", WIN, "first wins"), ("draw", DRAW, "draw"),
                                    ("second", LOSS, "second wins")):
            ax.plot(rates, [row[name] for row in rows], color=colour, label=label)
        ax.set_xlabel("chance of a move at random")
        ax.set_ylim(0, 1)
        ax.legend(frameon=False)
        tidy(ax)
        ax.yaxis.set_major_formatter(lambda number, _: f"{number:.0%}")
        return ax

    def plot_plies(self, ax: Any = None) -> Any:
        """Draws who wins the positions at each distance from the start, with matplotlib; returns the axes."""
        ax = new_axes(ax)
        rows = [row for row in self._numbers["plies"] if row["positions"]]
        shares = [[row[name] / row["positions"] for row in rows] for name in ("first_wins", "draws", "second_wins")]
        ax.stackplot(range(len(rows)), *shares, colors=[WIN, DRAW, LOSS],
                     labels=["first wins", "draw", "second wins"])
        ax.set_xlabel("plies from the start")
        ax.set_ylim(0, 1)
        ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        tidy(ax)
        ax.yaxis.set_major_formatter(lambda number, _: f"{number:.0%}")
        return ax

    def _repr_html_(self) -> str:
        parts = []
        for name in ("first_moves", "errors", "plies", "worst_traps"):
            rows = self._numbers.get(name)
            if rows:
                head = list(rows[0])
                parts.append(f"<h4>{name}</h4>")
                parts.append(table_html(head, [[_shown(row.get(key)) for key in head] for row in rows]))
        return "\n".join(parts)


def _part(value: Any) -> Any:
    if isinstance(value, dict):
        return ReportPart(value)
    return [_part(element) for element in value] if isinstance(value, list) else value


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(element) for name, element in value.items()}
    return [_copied(element) for element in value] if isinstance(value, list) else value


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
