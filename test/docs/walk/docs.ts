import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { Console } from "../../e2e/support/console.ts";
import {
  append,
  applied,
  edit,
  exampleApplied,
  exampleStack,
  likeProd,
  madeUpKey,
  project,
  readmeProgram,
  stack,
} from "./begun.ts";
import { inQuickstart, inReadme, leftOut, type PageWalk, startCommands } from "./page-walk.ts";
import type { Place } from "./place.ts";
import { printedCommands } from "./printed-commands.ts";

const start: PageWalk = {
  page: "docs/start.md",
  async begin(place) {
    await readmeProgram(place);
    await stack(place, "dev");
  },
  commands: {
    "pulumi up": {
      prints: "+ 3 created",
      after({ gateway }) {
        expect(gateway.rows("providers").map(({ name }) => name)).toEqual(["openai"]);
      },
    },
    "pulumi config set workspace-gateway:native true": {
      before: (place) => append(place, "Pulumi.yaml", place.printed("yaml")),
      async after(place) {
        expect(await place.earlier("pulumi preview")).toContain("3 unchanged");
      },
    },
  },
  left: {
    ...leftOut(
      inReadme,
      ...startCommands,
      "npm install pulumi-workspace-gateway @pulumi/pulumi",
      "npm install --save-dev workspace-gateway",
    ),
    "npm ci && npm start": inQuickstart,
    "npm run pulumi -- preview --diff": { page: "examples/quickstart/README.md" },
    "npm run pulumi -- up": { page: "examples/quickstart/README.md" },
  },
};

const review: PageWalk = {
  page: "docs/review.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await edit(place, "prompts/tone.md", "Be brief", "Be very brief");
  },
  commands: {
    "npx workspace-gateway review -- --stack prod --refresh": { prints: "Be very brief" },
    "npx workspace-gateway apply gateway.pin": {
      after({ gateway }) {
        expect(gateway.rows("prompts").map(({ content }) => content)).toEqual([
          expect.stringContaining("Be very brief"),
        ]);
      },
    },
    "npx workspace-gateway review preview.json --html review.html": {
      async after({ folder }) {
        expect(await readFile(path.join(folder, "review.html"), "utf8")).toMatch(/^<!doctype html>/i);
      },
    },
  },
  left: {
    "npx workspace-gateway apply gateway.pin --markdown applied.md":
      "test/e2e/gitops.test.ts applies pins so, by examples/gitops/pipeline.sh",
  },
};

const undeclared = 32;

const importExport: PageWalk = {
  page: "docs/import-export.md",
  async begin({ gateway }) {
    const people = new Console(gateway);
    await people.prompt(await people.workspace("Support assistant"), "tone", "Be brief.");
  },
  commands: {
    "npx workspace-gateway export account --import": {
      async after(place) {
        await place.earlier("cd account; pulumi preview --expect-no-changes; cd ..");
        expect(writes(place)).toEqual([]);
      },
    },
    "npx workspace-gateway drift --adopt new.ts": {
      exit: undeclared,
      async before(place) {
        await place.earlier("cd account");
        const people = new Console(place.gateway);
        await people.prompt(await people.workspace("Second team"), "style", "Be kind.");
      },
      async after(place) {
        expect(await place.earlier("cat new.ts; cd ..")).toContain("Be kind.");
      },
    },
    "npx workspace-gateway import-file Prompt tone --id … --workspace-id … --out tone.json": {
      async before(place) {
        await project(place, "");
        await place.earlier("pulumi stack init dev");
      },
      filled({ gateway }) {
        const [prompt] = gateway.rows("prompts");
        return {
          "--id …": `--id ${prompt?.id}`,
          "--workspace-id …": `--workspace-id ${prompt?.workspace_id}`,
        };
      },
      async after(place, { stderr }) {
        const [declaration = ""] = /^new gateway\.[\s\S]*?\);$/m.exec(stderr) ?? [];
        await place.write(
          "index.ts",
          `import * as gateway from "pulumi-workspace-gateway";\n${declaration}\n`,
        );
      },
    },
    "pulumi import --file tone.json --generate-code=false --protect=false --yes": {
      async after(place) {
        await place.earlier("pulumi preview --expect-no-changes");
        expect(writes(place)).toEqual([]);
      },
    },
  },
};

function writes({ gateway }: Place): string[] {
  return gateway.log.entries().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
}

/** Something was changed on the gateway, and something is there that nobody declared: 8 + 32. */
const changedAndUndeclared = 40;

const drift: PageWalk = {
  page: "docs/drift.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", '"budget": 500', '"budget": 600');
    await place.earlier("pulumi stack init shared --no-select");
    const [tone] = place.gateway.rows("prompts");
    const people = new Console(place.gateway);
    const team = { id: String(tone?.workspace_id), gateway_name: "" };
    await people.change("/prompts", team, { id: String(tone?.id) }, { content: "Be long." });
    await people.prompt(team, "draft-1", "Not yet.");
  },
  commands: {
    "npx workspace-gateway drift": {
      exit: changedAndUndeclared,
      prints: "Prompt tone Support assistant … content",
    },
    "npx workspace-gateway drift --stack prod --stack shared": {
      exit: changedAndUndeclared,
      prints: "draft-1",
    },
    "npx workspace-gateway drift --markdown drift.md --json": {
      exit: changedAndUndeclared,
      async after(place) {
        expect(await readFile(path.join(place.folder, "drift.md"), "utf8")).toContain("draft-1");
        await place.write("gateway-drift.yaml", place.printed("yaml"));
        const { code, output } = await place.shell.run("workspace-gateway drift");
        expect([code, output]).toEqual([8, expect.not.stringContaining("draft-1")]);
      },
    },
    "npx workspace-gateway compare --from staging --to prod": { prints: "budget `cap`: `budget` 500 → 600" },
    "npx workspace-gateway compare --from prod.json --to live --json": {
      prints: "draft-1",
      async after(place) {
        await place.write("gateway-drift.yaml", place.printed("yaml", 1));
        const compared = await place.earlier("workspace-gateway compare --from staging --to prod");
        expect(compared).not.toContain("cap");
      },
    },
  },
};

const oldTeam = 'new gateway.Workspace("old-team", { name: "Old team" });';

const guard: PageWalk = {
  page: "docs/guard.md",
  async begin(place) {
    await place.copy("gitops");
    await append(place, "index.ts", oldTeam);
    await applied(place, "prod");
    await edit(place, "index.ts", oldTeam, "");
  },
  commands: {
    "npx workspace-gateway review --guard -- --stack prod": { exit: 3, prints: "workspace-delete" },
    "npx workspace-gateway review --guard --allow workspace-delete:old-team -- --stack prod": {
      async after(place) {
        await place.write("gateway-guard.yaml", place.printed("yaml"));
        await place.earlier("workspace-gateway review --guard -- --stack prod");
      },
    },
  },
  left: {
    "npm install --save-dev workspace-gateway @pulumi/policy": inReadme,
    "pulumi preview --policy-pack node_modules/workspace-gateway/policy":
      "the language host that the tests build starts no packs of nodejs: test/e2e/policy.test.ts runs the pack by another host",
  },
};

const shown = { exit: 3, prints: (place: Place) => place.printed("text") };

const routes: PageWalk = {
  page: "docs/routes.md#!prompt-evaluations",
  async begin(place) {
    await place.copy("tested");
    // What the page shows is of an account that has no budget, a smaller model, and a mapping that is called what it takes.
    await edit(place, "index.ts", /^new gateway\.Budget.*$/m, "");
    await edit(place, "index.ts", /(large = [^}]*)/, "$1  contextWindow: 64_000,\n");
    await edit(place, "index.ts", '"older-gpt"', '"gpt-4.*"');
    await place.earlier("rm gateway-routes.yaml");
    await applied(place, "prod");
  },
  commands: {
    "npx workspace-gateway check --live --write": {
      async after(place) {
        await place.earlier("workspace-gateway check --live");
        await place.write("gateway-routes.yaml", place.printed("yaml"));
      },
    },
    "npx workspace-gateway check": shown,
    "npx workspace-gateway check --live": shown,
  },
  async end(place) {
    const [schema = ""] = /\.\/node_modules\/\S+/.exec(place.printed("yaml", 1)) ?? [];
    expect(JSON.parse(await place.earlier(`cat ${schema}`))).toHaveProperty("$schema");
  },
};

/** Requests of today that the first model has answered. */
function requests({ gateway }: Place): void {
  const [model] = gateway.rows("models");
  gateway.seed.metrics(20, { model_id: model?.id ?? "", provider_id: model?.provider_id ?? "" });
}

const usage: PageWalk = {
  page: "docs/usage.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", "gpt-4.1-mini", "gpt-4.1-nano");
    requests(place);
    await place.earlier("workspace-gateway check --live --write");
  },
  async end(place) {
    await place.write("gateway-guard.yaml", place.printed("yaml") + place.printed("yaml", 1));
    await place.earlier("workspace-gateway review --guard --usage 7d -- --stack prod");
  },
};

const evaluationsPage = "docs/routes.md#prompt-evaluations";
/** The script that evaluates is the reader's own. */
const evaluate = printedCommands(evaluationsPage).at(-1)?.key ?? "";

const evaluations: PageWalk = {
  page: evaluationsPage,
  async begin(place) {
    await exampleStack(place, "gitops");
    await place.write("evaluate.sh", 'jq -e ".prompts[0].models == [\\"openai/gpt-4.1-mini\\"]" "$1"\n');
  },
  commands: {
    [evaluate]: {
      before: (place) => place.earlier("chmod +x evaluate.sh"),
      async after(place) {
        await place.write("prompts.json", JSON.stringify({ prompts: [{ open: ["its text is a secret"] }] }));
        expect((await place.shell.run(evaluate)).code).not.toBe(0);
      },
    },
  },
  async end(place) {
    const { jobs } = parse(place.printed("yaml"));
    const runs = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.map(({ run }) => run),
    );
    expect(runs).toContain(printedCommands(evaluationsPage)[0]?.text);
    expect(runs.some((run) => run?.includes(evaluate))).toBe(true);
  },
};

/** Nobody is at the terminal to say yes. */
const answered = { "workspace-gateway recover": "workspace-gateway recover --yes" };

const recovery: PageWalk = {
  page: "docs/recovery.md",
  async begin(place) {
    await exampleStack(place, "gitops");
    await killUp(place);
  },
  filled: () => answered,
  commands: {
    "npx workspace-gateway recover": { prints: "tone" },
    "pulumi up": {
      after({ gateway }) {
        expect(gateway.rows("prompts")).toHaveLength(1);
        expect(gateway.rows("mappings")).toHaveLength(1);
      },
    },
  },
};

/** Kills an `up` after the gateway has made a prompt, and before anybody was told so. */
async function killUp({ gateway, shell }: Place): Promise<void> {
  gateway.faults.add({ kind: "hang-after", method: "POST", path: "/prompts", count: 1 });
  const up = await shell.leaveRunning("pulumi up --skip-preview", /./);
  await expect.poll(() => gateway.rows("prompts").length, { timeout: 60_000 }).toBe(1);
  // A kill while the engine writes its checkpoint would cut that. Once the engine only waits for this answer, it writes nothing.
  const exported = async () => (await shell.run("pulumi stack export")).stdout;
  const isSettled = async () => {
    const text = await exported();
    return text !== "" && text === (await exported());
  };
  await expect.poll(isSettled, { timeout: 120_000 }).toBe(true);
  up.signalGroup("SIGKILL");
  await up.done;
  gateway.faults.clear();
}

const fleet: PageWalk = {
  page: "docs/fleet.md",
  begin: (place) => exampleStack(place, "gitops"),
  filled: () => answered,
  left: leftOut(
    "test/e2e/examples/fleet.test.ts runs the driver's commands and options for two teams",
    "node fleet.mts up",
    "node fleet.mts up --changed",
    "node changed.mts",
  ),
};

async function readmeApplied(place: Place): Promise<void> {
  await readmeProgram(place);
  await applied(place, "dev");
}

/** The app of the page, and a browser in which a person approves it. */
const credentials: PageWalk = {
  page: "docs/configuration.md#sign-in",
  async begin(place) {
    await readmeProgram(place);
    await stack(place, "dev");
    place.gateway.variants.approve = "owner";
  },
  filled: ({ gateway }) => ({
    app_123: gateway.app.clientId,
    "the-secret-of-the-app": gateway.app.clientSecret,
    "https://id.example.com/token": gateway.tokenUrl,
  }),
  commands: {
    "npx workspace-gateway login --base-url https://gateway.example.com/api/v1 --client-id app_123": {
      async before(place) {
        expect(await place.earlier("workspace-gateway whoami")).toContain("owner");
        await place.earlier("unset WORKSPACE_GATEWAY_ACCESS_TOKEN WORKSPACE_GATEWAY_TOKEN_URL");
      },
    },
    "npx workspace-gateway whoami": {
      prints: /login/,
      after: (place) => place.earlier("pulumi up --skip-preview"),
    },
    "pulumi config set --secret workspace-gateway:accessToken": {
      input: "the-token",
      async after(place) {
        expect(await place.earlier("cat Pulumi.dev.yaml")).toMatch(/accessToken:\s+secure:/);
      },
    },
  },
};

const configuration: PageWalk = {
  page: "docs/configuration.md#!sign-in",
  begin: readmeApplied,
  filled: ({ gateway }) => ({
    "https://old.example.com/api/v1": gateway.baseUrl,
    "https://new.example.com/api/v1": gateway.baseUrl.replace("127.0.0.1", "localhost"),
  }),
  commands: { "pulumi up": { prints: "2 updated" } },
};

const secrets: PageWalk = {
  page: "docs/secrets.md",
  begin: readmeApplied,
  commands: {
    "pulumi config set --secret openaiApiKey": { input: `${madeUpKey}-too` },
    "pulumi up": { prints: "~ 1 updated" },
  },
};

const native: PageWalk = {
  page: "docs/languages.md#the-native-plugin",
  async begin(place) {
    await exampleApplied(place, "tested");
    await append(place, "Pulumi.yaml", place.printed("yaml"));
    place.gateway.log.clear();
  },
  // The language host that the tests build writes no program.
  filled: () => ({ "pulumi import ": "pulumi import --generate-code=false " }),
  commands: {
    "pulumi up": { prints: "9 unchanged", after: nothingAsked },
    "pulumi up (2)": { after: nothingAsked },
    "pulumi import workspace-gateway:index:Workspace team <id>": {
      before: (place) => emptyStack(place, "imported"),
      filled: ({ gateway }) => ({ "<id>": String(gateway.rows("workspaces")[0]?.id) }),
    },
    "pulumi import workspace-gateway:index:Model gpt <workspace id>/<id>": {
      filled({ gateway }) {
        const [workspace] = gateway.rows("workspaces");
        const [model] = gateway.rows("models");
        return { "<workspace id>/<id>": `${workspace?.id}/${model?.id}` };
      },
    },
    'pulumi import workspace-gateway:index:Model gpt "Support assistant/openai/gpt-4.1"': {
      // The same model as above, so that a stack has it by one of the two.
      before: (place) => emptyStack(place, "by-name"),
      after: async (place) =>
        expect(await place.earlier("pulumi stack export")).toContain('"name": "gpt-4.1"'),
    },
  },
};

async function emptyStack(place: Place, name: string): Promise<void> {
  await place.earlier(`pulumi stack init ${name}; pulumi config set workspace-gateway:native true`);
}

function nothingAsked({ gateway }: Place): void {
  expect(gateway.log.entries()).toEqual([]);
}

const commands: PageWalk = {
  page: "docs/commands.md",
  async begin(place) {
    const { gateway } = place;
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", "gpt-4.1-mini", "gpt-4.1-nano");
    gateway.seed.metrics(3);
    gateway.seed.metrics(2, { created_at: "2026-06-01T10:00:00.000Z" });
    gateway.variants.approve = "owner";
  },
  filled: ({ gateway }) => ({
    "workspace-gateway recover": "workspace-gateway recover --yes",
    "https://gateway.example/api/v1": gateway.baseUrl,
    "--client-id …": `--client-id ${gateway.app.clientId}`,
    "--key-id …": "--key-id key-1",
  }),
  commands: {
    "npx workspace-gateway login --base-url https://gateway.example/api/v1 --client-id …": {
      // The app of the emulator has a secret.
      before: ({ gateway, earlier }) =>
        earlier(
          `export WORKSPACE_GATEWAY_CLIENT_ID=${gateway.app.clientId} WORKSPACE_GATEWAY_CLIENT_SECRET=${gateway.app.clientSecret}`,
        ),
    },
    'npx workspace-gateway key --workspace "Support assistant"': { prints: /\S{20,}/ },
    'npx workspace-gateway route gpt-4o --workspace "Support assistant" --live': {
      prints: "resolves to no model",
    },
    "npx workspace-gateway metrics delete --key-id … --end-date 2026-06-30 --dry-run": {
      after: ({ gateway }) => expect(gateway.rows("metrics")).toHaveLength(5),
    },
  },
  left: {
    "npx workspace-gateway init my-gateway --emulator": inReadme,
    "npx workspace-gateway export account --import": { page: "docs/import-export.md" },
    "npx workspace-gateway import-file Prompt tone --id … --workspace-id … --out tone.json": {
      page: "docs/import-export.md",
    },
    "npx workspace-gateway drift": { page: "docs/drift.md" },
    "npx workspace-gateway check": { page: "docs/routes.md#!prompt-evaluations" },
    "npx workspace-gateway review --guard --pin gateway.pin -- --stack prod": { page: "docs/review.md" },
    "npx workspace-gateway apply gateway.pin": { page: "docs/review.md" },
    "npx workspace-gateway prompts list --changed --json -- --stack prod > prompts.json": {
      page: evaluationsPage,
    },
  },
};

const testing: PageWalk = {
  page: "docs/testing.md",
  begin: (place) => place.copy("tested"),
  left: { "npm install --save-dev workspace-gateway workspace-gateway-emulator": inReadme },
  async end(place) {
    await place.write("engine.test.ts", place.printed("ts", 2));
    expect(await place.earlier("node --test engine.test.ts")).toMatch(/^ℹ pass 1$/m);
    await expect(access(path.join(place.folder, "Pulumi.engine-test.yaml"))).rejects.toThrow("ENOENT");
    // The config that the program of the page gives is for the stack `prod`.
    await place.write("try.ts", place.printed("ts"));
    await place.earlier("node try.ts");
    await edit(place, "index.ts", "targetModel: small.gatewayName", "targetModel: large.gatewayName");
    const { code, output } = await place.shell.run("node try.ts");
    expect(code).toBe(1);
    for (const line of place.printed("").trim().split("\n")) expect(output).toContain(line);
  },
};

export const walksOfDocs: readonly PageWalk[] = [
  start,
  review,
  importExport,
  drift,
  guard,
  routes,
  usage,
  evaluations,
  recovery,
  fleet,
  credentials,
  configuration,
  secrets,
  native,
  commands,
  testing,
];
