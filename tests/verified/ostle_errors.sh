#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plants errors in two tables of Ostle: ostle_errors.sh ZERMELO OSTLE_ERRORS SCRATCH COUNT COUNT [SEED]
# (ten thousand: 9600 and 400, some minutes).
set -euo pipefail
zermelo=$1 errors=$2 scratch=$3
mkdir -p "$scratch"
"$zermelo" solve ostle size=3 start=3 lose=1 -o "$scratch/three.ztb" --force >/dev/null 2>&1
"$zermelo" solve ostle size=4 start=3 lose=1 -o "$scratch/four.ztb" --force >/dev/null 2>&1
"$errors" "${6:-1}" "$scratch/three.ztb" "$4" "$scratch/four.ztb" "$5"
