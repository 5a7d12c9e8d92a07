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
Patterns choose among the games: 'hex *' or '*6x4*'. All of Ostle (22 minutes to solve) and Dobutsu Shogi with drops
(whose list has 12 GB) are solved and checked only if they are named: 'Ostle', 'Dobutsu Shogi with drops, version 2'.
Results are kept in the folder of data, so that a run can be continued; lists and tables are deleted.

Options:
  --zermelo PROGRAM    (default: build/release/zermelo, which is built)
  --verified PROGRAM   (default: zermelo-verified, which is built in build/verified)
  --data FOLDER        for results (default: build/verified-table)
  --processes N        that check (default: 1)
  --short              a table with fewer columns, as in README.md
  --help               print this
TEXT
}
# shellcheck source=scripts/verified.sh
source scripts/verified.sh

zermelo=''
verified=''
data=build/verified-table
processes=1
short=''
patterns=()
read_options 'zermelo verified data processes' "$@"
prepare

# --- The games -----------------------------------------------------------------------------------

# Name | what is solved | domain | problem | options of the checker. (Ostle has no rules in BDDL; rules in version 2 are
# one file, the domain.)
games=()
while IFS='|' read -r name domain problem; do
  games+=("$name|--bddl $domain $problem|$domain|$problem|")
done < <(shipped_problems)
while IFS='|' read -r name rules; do
  games+=("$name, version 2|$rules|$rules||")
done < <(shipped_version_2_games)
for rules in tests/verified/games/{mills,drops,rows}.bddl; do
  games+=("$(basename "$rules" .bddl), version 2|$rules|$rules||")
done
# Games that zermelo has in C++, checked against rules in BDDL.
connect=games/connect/domain.bddl
games+=(
  "Connect Four 5x4, in C++|connect columns=5 rows=4|$connect|verified/rules/connect-5x4-4.bddl|"
  "Connect Four 6x4, in C++|connect columns=6 rows=4|$connect|verified/rules/connect-6x4-4.bddl|"
  "tic-tac-toe, in C++|mnk columns=3 rows=3 k=3|games/tic-tac-toe/domain.bddl|games/tic-tac-toe/3x3.bddl|"
  "Breakthrough 3x5, in C++|breakthrough columns=3 rows=5|games/breakthrough/domain.bddl|games/breakthrough/3x5.bddl|--stuck loss"
  'Ostle on 3x3|ostle size=3|||'
  'Ostle on 4x4|ostle size=4|||'
  'Ostle with eight pieces|ostle total=8|||'
)
drops=games/dobutsu/with-drops.bddl
long=('Ostle|ostle|||' "Dobutsu Shogi with drops, version 2|$drops expand=lean-first|$drops||--lean")
for entry in "${long[@]}"; do
  for pattern in "${patterns[@]}"; do
    [[ $pattern != "${entry%%|*}" ]] || games+=("$entry")
  done
done

# --- The checks ----------------------------------------------------------------------------------

failed=0

# check NAME GAME DOMAIN PROBLEM OPTIONS: the checker's JSON, in DATA/NAME.json.
check() {
  local name=$1 game=$2 domain=$3 problem=$4 options=$5 result status=0
  result=$data/$(file_name "$name").json
  [[ ! -s $result ]] || return 0
  echo "$name ..." >&2
  rm -f "$data"/table.ztb*
  # (The game and the options are several words.)
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o "$data/table.ztb" --force >/dev/null 2>"$data/errors" || status=$?
  if [[ $status != 0 ]]; then
    cat "$data/errors" >&2
    return "$status"
  fi
  if [[ -z $domain ]]; then
    "$verified" ostle "$data/table.ztb" --processes "$processes" --quiet --json >"$result.part" || status=$?
  else
    "$zermelo" export "$data/table.ztb" --format binary -o "$data/list.zpl" --force >/dev/null
    # (Version 2 has no problem.)
    # shellcheck disable=SC2086
    "$verified" table "$domain" ${problem:+"$problem"} $options "$data/list.zpl" --processes "$processes" --quiet --json \
      >"$result.part" || status=$?
  fi
  rm -f "$data/table.ztb" "$data/list.zpl"
  mv "$result.part" "$result"
  return "$status"
}

for entry in "${games[@]}"; do
  IFS='|' read -r name game domain problem options <<<"$entry"
  is_wanted "$name" || continue
  if ! check "$name" "$game" "$domain" "$problem" "$options"; then
    echo "verified-table: $name has not been verified" >&2
    failed=1
  fi
done

# --- The table -----------------------------------------------------------------------------------

# cells FILE: what the checker found, as cells of the table. (Of Ostle it does not tell what the start is worth.)
cells() {
  if [[ $short ]]; then
    jq -r '[(.processor_seconds | if . < 100 then . * 10 | round / 10 else round end),
            (.start // .refusal // "")] | join(" | ")' "$1"
  else
    jq -r '[(.processor_seconds * 100 | round / 100),
            (if .positions < 10000 then "" else (.processor_seconds * 1e8 / .positions | round / 100) end),
            (.symmetries // ""), (.start // .refusal // "")] | join(" | ")' "$1"
  fi
}

echo 'Seconds are processor time, reading included.'
echo
if [[ $short ]]; then
  echo '| game | positions | seconds | the side that begins |'
  echo '|---|---:|---:|---:|'
else
  echo '| game | positions | seconds | µs a position | symmetries | the side that begins |'
  echo '|---|---:|---:|---:|---:|---|'
fi
for entry in "${games[@]}"; do
  name=${entry%%|*}
  result=$data/$(file_name "$name").json
  is_wanted "$name" || continue
  [[ -s $result ]] || continue
  printf '| %s | %s | %s |\n' "$name" "$(grouped "$(jq .positions "$result")")" "$(cells "$result")"
done
exit "$failed"
