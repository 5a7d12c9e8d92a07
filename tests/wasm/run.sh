#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the module in node: run.sh ZERMELO MODULE WRITE_INDEX
# Exits with 77, and says why, if something is missing.
set -euo pipefail
cd "$(dirname "$0")"

leave_out() {
  echo "Left out: $1"
  exit 77
}
export ZERMELO=$1 ZERMELO_MODULE=$2 ZERMELO_WRITE_INDEX=$3
"$ZERMELO" --help | grep -q '^  serve ' || leave_out "this program was built without serve."
command -v node >/dev/null || leave_out "there is no node."
node --test --test-reporter=spec agreement.test.mjs
