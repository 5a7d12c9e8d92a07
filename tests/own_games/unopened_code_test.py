#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code that a command does not name is never opened, and a table of rules that are code is read without them.
  unopened_code_test.py ZERMELO EXAMPLES HEADER CHECK [PYTHON FOLDER]
EXAMPLES has tic_tac_toe.c, HEADER is the folder of zermelo_game.h, CHECK is a function in CHECKS; FOLDER is what PYTHON has to
find the module zermelo in.

The rules write a mark when they are loaded, so that the tests also mean something where there is no strace; with
strace, their names must not occur among the files that are opened at all."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ZERMELO, EXAMPLES, HEADER = (os.path.realpath(path) for path in sys.argv[1:4])
PYTHON = [os.path.abspath(path) for path in sys.argv[5:7]]
STRACE = shutil.which("strace")
MARK = "loaded.txt"
START = "hex:2e2e2e2e2e2e2e2e2e00"

MARKED = '''
#include <stdio.h>
#include "tic_tac_toe.c"
__attribute__((constructor)) static void mark(void) {
  FILE* file = fopen("%s", "w");
  if (file) fclose(file);
}
'''
RULES = '''
import zermelo
open("%s", "w").close()

class Strip(zermelo.Rules):
    name = "strip"
    def start(self): return b"\\0"
    def to_move(self, s): return s[0] %% 2
    def moves(self, s): return [1, 2]
    def play(self, s, move): return bytes([s[0] + move])
    def result(self, s): return 1 if s[0] > 5 else None
'''


def expect(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, not {wanted!r}")


def strace_works():
    if STRACE is None:
        return False
    done = subprocess.run([STRACE, "-o", os.devnull, "true"], capture_output=True, check=False)
    return done.returncode == 0  # (In some containers it may not.)


class Traced:
    """What a command printed, and the files that it and its children opened."""

    def __init__(self, words, marks, seconds=None, folder=".", environment=None):
        trace = os.path.abspath("trace.txt")
        before = [STRACE, "-f", "-qq", "-e", "trace=open,openat,openat2,execve", "-o", trace] if strace_works() else []
        self.words = words
        process = subprocess.Popen([*before, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=folder, env=environment, start_new_session=True)
        try:
            self.out, self.err = process.communicate(timeout=seconds or 300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            self.out, self.err = process.communicate()
        self.code = process.returncode
        self.opened = ""
        if before:
            with open(trace, encoding="utf-8", errors="replace") as lines:
                self.opened = lines.read()
        self.is_marked = any(os.path.exists(mark) for mark in marks)
        for mark in marks:
            if os.path.exists(mark):
                os.remove(mark)

    def opens(self, name):
        return self.is_marked or any(f'{name}"' in line for line in self.opened.splitlines())


def one_sentence(traced):
    if traced.code == 0 or traced.err.count("\n") != 1 or not traced.err.startswith("zermelo: "):
        raise AssertionError(f"{traced.words}: {traced.code} {traced.err!r}")


def make_table():
    """t.ztb, with its rules beside it and in the current folder."""
    with open("marked.c", "w", encoding="utf-8") as source:
        source.write(MARKED % MARK)
    subprocess.run(["cc", "-shared", "-fPIC", "-I", HEADER, "-I", EXAMPLES, "marked.c", "-o", "tic_tac_toe.so"], check=True)
    os.mkdir("elsewhere")
    solved = Traced([ZERMELO, "solve", "./tic_tac_toe.so", "-o", "t.ztb"], [MARK])
    expect(solved.err, solved.code, 0)
    # What follows means something only if this is so.
    if not solved.is_marked or (strace_works() and not solved.opens("tic_tac_toe.so")):
        raise AssertionError("the rules that were solved were not seen to be opened")
    shutil.copy("tic_tac_toe.so", "elsewhere")


def runs(words, folders=(".", "elsewhere"), **keywords):
    """A command in the table's folder and in another one, both of which have the rules; it opens them in neither."""
    for folder in folders:
        table = os.path.relpath("t.ztb", folder)
        traced = Traced([table if word == "TABLE" else word for word in words],
                        [MARK, os.path.join("elsewhere", MARK)], folder=folder, **keywords)
        if traced.opens("tic_tac_toe.so"):
            raise AssertionError(f"{words}: it opens the rules")
        yield traced


def program():
    make_table()
    for words in (["info", "TABLE"], ["info", "TABLE", "--json"], ["stats", "TABLE"], ["stats", "TABLE", "--json"],
                  ["probe", "TABLE", START], ["probe", "TABLE", START, "--json"], ["verify", "--help"], ["games"]):
        for traced in runs([ZERMELO, *words]):
            expect(f"{words}: {traced.err}", traced.code, 0)
    for traced in runs([ZERMELO, "probe", "TABLE", START, "--json"]):
        expect("probe", json.loads(traced.out)["value"], "draw")
    # What needs the rules says so, and does not look for them.
    for words in (["verify", "TABLE"], ["line", "TABLE", START], ["probe", "TABLE", "start"], ["probe", "TABLE", START, "--moves"],
                  ["play", "TABLE"], ["solve", "own", "name=tic-tac-toe", "version=1", "-o", "u.ztb"],
                  ["solve", "tic_tac_toe", "-o", "u.ztb"], ["probe", "TABLE", START, "--game-code", "t"]):
        for traced in runs([ZERMELO, *words]):
            one_sentence(traced)


def server():
    """Whether it serves such a table or refuses it, it does not look for the rules."""
    make_table()
    for traced in runs([ZERMELO, "serve", "TABLE", "--bind", "127.0.0.1:0"], seconds=3):
        if traced.err.count("\n") > 1 or (traced.code == 0) != traced.out.startswith("http"):
            raise AssertionError(f"{traced.code} {traced.out!r} {traced.err!r}")


def bad_code():
    """The wrong code, another version of it, and files that are no such code or no table."""
    make_table()

    def compiled(name, replaced):
        with open(os.path.join(EXAMPLES, "tic_tac_toe.c"), encoding="utf-8") as source:
            text = source.read()
        for old, new in replaced:
            if old not in text:
                raise AssertionError(f"tic_tac_toe.c lacks {old}")
            text = text.replace(old, new)
        with open(name + ".c", "w", encoding="utf-8") as source:
            source.write(text)
        subprocess.run(["cc", "-w", "-shared", "-fPIC", "-I", HEADER, name + ".c", "-o", name + ".so"], check=True)
        return f"./{name}.so"

    version = compiled("version", [('.version = "1"', '.version = "2"')])
    lines = compiled("lines", [("{2, 4, 6}}", "{0, 1, 3}}")])
    newer = compiled("newer", [(".abi = ZERMELO_GAME_ABI", ".abi = 7")])
    short = compiled("short", [(".size = sizeof *game", ".size = 40")])
    none = compiled("none", [("zermelo_own_game_open(", "another_function(")])
    with open("text.so", "w", encoding="utf-8") as text:
        text.write("not an object\n")
    with open("t.ztb", "rb") as table:
        whole = table.read()
    for name, data in (("cut", whole[:len(whole) // 2]), ("head", whole[:64]), ("empty", b""), ("text", b"no table at all\n" * 9)):
        with open(name + ".ztb", "wb") as table:
            table.write(data)
    good = "./tic_tac_toe.so"
    for words, said in (
            (["probe", "t.ztb", START, "--game-code", version], "another game"),
            (["verify", "t.ztb", "--game-code", lines], "other rules"),
            (["line", "t.ztb", START, "--game-code", newer], "version 7"),
            (["line", "t.ztb", START, "--game-code", short], "too short"),
            (["line", "t.ztb", START, "--game-code", none], "zermelo_own_game_open"),
            (["line", "t.ztb", START, "--game-code", "./text.so"], "cannot be loaded"),
            (["line", "t.ztb", START, "--game-code", "./missing.so"], "missing.so"),
            (["crosscheck", newer], "version 7"), (["crosscheck", "./missing.so"], "missing.so"),
            (["crosscheck", good, "size=3"], "takes no parameters"),
            (["crosscheck", good, "--start", "xxx/oo./... x"], "hex:"),
            (["crosscheck", good, "--start", "hex:78"], "hex:"),
            (["crosscheck", good, "--start", "hex:7878786f6f2e2e2e2e01"], "Black has won"),
            (["probe", "cut.ztb", START, "--game-code", good], "cut.ztb"),
            (["verify", "cut.ztb", "--game-code", good], "cut.ztb"), (["verify", "head.ztb", "--game-code", good], "head.ztb"),
            (["info", "empty.ztb"], "empty.ztb"), (["probe", "text.ztb", START, "--game-code", good], "text.ztb")):
        traced = Traced([ZERMELO, *words], [MARK])
        one_sentence(traced)
        if said not in traced.err:
            raise AssertionError(f"{words}: {traced.err!r} does not say '{said}'")


def crosschecks():
    """Both ways agree, in text and as JSON."""
    make_table()
    done = Traced([ZERMELO, "crosscheck", "./tic_tac_toe.so"], [MARK])
    expect(done.err, done.code, 0)
    for words in ("table ", "sweeps ", "4520 values as in the table", "The engines agree."):
        if words not in done.out:
            raise AssertionError(f"crosscheck does not print '{words}': {done.out}")
    engines = json.loads(Traced([ZERMELO, "crosscheck", "./tic_tac_toe.so", "--json"], [MARK]).out)
    expect("engines", [(e["engine"], e["verdict"]) for e in engines["engines"]], [("table", "no win"), ("sweeps", "no win")])
    for words in (["crosscheck", "./tic_tac_toe.so"], ["crosscheck", "mnk", "m=3", "n=3", "k=3"], ["prove", "mnk", "m=3", "n=3", "k=3"]):
        done = Traced([ZERMELO, *words, "--start", "start"], [MARK])
        expect(f"{words}: {done.err}", done.code, 0)
    expect("agrees", (engines["agrees"], engines["disagreement"]), (True, None))


def python():
    make_table()
    with open("my_game.py", "w", encoding="utf-8") as rules:
        rules.write(RULES % MARK)
    environment = {**os.environ, "PYTHONPATH": PYTHON[1], "PYTHONDONTWRITEBYTECODE": "1"}

    def module(*words):
        return [PYTHON[0], "-m", "zermelo", *words]

    solved = Traced(module("solve", "my_game.py:Strip", "-o", "p.ztb"), [MARK], environment=environment)
    expect(solved.err, (solved.code, solved.is_marked), (0, True))
    # Modules of the standard library by name, of which one is imported by others.
    for folder in (".", "elsewhere"):
        with open(os.path.join(folder, "random.py"), "w", encoding="utf-8") as trap:
            trap.write(f'open("{MARK}", "w").close()\n')
        shutil.copy("tic_tac_toe.so", os.path.join(folder, "random.so"))
    # (What follows means something only if Python would take it.)
    trapped = Traced([PYTHON[0], "-c", "import random"], [MARK], environment=environment)
    expect("random.py in the current folder", trapped.is_marked, True)
    for table, state in (("t.ztb", START), ("p.ztb", "hex:00")):
        for words in (["stats", table], ["probe", table, state]):
            traced = Traced(module(*words), [MARK], environment=environment)
            expect(f"{words}: {traced.err}", traced.code, 0)
            names = ("tic_tac_toe.so", "my_game.py", f"{os.getcwd()}/random.py", f"{os.getcwd()}/random.so")
            for name in names:
                if traced.opens(name) or traced.opens(f'"{os.path.basename(name)}'):
                    raise AssertionError(f"{words}: it opens {name}")
        for words in (["verify", table], ["line", table]):
            traced = Traced(module(*words), [MARK], environment=environment)
            one_sentence(traced)
            if traced.opens("my_game.py") or traced.opens("tic_tac_toe.so") or traced.opens('"random.py'):
                raise AssertionError(f"{words}: it opens code that is not named")
    checked = Traced(module("crosscheck", "my_game.py:Strip"), [], environment=environment)
    expect(checked.err, checked.code, 0)
    if "The engines agree." not in checked.out or "6 values as in the table" not in checked.out:
        raise AssertionError(checked.out)


CHECKS = [program, server, bad_code, crosschecks, python]


def main():
    checks = {check.__name__: check for check in CHECKS}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        checks[sys.argv[4]]()
    if not strace_works():
        print(f"without strace: only what is run was seen ({time.monotonic() - started:.1f} s)")


if __name__ == "__main__":
    main()
