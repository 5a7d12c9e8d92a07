# SPDX-License-Identifier: MIT
"""Values and errors: what they are in Python."""

from __future__ import annotations

import copy
import itertools
import pickle

import pytest

import zermelo
from zermelo import Outcome, Value


def test_order_is_preference() -> None:
    worst_first = [Value.loss(1), Value.loss(2), Value.loss(9), Value.draw(), Value.win(30), Value.win(3),
                   Value.win(1)]
    for a, b in itertools.combinations(worst_first, 2):
        assert a < b and a <= b and b > a and b >= a and a != b
        assert not (b < a or b <= a or a > b or a >= b)
        assert -a > -b
    assert sorted(reversed(worst_first)) == worst_first and max(worst_first) == Value.win(1)


def test_order_of_scores_and_outcomes() -> None:
    assert Value.of_score(5) > Value.of_score(2) > Value.of_score(0) > Value.of_score(-2)
    assert Value.of_outcome(Outcome.WIN) > Value.of_outcome(Outcome.DRAW) > Value.of_outcome(-1)


def test_of_another_metric() -> None:
    assert Value.win(3) != Value.of_score(3) and hash(Value.win(3)) == hash(Value.win(3))
    assert Value.win(3) != 3
    with pytest.raises(TypeError):
        Value.win(3) < Value.of_score(3)
    with pytest.raises(TypeError):
        Value.win(3) < 3  # type: ignore[operator]


def test_parts() -> None:
    value = Value.loss(12)
    assert (value.outcome, value.plies, value.number, value.score) == (Outcome.LOSS, 12, -12, 0)
    assert value.is_loss and not value.is_win and not value.is_draw
    assert Value.of_score(-4).score == -4 and Value.of_score(-4).plies == 0
    assert int(Outcome.WIN) == 1 and -Outcome.WIN == Outcome.LOSS and str(Outcome.DRAW) == "draw"


@pytest.mark.parametrize("value, text, short", [
    (Value.win(7), "win in 7", "W7"), (Value.draw(), "draw", "D"), (Value.loss(12), "loss in 12", "L12"),
    (Value.of_score(3), "win by 3", "W3"), (Value.of_score(0), "draw", "D"),
    (Value.of_outcome(Outcome.LOSS), "loss", "L"), (Value.of_outcome(0), "draw", "D")])
def test_texts_and_copies(value: Value, text: str, short: str) -> None:
    assert str(value) == text and value.short == short
    assert eval(repr(value)) == value
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert -(-value) == value and {value: 1}[-(-value)] == 1


def test_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Value.win(3)._number = 5
    with pytest.raises(AttributeError):
        del Value.win(3)._number


@pytest.mark.parametrize("make", [
    lambda: Value.win(0), lambda: Value.loss(-1), lambda: Value(40000), lambda: Value(1, "plies"),
    lambda: Value.of_outcome(2)])
def test_no_such_value(make: object) -> None:
    with pytest.raises(ValueError):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("made_of", ["3", 3.0, None, True])
def test_of_wrong_types(made_of: object) -> None:
    with pytest.raises(TypeError):
        Value(made_of)  # type: ignore[arg-type]


FAMILIES = {
    zermelo.UsageError: ValueError, zermelo.NotWellFormed: ValueError,
    zermelo.IllegalPosition: ValueError, zermelo.NotInTable: KeyError, zermelo.FileError: OSError,
    zermelo.FileMissing: FileNotFoundError, zermelo.DamagedTable: OSError,
    zermelo.OutOfMemory: MemoryError, zermelo.GameOver: Exception, zermelo.Interrupted: Exception}


@pytest.mark.parametrize("error", FAMILIES)
def test_errors(error: type) -> None:
    assert issubclass(error, zermelo.Error) and issubclass(error, FAMILIES[error])
    raised = error("The sentence.")
    assert str(raised) == "The sentence." and raised.args == ("The sentence.",)
    assert str(pickle.loads(pickle.dumps(raised))) == "The sentence."
    assert error.__module__ == "zermelo"
