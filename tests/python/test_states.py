# SPDX-License-Identifier: MIT
"""States of OpenSpiel's shape, with algorithms written as they are written for OpenSpiel."""

from __future__ import annotations

import copy
import random
from typing import Callable, Dict, List

import pytest

import zermelo
from conftest import TABLES, Tables


def minimax(state: zermelo.State, seen: Dict[str, float]) -> float:
    """The value for player 0, by nothing but OpenSpiel's methods."""
    if state.is_terminal():
        return state.returns()[0]
    key = str(state)
    if key not in seen:
        values = [minimax(state.child(a), seen) for a in state.legal_actions()]
        seen[key] = max(values) if state.current_player() == 0 else min(values)
    return seen[key]


@pytest.mark.parametrize("name", ["mnk", "notakto", "bddl"])
def test_minimax_agrees_with_the_table(tables: Tables, name: str) -> None:
    with zermelo.open(tables[name]) as table:
        game = table.game
        seen: Dict[str, float] = {}
        minimax(game.new_initial_state(), seen)
        for position, value in random.Random(1).sample(sorted(seen.items()), 200):
            state = zermelo.State(game, position, table)
            own = value if state.current_player() == 0 else -value
            assert state.value().outcome == own


@pytest.mark.parametrize("name", [n for n in TABLES if n not in ("reach", "few")])
def test_random_play(tables: Tables, name: str) -> None:
    chance = random.Random(2)
    with zermelo.open(tables[name]) as table:
        game = table.game
        for _ in range(20):
            state = game.new_initial_state(table)
            for _ in range(200):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                player = state.current_player()
                assert legal == sorted(set(legal)) and 0 <= legal[0] and legal[-1] < state.num_distinct_actions()
                assert state.legal_actions(player) == legal and state.legal_actions(1 - player) == []
                for action in legal:
                    move = state.action_to_string(player, action)
                    assert state.string_to_action(move) == action == state.string_to_action(player, move)
                assert set(state.optimal_actions()) <= set(legal) == set(state.action_values())
                best = max(state.action_values().values())
                if table.metric == "distance" or not best.is_draw:
                    assert state.value() == best
                action = chance.choice(legal)
                before, copied = str(state), copy.deepcopy(state)
                copied.apply_action(action)
                assert str(state) == before
                state.apply_action(action)
                assert str(copied) == str(state) and copied.history() == state.history()
                copied.undo_action(player, action)
                assert str(copied) == before and copied.legal_actions() == legal
            if state.is_terminal():
                assert state.legal_actions() == [] and state.current_player() == zermelo.TERMINAL_PLAYER
                assert sum(state.returns()) == 0 and state.returns() == state.rewards()


def test_perfect_play_keeps_its_promise(tables: Tables) -> None:
    with zermelo.open(tables["ostle"]) as table:
        state = table.game.new_initial_state(table)
        promised = state.value()
        while not state.is_terminal():
            state.apply_action(state.optimal_actions()[0])
        assert state.move_number() == promised.plies == len(state.history()) and state.returns() == [1.0, -1.0]
        assert [p for p, _ in state.full_history()][:2] == [0, 1]


def test_observations() -> None:
    game = zermelo.Game("connect", columns=4, rows=4)
    state = game.new_initial_state()
    size = 1
    for n in game.observation_tensor_shape():
        size *= n
    empty = state.observation_tensor()
    assert len(empty) == size and sum(empty) == 16
    state.apply_action(0)
    assert state.observation_tensor()[0] == 1.0 and sum(state.observation_tensor()) == 1
    assert state.legal_actions_mask() == [1, 1, 1, 1] and game.num_distinct_actions() == 4
    assert (game.min_utility(), game.max_utility(), game.utility_sum(), game.num_players()) == (-1, 1, 0, 2)
    again = zermelo.State(game, state.serialize())
    assert again.legal_actions() == state.legal_actions() and "svg" in state._repr_svg_()


def test_what_cannot_be(tables: Tables) -> None:
    state = zermelo.Game("mnk").new_initial_state()
    wrong: List[Callable[[], object]] = [
        lambda: state.value(), lambda: state.optimal_actions(), lambda: state.undo_action(0, 1),
        lambda: zermelo.State(zermelo.Game("mnk"), table=zermelo.open(tables["ostle"]))]
    for question in wrong:
        with pytest.raises(zermelo.UsageError):
            question()
    with pytest.raises(zermelo.IllegalMove):
        state.apply_action(99)
    with pytest.raises(zermelo.IllegalMove):
        state.string_to_action("z9")
    with pytest.raises(zermelo.GameOver):
        zermelo.State(zermelo.Game("mnk"), "bbb/ww1/3 w")
