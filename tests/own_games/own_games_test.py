#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries out and solves the games in examples/own/, and compares with published counts and with the
brute forces of plain_games.py.
  own_games_test.py ZERMELO FOLDER GAMES CHECK
FOLDER has the shared objects, GAMES is games/ of the source tree, CHECK is one of the functions
in CHECKS; tests/CMakeLists.txt says which are slow."""

import collections
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

import plain_games

ZERMELO, FOLDER, GAMES = (os.path.realpath(path) for path in sys.argv[1:4])

# By how many moves from the goal; position 0 is the goal. Sources: A. Reinefeld, "Complete solution
# of the eight-puzzle", 1993 (its table of depths); the known tables of the 2 x 2 x 2 cube (OEIS
# A079761 and A079762); burnt pancakes: OEIS A078941 (the greatest).
EIGHT_PUZZLE = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
                9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221,
                2]
CUBE_HALF = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
CUBE_QUARTER = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536,
                90280, 276]
PANCAKE_DIAMETERS = {1: 1, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 14, 8: 15}
# Irving, Donkers and Uiterwijk, "Solving Kalah", 2000: the first player wins, draws or loses;
# rows: houses, columns: seeds.
KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWW", 4: "WW"}


def run(*words):
    done = subprocess.run([ZERMELO, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"zermelo {' '.join(words)}: {done.stderr}")
    return done.stdout


def code(name):
    return os.path.join(FOLDER, name + ".so")


def expect(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: {got}, not {wanted}")


def solve(name, *parameters):
    run("solve", code(name), *parameters, "-o", name + ".ztb", "--force")
    return name + ".ztb"


def counts(table):
    return json.loads(run("stats", table, "--json"))


def value_of(name, position="start"):
    lines = run("probe", name + ".ztb", position, "--game-code", code(name)).splitlines()
    return lines[-1]


def compare_values(name, values, *parameters):
    """Every count of wins and losses in so many plies (by so many points), and of draws."""
    got = counts(solve(name, *parameters))
    wanted = collections.Counter(values.values())
    expect(f"{name} {parameters}: states", got["positions"], len(values))
    expect(f"{name} {parameters}: draws", got["draws"], wanted[0])
    expect(f"{name} {parameters}: wins", got["wins"], sum(n for v, n in wanted.items() if v > 0))
    by_size = collections.Counter()
    for value, n in wanted.items():
        if value != 0:
            by_size[str(abs(value))] += n
    expect(f"{name} {parameters}: plies", got.get("plies", got.get("scores")), dict(by_size))
    run("verify", name + ".ztb", "--game-code", code(name))


def compare_depths(name, depths, *parameters):
    got = counts(solve(name, *parameters))
    expect(f"{name} {parameters}: depths", got["moves"],
           {str(d): n for d, n in enumerate(depths) if d > 0})
    expect(f"{name} {parameters}: unsolvable", got["unsolvable"], 0)


def pancakes_by_depth(n):
    """Of one stack at a time, from the goal."""
    level, seen, depths = {tuple(range(1, n + 1))}, set(), []
    while level:
        depths.append(len(level))
        seen |= level
        level = {tuple(-p for p in reversed(s[:k])) + s[k:] for s in level
                 for k in range(1, n + 1)} - seen
    return depths


def tried():
    for file in sorted(os.listdir(FOLDER)):
        if file.endswith(".so"):
            report = json.loads(run("try", os.path.join(FOLDER, file), "--games", "2", "--depth",
                                    "2", "--json"))
            expect(f"{file}: games", (report["games"], report["failure"]), (2, None))
            expect(f"{file}: perft", len(report["perft"]), 3)


def bad_parameters_are_refused():
    for name, words in [("sliding_tiles", ["columns=5"]), ("sliding_tiles", ["columns=3x"]),
                        ("sliding_tiles", ["columns=4", "rows=4"]), ("pocket_cube", ["metric=whole"]),
                        ("burnt_pancakes", ["n=0"]), ("sim", ["points=7"]), ("chomp", ["rows="]),
                        ("kalah", ["metric=depth"]), ("dobutsu", ["early=maybe"]),
                        ("teeko", ["columns=3"]), ("pong_hau_ki", ["size=5"])]:
        done = subprocess.run([ZERMELO, "count", code(name), *words], capture_output=True,
                              text=True, check=False)
        if done.returncode == 0 or done.stderr.count("\n") != 1:
            raise AssertionError(f"{name} {words}: {done.returncode} {done.stderr}")


def bad_states_are_refused():
    for name, parameters, states in [
            ("pong_hau_ki", [], ["ww/./bb", "ww/./bb x", "ww/b/bb b", "ww/./bb bb"]),
            ("sliding_tiles", [], ["1 2 3/4 5 6/8 7 .", "1 2 3/4 5 6/7 8 8", "1 2 3", "x"]),
            ("burnt_pancakes", ["n=3"], ["1 2", "1 2 2", "1 2 4", "1 2 3 4", "1 0 2"]),
            ("sim", [], ["bb.../..../.../../.", "b..../..../.../.."]),
            ("chomp", [], ["5/5/5/6 1", "5/5/5 1", "5/5/5/5 3"]),
            ("kalah", ["houses=2", "seeds=1"], ["1 1 [0] 1 1 [1] 1", "1 1 [0] 1 1 [0]", "1 1 0 1 1 0 1"])]:
        solve(name, *parameters)
        for state in states:
            done = subprocess.run([ZERMELO, "probe", name + ".ztb", state, "--game-code", code(name)],
                                  capture_output=True, text=True, check=False)
            if done.returncode == 0 or done.stderr.count("\n") != 1:
                raise AssertionError(f"{name} {state}: {done.returncode} {done.stdout}{done.stderr}")


def small_puzzles():
    compare_depths("sliding_tiles", EIGHT_PUZZLE)
    run("verify", "sliding_tiles.ztb", "--game-code", code("sliding_tiles"))
    for n in range(1, 6):
        depths = pancakes_by_depth(n)
        expect("pancakes: greatest depth", len(depths) - 1, PANCAKE_DIAMETERS[n])
        compare_depths("burnt_pancakes", depths, f"n={n}")


def small_games():
    compare_values("pong_hau_ki", plain_games.pong_hau_ki())
    expect("Pong Hau K'i", value_of("pong_hau_ki"), "Black to move draws.")
    for columns, rows in [(1, 1), (3, 2), (5, 4)]:
        compare_values("chomp", plain_games.chomp(columns, rows), f"columns={columns}",
                       f"rows={rows}")
    for empty_capture in (False, True):
        word = "empty-capture=" + ("yes" if empty_capture else "no")
        for houses, seeds in [(2, 4), (3, 2)]:
            for scores in (False, True):
                metric = "metric=" + ("score" if scores else "distance")
                compare_values("kalah", plain_games.kalah(houses, seeds, scores, empty_capture),
                               f"houses={houses}", f"seeds={seeds}", metric, word)
    for houses, results in KALAH.items():
        for seeds, result in enumerate(results, 1):
            if houses * seeds <= 8:
                solve("kalah", f"houses={houses}", f"seeds={seeds}", "empty-capture=yes")
                found = value_of("kalah").split()[3]
                expect(f"Kalah({houses}, {seeds})", found, {"W": "wins", "D": "draws.", "L": "loses"}[result])


def sim_is_lost():
    solve("sim")
    expect("Sim", value_of("sim"), "Black to move loses in 15 plies.")


def chomp_has_two_winning_moves():
    """On 8 x 10 squares: found by Ken Thompson."""
    solve("chomp", "columns=8", "rows=10")
    answer = json.loads(run("probe", "chomp.ztb", "start", "--moves", "--game-code", code("chomp"),
                            "--json"))
    expect("Chomp 8 x 10", sum(m["value"] == "win" for m in answer["moves"]), 2)


def dobutsu_has_the_published_count():
    """A position in which the side to move can win at once is not played on from; colours and
    mirror images count once in the published number, so that ours is twice as large."""
    report = json.loads(run("count", code("dobutsu"), "early=yes", "starts=both", "--json"))
    expect("Dobutsu", report["positions"], 2 * 797658)


def dobutsu_agrees_with_the_model():
    """The same game in BDDL, whose table has one of two colours."""
    ours = counts(solve("dobutsu", "starts=both"))
    run("solve", os.path.join(GAMES, "dobutsu", "dobutsu.bddl"), "-o", "model.ztb", "--force")
    model = counts("model.ztb")
    for key in ("positions", "wins", "losses", "draws"):
        expect(f"Dobutsu: {key}", ours[key], 2 * model[key])
    expect("Dobutsu: plies", ours["plies"], {p: 2 * n for p, n in model["plies"].items()})


def teeko_agrees_with_the_model():
    """Positions of random games on 4 x 4 squares, and on 5 x 4."""
    with open(os.path.join(GAMES, "teeko", "teeko.bddl"), encoding="utf-8") as model:
        rules = model.read()
    for columns, rows, states in [(4, 4, None), (5, 4, 21206571)]:
        if states:
            report = json.loads(run("count", code("teeko"), f"columns={columns}", f"rows={rows}", "--json"))
            expect("Teeko: states", report["positions"], states)
        with open("model.bddl", "w", encoding="utf-8") as small:
            small.write(rules.replace("#boardsize 5 5", f"#boardsize {columns} {rows}"))
        run("solve", "model.bddl", "-o", "model.ztb", "--force")
        solve("teeko", f"columns={columns}", f"rows={rows}")
        chooser = random.Random(1)
        positions = [plain_games.random_teeko(columns, rows, chooser) for _ in range(2000)]
        with open("ours.txt", "w", encoding="utf-8") as ours, \
                open("model.txt", "w", encoding="utf-8") as model:
            for text, in_hand in positions:
                ours.write(text + "\n")
                model.write(in_model_notation(text, in_hand) + "\n")
        answers = run("probe", "teeko.ztb", "--from", "ours.txt", "--game-code", code("teeko"))
        wanted = run("probe", "model.ztb", "--from", "model.txt")
        for (text, _), a, b in zip(positions, answers.splitlines(), wanted.splitlines()):
            a, b = json.loads(a), json.loads(b)
            for key in ("value", "plies"):
                expect(f"Teeko: {text}: {key}", a.get(key), b[key])


def in_model_notation(text, in_hand):
    board, mover = text.split()
    ranks = []
    for rank in board.split("/"):
        groups = [(c, len(list(same))) for c, same in itertools.groupby(rank)]
        ranks.append("".join(str(n) if c == "." else c * n for c, n in groups))
    hands = "".join((str(n) if n > 1 else "") + side for side, n in zip("bw", in_hand) if n > 0)
    return f"{'/'.join(ranks)}[{hands}] {mover}"


def large_puzzles():
    compare_depths("pocket_cube", CUBE_HALF)
    compare_depths("pocket_cube", CUBE_QUARTER, "metric=quarter")
    depths = counts(solve("burnt_pancakes", "n=8"))
    expect("pancakes: states", depths["positions"] + 1, 2**8 * 40320)
    expect("pancakes: greatest depth", depths["longest_solution"], PANCAKE_DIAMETERS[8])


def sim_agrees():
    report = json.loads(run("try", code("sim"), "--games", "1", "--depth", "6", "--json"))
    # 15,840 games are over after five lines.
    expect("Sim: games", report["perft"][5:], [360360, (360360 - 15840) * 10])
    compare_values("sim", plain_games.sim())


def bytes_of(table):
    with open(table, "rb") as file:
        return file.read()


def killed_at(path, words, seconds):
    """Starts or goes on with a solve, and kills it after so long. Whether it was done before."""
    solving = subprocess.Popen([ZERMELO, *words, "--resume", "--checkpoint-every", "0.1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        error = solving.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        solving.kill()
        solving.communicate()
        return False
    expect(f"{path}: exit status", (solving.returncode, error), (0, ""))
    return True


def killed_solves_go_on():
    """One game for each way of solving (unmoves, layers, edges): with any number of threads, and
    killed again and again, it writes the same bytes."""
    chosen = random.Random(1)
    for name, parameters in (("teeko", ("columns=4", "rows=4", "symmetries=yes")),
                             ("kalah", ("houses=4", "seeds=2", "metric=score")),
                             ("kalah", ("houses=4", "seeds=2")),
                             ("dobutsu", ("early=yes",))):
        begin = time.monotonic()
        whole = bytes_of(solve(name, *parameters))
        seconds = time.monotonic() - begin
        for threads in ("1", "2", "8"):
            path = f"{name}-{threads}.ztb"
            words = ("solve", code(name), *parameters, "-o", path, "--threads", threads)
            # (A run that is killed before its first checkpoint begins anew.)
            kills = 0
            while not killed_at(path, words, seconds * chosen.uniform(0.1, 0.9)):
                kills += 1
                expect(f"{path}: kills", kills < 200, True)
            expect(f"{path}: bytes after {kills} kills", bytes_of(path) == whole, True)
            os.remove(path)


def memory_is_kept_to():
    """A solve that may have as much memory as it planned for takes no more, and writes the same
    bytes; one that may have much less says so."""
    for name, parameters in (("dobutsu", ("early=yes", "starts=both")),
                             ("teeko", ("columns=4", "rows=4")),
                             ("kalah", ("houses=4", "seeds=3"))):
        words = ("solve", code(name), *parameters, "-o", "memory.ztb", "--force", "--json")
        planned = json.loads(run(*words))["planned_memory_bytes"]
        whole = bytes_of("memory.ztb")
        report = json.loads(run(*words, "--memory", f"{planned // 1024 + 1}K"))
        expect(f"{name}: bytes with a limit", bytes_of("memory.ztb") == whole, True)
        for number in ("peak_memory_bytes", "planned_memory_bytes"):
            expect(f"{name}: {number}, {report[number]} of {planned}",
                   report[number] <= planned + 1024, True)
        refused = subprocess.run([ZERMELO, *words, "--memory", "70M"], capture_output=True,
                                 text=True, check=False)
        expect(f"{name}: exit status with 70 MiB", refused.returncode != 0, True)
        expect(f"{name}: {refused.stderr}", "the limit is 70 MiB" in refused.stderr, True)


def tiles_by_depth(columns, rows):
    """All arrangements: how far each is from the goal, and its neighbours."""
    goal = tuple(range(1, columns * rows)) + (0,)
    depth, neighbours, level = {goal: 0}, {}, [goal]
    while level:
        below = []
        for s in level:
            gap = s.index(0)
            column, row = gap % columns, gap // columns
            neighbours[s] = []
            for x, y in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]:
                if 0 <= x < columns and 0 <= y < rows:
                    t = list(s)
                    t[gap], t[y * columns + x] = t[y * columns + x], 0
                    neighbours[s].append(tuple(t))
                    if tuple(t) not in depth:
                        depth[tuple(t)] = depth[s] + 1
                        below.append(tuple(t))
        level = below
    return depth, neighbours


def tiles_text(s, columns):
    ranks = [s[i:i + columns] for i in range(0, len(s), columns)]
    return "/".join(" ".join(str(t) if t else "." for t in rank) for rank in ranks)


def mined(name, *words):
    lines = run("mine", name + ".ztb", "--game-code", code(name), "--json", *words)
    return {p["position"]: p for p in map(json.loads, lines.splitlines())}


def puzzles_for_one_are_mined():
    """Those with a single shortest solution, by the number of ways to the goal."""
    solve("sliding_tiles", "columns=3", "rows=2")
    depth, neighbours = tiles_by_depth(3, 2)
    ways = {}
    for s in sorted(depth, key=depth.get):
        ways[s] = sum(ways[t] for t in neighbours[s] if depth[t] < depth[s]) if depth[s] else 1
    single = {tiles_text(s, 3): s for s in depth if ways[s] == 1 and depth[s] > 0}
    found = mined("sliding_tiles", "--only-line")
    expect("tiles: single solutions", set(found), set(single))
    for text, puzzle in found.items():
        s, bits, line = single[text], 0.0, []
        expect(f"{text}: moves", puzzle["moves_to_goal"], depth[s])
        while depth[s] > 1:
            bits += math.log2(len(neighbours[s]))
            s = min(neighbours[s], key=depth.get)
        expect(f"{text}: difficulty", round(puzzle["difficulty"], 9), round(bits, 9))
        node = puzzle["solution"]
        while node:
            expect(f"{text}: moves as good", len(node), 1)
            line.append(node[0]["move"])
            node = node[0].get("replies")
        expect(f"{text}: solution", len(line), puzzle["moves_to_goal"])
    for n in (1, 7, 21):
        wanted = {tiles_text(s, 3) for s in depth if depth[s] == n}
        expect(f"tiles: {n} moves", set(mined("sliding_tiles", "--win-in", str(n))), wanted)
    longest = json.loads(run("mine", "sliding_tiles.ztb", "--game-code", code("sliding_tiles"), "--sort", "plies",
                             "--limit", "1", "--json"))
    expect("tiles: the longest", longest["moves_to_goal"], max(depth.values()))
    expect("tiles: the task", longest["stipulation"], f"To be solved in {max(depth.values())} moves")


def puzzles_speak_of_themselves():
    """A start that is solved, moves that are written with spaces, and words for one player."""
    solve("sliding_tiles", "columns=3", "rows=2")
    asked = ["sliding_tiles.ztb", "--game-code", code("sliding_tiles")]
    start = json.loads(run("probe", *asked, "start", "--moves", "--json"))
    expect("start", (start["value"], start["moves_to_goal"]), ("solved", 0))
    expect("start: moves", [m["moves_to_goal"] for m in start["moves"]], [2, 2])
    expect("start: text", "It is solved." in run("probe", *asked, "start"), True)
    graded = json.loads(run("grade", *asked, "--json", "1. 3 down 2. 2 right", "2 left"))
    expect("grade", [(m["move"], m["moves_to_goal"], m["grade"]) for m in graded["moves"]],
           [("3 down", 2, "best"), ("2 right", 3, "lesser_win"), ("2 left", 2, "best")])
    expect("grade: sides", graded["white"]["moves"], 0)
    text = run("grade", *asked, "3 down", "3 up")
    expect("grade: text", text.splitlines()[-2:], ["2 moves, 2 best.", "It is solved."])
    line = run("line", *asked, "1 2 ./4 5 3")
    expect("line", line.splitlines(), ["no  move  worth             as good", " 1  3 up  solved in 1 move",
                                       "The last move solves it."])
    expect("solve", json.loads(run("solve", code("sliding_tiles"), "columns=3", "rows=2", "-o", "again.ztb",
                                   "--json"))["longest_solution"], 21)
    run("solve", code("kalah"), "metric=score", "houses=2", "seeds=2", "-o", "score.ztb")
    expect("solve by score", "longest_plies" in json.loads(run("solve", code("kalah"), "metric=score", "houses=2",
                                                                "seeds=2", "-o", "score2.ztb", "--json")), False)
    for words in (["line", *asked, "--style", "lure", "1 2 ./4 5 3"], ["line", *asked], ["mine", "sliding_tiles.ztb"],
                  ["mine", *asked, "--win-by", "3"],
                  ["mine", "score.ztb", "--game-code", code("kalah"), "--pieces", "1", "1"]):
        done = subprocess.run([ZERMELO, *words], capture_output=True, text=True, check=False)
        expect(" ".join(words), (done.returncode != 0, done.stderr.count("\n")), (True, 1))


def puzzles_with_extra_turns_are_mined():
    for scores in (False, True):
        values = plain_games.kalah(3, 2, scores, False)
        solve("kalah", "houses=3", "seeds=2", "metric=" + ("score" if scores else "distance"))
        for n in (1, 2, 3, 4, 5):
            wanted = {" ".join([*map(str, b[0]), f"[{b[2][0]}]", *map(str, b[1]), f"[{b[2][1]}]", str(player + 1)])
                      for (b, player), value in values.items() if value == n}
            found = mined("kalah", "--win-by" if scores else "--win-in", str(n))
            expect(f"Kalah: win {n}", set(found), wanted)


CHECKS = [tried, puzzles_for_one_are_mined, puzzles_speak_of_themselves, puzzles_with_extra_turns_are_mined,
          bad_parameters_are_refused, bad_states_are_refused, small_puzzles, small_games,
          sim_is_lost, chomp_has_two_winning_moves, dobutsu_has_the_published_count,
          dobutsu_agrees_with_the_model, sim_agrees, large_puzzles, teeko_agrees_with_the_model,
          killed_solves_go_on, memory_is_kept_to]


def main():
    checks = {check.__name__: check for check in CHECKS}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        checks[sys.argv[4]]()


if __name__ == "__main__":
    main()
