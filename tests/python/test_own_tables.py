# SPDX-License-Identifier: MIT
"""Tables of rules that are code: states as arrays, with the rules and without them, and crosschecks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, List, Tuple

import numpy
import pytest

import zermelo
from conftest import SOURCE, Tables, run_program
from rules_examples import EMPTY, Pancakes, TicTacToe, all_going_on, notation

KINDS = ("str", "bytes", "int", "tuple")


@pytest.fixture(scope="module", params=KINDS)
def rules(request: pytest.FixtureRequest) -> TicTacToe:
    return TicTacToe(request.param)


@pytest.fixture(scope="module")
def path(rules: TicTacToe, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "t.ztb"
    zermelo.solve(rules, path)
    return path


@pytest.fixture
def built_in(tables: Tables) -> zermelo.Table:
    return zermelo.open(tables["mnk"])


def row(rules: TicTacToe, state: Any, width: int) -> bytes:
    """The bytes of a state, as the documentation describes them."""
    if rules.kind == "int":
        return int(state).to_bytes(width, "big")
    return bytes(state.encode() if rules.kind == "str" else state).ljust(width, b"\0")


def rows(rules: TicTacToe, boards: List[str], width: int) -> Any:
    joined = b"".join(row(rules, rules.encode(cells), width) for cells in boards)
    return numpy.frombuffer(joined, "uint8").reshape(-1, width)


# --- Arrays


@pytest.mark.parametrize("bare", (False, True))
def test_arrays_of_states(bare: bool, rules: TicTacToe, path: Path, built_in: zermelo.Table) -> None:
    boards = all_going_on()
    expected = built_in.probe_many([notation(cells) for cells in boards])
    with zermelo.open(path, rules=None if bare else rules) as t:
        array = rows(rules, boards, t.state_bytes)
        for threads in (0, 1, 3):
            found = t.probe_many(array, threads=threads)
            assert not found.errors and (found.number == expected.number).all()
        assert (t.probe_many(array[::2]).number == expected.number[::2]).all()
        assert (t.probe_many(numpy.asfortranarray(array)).plies == expected.plies).all()
        assert len(t.probe_many(array[:0])) == 0
        assert found[7] == expected[7] and (found[array[:, 0] > 0].status == 0).all()


@pytest.mark.parametrize("bare", (False, True))
def test_arrays_of_all_states(bare: bool, rules: TicTacToe, path: Path) -> None:
    with zermelo.open(path, rules=None if bare else rules) as t:
        blocks = list(t.walk_arrays(threads=1))
        states = numpy.concatenate([states for states, _ in blocks])
        numbers = numpy.concatenate([numbers for _, numbers in blocks])
        assert states.shape == (4520, t.state_bytes) and numbers.dtype == numpy.int16
        assert (t.probe_many(states).number == numbers).all()
        assert sorted(map(bytes, states)) == sorted(map(bytes, rows(rules, all_going_on(), t.state_bytes)))
        walked = [value.number for _, value in t]
        assert walked == numbers.tolist()


def test_states_that_are_not_there(rules: TicTacToe, path: Path) -> None:
    with zermelo.open(path, rules=rules) as t, zermelo.open(path) as bare:
        array = rows(rules, ["xxxoo....", EMPTY, "xx......."], t.state_bytes)
        assert t.probe_many(array).status.tolist() == [zermelo.Status.GAME_OVER, zermelo.Status.OK,
                                                       zermelo.Status.NOT_IN_TABLE]
        # Without the rules nobody knows that the game is over.
        assert bare.probe_many(array).status.tolist() == [zermelo.Status.NOT_IN_TABLE, zermelo.Status.OK,
                                                          zermelo.Status.NOT_IN_TABLE]


def test_arrays_of_another_shape(path: Path, built_in: zermelo.Table) -> None:
    with zermelo.open(path) as t:
        width = t.state_bytes
        wrong: List[Tuple[Any, str]] = [
            (numpy.zeros((3, width + 1), "uint8"), f"uint8 and \\(3, {width + 1}\\)"),
            (numpy.zeros((3, width), "int64"), "not int64"), (numpy.zeros((2, 3, width), "uint8"), "shape"),
            (numpy.zeros((width, 1), "uint8") if width > 1 else numpy.zeros((1, 2), "uint8"), "shape")]
        for array, said in wrong:
            with pytest.raises(ValueError, match=said):
                t.probe_many(array)
        with pytest.raises(TypeError):
            t.probe_many(numpy.zeros(width, "uint8"))
    with pytest.raises(zermelo.UsageError, match="Positions of mnk are texts"):
        built_in.probe_many(numpy.zeros((3, 4), "uint8"))
    questions: List[Callable[[], object]] = [lambda: built_in.state_bytes, lambda: list(built_in.walk_arrays())]
    for ask in questions:
        with pytest.raises(zermelo.UsageError, match="Positions of mnk are texts"):
            ask()


def test_closed_and_damaged(path: Path, tmp_path: Path) -> None:
    t = zermelo.open(path)
    t.close()
    questions: List[Callable[[], object]] = [lambda: t.state_bytes, lambda: t.walk_arrays(),
                                             lambda: t.probe_many(numpy.zeros((1, 32), "uint8"))]
    for ask in questions:
        with pytest.raises(ValueError):
            ask()
    cut = tmp_path / "cut.ztb"
    cut.write_bytes(path.read_bytes()[:200])
    with pytest.raises(zermelo.DamagedTable):
        zermelo.open(cut)


def test_what_a_game_says_of_its_rules(rules: TicTacToe, path: Path, built_in: zermelo.Table) -> None:
    assert built_in.game.has_rules and not built_in.game.is_own
    game = zermelo.Game.from_rules(rules)
    assert game.is_own and game.has_rules
    with zermelo.open(path) as bare, zermelo.open(path, rules=rules) as t:
        assert bare.game.is_own and not bare.game.has_rules
        assert t.game.has_rules


# --- A table of rules in C


def test_tic_tac_toe_in_c(tmp_path: Path, built_in: zermelo.Table) -> None:
    """Solved by the program, read by the module: the built-in game's value everywhere."""
    compiled, table = tmp_path / "tic_tac_toe.so", tmp_path / "c.ztb"
    subprocess.run(["cc", "-shared", "-fPIC", "-I", SOURCE / "probe", SOURCE / "examples/own/tic_tac_toe.c", "-o", compiled],
                   check=True)
    done = run_program("ZERMELO_PROGRAM", "solve", compiled, "-o", table)
    assert done.returncode == 0, done.stderr
    with zermelo.open(table) as t:
        states, numbers = map(numpy.concatenate, zip(*t.walk_arrays()))
        boards = [bytes(state[:9]).decode() for state in states]
        assert sorted(boards) == all_going_on()
        assert (built_in.probe_many([notation(cells) for cells in boards]).number == numbers).all()
        assert (t.probe_many([f"hex:{bytes(state).hex()}" for state in states]).number == numbers).all()
        with pytest.raises(zermelo.RulesError, match="another game"):
            zermelo.open(table, rules=TicTacToe("bytes"))


# --- Crosschecks


def test_crosscheck(rules: TicTacToe) -> None:
    game = zermelo.Game.from_rules(rules)
    told: List[str] = []
    found = game.crosscheck(progress=told.append)
    # (Of an engine that is done before anyone has looked, nothing is told.)
    assert found.disagreement is None and told in (["table", "sweeps"], ["sweeps"])
    assert [(row.engine, row.wins, row.complete) for row in found.rows] == [("table", False, True), ("sweeps", False, True)]
    assert found.rows[1].note == "4520 values as in the table"
    nearly = rules.encode("xx.oo....")
    assert [row.plies for row in game.crosscheck(start=nearly).rows] == [1, 1]
    assert [row.wins for row in game.crosscheck(start=nearly, side="white").rows] == [False, False]
    with pytest.raises(zermelo.GameOver):
        game.crosscheck(start=rules.encode("xxxoo...."))
    with pytest.raises(TypeError):
        game.crosscheck(start=1.5)


def test_crosscheck_of_a_puzzle() -> None:
    found = zermelo.Game.from_rules(Pancakes(4)).crosscheck(start=b"\x83\x82\x81\x80")
    assert found.disagreement is None and [row.wins for row in found.rows] == [True, True]
    assert found.rows[0].plies == found.rows[1].plies is not None


class Forgetful(TicTacToe):
    """Leaves a winning move out."""

    def successors(self, state: Any) -> Any:
        left_out = 4 if self.decode(state) == "xoxo.ox.." else None
        return [(move, self.play(state, move)) for move in self.moves(state) if move != left_out]


def test_crosscheck_finds_what_optional_methods_get_wrong() -> None:
    found = zermelo.Game.from_rules(Forgetful("bytes")).crosscheck()
    assert found.disagreement is not None and "' by sweeps, but '" in found.disagreement
    assert found.disagreement.split()[1].startswith("(hex:")  # (after what `show` says)


def test_crosscheck_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(
        "import zermelo\n"
        "class Steps(zermelo.Rules):\n"
        "    name = 'steps'\n"
        "    def __init__(self, size=9): self.size = size\n"
        "    def start(self): return (0, 0)\n"
        "    def to_move(self, s): return s[1]\n"
        "    def moves(self, s): return [1, 2]\n"
        "    def play(self, s, m): return (s[0] + m, 1 - s[1])\n"
        "    def result(self, s): return None if s[0] < self.size else 1 if s[1] else -1\n"
        "class Broken(Steps):\n"
        "    def moves(self, s): return [1] if s[0] < 5 else []\n")

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", "zermelo", "crosscheck", *words], cwd=tmp_path, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))

    done = run("steps.py:Steps", "size=10")
    assert done.returncode == 0 and done.stdout.endswith("\nThe engines agree.\n"), done.stderr
    assert "player 0 wins in 7" in done.stdout and "values as in the table" in done.stdout
    assert "player 1 cannot force a win" in run("steps.py:Steps", "size=10", "--player", "1").stdout
    assert "player 0 wins in 1" in run("steps.py:Steps", "--start", "8,0").stdout
    wrong: List[Tuple[List[str], str]] = [
        (["steps.py:Broken"], "moves"), (["steps.py:Steps", "--start", "x"], "not one of its states"),
        (["steps.py:Steps", "--start", "9,1"], "has won"), (["steps.py:Steps", "--player", "2"], "--player"),
        (["steps.py:None"], "steps.py"), (["none.py:Steps"], "no such file"), (["steps.py:Steps", "length=3"], "length")]
    for words, said in wrong:
        done = run(*words)
        assert done.returncode != 0 and done.stderr.count("\n") == 1 and said in done.stderr, (words, done.stderr)
