# SPDX-License-Identifier: MIT
"""The fuzzer of calls, in a process of its own: 100,000 calls with ZERMELO_LONG_TESTS, otherwise a few."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from conftest import LONG, Tables

CALLS = 100_000 if LONG else 3_000


def test_random_calls(tables: Tables, tmp_path: Path) -> None:
    for name in ("ostle", "few", "reach", "connect", "mnk", "scores", "outcomes", "bddl"):
        shutil.copy(tables[name], tmp_path / f"{name}.ztb")
    damaged = bytearray(tables["ostle"].read_bytes())
    damaged[600] ^= 1
    (tmp_path / "damaged.ztb").write_bytes(damaged)
    (tmp_path / "text.ztb").write_text("no table")
    script = Path(__file__).with_name("fuzz_calls.py")
    done = subprocess.run([sys.executable, str(script), str(tmp_path), str(CALLS)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3600 if LONG else 600)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:]
