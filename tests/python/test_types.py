# SPDX-License-Identifier: MIT
"""mypy --strict passes for the package, its tests and the examples; stubtest for the stubs."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from conftest import SOURCE

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mypy") is None,
                                reason="mypy is not there (Debian: python3-mypy)")


def run(cwd: Path, *arguments: object) -> None:
    environment = {**os.environ, "MYPY_CACHE_DIR": str(cwd / "cache")}
    done = subprocess.run([sys.executable, "-m", *map(str, arguments)], cwd=cwd, text=True, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout


def test_mypy(tmp_path: Path) -> None:
    run(tmp_path, "mypy", "--strict", "--config-file", os.devnull, SOURCE / "python" / "zermelo",
        SOURCE / "tests" / "python", *sorted((SOURCE / "examples" / "python").glob("*.py")))


def test_stubtest(tmp_path: Path) -> None:
    package = Path(zermelo.__file__).parent
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nmypy_path = {package.parent}\n")
    run(tmp_path, "mypy.stubtest", "zermelo", "--mypy-config-file", tmp_path / "mypy.ini", "--allowlist",
        Path(__file__).with_name("stubtest_allowlist.txt"), "--ignore-unused-allowlist")


def test_everything_is_described() -> None:
    """Everything that users see has a docstring."""
    for name in zermelo.__all__:
        thing = getattr(zermelo, name)
        if not callable(thing):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    described = value.fget if isinstance(value, property) else value
                    assert described is not None and described.__doc__, f"{name}.{member}"
