#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the layers of the page's modules, as `components_python` does those of the Python package: a module
imports modules of lower layers and no others, so there are no circles; and only the store assigns to
what the page shows. Only reads the sources.

    components_web.py TREE
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

TREE = Path(sys.argv.pop())

# From the bottom. Modules of one layer do not import each other.
LAYERS = [
    ["chessmen", "dom", "early", "geometry", "prober", "store", "sw", "trouble", "xz"],
    ["module_tables", "site_files", "values", "ways"],
    ["look", "published", "start", "worker"],
    ["arrows", "difference", "pictures", "source"],
    ["move_numbers"],
    ["board", "notices", "verdict"],
    ["keep", "navigate"],
    ["panels", "about"],
    ["dialogs", "edit", "find", "game", "share", "tables"],
    ["scramble", "trainer"],
    ["main"],
]

IMPORT = re.compile(r'\b(?:from\s*|import\s*\(?\s*)(["\'])\./(\w+)\.js\1')
# An assignment to a part of `page`, and the calls that make one without "=".
PLACE = r"\bpage(?:\??\.\w+|\[[^]]*\])+"
ASSIGNMENT = re.compile(
    rf"{PLACE}\s*(?:(?:\*\*|&&|\|\||\?\?|<<|>>>?|[-+*/%&|^])?=(?![=>])|\+\+|--)"
    rf"|(?:\+\+|--|\bdelete\s+){PLACE}"
    rf"|\bObject\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)\(\s*page\b"
    rf"|{PLACE}\.(?:push|pop|shift|unshift|splice|sort|reverse|fill)\(")
COMMENT = re.compile(r"^\s*//.*$", flags=re.MULTILINE)


def faults(folder, layers, beside=()):
    """What is wrong, a sentence each. `beside`: modules of other folders that go with them."""
    height = {module: layer for layer, modules in enumerate(layers) for module in modules}
    sources = {path.stem: path.read_text(encoding="utf-8") for path in [*sorted(folder.glob("*.js")), *beside]}
    found = [f"{module} has no layer, or is not there." for module in sorted(set(sources) ^ set(height))]
    for name, text in sources.items():
        text = COMMENT.sub("", text)
        for _, other in IMPORT.findall(text):
            if height.get(other, len(layers)) >= height.get(name, -1):
                found.append(f"{name} imports {other}, which is not below it.")
        if name != "store":
            found += [f"{name} changes the page: {match.group()}" for match in ASSIGNMENT.finditer(text)]
    return found


class Layers(unittest.TestCase):
    def test_page(self):
        found = faults(TREE / "web", LAYERS, [TREE / "wasm" / "prober.js"])
        self.assertFalse(found, "\n" + "\n".join(found))

    # --- Modules that are wrong are noticed

    def of(self, **sources):
        """The faults of modules with the layers store, a and b, right where nothing else is said."""
        right = {"store": "export const page = {};", "a": 'import { page } from "./store.js";',
                 "b": 'import {\n  x,\n} from "./a.js";\nconst f = () => import("./store.js");'}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**right, **sources}.items():
                (Path(folder) / f"{name}.js").write_text(text)
            return faults(Path(folder), [["store"], ["a"], ["b"]])

    def test_right(self):
        self.assertEqual(self.of(), [])
        for text in ("if (page.at === 1) f();", "const f = (page) => page.at >= 1;", "x = page.at;",
                     "const { at } = page;", "page.nodes.map((node) => node);", "// page.at = 1;",
                     "page.at <= 1 || page.at == 2"):
            self.assertEqual(self.of(b=text), [], text)

    def test_imports(self):
        for text in ('import { x } from "./b.js";', 'import "./b.js";', 'import * as b from "./b.js";',
                     'export { x } from "./b.js";', 'const f = () => import("./b.js");'):
            self.assertEqual(self.of(a=text), ["a imports b, which is not below it."], text)
        self.assertEqual(self.of(a='import "./a.js";'), ["a imports a, which is not below it."])

    def test_assignments(self):
        for text in ("page.at = 1", "page.at += 1", "page.at ??= 1", "page.at++", "++page.at", "delete page.at",
                     'page["at"] = 1', "page.seats.black = 1", "page.seats[side] = 1", "page.nodes.push(",
                     "Object.assign(page"):
            found = self.of(b=text)
            self.assertEqual(len(found), 1, text)
            self.assertTrue(f"b changes the page: {text}".startswith(found[0]), found)
        self.assertEqual(self.of(store="page.at = 1"), [])

    def test_list_of_modules(self):
        self.assertEqual(self.of(c=""), ["c has no layer, or is not there."])


if __name__ == "__main__":
    unittest.main()
