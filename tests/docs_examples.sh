#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that what a page shows of the program is what the program does.
#   docs_examples.sh ZERMELO PAGE FOLDER
# works in a copy of FOLDER, in the page's order: a fence of "```bddl NAME" makes that file; an
# indented line "$ zermelo ..." (or cc, c++, head, curl, printf, scripts/...) is a command, and the indented lines after it, if there are any, are
# what it prints. In these lines "…" stands for anything, and a line of only "…" for any number of
# lines. A comment "<!-- $ ... -->" is a command of any kind that is hidden from readers.
set -euo pipefail

zermelo=$(realpath "$1") page=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$3/." "$scratch"
mkdir "$scratch/.bin" && ln -s "$zermelo" "$scratch/.bin/zermelo"
export PATH=$scratch/.bin:$PATH
cd "$scratch"

fail() {
  echo "${page##*/}: $1" >&2
  exit 1
}

# Whether a line matches a pattern in which … stands for anything.
is_like() {
  local line=$1 pattern=$2 part
  if [[ $pattern != *…* ]]; then
    [[ $line == "$pattern" ]]
    return
  fi
  part=${pattern%%…*}
  [[ $line == "$part"* ]] || return 1
  while true; do
    line=${line#*"$part"}
    pattern=${pattern#*…}
    [[ $pattern == *…* ]] || break
    part=${pattern%%…*}
    [[ $line == *"$part"* ]] || return 1
  done
  [[ $line == *"$pattern" ]]
}

commands=0
command='' expected=()
check() {
  [[ -n $command ]] || return 0
  local printed=() i=0 line
  # The blank lines that end a block belong to the page.
  while ((${#expected[@]})) && [[ -z ${expected[-1]} ]]; do unset 'expected[-1]'; done
  mapfile -t printed < <(bash -c "$command" 2>&1 | sed 's/ *$//')
  ((++commands))
  if ((${#expected[@]} == 0)); then
    command=''
    return
  fi
  while ((${#printed[@]})) && [[ -z ${printed[-1]} ]]; do unset 'printed[-1]'; done
  for ((e = 0; e < ${#expected[@]}; ++e)); do
    line=${expected[e]}
    if [[ $line == … ]]; then
      ((e + 1 < ${#expected[@]})) || i=${#printed[@]}
      while ((i < ${#printed[@]})) && ! is_like "${printed[i]}" "${expected[e + 1]}"; do ((++i)); done
      continue
    fi
    ((i < ${#printed[@]})) || fail "'$command' does not print '$line'"
    is_like "${printed[i]}" "$line" ||
      fail "'$command' prints"$'\n'"  ${printed[i]}"$'\n'"where the page has"$'\n'"  $line"
    ((++i))
  done
  ((i == ${#printed[@]})) || fail "'$command' prints more: '${printed[i]}'"
  command='' expected=()
}

file=''
while IFS= read -r text || [[ -n $text ]]; do
  if [[ -n $file ]]; then
    if [[ $text == '```' ]]; then file=''; else printf '%s\n' "$text" >>"$file"; fi
  elif [[ $text =~ ^'```bddl '([a-z0-9./-]+)$ ]]; then
    file=${BASH_REMATCH[1]}
    : >"$file"
  elif [[ $text =~ ^'    $ '(zermelo|cc|c\+\+|head|curl|printf|scripts/[a-z-]+)' ' ]]; then
    check
    command=${text#    \$ }
  elif [[ $text =~ ^'<!-- $ '(.*)' -->'$ ]]; then
    check
    command=${BASH_REMATCH[1]}
    check
  elif [[ $text == '    $ '* ]]; then
    check
  elif [[ -n $command && ($text == '    '* || -z $text) ]]; then
    expected+=("${text#    }")
  else
    check
  fi
done <"$page"
check
((commands > 0)) || fail 'it has no command'
echo "${page##*/}: $commands commands"
