#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/install-deps.sh with a dpkg-query and an apt-get of our own: what is required, what is only wanted, and what
# cannot be had.
#   install_deps_test.sh SCRIPT
set -euo pipefail
script=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
export PATH=$scratch/bin:$PATH SCRATCH=$scratch

fail() {
  echo "$1" >&2
  exit 1
}

# Everything is installed but what the file `missing` names; apt-get installs it unless `cannot` names it.
cat >"$scratch/bin/dpkg-query" <<'TEXT'
#!/bin/bash
grep -qx -- "${@: -1}" "$SCRATCH/missing" || echo installed
TEXT
cat >"$scratch/bin/apt-get" <<'TEXT'
#!/bin/bash
echo "$*" >>"$SCRATCH/log"
[[ $1 == update ]] && exit
for word in "$@"; do
  [[ $word != -* && $word != install ]] || continue
  if grep -qx -- "$word" "$SCRATCH/cannot"; then exit 100; fi
done
TEXT
cat >"$scratch/bin/sudo" <<'TEXT'
#!/bin/bash
exec "$@"
TEXT
chmod +x "$scratch"/bin/*
given() {
  : >"$scratch/log"
  printf '%s\n' $1 >"$scratch/missing"
  printf '%s\n' $2 >"$scratch/cannot"
}

given '' ''
[[ -z $("$script" 2>&1) && ! -s $scratch/log ]] || fail 'it does something though nothing is missing'

given 'ninja-build depqbf' ''
"$script" >/dev/null
grep -q 'install .*ninja-build depqbf' "$scratch/log" || fail 'DepQBF is not installed with what is missing'

given 'depqbf' 'depqbf'
said=$("$script" 2>&1) || fail 'DepQBF is required'
[[ $said == *'depqbf cannot be installed; it is not required'* ]] || fail "it does not say that DepQBF is missing: $said"

given 'ninja-build depqbf' 'depqbf'
"$script" >/dev/null 2>&1 || fail 'DepQBF is required where something else is missing, too'
grep -q 'install [^,]*ninja-build$' "$scratch/log" || fail 'what is required is not installed without DepQBF'

given 'ninja-build depqbf' 'ninja-build'
if "$script" >/dev/null 2>&1; then fail 'what is required cannot be installed, and that is no error'; fi
