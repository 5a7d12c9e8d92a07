#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Has strategies checked by zermelo-verified, the checker that is proved correct: those of tables and those that
# `zermelo prove` finds; and sees that it refuses them when they claim too much. Prints the table of docs/verified.md.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: scripts/verified-strategies.sh [option ...] [pattern ...]

For each game of games/ of up to --positions positions: makes the strategies of its table (`zermelo strategy`) and the
one of a search (`zermelo prove`), lists them with `zermelo export` and has the lists checked by
`zermelo-verified strategy`. Then the same lists with one ply less in the claim, with one ply less in the rank of the
start, and without the start: none of these may pass. Prints a table of what was checked.
Patterns choose among the games: 'hex *' or '*3x3'. Results are kept in the folder of data, so that a run can be
continued.

Options:
  --zermelo PROGRAM    (default: build/release/zermelo, which is built)
  --verified PROGRAM   (default: zermelo-verified, which is built in build/verified)
  --data FOLDER        for results (default: build/verified-strategies)
  --positions N        no games with tables of more (default: 300000)
  --seconds N          for each search, which is left out if it takes longer (default: 60)
  --help               print this
TEXT
}
# shellcheck source=scripts/verified.sh
source scripts/verified.sh

zermelo=''
verified=''
data=build/verified-strategies
positions=300000
seconds=60
patterns=()
read_options 'zermelo verified data positions seconds' "$@"
prepare

failed=0
# complain SENTENCE
complain() {
  echo "verified-strategies: $1" >&2
  failed=1
}

# accepts DOMAIN PROBLEM LIST: the checker's JSON, in DATA/verdict.json; its exit status.
accepts() {
  local status=0
  "$verified" strategy "$1" "$2" "$3" --quiet --json >"$data/verdict.json" || status=$?
  [[ $status -lt 2 ]] || complain "the list of $2 cannot be read"
  return "$status"
}

# too_much LIST: how LIST is changed so that it claims too much, as lines 'NAME|SCRIPT OF SED'; the start is the first position.
too_much() {
  local depth
  depth=$(sed -nE '1s/.*"depth":([0-9]+|null)\}$/\1/p' "$1")
  if [[ $depth != null ]]; then
    echo "a ply less|1s/\"depth\":$depth\}\$/\"depth\":$((depth - 1))}/"
    echo "a rank less|3s/rank $depth\$/rank $((depth - 1))/"
  fi
  local count
  count=$(sed -nE 's/^# end ([0-9]+)$/\1/p' "$1")
  echo "no start|3d; s/^# end $count\$/# end $((count - 1))/"
}

# check NAME MAKER STRATEGY DOMAIN PROBLEM: adds a line of JSON to the results.
check() {
  local name=$1 maker=$2 strategy=$3 domain=$4 problem=$5 list=$data/list.txt refused=0 tried=0 change script
  "$zermelo" export "$strategy" --format text -o "$list" --force >/dev/null
  if ! accepts "$domain" "$problem" "$list"; then
    complain "the strategy of $name by $maker was refused: $(jq -r .refusal "$data/verdict.json")"
    return
  fi
  cp "$data/verdict.json" "$data/passed.json"
  while IFS='|' read -r change script; do
    sed -E "$script" "$list" >"$data/changed.txt"
    cmp -s "$list" "$data/changed.txt" && complain "the strategy of $name by $maker was not changed ($change)"
    tried=$((tried + 1))
    if accepts "$domain" "$problem" "$data/changed.txt"; then
      complain "the strategy of $name by $maker passes with $change"
    else
      refused=$((refused + 1))
    fi
  done < <(too_much "$list")
  jq -c --arg name "$name" --arg maker "$maker" --argjson tried "$tried" --argjson refused "$refused" \
    '{name: $name, maker: $maker, claim, positions, seconds, tried: $tried, refused: $refused}' "$data/passed.json" \
    >>"$data/$(file_name "$name").jsonl.part"
}

# check_game NAME DOMAIN PROBLEM
check_game() {
  local name=$1 domain=$2 problem=$3 results owner status=0 count
  results=$data/$(file_name "$name").jsonl
  [[ ! -e $results ]] || return 0
  echo "$name ..." >&2
  : >"$results.part"
  rm -f "$data"/table.ztb*
  count=$("$zermelo" solve --bddl "$domain" "$problem" -o "$data/table.ztb" --force --json | jq .positions)
  if [[ $count -le $positions ]]; then
    for owner in black white; do
      # (The loser has none.)
      if "$zermelo" strategy "$data/table.ztb" --owner "$owner" -o - >"$data/strategy.aig" 2>/dev/null; then
        check "$name" table "$data/strategy.aig" "$domain" "$problem"
      fi
    done
    timeout "$seconds" "$zermelo" prove --bddl "$domain" "$problem" -o - >"$data/strategy.aig" 2>/dev/null || status=$?
    [[ $status != 0 ]] || check "$name" search "$data/strategy.aig" "$domain" "$problem"
  fi
  rm -f "$data/table.ztb" "$data/strategy.aig"
  mv "$results.part" "$results"
}

results=()
while IFS='|' read -r name domain problem; do
  is_wanted "$name" || continue
  check_game "$name" "$domain" "$problem"
  [[ ! -s $data/$(file_name "$name").jsonl ]] || results+=("$data/$(file_name "$name").jsonl")
done < <(shipped_problems)
[[ ${#results[@]} -gt 0 ]] || exit "$failed"

echo '| game | strategy of | claim | positions | seconds | changed lists refused |'
echo '|---|---|---|---:|---:|---:|'
jq -r '"| \(.name) | a \(.maker) | \(.claim) | \(.positions) | \(.seconds * 100 | round / 100) | \(.refused) of \(.tried) |"' \
  "${results[@]}"
echo
jq -rs 'def all(f): map(f) | add;
  "\(length) strategies of \(map(.name) | unique | length) games, " +
  "\(map(select(.maker == "table")) | length) of tables and \(map(select(.maker == "search")) | length) of searches, " +
  "with \(all(.positions)) positions in all. Of \(all(.tried)) lists that claim too much, \(all(.refused)) were refused."' \
  "${results[@]}"
exit "$failed"
