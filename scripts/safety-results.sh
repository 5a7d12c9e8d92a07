#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/safety-results.md: safety games in AIGER by `zermelo prove --aiger` and by AbsSynthe. Files of the
# synthesis competition take an hour, our own games some minutes; what is finished is not done again.
#
#   --abssynthe PROGRAM  AbsSynthe, which is not a Debian package; without it its columns are empty
#   --competition DIR    the competition's folder with toy_examples, driver, LTL2AIG and LTL2DBA; without it the first
#                        table is left out
#   --seconds S          seconds of processor time for each of the competition's files (default: 2)
#   --data DIR           where the runs' results go (default: build/safety)
#   --small              only what takes seconds, into DIR: what the test compares with the page
#   --program FILE       use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--abssynthe PROGRAM] [--competition DIR] [--seconds S] [--data DIR] [--small] [--program FILE]" >&2
  exit 2
}
data='' seconds=2 small=false abssynthe='' competition='' zermelo=''
while (($#)); do
  case "$1" in
    --abssynthe) shift && [[ -x ${1-} ]] && abssynthe=$(realpath "$1") || usage ;;
    --competition) shift && [[ -d ${1-} ]] && competition=$(realpath "$1") || usage ;;
    --seconds) shift && seconds=${1-} && [[ $seconds =~ ^[1-9][0-9]*$ ]] || usage ;;
    --data) shift && [[ -n ${1-} ]] && mkdir -p "$1" && data=$(realpath "$1") || usage ;;
    --small) small=true ;;
    --program) shift && [[ -x ${1-} ]] && zermelo=$(realpath "$1") || usage ;;
    *) usage ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
source scripts/results.sh
data=${data:-$PWD/build/safety}
page=docs/safety-results.md
if [[ $small == true ]]; then page=$data/safety-results.md competition=''; fi
mkdir -p "$data"
if [[ -z $zermelo ]]; then build_program; fi
need jq

memory_kib=$((4 * 1024 * 1024))
seconds_of_ours=60

# answer RESULT SECONDS FILE METHOD: "realizable", "unrealizable" or "-", and the seconds of processor time, in DATA/RESULT.
# The method is one of prove's, or "abssynthe", whose exit code is the verdict. (A program that is killed is undecided.)
answer() {
  local result=$data/$1 limit=$2 file=$3 method=$4 verdict=- code=0
  [[ ! -s $result ]] || return 0
  local TIMEFORMAT='%U %S'
  { time limited "$limit" "$method" "$file" >"$data/answer" 2>/dev/null; } 2>"$data/time" || code=$?
  if [[ $method == abssynthe ]]; then
    case $code in 10) verdict=realizable ;; 20) verdict=unrealizable ;; esac
  elif ((code == 0)); then
    verdict=$(jq -r '.verdict' "$data/answer")
    [[ $verdict == *realizable ]] || verdict=-
  fi
  awk -v verdict="$verdict" '{printf "%s %.2f\n", verdict, $1 + $2}' <(tail -1 "$data/time") >"$data/part"
  mv "$data/part" "$result"
}
limited() {
  (
    ulimit -t "$1"
    if [[ $2 == abssynthe ]]; then
      ulimit -v "$memory_kib"
      exec "$abssynthe" "$3"
    fi
    exec "$zermelo" prove --aiger "$3" --method "$2" --memory 4G --json
  )
}

methods=(ic3 sets)
[[ -z $abssynthe ]] || methods+=(abssynthe)

# --- The competition's files ---------------------------------------------------------------------------------

folders=(toy_examples driver LTL2AIG LTL2DBA)
# (Comments, which may stand at the end without the line that should begin them, hold the answers.)
without_comments() { awk '/^c$/ || /^#/ {exit} {print}' "$1"; }
# FOLDER FILE STATUS and, by method, the verdict, for each of the competition's files.
competitors() {
  local folder file name method status row
  for folder in "${folders[@]}"; do
    for file in "$competition/$folder"/*.aag; do
      name=$folder-$(basename "$file" .aag)
      status=$(sed -n 's/^STATUS : \(un\)\?realizable$/&/p' "$file" | sed 's/.*: //')
      # (A name's ending is the formula's status, which a bounded form of it need not share.)
      [[ -n $status ]] || case $name in *_UNREAL) status=unrealizable ;; *_REAL) status=realizable ;; esac
      without_comments "$file" >"$data/game.aag"
      row="$folder $(basename "$file" .aag) ${status:--}"
      for method in "${methods[@]}"; do
        answer "$name.$method" "$seconds" "$data/game.aag" "$method"
        row+=" $(cut -d ' ' -f 1 "$data/$name.$method")"
      done
      [[ -n $abssynthe ]] || row+=' -'
      echo "$row"
    done
  done
}
[[ -z $competition ]] || competitors >"$data/competitors"

write_competition() {
  echo '| folder | files | `ic3` | `sets` | either | AbsSynthe | AbsSynthe alone | ours alone |'
  echo '|---|---:|---:|---:|---:|---:|---:|---:|'
  awk -v abssynthe="$abssynthe" '
    function count(folder) {
      ++files[folder]
      ours = $4 != "-" || $5 != "-"
      ic3[folder] += $4 != "-"
      sets[folder] += $5 != "-"
      either[folder] += ours
      other[folder] += $6 != "-"
      only_other[folder] += $6 != "-" && !ours
      only_ours[folder] += $6 == "-" && ours
    }
    !($1 in files) { order[++folders] = $1 }
    { count($1); count("all") }
    END {
      order[++folders] = "all"
      for (k = 1; k <= folders; ++k) {
        f = order[k]
        printf "| %s | %d | %d | %d | %d |", f, files[f], ic3[f], sets[f], either[f]
        if (abssynthe == "") print "  |  |  |"
        else printf " %d | %d | %d |\n", other[f], only_other[f], only_ours[f]
      }
    }' "$data/competitors"
}
# The names of files whose row has two different answers, or another than the file's status; or those only AbsSynthe decides.
contradictions() {
  awk '{
    split("", seen)
    for (k = 3; k <= NF; ++k) if ($k != "-") seen[$k] = 1
    if (length(seen) > 1) print "`" $2 "`"
  }' "$data/competitors" | paste -sd ' '
}
only_abssynthe() { awk '$4 == "-" && $5 == "-" && $6 != "-" {print "`" $2 "`"}' "$data/competitors" | paste -sd ' '; }

# --- Our games ------------------------------------------------------------------------------------------------

# A name, and the game as it is given to the program.
games=(
  "tic-tac-toe 3x3|mnk columns=3 rows=3 k=3"
  "Notakto 3x3|notakto columns=3 rows=3"
  "Connect 3x3, three in a row|connect columns=3 rows=3 line=3"
  "Connect 3x4, three in a row|connect columns=3 rows=4 line=3"
  "Domineering 3x3|domineering columns=3 rows=3"
  "Hex 3x3|$(model hex 3x3)"
  "\`shapes\` 3x3, elly|$(model shapes 3x3-elly)"
  "Clobber 3x3|clobber columns=3 rows=3"
  "Breakthrough 2x5|breakthrough columns=2 rows=5"
  "Othello 3x3|othello rows=3 columns=3"
)
if [[ $small == true ]]; then
  games=("${games[4]}" "${games[5]}")
fi

# (A game is several words.)
# shellcheck disable=SC2086
play_ours() {
  local entry name owner method
  for entry in "${games[@]}"; do
    name=$(file_name "${entry%%|*}")
    for owner in black white; do
      "$zermelo" encode ${entry#*|} --owner "$owner" -o "$data/game.aag" >/dev/null
      for method in "${methods[@]}"; do
        answer "ours-$name-$owner.$method" "$seconds_of_ours" "$data/game.aag" "$method"
      done
    done
    [[ -s $data/ours-$name.table ]] && continue
    "$zermelo" solve ${entry#*|} -o "$data/game.ztb" --force >/dev/null 2>&1
    "$zermelo" probe "$data/game.ztb" start --json |
      jq -r 'if .value == "draw" then "draw" else "\(if .value == "win" then "Black" else "White" end) wins in \(.plies)" end' \
        >"$data/ours-$name.table"
    rm -f "$data/game.ztb"
  done
}
play_ours

# cell RESULT: R or U, and the time; empty if it was not tried.
cell() {
  local verdict time
  [[ -s $data/$1 ]] || return 0
  read -r verdict time <"$data/$1"
  case $verdict in
    realizable) echo "R, $time s" ;;
    unrealizable) echo "U, $time s" ;;
    *) echo "not in $seconds_of_ours s" ;;
  esac
}
write_ours() {
  echo '| game | table | owner | `ic3` | `sets` | AbsSynthe |'
  echo '|---|---|---|---:|---:|---:|'
  local entry name owner method row
  for entry in "${games[@]}"; do
    name=$(file_name "${entry%%|*}")
    for owner in black white; do
      row="| ${entry%%|*} | $(<"$data/ours-$name.table") | $owner |"
      for method in ic3 sets abssynthe; do row+=" $(cell "ours-$name-$owner.$method") |"; done
      echo "$row"
    done
  done
}

# --- The page ----------------------------------------------------------------------------------------------------

write_page() {
  cat <<TEXT
<!-- Made by scripts/safety-results.sh; do not edit. -->

# Safety games: results

Safety games in AIGER ([proofs.md](proofs.md#games-in-aiger)) by \`zermelo prove --aiger\` and by AbsSynthe, a synthesizer with decision diagrams (Brenguier, Pérez,
Raskin and Sankur, 2014)${abssynthe:+; here $(abssynthe_version), as it is by default}. Seconds are those of processor time, of one thread; each program had 4 GiB.
TEXT
  [[ -z $competition ]] || cat <<TEXT

## The competition's files

Four folders of the synthesis competition's files, without their comments, $seconds seconds each: how many are decided.

$(write_competition)

Answers that contradict each other, or a file's status: $(or_none "$(contradictions)").
Files that AbsSynthe alone decides: $(or_none "$(only_abssynthe)").
TEXT
  cat <<TEXT

## Our games

Games as \`zermelo encode\` writes them, at most $seconds_of_ours seconds each. *R* is realizable, the owner does not lose; *U* is unrealizable. *Table* says what the start
is worth to Black, who begins.

$(write_ours)
TEXT
}
or_none() { echo "${1:-none}"; }
abssynthe_version() { "$abssynthe" -h 2>&1 | grep -m 1 -o '[A-Za-z-]*[Aa]bs[sS]ynthe [0-9.]*'; }

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
