#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Regenerates docs/safety-results.md: safety games in AIGER by `zermelo prove --aiger` and by AbsSynthe. Files of the
# synthesis competition take two hours, our own games some minutes; what is finished is not done again.
#
#   --abssynthe PROGRAM  AbsSynthe, which is not a Debian package; without it its columns are empty
#   --competition DIR    the competition's folder of games in AIGER, with toy_examples, amba and so on; without it the
#                        tables of its files are left out
#   --seconds S          seconds of processor time for each file of the small folders (default: 2)
#   --long-seconds S     the same for the files chosen from the other folders (default: 30)
#   --data DIR           where the runs' results go (default: build/safety)
#   --small              only what takes seconds, into DIR: what the test compares with the page
#   --program FILE       use this program instead of building one
set -euo pipefail

usage() {
  echo "usage: $0 [--abssynthe PROGRAM] [--competition DIR] [--seconds S] [--long-seconds S] [--data DIR] [--small] [--program FILE]" >&2
  exit 2
}
data='' seconds=2 long_seconds=30 small=false abssynthe='' competition='' zermelo=''
while (($#)); do
  case "$1" in
    --abssynthe) shift && [[ -x ${1-} ]] && abssynthe=$(realpath "$1") || usage ;;
    --competition) shift && [[ -d ${1-} ]] && competition=$(realpath "$1") || usage ;;
    --seconds) shift && seconds=${1-} && [[ $seconds =~ ^[1-9][0-9]*$ ]] || usage ;;
    --long-seconds) shift && long_seconds=${1-} && [[ $long_seconds =~ ^[1-9][0-9]*$ ]] || usage ;;
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
  # (Each process is ended after the limit; what two have found together after it does not count.)
  awk -v verdict="$verdict" -v limit="$limit" '{
    seconds = $1 + $2
    printf "%s %.2f\n", (seconds > limit ? "-" : verdict), seconds
  }' <(tail -1 "$data/time") >"$data/part"
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
large_folders=(amba genbuf cycle_sched mult_matrix moving_obstacle factory_assembly_line HWMCC12 hwmcc hyperLTL)
files_of_large=5

# (Comments, which may stand at the end without the line that should begin them, hold the answers.)
without_comments() { awk '/^c$/ || /^#/ {exit} {print}' "$1"; }
all_files() { printf '%s\n' "$competition/$1"/*.aag; }
# Files as if drawn by lot: those whose names have the smallest checksums.
chosen_files() {
  local file
  for file in "$competition/$1"/*.aag; do
    echo "$(basename "$file" | cksum | cut -d ' ' -f 1) $file"
  done | sort -n | head -n "$files_of_large" | cut -d ' ' -f 2-
}
# competitors LIST SECONDS METHODS FOLDER...: a line FOLDER FILE STATUS for each file that LIST names, with the verdicts by method.
competitors() {
  local list=$1 limit=$2 by=$3 folder file name method status row
  shift 3
  for folder; do
    while read -r file; do
      name=$folder-$(basename "$file" .aag)
      status=$(sed -n 's/^STATUS : \(un\)\?realizable$/&/p' "$file" | sed 's/.*: //')
      # (A name's ending is the formula's status, which a bounded form of it need not share.)
      [[ -n $status ]] || case $name in *_UNREAL) status=unrealizable ;; *_REAL) status=realizable ;; esac
      without_comments "$file" >"$data/game.aag"
      row="$folder $(basename "$file" .aag) ${status:--}"
      for method in $by; do
        answer "$name.$method" "$limit" "$data/game.aag" "$method"
        row+=" $(cut -d ' ' -f 1 "$data/$name.$method")"
      done
      [[ -n $abssynthe ]] || row+=' -'
      echo "$row"
    done < <("$list" "$folder")
  done
}
if [[ -n $competition ]]; then
  competitors chosen_files "$long_seconds" "auto ${abssynthe:+abssynthe}" "${large_folders[@]}" >"$data/large-competitors"
  competitors all_files "$seconds" "${methods[*]}" "${folders[@]}" >"$data/competitors"
fi

# write_competition ROWS COLUMN...: the table of what our methods, which the columns name, and AbsSynthe decide of ROWS.
write_competition() {
  local rows=$1 head='| folder | files |' line='|---|---:|' column
  shift
  for column in "$@" AbsSynthe 'AbsSynthe alone' 'ours alone'; do head+=" $column |" line+='---:|'; done
  echo "$head"
  echo "$line"
  awk -v abssynthe="$abssynthe" -v ours=$# '
    # (Of several methods of ours the last column says what any of them decides.)
    function count(folder) {
      ++files[folder]
      any = 0
      methods = ours == 1 ? 1 : ours - 1
      for (m = 1; m <= methods; ++m) {
        decides = $(3 + m) != "-"
        decided[folder, m] += decides
        any = any || decides
      }
      if (ours > 1) decided[folder, ours] += any
      by_other = $(4 + methods) != "-"
      other[folder] += by_other
      only_other[folder] += by_other && !any
      only_ours[folder] += !by_other && any
    }
    !($1 in files) { order[++folders] = $1 }
    { count($1); count("all") }
    END {
      order[++folders] = "all"
      for (k = 1; k <= folders; ++k) {
        f = order[k]
        printf "| %s | %d |", f, files[f]
        for (m = 1; m <= ours; ++m) printf " %d |", decided[f, m]
        if (abssynthe == "") print "  |  |  |"
        else printf " %d | %d | %d |\n", other[f], only_other[f], only_ours[f]
      }
    }' "$rows"
}
# The names of files whose row has two different answers, or another than the file's status; or those only AbsSynthe decides.
contradictions() {
  awk '{
    split("", seen)
    for (k = 3; k <= NF; ++k) if ($k != "-") seen[$k] = 1
    if (length(seen) > 1) print "`" $2 "`"
  }' "$1" | paste -sd ' '
}
only_abssynthe() {
  awk '{
    for (k = 4; k < NF; ++k) if ($k != "-") next
    if ($NF != "-") print "`" $2 "`"
  }' "$1" | paste -sd ' '
}
# spent ROWS METHOD: the seconds that a method took for what it decided of ROWS, in all and for the slowest.
spent() {
  local folder file rest
  while read -r folder file rest; do
    cat "$data/$folder-$file.$2"
  done <"$1" | awk '$1 != "-" {sum += $2; if ($2 > most) most = $2} END {printf "%.0f s, of which %.1f s for the slowest", sum, most}'
}

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

$(write_competition "$data/competitors" '`ic3`' '`sets`' either)

$(write_differences "$data/competitors")

Of its other folders $files_of_large files each, as if drawn by lot (those whose names have the smallest checksums), $long_seconds seconds each, by \`--method auto\`:

$(write_competition "$data/large-competitors" '`auto`')

\`auto\` took $(spent "$data/large-competitors" auto), for what it decided${abssynthe:+; AbsSynthe $(spent "$data/large-competitors" abssynthe)}.
$(write_differences "$data/large-competitors")
TEXT
  cat <<TEXT

## Our games

Games as \`zermelo encode\` writes them, at most $seconds_of_ours seconds each. *R* is realizable, the owner does not lose; *U* is unrealizable. *Table* says what the start
is worth to Black, who begins.

$(write_ours)
TEXT
}
write_differences() {
  echo "Answers that contradict each other, or a file's status: $(or_none "$(contradictions "$1")")."
  echo "Files that AbsSynthe alone decides: $(or_none "$(only_abssynthe "$1")")."
}
or_none() { echo "${1:-none}"; }
abssynthe_version() { "$abssynthe" -h 2>&1 | grep -m 1 -o '[A-Za-z-]*[Aa]bs[sS]ynthe [0-9.]*'; }

write_page >"$data/page.md"
mv "$data/page.md" "$page"
echo "$page is complete."
