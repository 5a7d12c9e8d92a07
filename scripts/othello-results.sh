#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/othello-results.md: the experiments of S. van Dijk's thesis "Solving Othello
# using BDDs", with the published numbers beside ours, and draws its figures 7.2, 7.6 and 7.7 as SVG into
# docs/images. Takes an hour or more, and some GiB of memory; what is finished is not done again.
#
#   --data DIR        where the runs' results go (default: build/othello)
#   --quick           leave out what takes long: algorithms 2 and 4 on 4x5
#   --small           only what takes seconds (4x4, without algorithms 2 and 4): a rehearsal, into DIR
#   --memory SIZE     memory for the diagrams of a run (default: 12G)
#   --program FILE    use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--data DIR] [--quick | --small] [--memory SIZE] [--program FILE]" >&2
  exit 2
}
data='' small=false quick=false memory=12G zermelo=''
while (($#)); do
  case "$1" in
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --quick) quick=true ;;
    --small) small=true ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
data=${data:-$PWD/build/othello}
page=docs/othello-results.md images=docs/images
if [[ $small == true ]]; then
  page=$data/othello-results.md images=$data
fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then
  scripts/install-deps.sh
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli
  zermelo=$PWD/build/release/zermelo
fi
for tool in gnuplot jq; do
  command -v "$tool" >/dev/null || { echo "othello-results: install Debian's package '$tool'." >&2; exit 1; }
done

# --- Runs ------------------------------------------------------------------------------------------

# run NAME ARGUMENT...: the JSON of `zermelo bdd othello` in DATA/NAME.json. If the diagrams do not
# fit, it has what was found before that, or is {}.
run() {
  local name=$1
  shift
  local file=$data/$name.json
  [[ ! -s $file ]] || return 0
  echo "$name ..."
  if ! "$zermelo" bdd othello "$@" --memory "$memory" --json >"$file.part" 2>"$data/$name.err"; then
    grep -q 'do not fit' "$data/$name.err" || { cat "$data/$name.err" >&2; exit 1; }
    [[ -s $file.part ]] || echo '{}' >"$file.part"
  fi
  mv "$file.part" "$file"
}
# The iterations of a run as two columns.
points() {
  [[ -s $data/$1.json ]] || { : >"$data/$1.dat" && return; }
  jq -r '.result.iterations[]? | "\(.iteration) \(.nodes)"' "$data/$1.json" >"$data/$1.dat"
}

boards=('4 4')
algorithms44=(1 3 5)
if [[ $small == false ]]; then
  boards+=('4 5' '5 5' '5 6')
  algorithms44=(1 2 3 4 5)
fi
for encoding in standard 3t; do
  run "relation-4x4-$encoding" rows=4 cols=4 --relation --encoding "$encoding"
done
for board in "${boards[@]}"; do
  read -r rows cols <<<"$board"
  run "won-${rows}x$cols" "rows=$rows" "cols=$cols"
done
run steps-4x4 rows=4 cols=4 --steps
run steps-4x5 rows=4 cols=5 --steps
run steps-8x8 rows=8 cols=8 --steps
for n in "${algorithms44[@]}"; do run "algorithm-4x4-$n" rows=4 cols=4 --algorithm "$n"; done
if [[ $small == false ]]; then
  algorithms45=(1 3 5)
  [[ $quick == true ]] || algorithms45+=(4 2)
  for n in "${algorithms45[@]}"; do run "algorithm-4x5-$n" rows=4 cols=5 --algorithm "$n"; done
  for order in corners-first corners-last columns; do
    run "order-$order" rows=4 cols=5 --algorithm 5 --order "$order"
  done
  run turn-last rows=4 cols=5 --algorithm 5 --turn last
fi

# --- Figures ---------------------------------------------------------------------------------------

# draw FILE TITLE LABEL=RUN...
draw() {
  local file=$1 title=$2 plots='' pair
  shift 2
  for pair; do
    points "${pair#*=}"
    [[ -s $data/${pair#*=}.dat ]] || continue
    plots+="${plots:+, }'$data/${pair#*=}.dat' with linespoints linewidth 2 title '${pair%%=*}'"
  done
  gnuplot <<PLOT
set terminal svg size 720,440 font 'sans-serif,13' background rgb 'white'
set output '$images/$file'
set title '$title'
set xlabel 'iteration'
set ylabel 'nodes'
set logscale y
set grid
set key outside right top
plot $plots
PLOT
}
lines44=()
for n in "${algorithms44[@]}"; do lines44+=("algorithm $n=algorithm-4x4-$n"); done
draw othello-4x4-algorithms.svg '4x4: nodes after each iteration' "${lines44[@]}"
if [[ $small == false ]]; then
  draw othello-4x5-algorithms.svg '4x5: nodes after each iteration' \
    'algorithm 1=algorithm-4x5-1' 'algorithm 2=algorithm-4x5-2' 'algorithm 3=algorithm-4x5-3' \
    'algorithm 4=algorithm-4x5-4' 'algorithm 5=algorithm-4x5-5'
  draw othello-4x5-orders.svg '4x5, algorithm 5: orders of the squares' \
    'rows (a)=algorithm-4x5-5' 'corners first (b)=order-corners-first' \
    'corners last (c)=order-corners-last' 'columns=order-columns'
  draw othello-4x5-turn.svg '4x5, algorithm 5: place of the turn' \
    'turn first=algorithm-4x5-5' 'turn last=turn-last'
fi

# --- The page --------------------------------------------------------------------------------------

grouped() { echo "$1" | sed ':a; s/^\([0-9]\+\)\([0-9]\{3\}\)/\1,\2/; ta'; }
# field RUN PATH: a number of a run; - if the run has none.
field() {
  local value=''
  [[ ! -s $data/$1.json ]] || value=$(jq -r "$2 // empty" "$data/$1.json")
  [[ -n $value ]] && grouped "$value" || echo '-'
}
# row RUN PATH NAME PUBLISHED
row() { echo "| $3 | $(field "$1" "$2") | $4 |"; }

write_sizes() {
  echo '| diagram | encoding | nodes | published |'
  echo '|---|---|---:|---:|'
  row relation-4x4-standard .sizes.initial_nodes 'the start | standard' 34
  row relation-4x4-3t .sizes.initial_nodes 'the start | 3T' 22
  row relation-4x4-standard .sizes.relation_nodes 'all moves | standard' 215,801
  row relation-4x4-3t .sizes.relation_nodes 'all moves | 3T' 192,422
  row relation-4x4-standard .sizes.won_nodes 'White has won | standard, as the thesis builds it' 45,478
  row relation-4x4-standard .sizes.won_states_nodes 'White has won | standard, positions only' ''
  row relation-4x4-3t .sizes.won_nodes 'White has won | 3T' 32,636
}

write_peaks() {
  echo '| board | algorithm | peak | published | states, at the end | processor time | memory |'
  echo '|---|---|---:|---:|---:|---:|---:|'
  local board n published run
  for board in 4x4 4x5; do
    for n in 1 2 3 4 5; do
      run=algorithm-$board-$n
      [[ -e $data/$run.json ]] || continue
      published=''
      case $board-$n in
        4x4-2) published=2,279,148 ;;
        4x4-3) published=37,298 ;;
        4x4-4) published=620,067 ;;
        4x4-5) published=15,656 ;;
      esac
      echo "| $board | $n | $(field "$run" .result.peak_nodes) | $published |" \
        "$(field "$run" '.result.iterations[-1].states') |" \
        "$(jq -r 'if .processor_seconds == null then "did not fit" else
            "\(.processor_seconds * 10 | round / 10) s" + (if .complete == false then ", then it did not fit" else "" end) end' \
          "$data/$run.json") |" \
        "$(jq -r 'if .memory_bytes then "\(.memory_bytes / 1048576 | round) MiB" else "-" end' "$data/$run.json") |"
    done
  done
}

write_won() {
  echo '| board | positions won by White at the end | published | nodes, 3T |'
  echo '|---|---:|---:|---:|'
  row won-4x4 .sizes.won_states 4x4 "901,134 | $(field won-4x4 .sizes.won_nodes)"
  [[ $small == false ]] || return 0
  row won-4x5 .sizes.won_states 4x5 "1.51722e7 | $(field won-4x5 .sizes.won_nodes)"
  row won-5x5 .sizes.won_states 5x5 "4.6418e8 | $(field won-5x5 .sizes.won_nodes)"
  row won-5x6 .sizes.won_states 5x6 "1.55636e10 | $(field won-5x6 .sizes.won_nodes)"
}

write_steps() {
  local board
  for board in 4x4 4x5 8x8; do
    echo
    echo "$board, $(jq '[.steps[] | select(.counted == .formula)] | length' "$data/steps-$board.json") of" \
      "$(jq '.steps | length' "$data/steps-$board.json") squares as the formula says:"
    echo
    echo '| square | pairs of positions | nodes |'
    echo '|---|---:|---:|'
    jq -r '.steps[] | "\(.square) \(.counted) \(.nodes)"' "$data/steps-$board.json" |
      while read -r square counted nodes; do
        echo "| $square | $(grouped "$counted") | $(grouped "$nodes") |"
      done
  done
}

write_page() {
  cat <<TEXT
<!-- Made by scripts/othello-results.sh; do not edit. -->

# Othello with decision diagrams: results

The experiments of S. van Dijk's thesis *Solving Othello using BDDs* (Leiden, 2019), computed by \`zermelo bdd othello\` with
$(jq -r .library "$data/relation-4x4-3t.json"). The thesis used Sylvan, which counts a function and its negation as one; with BuDDy there are a
few nodes more. What the numbers mean, and what the thesis gets wrong, is in [othello.md](othello.md).

## Sizes (Table 7.1, 4x4)

$(write_sizes)

## Algorithms (Table 7.2, Figure 7.2)

Encoding 3T, squares by rows, the turn first. Iterations of algorithms 2 and 3 are a move of either side.

$(write_peaks)

![Nodes after each iteration, 4x4](images/othello-4x4-algorithms.svg)
TEXT
  if [[ $small == false ]]; then
    cat <<TEXT
![Nodes after each iteration, 4x5](images/othello-4x5-algorithms.svg)

## Orders (Figures 7.6 and 7.7)

![Orders of the squares](images/othello-4x5-orders.svg)
![Place of the turn](images/othello-4x5-turn.svg)
TEXT
  fi
  cat <<TEXT

## Games that have ended (Table 7.3)

Both values of the turn are counted.

$(write_won)

## A disc on each square (equation 5.3)

Pairs of positions that the relation of a square holds for, both sides together, counted in its diagram (standard encoding).
$(write_steps)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
