# SPDX-License-Identifier: MIT
# What the scripts that make the tables of docs/verified.md share. They source it in the top folder, after their function
# `usage`, which --help prints.
# shellcheck shell=bash

# shellcheck source=scripts/results.sh
source scripts/results.sh

script=$(basename "$0" .sh)
wrong() {
  echo "$script: $1; see scripts/$script.sh --help" >&2
  exit 2
}

# read_options 'OPTION ...' ARGUMENT...: sets the variables named like these options, which have values, and `patterns`.
# (--short is a flag, and sets `short`.)
read_options() {
  local valued=" $1 "
  shift
  while [[ $# -gt 0 ]]; do
    if [[ $1 == --* && $valued == *" ${1#--} "* ]]; then
      [[ $# -gt 1 ]] || wrong "$1 wants a value"
      declare -g "${1#--}=$2"
      shift
    elif [[ $1 == --short && -v short ]]; then
      short=1
    elif [[ $1 == --help ]]; then
      usage
      exit
    elif [[ $1 == -* ]]; then
      wrong "there is no option '$1'"
    else
      patterns+=("$1")
    fi
    shift
  done
}

# Builds what was not given, and makes the folder `data`.
prepare() {
  mkdir -p "$data"
  need jq
  [[ -n $zermelo ]] || build_program
  [[ -z $verified ]] || return 0
  need ocamlfind
  [[ -e build/verified/CMakeCache.txt ]] || cmake -G Ninja -S verified -B build/verified >/dev/null
  cmake --build build/verified >/dev/null
  verified=$PWD/build/verified/zermelo-verified
}

# Problems of games/ with tables of more than ten million positions, or with too many to be numbered.
too_large=(
  'connect 5x5-4' 'connect 6x6-3' 'connect 6x6-4' 'connect 7x6-4'
  'domineering 6x6' 'gomoku *' 'hex browne-5x5' 'hex hein-*-5x5' 'konane 6x6' 'knightthrough 4x5' 'knightthrough 4x6'
  'shapes 5x4-tic-begun' 'shapes 6x6-snaky' 'nine-mens-morris' 'without-placing'
  'with-drops' 'five-rows' 'king-pawn-gold' 'tic-tac-chec'
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

# is_wanted NAME: whether one of the patterns fits, or there is none.
is_wanted() { [[ ${#patterns[@]} -eq 0 ]] || matches "$1" "${patterns[@]}"; }

is_version_2() { grep -qE '^#bddl 2' "$1"; }

# Games of games/ in version 2 of BDDL that the checker does not know: `when`, #material, rules of one side alone, positions
# of more than 62 bits.
unknown=('hasami-4x4' 'kqk' 'krk' 'kpk' 'kbnk' 'four-against-four' 'king-against-three' 'king-and-pawn')

# The games of games/ in version 2 of BDDL that are not too large, as lines 'NAME|RULES'.
shipped_version_2_games() {
  local rules name
  for rules in games/*/*.bddl; do
    name=$(basename "$rules" .bddl)
    ! is_version_2 "$rules" || is_too_large "$name" || matches "$name" "${unknown[@]}" || echo "$name|$rules"
  done
}

# The problems of games/ that are not too large, as lines 'NAME|DOMAIN|PROBLEM'.
shipped_problems() {
  local problem folder name
  for problem in games/*/*.bddl; do
    folder=$(dirname "$problem")
    name="$(basename "$folder") $(basename "$problem" .bddl)"
    [[ $problem == */domain.bddl ]] || is_version_2 "$problem" || is_too_large "$name" || echo "$name|$folder/domain.bddl|$problem"
  done
}
