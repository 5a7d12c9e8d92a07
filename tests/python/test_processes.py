# SPDX-License-Identifier: MIT
"""Threads, processes that are forked, processes that are sent a table."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Callable, List, Optional

import pytest

import zermelo
from conftest import Tables, make_game
from zermelo import Value

START = "www/1o1/bbb b"

# The address sanitizer of gcc 12 holds locks of its own while a thread allocates memory, and a
# process that is forked then waits for them forever: a program of thirty lines without any of our
# code hangs in one fork out of ten.
without_sanitizer = pytest.mark.skipif("ZERMELO_SANITIZED" in os.environ,
                                       reason="the sanitizer hangs in a process forked while others take memory")


def in_child(work: Callable[[], object]) -> None:
    """Forks, works in the child, and fails if that fails or hangs."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException as error:
            print(repr(error), file=sys.stderr)
        finally:
            os._exit(code)
    assert exit_code_of(child) == 0


def test_everything_in_a_fork(tables: Tables, tmp_path: Path) -> None:
    table = zermelo.open(tables["ostle"])
    # First in this process, so that there are threads that the child does not have.
    everything(table, tmp_path / "parent.ztb")
    in_child(lambda: everything(table, tmp_path / "child.ztb"))
    everything(table, tmp_path / "again.ztb")
    assert (tmp_path / "child.ztb").read_bytes() == (tmp_path / "parent.ztb").read_bytes()


def everything(table: zermelo.Table, path: Path) -> None:
    assert table.probe(START) == Value.win(17) and table.verify(threads=2).failure is None
    assert table.stats(threads=2).positions == len(list(table)) == 2436
    assert len(list(table.mine(only_line=True, limit=3, threads=2))) == 3
    make_game("ostle").solve(path, threads=2)
    assert len(table.sample(10)) == 10 and make_game("mnk").count(threads=2).totals["positions"] == 5478
    zermelo.Game("notakto", rows=3, columns=3).prove(method="ic3")


@without_sanitizer
def test_fork_while_others_work(tables: Tables) -> None:
    table = zermelo.open(tables["ostle"])
    positions = [p for p, _ in table]
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            for p in positions[:200]:
                table.probe(p)
            table.stats()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for w in workers:
        w.start()
    try:
        for _ in range(10):
            in_child(lambda: [table.probe(p) for p in positions[:500]])
    finally:
        stop.set()
        for w in workers:
            w.join()


def test_the_first_questions_in_a_fork_come_together(tables: Tables) -> None:
    """The child opens the file again, while others want the table, too."""
    table = zermelo.open(tables["ostle"])
    failures: List[BaseException] = []

    def child() -> None:
        together = threading.Barrier(8)

        def work() -> None:
            together.wait()
            try:
                assert table.probe(START) == Value.win(17)
            except BaseException as error:
                failures.append(error)

        workers = [threading.Thread(target=work) for _ in range(8)]
        for w in workers:
            w.start()
        for w in workers:
            w.join()
        assert not failures, failures

    for _ in range(20):
        in_child(child)


def test_searches_that_were_begun_before_a_fork(tables: Tables) -> None:
    table = zermelo.open(tables["ostle"])
    puzzles, walk = table.mine(), iter(table)
    next(puzzles)
    next(walk)

    def child() -> None:
        with pytest.raises(zermelo.Error, match="belongs to the process"):
            next(puzzles)
        assert len(list(walk)) == 2435
        assert len(list(table.mine(limit=2))) == 2

    in_child(child)
    assert next(puzzles).number == 2


@without_sanitizer
def test_a_fork_while_another_thread_walks(tables: Tables) -> None:
    """The walk's lock may be held at the fork, by a thread that the child does not have."""
    table = zermelo.open(tables["ostle"])
    values = table._values
    wanted = list(table)
    stop = threading.Event()
    walks: List[Walking] = [Walking(table)]

    def work() -> None:
        while not stop.is_set():
            walk = Walking(table)
            walks[0] = walk
            while walk.take():
                pass

    def child() -> None:
        walk = walks[0]
        rest = [item for block in iter(lambda: walk.core.next(values), []) for item in block]
        # (The thread may have been between taking a block and counting it.)
        assert len(rest) <= len(wanted) - walk.taken and rest == wanted[len(wanted) - len(rest):]
        assert list(table) == wanted

    workers = [threading.Thread(target=work) for _ in range(2)]
    for w in workers:
        w.start()
    try:
        for _ in range(8):
            in_child(child)
    finally:
        stop.set()
        for w in workers:
            w.join()


class Walking:
    """A walk, and how much of it was taken."""

    def __init__(self, table: zermelo.Table) -> None:
        self.core = table._core.walk(1, [])
        self.values = table._values
        self.taken = 0

    def take(self) -> bool:
        block = self.core.next(self.values)
        self.taken += len(block)
        return bool(block)


def test_a_walk_goes_on_in_a_fork(tables: Tables) -> None:
    for name in ("ostle", "connect", "scores", "outcomes", "bddl", "few"):
        table = zermelo.open(tables[name])
        wanted = list(table)
        walk = iter(table)
        taken = [next(walk) for _ in range(min(7, len(wanted) - 1))]
        table.close()  # what it has returned stays valid
        in_child(lambda: None if taken + list(walk) == wanted else pytest.fail("another walk"))
        assert taken + list(walk) == wanted


@without_sanitizer
def test_forks_while_others_open_tables(tables: Tables) -> None:
    stop = threading.Event()
    others, own = tables["mnk"], tables["ostle"]

    def work() -> None:
        while not stop.is_set():
            zermelo.open(others).close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for w in workers:
        w.start()
    try:
        for _ in range(20):
            in_child(lambda: [zermelo.open(own).probe(START) for _ in range(5)])
    finally:
        stop.set()
        for w in workers:
            w.join()


@pytest.mark.parametrize("name", ["solve", "count"])
def test_forked_by_a_signal(tmp_path: Path, name: str) -> None:
    """A handler that forks while work is waited for: the child gets an error that the work is not its own, even
    if the work is done when the handler is called, as with work that takes only a moment."""
    children: List[int] = []
    parent = os.getpid()
    ostle, mnk = zermelo.Game("ostle", size=4, start=4, lose=2), make_game("mnk")
    solved = 0

    def fork(number: int, frame: Optional[FrameType]) -> None:
        # (Only within that call, and then nearly always within its work.)
        if len(children) < 5 and frame is not None and frame.f_code.co_name == name:
            children.append(os.fork())

    before = signal.signal(signal.SIGALRM, fork)
    signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
    try:
        while len(children) < 5:
            ostle.solve(tmp_path / f"{solved}.ztb") if name == "solve" else mnk.count(threads=1)
            solved += 1
            if os.getpid() != parent:
                os._exit(3)  # forked before the work had begun
    except zermelo.Error as error:
        if os.getpid() != parent:
            os._exit(0 if "belongs to the process" in str(error) else 3)
        raise
    finally:
        if os.getpid() != parent:
            os._exit(2)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    codes = [exit_code_of(child) for child in children]
    assert codes.count(0) > 0 and set(codes) <= {0, 3}, codes


def exit_code_of(child: int) -> int:
    """Waits for a process that must not hang."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("A process that was forked hangs.")


NO_THREADS = """
import resource, sys, time, zermelo
from zermelo import _zermelo
table = zermelo.open(sys.argv[1])
game = table.game
kib = int(next(line for line in open("/proc/self/status") if line.startswith("VmSize:")).split()[1])
resource.setrlimit(resource.RLIMIT_AS, ((kib + 2048) * 1024, resource.RLIM_INFINITY))
for work in (table.verify, lambda: table.sample(5), lambda: next(table.mine()), lambda: list(table),
             lambda: game.count()):
    try:
        work()
        sys.exit("There was a thread.")
    except zermelo.Error as error:
        assert "cannot start a thread" in str(error), error
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
begun = time.monotonic()
_zermelo.stop_all_work(5000)
assert time.monotonic() - begun < 2, "work that never began is waited for"
assert table.verify().failure is None
"""


@pytest.mark.skipif("ZERMELO_SANITIZED" in os.environ, reason="a sanitizer needs address space of its own")
def test_when_there_is_no_thread(tables: Tables) -> None:
    """Work whose thread cannot be made is an error, and nobody waits for it at the end."""
    done = subprocess.run([sys.executable, "-c", NO_THREADS, str(tables["ostle"])], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, text=True)
    assert done.returncode == 0, done.stdout


def test_forked_by_a_callback(tmp_path: Path) -> None:
    parent = os.getpid()
    children: List[int] = []

    def fork(p: zermelo.SolveProgress) -> None:
        if not children:
            children.append(os.fork())

    try:
        zermelo.Game("ostle", size=4, start=4, lose=2).solve(tmp_path / "a.ztb", progress=fork)
    except zermelo.Error as error:
        if os.getpid() != parent:
            os._exit(0 if "belongs to the process" in str(error) else 1)
        raise
    finally:
        if os.getpid() != parent:
            os._exit(2)
    assert len(children) == 1 and os.waitpid(children[0], 0)[1] == 0
    assert zermelo.open(tmp_path / "a.ztb").verify().failure is None


END = """
import sys, threading, time, zermelo
table = zermelo.open(sys.argv[1])
def forever(work):
    while True:
        work()
for work in (lambda: table.probe(table.start), lambda: list(table.mine(limit=5)), table.verify,
             lambda: list(table), lambda: zermelo.Game("ostle", total=8, lose=2).solve(sys.argv[2], resume=True),
             lambda: table.probe_many([table.start] * 100000)):
    threading.Thread(target=forever, args=(work,), daemon=True).start()
waiting = table.mine()
next(waiting)
time.sleep(0.5)
"""


def test_the_end_with_daemon_threads(tables: Tables, tmp_path: Path) -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", END, str(tables["ostle"]), str(tmp_path / "x.ztb")],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, text=True)
        assert done.returncode == 0, done.stdout


def test_closed_in_a_fork(tables: Tables) -> None:
    table = zermelo.open(tables["ostle"])
    in_child(table.close)
    assert table.probe(START) == Value.win(17)


def test_moved_away_before_a_fork(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "t.ztb"
    path.write_bytes(tables["ostle"].read_bytes())
    table = zermelo.open(path)
    path.unlink()
    path.write_bytes(tables["mnk"].read_bytes())  # another table of the same name
    in_child(lambda: None if table.probe(START) == Value.win(17) else pytest.fail("another table"))


def probe_in_worker(table: zermelo.Table) -> str:
    return str(table.probe(table.start))


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools(tables: Tables, method: str) -> None:
    table = zermelo.open(tables["ostle"])
    table.verify(threads=2)
    with concurrent.futures.ProcessPoolExecutor(
            2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(probe_in_worker, [table] * 4)) == ["win in 17"] * 4


def test_threads(tables: Tables) -> None:
    table = zermelo.open(tables["ostle"])
    wanted = dict(table)

    def work(first: int) -> bool:
        positions = list(wanted)[first::4]
        return (all(table.probe(p) == wanted[p] for p in positions)
                and table.stats().positions == 2436 and dict(table) == wanted
                and next(table.mine(limit=1)).value.is_win)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))


def test_closed_while_others_ask(tables: Tables) -> None:
    for _ in range(20):
        table = zermelo.open(tables["ostle"])
        positions = [p for p, _ in table]
        closed = []

        def work() -> None:
            try:
                while True:
                    for p in positions:
                        table.probe(p)
                    table.verify()
            except ValueError as error:
                closed.append(str(error))

        workers = [threading.Thread(target=work) for _ in range(3)]
        for w in workers:
            w.start()
        time.sleep(0.005)
        table.close()
        for w in workers:
            w.join()
        assert len(closed) == 3 and all("closed" in c for c in closed)


def test_others_go_on_during_long_work(tables: Tables, tmp_path: Path) -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    zermelo.Game("ostle", size=4, start=4, lose=2).solve(tmp_path / "a.ztb", threads=1)
    done.set()
    ticker.join()
    assert len(ticks) > 3


def test_one_generator_closed_by_two_threads(small: zermelo.Table) -> None:
    for _ in range(20):
        core = small.mine(only_move=True)
        next(core)
        closers = [threading.Thread(target=lambda: _close(core)) for _ in range(3)]
        for c in closers:
            c.start()
        for c in closers:
            c.join()


def _close(generator: object) -> None:
    try:
        generator.close()  # type: ignore[attr-defined]
    except ValueError:  # it is at work in another thread
        pass
