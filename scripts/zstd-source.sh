#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fetches the sources of zstd, as Debian's package has them, from this machine's own sources of packages, into
# build/zstd-source: there is no zstd for WebAssembly among the packages (docs/architecture.md). Does nothing if
# they are there.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/build/zstd-source
[[ -f $place/lib/decompress/zstd_decompress.c ]] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/sources"
# The same as for packages, with deb-src for deb. (This machine's own settings stay as they are.)
for file in /etc/apt/sources.list.d/*.sources; do
  [[ -f $file ]] && sed 's/^Types: deb$/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [[ -f $file ]] && sed -n 's/^deb /deb-src /p' "$file" >"$work/sources/$(basename "$file" .list).list"
done
apt=(apt-get -qq -o "Dir::Etc::sourcelist=/dev/null" -o "Dir::Etc::sourceparts=$work/sources"
  -o "Dir::State::Lists=$work/lists")
cd "$work"
"${apt[@]}" update
"${apt[@]}" source --download-only libzstd
tar -xf libzstd_*.orig.tar.*z
mkdir -p "$(dirname "$place")"
mv zstd-*/ "$place"
