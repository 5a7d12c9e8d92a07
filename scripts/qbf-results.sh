#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/qbf-results.md: every number of Shaik and van de Pol, "Concise QBF Encodings for Games on a Grid"
# (2023), with ours beside it: sizes of formulas, Tables 2 and 3 by every method and solver that is found, drawn as SVG into
# docs/images where they are curves. Takes an hour or more; what is finished is not done again.
#
#   --data DIR                  where the runs' results go (default: build/qbf)
#   --seconds S                 seconds for each instance (default: 60)
#   --memory SIZE               memory for each (default: 8G)
#   --solver NAME=COMMAND       also this solver, which reads QDIMACS; may be given several times. DepQBF is found
#   --qcir-solver NAME=COMMAND  also this one, which reads QCIR
#   --preprocessor NAME=COMMAND also DepQBF's program behind this preprocessor, which is given a file with a formula in QDIMACS
#                               and prints another one; and the sizes of what it prints
#   --columns 'NAME ...'        of Tables 2 and 3 only these columns: qbf (expansion), ic3, search, depqbf-grounded, depqbf-lifted,
#                               and likewise for other solvers and preprocessors
#   --authors DIR               the authors' files (a folder with httt, hex, ...): also the sizes of their formulas
#   --decide-authors            and their verdicts
#   --sizes                     only the tables that are the same on every machine, on stdout: sizes of formulas
#   --quick                     leave out larger boards and solvers' proofs
#   --small                     only what takes seconds: a rehearsal, into DIR
#   --program FILE              use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--data DIR] [--seconds S] [--memory SIZE] [--solver NAME=COMMAND]... [--qcir-solver NAME=COMMAND]..." >&2
  echo "       [--preprocessor NAME=COMMAND]... [--columns 'NAME ...'] [--authors DIR [--decide-authors]] [--quick] [--sizes | --small] [--program FILE]" >&2
  exit 2
}
data='' seconds=60 memory=8G small=false only_sizes=false zermelo='' authors='' columns='' decides_authors=false quick=false
solvers=() qcir_solvers=() preprocessors=()
while (($#)); do
  case "$1" in
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --seconds) shift && seconds=${1-} && [[ -n $seconds ]] || usage ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --solver) shift && [[ ${1-} == ?*=?* ]] && solvers+=("$1") || usage ;;
    --qcir-solver) shift && [[ ${1-} == ?*=?* ]] && qcir_solvers+=("$1") || usage ;;
    --preprocessor) shift && [[ ${1-} == ?*=?* ]] && preprocessors+=("$1") || usage ;;
    --columns) shift && columns=${1-} && [[ -n $columns ]] || usage ;;
    --authors) shift && [[ -d ${1-} ]] && authors=$(realpath "$1") || usage ;;
    --decide-authors) decides_authors=true ;;
    --quick) quick=true ;;
    --sizes) only_sizes=true ;;
    --small) small=true ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
source scripts/results.sh
data=${data:-$PWD/build/qbf}
page=docs/qbf-results.md images=docs/images
if [[ $small == true ]]; then
  page=$data/qbf-results.md images=$data seconds=2 memory=1G
fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then build_program; fi
need jq
[[ $only_sizes == true ]] || need gnuplot

# group NUMBER: with commas, in REPLY. (No process is started: there are hundreds of numbers.)
group() {
  REPLY=$1
  while [[ $REPLY =~ ^([0-9]+)([0-9]{3}(,.*)?)$ ]]; do REPLY=${BASH_REMATCH[1]},${BASH_REMATCH[2]}; done
}
# groups NUMBER...: all of them with commas, in REPLY, with commas between them.
groups() {
  local all='' number
  for number in "$@"; do
    group "$number"
    all+="${all:+, }$REPLY"
  done
  REPLY=$all
}

# --- Sizes -------------------------------------------------------------------------------------------

# encode ENCODING DOMAIN PROBLEM DEPTH [FILE]: what the program says about the formula, which goes to FILE: gates,
# variables, clauses, blocks, universal variables, goals, goals left out.
encode() {
  "$zermelo" encode --bddl "$2" "$3" --depth "$4" --encoding "$1" --format qdimacs -o "${5:-$data/formula}" --json 2>/dev/null |
    jq -r '[.gates, .variables, .clauses, .blocks, .universals, .goals, .goals_left_out] | join(" ")'
}

# A name, our model, the authors' file and the depth; the sizes of the formula of the paper's program for that
# file: gates, variables, clauses, blocks, universal variables.
published=(
  'HTTT 3x3, el|shapes/3x3-el.bddl|httt/3x3_5_el.ig|5|436 501 1397 10 20'
  'Domineering 4x4|domineering/4x4.bddl|domineering/4x4_8.ig|8|510 596 1587 12 20'
  'Breakthrough 2x4|breakthrough/2x4.bddl|breakthrough/2x4_13.ig|13|1151 1279 3695 16 39'
  'Connect-3 4x4|connect/4x4-3.bddl|connect-c/4x4_9_connect3.ig|9|868 973 2722 14 34'
  'Evader and pursuer 8x8|evader/8x8-3-4.bddl|evader_pursuer/8x8_7_e-8-1_p-3-4.ig|7|1590 1692 5341 10 36'
)
# write_published_sizes FOLDER DOMAIN: of the models in games, or of the authors' files.
write_published_sizes() {
  echo '| instance, depth | gates | variables | clauses | blocks | universal variables | grounded: gates, variables, clauses |'
  echo '|---|---|---|---|---|---|---|'
  local entry name model file depth theirs ours ground row k number
  for entry in "${published[@]}"; do
    IFS='|' read -r name model file depth theirs <<<"$entry"
    [[ $1 == games ]] || model=$file
    read -r -a theirs <<<"$theirs"
    read -r -a ours < <(encode lifted "$1/${model%/*}/$2" "$1/$model" "$depth")
    read -r -a ground < <(encode grounded "$1/${model%/*}/$2" "$1/$model" "$depth")
    row="| $name, $depth |"
    for k in 0 1 2 3 4; do
      group "${ours[k]}" && number=$REPLY
      group "${theirs[k]}" && row+=" $number / $REPLY |"
    done
    groups "${ground[@]:0:3}"
    echo "$row $REPLY |"
  done
}

hex=(browne-5x5 hein-02-5x5 hein-04-3x3 hein-06-4x4 hein-07-4x4 hein-08-5x5 hein-09-4x4 hein-10-5x5
  hein-11-5x5 hein-12-4x4 hein-13-5x5 hein-14-5x5 hein-15-5x5 hein-16-5x5 hein-19-5x5)
[[ $small == false ]] || hex=(hein-04-3x3 hein-09-4x4)
write_hex_sizes() {
  echo '| position | depth | goals | left out | lifted: gates, variables, clauses | grounded: gates, variables, clauses |'
  echo '|---|---:|---:|---:|---|---|'
  local name last depth lifted ground sizes_of_ground
  for name in "${hex[@]}"; do
    last=$(sed -n '/^#depth/{n;p}' "games/hex/$name.bddl")
    for depth in $((last - 2)) "$last"; do
      read -r -a lifted < <(encode lifted games/hex/domain.bddl "games/hex/$name.bddl" "$depth")
      read -r -a ground < <(encode grounded games/hex/domain.bddl "games/hex/$name.bddl" "$depth")
      groups "${ground[@]:0:3}" && sizes_of_ground=$REPLY
      groups "${lifted[@]:0:3}"
      echo "| $name | $depth | ${lifted[5]} | ${lifted[6]} | $REPLY | $sizes_of_ground |"
    done
  done
}

# sizes NUMBER DOMAIN PROBLEM DEPTH: a number and the sizes of the lifted and the grounded formula.
sizes() {
  local number=$1 lifted ground
  shift
  read -r -a lifted < <(encode lifted "$@")
  read -r -a ground < <(encode grounded "$@")
  echo "$number ${lifted[*]:0:3} ${ground[*]:0:3}"
}
connect=games/connect
boards=(4 5 6 8 10 12 16 19 24 32) depths=(3 5 7 9 11 13 15 17 19 21)
if [[ $small == true ]]; then boards=(4 5 6) depths=(3 5 7); fi
by_depth() {
  local depth
  for depth in "${depths[@]}"; do sizes "$depth" $connect/domain.bddl $connect/4x4-3.bddl "$depth"; done
}
by_board() {
  local side
  for side in "${boards[@]}"; do
    sed "s/^4 4\$/$side $side/" $connect/4x4-3.bddl >"$data/board.bddl"
    sizes "$side" $connect/domain.bddl "$data/board.bddl" 9
  done
}
for curve in by-depth by-board; do
  [[ -s $data/$curve.dat ]] && continue
  "${curve/-/_}" >"$data/part"
  mv "$data/part" "$data/$curve.dat"
done
write_curve() {
  echo "| $1 | lifted: gates, variables, clauses | grounded: gates, variables, clauses |"
  echo '|---|---|---|'
  local numbers lifted
  while read -r -a numbers; do
    groups "${numbers[@]:1:3}" && lifted=$REPLY
    groups "${numbers[@]:4:3}"
    echo "| ${numbers[0]} | $lifted | $REPLY |"
  done <"$data/$2"
}

if [[ $only_sizes == true ]]; then
  write_published_sizes games domain.bddl
  write_hex_sizes
  write_curve depth by-depth.dat
  write_curve side by-board.dat
  exit 0
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
draw qbf-size-by-board.svg 'connect-3 at depth 9: gates by side of the board' 'side of the board' by-board.dat \
  'set yrange [100:*]; set logscale y'

# preprocessed COMMAND FILE: variables and clauses of what it prints.
preprocessed() {
  # (The command is several words.)
  # shellcheck disable=SC2086
  timeout "$seconds" $1 "$2" 2>/dev/null | awk '/^p cnf/ {print $3, $4; exit}' || true
}
write_preprocessed() {
  local entry name model depth pre encoding row numbers counts
  printf '| instance, depth | as written: variables, clauses |'
  for pre in "${preprocessors[@]}"; do printf ' %s |' "${pre%%=*}"; done
  printf '\n|---|---|'
  for pre in "${preprocessors[@]}"; do printf -- '---|'; done
  printf '\n'
  for entry in "${published[@]}"; do
    IFS='|' read -r name model _ depth _ <<<"$entry"
    for encoding in lifted grounded; do
      read -r -a numbers < <(encode "$encoding" "games/${model%/*}/domain.bddl" "games/$model" "$depth" "$data/formula.qdimacs")
      groups "${numbers[@]:1:2}"
      row="| $name, $depth, $encoding | $REPLY |"
      for pre in "${preprocessors[@]}"; do
        read -r -a counts < <(preprocessed "${pre#*=}" "$data/formula.qdimacs")
        groups "${counts[@]}"
        row+=" $REPLY |"
      done
      echo "$row"
    done
  done
}

# --- Tables 2 and 3 ----------------------------------------------------------------------------------------

# A heading, a short name, and how `report bddl-table` is asked. What is not there is left out.
methods=("expansion|qbf|--method qbf" "IC3|ic3|--method ic3" "search|search|--method search")
add_solver() { methods+=("$1, grounded|$2-grounded|--method qbf --encoding grounded $3" "$1, lifted|$2-lifted|--method qbf --encoding lifted $3"); }
if "$zermelo" prove --bddl games/shapes/domain.bddl games/shapes/3x3-el.bddl --method qbf --depth 5 --solver depqbf \
  >/dev/null 2>&1; then
  add_solver DepQBF depqbf '--solver depqbf'
fi
# wrapper NAME LINE...: a command of one word that runs these lines.
wrapper() {
  local file=$data/run-$1
  shift
  printf '#!/bin/bash\n' >"$file"
  printf '%s\n' "$@" >>"$file"
  chmod +x "$file"
  echo "$file"
}
for pre in "${preprocessors[@]}"; do
  command -v depqbf >/dev/null || { echo "qbf-results: the program depqbf is missing." >&2; exit 1; }
  name=$(file_name "${pre%%=*}")
  # Its exit codes 10 and 20 are verdicts.
  command=$(wrapper "$name" "file=\$(mktemp)" 'trap "rm -f $file" EXIT' "${pre#*=} \"\$1\" >\"\$file\"" 'code=$?' \
    '[[ $code == 10 || $code == 20 ]] && exit $code' 'depqbf "$file" >/dev/null')
  add_solver "DepQBF behind ${pre%%=*}" "$name" "--solver $command"
done
for solver in "${solvers[@]}"; do
  name=$(file_name "${solver%%=*}")
  add_solver "${solver%%=*}" "$name" "--solver $(wrapper "$name" "exec ${solver#*=} \"\$1\"")"
done
for solver in "${qcir_solvers[@]}"; do
  name=$(file_name "${solver%%=*}")
  add_solver "${solver%%=*}" "$name" "--solver-format qcir --solver $(wrapper "$name" "exec ${solver#*=} \"\$1\"")"
done
if [[ -n $columns ]]; then
  chosen=()
  for entry in "${methods[@]}"; do
    IFS='|' read -r _ name _ <<<"$entry"
    [[ " $columns " != *" $name "* ]] || chosen+=("$entry")
  done
  ((${#chosen[@]})) || { echo "qbf-results: there is no column '$columns'." >&2; exit 1; }
  methods=("${chosen[@]}")
fi
[[ $small == false ]] || methods=("${methods[0]}")

for entry in "${methods[@]}"; do
  IFS='|' read -r _ name words <<<"$entry"
  # shellcheck disable=SC2086
  run "table-$name" report bddl-table games $words --seconds "$seconds" --memory "$memory"
done
tables() { for entry in "${methods[@]}"; do IFS='|' read -r _ name _ <<<"$entry"; echo "$data/table-$name.json"; done; }

write_header() {
  printf '| %s |' "$1"
  local entry
  for entry in "${methods[@]}"; do printf ' %s |' "${entry%%|*}"; done
  printf '\n|---|'
  for _ in $(seq "$2"); do printf -- '---|'; done
  for entry in "${methods[@]}"; do printf -- '---:|'; done
  printf '\n'
}
write_depths() {
  write_header 'instance | published' 1
  # shellcheck disable=SC2046
  jq -rs '
    [.[] | .tables[0].rows] | transpose[] |
    "| (\(.[0].part)) \(.[0].instance) | \(.[0].published) |" +
    ([.[] | if .verdict == "not finished" and .ours == "no win in 0" then " out of time |"
            elif .verdict == "not finished" then " \(.ours), then out of time |"
            else " \(.ours): \(.seconds * 100 | round / 100) |" end] | add)' $(tables)
}
# Table 3 of the paper, all of it, by domain.
table3='{
  "Harary'"'"'s tic-tac-toe": [15, 12, 12, 11, 10, 11],
  "Hex": [26, 18, 22, 19, 10, 18],
  "Breakthrough": [6, 4, 2, 2, 2, 3],
  "Breakthrough, second player": [6, 5, 2, 3, 4, 4],
  "Connect-c": [12, 12, 12, 8, 8, 8],
  "evader and pursuer": [3, 2, 2, 2, 3, 2],
  "evader and pursuer, dual": [1, 3, 1, 2, 2, 3],
  "Domineering": [25, 20, 23, 19, 22, 23],
  "all": [94, 76, 76, 66, 61, 72],
  "average coverage": ["0.86", "0.74", "0.61", "0.58", "0.60", "0.67"]
}'
write_decided() {
  write_header 'domain, instances | DepQBF, Bloqqer | DepQBF, HQSpre | CAQE, Bloqqer | CAQE, HQSpre | CQESTO | QuAbS' 6
  # shellcheck disable=SC2046
  jq -rs --argjson published "$table3" '
    [.[] | .tables[1].rows] | transpose[] |
    "| \(.[0].domain)" + (if .[0].instances == "" then "" else ", \(.[0].instances)" end) + " |" +
    ([$published[.[0].domain][] | " \(.) |"] | add) +
    ([.[] | " \(.ours) |"] | add)' $(tables)
}

# measured RESULT SECONDS COMMAND...: the JSON that the command prints within these seconds of processor time, and that
# time, in DATA/RESULT.json.
measured() {
  local file=$data/$1.json limit=$2 user system
  shift 2
  [[ ! -s $file ]] || return 0
  echo "$* ..." >&2
  TIMEFORMAT='%U %S'
  { time { (ulimit -t "$limit" && exec "$@") >"$file.part" 2>/dev/null || true; }; } 2>"$file.time"
  read -r user system < <(tail -1 "$file.time")
  [[ -s $file.part ]] || echo '{"verdict": "unknown"}' >"$file.part"
  jq --arg user "$user" --arg system "$system" '. + {processor: (($user | tonumber) + ($system | tonumber))}' "$file.part" >"$file"
  rm -f "$file.part" "$file.time"
}

# --- The authors' files --------------------------------------------------------------------------------

# Each at the depth that it names.
authors_files() { find "$authors" \( -name '*.ig' -o -name '*.pg' \) ! -name 'domain.*' | sort; }
authors_methods=("expansion|qbf|--method qbf" "IC3|ic3|--method ic3")
for entry in "${methods[@]}"; do
  [[ $entry != DepQBF,* ]] || authors_methods+=("$entry")
done
decide_authors() {
  local file entry name words depth certify
  while read -r file; do
    for entry in "${authors_methods[@]}"; do
      IFS='|' read -r _ name words <<<"$entry"
      certify=() depth=()
      [[ $name != qbf ]] || certify=(-o "$data/strategy.aig")
      # (IC3 has no #depth of its own: it is asked about as many plies.)
      [[ $name != ic3 ]] || depth=(--depth "$(plies_of "$file")")
      # shellcheck disable=SC2086
      measured "authors-$name-$(file_name "${file#"$authors"/}")" 60 "$zermelo" prove \
        --bddl "$(dirname "$file")/domain.ig" "$file" $words "${depth[@]}" "${certify[@]}" --memory "$memory" --json
    done
  done < <(authors_files)
}
# The plies that a file asks about, as our expansion understood it.
plies_of() {
  jq -r 'if .plies then .plies elif .refuted and .refuted > 0 then .refuted else 1 end' "$data/authors-qbf-$(file_name "${1#"$authors"/}").json"
}
write_authors() {
  local entry name heading all
  all=$(authors_files | wc -l)
  echo "| solver | decided of $all |"
  echo '|---|---:|'
  for entry in "${authors_methods[@]}"; do
    IFS='|' read -r heading name _ <<<"$entry"
    jq -rs --arg heading "$heading" '[.[] | select(.verdict != "unknown")] | "| \($heading) | \(length) |"' \
      "$data"/authors-"$name"-*.json
  done
  echo
  echo "$(jq -rs '[.[] | select(.certified)] | length' "$data"/authors-qbf-*.json) of expansion's verdicts are certified: the strategy was made and checked within the same time."
}
[[ $decides_authors == false || -z $authors ]] || decide_authors

# --- Larger boards, and solvers' proofs -----------------------------------------------------------------------

larger=(4 8 12 16 19)
[[ $small == false ]] || larger=(4)
[[ $quick == false ]] || larger=()
for side in "${larger[@]}"; do
  sed "s/^3 3\$/$side $side/" games/tic-tac-toe/3x3.bddl >"$data/tic-tac-toe-$side.bddl"
  measured "larger-$side" 20 "$zermelo" prove --bddl games/tic-tac-toe/domain.bddl "$data/tic-tac-toe-$side.bddl" --method qbf --depth 5 --json
done
write_larger() {
  local side
  echo '| side | Black wins within 5 plies | processor time, seconds |'
  echo '|---:|---|---:|'
  for side in "${larger[@]}"; do
    jq -r --arg side "$side" '"| \($side) | " + (if .verdict == "win" then "yes" else "not decided" end) +
      " | \(.processor * 10 | round / 10) |"' "$data/larger-$side.json"
  done
}

# Proofs by resolution, as DepQBF's program writes them.
tracing='depqbf --trace=qrp --dep-man=simple --no-qbce-dynamic --no-lazy-qpup'
proofs=('shapes 3x3-el|3|grounded' 'shapes 3x3-el|3|lifted' 'shapes 3x3-el|5|grounded' 'shapes 4x4-tic|5|grounded'
  'domineering 3x3|4|grounded')
[[ $small == false ]] || proofs=("${proofs[0]}")
has_program=$(command -v depqbf || true)
[[ $quick == false ]] || has_program=''
if [[ -n $has_program ]]; then
  tracer=$(wrapper tracer "$tracing \"\$1\" | tee $data/trace" 'exit ${PIPESTATUS[0]}')
  for entry in "${proofs[@]}"; do
    IFS='|' read -r problem depth encoding <<<"$entry"
    read -r folder problem <<<"$problem"
    result=proof-$problem-$depth-$encoding
    [[ ! -s $data/$result.json ]] || continue
    rm -f "$data/strategy.aig"
    measured "$result" 120 "$zermelo" prove --bddl "games/$folder/domain.bddl" "games/$folder/$problem.bddl" --method qbf \
      --depth "$depth" --solver "$tracer" --encoding "$encoding" -o "$data/strategy.aig" --json
    jq --arg proof "$(stat -c %s "$data/trace")" --arg strategy "$(stat -c %s "$data/strategy.aig" 2>/dev/null || echo 0)" \
      '. + {proof_bytes: ($proof | tonumber), strategy_bytes: ($strategy | tonumber)}' "$data/$result.json" >"$data/part"
    mv "$data/part" "$data/$result.json"
    rm -f "$data/trace"
  done
fi
write_proofs() {
  local entry problem depth encoding
  echo "| instance, plies, encoding | verdict | the solver's proof, bytes | steps needed | functions | the strategy, bytes | processor time for all, seconds |"
  echo '|---|---|---:|---:|---:|---:|---:|'
  for entry in "${proofs[@]}"; do
    IFS='|' read -r problem depth encoding <<<"$entry"
    jq -r --arg what "$problem, $depth, $encoding" 'def or_none: if . == null or . == 0 then "" else . end;
      "| \($what) | \(.verdict) | \(.proof_bytes | or_none) | \(.certificate_steps | or_none) | \(.certificate_functions | or_none) |" +
      " \(if .certified then .strategy_bytes else "" end) | \(.processor * 10 | round / 10) |"' \
      "$data/proof-${problem#* }-$depth-$encoding.json"
  done
}

# --- The page ------------------------------------------------------------------------------------------

write_page() {
  cat <<TEXT
<!-- Made by scripts/qbf-results.sh; do not edit. -->

# Quantified formulas: results

I. Shaik and J. van de Pol, "Concise QBF Encodings for Games on a Grid" (SAT 2023), beside what Zermelo has. The methods are explained in [qbf.md](qbf.md). Times are wall
time in seconds, at most $seconds for each instance, with $memory of memory, on a machine that had other work.

## Sizes of formulas

The lifted formula of \`zermelo encode --format qdimacs --depth N\`, beside that of the paper's program for the authors' model of the same game (ours / theirs); and the grounded one. Gates are those of
QCIR, variables, clauses and blocks those of QDIMACS.

$(write_published_sizes games domain.bddl)
TEXT
  [[ -z $authors ]] || cat <<TEXT

The same for the authors' own files:

$(write_published_sizes "$authors" domain.ig)
TEXT
  cat <<TEXT

Hein's puzzles, within two plies fewer than Black needs, and within as many. *Left out* are goals that are too long for the depth
([explicit goals](qbf.md#goals-that-cannot-come-about)).

$(write_hex_sizes)

Connect-3 on 4x4, by depth; where both sides have enough moves for a goal, the lifted formula grows by the same number of gates at every step:

$(write_curve depth by-depth.dat)

![Gates by depth](images/qbf-size-by-depth.svg)

Connect-3 at depth 9, by the side of the board:

$(write_curve side by-board.dat)

![Gates by side of the board](images/qbf-size-by-board.svg)
TEXT
  if ((${#preprocessors[@]})); then
    cat <<TEXT

What preprocessors make of these formulas (variables, clauses; "0, 0" and "0, 1" are formulas that the preprocessor has decided):

$(write_preprocessed)
TEXT
  fi
  cat <<TEXT

## Tables 2 and 3

By \`zermelo report bddl-table --method ...\`: the plies of the shortest win, or that there is none within this many, and the seconds that it took. Expansion and IC3 are asked about the published number, step by
step; other solvers are asked only about that number, and a win is then one within it; search is asked about wins of any length. Where the paper does not say which of the two its number is, both are given.
The instances of Hex are those of Table 3.

$(write_depths)

How many are decided, beside the paper's Table 3, all of it (one hour each; *CQESTO* and *QuAbS* read QCIR, without a preprocessor). *Average coverage* is the fraction of each domain that is decided,
averaged over the domains.

$(write_decided)
TEXT
  [[ $quick == true ]] || cat <<TEXT

## Larger boards

Three in a row on boards of this side, within 5 plies, by expansion, with at most 20 seconds of processor time (boards with more than 64 squares have
formulas, and no strategies):

$(write_larger)
TEXT
  [[ -z $has_program ]] || cat <<TEXT

## Solvers' proofs

[A solver's own proof](qbf.md#a-solvers-own-proof), by \`$tracing\`: how large it is, and the strategy that is made with it.

$(write_proofs)
TEXT
  [[ $decides_authors == true && -n $authors ]] || return 0
  cat <<TEXT

## The authors' files

$(authors_files | wc -l) of the files that the authors have published, each at its own depth, with at most 60 seconds of processor time:

$(write_authors)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
