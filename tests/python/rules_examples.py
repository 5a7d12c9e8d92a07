# SPDX-License-Identifier: MIT
"""Rules in Python for tests: tic-tac-toe with each kind of state, and puzzles."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import zermelo

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY = "." * 9


def mover(cells: str) -> int:
    return (9 - cells.count(".")) % 2


def placed(cells: str, square: int) -> str:
    return cells[:square] + "xo"[mover(cells)] + cells[square + 1:]


def winner(cells: str) -> Optional[int]:
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return "xo".index(cells[a])
    return None


def outcome(cells: str) -> Optional[int]:
    """For player 0; None if the game goes on."""
    won = winner(cells)
    if won is not None:
        return 1 - 2 * won
    return None if "." in cells else 0


def notation(cells: str) -> str:
    """As the game mnk writes it."""
    ranks = [cells[i:i + 3].replace("x", "b").replace("o", "w") for i in (0, 3, 6)]
    for empty in ("...", "..", "."):
        ranks = [rank.replace(empty, str(len(empty))) for rank in ranks]
    return f"{'/'.join(ranks)} {'bw'[mover(cells)]}"


def square_name(square: int) -> str:
    return f"{'abc'[square % 3]}{3 - square // 3}"


class TicTacToe(zermelo.Rules):
    """Whatever a state is made of: `kind` is its type. Cells are numbered from the top left."""

    name = "tic-tac-toe"

    def __init__(self, kind: str = "str") -> None:
        self.kind = kind
        if kind == "int":
            self.state_bytes = 2

    @property
    def parameters(self) -> Dict[str, str]:
        return {}

    def encode(self, cells: str) -> Any:
        if self.kind == "str":
            return cells
        if self.kind == "bytes":
            return cells.encode()
        digits = tuple(map(".xo".index, cells))
        return digits if self.kind == "tuple" else sum(d * 3**i for i, d in enumerate(digits))

    def decode(self, state: Any) -> str:
        if self.kind == "str":
            return str(state)
        if self.kind == "bytes":
            return bytes(state).decode()
        return "".join(".xo"[d] for d in (state if self.kind == "tuple" else (state // 3**i % 3 for i in range(9))))

    def start(self) -> Any:
        return self.encode(EMPTY)

    def to_move(self, state: Any) -> int:
        return mover(self.decode(state))

    def moves(self, state: Any) -> Any:
        cells = self.decode(state)
        return [square_name(i) if self.kind in ("str", "tuple") else i for i in range(9) if cells[i] == "."]

    def play(self, state: Any, move: Any) -> Any:
        square = move if isinstance(move, int) else "abc".index(move[0]) + 3 * (3 - int(move[1]))
        return self.encode(placed(self.decode(state), square))

    def result(self, state: Any) -> Optional[int]:
        return outcome(self.decode(state))

    def show(self, state: Any) -> str:
        cells = self.decode(state)
        return "/".join((cells[:3], cells[3:6], cells[6:]))


def all_going_on() -> List[str]:
    """All boards in which the game goes on."""
    found, rest = {EMPTY}, [EMPTY]
    while rest:
        cells = rest.pop()
        for i in range(9):
            if cells[i] == "." and outcome(after := placed(cells, i)) is None and after not in found:
                found.add(after)
                rest.append(after)
    return sorted(found)


class Pancakes(zermelo.Rules):
    """Burnt pancakes: a stack is sorted by flips, burnt sides down. States are bytes; 128 is burnt side up."""

    name = "pancakes"
    players = 1
    most_moves = 16

    def __init__(self, height: int = 4) -> None:
        self.height = height
        self.goal = bytes(range(height))
        self.burnt = bytes(i ^ 128 for i in range(256))

    def start(self) -> bytes:
        return self.goal

    def moves(self, state: bytes) -> range:
        return range(1, self.height + 1)

    def play(self, state: bytes, move: int) -> bytes:
        return state[:move][::-1].translate(self.burnt) + state[move:]

    def result(self, state: bytes) -> Optional[int]:
        return 1 if state == self.goal else None


def flips_by_breadth_first(rules: Pancakes) -> Dict[bytes, int]:
    """How many flips sort each stack: flips are their own inverse."""
    depth = {rules.goal: 0}
    level: List[bytes] = [rules.goal]
    while level:
        after: List[bytes] = []
        for state in level:
            for move in rules.moves(state):
                if (next_state := rules.play(state, move)) not in depth:
                    depth[next_state] = depth[state] + 1
                    after.append(next_state)
        level = after
    return depth
