# SPDX-License-Identifier: MIT
"""How things are shown: by the interpreter, in messages, and in notebooks."""

from __future__ import annotations

import dataclasses
import html
import reprlib
from collections.abc import Iterable, Sequence
from typing import Any, Type, TypeVar

C = TypeVar("C")

_cut = reprlib.Repr()
_cut.maxlevel = 3
_cut.maxlist = _cut.maxtuple = _cut.maxdict = 2
_cut.maxstring = _cut.maxlong = _cut.maxother = 60


def short_repr(cls: Type[C]) -> Type[C]:
    """Gives a dataclass a repr() of every field, but only the beginning of a long one."""

    def __repr__(self: Any) -> str:
        fields = (f"{f.name}={_cut.repr(getattr(self, f.name))}" for f in dataclasses.fields(self))
        return f"{type(self).__name__}({', '.join(fields)})"

    cls.__repr__ = __repr__  # type: ignore[assignment]  # (a method is set on a class)
    return cls


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 ply", "1,234 plies"."""
    return f"{number:,} {one if number == 1 else many}"


# --- Small tables for notebooks


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]], shown: int = 60) -> str:
    """A table of texts; if there are many rows, the first ones, and how many follow."""
    rows = list(rows)
    lines = [row_html([cell_html(text) for text in row]) for row in rows[:shown]]
    if len(rows) > shown:
        lines.append(row_html([cell_html(f"… and {len(rows) - shown:,} more")]))
    return table_of_rows(head, lines)


def table_of_rows(head: Sequence[str], rows: Iterable[str]) -> str:
    """A table whose rows are made by :func:`row_html`."""
    heading = row_html([cell_html(text, "th") for text in head])
    return "\n".join(["<table>", f"<thead>{heading}</thead>", "<tbody>", *rows, "</tbody>", "</table>"])


def row_html(cells: Iterable[str]) -> str:
    """A row of what :func:`cell_html` makes."""
    return f"<tr>{''.join(cells)}</tr>"


def cell_html(text: str, tag: str = "td", *, span: int = 1, colour: str = "") -> str:
    """A text as a cell, or as ``span`` of them."""
    wide = f' colspan="{span}"' if span > 1 else ""
    style = "text-align:left; padding:0.15em 1em 0.15em 0" + (f"; color:{colour}" if colour else "")
    return f'<{tag}{wide} style="{style}">{html.escape(text)}</{tag}>'
