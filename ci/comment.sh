#!/usr/bin/env bash
# The step of action.yml that writes the summary under a pull request: one comment, written anew by every run.
set -euo pipefail

mark='<!-- legible: summary -->'
known=$(gh api --paginate "repos/$GH_REPO/issues/$PULL_REQUEST/comments" \
  --jq ".[] | select(.body | startswith(\"$mark\")) | select(.user.type == \"Bot\") | .id" | head -n 1)
if [ -n "$known" ]; then
  gh api --silent --method PATCH "repos/$GH_REPO/issues/comments/$known" --field body=@"$SUMMARY"
else
  gh api --silent --method POST "repos/$GH_REPO/issues/$PULL_REQUEST/comments" --field body=@"$SUMMARY"
fi
