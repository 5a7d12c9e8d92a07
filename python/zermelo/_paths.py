# SPDX-License-Identifier: MIT
"""Paths of files."""

from __future__ import annotations

import os
from typing import Union

StrPath = Union[str, "os.PathLike[str]"]


def path_bytes(path: StrPath) -> bytes:
    """A path as the library takes it."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("A path cannot contain a null character.")
    return encoded
