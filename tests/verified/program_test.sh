#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The program zermelo-verified: program_test.sh ZERMELO VERIFIED SOURCE SCRATCH
set -uo pipefail
zermelo=$1
verified=$2
games=$3/games
scratch=$4
# shellcheck source=tests/verified/expect.sh
source "$(dirname "$0")/expect.sh"
mkdir -p "$scratch"
own=$(cd "$(dirname "$0")" && pwd)/games
cd "$scratch" || exit 1

# solve NAME FOLDER PROBLEM: NAME.ztb, the lists NAME.zpl and NAME.txt, and the variable `rules`.
solve() {
  rules=("$games/$2/domain.bddl" "$games/$2/$3.bddl")
  "$zermelo" solve --bddl "${rules[@]}" -o "$1.ztb" --force >/dev/null || exit 1
  "$zermelo" export "$1.ztb" --format binary -o "$1.zpl" --force >/dev/null || exit 1
  "$zermelo" export "$1.ztb" --format text -o "$1.txt" --force >/dev/null || exit 1
}
changed() { sed -E "$2" "$1" >changed.txt; }

# --- Tables ----------------------------------------------------------------------------------------

solve hex hex 3x3
expect 'a binary list' 0 'Verified: all 2,278 values .* begins wins in 5 plies' \
  "$verified" table "${rules[@]}" hex.zpl
expect 'a list as text' 0 'Verified: all 2,278' "$verified" table "${rules[@]}" hex.txt
expect 'standard input' 0 'Verified: all 2,278' bash -c '"$@" <hex.zpl' - "$verified" table "${rules[@]}" -
expect 'text through a pipe' 0 'Verified: all 2,278' \
  bash -c 'cat hex.txt | "$@"' - "$verified" table "${rules[@]}" -
expect 'several processes' 0 'Verified: all 2,278' "$verified" table "${rules[@]}" hex.zpl --processes 3
expect 'memory' 0 'This takes about [0-9.]+ [KM]iB' "$verified" table "${rules[@]}" hex.zpl
expect 'JSON' 0 '"start": "win in 5"' "$verified" table "${rules[@]}" hex.zpl --json --quiet
"$verified" table "${rules[@]}" hex.zpl --json --quiet 2>&1 | grep -q memory && echo 'FAILED: --quiet' && exit 1
expect 'a log' 2 'log is for rules in version 2' "$verified" table "${rules[@]}" hex.zpl --log hex.log
expect 'a lean check' 2 'lean is for rules in version 2' "$verified" table "${rules[@]}" hex.zpl --lean
expect 'another start' 0 'begins loses in 4' "$verified" table "${rules[@]}" hex.zpl --start '3/1b1/3 w'
expect 'a start that is not listed' 1 'is not in the list' \
  "$verified" table "${rules[@]}" hex.zpl --start 'ww1/3/3 b'
expect 'the rules' 0 '^:precondition \(open\(\?x,\?y\)\)' "$verified" table "${rules[@]}" hex.zpl --rules

changed hex.txt 's/^(3\/3\/3 b\t)win in 5/\1win in 7/'
expect 'a wrong distance' 1 \
  "Refused: 3/3/3 b is told as a win in 7, but its best move, to 3/1b1/3 w, leads to a loss in 4 there" \
  "$verified" table "${rules[@]}" changed.txt
expect 'JSON of a refusal' 1 '"refusal": "Refused: 3/3/3 b' "$verified" table "${rules[@]}" changed.txt --json
expect 'a refusal by one of several processes' 1 'Refused: 3/3/3 b' \
  "$verified" table "${rules[@]}" changed.txt --processes 2
changed hex.txt '/^3\/1b1\/3 w/d; s/# end 2278/# end 2277/'
expect 'a position dropped' 1 'leads to a position that is not in the list' \
  "$verified" table "${rules[@]}" changed.txt
changed hex.txt '/^3\/3\/3 b/d; s/# end 2278/# end 2277/'
expect 'the start dropped' 1 'the start, 3/3/3 b, is not in the list' \
  "$verified" table "${rules[@]}" changed.txt
changed hex.txt 's/^3\/1b1\/3 w\t.*/&\nbbb\/3\/3 w\tloss in 2/; s/# end 2278/# end 2279/'
expect 'a position where the game is over, or cannot be' 1 'Refused: bbb/3/3 w' \
  "$verified" table "${rules[@]}" changed.txt

# --- Lists that cannot be read -----------------------------------------------------------------------

head -c 30000 hex.zpl >short.zpl
expect 'a truncated list' 2 'truncated' "$verified" table "${rules[@]}" short.zpl
head -c 10 hex.zpl >short.zpl
expect 'a list of ten bytes' 2 'truncated' "$verified" table "${rules[@]}" short.zpl
head -c 20000 hex.txt >short.txt
expect 'a truncated list as text' 2 'truncated' "$verified" table "${rules[@]}" short.txt
{ head -c 45000 hex.zpl && tail -c 4000 hex.zpl; } >short.zpl
expect 'a list with a part too many' 2 'hex|short' "$verified" table "${rules[@]}" short.zpl
: >empty
expect 'an empty file' 2 'not a list' "$verified" table "${rules[@]}" empty
expect 'no file' 2 'none.zpl' "$verified" table "${rules[@]}" none.zpl
expect 'a folder' 2 '\.' "$verified" table "${rules[@]}" .
expect 'another file' 2 'not a list' "$verified" table "${rules[@]}" "${rules[0]}"
changed hex.txt 's/^3\/3\/3 b/3\/3\/4 b/'
expect 'a position that is none' 2 'is not a position' "$verified" table "${rules[@]}" changed.txt
changed hex.txt 's/win in 5/win in five/'
expect 'a value that is none' 2 'is not a value' "$verified" table "${rules[@]}" changed.txt
changed hex.txt 's/"rows":3/"rows":4/'
expect 'another board' 2 'board of 3 columns and 4 rows' "$verified" table "${rules[@]}" changed.txt
expect 'the board of other rules' 2 'board of 3 columns and 3 rows' \
  "$verified" table "$games/hex/domain.bddl" "$games/hex/2x2.bddl" hex.zpl
changed hex.txt 's/"metric":"distance"/"metric":"score"/'
expect 'scores' 2 'only distances' "$verified" table "${rules[@]}" changed.txt
changed hex.txt 's/"record":"grid"/"record":"ostle"/'
expect 'another kind of game' 2 'on a grid' "$verified" table "${rules[@]}" changed.txt
solve connect connect 3x3-3
expect 'other rules' 1 'Refused' "$verified" table "${rules[@]}" hex.zpl

# --- Outcomes without distances -----------------------------------------------------------------------

solve evader evader 4x4-2-3
rules=("$games/connect/domain.bddl" "$games/connect/4x4-4.bddl")
"$zermelo" hybrid connect columns=4 rows=4 -o outcomes.ztb --force >/dev/null 2>&1 || exit 1
"$zermelo" export outcomes.ztb --format text -o outcomes.txt --force >/dev/null || exit 1
"$zermelo" export outcomes.ztb --format binary -o outcomes.zpl --force >/dev/null || exit 1
expect 'outcomes' 0 'all 134,289 values are true, and the game is drawn' \
  "$verified" table "${rules[@]}" outcomes.txt
expect 'outcomes in the binary form' 0 'Verified: all 134,289' "$verified" table "${rules[@]}" outcomes.zpl
changed outcomes.txt '0,/win$/s/win$/draw/'
expect 'a wrong outcome' 1 'is told as a draw, but that does not follow from its moves' \
  "$verified" table "${rules[@]}" changed.txt
changed evader.txt 's/(win|loss) in [0-9]+$/\1/; s/"metric":"distance"/"metric":"outcome"/'
expect 'outcomes where play can go round in circles' 1 'does not put a piece on the board' \
  "$verified" table "$games/evader/domain.bddl" "$games/evader/4x4-2-3.bddl" changed.txt

# --- A side that cannot move ---------------------------------------------------------------------------

solve breakthrough breakthrough 2x4
"$zermelo" solve --bddl "${rules[@]}" --stuck loss -o loss.ztb --force >/dev/null
"$zermelo" export loss.ztb --format binary -o loss.zpl --force >/dev/null
expect 'as in the rules' 0 Verified "$verified" table "${rules[@]}" breakthrough.zpl --stuck draw
expect '--stuck loss' 0 Verified "$verified" table "${rules[@]}" loss.zpl --stuck loss

# --- Strategies ------------------------------------------------------------------------------------------

# strategy NAME FOLDER PROBLEM PATTERN: of the winner, or of a side that does not lose.
strategy() {
  solve "$1" "$2" "$3"
  "$zermelo" strategy "$1.ztb" -o "$1.aig" >/dev/null || exit 1
  "$zermelo" export "$1.aig" -o "$1.zps" --format binary --force >/dev/null || exit 1
  "$zermelo" export "$1.aig" -o "$1.list" --format text --force >/dev/null || exit 1
  expect "the strategy of $1" 0 "$4" "$verified" strategy "${rules[@]}" "$1.zps"
  expect "the strategy of $1 as text" 0 "$4" "$verified" strategy "${rules[@]}" "$1.list"
}
strategy shape connect 4x4-3 'Verified: with this strategy Black wins within 9 plies'
perl -pe 's/rank (\d+)$/"rank " . ($1 - 1)/e' shape.list >changed.txt
expect 'all ranks less by 1' 1 Refused "$verified" strategy "${rules[@]}" changed.txt
changed shape.list 's/"depth":9/"depth":8/'
expect 'a depth less by 1' 1 'to win within 8 plies, but the start has the rank 9' \
  "$verified" strategy "${rules[@]}" changed.txt
changed shape.list 's/"depth":9/"depth":11/'
expect 'a depth that is more' 0 Verified "$verified" strategy "${rules[@]}" changed.txt
changed shape.list 's/"owner":"black"/"owner":"white"/'
expect 'the other owner' 1 Refused "$verified" strategy "${rules[@]}" changed.txt
changed shape.list '/^4\/4\/4\/4 b/d; s/# end 59/# end 58/'
expect 'the start dropped' 1 'is not in the list' "$verified" strategy "${rules[@]}" changed.txt
for line in 10 20 30 40 50; do
  sed "${line}d; s/# end 59/# end 58/" shape.list >changed.txt
  expect 'a member dropped' 1 Refused "$verified" strategy "${rules[@]}" changed.txt
done
expect 'a table for a strategy' 2 'list of a table' "$verified" strategy "${rules[@]}" shape.zpl
expect 'a strategy for a table' 2 'list of a strategy' "$verified" table "${rules[@]}" shape.zps
changed shape.list 's/rank [0-9]+$/rank -1/'
expect 'ranks below 0' 2 'not a value' "$verified" strategy "${rules[@]}" changed.txt

strategy ttt tic-tac-toe 3x3 'Verified: with this strategy Black never loses'
changed ttt.list 's/"claim":"does-not-lose"/"claim":"wins"/'
expect 'a claim to win' 1 Refused "$verified" strategy "${rules[@]}" changed.txt
strategy evader evader 4x4-2-3 Verified
strategy pong pong-hau-ki start Verified
strategy breakthrough breakthrough 3x4 Verified

# --- Moves and rules -----------------------------------------------------------------------------------------

for game in hex/3x3 breakthrough/3x4 konane/4x4 domineering/4x4 evader/4x4-2-3 evader/8x8-2-3 pong-hau-ki/start \
  rings/4-race connect/4x4-3 cross-purposes/4x4 notakto/3x4 shapes/4x4-tippy knightthrough/3x4; do
  folder=$(dirname "$game")
  expect "the moves of $game" 0 'have the same [0-9,]+ moves' "$verified" moves "$games/$folder/domain.bddl" \
    "$games/$game.bddl" --compare "$zermelo" --count 40
done
expect 'the moves of effects that leave a choice' 0 'have the same [0-9,]+ moves' \
  "$verified" moves "$own/choice.bddl" "$own/choice-3x3.bddl" --compare "$zermelo" --count 40
sed 's/open(?x,?y-1)/open(?x,?y+1)/' "$games/breakthrough/domain.bddl" >other.bddl
cat >"zermelo-otherwise" <<TEXT
#!/bin/sh
shift 3
exec "$zermelo" moves --bddl "$games/breakthrough/domain.bddl" "\$@"
TEXT
chmod +x zermelo-otherwise
expect 'other moves' 1 'the proved program has' "$verified" moves other.bddl "$games/breakthrough/3x4.bddl" \
  --compare ./zermelo-otherwise
expect 'the moves of a position' 0 '^b2/3/3 w$' "$verified" moves "$games/hex/domain.bddl" "$games/hex/3x3.bddl"
expect 'a position that is none' 2 'is not a position' "$verified" moves "$games/hex/domain.bddl" \
  "$games/hex/3x3.bddl" --position '3/3 b'
for part in domain problem; do
  "$verified" rules "$games/konane/domain.bddl" "$games/konane/4x4.bddl" "--$part" >"$part.bddl"
done
"$verified" rules "$games/konane/domain.bddl" "$games/konane/4x4.bddl" >once.txt
"$verified" rules domain.bddl problem.bddl >twice.txt
cmp -s once.txt twice.txt || { echo 'FAILED: the rules that are printed are not those that are read'; exit 1; }
printf '#init\n' >wrong.bddl
expect 'rules with an error' 2 'wrong.bddl:2: expected #boardsize' \
  "$verified" rules "$games/hex/domain.bddl" wrong.bddl

# --- Usage ---------------------------------------------------------------------------------------------------

expect 'no verb' 0 usage "$verified"
expect 'a verb that is none' 2 'no verb' "$verified" tables
expect 'an option that is none' 2 "no option '--fast'" "$verified" table a b c --fast
expect 'an option without its value' 2 'wants a value' "$verified" table a b c --processes
expect 'a number that is none' 2 'a number from 1' "$verified" table "${rules[@]}" hex.zpl --processes 0
expect 'too few arguments' 2 'arguments are needed' "$verified" table a
expect 'help' 0 'Exit status: 0 verified, 1 refused' "$verified" table --help

[[ $failures == 0 ]] || { echo "$failures failed"; exit 1; }
echo 'all as expected'
