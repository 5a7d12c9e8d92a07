# SPDX-License-Identifier: MIT
"""python3 -m zermelo: the program's verbs for rules in Python, and what it loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo import _zermelo

GAME = '''
import random  # (the library's)
import zermelo

assert hasattr(random, "Random")

class Nim(zermelo.Rules):
    name = "nim"
    def __init__(self, heap=10):
        self.heap = heap
    def start(self):
        return (self.heap, 0)
    def to_move(self, s):
        return s[1]
    def moves(self, s):
        return [m for m in (1, 2, 3) if m <= s[0]]
    def play(self, s, move):
        return (s[0] - move, 1 - s[1])
    def result(self, s):
        return None if s[0] else (1 if s[1] == 1 else -1)

class Broken(Nim):
    def play(self, s, move):
        return s[7]

def adapted():
    return 7
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a game, and with files that must not be imported or read."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "my_game.py").write_text(GAME)
    for module in ("random", "tempfile", "argparse", "hashlib", "numpy", "sitecustomize_", "dataclasses"):
        (folder / f"{module}.py").write_text(f"open('{module}.imported', 'w').close()\nraise SystemExit('{module}')\n")
    (folder / "evil.pkl").write_bytes(b"cos\nsystem\n(S'touch unpickled'\ntR.")
    return folder


def run(folder: Path, *words: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONSAFEPATH"}
    done = subprocess.run([sys.executable, "-m", "zermelo", *words], cwd=folder, input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert not list(folder.glob("*.imported")), done.stderr
    assert not (folder / "unpickled").exists()
    assert "Traceback" not in done.stderr, done.stderr
    return done


def said(folder: Path, *words: str, text: str = "") -> str:
    done = run(folder, *words, text=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def solved(folder: Path) -> Path:
    out = said(folder, "solve", "my_game.py:Nim", "heap=7", "-o", "n.ztb")
    assert "states         14" in out and "longest value  3 plies" in out, out
    return folder


CODE = ("--game-code", "my_game.py:Nim")


def test_verbs_without_a_table(folder: Path) -> None:
    out = said(folder, "try", "my_game.py:Nim", "--games", "20", "heap=7")
    assert "20 games played at random" in out and out.splitlines()[2].split() == ["1", "3"]
    assert said(folder, "count", "my_game.py:Nim", "heap=7").split() == ["states", "14", "of", "them", "over", "2"]
    assert said(folder, "moves", "my_game.py:Nim", "heap=7").splitlines()[0] == "1  6,1"
    assert "win" in said(folder, "moves", "my_game.py:Nim", "heap=7", "--state", "3,1").splitlines()[-1]


def test_verbs_of_a_table(solved: Path) -> None:
    out = said(solved, "probe", "n.ztb", *CODE)
    assert "7,0" in out and "Black to move: win in 3" in out and out.splitlines()[-3].split() == ["3", "win", "in", "3"]
    assert "White to move: loss in 2" in said(solved, "probe", "n.ztb", *CODE, "4,1")
    assert said(solved, "line", "n.ztb", *CODE).splitlines() == ["3 1 3", "The last move ends the game."]
    assert said(solved, "line", "n.ztb", "--limit", "1", *CODE, "start").startswith("3\n")
    assert "positions  12" in said(solved, "stats", "n.ztb", *CODE)
    assert "is right" in said(solved, "verify", "n.ztb", *CODE)
    assert "shows no fault" in said(solved, "verify", "n.ztb", *CODE, "--sample", "20", "--seed", "3")
    assert "positions  12" in said(solved, "stats", "n.ztb")


def test_grades(solved: Path) -> None:
    out = said(solved, "grade", "n.ztb", *CODE, "3", "2", "2")
    assert "1.  black  3  win in 3" in out and out.endswith("Black has won.\n"), out
    assert said(solved, "grade", "n.ztb", *CODE, "1. 3 2 2. 2") == out
    assert said(solved, "grade", "n.ztb", "3", *CODE, "2", "2") == out
    assert "white  1  loss in 2" in said(solved, "grade", "n.ztb", *CODE, "--start", "4,1", "1")


def test_report(solved: Path) -> None:
    out = said(solved, "report", "n.ztb", *CODE)
    assert out.startswith("# Report: ") and "| 3 | win in 3 |" in out, out
    numbers = json.loads(said(solved, "report", "n.ztb", *CODE, "--json", "--memory", "none"))
    assert numbers["start"]["value"] == "win" and numbers["start"]["plies"] == 3


def test_puzzles(solved: Path) -> None:
    out = said(solved, "mine", "n.ztb", *CODE, "--win-in", "3", "--only-move", "--limit", "1")
    assert "Black to move and win in 3 plies" in out and "1. 1 1  2. 3" in out and out.endswith("\n\n1 puzzle.\n"), out
    assert said(solved, "mine", "n.ztb", *CODE, "--win-in", "9..") == "No position meets the conditions.\n"
    assert said(solved, "mine", "n.ztb", *CODE, "7,0") == said(solved, "mine", "n.ztb", *CODE, "start")
    assert "Solution:\n  1. 3 1  2. 3\n" in said(solved, "solution", "n.ztb", *CODE)
    assert "Solution:\n  1. 1 3" in said(solved, "solution", "n.ztb", *CODE, "4,1")


def test_play(solved: Path) -> None:
    out = said(solved, "play", "n.ztb", *CODE, text="moves\nnonsense\n1\nundo\n3\n3\n")
    assert "There is no move 'nonsense' here." in out and "The table plays 1." in out and "You have won." in out, out
    assert "The table has won." in said(solved, "play", "n.ztb", "--player", "1", *CODE, text="1\n1\n1\n1\n")
    assert said(solved, "play", "n.ztb", *CODE, text="quit\n")
    assert said(solved, "play", "n.ztb", *CODE, text="")


@pytest.mark.parametrize("words, sentence", [
    (("solve", "my_game.py:Nope", "-o", "x.ztb"), "my_game.py has no class Nope."),
    (("solve", "my_game.py", "-o", "x.ztb"), "my_game.py: rules in Python are given as my_game.py:Class"),
    (("solve", "none.py:Nim", "-o", "x.ztb"), "there is no such file"),
    (("solve", "evil.pkl:Nim", "-o", "x.ztb"), "rules in Python are given as"),
    (("solve", "my_game.py:Nim", "heap", "-o", "x.ztb"), "A parameter is written key=value, not 'heap'."),
    (("solve", "my_game.py:Nim", "size=3", "-o", "x.ztb"), "unexpected keyword argument 'size'"),
    (("solve", "my_game.py:Nim", "--memory", "lots", "-o", "x.ztb"), "'lots' is not a size"),
    (("solve", "my_game.py:adapted", "-o", "x.ztb"), "neither new_initial_state nor"),
    (("solve", "my_game.py:Broken", "-o", "x.ztb"),
     "my_game:Broken: play(1) at 10,0: IndexError: tuple index out of range."),
    (("solve", "my_game.py:Nim"), "required"),
    (("probe", "none.ztb", *CODE), "none.ztb"),
    (("probe", "evil.pkl", *CODE), "evil.pkl"),
    (("probe", "my_game.py", *CODE), "my_game.py"),
    (("nonsense",), "nonsense"),
    (("probe", "n.ztb", *CODE, "9,9,9"), "n"),
    (("probe", "n.ztb", *CODE, "nonsense"), "not one of its states: 'nonsense'"),
    (("probe", "n.ztb", *CODE, "--nonsense"), "There is no argument --nonsense"),
    (("line", "n.ztb"), "rules are needed"),
    (("mine", "n.ztb"), "rules are needed"),
    (("mine", "n.ztb", *CODE, "--win-in", "5..3"), "'5..3' is not a range of numbers"),
    (("mine", "n.ztb", *CODE, "--win-by", "3"), "ask for a win in a number of plies"),
    (("mine", "n.ztb", *CODE, "--pieces", "1", "1"), "no function 'board'"),
    (("mine", "n.ztb", *CODE, "--sort", "pieces"), "no function 'board'"),
    (("play", "n.ztb"), "rules are needed"),
    (("grade", "n.ztb", "3"), "rules are needed"),
    (("grade", "n.ztb", *CODE, "4"), "Move 1, '4', is not a legal move"),
    (("report", "n.ztb"), "rules are needed"),
    (("report", "n.ztb", *CODE, "--memory", "1"), "memory"),
    (("serve", "n.ztb", "--nonsense"), "There is no argument --nonsense"),
    (("serve", "n.ztb", "--bind", "nowhere"), "nowhere"),
    (("verify", "n.ztb", "--game-code", "my_game.py:Broken"), "Broken"),
])
def test_bad_input(solved: Path, words: "tuple[str, ...]", sentence: str) -> None:
    done = run(solved, *words)
    assert done.returncode != 0 and done.stdout == ""
    assert done.stderr.startswith("zermelo: ") and len(done.stderr.splitlines()) == 1, done.stderr
    assert sentence in done.stderr, done.stderr
    assert not (solved / "x.ztb").exists()


def test_the_rules_are_loaded_only_by_name(solved: Path) -> None:
    """A table that names its rules does not make anything load them."""
    (solved / "my_game.py").rename(solved / "gone.py")
    try:
        assert "positions  12" in said(solved, "stats", "n.ztb")
        assert run(solved, "verify", "n.ztb").returncode != 0
    finally:
        (solved / "gone.py").rename(solved / "my_game.py")


def test_help(folder: Path) -> None:
    assert "VERB" in said(folder, "--help") and _zermelo.version in said(folder, "--version")
    for verb in ("try", "solve", "count", "moves", "probe", "line", "solution", "grade", "mine", "report", "stats", "verify",
                 "play", "serve"):
        assert verb in said(folder, verb, "--help")
