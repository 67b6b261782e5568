#!/usr/bin/env bash
# One analysis for code scanning and the report, one for the annotations (what is known is kept between them where it can be).
# The names come from action.yml.
set -euo pipefail
tool="${SHAPEWRIGHT:-$RUNNER_TEMP/shapewright/bin/shapewright}"
read -r -a paths <<< "${PATHS:-}"
read -r -a options <<< "${OPTIONS:-}"
arguments=("${options[@]}" "${paths[@]}")
if [ -n "${DATABASE:-}" ]; then
    arguments+=(-p "$DATABASE")
fi
"$tool" check "${arguments[@]}" --format sarif --output "$SARIF" --html "$HTML" --fail-on never
exec "$tool" check "${arguments[@]}" --format github --fail-on "${FAIL_ON:-confirmed}"
