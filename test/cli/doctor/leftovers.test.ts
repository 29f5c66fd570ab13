import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { judgeStateFiles, readLocks, updateInProgress } from "../../../cli/doctor/leftovers.js";
import { about, type Diagnosis } from "../../../cli/doctor/table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("an unreadable lock file counts as a lock, and an unreadable lock folder is an error", async () => {
  const folder = await temporaryFolder();
  const locks = path.join(folder, ".pulumi/locks/organization/shop/prod");
  expect(await readLocks(folder, "shop", "prod")).toEqual([]);
  await mkdir(locks, { recursive: true });
  await writeFile(path.join(locks, "one.json"), "");
  const [lock] = await readLocks(folder, "shop", "prod");
  expect(lock).toMatchObject({ by: "an unknown process", alive: undefined });
  expect(Math.abs(Date.parse(lock?.since ?? "") - Date.now())).toBeLessThan(60_000);
  await writeFile(path.join(path.dirname(locks), "dev"), "");
  await expect(readLocks(folder, "shop", "dev")).rejects.toThrow("ENOTDIR");
});

test("an update in progress is found by full stack name, and by short name only if it is unique", () => {
  const names = { "other/shop/prod": true, "acme/shop/prod": false, "acme/shop/dev": true };
  const list = Object.entries(names).map(([name, updateInProgress]) => ({ name, updateInProgress }));
  const stacks = [...Object.keys(names), "dev", "prod"];
  const found = stacks.map((stack) => updateInProgress(JSON.stringify(list), stack));
  expect(found).toEqual([true, false, true, true, undefined]);
});

/** A checkpoint as pulumi writes it. */
function checkpoint(time: string): string {
  const latest = { manifest: { time }, resources: [], pending_operations: [] };
  return JSON.stringify({ version: 3, checkpoint: { stack: "organization/shop/prod", latest } });
}

/** A file backend that has these files, by their paths in `.pulumi`. Each is newer than the one before. */
async function backendWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const backend = await temporaryFolder();
  let written = Date.parse("2026-11-22T00:00:00Z") / 1000;
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(backend, ".pulumi", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, written, written++);
  }
  return backend;
}

async function judge(backend: string, stack: string | undefined = "prod"): Promise<readonly Diagnosis[]> {
  const place = { backend, project: "shop" };
  return [await judgeStateFiles(place, stack, about("checkpoint files"))].flat();
}

const states = (findings: readonly Diagnosis[]) => findings.map(({ state }) => state);
const commandsOf = ({ facts }: Diagnosis) => facts?.commands as string[];
const isRecover = (command: string) => command.startsWith("npx workspace-gateway recover ");

/** Runs the printed commands that repair files, as a person does who copies them. */
function follow(findings: readonly Diagnosis[]): void {
  for (const command of findings.flatMap(commandsOf).filter((each) => !isRecover(each))) {
    execFileSync("sh", ["-c", command]);
  }
}

const state = "stacks/shop/prod.json";
const old = checkpoint("2026-11-22T10:00:00Z");
const older = checkpoint("2026-11-22T09:00:00Z");

test.each<[string, (text: string) => string | Buffer]>([
  [state, (text) => text],
  [`${state}.gz`, gzipSync],
  [`${state}.zst`, zstdCompressSync],
])("an intact %s is not reported as damaged", async (name, pack) => {
  const backend = await backendWith({ [name]: pack(old), [`${name}.attrs`]: "{}" });
  expect(states(await judge(backend))).toEqual(["ok"]);
});

test.each([
  ["empty", ""],
  ["cut", old.slice(0, 60)],
  ["all zeros, as after a loss of power", "\0".repeat(80)],
  ["packed and cut", gzipSync(old).subarray(0, 40)],
])(
  "the printed commands keep a state that is %s and replace it with its newest readable copy",
  async (_is, content) => {
    const backend = await backendWith({
      [`${state}.bak`]: older,
      "backups/shop/prod/prod.1795331450517758062.json": old,
      "backups/shop/prod/prod.1795331450517758063.json": old.slice(0, 60),
      [state]: content,
      [`${state}.attrs`]: "{}",
    });
    const findings = await judge(backend);
    expect(states(findings)).toEqual(["problem"]);
    const commands = findings.flatMap(commandsOf);
    expect(commands.at(-1)).toBe(
      "npx workspace-gateway recover --stack prod --since 2026-11-22T10:00:00.000Z",
    );
    for (const command of commands) expect(findings[0]?.remedy).toContain(`\`${command}\``);
    follow(findings);
    const file = path.join(backend, ".pulumi", state);
    expect(await readFile(file, "utf8")).toBe(old);
    expect(await readFile(`${file}.damaged-1`)).toEqual(Buffer.from(content));
    const left = (await readdir(path.dirname(file))).toSorted();
    expect(left).toEqual(["prod.json", "prod.json.bak", "prod.json.damaged-1"]);
    expect(states(await judge(backend))).toEqual(["ok"]);
  },
);

test("the newer file counts if a state exists in two formats", async () => {
  const backend = await backendWith({ [`${state}.bak`]: older, [state]: old, [`${state}.gz`]: "" });
  expect((await judge(backend))[0]?.facts?.file).toBe(path.join(backend, ".pulumi", `${state}.gz`));
});

test("a damaged state without a readable copy refers the user to their own backup", async () => {
  const [finding] = await judge(await backendWith({ [`${state}.bak`]: "{", [state]: "" }));
  const remedy = expect.stringContaining("your own backup");
  expect(finding).toMatchObject({ facts: { commands: [] }, remedy });
});

test("the printed commands remove damaged attributes, and those of another stack are a warning", async () => {
  const backend = await backendWith({
    [state]: old,
    [`${state}.attrs`]: "",
    "meta.yaml.attrs": '{"user',
    "locks/organization/shop/prod/one.json.attrs": "",
    "stacks/shop/it's other.json": old,
    "stacks/shop/it's other.json.attrs": "",
    "stacks/shop/prod.json.bak.attrs": "{}",
  });
  const findings = await judge(backend);
  expect(states(findings)).toEqual(["problem", "problem", "problem", "warning"]);
  expect(states(await judge(backend, undefined))).toContain("problem");
  follow(findings);
  expect(states(await judge(backend))).toEqual(["ok"]);
});
