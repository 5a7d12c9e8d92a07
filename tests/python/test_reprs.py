# SPDX-License-Identifier: MIT
"""The interpreter shows an object in one short line."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Iterator, Tuple

import pytest

import zermelo
from conftest import TABLES, Tables, make_game

LONGEST = 600


def parts_of(thing: object) -> Iterator[object]:
    """An object and what it consists of."""
    yield thing
    if isinstance(thing, (list, tuple)):
        for item in thing[:5]:
            yield from parts_of(item)
    elif isinstance(thing, dict):
        for item in list(thing.values())[:5]:
            yield from parts_of(item)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from parts_of(getattr(thing, field.name))


def results(tables: Tables, name: str, folder: Path) -> Iterator[object]:
    game, table = make_game(name), zermelo.open(tables[name])
    yield from (game, table, game.count(), game.diagram(), table.info, game.new_state(), *game.moves(game.start))
    if table.holds_distances:
        yield table.distance_stats()
        return
    yield table.stats()
    yield table.verify()
    positions = [table.start, *table.sample(30, seed=5)]
    yield table.probe_many(positions)
    if table.start in table:
        yield table.moves(table.start)
        line = table.line(table.start)
        yield line
        yield table.grade(list(line.moves))
    if table.metric != "outcome":
        for puzzle in table.mine(limit=2):
            yield from (puzzle, puzzle.solution)


@pytest.mark.parametrize("name", TABLES)
def test_short(tables: Tables, name: str, tmp_path: Path) -> None:
    seen = 0
    for thing in results(tables, name, tmp_path):
        for part in parts_of(thing):
            if type(part).__module__.startswith("zermelo") or type(part).__module__ == "builtins":
                if isinstance(part, (list, tuple, dict, str)) and not isinstance(part, zermelo.MoveList):
                    continue  # Python's own
                shown = repr(part)
                assert len(shown) <= LONGEST and "\n" not in shown, shown
                seen += 1
    assert seen > 10


def test_proofs(tmp_path: Path) -> None:
    game = zermelo.Game("notakto", rows=3, columns=3)
    things: Tuple[object, ...] = (
        game.prove(tmp_path / "n.aig", method="ic3"), zermelo.check_strategy(tmp_path / "n.aig"),
        zermelo.Strategy(tmp_path / "n.aig"), game.crosscheck(seconds=20), zermelo.games()[0])
    for thing in things:
        assert len(repr(thing)) <= LONGEST and "\n" not in repr(thing), repr(thing)


def test_what_is_shown(small: zermelo.Table, tables: Tables) -> None:
    assert repr(small.moves(small.start)).startswith("<zermelo.MoveList of 14: b2L W17, b2R W17, a1U L14")
    assert repr(small.line(small.start, 1)) == "Line(moves=('b2L',), complete=False)"
    bddl = zermelo.open(tables["bddl"])
    assert str(bddl.game) == "bddl columns=3 rows=3 start='3/3/3 b'"
    assert repr(bddl) == f"<zermelo.Table {bddl.path!r}, {bddl.game}>"
    assert bddl.game == make_game("bddl") and hash(bddl.game) == hash(make_game("bddl"))
