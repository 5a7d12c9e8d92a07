#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares docs/ic3-results.md with what scripts/ic3-results.sh finds now, for what takes a second or two: everything but
# the times must be the same, as long as the SAT solver's version is that of the page.
#
#   ic3_results_test.sh SCRIPT PROGRAM PAGE FOLDER
set -euo pipefail
script=$1 program=$2 page=$3 folder=$4

fail() {
  echo "ic3_results_test: $*" >&2
  exit 1
}
command -v jq >/dev/null || exit 77
rm -rf "$folder"
mkdir -p "$folder"
"$script" --small --program "$program" --data "$folder" >"$folder/log" 2>&1 || fail "$(tail -3 "$folder/log")"

# The rows of a page's tables, each after its section's title, without times.
rows() {
  sed 's/\\|V\\|/V/' "$1" | awk -F' *[|] *' '
    /^## / { section = substr($0, 4) }
    !/^[|]/ { is_row = 0; next }
    /^[|]-/ { is_row = 1; next }
    !is_row { for (k = 2; k < NF; ++k) title[k] = $k; split("", times); with_times = /obligations, SAT calls, seconds/; next }
    {
      line = section
      for (k = 2; k < NF; ++k) {
        if (title[k] ~ /^(seconds|to (prove|make|check))$/) continue
        if (with_times) sub(/, [0-9.]+$/, "", $k)
        line = line " | " $k
      }
      print line
    }'
}
version() { grep -o 'CaDiCaL [0-9.]*[0-9]' "$1" || true; }

now=$folder/ic3-results.md
[[ $(rows "$now" | wc -l) -ge 12 ]] || fail "rows are missing"
[[ $(rows "$now") == *'minigame | 16 | 9 | 9 | '* ]] || fail "the minigame is missing"
if [[ $(version "$now") != "$(version "$page")" ]]; then
  echo "ic3_results_test: the page is by another version of CaDiCaL: $(version "$page")."
  exit 77
fi
rows "$page" >"$folder/page-rows"
while IFS= read -r row; do
  grep -qxF -- "$row" "$folder/page-rows" || fail "the page does not have: $row"
done < <(rows "$now")
