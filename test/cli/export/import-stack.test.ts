import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { ExportOptions } from "../../../cli/export/export-account.js";
import { standIn } from "../support/stand-in.ts";
import { brownfield } from "./support/brownfield.ts";

const noStack = JSON.stringify({ version: 3, deployment: {} });

const says = (what: string) => `echo "${what} prints this"; echo "${what} says this" >&2`;

/** An export at a `pulumi` and an `npm` that are none. */
async function stubbed(does: Readonly<Record<string, string>> = {}) {
  const field = await brownfield();
  const { place, terminal, folder, runElsewhere } = field;
  await mkdir(path.join(place, "bin"));
  const pulumi = { "stack export": `echo '${noStack}'`, import: says("import"), preview: says("preview") };
  await standIn(path.join(place, "bin"), "npm", { ...does, "": says("npm") });
  const calls = await standIn(path.join(place, "bin"), "pulumi", { ...pulumi, ...does });
  const env: typeof terminal.env = { ...terminal.env, PATH: `${path.join(place, "bin")}:/usr/bin:/bin` };
  return {
    ...field,
    env,
    run: (options: ExportOptions = {}) => runElsewhere(options, { env }),
    calls: async () => (await calls()).map((line) => line.replace(folder, "FOLDER")),
  };
}

test("--import installs packages, creates the stack, imports, previews, and suggests an `up`", async () => {
  const { run, calls, out, notes } = await stubbed();
  await run({ import: true, leaveKeys: true });
  const tail = "--non-interactive --cwd FOLDER";
  expect(await calls()).toEqual([
    "pulumi config --json --show-secrets --non-interactive",
    "npm install",
    `pulumi stack select --create dev ${tail}`,
    `pulumi stack export --stack dev ${tail}`,
    `pulumi import --file import.json --generate-code=false --protect=false --yes --stack dev ${tail}`,
    `pulumi preview --expect-no-changes --stack dev ${tail}`,
  ]);
  const text = out.join("\n");
  expect(text).toContain("Imported 10 objects into the stack dev. The preview is empty.");
  expect(text).toContain("  pulumi up   # required before a destroy");
  const heard = ["npm says", "npm prints", "import says", "import prints", "preview prints"];
  expect(notes).toEqual(expect.arrayContaining(heard.map((what) => `${what} this`)));
  expect(text).not.toMatch(/says this|prints this/);
});

test("keys that are not set prevent the preview, and the output says how to set them", async () => {
  const { run, calls, out } = await stubbed();
  await run({ import: true });
  expect((await calls()).filter((line) => line.includes("preview"))).toEqual([]);
  const text = out.join("\n");
  expect(text).not.toContain("The preview is empty");
  expect(text).toMatch(
    / {2}pulumi config set --secret \w+ApiKey .*\n {2}pulumi preview {3}# shows only the updates that set the keys/,
  );
});

test("packages that resolve from a parent folder are not installed", async () => {
  const { run, calls, place } = await stubbed();
  for (const file of ["pulumi-workspace-gateway/runtime.js", "@pulumi/pulumi/index.js"]) {
    const module = path.join(place, "node_modules", file);
    await mkdir(path.dirname(module), { recursive: true });
    await writeFile(module, "");
  }
  await run({ import: true, stack: "prod" });
  expect((await calls())[1]).toContain("pulumi stack select --create prod");
});

test("nothing is imported into a stack that already has resources", async () => {
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Workspace";
  const resource = { urn: `urn:pulumi:dev::program::${type}::other`, type, id: "w", custom: true };
  const state = JSON.stringify({ version: 3, deployment: { resources: [resource] } });
  const { run, calls, files } = await stubbed({ "stack export": `echo '${state}'` });
  const said = run({ import: true, leaveKeys: true });
  await expect(said).rejects.toThrow(/stack dev already has 1 resource, so nothing was imported/);
  await expect(said).rejects.toThrow(
    /run `pulumi import --file import\.json .*`.* skips objects that the stack already has/i,
  );
  expect((await calls()).filter((line) => line.startsWith("pulumi import"))).toEqual([]);
  expect(Object.keys(await files())).toContain("index.ts");
});

const byHand =
  /Run `npm install`, `pulumi stack select --create dev` and `pulumi import --file import.json .*--stack dev`/;

test.each([
  ["install", 1, "`npm install` failed", byHand],
  ["stack select", 255, "`pulumi stack select` failed with exit code 255", byHand],
  [
    "import",
    1,
    "`pulumi import` failed with exit code 1. The program was written",
    /requires pulumi 3\.254\.0 or newer\. Run `pulumi import .*, which skips objects that the stack already has.* first run `pulumi cancel --yes dev` there/,
  ],
  ["preview", 7, "`pulumi preview` failed with exit code 7", /the preview is not empty/],
] as const)("a failure of %s says what to do next", async (command, code, what, then) => {
  const { run, files, calls } = await stubbed({ [command]: `exit ${code}` });
  const said = run({ import: true, leaveKeys: true });
  await expect(said).rejects.toThrow(what);
  await expect(said).rejects.toThrow(then);
  expect((await calls()).at(-1)).toContain(command);
  expect(Object.keys(await files())).toContain("index.ts");
});

test("the JSON result is printed even if the import fails", async () => {
  const { run, out } = await stubbed({ import: "exit 1" });
  await expect(run({ import: true, json: true })).rejects.toThrow("pulumi import");
  expect(JSON.parse(out.join("\n"))).toMatchObject({ imported: null, objects: expect.any(Array) });
});

test("--base-url is passed to pulumi and printed for the connection that the program uses", async () => {
  const variable = "WORKSPACE_GATEWAY_EU_BASE_URL";
  const { env, folder, runElsewhere, out, calls } = await stubbed({
    preview: `echo "$${variable}" >> calls`,
  });
  const { WORKSPACE_GATEWAY_BASE_URL: baseUrl = "", ...rest } = env;
  const eu = { ...rest, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: rest.WORKSPACE_GATEWAY_ACCESS_TOKEN };
  const options = { connection: "eu", baseUrl, leaveKeys: true } as const;
  await runElsewhere(options, { env: eu, folder: `${folder}-2` });
  expect(out.join("\n")).toContain(`  export ${variable}=${baseUrl}\n`);
  await runElsewhere({ ...options, import: true }, { env: eu });
  expect((await calls()).at(-1)).toBe(baseUrl);
});
