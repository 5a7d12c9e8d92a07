# SPDX-License-Identifier: MIT
"""scripts/ostle-search-sample.py, which compares the search for the shortest win with a table: on a small
board, and with ZERMELO_LONG_TESTS on the table of eight pieces, which takes minutes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import LONG, SOURCE

SCRIPT = SOURCE / "scripts" / "ostle-search-sample.py"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)


def test_small_board(tmp_path: Path) -> None:
    table = tmp_path / "small.ztb"
    done = run("size=3", "start=3", "lose=1", "--count", "25", "--plies", "5", "--table", str(table))
    assert done.returncode == 0, done.stderr
    rows = {cells[1]: int(cells[2]) for cells in
            (re.split(r"\s*\|\s*", line) for line in done.stdout.splitlines()[2:])}
    assert set(rows) == {"1", "3", "5", "all"}
    assert rows["all"] == 25 and all(rows[plies] in (8, 9) for plies in ("1", "3", "5"))
    # The table is kept, and one of another game is refused.
    assert table.stat().st_size > 0
    other = run("size=3", "start=3", "lose=0", "--count", "1", "--table", str(table))
    assert other.returncode == 1 and "is a table of ostle lose=1" in other.stderr


def test_what_cannot_be() -> None:
    done = run("size=9")
    assert done.returncode == 1 and done.stderr.startswith("ostle-search-sample: ")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not LONG, reason="takes minutes: set ZERMELO_LONG_TESTS=1")
def test_eight_pieces() -> None:
    done = run()
    assert done.returncode == 0, done.stderr
    assert "| all | 1,000 |" in done.stdout
