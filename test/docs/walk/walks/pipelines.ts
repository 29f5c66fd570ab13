import { rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { paths } from "../../../harness/paths.ts";
import { madeUpKey } from "../begun.ts";
import { packagesAreInstalled, startsGateway } from "../checkout.ts";
import type { PageWalk } from "../page-walk.ts";

const fleetsWay =
  "test/e2e/examples/fleet.test.ts runs them for two teams, also where stacks fail and are interrupted";
const splits = "test/e2e/state-move.test.ts splits a stack so, and finds its URNs";

export const fleet: PageWalk = {
  page: "examples/fleet/README.md",
  async begin(place) {
    await place.copy("fleet");
    // One team shows what three would.
    for (const team of ["research", "support"]) await rm(path.join(place.folder, `teams/${team}.ts`));
    place.gateway.seed.samples();
  },
  filled: ({ gateway }) => ({
    ...packagesAreInstalled,
    "http://127.0.0.1:8080/api/v1": gateway.baseUrl,
    "PASSPHRASE=...": "PASSPHRASE=made-up",
  }),
  commands: {
    "pulumi config set --stack shared --secret openaiApiKey": { input: madeUpKey },
    "node fleet.mts up": {
      after: ({ gateway }) => expect(gateway.rows("workspaces")).toMatchObject([{ name: "Sales" }]),
    },
  },
  left: {
    "node fleet.mts preview": fleetsWay,
    "node fleet.mts up --changed": fleetsWay,
    "node fleet.mts up --only shared,sales": fleetsWay,
    "node fleet.mts refresh --jobs 8": fleetsWay,
    "node fleet.mts destroy": fleetsWay,
    [startsGateway]:
      "the gateway of the test stands for it: examples/team/README.md is followed with that command",
    "pulumi stack --stack big --show-urns": splits,
    "pulumi stack init sales --no-select": splits,
    "pulumi state move --source big --dest sales --yes 'urn:pulumi:big::…::sales' 'urn:pulumi:big::…::sales-openai' …":
      splits,
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
    "STACK=prod ./pipeline.sh apply": {
      after: ({ gateway }) => expect(gateway.rows("models")).toMatchObject([{ name: "gpt-small" }]),
    },
  },
};
