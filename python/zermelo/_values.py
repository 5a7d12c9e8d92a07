# SPDX-License-Identifier: MIT
"""Values: what a position is worth."""

from __future__ import annotations

import enum
from typing import Any, ClassVar, Dict, Tuple


class Outcome(enum.IntEnum):
    """Who wins, for the side to move. Better outcomes are greater; the negative is that of the
    other side."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


class Value:
    """What a position is worth to the side to move: a win, a loss or a draw, and how much of it. In
    some games play that never ends is one side's win; such a value has no number of plies
    (:attr:`is_endless`).

    Values are ordered by preference: a fast win is greater than a slow one, a slow loss greater
    than a fast one. ``-value`` is the same seen by the other side. Values do not change, and can be
    keys of dictionaries.

    >>> Value.win(3) > Value.win(5) > Value.draw() > Value.loss(8) > Value.loss(2)
    True
    >>> str(-Value.win(3)), Value.win(3).outcome, Value.win(3).plies
    ('loss in 3', <Outcome.WIN: 1>, 3)
    """

    __slots__ = ("_metric", "_number", "_order")

    _number: int
    _metric: str
    _order: int

    MAX: ClassVar[int] = 32766

    def __init__(self, number: int, metric: str = "distance") -> None:
        """A value by number, as tables hold it: n is a win in n plies (by n, in tables of scores),
        -n a loss, 0 a draw; in tables of distances 32767 is a win by endless play, -32767 a loss by
        it. ``metric`` is ``"distance"``, ``"score"``, ``"outcome"``, for puzzles ``"moves"`` (n is
        solved in n moves, 0 cannot be solved), or ``"dtz"``: n is a win whose next zeroing move
        comes in n plies, 16384 + n a cursed win, n plies past the n-move rule. Usually
        :meth:`win`, :meth:`loss` and :meth:`draw` are easier to read."""
        if metric not in _LIMITS:
            raise ValueError(f"Values count distance, score, outcome, moves or dtz, not {metric!r}.")
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"A value is made from an int, not from {type(number).__name__}.")
        least = 0 if metric == "moves" else -_LIMITS[metric]
        if not least <= number <= _LIMITS[metric]:
            raise ValueError(f"A value must be from {least} to {_LIMITS[metric]}.")
        order = number
        if metric in _ORDERED_BY_PLIES and number:
            order = _ENDLESS + 1 - number if number > 0 else -_ENDLESS - 1 - number
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_metric", metric)
        object.__setattr__(self, "_order", order)

    @classmethod
    def win(cls, plies: int) -> Value:
        """A win in this many plies, 1 or more."""
        return cls(_at_least_1(plies))

    @classmethod
    def loss(cls, plies: int) -> Value:
        """A loss in this many plies, 1 or more."""
        return cls(-_at_least_1(plies))

    @classmethod
    def draw(cls) -> Value:
        """A draw, in a table that counts plies."""
        return cls(0)

    @classmethod
    def endless(cls, outcome: int) -> Value:
        """A win or a loss (an :class:`Outcome`) because play never ends."""
        if outcome not in (Outcome.WIN, Outcome.LOSS):
            raise ValueError("Endless play is a win or a loss; if it is a draw, that is Value.draw().")
        return cls(int(outcome) * _ENDLESS)

    @classmethod
    def of_score(cls, score: int) -> Value:
        """Won by this much; lost, if it is negative; drawn, if it is 0."""
        return cls(score, "score")

    @classmethod
    def of_outcome(cls, outcome: int) -> Value:
        """Only an :class:`Outcome`."""
        return cls(int(outcome), "outcome")

    @classmethod
    def of_moves(cls, moves: int) -> Value:
        """Of a puzzle: solved in this many moves; 0 if it cannot be solved."""
        return cls(moves, "moves")

    @classmethod
    def of_dtz(cls, number: int) -> Value:
        """Of a chess variant: a win whose next zeroing move comes in this many plies, a loss if it is
        negative; 16384 and n is a cursed win, n plies past the n-move rule."""
        return cls(number, "dtz")

    @property
    def outcome(self) -> Outcome:
        """Win, draw or loss; of a puzzle, a win if it can be solved, and otherwise a draw."""
        return _OUTCOMES[(self._number > 0) - (self._number < 0)]

    @property
    def plies(self) -> int:
        """Plies to the end of the game, or moves to a puzzle's goal; 0 for a draw, for what cannot be
        solved, for a win or loss by endless play, and where the table does not count plies."""
        return abs(self._number) if self._metric in _COUNTING and not self.is_endless else 0

    @property
    def score(self) -> int:
        """By how much it is won, or lost if it is negative; 0 where the table has no scores."""
        return self._number if self._metric == "score" else 0

    @property
    def category(self) -> str:
        """As Syzygy's five values: ``"win"``, ``"cursed-win"``, ``"draw"``, ``"blessed-loss"`` or
        ``"loss"``. The n-move rule turns cursed wins and blessed losses into draws; only tables with
        the metric ``"dtz"`` know that rule."""
        if not self.is_past_rule:
            return str(self.outcome)
        return "cursed-win" if self.is_win else "blessed-loss"

    @property
    def is_past_rule(self) -> bool:
        """Whether it is a cursed win or a blessed loss."""
        return self._metric == "dtz" and abs(self._number) > _PAST_RULE

    @property
    def zeroing(self) -> int:
        """Plies to the next zeroing move; of a cursed win or blessed loss, those past the n-move
        rule. 0 for a draw, and with other metrics."""
        number = abs(self._number) if self._metric == "dtz" else 0
        return number - _PAST_RULE if self.is_past_rule else number

    @property
    def number(self) -> int:
        """The value as one number: n is a win in n plies or by n, -n a loss, 0 a draw."""
        return self._number

    @property
    def metric(self) -> str:
        """What the value counts: ``"distance"``, ``"score"``, ``"outcome"``, ``"moves"`` or ``"dtz"``."""
        return self._metric

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins."""
        return self._number > 0

    @property
    def is_loss(self) -> bool:
        """Whether the side to move loses."""
        return self._number < 0

    @property
    def is_draw(self) -> bool:
        """Whether neither side wins."""
        return self._number == 0

    @property
    def is_endless(self) -> bool:
        """Whether it is a win or a loss because play never ends."""
        return self._metric == "distance" and abs(self._number) == _ENDLESS

    def __neg__(self) -> Value:
        if self._metric == "moves":
            raise ValueError("A puzzle has one player, so its values have no other side.")
        return Value(-self._number, self._metric)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._number == other._number and self._metric == other._metric

    def __hash__(self) -> int:
        return hash((self._number, self._metric))

    def __lt__(self, other: Value) -> bool:
        if not self._is_comparable(other):
            return NotImplemented
        return self._order < other._order

    def __le__(self, other: Value) -> bool:
        if not self._is_comparable(other):
            return NotImplemented
        return self._order <= other._order

    def __gt__(self, other: Value) -> bool:
        if not self._is_comparable(other):
            return NotImplemented
        return self._order > other._order

    def __ge__(self, other: Value) -> bool:
        if not self._is_comparable(other):
            return NotImplemented
        return self._order >= other._order

    def _is_comparable(self, other: object) -> bool:
        return isinstance(other, Value) and self._metric == other._metric

    def __str__(self) -> str:
        if self._metric == "moves":
            return ("no solution" if self.is_draw
                    else f"solved in {self._number} {'move' if self._number == 1 else 'moves'}")
        if self.is_draw or self._metric == "outcome":
            return str(self.outcome)
        if self.is_endless:
            return f"{self.outcome} by endless play"
        if self.is_past_rule:
            return f"{self.category.replace('-', ' ')}, {self.zeroing} past the rule"
        if self._metric == "dtz":
            return f"{self.outcome}, zeroing in {self.zeroing}"
        how = "in" if self._metric == "distance" else "by"
        return f"{self.outcome} {how} {abs(self._number)}"

    def __repr__(self) -> str:
        if self._metric == "score":
            return f"Value.of_score({self._number})"
        if self._metric in ("outcome", "moves", "dtz"):
            return f"Value.of_{self._metric}({self._number})"
        if self.is_endless:
            return f"Value.endless({int(self.outcome)})"
        return f"Value.{self.outcome}({abs(self._number) or ''})"

    @property
    def short(self) -> str:
        """As in pictures: W7, D, L12; of a puzzle, 7 or -."""
        if self._metric == "moves":
            return str(self._number or "-")
        letter = self.category[0].upper()
        if self._metric == "dtz" and self._number:
            return f"{letter}{self.zeroing}"
        has_number = self._number and self._metric != "outcome" and not self.is_endless
        return f"{letter}{abs(self._number)}" if has_number else letter

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Values do not change.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("Values do not change.")

    def __reduce__(self) -> Tuple[Any, ...]:
        return Value, (self._number, self._metric)


_ENDLESS = Value.MAX + 1  # (as tables hold it)
_LIMITS = {"distance": _ENDLESS, "score": _ENDLESS, "outcome": 1, "moves": Value.MAX, "dtz": Value.MAX}
_PAST_RULE = 1 << 14  # (as tables hold it)
_ORDERED_BY_PLIES = ("distance", "moves", "dtz")
_COUNTING = ("distance", "moves")
_OUTCOMES = {int(outcome): outcome for outcome in Outcome}


def _at_least_1(plies: int) -> int:
    if isinstance(plies, int) and not 1 <= plies <= Value.MAX:
        raise ValueError(f"A game that goes on takes 1 to {Value.MAX} plies.")
    return plies


class Values(Dict[int, Value]):
    """The values with a metric, by number; each is made once."""

    def __init__(self, metric: str) -> None:
        super().__init__()
        self.metric = metric

    def __missing__(self, number: int) -> Value:
        return self.setdefault(number, Value(number, self.metric))


VALUES = {metric: Values(metric) for metric in _LIMITS}
