#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything that is too slow for every change; takes hours: all parts of scripts/test-parts.sh,
# with the tests that take long and complete runs under the sanitizers; or only the parts that are
# named. Options are those of test-parts.sh.
set -euo pipefail
exec "$(dirname "$0")/test-parts.sh" --nightly "$@"
