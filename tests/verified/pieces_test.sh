#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# zermelo-verified with rules in version 2 of BDDL: pieces_test.sh ZERMELO VERIFIED SOURCE SCRATCH
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

# solve NAME RULES: NAME.ztb, the lists NAME.zpl and NAME.txt.
solve() {
  "$zermelo" solve "$2" -o "$1.ztb" --force >/dev/null || exit 1
  "$zermelo" export "$1.ztb" --format binary -o "$1.zpl" --force >/dev/null || exit 1
  "$zermelo" export "$1.ztb" --format text -o "$1.txt" --force >/dev/null || exit 1
}
# table NAME [OPTION...]: checks a list. (`expect` calls it.)
# shellcheck disable=SC2317
table() {
  local name=$1
  shift
  "$verified" table "$rules" "$name" "$@"
}
changed() { sed -E "$2" "$1" >changed.txt; }
# with_rules SED: the rules changed so.
with_rules() { sed -E "$1" "$rules" >changed.bddl; }

# --- Tables ----------------------------------------------------------------------------------------

for game in dodgem pong-hau-ki hexapawn three-mens-morris; do
  rules=$games/$game/$game.bddl
  solve "$game" "$rules"
  expect "$game" 0 'Verified: all' table "$game.zpl"
  expect "$game, lean" 0 'Verified: all' table "$game.zpl" --lean
done
expect 'three symmetries of the grid and more' 0 'by 7 symmetries' table three-mens-morris.zpl
rules=$games/quixo/quixo.bddl
solve quixo "$rules"
expect 'Quixo is won in 7' 0 'wins in 7 plies.*' table quixo.zpl
expect 'the published number of positions of Quixo' 0 '^Read.* 1,397 stand for all' table quixo.zpl
rules=$own/drops.bddl
solve drops "$rules"
expect 'drops and promotions' 0 'wins in 5 plies' table drops.zpl
expect 'several processes' 0 'wins in 5 plies' table drops.zpl --processes 3
expect 'a list as text' 0 'wins in 5 plies' table drops.txt
expect 'text through a pipe' 0 'wins in 5' bash -c 'cat drops.txt | "$@"' - "$verified" table "$rules" -
expect 'JSON' 0 '"start": "win in 5"' table drops.zpl --json --quiet
expect 'another start' 0 'begins loses in 4' table drops.zpl --start '1K1/1P1/1k1[p] b'
expect 'a start that is none' 2 'is not a position of this game' table drops.zpl --start '1K1/1X1/1k1[p] b'
expect 'the rules' 0 '^:effect hand\(own,pawn\)-1 own-pawn' table drops.zpl --rules
rules=$own/mills.bddl
solve mills "$rules"
expect 'moves in parts' 0 'begins loses in 12' table mills.zpl
rules=$own/rows.bddl
solve rows "$rules"
expect 'ends that are other conditions after a turn of the board' 0 '^Read.* by 7 symmetries' table rows.zpl
with_rules 's/^\?d=along/?d=right/'
solve fewer changed.bddl
rules=changed.bddl
expect 'only rows across have won' 0 '^Read.* by 3 symmetries' table fewer.zpl
expect 'rows upright have not' 1 'Refused' table rows.zpl
rules=$games/dobutsu/dobutsu.bddl
"$zermelo" solve "$rules" expand=lean-first -o lean.ztb --force >/dev/null || exit 1
"$zermelo" export lean.ztb --format binary -o lean.zpl --force >/dev/null || exit 1
expect 'a lean table' 0 'all 924,741 values are true, and the game is drawn' table lean.zpl --lean --processes 2 --log lean.log
expect 'its log' 0 'verified: the game is drawn' cat lean.log
expect 'what was checked' 0 '^positions 924741' head -3 lean.log
expect 'the ranges' 0 '^passed 0 [0-9]+ in' cat lean.log
expect "a lean table needs a lean check" 1 "not in the list .with --lean" table lean.zpl
expect 'a log that cannot be written' 2 'The log cannot be written' table lean.zpl --lean --log no/folder/log
rules=$games/tapatan/tapatan.bddl
solve tapatan "$rules"
expect 'Tapatan is won in 9' 0 'wins in 9 plies' table tapatan.zpl

# --- False lists -----------------------------------------------------------------------------------

start='3/3/3\[3b3w\] b'
all=$(sed -n 's/^# end \([0-9]*\).*/\1/p' tapatan.txt)
fewer="s/# end $all/# end $((all - 1))/" more="s/# end $all/# end $((all + 1))/"
changed tapatan.txt "s|^($start\t).*|\1win in 7|"
expect 'a wrong distance' 1 'is told as a win in 7, but its best move leads to a loss in 8' table changed.txt
changed tapatan.txt "\|^$start|d; $fewer"
expect 'the start dropped' 1 'the start, .* is not in the list' table changed.txt
changed tapatan.txt "s|^$start\t.*|&\n3/3/3[3b3w] b\tdraw|; $more"
expect 'a position twice' 1 'told as two things' table changed.txt
changed tapatan.txt "s|^$start\t.*|&\nbbb/3/ww1[w] b\twin in 1|; $more"
expect 'a position where the game is over, or has no sense' 1 'Refused: ' table changed.txt
changed tapatan.txt "s|^$start\t.*|&\nbbbb/3/3[w] b\twin in 1|; $more"
expect 'a position that is none' 2 'is not a position' table changed.txt

# Rules changed in one condition or effect: the table is not true of them.
with_rules 's/open\(\?p\)$/NOT(other(?p))/'
expect 'a piece may be placed where one stands' 1 'Refused' "$verified" table changed.bddl tapatan.zpl
with_rules 's/next\(\?p,\?q\) //'
expect 'a piece may go anywhere' 1 'Refused' "$verified" table changed.bddl tapatan.zpl
with_rules 's/own\(\?r\)$/NOT(own(?r)) on(?r)/'
expect 'another goal' 1 'Refused' "$verified" table changed.bddl tapatan.zpl
with_rules 's/^\(1,3\) \(2,2\) \(3,1\)$//'
expect 'a line less' 1 'Refused' "$verified" table changed.bddl tapatan.zpl
with_rules 's/man\)=3 /man)=4 /'
expect 'another start' 1 'Refused' "$verified" table changed.bddl tapatan.zpl
rules=$own/mills.bddl
with_rules 's/ :otherwise//'
expect 'men in mills may be taken' 1 'Refused' "$verified" table changed.bddl mills.zpl
with_rules 's/^:then.*//'
expect 'mills take nothing' 1 'Refused' "$verified" table changed.bddl mills.zpl
with_rules 's/#stuck loss//'
expect 'no move is a draw' 1 'Refused' "$verified" table changed.bddl mills.zpl
rules=$own/drops.bddl
with_rules 's/ NOT\(attacked\(\?p\)\)//'
expect 'the try cannot be taken' 1 'Refused' "$verified" table changed.bddl drops.zpl
with_rules 's/own-gold\(\?q\)/own-pawn(?q)/'
expect 'no promotion' 1 'Refused' "$verified" table changed.bddl drops.zpl
with_rules 's/pawn=pawn,gold/pawn/'
expect 'gold does not come to hand' 1 'Refused' "$verified" table changed.bddl drops.zpl
with_rules 's/#mirror turn/#mirror none/'
expect 'another mirror' 1 'Refused' "$verified" table changed.bddl drops.zpl
rules=$games/quixo/quixo.bddl
with_rules 's/^(#losses.*)/%/'
expect 'the other side may complete a line' 1 'Refused' "$verified" table changed.bddl quixo.zpl

# --- Moves -----------------------------------------------------------------------------------------

for game in "$games"/{tapatan/tapatan,dodgem/dodgem,quixo/quixo,hexapawn/hexapawn,dobutsu/dobutsu}.bddl "$own"/{mills,drops}.bddl; do
  expect "moves of $game" 0 'In [0-9]+ positions both have the same' \
    "$verified" moves "$game" --compare "$zermelo" --count 12 --quiet
done
rules=$games/tapatan/tapatan.bddl
expect 'moves' 0 '^3/3/b2\[2b3w\] w$' "$verified" moves "$rules"
with_rules 's/next\(\?p,\?q\) //'
printf '#!/bin/sh\nshift 2\nexec "%s" moves "%s" "$@"\n' "$zermelo" "$rules" >other-rules
chmod +x other-rules
expect 'moves of other rules' 1 'the proved program has .*, and zermelo has' \
  "$verified" moves changed.bddl --compare ./other-rules --count 40 --quiet

# --- Rules that cannot be read -----------------------------------------------------------------------

# refused WHAT PATTERN SED: the rules of Tapatan changed so cannot be read.
refused() {
  with_rules "$3"
  expect "$1" 2 "$2" "$verified" table changed.bddl tapatan.zpl
}
refused 'an unknown piece' "there is no piece 'king'" 's/own,man/own,king/'
refused 'an unknown condition' "there is no condition 'mill'" 's/next\(/mill(/'
refused 'an unknown variable' 'nothing says what \?s stands for' 's/open\(\?q\)/open(?s)/'
refused 'no board' '#boardsize is missing' '/^#boardsize/d'
refused 'an unknown section' "there is no section '#moves'" 's/#actions/#moves/'
refused 'rules of one side' 'both sides must have the same rules' 's/#actions/#blackactions/'
refused 'endless play' 'endless play is a draw' 's/^#goals/#endless black\n#goals/'
refused 'attacked in an action' 'cannot stand in an action' 's/next\(\?p,\?q\)/attacked(?p)/'
refused 'a sign' "'!' means nothing here" 's/next/!next/'
refused 'no end of a condition' "expected" 's/open\(\?q\)$/open(?q/'
refused 'a hand that does not fit' 'a hand holds 0 to 15' 's/man\)=3/man)=16/'
refused 'what is not compiled' 'does not know these rules' 's/^(:effect open\(\?p\)) own/\1 when (open(?q)) (open(?p)) own/'
# (The words are those of the other shell.)
# shellcheck disable=SC2016
expect 'a list of version 1' 2 'are those of rules in version 1' \
  bash -c '"$1" solve --bddl "$3/hex/domain.bddl" "$3/hex/3x3.bddl" -o hex.ztb --force >/dev/null &&
    "$1" export hex.ztb --format binary -o hex.zpl --force >/dev/null && "$2" table "$3/dodgem/dodgem.bddl" hex.zpl' \
  - "$zermelo" "$verified" "$games"
expect 'rules of version 1' 2 'the first line must be #bddl 2' "$verified" table "$games/hex/domain.bddl" tapatan.zpl
expect 'a list of version 2 for rules of version 1' 2 'two colours' \
  "$verified" table "$games/hex/domain.bddl" "$games/hex/3x3.bddl" tapatan.zpl
expect 'stuck' 2 'the rules say it under #stuck' "$verified" table "$rules" tapatan.zpl --stuck loss

exit $((failures > 0))
