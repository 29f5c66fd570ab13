#!/bin/sh
# Sets how Pulumi Cloud deploys each stack of the fleet: `./settings.sh acme`, with the variables below in the environment.
# Run it again after a team was added. It needs a CLI that has `pulumi deployment settings edit`. The secret is an argument of
# a command, which other users of the machine can see while it runs.
set -eu
organization=${1:?say the name of the organization}
cd "$(dirname "$0")/../.."

# settings STACK PATHS: a push that changes one of the paths deploys the stack, a pull request previews it.
settings() {
  pulumi deployment settings edit --stack "$organization/workspace-gateway-fleet/$1" \
    --github-repo "$organization/gateway-fleet" --branch main \
    --push-to-deploy --preview-prs --path-filter "$2" \
    --env "WORKSPACE_GATEWAY_BASE_URL=$WORKSPACE_GATEWAY_BASE_URL" \
    --env "WORKSPACE_GATEWAY_TOKEN_URL=$WORKSPACE_GATEWAY_TOKEN_URL" \
    --env "WORKSPACE_GATEWAY_CLIENT_ID=$WORKSPACE_GATEWAY_CLIENT_ID" \
    --secret-env "WORKSPACE_GATEWAY_CLIENT_SECRET=$WORKSPACE_GATEWAY_CLIENT_SECRET" \
    --env "WORKSPACE_GATEWAY_MAX_CONCURRENCY=${WORKSPACE_GATEWAY_MAX_CONCURRENCY:-8}" \
    --skip-intermediate-deployments
}

program=index.ts,shared.ts,team.ts,package.json,package-lock.json,Pulumi.yaml,Pulumi.shared.yaml
settings shared "$program"
for file in teams/*.ts; do
  team=$(basename "$file" .ts)
  settings "$team" "$program,$file,Pulumi.$team.yaml"
done
