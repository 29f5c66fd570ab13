import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { paths } from "../../harness/paths.ts";
import { checkout, edit, madeUpKey, packagesAreInstalled, startsGateway } from "./begun.ts";
import { inReadme, leftOut, type PageWalk } from "./page-walk.ts";
import type { Place } from "./place.ts";

/** The README says that both keys are asked for. */
const asks = { input: madeUpKey };

const quickstart: PageWalk = {
  page: "examples/quickstart/README.md",
  begin: checkout,
  filled: () => packagesAreInstalled,
  commands: {
    "npm start": { prints: "12 changes applied, none left." },
    "npm run pulumi -- preview --diff": {
      before: (place) => edit(place, "examples/quickstart/index.ts", "GPT, large", "GPT, the large one"),
      prints: "~ 1 to update",
    },
    "npm run pulumi -- config set --secret openaiApiKey": asks,
    "npm run pulumi -- config set --secret deepseekApiKey": asks,
    "npm run pulumi -- up": { prints: "12 created" },
    "npm run pulumi -- destroy": { prints: "12 deleted" },
  },
};

const listens = { until: /data +in memory/ };

const team: PageWalk = {
  page: "examples/team/README.md",
  begin: checkout,
  filled: (place) => ({
    ...packagesAreInstalled,
    "8080": place.ports[0] ?? "",
    "ACCESS_TOKEN=...": `ACCESS_TOKEN=${printedBy(place, "token")}`,
    "CLIENT_ID=...": `CLIENT_ID=${printedBy(place, "client id")}`,
    "CLIENT_SECRET=...": `CLIENT_SECRET=${printedBy(place, "client secret")}`,
  }),
  commands: {
    [startsGateway]: listens,
    "npm run pulumi -- -C examples/team config set --secret openaiApiKey": asks,
    "npm run pulumi -- -C examples/team config set --secret deepseekApiKey": asks,
    "npm run pulumi -- -C examples/team stack output declared --show-secrets": { prints: /https?:/ },
    "npm run pulumi -- -C examples/team destroy": { prints: /deleted/ },
  },
};

const multiGateway: PageWalk = {
  page: "examples/multi-gateway/README.md",
  begin: checkout,
  filled: ({ ports: [eu = "", us = ""] }) => ({ ...packagesAreInstalled, "8081": eu, "8082": us }),
  commands: {
    "npm run gateway -- --port 8081 --samples --token token-of-eu": listens,
    "npm run gateway -- --port 8082 --samples --token token-of-us": listens,
    "npm run pulumi -- -C examples/multi-gateway config set --secret euOpenaiApiKey": asks,
    "npm run pulumi -- -C examples/multi-gateway config set --secret usOpenaiApiKey": asks,
    "npm run pulumi -- -C examples/multi-gateway up": { prints: /created/ },
    "npm run pulumi -- -C examples/multi-gateway destroy": { prints: /deleted/ },
  },
};

/** What the gateway has printed when it began to listen. */
function printedBy({ shell }: Place, what: string): string {
  return new RegExp(`^ +${what} +(\\S+)$`, "m").exec(shell.outputBehind)?.[1] ?? "";
}

const example = "examples/brownfield";

/** Nobody reads the others: they are for programs. */
const unread = ["import.json", "Pulumi.prod.yaml"];

const brownfield: PageWalk = {
  page: `${example}/README.md`,
  async begin(place) {
    place.gateway.seed.samples();
    await checkout(place);
  },
  filled: ({ gateway }) => ({ ...packagesAreInstalled, "http://127.0.0.1:8080/api/v1": gateway.baseUrl }),
  left: { [startsGateway]: "the gateway of the test stands for it: its log says that nothing is written" },
  commands: {
    "npx node examples/brownfield/seed.mts": { after: ({ gateway }) => gateway.log.clear() },
    "npx workspace-gateway export examples/brownfield/account --leave-keys": { after: isTheResult },
    "npm run pulumi -- -C examples/brownfield/account preview --expect-no-changes": {
      after: onlyRead,
    },
  },
};

/** What the export has made, whose README says what to do with it. */
const brownfieldResult: PageWalk = {
  page: `${example}/result/README.md`,
  async begin(place) {
    place.gateway.seed.samples();
    await place.earlier(`node '${path.join(paths.root, example, "seed.mts")}'`);
    await place.earlier("workspace-gateway export account --leave-keys && cd account");
  },
  filled: ({ gateway }) => ({ "https://gateway.example/api/v1": gateway.baseUrl }),
  commands: { "pulumi up": { prints: /unchanged/ } },
  left: { "npm install": inReadme },
};

async function isTheResult({ folder }: Place): Promise<void> {
  const made = (await files(path.join(folder, example, "account"))).filter((file) => !unread.includes(file));
  expect(made).toEqual(expect.arrayContaining(["index.ts", "README.md", "package.json"]));
  for (const file of made) {
    const text = await readFile(path.join(folder, example, "account", file), "utf8");
    // Every run makes an account with other ids.
    const shown = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…");
    await expect(shown, file).toMatchFileSnapshot(path.join(paths.root, example, "result", file));
  }
  expect(await files(path.join(paths.root, example, "result"))).toEqual(made);
}

function onlyRead({ gateway }: Place): void {
  expect([...new Set(gateway.log.entries().map(({ method }) => method))]).toEqual(["GET"]);
}

async function files(top: string): Promise<string[]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(top, path.join(parentPath, name)))
    .sort();
}

const driver = "test/e2e/examples/fleet.test.ts runs the driver's commands and options for two teams";
const splits = "test/e2e/state-move.test.ts splits a stack so, and finds its URNs";
const days = "test/e2e/gitops.test.ts applies and compares by these steps, as the days of a stack";

const fleet: PageWalk = {
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

const gitops: PageWalk = {
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

const tested: PageWalk = {
  page: "examples/tested/README.md",
  begin: (place) => place.copy("tested"),
  commands: { "npm test": { prints: /^ℹ pass 6\nℹ fail 0$/m } },
  left: { "npm install": inReadme },
};

export const walksOfExamples: readonly PageWalk[] = [
  quickstart,
  team,
  multiGateway,
  brownfield,
  brownfieldResult,
  fleet,
  gitops,
  tested,
];
