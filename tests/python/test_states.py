# SPDX-License-Identifier: MIT
"""States with OpenSpiel's interface, and algorithms written as for OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any, Callable, Dict, List

import pytest

import zermelo
from conftest import TABLES, Tables, make_game


def minimax(state: zermelo.State, seen: Dict[str, float]) -> float:
    """The value for player 0, found with only OpenSpiel's methods."""
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


def test_observations_of_hands() -> None:
    state = make_game("drops").new_state("K2/1p1/2k[p] b")
    assert make_game("drops").observation_tensor_shape() == [3 + 3 + 2 + 1, 3, 3]
    planes = [state.observation_tensor()[i:i + 9] for i in range(0, 81, 9)]
    assert planes[6] == [1.0] * 9 and planes[7] == [0.0] * 9 and planes[8] == [1.0] * 9
    assert planes[0][2] == 1.0 and planes[3][6] == 1.0 and sum(sum(plane) for plane in planes[:6]) == 3


@pytest.mark.parametrize("name", [n for n in TABLES if n not in ("reach", "few")])
def test_from_any_position(name: str) -> None:
    """A state made from a position is like the one that was reached by playing, even where the game is over."""
    chance = random.Random(4)
    game = make_game(name)
    ended = 0
    for _ in range(30):
        state = game.new_initial_state()
        for _ in range(60):
            made = game.new_state(state.position)
            again = game.deserialize_state(state.serialize())
            squares = game.diagram(state.position).board
            for other in (made, again):
                assert (str(other), other.current_player()) == (str(state), state.current_player())
                assert (other.is_terminal(), other.returns()) == (state.is_terminal(), state.returns())
                assert other.legal_actions() == state.legal_actions() and other.history() == []
                assert other.observation_tensor() == state.observation_tensor()
            if state.is_terminal():
                ended += 1
                break
            hands = game.diagram(state.position).hands
            by_hand = game.new_state(squares, to_move="white" if state.current_player() else "black", hands=hands)
            assert game.diagram(by_hand.position).board == squares
            assert by_hand.current_player() == state.current_player()
            state.apply_action(chance.choice(state.legal_actions()))
    assert ended > 0 or name == "ostle"


def test_from_positions_with_a_table(tables: Tables) -> None:
    with zermelo.open(tables["mnk"]) as table:
        state = table.game.new_state("bb1/ww1/3 b", table=table)
        assert state.value() == zermelo.Value.win(1)
        assert [state.action_to_string(a) for a in state.optimal_actions()] == ["c3"]
        over = table.game.new_state("bbb/ww1/3 w", table=table)
        assert over.is_terminal() and over.returns() == [1.0, -1.0] and over.rewards() == over.returns()
        assert over.legal_actions() == [] and "svg" in over._repr_svg_()
        with pytest.raises(zermelo.GameOver):
            over.value()
        with pytest.raises(zermelo.UsageError):
            over.undo_action(0, 2)
        drawn = table.game.new_state(["bwb", "bww", "wbb"], to_move="white")
        assert drawn.is_terminal() and drawn.returns() == [0.0, 0.0]
        assert pickle.loads(pickle.dumps(drawn)).returns() == [0.0, 0.0]


def test_states_that_cannot_be() -> None:
    game = zermelo.Game("mnk")
    for wrong in ("", "start", "bbb/3/3 x", "4/3/3 b"):
        with pytest.raises(zermelo.IllegalPosition):
            game.new_state(wrong)
    boards: List[List[str]] = [["..."], ["...", "...", "..x"], [], ["....", "....", "...."]]
    for board in boards:
        with pytest.raises(zermelo.Error):
            game.new_state(board, to_move="black")
    with pytest.raises(zermelo.UsageError, match="to_move is 'black' or 'white'"):
        game.new_state(["...", "...", "..."])
    with pytest.raises(zermelo.UsageError, match="goes with squares"):
        game.new_state("3/3/3 b", to_move="black")
    with pytest.raises(ValueError):
        game.new_state(["...", "...", "..."], to_move="red")
    kinds: List[Any] = [5, b"3/3/3 b", [1, 2, 3]]
    for kind in kinds:
        with pytest.raises(TypeError):
            game.new_state(kind, to_move="black")
    with pytest.raises(TypeError):
        game.deserialize_state(None)  # type: ignore[arg-type]


def test_no_negative_zero() -> None:
    """No return is -0.0, whichever side moved last."""
    full = zermelo.Game("mnk").new_state("bwb/bww/wbb w")
    assert [str(x) for x in full.returns()] == ["0.0", "0.0"]
    chance = random.Random(3)
    drawn = 0
    for game in (zermelo.Game("mnk"), zermelo.Game("mnk", m=2, n=2, k=3), zermelo.Game("connect", columns=4, rows=4)):
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            numbers = [*state.returns(), *state.rewards(), state.player_return(0), state.player_reward(1),
                       *state.observation_tensor(), game.min_utility(), game.max_utility(), game.utility_sum()]
            assert "-0.0" not in map(str, numbers)
            drawn += state.returns() == [0.0, 0.0]
    assert drawn > 10


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
