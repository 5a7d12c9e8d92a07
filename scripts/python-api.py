#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/python-api.md from the docstrings of the package zermelo, which must be importable
(PYTHONPATH=build/release/python).

    scripts/python-api.py            # writes
    scripts/python-api.py --check    # says whether it is up to date
"""

import ast
import inspect
import re
import sys
from pathlib import Path

import zermelo

PAGE = Path(__file__).resolve().parents[1] / "docs" / "python-api.md"

HEAD = """# The Python module: reference

Made from the docstrings by `scripts/python-api.py`. [python.md](python.md) is the tutorial.
"""

# Headings, and what comes under each.
SECTIONS = {
    "Games and tables": ["open", "games", "Table", "Game", "Value", "Outcome"],
    "Rules of your own": ["Rules", "solve", "adapt", "RulesError", "TrialReport"],
    "Endgames of chess variants": ["make_endgames", "estimate_endgames", "EndgameReport", "EndgameTable", "EndgameProgress",
                                   "EndgameEstimate"],
    "Moves and lines": ["LegalMove", "MoveShape", "PieceKind", "SearchedMove", "MoveValue", "MoveList", "ErrorRisk", "Line", "GameResult"],
    "Many positions": ["Probes", "Distances", "Status"],
    "Sets of states": ["StateSet"],
    "Puzzles": ["Puzzle", "Solution", "SolutionMove"],
    "Graded games": ["GradedGame", "GradedMove", "SideGrades", "Grade"],
    "Learning": ["State", "TERMINAL_PLAYER"],
    "Proofs": ["check_strategy", "Strategy", "StrategyAnswer", "StrategyCheck", "StrategyFault",
               "StrategyReport", "Proof", "Crosscheck", "CrosscheckRow"],
    "Pictures": ["Diagram"],
    "Reports": ["PlayReport", "ReportPart", "GameInfo", "GameParameter", "TableInfo", "TableSlice", "TableStats", "DistanceStats", "Folding", "FoldedCount",
                "VerifyReport", "ValidationReport", "ExportReport", "CompareReport", "SolveProgress", "SolveReport", "CountReport",
                "DepthReport", "Way"],
    "Errors": ["Error", "IllegalPosition", "IllegalMove", "GameOver", "NotInTable", "FileError",
               "FileMissing", "DamagedTable", "UsageError", "NotWellFormed", "RulesWarning",
               "OutOfMemory", "Interrupted"],
}


# The classes' sources, by name.
CLASSES = {node.name: node for file in sorted(Path(zermelo.__file__).parent.glob("_*.py"))
           for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)}


def prose(text):
    """A docstring as Markdown: references are code, examples are fenced."""
    text = inspect.cleandoc(text or "")
    text = re.sub(r":\w+:`([^`]+)`", r"`\1`", text).replace("``", "`")
    return re.sub(r"(?:^>>> .*\n?(?:^(?:\.\.\. |>>> |(?!$)).*\n?)*)",
                  lambda m: f"```pycon\n{m.group(0).rstrip()}\n```\n", text, flags=re.MULTILINE).rstrip()


def signature(thing):
    # (As they are written: annotations are texts.)
    text = str(inspect.signature(thing)).replace("(self, ", "(").replace("(self)", "()")
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
    return re.sub(r"\bzermelo\._\w+\.|typing\.|\b_(?=[A-Z])", "", text)


def field_texts(cls):
    """The texts about the fields of a class of plain data: the strings that follow them."""
    body = CLASSES[cls.__name__].body
    texts, waiting = {}, []
    for node in body:
        if isinstance(node, (ast.AnnAssign, ast.Assign)):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            waiting.append((target.id, ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""))
            texts[target.id] = (waiting[-1][1], "")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and waiting:
            texts[waiting[-1][0]] = (waiting[-1][1], node.value.value)
    return {name: text for name, text in texts.items() if not name.startswith("_") and name.isidentifier()}


def members(cls):
    for name, value in vars(cls).items():
        if name.startswith("_"):
            continue
        if isinstance(value, property):
            yield f"- `{name}`: {' '.join(prose(value.fget.__doc__).split())}"
        elif isinstance(value, classmethod):
            yield f"- `{name}{signature(getattr(cls, name))}`: {' '.join(prose(value.__func__.__doc__).split())}"
        elif inspect.isfunction(value):
            yield f"- `{name}{signature(value)}`: {' '.join(prose(value.__doc__).split())}"


def fields(cls):
    if hasattr(cls, "__dataclass_fields__") or issubclass(cls, zermelo.Grade):
        for name, (kind, text) in field_texts(cls).items():
            kind = f" ({kind})" if kind else ""
            yield f"- `{name}`{kind}{': ' + ' '.join(prose(text).split()) if text else ''}"


def entry(name):
    thing = getattr(zermelo, name)
    lines = [f"### {name}", ""]
    if not callable(thing):
        return lines + [f"`zermelo.{name}`: {thing}, what `current_player` says when the game is over.", ""]
    if isinstance(thing, type) and issubclass(thing, Exception):
        bases = ", ".join(f"`{b.__name__}`" for b in thing.__bases__)
        return lines + [prose(thing.__doc__), "", f"Bases: {bases}.", ""]
    if not isinstance(thing, type):
        return lines + [f"`zermelo.{name}{signature(thing)}`", "", prose(thing.__doc__), ""]
    made = vars(thing).get("__init__")
    if made is not None and name in ("Table", "Game", "Value", "State", "Strategy"):
        lines += [f"`zermelo.{name}{signature(thing).replace(' -> None', '')}`", ""]
    lines += [prose(thing.__doc__), ""]
    listed = [*fields(thing), *members(thing)]
    return lines + listed + ([""] if listed else [])


def page():
    missing = set(zermelo.__all__) - {name for names in SECTIONS.values() for name in names}
    if missing:
        sys.exit(f"python-api.py: SECTIONS lacks {', '.join(sorted(missing))}")
    lines = [HEAD]
    for title, names in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += entry(name)
    return "\n".join(lines).rstrip() + "\n"


def main():
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit(f"{PAGE.name} is not what the docstrings say: run scripts/python-api.py.")
    elif sys.argv[1:]:
        sys.exit("usage: python-api.py [--check]")
    else:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
