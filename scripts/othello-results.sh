#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/othello-results.md: the experiments of S. van Dijk's thesis "Solving Othello
# using BDDs", with the published numbers beside ours, and draws its figures 7.2, 7.6 and 7.7 as SVG into
# docs/images. Takes an hour or more, and some GiB of memory; what is finished is not done again. A figure one of
# whose runs is not there is left as it is.
#
#   --data DIR        where the runs' results go (default: build/othello)
#   --quick           do not run what takes long: algorithms 2 and 4 on 4x5
#   --small           only what takes seconds (4x4, without algorithms 2 and 4): a rehearsal, into DIR
#   --memory SIZE     memory for the diagrams of a run (default: 12G)
#   --limit SECONDS   stop a run after that time; what it has found until then is reported
#   --page            run nothing: make the page from what is in DIR
#   --program FILE    use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--data DIR] [--quick | --small | --page] [--memory SIZE] [--limit SECONDS] [--program FILE]" >&2
  exit 2
}
data='' small=false quick=false only_page=false memory=12G limit=0 zermelo=''
while (($#)); do
  case "$1" in
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --quick) quick=true ;;
    --small) small=true ;;
    --page) only_page=true ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --limit) shift && limit=${1-} && [[ $limit =~ ^[0-9]+$ ]] || usage ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
source scripts/results.sh
data=${data:-$PWD/build/othello}
page=docs/othello-results.md images=docs/images
if [[ $small == true ]]; then
  page=$data/othello-results.md images=$data
fi
mkdir -p "$data"
if [[ -z $zermelo && $only_page == false ]]; then build_program; fi
need gnuplot jq

# --- Runs ------------------------------------------------------------------------------------------

# run NAME ARGUMENT..., instead of that of results.sh: the JSON of `zermelo bdd ...` in DATA/NAME.json. If the diagrams do not
# fit, or the time is up, it has what was found before that, or is {}.
run() {
  local name=$1
  shift
  local file=$data/$name.json
  [[ ! -s $file && $only_page == false ]] || return 0
  echo "$name ..."
  # (A limit of 0 is none.)
  if ! timeout --signal INT "$limit" "$zermelo" bdd "$@" --memory "$memory" --json \
    >"$file.part" 2>"$data/$name.err"; then
    grep -qE 'do not fit|[Ii]nterrupted|stopped' "$data/$name.err" ||
      { cat "$data/$name.err" >&2; exit 1; }
    [[ -s $file.part ]] || echo '{}' >"$file.part"
  fi
  mv "$file.part" "$file"
}
# The iterations of a run as two columns; fails if there are none.
points() {
  [[ -s $data/$1.json ]] || return 1
  jq -r '.result.iterations[]? | select(.iteration != null) | "\(.iteration) \(.nodes)"' \
    "$data/$1.json" >"$data/$1.dat"
  [[ -s $data/$1.dat ]]
}

othello44=(othello rows=4 cols=4) othello45=(othello rows=4 cols=5)
last_board=(othello rows=5 cols=6) connect=(5 5)
algorithms44=(1 2 3 4 5)
if [[ $small == true ]]; then
  algorithms44=(1 3 5) last_board=("${othello44[@]}") connect=(4 4)
fi
for encoding in standard 3t; do
  run "relation-4x4-$encoding" "${othello44[@]}" --relation --encoding "$encoding"
done
run ends-4x4 "${othello44[@]}" --ends
run growth "${last_board[@]}" --extrapolate
run "past-ends-${connect[0]}x${connect[1]}" connect "columns=${connect[0]}" "rows=${connect[1]}"
run steps-4x4 "${othello44[@]}" --steps
for n in "${algorithms44[@]}"; do run "algorithm-4x4-$n" "${othello44[@]}" --algorithm "$n"; done
for n in 3 5; do
  run "complete-4x4-$n" "${othello44[@]}" --algorithm "$n" --transitions complete
done
if [[ $small == false ]]; then
  run steps-4x5 "${othello45[@]}" --steps
  run steps-8x8 othello rows=8 cols=8 --steps
  run ends-4x5 "${othello45[@]}" --ends
  for turn in first last; do run "relation-4x5-$turn" "${othello45[@]}" --relation --turn "$turn"; done
  algorithms45=(1 3 5)
  [[ $quick == true ]] || algorithms45+=(4 2)
  for n in "${algorithms45[@]}"; do run "algorithm-4x5-$n" "${othello45[@]}" --algorithm "$n"; done
  for order in corners-first corners-last columns; do
    run "order-$order" "${othello45[@]}" --algorithm 5 --order "$order"
  done
  run turn-last "${othello45[@]}" --algorithm 5 --turn last
fi

# --- Figures ---------------------------------------------------------------------------------------

# draw FILE TITLE LABEL=RUN...
draw() {
  local file=$1 title=$2 plots='' pair
  shift 2
  for pair; do
    points "${pair#*=}" || return 0
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
  row relation-4x4-standard .sizes.initial.nodes 'the start | standard' 34
  row relation-4x4-3t .sizes.initial.nodes 'the start | 3T' 22
  row relation-4x4-standard .sizes.relation.nodes 'complete relation | standard' 215,801
  row relation-4x4-3t .sizes.relation.nodes 'complete relation | 3T' 192,422
  row relation-4x4-standard .sizes.partitioned.nodes 'partitioned relations, together | standard' ''
  row relation-4x4-3t .sizes.partitioned.nodes 'partitioned relations, together | 3T' ''
  row relation-4x4-standard .sizes.program_won.nodes 'White has won | standard, as the thesis builds it' 45,478
  row relation-4x4-standard .sizes.won.nodes 'White has won | standard, positions only' ''
  row relation-4x4-3t .sizes.won.nodes 'White has won | 3T' 32,636
}

# What a run took, as two cells.
costs() {
  [[ -s $data/$1.json ]] || { echo '- | -' && return; }
  jq -r 'if .processor_seconds == null then "did not fit | -" else
      "\(.processor_seconds * 10 | round / 10) s, \(.library) | \(.memory_bytes / 1048576 | round) MiB" end' \
    "$data/$1.json"
}

# ratio RUN RUN: of the peaks.
ratio() {
  [[ -s $data/$1.json && -s $data/$2.json ]] || { echo '-' && return; }
  jq -rn --slurpfile a "$data/$1.json" --slurpfile b "$data/$2.json" \
    '$a[0].result.peak.nodes / $b[0].result.peak.nodes * 1000 | round / 1000'
}

# reduction BOARD N: in per cent of the peak of algorithm 2.
reduction() {
  local all=$data/algorithm-$1-2.json own=$data/algorithm-$1-$2.json
  [[ $2 != 1 && $2 != 2 && -s $all ]] || { echo '' && return; }
  jq -rn --slurpfile a "$all" --slurpfile b "$own" '
    ($a[0].result.peak.nodes) as $two | ($b[0].result.peak.nodes) as $own |
    if ($two // 0) == 0 or $own == null then "" else
      (if $a[0].complete == false then "" else
        "\((1 - $own / $two) * 10000 | round / 100) %" end) end'
}

write_peaks() {
  echo '| board | algorithm | peak | published | less than algorithm 2 | published | states, at the end | processor time | memory |'
  echo '|---|---|---:|---:|---:|---:|---:|---:|---:|'
  local board n run published less
  for board in 4x4 4x5; do
    for n in 1 2 3 4 5; do
      run=algorithm-$board-$n
      [[ -s $data/$run.json ]] || continue
      published='' less=''
      case $board-$n in
        4x4-2) published=2,279,148 ;;
        4x4-3) published=37,298 less='98.36 %' ;;
        4x4-4) published=620,067 less='72.79 %' ;;
        4x4-5) published=15,656 less='99.31 %' ;;
      esac
      if [[ $(jq .complete "$data/$run.json") == false ]]; then
        echo "| $board | $n | (so far) $(field "$run" .result.peak.nodes) | | | | did not end: below | $(costs "$run") |"
        continue
      fi
      echo "| $board | $n | $(field "$run" .result.peak.nodes) | $published | $(reduction "$board" "$n") |" \
        "$less | $(field "$run" '.result.iterations[-1].states') | $(costs "$run") |"
    done
  done
}

# The iterations of algorithm 2 on 4x5, if it did not end.
write_unfinished() {
  local file=$data/algorithm-4x5-2.json
  [[ -s $file && $(jq .complete "$file") == false ]] || return 0
  echo
  echo 'Algorithm 2 on 4x5 did not end. What it found:'
  echo
  echo '| iteration | states | nodes |'
  echo '|---:|---:|---:|'
  jq -r '.result.iterations[] | "\(.iteration) \(.states) \(.nodes)"' "$file" |
    while read -r number states nodes; do
      echo "| $number | $(grouped "$states") | $(grouped "$nodes") |"
    done
}

write_relations() {
  echo '| algorithm, 4x4 | partitioned | | complete | |'
  echo '|---|---:|---:|---:|---:|'
  local n
  for n in 3 5; do
    echo "| $n | $(costs "algorithm-4x4-$n") | $(costs "complete-4x4-$n") |"
  done
}

write_orders() {
  echo '| order of the squares, turn | peak | of the first | published |'
  echo '|---|---:|---:|---:|'
  local name run published
  while IFS='|' read -r name run published; do
    [[ -s $data/$run.json ]] || continue
    echo "| $name | $(field "$run" .result.peak.nodes) | $(ratio "$run" algorithm-4x5-5) | $published |"
  done <<'LIST'
rows (VO_a), first|algorithm-4x5-5|1
corners first (VO_b), first|order-corners-first|1.13
corners last (VO_c), first|order-corners-last|as good as VO_a
columns, first|order-columns|
rows, last|turn-last|a negligible difference
LIST
  echo
  echo 'The complete relation on 4x5:'
  echo
  echo '| turn | complete relation | published | partitioned relations, together |'
  echo '|---|---:|---:|---:|'
  row relation-4x5-first .sizes.relation.nodes first "1.4 million | $(field relation-4x5-first .sizes.partitioned.nodes)"
  row relation-4x5-last .sizes.relation.nodes last "over two million | $(field relation-4x5-last .sizes.partitioned.nodes)"
}

write_ends() {
  local board
  for board in 4x4 4x5; do
    [[ -s $data/ends-$board.json ]] || continue
    echo
    echo "| $board | nodes | states | by formula |"
    echo '|---|---:|---:|---:|'
    jq -r '.ends[] | "\(.outcome) \(.category) \(.nodes) \(.states) \(.formula // "")"' "$data/ends-$board.json" |
      while read -r outcome category nodes states formula; do
        case $outcome in
          deadlocks) name='deadlocks: the side to move cannot put a disc' ;;
          ended) name='games that have ended' ;;
          white) name='White has won' ;;
          black) name='Black has won' ;;
          *) name='drawn' ;;
        esac
        case $category in
          full) name+=': no empty square' ;;
          one_colour) name+=': one side without discs' ;;
          other) name+=': neither' ;;
        esac
        echo "| $name | $(grouped "$nodes") | $(grouped "$states") | ${formula:+$(grouped "$formula")} |"
      done
  done
}

write_growth() {
  echo '| board | states | published | nodes, 3T | bytes | published | bytes a state | published | factor | published |'
  echo '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|'
  jq -r '.growth.boards[] |
    "\(.rows)x\(.cols) \(.states) \(.nodes) \(.bytes) \(.bytes_per_state * 100000 | round / 100000) \(if .factor == null then "" else (.factor * 10000 | round / 10000) end)"' \
    "$data/growth.json" |
    while read -r board states nodes bytes each factor; do
      local of_states='' of_bytes='' of_each='' of_factor=''
      case $board in
        4x4) of_states=901,134 of_bytes='1,072,054 (for 1,027,054)' of_each=1.1397 ;;
        4x5) of_states=1.51722e7 of_bytes=7,012,428 of_each=0.46219 of_factor=0.4055 ;;
        5x5) of_states=4.6418e8 of_bytes=35,523,524 of_each=0.0765 of_factor=0.1655 ;;
        5x6) of_states=1.55636e10 of_bytes=272,472,389 of_each=0.0175 of_factor=0.22 ;;
      esac
      echo "| $board | $(grouped "$states") | $of_states | $(grouped "$nodes") | $(grouped "$bytes") |" \
        "$of_bytes | $each | $of_each | $factor | $of_factor |"
    done
  jq -r 'def short: (. as $x | ($x | log10 | floor) as $e | "\($x / pow(10; $e) * 100 | round / 100)e\($e)");
    .growth | if .mean_factor == null then "" else
    "\nMean factor \(.mean_factor * 10000 | round / 10000) (published 0.2637); on 8x8 \(.bytes_per_state_8x8 | short) bytes a state (published 2.23e-5), \(.bytes_8x8 | short) bytes for 10^22 states (published 2.23e17)." end' \
    "$data/growth.json"
  jq -r '.growth.boards[] | select(.states != .all_states) | "\(.rows)x\(.cols) \(.all_states)"' "$data/growth.json" |
    while read -r board all; do
      echo
      echo "On $board there are $(grouped "$all") such states; [othello.md](othello.md#where-the-thesis-errs) says which ones the program misses."
    done
}

write_past_ends() {
  echo "| stones, ${connect[0]}x${connect[1]} | boards, stopping at ended games | nodes | boards, going on | nodes |"
  echo '|---:|---:|---:|---:|---:|'
  jq -r '.layers[] | "\(.stones) \(.stopping.states) \(.stopping.nodes) \(.going_on.states) \(.going_on.nodes)"' \
    "$data/past-ends-${connect[0]}x${connect[1]}.json" |
    while read -r stones a b c d; do
      echo "| $stones | $(grouped "$a") | $(grouped "$b") | $(grouped "$c") | $(grouped "$d") |"
    done
}

write_steps() {
  local board
  for board in 4x4 4x5 8x8; do
    [[ -s $data/steps-$board.json ]] || continue
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

libraries() { jq -rs '[.[].library // empty] | unique | join(" and ")' "$data"/*.json; }

write_page() {
  cat <<TEXT
<!-- Made by scripts/othello-results.sh; do not edit. -->

# Othello with decision diagrams: results

The experiments of S. van Dijk's thesis *Solving Othello using BDDs* (Leiden, 2019), computed by \`zermelo bdd\` with
$(libraries). Nodes are counted as the thesis counts them, a function and its negation as one, which is the same number with either
library. Which command makes which table, what the numbers mean, and what the thesis gets wrong, is in [othello.md](othello.md).

## Sizes (Table 7.1, 4x4)

$(write_sizes)

## Algorithms (Table 7.2, Figure 7.2)

Encoding 3T, squares by rows, the turn first. Iterations of algorithms 2 and 3 are a move of either side.

$(write_peaks)
$(write_unfinished)

![Nodes after each iteration, 4x4](images/othello-4x4-algorithms.svg)
TEXT
  if [[ $small == false ]]; then
    cat <<TEXT
![Nodes after each iteration, 4x5](images/othello-4x5-algorithms.svg)

## Orders (Figures 7.6 and 7.7)

Algorithm 5 on 4x5.

$(write_orders)

![Orders of the squares](images/othello-4x5-orders.svg)
![Place of the turn](images/othello-4x5-turn.svg)
TEXT
  fi
  cat <<TEXT

## Partitioned and complete relation (sections 3.3 and 4.3)

The same sets in every iteration; processor time and memory:

$(write_relations)

## Deadlocks and games that have ended (sections 4.4 and 5.3)

Both values of the turn are counted. Encoding 3T.
$(write_ends)

## Bytes of the won games (Table 7.3)

Games that White has won at the end, as the thesis's program finds them; a node has 31.47 bytes.

$(write_growth)

## Boards past the end of the game (Figure 3.1)

Connect Four.

$(write_past_ends)

## A disc on each square (equation 5.3)

Pairs of positions that the relation of a square holds for, both sides together, counted in its diagram (standard encoding).
$(write_steps)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
