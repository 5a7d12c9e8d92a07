#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Confirms every formula that `zermelo check FILE --proofs FOLDER` wrote, without Zermelo: drat-trim
# gives each proof hints, and cake_lpr, a checker proved correct, reads the formula and these.
#   check-proofs.sh FOLDER
# Both programs must be on the PATH. Docs: docs/proofs.md, "Proofs for other checkers".
set -euo pipefail

fail() {
  echo "check-proofs: $1" >&2
  exit 1
}

[[ $# -eq 1 ]] || fail "Name the folder of the proofs, and nothing else."
folder=$1
list=$folder/obligations.txt
for program in drat-trim cake_lpr; do
  command -v "$program" >/dev/null || fail "$program is not on the PATH."
done
[[ -f $list ]] || fail "There is no $list: the folder is not that of a claim that was found true."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Every formula of the list, and no other, has files in the folder.
confirm() {
  local name=$1 formula=$folder/$1.cnf proof=$folder/$1.drat hints=$scratch/hints.lrat
  rm -f "$hints"
  drat-trim "$formula" "$proof" -i -L "$hints" >"$scratch/said" 2>&1 || true
  [[ -f $hints ]] || fail "drat-trim wrote no hints for $name: $(tail -n 1 "$scratch/said")"
  cake_lpr "$formula" "$hints" >"$scratch/said" 2>&1 || true
  grep -qx 's VERIFIED UNSAT' "$scratch/said" ||
    fail "cake_lpr does not confirm $name: $(head -n 1 "$scratch/said")"
}

formulas=0
SECONDS=0
while read -r name _; do
  confirm "$name"
  formulas=$((formulas + 1))
done <"$list"
[[ $formulas -gt 0 ]] || fail "$list names no formula."
echo "cake_lpr confirms all $formulas formulas in $folder ($SECONDS s)."
