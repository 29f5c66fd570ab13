import path from "node:path";
import { paths } from "../../../harness/paths.ts";
import { madeUpKey } from "../begun.ts";
import { packagesAreInstalled, startsGateway } from "../checkout.ts";
import type { PageWalk } from "../page-walk.ts";
import { leftOut } from "../reasons.ts";

const driver = "test/e2e/examples/fleet.test.ts runs the driver's commands and options for two teams";
const splits = "test/e2e/state-move.test.ts splits a stack so, and finds its URNs";
const days = "test/e2e/gitops.test.ts applies and compares by these steps, as the days of a stack";

export const fleet: PageWalk = {
  page: "examples/fleet/README.md",
  begin: (place) => place.copy("fleet"),
  filled: ({ gateway }) => ({
    ...packagesAreInstalled,
    "http://127.0.0.1:8080/api/v1": gateway.baseUrl,
    "PASSPHRASE=...": "PASSPHRASE=made-up",
  }),
  commands: { "pulumi config set --stack shared --secret openaiApiKey": { input: madeUpKey } },
  left: {
    ...leftOut(
      driver,
      "node fleet.mts preview",
      "node fleet.mts up --changed",
      "node fleet.mts up --only shared,sales",
      "node fleet.mts refresh --jobs 8",
      "node fleet.mts destroy",
      "node fleet.mts up",
    ),
    [startsGateway]: { page: "examples/team/README.md" },
    ...leftOut(
      splits,
      "pulumi stack --stack big --show-urns",
      "pulumi stack init sales --no-select",
      "pulumi state move --source big --dest sales --yes 'urn:pulumi:big::…::sales' 'urn:pulumi:big::…::sales-openai' …",
    ),
  },
};

export const gitops: PageWalk = {
  page: "examples/gitops/README.md",
  async begin(place) {
    await place.copy("gitops");
    const backend = path.join(path.dirname(place.folder), "backend");
    await place.earlier(`export OWN_BACKEND='file://${backend}'`);
  },
  filled: () => ({
    "PULUMI_BACKEND_URL=…": "PULUMI_BACKEND_URL=$OWN_BACKEND",
    "PASSPHRASE=…": "PASSPHRASE=made-up",
  }),
  commands: {
    "pulumi config set --secret openaiApiKey": { input: madeUpKey },
    "STACK=prod ./pipeline.sh review ; echo $?": {
      async before(place) {
        await place.earlier(`cp '${path.join(paths.root, "package-lock.json")}' .`);
        await place.earlier(
          "git init --quiet && git add . && git -c user.name=a -c user.email=a@b.c commit --quiet -m begin",
        );
        await place.earlier("git update-ref refs/remotes/origin/main HEAD");
      },
      prints: /^0$/m,
    },
    "less review/review.md": { prints: "gpt-small" },
  },
  left: leftOut(
    days,
    "STACK=prod ./pipeline.sh apply",
    "STACK=prod ./pipeline.sh drift && less review/drift.md review/review.md",
  ),
};
