# SPDX-License-Identifier: MIT
"""Games written for OpenSpiel and for GamesmanPy, as these projects write theirs, through zermelo.adapt."""

from __future__ import annotations

import copy
import enum
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, List, Optional, Tuple

import pytest

import zermelo
from conftest import Tables
from rules_examples import EMPTY, all_going_on, mover, notation, outcome, placed, winner

# --- OpenSpiel's shape

Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC")
Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
Utility = enum.Enum("Utility", "ZERO_SUM GENERAL_SUM")


def kind_of_game(**changed: Any) -> SimpleNamespace:
    return SimpleNamespace(**{**dict(short_name="python_tic_tac_toe", dynamics=Dynamics.SEQUENTIAL,
                                     chance_mode=ChanceMode.DETERMINISTIC,
                                     information=Information.PERFECT_INFORMATION, utility=Utility.ZERO_SUM), **changed})


class BoardState:
    """Tic-tac-toe."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.cells = EMPTY
        self.actions: List[int] = []

    def current_player(self) -> int:
        return -4 if self.is_terminal() else mover(self.cells)

    def legal_actions(self) -> List[int]:
        return [] if self.is_terminal() else [i for i in range(9) if self.cells[i] == "."]

    def apply_action(self, action: int) -> None:
        self.actions.append(action)
        self.cells = placed(self.cells, action)

    def clone(self) -> Any:
        return copy.deepcopy(self, {id(self.game): self.game})

    def is_terminal(self) -> bool:
        return outcome(self.cells) is not None

    def returns(self) -> List[float]:
        result = float(outcome(self.cells) or 0)
        return [result, -result]

    def action_to_string(self, player: int, action: int) -> str:
        return f"{'xo'[player]}({action // 3},{action % 3})"

    def serialize(self) -> str:
        return "\n".join(map(str, self.actions))

    def __str__(self) -> str:
        return "\n".join(self.cells[i:i + 3] for i in (0, 3, 6))


class BoardGame:
    State: Any = BoardState

    def __init__(self, kind: Any = None, players: int = 2) -> None:
        self.kind = kind or kind_of_game()
        self.players = players

    def get_type(self) -> Any:
        return self.kind

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return 9

    def get_parameters(self) -> Dict[str, Any]:
        return {"rows": 3}

    def new_initial_state(self) -> Any:
        return self.State(self)


def state_with(game: Any, cells: str) -> Any:
    state = game.new_initial_state()
    state.cells = cells
    return state


def test_open_spiel_equals_the_built_in_game(tmp_path: Path, tables: Tables) -> None:
    game = BoardGame()
    rules = zermelo.adapt(game, games=50)
    report = zermelo.solve(rules, tmp_path / "t.ztb")
    assert report.positions == 5478
    # (Another object, which has met none of the states.)
    with zermelo.open(tmp_path / "t.ztb", rules=zermelo.adapt(game, games=0)) as t:
        built_in = zermelo.open(tables["mnk"])
        boards = all_going_on()
        def has_one_way(cells: str) -> bool:
            values = [m.value for m in built_in.moves(notation(cells))]
            return str(values[0]) == "win in 3" and sum(value.is_win for value in values) == 1

        # (States are hashes of hashes: they are found by playing from the start again.)
        assert len(list(t.mine(win_in=3, only_move=True))) == sum(map(has_one_way, boards))
        own = t.probe_many([state_with(game, cells) for cells in boards])
        assert not own.errors
        assert (own.number == built_in.probe_many(list(map(notation, boards))).number).all()
        for cells in random.Random(1).sample(boards, 50):
            moves = t.moves(state_with(game, cells))
            assert sorted(m.value for m in moves) == sorted(m.value for m in built_in.moves(notation(cells)))
            assert all(m.move.startswith("xo"[mover(cells)] + "(") for m in moves)
        line = t.line(game.new_initial_state())
        assert line.complete and len(line.moves) == 9
        assert t.game.parameters["rows"] == "3" and t.verify().failure is None
        assert "player 0 to move" in str(t.diagram())
    with zermelo.open(tmp_path / "t.ztb", rules=rules) as t:
        assert t.stats().wins == 2836
        with pytest.raises(zermelo.UsageError, match="knows its states by hashes"):
            dict(t)


class ForgetfulState(BoardState):
    """The eighth move of a game is its last one, and the text does not show how many there were: moves may be
    taken back."""

    def legal_actions(self) -> List[int]:
        taken = [i + 9 for i in range(9) if self.cells[i] == "x"] if len(self.actions) > 1 else []
        return super().legal_actions() + (taken if not self.is_terminal() else [])

    def current_player(self) -> int:
        return -4 if self.is_terminal() else 0

    def apply_action(self, action: int) -> None:
        self.actions.append(action)
        square = action % 9
        self.cells = self.cells[:square] + ("x" if action < 9 else ".") + self.cells[square + 1:]

    def is_terminal(self) -> bool:
        return len(self.actions) == 8

    def action_to_string(self, player: int, action: int) -> str:
        return f"{'put' if action < 9 else 'take'}{action % 9}"


def test_limit_of_moves_is_refused() -> None:
    class Forgetful(BoardGame):
        State = ForgetfulState

        def num_distinct_actions(self) -> int:
            return 18

    with pytest.raises(zermelo.RulesError, match="different futures: '.*' and '.*take"):
        zermelo.adapt(Forgetful())


class ShuttleState(BoardState):
    """Two pieces on a ring of four; a third repetition ends the game, if there is such a rule."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.places = (0, 2)
        self.turn = 0
        self.seen = [(self.places, self.turn)]

    def current_player(self) -> int:
        return -4 if self.is_terminal() else self.turn

    def legal_actions(self) -> List[int]:
        if self.is_terminal():
            return []
        return [a for a in (0, 1) if self._moved(a) != self.places[1 - self.turn]]

    def _moved(self, action: int) -> int:
        return (self.places[self.turn] + (1 if action else 3)) % 4

    def apply_action(self, action: int) -> None:
        moved = self._moved(action)
        self.places = (moved, self.places[1]) if self.turn == 0 else (self.places[0], moved)
        self.turn = 1 - self.turn
        self.seen.append((self.places, self.turn))

    def is_terminal(self) -> bool:
        return self.game.threefold and self.seen.count(self.seen[-1]) >= 3

    def returns(self) -> List[float]:
        return [0.0, 0.0]

    def __str__(self) -> str:
        return str(self.places)


def test_threefold_repetition_is_refused(tmp_path: Path) -> None:
    class Shuttle(BoardGame):
        State = ShuttleState

        def __init__(self, threefold: bool) -> None:
            super().__init__(kind_of_game(short_name="shuttle"))
            self.threefold = threefold

    with pytest.raises(zermelo.RulesError, match="different futures"):
        zermelo.adapt(Shuttle(True), seconds=2)
    zermelo.solve(zermelo.adapt(Shuttle(False), games=5, seconds=0.2), tmp_path / "s.ztb")
    rules = zermelo.adapt(Shuttle(False), games=5, seconds=0.2)
    with zermelo.open(tmp_path / "s.ztb", rules=rules) as t:
        assert t.probe(rules.start()).is_draw and t.stats().draws == len(t)


@pytest.mark.parametrize("kind, players, words", [
    (dict(dynamics=Dynamics.SIMULTANEOUS), 2, "move at the same time"),
    (dict(chance_mode=ChanceMode.EXPLICIT_STOCHASTIC), 2, "there is chance"),
    (dict(information=Information.IMPERFECT_INFORMATION), 2, "do not see everything"),
    (dict(utility=Utility.GENERAL_SUM), 2, "the other does not lose"),
    ({}, 3, "3 players"),
])
def test_kinds_of_games_that_are_refused(kind: Dict[str, Any], players: int, words: str) -> None:
    with pytest.raises(zermelo.UsageError, match=words):
        zermelo.adapt(BoardGame(kind_of_game(**kind), players))


def test_key_and_exceptions(tmp_path: Path) -> None:
    class Failing(BoardState):
        def __str__(self) -> str:  # (the history, which makes a state of each way)
            return self.serialize()

        def returns(self) -> List[float]:
            if winner(self.cells) == 1:
                raise OverflowError("too much")
            return super().returns()

    class Game(BoardGame):
        State = Failing

    rules = zermelo.adapt(Game(), key=lambda state: state.cells, games=0)
    with pytest.raises(zermelo.RulesError) as caught:
        zermelo.solve(rules, tmp_path / "t.ztb")
    assert isinstance(caught.value.__cause__, OverflowError) and caught.value.method == "result"


# --- GamesmanPy's shape


class Value(enum.IntEnum):
    Loss = 0
    Draw = 1
    Tie = 2
    Win = 3


class GamesmanTicTacToe:
    id = "tictactoe"
    variants = ["3x3"]
    n_players = 2
    cyclic = False

    def __init__(self, variant_id: str) -> None:
        self._variant_id = variant_id

    def start(self) -> int:
        return self.hash(EMPTY)

    def generate_moves(self, position: int) -> List[int]:
        return [i for i, c in enumerate(self.unhash(position)) if c == "."]

    def do_move(self, position: int, move: int) -> int:
        return self.hash(placed(self.unhash(position), move))

    def primitive(self, position: int) -> Optional[Value]:
        cells = self.unhash(position)
        if winner(cells) is not None:
            return Value.Loss  # (of the player to move)
        return None if "." in cells else Value.Tie

    def to_string(self, position: int, mode: int) -> str:
        return self.unhash(position)

    def from_string(self, strposition: str) -> int:
        return self.hash(strposition)

    def move_to_string(self, move: int, mode: int) -> str:
        return f"A_x_{move}"

    def hash(self, cells: str) -> int:
        return sum(".xo".index(c) * 3**i for i, c in enumerate(cells))

    def unhash(self, position: int) -> str:
        return "".join(".xo"[position // 3**i % 3] for i in range(9))


def test_gamesman_equals_the_built_in_game(tmp_path: Path, tables: Tables) -> None:
    game = GamesmanTicTacToe("3x3")
    rules: Any = zermelo.adapt(game, state_bytes=2)
    assert zermelo.solve(rules, tmp_path / "t.ztb").positions == 5478
    with zermelo.open(tmp_path / "t.ztb", rules=rules) as t:
        boards = all_going_on()
        own = t.probe_many([rules.state(game.hash(cells), mover(cells)) for cells in boards])
        built_in = zermelo.open(tables["mnk"])
        assert not own.errors
        assert (own.number == built_in.probe_many(list(map(notation, boards))).number).all()
        assert t.moves(t.start)[0].move.startswith("A_x_")
        assert str(t.game) == "tictactoe variant=3x3 version=1"


class GamesmanPancakes:
    """Its positions are lists, and its hash can be undone or not; its start is random or not."""

    id = "pancakes"
    n_players = 1

    def __init__(self, start: Optional[Tuple[int, ...]], undone: bool) -> None:
        self._start = start
        if undone:
            self.unhash_ext = lambda number: [number // 3**i % 3 for i in range(3)]

    def start(self) -> List[int]:
        return list(self._start) if self._start else random.choice([[1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0]])

    def generate_moves(self, position: List[int]) -> List[Tuple[str, int]]:
        return [("flip", 2), ("flip", 3)]

    def do_move(self, position: List[int], move: Tuple[str, int]) -> List[int]:
        return position[:move[1]][::-1] + position[move[1]:]

    def primitive(self, position: List[int]) -> Optional[Value]:
        return Value.Win if position == [0, 1, 2] else None

    def hash_ext(self, position: List[int]) -> int:
        return sum(p * 3**i for i, p in enumerate(position))


@pytest.mark.parametrize("undone", (False, True))
def test_gamesman_puzzle(undone: bool, tmp_path: Path) -> None:
    rules: Any = zermelo.adapt(GamesmanPancakes((2, 1, 0), undone))
    zermelo.solve(rules, tmp_path / "p.ztb")
    with zermelo.open(tmp_path / "p.ztb", rules=rules) as t:
        assert {str(v): sum(w == v for w in dict(t).values()) for v in dict(t).values()} == {
            "solved in 1 move": 2, "solved in 2 moves": 2, "solved in 3 moves": 1}
        assert t.probe(rules.state([2, 0, 1])).plies == 2
        assert t.moves(rules.state([1, 0, 2]))[0].move == "('flip', 2)"


def test_random_start_is_refused(tmp_path: Path) -> None:
    with pytest.raises(zermelo.RulesError, match="another state each time"):
        zermelo.solve(zermelo.adapt(GamesmanPancakes(None, True)), tmp_path / "p.ztb")
    fixed = zermelo.adapt(GamesmanPancakes(None, True), start=[1, 0, 2])
    assert zermelo.solve(fixed, tmp_path / "p.ztb").positions == 6


def test_what_is_neither() -> None:
    for wrong in (object(), 3, zermelo.Game("mnk")):
        with pytest.raises(zermelo.UsageError):
            zermelo.adapt(wrong)
    for arguments in (dict(start=3), dict(state_bytes=3)):
        with pytest.raises(zermelo.UsageError):
            zermelo.adapt(BoardGame(), **arguments)  # type: ignore[arg-type]
    with pytest.raises(zermelo.UsageError):
        zermelo.adapt(GamesmanTicTacToe("3x3"), scores=True)
    three: Any = type("Three", (GamesmanTicTacToe,), {"n_players": 3})("3x3")
    with pytest.raises(zermelo.UsageError, match="3 players"):
        zermelo.adapt(three)
