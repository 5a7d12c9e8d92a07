#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of docs/hybrid.md, beside those of Edelkamp, Kissmann and Rohte (2014), as Markdown.

    scripts/hybrid-tables.py ZERMELO 2 [--from STONES] [--memory SIZE]   # 7x6, outcomes of the last layers
    scripts/hybrid-tables.py ZERMELO 3                                   # 5x5, three goal tests: a minute
    scripts/hybrid-tables.py ZERMELO 4                                   # 6x5, the same: half an hour
    scripts/hybrid-tables.py ZERMELO 5                                   # 6x5, what each layer takes: minutes
"""

import argparse
import json
import subprocess
import sys

# Table 2: stones, and nodes and states of the boards that are won, drawn and lost for the first player.
TABLE_2 = {
    42: (0, 0, 0, 0, 0, 0),
    41: (0, 0, 5994843, 2496557393, 7059429, 1033139763),
    40: (17499402, 4831822472, 13858002, 5153271363, 8233719, 738628818),
    39: (19660468, 2395524395, 27201091, 7792641079, 35022531, 13697133737),
    38: (58428179, 32161409500, 44463367, 10220085105, 42722598, 6906069443),
    37: (68384931, 14174513115, 72503659, 11509102126, 105342224, 57747247782),
    36: (140866642, 98839977654, 106870288, 12431825174, 121562152, 24027994344),
    35: (158392456, 37941816854, 151396255, 12225240861, 231007885, 132714989361),
    34: (269914837, 180530409295, 204879421, 11668229290, 255030652, 45845152952),
    33: (296171698, 59055227990, 265790497, 10381952902, 407772871, 194705107378),
    32: (434712475, 221858140210, 329128230, 9048082187, 431635078, 57701213064),
    31: (458334850, 64575211590, 391835510, 7481813611, 600184350, 201906000786),
    30: (589818676, 199698237436, 442186667, 6071049190, None, None),
}

# Tables 3 and 4: seconds of the paper's program by goal test and cores.
SECONDS = {
    3: {("direct", 1): 283, ("diagram", 1): 291, ("successors", 1): 288},
    4: {("direct", 1): 14197, ("direct", 2): 7540, ("successors", 1): 14944, ("successors", 2): 7665},
}

# Table 5: nodes and the memory for a layer, by stones.
TABLE_5 = [
    (61, "3.5KB"), (116, "6.6KB"), (223, "12KB"), (366, "20KB"), (637, "34KB"), (1080, "57KB"),
    (1702, "96KB"), (2793, "171KB"), (4772, "305KB"), (7498, "526KB"), (10722, "964KB"),
    (17316, "1.8MB"), (25987, "3.4MB"), (43898, "6.4MB"), (68223, "12MB"), (122322, "21MB"),
    (187493, "36MB"), (327553, "58MB"), (475887, "89MB"), (769944, "127MB"), (1004398, "171MB"),
    (1437885, "210MB"), (1656510, "242MB"), (2080932, "254MB"), (2123251, "243MB"),
    (2294960, "210MB"), (2004090, "162MB"), (1814442, "111MB"), (1257586, "64MB"),
    (789650, "29MB"), (282339, "6.9MB"),
]


def hybrid(zermelo, *words):
    command = [zermelo, "hybrid", "connect", *words, "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def print_table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---:|" * len(head))
    for row in rows:
        print("| " + " | ".join("" if cell is None else f"{cell:,}" if isinstance(cell, int) else cell
                                for cell in row) + " |")


def size(number):
    for unit in ("B", "KiB", "MiB"):
        if number < 1024:
            return f"{number} B" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1024
    return f"{number:.1f} GiB"


def table_2(zermelo, lowest, memory):
    """Differences from the published counts end with exit code 1; nodes depend on the encoding."""
    found = hybrid(zermelo, "columns=7", "rows=6", "--method", "sets", "--memory", memory,
                   "--layers", f"{lowest}..42")
    rows, differ = [], []
    for layer in reversed(found["layers"]):
        published = TABLE_2.get(layer["stones"])
        states, nodes = layer["going_on"], layer["going_on_nodes"]
        kinds = ("first_wins", "draws", "second_wins")
        rows.append([layer["stones"], layer["boards"]] +
                    [cell for kind in kinds for cell in (nodes[kind], states[kind])])
        if published and any(expected is not None and expected != states[kind]
                             for kind, expected in zip(kinds, published[1::2])):
            differ.append(layer["stones"])
    print_table(["stones", "boards", "nodes", "first wins", "nodes", "drawn", "nodes", "second wins"], rows)
    if differ:
        sys.exit(f"The layers {differ} differ from the paper's Table 2.")


def goal_tests(zermelo, number, game, tests):
    rows = []
    for test in tests:
        for threads in (1, 2):
            found = hybrid(zermelo, *game, "--method", "bits", "--goal-test", test, "--threads",
                           str(threads), "--memory", "1G")
            solving = sum(layer["backward_seconds"] for layer in found["layers"])
            rows.append([test, threads, f"{solving:.1f}", int(found["boards"] / solving),
                         f"{found['processor_seconds']:.1f}", SECONDS[number].get((test, threads))])
    print_table(["goal test", "threads", "s of solving", "boards a second", "s of processor time, all",
                 "the paper's s"], rows)


def table_5(zermelo):
    found = hybrid(zermelo, "columns=6", "rows=5", "--method", "bits", "--memory", "1G")
    layers = found["layers"]
    rows = []
    for layer, (nodes, memory) in zip(layers, TABLE_5):
        need = layer["diagram_bytes"] + layer["vector_bytes"]
        if layer["stones"] + 1 < len(layers):
            above = layers[layer["stones"] + 1]
            need += above["diagram_bytes"] + above["vector_bytes"]
        rows.append([layer["stones"], layer["boards"], layer["nodes"], nodes,
                     size(layer["diagram_bytes"]), size(layer["vector_bytes"]), size(need), memory,
                     layer["first_wins"], layer["draws"], layer["second_wins"]])
    print_table(["stones", "boards", "nodes", "the paper's", "diagram", "bits", "memory", "the paper's",
                 "first wins", "drawn", "second wins"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zermelo")
    parser.add_argument("table", type=int, choices=(2, 3, 4, 5))
    parser.add_argument("--from", dest="lowest", type=int, default=36, metavar="STONES")
    parser.add_argument("--memory", default="11G", metavar="SIZE")
    o = parser.parse_args()
    if o.table == 2:
        table_2(o.zermelo, o.lowest, o.memory)
    elif o.table == 3:
        goal_tests(o.zermelo, 3, ("columns=5", "rows=5"), ("direct", "diagram", "successors"))
    elif o.table == 4:
        goal_tests(o.zermelo, 4, ("columns=6", "rows=5"), ("direct", "successors"))
    else:
        table_5(o.zermelo)


if __name__ == "__main__":
    main()
