#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy with the checks of .clang-tidy over all sources, headers included, or over those
# whose path matches one of the given regular expressions. Takes about ten seconds per file.
#   --jobs N   this many files at a time (default: all processors)
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=$(nproc)
if [[ ${1-} == --jobs ]]; then
  jobs=${2:?check-tidy: --jobs wants a number}
  shift 2
fi
if [[ ${1-} == -* ]]; then
  echo "usage: $0 [--jobs N] [path regex ...]" >&2
  exit 2
fi

if ! command -v clang-tidy-14 >/dev/null || ! command -v run-clang-tidy-14 >/dev/null; then
  echo "check-tidy: NOT CHECKED: clang-tidy 14 is not installed (scripts/install-deps.sh --all installs it)." >&2
  exit 1
fi

# A tree that is only configured: clang-tidy needs only the commands. (It cannot read headers that
# another compiler has precompiled.)
cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-14 \
  -DCMAKE_CXX_COMPILER=clang++-14 -DZERMELO_PRECOMPILE=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
log=build/tidy/log
if run-clang-tidy-14 -quiet -p build/tidy -j "$jobs" "$@" >"$log" 2>&1; then
  echo "check-tidy: nothing to complain about"
  exit 0
fi
# A header's warnings come once for each file that includes it.
sed -nE 's/^.*\/build\/tidy\/components\/[a-z_]+\//.\//; /(warning|error):/p' "$log" | sort -u
echo "check-tidy: the full output is in $log" >&2
exit 1
