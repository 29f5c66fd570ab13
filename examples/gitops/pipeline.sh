#!/bin/sh
# The steps of the pipelines, for both GitHub and GitLab. README.md explains their requirements.
set -eu
cd "$(dirname "$0")"

usage() {
  cat <<'TEXT'
Usage: STACK=prod ./pipeline.sh COMMAND

  await-apply  waits until the previous merge in the queue has been applied
  permits      finds the changes that labels permit although the guard refuses them
  prepare      installs the packages in package-lock.json
  review       reviews the changes of an `up`, runs the guard, and writes a pin to review/
  comment      writes the review to the pull request's comment
  permit       checks that a person has approved the changes that the guard refused
  find-pin     finds the pin of the review that has exactly this content
  apply        applies the pin, if nothing has changed since the review
  report       writes the result of the apply to the pull request
  drift        compares the gateway with the state, and the program with the gateway
  issue        opens, updates or closes the drift issue

The exit codes of `review` and `apply` are those of workspace-gateway: 0 success, 1 failure, 2 usage, 3 guard, 4 pin.
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
  # For the later jobs on GitLab, which may ignore an empty file or a line without a value.
  echo "GATEWAY_PERMITS=read" >permits.env
  if [ -n "$allow" ]; then echo "WORKSPACE_GATEWAY_ALLOW=$allow" >>permits.env; fi
}

prepare() {
  # GitLab fetches only one commit, and may have an outdated main from an earlier job.
  if [ -n "${GITLAB_CI:-}" ]; then git fetch --quiet --depth 1 origin "+refs/heads/main:$target"; fi
  npm ci
  pulumi version
}

# Writes a file of main to a folder outside the checkout, so that pins do not include it.
from_main() {
  place=$(git ls-tree "$target" -- "$1")
  case $place in
  "") ;;
  100*) git show "$target:./$1" >"$rules/$1" ;;
  *) fail "$1 on main is not a regular file, so its rules cannot be read. Replace it in a separate pull request." 2 ;;
  esac
  if [ "$place" != "$(git ls-tree HEAD -- "$1")" ]; then changed="$changed${changed:+ and }\`$1\`"; fi
}

# The Markdown is not logged, because GitHub treats a line that begins with `::` as a command to the runner.
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
  # If main lacks the files, the defaults apply, without expectations. The pull request's files never apply.
  touch "$rules/gateway-guard.yaml"
  if [ -f "$rules/gateway-routes.yaml" ]; then set -- --routes "$rules/gateway-routes.yaml"; else set -- --no-routes; fi
  code=0
  workspace-gateway review --guard --guard-file "$rules/gateway-guard.yaml" "$@" \
    --pin "$pin" --pin-refused "review/refused/$pin_name.pin" \
    --markdown review/review.md --html review/review.html --json -- --stack "$STACK" >review/facts.json || code=$?
  # A merge could otherwise apply the pin of a refused change.
  if [ "$code" -ne 0 ]; then rm -f "$pin" "$pin.plan.json"; fi
  if [ "$code" -eq 3 ]; then output refused true; else rm -r review/refused; fi
  # The review failed. Its partial output would look like a review that can be applied.
  if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then
    rm -f review/review.html review/facts.json
    if ! grep -qs '^\*\*The review failed' review/review.md; then failed review "$no_review"; fi
  fi
  if [ -n "$changed" ]; then warn_of_rules; fi
  summarize review
  return "$code"
}

# Inserts the warning below the hidden line, so that the comment starts with that line.
warn_of_rules() {
  sed "1a\\
\\
**⚠️ This branch and main differ in $changed. The files of main apply here. Changes take effect once they are merged.**
" review/review.md >review/review.md.new
  mv review/review.md.new review/review.md
}

comment() {
  mkdir -p review
  # Otherwise, the comment of an earlier commit would look like this commit's.
  if [ ! -s review/review.md ]; then failed review "$no_review"; fi
  node pipeline/main.mts comment review/review.md "$stack_name"
}

no_review='**The review failed.** See the log of the run. Nothing can be applied.'
no_apply='**The result of the apply is unknown.** See the log of the run. If there was no pin, nothing was applied.'

# Writes the text for the pull request if a step produced none.
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
  if [ ! -f "$pin" ]; then fail "there is no pin for the content of this commit ($pin). Nothing was applied." 4; fi
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
  # A sum of 8, 16, 32 and 64 describes the differences. Any other code is a failure, including a killed process.
  if [ $((code % 8)) -ne 0 ] || [ "$code" -gt 120 ]; then fail "the gateway could not be compared, so drift is unknown."; fi
  if ! pulumi preview --stack "$STACK" --json --show-sames --refresh --non-interactive >review/preview.json; then
    workspace-gateway review review/preview.json >&2 || true # the errors are in the JSON
    fail "the preview failed, so drift is unknown."
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

# Passes a value to the later steps of a job on GitHub.
output() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; fi
}

# Adds a text to the summary page of a run on GitHub.
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
# The full ref name, so that a pushed tag named `origin/main` is not used instead.
target=refs/remotes/origin/main # its guard file applies, because a pull request could otherwise permit itself everything

project=$(node pipeline/main.mts project)

# A pin belongs to the content of a commit, not to the commit, because a merge, a squash and a rebase create new commits
# with the same content. If main has changed between review and merge, the content differs, and has no pin.
pin_name=gateway-pin-$project-$stack_name-$(git rev-parse 'HEAD^{tree}')
pin=review/$pin_name.pin # Pulumi's own plan is next to it, as $pin.plan.json

case "$1" in
await-apply) await_apply ;;
find-pin) find_pin ;;
*) "$1" ;;
esac
