#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Grades the moves of a game: what each was worth, what it gave away, and what was best.

    grade_game.py TABLE MOVE ...
"""

from __future__ import annotations

import sys

import zermelo


def main() -> int:
    if len(sys.argv) < 3:
        print("usage: grade_game.py TABLE MOVE ...", file=sys.stderr)
        return 2
    try:
        with zermelo.open(sys.argv[1]) as table:
            print(table.grade(sys.argv[2:]))
        return 0
    except zermelo.Error as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
