# SPDX-License-Identifier: MIT
"""Sets of states and their ranks."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo

# As far as the two examples of the paper walk through its Figure 3.
FIGURE_3 = ["00-1--", "01-11-", "01-011", "10-011", "10-1--", "11-01-", "11-111"]


def test_the_papers_examples() -> None:
    s = zermelo.StateSet.from_patterns(FIGURE_3)
    assert s.size == 30 and s.bits == 6 and s.nodes > 0
    assert s.rank("110011") == 25
    assert s.unrank(19) == "101011"
    assert [s.rank(s.unrank(n)) for n in range(30)] == list(range(30))
    assert "110011" in s and "000000" not in s and s.bits_of("000000") == "000000"
    assert repr(s) == "<StateSet 'set': 30 members of 6 bits>"


def test_files(tmp_path: Path) -> None:
    s = zermelo.StateSet.from_patterns(FIGURE_3)
    s.write(tmp_path / "figure-3.set")
    t = zermelo.StateSet(tmp_path / "figure-3.set")
    assert t.sample(20, seed=3) == s.sample(20, seed=3)
    assert [u.name for u in zermelo.StateSet.all_of(tmp_path / "figure-3.set")] == ["set"]
    assert t.to_move is None


def test_what_is_wrong(tmp_path: Path) -> None:
    s = zermelo.StateSet.from_patterns(FIGURE_3)
    with pytest.raises(zermelo.NotInTable):
        s.rank("000000")
    with pytest.raises(zermelo.IllegalPosition):
        s.rank("0")
    with pytest.raises(zermelo.UsageError):
        s.unrank(30)
    with pytest.raises(ValueError):
        s.unrank(-1)
    with pytest.raises(zermelo.UsageError):
        zermelo.StateSet.from_patterns(["012"])
    with pytest.raises(zermelo.FileError):
        zermelo.StateSet(tmp_path / "none")
