# SPDX-License-Identifier: MIT
"""What the interpreter shows of plain data: every field, but only the beginning of a long one."""

from __future__ import annotations

import dataclasses
import reprlib
from typing import Any, Type, TypeVar

C = TypeVar("C")

_cut = reprlib.Repr()
_cut.maxlevel = 3
_cut.maxlist = _cut.maxtuple = _cut.maxdict = 2
_cut.maxstring = _cut.maxlong = _cut.maxother = 60


def short_repr(cls: Type[C]) -> Type[C]:
    """Gives a dataclass such a repr()."""

    def __repr__(self: Any) -> str:
        fields = (f"{f.name}={_cut.repr(getattr(self, f.name))}" for f in dataclasses.fields(self))
        return f"{type(self).__name__}({', '.join(fields)})"

    cls.__repr__ = __repr__  # type: ignore[assignment]  # (a method is set on a class)
    return cls
