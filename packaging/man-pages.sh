#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes a program's manual pages, zermelo.1 and one per verb (zermelo-probe.1), from its own help.
#   man-pages.sh ZERMELO FOLDER DOCS "WHAT IT DOES"
# ZERMELO is the program, zermelo or zermelo-mpi; FOLDER is where they go, DOCS where the guides will be installed.
# Needs help2man, which reads the help of GNU programs: so each verb is called through a small
# program that puts the help into that form.
set -euo pipefail

zermelo=$(realpath "$1") folder=$2 docs=$3 what=$4
program=$(basename "$zermelo")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"

# The help as help2man reads it: the usage first; "-o, --output FILE" with commas, and the range of
# a value after its description. (Examples and exit codes get their own sections.)
cat >"$scratch/gnu-help.awk" <<'AWK'
function flush() { if (item) print item note; item = note = "" }
/^Usage: / { usage = $0; sub(/SUBCOMMAND$/, "VERB ...", usage); next }
!usage { before = before $0 "\n"; next }
!printed { print usage "\n\n" before; printed = 1 }
/^   / && item { sub(/^ +/, ""); item = item (item ~ /   $/ ? "" : " ") $0; next }
{ flush() }
/^Positionals:/ { print "Arguments:"; next }
/^Subcommands:/ { print "Verbs:"; verbs = 1; next }
/^Exit codes: |^Example: / { next }
/^$/ { verbs = 0; print; next }
verbs && /^  [a-z]/ {
  name = program " " $1; sub(/^ +[^ ]+ +/, ""); item = "  " name "   " $0; next
}
/^  [^ ]/ {
  # Two spaces divide the name from its description; after a long name, that is on the next line.
  name = substr($0, 3); said = ""
  if (match(name, /  +/)) { said = substr(name, RSTART + RLENGTH); name = substr(name, 1, RSTART - 1) }
  if (match(name, /:[A-Z]+ in \[[^]]*\]/)) {
    range = substr(name, RSTART, RLENGTH)
    name = substr(name, 1, RSTART - 1) substr(name, RSTART + RLENGTH)
    sub(/^.*\[/, "", range); sub(/\]$/, "", range); sub(/ - /, " to ", range)
    note = " (" range ")"
  }
  if (match(name, / Excludes: .*/)) {
    excluded = substr(name, RSTART + 11); gsub(/ /, " or ", excluded)
    note = note " (not with " excluded ")"; name = substr(name, 1, RSTART - 1)
  }
  sub(/ Needs: .*/, "", name); sub(/ REQUIRED$/, "", name); sub(/ x [0-9]+$/, "", name)
  sub(/ \.\.\.$/, "...", name); sub(/:POSITIVE$/, "", name)
  sub(/,--/, ", --", name)
  item = "  " name "   " said; next
}
{ print }
END { flush() }
AWK

page() {  # NAME "what it is" [VERB]
  local name=$1 verb=${3-} see_also
  cat >"$scratch/$name" <<SCRIPT
#!/bin/sh
case \$1 in
  --version) echo "$name \$("$zermelo" --version | tr -dc '0-9.\n' | head -1)" ;;
  *) "$zermelo" $verb --help | awk -v program="$program" -f "$scratch/gnu-help.awk" ;;
esac
SCRIPT
  chmod +x "$scratch/$name"
  if [[ -n $verb ]]; then see_also=".BR $program (1)"; else see_also=$verb_pages; fi
  cat >"$scratch/$name.h2m" <<TEXT
[EXIT STATUS]
0 if all is well, 1 for a failure, 2 for wrong usage.
A failure says on one line of the standard error what was wrong.

[ENVIRONMENT]
.TP
.B ZERMELO_PORTABLE
If set and not empty: do without the processor's BMI2 instructions; Ostle then needs a program built for that.
.TP
.B ZERMELO_WORKER
The program that works with decision diagrams in a separate process, if it is not where it was
installed.

[EXAMPLES]
.nf
.RS
$("$zermelo" $verb --help | sed -n 's/^Example: //p' | sed 's/\\/\\e/g; s/-/\\-/g')
.RE
.fi

[SEE ALSO]
$see_also
.PP
The guides in $docs; docs/cli.md there describes the program verb by verb.
TEXT
  help2man --no-info --section=1 --locale=C.UTF-8 --manual='User Commands' --source="$source" \
    --name="$2" --include="$scratch/$name.h2m" --output="$folder/$name.1" "$scratch/$name"
}

source="Zermelo $("$zermelo" --version | tr -dc '0-9.\n' | head -1)"
verb_pages=''
mapfile -t verbs < <("$zermelo" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\)/\1/p')
((${#verbs[@]})) || { echo "man-pages: $zermelo --help lists no verbs" >&2; exit 1; }
for line in "${verbs[@]}"; do
  read -r verb meaning <<<"$line"
  page "$program-$verb" "${meaning,}" "$verb"
  verb_pages+="${verb_pages:+,$'\n'}.BR $program-$verb (1)"
done
page "$program" "$what"
