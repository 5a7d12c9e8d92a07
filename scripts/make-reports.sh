#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the reports on the games in games/: games/NAME/report.md (docs/report.md says what is in them).
#   scripts/make-reports.sh [--check] [--large] [--only FOLDER] [ZERMELO]
# Without --large only those whose play is followed to its end in some seconds; with it only the others, of
# which larger ones play games at random instead. --only: of these, that of one folder. --check: changes
# nothing, and fails if a report is not what the program says now. ZERMELO is the program, by default build/release/zermelo.
set -euo pipefail

check=false large=false only=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --check) check=true ;;
    --large) large=true ;;
    --only) only=${2:?"--only needs a folder of games/"} && shift ;;
    *) echo "usage: $0 [--check] [--large] [--only FOLDER] [ZERMELO]" >&2 && exit 2 ;;
  esac
  shift
done
root=$(cd "$(dirname "$0")/.." && pwd)
zermelo=$(realpath "${1:-$root/build/release/zermelo}")

# Folder, and the file of the game: a problem if there is a domain.bddl, otherwise all of it. After a space, options of
# report.
games=(
  achi/achi breakthrough/3x4 col/col connect/4x4-3 cross-purposes/4x4 dodgem/dodgem domineering/4x4
  evader/4x4-1-2 hare-and-hounds/hare-and-hounds hex/3x3 hexapawn/hexapawn knightthrough/3x4
  konane/4x4 mu-torere/mu-torere nine-holes/nine-holes notakto/3x3 pong-hau-ki/start pursuer/4x4-1-2
  rings/4-race quixo/quixo picaria/picaria shapes/3x3-tic snort/snort tapatan/tapatan three-mens-morris/three-mens-morris
  tic-tac-chec/3x3 tic-tac-toe/3x3
)
if $large; then
  games=(
    brandubh/king-against-three dao/dao gomoku/5x3 hasami-shogi/hasami-4x4 kings-and-pieces/krk micro-shogi/king-and-pawn
    six-mens-morris/four-men 'dobutsu/dobutsu --sample 20000' 'four-field-kono/four-field-kono --sample 20000'
    'nine-mens-morris/four-against-four --sample 20000' 'teeko/teeko --sample 20000'
  )
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What the report on a game says, with the commands that make it; further words are options of report.
report_of() {
  local game=$1 folder=${1%/*} words report
  shift
  if [[ -f $root/games/$folder/domain.bddl ]]; then
    words="--bddl games/$folder/domain.bddl games/$game.bddl"
  else
    words="games/$game.bddl"
  fi
  # shellcheck disable=SC2086 # (words are words)
  (cd "$root" && "$zermelo" solve $words --force -o "$scratch/table.ztb") > "$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    return 1
  }
  report="report table.ztb${*:+ $*} --format markdown"
  printf '# The report on %s\n\n' "$game"
  printf '<!-- Made by scripts/make-reports.sh; change nothing here. -->\n\n'
  printf '    zermelo solve %s -o table.ztb\n    zermelo %s\n\n' "$words" "$report"
  printf '[docs/report.md](../../docs/report.md) says what each number means.\n\n'
  "$zermelo" report "$scratch/table.ztb" "$@" --format markdown
}

different=() done=0
for entry in "${games[@]}"; do
  read -ra words <<< "$entry"
  game=${words[0]} page=$root/games/${entry%%/*}/report.md
  [[ -z $only || $only == "${entry%%/*}" ]] || continue
  ((++done))
  report_of "${words[@]}" > "$scratch/report.md"
  if ! $check; then
    mv "$scratch/report.md" "$page"
  elif ! cmp -s "$scratch/report.md" "$page"; then
    different+=("$game")
  fi
done
if ((done == 0)); then
  echo "make-reports: none of these games is in the folder '$only'; --large has others." >&2
  exit 1
fi
if ((${#different[@]})); then
  echo "make-reports: not up to date: ${different[*]}; scripts/make-reports.sh makes them." >&2
  exit 1
fi
