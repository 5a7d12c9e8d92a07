# SPDX-License-Identifier: MIT
"""Tables: every method, and what is raised."""

from __future__ import annotations

import gc
import itertools
import os
import pickle
import threading
import xml.dom.minidom
from pathlib import Path
from typing import Any, Callable, List, Union

import pytest

import zermelo
from conftest import SOURCE, TABLES, Tables, make_game, run_program
from zermelo import Value

START = "www/1o1/bbb b"


def test_paths(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tables["ostle"]
    monkeypatch.chdir(path.parent)
    names: List[Union[str, Path]] = [path, str(path), path.name, Path(path.name)]
    for name in names:
        with zermelo.open(name) as t:
            assert t.path == str(path) and t.probe(START) == Value.win(17)
    odd = tmp_path / os.fsdecode(b"\xffodd \xc3\xa9.ztb")
    odd.write_bytes(path.read_bytes())
    with zermelo.open(odd) as t:
        assert t.probe(START) == Value.win(17) and pickle.loads(pickle.dumps(t)).path == str(odd)
    with pytest.raises(ValueError):
        zermelo.open("a\0b")
    with pytest.raises(TypeError):
        zermelo.open(3)  # type: ignore[arg-type]


def test_no_table(tables: Tables, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="No such file"):
        zermelo.open(tmp_path / "none.ztb")
    with pytest.raises(zermelo.FileError):
        zermelo.open(tmp_path)
    (tmp_path / "text.ztb").write_text("no table at all, but long enough to look at" * 10)
    with pytest.raises(zermelo.DamagedTable):
        zermelo.open(tmp_path / "text.ztb")
    whole = tables["ostle"].read_bytes()
    (tmp_path / "cut.ztb").write_bytes(whole[:len(whole) // 2])
    with pytest.raises(OSError):
        zermelo.open(tmp_path / "cut.ztb")


def test_cut_short_while_open(tables: Tables, tmp_path: Path) -> None:
    # (Otherwise SIGBUS would end the interpreter.)
    for name in ("ostle", "connect", "breakthrough", "outcomes"):
        path = tmp_path / f"{name}.ztb"
        for left in (b"", tables[name].read_bytes()[:200], b"x" * 100_000):
            path.write_bytes(tables[name].read_bytes())
            with zermelo.open(path) as t:
                with open(path, "r+b") as file:  # the same file, not a new one in its place
                    file.truncate(0)
                    file.write(left)
                with pytest.raises(zermelo.DamagedTable, match="damaged"):
                    for position in t.sample(200, seed=3):
                        t.probe(position)


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link.ztb").symlink_to("disk/real.ztb")
    zermelo.Game("mnk").solve(tmp_path / "link.ztb")
    assert (tmp_path / "link.ztb").is_symlink() and (tmp_path / "disk" / "real.ztb").is_file()
    with pytest.raises(zermelo.FileError, match="not a regular file"):
        zermelo.Game("mnk").solve("/dev/stdout")


def test_damage_inside(tables: Tables, tmp_path: Path) -> None:
    whole = bytearray(tables["ostle"].read_bytes())
    whole[600] ^= 1
    (tmp_path / "bad.ztb").write_bytes(whole)
    with zermelo.open(tmp_path / "bad.ztb") as t:
        with pytest.raises(zermelo.DamagedTable, match="checksum"):
            t.verify()
        with pytest.raises(zermelo.DamagedTable):
            for position, _ in t:
                t.probe(position)


def test_closed(tables: Tables) -> None:
    t = zermelo.open(tables["ostle"])
    moves, line, game, diagram = t.moves(START), t.line(START), t.game, t.diagram(START)
    puzzles = t.mine(only_move=True)
    next(puzzles)
    walk = iter(t)
    next(walk)
    assert not t.closed
    t.close()
    t.close()
    assert t.closed and "closed" in repr(t) and bool(t)
    for question in (lambda: t.probe(START), lambda: t.moves(START), lambda: t.line(START),
                     lambda: t.start, lambda: t.info, lambda: list(t), lambda: t.verify(),
                     lambda: t.mine(), lambda: len(t), lambda: pickle.dumps(t), lambda: START in t,
                     lambda: t.__enter__(), lambda: t.stats(), lambda: t.index(START),
                     lambda: t.metric, lambda: t.solution(START), lambda: t.get(START, None)):
        with pytest.raises(ValueError, match="closed"):
            question()
    # Results that were returned stay valid.
    assert moves[0].move == "b2L" and line.complete and game.start == START and diagram.svg()
    assert next(puzzles).value.is_win and next(walk)


def test_questions(small: zermelo.Table) -> None:
    assert small.probe(START) == Value.win(17)
    assert small.get(START, None) == Value.win(17)
    assert small.start == START and small.rules == small.game == make_game("ostle")
    assert small.metric == "distance" and not small.holds_distances
    moves = small.moves(START)
    assert [m.value for m in moves] == sorted((m.value for m in moves), reverse=True)
    assert moves[0].result is not None and -small.probe(moves[0].result) == Value.win(16)
    assert len(small.line(START).moves) == 17 and small.line(START, 3).moves == small.line(START).moves[:3]
    assert not small.line(START, 0).moves
    assert small.canonical("bbb/1o1/www w") == START
    assert small.info.positions == len(small) == small.stats().positions
    assert small.stats(states=True).positions > len(small)


def test_what_there_is_not(tables: Tables, small: zermelo.Table) -> None:
    for text in ("", "nonsense", "www/1o1 b", "www/1o1/bbb", "www/1o1/bbb b z9U", "é"):
        with pytest.raises(zermelo.IllegalPosition):
            small.probe(text)
    with pytest.raises(ValueError):
        small.probe("nonsense")
    over = "www/1o1/b2 b"
    with pytest.raises(zermelo.GameOver, match="^The game is over"):
        small.probe(over)
    assert START in small and over not in small and 3 not in small
    with zermelo.open(tables["few"]) as few:
        with pytest.raises(KeyError) as raised:
            few.probe(few.start)
        assert not str(raised.value).startswith(("'", '"')) and isinstance(raised.value, zermelo.NotInTable)
        assert few.get(few.start, "nothing") == "nothing" and few.get(few.start) is None and few.start not in few
        with pytest.raises(zermelo.IllegalPosition):
            few.get("nonsense", None)


@pytest.mark.parametrize("wrong", [None, 3, b"www/1o1/bbb b", ["x"], object()])
def test_wrong_types(small: zermelo.Table, wrong: object) -> None:
    for question in (small.probe, small.moves, small.line, small.solution, small.canonical, small.index):
        with pytest.raises(TypeError, match="must be str"):
            question(wrong)  # type: ignore[operator]


def test_wrong_arguments(small: zermelo.Table) -> None:
    wrong: Any = small  # (typed Any, because mypy would find these mistakes)
    questions: List[Callable[[], object]] = [
        lambda: small.line(START, -1), lambda: small.mine(order="size"),
        lambda: small.mine(win_in=(9, 5)), lambda: small.mine(limit=-1),
        lambda: small.solution(START, defences="some"), lambda: small.stats(threads=-2),
        lambda: next(small.mine(conditions=["unknown"])), lambda: next(small.mine(win_by=3))]
    for question in questions:
        with pytest.raises(ValueError):
            question()
    questions = [lambda: wrong.mine(win_in="5"), lambda: wrong.mine(pieces=3),
                 lambda: wrong.verify(threads="x"), lambda: wrong.stats(progress=3),
                 lambda: wrong.mine(positions=[3]), lambda: wrong.mine(positions=3)]
    for question in questions:
        with pytest.raises(TypeError):
            question()


def test_numbers(small: zermelo.Table) -> None:
    found = 0
    for slice in range(small.slices):
        for index in range(small.indices(slice)):
            position = small.position(slice, index)
            if position is not None:
                found += 1
                assert small.canonical(position) == position
                assert small.index(position) in ((slice, index), None)
    assert found == len(small)
    for slice, index in ((-1, 0), (0, -1), (small.slices, 0), (0, small.indices(0)), (0, 10**30)):
        with pytest.raises(IndexError):
            small.position(slice, index)
    with pytest.raises(TypeError):
        small.position(0, 1.5)  # type: ignore[arg-type]


def test_distances(tables: Tables) -> None:
    with zermelo.open(tables["reach"]) as t:
        assert t.holds_distances and t.metric == "reach" and t.distance(t.start) == 0
        assert max(t.distance_stats().histogram) == t.distance_stats().farthest
        questions: List[Callable[[], object]] = [
            lambda: t.probe(t.start), lambda: t.moves(t.start), lambda: list(t), lambda: t.stats(),
            lambda: next(t.mine())]
        for question in questions:
            with pytest.raises(zermelo.UsageError):
                question()
    with zermelo.open(tables["ostle"]) as t, pytest.raises(zermelo.UsageError):
        t.distance(t.start)


def test_distances_of_a_game_in_version_2(tmp_path: Path) -> None:
    game = zermelo.Game.from_bddl(SOURCE / "games" / "dodgem" / "dodgem.bddl")
    assert game.metrics == ("distance", "reach")
    game.solve(tmp_path / "reach.ztb", metric="reach")
    with zermelo.open(tmp_path / "reach.ztb") as t:
        assert t.holds_distances and t.distance(t.start) == 0
        stats = t.distance_stats()
        assert stats.states == 1345 and stats.farthest == 14
        farthest = stats.farthest_states[0]
        assert t.distance(farthest) == 14 and len(t.way(farthest).moves) == 14
        assert t.way(farthest, exact=True).states[-1] == farthest
        assert t.verify().failure is None
    assert zermelo.Game.from_bddl(SOURCE / "games" / "kings-and-pieces" / "kqk.bddl").metrics == ("distance",)


def test_shrunk(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "small.ztb"
    assert run_program("ZERMELO_PROGRAM", "shrink", tables["connect"], "-o", path).returncode == 0
    with zermelo.open(tables["connect"]) as whole, zermelo.open(path) as small:
        assert whole.info.shrunk_from is None
        assert small.info.shrunk_from == whole.info.bytes > small.info.bytes == path.stat().st_size
        assert list(small) == list(whole)
        assert small.stats() == whole.stats()
        assert whole.verify().left_out == 0
        verified = small.verify()
        assert verified.failure is None
        assert 0 < verified.left_out < verified.positions == whole.verify().positions


def test_ways(tables: Tables, small: zermelo.Table) -> None:
    with zermelo.open(tables["reach"]) as t:
        assert t.way(t.start).found and t.way(t.start).moves == ()
        here, played = t.start, []
        for _ in range(5):
            move, result = [(m.move, m.result) for m in t.game.moves(here) if m.result is not None][-1]
            played.append(move)
            here = result
        shortest, exact = t.way(here), t.way(here, exact=True)
        assert shortest.found and len(shortest.moves) == t.distance(here)
        assert exact.found and exact.states[-1] == here
        assert len(shortest.moves) <= len(exact.moves) <= len(played)
        assert exact.refuted == len(exact.moves) - 1 and str(exact) == " ".join(exact.moves)
        assert not t.way(here, exact=True, max_plies=0).found
        with pytest.raises(zermelo.IllegalPosition):
            t.way("nonsense")
    with pytest.raises(zermelo.UsageError):
        small.way(small.start)


def test_luring(small: zermelo.Table) -> None:
    plain, lure = small.moves(small.start), small.moves(small.start, style="lure")
    assert sorted(m.move for m in plain) == sorted(m.move for m in lure)
    best = [m for m in lure if m.value == plain[0].value]
    assert lure[:len(best)] == best
    for m in best:
        assert m.opponent is not None and m.result is not None
        assert m.opponent == small.risk(m.result)
        assert 0 <= m.opponent.errs <= m.opponent.slips <= 1
    assert all(m.opponent is None for m in lure[len(best):])
    assert best == sorted(best, key=lambda m: (m.opponent.errs, m.opponent.slips), reverse=True)  # type: ignore[union-attr]
    line = small.line(small.start, style="lure")
    assert line.complete and len(line.moves) == len(small.line(small.start).moves)
    with pytest.raises(ValueError):
        small.moves(small.start, style="bold")


def test_mining(small: zermelo.Table) -> None:
    puzzles = list(small.mine(win_in=(5, 9), only_line=True, order="difficulty", limit=10))
    assert len(puzzles) == 10 and [p.number for p in puzzles] == list(range(1, 11))
    assert [p.difficulty for p in puzzles] == sorted((p.difficulty for p in puzzles), reverse=True)
    for p in puzzles:
        assert 5 <= p.value.plies <= 9 and small.probe(p.position) == p.value
        assert len(p.solution.main_line) == p.value.plies and p.solution.keys[0].move == p.solution.main_line[0]
        assert str(p).startswith(f"Puzzle {p.number}\n") and "<svg" in p._repr_html_()
    same = list(small.mine(win_in=7, positions=[p.position for p in puzzles]))
    assert {p.position for p in same} == {p.position for p in puzzles if p.value.plies == 7}
    assert not list(small.mine(limit=0)) and len(list(small.mine(conditions="hole-key", limit=1))) == 1


def test_mining_stops_when_dropped(small: zermelo.Table) -> None:
    before = threading.active_count(), len(os.listdir("/proc/self/task"))
    for _ in range(50):
        puzzles = small.mine()
        next(puzzles)
        puzzles.close()  # type: ignore[attr-defined]
        dropped = small.mine()
        next(dropped)
        del dropped
        small.mine()  # never begun
    gc.collect()
    assert (threading.active_count(), len(os.listdir("/proc/self/task"))) == before


def test_solutions(small: zermelo.Table) -> None:
    best, every = small.solution(START), small.solution(START, defences="all", max_nodes=1000)
    assert best.value == Value.win(17) == best.keys[0].value and best.main_line == small.line(START).moves

    def nodes(moves: "tuple[zermelo.SolutionMove, ...]") -> int:
        return sum(1 + nodes(m.replies) for m in moves)

    assert nodes(every.keys) > nodes(best.keys)


def test_walks(tables: Tables) -> None:
    with zermelo.open(tables["ostle"]) as t:
        assert list(t) == list(t.walk(threads=1))
        assert len({p for p, _ in t}) == len(t)
        a, b = iter(t), iter(t)
        assert all(x == y for x, y in zip(a, b))
        first = list(itertools.islice(t, 5))
        assert len(first) == 5 and all(isinstance(v, Value) for _, v in first)


def test_pictures(small: zermelo.Table) -> None:
    picture = small.diagram()
    assert picture.board == ("www", ".o.", "bbb") and (picture.columns, picture.rows) == (3, 3)
    assert "W17" in picture.svg() and "W17" not in small.diagram(values=False).svg()
    assert str(picture).splitlines()[0] == "3 w w w" and picture.caption.startswith("Black to move")
    for svg in (picture._repr_svg_(), small.game._repr_svg_()):
        xml.dom.minidom.parseString(svg)
    for html in (small._repr_html_(), small.moves(START)._repr_html_(), small.stats()._repr_html_()):
        xml.dom.minidom.parseString(html)


def test_saved_picture(small: zermelo.Table, tmp_path: Path) -> None:
    small.diagram().save(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == small.diagram().svg()


def test_pickled(tables: Tables) -> None:
    with zermelo.open(tables["ostle"]) as t:
        other = pickle.loads(pickle.dumps(t))
        assert other.probe(START) == t.probe(START)
        assert pickle.loads(pickle.dumps(t.game)) == t.game
        assert pickle.loads(pickle.dumps(t.stats())) == t.stats()
        assert pickle.loads(pickle.dumps(t.moves(START))) == t.moves(START)
    assert other.probe(START) == Value.win(17)  # not closed with the first


def test_progress_and_exceptions(small: zermelo.Table) -> None:
    class Enough(Exception):
        pass

    def stop(*told: object) -> None:
        raise Enough

    calls = []
    small.verify(progress=lambda done, all: calls.append((done, all)))
    assert all(0 <= done <= all for done, all in calls)
    try:
        small.stats(progress=stop)
    except Enough:
        pass


def test_validated(tables: Tables) -> None:
    with zermelo.open(tables["mnk"]) as t:
        report = t.validate(memory=1 << 28)
        assert report.same and report.won + report.lost + report.drawn + report.ended == 5478


def test_strategies(tables: Tables, tmp_path: Path) -> None:
    with zermelo.open(tables["notakto"]) as t:
        written = t.write_strategy(tmp_path / "s.aig")
        assert written.positions > 0 and "wins" in written.sentence
    check = zermelo.check_strategy(tmp_path / "s.aig")
    assert check.holds and check.sentence == written.sentence
    strategy = zermelo.Strategy(tmp_path / "s.aig")
    assert strategy.wins and strategy.game.name == "notakto" and strategy.owner == "black"
    answer = strategy.answer(strategy.game.start)
    assert answer is not None and answer.move in {m.move for m in strategy.game.moves(strategy.game.start)}
    with pytest.raises(zermelo.GameOver):
        strategy.answer("bbb/bbb/bbb w")
    with pytest.raises(zermelo.NotWellFormed):
        zermelo.Strategy(SOURCE / "README.md")
    with pytest.raises(zermelo.FileError):
        zermelo.Strategy(tmp_path / "none")


@pytest.mark.parametrize("name", [name for name in TABLES if name != "reach"])
def test_lists_say_what_iterating_says(tables: Tables, tmp_path: Path, name: str) -> None:
    with zermelo.open(tables[name]) as t:
        report = t.export(tmp_path / "list")
        lines = [line.split("\t") for line in (tmp_path / "list").read_text().splitlines() if line[0] != "#"]
        assert [(position, value) for position, value in lines] == [(p, str(v)) for p, v in t]
        assert report.positions == len(lines) == len(t)
        assert report.bytes == (tmp_path / "list").stat().st_size
        told: List[Any] = []
        for format in ("binary", "csv"):
            t.export(tmp_path / format, format=format, threads=1, progress=lambda done, all: told.append((done, all)))
        assert all(0 <= done <= total for done, total in told)
        for path in ("list", "binary"):
            found = t.compare_list(tmp_path / path)
            assert found.difference is None and found.positions == len(t)


def test_lists_of_single_slices(tables: Tables, tmp_path: Path) -> None:
    with zermelo.open(tables["mnk"]) as t:
        names = [s.name for s in t.info.slices]
        assert [p for p, _ in t.walk(slices=[1])] == ["3/3/b2 w", "3/3/1b1 w", "3/1b1/3 w"]
        t.export(tmp_path / "list", layers=[names[1]], format="csv")
        assert (tmp_path / "list").read_text().count("\n") == 4
        assert sum(1 for _ in t.walk(slices=range(len(names)))) == len(t)
        with pytest.raises(zermelo.UsageError, match="has no slice number 99"):
            t.walk(slices=[99])
        with pytest.raises(ValueError):
            t.walk(slices=[-1])
        with pytest.raises(zermelo.UsageError, match="has no layer 'x'"):
            t.export(tmp_path / "other", layers=["x"])
        assert not (tmp_path / "other").exists()


def test_lists_do_not_replace_files(tables: Tables, tmp_path: Path) -> None:
    (tmp_path / "list").write_text("precious")
    with zermelo.open(tables["mnk"]) as t:
        with pytest.raises(zermelo.UsageError, match="is there already; force=True replaces it"):
            t.export(tmp_path / "list")
        assert (tmp_path / "list").read_text() == "precious"
        t.export(tmp_path / "list", force=True)
        text = (tmp_path / "list").read_text()
        (tmp_path / "list").write_text(text.replace("draw", "win in 1", 1))
        assert "says win in 1 for" in str(t.compare_list(tmp_path / "list").difference)
        (tmp_path / "list").write_text(text[:-3])
        with pytest.raises(zermelo.NotWellFormed, match="The list is cut short"):
            t.compare_list(tmp_path / "list")
        with pytest.raises(ValueError, match="format must be"):
            t.export(tmp_path / "list", format="xml")

        def stop(done: int, total: int) -> None:
            raise KeyError

        with pytest.raises(KeyError):
            for _ in range(10_000):  # (progress is called a few times a second)
                t.export(tmp_path / "other", force=True, progress=stop)


def test_lists_of_strategies(tables: Tables, tmp_path: Path) -> None:
    with zermelo.open(tables["notakto"]) as t:
        t.write_strategy(tmp_path / "s.aig")
        strategy = zermelo.Strategy(tmp_path / "s.aig")
        report = strategy.export(tmp_path / "list")
        lines = [line.split("\t") for line in (tmp_path / "list").read_text().splitlines() if line[0] != "#"]
        assert report.positions == len(lines) > 1
        for position, rank in lines:
            answer = strategy.answer(position)
            assert answer is not None and rank == f"rank {answer.rank}"
        assert strategy.plies == strategy.answer(t.start).rank  # type: ignore[union-attr]
