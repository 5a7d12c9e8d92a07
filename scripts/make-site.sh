#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a site (docs/publish.md) of the games in games/ and of Ostle with eight pieces:
#   scripts/make-site.sh [--without-ostle] [--tables FOLDER] SITE [ZERMELO]
# --tables keeps the tables there, and takes those that are there already. ZERMELO is the program, by default
# build/release/zermelo. Each game is the one that its README solves first; where the README says what the start is
# worth, the table must say the same. Prints how many files and MB the site has, and the seconds that it took.
set -euo pipefail

ostle=true tables=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --without-ostle) ostle=false ;;
    --tables) tables=$2 && shift ;;
    *) echo "usage: $0 [--without-ostle] [--tables FOLDER] SITE [ZERMELO]" >&2 && exit 2 ;;
  esac
  shift
done
(($# == 1 || $# == 2)) || { echo "usage: $0 [--without-ostle] [--tables FOLDER] SITE [ZERMELO]" >&2 && exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
site=$(realpath -m "$1")
zermelo=$(realpath "${2:-$root/build/release/zermelo}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ -n $tables ]]; then mkdir -p "$tables" && tables=$(realpath "$tables"); else tables=$scratch; fi

# "Black wins in 9 plies", "White wins in 6 plies" or "a draw": what a README's table says of a problem.
in_readme() {
  grep -F "\`$2\`" "$1" | grep -oE 'Black wins in [0-9]+|White wins in [0-9]+|a draw' | head -1
}
# The same of a table.
in_table() {
  local said side other
  said=$("$zermelo" probe "$1" start | grep -m1 -oE '(Black|White) to move (wins|loses|draws|.*draw).*' || true)
  side=${said%% *}
  if [[ $side == Black ]]; then other=White; else other=Black; fi
  case $said in
    *' wins in '*) sed -E "s/.* wins in ([0-9]+).*/$side wins in \1/" <<< "$said" ;;
    *' loses in '*) sed -E "s/.* loses in ([0-9]+).*/$other wins in \1/" <<< "$said" ;;
    *draw*) echo 'a draw' ;;
  esac
}

about=$scratch/about.md
{
  echo 'Every position of these games has been solved: what it is worth, in how many plies, and every best move.'
  printf '\n## The games\n\n'
} > "$about"
list=() wrong=() compared=0
for readme in "$root"/games/*/README.md; do
  folder=$(dirname "$readme") name=$(basename "$(dirname "$readme")")
  # (The first line that solves a game, without the comment that may follow.)
  line=$(grep -m1 -oE '^    \$ zermelo solve .* -o [a-z]+\.ztb' "$readme" || true)
  [[ -n $line ]] || continue
  words=${line#*zermelo solve } words=${words% -o *}
  problem=$(grep -oE '[A-Za-z0-9-]+\.bddl' <<< "$words" | tail -1)
  table=$tables/$name.ztb
  if [[ ! -f $table ]]; then
    # shellcheck disable=SC2086 # (words are words)
    (cd "$folder" && "$zermelo" solve $words --force -o "$table") > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && exit 1; }
  fi
  list+=("$table")
  said=$(in_readme "$readme" "$problem" || true)
  if [[ -n $said ]]; then
    compared=$((compared + 1))
    [[ $(in_table "$table") == "$said" ]] || wrong+=("$name ($problem): the README says '$said', the table '$(in_table "$table")'")
  fi
  # The title, and the first paragraph that is text.
  heading=$(sed -n 's/^# //p' "$readme" | head -1)
  text=$(awk 'NR > 1 && /^[A-Za-z]/ { found = 1 } found && /^$/ { exit } found' "$readme" | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g')
  printf -- '- **%s.** %s\n' "$heading" "$(tr '\n' ' ' <<< "$text")" >> "$about"
done
if $ostle; then
  table=$tables/ostle-8.ztb
  [[ -f $table ]] || "$zermelo" solve ostle total=8 -o "$table" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && exit 1; }
  list=("$table" "${list[@]}")
  printf -- '- **Ostle.** Pieces push each other off the board or into a wandering hole; with four pieces a side.\n' >> "$about"
fi
if ((${#wrong[@]})); then
  printf 'make-site: %s\n' "${wrong[@]}" >&2
  exit 1
fi
echo "${#list[@]} tables; $compared values of starts are those of the READMEs."
"$zermelo" publish "${list[@]}" -o "$site" --title "Solved games" --about "$about" \
  --licence "The tables are in the public domain (CC0 1.0)."
