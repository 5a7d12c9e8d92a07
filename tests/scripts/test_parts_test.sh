#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests how scripts/test-parts.sh handles parts that pass, fail and are left out, in a folder where
# cmake, ctest and the scripts that it calls are stand-ins.
#   test_parts_test.sh TEST_PARTS_SH
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{scripts,bin,build/release,tests/web}
cp "$1" "$scratch/scripts/test-parts.sh"
cp "${1%/*}/tests-in-memory.sh" "$scratch/scripts"
cd "$scratch"
touch build/release/CMakeCache.txt

stand_in() {  # FILE, and its text as standard input
  { echo '#!/bin/bash' && cat; } >"$1"
  chmod +x "$1"
}
stand_in scripts/test.sh <<'SH'
cat default.txt
exit "$(cat default.status)"
SH
stand_in scripts/check-format.sh <<<'echo "all is well"'
stand_in scripts/install-deps.sh <<<'echo "install $1" >>installed'
stand_in bin/cmake <<<'echo "cmake $*" >>called'
stand_in bin/ctest <<'SH'
echo "ctest $*" >>called
if [[ " $* " == *" -N "* ]]; then
  echo "  Test #1: completion_bash"
  echo "  Test #2: completion_zsh"
else
  cat ctest.txt
  exit "$(cat ctest.status)"
fi
SH
for tool in zsh fish clang-format-14 clang++-14 c++; do stand_in "bin/$tool" <<<'exit 0'; done
for tool in awk bash cat cut date df dirname grep head mkdir mktemp nproc realpath rm sed sleep sort tail tee wc; do
  ln -s "$(command -v $tool)" "bin/$tool"
done

fail() {
  echo "$1" >&2
  echo "It said:" >&2
  cat said >&2
  exit 1
}
# Runs parts and expects a status and a last line.
expect() {  # STATUS LAST_LINE ARGUMENT ...
  local status=0
  rm -f called
  PATH=$scratch/bin scripts/test-parts.sh --logs logs "${@:3}" >said 2>&1 </dev/null || status=$?
  ((status == $1)) || fail "${*:3} ended with $status instead of $1."
  [[ $(tail -n 1 said) == "$2" ]] || fail "${*:3} did not end with '$2'."
}
has() { grep -qE -- "$1" said || fail "It does not say '$1'."; }

cat >default.txt <<'TEXT'
    Test #1: completion_bash ..................   Passed    0.10 sec
    Test #2: completion_zsh ...................***Skipped   0.00 sec
    Test #3: Some.Thing .......................   Passed    0.10 sec

100% tests passed, 0 tests failed out of 3

The following tests did not run:
	  2 - completion_zsh (Skipped)
TEXT
echo 0 >default.status
printf '100%% tests passed, 0 tests failed out of 2\n' >ctest.txt
echo 0 >ctest.status

expect 0 '2 passed, 0 failed, 1 skipped' default
has '^default +passed +[0-9]+ s  100% tests passed, 0 tests failed out of 3$'
has '^  cake_lpr: not found$'

# A test that the default run has skipped is run; those that it has passed are not run again.
expect 0 '4 passed, 0 failed, 1 skipped' default shells
grep -q 'ctest --preset release' called || fail "The completions were not run."
sed -i 's/\*\*\*Skipped/   Passed/; /did not run/,$d' default.txt
expect 0 '4 passed, 0 failed, 0 skipped' default shells
! grep -q 'ctest --preset release' called || fail "The completions were run again."

# The tests that the default run leaves out have a preset of their own.
expect 0 '2 passed, 0 failed, 0 skipped' slow
grep -q 'ctest --preset slow' called || fail "The slow tests were not run."

# A test of something that is installed must not be skipped.
rm -rf logs
printf '100%% tests passed, 0 tests failed out of 2\n\nThe following tests did not run:\n\t  2 - completion_zsh (Skipped)\n' >ctest.txt
expect 1 '0 passed, 1 failed, 1 skipped' shells
has '^shells +FAILED '

# After a failure it goes on, and shows the part's output.
printf 'something broke\n\n50%% tests passed, 1 tests failed out of 2\n' >ctest.txt
echo 8 >ctest.status
mkdir -p build/{asan,tsan}/Testing/Temporary
printf '[==========] 12 tests from 3 test suites ran. (5 ms total)\n' >build/asan/Testing/Temporary/LastTest.log
printf '[==========] %s ran. (5 ms total)\n' '12 tests from 3 test suites' '1 test from 1 test suite' \
  >build/tsan/Testing/Temporary/LastTest.log
expect 1 '2 passed, 2 failed, 0 skipped' asan tsan
has '^something broke$'
has '^asan +FAILED .* 12 tests ran in shards$'
has '^tsan +FAILED .* 13 tests ran in shards$'
echo 0 >ctest.status

# So it does if no test was run at all.
echo 'the compiler fell over' >default.txt
echo 1 >default.status
expect 1 '1 passed, 1 failed, 0 skipped' default format
has '^format +passed +[0-9]+ s  all is well$'

# What cannot be installed is left out, and that is not a failure.
rm bin/fish
expect 0 '1 passed, 0 failed, 0 skipped' format shells
has '^shells +left out '
has '^  shells: not found: fish$'


rm -f installed
echo 0 >default.status
printf '100%% tests passed, 0 tests failed out of 2\n' >ctest.txt
printf '100%% tests passed, 0 tests failed out of 2\n' >default.txt
expect 0 '3 passed, 0 failed, 0 skipped' --install default format
[[ $(cat installed) == $'install --all\ninstall --optional' ]] || fail "It did not install what is missing."

# A part that usually takes longer than the time that is left is left out.
expect 0 '1 passed, 0 failed, 0 skipped' --within 20m format asan
has '^  asan: it takes 25 minutes or more, and (19|20) were left$'

# One that is not finished in time is ended with all that it began, and left out unless a test has failed before.
stand_in bin/ctest <<'SH'
cat ctest.txt
sleep 300 &
echo $! >sleeper
wait
SH
cp bin/ctest scripts/test.sh
: >ctest.txt
expect 0 '1 passed, 0 failed, 0 skipped' --within 4s format slow
has '^slow +left out '
has '^  slow: it was not finished in time$'
for _ in {1..50}; do kill -0 "$(cat sleeper)" 2>/dev/null || break; sleep 0.1; done
! kill -0 "$(cat sleeper)" 2>/dev/null || fail "What the part began still runs."
expect 1 '0 passed, 1 failed, 0 skipped' --within 4s default
echo '[  FAILED  ] Some.Thing (3 ms)' >ctest.txt
expect 1 '0 passed, 1 failed, 0 skipped' --within 4s slow
has '^slow +FAILED '

for wrong in '' nothing --nothing '--jobs 0' '--within x' '--within 0m' '--within 5'; do
  # shellcheck disable=SC2086
  if PATH=$scratch/bin scripts/test-parts.sh $wrong >said 2>&1; then fail "'$wrong' is not an error."; fi
  has 'see scripts/test-parts.sh --help$'
done
echo "parts: all as expected"
