#!/usr/bin/env bash
# Runs leakcheck as the action's inputs say, which come as variables: nothing of them is run as a command.
set -euo pipefail
leakcheck=${LEAKCHECK:-$(cd "$(dirname "$0")/../../.." && pwd)/.build/release/leakcheck}

arguments=(--format github --fail-on "${FAIL_ON:-error}")
[ -z "${BASELINE:-}" ] || arguments+=(--baseline "$BASELINE")
[ -z "${SARIF:-}" ] || arguments+=(--report "sarif=$SARIF")
[ -z "${JUNIT:-}" ] || arguments+=(--report "junit=$JUNIT")
[ -z "${HTML:-}" ] || arguments+=(--report "html=$HTML")
set -f
for label in ${LABELS:-}; do arguments+=(--label "$label"); done
graphs=(${GRAPHS:?no graphs are given})
exec "$leakcheck" check "${arguments[@]}" "${graphs[@]}"
