# SPDX-License-Identifier: MIT
"""Rules that are a class in Python."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Sequence
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from ._errors import RulesError, UsageError

R = TypeVar("R", bound="Rules")
RulesState = Union[bytes, str, int, Tuple[int, ...]]
RulesMove = Union[int, str]

MOST_STATE_BYTES = 32
_KINDS: Tuple[Type[Any], ...] = (bytes, str, int, tuple)
_REQUIRED = ("start", "moves", "play", "result")
_OPTIONAL = ("successors", "canonical", "unmoves", "layer", "move_text", "board")


class Rules:
    """The base of classes that are the rules of a game, to be solved by :func:`solve`.

    >>> class Nim(Rules):
    ...     name = "nim"
    ...     def __init__(self, heap=10):
    ...         self.heap = heap
    ...     def start(self):
    ...         return (self.heap, 0)  # what is left, and who is to move
    ...     def to_move(self, s):
    ...         return s[1]
    ...     def moves(self, s):
    ...         return range(1, min(s[0], 3) + 1)
    ...     def play(self, s, move):
    ...         return (s[0] - move, 1 - s[1])
    ...     def result(self, s):
    ...         return None if s[0] else (1 if s[1] == 1 else -1)  # who takes the last one wins
    >>> report = solve(Nim(heap=7), "nim.ztb")
    >>> with open("nim.ztb", rules=Nim(heap=7)) as t:
    ...     print(t.probe((7, 0)), t.line((7, 0)))
    win in 3 3 1 3

    A *state* is bytes, a str, an int from 0 on, or a tuple of int from 0 to 255, the same type and, for bytes and tuples,
    the same length throughout the game. Equal states are the same state and have the same future: all of the
    history that matters is in them. It takes at most 32 bytes. A *move* is an int or a str.

    Players are 0 and 1, who need not take turns; or there is one player, who solves a puzzle (``players = 1``, and no
    ``to_move``). Play that never ends is a draw; in a puzzle, results above 0 are its goals. A state in which the
    game goes on has a move.

    The arguments of the constructor that are int, str or bool are the game's parameters, which its tables record. What a
    method raises, and what makes no sense, becomes a :class:`RulesError`. docs/own-code-python.md is the
    guide.
    """

    name: str = ""
    """The game's name: lower-case letters, digits, ``-``, ``.`` and ``_``."""
    version: str = "1"
    """Changes when the rules do."""
    players: int = 2
    """2, or 1 for a puzzle."""
    scores: bool = False
    """Whether results say by how much player 0 has won, and values are scores."""
    state_bytes: Optional[int] = None
    """How many bytes the greatest int, or the longest str in UTF-8, takes; 32 by default. Fewer take less memory."""
    most_moves: int = 1024
    """How many moves a state has at most: up to 16,383."""

    _parameters: Mapping[str, str]
    adapted: Any = None
    """The object of another shape whose rules these are (:func:`adapt`); None if there is none."""

    def __new__(cls: Type[R], *arguments: Any, **keywords: Any) -> R:
        if cls.__init__ is object.__init__ and (arguments or keywords):
            raise TypeError(f"{cls.__name__}() takes no arguments")
        rules = object.__new__(cls)
        # (Also where a class, such as a frozen dataclass, lets nothing be set.)
        object.__setattr__(rules, "_parameters", _parameters_of(cls, arguments, keywords))
        return rules

    @property
    def parameters(self) -> Mapping[str, str]:
        """The game's parameters, as texts."""
        return self._parameters

    # --- What every game has

    def start(self) -> Any:
        """The state in which the game starts."""
        raise NotImplementedError

    def to_move(self, state: Any) -> int:
        """The player to move, 0 or 1, in a state in which the game goes on."""
        raise NotImplementedError

    def moves(self, state: Any) -> Iterable[RulesMove]:
        """The moves of such a state: at least one."""
        raise NotImplementedError

    def play(self, state: Any, move: Any) -> Any:
        """The state that a move leads to."""
        raise NotImplementedError

    def result(self, state: Any) -> Optional[int]:
        """None if the game goes on in a state; otherwise, for player 0 whoever moves, more than 0 if won, 0 if drawn,
        less than 0 if lost."""
        raise NotImplementedError

    # --- What a game may have

    def successors(self, state: Any) -> Iterable[Tuple[RulesMove, Any]]:
        """``moves`` and ``play`` at once, where that is faster: pairs of a move and the state that it leads to."""
        raise NotImplementedError

    def canonical(self, state: Any) -> Any:
        """The state that represents all those that symmetries turn into this one."""
        raise NotImplementedError

    def unmoves(self, state: Any) -> Iterable[Any]:
        """States from which a move leads to this one, each once."""
        raise NotImplementedError

    def layer(self, state: Any) -> int:
        """A number from 0 to 65,535 such that no move leads to a lower one."""
        raise NotImplementedError

    def starts(self) -> Iterable[Any]:
        """More states in which the game may start."""
        raise NotImplementedError

    def move_text(self, state: Any, move: Any) -> str:
        """A move for people; by default what ``str`` says of it. No two moves of a state have the same."""
        raise NotImplementedError

    def board(self, state: Any) -> Sequence[str]:
        """A state as a board: its ranks from the top, one character per square: ``.`` empty, ``#`` no square, a lower-case
        letter a piece of player 0 (``b``: one without a kind), an upper-case letter one of player 1 (``W``)."""
        raise NotImplementedError

    def show(self, state: Any) -> str:
        """A state for people, on one line or several. No two states have the same."""
        if isinstance(state, bytes):
            return state.hex()
        return ",".join(map(str, state)) if isinstance(state, tuple) else str(state)

    def parse(self, text: str) -> Any:
        """The state that ``show`` wrote so; None, or a ValueError, for anything else."""
        kind = type(self.start())
        if kind is bytes:
            return bytes.fromhex(text)
        return tuple(map(int, text.split(","))) if kind is tuple else kind(text)

    def as_state(self, position: Any) -> Any:
        """What is asked about and is not a state, as one: for rules that stand for objects of another kind. By default
        it is left as it is, and refused."""
        return position

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{type(self).__name__}({given})"


def _parameters_of(cls: Type[Rules], arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Dict[str, str]:
    """The constructor's arguments as texts, with the defaults of those that are not given."""
    if cls.__init__ is object.__init__:
        return {}
    try:
        bound = inspect.signature(cls.__init__).bind(None, *arguments, **keywords)
    except TypeError:
        return {}  # (The constructor says what is wrong.)
    bound.apply_defaults()
    return {key: str(value) for key, value in list(bound.arguments.items())[1:]
            if isinstance(value, (int, str))}


def has(rules: Rules, method: str) -> bool:
    """Whether a class of rules defines a method, and does not only inherit what says that it may."""
    return getattr(type(rules), method) is not getattr(Rules, method)


def where_of(rules: Rules) -> str:
    """``module:Class``, for people who look for the rules of a table."""
    kind = type(rules if rules.adapted is None else rules.adapted)
    module = kind.__module__.rpartition(".")[2]
    if module == "__main__":
        try:
            module = os.path.splitext(os.path.basename(inspect.getfile(kind)))[0]
        except (TypeError, OSError):  # (They were typed at the interpreter.)
            pass
    return f"{module}:{kind.__qualname__}"


def description_of(rules: Any, texts: bool = False) -> Dict[str, Any]:
    """What the library is told about rules; with ``texts``, also how positions are read that ``show`` has written. Raises
    :class:`UsageError` for what is no such object, and :class:`RulesError`."""
    if isinstance(rules, type):
        raise UsageError(f"Rules are an object, and this is a class: write {rules.__name__}().")
    if not isinstance(rules, Rules):
        raise UsageError(f"Rules are an object of a class derived from zermelo.Rules, not {type(rules).__name__}; "
                         "zermelo.adapt makes one of a game of OpenSpiel or GamesmanPy.")
    where = where_of(rules)
    _require_attributes(rules, where)
    for method in _REQUIRED + (() if rules.players == 1 else ("to_move",)):
        if not has(rules, method):
            raise RulesError(f"{where}: it has no method '{method}'.", method)
    start = _asked(rules, where, "start")
    about: Dict[str, Any] = dict(where=where, name=rules.name, version=rules.version, players=rules.players,
                                 parameters=dict(rules.parameters), scores=bool(rules.scores),
                                 most_moves=rules.most_moves, kind=_kind_of(start, where),
                                 state_bytes=_width_of(rules, start, where),
                                 starts=list(_asked(rules, where, "starts")) if has(rules, "starts") else [])
    for method in (*_REQUIRED, "show", "as_state"):
        about[method] = getattr(rules, method)
    for method in ("to_move", *_OPTIONAL):
        about[method] = getattr(rules, method) if has(rules, method) else None
    # (That of this class reads what `show` of this class writes.)
    about["parse"] = rules.parse if texts and (has(rules, "parse") or not has(rules, "show")) else None
    return about


def _require_attributes(rules: Rules, where: str) -> None:
    for attribute, kind in (("name", str), ("version", str), ("players", int), ("most_moves", int)):
        value = getattr(rules, attribute)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RulesError(f"{where}: its {attribute} is {value!r}, and must be {kind.__name__}.")
    if not rules.name:
        raise RulesError(f'{where}: it has no name; write name = "my-game" in the class.')
    if rules.players not in (1, 2):
        raise RulesError(f"{where}: it has {rules.players} players, and must have 1 or 2.")
    if not 1 <= rules.most_moves <= 16383:
        raise RulesError(f"{where}: its most_moves is {rules.most_moves}, and must be 1 to 16383.")


def _asked(rules: Rules, where: str, method: str) -> Any:
    try:
        return getattr(rules, method)()
    except Exception as error:
        raise RulesError(f"{where}: {method}: {type(error).__name__}: {error}.", method) from error


def _kind_of(start: Any, where: str) -> str:
    if type(start) not in _KINDS:
        raise RulesError(f"{where}: start: it returned {type(start).__name__}, and a state is bytes, str, int or tuple.",
                         "start")
    return type(start).__name__


def _width_of(rules: Rules, start: RulesState, where: str) -> int:
    """How many bytes the library takes for a state."""
    given = rules.state_bytes
    if given is not None and (not isinstance(given, int) or not 1 <= given <= MOST_STATE_BYTES):
        raise RulesError(f"{where}: its state_bytes is {given!r}, and must be an int from 1 to {MOST_STATE_BYTES}.")
    if isinstance(start, (str, int)):
        return given or MOST_STATE_BYTES
    if not 1 <= len(start) <= MOST_STATE_BYTES:
        raise RulesError(f"{where}: start: a state of {type(start).__name__} has 1 to {MOST_STATE_BYTES} items, "
                         f"and this one {len(start)}.", "start")
    if given is not None and given != len(start):
        raise RulesError(f"{where}: start: its length is {len(start)}, and not state_bytes, {given}.", "start")
    return len(start)
