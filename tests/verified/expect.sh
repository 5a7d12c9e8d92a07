# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For tests of programs, which source this: counts what does not do as expected.
failures=0

# expect WHAT STATUS PATTERN COMMAND...: the exit status, and what is printed.
expect() {
  local what=$1 status=$2 pattern=$3 output actual=0
  shift 3
  output=$("$@" 2>&1) || actual=$?
  if [[ $actual != "$status" ]] || ! grep -qE -- "$pattern" <<<"$output"; then
    echo "FAILED: $what: exit status $actual, and: $output"
    failures=$((failures + 1))
  fi
}
