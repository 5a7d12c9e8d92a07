# SPDX-License-Identifier: MIT
"""Arguments, checked before the library sees them, so that a wrong one gets a plain message."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from typing import Any, Callable, Optional, SupportsIndex, Tuple, TypeVar, Union

from ._values import Value

F = TypeVar("F", bound=Callable[..., object])
Range = Union[int, Tuple[int, int]]
StrPath = Union[str, "os.PathLike[str]"]
# A position as callers pass it: a text in the game's notation or, in a game of rules in Python, a state.
Position = Any
# The same as it is returned. (Which type states have, only the rules know; a union of all those that they may have would have
# to be taken apart by everybody whose positions are texts.)
AnyPosition = Union[str, Any]


def whole(number: SupportsIndex, what: str, least: int = 0, most: int = 2**31 - 1) -> int:
    """A whole number within limits; ValueError outside them, TypeError if it is not one."""
    try:
        value = operator.index(number)
    except TypeError:
        raise TypeError(f"{what} must be int, not {type(number).__name__}") from None
    if not least <= value <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {value}")
    return value


def size_of(number: SupportsIndex, what: str, least: int = 0) -> int:
    """The same for bytes and other large numbers."""
    return whole(number, what, least, 2**63 - 1)


def seconds_of(number: Optional[float], what: str) -> float:
    """A span of time; 0 for None."""
    if number is None:
        return 0.0
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise TypeError(f"{what} must be a number, not {type(number).__name__}")
    if not 0 <= number < 1e12:
        raise ValueError(f"{what} must be 0 or more, not {number}")
    return float(number)


def text(value: Any, what: str) -> str:
    """A str that is Unicode, and nothing else."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be str, not {type(value).__name__}")
    value.encode()  # UnicodeEncodeError, a ValueError, for half a surrogate pair
    return value


def function(value: Optional[F]) -> Optional[F]:
    """Something to call, or None."""
    if value is not None and not callable(value):
        raise TypeError(f"progress must be a function, not {type(value).__name__}")
    return value


def one_of(value: str, what: str, *choices: str) -> str:
    """One of a few words."""
    if value not in choices:
        raise ValueError(f"{what} must be {', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}, "
                         f"not {value!r}")
    return value


def is_white(side: str) -> bool:
    """Whether a side, by name, is White."""
    return one_of(side, "side", "black", "white") == "white"


def range_of(wanted: Optional[Range], what: str) -> Optional[Tuple[int, int]]:
    """Both ends of a range that is given as a number or a pair."""
    if wanted is None:
        return None
    first, last = (wanted, wanted) if isinstance(wanted, int) else pair_of(wanted, what)
    if not 1 <= first <= last <= Value.MAX:
        raise ValueError(f"{what} must be a number or a pair of them in order, from 1 to {Value.MAX}")
    return first, last


def pair_of(wanted: Sequence[int], what: str) -> Tuple[int, int]:
    """Two whole numbers."""
    pair = tuple(wanted)
    if len(pair) != 2 or not all(isinstance(n, int) for n in pair):
        raise TypeError(f"{what} must be a pair of int")
    return pair[0], pair[1]


def path_bytes(path: StrPath) -> bytes:
    """A path as the library takes it."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("A path cannot contain a null character.")
    return encoded
