import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Brownfield, brownfield } from "./support/brownfield.ts";

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
[ "$command" = import ] && /bin/cp "$3" ${at("imported")}
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
  for (const command of ["npm", "import", "refresh", "preview"]) {
    await answer(command, `${command} prints this\n`);
  }
  await answer("stack", noStack);
  await writeFile(at("calls"), "");
  const env = { ...field.terminal.env, PATH: bin };
  const run: Brownfield["run"] = (options = {}) => field.runElsewhere(options, { env });
  return {
    ...field,
    bin,
    run,
    json: async (options: Parameters<typeof run>[0] = {}): ReturnType<Brownfield["json"]> => {
      field.out.length = 0;
      await run({ ...options, json: true });
      return JSON.parse(field.out.join("\n"));
    },
    answer,
    /** How pulumi and npm were called. */
    calls: async () => {
      const lines = (await readFile(at("calls"), "utf8")).trim().split("\n");
      await writeFile(at("calls"), "");
      return lines.map((line) => line.replace(/\S+\/import\.json/, "FILE").replace(field.folder, "FOLDER"));
    },
    /** The entries of the file that was imported last. */
    imported: async (): Promise<{ name: string; id: string }[]> =>
      JSON.parse(await readFile(at("imported"), "utf8")).resources,
  };
}

/** What `pulumi stack export` prints of a stack with these resources. */
function stackWith(resources: readonly { kind: string; name: string; id: string; file?: string }[]): string {
  const stored = resources.map(({ kind, name, id, file: _, ...more }) => {
    const type = `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
    return { urn: `urn:pulumi:dev::program::${type}::${name}`, type, id, custom: true, ...more };
  });
  return JSON.stringify({ version: 3, deployment: { resources: stored } });
}

test("an import installs, makes the stack, imports and previews, and tells to run an up", async () => {
  const { run, calls, out, notes, imported } = await stubbed();
  await run({ import: true, leaveKeys: true });
  const tail = "--non-interactive --cwd FOLDER";
  expect(await calls()).toEqual([
    "npm install",
    `pulumi stack select --create dev ${tail}`,
    `pulumi stack export --stack dev ${tail}`,
    `pulumi import --file FILE --generate-code=false --protect=false --yes --stack dev ${tail}`,
    `pulumi preview --expect-no-changes --stack dev ${tail}`,
  ]);
  expect(await imported()).toHaveLength(10);
  expect(out.join("\n")).toContain("Imported 10 objects into the stack dev. The preview is empty.");
  expect(out.join("\n")).toContain("  pulumi up   # once before any destroy");
  const heard = [
    "npm says this",
    "npm prints this",
    "import says this",
    "import prints this",
    "preview prints this",
  ];
  expect(notes).toEqual(expect.arrayContaining(heard));
  expect(out.join("\n")).not.toMatch(/says this|prints this/);
});

test("packages that the program finds are not installed", async () => {
  const { run, calls, folder } = await stubbed();
  await run({ leaveKeys: true });
  for (const [name, file] of [
    ["pulumi-workspace-gateway", "runtime.js"],
    ["@pulumi/pulumi", "index.js"],
  ] as const) {
    await mkdir(path.join(folder, "node_modules", name), { recursive: true });
    await writeFile(path.join(folder, "node_modules", name, file), "");
  }
  await run({ import: true, into: true, stack: "prod" });
  const asked = await calls();
  expect(asked[0]).toContain("pulumi stack export --stack prod"); // what it has is not to be imported
  expect(asked[1]).toContain("pulumi stack select --create prod");
  expect(asked.filter((line) => line.startsWith("npm"))).toEqual([]);
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

test("only what the stack has not is imported", async () => {
  const { run, json, answer, imported, calls } = await stubbed();
  const { objects } = await json({ leaveKeys: true });
  const [first, ...others] = objects.map(({ kind, name, id }) => ({ kind, name, id }));
  await answer("stack", stackWith(first === undefined ? [] : [first]));
  await run({ into: true, import: true });
  expect((await imported()).map(({ name, id }) => ({ name, id }))).toEqual(
    others.map(({ name, id }) => ({ name, id })),
  );
  await calls();
  await answer("stack", stackWith(objects));
  const facts = await json({ into: true, import: true });
  expect(facts.imported).toMatchObject({ objects: 0, already: objects.length, previewIsEmpty: true });
  expect((await calls()).filter((line) => line.startsWith("pulumi import"))).toEqual([]);
});

test.each([
  ["another object of this name", { id: "another" }, "the stack has this name for the object another"],
  ["the object under another name", { name: "another" }, 'the stack has it as "another"'],
  ["the object, but only reads it", { external: true }, "for an object that it only reads"],
])("a stack that has %s does not get it again", async (_what, change, reason) => {
  const { run, json, answer, imported, out } = await stubbed();
  const { objects } = await json({ leaveKeys: true });
  const [first, second, ...others] = objects.map(({ kind, name, id }) => ({ kind, name, id }));
  if (first === undefined || second === undefined) expect.unreachable();
  await answer("stack", stackWith([{ ...first, ...change }, second]));
  out.length = 0;
  await expect(run({ into: true, import: true })).rejects.toThrow("1 object could not be imported");
  expect((await imported()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  expect(out.join("\n")).toContain(reason);
});

test("a resource that a replacement has left behind is not the stack's", async () => {
  const { run, json, answer, imported } = await stubbed();
  const { objects } = await json({ leaveKeys: true });
  await answer("stack", stackWith(objects.map((object) => ({ ...object, delete: true }))));
  await run({ into: true, import: true });
  expect(await imported()).toHaveLength(objects.length);
});

test.each([
  ["npm", 1, "`npm install` failed", "with --into"],
  ["stack", 255, "`pulumi stack select` failed with the exit code 255", "with --into"],
  ["import", 1, "`pulumi import` failed with the exit code 1", "is not imported twice"],
  ["preview", 7, "`pulumi preview` failed with the exit code 7", "the preview is not empty"],
] as const)("what failed is told, and what to do: %s", async (command, code, what, then) => {
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

/** A `pulumi` that only writes down what a variable says, and each of what it wrote. */
async function noting(variable: string) {
  const field = await stubbed();
  const urls = path.join(field.place, "urls");
  const script = `echo "$${variable}" >> ${urls}\n[ "$2" = export ] && echo '${noStack}'\nexit 0\n`;
  await writeFile(path.join(field.bin, "pulumi"), `#!/bin/sh\n${script}`);
  return { ...field, urls: async () => new Set((await readFile(urls, "utf8")).trim().split("\n")) };
}

test("a URL that is an option is given to pulumi, and told", async () => {
  const { terminal, folder, runElsewhere, out, bin, urls } = await noting("WORKSPACE_GATEWAY_BASE_URL");
  const { WORKSPACE_GATEWAY_BASE_URL: baseUrl = "", ...rest } = terminal.env;
  const env = { ...rest, PATH: bin };
  await runElsewhere({ baseUrl }, { env, folder: `${folder}-2` });
  expect(out.join("\n")).toContain(`  export WORKSPACE_GATEWAY_BASE_URL=${baseUrl}\n`);
  await runElsewhere({ baseUrl, import: true, leaveKeys: true }, { env });
  expect(await urls()).toEqual(new Set([baseUrl]));
});

test("a URL that is an option is that of the connection which an earlier export has named", async () => {
  const { terminal, runElsewhere, bin, urls } = await noting("WORKSPACE_GATEWAY_EU_BASE_URL");
  const { WORKSPACE_GATEWAY_BASE_URL: baseUrl = "", WORKSPACE_GATEWAY_ACCESS_TOKEN: token } = terminal.env;
  const env = { HOME: terminal.env.HOME, PATH: bin, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: token };
  await runElsewhere({ connection: "eu", baseUrl, leaveKeys: true }, { env });
  await runElsewhere({ into: true, baseUrl, import: true }, { env });
  expect(await urls()).toEqual(new Set([baseUrl]));
});

test("an import that fails says how to go on, also if it was interrupted and has left its lock", async () => {
  const { run, answer, folder } = await stubbed();
  await answer("import", "", 2);
  await expect(run({ import: true })).rejects.toThrow(
    "The import needs pulumi 3.254.0 or newer, or the native plugin in Pulumi.yaml. " +
      `Run this again with --into --import: what the stack has by then is not imported twice. ` +
      `If this run was interrupted, run \`pulumi cancel --yes dev\` in ${folder} before`,
  );
});
