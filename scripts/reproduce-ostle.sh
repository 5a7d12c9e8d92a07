#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates all results about Ostle as a whole, for both readings of rule 8, in four parts:
#   symmetric, exact                      builds, solves the game, verifies the table, reports on it and
#                                         looks for wins that need a sacrifice
#   symmetric-distances, exact-distances  finds how far the states are from the start (by legal moves, and
#                                         by all as the paper's program does) and reports on that
# Writes one page per part, docs/ostle-results/PART.md, and docs/ostle-results.md, which lists them.
# Fails if a number is not the published one.
#
# The whole game takes hours, up to 12 GiB of memory and some GiB of disk. It may be stopped at any
# time: the next run goes on with the solve that was stopped, and skips what is finished. (A finished
# step leaves a file DIR/*.done; without it, or if what the step works on is newer, it is done again.)
#
#   --part PART       only this part; may be given again (default: all four)
#   --tables DIR      where tables and notes go (default: build/ostle, with --small build/ostle-small)
#   --small           a board of four by four instead, in a minute: a rehearsal. The results go into DIR
#   --memory SIZE     do not start a solve that needs more (default: 12G)
#   --threads N       number of threads (default: one per processor)
#   --program FILE    use this program instead of building one
set -euo pipefail

all_parts=(symmetric symmetric-distances exact exact-distances)
usage() {
  echo "usage: $0 [--part PART]... [--tables DIR] [--small] [--memory SIZE] [--threads N] [--program FILE]" >&2
  exit 2
}
parts=() tables='' small=false memory=12G threads=() zermelo=''
while (($#)); do
  case "$1" in
    --part) shift && [[ " ${all_parts[*]} " == *" ${1:-?} "* ]] && parts+=("$1") || usage ;;
    --tables) shift && [[ -n ${1-} ]] && mkdir -p "$1" && tables=$(realpath "$1") || usage ;;
    --small) small=true ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --threads) shift && [[ ${1-} =~ ^[1-9][0-9]*$ ]] && threads=(--threads "$1") || usage ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."

((${#parts[@]})) || parts=("${all_parts[@]}")
game=(ostle) results=docs
if [[ $small == true ]]; then
  game=(ostle size=4 start=3 lose=1)
  tables=${tables:-build/ostle-small}
  results=$tables
fi
tables=${tables:-build/ostle}
mkdir -p "$tables" "$results/ostle-results"

if [[ -z $zermelo ]]; then
  scripts/install-deps.sh
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli
  zermelo=$PWD/build/release/zermelo
fi
# Measures wall time and peak memory.
if [[ ! -x /usr/bin/time ]]; then
  echo "reproduce-ostle: /usr/bin/time is missing; install Debian's package 'time'." >&2
  exit 1
fi

# --- Steps -----------------------------------------------------------------------------------------

# What steps took: "rule step seconds KiB seconds-in-user-mode seconds-in-system-mode", one line per
# run, including those that were stopped; "rule step begun" for one that is running, or was killed
# before it could be measured.
measured=$tables/measured.txt
touch "$measured"

# Whether FILE exists and is newer than each INPUT: up_to_date FILE INPUT...
up_to_date() {
  local file=$1 input
  [[ -e $file ]] || return 1
  shift
  for input; do [[ -e $input && ! $input -nt $file ]] || return 1; done
}

# step RULE NAME COMMAND...: runs the command, measured, unless that was done after the files in the
# array `inputs` were made. Its stdout goes to the file OUT if that is set.
step() {
  local rule=$1 name=$2 code=0
  shift 2
  local stamp=$tables/$rule.${name// /-}.done
  if up_to_date "$stamp" "${inputs[@]}"; then
    echo "$rule: $name: done before"
    return
  fi
  echo "$rule: $name ..."
  echo "$rule ${name// /-} begun" >>"$measured"
  /usr/bin/time --quiet -o "$tables/time.txt" -f '%e %M %U %S' "$@" >"${OUT:-/dev/null}" || code=$?
  if [[ -s $tables/time.txt ]]; then
    sed -i "\$s/begun\$/$(tail -n 1 "$tables/time.txt")/" "$measured"
    rm "$tables/time.txt"
  fi
  if ((code != 0)); then
    echo "reproduce-ostle: $rule: $name failed" >&2
    exit "$code"
  fi
  touch "$stamp"
}

# A step that starts from scratch must not inherit what an earlier table took.
forget_unless_begun() {
  local rule=$1 name=$2 table=$3
  [[ -e $table || -e $table.checkpoint ]] || sed -i "/^$rule $name /d" "$measured"
}

# Values: do_values RULE
do_values() {
  local rule=$1
  local table=$tables/$rule.ztb report=$tables/$rule.md puzzles=$tables/$rule.sacrifice.jsonl
  [[ -e $table ]] || rm -f "$tables/$rule".{solve,verify,report,mine}.done
  forget_unless_begun "$rule" solve "$table"
  local inputs=("$table")
  step "$rule" solve "$zermelo" solve "${game[@]}" "repetition=$rule" -o "$table" --resume \
    --memory "$memory" "${threads[@]}"
  step "$rule" verify "$zermelo" verify "$table" "${threads[@]}"
  inputs=("$table" "$report" "$zermelo")
  OUT=$report step "$rule" report "$zermelo" report ostle "$table" --format markdown "${threads[@]}"
  inputs=("$table" "$puzzles" "$zermelo")
  OUT=$puzzles step "$rule" mine "$zermelo" mine "$table" --sacrifice --reachable --format json \
    "${threads[@]}"
}

# Distances from the start, which need no values: do_distances RULE
do_distances() {
  local rule=$1
  local reach=$tables/$rule.reach.ztb all=$tables/$rule.reach-all.ztb report=$tables/$rule.reach.md
  forget_unless_begun "$rule" reach "$reach"
  forget_unless_begun "$rule" reach-all-moves "$all"
  local inputs=("$reach")
  step "$rule" reach "$zermelo" reach "${game[@]}" "repetition=$rule" -o "$reach" --resume \
    --memory "$memory" "${threads[@]}"
  inputs=("$all")
  step "$rule" 'reach all moves' "$zermelo" reach "${game[@]}" "repetition=$rule" --all-moves \
    -o "$all" --resume --memory "$memory" "${threads[@]}"
  inputs=("$reach" "$all" "$report" "$zermelo")
  OUT=$report step "$rule" 'report distances' "$zermelo" report ostle "$reach" --reach "$all" \
    --format markdown "${threads[@]}"
}

# --- What was mined --------------------------------------------------------------------------------

# The puzzles (JSON Lines) that have, in their solution, the line of the paper's Figure 6 or one of its
# eight images: the puzzle of Figure 1B. (The paper prints the fifth move as b2R. With that the win
# takes seven more plies instead of three; a2R fits everything that the paper says about the
# puzzle.)
find_figure_6() {
  sed -n '/^{"number":[0-9]*,"position":"[^"]*","value":"win","plies":7,/p' "$1" | awk '
    function image(moves, g, words, n, i, x, y, d, t, result) {
      n = split(moves, words, " ")
      for (i = 1; i <= n; ++i) {
        x = index("abcde", substr(words[i], 1, 1)); y = substr(words[i], 2, 1) + 0
        d = index("LRDU", substr(words[i], 3, 1)) - 1
        if (g % 2) { x = 6 - x; if (d < 2) d = 1 - d }
        if (int(g / 2) % 2) { y = 6 - y; if (d >= 2) d = 5 - d }
        if (int(g / 4)) { t = x; x = y; y = t; d = (d + 2) % 4 }
        result = result (i > 1 ? " " : "") substr("abcde", x, 1) y substr("LRDU", d + 1, 1)
      }
      return result
    }
    BEGIN { for (g = 0; g < 8; ++g) wanted[image("d2L a1R c2L b1R a2R c1U c3U", g)] = 1 }
    {
      # The solution is a tree of moves: {"move":"d2L",...,"replies":[{"move":"a1R",...}]}.
      rest = substr($0, index($0, "\"solution\":["))
      sub(/^[^[]*\[/, "", rest)
      depth = 1; path[0] = ""; found = 0
      while (depth > 0 && match(rest, /"move":"[^"]*"|"same":\[[^]]*\]|"replies":\[|\]/)) {
        token = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
        if (token == "]") --depth
        else if (token ~ /^"replies"/) ++depth
        else if (token ~ /^"move"/) {
          path[depth] = path[depth - 1] (depth > 1 ? " " : "") substr(token, 9, length(token) - 9)
          if (path[depth] in wanted) found = 1
        }
      }
      if (found) { split($0, quoted, "\""); print quoted[6] }
    }'
}

grouped() { echo "$1" | sed ':a; s/^\([0-9]\+\)\([0-9]\{3\}\)/\1,\2/; ta'; }

# write_sacrifices RULE
write_sacrifices() {
  local puzzles=$tables/$1.sacrifice.jsonl
  echo '## Wins that need a sacrifice'
  echo
  echo 'Positions, up to symmetry, that some move leads to without forbidding a reply and in which only'
  echo 'moves by which the mover gives up a piece win: `zermelo mine TABLE --sacrifice --reachable --format json`.'
  echo
  echo "There are $(grouped "$(wc -l <"$puzzles")")."
  [[ $small == false ]] || return 0
  local found
  found=$(find_figure_6 "$puzzles")
  echo 'The paper has found 35,107 *states* under its own conditions (symmetric reading). One of them is the'
  echo 'puzzle of its Figures 1B and 6, recognised by its solution d2L a1R c2L b1R a2R c1U c3U (with best play by'
  echo 'both sides; the paper prints b2R as the fifth move, which also wins, but in 7 plies instead of 3):'
  echo "${found:+\`}${found:-not found}${found:+\`}."
}

# --- The pages -------------------------------------------------------------------------------------

# write_measured RULE STEP... -- TABLE...
write_measured() {
  local rule=$1 steps=()
  shift
  while [[ $1 != -- ]]; do steps+=("$1") && shift; done
  shift
  local processor
  processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
  echo '## Measured'
  echo
  echo "Unlike everything above, this differs from run to run: ${processor:-an unknown processor}," \
    "${threads[1]-$(nproc)} threads."
  echo
  echo '| step | time | processor time | peak memory |'
  echo '|---|---:|---:|---:|'
  # Runs that were stopped and resumed add up (one that was killed is not measured); for other
  # steps that were done twice, the last one counts. (Processor time was not always measured.)
  awk -v rule="$rule" -v steps=" ${steps[*]} " '
    function resumes(step) { return step ~ /^(solve|reach|reach-all-moves)$/ }
    function clock(s) { return sprintf("%d:%02d:%02d", s / 3600, s % 3600 / 60, s % 60) }
    $1 == rule && index(steps, " " $2 " ") {
      if ($3 == "begun") { killed[$2] = 1; next }
      if (!($2 in seconds)) order[++count] = $2
      if (!resumes($2)) { seconds[$2] = processor[$2] = memory[$2] = 0; delete killed[$2]; delete partly[$2] }
      seconds[$2] += $3
      processor[$2] += $5 + $6
      if (NF < 6) partly[$2] = 1
      if ($4 > memory[$2]) memory[$2] = $4
    }
    END {
      for (i = 1; i <= count; ++i) {
        name = order[i]
        least = killed[name] ? "at least " : ""
        printf "| %s | %s%s | %s | %.0f MiB |\n", name, least, clock(seconds[name]),
          partly[name] ? "" : least clock(processor[name]), memory[name] / 1024
      }
    }' "$measured"
  echo
  echo '| table | bytes |'
  echo '|---|---:|'
  local file
  for file; do echo "| $file | $(grouped "$(stat -c %s "$tables/$file")") |"; done
}

# Where the page of a part goes.
page_of() { echo "$results/ostle-results/$1.md"; }

write_part() {
  local part=$1 rule=${1%-distances}
  echo '<!-- Made by scripts/reproduce-ostle.sh; do not edit. -->'
  echo
  # The report is one of several parts of the results, but has this page to itself.
  if [[ $part == *-distances ]]; then
    sed 's/^##/#/' "$tables/$rule.reach.md"
    echo
    write_measured "$rule" reach reach-all-moves report-distances -- \
      "$rule.reach.ztb" "$rule.reach-all.ztb"
  else
    sed 's/^##/#/' "$tables/$rule.md"
    echo
    write_sacrifices "$rule"
    echo
    write_measured "$rule" solve verify report mine -- "$rule.ztb"
  fi
}

write_list() {
  echo '# Ostle: results'
  echo
  echo 'Made by `scripts/reproduce-ostle.sh`; do not edit. Every number is computed from the tables that'
  echo 'it makes; published numbers are shown beside them only for comparison. What the words mean, and'
  echo 'why the two readings of rule 8 differ, is in [ostle.md](ostle.md).'
  echo
  local part what
  for part in "${all_parts[@]}"; do
    what='values, Tables 1 and 2, the longest wins, wins that need a sacrifice'
    [[ $part != *-distances ]] || what='distances from the start, Table 3'
    if [[ -e $(page_of "$part") ]]; then
      echo "- [$part](ostle-results/$part.md): $what"
    else
      echo "- $part: $what (not computed yet)"
    fi
  done
}

# (The report itself fails if one of its numbers is not the published one.)
check_sacrifices() {
  local puzzles=$tables/symmetric.sacrifice.jsonl
  [[ $small == true ]] && return
  if [[ $(wc -l <"$puzzles") != 35107 || -z $(find_figure_6 "$puzzles") ]]; then
    echo 'reproduce-ostle: the wins that need a sacrifice are not the published ones.' >&2
    exit 1
  fi
}

for part in "${parts[@]}"; do
  case $part in
    *-distances) do_distances "${part%-distances}" ;;
    *) do_values "$part" ;;
  esac
  write_part "$part" >"$tables/page.md"
  mv "$tables/page.md" "$(page_of "$part")"
  write_list >"$results/ostle-results.md"
  [[ $part != symmetric ]] || check_sacrifices
  echo "$(page_of "$part") is complete."
done
