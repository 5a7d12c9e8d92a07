#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The verb for tables of Ostle: ostle_test.sh ZERMELO VERIFIED SCRATCH NUMBERING NUMBERING_WITHOUT_BMI2
set -uo pipefail
zermelo=$1
verified=$2
scratch=$3
numbering=$4
portable=$5
# shellcheck source=tests/verified/expect.sh
source "$(dirname "$0")/expect.sh"
mkdir -p "$scratch"
cd "$scratch" || exit 1

# solve NAME PARAMETERS...
solve() {
  local name=$1
  shift
  "$zermelo" solve ostle "$@" -o "$name.ztb" --force >/dev/null 2>&1 || exit 1
}
check() { "$verified" ostle "$@"; }

# --- Tables that are true --------------------------------------------------------------------------

solve three size=3 start=3 lose=1
solve three-2 size=3 start=2 lose=0
solve three-total size=3 start=3 lose=0 total=4
solve four size=4 start=3 lose=1
solve five size=5 start=2 lose=0
solve six size=6 start=2 lose=1
expect 'size 3' 0 'values of all 2,436 positions are true' check three.ztb
expect 'size 3, the start' 0 'The start is in the table, and so is every state' check three.ztb
expect 'size 3, two a side' 0 'Verified' check three-2.ztb
expect 'few pieces' 0 'The start has more pieces than the table' check three-total.ztb
expect 'size 4' 0 'values of all 337,174 positions are true' check four.ztb --processes 2
expect 'size 5' 0 'Verified' check five.ztb
expect 'size 6' 0 'Verified' check six.ztb
expect 'JSON' 0 '"verdict": "verified"' check three.ztb --json --quiet
expect 'memory' 0 'This takes about [0-9]+ KiB' check four.ztb
expect 'only memory' 0 '^[0-9]+ bytes \([0-9]+ KiB\)$' check four.ztb --memory
expect 'a part' 0 'they are not the whole table' check four.ztb --from 1000 --upto 2000

# --- The other reading of rule 8 -------------------------------------------------------------------

solve symmetric size=4 start=3 lose=1 repetition=symmetric
expect 'the symmetric reading' 1 'Refused: the table says that .* is a win in 25, and by its moves' \
  check symmetric.ztb
expect 'which is told' 1 'another reading of rule 8' check symmetric.ztb
expect 'in several processes' 1 'Refused: ' check symmetric.ztb --processes 3

# --- Logs ------------------------------------------------------------------------------------------

rm -f log other
expect 'a log' 0 'Verified' check four.ztb --log log --processes 2
expect 'the ranges' 0 '^passed 0 [0-9]+ in ' cat log
expect 'a whole log' 0 'Verified' check four.ztb --log log --resume
expect 'nothing is left' 0 '"entries_checked": 0' check four.ztb --log log --resume --json
sed -i '/^passed 0 /d' log
expect 'one range is left' 0 '"entries_checked": [1-9][0-9]*,' check four.ztb --log log --resume --json
sed -i -E '$d; s/^passed 0 .*/passed 0 2/' log
expect 'a line that was cut off' 0 '"entries_checked": [1-9][0-9]*,' \
  check four.ztb --log log --resume --json
expect 'a log of another table' 2 'not a log of a check of this table' \
  check three.ztb --log log --resume
expect 'a log of other values' 2 'not a log of a check of this table' \
  check symmetric.ztb --log log --resume
expect '--resume alone' 2 'needs --log' check four.ztb --resume

# --- Files that are damaged ------------------------------------------------------------------------

bytes=$(stat -c %s three.ztb)
# The positions of these bytes are in the header, the blocks, a directory, the trailer and the footer.
for ((at = 0; at < bytes; at += 37)); do
  cp three.ztb damaged.ztb
  old=$(od -An -tu1 -j "$at" -N 1 three.ztb)
  printf "\\x$(printf %02x $((old ^ 4)))" | dd of=damaged.ztb bs=1 seek="$at" conv=notrunc status=none
  expect "byte $at" 2 'is not a readable table' check damaged.ztb
done
for ((length = 0; length < bytes; length += 61)); do
  head -c "$length" three.ztb >damaged.ztb
  expect "$length bytes" 2 'is not a readable table' check damaged.ztb
done
"$zermelo" solve connect columns=4 rows=4 -o connect.ztb --force >/dev/null 2>&1 || exit 1
expect 'another game' 2 'is not a readable table: its format has the version 2' check connect.ztb
expect 'no table' 2 'does not begin like one' check "$0"
expect 'no file' 2 'nowhere.ztb cannot be opened' check nowhere.ztb
expect 'a folder' 2 '.' check .

# --- The generator ---------------------------------------------------------------------------------

for table in three four five six; do
  expect "moves of $table" 0 'In 30 states both have the same [0-9]+ moves' \
    check "$table.ztb" --compare-moves "$zermelo" --count 30 --seed 3
done

# --- The numbering ---------------------------------------------------------------------------------

expect 'numbering 3' 0 '^2436 positions' "$numbering" 3 3 1 6
expect 'numbering 4' 0 '^337174 positions' "$numbering" 4 3 1 6
for parameters in '3 3 0 6' '4 3 1 6' '5 2 0 4' '6 2 1 4'; do
  # shellcheck disable=SC2086
  expect "numbering without BMI2: $parameters" 0 "^$("$numbering" $parameters)\$" "$portable" $parameters
done

exit $((failures > 0))
