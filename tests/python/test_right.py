# SPDX-License-Identifier: MIT
"""The module, the C++ interface, the C interface and the program give the same answers about the same states."""

from __future__ import annotations

import json
import random
from typing import Any, Dict, List

import pytest

import zermelo
from conftest import TABLES, Tables, make_game, random_states, run_program

STATES = 1000


def broken(text: str, chance: random.Random) -> str:
    """A state with one character added, removed or changed; the result is mostly no longer a state."""
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(["", "b", "w", "/", "9", "o", " "]) + text[at + chance.randrange(2):]


def states_of(name: str, table: zermelo.Table) -> List[str]:
    chance = random.Random(7)
    game = make_game(name)
    states = random_states(game, STATES * 6 // 10, seed=1)
    states += [game.canonical(s) for s in states[:STATES // 10]]
    while len(states) < STATES * 9 // 10:  # arbitrary ones that have a number
        slice = chance.randrange(table.slices)
        if table.indices(slice) > 0:
            position = table.position(slice, chance.randrange(table.indices(slice)))
            states += [position] if position is not None else []
    states += [broken(chance.choice(states), chance) for _ in range(STATES // 10)]
    return [s for s in states if "\n" not in s]


def answer(table: zermelo.Table, state: str) -> str:
    if table.holds_distances:
        return f"distance {table.distance(state)}"
    moves = "".join(f" {m.move}={m.value.number}" for m in table.moves(state))
    return f"value {table.probe(state).number}, moves{moves}"


def answer_or_error(table: zermelo.Table, state: str) -> str:
    try:
        return answer(table, state)
    except (zermelo.IllegalPosition, zermelo.GameOver, zermelo.NotInTable) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("name", TABLES)
def test_same_as_c_and_cpp(tables: Tables, name: str) -> None:
    with zermelo.open(tables[name]) as table:
        states = states_of(name, table)
        ours = [answer_or_error(table, s) for s in states]
    wanted = ["ZERMELO_ASK_CPP"] if name == "reach" else ["ZERMELO_ASK_CPP", "ZERMELO_ASK_C"]
    for variable in wanted:
        theirs = run_program(variable, tables[name], text="\n".join(states) + "\n").stdout.splitlines()
        assert len(theirs) == len(states)
        for state, our, their in zip(states, ours, theirs):
            assert our == their, state
    kinds = {a.split()[0] for a in ours}
    assert "IllegalPosition:" in kinds and kinds & {"value", "distance"}


def value_of(told: Dict[str, Any], table: zermelo.Table) -> zermelo.Value:
    """What the program says, as a value."""
    sign = zermelo.Outcome[told["value"].upper()]
    if table.metric == "distance":
        return zermelo.Value(sign * (told["plies"] or 0))
    if table.metric == "score":
        return zermelo.Value.of_score(told["score"])
    return zermelo.Value.of_outcome(sign)


@pytest.mark.parametrize("name", TABLES)
def test_same_as_the_program(tables: Tables, name: str) -> None:
    with zermelo.open(tables[name]) as table:
        states = [s for s in states_of(name, table) if s == s.strip() != ""]
        wanted = [] if table.holds_distances else ["--moves"]
        done = run_program("ZERMELO_PROGRAM", "probe", tables[name], "--from", "-", *wanted,
                           text="\n".join(states) + "\n")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(states) > 980, done.stderr
        for state, told in zip(states, answers):
            ours = answer_or_error(table, state)
            if "error" in told:
                assert ours.partition(": ")[2] == told["error"], state
            elif table.holds_distances:
                assert ours == f"distance {told['plies_from_start']}", state
            else:
                assert value_of(told, table) == table.probe(state), state
                moves = [(m["move"], value_of(m, table), m["position"]) for m in told["moves"]]
                assert moves == [(m.move, m.value, m.result) for m in table.moves(state)], state


@pytest.mark.parametrize("name", [n for n in TABLES if n != "reach"])
def test_all_positions(tables: Tables, name: str) -> None:
    """Iterating gives the same values as probing, as many as the statistics say; numbers lead back."""
    with zermelo.open(tables[name]) as table:
        seen = 0
        counts: Dict[zermelo.Value, int] = {}
        for position, value in table:
            seen += 1
            counts[value] = counts.get(value, 0) + 1
            if seen % 97 == 0:
                assert table.probe(position) == value
                number = table.index(position)
                if number is not None:
                    assert table.position(*number) == table.canonical(position)
        stats = table.stats()
        assert seen == stats.positions == len(table)
        assert counts == stats.histogram
        assert stats.wins == sum(n for v, n in counts.items() if v.is_win)
        if stats.folding is not None:
            assert stats.folding.reached == seen
            assert stats.folding.listed.folded == seen - counts.get(zermelo.Value.win(1), 0)
            assert stats.folding.listed.apart == sum(m.apart for m in stats.folding.materials.values())
        assert (stats.folding is not None) == (name in ("tapatan", "quixo", "drops"))
        assert table.verify().failure is None


def test_lines_lead_where_values_say(tables: Tables) -> None:
    with zermelo.open(tables["ostle"]) as table:
        for state in random_states(table.game, 50, seed=5):
            value, line = table.probe(state), table.line(state)
            assert line.complete == (not value.is_draw)
            if line.complete:
                assert len(line.moves) == value.plies
