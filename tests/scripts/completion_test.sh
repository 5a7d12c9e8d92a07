#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests what shells complete with the scripts of `zermelo completion`.
#   completion_test.sh ZERMELO [bash|zsh|fish]
# Exits with 77 if the shell is not installed.
set -euo pipefail

zermelo=$(realpath "$1") shell=$2
command -v "$shell" >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir folder empty
touch table.ztb strategy.aig strategy.aag domain.bddl problem.bddl notes.txt
"$zermelo" completion "$shell" >"$scratch/.script"

tried=0
# The words that can follow a line, one per line and sorted; the line ends at the cursor.
expect() {  # LINE WORD ...
  local line=$1 expected actual
  shift
  expected=$(printf '%s\n' "$@" | sort)
  actual=$("complete_in_$shell" "$line" | sort)
  ((++tried))
  [[ $actual == "$expected" ]] && return
  printf "%s completes '%s' by\n%s\ninstead of\n%s\n" "$shell" "$line" "$actual" "$expected" >&2
  exit 1
}

# Bash calls the function with the line in pieces, which are also divided at =.
complete_in_bash() {
  bash -c '
    source .script
    COMP_LINE=$1 COMP_POINT=${#1}
    read -ra COMP_WORDS <<<"${1//=/ = }"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _zermelo || exit 1
    ((${#COMPREPLY[@]} == 0)) || printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}

complete_in_fish() {
  HOME=$scratch fish --no-config -c 'source .script; complete -C $argv[1]' -- "$1" | cut -f1
}

# Zsh completes only on a terminal: what is typed is followed by a tab and run, and zermelo is a
# function that prints its arguments. So there must be only one way to complete a line here.
complete_in_zsh() {
  cat >.setup <<'ZSH'
PS1=
[[ -n $SOURCED ]] || fpath=($PWD/.functions $fpath)
autoload -U compinit
compinit -u -D
[[ -z $SOURCED ]] || source ./.script
zermelo() { print -r -- "GOT:$@[-1]:END" }
print READY-$((1 + 1))
ZSH
  cat >.typist <<'ZSH'
zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell 'source ./.setup'
zpty -r shell text '*READY-2*'
zpty -w -n shell "$1"$'\t\r'
zpty -r shell text '*GOT:*:END*'
print -r -- "${${text##*GOT:}%%:END*}"
zpty -d shell
ZSH
  timeout 60 zsh -f .typist "$1"
}

if [[ $shell == zsh ]]; then
  zsh -n .script
  mkdir .functions && cp .script .functions/_zermelo  # as packages install it
  SOURCED=1 expect 'zermelo sol' solve
  expect 'zermelo sol' solve
  expect 'zermelo completion fi' fish
  expect 'zermelo probe --mo' --moves
  expect 'zermelo probe ta' table.ztb
  expect 'zermelo check strategy.aa' strategy.aag
  expect 'zermelo solve ost' ostle
  expect 'zermelo solve ostle si' size=
  expect 'zermelo solve ostle repetition=sy' repetition=symmetric
  expect 'zermelo solve --bddl domain.bddl pro' problem.bddl
  expect 'zermelo prove --method ic' ic3
  expect 'zermelo prove --method=ic' --method=ic3
  expect 'zermelo check strategy.aig --proofs em' empty
  echo "$tried lines"
  exit 0
fi

[[ $shell == bash ]] && equals='' || equals=repetition=
[[ $shell == bash ]] && method='' || method=--method=
[[ $shell == bash ]] && slash='' || slash=/
expect 'zermelo sol' solve
expect 'zermelo pr' probe prove
expect 'zermelo completion ' bash fish zsh
expect 'zermelo probe table.ztb st' start
expect 'zermelo probe --mo' --moves
expect 'zermelo solve ost' ostle
expect 'zermelo solve ostle si' size=
expect 'zermelo solve ostle repetition=' "${equals}exact" "${equals}symmetric"
expect 'zermelo solve --threads 2 -o table.ztb ostle size=4 sta' start=
expect 'zermelo prove --method ' auto ic3 ic3-thesis qbf search sets table
expect 'zermelo prove --method=q' "${method}qbf"
if [[ $shell == bash ]]; then
  # (fish also offers files of other kinds, after those that fit.)
  bash -n .script
  expect 'zermelo hybrid con' connect
  expect 'zermelo info ' empty folder table.ztb
  expect 'zermelo check ' empty folder strategy.aag strategy.aig
  expect 'zermelo play ' empty folder strategy.aag strategy.aig table.ztb
  expect 'zermelo mine table.ztb --from no' notes.txt
  expect 'zermelo solve --bddl domain.bddl ' domain.bddl empty folder problem.bddl
  expect 'zermelo solve ostle --output ' empty folder table.ztb
  expect 'zermelo prove --seconds ' ''
else
  fish --no-config -n .script
  expect 'zermelo info ta' table.ztb
  expect 'zermelo solve --bddl domain.bddl pro' problem.bddl
fi
expect 'zermelo check strategy.aig --proofs e' "empty$slash"

# Every verb, with all of its options.
mapfile -t verbs < <("$zermelo" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
((${#verbs[@]} > 20))
expect 'zermelo ' "${verbs[@]}" $([[ $shell == fish ]] || echo --help -h --version)
for verb in "${verbs[@]}"; do
  mapfile -t long < <("$zermelo" "$verb" --help | grep -oE '^  (-.,)?--[a-z-]+' | grep -oE -- '--[a-z-]+')
  expect "zermelo $verb --" "${long[@]}"
done
echo "$tried lines"
