# SPDX-License-Identifier: MIT
"""Graded games."""

from __future__ import annotations

import random
import xml.dom.minidom
from typing import Any, Callable, List

import pytest

import zermelo
from conftest import TABLES, Tables
from zermelo import Grade, Status


def test_best_play_is_graded_best(small: zermelo.Table) -> None:
    line = small.line(small.start)
    game = small.grade(line.moves)
    assert [m.grade for m in game.moves] == [Grade.BEST] * 17 and not game.mistakes
    assert game.result is not None and game.result.winner == "black" and game.position is None
    assert (game.black.moves, game.white.moves, game.black.best) == (9, 8, 9)
    assert small.grade("1. " + " ".join(line.moves)) == game
    assert game.diagram().board != game.diagram(0).board == small.diagram().board


def test_expected_errors(small: zermelo.Table) -> None:
    game = small.grade(small.line(small.start).moves)
    for side, grades in (("black", game.black), ("white", game.white)):
        risks = [m.risk for m in game.moves if m.side == side]
        assert grades.expected_errors == pytest.approx(sum(r.errs for r in risks if r is not None))
    assert game.moves[0].risk == small.risk(small.start)


def test_mistakes_are_found(small: zermelo.Table) -> None:
    game = small.grade("a1U a3D")
    first = game.moves[0]
    assert first.grade is Grade.WIN_TO_LOSS and first.best_moves == ("b2L", "b2R") and game.mistakes[0] == first
    assert (first.ply, first.side, first.move, first.legal_moves) == (1, "black", "a1U", 14)
    assert first.value == zermelo.Value.loss(14) and first.best == zermelo.Value.win(17)
    assert game.position is not None and game.result is None
    assert "win to loss; best was b2L, b2R (win in 17)" in str(game)
    document = xml.dom.minidom.parseString(game._repr_html_())
    assert len(document.getElementsByTagName("tr")) == 4


@pytest.mark.parametrize("name", [n for n in TABLES if n not in ("reach", "few")])
def test_random_games(tables: Tables, name: str) -> None:
    chance = random.Random(5)
    with zermelo.open(tables[name]) as table:
        for _ in range(10):
            position, moves = table.start, []
            for _ in range(60):
                played = chance.choice(table.game.moves(position))
                moves.append(played.move)
                if played.result is None:
                    break
                position = played.result
            game = table.grade(moves)
            assert [m.move for m in game.moves] == moves
            for m in game.moves:
                worth = {x.move: x.value for x in table.moves(m.position)}
                assert m.value == worth[m.move] and m.best == max(worth.values())
                assert set(m.best_moves) == {x for x, v in worth.items() if v == m.best}
                assert (m.grade is Grade.BEST) == (m.value == m.best)
                assert m.grade.is_mistake == (m.value.outcome != m.best.outcome)
            result = table.game.result(game.moves[-1].after)
            assert game.result == result and (result is None) == (game.position is not None)


def test_what_the_table_does_not_hold(tables: Tables) -> None:
    with zermelo.open(tables["few"]) as few:
        move = few.game.moves(few.start)[0].move
        graded = few.grade([move]).moves[0]
        assert graded.grade is Grade.NONE and graded.status is Status.NOT_IN_TABLE
        assert graded.value is None and graded.error and graded.error in str(few.grade([move]))


def test_what_cannot_be(tables: Tables, small: zermelo.Table) -> None:
    with pytest.raises(zermelo.IllegalMove, match="z9"):
        small.grade("b2L z9")
    with pytest.raises(zermelo.IllegalPosition):
        small.grade([], start="nonsense")
    with pytest.raises(zermelo.GameOver) as raised:
        small.grade([], start="www/1o1/b2 b")
    assert raised.value.winner == "white"
    wrong: List[Any] = [3, None, [3]]
    for moves in wrong:
        with pytest.raises(TypeError):
            small.grade(moves)
    with zermelo.open(tables["reach"]) as reach, pytest.raises(zermelo.UsageError):
        reach.grade([])


def test_results() -> None:
    game = zermelo.Game("mnk")
    result = game.result("bbb/ww1/3 w")
    assert result is not None and result.winner == "black" and game.result(game.start) is None
    full = game.result("bwb/bww/wbb w")
    assert full is not None and full.winner is None
    assert game.to_move("bbb/ww1/3 w") == "white" and game.to_move(game.start) == "black"
    with pytest.raises(zermelo.IllegalPosition):
        game.result("x")


def test_plots(tables: Tables, small: zermelo.Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for name in TABLES:
        with zermelo.open(tables[name]) as t:
            axes = t.plot()
            assert len(axes.patches) > 0 and axes.get_title(loc="left")
    game = small.grade("a1U a3D a1R")
    axes = game.plot(pyplot.figure().subplots())
    assert axes.texts and "a1U" in axes.texts[0].get_text()
    assert len(small.grade([]).plot().lines) >= 1
    pyplot.close("all")
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    plots: List[Callable[[], object]] = [small.plot, game.plot]
    for plot in plots:
        with pytest.raises(ImportError, match="need matplotlib"):
            plot()
