#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Solves games, lists their tables and has the lists checked by zermelo-verified, the checker that is proved correct;
# prints the table of docs/verified.md.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: scripts/verified-table.sh [option ...] [pattern ...]

Solves every game of games/ of up to ten million positions and some larger ones, lists each table with
`zermelo export`, has the list checked by `zermelo-verified table`, and prints a table of what was checked.
Patterns choose among the games: 'hex *' or '*6x4*'. Results are kept in the folder of data, so that a run can be
continued; lists and tables are deleted.

Options:
  --zermelo PROGRAM    (default: build/release/zermelo, which is built)
  --verified PROGRAM   (default: zermelo-verified, which is built in build/verified)
  --data FOLDER        for results (default: build/verified-table)
  --processes N        that check (default: 1)
  --help               print this
TEXT
}
wrong() {
  echo "verified-table: $1; see scripts/verified-table.sh --help" >&2
  exit 2
}

zermelo=''
verified=''
data=build/verified-table
processes=1
patterns=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --zermelo | --verified | --data | --processes)
      [[ $# -gt 1 ]] || wrong "$1 wants a value"
      declare "${1#--}=$2"
      shift
      ;;
    --help)
      usage
      exit
      ;;
    -*) wrong "there is no option '$1'" ;;
    *) patterns+=("$1") ;;
  esac
  shift
done
mkdir -p "$data"
# shellcheck source=scripts/results.sh
source scripts/results.sh
need jq
[[ -n $zermelo ]] || build_program
if [[ -z $verified ]]; then
  need ocamlfind
  cmake -S verified -B build/verified >/dev/null
  cmake --build build/verified >/dev/null
  verified=build/verified/zermelo-verified
fi

# --- The games -----------------------------------------------------------------------------------

# In games/, but of more than ten million positions, or too many to be numbered.
too_large=(
  'connect 5x5-4' 'connect 6x6-3' 'connect 6x6-4' 'connect 7x6-4'
  'domineering 6x6' 'gomoku *' 'hex browne-5x5' 'hex hein-*-5x5' 'konane 6x6' 'knightthrough 4x5' 'knightthrough 4x6'
  'shapes 5x4-tic-begun' 'shapes 6x6-snaky'
)

# matches NAME PATTERN...
matches() {
  local name=$1 pattern
  shift
  for pattern; do
    # (The right side is a pattern.)
    # shellcheck disable=SC2053
    [[ $name != $pattern ]] || return 0
  done
  return 1
}

# Name | what is solved | domain | problem | options of both for a side that cannot move
games=()
for problem in games/*/*.bddl; do
  folder=$(dirname "$problem")
  name="$(basename "$folder") $(basename "$problem" .bddl)"
  if [[ $problem != */domain.bddl ]] && ! matches "$name" "${too_large[@]}"; then
    games+=("$name|--bddl $folder/domain.bddl $problem|$folder/domain.bddl|$problem|")
  fi
done
# Games that zermelo has in C++, checked against rules in BDDL.
connect=games/connect/domain.bddl
games+=(
  "Connect Four 5x4, in C++|connect columns=5 rows=4|$connect|verified/rules/connect-5x4-4.bddl|"
  "Connect Four 6x4, in C++|connect columns=6 rows=4|$connect|verified/rules/connect-6x4-4.bddl|"
  "tic-tac-toe, in C++|mnk columns=3 rows=3 k=3|games/tic-tac-toe/domain.bddl|games/tic-tac-toe/3x3.bddl|"
  "Breakthrough 3x5, in C++|breakthrough columns=3 rows=5|games/breakthrough/domain.bddl|games/breakthrough/3x5.bddl|--stuck loss"
)

# --- The checks ----------------------------------------------------------------------------------

failed=0

# check NAME GAME DOMAIN PROBLEM STUCK: the checker's JSON, in DATA/NAME.json.
check() {
  local name=$1 game=$2 domain=$3 problem=$4 stuck=$5 result status=0
  result=$data/$(file_name "$name").json
  [[ ! -s $result ]] || return 0
  echo "$name ..." >&2
  rm -f "$data"/table.ztb*
  # (The game and the option are several words.)
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o "$data/table.ztb" --force >/dev/null 2>"$data/errors" || status=$?
  if [[ $status != 0 ]]; then
    cat "$data/errors" >&2
    return "$status"
  fi
  "$zermelo" export "$data/table.ztb" --format binary -o "$data/list.zpl" --force >/dev/null
  # shellcheck disable=SC2086
  "$verified" table "$domain" "$problem" $stuck "$data/list.zpl" --processes "$processes" --quiet --json \
    >"$result.part" || status=$?
  rm -f "$data/table.ztb" "$data/list.zpl"
  mv "$result.part" "$result"
  return "$status"
}

for entry in "${games[@]}"; do
  IFS='|' read -r name game domain problem stuck <<<"$entry"
  if [[ ${#patterns[@]} -gt 0 ]] && ! matches "$name" "${patterns[@]}"; then continue; fi
  if ! check "$name" "$game" "$domain" "$problem" "$stuck"; then
    echo "verified-table: $name has not been verified" >&2
    failed=1
  fi
done

# --- The table -----------------------------------------------------------------------------------

echo 'Seconds are processor time, reading included.'
echo
echo '| game | positions | seconds | µs a position | symmetries | the side that begins |'
echo '|---|---:|---:|---:|---:|---|'
for entry in "${games[@]}"; do
  name=${entry%%|*}
  result=$data/$(file_name "$name").json
  if [[ ${#patterns[@]} -gt 0 ]] && ! matches "$name" "${patterns[@]}"; then continue; fi
  [[ -s $result ]] || continue
  printf '| %s | %s | %s |\n' "$name" "$(grouped "$(jq .positions "$result")")" \
    "$(jq -r '[(.processor_seconds * 100 | round / 100),
               (if .positions < 10000 then ""
                else (.processor_seconds * 1e8 / .positions | round / 100) end),
               .symmetries, (.start // .refusal)] | join(" | ")' "$result")"
done
exit "$failed"
