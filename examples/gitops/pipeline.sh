#!/bin/sh
# The steps of the pipelines, for GitHub and GitLab alike; README.md says what each needs.
set -eu
cd "$(dirname "$0")"

usage() {
  cat <<'TEXT'
Usage: STACK=prod ./pipeline.sh COMMAND

  await-apply  waits until the merge that a queue builds on has been applied
  permits      finds what labels permit that the guard would refuse
  prepare      installs what package-lock.json names
  review       reviews what an `up` would do, asks the guard, and keeps a pin in review/
  comment      writes the review into the one comment of the pull request
  permit       checks that a person has approved what the guard refused
  find-pin     finds the pin that the review of this very content made
  apply        applies the pin, if nothing has changed since
  report       writes into the pull request what was applied
  drift        compares the gateway with the state, and the program with the gateway
  issue        opens, updates or closes the one issue about drift

The exit codes of `review` and `apply` are those of workspace-gateway: 0 fine, 1 failure, 2 usage, 3 guard, 4 pin.
TEXT
}

fail() {
  printf 'pipeline.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

await_apply() {
  node pipeline/main.mts await-apply "$BASE_COMMIT" 1800 15
}

permits() {
  allow=$(node pipeline/main.mts permits)
  output allow "$allow"
  # For the later jobs on GitLab. A file without a line, or a line without a value, may be none to it.
  echo "GATEWAY_PERMITS=read" >permits.env
  if [ -n "$allow" ]; then echo "WORKSPACE_GATEWAY_ALLOW=$allow" >>permits.env; fi
}

prepare() {
  # GitLab gets one commit alone, and may have the main of an earlier job.
  if [ -n "${GITLAB_CI:-}" ]; then git fetch --quiet --depth 1 origin "+refs/heads/main:$target"; fi
  npm ci
  pulumi version
}

# Writes a file of main into a folder outside of the checkout, where no pin binds it.
from_main() {
  place=$(git ls-tree "$target" -- "$1")
  case $place in
  "") ;;
  100*) git show "$target:./$1" >"$rules/$1" ;;
  *) fail "$1 of main is not a regular file, so its rules cannot be read. Make it one, in a pull request of its own." 2 ;;
  esac
  if [ "$place" != "$(git ls-tree HEAD -- "$1")" ]; then changed="$changed${changed:+ and }\`$1\`"; fi
}

# The Markdown stays out of the log: on GitHub, a line that begins with `::` is a command to the runner.
review() {
  start_over
  output name "$pin_name"
  mkdir review/refused
  git rev-parse --verify --quiet "$target^{commit}" >/dev/null ||
    fail "$target is not in this clone, so the guard's rules cannot be read. Fetch main first (fetch-depth: 0)." 2
  rules=$(mktemp -d)
  trap 'rm -rf "$rules"' EXIT
  changed=
  from_main gateway-guard.yaml
  from_main gateway-routes.yaml
  # Without a file of main the defaults count, and nothing is expected: never what the pull request says.
  touch "$rules/gateway-guard.yaml"
  if [ -f "$rules/gateway-routes.yaml" ]; then set -- --routes "$rules/gateway-routes.yaml"; else set -- --no-routes; fi
  code=0
  workspace-gateway review --guard --guard-file "$rules/gateway-guard.yaml" "$@" \
    --pin "$pin" --pin-refused "review/refused/$pin_name.pin" \
    --markdown review/review.md --html review/review.html --json -- --stack "$STACK" >review/facts.json || code=$?
  # A pin of what the guard refused could be applied after a merge.
  if [ "$code" -ne 0 ]; then rm -f "$pin" "$pin.plan.json"; fi
  if [ "$code" -eq 3 ]; then output refused true; else rm -r review/refused; fi
  # Neither fine nor refused: what it may have written before it failed would read as a review that can be applied.
  if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then
    rm -f review/review.html review/facts.json
    if ! grep -qs '^\*\*The review failed' review/review.md; then failed review "$no_review"; fi
  fi
  if [ -n "$changed" ]; then warn_of_rules; fi
  summarize review
  return "$code"
}

# Below the hidden line, so that the comment starts with it.
warn_of_rules() {
  sed "1a\\
\\
**⚠️ This branch and main differ in $changed. The files of main decide here; a change counts once it is merged.**
" review/review.md >review/review.md.new
  mv review/review.md.new review/review.md
}

comment() {
  mkdir -p review
  # Otherwise the comment of an earlier commit would pass for this one's.
  if [ ! -s review/review.md ]; then failed review "$no_review"; fi
  node pipeline/main.mts comment review/review.md "$stack_name"
}

no_review='**The review failed.** The log of the run says why. Nothing can be applied.'
no_apply='**Nothing is known of the apply.** The log of the run says why. If there was no pin, nothing was applied.'

# Writes what the pull request is told of a step that has left no text.
failed() {
  printf '<!-- workspace-gateway %s: %s/%s -->\n\n%s\n' "$1" "$project" "$stack_name" "$2" >"review/$1.md"
}

permit() {
  node pipeline/main.mts permit "gateway-permit-$STACK"
}

find_pin() {
  start_over
  output name "$pin_name"
  node pipeline/main.mts find-pin "$pin_name" "$pin"
}

apply() {
  rm -f review/apply.md
  if [ ! -f "$pin" ]; then fail "there is no pin for what this commit holds ($pin). Nothing was applied." 4; fi
  code=0
  workspace-gateway apply "$pin" --markdown review/apply.md -- --stack "$STACK" || code=$?
  if [ -f review/apply.md ]; then output told true; fi
  summarize apply
  return "$code"
}

report() {
  mkdir -p review
  if [ ! -s review/apply.md ]; then failed apply "$no_apply"; fi
  node pipeline/main.mts report review/apply.md "$stack_name"
}

drift() {
  start_over
  code=0
  workspace-gateway drift --stack "$STACK" --markdown review/drift.md --json >review/drift.json || code=$?
  # The sum of 8, 16, 32 and 64 says in what the gateway differs. All else is a failure, also that of a killed process.
  if [ $((code % 8)) -ne 0 ] || [ "$code" -gt 120 ]; then fail "the gateway could not be compared, so nothing is known about drift."; fi
  if ! pulumi preview --stack "$STACK" --json --show-sames --refresh --non-interactive >review/preview.json; then
    workspace-gateway review review/preview.json >&2 || true # the errors are in the JSON
    fail "the preview failed, so nothing is known about drift."
  fi
  workspace-gateway review --markdown review/review.md --json review/preview.json >review/facts.json
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

# Shows a text on the page of a run on GitHub.
summarize() {
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "review/$1.md" ]; then cat "review/$1.md" >>"$GITHUB_STEP_SUMMARY"; fi
}

case "${1:-}" in
await-apply | permits | prepare | review | comment | permit | find-pin | apply | report | drift | issue) ;;
*)
  usage >&2
  exit 2
  ;;
esac

if [ -z "${STACK:-}" ]; then fail "set STACK to the name of the Pulumi stack, such as prod." 2; fi
unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW # with it, a preview prints secrets in plain text
PATH="$PWD/node_modules/.bin:$PATH"
stack_name=${STACK##*/} # without the organization
# The whole name: whoever pushes a tag `origin/main` would be asked otherwise.
target=refs/remotes/origin/main # its guard file counts: by its own, a pull request could permit itself everything

project=$(node pipeline/main.mts project)

# A pin belongs to what a commit holds, not to the commit: a merge, a squash and a rebase make new commits of the same
# content. If main has moved between review and merge, the content is another, and there is no pin for it.
pin_name=gateway-pin-$project-$stack_name-$(git rev-parse 'HEAD^{tree}')
pin=review/$pin_name.pin # pulumi's own plan lies beside it, as $pin.plan.json

case "$1" in
await-apply) await_apply ;;
find-pin) find_pin ;;
*) "$1" ;;
esac
