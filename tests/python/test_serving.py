# SPDX-License-Identifier: MIT
"""python3 -m zermelo serve: tables whose rules are a class in Python, over HTTP; rules that fail, crash and do not end."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, List, Optional, Tuple

import pytest
from rules_examples import TicTacToe, all_going_on

import zermelo
from zermelo import _zermelo

pytestmark = pytest.mark.skipif(not _zermelo.has_server, reason="this build has no server")

GAME = '''
import os
import zermelo
from pathlib import Path
from rules_examples import Pancakes, TicTacToe as Plain

class TicTacToe(Plain):
    def __init__(self):
        super().__init__()
    def board(self, s):
        cells = self.decode(s).replace("x", "b").replace("o", "W")
        return [cells[:3], cells[3:6], cells[6:]]
    def parse(self, text):
        cells = text.replace("/", "")
        if len(cells) != 9 or set(cells) - set(".xo"):
            raise ValueError("This is not a position.")
        return self.encode(cells)

class Trap(Plain):
    """Goes wrong at one state, once a file says how."""
    def __init__(self):
        super().__init__()
    def parse(self, text):
        return text.replace("/", "") if len(text) == 11 else None
    def moves(self, s):
        trap = Path("trap")
        word = trap.read_text() if s == "x........" and trap.exists() else ""
        if word == "raise":
            return [1 // 0]
        if word == "crash":
            os.abort()
        while word == "loop":
            pass
        if word == "exit":
            raise SystemExit("never mind")
        return super().moves(s)

class Misere(TicTacToe):
    def result(self, s):
        result = super().result(s)
        return None if result is None else -result

class Plates:
    """A game in the shape of GamesmanPy's: whoever takes the last of the plates wins."""
    id, variant, n_players, cyclic = "plates", "7", 2, False
    def __init__(self, variant="7"):
        self._heap = int(variant)
    def start(self):
        return self._heap
    def generate_moves(self, position):
        return [m for m in (1, 2) if m <= position]
    def do_move(self, position, move):
        return position - move
    def primitive(self, position):
        return None if position else "Loss"
    def to_string(self, position, mode=None):
        return str(position)
    def hash_ext(self, position):
        return position
'''


class Server:
    """A server, its address and what it wrote to stderr."""

    def __init__(self, folder: Path, *words: str) -> None:
        path = os.pathsep.join((str(Path(__file__).parent), os.environ["PYTHONPATH"]))
        environment = {**os.environ, "PYTHONPATH": path}
        self._errors = folder / "errors"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "zermelo", "serve", *words, "--bind", "127.0.0.1:0"], cwd=folder, text=True,
                stdout=subprocess.PIPE, stderr=errors, env=environment)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def errors(self) -> str:
        return self._errors.read_text()

    def get(self, path: str, **asked: object) -> Tuple[int, Any]:
        """Status and answer."""
        address = f"{self.url}{path}?{urllib.parse.urlencode(asked)}"
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.status, self._read(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, self._read(refusal)

    @staticmethod
    def _read(answer: Any) -> Any:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["Content-Type"] and "nd" not in answer.headers[
            "Content-Type"] else text

    def json(self, path: str, **asked: object) -> Any:
        status, answer = self.get("api/v1/tables" + path, **asked)
        assert status == 200, answer
        return answer

    def refusal(self, path: str, **asked: object) -> Tuple[int, str]:
        status, answer = self.get("api/v1/tables" + path, **asked)
        return status, answer["error"]

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(by)
        code = self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serving")
    (folder / "game.py").write_text(GAME)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(Path(__file__).parent), os.environ["PYTHONPATH"]))}
    for name, table in (("TicTacToe", "ttt"), ("Trap", "trap"), ("Pancakes", "cakes"), ("Plates", "plates")):
        more = ("height=3",) if name == "Pancakes" else ()
        subprocess.run([sys.executable, "-m", "zermelo", "solve", f"game.py:{name}", *more, "-o", f"{table}.ztb"],
                       cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    zermelo.Game("mnk", columns=3, rows=3, k=3).solve(folder / "built-in.ztb")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    code = [word for table, name in (("ttt", "TicTacToe"), ("trap", "Trap"), ("cakes", "Pancakes"), ("plates", "Plates"))
            for word in ("--game-code", f"{table}=game.py:{name}")]
    server = Server(folder, "ttt.ztb", "trap.ztb", "cakes.ztb", "plates.ztb", "built-in.ztb", *code)
    yield server
    assert server.end() == 0


def test_tables(server: Server) -> None:
    tables = {table["id"]: table for table in server.json("")["tables"]}
    assert sorted(tables) == ["built-in", "cakes", "plates", "trap", "ttt"]
    about = server.json("/ttt")
    assert about["title"] == "Tic-tac-toe" and about["start"] == ".../.../..." and about["start_in_table"]
    assert about["code"]["here"] and about["code"]["file"] == "game:TicTacToe" and about["code"]["board"]
    assert about["code"]["parse"] and about["has"] == {"values": True, "distances": False, "puzzles": True, "line": True}
    assert "code" not in tables["built-in"] or tables["built-in"]["code"] is None


def test_every_position_is_worth_what_the_module_says(server: Server, folder: Path) -> None:
    rules = TicTacToe()
    states = all_going_on()
    answers: List[Any] = []
    for first in range(0, len(states), 1000):
        body = json.dumps({"positions": [rules.show(state) for state in states[first:first + 1000]]}).encode()
        request = urllib.request.Request(f"{server.url}api/v1/tables/ttt/positions", body,
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            answers += json.load(answer)["answers"]
    assert len(answers) == 4520
    assert [(a["value"], a["plies"]) for a in answers] == _by_the_module(folder, states)


def _by_the_module(folder: Path, states: List[str]) -> List[Tuple[str, Optional[int]]]:
    sys.path.insert(0, str(folder))
    try:
        rules = importlib.import_module("game").TicTacToe()
        with zermelo.open(folder / "ttt.ztb", rules=rules) as t:
            values = [t.probe(state) for state in states]
    finally:
        sys.path.remove(str(folder))
    return [("draw", None) if v.is_draw else ("win" if v.is_win else "loss", v.plies) for v in values]


def test_a_position_and_its_moves(server: Server) -> None:
    answer = server.json("/ttt/position", position="xx./oo./...")
    assert answer["value"] == "win" and answer["plies"] == 1 and answer["turn"] == "black"
    assert answer["board"]["cells"] == "...WW.bb."
    assert {m["move"] for m in answer["moves"]} == {"c3", "c2", "a1", "b1", "c1"} and answer["moves"][0]["move"] == "c3"
    assert len(server.json("/ttt/line")["line"]) == 9
    assert server.json("/ttt/stats")["positions"] == 4520
    assert "rules" in server.json("/ttt/rules")
    assert server.json("/ttt/random", count=5, seed=1)["positions"]
    status, picture = server.get("api/v1/tables/ttt/board.svg")
    assert status == 200 and picture.startswith("<svg")
    assert server.get("table/ttt")[0] == 200 and server.get("")[0] == 200


def test_puzzles(server: Server) -> None:
    status, lines = server.get("api/v1/tables/ttt/puzzles", win_in=3, only_move=1, limit=2)
    assert status == 200 and len(lines.splitlines()) >= 2, lines
    assert "position" in json.loads(lines.splitlines()[0])
    solution = server.json("/cakes/position")
    assert solution["picture"] or solution["position"]


def test_rules_of_another_shape(server: Server) -> None:
    """Plates, which adapt() has made: seven are won, as 7 is not a multiple of three."""
    answer = server.json("/plates/position")
    assert answer["value"] == "win" and len(answer["moves"]) == 2


@pytest.mark.parametrize("typed", ["nonsense", "xx./oo.", "hex:00", "", "x" * 11])
def test_what_is_not_a_position(server: Server, typed: str) -> None:
    status, sentence = server.refusal("/ttt/position", position=typed) if typed else (400, "None.")
    assert status in (400, 404) and sentence.endswith("."), sentence


@pytest.mark.parametrize("trap, sentence", [
    ("raise", "moves at x../.../...: ZeroDivisionError: integer division or modulo by zero."),
    ("exit", "moves at x../.../...: SystemExit: never mind."),
    ("crash", "it crashes (Aborted)."),
    ("loop", "it does not come to an end"),
])
def test_rules_that_fail_cost_one_request(server: Server, folder: Path, trap: str, sentence: str) -> None:
    (folder / "trap").write_text(trap)
    try:
        status, said = server.refusal("/trap/position", position="x../.../...")
        assert status == 500 and sentence in said and "moves" in said, said
        assert str(folder) not in said
    finally:
        (folder / "trap").unlink()
    assert server.json("/trap/position", position="x../.../...")["value"] == "draw"
    assert server.json("/ttt/position")["value"] == "draw"


@pytest.mark.parametrize("code, sentence", [
    (("nope=game.py:TicTacToe",), "there is no table 'nope' here to give code to"),
    (("game.py:TicTacToe",), "--game-code takes ID=my_game.py:Class"),
    (("ttt=game.py:Nope",), "has no class Nope"),
    (("ttt=game.py",), "rules in Python are given as"),
    (("ttt=none.py:Nope",), "there is no such file"),
    (("ttt=game.py:Misere",), "made by other rules"),
    (("ttt=game.py:TicTacToe", "ttt=game.py:Misere"), "is given code twice"),
])
def test_code_that_is_wrong(folder: Path, code: Tuple[str, ...], sentence: str) -> None:
    server = Server(folder, "ttt.ztb", *(word for c in code for word in ("--game-code", c)))
    assert server.url == "" and server.process.wait(timeout=30) in (1, 2)
    assert sentence in server.errors() and len(server.errors().splitlines()) == 1, server.errors()
    assert server.errors().startswith("zermelo: ")


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly(folder: Path, by: signal.Signals) -> None:
    server = Server(folder, "ttt.ztb", "--game-code", "ttt=game.py:TicTacToe", "--log")
    assert server.json("/ttt/position")["value"] == "draw"
    children = _children_of(server.process.pid)
    assert children
    assert server.end(by) == 0
    assert "position" in server.errors() and "Traceback" not in server.errors()
    assert not any(_runs(child) for child in children)


def _children_of(process: int) -> List[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
