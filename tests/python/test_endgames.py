# SPDX-License-Identifier: MIT
"""Endgame tables of chess variants: made, opened and asked."""

from __future__ import annotations

from pathlib import Path
from typing import List

import pytest

import zermelo

# Kings, rooks and pawns on three files and five ranks.
SMALL = """[small]
maxFile = 3
maxRank = 5
king = k
rook = r
pawn = p
startFen = rkr/ppp/3/PPP/RKR w - - 0 1
castling = false
doubleStep = false
promotionPieceTypes = r
promotionRegionWhite = *5
promotionRegionBlack = *1
"""
ROOK = "k2/3/K2/3/2R w"


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("variants") / "small.ini"
    path.write_text(SMALL, encoding="utf-8")
    return f"{path}:small"


def test_a_folder_is_made_and_is_a_table(variant: str, tmp_path: Path) -> None:
    folder = tmp_path / "small"
    estimate = zermelo.estimate_endgames(variant, folder)
    assert estimate.tables == 3 and estimate.largest in ("KPvK", "KRvK") and estimate.memory > 0 and estimate.disk > 0
    told: List[zermelo.EndgameProgress] = []
    report = zermelo.make_endgames(variant, folder, progress=told.append, threads=2)
    by_material = {t.material: t for t in report.tables}
    assert list(by_material)[0] == "KvK" and set(by_material) == {"KvK", "KRvK", "KPvK"}
    assert all(p.tables == 3 and p.material in by_material for p in told)
    kings, rook = by_material["KvK"], by_material["KRvK"]
    assert kings.longest_win is None and kings.longest is None and not rook.was_there
    assert rook.longest_win is not None and rook.longest is not None
    assert rook.bytes == (folder / "KRvK.ztb").stat().st_size
    table = zermelo.open(folder)
    assert len(table) == sum(t.positions for t in report.tables) >= table.stats().positions > 0
    assert table.probe(rook.longest) == zermelo.Value.win(rook.longest_win)
    line = table.line(rook.longest)
    assert line.complete and len(line.moves) == rook.longest_win
    best = table.moves(ROOK)[0]
    assert best.move == "Rc5#" and table.probe(ROOK) == zermelo.Value.win(1)
    assert not zermelo.estimate_endgames(variant, folder).tables
    again = zermelo.make_endgames(variant, folder)
    assert all(t.was_there for t in again.tables)


def test_materials_are_chosen(variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = zermelo.make_endgames(variant, materials=["KvK"], men=3)
    assert [t.material for t in report.tables] == ["KvK"]
    assert (tmp_path / "small").is_dir()
    report = zermelo.make_endgames(variant, men=2)
    assert [t.was_there for t in report.tables] == [True]


def test_what_makes_no_sense_is_refused(variant: str, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    for wrong in ("none", variant + "er"):
        with pytest.raises(zermelo.UsageError):
            zermelo.make_endgames(wrong, folder)
    with pytest.raises(zermelo.FileError):
        zermelo.make_endgames("none.ini:small", folder)
    with pytest.raises(zermelo.UsageError):
        zermelo.make_endgames(variant, folder, materials=["KQvK"])
    with pytest.raises(TypeError):
        zermelo.make_endgames(variant, folder, materials="KRvK")
    with pytest.raises(ValueError):
        zermelo.estimate_endgames(variant, folder, men=1)
    with pytest.raises(zermelo.OutOfMemory):
        zermelo.make_endgames(variant, folder, memory=1)


def test_work_that_is_stopped_goes_on(variant: str, tmp_path: Path) -> None:
    def stop(progress: zermelo.EndgameProgress) -> None:
        raise RuntimeError(progress.material)

    with pytest.raises(RuntimeError):
        # (So quick that the call may come when all is done.)
        zermelo.make_endgames("chess", tmp_path / "chess", materials=["KRvK", "KQvK"], progress=stop)
    report = zermelo.make_endgames("chess", tmp_path / "chess", materials=["KRvK", "KQvK"])
    assert {t.material for t in report.tables} >= {"KvK", "KRvK", "KQvK"}


def test_tables_may_tell_who_wins_alone(variant: str, tmp_path: Path) -> None:
    report = zermelo.make_endgames(variant, tmp_path / "t", metric="outcomes")
    assert all(t.longest is None for t in report.tables)
    table = zermelo.open(tmp_path / "t")
    assert table.metric == "outcome" and table.probe(ROOK) == zermelo.Value.of_outcome(1)
    assert all(m.value.is_win for m in table.moves(ROOK)[:1])
    with pytest.raises(zermelo.UsageError, match="another metric"):
        zermelo.make_endgames(variant, tmp_path / "t")


def test_tables_may_tell_plies_to_zeroing(variant: str, tmp_path: Path) -> None:
    zermelo.make_endgames(variant, tmp_path / "t", metric="dtz")
    table = zermelo.open(tmp_path / "t")
    value = table.probe(ROOK)
    assert table.metric == value.metric == "dtz" and str(value) == "win, zeroing in 1"
    assert value.category == "win" and value.zeroing == 1 and value.short == "W1" and value.plies == 0
    cursed = zermelo.Value.of_dtz(16384 + 3)
    assert cursed.is_past_rule and cursed.category == "cursed-win" and cursed.zeroing == 3 and cursed.short == "C3"
    assert str(cursed) == "cursed win, 3 past the rule" and (-cursed).category == "blessed-loss"
    assert str(-cursed) == "blessed loss, 3 past the rule"
    assert zermelo.Value.of_dtz(100) > cursed > zermelo.Value.of_dtz(0) > -cursed > zermelo.Value.of_dtz(-100)
    with pytest.raises(zermelo.UsageError, match="'dtc'"):
        zermelo.make_endgames(variant, tmp_path / "u", metric="dtc")
