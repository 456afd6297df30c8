#!/usr/bin/env bash
# The step of action.yml that writes the summary under a pull request: one comment, written anew by every run.
set -euo pipefail

mark='<!-- legible: summary -->'
comments="repos/$GH_REPO/issues/$PULL_REQUEST/comments"
# The token of a pull request from a fork cannot write: what the scan found is the job's verdict, not that.
give_up() {
  echo "::warning title=Legible::The comment could not be written; the summary of the job says the same. It needs pull-requests: write, which pull requests of forks do not have."
  exit 0
}

known=$(gh api --paginate "$comments" \
  --jq ".[] | select(.body | startswith(\"$mark\")) | select(.user.type == \"Bot\") | .id") || give_up
known=${known%%$'\n'*}
if [ -n "$known" ]; then
  gh api --silent --method PATCH "repos/$GH_REPO/issues/comments/$known" --field body=@"$SUMMARY" || give_up
else
  gh api --silent --method POST "$comments" --field body=@"$SUMMARY" || give_up
fi
