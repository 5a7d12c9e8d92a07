# SPDX-License-Identifier: MIT
"""Messages of the library that name verbs and options of the program name functions and arguments here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List

import pytest

import zermelo
from conftest import SOURCE
from zermelo import _zermelo

# Words that refer to the program.
SHELL = re.compile(r"(?:^|[\s(])--[a-z]|`[a-z]|zermelo [a-z]+ (?:--|`)|See zermelo")

FOLDERS = ["symmetry", "gen", "tablebase", "symbolic", "proof", "probe"]

# Messages that cannot occur in Python, which has no safety games, other solvers or reports on papers.
ELSEWHERE = ["Sets are for safety games", "name a solver with --solver", "counts them as sets"]

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def sentences() -> List[str]:
    """The string literals in the library's sources; adjacent ones are joined."""
    found = []
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                source = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
                source = re.sub(r"^\s*(//|#).*$", "", source, flags=re.MULTILINE)
                source = re.sub(r'"\s*\n\s*"', "", source)
                found += LITERAL.findall(source)
    return found


def test_no_sentence_names_the_shell() -> None:
    named = [s for s in sentences() if SHELL.search(s) and not any(e in s for e in ELSEWHERE)]
    assert len(named) > 5  # some are found
    wrong = [s for s in named if SHELL.search(_zermelo.in_python(s))]
    assert not wrong, f"python/src/convert.cpp does not know how to say {wrong}"


@pytest.mark.parametrize("said, wanted", [
    ("There is no game 'chess'; `zermelo games` lists them.", "There is no game 'chess'; zermelo.games() lists them."),
    ("Say how many steps with --depth N.", "Say how many steps with the argument depth."),
    ("Give more with --memory.", "Give more with the argument memory."),
    ("Stopped. Go on with --resume.", "Stopped. Go on with resume=True."),
    ("a -- b --- c --", "a -- b --- c --"), ("x--y", "x--y"), ("", "")])
def test_what_is_said_instead(said: str, wanted: str) -> None:
    assert _zermelo.in_python(said) == wanted


def test_errors_that_one_meets(tmp_path: Path) -> None:
    with pytest.raises(zermelo.UsageError, match=r"zermelo\.games\(\) lists them"):
        zermelo.Game("chess")
    with pytest.raises(zermelo.UsageError, match="give it with the argument depth"):
        zermelo.Game("mnk").prove(method="qbf")

    def stop(progress: zermelo.SolveProgress) -> None:
        raise RuntimeError

    game = zermelo.Game("ostle", size=4, start=4, lose=1)
    with pytest.raises(RuntimeError):
        game.solve(tmp_path / "t.ztb", progress=stop)
    with pytest.raises(zermelo.FileError, match="go on with resume=True, or remove it"):
        game.solve(tmp_path / "t.ztb")
    with pytest.raises(zermelo.OutOfMemory, match=r"solve\(path, metric='outcome'\) tells who wins"):
        zermelo.Game("connect").solve(tmp_path / "c.ztb", memory=10_000_000)
    assert not [i for i in zermelo.games() if SHELL.search(i.summary + i.notation)]
