#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the models of Hein's Hex puzzles, games/hex/hein-*.bddl and browne-*.bddl.

    scripts/hex-models.py FOLDER

The positions are those of the BDDL paper's Table 3 (Shaik and van de Pol, 2023; after V. Mayer-Eichberger and A. Saffidine,
"Positional Games and QBF: The Corrective Encoding", 2020): puzzles that Piet Hein published in the newspaper Politiken in 1942 and
1943, and one of Cameron Browne's. Black joins the top and the bottom, and is to move.

A goal is a set of open squares by which Black's stones would join the two sides: one that no other such set is contained in. White
has no goal: Black wins or does not.
"""
import sys
from pathlib import Path

# Name, side of the board, plies of the shortest win as published, Black's and White's stones: columns are letters, rows count from
# the top.
PUZZLES = [
    ("browne-5x5", 5, 9, "b1 b3 b4", "a1 c1 b2 c3"),
    ("hein-02-5x5", 5, 13, "a5 c3 e3", "b4 c2 c5"),
    ("hein-04-3x3", 3, 5, "a1", "b1 c2"),
    ("hein-06-4x4", 4, 13, "b3", "d1 a4"),
    ("hein-07-4x4", 4, 9, "a1", "d1"),
    ("hein-08-5x5", 5, 11, "a2 a3 e2 e3 d4", "d1 e1 b2 b4"),
    ("hein-09-4x4", 4, 7, "c4 d2", "a1 b4 d1"),
    ("hein-10-5x5", 5, 13, "b3 c4", "a5 c2 c5 d1"),
    ("hein-11-5x5", 5, 11, "b4 e3 e5", "b3 c2 d3 d5"),
    ("hein-12-4x4", 4, 7, "c1 d4", "a4 d2"),
    ("hein-13-5x5", 5, 9, "a2 d4 e2 e3", "b2 d2 c5 d5"),
    ("hein-14-5x5", 5, 9, "c4 e3 e4", "b4 d4 e1"),
    ("hein-15-5x5", 5, 15, "a1 a4 c3 d5", "c2 c4 e1"),
    ("hein-16-5x5", 5, 13, "c1 e1 c3", "b1 c2 d2"),
    ("hein-19-5x5", 5, 11, "a2 a3 c3 e2 e3", "a5 c1 d1 e1 d5"),
]


def squares(text: str) -> set[tuple[int, int]]:
    return {(ord(word[0]) - ord("a") + 1, int(word[1:])) for word in text.split()}


def neighbours(square: tuple[int, int], side: int) -> list[tuple[int, int]]:
    x, y = square
    near = [(x, y - 1), (x + 1, y - 1), (x - 1, y), (x + 1, y), (x - 1, y + 1), (x, y + 1)]
    return [(i, j) for i, j in near if 1 <= i <= side and 1 <= j <= side]


def joining_sets(side: int, black: set, white: set) -> list[frozenset]:
    """The smallest sets of open squares that join the top and the bottom together with Black's stones.

    Every such set, with Black's stones, has a chain from the top to the bottom in which only neighbours touch, so looking at these
    chains is enough.
    """

    found: set[frozenset] = set()

    def extend(path: list, used: frozenset) -> None:
        """`path` is a chain of squares from the top, each beside the one before it and beside no earlier one."""
        last = path[-1]
        if last[1] == side:
            found.add(frozenset(path) - black)
            return
        for near in neighbours(last, side):
            if near in white or near in used or near[1] == 1:
                continue
            if any(near in neighbours(earlier, side) for earlier in path[:-1]):
                continue
            extend([*path, near], used | {near})

    for x in range(1, side + 1):
        if (x, 1) not in white:
            extend([(x, 1)], frozenset({(x, 1)}))
    smallest = [s for s in found if not any(other < s for other in found)]
    return sorted(smallest, key=lambda s: (len(s), sorted(s)))


def written(colour: str, stones) -> str:
    return " ".join(f"{colour}({x},{y})" for x, y in sorted(stones))


def model(name: str, side: int, depth: int, black_text: str, white_text: str) -> str:
    black, white = squares(black_text), squares(white_text)
    author, _, number = name.partition("-")
    title = f"Hein's puzzle {int(number[:2])}" if author == "hein" else "Browne's puzzle"
    goals = [written("black", s) for s in joining_sets(side, black, white)]
    lines = [
        f"% Hex, {title}: Black is to move and joins the top and the bottom. A goal is a smallest set of",
        "% open squares that joins them together with Black's stones. Made by scripts/hex-models.py.",
        "#name",
        f"Hex: {title}",
        "#boardsize",
        f"{side} {side}",
        "#init",
        written("black", black),
        written("white", white),
        "#depth",
        str(depth),
        "#blackgoals",
        *goals,
        "#whitegoals",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print(f"usage: {sys.argv[0]} FOLDER", file=sys.stderr)
        return 2
    for puzzle in PUZZLES:
        (Path(sys.argv[1]) / f"{puzzle[0]}.bddl").write_text(model(*puzzle), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
