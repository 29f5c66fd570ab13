#!/bin/sh
# The steps of the pipelines, for GitHub and GitLab alike; README.md says what each needs.
set -eu
cd "$(dirname "$0")"

usage() {
  cat <<'TEXT'
Usage: STACK=prod ./pipeline.sh COMMAND

  prepare    installs what package-lock.json names
  review     reviews what an `up` would do, asks the guard, and keeps a pin in review/
  comment    writes the review into the one comment of the pull request
  find-pin   finds the pin that the review of this very content made
  apply      applies the pin, if nothing has moved since
  drift      compares the gateway with the state, and the program with the gateway
  issue      opens, updates or closes the one issue about drift

The exit codes of `review` and `apply` are those of workspace-gateway: 0 fine, 1 failure, 2 usage, 3 guard, 4 pin.
TEXT
}

fail() {
  printf 'pipeline.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

prepare() {
  npm ci
  pulumi version
}

# The Markdown stays out of the log: on GitHub, a line that begins with `::` is a command to the runner.
review() {
  start_over
  code=0
  workspace-gateway review --guard --pin "$pin" --html review/review.html -- --stack "$STACK" >review/review.md ||
    code=$?
  # A pin of what the guard refused could be applied after a merge.
  if [ "$code" -ne 0 ]; then rm -f "$pin" "$pin.plan.json"; fi
  # Neither fine nor refused: what it may have written before it failed would read as a review that can be applied.
  if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then rm -f review/review.*; fi
  output name "$pin_name"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f review/review.md ]; then
    cat review/review.md >>"$GITHUB_STEP_SUMMARY"
  fi
  return "$code"
}

comment() {
  mkdir -p review
  # Otherwise the comment of an earlier commit would pass for this one's.
  if [ ! -s review/review.md ]; then failed_review >review/review.md; fi
  node pipeline/main.mts comment review/review.md
}

failed_review() {
  project=$(sed -n 's/^name:[[:space:]]*//p' Pulumi.yaml | tr -d "\"'")
  printf '<!-- workspace-gateway review: %s/%s -->\n\n' "$project" "$stack_name"
  printf '**There is no review: it failed.** The log of the run says why. Nothing can be applied.\n'
}

find_pin() {
  start_over
  output name "$pin_name"
  node pipeline/main.mts find-pin "$pin_name" "$pin"
}

apply() {
  if [ ! -f "$pin" ]; then fail "there is no pin for what this commit holds ($pin). Nothing was applied." 4; fi
  workspace-gateway apply "$pin" -- --stack "$STACK"
}

drift() {
  start_over
  code=0
  workspace-gateway drift --stack "$STACK" --markdown review/drift.md --json >review/drift.json || code=$?
  # The sum of 8, 16 and 32 says in what the gateway differs. All else is a failure, also that of a killed process.
  if [ $((code % 8)) -ne 0 ] || [ "$code" -gt 56 ]; then fail "the gateway could not be compared, so nothing is known about drift."; fi
  if ! pulumi preview --stack "$STACK" --json --show-sames --refresh --non-interactive >review/preview.json; then
    workspace-gateway review review/preview.json >&2 || true # the errors are in the JSON
    fail "the preview failed, so nothing is known about drift."
  fi
  workspace-gateway review --json review/preview.json >review/facts.json
  workspace-gateway review review/preview.json >review/review.md
}

issue() {
  node pipeline/main.mts issue review/drift.json review/drift.md review/facts.json review/review.md
}

start_over() {
  rm -rf review
  mkdir review
}

# Hands a value to the later steps of a job on GitHub.
output() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; fi
}

case "${1:-}" in
prepare | review | comment | find-pin | apply | drift | issue) ;;
*)
  usage >&2
  exit 2
  ;;
esac

if [ -z "${STACK:-}" ]; then fail "set STACK to the name of the Pulumi stack, such as prod." 2; fi
unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW # with it, a preview prints secrets in plain text
PATH="$PWD/node_modules/.bin:$PATH"
stack_name=${STACK##*/} # without the organization

# A pin belongs to what a commit holds, not to the commit: a merge, a squash and a rebase make new commits of the same
# content. If main has moved between review and merge, the content is another, and there is no pin for it.
pin_name=gateway-pin-$stack_name-$(git rev-parse 'HEAD^{tree}')
pin=review/$pin_name.pin # pulumi's own plan lies beside it, as $pin.plan.json

case "$1" in
find-pin) find_pin ;;
*) "$1" ;;
esac
