# SPDX-License-Identifier: MIT
"""docs/python.md, word for word; the examples in docstrings; the examples' programs."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

import zermelo
from conftest import SOURCE, Tables

PAGE = SOURCE / "docs" / "python.md"


def run_examples(text: str, name: str) -> int:
    """Runs a session; fails where the output differs from the text. Returns the number of examples."""
    flags = doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(text.replace("…", "..."), {}, name, name, 0)
    problems: List[str] = []
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    runner.run(test, out=problems.append)
    assert not problems, "".join(problems)
    return len(test.examples)


def test_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").symlink_to(SOURCE / "games")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks[0] == ">>> import zermelo\n" and "t.grade(" in blocks[-1]
    assert run_examples("\n".join(blocks), "docs/python.md") > 50
    for picture in ("position.svg", "values.png", "game.png"):
        assert (tmp_path / picture).stat().st_size > 1000
        if picture.endswith(".svg"):
            assert (SOURCE / "docs/images/python-position.svg").read_text() == (tmp_path / picture).read_text()


def test_own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/own-code-python.md: the class in it, the sessions, the command lines."""
    text = (SOURCE / "docs" / "own-code-python.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    file, code = re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    (tmp_path / file).write_text(code)
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert run_examples("\n".join(blocks), "docs/own-code-python.md") > 10
    (tmp_path / "t.ztb").unlink()
    consoles = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    commands = [part.partition("\n") for part in consoles[0].split("$ ")[1:]]
    assert len(commands) == 3
    for command, _, wanted in commands:
        words = command.split()
        assert words[0] == "python3"
        done = subprocess.run([sys.executable, *words[1:]], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0 and wanted in (done.stdout, "…\n"), done.stdout


def test_readme(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (SOURCE / "README.md").read_text(encoding="utf-8"),
                        re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    done = subprocess.run([sys.executable, "-c", blocks[0]], cwd=tmp_path, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout


def test_docstrings(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.ztb").symlink_to(tables["ostle"])
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = 0
    things = [zermelo, *(getattr(zermelo, name) for name in zermelo.__all__)]
    for thing in things:
        if thing is zermelo or callable(thing):
            for test in finder.find(thing, getattr(thing, "__name__", "zermelo"), module=False,
                                    globs={"zermelo": zermelo, **vars(zermelo)}):
                problems: List[str] = []
                doctest.DocTestRunner(verbose=False).run(test, out=problems.append)
                assert not problems, "".join(problems)
                found += len(test.examples)
    assert found >= 10


def test_reference_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(SOURCE / "scripts" / "python-api.py"), "--check"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout


def run_example(name: str, *arguments: object) -> str:
    done = subprocess.run([sys.executable, str(SOURCE / "examples" / "python" / name), *map(str, arguments)],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_examples(tables: Tables) -> None:
    graded = run_example("grade_game.py", tables["ostle"], "b2L", "c3D", "c1D")
    assert "win to loss" in graded
    learned = run_example("teach_notakto.py", "--games", "3000")
    before, after = (float(n) for n in re.findall(r"([0-9.]+) %", learned))
    assert after > before
