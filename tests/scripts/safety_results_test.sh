#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares docs/safety-results.md with what scripts/safety-results.sh finds now for two small games: the verdicts by
# each of our methods, and what the table says.
#
#   safety_results_test.sh SCRIPT PROGRAM PAGE FOLDER
set -euo pipefail
script=$1 program=$2 page=$3 folder=$4

fail() {
  echo "safety_results_test: $*" >&2
  exit 1
}
command -v jq >/dev/null || exit 77
rm -rf "$folder"
mkdir -p "$folder"
"$script" --small --program "$program" --data "$folder" >"$folder/log" 2>&1 || fail "$(tail -3 "$folder/log")"

# Game, table, owner and the verdicts of `ic3` and `sets`.
rows() { sed -n 's/, [0-9.]* s |/ |/g; /^| .* | \(black\|white\) |/ s/^\(\(| [^|]* \)\{5\}|\).*/\1/p' "$1"; }

now=$folder/safety-results.md
[[ $(rows "$now" | wc -l) == 4 ]] || fail "there are not four rows"
[[ $(rows "$now") == *'| Hex 3x3 | Black wins in 5 | white | U | U |'* ]] || fail "the row of Hex is wrong"
rows "$page" >"$folder/page-rows"
while IFS= read -r row; do
  grep -qxF -- "$row" "$folder/page-rows" || fail "the page does not have: $row"
done < <(rows "$now")
