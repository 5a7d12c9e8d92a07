# SPDX-License-Identifier: MIT
"""Calls the module at random: wrong types, closed tables, other tables' positions, damaged files,
exceptions in callbacks, forks, threads, collections of garbage in between. Nothing may crash, hang or
raise anything outside the families that the documentation names, and memory must not grow.

    fuzz_calls.py FOLDER COUNT [SEED]       FOLDER has tables, NAME.ztb, and damaged.ztb
"""

from __future__ import annotations

import faulthandler
import gc
import os
import pickle
import random
import signal
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import zermelo


class Boom(Exception):
    """Raised by callbacks."""


EXPECTED = (zermelo.Error, TypeError, ValueError, IndexError, Boom)

Thing = Any


class Fuzzer:
    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.scratch = Path(tempfile.mkdtemp(dir=folder))
        self.paths = sorted(folder.glob("*.ztb"))
        self.tables: List[zermelo.Table] = []
        self.generators: List[Iterator[object]] = []
        self.states: List[zermelo.State] = []
        self.games: List[zermelo.Game] = []
        self.positions = ["", "nonsense", "\0", "é", "3/3/3 b", "www/1o1/bbb b", "x" * 5000, "9/9 b", "b"]
        self.raised: Dict[str, int] = {}
        for path in self.paths:
            try:
                with zermelo.open(path) as table:
                    self.games.append(table.game)
                    self.positions += [table.start, *table.sample(20, seed=1)]
            except OSError:
                pass

    # --- Arguments

    def wrong(self) -> Thing:
        return self.chance.choice([None, 3, -1, 2**70, 1.5, b"x", [], {}, object(), "\ud800", float("nan"), ...])

    def position(self) -> Thing:
        if self.chance.random() < 0.1:
            return self.wrong()
        text = self.chance.choice(self.positions)
        if self.chance.random() < 0.2 and text:
            at = self.chance.randrange(len(text))
            text = text[:at] + self.chance.choice("bwo/19 x") + text[at + 1:]
        return text

    def number(self, *usual: int) -> Thing:
        return self.wrong() if self.chance.random() < 0.1 else self.chance.choice(usual)

    def progress(self) -> Thing:
        def boom(*told: object) -> None:
            raise Boom

        return self.chance.choice([None, None, boom, lambda *told: gc.collect(0), self.wrong()])

    def one(self, calls: List[Callable[[], Thing]]) -> Thing:
        return self.chance.choice(calls)()

    def table(self) -> zermelo.Table:
        if not self.tables or (len(self.tables) < 12 and self.chance.random() < 0.1):
            self.tables.append(zermelo.open(self.chance.choice(self.paths)))
        return self.chance.choice(self.tables)

    # --- Calls

    def ask(self) -> None:
        t, p = self.table(), self.position()
        self.one([
            lambda: t.probe(p), lambda: t.get(p, None), lambda: p in t, lambda: t.moves(p),
            lambda: t.line(p, self.number(0, 1, 50)), lambda: t.line(p), lambda: t.canonical(p),
            lambda: t.index(p), lambda: t.distance(p), lambda: t.diagram(p).svg(),
            lambda: t.solution(p, max_nodes=self.number(1, 50, 400)), lambda: str(t.diagram(p)),
            lambda: t.position(self.number(0, 1, 5), self.number(0, 7, 500)),
            lambda: t.indices(self.number(0, 1, 99)),
            lambda: t.game.moves(p), lambda: t.game.result(p), lambda: t.game.canonical(p)])

    def ask_about_many(self) -> None:
        t = self.table()
        many = [self.position() if self.chance.random() < 0.02 else self.chance.choice(self.positions)
                for _ in range(self.chance.choice([0, 1, 10, 200]))]
        answers = t.probe_many(many, threads=self.number(0, 1, 2))
        for i in range(len(answers)):
            try:
                answers[i]
            except zermelo.Error:
                pass

    def ask_about_the_table(self) -> None:
        t = self.table()
        self.one([
            lambda: t.info, lambda: len(t), lambda: repr(t), lambda: t._repr_html_(), lambda: t.start,
            lambda: pickle.loads(pickle.dumps(t)).close(), lambda: t.sample(self.number(0, 5)),
            lambda: t.rules, lambda: t.metric, lambda: hash(t.game)])

    def work(self) -> None:
        t = self.table()
        self.one([
            lambda: t.stats(threads=self.number(0, 1, 2), progress=self.progress()),
            lambda: t.distance_stats(progress=self.progress()),
            lambda: t.verify(threads=self.number(0, 1, 2), progress=self.progress())])

    def grade(self) -> None:
        t, p = self.table(), self.position()
        moves = list(t.line(t.start, 8).moves) if t.start in t else ["a1"]
        if moves and self.chance.random() < 0.5:
            moves[self.chance.randrange(len(moves))] = self.chance.choice(["z9", "a1U", self.wrong()])
        game = t.grade(moves, self.chance.choice([None, p]))
        str(game), game._repr_html_(), game.diagram()

    def begin(self) -> None:
        t = self.table()
        self.generators.append(self.one([
            lambda: iter(t), lambda: t.walk(threads=self.number(0, 1)),
            lambda: t.mine(limit=self.number(0, 1, 3), only_move=self.chance.random() < 0.5),
            lambda: t.mine(order="difficulty", limit=2, win_in=self.number(3, 5)),
            lambda: t.mine(positions=[self.position(), self.position()])]))

    def go_on(self) -> None:
        if self.generators:
            for _ in range(self.chance.choice([1, 3, 40])):
                thing = next(self.chance.choice(self.generators), None)
            if isinstance(thing, zermelo.Puzzle):
                str(thing), thing._repr_html_(), thing.solution.main_line, repr(thing)

    def drop(self) -> None:
        if self.generators and self.chance.random() < 0.7:
            generator = self.generators.pop(self.chance.randrange(len(self.generators)))
            if hasattr(generator, "close"):
                generator.close()
        if self.tables and self.chance.random() < 0.3:
            table = self.chance.choice(self.tables)
            table.close()
            if self.chance.random() < 0.7:
                self.tables.remove(table)

    def play(self) -> None:
        if not self.states or (len(self.states) < 12 and self.chance.random() < 0.2):
            table = self.chance.choice([None, self.table()])
            game = self.chance.choice(self.games) if table is None else table.game
            self.states.append(game.new_initial_state(table))
        state = self.chance.choice(self.states)
        for _ in range(self.chance.randrange(8)):
            if state.is_terminal() or self.chance.random() < 0.02:
                self.states.remove(state)
                break
            self.one([state.observation_tensor, state.clone, state.returns, state._repr_svg_])
            state.apply_action(self.number(*state.legal_actions()))
            if state._table is not None and not state.is_terminal():
                state.optimal_actions()

    def make(self) -> None:
        self.one([
            lambda: zermelo.Game(self.chance.choice(["mnk", "ostle", "chess", self.wrong()]),
                                 size=self.number(3, 4, 9)),
            lambda: zermelo.Game("mnk", m=self.number(3, 4), k=self.number(2, 3)).count(
                threads=1, progress=self.progress()),
            lambda: zermelo.Game("mnk").solve(
                self.chance.choice([self.scratch / "a.ztb", self.scratch / "no" / "a.ztb", self.wrong()]),
                progress=self.progress(), threads=self.number(0, 1, 2), resume=self.chance.random() < 0.5,
                memory=self.number(1, 2**30)),
            lambda: zermelo.Value(self.number(0, 3, -5)) < zermelo.Value.of_score(2),
            lambda: zermelo.open(self.chance.choice([self.folder, self.folder / "none", self.wrong()])),
            lambda: zermelo.Strategy(self.chance.choice([self.paths[0], self.wrong()])),
            lambda: zermelo.check_strategy(self.paths[0], progress=self.progress())])

    def collect(self) -> None:
        gc.collect()

    def beside(self) -> None:
        """The same from several threads at once, and a table closed meanwhile."""
        t = self.table()
        seeds = [self.chance.random() for _ in range(3)]

        def work(seed: float) -> None:
            chance = random.Random(seed)
            for _ in range(20):
                try:
                    t.probe(chance.choice(self.positions))
                    if chance.random() < 0.1:
                        next(t.mine(limit=1), None)
                except EXPECTED:
                    pass

        workers = [threading.Thread(target=work, args=(seed,)) for seed in seeds]
        for w in workers:
            w.start()
        if self.chance.random() < 0.3:
            t.close()
        for w in workers:
            w.join()

    def fork(self) -> None:
        """The child goes on for a little while, with everything that was begun."""
        if "ZERMELO_SANITIZED" in os.environ:
            # (Searches allocate memory on threads of their own, and then the sanitizer hangs in the
            # child.)
            for generator in self.generators:
                if hasattr(generator, "close"):
                    generator.close()
        faulthandler.cancel_dump_traceback_later()  # (its thread would not be in the child)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                signal.alarm(60)
                for _ in range(5):
                    self.call(may_fork=False)
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0, "a child failed"

    # --- All of it

    def call(self, may_fork: bool = True) -> None:
        calls: List[Callable[[], None]] = [
            *[self.ask] * 60, *[self.ask_about_the_table] * 8, *[self.go_on] * 12, *[self.begin] * 4,
            *[self.drop] * 4, *[self.play] * 6, *[self.make] * 4, *[self.grade] * 3,
            *[self.ask_about_many] * 3, self.work, self.collect, self.beside]
        if may_fork and self.chance.random() < 0.005:
            calls = [self.fork]
        chosen = self.chance.choice(calls)
        try:
            chosen()
        except EXPECTED as error:
            name = type(error).__name__
            self.raised[name] = self.raised.get(name, 0) + 1
            assert str(error) or isinstance(error, Boom), f"{chosen.__name__} raised {name} without a word"


def resident() -> int:
    """KiB of memory."""
    gc.collect()
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def main() -> None:
    faulthandler.enable()
    warnings.simplefilter("error", RuntimeWarning)
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    fuzzer = Fuzzer(folder, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    sizes = []
    for number in range(count):
        if number % max(1, count // 10) == 0:
            sizes.append(resident())
        faulthandler.dump_traceback_later(120, exit=True)
        fuzzer.call()
    faulthandler.cancel_dump_traceback_later()
    sizes.append(resident())
    print(f"{count} calls; raised {fuzzer.raised}")
    print(f"KiB resident: {sizes}")
    # For the second half: what is kept for later has been allocated by then.
    grown = sizes[-1] - sizes[len(sizes) // 2]
    assert grown < 8 * 1024, f"memory grew by {grown} KiB"


if __name__ == "__main__":
    main()
