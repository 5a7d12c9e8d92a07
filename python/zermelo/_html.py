# SPDX-License-Identifier: MIT
"""Small tables for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]], shown: int = 60) -> str:
    """Rows of text; if there are many, the first ones, and how many follow."""
    rows = list(rows)
    lines = ["<table>", "<thead>" + _row("th", head) + "</thead>", "<tbody>"]
    lines += [_row("td", row) for row in rows[:shown]]
    if len(rows) > shown:
        lines.append(_row("td", [f"… and {len(rows) - shown:,} more"]))
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(cell: str, texts: Sequence[str]) -> str:
    style = ' style="text-align:left; padding:0.15em 1em 0.15em 0"'
    return "<tr>" + "".join(f"<{cell}{style}>{html.escape(t)}</{cell}>" for t in texts) + "</tr>"
