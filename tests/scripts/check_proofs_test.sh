#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The chain from `zermelo check --proofs` to cake_lpr, as docs/proofs.md describes it. Skipped (77)
# where drat-trim or cake_lpr is not installed. With ZERMELO_LONG_TESTS=1 also for Connect Four 4x4,
# whose strategy is checked in cases.
#   check_proofs_test.sh SCRIPT ZERMELO
set -euo pipefail
script=$1 zermelo=$2

for program in drat-trim cake_lpr; do
  if ! command -v "$program" >/dev/null; then
    echo "Skipped: $program is not on the PATH."
    exit 77
  fi
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "$1" >&2
  exit 1
}

# Proves a game, checks the strategy, and has every formula confirmed; their number must be as
# given.
confirmed() {
  local name=$1 formulas=$2
  shift 2
  "$zermelo" prove "$@" -o "$name.aig" >/dev/null
  "$zermelo" check "$name.aig" --proofs "$name" >/dev/null
  [[ $(wc -l <"$name/obligations.txt") -eq $formulas ]] ||
    fail "$name: $(wc -l <"$name/obligations.txt") formulas, not $formulas"
  "$script" "$name"
}

confirmed notakto 21 notakto columns=3 rows=3
confirmed domineering 15 domineering columns=3 rows=3
confirmed two-in-a-row 15 mnk m=3 n=2 k=2 --depth 2
if [[ -n ${ZERMELO_LONG_TESTS-} ]]; then
  confirmed connect 144 connect columns=4 rows=4
  tail -n 1 connect/obligations.txt | grep -q 'every state is in a case' ||
    fail "no formula says that every state is in a case"
fi

# A formula that its proof does not refute is detected: all of its clauses except the first are
# removed.
name=$(sed -n '$s/ .*//p' notakto/obligations.txt)
sed -i -n '1s/^p cnf \([0-9]*\) .*/p cnf \1 1/p; 2p' "notakto/$name.cnf"
if "$script" notakto 2>said; then fail "a satisfiable formula was confirmed"; fi
grep -q "$name" said || fail "the message does not name the formula: $(cat said)"

# A claim that is not true leaves nothing that could be taken for a proof: neither where there was
# no folder before, nor where an earlier claim's proofs were.
"$zermelo" prove notakto -o lie.aag >/dev/null
sed -i 's/^depth 6$/depth 5/' lie.aag
for folder in new domineering; do
  if "$zermelo" check lie.aag --proofs "$folder" >/dev/null 2>&1; then fail "a false claim was accepted"; fi
done
[[ ! -e new ]] || fail "a false claim left a folder"
[[ -z $(ls domineering) ]] || fail "a false claim left $(ls domineering)"
if "$script" domineering 2>/dev/null; then fail "an empty folder was confirmed"; fi
