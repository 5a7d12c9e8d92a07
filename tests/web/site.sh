#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests a published site in Chromium, or in Firefox, or what the served page is tested for
# (page.test.mjs) on a site: site.sh ZERMELO [firefox|page]
# Exits with 77, and says why, if something is missing. (Once, in this folder: npm install)
set -euo pipefail
cd "$(dirname "$0")"

leave_out() {
  echo "Left out: $1"
  exit 77
}
export ZERMELO=$1 ZERMELO_CHROMIUM=${ZERMELO_CHROMIUM:-$(command -v chromium || true)}
help=$("$ZERMELO" --help)
for verb in serve publish; do
  grep -q "^  $verb " <<<"$help" || leave_out "this program was built without $verb."
done
command -v node >/dev/null || leave_out "there is no node."
command -v python3 >/dev/null || leave_out "there is no python3."
browser=${2:-chromium}
if [[ $browser == firefox ]]; then
  export ZERMELO_FIREFOX=${ZERMELO_FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
  [[ -n $ZERMELO_FIREFOX ]] || leave_out "there is no Firefox."
  [[ -d node_modules/puppeteer-core ]] ||
    leave_out "puppeteer-core is not installed: run npm install here."
  tests=firefox.test.mjs
else
  [[ -n $ZERMELO_CHROMIUM ]] || leave_out "there is no chromium."
  [[ -d node_modules/playwright-core && -d node_modules/@axe-core/playwright ]] ||
    leave_out "playwright-core and @axe-core/playwright are not installed: run npm install here."
  tests=site.test.mjs
  [[ $browser == page ]] && export ZERMELO_SITE=1 tests=page.test.mjs
fi
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
"$ZERMELO" solve mnk -o "$scratch/game.ztb" >/dev/null
if ! said=$("$ZERMELO" publish "$scratch/game.ztb" -o "$scratch/site" 2>&1); then
  grep -qi "module" <<<"$said" && leave_out "this program has no module for browsers."
  echo "$said"
  exit 1
fi
node --test --test-reporter=spec "$tests"
