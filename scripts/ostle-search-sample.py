#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the search for the shortest win with a table, on states of Ostle drawn at random.

    scripts/ostle-search-sample.py [--count N] [--seed N] [--plies N] [--table FILE] [key=value ...]

Draws states that are won in at most so many plies (default: 1,000 in up to 9, equally many of each
number) from the table of a variant (default: `ostle start=4 total=8`, with four pieces a side),
which is solved first if FILE does not exist, and looks for each win by search. Half of the states are positions of the table, the
others what a move leads to from one, with White to move and perhaps with a move forbidden. Prints
Markdown. Fails if a search finds another number of plies, or if the median of their times is a
second or more. The package zermelo must be importable (PYTHONPATH=build/release/python).
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from typing import Dict, Iterator, List, NamedTuple, NoReturn

import zermelo

BATCH = 500


class Found(NamedTuple):
    seconds: float
    positions: int  # looked at
    forbidden: bool


def fail(sentence: str) -> NoReturn:
    sys.exit(f"ostle-search-sample: {sentence}")


def states(table: zermelo.Table, seed: int) -> Iterator[str]:
    """Positions at random, and what moves at random lead to from others."""
    dice = random.Random(seed)
    for batch in range(1_000_000):
        for position in table.sample(BATCH, seed + batch):
            if dice.random() < 0.5:
                yield position
                continue
            result = dice.choice(table.game.moves(position)).result
            if result is not None:
                yield result


def won(table: zermelo.Table, seed: int, count: int, most: int) -> Iterator[str]:
    """`count` states, equally many of each odd number of plies, as far as that is possible."""
    lengths = range(1, most + 1, 2)
    wanted = {plies: (count + i) // len(lengths) for i, plies in enumerate(lengths)}
    for state in states(table, seed):
        value = table.get(state)
        if value is None or not value.is_win or not wanted.get(value.plies):
            continue
        yield state
        wanted[value.plies] -= 1
        if not any(wanted.values()):
            return


def search(table: zermelo.Table, state: str, memory: int) -> Found:
    begin = time.perf_counter()
    found = table.game.depth(side=table.game.to_move(state), start=state, memory=memory)
    seconds = time.perf_counter() - begin
    plies = table.probe(state).plies
    if found.plies != plies:
        fail(f"{state} is won in {plies} plies, and the search finds {found.plies}.")
    return Found(seconds, found.nodes, len(state.split()) > 2)


def row(name: str, found: List[Found]) -> str:
    seconds = sorted(f.seconds for f in found)
    positions = sorted(f.positions for f in found)
    forbidden = sum(f.forbidden for f in found)
    return (f"| {name} | {len(found):,} | {forbidden:,} | {statistics.median(seconds) * 1e3:,.2f} ms "
            f"| {seconds[len(seconds) * 99 // 100] * 1e3:,.1f} ms | {seconds[-1] * 1e3:,.1f} ms "
            f"| {int(statistics.median(positions)):,} | {positions[-1]:,} |")


def report(by_plies: Dict[int, List[Found]]) -> None:
    print("| won in | states | with a move forbidden | median time | 99 of 100 within | longest "
          "| median of positions looked at | most |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for plies in sorted(by_plies):
        print(row(str(plies), by_plies[plies]))
    print(row("all", [f for found in by_plies.values() for f in found]))


def main() -> None:
    options = argparse.ArgumentParser(usage=__doc__, add_help=True)
    options.add_argument("game", nargs="*", default=["start=4", "total=8"])
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--plies", type=int, default=9)
    options.add_argument("--table")
    options.add_argument("--memory", type=int, default=1 << 28)
    o = options.parse_args()
    try:
        game = zermelo.Game("ostle", **dict(word.split("=", 1) for word in o.game))
    except (ValueError, zermelo.UsageError) as error:
        fail(str(error))
    with tempfile.TemporaryDirectory() as folder:
        path = o.table or os.path.join(folder, "sample.ztb")
        if not os.path.exists(path):
            game.solve(path)
        with zermelo.open(path) as table:
            if table.game != game:
                fail(f"{path} is a table of {table.game}, not of {game}.")
            by_plies: Dict[int, List[Found]] = defaultdict(list)
            for state in won(table, o.seed, o.count, o.plies):
                by_plies[table.probe(state).plies].append(search(table, state, o.memory))
    report(by_plies)
    median = statistics.median(f.seconds for found in by_plies.values() for f in found)
    if median >= 1:
        fail(f"The median is {median:.2f} s.")


if __name__ == "__main__":
    main()
