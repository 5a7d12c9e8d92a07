#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzz targets without a fuzzer, and gives each its corpus.
#
#   fuzz_corpora_test.sh CMAKE BUILD_FOLDER CONFIG FUZZ_FOLDER
set -euo pipefail
cmake=$1 build=$2 config=$3 folder=$4

"$cmake" --build "$build" --config "$config" --target zermelo_fuzz_replays >/dev/null
targets=0
for source in "$folder"/*_fuzz.cpp; do
  name=$(basename "$source" .cpp)
  program=$(find "$build" -name "${name}_replay" -type f -executable | head -1)
  [[ -n $program ]] || { echo "fuzz_corpora_test: $name was not built." >&2; exit 1; }
  shopt -s nullglob
  files=("$folder/corpus/$name"/*)
  printf '%s: ' "$name"
  "$program" "${files[@]}"
  targets=$((targets + 1))
done
((targets >= 10))
