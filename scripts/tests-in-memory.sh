# SPDX-License-Identifier: MIT
# Sourced by test.sh and test-parts.sh. Tests write thousands of small files and wait for each to be on the disk: in
# memory, where there is room, they do not wait.
free_in_memory=$(df --output=avail -B 1G /dev/shm 2>/dev/null | tail -n 1)
if [[ -z ${TMPDIR-} && -w /dev/shm && -n $free_in_memory ]] && ((free_in_memory >= 4)); then
  TMPDIR=$(mktemp -d /dev/shm/zermelo-tests-XXXXXX)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi
