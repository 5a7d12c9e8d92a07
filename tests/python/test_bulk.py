# SPDX-License-Identifier: MIT
"""Many positions at once, and samples."""

from __future__ import annotations

import builtins
import threading
from typing import Any, List

import pytest

import zermelo
from conftest import TABLES, Tables, make_game, random_states
from zermelo import Status

numpy = pytest.importorskip("numpy")

STATUS = {zermelo.IllegalPosition: Status.ILLEGAL_POSITION, zermelo.GameOver: Status.GAME_OVER,
          zermelo.NotInTable: Status.NOT_IN_TABLE}


def positions_of(name: str) -> List[str]:
    states = random_states(make_game(name), 3000, seed=11)
    return [s if i % 50 else s[:-3] for i, s in enumerate(states)]


@pytest.mark.parametrize("name", [n for n in TABLES if n != "reach"])
def test_same_as_one_by_one(tables: Tables, name: str) -> None:
    positions = positions_of(name)
    with zermelo.open(tables[name]) as t:
        many = t.probe_many(positions)
        assert len(many) == len(positions) == len(many.outcome) == len(many.plies) == len(many.status)
        for i, position in enumerate(positions):
            try:
                value = t.probe(position)
            except zermelo.Error as error:
                assert many.status[i] == STATUS[type(error)] and many.errors[i] == str(error)
                assert many.outcome[i] == many.plies[i] == 0
                with pytest.raises(type(error)) as raised:
                    many[i]
                assert str(raised.value) == str(error)
            else:
                assert many.status[i] == 0 and i not in many.errors and many[i] == value
                assert (many.outcome[i], many.plies[i]) == (value.outcome, value.plies)
                assert (many.number[i], many.score[i]) == (value.number, value.score)
        assert many.ok.sum() + len(many.errors) == len(positions) and many.errors


def test_distances(tables: Tables) -> None:
    with zermelo.open(tables["reach"]) as t:
        positions = positions_of("reach") + t.sample(500, seed=3)
        many = t.distance_many(positions)
        assert many.ok.any() and not many.ok.all()
        for i, position in enumerate(positions):
            if many.status[i] == 0:
                assert t.distance(position) == many[i]
                assert many.plies[i] == (-1 if many[i] is None else many[i])
        with pytest.raises(zermelo.UsageError):
            t.probe_many(positions)


def test_what_holds_positions(small: zermelo.Table) -> None:
    start = small.start
    lists: List[Any] = [[start] * 3, (start,) * 3, numpy.array([start] * 3), {start: 1, start + " ": 2, "": 3},
                        numpy.array([start] * 3, dtype=object), (s for s in [start] * 3)]
    for positions in lists:
        many = small.probe_many(positions, threads=1)
        assert len(many) == 3 and many[0] == small.probe(start) and many[-3] == many[0]
    assert many.outcome.dtype == numpy.int8 and many.plies.dtype == numpy.int16
    assert many.status.dtype == numpy.uint8 and many.ok.dtype == bool
    empty = small.probe_many([])
    assert len(empty) == 0 and list(empty) == []
    with pytest.raises(IndexError):
        many[3]


SLICES = [slice(2, 5), slice(None), slice(None, None, -1), slice(5, 2, -1), slice(-3, None), slice(0, 100, 7),
          slice(100, 0, -7), slice(5, 5), slice(10**9, None), slice(None, -10**9, -3)]


@pytest.mark.parametrize("name", ["ostle", "few", "scores"])
def test_slices(tables: Tables, name: str) -> None:
    positions = positions_of(name)
    with zermelo.open(tables[name]) as t:
        many = t.probe_many(positions)
        for part in SLICES:
            some, wanted = many[part], t.probe_many(positions[part])
            assert type(some) is type(many) and len(some) == len(wanted)
            for a, b in ((some.outcome, wanted.outcome), (some.plies, wanted.plies), (some.score, wanted.score),
                         (some.number, wanted.number), (some.status, wanted.status), (some.ok, wanted.ok)):
                assert a.dtype == b.dtype and (a == b).all()
            assert some.errors == wanted.errors
            for whole, view in ((many.outcome, some.outcome), (many.number, some.number), (many.status, some.status)):
                assert numpy.shares_memory(whole, view) == (len(some) > 0)
        assert many[5:50][3:][::-1].errors == t.probe_many(positions[5:50][3:][::-1]).errors
        some = many[2:5]
        assert repr(some).startswith("<zermelo.Probes of 3 positions")
        answered = many[many.ok]
        assert answered.ok.all() and not answered.errors and list(answered) == [v for v in answered]
        assert len(answered) == many.ok.sum() and answered[0] == many[int(numpy.flatnonzero(many.ok)[0])]
        places = numpy.array([7, 3, -1, 3])
        assert many[places].errors == t.probe_many([positions[i] for i in places]).errors
        none: List[int] = []
        assert (many[[7, 3, -1, 3]].number == many.number[places]).all() and len(many[none]) == 0
        assert many[numpy.flatnonzero(many.ok)[0]] == answered[0]


def test_slices_of_distances(tables: Tables) -> None:
    with zermelo.open(tables["reach"]) as t:
        positions = positions_of("reach") + t.sample(500, seed=3)
        many = t.distance_many(positions)
        for part in SLICES:
            some, wanted = many[part], t.distance_many(positions[part])
            assert type(some) is type(many) and (some.plies == wanted.plies).all() and some.errors == wanted.errors
        assert many[many.ok].ok.all()


@pytest.mark.parametrize("wrong", ["a", None, 1.5, "1:2", ["x"], [10**6], slice("a", None), slice(None, None, 0), b"x", ()])
def test_no_such_places(small: zermelo.Table, wrong: Any) -> None:
    many = small.probe_many([small.start] * 3)
    with pytest.raises((TypeError, ValueError, IndexError)):
        many[wrong]


@pytest.mark.parametrize("wrong", [None, 5, "www/1o1/bbb b", b"x", [3], [None], [b"x"], ["\ud800"]])
def test_wrong_types(small: zermelo.Table, wrong: Any) -> None:
    with pytest.raises((TypeError, UnicodeEncodeError)):
        small.probe_many(wrong)


def test_the_list_may_change_meanwhile(small: zermelo.Table) -> None:
    positions = small.sample(100_000, seed=1)
    wanted = small.probe_many(list(positions)).number.copy()

    def spoil() -> None:
        for i in range(len(positions)):
            positions[i] = "x" * 5

    found = []
    for _ in range(3):
        copied = list(positions)
        spoiler = threading.Thread(target=lambda: copied.clear())
        asker = threading.Thread(target=lambda: found.append(small.probe_many(copied)))
        asker.start()
        spoiler.start()
        asker.join()
        spoiler.join()
    for many in found:
        assert len(many) == 0 or (many.number == wanted[:len(many)]).all()
    spoil()


def test_samples(tables: Tables) -> None:
    for name in TABLES:
        with zermelo.open(tables[name]) as t:
            drawn = t.sample(50, seed=7)
            assert drawn == t.sample(50, seed=7) and drawn[:10] == t.sample(10, seed=7)
            assert drawn != t.sample(50, seed=8) and len(t.sample(3)) == 3 and t.sample(0) == []
            assert all(t.position(*number) == p for p in drawn if (number := t.index(p)))
    with zermelo.open(tables["ostle"]) as t:
        for wrong in (dict(count=-1), dict(count=1, seed=-1), dict(count=1, seed=2**64)):
            with pytest.raises(ValueError):
                t.sample(**wrong)


def test_without_numpy(small: zermelo.Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(ImportError, match="needs NumPy"):
        small.probe_many([small.start])
    assert builtins.len(small.sample(2)) == 2
