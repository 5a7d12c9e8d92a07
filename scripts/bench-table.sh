#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the release, runs the benchmarks and prints their medians as a Markdown table, as in the
# README. Takes a minute or two; nothing else should run meanwhile.
#   --ostle-8           also solve Ostle with four pieces per side, and probe that table
#   --games             only solve other games, and probe their tables
#   --table FILE        only probe this table, of any size
#   --repetitions N     medians of this many runs, 2 or more (default: 5)
set -euo pipefail
called_from=$PWD
cd "$(dirname "$0")/.."

usage() { echo "usage: $0 [--ostle-8 | --games | --table FILE] [--repetitions N]" >&2 && exit 2; }
ostle_8=false games=false table='' repetitions=5
while (($#)); do
  case "$1" in
    --ostle-8) ostle_8=true ;;
    --games) games=true ;;
    --table) shift && table=${1-} && [[ -n $table ]] || usage ;;
    --repetitions) shift && repetitions=${1-} ;;
    *) usage ;;
  esac
  shift
done
[[ $repetitions =~ ^([2-9]|[1-9][0-9]+)$ ]] || usage
[[ $ostle_8$games != *true*true && ($ostle_8$games == falsefalse || -z $table) ]] || usage
if [[ -n $table ]]; then table=$(cd "$called_from" && realpath -e -- "$table"); fi

cmake --preset release >/dev/null
targets=(zermelo_cli zermelo_bench)
cmake --build --preset release --parallel "$(nproc)" --target "${targets[@]}" >&2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

awk_functions='
  function value(line) { sub(/^[^:]*: */, "", line); gsub(/^"|"?,?$/, "", line); return line }
  function scaled(text, units, number, count, i) {
    number = text + 0
    count = split(units, unit, " ")
    for (i = 1; number >= 1000 && i < count; ++i) number /= 1000
    return sprintf(number < 10 ? "%.2f %s" : number < 100 ? "%.1f %s" : "%.0f %s", number, unit[i])
  }
'

grouped='
  function grouped(number) {
    while (match(number, /[0-9][0-9][0-9][0-9](,|$)/)) {
      number = substr(number, 1, RSTART) "," substr(number, RSTART + 1)
    }
    return number
  }
'

# Google Benchmark's JSON, one key per line, to rows: what, median time, items per second. Time is
# processor time where one thread works, and wall time where several do: as the rates are.
rows() {
  awk "$awk_functions"'
    /"run_name":/ { name = value($0); rate = "" }
    /"aggregate_name":/ { aggregate = value($0) }
    /"real_time":/ && name ~ /real_time/ { time = value($0) }
    /"cpu_time":/ && name !~ /real_time/ { time = value($0) }
    /"time_unit":/ { time *= value($0) == "ms" ? 1e6 : value($0) == "us" ? 1e3 : 1 }
    /"items_per_second":/ { rate = scaled(value($0), "a_second thousand_a_second million_a_second") }
    /^ *},?$/ && aggregate == "median" {
      gsub(/\/real_time/, "", name); sub(/\/threads:1$/, ", 1 thread", name)
      sub(/\/threads:/, ", threads: ", name); gsub(/_/, " ", rate)
      printf "| %s | %s | %s |\n", name, scaled(time, "ns µs ms s"), rate
      aggregate = ""
    }' "$1"
}

# measure JSON_FILE BENCHMARK_OPTION...
measure() {
  local file=$1
  shift
  build/release/zermelo_bench --benchmark_repetitions="$repetitions" \
    --benchmark_report_aggregates_only=true --benchmark_out="$file" \
    --benchmark_out_format=json "$@" >&2
}

number() { sed -n "s/^ *\"$1\": \([0-9.]*\),\?$/\1/p" "$scratch/solve.json"; }

# The same for the benchmarks that watch pages.
page_rows() {
  awk "$awk_functions"'
    function mean(text) { return text == "" ? "" : sprintf("%.1f", text) }
    /"run_name":/ { name = value($0); sub(/^pages: /, "", name); sub(/\/iterations.*/, "", name) }
    /"aggregate_name":/ { aggregate = value($0); touched = waits = read = "" }
    /"real_time":/ { time = value($0) }
    /"pages_touched":/ { touched = value($0) }
    /"disk_waits":/ { waits = value($0) }
    /"pages_read":/ { read = value($0) }
    /^ *},?$/ && aggregate == "median" {
      printf "| %s | %s | %s | %s | %s |\n", name, scaled(1000 * time, "ns µs ms s"), mean(touched), mean(waits), mean(read)
      aggregate = ""
    }' "$1"
}

# probe_table FILE
probe_table() {
  echo
  echo "| on that table | median time | rate |"
  echo "|---|---|---|"
  ZERMELO_BENCH_TABLE=$1 measure "$scratch/probes.json" --benchmark_filter='^(open|probe|values)'
  rows "$scratch/probes.json"
  echo
  echo "| one look-up in that table | median time | pages touched | waits for the disk | pages read |"
  echo "|---|---|---|---|---|"
  ZERMELO_BENCH_TABLE=$1 measure "$scratch/pages.json" --benchmark_filter='^pages'
  page_rows "$scratch/pages.json"
}

# game_row ARGUMENT...: a row for what `zermelo solve ARGUMENT...` makes. One run.
game_row() {
  local what=$* probe
  TIMEFORMAT='%U %S'
  { time build/release/zermelo solve "$@" -o "$scratch/game.ztb" --force --json >"$scratch/solve.json" 2>&3; } \
    3>&2 2>"$scratch/processor"
  ZERMELO_BENCH_TABLE=$scratch/game.ztb measure "$scratch/probes.json" \
    --benchmark_filter='^probe, random states/real_time/threads:1$'
  probe=$(rows "$scratch/probes.json" | cut -d '|' -f 3)
  rm "$scratch/game.ztb"
  awk "$awk_functions$grouped"'
    function bytes(b) { return scaled(b / 1000, "kB MB GB") }
    { processor = $1 + $2 }
    END {
      printf "| `%s` | %s | %.1f s | %.1f s | %.0f MiB | %s | %.2f |%s|\n", what, grouped(positions),
        seconds, processor, memory / 1048576, bytes(size), bits, probe
    }' what="${what//games\//}" positions="$(number positions)" seconds="$(number seconds)" \
    memory="$(number peak_memory_bytes)" size="$(number bytes)" bits="$(number bits_per_position)" \
    probe="$probe" "$scratch/processor"
}

solve_games() {
  local bddl
  echo
  echo "| \`zermelo solve\` | positions, up to symmetry | time | processor time | peak memory | table | bits per position | random probe |"
  echo "|---|---|---|---|---|---|---|---|"
  game_row connect columns=6 rows=4
  game_row connect columns=5 rows=5
  game_row connect columns=6 rows=5
  game_row mnk columns=4 rows=4 k=4
  game_row notakto rows=5 columns=5
  game_row othello rows=4 columns=4
  game_row othello rows=4 columns=5
  game_row othello rows=4 columns=5 metric=score
  game_row breakthrough columns=4 rows=5
  game_row domineering columns=5 rows=5
  game_row domineering columns=6 rows=6
  game_row clobber columns=5 rows=4
  game_row clobber columns=5 rows=5
  for bddl in hex/4x4 knightthrough/3x5 konane/6x4 cross-purposes/6x6 shapes/4x4-elly; do
    game_row --bddl "games/${bddl%/*}/domain.bddl" "games/$bddl.bddl"
  done
}

# One run only: it is long enough.
solve_ostle_8() {
  build/release/zermelo solve ostle total=8 -o "$scratch/ostle-8.ztb" --json >"$scratch/solve.json"
  echo
  echo "| Ostle, four pieces per side: \`solve ostle total=8\` | |"
  echo "|---|---|"
  awk -v positions="$(number positions)" -v seconds="$(number seconds)" \
    -v memory="$(number peak_memory_bytes)" -v bytes="$(number bytes)" \
    -v bits="$(number bits_per_position)" "$grouped"'BEGIN {
      printf "| positions, up to symmetry | %s |\n| time | %.0f s |\n", grouped(positions), seconds
      printf "| peak memory | %.0f MiB |\n", memory / 1048576
      printf "| table | %.1f MiB, %.2f bits per position |\n", bytes / 1048576, bits }'
  probe_table "$scratch/ostle-8.ztb"
}

processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
echo "$(nproc) threads of ${processor:-an unknown processor}; medians of $repetitions runs."
if [[ $games == true ]]; then
  solve_games
  exit
fi
if [[ -n $table ]]; then
  echo
  echo "\`$(basename "$table")\`: $(stat -c %s "$table") bytes."
  probe_table "$table"
  exit
fi
echo
echo "| what | median time | rate |"
echo "|---|---|---|"
measure "$scratch/bench.json" --benchmark_filter='-^pages'
rows "$scratch/bench.json"
if [[ $ostle_8 == true ]]; then solve_ostle_8; fi
