#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds Zermelo, solves Ostle with up to eight pieces on the board (or
# goes on where it was stopped, or finds ostle-8.ztb complete), and asks the table about a position.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli

zermelo=build/release/zermelo
table=ostle-8.ztb
"$zermelo" solve ostle total=8 -o "$table" --resume
"$zermelo" info "$table"
"$zermelo" probe "$table" "1wwww/5/2o2/5/bbbb1 b" --moves --line
