# SPDX-License-Identifier: MIT
"""The report on a game: the program's names and numbers, and forms for notebooks."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any, List

import pytest

import zermelo
from conftest import SOURCE, Tables, run_program


@pytest.fixture(scope="module")
def report(tables: Tables) -> zermelo.PlayReport:
    with zermelo.open(tables["mnk"]) as t:
        return t.report()


def printed(tables: Tables, *options: str) -> str:
    done = run_program("ZERMELO_PROGRAM", "report", tables["mnk"], *options)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_has_what_the_program_prints(tables: Tables, report: zermelo.PlayReport) -> None:
    assert report.to_dict() == json.loads(printed(tables, "--json"))
    text = printed(tables, "--format", "markdown")
    plain = re.compile(r"^#+", re.MULTILINE)  # (the program's headings begin at level 2)
    assert plain.sub("#", report.to_markdown()) == plain.sub("#", text)
    assert report.to_markdown().startswith("# ")


def test_names_are_those_of_the_docs(report: zermelo.PlayReport) -> None:
    page = (SOURCE / "docs" / "report.md").read_text(encoding="utf-8")
    defined = set(re.findall(r"`([a-z_]+)`", page))
    for name in report:
        assert name in defined or name == "first", f"docs/report.md does not define {name}"
        assert getattr(report, name) == report[name] and name in report and name in dir(report)


def test_numbers(report: zermelo.PlayReport) -> None:
    assert report.random.first == pytest.approx(737 / 1260, abs=1e-9)
    assert report.random["second"] == pytest.approx(121 / 420, abs=1e-9)
    assert report.start.value == "draw" and len(report.first_moves) == 9
    assert report.plies[0].positions == 1 and report.plies[0].legal == 9
    assert "random" in repr(report.errors[0]) or "first" in repr(report.errors[0])
    assert len(report.random) == len(report.random.to_dict())


def test_lacks_other_names(report: zermelo.PlayReport) -> None:
    with pytest.raises(AttributeError, match="no number 'fairness'; it has players, first, start"):
        report.fairness
    with pytest.raises(KeyError):
        report["fairness"]
    with pytest.raises(ValueError, match="start is not a list of rows"):
        report.frame("start")


def test_is_a_value(report: zermelo.PlayReport) -> None:
    again = pickle.loads(pickle.dumps(report))
    assert again == report and again.to_markdown() == report.to_markdown()
    changed = report.to_dict()
    changed["random"]["first"] = 0
    assert report.random.first > 0
    assert "<table>" in report._repr_html_() and "a1" in report._repr_html_()


def test_frames(report: zermelo.PlayReport) -> None:
    pytest.importorskip("pandas")
    plies = report.plies_frame()
    assert list(plies.columns) == list(report.plies[0]) and len(plies) == len(report.plies)
    assert plies.index.name == "ply"
    assert report.errors_frame().index[-1] == 1
    assert len(report.first_moves_frame()) == 9
    assert len(report.traps_frame()) == len(report.worst_traps)


def test_plots(report: zermelo.PlayReport) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert len(report.plot_errors().get_lines()) == 3
    assert report.plot_plies().get_xlabel() == "plies from the start"


def test_progress_and_limits(tables: Tables) -> None:
    said: List[Any] = []
    with zermelo.open(tables["breakthrough"]) as t:
        t.report(threads=1, progress=said.append)
        with pytest.raises(zermelo.OutOfMemory):
            t.report(memory=1)
    assert all(isinstance(what, str) for what in said)
    with zermelo.open(tables["reach"]) as t, pytest.raises(zermelo.UsageError):
        t.report()
