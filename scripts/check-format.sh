#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that the C and C++ sources are formatted as .clang-format says, and the page and its tests
# as prettier says. Without clang-format 14 or prettier 3 it cannot, and says so. No line of the page
# or its tests may have more than 100 columns, which neither program can promise. No file may hold
# the marks that a merge leaves at a conflict.
#   --fix   formats them
set -euo pipefail
cd "$(dirname "$0")/.."

fix=false
case "${1-}" in
  '') ;;
  --fix) fix=true ;;
  *) echo "usage: $0 [--fix]" >&2 && exit 2 ;;
esac

# Versions differ in what they consider formatted, so only 14 will do.
check_cpp() {
  local clang_format action=(--dry-run --Werror)
  clang_format=$(command -v clang-format-14 || command -v clang-format || true)
  if [[ -z $clang_format ]] || ! "$clang_format" --version | grep -q 'version 14\.'; then
    cat >&2 <<'TEXT'
check-format: NOT CHECKED whether the sources are formatted: clang-format 14 is not installed
              (scripts/install-deps.sh --all installs it).
TEXT
    return 0
  fi
  [[ $fix == false ]] || action=(-i)
  find . \( -name build -o -name 'build-*' -o -name node_modules -o -name '.?*' \) -prune \
    -o \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
    xargs -0 --no-run-if-empty "$clang_format" --style=file "${action[@]}"
}

page_files() { find web tests/web -name node_modules -prune -o -type f -regex "$1" -print0; }

check_page() {
  local prettier=tests/web/node_modules/.bin/prettier action=--check
  [[ -x $prettier ]] || prettier=$(command -v prettier || true)
  if [[ -z $prettier ]] || ! "$prettier" --version | grep -q '^3\.'; then
    cat >&2 <<'TEXT'
check-format: NOT CHECKED whether the page is formatted: prettier 3 is not installed
              (npm install --no-package-lock in tests/web installs it).
TEXT
    return 0
  fi
  [[ $fix == false ]] || action=--write
  page_files '.*\.\(js\|mjs\|css\|html\)' |
    xargs -0 "$prettier" --config web/.prettierrc.json --log-level warn "$action"
}

# (Columns are characters, not bytes.)
check_columns() {
  local long
  long=$(page_files '.*\.\(js\|mjs\|css\|html\|sh\)' |
    LC_ALL=C.UTF-8 xargs -0 grep -nHE '^.{101,}' || true)
  [[ -n $long ]] || return 0
  echo "check-format: these lines have more than 100 columns:" >&2
  cut -c 1-150 <<<"$long" >&2
  return 1
}

check_merged() {
  local marks
  marks=$(grep -rnIE '^(<{7}|>{7}) ' . --exclude-dir={build,node_modules,.git} || true)
  [[ -n $marks ]] || return 0
  echo "check-format: a merge has left marks of a conflict:" >&2
  cut -c 1-150 <<<"$marks" >&2
  return 1
}

ok=true
for check in check_cpp check_page check_columns check_merged; do
  "$check" || ok=false
done
[[ $ok == true ]]
