import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../cli/command-line.js";
import { typeToken } from "../../provider/spec/token.js";
import { openDesk } from "./support/desk.ts";
import { openPerson } from "./support/person.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** What a stack says that has a workspace which is not on the gateway. */
const type = typeToken("Workspace");
const gone = { urn: `urn:pulumi:prod::shop::${type}::gone`, type, custom: true, id: "nowhere" };
const resources = [{ ...gone, inputs: { name: "Gone" }, outputs: {} }];
const state = JSON.stringify({ version: 3, deployment: { resources } });

/** The commands of the account. `FOLDER` is a folder with `prod.json` alone; `code` is the exit code where nothing fails. */
const commands: readonly { name: string; needs?: string; code?: number; writes?: readonly string[] }[] = [
  { name: "export", needs: "FOLDER/account", writes: ["FOLDER/account"] },
  {
    ...{ name: "drift", needs: "FOLDER/prod.json", code: 16 + 32 },
    writes: ["FOLDER/prod.json --markdown FOLDER/drift.md", "FOLDER/prod.json --adopt FOLDER/adopt.ts"],
  },
  { name: "doctor", code: 1 },
  { name: "get models" },
  { name: "route default", needs: "--live --workspace Team" },
  { name: "compare", needs: "--from FOLDER/prod.json --to live" },
  { name: "graph", writes: ["--out FOLDER/routing.svg --output svg"] },
  { name: "metrics list" },
  { name: "metrics sum" },
  { name: "metrics delete", needs: "--key-id key-a --dry-run" },
];

const named = commands.map((command) => [command.name, command] as const);
const wordsOf = (...parts: readonly string[]) => parts.join(" ").split(" ").filter(Boolean);

/** A folder with the export of a stack; `inFolder` puts its name into arguments. */
async function project() {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "prod.json"), state);
  return {
    folder,
    inFolder: (args: readonly string[]) => args.map((each) => each.replace("FOLDER", folder)),
  };
}

/** A gateway with something of what each command tells, and a terminal that keeps what is shown. */
async function account() {
  const desk = await openDesk();
  const { gateway } = desk;
  await gateway.console("POST", "/workspaces", { name: "Team" });
  gateway.seed.metrics(3, { key_id: "key-a" });
  gateway.log.clear();
  const shown: string[] = [];
  const terminal = { ...desk.terminal, progress: (line: string) => void shown.push(line) };
  const { folder, inFolder } = await project();
  const run = (args: readonly string[]) => runCommandLine(inFolder(args), terminal);
  return { ...desk, run, folder, shown };
}

test.each(named)("%s --json prints JSON and shows progress until it is done", async (_name, command) => {
  const { name, needs = "", code = 0 } = command;
  const { run, out, shown, gateway } = await account();
  expect(await run(wordsOf(name, needs, "--json"))).toBe(code);
  expect(JSON.parse(out.join("\n"))).toEqual(expect.anything());
  expect([shown.some((line) => line !== ""), shown.at(-1)]).toEqual([true, ""]);
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each(named)("%s prints the reason and no partial result if it fails", async (_name, command) => {
  const { name, needs = "" } = command;
  const { run, out, notes, shown, gateway, folder } = await account();
  gateway.faults.add({ kind: "status", status: 403 });
  expect(await run(wordsOf(name, needs, "--json"))).toBe(1);
  expect(out.length === 0 || JSON.parse(out.join("\n")) !== null).toBe(true);
  expect(notes.at(-1)).toMatch(/^workspace-gateway: /);
  expect(notes.join("\n")).not.toContain("Usage:");
  expect(shown.at(-1)).toBe("");
  expect(await readdir(folder)).toEqual(["prod.json"]);
});

const writing = commands.flatMap(({ name, writes = [] }) => writes.map((args) => ({ name, args })));

test.each(writing)(
  "Ctrl-C during $name with $args leaves no file, and piped output shows no progress",
  async ({ name, args }) => {
    const { gateway, run, spawn } = await openPerson();
    await gateway.console("POST", "/workspaces", { name: "Team" });
    const { folder, inFolder } = await project();
    const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
    const command = inFolder(wordsOf(name, args));
    gateway.log.clear();
    gateway.faults.add({ kind: "hang-before" });
    const interrupted = spawn(command, env);
    await expect.poll(() => gateway.log.entries().length, { timeout: 30_000 }).toBeGreaterThan(0);
    interrupted.kill("SIGINT");
    expect([(await interrupted.done).code, await readdir(folder)]).toEqual([130, ["prod.json"]]);
    gateway.faults.clear();
    const { stderr } = await run(command, env);
    for (const each of ["\r", "\u001b", " lists read", " objects compared"])
      expect(stderr).not.toContain(each);
    const made = (await readdir(folder)).filter((name) => name !== "prod.json");
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((name) => name.startsWith("."))).toEqual([]);
  },
);
