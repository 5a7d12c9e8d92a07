#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds Zermelo and runs all its tests.
#   --sanitizers   first run the tests with the address, undefined behaviour and thread sanitizers
set -euo pipefail
cd "$(dirname "$0")/.."

presets=(release)
dependencies=(--python)
case "${1-}" in
  '') ;;
  --sanitizers)
    presets=(asan tsan release)
    dependencies=(--all)
    ;;
  *) echo "usage: $0 [--sanitizers]" >&2 && exit 2 ;;
esac

source scripts/tests-in-memory.sh
scripts/install-deps.sh "${dependencies[@]}"
formatted=true
scripts/check-format.sh || formatted=false
for preset in "${presets[@]}"; do
  cmake --preset "$preset"
  cmake --build --preset "$preset" --parallel "$(nproc)"
  ctest --preset "$preset"
done

if [[ $formatted == false ]]; then
  echo "test.sh: some sources are not formatted (see above); scripts/check-format.sh --fix" >&2
  exit 1
fi
