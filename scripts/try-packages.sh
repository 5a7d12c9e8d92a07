#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries packages in a bare Debian system: makes one in a temporary folder (debootstrap), installs
# them, does with them what users do, removes them, and compares the files with those before.
#   try-packages.sh PACKAGE.deb ...
# Runs as root. The system comes from where this machine's own packages come from (apt's sources).
set -euo pipefail

(($#)) || { echo "usage: $0 PACKAGE.deb ..." >&2; exit 2; }
((EUID == 0)) || { echo "try-packages: only root can make a system in a folder" >&2; exit 1; }
command -v debootstrap >/dev/null || apt-get install -qq --yes --no-install-recommends debootstrap >/dev/null

# --- The system ----------------------------------------------------------------------------------

codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(SITE)' 'Created-By: Packages' |
  awk -v codename="$codename" '$1 == "Debian" && $2 == codename { print $3; exit }')
[[ -n $mirror ]] || { echo "try-packages: apt has no lists of Debian $codename; apt-get update?" >&2; exit 1; }
eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
[[ -z ${http_proxy-} ]] || export http_proxy
[[ -z ${https_proxy-} ]] || export https_proxy

root=$(mktemp -d)
finish() {
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  rm -rf --one-file-system "$root"
}
trap finish EXIT
chmod 755 "$root"

echo "A bare Debian $codename:"
start=$SECONDS
if ! debootstrap --variant=minbase "$codename" "$root" "$mirror" >"$root.log" 2>&1; then
  tail -5 "$root.log" >&2
  exit 1
fi
rm -f "$root.log"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" ||
  echo "(without /proc, which cannot be mounted here)"
echo "deb $mirror $codename main" >"$root/etc/apt/sources.list"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
mkdir "$root/packages"
cp "$@" "$root/packages"
in_system() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  ${http_proxy:+http_proxy=$http_proxy} chroot "$root" "$@"; }
quietly() {
  in_system "$@" >"$root/log" 2>&1 || { tail -20 "$root/log" >&2; exit 1; }
}
quietly apt-get update
# What else is tried: a C compiler, pkg-config, man. (These are part of the system before the
# packages come.)
others=(gcc libc6-dev pkg-config man-db)
[[ ! "$*" == *python3-* ]] || others+=(python3)
quietly apt-get install --yes --no-install-recommends "${others[@]}"
echo "  made in $((SECONDS - start)) s, $(in_system dpkg-query -f '.\n' -W | wc -l) packages"

# Names of files, except those that apt, man's cache and the trial itself keep.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./packages -o -path ./log \
    -o -path ./var/cache/apt -o -path ./var/cache/man -o -path ./var/lib/apt -o -path ./var/log \) -prune -o -print | sort)
}
before=$(files)

# --- The trial -----------------------------------------------------------------------------------

tried=0
try() {  # DESCRIPTION COMMAND: in the system, in /tmp
  echo
  echo "$1"
  echo "  \$ $2"
  if ! in_system bash -o pipefail -c "cd /tmp && $2" >"$root/log" 2>&1; then
    sed 's/^/  /' "$root/log"
    echo "try-packages: failed" >&2
    exit 1
  fi
  sed 's/^/  /' "$root/log" | head -"${3-12}"
  tried=$((tried + 1))
}

quietly bash -c 'apt-get install --yes --no-install-recommends /packages/*.deb'
echo
echo "Installed:"
in_system dpkg-query -W -f '  ${Package} ${Version}\n' 'zermelo' '*zermelo*'  | sort -u
added=$(comm -13 <(echo "$before") <(files) | wc -l)
echo "  $added files and folders, with what they depend on"

examples=/usr/share/doc/libzermelo-dev/examples
try "A small game is solved" "zermelo solve ostle size=3 start=3 lose=1 -o small.ztb"
try "A position is looked up" "zermelo probe small.ztb start --moves"
try "One from a file, of the models that the package has" \
  "zermelo solve --bddl /usr/share/zermelo/games/hex/domain.bddl /usr/share/zermelo/games/hex/3x3.bddl -o hex.ztb"
try "The worker is found by the program" \
  "zermelo solve mnk -o mnk.ztb >/dev/null && zermelo validate mnk.ztb"
try "The manual" "man zermelo-probe" 24
try "All pages of the manual are found" \
  "for v in \$(zermelo --help | sed -n '/^Subcommands/,/^\$/s/^  \\([a-z]*\\) .*/\\1/p'); do man -w zermelo-\$v; done | wc -l"
try "A C program, by pkg-config" \
  "pkg-config --cflags --libs zermelo && cc $examples/probe_position.c \$(pkg-config --cflags --libs zermelo) -o probe_position && ./probe_position small.ztb 'www/1o1/bbb b'" 8
try "The same with the small library" \
  "cc $examples/probe_position.c \$(pkg-config --cflags --libs zermelo-probe) -o probe_small && ./probe_small small.ztb 'www/1o1/bbb b' && ldd probe_small | grep -c zermelo" 8
try "Another, which checks a strategy" \
  "zermelo prove notakto columns=3 rows=3 -o notakto.aig >/dev/null && cc $examples/check_strategy.c \$(pkg-config --cflags --libs zermelo) -o check_strategy && ./check_strategy notakto.aig"
try "Completion in bash" \
  "source /usr/share/bash-completion/completions/zermelo && COMP_WORDS=(zermelo sol) COMP_CWORD=1 COMP_LINE='zermelo sol' && _zermelo && echo \${COMPREPLY[@]}"
if [[ "$*" == *python3-zermelo* ]]; then
  try "Python" "python3 -c 'import zermelo; print(zermelo.open(\"small.ztb\").probe(\"www/1o1/bbb b\"))'"
  try "The worker is found by the library" \
    "python3 -c 'import zermelo; print(zermelo.open(\"mnk.ztb\").validate().same)'"
fi
if [[ "$*" == *zermelo-mpi* ]]; then
  try "Two processes solve a game together, with the same bytes" \
    "apt-get install --yes --no-install-recommends openmpi-bin >/dev/null 2>&1; export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; mpirun --oversubscribe -np 2 zermelo-mpi solve ostle size=3 start=3 lose=1 -o two.ztb && cmp two.ztb small.ztb"
fi

# --- Removal -------------------------------------------------------------------------------------

quietly bash -c 'apt-get purge --yes --auto-remove $(dpkg-query -W -f "\${Package} " zermelo "*zermelo*")'
echo
left=$(diff <(echo "$before") <(files) || true)
if [[ -n $left ]]; then
  echo "Removed, and this differs from before:"
  grep '^[<>]' <<<"$left"
  exit 1
fi
echo "Removed: the $(wc -l <<<"$before") files and folders from before are there, and no others."
echo "$tried trials, all successful."
