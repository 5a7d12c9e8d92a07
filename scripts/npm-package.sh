#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the npm package zermelo-probe from a build with ZERMELO_WASM:
#   scripts/npm-package.sh [BUILD [OUTPUT]]
# BUILD is build/release if it is not given, OUTPUT the folder for zermelo-probe-VERSION.tgz, by
# default the present one. Prints the package's path.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
output=$(mkdir -p "${2:-.}" && cd "${2:-.}" && pwd)

fail() {
  echo "npm-package.sh: $1" >&2
  exit 1
}
module=$build/wasm/zermelo.wasm
[ -e "$module" ] || fail "$module is not there; build with -DZERMELO_WASM=ON first."
command -v npm >/dev/null || fail "npm is not there."
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
[ -n "$version" ] || fail "$build/CMakeCache.txt does not tell the version."

package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
cp "$root"/wasm/npm/{index.js,errors.js,loading.js,index.d.ts,README.md} "$root"/{wasm/prober.js,web/xz.js} \
  "$root/wasm/LICENSES.txt" "$module" "$package"
sed "s/@VERSION@/$version/" "$root/wasm/npm/package.json.in" >"$package/package.json"
cd "$package"
name=$(npm pack --silent --offline --pack-destination "$output" | tail -1)
most=1000000
size=$(stat -c %s "$output/$name")
[ "$size" -lt $most ] || fail "$name has $size bytes, and not less than $most."
echo "$output/$name"
