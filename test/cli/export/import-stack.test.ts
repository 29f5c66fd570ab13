import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { ExportOptions } from "../../../cli/export/export-account.js";
import { brownfield } from "./support/brownfield.ts";

const noStack = JSON.stringify({ version: 3, deployment: {} });

/** A PATH with a `pulumi` and an `npm` that are none: they write down how they were called. */
async function stubbed() {
  const field = await brownfield();
  const bin = path.join(field.place, "bin");
  await mkdir(bin);
  const at = (name: string) => path.join(bin, name);
  const script = `#!/bin/sh
name="$(/usr/bin/basename "$0")"
echo "$name $*" >> ${at("calls")}
[ "$name" = npm ] && command=npm || command="$1"
echo "$command says this" >&2
/bin/cat ${bin}/"$command.out"
exit "$(/bin/cat ${bin}/"$command.code")"
`;
  for (const name of ["pulumi", "npm"]) {
    await writeFile(at(name), script);
    await chmod(at(name), 0o755);
  }
  /** What a command prints, and the code that it ends with. */
  const answer = async (command: string, text: string, code = 0) => {
    await writeFile(at(`${command}.out`), text);
    await writeFile(at(`${command}.code`), String(code));
  };
  for (const command of ["npm", "import", "preview"]) {
    await answer(command, `${command} prints this\n`);
  }
  await answer("stack", noStack);
  await writeFile(at("calls"), "");
  const env = { ...field.terminal.env, PATH: bin };
  const run = (options: ExportOptions = {}) => field.runElsewhere(options, { env });
  return {
    ...field,
    bin,
    run,
    answer,
    /** How pulumi and npm were called. */
    calls: async () => {
      const lines = (await readFile(at("calls"), "utf8")).trim().split("\n");
      await writeFile(at("calls"), "");
      return lines.map((line) => line.replace(field.folder, "FOLDER"));
    },
  };
}

test("an import installs, makes the stack, imports and previews, and tells to run an up", async () => {
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
  expect(text).toContain("  pulumi up   # once before any destroy");
  const heard = ["npm says", "npm prints", "import says", "import prints", "preview prints"];
  expect(notes).toEqual(expect.arrayContaining(heard.map((what) => `${what} this`)));
  expect(text).not.toMatch(/says this|prints this/);
});

test("keys that nobody has set stop the preview: it is told how to set them", async () => {
  const { run, calls, out } = await stubbed();
  await run({ import: true });
  expect((await calls()).filter((line) => line.includes("preview"))).toEqual([]);
  const text = out.join("\n");
  expect(text).not.toContain("The preview is empty");
  expect(text).toMatch(
    / {2}pulumi config set --secret \w+ApiKey .*\n {2}pulumi preview {3}# shows nothing but the keys/,
  );
});

test("packages that the program finds above its folder are not installed", async () => {
  const { run, calls, place } = await stubbed();
  for (const file of ["pulumi-workspace-gateway/runtime.js", "@pulumi/pulumi/index.js"]) {
    const module = path.join(place, "node_modules", file);
    await mkdir(path.dirname(module), { recursive: true });
    await writeFile(module, "");
  }
  await run({ import: true, stack: "prod" });
  expect((await calls())[1]).toContain("pulumi stack select --create prod");
});

test("nothing is imported into a stack that has resources already", async () => {
  const { run, answer, calls, files } = await stubbed();
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Workspace";
  const resource = { urn: `urn:pulumi:dev::program::${type}::other`, type, id: "w", custom: true };
  await answer("stack", JSON.stringify({ version: 3, deployment: { resources: [resource] } }));
  const said = run({ import: true, leaveKeys: true });
  await expect(said).rejects.toThrow(/stack dev already has 1 resource, so nothing was imported/);
  await expect(said).rejects.toThrow(
    /run `pulumi import --file import\.json .*`.* skips what the stack already has/i,
  );
  expect((await calls()).filter((line) => line.startsWith("pulumi import"))).toEqual([]);
  expect(Object.keys(await files())).toContain("index.ts");
});

const byHand =
  /Run `npm install`, `pulumi stack select --create dev` and `pulumi import --file import.json .*--stack dev`/;

test.each([
  ["npm", 1, "`npm install` failed", byHand],
  ["stack", 255, "`pulumi stack select` failed with exit code 255", byHand],
  [
    "import",
    1,
    "`pulumi import` failed with exit code 1. The program is written",
    /needs pulumi 3\.254\.0 or newer\. Run `pulumi import .*: it skips what the stack already has.* run `pulumi cancel --yes dev` there first/,
  ],
  ["preview", 7, "`pulumi preview` failed with exit code 7", /the preview is not empty/],
] as const)("an error of %s says what to do next", async (command, code, what, then) => {
  const { run, answer, files, calls } = await stubbed();
  await answer(command, "", code);
  const said = run({ import: true, leaveKeys: true });
  await expect(said).rejects.toThrow(what);
  await expect(said).rejects.toThrow(then);
  expect((await calls()).at(-1)).toContain(command);
  expect(Object.keys(await files())).toContain("index.ts");
});

test("the facts are printed also if the import fails", async () => {
  const { run, answer, out } = await stubbed();
  await answer("import", "", 1);
  await expect(run({ import: true, json: true })).rejects.toThrow("pulumi import");
  expect(JSON.parse(out.join("\n"))).toMatchObject({ imported: null, objects: expect.any(Array) });
});

test("a URL that is an option is given to pulumi, and told, for the connection that the program uses", async () => {
  const { terminal, folder, place, runElsewhere, out, bin } = await stubbed();
  const [urls, variable] = [path.join(place, "urls"), "WORKSPACE_GATEWAY_EU_BASE_URL"];
  const script = `echo "$${variable}" >> ${urls}\n[ "$2" = export ] && echo '${noStack}'\nexit 0\n`;
  await writeFile(path.join(bin, "pulumi"), `#!/bin/sh\n${script}`);
  const { WORKSPACE_GATEWAY_BASE_URL: baseUrl = "", ...rest } = terminal.env;
  const env = { ...rest, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: rest.WORKSPACE_GATEWAY_ACCESS_TOKEN, PATH: bin };
  const options = { connection: "eu", baseUrl, leaveKeys: true } as const;
  await runElsewhere(options, { env, folder: `${folder}-2` });
  expect(out.join("\n")).toContain(`  export ${variable}=${baseUrl}\n`);
  await runElsewhere({ ...options, import: true }, { env });
  expect(new Set((await readFile(urls, "utf8")).trim().split("\n"))).toEqual(new Set([baseUrl]));
});
