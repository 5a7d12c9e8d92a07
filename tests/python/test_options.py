# SPDX-License-Identifier: MIT
"""Every option of the C++ library is an argument here, with the same default, or there is a reason why not."""

from __future__ import annotations

import inspect
import os
import re
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Set, Tuple

import pytest

import zermelo
from conftest import SOURCE

HEADERS = Path(os.environ["ZERMELO_BUILD"]) / "components" / "public"  # those that are installed

# The structures of options, and the functions that take them.
CALLS: List[Tuple[str, Callable[..., Any]]] = [
    ("WorkOptions", zermelo.Game.count),
    ("WorkOptions", zermelo.Table.stats),
    ("WorkOptions", zermelo.Table.distance_stats),
    ("WorkOptions", zermelo.Table.verify),
    ("DepthOptions", zermelo.Game.depth),
    ("SolveOptions", zermelo.Game.solve),
    ("SearchMoveOptions", zermelo.Game.search_move),
    ("ProofOptions", zermelo.Game.prove),
    ("CrosscheckOptions", zermelo.Game.crosscheck),
    ("WayOptions", zermelo.Table.way),
    ("SolutionOptions", zermelo.Table.solution),
    ("PuzzleConditions MineOptions SolutionOptions", zermelo.Table.mine),
    ("ValidationOptions", zermelo.Table.validate),
    ("TableStrategyOptions", zermelo.Table.write_strategy),
    ("StrategyCheckOptions", zermelo.check_strategy),
    ("WalkOptions", zermelo.Table.walk),
    ("ExportOptions", zermelo.Table.export),
    ("CompareOptions", zermelo.Table.compare_list),
    ("OwnTrialOptions", zermelo.Game.try_rules),
    ("EndgameOptions", zermelo.make_endgames),
]

# Structures that no function takes.
NOT_HERE = {
    "HybridOptions": "solve(path, metric='outcome') takes what SolveOptions has in common with it",
    "Ic3ThesisOptions": "reports on papers are the program's",
    "PaperTablesOptions": "reports on papers are the program's",
    "EndgameFolderReportOptions": "reports on folders of endgames are the program's and C++'s",
    "CellOptions": "sweeps are the program's and C++'s",
    "PlayReportOptions": "Table.report takes memory, threads and progress, which it hands on",
    "SampleOptions": "samples of play are the program's and C++'s",
    "ShrinkOptions": "tables are shrunk by the program and C++; Python reads them",
    "SweepOptions": "Game.crosscheck sweeps, with what it is told itself",
}

# Fields that are arguments of another name.
RENAMED = {"white": "side", "memory_limit": "memory", "own": "conditions"}

# Fields that are no arguments.
LEFT_OUT = {
    "stop": "Ctrl-C, and what progress raises, stop the work; closing the generator ends mining",
    "MineOptions.solution": "the fields of SolutionOptions are arguments themselves",
    "MineOptions.progress": "the caller takes one puzzle after another, and sees that",
    "OwnTrialOptions.call_seconds": "rules in Python are tried out in this process, and Ctrl-C ends a method that does not return",
    "ProofOptions.generalise": "tunes IC3; verdicts are the same",
    "ProofOptions.qbf": "choices among other solvers are the program's",
    "ProofOptions.stepwise": "Game.depth looks for the shortest win",
    "SolveOptions.estimate": "what to expect is for people: the program tells it",
    "SolveOptions.force_wide_words": "for the library's own tests",
    "SolveOptions.progress_seconds": "what progress raises stops the work soon enough",
    "TableStrategyOptions.most_positions": "more than that is OutOfMemory; the form cubes has no such limit",
}

# Arguments that are no fields: they say what the work is about.
ARGUMENTS = {
    zermelo.Game.count: {"quick"}, zermelo.Game.solve: {"path", "metric"}, zermelo.Game.search_move: {"position"},
    zermelo.Game.prove: {"path"}, zermelo.Table.stats: {"states"}, zermelo.Table.verify: {"sample", "seed"},
    zermelo.Table.way: {"position"},
    zermelo.Table.solution: {"position"}, zermelo.Table.write_strategy: {"path", "position"},
    zermelo.make_endgames: {"variant", "folder", "men", "materials", "endless_draw", "metric"},
    zermelo.check_strategy: {"path"}, zermelo.Table.export: {"path"}, zermelo.Table.compare_list: {"path"},
}

# Defaults that are not the library's.
OTHER_DEFAULTS = {
    "ProofOptions.method": "auto chooses according to the game, which programs in C++ must ask for",
}


# Arguments that are one of a few words, the enumerations of these, and a function that takes them.
CHOICES: List[Tuple[str, str, str, Callable[[zermelo.Table], Callable[..., object]]]] = [
    ("method", "proof/strategy.h", "Method", lambda t: t.game.prove),
    ("owner", "proof/strategy.h", "Owner", lambda t: partial(t.write_strategy, "never-written")),
    ("form", "proof/strategy.h", "Form", lambda t: partial(t.write_strategy, "never-written")),
    ("defences", "probe/puzzle.h", "Defences", lambda t: partial(t.solution, t.start)),
    ("order", "probe/puzzle.h", "PuzzleOrder", lambda t: t.mine),
    ("format", "tablebase/lists/export_options.h", "ExportFormat", lambda t: partial(t.export, "never-written")),
    ("style", "probe/lure.h", "Style", lambda t: partial(t.moves, t.start)),
]

# Enumerators that are other words here, or none (sets are for safety games, which are the program's).
OTHER_WORDS = {"automatic": "auto", "sets": None}


class Field(NamedTuple):
    of: str
    name: str
    default: str


def without_nested(body: str) -> str:
    """The members of a structure, without comments and without the bodies of types in it."""
    body = re.sub(r"//.*", "", body)
    return re.sub(r"\b(enum class|struct) \w+ (: [\w:]+ )?\{[^{}]*\};", "", body)


def fields_in(header: str, structure: str) -> Optional[List[Field]]:
    found = re.search(rf"^struct {structure}(?: : public \w+)? \{{\n(.*?)^\}};", header, re.MULTILINE | re.DOTALL)
    if found is None:
        return None
    fields = []
    for member in without_nested(found.group(1)).split(";"):
        declared = re.fullmatch(r".+?[\s>*&](\w+)(?:\s*=\s*(.+)|(\{.*\}))?", member.strip(), re.DOTALL)
        assert declared or not member.strip(), f"{structure}: {member}"
        if declared:
            fields.append(Field(structure, declared.group(1), declared.group(2) or declared.group(3) or "{}"))
    return fields


def fields_of(structure: str) -> List[Field]:
    found = [fields_in(path.read_text(encoding="utf-8"), structure) for path in sorted(HEADERS.rglob("*.h"))]
    known = [fields for fields in found if fields]
    assert known and all(fields == known[0] for fields in known), f"{structure} is not in one installed header"
    return known[0]


def is_left_out(field: Field) -> bool:
    return field.name in LEFT_OUT or f"{field.of}.{field.name}" in LEFT_OUT


def arguments_of(function: Callable[..., Any]) -> Dict[str, Any]:
    """Arguments with their defaults."""
    found = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in found if p.name != "self"}


# What None stands for, and the side that False does.
NONE = {"{}", "0", "std::nullopt", "free_memory_limit"}
WORDS = {"false": "black"}


def is_same(field: Field, here: Any) -> bool:
    if here is None:
        return field.default in NONE or field.name == "max_plies"  # (the library's own limit)
    if here == () or here is False:
        return field.default == ("{}" if here == () else "false")
    if isinstance(here, str):
        return here == WORDS.get(field.default, field.default.rpartition("::")[2])
    number = re.sub(r"std::uint64_t\{(\d+)\}", r"\1", field.default).replace("'", "")
    assert re.fullmatch(r"\d+(?: << \d+)?", number), field
    base, _, shift = number.partition(" << ")
    return bool(here == int(base) << int(shift or 0))


@pytest.mark.parametrize("structures, function", CALLS, ids=[function.__qualname__ for _, function in CALLS])
def test_options_are_arguments(structures: str, function: Callable[..., Any]) -> None:
    arguments = arguments_of(function)
    fields = [f for structure in structures.split() for f in fields_of(structure) if not is_left_out(f)]
    names = {RENAMED.get(f.name, f.name): f for f in fields}
    assert set(names) <= set(arguments), "an option is neither an argument nor in LEFT_OUT"
    assert set(arguments) - set(names) == ARGUMENTS.get(function, set())
    for name, field in names.items():
        differs = f"{field.of}.{field.name}" in OTHER_DEFAULTS
        assert is_same(field, arguments[name]) != differs, (field, arguments[name])


def test_options_are_passed_on() -> None:
    """The extension module sets every field that is not left out, and the one that stops the work."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((SOURCE / "python" / "src").glob("*.cpp"))]
    for structure in sorted({structure for structures, _ in CALLS for structure in structures.split()}):
        text = "".join(source for source in sources if re.search(rf"\b{structure}\b", source))
        missing = [f.name for f in fields_of(structure)
                   if (f.name == "stop" or not is_left_out(f)) and not re.search(rf"\.{f.name}( =|\.)", text)]
        assert not missing, f"{structure}: {missing}"


@pytest.mark.parametrize("argument, header, enumeration, function", CHOICES, ids=[choice[0] for choice in CHOICES])
def test_choices_are_words(argument: str, header: str, enumeration: str,
                           function: Callable[[zermelo.Table], Callable[..., object]], small: zermelo.Table) -> None:
    text = re.sub(r"//.*", "", (HEADERS / header).read_text(encoding="utf-8"))
    found = re.search(rf"enum class {enumeration}(?: : [\w:]+)? \{{([^}}]*)\}}", text)
    assert found is not None
    wanted = {OTHER_WORDS.get(e, e) for e in re.findall(r"\w+", found.group(1))} - {None}
    with pytest.raises(ValueError) as refused:
        function(small)(**{argument: "?"})
    assert set(re.findall(r"'(\w+)'", str(refused.value))) == wanted


def test_all_structures_are_known() -> None:
    there: Set[str] = set()
    for path in HEADERS.rglob("*.h"):
        there.update(re.findall(r"^struct (\w+Options)\b[^;]*\{", path.read_text(encoding="utf-8"), re.MULTILINE))
    taken = {structure for structures, _ in CALLS for structure in structures.split()}
    assert there == (taken - {"PuzzleConditions"}) | set(NOT_HERE)


def test_reasons_are_needed() -> None:
    """What is left out, or differs, is a field that is there."""
    fields = {f for structures, _ in CALLS for structure in structures.split() for f in fields_of(structure)}
    known = {f.name for f in fields} | {f"{f.of}.{f.name}" for f in fields}
    assert set(LEFT_OUT) | set(OTHER_DEFAULTS) | set(RENAMED) <= known


def test_fields_are_found() -> None:
    """New fields are noticed, however they are written."""
    header = """
struct SomeOptions {
  enum class Kind { some, other };
  Kind kind = Kind::some;  // which; this one
  // Bytes.
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::function<void(int plies, std::uint64_t nodes)> progress = {};
  const std::atomic<bool>* stop = nullptr;
  std::optional<int> depth;
  std::set<std::string> own{};
};
"""
    assert fields_in(header, "SomeOptions") == [
        Field("SomeOptions", "kind", "Kind::some"), Field("SomeOptions", "memory", "std::uint64_t{4} << 30"),
        Field("SomeOptions", "progress", "{}"), Field("SomeOptions", "stop", "nullptr"),
        Field("SomeOptions", "depth", "{}"), Field("SomeOptions", "own", "{}")]
    assert fields_in(header, "OtherOptions") is None
