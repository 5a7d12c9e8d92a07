#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Solves the endgames of the variants that are built in, and writes docs/variant-results.md.

    scripts/variant-results.py [--zermelo build/release/zermelo] [--folder FOLDER] [--all] [--men VARIANT=N ...]

Tables that the folder has are kept, so a run that was stopped goes on.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# (For others, --men makruk=4 and the like: that takes long with the verification. Where there are no kings, three men
# make hundreds of tables.)
# Those that the page has, without --all, which takes an hour.
SHOWN = [
    "chess", "losalamos", "gardner", "knightmate", "kingofthehill", "atomic", "racingkings", "antichess", "shatranj", "makruk", "xiangqi",
    "minixiangqi", "crazyhouse", "minishogi", "kyotoshogi", "dobutsu", "grand",
]
MEN = {
    **{v: 4 for v in ["gardner", "losalamos", "shatranj", "minishogi", "kyotoshogi", "dobutsu", "xiangqi", "minixiangqi"]},
    **{v: 4 for v in ["losers", "coregal"]},  # (With fewer the game is over.)
    **{v: 2 for v in ["antichess", "breakthrough", "clobber", "clobber10", "codrus", "fox-and-hounds", "jesonmor", "kinglet", "suicide"]},
}
# Those whose endings are another one's.
SAME = {"normal", "nocastle", "giveaway", "fischerandom", "gothic", "embassy", "caparandom", "mini"}
HEAD = """# What was found in the endgames of variants

Made by `scripts/variant-results.py` with `zermelo endgames` and `zermelo stats`: every table was solved, and every value of it verified against its moves (`zermelo verify`). A position is counted up to symmetry, with either side to move. Lengths are those of the longest win, in moves of the winner, with best play by both sides and without any rule of so many moves;
in a table in which both sides have wins, that of either. A mutual zugzwang is a position in which either side would do better if the other one had to move.

"""


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def built_in():
    names = []
    for path in sorted((ROOT / "variants").glob("*.ini")):
        for line in path.read_text().splitlines():
            if line.startswith("["):
                names.append(line[1:-1].split(":")[0])
    return names


def solved(zermelo, folder, variant, men):
    """The report on a variant's tables, or the sentence that refuses them."""
    table = str(folder / variant)
    words = [zermelo, "endgames", "--variant", variant, "--men", str(men), "-o", table, "--json"]
    try:
        report = json.loads(run(*words))
    except subprocess.CalledProcessError as error:
        if "--endless draw" not in error.stderr:
            return error.stderr.strip().removeprefix("zermelo: ").split(" See zermelo")[0]
        report = json.loads(run(*words, "--endless", "draw"))
    run(zermelo, "verify", table)
    stats = json.loads(run(zermelo, "stats", table, "--json"))
    report["stats"] = {e["material"]: e for e in stats["endgames"]}
    return report


def moves(plies):
    return (plies + 1) // 2


def row(table, stats):
    longest = table["longest_win"]
    sides = [stats["white"], stats["black"]]
    whole = sum(s["without_symmetries"] for s in sides)
    # (White's wins are those with White to move and the losses with Black to move.)
    white = sides[0]["wins"] + sides[1]["losses"]
    black = sides[0]["losses"] + sides[1]["wins"]
    share = lambda n: f"{100 * n / whole:.1f} %" if whole else "-"
    return "| {} | {:,} | {} | {} | {} | {} | {} |".format(
        table["material"],
        table["positions"],
        share(white),
        share(black),
        moves(longest["plies"]) if longest else "-",
        f"`{longest['position']}`" if longest else "",
        stats["mutual_zugzwangs"] or "",
    )


def section(variant, men, report):
    positions = sum(t["positions"] for t in report["tables"])
    size = sum(t["bytes"] for t in report["tables"])
    lines = [
        f"## {variant}, {men} men",
        "",
        f"{len(report['tables'])} tables, {positions:,} positions, {size:,} bytes"
        f" ({8 * size / max(1, positions):.2f} bits a position).",
        "",
        "| material | positions | White wins | Black wins | longest | in | mutual zugzwangs |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [row(t, report["stats"][t["material"]]) for t in report["tables"] if t["longest_win"]]
    drawn = [t["material"] for t in report["tables"] if not t["longest_win"]]
    if drawn:
        lines += ["", "Nobody can win: " + ", ".join(drawn) + "."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zermelo", default=str(ROOT / "build/release/zermelo"))
    parser.add_argument("--folder", default="variant-tables", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="every variant that is built in")
    parser.add_argument("--men", action="append", default=[], metavar="VARIANT=N")
    arguments = parser.parse_args()
    wanted = dict(MEN)
    wanted.update({name: int(n) for name, n in (word.split("=") for word in arguments.men)})
    arguments.folder.mkdir(parents=True, exist_ok=True)
    parts, refused = [], []
    for variant in built_in():
        if variant in SAME or not (arguments.all or variant in SHOWN):
            continue
        men = wanted.get(variant, 3)
        report = solved(arguments.zermelo, arguments.folder, variant, men)
        if isinstance(report, str):
            refused.append(f"| {variant} | {report} |")
        else:
            parts.append(section(variant, men, report))
        print(variant, "refused" if isinstance(report, str) else "done", file=sys.stderr)
    text = HEAD + "\n".join(parts)
    if refused:
        text += "\n## Without tables yet\n\n| variant | why |\n|---|---|\n" + "\n".join(refused) + "\n"
    (ROOT / "docs/variant-results.md").write_text(text)


if __name__ == "__main__":
    main()
