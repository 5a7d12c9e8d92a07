#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries scripts/reproduce-ostle.sh on the small board: stopped and resumed, then with everything
# done. The page has every part, and its numbers do not depend on how it was made.
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
# The lines that must not differ from run to run.
numbers() {
  cat "$folder/$1/ostle-results.md"
  local part
  for part in "${parts[@]}"; do sed '/^## Measured/,$d' "$folder/$1/ostle-results/$part.md"; done
}
parts=(symmetric symmetric-distances exact exact-distances)

rm -rf "$folder"
mkdir -p "$folder"
run whole || fail "it fails"
page=$folder/whole/ostle-results.md
grep -qxF '# Ostle: results' "$page" || fail "there is no list of the parts"
# took PART STEP...: whether the part's page states the steps' time and memory.
took() {
  local part=$1 name
  shift
  grep -qF "[$part](ostle-results/$part.md)" "$page" || fail "$part is not in the list"
  for name; do
    grep -q "^| $name | [0-9]*:[0-9:]* | [0-9]*:[0-9:]* | [1-9][0-9]* MiB |$" "${page%.md}/$part.md" ||
      fail "the page of $part does not say what '$name' took"
  done
}
for rule in symmetric exact; do
  took "$rule" solve verify report mine
  took "$rule-distances" reach reach-all-moves report-distances
  grep -qxF '## Wins that need a sacrifice' "${page%.md}/$rule.md" || fail "it lacks the sacrifices"
  grep -q '(Table 2)' "${page%.md}/$rule.md" || fail "it lacks Table 2"
  [[ $(grep -c '^## .*(Table 3)' "${page%.md}/$rule-distances.md") == 2 ]] || fail "it lacks a Table 3"
  "$program" verify "$folder/whole/$rule.ztb" >/dev/null || fail "a table is wrong"
  [[ -s $folder/whole/$rule.sacrifice.jsonl ]] || fail "nothing was mined"
done
[[ $(wc -l <"$folder/whole/symmetric.sacrifice.jsonl") == $(
  "$program" mine "$folder/whole/symmetric.ztb" --sacrifice --reachable --json | wc -l
) ]] || fail "the puzzles are not those of the table"

# One part alone.
run part --part exact-distances || fail "one part fails"
grep -q '^- symmetric: .*(not computed yet)$' "$folder/part/ostle-results.md" ||
  fail "the list does not say what is missing"
cmp <(sed '/^## Measured/,$d' "$folder/part/ostle-results/exact-distances.md") \
  <(sed '/^## Measured/,$d' "$folder/whole/ostle-results/exact-distances.md") ||
  fail "a part alone differs"
[[ ! -e $folder/part/exact.ztb ]] || fail "a part does what belongs to another"

# With everything present, nothing is done again.
numbers whole >"$folder/numbers"
run whole
[[ $(grep -c 'done before$' "$folder/whole.log") == 14 ]] || fail "a finished step was done again"
numbers whole | cmp - "$folder/numbers" || fail "the page differs when nothing was to be done"

# The measurements of a run that was stopped add up; processor time is stated if all of it is known.
solve_took() { grep '^| solve |' "$folder/whole/ostle-results/symmetric.md"; }
add_measured() {
  echo "symmetric solve $*" >>"$folder/whole/measured.txt"
  run whole --part symmetric
}
add_measured 7200 9999999 3600 1.5
[[ $(solve_took) == "| solve | 2:00:"*" | 1:00:"*" | 9766 MiB |" ]] || fail "runs do not add up"
add_measured begun
[[ $(solve_took) == "| solve | at least 2:00:"*" | at least 1:00:"*" | 9766 MiB |" ]] ||
  fail "a run that was killed is forgotten"
add_measured 3600 11000
[[ $(solve_took) == "| solve | at least 3:00:"*" |  | 9766 MiB |" ]] || fail "processor time is made up"

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
((code != 0)) || fail "a refused solve is not a failure"
grep -q 'symmetric: solve failed' "$folder/refused.txt" || fail "it does not say which step failed"
echo "$(wc -l <"$page") lines"
