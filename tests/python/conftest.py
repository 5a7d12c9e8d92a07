# SPDX-License-Identifier: MIT
"""Small tables of all kinds, made once per run."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import Callable, Dict, List, Tuple

import pytest

import zermelo

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
LONG = bool(os.environ.get("ZERMELO_LONG_TESTS"))

# Name: game, parameters, kind of table (None: the first). There is one for every kind of table and
# of numbers.
TABLES: Dict[str, Tuple[str, Dict[str, object], object]] = {
    "ostle": ("ostle", dict(size=3, start=3, lose=1), None),
    "few": ("ostle", dict(size=4, start=3, lose=1, total=4), None),
    "reach": ("ostle", dict(size=3, start=3, lose=1), "reach"),
    "connect": ("connect", dict(columns=4, rows=4, line=3), None),
    "outcomes": ("connect", dict(columns=4, rows=4), "outcome"),
    "mnk": ("mnk", dict(m=3, n=3, k=3), None),
    "notakto": ("notakto", dict(rows=3, columns=3), None),
    "othello": ("othello", dict(rows=4, cols=4), None),
    "scores": ("othello", dict(rows=4, cols=4, metric="score"), None),
    "breakthrough": ("breakthrough", dict(columns=3, rows=5), None),
    "clobber": ("clobber", dict(columns=3, rows=4), None),
    "domineering": ("domineering", dict(columns=4, rows=4), None),
    "bddl": ("bddl", {}, None),
    "tapatan": ("bddl", {}, None),
    "quixo": ("bddl", {}, None),
    "drops": ("bddl", {}, None),
}


def make_game(name: str) -> zermelo.Game:
    game, parameters, _ = TABLES[name]
    if name == "drops":
        return zermelo.Game.from_bddl(SOURCE / "tests" / "web" / "games" / "drops.bddl")
    if name in ("tapatan", "quixo"):
        return zermelo.Game.from_bddl(SOURCE / "games" / name / f"{name}.bddl")
    if game == "bddl":
        folder = SOURCE / "games" / "hex"
        return zermelo.Game.from_bddl(folder / "domain.bddl", folder / "3x3.bddl")
    return zermelo.Game(game, **parameters)


class Tables:
    """Paths of tables by name, each solved when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._paths: Dict[str, Path] = {}

    def __getitem__(self, name: str) -> Path:
        if name not in self._paths:
            path = self.folder / f"{name}.ztb"
            metric = TABLES[name][2]
            make_game(name).solve(path, metric=None if metric is None else str(metric))
            self._paths[name] = path
        return self._paths[name]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return Tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def small(tables: Tables) -> zermelo.Table:
    return zermelo.open(tables["ostle"])


def program(variable: str) -> str:
    path = os.environ.get(variable)
    if not path:
        pytest.fail(f"{variable} of the environment says where the program is; ctest sets it.")
    return path


def run_program(variable: str, *arguments: object, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([program(variable), *map(str, arguments)], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def random_states(game: zermelo.Game, count: int, seed: int) -> List[str]:
    """States of games played at random, including some in which the game is nearly over."""
    chance = random.Random(seed)
    states: List[str] = []
    while len(states) < count:
        position: str = game.start
        while len(states) < count:
            states.append(position)
            result = chance.choice(game.moves(position)).result
            if result is None:
                break
            position = result
    return states
