# SPDX-License-Identifier: MIT
# What the scripts that make the pages of results (docs/*-results.md) share. They source it in the top folder, after they have read
# their options: `data` is the folder of what was measured, `zermelo` the program, empty if it is to be built.
# shellcheck shell=bash

# Sets `zermelo`.
build_program() {
  scripts/install-deps.sh
  cmake --preset release >/dev/null
  cmake --build --preset release --parallel "$(nproc)" --target zermelo_cli
  zermelo=$PWD/build/release/zermelo
}

# need TOOL...: ends the script if one, which is the name of its Debian package as well, is not installed.
need() {
  local tool
  for tool; do
    command -v "$tool" >/dev/null || { echo "$(basename "$0" .sh): install Debian's package '$tool'." >&2; exit 1; }
  done
}

# run NAME ARGUMENT...: the JSON that the program prints, in DATA/NAME.json.
run() {
  local file=$data/$1.json
  shift
  [[ ! -s $file ]] || return 0
  echo "zermelo $* ..." >&2
  "$zermelo" "$@" --json >"$file.part"
  mv "$file.part" "$file"
}

# model FOLDER PROBLEM: the options for a model of games/.
model() { echo "--bddl games/$1/domain.bddl games/$1/$2.bddl"; }
# grouped NUMBER: with commas.
grouped() { sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta' <<<"$1"; }
# file_name TEXT: with - for everything but letters and digits.
file_name() { tr -c 'a-zA-Z0-9\n' '-' <<<"$1"; }
