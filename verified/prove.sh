#!/bin/sh
# SPDX-License-Identifier: MIT
# Proves the theory, extracts the kernels, and compares what comes out with what is committed:
#   prove.sh FOLDER            works in FOLDER/proof, which is made anew
#   prove.sh FOLDER --update   writes kernel/ and assumptions.txt anew instead of comparing them
#   prove.sh FOLDER --recheck  has coqchk, Coq's separate checker of proofs, go over them as well
set -eu
export LC_ALL=C

fail() { echo "prove.sh: $*" >&2; exit 1; }

case "$#:${2-}" in
  1:|2:--update|2:--recheck) ;;
  *) fail "usage: prove.sh FOLDER [--update|--recheck]" ;;
esac
command -v coqc >/dev/null || fail "coqc is not installed (Debian: coq)."
here=$(cd "$(dirname "$0")" && pwd)
option=${2-}
rm -rf "$1/proof"
mkdir -p "$1/proof"
cd "$1/proof"

# Nothing may be taken for granted instead of being proved. (Comments are looked at as well.)
if grep -nwE 'Admitted|admit|Axioms?|Parameters?|Conjecture|give_up' "$here"/theory/*.v; then
  fail "The lines above leave something unproved."
fi

# ---- Prove and extract ------------------------------------------------------------------------

cp "$here"/theory/*.v .
for file in $(coqdep -sort -R . Zermelo ./*.v); do
  coqc -q -R . Zermelo "$file" >/dev/null || fail "$file is not proved."
done

# ---- What the theorems rest on ----------------------------------------------------------------

{
  echo 'From Coq Require Import Bool ZArith Uint63.'
  sed -n 's/^\([A-Za-z]*\)\.[a-z_]*$/From Zermelo Require \1./p' "$here"/theorems.txt | sort -u
} >assumed.v
while read -r theorem; do
  {
    echo "Goal True. idtac \"$theorem\". Abort."
    echo "Print Assumptions $theorem."
  } >>assumed.v
done <"$here"/theorems.txt
coqc -q -R . Zermelo assumed.v >assumptions.txt || fail "A theorem of theorems.txt is not there."

if [ "$option" = --recheck ]; then
  modules=$(sed -n 's/^\([A-Za-z]*\)\.[a-z_]*$/Zermelo.\1/p' "$here"/theorems.txt | sort -u)
  # shellcheck disable=SC2086  # one word for each module
  coqchk -silent -R . Zermelo $modules || fail "coqchk does not accept the proofs."
fi

# ---- Compare ----------------------------------------------------------------------------------

compare() {  # what is new, what is committed
  if [ "$option" = --update ]; then
    cmp -s "$1" "$2" || cp "$1" "$2"
  elif ! diff -u "$2" "$1"; then
    fail "$2 is not what the theory says; 'prove.sh FOLDER --update' writes it anew."
  fi
}

compare assumptions.txt "$here"/assumptions.txt
for file in *.ml *.mli; do
  compare "$file" "$here/kernel/$file"
done
cat assumptions.txt
echo "All is proved, and the kernels are what the theory says."
