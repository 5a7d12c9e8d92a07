# SPDX-License-Identifier: MIT
"""Many positions at once: arrays of NumPy."""

from __future__ import annotations

import enum
import importlib
from collections.abc import Iterable, Iterator
from typing import Any, Dict, Tuple, Type, Union

from . import _zermelo
from ._checks import whole
from ._errors import DamagedTable, Error, GameOver, IllegalPosition, NotInTable
from ._values import Value, Values


class Status(enum.IntEnum):
    """What asking about a position can come to; numbers as in the C interface."""

    OK = 0
    ILLEGAL_POSITION = 1
    GAME_OVER = 2
    NOT_IN_TABLE = 3
    DAMAGED_TABLE = 5


_ERRORS: Dict[int, Type[Error]] = {
    Status.ILLEGAL_POSITION: IllegalPosition, Status.GAME_OVER: GameOver,
    Status.NOT_IN_TABLE: NotInTable, Status.DAMAGED_TABLE: DamagedTable}


class _Many:
    """What answers about many positions have in common."""

    def __init__(self, numbers: Any, status: Any, errors: Dict[int, str]) -> None:
        self._numbers = numbers
        self.status: Any = status
        """An array of uint8: a :class:`Status` a position."""
        self.errors: Dict[int, str] = errors
        """The sentence of each position without an answer, by its place."""

    @property
    def ok(self) -> Any:
        """An array of bool: which positions have an answer."""
        return self.status == 0

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<zermelo.{type(self).__name__} of {len(self):,} positions, {len(self.errors):,} errors>"

    def _checked(self, place: int) -> int:
        """A place from 0 on. Raises what asking about that position alone raises."""
        place = whole(place, "a place", -2**62, 2**62)
        if not -len(self) <= place < len(self):
            raise IndexError(f"There are {len(self)} answers.")
        place %= len(self)
        if self.status[place] != 0:
            raise _ERRORS[int(self.status[place])](self.errors[place])
        return place


class Probes(_Many):
    """What many positions are worth: arrays, in the order of the positions.

    ``probes[i]`` is the :class:`Value` of one, or raises what :meth:`Table.probe` raises.
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
        return abs(self._numbers) if self._values.metric == "distance" else 0 * self._numbers

    @property
    def score(self) -> Any:
        """An array of int16: as :attr:`Value.score`; 0 without an answer."""
        return self._numbers if self._values.metric == "score" else 0 * self._numbers

    def __getitem__(self, place: int) -> Value:
        return self._values[int(self._numbers[self._checked(place)])]

    def __iter__(self) -> Iterator[Value]:
        return (self[i] for i in range(len(self)))


class Distances(_Many):
    """How far many positions are from the start: arrays, in the order of the positions."""

    @property
    def plies(self) -> Any:
        """An array of int16: plies from the start; -1 if play cannot lead there, 0 without an answer."""
        return self._numbers

    def __getitem__(self, place: int) -> Union[int, None]:
        plies = int(self._numbers[self._checked(place)])
        return None if plies < 0 else plies


def _arrays(count: int) -> Tuple[Any, Any]:
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        raise ImportError("Asking about many positions at once needs NumPy, which is not there (Debian: "
                          "python3-numpy; or: pip install numpy).") from None
    return numpy.zeros(count, "int16"), numpy.zeros(count, "uint8")


def _texts(positions: Iterable[str]) -> Tuple[str, ...]:
    if isinstance(positions, (str, bytes)):
        raise TypeError("positions must be several, not one")
    if hasattr(positions, "tolist"):  # an array of NumPy or a column of a data frame
        positions = positions.tolist()
    return tuple(positions)


def probe_many(table: _zermelo.Table, positions: Iterable[str], threads: int, values: Values) -> Probes:
    texts = _texts(positions)
    numbers, status = _arrays(len(texts))
    errors = _zermelo.probe_many(table, texts, whole(threads, "threads"), numbers, status)
    return Probes(numbers, status, errors, values)


def distance_many(table: _zermelo.Table, positions: Iterable[str], threads: int) -> Distances:
    texts = _texts(positions)
    numbers, status = _arrays(len(texts))
    errors = _zermelo.distance_many(table, texts, whole(threads, "threads"), numbers, status)
    return Distances(numbers, status, errors)
