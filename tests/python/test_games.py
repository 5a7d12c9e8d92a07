# SPDX-License-Identifier: MIT
"""Games: rules, counting, solving, searching, proving."""

from __future__ import annotations

import math
import pickle
import warnings
from pathlib import Path
from typing import Any, Dict, List

import pytest

import zermelo
from conftest import SOURCE, TABLES, Tables, make_game
from zermelo import Outcome


def test_which_there_are() -> None:
    known = {g.name: g for g in zermelo.games()}
    assert {"ostle", "connect", "mnk", "othello", "bddl"} <= set(known)
    assert "hole-key" in known["ostle"].conditions
    assert [p.name for p in known["mnk"].parameters] == ["columns", "rows", "k"]


def test_what_it_is() -> None:
    game = zermelo.Game("ostle", size=4)
    assert game.name == "ostle" and game.parameters["size"] == "4" and game.parameters["start"] == "4"
    assert "square" in game.notation
    assert game.metrics == ("distance", "reach", "reach-all-moves")
    assert eval(repr(game)) == game and pickle.loads(pickle.dumps(game)) == game
    assert len({game, zermelo.Game("ostle", size=4, start=4), zermelo.Game("ostle")}) == 2
    assert game != "ostle" and str(game).startswith("ostle lose=")


@pytest.mark.parametrize("name", TABLES)
def test_any_game(name: str) -> None:
    game = make_game(name)
    assert pickle.loads(pickle.dumps(game)) == game and hash(game) == hash(make_game(name))
    legal = game.moves(game.start)
    assert legal and len({m.move for m in legal}) == len(legal)
    for m in legal:
        assert (m.result is None) == (m.ending is not None)
        assert all(game.play(game.start, move) == m for move in (m.move, *m.also))
        picture = game.diagram(m.after)
        board, to_move = picture.board, game.to_move(m.after)
        assert game.state_from(board, to_move, picture.hands).split() == m.after.split()[:2]
        if m.shape.to_squares and not m.shape.from_squares:
            cells = "".join(reversed(board))
            letters = "".join(kind.letter for kind in game.pieces) if len(game.pieces) > 1 else "bw"
            assert all(cells[s] in letters + letters.lower() for s in m.shape.to_squares)
    with pytest.raises(zermelo.IllegalPosition):
        game.state_from(["b"], "black")
    with pytest.raises(ValueError):
        game.state_from(board, "b")
    assert game.diagram().board == game.diagram(game.start).board
    assert game.canonical(game.canonical(game.start)) == game.canonical(game.start)


def test_kinds_hands_and_lines() -> None:
    game = make_game("tapatan")
    assert game.pieces == (zermelo.PieceKind("man", "M", True),)
    start = game.diagram()
    assert start.hands == {"b": 3, "w": 3} and len(start.lines) == 8 and start.lines[0] == (6, 7, 8)
    assert game.state_from(start.board, "black", {"w": 3, "b": 3}) == game.start
    assert game.new_state(start.board, to_move="black", hands=start.hands).position == game.start
    assert {m.shape.dropped for m in game.moves(game.start)} == {"b"}
    with pytest.raises(zermelo.IllegalPosition):
        game.state_from(start.board, "black", {"x": 1})
    with pytest.raises(zermelo.UsageError):
        game.new_state(game.start, hands={"b": 3})
    assert "Each side has three men in hand." in game.rules
    kinds = make_game("drops")
    assert [kind.letter for kind in kinds.pieces if kind.in_hand] == ["P"]
    dropped = kinds.moves("K2/1p1/2k[p] b")
    assert {m.shape.dropped for m in dropped} == {None, "p"}
    assert "P@b1" in [m.move for m in dropped]
    assert sum(1 + len(m.also) for m in make_game("quixo").moves("3/3/3 b")) == 20
    assert make_game("mnk").pieces == () and make_game("mnk").diagram().lines == ()


def bddl_files(folder: Path, precondition: str, effect: str) -> "tuple[Path, Path]":
    domain, problem = folder / "d.bddl", folder / "p.bddl"
    domain.write_text(f"#name\nBlack alone\n#blackactions\n:action go\n:parameters (?x,?y)\n:precondition ({precondition})\n"
                      f":effect ({effect})\n#whiteactions\n")
    problem.write_text("#boardsize\n2 2\n#init\nblack(1,1)\n")
    return domain, problem


def test_warnings_about_rules(tmp_path: Path) -> None:
    files = bddl_files(tmp_path, "black(?x,?y)", "NOT(black(?x,?y))")
    with pytest.warns(zermelo.RulesWarning, match=r"^d.bddl:7:10: NOT\(black\(\?x,\?y\)\) in an effect") as told:
        game = zermelo.Game.from_bddl(*files)
    assert told[0].filename == __file__ and game.warnings == (str(told[0].message),)
    with pytest.warns(zermelo.RulesWarning):
        zermelo.Game("bddl", **game.parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pickle.loads(pickle.dumps(game)) == game
        assert zermelo.Game("mnk").warnings == ()
        zermelo.Game.from_bddl(*bddl_files(tmp_path, "black(?x,?y)", "open(?x,?y)"))
    with pytest.raises(zermelo.NotWellFormed, match=r"d.bddl:7:23: the effect already says"):
        zermelo.Game.from_bddl(*bddl_files(tmp_path, "", "black(?x,?y) white(?x,?y)"))


def test_games_may_say_their_name(tmp_path: Path) -> None:
    assert zermelo.Game.from_bddl(*bddl_files(tmp_path, "black(?x,?y)", "open(?x,?y)")).title == "Black alone"
    assert zermelo.Game("mnk").title == "Tic-tac-toe"


def test_sizes_have_one_habit() -> None:
    assert zermelo.Game("mnk", columns=4, rows=3, k=3) == zermelo.Game("mnk", m=4, n=3, k=3)
    assert zermelo.Game("othello", rows=4, columns=4) == zermelo.Game("othello", rows=4, cols=4)


def test_bddl_from_files() -> None:
    folder = SOURCE / "games" / "hex"
    game = zermelo.Game.from_bddl(str(folder / "domain.bddl"), folder / "3x3.bddl", stuck="loss")
    assert game.name == "bddl" and "bddl" in repr(game).lower()
    with pytest.raises(zermelo.FileError):
        zermelo.Game.from_bddl(folder / "none.bddl", folder / "3x3.bddl")
    with pytest.raises(zermelo.NotWellFormed):
        zermelo.Game.from_bddl(SOURCE / "README.md", folder / "3x3.bddl")
    with pytest.raises(ValueError):
        zermelo.Game.from_bddl(folder / "domain.bddl", folder / "3x3.bddl", stuck="maybe")


def test_no_such_game() -> None:
    wrong: List[Dict[str, object]] = [dict(size=9), dict(colour="red"), dict(size="three")]
    for parameters in wrong:
        with pytest.raises(zermelo.UsageError):
            zermelo.Game("ostle", **parameters)
    with pytest.raises(zermelo.UsageError):
        zermelo.Game("chess")
    with pytest.raises(TypeError):
        zermelo.Game(3)  # type: ignore[arg-type]


def test_positions_and_ends() -> None:
    game = zermelo.Game("mnk")
    won = [m for m in game.moves("bb1/ww1/3 b") if m.result is None]
    assert [(m.move, m.ending) for m in won] == [("c3", Outcome.WIN)]
    with pytest.raises(zermelo.GameOver):
        game.moves("bbb/ww1/3 w")
    with pytest.raises(zermelo.IllegalPosition):
        game.moves("bbbb b")
    with pytest.raises(zermelo.IllegalMove, match="there are a1"):
        game.play(game.start, "z9")
    assert game.diagram("bbb/ww1/3 w").board == ("bbb", "ww.", "...")


def test_counting() -> None:
    assert zermelo.Game("mnk").count().totals == {
        "positions": 5478, "over": 958, "canonical": 765, "canonical_over": 138}
    quick = zermelo.Game("ostle", size=3, start=3, lose=1).count(quick=True, threads=1)
    assert quick.totals["positions"] > 0 and quick.slices


def test_solving(tables: Tables, tmp_path: Path) -> None:
    told: List[zermelo.SolveProgress] = []
    game = make_game("ostle")
    report = game.solve(tmp_path / "a.ztb", progress=told.append, threads=2, memory=math.inf)
    assert report.positions == 2436 and not report.was_complete
    assert report.table_bytes == (tmp_path / "a.ztb").stat().st_size
    assert all(0 <= p.fraction <= 1 and p.phase for p in told)
    assert (tmp_path / "a.ztb").read_bytes() == tables["ostle"].read_bytes()
    assert game.solve(tmp_path / "a.ztb", resume=True).was_complete
    with pytest.raises(zermelo.FileError, match="another kind of table"):
        game.solve(tmp_path / "a.ztb", memory=2**30, metric="reach")
    game.solve(tmp_path / "a.ztb", memory=2**30, metric="reach", force=True)
    with pytest.raises(zermelo.FileError, match="the table of another game"):
        zermelo.Game("mnk").solve(tmp_path / "a.ztb")
    assert zermelo.open(tmp_path / "a.ztb").holds_distances


def test_solving_what_cannot_be(tmp_path: Path) -> None:
    game = zermelo.Game("ostle")
    with pytest.raises(MemoryError, match="memory"):
        game.solve(tmp_path / "a.ztb", memory=1000)
    with pytest.raises(zermelo.UsageError):
        game.solve(tmp_path / "a.ztb", metric="score")
    with pytest.raises(OSError):
        zermelo.Game("mnk").solve(tmp_path / "no" / "folder.ztb")
    wrong: List[Dict[str, Any]] = [
        dict(memory=0), dict(memory=-5), dict(threads=-1), dict(checkpoint_seconds=-1)]
    for options in wrong:
        with pytest.raises(ValueError):
            game.solve(tmp_path / "a.ztb", **options)
    wrong = [dict(memory="8G"), dict(threads=1.5), dict(progress=7), dict(memory=math.nan)]
    for options in wrong:
        with pytest.raises(TypeError):
            game.solve(tmp_path / "a.ztb", **options)
    assert not list(tmp_path.iterdir())


def test_exception_in_progress_leaves_a_checkpoint(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(p: zermelo.SolveProgress) -> None:
        raise Enough(p.phase)

    game = zermelo.Game("ostle", size=4, start=4, lose=2)
    game.solve(tmp_path / "whole.ztb")
    with pytest.raises(Enough):
        game.solve(tmp_path / "a.ztb", progress=stop)
    assert (tmp_path / "a.ztb.checkpoint").exists() and not (tmp_path / "a.ztb").exists()
    game.solve(tmp_path / "a.ztb", resume=True)
    assert (tmp_path / "a.ztb").read_bytes() == (tmp_path / "whole.ztb").read_bytes()


def test_search_move() -> None:
    game = zermelo.Game("othello", rows=8, columns=8)
    found = game.search_move(max_plies=2)
    assert found.finding == "open" and found.plies is None
    assert found.move in game.moves(game.start)
    small = zermelo.Game("breakthrough", columns=3, rows=4)
    won = small.search_move("1w1/b2/3/3 b")
    assert (won.finding, won.plies) == ("wins", 1)
    lost = small.search_move("3/3/w2/1b1 b", max_plies=4)
    assert lost.finding in ("wins", "loses") and lost.plies is not None
    with pytest.raises(zermelo.UsageError):
        zermelo.Game("connect").search_move()
    with pytest.raises(zermelo.IllegalPosition):
        game.search_move("nonsense")


def test_letter_row() -> None:
    game = zermelo.Game("othello", rows=8, columns=8)
    assert sorted(game.to_letter_row(m.move) for m in game.moves(game.start)) == ["C5", "D6", "E3", "F4"]
    assert game.from_letter_row("d6") == "f5"
    assert game.to_letter_row("pass") == "pass"


def test_depth() -> None:
    game = zermelo.Game.from_bddl(SOURCE / "games/connect/domain.bddl", SOURCE / "games/connect/4x4-3.bddl")
    found = game.depth(memory=1 << 24)
    assert found.plies == 9 and found.depth == 9
    assert game.depth(max_plies=5, memory=1 << 24).plies is None
    with pytest.raises(zermelo.UsageError):
        zermelo.Game("connect").depth()
    ostle = zermelo.Game("ostle")
    puzzle = ostle.depth(start="2o2/1b3/w1w2/bwbbb/ww3 b")
    assert puzzle.plies == 7 and puzzle.refuted == 5 and puzzle.depth is None
    assert ostle.depth(start="2o2/1b3/w1w2/bwbbb/ww3 b", side="white", max_plies=4).plies is None
    assert ostle.depth(seconds=0.2, memory=1 << 24).plies is None
    with pytest.raises(zermelo.IllegalPosition):
        ostle.depth(start="2o2/1b3/w1w2/bwbbb/ww2 b")
    checked = ostle.crosscheck(start="2o2/1b3/w1w2/bwbbb/ww3 b", seconds=1, memory=1 << 26)
    assert checked.disagreement is None and [r.plies for r in checked.rows] == [None, 7]


def test_proofs(tmp_path: Path) -> None:
    game = zermelo.Game("notakto", rows=3, columns=3)
    for method in ("auto", "ic3", "table"):
        proof = game.prove(tmp_path / "s.aig", method=method)
        assert proof.wins and proof.gates > 0
        assert zermelo.check_strategy(tmp_path / "s.aig", threads=1).holds
    lost = game.prove(side="white", method="ic3")
    assert lost.wins is False
    wrong: List[Dict[str, Any]] = [dict(method="luck"), dict(side="red"), dict(depth=-1), dict(seconds=-1)]
    for options in wrong:
        with pytest.raises(ValueError):
            game.prove(**options)


def test_boards_without_tables(tmp_path: Path) -> None:
    """Boards of up to 64 squares have everything but tables."""
    games = SOURCE / "games" / "gomoku"
    game = zermelo.Game.from_bddl(games / "domain.bddl", games / "8x8-double-three.bddl")
    assert len(game.moves(game.start)) == 56
    assert game.depth(max_plies=5).plies == 5
    with pytest.raises(zermelo.UsageError, match="too many positions to number"):
        game.solve(tmp_path / "gomoku.ztb")
    path = tmp_path / "gomoku.aig"
    assert game.prove(path, method="qbf", depth=5).wins
    assert zermelo.check_strategy(path).holds
    answer = zermelo.Strategy(path).answer(game.start)
    assert answer is not None and answer.rank == 5


def test_crosscheck() -> None:
    engines: List[str] = []
    found = zermelo.Game("mnk").crosscheck(seconds=20, progress=engines.append)
    assert found.disagreement is None and len(found.rows) >= 3 and set(engines) <= {r.engine for r in found.rows}
    assert all(r.wins is False for r in found.rows) and "<table>" in found._repr_html_()
