#!/usr/bin/env bash
# The step of action.yml that scans: its inputs come as INPUT_*, so that none of them is ever read as shell.
set -euo pipefail

action=${GITHUB_ACTION_PATH:-$(cd "$(dirname "$0")/.." && pwd)}
out=${RUNNER_TEMP:-$(mktemp -d)}/legible
mkdir -p "$out"

options=(scan)
if [ -n "${INPUT_URL:-}" ]; then options+=("$INPUT_URL"); fi
options+=(--format text)
add() { if [ -n "$2" ]; then options+=("$1" "$2"); fi; }
add --dist "${INPUT_DIST:-}"
add --pages "${INPUT_PAGES:-}"
add --fail-under "${INPUT_FAIL_UNDER:-}"
add --fail-on "${INPUT_FAIL_ON:-}"
add --warn-under "${INPUT_WARN_UNDER:-}"
add --warn-on "${INPUT_WARN_ON:-}"
add --ignore "${INPUT_IGNORE:-}"
add --canonical-origin "${INPUT_CANONICAL_ORIGIN:-}"
if [ -n "${INPUT_BASELINE:-}" ] && [ -s "$INPUT_BASELINE" ]; then options+=(--baseline "$INPUT_BASELINE"); fi
if [ "${INPUT_ALLOW_PRIVATE:-}" = true ]; then options+=(--allow-private); fi
while IFS= read -r line; do add --header "$line"; done <<<"${INPUT_HEADERS:-}"
while IFS= read -r line; do add --exclude "$line"; done <<<"${INPUT_EXCLUDE:-}"
for each in json=report.json sarif=report.sarif junit=junit.xml summary=summary.md annotations=annotations.txt; do
  rm -f "$out/${each#*=}"
  options+=(--output "${each%%=*}=$out/${each#*=}")
done

# Nothing that a site says may be taken for a command of the runner.
stop=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$stop"
code=0
node "$action/scripts/start.mjs" cli "${options[@]}" 2>"$out/messages.txt" || code=$?
cat "$out/messages.txt" >&2
echo "::$stop::"

if [ -s "$out/report.json" ]; then
  cat "$out/annotations.txt"
  sed -n 's/^legible: warning: /::warning title=Legible::/p; s/^legible: ignore: /::notice title=Legible::ignore: /p' "$out/messages.txt"
  cat "$out/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  {
    echo "score=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).siteScore' "$out/report.json")"
    echo "report=$out/report.json"
    echo "sarif=$out/report.sarif"
    echo "junit=$out/junit.xml"
    echo "summary=$out/summary.md"
  } >>"${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$code"
