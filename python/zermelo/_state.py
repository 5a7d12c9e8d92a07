# SPDX-License-Identifier: MIT
"""A state of OpenSpiel's shape, for programs that learn to play: the same method names, no
dependency."""

from __future__ import annotations

import dataclasses
import re
from typing import Dict, List, Optional, Tuple, TYPE_CHECKING

from ._arguments import text
from ._errors import IllegalMove, UsageError
from ._reports import LegalMove
from ._values import Outcome, Value

if TYPE_CHECKING:  # (A state is given its game and its table, and makes neither.)
    from ._game import Game
    from ._table import Table

TERMINAL_PLAYER = -4
"""What ``current_player`` says when the game is over, as in OpenSpiel."""

# (Boards have up to 64 files: z is followed by aa, and the last one is bl. An x is a capture.)
_SQUARE = re.compile(r"([ab][a-z]|[a-z])([0-9]+)")
_DIRECTIONS = "UDLR"


@dataclasses.dataclass(frozen=True)
class Actions:
    """How a game's moves are numbered: the same move has the same number in every state.

    A move's number is made from the squares that it names, in their order; in a state no two legal
    moves name the same ones. No square ("pass") is 0, one square follows, then pairs, and so on. In
    games with kinds of pieces the first two kinds that it names count, too. A move of Ostle is a square
    and a direction, one of Connect Four a column.
    """

    columns: int
    rows: int
    form: str  # "column", "direction" or "squares"
    most_squares: int
    kinds: str = ""  # their letters

    @property
    def count(self) -> int:
        """Numbers are less than this."""
        if self.form == "column":
            return self.columns
        if self.form == "direction":
            return self.columns * self.rows * len(_DIRECTIONS)
        return self._first(self.most_squares + 1) * (len(self.kinds) + 1)**2

    def number(self, move: str) -> int:
        """The number of a move, by its notation."""
        if self.form == "column":
            return _file(move)
        squares = [_file(file) + self.columns * (int(rank) - 1) for file, rank in _SQUARE.findall(move)]
        if self.form == "direction":
            return squares[0] * len(_DIRECTIONS) + _DIRECTIONS.index(move[-1])
        digits = 0
        for square in squares:
            digits = digits * self.columns * self.rows + square
        return (self._first(len(squares)) + digits) * (len(self.kinds) + 1)**2 + self._kinds_in(move)

    def _kinds_in(self, move: str) -> int:
        named = [self.kinds.index(letter) + 1 for letter in move if letter in self.kinds][:2]
        first, second = (named + [0, 0])[:2]
        return first * (len(self.kinds) + 1) + second

    def _first(self, squares: int) -> int:
        return sum((self.columns * self.rows)**k for k in range(squares))


def _file(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


_MOST_SQUARES = {"mnk": 1, "notakto": 1, "othello": 1}
_MOST_SQUARES_IN_BDDL = 4
_actions: Dict[Game, Actions] = {}


def actions_of(game: Game) -> Actions:
    if game not in _actions:
        board = game.diagram()
        form = {"connect": "column", "ostle": "direction"}.get(game.name, "squares")
        most = _MOST_SQUARES_IN_BDDL if game.name == "bddl" else _MOST_SQUARES.get(game.name, 2)
        _actions[game] = Actions(board.columns, board.rows, form, most, game._core.piece_letters())
    return _actions[game]


# What both players get, by the winner.
_RETURNS: Dict[Optional[str], Tuple[float, float]] = {
    "black": (1.0, -1.0), "white": (-1.0, 1.0), None: (0.0, 0.0)}


def _winner(ending: Outcome, player: int) -> Optional[str]:
    """The winner, from how the game ended for the player who moved last."""
    if ending is Outcome.DRAW:
        return None
    return "black" if (ending is Outcome.WIN) == (player == 0) else "white"


def _planes(game: Game) -> str:
    """What the planes of an observation show, as in pictures."""
    kinds = game._core.piece_letters()
    return kinds.lower() + kinds if kinds else "bwo"


def _hands(game: Game) -> List[str]:
    """The pieces that can be in hand, Black's first, by their letters."""
    held = [kind.letter for kind in game.pieces if kind.in_hand]
    if not game._core.piece_letters():  # (of one kind)
        return ["b", "w"] if held else []
    return [letter.lower() for letter in held] + held


def observation_shape(game: Game) -> List[int]:
    board = game.diagram()
    return [len(_planes(game)) + len(_hands(game)) + 1, board.rows, board.columns]


class State:
    """A state of a game that is being played, in the shape of OpenSpiel's ``pyspiel.State``.

    Black is player 0, White player 1. Actions are numbers; the same move has the same number in every
    state. With a table, the state also knows the truth: :meth:`value` and :meth:`optimal_actions`.

    >>> state = Game("connect", columns=4, rows=4).new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> state.returns()
    [1.0, -1.0]
    """

    def __init__(self, game: Game, position: Optional[str] = None, table: Optional[Table] = None) -> None:
        """A state of a game (its start, if no position is given), with or without a table of the
        same game. The game may be over in it. Raises :class:`IllegalPosition`."""
        if table is not None and table.game != game:
            raise UsageError("The table is of another game.")
        self._game = game
        self._table = table
        self._position = game.start if position is None else text(position, "position")
        self._history: List[Tuple[int, int, str]] = []  # player, action, the position before
        self._player = 0  # to move, or who moved last if the game is over
        self._returns: Optional[Tuple[float, float]] = None  # of a game that is over
        self._moves: Dict[int, LegalMove] = {}
        result = game.result(self._position)
        if result is None:
            self._find_moves()
        else:
            self._player = int(game.to_move(self._position) == "black")
            self._returns = _RETURNS[result.winner]

    # --- OpenSpiel's methods

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """0 for Black, 1 for White; -4 if the game is over."""
        return TERMINAL_PLAYER if self.is_terminal() else self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._returns is not None

    def is_chance_node(self) -> bool:
        """False: nothing is left to chance."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: the sides move in turn."""
        return False

    def is_player_node(self) -> bool:
        """Whether it is a player's turn."""
        return not self.is_terminal()

    def num_players(self) -> int:
        """2."""
        return 2

    def num_distinct_actions(self) -> int:
        """Actions are less than this."""
        return self._game.num_distinct_actions()

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The numbers of the legal moves, in ascending order; none for a player who is not to move."""
        if self.is_terminal() or player not in (None, self._player):
            return []
        return sorted(self._moves)

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """1 for every legal action and 0 for every other."""
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The notation of a legal action; the player may be left out."""
        return self._move(player if action is None else action).move

    def string_to_action(self, player: object, move: Optional[str] = None) -> int:
        """The number of a legal move, by its notation; the player may be left out."""
        wanted = player if move is None else move
        for action, legal in self._moves.items():
            if legal.move == wanted:
                return action
        raise IllegalMove(f"{wanted} is not a legal move here.")

    def apply_action(self, action: int) -> None:
        """Plays a legal action."""
        move = self._move(action)
        self._history.append((self._player, action, self._position))
        self._position = move.after
        if move.ending is not None:
            self._moves = {}
            self._returns = _RETURNS[_winner(move.ending, self._player)]
        else:
            self._find_moves()

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which was this player's."""
        if not self._history or self._history[-1][:2] != (player, action):
            raise UsageError("Only the last action can be taken back.")
        self._position = self._history.pop()[2]
        self._returns = None
        self._find_moves()

    def child(self, action: int) -> State:
        """A new state, after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A separate state, like this one."""
        state = State.__new__(State)
        state.__dict__.update(self.__dict__)
        state._history = list(self._history)
        return state

    def returns(self) -> List[float]:
        """What both players have won: 1 and -1, or 0 each for a draw and while the game goes on."""
        return list(self._returns or _RETURNS[None])

    def rewards(self) -> List[float]:
        """The same as :meth:`returns`: everything comes at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What one player has won."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """The same."""
        return self.player_return(player)

    def history(self) -> List[int]:
        """The actions that were played."""
        return [action for _, action, _ in self._history]

    def full_history(self) -> List[Tuple[int, int]]:
        """The same, as pairs of player and action."""
        return [(player, action) for player, action, _ in self._history]

    def history_str(self) -> str:
        """The actions that were played, as a text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self._history)

    def observation_string(self, player: Optional[int] = None) -> str:
        """The position: both players see all of it."""
        return str(self)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """The actions that were played."""
        return self.history_str()

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """The board as planes of rows of squares, rank 1 first, one after another: Black's pieces, White's
        pieces, the hole (or Black's pieces of each kind, then White's); for each kind that can be in hand
        a plane of how many Black has, then of how many White has; and a plane of 1 if Black is to move (or
        moved last, if the game is over), or else of 0."""
        board = self._game.diagram(self._position)
        squares = "".join(reversed(board.board))
        planes = [float(square == piece) for piece in _planes(self._game) for square in squares]
        for letter in _hands(self._game):
            planes += [float(board.hands.get(letter, 0))] * len(squares)
        return planes + [float(self._player == 0)] * len(squares)

    def serialize(self) -> str:
        """The position and whose move it is, as a text, which :meth:`Game.new_state` and
        :meth:`Game.deserialize_state` read. The actions that led to it are not in it."""
        return self._position

    # --- What a table adds

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        return self._position

    def value(self) -> Value:
        """What the state is worth to the side to move, according to the table."""
        return self._known().probe(self._position)

    def optimal_actions(self) -> List[int]:
        """The actions that are best according to the table, in ascending order: those that win
        fastest, or hold the draw, or lose slowest."""
        moves = self._known().moves(self._position)
        best = [self.string_to_action(m.move) for m in moves if m.value == moves[0].value]
        return sorted(best)

    def action_values(self) -> Dict[int, Value]:
        """What each legal action is worth to the side to move, according to the table."""
        return {self.string_to_action(m.move): m.value for m in self._known().moves(self._position)}

    def _known(self) -> Table:
        if self._table is None:
            raise UsageError("The state has no table to ask: new_state(position, table=table) gives it one.")
        return self._table

    # --- Within

    def _find_moves(self) -> None:
        self._player = int(self._game.to_move(self._position) == "white")
        actions = actions_of(self._game)
        legal = self._game.moves(self._position)
        self._moves = {actions.number(m.move): m for m in legal}
        if len(self._moves) != len(legal):
            raise UsageError(f"The moves of {self._position} cannot be distinguished by their squares.")

    def _move(self, action: int) -> LegalMove:
        if action not in self._moves:
            raise IllegalMove(f"{action} is not a legal action here.")
        return self._moves[action]

    def __str__(self) -> str:
        return self._position

    def __repr__(self) -> str:
        return f"<zermelo.State {self}>"

    def _repr_svg_(self) -> str:
        if self._table is not None and not self.is_terminal():
            return self._table.diagram(self._position).svg()
        return self._game.diagram(self._position).svg()

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()
