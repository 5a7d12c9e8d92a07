#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/proof-results.md: one game and every engine, for some twenty games; Tables 2 and 3 of Shaik and
# van de Pol, "Concise QBF Encodings for Games on a Grid" (2023), by every method; and the sizes of formulas, drawn as
# SVG into docs/images. Takes an hour or more on two cores; what is finished is not done again.
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
data=${data:-$PWD/build/proofs}
page=docs/proof-results.md images=docs/images
if [[ $small == true ]]; then
  page=$data/proof-results.md images=$data seconds=2 memory=1G
fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then
  scripts/install-deps.sh
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli
  zermelo=$PWD/build/release/zermelo
fi
for tool in gnuplot jq; do
  command -v "$tool" >/dev/null || { echo "proof-results: install Debian's package '$tool'." >&2; exit 1; }
done

# run NAME ARGUMENT...: the JSON that the program prints, in DATA/NAME.json.
run() {
  local file=$data/$1.json
  shift
  [[ ! -s $file ]] || return 0
  echo "zermelo $* ..." >&2
  "$zermelo" "$@" --json >"$file.part"
  mv "$file.part" "$file"
}
model() { echo "--bddl games/$1/domain.bddl games/$1/$2.bddl"; }

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

# --- The BDDL paper's instances ------------------------------------------------------------------------

# A name and the method; what is not built in is left out.
methods=("QBF|qbf|--method qbf" "IC3|ic3|--method ic3" "search|search|--method search")
# shellcheck disable=SC2046
if "$zermelo" prove $(model shapes 3x3-el) --method qbf --depth 5 --solver depqbf >/dev/null 2>&1; then
  methods+=("DepQBF, grounded|depqbf-grounded|--method qbf --solver depqbf"
    "DepQBF, lifted|depqbf-lifted|--method qbf --solver depqbf --encoding lifted")
fi
folder=games
if [[ $small == true ]]; then methods=("${methods[0]}"); fi
for entry in "${methods[@]}"; do
  IFS='|' read -r _ name words <<<"$entry"
  # shellcheck disable=SC2086
  run "table-$name" report bddl-table $folder $words --seconds "$seconds" --memory "$memory"
done
tables() { for entry in "${methods[@]}"; do IFS='|' read -r _ name _ <<<"$entry"; echo "$data/table-$name.json"; done; }

write_header() {
  printf '| %s |' "$1"
  local entry
  for entry in "${methods[@]}"; do printf ' %s |' "${entry%%|*}"; done
  printf '\n|---|'
  [[ $1 != *'|'* ]] || printf -- '---|'
  for entry in "${methods[@]}"; do printf -- '---:|'; done
  printf '\n'
}
write_depths() {
  write_header 'instance | published'
  # shellcheck disable=SC2046
  jq -rs '
    [.[] | .tables[0].rows] | transpose[] |
    "| (\(.[0].part)) \(.[0].instance) | \(.[0].published) |" +
    ([.[] | if .verdict == "not finished" then " \(.ours), then out of time |"
            else " \(.ours): \(.seconds * 100 | round / 100) |" end] | add)' $(tables)
}
write_decided() {
  write_header 'domain, instances | paper'
  # shellcheck disable=SC2046
  jq -rs '
    [.[] | .tables[1].rows] | transpose[] |
    "| \(.[0].domain), \(.[0].instances) | \(.[0].published) |" + ([.[] | " \(.ours) |"] | add)' $(tables)
}

# --- Sizes ---------------------------------------------------------------------------------------------

# sizes_by_depth, sizes_by_board: a number and the sizes of the lifted and the grounded formula.
encode() {
  local encoding=$1 out=$2 domain=$3 problem=$4 depth=$5
  "$zermelo" encode --bddl "$domain" "$problem" --depth "$depth" --encoding "$encoding" --format qdimacs \
    -o "$data/formula" --json >"$out"
}
sizes() {
  local number=$1
  shift
  encode lifted "$data/lifted" "$@"
  encode grounded "$data/grounded" "$@"
  echo "$number $(jq -r '"\(.gates) \(.variables) \(.clauses)"' "$data/lifted")" \
    "$(jq -r '"\(.gates) \(.variables) \(.clauses)"' "$data/grounded")"
}
connect=games/connect
boards=(4 5 6 8) depths=(3 5 7 9)
if [[ $small == false ]]; then boards=(4 5 6 8 10 12 16 19 24 32) depths=(3 5 7 9 11 13 15 17 19 21); fi
if [[ ! -s $data/by-depth.dat ]]; then
  for depth in "${depths[@]}"; do sizes "$depth" $connect/domain.bddl $connect/4x4-3.bddl "$depth"; done >"$data/part"
  mv "$data/part" "$data/by-depth.dat"
fi
if [[ ! -s $data/by-board.dat ]]; then
  for side in "${boards[@]}"; do
    sed "s/^4 4\$/$side $side/" $connect/4x4-3.bddl >"$data/board.bddl"
    sizes "$side" $connect/domain.bddl "$data/board.bddl" 9
  done >"$data/part"
  mv "$data/part" "$data/by-board.dat"
fi
# draw FILE TITLE XLABEL DATA [COMMAND]
draw() {
  gnuplot <<PLOT
set terminal svg size 720,400 font 'sans-serif,13' background rgb 'white'
set output '$images/$1'
set title '$2'
set xlabel '$3'
set ylabel 'gates'
set grid
set key outside right top
set yrange [0:*]
${5-}
plot '$data/$4' using 1:2 with linespoints linewidth 2 pointtype 7 title 'lifted', \
     '$data/$4' using 1:5 with linespoints linewidth 2 pointtype 5 title 'grounded'
PLOT
}
draw qbf-size-by-depth.svg 'connect-3 on 4x4: gates by depth' 'depth' by-depth.dat
draw qbf-size-by-board.svg 'connect-3 at depth 9: gates by side of the board' 'side of the board' by-board.dat 'set yrange [100:*]; set logscale y'
write_sizes() {
  echo "| $1 | lifted: gates, variables, clauses | grounded: gates, variables, clauses |"
  echo '|---|---|---|'
  awk '{printf "| %s | %s, %s, %s | %s, %s, %s |\n", $1, $2, $3, $4, $5, $6, $7}' "$data/$2"
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

## The BDDL paper's instances

Shaik and van de Pol, "Concise QBF Encodings for Games on a Grid" (2023), Table 2, by \`zermelo report bddl-table --method ...\`: the plies of the shortest win, or that there
is none within this many, and the seconds that it took. QBF and IC3 are asked about the published number, search about wins of any length. Where
the paper does not say which of the two its number is, both are given.

$(write_depths)

How many are decided, beside the paper's Table 3 (DepQBF after the preprocessor Bloqqer, an hour for each; its 26 positions of Hex are not
here):

$(write_decided)

## Sizes of formulas

Connect-3 on 4x4, by depth; the lifted formula grows by the same number of gates at every step:

$(write_sizes depth by-depth.dat)

![Gates by depth](images/qbf-size-by-depth.svg)

Connect-3 at depth 9, by the side of the board:

$(write_sizes side by-board.dat)

![Gates by side of the board](images/qbf-size-by-board.svg)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
