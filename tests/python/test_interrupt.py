# SPDX-License-Identifier: MIT
"""Ctrl-C: KeyboardInterrupt within two seconds, and a checkpoint that leads to the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import List, Tuple

import pytest

import zermelo
from conftest import LONG

# Seconds to wait for KeyboardInterrupt; a sanitizer takes its time.
PATIENCE = 20.0 if os.environ.get("ZERMELO_SANITIZED") else 2.0

SCRIPT = """
import signal, sys, time, zermelo
signal.signal(signal.SIGINT, signal.default_int_handler)  # (background jobs of a shell ignore it)
game = zermelo.Game({game})
def tell(p):
    print("working", flush=True)
try:
    {work}
    print("finished", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def interrupted(game: str, work: str, cwd: Path, wait: float = 0.3) -> Tuple[List[str], float]:
    """Runs a script and presses Ctrl-C a moment after it begins to work."""
    script = SCRIPT.format(game=game, work=work)
    with subprocess.Popen([sys.executable, "-c", script], cwd=cwd, text=True,
                          stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip()]
        time.sleep(wait)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        for line in process.stdout:
            lines.append(line.strip())
            if lines[-1] in ("interrupted", "finished"):
                break
        return lines, time.monotonic() - pressed


GAME = '"ostle", total=8' if LONG else '"ostle", size=4, start=4, lose=1'


def test_solve(tmp_path: Path) -> None:
    waits = (5.0, 15.0) if LONG else (0.05, 0.1)
    stopped = 0
    for wait in waits:
        lines, seconds = interrupted(GAME, 'game.solve("a.ztb", progress=tell, resume=True)', tmp_path, wait)
        assert seconds < PATIENCE, seconds
        if lines[-1] == "finished":  # a fast machine may be done before the second Ctrl-C
            break
        stopped += 1
        assert (tmp_path / "a.ztb.checkpoint").exists()
        print(f"KeyboardInterrupt after {seconds:.2f} s")
    assert stopped > 0
    game = eval(f"zermelo.Game({GAME})", {"zermelo": zermelo})
    assert game.solve(tmp_path / "a.ztb", resume=True).was_complete == (stopped < len(waits))
    game.solve(tmp_path / "b.ztb")
    assert (tmp_path / "a.ztb").read_bytes() == (tmp_path / "b.ztb").read_bytes()


@pytest.mark.parametrize("game, work", [
    ('"ostle", size=5, total=8', 'print("working", flush=True); game.count()'),
    ('"connect", columns=6, rows=5', 'print("working", flush=True); game.prove(method="ic3")'),
    ('"connect", columns=6, rows=5', 'print("working", flush=True); game.crosscheck()'),
])
def test_other_work(tmp_path: Path, game: str, work: str) -> None:
    lines, seconds = interrupted(game, work, tmp_path)
    assert lines[-1] == "interrupted" and seconds < PATIENCE, (lines, seconds)


def test_work_with_a_table(tmp_path: Path) -> None:
    zermelo.Game("ostle", total=6, lose=2, size=4).solve(tmp_path / "t.ztb")
    for work in ("while True: t.verify()", "while True: t.stats(states=True)", "while True: list(t)",
                 "while True: list(t.mine(sacrifice=True))", "while True: t.probe_many(t.sample(100000))"):
        # (Interrupting the import of NumPy looks as if it were not installed.)
        prepared = 't.probe_many([t.start]); ' if "probe_many" in work else ""
        lines, seconds = interrupted(
            '"mnk"', f't = zermelo.open("t.ztb"); {prepared}print("working", flush=True)\n    {work}', tmp_path)
        assert lines[-1] == "interrupted" and seconds < PATIENCE, (work, lines, seconds)
