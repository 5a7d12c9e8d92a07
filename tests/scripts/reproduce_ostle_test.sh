#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries scripts/reproduce-ostle.sh on the small board: stopped and gone on with, then with everything
# done; the page has every part, and its numbers do not depend on how it came about.
#
#   reproduce_ostle_test.sh SCRIPT PROGRAM FOLDER
set -euo pipefail
script=$1 program=$2 folder=$3

fail() {
  echo "reproduce_ostle_test: $*" >&2
  exit 1
}
# run NAME ARGUMENT...: the script with its tables in FOLDER/NAME, its output in FOLDER/NAME.log.
run() {
  local name=$1
  shift
  "$script" --small --program "$program" --tables "$folder/$name" "$@" >"$folder/$name.log"
}
# What must not differ from run to run.
numbers() { sed '/^## Measured/,$d' "$folder/$1/ostle-results.md"; }

rm -rf "$folder"
mkdir -p "$folder"
run whole || fail "it fails"
page=$folder/whole/ostle-results.md
for heading in '# Ostle: results' '## Wins that need a sacrifice' '## Measured'; do
  grep -qxF -- "$heading" "$page" || fail "the page lacks '$heading'"
done
for rule in symmetric exact; do
  for row in solve verify reach reach-all-moves report mine; do
    grep -q "^| $rule | $row | [0-9]*:[0-9:]* | [1-9][0-9]* MiB |$" "$page" ||
      fail "the page does not say what '$row' took ($rule)"
  done
  "$program" verify "$folder/whole/$rule.ztb" >/dev/null || fail "a table is wrong"
  [[ -s $folder/whole/$rule.sacrifice.jsonl ]] || fail "nothing was mined"
done
[[ $(wc -l <"$folder/whole/symmetric.sacrifice.jsonl") == $(
  "$program" mine "$folder/whole/symmetric.ztb" --sacrifice --reachable --json | wc -l
) ]] || fail "the puzzles are not those of the table"

# With everything there nothing is done again.
numbers whole >"$folder/numbers"
run whole
[[ $(grep -c 'done before$' "$folder/whole.log") == 12 ]] || fail "a finished step is done again"
numbers whole | cmp - "$folder/numbers" || fail "the page differs when nothing was to be done"

# Killed at some moment and run again.
setsid "$script" --small --program "$program" --tables "$folder/stopped" >/dev/null 2>&1 &
sleep 1.5
kill -KILL -- -$! 2>/dev/null || true
wait $! || true
run stopped
numbers stopped | cmp - "$folder/numbers" || fail "the page differs after a kill"

# A failing step is a failure, and says which.
code=0
run small --memory 1K 2>"$folder/refused.txt" || code=$?
((code != 0)) || fail "a refused solve is no failure"
grep -q 'symmetric: solve failed' "$folder/refused.txt" || fail "it does not say which step failed"
echo "$(wc -l <"$page") lines"
