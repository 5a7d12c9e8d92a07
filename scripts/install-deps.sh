#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs whatever building and testing Zermelo needs and is missing (Debian 12 and its
# relatives). Prints nothing and needs no network if nothing is missing.
#   --python    also what the Python module needs, and its tests
#   --packages  also what scripts/package.sh needs
#   --optional  instead, what only optional parts need: Open MPI, DepQBF, jq, zsh, fish, help2man,
#               Chromium, node, npm, curl, OCaml and Coq (1 GB); what cannot be installed is named, and is not an error
#   --wasm      instead, what the module for browsers needs (ZERMELO_WASM)
# DepQBF, another solver of quantified formulas, comes with all of them but is not required: if it cannot
# be installed, that is said, and Zermelo is built without it.
#   --all       also what the sanitizer, fuzz, clang, format and style checks need (clang-format alone brings
#               LLVM's libraries: 165 MB); with --python's
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config
  libsdsl-dev libxxhash-dev libzstd-dev libfmt-dev libcli11-dev nlohmann-json3-dev libbdd-dev
  libcadical-dev libmicrohttpd-dev libcmark-dev zlib1g-dev
  libgtest-dev libbenchmark-dev time
)
python=(
  python3-dev pybind11-dev python3-numpy
  python3-pytest python3-mypy mypy python3-matplotlib python3-venv python3-pip
)
# For some, a command shows whether they are missing, because packages of other origin
# provide the same.
optional=(
  depqbf jq libopenmpi-dev openmpi-bin zsh fish help2man groff-base curl chromium fairy-stockfish
  ocaml-nox ocaml-findlib coq
  command:node:nodejs command:npm:npm
)
wanted=(depqbf)
case "${1-}" in
  '') ;;
  --python) packages+=("${python[@]}") ;;
  --packages) packages+=(dpkg-dev file gzip help2man lintian man-db depqbf python3-dev pybind11-dev
    libopenmpi-dev openmpi-bin) ;;
  --all)
    packages+=("${python[@]}")
    packages+=(clang-14 clang-format-14 clang-tidy-14 libomp-14-dev libclang-rt-14-dev)
    ;;
  --optional) packages=("${optional[@]}") wanted=() ;;
  --wasm)
    packages=(clang-19 lld-19 llvm-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc xz-utils)
    wanted=()
    ;;
  *) echo "usage: $0 [--python | --packages | --optional | --wasm | --all]" >&2 && exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "install-deps: not a Debian system; please make sure that these are there: ${packages[*]}" >&2
  exit 0
fi

is_installed() {
  dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}
missing=()
for package in "${packages[@]}"; do
  if [[ $package == command:* ]]; then
    IFS=: read -r _ command package <<<"$package"
    command -v "$command" >/dev/null || missing+=("$package")
  else
    is_installed "$package" || missing+=("$package")
  fi
done
missing_wanted=()
for package in "${wanted[@]}"; do
  is_installed "$package" || missing_wanted+=("$package")
done
((${#missing[@]} + ${#missing_wanted[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: as root, please run: apt-get install ${missing[*]} ${missing_wanted[*]}" >&2
    ((${#missing[@]} == 0)) && exit 0 || exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]} ${missing_wanted[*]}"
apt_install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq --yes --no-install-recommends "$@" >/dev/null
}
# The package lists may be absent (a bare container) or out of date: fetch them only then.
apt_install "${missing[@]}" "${missing_wanted[@]}" 2>/dev/null && exit 0
if [[ ${1-} != --optional ]]; then
  "${as_root[@]}" apt-get update -qq || ((${#missing[@]} == 0))
  ((${#missing[@]} == 0)) || apt_install "${missing[@]}"
  for package in "${missing_wanted[@]}"; do
    apt_install "$package" 2>/dev/null || echo "install-deps: $package cannot be installed; it is not required" >&2
  done
  exit 0
fi
"${as_root[@]}" apt-get update -qq || true
apt_install "${missing[@]}" 2>/dev/null && exit 0
for package in "${missing[@]}"; do
  apt_install "$package" 2>/dev/null || echo "install-deps: $package cannot be installed" >&2
done
