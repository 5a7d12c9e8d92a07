#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how fast the module answers, compared with the same loop in C++, in one run.

    bulk_bench.py PROBE_LOOP TABLE [--count N]

PROBE_LOOP is the program build/release/python/probe_loop. Times are medians of three.
"""

import argparse
import concurrent.futures
import multiprocessing
import statistics
import subprocess
import tempfile
import time

import zermelo


def timed(work, runs=3):
    times, result = [], None
    for _ in range(runs):
        begun = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times), result


def sum_of(table, positions, threads=1):
    return int(table.probe_many(positions, threads=threads).number.sum(dtype="int64"))


def halves(positions):
    return positions[:len(positions) // 2], positions[len(positions) // 2:]


# The data of a process of a pool, prepared before the clock starts.
_table, _part = None, None


def _prepare(path, parts, number):
    global _table, _part
    with number.get_lock():
        mine = number.value
        number.value += 1
    _table, _part = zermelo.open(path), parts[mine]


def _ask(_):
    return sum_of(_table, _part)


def in_two_processes(path, positions):
    number = multiprocessing.Value("i", 0)
    times = []
    with multiprocessing.Pool(2, _prepare, (path, halves(positions), number)) as pool:
        pool.map(_ask, range(2), 1)
        for _ in range(3):
            begun = time.perf_counter()
            found = pool.map(_ask, range(2), 1)
            times.append(time.perf_counter() - begun)
    return statistics.median(times), found


def main():
    parser = argparse.ArgumentParser(description="How fast the module answers, compared with C++.")
    parser.add_argument("probe_loop")
    parser.add_argument("table")
    parser.add_argument("--count", type=int, default=1_000_000)
    o = parser.parse_args()
    with zermelo.open(o.table) as table, tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        positions = table.sample(o.count, seed=1)
        file.write("\n".join(positions) + "\n")
        file.flush()

        def cpp():
            done = subprocess.run([o.probe_loop, o.table, file.name], check=True, text=True,
                                  stdout=subprocess.PIPE)
            seconds, total = done.stdout.split()
            return float(seconds), int(total)

        runs = [cpp() for _ in range(3)]
        loop, total = statistics.median(r[0] for r in runs), runs[0][1]
        rows = [("the loop in C++, one thread", loop)]
        for what, work in (
                ("probe_many, threads=1", lambda: sum_of(table, positions, 1)),
                ("probe_many, threads=2", lambda: sum_of(table, positions, 2)),
                ("t.probe, one by one", lambda: sum(table.probe(p).number for p in positions))):
            seconds, found = timed(work)
            assert found == total, what
            rows.append((what, seconds))

        one, _ = timed(lambda: [sum_of(table, half) for half in halves(positions)])
        rows.append(("both halves, one after the other", one))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            two, found = timed(lambda: list(pool.map(lambda half: sum_of(table, half), halves(positions))))
        assert sum(found) == total
        rows.append((f"both halves in two threads: {one / two:.2f} times the rate", two))
        two, found = in_two_processes(o.table, positions)
        rows.append((f"both halves in two processes: {one / two:.2f} times the rate", two))
        count = 0
        begun = time.perf_counter()
        for _ in table:
            count += 1
        walked = time.perf_counter() - begun
        for what, seconds in rows:
            print(f"{what:52} {seconds:7.3f} s  {seconds / len(positions) * 1e6:6.2f} µs per position"
                  f"  {seconds / loop:5.2f} of the loop")
        print(f"iterating over {count:,} positions: {walked:.2f} s, {count / walked:,.0f} per second")


if __name__ == "__main__":
    main()
