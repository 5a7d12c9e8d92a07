# SPDX-License-Identifier: MIT
"""Asks a server as the package berserk (not part of this project) asks Lichess's endgame tables.
    python3 berserk_client.py URL < POSITIONS
Each line of the input is a variant, a tab and a FEN. Prints what berserk gives for each, as a line of JSON. Exits with 77 if there
is no such package."""

import json
import sys

try:
    import berserk
except ImportError:
    sys.exit(77)

client = berserk.Client(tablebase_url=sys.argv[1])
for line in sys.stdin:
    variant, fen = line.rstrip("\n").split("\t")
    print(json.dumps(client.tablebase.look_up(fen, variant)))
