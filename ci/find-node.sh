#!/usr/bin/env bash
# The step of action.yml that asks whether the job's own Node will do: another one would be that of the steps after it too.
set -euo pipefail

version=$(node --version 2>/dev/null || echo v0.0.0)
IFS=. read -r major minor _ <<<"${version#v}"
usable=false
if [ "$major" -gt 20 ] || { [ "$major" -eq 20 ] && [ "$minor" -ge 19 ]; }; then usable=true; fi
echo "usable=$usable" >>"${GITHUB_OUTPUT:-/dev/null}"
