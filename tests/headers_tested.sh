#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that every header is tested: tests/FOLDER/x_test.cpp includes FOLDER/x.h, or
# tests/untested_headers.txt says why not. And that every header that is included by its name
# exists, in sources too that the default build leaves out (fuzz targets, packages' examples).
#   headers_tested.sh TREE
set -euo pipefail
cd "$1"

list=tests/untested_headers.txt
failures=0
fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

# Headers that have a test of their name, which includes them.
declare -A tested=()
while IFS=: read -r test include; do
  header=${include#'#include "'}
  header=${header%%\"*}
  if [[ $test == "tests/${header%.h}_test.cpp" ]]; then tested[$header]=yes; fi
done < <(grep -r '^#include "' tests --include='*_test.cpp')

# What a line of the list names after "tested by" must be an existing test.
check_reason() {
  local header=$1 reason=$2 word named
  [[ $reason =~ [a-z]{2,}.*[a-z]{2,} ]] || fail "$list: no reason for $header"
  for word in $reason; do
    [[ $word =~ [a-z0-9_/]*_test\.[a-z]* ]] || continue
    named=${BASH_REMATCH[0]}
    [[ -f tests/$named ]] || fail "$list: $header: there is no tests/$named"
  done
}

declare -A excused=()
while IFS=: read -r header reason; do
  [[ -z $header || $header == '#'* ]] && continue
  [[ -z ${excused[$header]-} ]] || fail "$list: $header is listed twice"
  excused[$header]=$reason
  if [[ ! -f $header ]]; then
    fail "$list: there is no header $header"
  elif [[ -n ${tested[$header]-} ]]; then
    fail "$list: $header has a test now"
  fi
  check_reason "$header" "$reason"
done <"$list"

headers=0
while read -r header; do
  headers=$((headers + 1))
  [[ -n ${excused[$header]-} || -n ${tested[$header]-} ]] ||
    fail "$header has no tests/${header%.h}_test.cpp that includes it, and $list does not say why"
done < <(find symmetry gen tablebase probe symbolic kinds othello_thesis proof reports json server cli -name '*.h' | sort)
((headers > 0)) || fail "no headers"

# An included header is named from the root of the project, or stands beside the file; that of the
# verified numbering is made from its proof.
includes=0
while IFS=: read -r file include; do
  includes=$((includes + 1))
  header=${include#*\"}
  header=${header%%\"*}
  [[ -f $header || -f $(dirname "$file")/$header || $header == numbering.h ]] && continue
  fail "$file includes $header, which does not exist"
done < <(find . -path './build*' -prune -o -name node_modules -prune -o \
  '(' -name '*.[ch]' -o -name '*.cpp' ')' -exec grep -H '^#include "' {} +)
((includes > 0)) || fail "no includes"

echo "$headers headers, ${#excused[@]} of them without a test of their own"
((failures == 0))
