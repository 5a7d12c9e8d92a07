#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that is too slow for every change: builds and tests with all presets, fuzzes, and runs the
# checks of format and style. A line for each; it fails if any of them does.
set -uo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: scripts/nightly.sh [option ...] [part ...]

Builds Zermelo in every way and runs all tests, fuzzers and checks. Goes on after a failure, writes
what each part says to a file, prints a line for each part and exits with 1 if any has failed.

Parts (default: all, in this order):
  format    scripts/check-format.sh; here it fails if clang-format 14 is missing
  release   a preset of CMakePresets.json each: configured, built, tested
  debug       with assertions
  clang       compiled by clang 14
  asan        with the address and undefined behaviour sanitizers
  tsan        with the thread sanitizer
  fuzz      every fuzz target; what it finds is left in the folder of logs
  tidy      scripts/check-tidy.sh

Options:
  --fuzz-seconds N   for each fuzz target (default: 600)
  --jobs N           processes that compile at a time (default: all processors)
  --logs FOLDER      where the files go (default: build/nightly/DATE)
  --install          first install what is missing (scripts/install-deps.sh --all)
  --help             print this
TEXT
}

wrong() {
  echo "nightly: $1; see scripts/nightly.sh --help" >&2
  exit 2
}
number() { [[ $2 =~ ^[1-9][0-9]*$ ]] && echo "$2" || wrong "$1 wants a number"; }

all_parts=(format release debug clang asan tsan fuzz tidy)
parts=()
fuzz_seconds=600
jobs=$(nproc)
logs=build/nightly/$(date +%Y-%m-%d-%H%M%S)
install=false
while (($#)); do
  case $1 in
    --fuzz-seconds) fuzz_seconds=$(number "$1" "${2-}") || exit 2; shift ;;
    --jobs) jobs=$(number "$1" "${2-}") || exit 2; shift ;;
    --logs) logs=${2:?--logs wants a folder}; shift ;;
    --install) install=true ;;
    --help) usage && exit 0 ;;
    -*) wrong "there is no option $1" ;;
    *)
      [[ " ${all_parts[*]} " == *" $1 "* ]] || wrong "there is no part '$1'"
      parts+=("$1")
      ;;
  esac
  shift
done
((${#parts[@]})) || parts=("${all_parts[@]}")
mkdir -p "$logs"

# --- The parts: each prints what it does, and its last line sums it up ------------------------------

run_format() { scripts/check-format.sh; }

run_preset() {
  cmake --preset "$1" && cmake --build --preset "$1" --parallel "$jobs" || return
  ZERMELO_LONG_TESTS=1 ctest --preset "$1" | tee "$logs/$1.tests"
  local result=${PIPESTATUS[0]}
  grep -E 'tests (passed|failed)' "$logs/$1.tests"
  return "$result"
}

run_fuzz() {
  cmake --preset fuzz && cmake --build --preset fuzz --parallel "$jobs" || return
  local source name corpora failed=()
  for source in tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" .cpp)
    # What is found goes to the first folder, where the next night begins.
    corpora=("build/fuzz/corpus/$name")
    if [[ -d tests/fuzz/corpus/$name ]]; then corpora+=("tests/fuzz/corpus/$name"); fi
    echo "--- $name"
    "build/fuzz/$name" -max_total_time="$fuzz_seconds" -timeout=30 -rss_limit_mb=4096 \
      -artifact_prefix="$logs/$name-" "${corpora[@]}" || failed+=("$name")
  done
  echo "failed: ${failed[*]:-none}"
  ((${#failed[@]} == 0))
}

run_part() {
  case $1 in
    format) run_format ;;
    fuzz) run_fuzz ;;
    tidy) scripts/check-tidy.sh --jobs "$jobs" ;;
    *) run_preset "$1" ;;
  esac
}

# --- All of them -----------------------------------------------------------------------------------

if [[ $install == true ]]; then scripts/install-deps.sh --all || exit; fi
failures=0
for part in "${parts[@]}"; do
  begin=$SECONDS
  if run_part "$part" >"$logs/$part.log" 2>&1; then
    verdict=passed
  else
    verdict=FAILED
    failures=$((failures + 1))
  fi
  printf '%-8s %s  %5d s  %s\n' "$part" "$verdict" $((SECONDS - begin)) \
    "$(grep -v '^[[:space:]]*$' "$logs/$part.log" | tail -n 1 | cut -c 1-80)"
done
echo "logs: $logs"
((failures == 0))
