#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the page of `zermelo serve` in a browser: run.sh ZERMELO
# Exits with 77, and says why, if something is missing. (Once, in this folder: npm install)
set -euo pipefail
cd "$(dirname "$0")"

leave_out() {
  echo "Left out: $1"
  exit 77
}
export ZERMELO=$1 ZERMELO_CHROMIUM=${ZERMELO_CHROMIUM:-$(command -v chromium || true)}
"$ZERMELO" --help | grep -q '^  serve ' || leave_out "this program was built without serve."
command -v node >/dev/null || leave_out "there is no node."
[[ -n $ZERMELO_CHROMIUM ]] || leave_out "there is no chromium."
[[ -d node_modules/playwright-core && -d node_modules/@axe-core/playwright ]] ||
  leave_out "playwright-core and @axe-core/playwright are not installed: run npm install here."
node --test --test-reporter=spec page.test.mjs
