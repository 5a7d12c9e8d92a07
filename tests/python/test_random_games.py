# SPDX-License-Identifier: MIT
"""Random games in which programs tend to contradict themselves, against a brute force in C++ that shares no
code with the library: rules, states, tables, lines, graded games, proofs. The same games are compared with
everything else by tests/random_games."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import warnings
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

import pytest

import zermelo
from conftest import LONG, run_program
from zermelo import Grade, Outcome, Value

GAMES = 5000 if LONG else 150


@dataclasses.dataclass
class Reference:
    """One game, as the brute force knows it."""

    written: Dict[str, Any]
    states: Dict[str, Dict[str, Any]]

    @property
    def start(self) -> str:
        return str(self.written["start"])

    def goes_on(self, position: str) -> bool:
        return bool(self.states[position]["status"] == "to_move")

    def plies(self, position: str) -> int:
        """+n for a win of the side to move in n plies, -n for a loss in n, 0 for a draw."""
        return int(self.states[position]["plies"])

    def value(self, position: str) -> Value:
        plies = self.plies(position)
        return Value.win(plies) if plies > 0 else Value.loss(-plies) if plies < 0 else Value(0)

    def value_of_move(self, after: str) -> Value:
        """To the side that moves, what a move to that position is worth."""
        if not self.goes_on(after):
            return Value.win(1) if self.states[after]["status"] == "lost" else Value(0)
        plies = self.plies(after)
        return Value.win(1 - plies) if plies < 0 else Value.loss(plies + 1) if plies > 0 else Value(0)

    def winner(self, position: str) -> Optional[str]:
        """Of a game that is over."""
        if self.states[position]["status"] == "drawn":
            return None
        assert self.states[position]["status"] == "lost"
        return "black" if to_move(position) == "white" else "white"

    def going_on(self) -> List[str]:
        return [p for p in self.states if self.goes_on(p)]

    def finished(self) -> List[str]:
        return [p for p in self.states if not self.goes_on(p)]


def to_move(position: str) -> str:
    return "white" if position.endswith(" w") else "black"


def drawn_games(first: int, count: int) -> Iterator[Reference]:
    done = run_program("ZERMELO_WRITE_CORNER_GAMES", first, count)
    assert done.returncode == 0
    for line in done.stdout.splitlines():
        written = json.loads(line)
        yield Reference(written, {s["position"]: s for s in written["states"]})


def make(reference: Reference, folder: Path) -> zermelo.Game:
    domain, problem = folder / "domain.bddl", folder / "problem.bddl"
    domain.write_text(reference.written["domain"])
    problem.write_text(reference.written["problem"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", zermelo.RulesWarning)
        return zermelo.Game.from_bddl(domain, problem, stuck=reference.written["stuck"])


# --- What is compared ------------------------------------------------------------------------------


def check_rules(game: zermelo.Game, reference: Reference) -> None:
    assert game.start == reference.start
    for position in reference.states:
        assert game.to_move(position) == to_move(position)
        result = game.result(position)
        assert (result is None) == reference.goes_on(position), position
        if result is not None:
            assert result.winner == reference.winner(position), position
            with pytest.raises(zermelo.GameOver):
                game.moves(position)
            continue
        moves = game.moves(position)
        assert sorted(m.after for m in moves) == sorted(reference.states[position]["moves"]), position
        for move in moves:
            over = not reference.goes_on(move.after)
            assert (move.ending is not None) == over and move.result == (None if over else move.after)
            if over:
                assert move.ending == reference.value_of_move(move.after).outcome


def check_table(table: zermelo.Table, reference: Reference) -> None:
    for position in reference.going_on():
        assert table.probe(position) == reference.value(position), position
        moves = {m.move: m.value for m in table.moves(position)}
        for legal in table.game.moves(position):
            assert moves.pop(legal.move) == reference.value_of_move(legal.after), position
        assert not moves
        line = table.line(position, 100)
        plies = abs(reference.plies(position))
        assert plies == 0 or (line.complete and len(line.moves) == plies), position
    for position in reference.finished():
        assert position not in table
        with pytest.raises(zermelo.GameOver) as raised:
            table.probe(position)
        assert raised.value.winner == reference.winner(position)


def check_whole_table(table: zermelo.Table, reference: Reference) -> None:
    expected = {table.canonical(p): reference.value(p) for p in reference.going_on()}
    assert dict(table.walk(threads=1)) == expected and len(table) == len(expected)
    stats = table.stats(threads=1)
    assert (stats.positions, stats.wins, stats.losses) == (
        len(expected), sum(v.is_win for v in expected.values()), sum(v.is_loss for v in expected.values()))
    asked = list(reference.states)
    probes = table.probe_many(asked, threads=1)
    for position, outcome, plies, status in zip(asked, probes.outcome, probes.plies, probes.status):
        if reference.goes_on(position):
            assert outcome * plies == reference.plies(position), position
        else:
            assert status == zermelo.Status.GAME_OVER, position
    won = {table.canonical(p) for p in reference.going_on() if reference.plies(p) == 1}
    assert {puzzle.position for puzzle in table.mine(win_in=1, threads=1)} == won


def check_states(table: zermelo.Table, reference: Reference, chance: random.Random) -> None:
    """A game played at random with states, and the same game graded."""
    game = table.game
    state = game.new_initial_state(table)
    moves: List[str] = []
    while not state.is_terminal() and len(moves) < 12:
        position = state.position
        assert state.value() == reference.value(position)
        assert state.current_player() == (to_move(position) == "white")
        values = {state.action_to_string(a): v for a, v in state.action_values().items()}
        assert values == {m.move: reference.value_of_move(m.after) for m in game.moves(position)}
        action = chance.choice(state.legal_actions())
        moves.append(state.action_to_string(action))
        state.apply_action(action)
    assert state.is_terminal() == (not reference.goes_on(state.position))
    if state.is_terminal():
        winner = reference.winner(state.position)
        black = {"black": 1.0, "white": -1.0, None: 0.0}[winner]
        assert state.returns() == [black, -black]
    check_graded(table, reference, moves)


def check_graded(table: zermelo.Table, reference: Reference, moves: List[str]) -> None:
    if not reference.goes_on(reference.start):
        with pytest.raises(zermelo.GameOver):
            table.grade(moves)
        return
    graded = table.grade(moves)
    assert [m.move for m in graded.moves] == moves
    for m in graded.moves:
        assert (m.value, m.best) == (reference.value_of_move(m.after), reference.value(m.position))
        assert (m.grade is Grade.BEST) == (m.value == m.best)
        assert m.legal_moves == len(reference.states[m.position]["moves"])
    last = graded.moves[-1].after if moves else reference.start
    assert (graded.result is None) == reference.goes_on(last)
    if graded.result is not None:
        assert graded.result.winner == reference.winner(last)


def ambiguous(game: zermelo.Game, position: str) -> bool:
    """Whether two moves name the same squares, so that a State cannot number them."""
    named = [tuple(re.findall(r"[a-z]+[0-9]+", m.move.replace("x", " "))) for m in game.moves(position)]
    return len(set(named)) < len(named)


def check_states_from_positions(game: zermelo.Game, reference: Reference) -> bool:
    """Whether there can be a State of every position; it is refused exactly where there cannot."""
    for position in reference.finished():
        state = game.new_state(position)
        assert state.is_terminal() and state.legal_actions() == []
        winner = reference.winner(position)
        assert state.returns()[0] == {"black": 1.0, "white": -1.0, None: 0.0}[winner]
    refused = 0
    for position in reference.going_on():
        if ambiguous(game, position):
            refused += 1
            with pytest.raises(zermelo.UsageError, match="cannot be distinguished"):
                game.new_state(position)
        else:
            state = game.new_state(position)
            assert len(state.legal_actions()) == len(reference.states[position]["moves"])
    return refused == 0


def check_engines(game: zermelo.Game, reference: Reference) -> None:
    """Whether Black, and White, can force a win from the start; and how long it takes Black."""
    start = reference.start
    for side in ("black", "white"):
        if reference.goes_on(start):
            plies = reference.plies(start) * (1 if to_move(start) == side else -1)
            wins = plies > 0
        else:
            plies, wins = 0, reference.winner(start) == side
        for method in ("ic3", "auto"):
            proof = game.prove(method=method, side=side)
            assert proof.wins == wins and proof.complete == (not wins), (side, method)
            assert not wins or (proof.plies is not None and proof.plies >= plies), (side, method)
        if side == "black":
            depth = game.depth(memory=1 << 16)
            assert depth.plies == (plies if wins else None) and depth.complete == (not wins)
    count = game.count(threads=1)
    assert count.totals["positions"] == len(reference.states)
    assert count.totals["over"] == len(reference.finished())


@pytest.mark.parametrize("share", range(3))
def test_random_games(tmp_path: Path, share: int) -> None:
    played = with_states = 0
    chance = random.Random(share)
    first, count = share * GAMES // 3, GAMES // 3
    for number, reference in enumerate(drawn_games(first, count), first):
        if reference.written["refused"]:
            with pytest.raises(zermelo.UsageError):
                make(reference, tmp_path)
            continue
        played += 1
        game = make(reference, tmp_path)
        check_rules(game, reference)
        numbered = check_states_from_positions(game, reference)
        game.solve(tmp_path / "t.ztb", threads=1, force=True)
        with zermelo.open(tmp_path / "t.ztb") as table:
            check_table(table, reference)
            check_whole_table(table, reference)
            if numbered:
                with_states += 1
                check_states(table, reference, chance)
        if number % 5 == 0:
            check_engines(game, reference)
    assert played > count * 2 // 3 and with_states > count // 3
