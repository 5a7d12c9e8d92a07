#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the module and the npm package in node, and in Chromium if it is there:
#   run.sh ZERMELO BUILD WRITE_INDEX
# Exits with 77, and says why, if something is missing. (For types and the browser, once, in
# tests/web: npm install)
set -euo pipefail
cd "$(dirname "$0")"

leave_out() {
  echo "Left out: $1"
  exit 77
}
export ZERMELO=$1 ZERMELO_MODULES=$2/wasm ZERMELO_WRITE_INDEX=$3
export ZERMELO_CHROMIUM=${ZERMELO_CHROMIUM:-$(command -v chromium || true)}
"$ZERMELO" --help | grep -q '^  serve ' || leave_out "this program was built without serve."
command -v node >/dev/null || leave_out "there is no node."
command -v xz >/dev/null || leave_out "there is no xz."
if command -v npm >/dev/null; then
  packed=$(mktemp -d)
  trap 'rm -rf "$packed"' EXIT
  ZERMELO_PACKAGE=$(../../scripts/npm-package.sh "$2" "$packed")
  export ZERMELO_PACKAGE
  tests=(xz.test.mjs agreement.test.mjs package.test.mjs example.test.mjs)
else
  echo "Left out: the npm package, as there is no npm."
  tests=(xz.test.mjs agreement.test.mjs)
fi
node --test --test-reporter=spec "${tests[@]}"
