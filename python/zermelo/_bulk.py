# SPDX-License-Identifier: MIT
"""Many positions at once, as NumPy arrays."""

from __future__ import annotations

import copy
import enum
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Dict, List, Optional, Protocol, Tuple, Type, TypeVar, Union, overload

from . import _zermelo
from ._arguments import whole
from ._display import counted
from ._errors import DamagedTable, Error, GameOver, IllegalPosition, NotInTable, optional_module
from ._values import Value, Values


class Status(enum.IntEnum):
    """The possible results of asking about a position; numbers as in the C interface."""

    OK = 0
    ILLEGAL_POSITION = 1
    GAME_OVER = 2
    NOT_IN_TABLE = 3
    DAMAGED_TABLE = 5


_ERRORS: Dict[int, Type[Error]] = {
    Status.ILLEGAL_POSITION: IllegalPosition, Status.GAME_OVER: GameOver,
    Status.NOT_IN_TABLE: NotInTable, Status.DAMAGED_TABLE: DamagedTable}


M = TypeVar("M", bound="_Many")


class _Array(Protocol):
    """A NumPy array of places or of bool."""

    @property
    def ndim(self) -> int: ...


_Places = Union[slice, List[int], List[bool], _Array]


class _Many:
    """What answers about many positions have in common."""

    def __init__(self, numbers: Any, status: Any, errors: Dict[int, str]) -> None:
        self._numbers = numbers
        self.status: Any = status
        """An array of uint8: a :class:`Status` for each position."""
        self.errors: Dict[int, str] = errors
        """For each position without an answer, by its place, a sentence that says why."""

    @property
    def ok(self) -> Any:
        """An array of bool: which positions have an answer."""
        return self.status == 0

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return (f"<zermelo.{type(self).__name__} of {counted(len(self), 'position', 'positions')}, "
                f"{counted(len(self.errors), 'error', 'errors')}>")

    def _checked(self, place: int) -> int:
        """A place from 0 on. Raises what asking about that position alone raises."""
        place = whole(place, "a place", -2**62, 2**62)
        if not -len(self) <= place < len(self):
            raise IndexError(f"The index is out of range for {counted(len(self), 'answer', 'answers')}.")
        place %= len(self)
        if self.status[place] != 0:
            raise _ERRORS[int(self.status[place])](self.errors[place])
        return place

    def _some(self: M, places: _Places) -> M:
        """Those at some places; for a slice, the arrays are views of these."""
        some = copy.copy(self)
        for name, array in vars(self).items():
            if hasattr(array, "dtype"):
                setattr(some, name, array[places])
        some.errors = {}
        if self.errors:
            chosen = (range(len(self))[places] if isinstance(places, slice)
                      else _numpy().arange(len(self))[places].tolist())
            some.errors = {i: self.errors[place] for i, place in enumerate(chosen) if place in self.errors}
        return some


def _is_one(places: Any) -> bool:
    """Whether what is in brackets is a single place."""
    return not isinstance(places, (slice, list)) and not getattr(places, "ndim", 0)


class Probes(_Many):
    """What many positions are worth: arrays, in the order of the positions.

    ``probes[i]`` is the :class:`Value` of one, or raises what :meth:`Table.probe` raises. ``probes[2:5]``,
    any other slice, and ``probes[array]`` of places or of bool are the answers about some of them; the
    arrays of a slice are views, as NumPy's are.
    """

    def __init__(self, numbers: Any, status: Any, errors: Dict[int, str], values: Values) -> None:
        super().__init__(numbers, status, errors)
        self._values = values
        self.outcome: Any = ((numbers > 0).astype("int8") - (numbers < 0).astype("int8"))
        """An array of int8: 1 for a win, 0 for a draw, -1 for a loss; 0 without an answer."""

    @property
    def number(self) -> Any:
        """An array of int16: the values as numbers (:attr:`Value.number`); 0 without an answer."""
        return self._numbers

    @property
    def plies(self) -> Any:
        """An array of int16: as :attr:`Value.plies`; 0 without an answer."""
        if self._values.metric not in ("distance", "moves"):
            return 0 * self._numbers
        plies = abs(self._numbers)
        return plies * (plies <= Value.MAX)

    @property
    def score(self) -> Any:
        """An array of int16: as :attr:`Value.score`; 0 without an answer."""
        return self._numbers if self._values.metric == "score" else 0 * self._numbers

    @overload
    def __getitem__(self, place: int) -> Value: ...

    @overload
    def __getitem__(self, place: _Places) -> Probes: ...

    def __getitem__(self, place: Any) -> Any:
        if not _is_one(place):
            return self._some(place)
        return self._values[int(self._numbers[self._checked(place)])]

    def __iter__(self) -> Iterator[Value]:
        return (self[i] for i in range(len(self)))


class Distances(_Many):
    """How far many positions are from the start: arrays, in the order of the positions.

    Brackets take what those of :class:`Probes` take; ``distances[i]`` is the number of plies, None
    if play cannot lead there, or raises what :meth:`Table.distance` raises.
    """

    @property
    def plies(self) -> Any:
        """An array of int16: plies from the start; -1 if play cannot lead there, 0 without an answer."""
        return self._numbers

    @overload
    def __getitem__(self, place: int) -> Optional[int]: ...

    @overload
    def __getitem__(self, place: _Places) -> Distances: ...

    def __getitem__(self, place: Any) -> Any:
        if not _is_one(place):
            return self._some(place)
        plies = int(self._numbers[self._checked(place)])
        return None if plies < 0 else plies


def _numpy() -> Any:
    return optional_module("numpy", "Asking about many positions at once needs NumPy")


def _rows_of(table: _zermelo.Table, positions: Any) -> Optional[Any]:
    """An array of the bytes of states, if it is one. Raises ValueError for one of another shape, and UsageError if positions
    are not bytes."""
    if getattr(positions, "ndim", 1) == 1:
        return None
    width = table.state_bytes()
    if positions.ndim != 2 or positions.dtype.name != "uint8" or positions.shape[1] != width:
        raise ValueError(f"States of this table have {counted(width, 'byte', 'bytes')}, so an array of them is of uint8 and has the "
                         f"shape (n, {width}), not {positions.dtype.name} and {positions.shape}.")
    return _numpy().ascontiguousarray(positions)


def _texts(positions: Iterable[str]) -> Tuple[str, ...]:
    if isinstance(positions, (str, bytes)):
        raise TypeError("positions must be several, not one")
    if hasattr(positions, "tolist"):  # a NumPy array or a column of a data frame
        positions = positions.tolist()
    return tuple(positions)


def _answers(ask: Callable[..., Dict[int, str]], table: _zermelo.Table, positions: Iterable[str],
             threads: int) -> Tuple[Any, Any, Dict[int, str]]:
    """Numbers, status and errors."""
    texts = _texts(positions)
    numbers, status = _arrays(len(texts))
    return numbers, status, ask(table, texts, whole(threads, "threads"), numbers, status)


def _arrays(count: int) -> Tuple[Any, Any]:
    """For numbers and for status."""
    numpy = _numpy()
    return numpy.zeros(count, "int16"), numpy.zeros(count, "uint8")


def probe_many(table: _zermelo.Table, positions: Iterable[str], threads: int, values: Values) -> Probes:
    rows = _rows_of(table, positions)
    if rows is None:
        return Probes(*_answers(_zermelo.probe_many, table, positions, threads), values)
    numbers, status = _arrays(len(rows))
    errors = _zermelo.probe_states(table, rows, whole(threads, "threads"), numbers, status)
    return Probes(numbers, status, errors, values)


def state_arrays(table: _zermelo.Table, threads: int) -> Iterator[Tuple[Any, Any]]:
    """Pairs of states and numbers, block by block."""
    numpy, width = _numpy(), table.state_bytes()
    walk = table.walk(threads, [])
    blocks = iter(walk.next_bytes, (b"", b""))
    return ((numpy.frombuffer(states, "uint8").reshape(-1, width), numpy.frombuffer(numbers, "int16"))
            for states, numbers in blocks)


def distance_many(table: _zermelo.Table, positions: Iterable[str], threads: int) -> Distances:
    return Distances(*_answers(_zermelo.distance_many, table, positions, threads))
