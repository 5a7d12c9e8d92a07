#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests Zermelo part by part, goes on after a failure, prints one line per part and, at
# the end, what was left out and why, and how many tests passed.
set -uo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
usage: scripts/test-parts.sh [option ...] [part ...]

Builds and tests Zermelo part by part. Goes on after a failure, writes the output of each part to a file,
prints one line per part, says what was left out and why, and exits with 1 if any part has failed.

Parts:
  default     scripts/test.sh: installs what is missing, builds, runs the default tests
  slow        the tests that take longest, which the default tests leave out
  python      the Python module
  depqbf      DepQBF, another solver for quantified formulas
  shells      completion in bash, zsh and fish
  manual      manual pages, by help2man and groff
  page        the page of `zermelo serve`, in Chromium
  ffish       chess variants and their endgames, compared with Fairy-Stockfish and chessops, which npm installs
  mpi         zermelo-mpi, with Open MPI
  verified    zermelo-verified, with OCaml; with Coq, also its proofs
  assertions  with assertions, the library's own and those of libstdc++: the default tests
  asan        with the address and undefined behaviour sanitizers
  tsan        with the thread sanitizer
  release     presets of CMakePresets.json, with the tests that take long
  debug
  clang         compiled by clang 14
  format      scripts/check-format.sh; here it fails if clang-format 14 is missing
  fuzz        every fuzz target; what it finds is left in the folder of logs
  tidy        scripts/check-tidy.sh
A test that the part default has passed in the same run is not run again by the parts python to page.

Options:
  --ci               default, slow, format, and the parts from python to tsan; under the sanitizers without what only
                     takes long there; installs what is missing
  --nightly          all parts but default, and the tests that take long
  --fuzz-seconds N   for each fuzz target (default: 600)
  --within TIME      for all parts together, 84m or 90s: one that usually takes longer than what is left of it is left
                     out, and one that is not finished when it is over is ended (and left out, or has failed if one of its
                     tests has; the part default has failed)
  --jobs N           processes that compile at a time (default: all processors)
  --logs FOLDER      where the files go (default: build/ci/DATE, build/nightly/DATE or build/parts/DATE)
  --install          first install what is missing (scripts/install-deps.sh --all, --optional, and npm)
  --help             print this
TEXT
}

wrong() {
  echo "test-parts: $1; see scripts/test-parts.sh --help" >&2
  exit 2
}
seconds_of() {  # OPTION TIME
  [[ $2 =~ ^([1-9][0-9]*)([sm])$ ]] || wrong "$1 wants a time, such as 84m or 90s"
  [[ ${BASH_REMATCH[2]} == m ]] && echo $((60 * BASH_REMATCH[1])) || echo "${BASH_REMATCH[1]}"
}
number() { [[ $2 =~ ^[1-9][0-9]*$ ]] && echo "$2" || wrong "$1 wants a number"; }

optional_parts=(python depqbf shells manual page ffish mpi verified)
ci_parts=(default slow format "${optional_parts[@]}" assertions asan tsan)
night_parts=(format release slow "${optional_parts[@]}" assertions debug clang asan tsan fuzz tidy)
parts=()
kind=''
fuzz_seconds=600
within=1000000  # seconds
jobs=$(nproc)
logs=''
install=false
while (($#)); do
  case $1 in
    --ci) kind=ci install=true ;;
    --nightly) kind=nightly ;;
    --fuzz-seconds) fuzz_seconds=$(number "$1" "${2-}") || exit 2; shift ;;
    --within) within=$(seconds_of "$1" "${2-}") || exit 2; shift ;;
    --jobs) jobs=$(number "$1" "${2-}") || exit 2; shift ;;
    --logs) logs=${2:?--logs wants a folder}; shift ;;
    --install) install=true ;;
    --help) usage && exit 0 ;;
    -*) wrong "there is no option $1" ;;
    *)
      [[ " ${ci_parts[*]} ${night_parts[*]} " == *" $1 "* ]] || wrong "there is no part '$1'"
      parts+=("$1")
      ;;
  esac
  shift
done
if ((${#parts[@]} == 0)); then
  case $kind in
    ci) parts=("${ci_parts[@]}") ;;
    nightly) parts=("${night_parts[@]}") ;;
    *) wrong "name parts, --ci or --nightly" ;;
  esac
fi
if [[ $kind == nightly ]]; then export ZERMELO_LONG_TESTS=1; fi
logs=${logs:-build/${kind:-parts}/$(date +%Y-%m-%d-%H%M%S)}
mkdir -p "$logs"
logs=$(realpath "$logs")

source scripts/tests-in-memory.sh

# --- The parts: each prints what it does; the last line of one that is left out (status 77) says why ---

leave_out() {
  echo "$1"
  return 77
}

build() { cmake --preset "$1" "${@:2}" && cmake --build --preset "$1" --parallel "$jobs"; }

# The default tests of a preset, or those that the arguments of ctest choose.
run_preset() {
  build "$1" && ctest --preset "$1" "${@:2}"
}

# The names of the default tests of the release build that ctest's arguments choose.
names_of() { ctest --test-dir build/release -N -LE '^slow$' "$@" | sed -nE 's/^ *Test +#[0-9]+: +([^ ]+).*/\1/p'; }

# Whether all of them have passed in the part "default".
passed_already() {
  [[ -f $logs/default.log ]] || return
  local name names
  names=$(names_of "$@")
  [[ -n $names ]] || return
  for name in $names; do
    grep -qE "Test +#[0-9]+: +$(sed 's/[.[\*^$/]/\\&/g' <<<"$name") \.+ +Passed" "$logs/default.log" || return
  done
  echo "passed in the part default: $(wc -w <<<"$names") tests"
}

# Tests of something optional that is installed: they must run.
run_optional() {
  passed_already "$@" && return
  build release || return
  local log=$logs/optional.tests result  # (of the last part)
  ctest --preset release --no-tests=error "$@" | tee "$log"
  result=${PIPESTATUS[0]}
  if grep -q '(Skipped)$' "$log"; then
    echo "FAILED: tests were skipped, though what they need is there"
    return 1
  fi
  return "$result"
}

have() { command -v "$1" >/dev/null; }
have_header() { echo "#include <$1>" | c++ -E -x c++ - >/dev/null 2>&1; }

run_python() {
  build release || return
  [[ -n $(names_of -R '^python_') ]] || leave_out "Python's headers, pybind11 or pytest are not found" || return
  run_optional -R '^python_'
}

run_depqbf() {
  have_header qdpll/qdpll.h || leave_out "DepQBF is not found" || return
  run_optional -R '^(DepQbf|OtherSolvers|ProveByQbf|QbfCertificate|QbfProgram)([.]|$)'
}

# (Bash is everywhere.)
run_shells() {
  local shell missing=''
  for shell in zsh fish; do have "$shell" || missing+=" $shell"; done
  [[ -z $missing ]] || leave_out "not found:$missing" || return
  run_optional -R '^completion_'
}

run_manual() {
  have help2man && have groff || leave_out "help2man or groff is not found" || return
  run_optional -R '^man_pages$'
}

run_page() {
  have node && have chromium || leave_out "node or Chromium is not found" || return
  if ! [[ -d tests/web/node_modules/playwright-core && -d tests/web/node_modules/@axe-core/playwright ]]; then
    [[ $install == true ]] || leave_out "npm has not installed what tests/web/package.json names" || return
    have npm || leave_out "npm is not found" || return
    (cd tests/web && npm install --no-package-lock --no-audit --no-fund) ||
      leave_out "npm cannot install what tests/web/package.json names" || return
  fi
  run_optional -L '^web$'
}

# (Neither program is linked; tests/chess/package.json says which versions.)
run_ffish() {
  have node || leave_out "node is not found" || return
  local packages=$PWD/tests/chess/node_modules
  if ! [[ -d $packages/ffish && -d $packages/chessops ]]; then
    [[ $install == true ]] || leave_out "npm has not installed what tests/chess/package.json names" || return
    have npm || leave_out "npm is not found" || return
    (cd tests/chess && npm install --no-package-lock --no-audit --no-fund) ||
      leave_out "npm cannot install what tests/chess/package.json names" || return
  fi
  build release || return
  export ZERMELO_FFISH=$packages/ffish ZERMELO_CHESSOPS=$packages/chessops
  # (Variants of a file, and random ones, are compared by whoever runs these tests alone.)
  run_optional -R '^(VariantsAndFfish.ThoseBuiltInAgree|VariantsAndChessops|VariantsAndFairyStockfish|EndgamesAndFfish.(ThreeMen|FourMen|Minishogi))'
}

# (The release build has no MPI otherwise; afterwards it is as before.)
run_mpi() {
  have mpirun && have mpicxx || leave_out "Open MPI is not found" || return
  local before result
  before=$(sed -n 's/^ZERMELO_MPI:BOOL=//p' build/release/CMakeCache.txt 2>/dev/null)
  build release -D ZERMELO_MPI=ON && ctest --preset release --no-tests=error -L '^mpi$'
  result=$?
  cmake -D "ZERMELO_MPI=${before:-OFF}" build/release >/dev/null
  return "$result"
}

# (The release build is as before afterwards.)
run_verified() {
  have ocamlfind || leave_out "OCaml is not found" || return
  local before result
  before=$(sed -n 's/^ZERMELO_VERIFIED:BOOL=//p' build/release/CMakeCache.txt 2>/dev/null)
  build release -D ZERMELO_VERIFIED=ON && ctest --preset release --no-tests=error -L '^verified$'
  result=$?
  cmake -D "ZERMELO_VERIFIED=${before:-OFF}" build/release >/dev/null
  ((result == 0)) || return "$result"
  if have coqc; then
    verified/prove.sh build/verified-proof
  else
    echo "Coq is not found, so nothing is proved; what was extracted is tested"
  fi
}

# Under a sanitizer, CI builds only the programs that test the library and the server. (A shard takes a minute or
# two there; one that waits for ever must not take all of CI's time.)
build_tests() {
  cmake --preset "$1" -D ZERMELO_SHARD_TIMEOUT=1200 && cmake --build --preset "$1" --parallel "$jobs" --target zermelo_tests \
    zermelo_c_api_test zermelo_c_many_test zermelo_c_proofs_test
}

# Under a sanitizer, tests run in shards, of which ctest counts each as one test: the last line has their number.
run_sanitized() {  # PRESET
  local result
  if [[ $kind == ci ]]; then
    build_tests "$1" && ctest --preset "$1-ci"
  else
    run_preset "$1"
  fi
  result=$?
  awk '/^\[=+\] [0-9]+ tests? from .* ran\./ { tests += $2 } END { print tests + 0 " tests ran in shards" }' \
    "build/$1/Testing/Temporary/LastTest.log"
  return "$result"
}

run_asan() { run_sanitized asan; }

run_tsan() {
  have clang++-14 || leave_out "clang 14 is not found" || return
  run_sanitized tsan
}

run_fuzz() {
  build fuzz || return
  local source name corpora failed=()
  for source in tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" .cpp)
    # Findings go to the first folder, where the next night begins.
    corpora=("build/fuzz/corpus/$name")
    if [[ -d tests/fuzz/corpus/$name ]]; then corpora+=("tests/fuzz/corpus/$name"); fi
    echo "--- $name"
    "build/fuzz/$name" -max_total_time="$fuzz_seconds" -timeout=30 -rss_limit_mb=4096 \
      -artifact_prefix="$logs/$name-" "${corpora[@]}" || failed+=("$name")
  done
  echo "failed: ${failed[*]:-none}"
  ((${#failed[@]} == 0))
}

run_slow() { build release && ctest --preset slow; }

run_format() {
  have clang-format-14 || { echo "clang-format 14 is not found"; return 1; }
  scripts/check-format.sh
}

run_part() {
  case $1 in
    default) scripts/test.sh ;;
    assertions | release | debug | clang) run_preset "$1" ;;
    tidy) scripts/check-tidy.sh --jobs "$jobs" ;;
    *) "run_$1" ;;
  esac
}

# Seconds that a part takes at least, of those that take long.
usual_seconds() {  # PART
  case $1 in
    asan | tsan) echo 1500 ;;
    assertions) echo 900 ;;
    *) echo 1 ;;
  esac
}

# Runs a part as long as there is time, and ends it, with all that it has begun, when time is over.
run_in_time() {  # PART
  local left=$((within - SECONDS)) usual pid watch status
  usual=$(usual_seconds "$1")
  if ((left < usual)); then
    echo "it takes $((usual / 60)) minutes or more, and $((left > 0 ? left / 60 : 0)) were left"
    return 77
  fi
  set -m  # (each has a process group of its own)
  (set +m && run_part "$1") &
  pid=$!
  (set +m && sleep "$left" && kill -TERM -- "-$pid" && sleep 10 && kill -KILL -- "-$pid") 2>/dev/null &
  watch=$!
  set +m
  # shellcheck disable=SC2064
  trap "kill -TERM -- -$pid -$watch; exit 130" INT TERM
  wait "$pid"
  status=$?
  trap - INT TERM
  kill -KILL -- "-$watch" 2>/dev/null
  wait "$watch" 2>/dev/null
  if ((status > 128 && SECONDS >= within)); then
    sleep 1  # (for those that end by themselves)
    kill -KILL -- "-$pid" 2>/dev/null
    echo "it was not finished in time"
    status=77
  fi
  return "$status"
}

# --- All of them -------------------------------------------------------------------------------------

passed=0 failed=0 skipped=0
left_out=()

# Adds the tests of a part to the totals; a part without tests counts as one.
count_tests() {  # LOG STATUS
  local all bad not_run
  read -r bad all < <(sed -nE 's/^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$1" | tail -n 1)
  if [[ -z ${all-} ]]; then
    if (($2 == 0)); then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    return
  fi
  not_run=$(grep -cE '^[[:space:]]+[0-9]+ - .* \((Skipped|Disabled)\)$' "$1")
  if ((bad == 0 && $2 != 0)); then bad=1; fi  # something else than a test has failed
  passed=$((passed + all - bad - not_run))
  failed=$((failed + bad))
  skipped=$((skipped + not_run))
}

summary_of() {
  grep -E '^[0-9]+ tests ran in shards$' "$1" | tail -n 1 | grep . ||
    grep -E '^[0-9]+% tests passed' "$1" | tail -n 1 | grep . ||
    grep -v '^[[:space:]]*$' "$1" | tail -n 1 | cut -c 1-90
}

# The lines that say why, for a reader who gets only the end of a long output.
failures_in() {  # LOG
  grep -E -A 8 ': Failure$|: error: |ERROR: [A-Za-z]+Sanitizer|WARNING: ThreadSanitizer|: runtime error: ' "$1" |
    cut -c 1-300 | head -n 60
  grep -E '^\[  FAILED  \]|^(FAILED|ERROR) |^[[:space:]]+[0-9]+ - .*\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)' "$1" |
    cut -c 1-300 | sort -u | head -n 40
}

do_part() {
  local part=$1 log=$logs/$1.log begin=$SECONDS status verdict
  run_in_time "$part" >"$log" 2>&1 </dev/null
  status=$?
  if ((status == 77)) && { [[ $part == default ]] || [[ -n $(failures_in "$log") ]]; }; then status=1; fi
  case $status in
    0) verdict=passed ;;
    77) verdict='left out' && left_out+=("$part: $(tail -n 1 "$log")") ;;
    *) verdict=FAILED ;;
  esac
  if ((status != 77)); then count_tests "$log" "$status"; fi
  if [[ $verdict == FAILED ]]; then
    echo "--- The end of the output of $part; all of it is in $log"
    tail -n 400 "$log"
    echo "--- What failed in $part"
    failures_in "$log"
    echo "---"
  fi
  printf '%-10s  %-8s  %5d s  %s\n' "$part" "$verdict" $((SECONDS - begin)) "$(summary_of "$log")"
}

# Tools that no part needs, and that are tested only where they are found.
other_tools() {
  local tool
  for tool in cake_lpr drat-trim AbsSynthe; do
    have "$tool" || have "${tool,,}" || left_out+=("$tool: not found")
  done
  have_header sylvan.h || left_out+=("Sylvan: not found; decision diagrams are BuDDy's")
  [[ -n ${ZERMELO_LONG_TESTS-} ]] || left_out+=("tests that take long: scripts/nightly.sh runs them")
}

install_missing() {
  scripts/install-deps.sh --all
  scripts/install-deps.sh --optional
}

installed=false
install_once() {
  if [[ $install == false || $installed == true ]]; then return; fi
  installed=true
  local begin=$SECONDS verdict=done
  install_missing >"$logs/install.log" 2>&1 </dev/null || verdict='not all'
  printf '%-10s  %-8s  %5d s  %s\n' install "$verdict" $((SECONDS - begin)) "$(tail -n 1 "$logs/install.log" | cut -c 1-90)"
}

for part in "${parts[@]}"; do
  # (The default tests install what they need, and show that this is enough.)
  if [[ $part != default ]]; then install_once; fi
  do_part "$part"
done

other_tools
echo
echo "Left out:"
printf '  %s\n' "${left_out[@]}"
echo "Took $((SECONDS / 60)) minutes; logs: $logs"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
