#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/qbf-results.md: its sizes of formulas are those that the program has now (with ZERMELO_LONG_TESTS=1 all of them, otherwise
# those of small boards); the models of Hein's puzzles
# are those that scripts/hex-models.py makes; and the script that makes the page runs, if gnuplot is here.
# Skipped (77) where jq is not installed.
#   qbf_results_test.sh SOURCE ZERMELO
set -euo pipefail
source=$1 zermelo=$2
command -v jq >/dev/null || { echo "Skipped: jq is not on the PATH."; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1" >&2
  exit 1
}

lines=0 part=(--small)
[[ -z ${ZERMELO_LONG_TESTS-} ]] || part=()
"$source/scripts/qbf-results.sh" --sizes "${part[@]}" --data "$scratch/sizes" --program "$zermelo" >"$scratch/sizes.md"
while IFS= read -r line; do
  grep -qxF -- "$line" "$source/docs/qbf-results.md" ||
    fail "docs/qbf-results.md does not have this line, so it is out of date (scripts/qbf-results.sh makes it): $line"
  ((++lines))
done <"$scratch/sizes.md"
((lines >= 20)) || fail "only $lines lines of sizes"

if command -v python3 >/dev/null; then
  mkdir "$scratch/hex"
  python3 "$source/scripts/hex-models.py" "$scratch/hex"
  for model in "$scratch"/hex/*; do
    cmp "$model" "$source/games/hex/${model##*/}" || fail "scripts/hex-models.py makes another ${model##*/}"
  done
  if python3 "$source/scripts/hex-models.py" "$scratch/nowhere" 2>/dev/null; then fail 'a missing folder is no error'; fi
fi

if "$source/scripts/qbf-results.sh" --solver nameless --data "$scratch/x" --program "$zermelo" 2>/dev/null; then
  fail 'a solver without a command is no error'
fi

[[ -n ${ZERMELO_LONG_TESTS-} ]] && command -v gnuplot >/dev/null || exit 0
"$source/scripts/qbf-results.sh" --small --data "$scratch/small" --program "$zermelo" >/dev/null 2>&1
grep -q '^| average coverage |' "$scratch/small/qbf-results.md" || fail 'the rehearsal has no coverage'
