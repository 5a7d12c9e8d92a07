# SPDX-License-Identifier: MIT
"""Rules that are a class in Python: solved, asked, and refused where they make no sense."""

from __future__ import annotations

import dataclasses
import itertools
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Dict, List, Optional

import pytest

import zermelo
from conftest import Tables
from rules_examples import (EMPTY, Pancakes, TicTacToe, all_going_on, flips_by_breadth_first, mover, notation, outcome,
                            placed, square_name)

# Seconds to wait for KeyboardInterrupt; a sanitizer takes its time.
PATIENCE = 20.0 if os.environ.get("ZERMELO_SANITIZED") else 2.0
KINDS = ("str", "bytes", "int", "tuple")


@pytest.fixture(scope="module", params=KINDS)
def rules(request: pytest.FixtureRequest) -> TicTacToe:
    return TicTacToe(request.param)


@pytest.fixture(scope="module")
def solved(rules: TicTacToe, tmp_path_factory: pytest.TempPathFactory) -> zermelo.Table:
    path = tmp_path_factory.mktemp("rules") / "t.ztb"
    report = zermelo.solve(rules, path)
    assert report.positions == 5478
    return zermelo.open(path, rules=rules)


@pytest.fixture
def built_in(tables: Tables) -> zermelo.Table:
    return zermelo.open(tables["mnk"])


# --- Equal to the built-in game, everywhere


def test_values_are_those_of_the_built_in_game(rules: TicTacToe, solved: zermelo.Table,
                                               built_in: zermelo.Table) -> None:
    boards = all_going_on()
    assert len(boards) == len(solved) == 4520
    own = solved.probe_many([rules.encode(cells) for cells in boards])
    other = built_in.probe_many([notation(cells) for cells in boards])
    assert not own.errors and not other.errors
    assert (own.number == other.number).all()
    for cells in random.Random(1).sample(boards, 200):
        assert solved.probe(rules.encode(cells)) == built_in.probe(notation(cells)), cells


def test_moves_and_lines(rules: TicTacToe, solved: zermelo.Table, built_in: zermelo.Table) -> None:
    for cells in random.Random(2).sample(all_going_on(), 100):
        own, other = solved.moves(rules.encode(cells)), built_in.moves(notation(cells))
        assert sorted(m.value for m in own) == sorted(m.value for m in other), cells
        assert [m.value for m in own] == sorted((m.value for m in own), reverse=True)
        for m in own:
            after = placed(cells, _square(m.move))
            assert m.result == (rules.encode(after) if outcome(after) is None else None)
        line = solved.line(rules.encode(cells))
        assert line.complete
        for word in line.moves:
            cells = placed(cells, _square(word))
        assert outcome(cells) is not None
    assert solved.line(rules.encode(EMPTY), 3).complete is False


def _square(move: str) -> int:
    return int(move) if move.isdigit() else "abc".index(move[0]) + 3 * (3 - int(move[1]))


def test_walking_sampling_numbering(rules: TicTacToe, solved: zermelo.Table) -> None:
    everything = dict(solved)
    assert {rules.decode(state) for state in everything} == set(all_going_on())
    assert all(type(state) is type(rules.start()) for state in everything)
    for state in solved.sample(50, seed=3):
        assert solved.probe(state) == everything[state]
        number = solved.index(state)
        assert number is not None and solved.position(*number) == state


def test_table_as_a_whole(rules: TicTacToe, solved: zermelo.Table) -> None:
    stats = solved.stats()
    assert (stats.positions, stats.wins, stats.losses, stats.draws) == (4520, 2836, 632, 1052)
    assert stats.longest_win == 5 and all(solved.probe(state).plies == 5 for state in stats.longest)
    assert solved.verify().failure is None
    assert solved.start == rules.start() and rules.start() in solved
    assert solved.metric == "distance" and "TicTacToe" not in str(solved.game)
    assert str(solved.game) == "tic-tac-toe version=1"
    assert solved.game.count().totals == {"positions": 5478, "over": 958}
    assert rules.show(rules.start()) in str(solved.diagram())


def test_rules_of_a_game(rules: TicTacToe) -> None:
    game = zermelo.Game.from_rules(rules)
    cells = "xx.oo...."
    moves = {m.move: m for m in game.moves(rules.encode(cells))}
    winning = moves[square_name(2) if rules.kind in ("str", "tuple") else "2"]
    assert winning.ending is zermelo.Outcome.WIN and winning.result is None
    assert rules.decode(winning.after) == "xxxoo...."
    result = game.result(winning.after)
    assert result is not None and result.winner == "black"
    assert game.to_move(rules.encode(cells)) == "bw"[mover(cells)].replace("b", "black").replace("w", "white")
    with pytest.raises(zermelo.GameOver):
        game.moves(winning.after)
    with pytest.raises(zermelo.UsageError, match="positions are states"):
        game.new_state()
    with pytest.raises(zermelo.UsageError):
        pickle.dumps(game)


def test_grading(rules: TicTacToe, solved: zermelo.Table) -> None:
    line = solved.line(rules.start())
    graded = solved.grade(list(line.moves))
    assert graded.result is not None and graded.black.best == graded.black.graded
    assert graded.moves[0].position == rules.start()


def test_mining_and_solutions(rules: TicTacToe, solved: zermelo.Table, built_in: zermelo.Table) -> None:
    def has_one_way(cells: str) -> bool:
        values = [m.value for m in built_in.moves(notation(cells))]
        return str(values[0]) == "win in 3" and sum(v.is_win for v in values) == 1

    expected = {cells for cells in all_going_on() if has_one_way(cells)}
    puzzles = list(solved.mine(win_in=3, only_move=True))
    assert {rules.decode(p.position) for p in puzzles} == expected and len(puzzles) == len(expected) > 100
    for puzzle in puzzles[::50]:
        solution = solved.solution(puzzle.position)
        assert solution == puzzle.solution and len(solution.keys) == 1 and len(solution.main_line) == 3
        assert solution.main_line == solved.line(puzzle.position).moves
        key = solution.keys[0]
        assert not key.moves_again and rules.decode(key.position) == placed(rules.decode(puzzle.position),
                                                                            _square(key.move))
        assert f"1. {key.move} " in solved.solution_text(puzzle.position)
    chosen = [p.position for p in puzzles[:3]]
    assert [p.position for p in solved.mine(positions=chosen + chosen)] == chosen
    assert len(list(solved.mine(win_in=3, limit=5, threads=4))) == 5
    for wrong in ({"quiet_key": True}, {"pieces": (2, 2)}, {"win_by": 2}, {"conditions": "hole-key"}):
        with pytest.raises(zermelo.UsageError):
            next(solved.mine(**wrong))  # type: ignore[arg-type]
    abandoned = solved.mine()
    next(abandoned)
    del abandoned


def test_faulty_states(rules: TicTacToe, solved: zermelo.Table) -> None:
    over, unreached = rules.encode("xxxoo...."), rules.encode("xx.......")
    with pytest.raises(zermelo.GameOver):
        solved.probe(over)
    with pytest.raises(zermelo.NotInTable):
        solved.probe(unreached)
    assert solved.get(unreached) is None and over not in solved
    found = solved.probe_many([over, rules.start(), unreached])
    assert sorted(found.errors) == [0, 2]
    for wrong in (None, 1.5, ["a"]):
        with pytest.raises(TypeError, match="not a state of tic-tac-toe"):
            solved.probe(wrong)
    sized: Dict[str, Any] = {"str": "x" * 40, "bytes": b"x", "int": 2**20, "tuple": (1,)}
    with pytest.raises(zermelo.IllegalPosition):
        solved.probe(sized[rules.kind])


def test_without_rules(rules: TicTacToe, solved: zermelo.Table) -> None:
    with zermelo.open(solved.path) as t:
        everything = dict(t)
        assert len(everything) == 4520 and all(state.startswith("hex:") for state in everything)
        assert t.stats().wins == 2836
        with pytest.raises(zermelo.UsageError, match="rules="):
            t.moves(next(iter(everything)))


def test_threads_and_pickles(rules: TicTacToe, solved: zermelo.Table) -> None:
    wrong: List[str] = []

    def ask() -> None:
        for cells in random.Random(4).sample(all_going_on(), 50):
            if solved.moves(rules.encode(cells))[0].value != solved.probe(rules.encode(cells)):
                wrong.append(cells)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    copy = pickle.loads(pickle.dumps(solved))
    assert copy.probe(rules.start()) == solved.probe(rules.start())


def test_forked(solved: zermelo.Table) -> None:
    start = solved.start
    child = os.fork()
    if child == 0:
        os._exit(0 if solved.moves(start)[0].value == zermelo.Value.draw() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_same_bytes(rules: TicTacToe, solved: zermelo.Table, tmp_path: Path) -> None:
    for threads in (1, 3):
        zermelo.solve(rules, tmp_path / "t.ztb", threads=threads)
        assert (tmp_path / "t.ztb").read_bytes() == Path(solved.path).read_bytes()


# --- Optional methods


class Symmetric(TicTacToe):
    """With everything that a class may have."""

    def canonical(self, state: Any) -> Any:
        return self.encode(min(images(self.decode(state))))

    def successors(self, state: Any) -> Any:
        return [(move, self.play(state, move)) for move in self.moves(state)]

    def unmoves(self, state: Any) -> Any:
        cells = self.decode(state)
        last = "xo"[1 - mover(cells)]
        befores = [cells[:i] + "." + cells[i + 1:] for i in range(9) if cells[i] == last]
        return [self.encode(c) for c in sorted({min(images(b)) for b in befores if outcome(b) is None})]

    def layer(self, state: Any) -> int:
        return 9 - self.decode(state).count(".")

    def move_text(self, state: Any, move: Any) -> str:
        return f"to {move}"

    def board(self, state: Any) -> List[str]:
        cells = self.decode(state).replace("x", "b").replace("o", "W")
        return [cells[:3], cells[3:6], cells[6:]]


def images(cells: str) -> List[str]:
    found = []
    for _ in range(4):
        cells = "".join(cells[3 * (2 - i % 3) + i // 3] for i in range(9))
        found += [cells, "".join(cells[3 * (i // 3) + 2 - i % 3] for i in range(9))]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_optional_methods(kind: str, tmp_path: Path, built_in: zermelo.Table) -> None:
    rules = Symmetric(kind)
    report = zermelo.Game.from_rules(rules).try_rules(games=10)
    assert report.games == 10 and report.perft[:4] == (1, 9, 72, 504)
    zermelo.solve(rules, tmp_path / "t.ztb")
    with zermelo.open(tmp_path / "t.ztb", rules=rules) as t:
        assert len(t) == 627  # 765 up to symmetry, less those that are over
        for cells in random.Random(5).sample(all_going_on(), 100):
            assert t.probe(rules.encode(cells)) == built_in.probe(notation(cells))
        assert t.moves(rules.start())[0].move.startswith("to ")
        assert t.diagram(rules.encode("x.o......")).board[0] == "b.w"
        assert t.verify().failure is None


# --- Solved by unmoves


class Taken(Symmetric):
    """Without `layer`, which would be used instead; notes what it is asked about."""

    def __init__(self, kind: str = "str") -> None:
        super().__init__(kind)
        self.asked: List[Any] = []

    layer = zermelo.Rules.layer

    def unmoves(self, state: Any) -> Any:
        self.asked.append(state)
        return super().unmoves(state)


class TakenPancakes(Pancakes):
    """Flips are their own inverse; of the goal no flip is made."""

    def unmoves(self, state: bytes) -> List[bytes]:
        befores = [self.play(state, move) for move in self.moves(state)]
        return [before for before in befores if before != self.goal]


class TakenWild(zermelo.Rules):
    """Scores and extra turns, and play that can go round in circles."""

    name = "taken-wild"
    scores = True

    def start(self) -> Any:
        return (0, 0)

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def moves(self, s: Any) -> Any:
        return (1, 7, 40)

    def play(self, s: Any, move: int) -> Any:
        return ((s[0] + move) % 200, s[1] if move == 7 else 1 - s[1])

    def result(self, s: Any) -> Optional[int]:
        return s[0] % 19 - 9 if s[0] % 11 == 5 else None

    def unmoves(self, s: Any) -> Any:
        befores = [((s[0] - move) % 200, s[1] if move == 7 else 1 - s[1]) for move in self.moves(s)]
        return [before for before in befores if self.result(before) is None]


@pytest.mark.parametrize("kind", [Taken, TakenPancakes, TakenWild])
def test_unmoves_give_the_same_table(kind: Any, tmp_path: Path) -> None:
    rules = kind()
    zermelo.solve(rules, tmp_path / "a.ztb")
    zermelo.solve(type("Kept", (kind,), {"unmoves": zermelo.Rules.unmoves})(), tmp_path / "b.ztb")
    by_moves = zermelo.open(tmp_path / "b.ztb").walk_arrays()
    for (states, numbers), (others, expected) in zip(zermelo.open(tmp_path / "a.ztb").walk_arrays(), by_moves):
        assert (states == others).all() and (numbers == expected).all()
    zermelo.solve(rules, tmp_path / "c.ztb", checkpoint_seconds=0)  # (It pauses within levels, too.)
    assert (tmp_path / "a.ztb").read_bytes() == (tmp_path / "c.ztb").read_bytes()
    with zermelo.open(tmp_path / "a.ztb", rules=rules) as t:
        assert t.verify().failure is None


def test_unmoves_are_asked_about_every_state_once(tmp_path: Path) -> None:
    rules = Taken()
    zermelo.Game.from_rules(rules).try_rules(games=1)
    tried, rules.asked = rules.asked, []
    assert tried
    states = zermelo.solve(rules, tmp_path / "t.ztb").positions
    assert states == 765
    # (At the end; before it, the trial asks about some.)
    assert len(set(rules.asked[-states:])) == states


class Chain(zermelo.Rules):
    """Two thousand states in a row; random play does not come to where `unmoves` is wrong."""

    name = "chain"
    length = 2000
    wrong: Any = None

    def start(self) -> Any:
        return (0, 0)

    def to_move(self, s: Any) -> int:
        return int(s[1]) % 2

    def moves(self, s: Any) -> Any:
        return (1,)

    def play(self, s: Any, move: int) -> Any:
        return divmod(s[0] * 256 + s[1] + 1, 256)

    def result(self, s: Any) -> Optional[int]:
        return 1 if s[0] * 256 + s[1] == self.length else None

    def unmoves(self, s: Any) -> Any:
        n = s[0] * 256 + s[1]
        befores = [divmod(n - 1, 256)] if n > 0 else []
        return type(self).wrong(n, befores) if type(self).wrong else befores


def test_wrong_unmoves_that_the_trial_does_not_meet(tmp_path: Path) -> None:
    def chain(wrong: Any) -> Chain:
        kind = type("Chain", (Chain,), {"wrong": staticmethod(wrong)})
        return kind()  # type: ignore[no-any-return]

    assert zermelo.solve(Chain(), tmp_path / "t.ztb").positions == 2001
    for wrong, words in ((lambda n, b: [] if n == 1000 else b, "unmoves at 3,232: it lacks"),
                         (lambda n, b: [*b, (2, 2)] if n == 1000 else b, "unmoves at 3,232: it has"),
                         (lambda n, b: b[2] if n == 1000 else b, "unmoves at 3,232: IndexError")):
        with pytest.raises(zermelo.RulesError, match=words):
            zermelo.solve(chain(wrong), tmp_path / "u.ztb")
        assert not (tmp_path / "u.ztb").exists()


class Wild(zermelo.Rules):
    """A race to 0 from several starts, with scores and extra turns."""

    name = "wild"
    scores = True

    def start(self) -> Any:
        return (20, 0, 100)

    def starts(self) -> Any:
        return [(21, 1, 100), (19, 0, 100)]

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def moves(self, s: Any) -> Any:
        return [m for m in (1, 2, 5) if m <= s[0]]

    def play(self, s: Any, move: int) -> Any:
        gain = move * s[0] % 5
        return (s[0] - move, s[1] if move == 2 else 1 - s[1], s[2] + (gain if s[1] == 0 else -gain))

    def result(self, s: Any) -> Optional[int]:
        return None if s[0] else s[2] - 100


def best_of_wild(rules: Wild, s: Any, known: Dict[Any, int]) -> int:
    """For player 0."""
    if s not in known:
        result = rules.result(s)
        if result is None:
            of_moves = [best_of_wild(rules, rules.play(s, m), known) for m in rules.moves(s)]
            result = max(of_moves) if s[1] == 0 else min(of_moves)
        known[s] = result
    return known[s]


def test_scores_and_extra_turns(tmp_path: Path) -> None:
    rules = Wild()
    zermelo.solve(rules, tmp_path / "w.ztb")
    known: Dict[Any, int] = {}
    for start in (rules.start(), *rules.starts()):
        best_of_wild(rules, start, known)
    with zermelo.open(tmp_path / "w.ztb", rules=rules) as t:
        assert t.metric == "score"
        going_on = {s: score if s[1] == 0 else -score for s, score in known.items() if rules.result(s) is None}
        assert {s: value.score for s, value in t} == going_on
        assert t.verify().failure is None


# --- Puzzles


@pytest.mark.parametrize("height", (3, 5))
def test_pancakes(height: int, tmp_path: Path) -> None:
    rules = Pancakes(height)
    depth = flips_by_breadth_first(rules)
    report = zermelo.solve(rules, tmp_path / "p.ztb")
    assert report.positions == len(depth)
    with zermelo.open(tmp_path / "p.ztb", rules=Pancakes(height=height)) as t:
        assert t.metric == "moves"
        values: Dict[Any, zermelo.Value] = dict(t)
        assert {s: v.plies for s, v in values.items()} == {s: n for s, n in depth.items() if n}
        farthest = max(values, key=lambda s: values[s].plies)
        assert str(t.probe(farthest)) == f"solved in {max(depth.values())} moves"
        line = t.line(farthest)
        assert line.complete and len(line.moves) == max(depth.values())
        assert t.stats().longest_win == max(depth.values()) and t.verify().failure is None
        assert (t.probe_many(values).plies == [v.plies for v in values.values()]).all()
    with pytest.raises(zermelo.RulesError, match="another game"):
        zermelo.open(tmp_path / "p.ztb", rules=Pancakes(height + 1))


def test_puzzles_for_one_are_mined(tmp_path: Path) -> None:
    rules = Pancakes(5)
    depth = flips_by_breadth_first(rules)
    ways = {s: 1 for s, n in depth.items() if n == 0}
    for s in sorted(depth, key=lambda s: depth[s]):
        if depth[s]:
            ways[s] = sum(ways[t] for t in {rules.play(s, m) for m in rules.moves(s)} if depth[t] == depth[s] - 1)
    zermelo.solve(rules, tmp_path / "p.ztb")
    with zermelo.open(tmp_path / "p.ztb", rules=rules) as t:
        single = {p.position: p for p in t.mine(only_line=True)}
        assert set(single) == {s for s in depth if depth[s] and ways[s] == 1}
        for state, puzzle in single.items():
            assert str(puzzle.value) == str(t.probe(state)) and len(puzzle.solution.main_line) == depth[state]
            assert f"To be solved in {depth[state]} move" in str(puzzle.diagram)
        hardest = next(t.mine(order="plies", limit=1))
        assert hardest.value.plies == max(depth.values()) and hardest.solution.keys[0].moves_again
        # The start is solved, and is played on from: back takes a second move.
        assert [m.value.plies for m in t.moves(rules.start())] == [2] * 5
        with pytest.raises(zermelo.GameOver, match="It is solved"):
            t.probe(rules.start())
        with pytest.raises(zermelo.UsageError, match="nobody to lure"):
            t.moves(hardest.position, style="lure")


def test_values_of_puzzles() -> None:
    seven, none = zermelo.Value.of_moves(7), zermelo.Value.of_moves(0)
    assert seven > none and zermelo.Value.of_moves(3) > seven
    assert (str(seven), str(none), seven.short, none.short) == ("solved in 7 moves", "no solution", "7", "-")
    assert str(zermelo.Value.of_moves(1)) == "solved in 1 move" and eval(repr(seven), {"Value": zermelo.Value}) == seven
    with pytest.raises(ValueError):
        -seven
    with pytest.raises(ValueError):
        zermelo.Value.of_moves(-1)


# --- Refused, with method, state and move


class Count(zermelo.Rules):
    """Whoever says 5 wins. States are str."""

    name = "count"

    def start(self) -> Any:
        return "0 0"

    def to_move(self, s: Any) -> Any:
        return int(s[2])

    def moves(self, s: Any) -> Any:
        return ["one", "two"]

    def play(self, s: Any, move: Any) -> Any:
        return f"{min(5, int(s[0]) + (1 if move == 'one' else 2))} {1 - int(s[2])}"

    def result(self, s: Any) -> Any:
        return None if s[0] != "5" else (1 if s[2] == "1" else -1)


def refused(rules: zermelo.Rules, path: Path) -> zermelo.RulesError:
    with pytest.raises(zermelo.RulesError) as caught:
        zermelo.solve(rules, path / "r.ztb")
    assert not (path / "r.ztb").exists()
    return caught.value


def broken(method: str, function: Any, **attributes: Any) -> zermelo.Rules:
    rules: zermelo.Rules = type("Broken", (Count,), {method: function, **attributes})()
    return rules


def test_right_rules_are_solved(tmp_path: Path) -> None:
    zermelo.solve(Count(), tmp_path / "r.ztb")
    with zermelo.open(tmp_path / "r.ztb", rules=Count()) as t:
        assert {s: str(v) for s, v in t}["4 0"] == "win in 1"


def at(state: str, wrong: Any, right: Any) -> Any:
    """A method that is wrong in one state."""
    return lambda self, s, *more: wrong(s, *more) if s == state else right(self, s, *more)


def test_exceptions(tmp_path: Path) -> None:
    for method in ("to_move", "moves", "play", "result"):
        error = refused(broken(method, at("3 1", lambda s, *more: 1 // 0, getattr(Count, method))), tmp_path)
        assert isinstance(error.__cause__, ZeroDivisionError)
        assert error.method == method and error.state == "3 1"
        assert error.move == ("one" if method == "play" else None)
        called = "play('one')" if method == "play" else method
        assert f": {called} at 3 1: ZeroDivisionError: " in str(error)


@pytest.mark.parametrize("method, wrong, words", [
    ("start", lambda self: 1.5, "float"),
    ("start", lambda self: b"", "1 to 32"),
    ("to_move", at("2 0", lambda s: 2, Count.to_move), "to_move at 2 0: it returned 2, which is not from 0 to 1"),
    ("to_move", at("2 0", lambda s: "0", Count.to_move), "to_move at 2 0: it returned str, and not int"),
    ("result", at("2 0", lambda s: "won", Count.result), "result at 2 0: it returned str, and not int"),
    ("result", at("2 0", lambda s: True, Count.result), "result at 2 0: it returned bool, and not int"),
    ("result", at("2 0", lambda s: 40000, Count.result), "not from -32767 to 32767"),
    ("moves", at("2 0", lambda s: [], Count.moves), "moves at 2 0: the game goes on, but there is no move"),
    ("moves", at("2 0", lambda s: None, Count.moves), "moves at 2 0: TypeError"),
    ("moves", at("2 0", lambda s: ["one", 2], Count.moves), "a move is int, and moves are all int or all str"),
    ("moves", at("2 0", lambda s: [1.5], Count.moves), "a move is float"),
    ("moves", at("2 0", lambda s: map(str, range(2000)), Count.moves), "2000 moves, more than most_moves, 1024"),
    ("play", at("2 0", lambda s, m: b"3 1", Count.play), "play('one') at 2 0: it returned bytes, and states are str"),
    ("play", at("2 0", lambda s, m: "3" * 33, Count.play), "a str of 33 bytes in UTF-8, and states have at most 32"),
    ("play", at("2 0", lambda s, m: "3\0", Count.play), "a null character"),
    ("play", at("2 0", lambda s, m: "\ud800", Count.play), "not Unicode"),
    ("show", at("2 0", lambda s: 7, Count.show), "show at 2 0: it returned int, and not str"),
    ("show", lambda self, s: s[0], "two states have this text"),
])
def test_what_makes_no_sense(method: str, wrong: Any, words: str, tmp_path: Path) -> None:
    error = refused(broken(method, wrong), tmp_path)
    assert words in str(error).replace("'2 0'", "2 0"), str(error)


@pytest.mark.parametrize("kind, wrong, words", [
    ("bytes", b"x", "1 bytes, and states have 9"),
    ("int", -1, "negative or does not fit 2 bytes"),
    ("int", 2**16, "negative or does not fit 2 bytes"),
    ("int", True, "it returned bool, and states are int"),
    ("tuple", (1,) * 8, "a tuple of 8, and states have 9"),
    ("tuple", (1,) * 8 + (256,), "something else than int from 0 to 255 at index 8"),
    ("tuple", (1,) * 8 + ("1",), "something else than int from 0 to 255 at index 8"),
    ("tuple", [1] * 9, "it returned list, and states are tuple"),
])
def test_states_of_the_wrong_size(kind: str, wrong: Any, words: str, tmp_path: Path) -> None:
    class Broken(TicTacToe):
        def play(self, state: Any, move: Any) -> Any:
            return wrong if self.decode(state).count(".") == 6 else super().play(state, move)

    error = refused(Broken(kind), tmp_path)
    assert words in str(error) and error.method == "play" and error.move is not None, str(error)


@pytest.mark.parametrize("attributes, words", [
    (dict(name=""), "has no name"), (dict(name="Tic Tac"), "lower-case"), (dict(name=None), "must be str"),
    (dict(version=1), "must be str"), (dict(players=3), "3 players"), (dict(most_moves=0), "most_moves is 0"),
    (dict(state_bytes=33), "state_bytes is 33"), (dict(players=1, scores=True), "a puzzle is solved or not"),
])
def test_attributes(attributes: Dict[str, Any], words: str, tmp_path: Path) -> None:
    rules = type("Broken", (Count,), attributes)()
    assert words in str(refused(rules, tmp_path))


def test_missing_methods(tmp_path: Path) -> None:
    class Empty(zermelo.Rules):
        name = "empty"

    assert "it has no method 'start'" in str(refused(Empty(), tmp_path))
    for wrong in (Count, object(), None, "game.so"):
        with pytest.raises(zermelo.UsageError):
            zermelo.solve(wrong, tmp_path / "r.ztb")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Count(3)


def test_random_start(tmp_path: Path) -> None:
    chance = random.Random(1)
    error = refused(broken("start", lambda self: f"{chance.choice('012')} 0"), tmp_path)
    assert "start" in str(error) and "another state each time" in str(error)


def test_hidden_counter(tmp_path: Path) -> None:
    counter = itertools.count()
    error = refused(broken("result", lambda self, s: 0 if next(counter) % 7 == 5 else Count.result(self, s)), tmp_path)
    assert "result at" in str(error) and "something else" in str(error)


def test_moves_that_lead_elsewhere_are_named(tmp_path: Path) -> None:
    counter = itertools.count()
    wrong = at("2 1", lambda s, m: f"{3 + next(counter) % 2} 0" if m == "two" else Count.play(Count(), s, m), Count.play)
    error = refused(broken("play", wrong), tmp_path)
    assert "play(two) at 2 1: it leads elsewhere" in str(error), error


def test_optional_methods_that_contradict(tmp_path: Path) -> None:
    for method, wrong in (("successors", lambda self, s: [("one", "0 0")]), ("canonical", lambda self, s: "4 0"),
                          ("layer", lambda self, s: 5 - int(s[0])), ("unmoves", lambda self, s: [])):
        error = refused(broken(method, wrong), tmp_path)
        assert "Broken: " in str(error) and " at " in str(error), error


def test_changed_rules(tmp_path: Path) -> None:
    zermelo.solve(Count(), tmp_path / "r.ztb")
    changed = broken("result", lambda self, s: {"5 0": 1, "5 1": -1}.get(s))
    with pytest.raises(zermelo.RulesError, match="other rules") as caught:
        zermelo.open(tmp_path / "r.ztb", rules=changed)
    assert " at " in str(caught.value)


def test_other_games_take_no_rules(tables: Tables) -> None:
    with pytest.raises(zermelo.Error):
        zermelo.open(tables["mnk"], rules=Count())


# --- Parameters


def test_parameters_are_recorded(tmp_path: Path) -> None:
    assert Pancakes(3).parameters == Pancakes(height=3).parameters == {"height": "3"}
    assert Pancakes().parameters == {"height": "4"} and repr(Pancakes(5)) == "Pancakes(height=5)"
    zermelo.solve(Pancakes(3), tmp_path / "p.ztb")
    with zermelo.open(tmp_path / "p.ztb") as t:
        assert t.game.parameters == {"height": "3", "name": "pancakes", "version": "1"}
        assert str(t.game) == "pancakes height=3 version=1"


@dataclasses.dataclass(frozen=True)
class Frozen(Pancakes):
    height: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "goal", bytes(range(self.height)))
        object.__setattr__(self, "burnt", bytes(i ^ 128 for i in range(256)))


def test_dataclasses(tmp_path: Path) -> None:
    assert Frozen(2).parameters == {"height": "2"} and Frozen().parameters == {"height": "3"}
    assert zermelo.solve(Frozen(), tmp_path / "p.ztb").positions == 48


# --- Ctrl-C

SLOW = """
import signal, sys, time
sys.path.insert(0, {folder!r})
import zermelo
from rules_examples import Pancakes
signal.signal(signal.SIGINT, signal.default_int_handler)  # (background jobs of a shell ignore it)

class Slow(Pancakes):
    def play(self, state, move):
        {body}
        return super().play(state, move)

begun = []

def tell(progress):
    if not begun:
        begun.append(progress)
        print("begun", flush=True)

try:
    print("working", flush=True)
    zermelo.solve(Slow(6), "p.ztb", resume=True, progress=tell if {tells} else None)
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def script_of(body: str, cwd: Path, tells: bool = False) -> "subprocess.Popen[str]":
    script = SLOW.format(folder=os.path.dirname(__file__), body=body, tells=tells)
    return subprocess.Popen([sys.executable, "-c", script], cwd=cwd, text=True, stdout=subprocess.PIPE)


def interrupted(body: str, cwd: Path, in_solve: bool) -> float:
    """Seconds from Ctrl-C, in the solve or in the trial before it, to KeyboardInterrupt."""
    with script_of(body, cwd, tells=in_solve) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "working\n"
        if in_solve:
            assert process.stdout.readline() == "begun\n"
        else:
            time.sleep(1.0)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        return time.monotonic() - pressed


def test_interrupted_solve_leaves_a_checkpoint(tmp_path: Path) -> None:
    seconds = interrupted("time.sleep(0.0001)", tmp_path, in_solve=True)
    assert seconds < PATIENCE, seconds
    assert (tmp_path / "p.ztb.checkpoint").exists()
    with script_of("pass", tmp_path) as process:
        assert process.communicate()[0] == "working\nfinished\n"
    assert not (tmp_path / "p.ztb.checkpoint").exists()
    resumed = (tmp_path / "p.ztb").read_bytes()
    (tmp_path / "p.ztb").unlink()
    with script_of("pass", tmp_path) as process:
        assert process.communicate()[0] == "working\nfinished\n"
    assert (tmp_path / "p.ztb").read_bytes() == resumed


TAKEN_BACK = """
import signal, sys, time
sys.path.insert(0, {folder!r})
import zermelo
from test_rules import TakenPancakes
signal.signal(signal.SIGINT, signal.default_int_handler)  # (background jobs of a shell ignore it)

class SlowlyTaken(TakenPancakes):
    asked = 0

    def unmoves(self, state):
        # (The trial asks about as many.)
        SlowlyTaken.asked += 1
        if {slow} and SlowlyTaken.asked == 3500:
            print("begun", flush=True)
        if {slow} and SlowlyTaken.asked >= 3500:
            time.sleep(0.005)
        return super().unmoves(state)

try:
    zermelo.solve(SlowlyTaken(5), "p.ztb", resume=True)
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def taken_back(cwd: Path, slow: bool) -> "subprocess.Popen[str]":
    script = TAKEN_BACK.format(folder=os.path.dirname(__file__), slow=slow)
    return subprocess.Popen([sys.executable, "-c", script], cwd=cwd, text=True, stdout=subprocess.PIPE)


def test_unmoves_are_interrupted_within_a_level(tmp_path: Path) -> None:
    """(Unmoves of a level with a thousand states take five seconds.)"""
    with taken_back(tmp_path, slow=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(6.5)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - pressed < PATIENCE
    assert (tmp_path / "p.ztb.checkpoint").exists()
    with taken_back(tmp_path, slow=False) as process:
        assert process.communicate()[0] == "finished\n"
    resumed = (tmp_path / "p.ztb").read_bytes()
    (tmp_path / "p.ztb").unlink()
    with taken_back(tmp_path, slow=False) as process:
        assert process.communicate()[0] == "finished\n"
    assert (tmp_path / "p.ztb").read_bytes() == resumed


def test_checkpoints_at_every_pause(tmp_path: Path) -> None:
    zermelo.solve(Pancakes(5), tmp_path / "p.ztb")
    zermelo.solve(Pancakes(5), tmp_path / "q.ztb", checkpoint_seconds=0)
    assert (tmp_path / "p.ztb").read_bytes() == (tmp_path / "q.ztb").read_bytes()


def test_endless_loop_is_interrupted(tmp_path: Path) -> None:
    assert interrupted("while True: pass", tmp_path, in_solve=False) < 2 * PATIENCE


def test_exception_in_progress(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def progress(p: zermelo.SolveProgress) -> None:
        raise Enough

    with pytest.raises(Enough):
        zermelo.solve(Pancakes(7), tmp_path / "p.ztb", progress=progress)
    assert (tmp_path / "p.ztb.checkpoint").exists()
