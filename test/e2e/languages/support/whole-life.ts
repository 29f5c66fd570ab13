import { symlink } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { type Gateway, startGateway } from "../../../gateway/index.ts";
import type { Had } from "../../../harness/cli/kits.ts";
import type { PulumiProject } from "../../../harness/engine.ts";
import type { Operation } from "../../../harness/operation.ts";
import { paths } from "../../../harness/paths.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { schemaFile } from "../../../plugin/support/published-schema.ts";
import { findSdkGenerator } from "../../../plugin/support/sdk-generator.ts";
import { Calls } from "../../support/calls.ts";
import { contents } from "../../support/contents.ts";
import { example, settingsOf } from "../../support/example.ts";
import { ok } from "../../support/outcome.ts";

/** What runs the program of a project: the CLI, or something in its place. */
type Program = Pick<PulumiProject, "up" | "preview">;

/** A language whose example lives a whole life. */
export interface Language {
  readonly folder: string;
  /** Files that the test adds to the example, or puts in the place of its own. */
  readonly files: () => Promise<Readonly<Record<string, string>>>;
  /** Finds what its programs need on this machine; what comes of it makes them run in a project. */
  readonly find: () => Promise<Had<{ prepare: Preparation }>>;
}

/** The project has what Pulumi makes of our schema in `sdk`, a folder for each language. */
type Preparation = (project: PulumiProject) => Promise<Program>;

/** The first time on a machine, hosts and generators are built. */
const longestPreparation = 900_000;

const secrets = { first: "sk-canary-first", second: "sk-canary-second" };

interface Life {
  readonly gateway: Gateway;
  readonly calls: Calls;
  readonly eu: Gateway;
  readonly euToken: string;
  readonly project: PulumiProject;
  readonly program: Program;
  readonly printed: string[];
}

/** Declares the tests of a file: the stations of one stack's life, in this order. What it gives adds more of them. */
export function wholeLifeOf(language: Language) {
  let life: Life | undefined;
  let missing = "";
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const begun = await begin(language, ends);
    if (typeof begun === "string") missing = begun;
    else life = begun;
  }, longestPreparation);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  const station = (name: string, go: (life: Life) => Promise<void>) =>
    test(name, (context: TestContext) => (life === undefined ? context.skip(missing) : go(life)));

  station("a preview makes nothing, and the first up makes what is declared", async (life) => {
    await run(life, "preview");
    expect(contents(life.gateway)).toEqual({});
    await run(life, "up", { skipPreview: true });
    expect(contents(life.gateway)).toEqual({ workspaces: 1, members: 1, providers: 1, models: 1 });
    expect(await life.project.outputs()).toEqual({
      route: "openai/gpt-large",
      remaining: expect.any(Number),
    });
  });

  station("then neither a preview nor a refresh finds a change, and nothing is written", async (life) => {
    await isSettled(life);
  });

  station("a secret that is changed in the config is the one thing that is sent", async (life) => {
    await set(life, { openaiApiKey: secrets.second }, "--secret");
    await run(life, "up", { skipPreview: true });
    expect(life.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  });

  station(
    "a provider of its own takes its resources to another gateway, with that one's token",
    async (life) => {
      const { eu, gateway, calls } = life;
      await set(life, { euUrl: eu.baseUrl });
      await set(life, { euToken: life.euToken }, "--secret");
      await run(life, "up", { skipPreview: true });
      expect(eu.rows("workspaces")).toMatchObject([{ name: "abroad" }]);
      expect(calls.writes()).toEqual([]);
      const answered = [eu, gateway].flatMap(({ log }) => log.entries());
      expect(answered.map(({ status }) => status)).not.toContain(401);
      await isSettled(life);
    },
  );

  station("no secret stands in the state or in what was printed", async ({ project, printed, euToken }) => {
    const written = [await project.stateText(), ...printed].join("\n");
    expect(written).toContain("support-assistant");
    for (const secret of [...Object.values(secrets), euToken]) expect(written).not.toContain(secret);
  });

  station("a destroy leaves both gateways empty", async (life) => {
    life.printed.push(await ok(life.project.destroy({ skipPreview: true })));
    for (const gateway of [life.gateway, life.eu]) expect(contents(gateway)).toEqual({});
  });

  return station;
}

async function run(life: Life, command: keyof Program, operation?: Operation): Promise<void> {
  life.printed.push(await ok(life.program[command](operation)));
}

async function isSettled(life: Life): Promise<void> {
  life.calls.take();
  await run(life, "preview", { expectNoChanges: true });
  life.printed.push(await ok(life.project.refresh({ skipPreview: true, expectNoChanges: true })));
  expect(life.calls.writes()).toEqual([]);
}

async function set(
  life: Life,
  values: Readonly<Record<string, string>>,
  kind = "--plaintext",
): Promise<void> {
  const { project } = life;
  const pairs = Object.entries(values).flatMap(([key, value]) => [kind, `${key}=${value}`]);
  await ok(project.run(["config", "set-all", "--stack", project.stack, ...pairs]));
}

/** Makes all that the stations need, and notes how it ends; or says what this machine lacks. */
async function begin(language: Language, ends: (() => Promise<void>)[]): Promise<Life | string> {
  const found = await language.find();
  if ("missing" in found) return found.missing;
  const generator = await findSdkGenerator();
  if ("missing" in generator) return `the SDK was not made: ${generator.missing}`;

  const [gateway, eu] = [await startGateway(), await startGateway()];
  ends.push(gateway.close, eu.close);
  const key = { [`workspace-gateway-${language.folder}:openaiApiKey`]: secrets.first };
  const options = { env: settingsOf(gateway), secrets: key };
  const project = await example(language.folder, options, await language.files());
  ends.push(() => project.dispose());
  await symlink(path.join(paths.root, "node_modules"), path.join(project.directory, "node_modules"));
  const sdk = [schemaFile, path.join(project.directory, "sdk"), language.folder];
  await ok(new RunningProcess(generator.file, sdk).done);
  const program = await found.prepare(project);
  return { gateway, calls: new Calls(gateway), eu, euToken: eu.token(), project, program, printed: [] };
}
