# SPDX-License-Identifier: MIT
# What the scripts that make the pages of results (docs/*-results.md) share. They source it in the top folder, after they have read
# their options: `data` is the folder of what was measured, `zermelo` the program, empty if it is to be built.
# shellcheck shell=bash

# Sets `zermelo`.
build_program() {
  scripts/install-deps.sh
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli
  zermelo=$PWD/build/release/zermelo
}

# Sets `verified`.
build_verified() {
  need ocamlfind
  [[ -e build/verified/CMakeCache.txt ]] || cmake -G Ninja -S verified -B build/verified >/dev/null
  cmake --build build/verified >/dev/null
  verified=$PWD/build/verified/zermelo-verified
}

# need TOOL...: ends the script if one, which is the name of its Debian package as well, is not installed.
need() {
  local tool
  for tool; do
    command -v "$tool" >/dev/null || { echo "$(basename "$0" .sh): install Debian's package '$tool'." >&2; exit 1; }
  done
}

# run NAME ARGUMENT...: the JSON that the program prints, in DATA/NAME.json.
run() {
  local file=$data/$1.json
  shift
  [[ ! -s $file ]] || return 0
  echo "zermelo $* ..." >&2
  "$zermelo" "$@" --json >"$file.part"
  mv "$file.part" "$file"
}

# model FOLDER PROBLEM: the options for a model of games/.
model() { echo "--bddl games/$1/domain.bddl games/$1/$2.bddl"; }
# grouped NUMBER: with commas.
grouped() { sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta' <<<"$1"; }
# file_name TEXT: with - for everything but letters and digits.
file_name() { tr -c 'a-zA-Z0-9\n' '-' <<<"$1"; }

# Problems of games/ with tables of more than ten million positions, or with too many to be numbered.
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
# is_too_large NAME: whether the game has more positions than are checked here.
is_too_large() { matches "$1" "${too_large[@]}"; }
