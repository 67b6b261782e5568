#!/usr/bin/env bash
# Checks each file that is given, as a program of its own; options before the first file go to `shapewright check`.
# `shapewright` must be on the path; SHAPEWRIGHT names another one.
set -uo pipefail
tool="${SHAPEWRIGHT:-shapewright}"
if ! command -v "$tool" >/dev/null 2>&1; then
    echo "shapewright is not installed: cargo install --path crates/cli in its sources" >&2
    exit 1
fi
options=()
while [ $# -gt 0 ] && [[ $1 == -* ]]; do
    options+=("$1")
    shift
done
failed=0
for file in "$@"; do
    "$tool" check --fail-on confirmed "${options[@]}" "$file" || failed=1
done
exit "$failed"
