#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that the C and C++ sources are formatted as .clang-format says. Without clang-format 14 it
# cannot, and says so.
#   --fix   formats them
set -euo pipefail
cd "$(dirname "$0")/.."

action=(--dry-run --Werror)
case "${1-}" in
  '') ;;
  --fix) action=(-i) ;;
  *) echo "usage: $0 [--fix]" >&2 && exit 2 ;;
esac

# Versions differ in what they consider formatted, so only 14 will do.
clang_format=$(command -v clang-format-14 || command -v clang-format || true)
if [[ -z $clang_format ]] || ! "$clang_format" --version | grep -q 'version 14\.'; then
  cat >&2 <<'TEXT'
check-format: NOT CHECKED whether the sources are formatted: clang-format 14 is not installed
              (scripts/install-deps.sh --all installs it).
TEXT
  exit 0
fi

find . \( -name build -o -name 'build-*' -o -name '.?*' \) -prune \
  -o \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
  xargs -0 --no-run-if-empty "$clang_format" --style=file "${action[@]}"
