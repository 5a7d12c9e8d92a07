# SPDX-License-Identifier: MIT
"""The exceptions. Each belongs to the family in which a Python user looks for it."""

from __future__ import annotations

import importlib
from typing import Any, Optional


class Error(Exception):
    """The base of all exceptions of this package. str() is one sentence for people."""

    def __str__(self) -> str:
        # (KeyError would show a quoted sentence, and OSError a number.)
        return str(self.args[0]) if self.args else ""


class UsageError(Error, ValueError):
    """A game, parameter or argument makes no sense, or the table is of the other kind."""


class NotWellFormed(Error, ValueError):
    """The rules of a game in BDDL are not well-formed, or a file is not a strategy; says where."""


class IllegalPosition(Error, ValueError):
    """The text is not a position of the game, or breaks its rules."""


class GameOver(Error):
    """The position is legal, and the game has ended in it."""

    @property
    def winner(self) -> Optional[str]:
        """``"black"`` or ``"white"``; None if nobody has won."""
        return self.args[1] if len(self.args) > 1 else None


class IllegalMove(Error, ValueError):
    """The rules do not allow the move where it is made, or the game was over."""


class NotInTable(Error, KeyError):
    """The position is legal, and the table does not cover it."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class FileMissing(FileError, FileNotFoundError):
    """There is no such file."""


class DamagedTable(FileError):
    """The file is not a table, or is truncated, corrupt, or of another format version."""


class RulesWarning(UserWarning):
    """The rules of a game in BDDL say something that their writer may not have meant; says where."""


class RulesError(Error, RuntimeError):
    """Rules that are code (:class:`Rules`) fail or contradict themselves: the sentence names the method, the state and
    the move. What they raised is the ``__cause__``."""

    def __init__(self, sentence: str, method: Optional[str] = None, state: Any = None, move: Any = None) -> None:
        super().__init__(sentence, method, state, move)

    @property
    def method(self) -> Optional[str]:
        """The method that failed or returned what makes no sense; None if it is not known, as where two answers
        contradict each other."""
        method: Optional[str] = self.args[1]
        return method

    @property
    def state(self) -> Any:
        """The state that it was asked about, or None."""
        return self.args[2]

    @property
    def move(self) -> Any:
        """The move that it was to play, or None."""
        return self.args[3]


class UnknownState(LookupError):
    """Rules that know only the states that they have met say it of another one."""


class OutOfMemory(Error, MemoryError):
    """The work needs more memory than there is, or than it may take."""


class Interrupted(Error):
    """The work was stopped, and not by Ctrl-C, which is KeyboardInterrupt."""


def optional_module(name: str, wanted: str) -> Any:
    """A module of others that may not be installed. Raises ImportError, which begins with what is wanted
    ("Plots need matplotlib")."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise ImportError(f"{wanted}, which is not installed (Debian: python3-{package}; or: pip install "
                          f"{package}).") from None
