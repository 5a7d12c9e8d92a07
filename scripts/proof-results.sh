#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/proof-results.md: one game and every engine, for some twenty games. Takes an hour or more on two
# cores; what is finished is not done again. (A paper's instances by every method: scripts/qbf-results.sh.)
#
#   --data DIR          where the runs' results go (default: build/proofs)
#   --seconds S         seconds for each engine and game (default: 60)
#   --memory SIZE       memory for each (default: 8G)
#   --small             only what takes seconds: a rehearsal, into DIR
#   --program FILE      use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--data DIR] [--seconds S] [--memory SIZE] [--small] [--program FILE]" >&2
  exit 2
}
data='' seconds=60 memory=8G small=false zermelo=''
while (($#)); do
  case "$1" in
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --seconds) shift && seconds=${1-} && [[ -n $seconds ]] || usage ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --small) small=true ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
source scripts/results.sh
data=${data:-$PWD/build/proofs}
page=docs/proof-results.md
if [[ $small == true ]]; then
  page=$data/proof-results.md seconds=2 memory=1G
fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then build_program; fi
need jq

# --- One game, every engine --------------------------------------------------------------------------

# A name, and the game as it is given to the program.
games=(
  "tic-tac-toe 3x3|mnk columns=3 rows=3 k=3"
  "Notakto 3x3|notakto columns=3 rows=3"
  "Connect Four 4x3, three in a row|connect columns=4 rows=3 line=3"
  "Hex 3x3|$(model hex 3x3)"
)
if [[ $small == false ]]; then
  games+=(
    "tic-tac-toe 4x3, three in a row|mnk columns=4 rows=3 k=3"
    "tic-tac-toe 4x4, four in a row|mnk columns=4 rows=4 k=4"
    "Notakto 4x3|notakto columns=4 rows=3"
    "Connect Four 4x4|connect columns=4 rows=4"
    "Connect Four 5x4|connect columns=5 rows=4"
    "Domineering 4x4|domineering columns=4 rows=4"
    "Domineering 5x5|domineering columns=5 rows=5"
    "Breakthrough 3x4|breakthrough columns=3 rows=4"
    "Breakthrough 2x6|breakthrough columns=2 rows=6"
    "Clobber 4x3|clobber columns=4 rows=3"
    "Othello 4x4|othello rows=4 columns=4"
    "Hex 4x4|$(model hex 4x4)"
    "shapes 3x3, el|$(model shapes 3x3-el)"
    "shapes 4x4, tippy|$(model shapes 4x4-tippy)"
    "connect-3 4x4|$(model connect 4x4-3)"
    "Breakthrough 3x4, White first|$(model breakthrough 3x4-second)"
    "evader and pursuer 8x8|$(model evader 8x8-3-4)"
    "pursuer and evader 8x8|$(model pursuer 8x8-2-3)"
    "Konane 4x4|$(model konane 4x4)"
    "Knightthrough 3x4|$(model knightthrough 3x4)"
    "cross purposes 4x4|$(model cross-purposes 4x4)"
  )
fi
crosschecked() { echo "crosscheck-$(tr ' ,' '-_' <<<"$1")"; }
for entry in "${games[@]}"; do
  # (The game is several words.)
  # shellcheck disable=SC2086
  run "$(crosschecked "${entry%%|*}")" crosscheck ${entry#*|} --seconds "$seconds" --memory "$memory"
done

write_crosschecks() {
  echo '| game | verdict | table | search | sets | IC3 | QBF |'
  echo '|---|---|---:|---:|---:|---:|---:|'
  local entry
  for entry in "${games[@]}"; do
    jq -r --arg game "${entry%%|*}" '
      def of(name): [.engines[] | select(.engine == name)] |
        if length == 0 then "" else .[0] |
          if .verdict == "unknown" then "not decided"
          elif .verdict == "no win" and .refuted != "all" then "\(.seconds * 100 | round / 100) (within \(.refuted))"
          else "\(.seconds * 100 | round / 100)" end
        end;
      ([.engines[].plies | select(. != null)] | first) as $plies |
      (if any(.engines[]; .verdict == "win")
       then "Black wins" + (if $plies then " in \($plies)" else "" end)
       else "Black cannot win" end) as $verdict |
      "| \($game) | \($verdict) | \(of("table")) | \(of("search")) | \(of("sets")) | \(of("ic3")) | \(of("qbf")) |"
    ' "$data/$(crosschecked "${entry%%|*}").json"
  done
}

# --- The page ------------------------------------------------------------------------------------------

write_page() {
  cat <<TEXT
<!-- Made by scripts/proof-results.sh; do not edit. -->

# Proofs: results

Times are wall time in seconds, at most $seconds for each engine and game, with $memory of memory. The methods are explained in
[proofs.md](proofs.md) and [qbf.md](qbf.md).

## One game, every engine

\`zermelo crosscheck\`: whether Black can force a win, according to every engine that knows the game. An empty cell is an engine that does not, or QBF
where no bound on the length of play is known; "within" says that only this many plies were looked at. No two disagree.

$(write_crosschecks)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
