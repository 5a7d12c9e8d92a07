# SPDX-License-Identifier: MIT
"""Sets of states whose members have ranks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import List, Optional

from . import _zermelo
from ._arguments import StrPath, path_bytes, size_of, text


class StateSet:
    """A set of states, numbered by its decision diagram: a member's *rank* is how many members come
    before it in lexicographic order (Edelkamp, Kissmann and Rohte, 2014).

    >>> s = StateSet.from_patterns(["0-1", "11-"])
    >>> s.size, s.rank("110"), s.unrank(3)
    (4, 2, '111')
    >>> "000" in s
    False

    A state is a string of bits, or a position in its game's notation where the set belongs to a
    game. A set does not change; any number of threads may use it.
    """

    def __init__(self, path: StrPath, name: Optional[str] = None) -> None:
        """Opens a set: of a set file, of a table or a layer that ``zermelo hybrid`` made, or of a
        text with one pattern such as ``01-1`` per line. ``name`` says which set of the file, if
        there are several. Raises :class:`FileError`, :class:`DamagedTable` or
        :class:`UsageError`."""
        self._core = _zermelo.StateSet(path_bytes(path), text(name or "", "name"))

    @classmethod
    def _of(cls, core: _zermelo.StateSet) -> StateSet:
        made = cls.__new__(cls)
        made._core = core
        return made

    @classmethod
    def from_patterns(cls, patterns: Iterable[str]) -> StateSet:
        """The strings of bits that match a pattern of ``0``, ``1`` and ``-``, which stands for
        both. Raises :class:`UsageError`."""
        return cls._of(_zermelo.StateSet.of_patterns(list(patterns)))

    @classmethod
    def all_of(cls, path: StrPath) -> List[StateSet]:
        """All sets of a file. Raises as opening one does."""
        return [cls._of(core) for core in _zermelo.all_sets(path_bytes(path))]

    def write(self, path: StrPath) -> None:
        """Writes a set file. Raises :class:`FileError`."""
        self._core.write(path_bytes(path))

    @property
    def name(self) -> str:
        """What its file calls it."""
        return self._core.name()

    @property
    def to_move(self) -> Optional[str]:
        """``"black"`` or ``"white"``: whose turn it is in its positions; None for strings of bits."""
        return self._core.to_move()

    @property
    def bits(self) -> int:
        """How many bits a state has."""
        return self._core.bits()

    @property
    def size(self) -> int:
        """How many members it has, which may be more than ``len`` could say."""
        return self._core.size()

    @property
    def nodes(self) -> int:
        """How many nodes its diagram has."""
        return self._core.nodes()

    def __contains__(self, state: str) -> bool:
        return self._core.contains(state)

    def rank(self, state: str) -> int:
        """How many members come before this one. Raises :class:`IllegalPosition`, or
        :class:`NotInTable` if it is not a member."""
        return self._core.rank(state)

    def bits_of(self, state: str) -> str:
        """A state as a string of bits. Raises :class:`IllegalPosition`."""
        return self._core.bits_of(state)

    def unrank(self, rank: int) -> str:
        """The member with this rank. Raises :class:`UsageError` if there is none."""
        return self._core.unrank(size_of(rank, "rank"))

    def sample(self, count: int, seed: int = 1) -> List[str]:
        """Members drawn at random, all equally likely each time; the same seed gives the same ones.
        Raises :class:`UsageError` if the set is empty."""
        return self._core.sample(size_of(count, "count"), size_of(seed, "seed"))

    def __repr__(self) -> str:
        return f"<StateSet {self.name!r}: {self.size:,} members of {self.bits} bits>"
