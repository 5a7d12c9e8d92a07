#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/ic3-results.md: Table 5.1 of J. Zandvliet's thesis on IC3 for games by its own algorithms and by
# ours, games beyond it, and strategies from tables. Takes an hour or more on two cores; what is finished is not done
# again.
#
#   --data DIR          where the runs' results go (default: build/ic3-results)
#   --seconds S         seconds for each proof of Table 5.1 (default: 60)
#   --memory SIZE       memory for each proof (default: 4G)
#   --large             also two tables whose strategies take many minutes to check
#   --small             only what takes a second or two, into DIR: what the test compares with the page
#   --program FILE      use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--data DIR] [--seconds S] [--memory SIZE] [--large] [--small] [--program FILE]" >&2
  exit 2
}
data='' seconds=60 memory=4G small=false large=false zermelo=''
while (($#)); do
  case "$1" in
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --seconds) shift && seconds=${1-} && [[ -n $seconds ]] || usage ;;
    --memory) shift && memory=${1-} && [[ -n $memory ]] || usage ;;
    --large) large=true ;;
    --small) small=true ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
source scripts/results.sh
data=${data:-$PWD/build/ic3-results}
page=docs/ic3-results.md
if [[ $small == true ]]; then page=$data/ic3-results.md; fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then build_program; fi
need jq
cadical=$(dpkg-query -W -f '${Version}' libcadical-dev 2>/dev/null || true)
cadical=${cadical%%-*}

# timed FILE COMMAND...: what it prints goes to FILE, its seconds of processor time to FILE.time.
timed() {
  local file=$1
  shift
  [[ ! -s $file.time ]] || return 0
  echo "$(basename "$file") ..." >&2
  local TIMEFORMAT='%U %S'
  { time "$@" >"$file" 2>"$file.error"; } 2>"$file.part"
  awk '{printf "%.2f\n", $1 + $2}' "$file.part" >"$file.time"
}

# --- Table 5.1 -------------------------------------------------------------------------------------------

models=()
# (Those that take well under a second.)
if [[ $small == true ]]; then models=("minigame" "notakto (2 x 3, AA taken)" "tic-tac-toe (2 x 2)"); fi
timed "$data/table" "$zermelo" report ic3-table "${models[@]}" --seconds "$seconds" --memory "$memory" --json

thesis_cells='def number: if type == "number" then tostring | [while(length > 0; .[:-3]) | .[-3:]] | reverse | join(",")
    else . end;'
write_thesis() {
  cat <<'TEXT'
| model | \|V\| | obligations | in the thesis | SAT calls | in the thesis | seconds | in the thesis | winnable? | in the thesis |
|---|---:|---:|---:|---:|---:|---:|---:|---|---|
TEXT
  jq -r "$thesis_cells"' .tables[0].rows[] |
    (if .verdict == "not finished" then "more than " else "" end) as $more |
    "| \(.model)\(if .generalised == "" then "" else " ★" end) | \(."|V|" | number) | \($more)\(.obligations | number) | " +
    "\(."obligations in thesis" | number) | \($more)\(."SAT calls" | number) | \(."SAT calls in thesis" | number) | " +
    "\($more)\(.seconds * 1000 | round / 1000) | \(."seconds in thesis") | \(if .ours == "-" then "not decided" else .ours end) | \(.published) |"' \
    "$data/table"
}
write_ours() {
  cat <<'TEXT'
| model | `none`: obligations, SAT calls, seconds | `exists` | `both` | can the first player win? |
|---|---|---|---|---|
TEXT
  jq -r "$thesis_cells"' [.tables[1].rows] | .[0] | group_by(.model)[] | . as $rows |
    (["none", "exists", "both"] | map(. as $g | $rows[] | select(.generalise == $g) |
      "\(.obligations | number), \(."SAT calls" | number), \(.seconds * 1000 | round / 1000)") | join(" | ")) as $cells |
    "| \($rows[0].model) | \($cells) | \($rows[0].ours) |"' "$data/table"
}

# --- Beyond it -------------------------------------------------------------------------------------------

games=(
  "Notakto 3x4|notakto columns=4 rows=3"
  "tic-tac-toe 3x4, three in a row|mnk columns=4 rows=3 k=3"
  "Domineering 4x4|domineering columns=4 rows=4"
  "Breakthrough 3x4|breakthrough columns=3 rows=4"
  "Hex 3x3|$(model hex 3x3)"
)
if [[ $small == false ]]; then
  games+=(
    "Notakto 4x4|notakto columns=4 rows=4"
    "tic-tac-toe 3x4, four in a row|mnk columns=4 rows=3 k=4"
    "Breakthrough 2x6|breakthrough columns=2 rows=6"
    "Hex 4x4|$(model hex 4x4)"
    "Domineering 5x4|domineering columns=4 rows=5"
    "Connect Four 4x4|connect columns=4 rows=4"
    "Clobber 4x3|clobber columns=4 rows=3"
    "Othello 4x4|othello rows=4 columns=4"
    "tic-tac-toe 4x4, four in a row|mnk columns=4 rows=4 k=4"
    "Domineering 5x5|domineering columns=5 rows=5"
    "Notakto 4x5|notakto columns=5 rows=4"
  )
fi
# (A game is several words.)
# shellcheck disable=SC2086
for entry in "${games[@]}"; do
  file=$data/$(file_name "${entry%%|*}")
  timed "$file.prove" "$zermelo" prove ${entry#*|} -o "$file.aig" --memory "$memory" --json
  timed "$file.check" "$zermelo" check "$file.aig" --threads 1 --json
done
timed "$data/shortest" "$zermelo" prove mnk columns=3 rows=3 k=3 --shortest --json

write_games() {
  cat <<'TEXT'
| game | can Black win? | obligations, SAT calls | to prove | gates | to check |
|---|---|---|---:|---:|---:|
TEXT
  local entry file
  for entry in "${games[@]}"; do
    file=$data/$(file_name "${entry%%|*}")
    printf '| %s | %s | %s, %s | %s | %s | %s |\n' "${entry%%|*}" \
      "$(jq -r 'if .verdict == "win" then "yes" else "no" end' "$file.prove")" \
      "$(grouped "$(jq .obligations "$file.prove")")" "$(grouped "$(jq .sat_calls "$file.prove")")" \
      "$(cat "$file.prove.time")" "$(grouped "$(jq .gates "$file.prove")")" "$(cat "$file.check.time")"
  done
}

# --- Strategies from tables ------------------------------------------------------------------------------

tables=("Othello 4x4|othello rows=4 columns=4" "Hex 4x4|$(model hex 4x4)")
if [[ $small == true ]]; then
  tables=("Othello 4x4|othello rows=4 columns=4")
else
  tables+=("Connect Four 5x4|connect columns=5 rows=4" "Breakthrough 3x6|breakthrough columns=3 rows=6")
fi
if [[ $large == true ]]; then
  tables+=("Connect Four 6x4|connect columns=6 rows=4" "Domineering 6x6|domineering columns=6 rows=6")
fi
# Cubes of more positions than these take too long to make.
without_cubes="Domineering 6x6"
# shellcheck disable=SC2086
for entry in "${tables[@]}"; do
  game=${entry%%|*} file=$data/table-$(file_name "${entry%%|*}")
  [[ -s $file.ztb || -s $file.cubes.check.time ]] || "$zermelo" solve ${entry#*|} -o "$file.ztb" >"$file.solve" 2>&1
  for form in positions cubes; do
    [[ $form == positions || $game != "$without_cubes" ]] || continue
    timed "$file.$form.make" "$zermelo" strategy "$file.ztb" --form $form -o "$file.$form.aig" --json
    timed "$file.$form.check" "$zermelo" check "$file.$form.aig" --threads 1 --json
  done
done

write_tables() {
  cat <<'TEXT'
| table | claim | positions | gates, bytes | to make | to check | cubes | gates, bytes | to make | to check |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
TEXT
  local entry file form
  for entry in "${tables[@]}"; do
    file=$data/table-$(file_name "${entry%%|*}")
    printf '| %s | %s |' "${entry%%|*}" "$(jq -r '.claim | sub(" from the start.$"; "")' "$file.positions.make")"
    for form in positions cubes; do
      if [[ ! -s $file.$form.check.time ]]; then
        printf ' | | | |'
        continue
      fi
      printf ' %s | %s, %s | %s | %s |' "$(grouped "$(jq ".$form" "$file.$form.make")")" \
        "$(grouped "$(jq .gates "$file.$form.make")")" "$(grouped "$(jq .bytes "$file.$form.make")")" \
        "$(cat "$file.$form.make.time")" "$(cat "$file.$form.check.time")"
    done
    printf '\n'
  done
}

# --- The page --------------------------------------------------------------------------------------------

write_page() {
  cat <<TEXT
<!-- Made by scripts/ic3-results.sh; do not edit. -->

# IC3 for games: results

By $("$zermelo" --version), with CaDiCaL ${cadical:-of an unknown version}; obligations, SAT calls, cubes and gates depend on what the SAT solver
finds, and so on its version. Times are seconds of processor time, on a machine that is busy with other work. What is counted, and how the algorithms work, is explained in [proofs.md](proofs.md#ic3-for-games).

## Table 5.1 of the thesis, by its own algorithms

\`zermelo report ic3-table\`, at most $seconds s of wall time for each proof: J. Zandvliet, *Adapting IC3 for Combinatorial Two-Player Games* (Leiden,
2020), Table 5.1, by Algorithms 2, 3 and 4 (\`--method ic3-thesis\`). Sizes are rows x columns. Rows with a star generalise, which can call a game won that is not
([proofs.md](proofs.md#unsound-as-published)); none of these verdicts is wrong. Of tic-tac-toe 3 x 3 the thesis gives the known winner, though its program did not
finish.

$(write_thesis)

## The same games by our own IC3

\`--method ic3\` with \`--generalise none\`, \`exists\` and \`both\`, in the same report. The minigame is the thesis's model; the others are the games as they are.

$(write_ours)

With \`--shortest\`, which looks for wins within one ply, two, three and so on as the thesis does, tic-tac-toe 3 x 3 takes
$(grouped "$(jq .obligations "$data/shortest")") obligations, $(grouped "$(jq .sat_calls "$data/shortest")") SAT calls and $(cat "$data/shortest.time") s.

## Beyond it

\`zermelo prove GAME -o FILE\` and \`zermelo check FILE --threads 1\`. Every strategy passes the check. Sizes of the games that the program calls \`columns\` and \`rows\` are rows x columns,
but of Breakthrough, Clobber and Connect Four columns x rows.

$(write_games)

## Strategies from tables

\`zermelo strategy TABLE --form positions\`, and \`--form cubes\`.

$(write_tables)
TEXT
}

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
