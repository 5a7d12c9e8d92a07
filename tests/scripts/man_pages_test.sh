#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that the manual has one page per verb, with every option, and that groff has no complaints.
#   man_pages_test.sh MAN_PAGES_SH PROGRAM VERBS
# PROGRAM has at least so many VERBS.
# Exits with 77 if help2man or groff is not installed.
set -euo pipefail

make_pages=$1 zermelo=$2 least=$3
name=$(basename "$zermelo")
command -v help2man >/dev/null && command -v groff >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$make_pages" "$zermelo" "$scratch" /some/folder "do what it does"

fail() {
  echo "$1" >&2
  exit 1
}

mapfile -t verbs < <("$zermelo" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
((${#verbs[@]} >= least)) || fail "There are only ${#verbs[@]} verbs."
for verb in '' "${verbs[@]}"; do
  page=$scratch/$name${verb:+-$verb}.1
  [[ -f $page ]] || fail "There is no ${page##*/}."
  complaints=$(groff -man -Tutf8 -P-cbou -ww "$page" 2>&1 >"$scratch/text")
  [[ -z $complaints ]] || fail "${page##*/}: $complaints"
  text=$(cat "$scratch/text")
  for heading in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
    grep -qx "$heading" <<<"$text" || fail "${page##*/} has no section $heading."
  done
  # shellcheck disable=SC2086  # (without a verb there must be no argument)
  for option in $("$zermelo" $verb --help | grep -oE '^  (-.,)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    grep -qE -- "^ +(-., )?$option( |$)" <<<"$text" || fail "${page##*/} does not have $option."
  done
  while read -r example; do
    grep -qF -- "$example" <<<"$text" || fail "${page##*/} does not show '$example'."
  done < <("$zermelo" $verb --help | sed -n 's/^Example: //p')
done
echo "$((${#verbs[@]} + 1)) pages"
