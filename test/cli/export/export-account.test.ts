import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { projectName } from "../../../cli/export/export-account.js";
import { UsageError } from "../../../cli/terminal.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Gateway } from "../../gateway/index.ts";
import { brownfield } from "./support/brownfield.ts";

type Env = Parameters<typeof brownfield>[0];

const prefix = "WORKSPACE_GATEWAY_";
const scoped = kinds.filter(
  ({ endpoints: { parent, list, get } }) => parent !== undefined && (list ?? get) !== undefined,
);

async function isWrong(run: Promise<unknown>, ...reasons: (string | RegExp)[]): Promise<void> {
  await expect(run).rejects.toThrow(UsageError);
  for (const reason of reasons) await expect(run).rejects.toThrow(reason);
}

test("an export reads each list and the account once, and writes nothing to the gateway", async () => {
  const { run, gateway } = await brownfield();
  await run();
  const asked = gateway.log.entries();
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  const workspaces = 2;
  const workflows = workspaces;
  expect(asked).toHaveLength(1 + 1 + 1 + workspaces * scoped.length + workflows); // account, workspaces, quotas
});

test("the folder contains the program that the result describes, and its import file", async () => {
  const { json, files } = await brownfield();
  const { objects, files: written } = await json();
  const texts = await files();
  expect(Object.keys(texts).toSorted()).toEqual([...written].toSorted());
  const { resources } = JSON.parse(texts["import.json"] ?? "");
  expect(resources).toMatchObject(objects.map(({ name, id }) => ({ name, id })));
  const made = ["Budget", "Mapping", "Model", "ModelProvider", "Prompt", "Quota", "Workspace"];
  expect([...new Set(objects.map(({ kind }) => kind))].toSorted()).toEqual(made);
  for (const { file, kind, name } of objects) expect(texts[file]).toContain(`new gateway.${kind}("${name}"`);
  expect(JSON.stringify(texts)).not.toContain("sk-canary");
});

test("the summary lists kinds per workspace, keys, what is not declared, and what to run next", async () => {
  const { run, out, gateway, support, folder } = await brownfield();
  gateway.seed.workflow(support.id, { name: "triage" });
  await run();
  const text = out.join("\n").replaceAll(folder, "FOLDER");
  await expect(`${text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")}\n`).toMatchFileSnapshot(
    "summary.txt",
  );
});

test("--workspace exports only the chosen workspace and lists what is omitted", async () => {
  const { json, gateway, support, files } = await brownfield();
  const { objects, leftOut } = await json({ workspace: ["Other"] });
  expect(objects.map(({ kind }) => kind).toSorted()).toEqual(["Budget", "Prompt", "Workspace"]);
  expect(leftOut.map(({ what }) => what)).toEqual(["Quota"]);
  expect(JSON.stringify(gateway.log.entries())).not.toContain(support.id);
  expect(gateway.log.entries({ path: "/quotas" })).toEqual([]);
  expect(JSON.stringify(await files())).not.toContain(support.id);
});

test("an unknown workspace is rejected with the existing names, before anything else is read", async () => {
  const { run, gateway, place } = await brownfield();
  await expect(run({ workspace: ["Nowhere"] })).rejects.toThrow(
    /`Nowhere`\. Existing workspaces: .*`Support`/,
  );
  expect(new Set(gateway.log.entries().map(({ path: at }) => at))).toEqual(new Set(["/workspaces"]));
  expect(await readdir(place)).toEqual([]);
});

test.each([
  ["a kind that cannot be left out", { without: ["Workspace"] }, "expected one of "],
  ["--stack without --import", { stack: "prod" }, "--stack"],
  ["a name that Pulumi takes for no project", { project: "a b" }, '"a b"'],
] as const)("%s is an invalid command line, and no request is sent", async (_what, options, reason) => {
  const { run, gateway, place } = await brownfield();
  await isWrong(run(options), reason);
  expect(gateway.log.entries()).toEqual([]);
  expect(await readdir(place)).toEqual([]);
});

test("an empty folder is filled, and a nonempty one is rejected before any request", async () => {
  const { run, folder, gateway } = await brownfield();
  await mkdir(folder);
  await writeFile(path.join(folder, "mine.txt"), "");
  await isWrong(run(), "is not empty", "workspace-gateway drift --adopt");
  await isWrong(run({ import: true }), "is not empty");
  expect(await readdir(folder)).toEqual(["mine.txt"]);
  expect(gateway.log.entries()).toEqual([]);
  await rm(path.join(folder, "mine.txt"));
  await run();
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["index.ts", "import.json"]));
  await isWrong(run(), "is not empty");
});

const cut = ({ variants }: Gateway) => Object.assign(variants, { cut: 1 });
const fail = ({ faults }: Gateway) => faults.add({ kind: "status", status: 500, path: "/mappings" });

test.each<[string, Env, (gateway: Gateway) => unknown, string]>([
  ["cuts a list", {}, cut, "the gateway truncated the list of"],
  ["is of another account", { [`${prefix}ALLOWED_ACCOUNTS`]: "another" }, () => {}, "may only use"],
  ["fails in the middle", { [`${prefix}RETRY_BUDGET`]: "0.1" }, fail, "500"],
])("a gateway that %s causes an error, and no folder is created", async (_what, env, spoil, reason) => {
  const { run, gateway, place } = await brownfield(env);
  spoil(gateway);
  await expect(run()).rejects.toThrow(reason);
  expect(await readdir(place)).toEqual([]);
});

test.each([
  ...scoped.map(({ name, endpoints }) => ({ word: name, path: endpoints.list ?? endpoints.get ?? "" })),
  { word: "Quota", path: "/quotas" },
  { word: "workflow", path: "/workflows" },
])(
  "a token without the scope of $word gets an error with that scope and the --without option",
  async ({ word, path: at }) => {
    const { run, json, gateway, place } = await brownfield();
    const template = new RegExp(`^${at.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    gateway.faults.add({ kind: "status", status: 403, path: template });
    const said = run();
    await expect(said).rejects.toThrow(/needs the scope \w+:read/);
    await expect(said).rejects.toThrow(`--without ${word}.`);
    expect(await readdir(place)).toEqual([]);
    gateway.log.clear();
    const { leftOut } = await json({ without: [word.toLowerCase()] });
    expect(gateway.log.entries({ path: template })).toEqual([]);
    expect(leftOut.map(({ what }) => what)).toEqual([word]);
  },
);

test("--leave-keys omits the keys, and the program does not ask for them", async () => {
  const { json, files } = await brownfield();
  const { keys, remarks } = await json({ leaveKeys: true });
  expect(keys).toEqual([]);
  const what = expect.stringMatching(/^apiKey of/);
  expect(remarks).toContainEqual(expect.objectContaining({ what }));
  expect(JSON.stringify(await files())).not.toContain("requireSecret");
});

test("a named connection is set in every declaration", async () => {
  const { runElsewhere, files, gateway, terminal } = await brownfield();
  const eu = { BASE_URL: gateway.baseUrl, ACCESS_TOKEN: gateway.token() };
  const named = Object.entries(eu).map(([name, value]) => [`${prefix}EU_${name}`, value]);
  const env = { HOME: terminal.env.HOME, ...Object.fromEntries(named) };
  await runElsewhere({ connection: "eu" }, { env });
  const texts = await files();
  const { resources } = JSON.parse(texts["import.json"] ?? "");
  expect(resources).toMatchObject(resources.map(() => ({ inputs: { connection: "eu" } })));
  expect(texts["other.ts"]).toContain('connection: "eu"');
});

test.each([
  ["/work/our team's gateway/", "our-team-s-gateway"],
  ["/work/Über_uns.v2", "Uber_uns.v2"],
  ["/work/日本", "gateway"],
  [`/work/${"x".repeat(200)}`, "x".repeat(100)],
])("the folder %s becomes a valid Pulumi project name", (folder, name) => {
  expect(projectName(undefined, folder)).toBe(name);
  expect(projectName("our.gateway_1", folder)).toBe("our.gateway_1");
});
