#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Repacks a package made by CPack:
#   without scripts that call ldconfig (a trigger does that now),
#   with an installed size in which a link counts as a link, not as the file that it names,
#   and installable beside the same library for another processor.
#   finish-deb.sh PACKAGE.deb
set -euo pipefail

package=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
dpkg-deb --raw-extract "$package" "$tree"
control=$tree/DEBIAN/control
sed -i '/^$/d' "$control"

for script in postinst postrm; do
  ! grep -qs ldconfig "$tree/DEBIAN/$script" || rm "$tree/DEBIAN/$script"
done
if [[ -f $tree/DEBIAN/shlibs ]]; then
  echo 'Multi-Arch: same' >>"$control"
fi
# As dpkg-gencontrol counts: files in KiB, rounded up, and everything else as one.
size=$(cd "$tree" && find . -path ./DEBIAN -prune -o -printf '%y %s\n' |
  awk '{ sum += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print sum }')
sed -i "s/^Installed-Size: .*/Installed-Size: $size/" "$control"
dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >/dev/null
