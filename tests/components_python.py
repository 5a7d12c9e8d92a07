#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the layers of the Python package, as the test `components` does those of the C++: a module imports
modules of lower layers and no others, so there are no circles. Only reads the sources; nothing is built.

    components_python.py TREE
"""

import ast
import re
import sys
import tempfile
import unittest
from pathlib import Path

TREE = Path(sys.argv.pop())

# From the bottom. Modules of one layer do not import each other. `_zermelo` is python/src.
LAYERS = [
    ["_errors"],
    ["_zermelo"],
    ["_display", "_values"],
    ["_arguments"],
    ["_bulk", "_diagram", "_reports", "_rules", "_sets"],
    ["_adapt", "_plots", "_puzzles", "_state"],
    ["_play_report"],
    ["_game"],
    ["_grades", "_strategy"],
    ["_table"],
    ["__init__"],
    ["__main__"],
]

# (module, module above it): annotations name classes of the upper one, under TYPE_CHECKING, and nothing else
# does. A game makes states; a state keeps the game and the table that it is given.
TYPES_FROM_ABOVE = {("_state", "_game"), ("_state", "_table"), ("_game", "_table")}


# Modules that may use sys.modules: rules in a file, which are no module of the package, are registered there.
LOADERS = {"__main__"}


class Module(ast.NodeVisitor):
    """What a module imports from its package, and what else it does to other modules there."""

    def __init__(self, name, source, modules):
        self.name = name
        self.modules = modules
        self.imports = []  # (line, module, how): "top", "types" or "within"
        self.meddling = []  # (line, what)
        self.names = set()  # that come from other modules of the package
        self.how = "top"
        self.visit(ast.parse(source))

    def visit_within(self, node):
        before, self.how = self.how, "within"
        self.generic_visit(node)
        self.how = before

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_Try = visit_within

    def visit_If(self, node):
        if self.how != "top" or "TYPE_CHECKING" not in ast.unparse(node.test):
            return self.visit_within(node)
        self.how = "types"
        for statement in node.body:
            self.visit(statement)
        self.how = "top"
        for statement in node.orelse:
            self.visit(statement)

    # --- Imports

    def visit_Import(self, node):
        for alias in node.names:
            package, _, module = alias.name.partition(".")
            if package == "zermelo":
                self.add_import(node, module or "__init__", alias.asname or package)

    def visit_ImportFrom(self, node):
        path = node.module or ""
        if node.level == 0 and path.split(".")[0] != "zermelo":
            return
        module = path if node.level else path.partition(".")[2]
        for alias in node.names:
            of_package = alias.name if alias.name in self.modules else "__init__"
            self.add_import(node, module or of_package, alias.asname or alias.name)

    def add_import(self, node, module, name):
        found = (node.lineno, module, self.how)
        if found not in self.imports:
            self.imports.append(found)
        self.names.add(name)

    # --- What would make a circle without an import

    def visit_Call(self, node):
        called = ast.unparse(node.func).rpartition(".")[2]
        first = node.args[0] if node.args else None
        if called in ("setattr", "delattr") and self.is_foreign(first):
            self.meddle(node, f"changes {ast.unparse(first)}")
        if called in ("import_module", "__import__") and isinstance(first, ast.Constant):
            if re.match(r"\.|zermelo\b", str(first.value)):
                self.meddle(node, f"imports {first.value} by name")
        self.generic_visit(node)

    def visit_Expr(self, node):
        if self.how == "top" and isinstance(node.value, ast.Call) and self.is_foreign(node.value.func):
            self.meddle(node, f"calls {ast.unparse(node.value.func)} while it is loaded")
        self.generic_visit(node)

    def visit_Attribute(self, node):
        if isinstance(node.ctx, (ast.Store, ast.Del)) and self.is_foreign(node):
            self.meddle(node, f"changes {ast.unparse(node)}")
        if ast.unparse(node) == "sys.modules" and self.name not in LOADERS:
            self.meddle(node, "uses sys.modules")
        self.generic_visit(node)

    def is_foreign(self, node):
        """Whether an expression begins with a name of another module of the package."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.names

    def meddle(self, node, what):
        self.meddling.append((node.lineno, what))


def faults(tree, layers, types_from_above):
    """What is wrong, a sentence each."""
    height = {module: layer for layer, modules in enumerate(layers) for module in modules}
    folder = tree / "python" / "zermelo"
    sources = {path.stem: path for path in sorted(folder.glob("*.py"))}
    there = {*sources, *(path.stem for path in folder.glob("*.pyi"))}
    found = [f"{module} has no layer, or is not there." for module in sorted(there ^ set(height))]
    used = set()
    for name, path in sources.items():
        module = Module(name, path.read_text(encoding="utf-8"), height)
        found += [f"{path.name}:{line}: {name} {what}." for line, what in module.meddling]
        for line, other, how in module.imports:
            points_down = height.get(other, len(layers)) < height.get(name, -1)
            if how == "within":
                found.append(f"{path.name}:{line}: {name} imports {other}, and not at the top.")
            elif how == "types" and (name, other) in types_from_above:
                used.add((name, other))
            elif not points_down:
                found.append(f"{path.name}:{line}: {name} imports {other}, which is not below it.")
    found += [f"{name} needs no types of {other}." for name, other in sorted(types_from_above - used)]
    return found + faults_of_extension(tree, height)


def faults_of_extension(tree, height):
    """The extension module looks some modules up by name."""
    found = []
    for path in sorted((tree / "python" / "src").glob("*.cpp")):
        for other in re.findall(r'import\("zermelo\.?(\w*)"\)', path.read_text(encoding="utf-8")):
            if height.get(other or "__init__", len(height)) >= height["_zermelo"]:
                found.append(f"{path.name}: _zermelo imports {other or '__init__'}, which is not below it.")
    return found


class Layers(unittest.TestCase):
    def test_package(self):
        found = faults(TREE, LAYERS, TYPES_FROM_ABOVE)
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_documentation(self):
        page = (TREE / "docs" / "architecture.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (`_\w+`(?:, `_\w+`)*) \|", page, flags=re.MULTILINE)
        self.assertEqual([re.findall(r"\w+", row) for row in reversed(rows)], LAYERS)

    # --- Packages that are wrong are noticed

    def of(self, sources, types_from_above=frozenset(), extension=""):
        """The faults of a package with the layers _zermelo, a, b and c, which are right where nothing else is said."""
        right = {"a.py": "from . import _zermelo\n", "b.py": "from .a import x\nimport zermelo.a\nimport os\n",
                 "c.py": "from .b import y\nif TYPE_CHECKING:\n    from .a import x\n", "_zermelo.pyi": ""}
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            (tree / "python" / "zermelo").mkdir(parents=True)
            (tree / "python" / "src").mkdir()
            (tree / "python" / "src" / "module.cpp").write_text(extension)
            for name, text in {**right, **sources}.items():
                (tree / "python" / "zermelo" / name).write_text(text)
            return faults(tree, [["_zermelo"], ["a"], ["b"], ["c"]], types_from_above)

    def test_right(self):
        self.assertEqual(self.of({}), [])

    def test_imports(self):
        up = ["a.py:1: a imports b, which is not below it."]
        for text in ("from .b import y", "from . import b", "from zermelo.b import y", "from zermelo import b",
                     "import zermelo.b", "import zermelo.b as z", "if TYPE_CHECKING: from .b import y"):
            self.assertEqual(self.of({"a.py": text}), up, text)
        self.assertEqual(self.of({"a.py": "from .a import x"}), ["a.py:1: a imports a, which is not below it."])
        for text in ("import zermelo", "from zermelo import Game", "from . import Game"):
            self.assertEqual(self.of({"a.py": text}), ["a.py:1: a imports __init__, which is not below it."], text)

    def test_hidden_imports(self):
        for text in ("def f():\n from .a import x", "class C:\n from .a import x",
                     "try:\n from .a import x\nfinally: pass", "if True:\n from .a import x",
                     "if TYPE_CHECKING: pass\nelse:\n def f(): from .a import x"):
            self.assertEqual([fault.split(": ")[1] for fault in self.of({"b.py": text})],
                             ["b imports a, and not at the top."], text)
        self.assertEqual(self.of({"b.py": "import importlib\nimportlib.import_module('zermelo.c')"}),
                         ["b.py:2: b imports zermelo.c by name."])

    def test_types_from_above(self):
        pair = {("a", "b")}
        self.assertEqual(self.of({"a.py": "if TYPE_CHECKING:\n from .b import y"}, pair), [])
        self.assertEqual(self.of({"a.py": "from .b import y"}, pair),
                         ["a.py:1: a imports b, which is not below it.", "a needs no types of b."])
        self.assertEqual(self.of({}, pair), ["a needs no types of b."])

    def test_meddling(self):
        for text, what in (("a.f = 1", "changes a.f"), ("a.C.f = 1", "changes a.C.f"), ("del a.f", "changes a.f"),
                           ("setattr(a, 'f', 1)", "changes a"),
                           ("a.register(1)", "calls a.register while it is loaded"),
                           ("def g(): a.f += 1", "changes a.f"), ("import sys; sys.modules", "uses sys.modules")):
            self.assertEqual(self.of({"b.py": f"from . import a\n{text}"}), [f"b.py:2: b {what}."])

    def test_list_of_modules(self):
        self.assertEqual(self.of({"d.py": ""}), ["d has no layer, or is not there."])

    def test_extension(self):
        self.assertEqual(self.of({}, extension='import("zermelo.a")'),
                         ["module.cpp: _zermelo imports a, which is not below it."])
        self.assertEqual(self.of({}, extension='import("zermelo")'),
                         ["module.cpp: _zermelo imports __init__, which is not below it."])


if __name__ == "__main__":
    unittest.main()
