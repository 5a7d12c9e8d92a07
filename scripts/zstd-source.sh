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
places=(-o "Dir::Etc::sourcelist=/dev/null" -o "Dir::Etc::sourceparts=$work/sources"
  -o "Dir::State::Lists=$work/lists" -o "APT::Sandbox::User=root")
cd "$work"
apt-get -qq "${places[@]}" update
# The newest version whose files are there: mirrors lack those of some updates. (Any version of the same zstd will do.)
fetched=
for version in $(apt-cache "${places[@]}" showsrc --only-source libzstd | sed -n 's/^Version: //p' | sort -ruV); do
  apt-get -qq "${places[@]}" source --download-only "libzstd=$version" 2>"$work/errors" && fetched=$version && break
done
if [[ -z $fetched ]]; then
  cat "$work/errors" >&2
  echo "zstd-source: the sources of zstd cannot be fetched from this machine's sources of packages." >&2
  exit 1
fi
tar -xf libzstd_*.orig.tar.*z
mkdir -p "$(dirname "$place")"
mv zstd-*/ "$place"
