#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program learns Notakto by playing against itself; the table shows how often its moves are right.

The learner uses only OpenSpiel's methods; the truth comes from a table.

    teach_notakto.py [--games N]
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from typing import Dict, Tuple

import zermelo

Worth = Dict[Tuple[str, int], float]


def choose(state: zermelo.State, worth: Worth, curiosity: float, chance: random.Random) -> int:
    actions = state.legal_actions()
    if chance.random() < curiosity:
        return chance.choice(actions)
    return max(actions, key=lambda a: worth.get((str(state), a), 0.0))


def play(game: zermelo.Game, worth: Worth, chance: random.Random) -> None:
    """Plays one game against itself; the value of each of its moves is learned from the result."""
    state = game.new_initial_state()
    played = []
    while not state.is_terminal():
        action = choose(state, worth, 0.2, chance)
        played.append((str(state), action, state.current_player()))
        state.apply_action(action)
    for position, action, player in played:
        old = worth.get((position, action), 0.0)
        worth[position, action] = old + 0.1 * (state.returns()[player] - old)


def share_of_right_moves(table: zermelo.Table, worth: Worth, chance: random.Random) -> float:
    """The share among the positions in which there is something to lose."""
    right = []
    for position, value in table:
        state = zermelo.State(table.game, position, table)
        values = state.action_values()
        if len({v.outcome for v in values.values()}) > 1:
            right.append(values[choose(state, worth, 0.0, chance)].outcome == value.outcome)
    return sum(right) / len(right)


def main() -> None:
    parser = argparse.ArgumentParser(description="A program learns Notakto.")
    parser.add_argument("--games", type=int, default=20000, help="that it plays against itself")
    games = parser.parse_args().games
    game = zermelo.Game("notakto", rows=3, columns=3)
    chance = random.Random(1)
    worth: Worth = {}
    with tempfile.TemporaryDirectory() as folder:
        game.solve(Path(folder) / "notakto.ztb")
        with zermelo.open(Path(folder) / "notakto.ztb") as table:
            print(f"before: {100 * share_of_right_moves(table, worth, chance):.1f} % of its moves are right")
            for _ in range(games):
                play(game, worth, chance)
            print(f"after:  {100 * share_of_right_moves(table, worth, chance):.1f} % of its moves are right")


if __name__ == "__main__":
    main()
