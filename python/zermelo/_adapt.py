# SPDX-License-Identifier: MIT
"""Games that are written for OpenSpiel or GamesmanPy, as :class:`Rules`. Neither is needed: only the shape of
the object counts."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterable, Iterator
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from ._arguments import seconds_of, whole
from ._errors import RulesError, UnknownState, UsageError
from ._rules import Rules


def adapt(game: Any, *, key: Optional[Callable[[Any], object]] = None, scores: bool = False,
          start: Any = None, state_bytes: Optional[int] = None, games: int = 10_000,
          seconds: float = 5.0) -> Rules:
    """Rules from a game that is written for OpenSpiel (``new_initial_state``, ``get_type``) or for GamesmanPy
    (``generate_moves``, ``do_move``, ``primitive``), which need not be installed.

    *OpenSpiel.* ``get_type`` must say that the game is sequential, deterministic, of perfect information and
    zero-sum, or for one player. A state of the game is known by the player to move and by ``key(state)``, by default
    ``str(state)``; ``serialize()`` usually is the history, and makes a state of each of its ways. With ``scores``, returns are
    scores. Random games, as many as ``games`` and for at most so many ``seconds``, check that states with one key
    have one future: a repetition rule or a limit of moves that the key does not show is refused
    (:class:`RulesError`, with both histories). Tables can be asked about states of OpenSpiel's.

    *GamesmanPy.* ``primitive`` speaks of the player to move; so a state is twice what ``hash_ext`` says of the position, plus the
    player to move, where there are two (``rules.state(position, player)``). Its ties and draws are both draws here. ``start``
    is the position to start with, for games whose ``start()`` is random; ``state_bytes`` how many bytes a
    state takes, 8 by default.

    Raises :class:`UsageError` for what is neither, and for games that cannot be solved so.
    """
    if isinstance(game, Rules):
        return game
    if all(hasattr(game, method) for method in ("generate_moves", "do_move", "primitive", "start")):
        if key is not None or scores:
            raise UsageError("key and scores are for games of OpenSpiel's shape.")
        return GamesmanRules(game, start, 8 if state_bytes is None else state_bytes)
    if hasattr(game, "new_initial_state"):
        if start is not None or state_bytes is not None:
            raise UsageError("start and state_bytes are for games of GamesmanPy's shape.")
        rules = OpenSpielRules(game, key, scores)
        _require_one_future(rules, whole(games, "games"), seconds_of(seconds, "seconds"))
        return rules
    raise UsageError(f"This is not a game of OpenSpiel's or GamesmanPy's shape: {type(game).__name__} has neither "
                     "new_initial_state nor generate_moves, do_move, primitive and start.")


def _name_of(word: object) -> str:
    """A game's name in the letters that tables take."""
    letters = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in str(word).lower())
    return letters[:64] or "game"


class _Recent:
    """The objects of the states that were used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: Dict[bytes, Any] = {}

    def get(self, key: bytes) -> Any:
        if key not in self._entries:
            return None
        found = self._entries[key] = self._entries.pop(key)
        return found

    def put(self, key: bytes, value: Any) -> None:
        if key in self._entries:
            del self._entries[key]
        self._entries[key] = value
        if len(self._entries) > self._most:
            del self._entries[next(iter(self._entries))]


# --- OpenSpiel

_WANTED = {"dynamics": ("SEQUENTIAL", "its players move at the same time"),
           "chance_mode": ("DETERMINISTIC", "there is chance in it"),
           "information": ("PERFECT_INFORMATION", "its players do not see everything")}


def _require_solvable(game: Any) -> None:
    name = type(game).__name__
    if not hasattr(game, "get_type"):
        raise UsageError(f"{name} has no get_type(), which says what kind of game it is.")
    kind = game.get_type()
    for attribute, (wanted, otherwise) in _WANTED.items():
        if _word(getattr(kind, attribute)) != wanted:
            raise UsageError(f"{name} cannot be solved so: {otherwise} ({attribute} is "
                             f"{_word(getattr(kind, attribute))}).")
    players = game.num_players()
    if players not in (1, 2):
        raise UsageError(f"{name} cannot be solved so: it has {players} players, and not one or two.")
    if players == 2 and _word(kind.utility) != "ZERO_SUM":
        raise UsageError(f"{name} cannot be solved so: what one player wins the other does not lose (utility is "
                         f"{_word(kind.utility)}).")


def _word(choice: Any) -> str:
    """The name of a constant, whatever it is made of."""
    return str(getattr(choice, "name", choice)).rpartition(".")[2].upper()


class OpenSpielRules(Rules):
    """A game of OpenSpiel's shape. A state is a hash of 128 bits of its key. The objects of the states that are still
    to be expanded are kept; of the others, how they were reached."""

    def __init__(self, game: Any, key: Optional[Callable[[Any], object]], scores: bool) -> None:
        _require_solvable(game)
        self._game = self.adapted = game
        self._key = key or str
        self.name = _name_of(getattr(game.get_type(), "short_name", type(game).__name__))
        self.players = game.num_players()
        self.scores = scores
        self.most_moves = min(16383, max(1, game.num_distinct_actions()))
        self._waiting: Dict[bytes, Any] = {}
        self._recent = _Recent(10_000)
        self._ways: Dict[bytes, Optional[Tuple[bytes, int]]] = {}  # the state before, and the action

    @property
    def parameters(self) -> Mapping[str, str]:
        given = self._game.get_parameters() if hasattr(self._game, "get_parameters") else {}
        return {str(name): str(value) for name, value in given.items()}

    def start(self) -> bytes:
        return self._met(self._game.new_initial_state(), None)

    def to_move(self, state: bytes) -> int:
        player: int = self._object(state).current_player()
        return player

    def moves(self, state: bytes) -> Iterable[int]:
        return map(int, self._object(state).legal_actions())

    def play(self, state: bytes, move: int) -> bytes:
        return self._met(_child(self._object(state), move), (state, move))

    def successors(self, state: bytes) -> Iterator[Tuple[int, bytes]]:
        position = self._object(state)
        for action in position.legal_actions():
            yield int(action), self._met(_child(position, action), (state, int(action)))
        self._done_with(state)

    def result(self, state: bytes) -> Optional[int]:
        position = self._object(state)
        if not position.is_terminal():
            return None
        self._done_with(state)
        return _result_of(position, self.scores)

    def show(self, state: bytes) -> str:
        return self._text(self._object(state))

    def move_text(self, state: bytes, move: int) -> str:
        return _action_text(self._object(state), move)

    def as_state(self, position: Any) -> Any:
        if not hasattr(position, "legal_actions"):
            return position
        state = self._hash(position)
        if state not in self._waiting:
            self._recent.put(state, position.clone())
        return state

    def _text(self, position: Any) -> str:
        key = self._key(position)
        text = key if isinstance(key, str) else repr(key)
        over = position.is_terminal()
        return f"{text}\n{'over' if over else f'player {position.current_player()} to move'}"

    def _hash(self, position: Any) -> bytes:
        return hashlib.blake2b(self._text(position).encode(), digest_size=16).digest()

    def _met(self, position: Any, way: Optional[Tuple[bytes, int]]) -> bytes:
        state = self._hash(position)
        if state not in self._ways:
            self._ways[state] = way
            self._waiting[state] = position
        return state

    def _done_with(self, state: bytes) -> None:
        position = self._waiting.pop(state, None)
        if position is not None:
            self._recent.put(state, position)

    def _object(self, state: bytes) -> Any:
        found = self._kept(state)
        if found is None:
            found = self._made_again(state)
            self._recent.put(state, found)
        return found

    def _kept(self, state: bytes) -> Any:
        found = self._waiting.get(state)
        return self._recent.get(state) if found is None else found

    def _made_again(self, state: bytes) -> Any:
        """The object of a state, by the moves that led to it."""
        actions: List[int] = []
        before: Any = None
        while before is None:
            if state not in self._ways:
                raise UnknownState("this state was not met: only its hash is known; ask with an object of OpenSpiel's, "
                                   "or about what a move from one leads to.")
            way = self._ways[state]
            if way is None:
                before = self._game.new_initial_state()
                break
            state, action = way
            actions.append(action)
            before = self._kept(state)
        for action in reversed(actions):
            before = _child(before, action)
        return before


def _child(position: Any, action: int) -> Any:
    if hasattr(position, "child"):
        return position.child(action)
    after = position.clone()
    after.apply_action(action)
    return after


def _result_of(position: Any, scores: bool) -> int:
    """What player 0 gets at the end."""
    returned = position.returns()[0]
    if scores:
        if int(returned) != returned:
            raise ValueError(f"a score is a whole number, not {returned}")
        return int(returned)
    return int(returned > 0) - int(returned < 0)


def _action_text(position: Any, action: int) -> str:
    return str(position.action_to_string(position.current_player(), action))


class _Future:
    """All that a table takes from a state: who moves, how it is over, and where its moves lead; and a history that
    led to it."""

    def __init__(self, rules: OpenSpielRules, position: Any, history: Tuple[str, ...]) -> None:
        self.history = history
        self.children: Dict[int, Any] = {}
        if position.is_terminal():
            self.facts: Any = _result_of(position, rules.scores)
            return
        self.children = {int(action): _child(position, action) for action in position.legal_actions()}
        self.keys = {action: rules._hash(child) for action, child in self.children.items()}
        self.facts = (position.current_player(), tuple(sorted(self.keys.items())))


def _require_one_future(rules: OpenSpielRules, games: int, seconds: float) -> None:
    """Plays random games, half of which go back to where they have been if they can. Raises :class:`RulesError` if
    two ways to one key have different futures."""
    chance = random.Random(1)
    end = time.monotonic() + seconds
    seen: Dict[bytes, Tuple[Any, Tuple[str, ...]]] = {}
    for number in range(games):
        position, history, here = rules._game.new_initial_state(), (), set()  # type: Any, Tuple[str, ...], Any
        while len(history) < 1000:
            if time.monotonic() > end:
                return
            state = rules._hash(position)
            future = _Future(rules, position, history)
            facts, other = seen.setdefault(state, (future.facts, history))
            if facts != future.facts:
                raise RulesError(_two_futures(rules, position, history, other), "key", None)
            if not future.children:
                break
            here.add(state)
            back = [action for action, key in future.keys.items() if key in here] if number % 2 else []
            action = chance.choice(back or list(future.children))
            history += (_action_text(position, action),)
            position = future.children[action]


def _two_futures(rules: OpenSpielRules, position: Any, history: Tuple[str, ...], other: Tuple[str, ...]) -> str:
    shown = rules._text(position).replace("\n", "/")
    return (f"{rules.name}: two ways lead to {shown} and to different futures: '{' '.join(other) or 'none'}' and "
            f"'{' '.join(history) or 'none'}'. A key must show all of the history that matters, such as repetitions or a "
            "limit of moves; or turn that rule off.")


# --- GamesmanPy

_SIGNS = {"win": 1, "loss": -1, "lose": -1, "tie": 0, "draw": 0}
_READABLE = 0  # (of its StringMode)


class GamesmanRules(Rules):
    """A game of GamesmanPy's shape."""

    def __init__(self, game: Any, start: Any, state_bytes: int) -> None:
        self._game = self.adapted = game
        self.players = getattr(game, "n_players", 2)
        if self.players not in (1, 2):
            raise UsageError(f"The game cannot be solved so: it has {self.players} players, and not one or two.")
        self.name = _name_of(getattr(game, "id", type(game).__name__))
        self.state_bytes = state_bytes
        self._start = start
        self._moves: Dict[Any, Any] = {}
        self._hash = getattr(game, "hash_ext", lambda position: position)
        self._unhash = getattr(game, "unhash_ext", lambda number: number)
        first = game.start() if start is None else start
        # (Some hashes cannot be undone; then positions are kept.)
        self._positions: Optional[Dict[int, Any]] = None if self._can_unhash(first) else {}

    def _can_unhash(self, position: Any) -> bool:
        try:
            return bool(self._unhash(self._hash(position)) == position)
        except Exception:
            return False

    @property
    def parameters(self) -> Mapping[str, str]:
        variant = getattr(self._game, "_variant_id", None)
        return {} if variant is None else {"variant": str(variant)}

    def state(self, position: Any, player: int = 0) -> int:
        """The state of a position with this player to move."""
        number: int = self._hash(position)
        if self._positions is not None:
            self._positions[number] = position
        return number if self.players == 1 else 2 * number + player

    def _split(self, state: int) -> Tuple[Any, int]:
        number, player = (state, 0) if self.players == 1 else (state >> 1, state & 1)
        if self._positions is None:
            return self._unhash(number), player
        if number not in self._positions:
            raise UnknownState("this position was not met, and its hash cannot be undone; ask with rules.state(position).")
        return self._positions[number], player

    def start(self) -> int:
        return self.state(self._game.start() if self._start is None else self._start)

    def to_move(self, state: int) -> int:
        return self._split(state)[1]

    def moves(self, state: int) -> List[Any]:
        return [self._move_here(move) for move in self._game.generate_moves(self._split(state)[0])]

    def _move_here(self, move: Any) -> Any:
        """A move that is neither int nor str (a tuple) is known by its text."""
        if isinstance(move, (int, str)):
            return move
        self._moves[repr(move)] = move
        return repr(move)

    def play(self, state: int, move: Any) -> int:
        position, player = self._split(state)
        return self.state(self._game.do_move(position, self._moves.get(move, move)), 1 - player)

    def result(self, state: int) -> Optional[int]:
        position, player = self._split(state)
        value = self._game.primitive(position)
        if value is None:
            # (A puzzle that is stuck is lost, as GamesmanPy has it.)
            return -1 if self.players == 1 and not self._game.generate_moves(position) else None
        sign = _SIGNS[str(getattr(value, "name", value)).rpartition(".")[2].lower()]
        return sign if player == 0 else -sign

    def show(self, state: int) -> str:
        position, player = self._split(state)
        text = str(self._game.to_string(position, _READABLE)) if hasattr(self._game, "to_string") else str(position)
        return text if self.players == 1 else f"{text} player {player}"

    def move_text(self, state: int, move: Any) -> str:
        if not hasattr(self._game, "move_to_string"):
            return str(move)
        return str(self._game.move_to_string(self._moves.get(move, move), _READABLE))
