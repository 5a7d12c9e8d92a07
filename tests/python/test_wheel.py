# SPDX-License-Identifier: MIT
"""`pip install .` into a fresh virtual environment, with no network. By default it uses the build that
is tested; with ZERMELO_LONG_TESTS it is also built from scratch, and through an archive of the sources."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import os
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from pathlib import Path
from typing import Dict

import pytest

from conftest import LONG, SOURCE

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pip") is None or importlib.util.find_spec("ensurepip") is None
    or bool(os.environ.get("ZERMELO_SANITIZED")),
    reason="pip and venv are not there (Debian: python3-pip, python3-venv), or they are sanitized")

# Nothing from this run's environment, and no network.
ENVIRONMENT: Dict[str, str] = {
    **{k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_"))},
    "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": os.devnull,
    "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def new_environment(folder: Path) -> Path:
    # (With the system's packages: NumPy and matplotlib are Debian's.)
    venv.create(folder, with_pip=True, system_site_packages=True)
    return folder / "bin" / "python"


SESSION = """
import zermelo, os
assert zermelo.__file__.startswith({prefix!r}), zermelo.__file__
game = zermelo.Game("mnk")
game.solve("ttt.ztb")
with zermelo.open("ttt.ztb") as t:
    assert str(t.probe(t.start)) == "draw"
    assert t.validate(memory=1 << 28).same  # by zermelo-worker, which is in the wheel
assert any(row.engine == "sets" and row.wins is False for row in game.crosscheck(seconds=20).rows)
print("it works")
"""


def check_installed(python: Path, cwd: Path) -> None:
    session = SESSION.format(prefix=str(python.parents[1]))
    assert "it works" in run(python, "-c", session, cwd=cwd)


def check_record(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = next(n for n in names if n.endswith("RECORD"))
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert sorted(row[0] for row in rows) == sorted(names)
        for name, digest, size in rows:
            if name != record:
                data = archive.read(name)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert digest == f"sha256={wanted}" and int(size) == len(data)
        assert {"zermelo/__init__.py", "zermelo/py.typed", "zermelo/_zermelo.pyi",
                "zermelo/zermelo-worker"} <= set(names)


def test_from_this_build(tmp_path: Path) -> None:
    built = os.environ["ZERMELO_BUILD"]
    python = new_environment(tmp_path / "venv")
    run(python, "-m", "pip", "wheel", SOURCE, "--wheel-dir", tmp_path, "--config-settings", f"build-folder={built}",
        cwd=tmp_path)
    wheel = next(tmp_path.glob("zermelo-*.whl"))
    check_record(wheel)
    run(python, "-m", "pip", "install", wheel, cwd=tmp_path)
    check_installed(python, tmp_path)
    run(python, "-m", "pip", "uninstall", "-y", "zermelo", cwd=tmp_path)
    assert not list((tmp_path / "venv").rglob("zermelo*"))


def test_archive_of_the_sources(tmp_path: Path) -> None:
    script = ("import sys; sys.path.insert(0, 'python/build_backend'); import zermelo_build; "
              f"print(zermelo_build.build_sdist({str(tmp_path)!r}))")
    name = run(sys.executable, "-c", script, cwd=SOURCE).splitlines()[-1]
    with tarfile.open(tmp_path / name) as archive:
        names = archive.getnames()
        top = name[:-len(".tar.gz")]
        assert {f"{top}/PKG-INFO", f"{top}/pyproject.toml", f"{top}/CMakeLists.txt"} <= set(names)
        assert not [n for n in names if "/build/" in n or "__pycache__" in n]
        if LONG:
            archive.extractall(tmp_path)
            python = new_environment(tmp_path / "venv")
            run(python, "-m", "pip", "install", tmp_path / top, cwd=tmp_path)
            check_installed(python, tmp_path)


@pytest.mark.skipif(not LONG, reason="takes minutes: set ZERMELO_LONG_TESTS=1")
def test_from_nothing(tmp_path: Path) -> None:
    python = new_environment(tmp_path / "venv")
    begun = time.monotonic()
    run(python, "-m", "pip", "install", SOURCE, cwd=tmp_path)
    print(f"pip install: {time.monotonic() - begun:.0f} s")
    check_installed(python, tmp_path)
