#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes Debian packages: installs what is missing, builds, packs and checks the result with lintian.
# The packages are then in build/packages: zermelo, libzermelo0, libzermelo-dev, libzermelo-probe0,
# libzermelo-probe-dev, python3-zermelo if the Python module can be built, and zermelo-mpi if there is an MPI.
#   --try   then installs them in a bare Debian system in a temporary folder, tries them there,
#           removes them and checks whether anything is left (as root; scripts/try-packages.sh)
# The packages' maintainer is taken from DEBFULLNAME and DEBEMAIL, if these are set.
set -euo pipefail
cd "$(dirname "$0")/.."

try=false
case "${1-}" in
  '') ;;
  --try) try=true ;;
  *) echo "usage: $0 [--try]" >&2 && exit 2 ;;
esac

scripts/install-deps.sh --packages

# What is built does not depend on the time of the build: times are those of the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

# Debian's flags, with all of its hardening. (Debugging information would be stripped anyway.)
flags() { DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get "$1" | sed 's/-g //'; }
options=(
  -D "CMAKE_C_FLAGS=$(flags CFLAGS) $(flags CPPFLAGS)"
  -D "CMAKE_CXX_FLAGS=$(flags CXXFLAGS) $(flags CPPFLAGS)"
  -D "CMAKE_EXE_LINKER_FLAGS=$(flags LDFLAGS)"
  -D "CMAKE_SHARED_LINKER_FLAGS=$(flags LDFLAGS)"
  -D "CMAKE_MODULE_LINKER_FLAGS=$(flags LDFLAGS)"
  -D "CMAKE_INSTALL_LIBEXECDIR=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
)
if [[ -n ${DEBFULLNAME-} && -n ${DEBEMAIL-} ]]; then
  options+=(-D "ZERMELO_MAINTAINER=$DEBFULLNAME <$DEBEMAIL>")
fi
if command -v mpicxx >/dev/null; then
  options+=(-D ZERMELO_MPI=ON)
fi
cmake --preset packages "${options[@]}"
cmake --build --preset packages --parallel "$(nproc)"

cd build/packages
rm -f ./*.deb
(umask 022 && cpack --config CPackConfig.cmake)
rm -rf _CPack_Packages
echo
du -b --apparent-size ./*.deb | while read -r bytes package; do
  printf '%10d bytes  %s\n' "$bytes" "${package#./}"
done

echo
echo "lintian:"
lintian_status=0
lintian --tag-display-limit 0 --allow-root ./*.deb | tee lintian.txt || lintian_status=$?
echo "$(grep -c '^E:' lintian.txt) errors, $(grep -c '^W:' lintian.txt) warnings"
((lintian_status == 0)) || exit 1

if $try; then
  echo
  ../../scripts/try-packages.sh ./*.deb
fi
